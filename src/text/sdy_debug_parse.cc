#include <string>
#include <vector>

#include <fmt/format.h>

#include "sharding/verify.h"
#include "text/sdy_parse.h"

// Debug information: where propagation took the axes of a sharding from.

namespace shardflow::sdy {
namespace {

// What is wrong with the targets of one axis of a step.
Fault CheckTargets(const Module& m, int64_t step, AttrId entry) {
  const std::span<const int64_t> words = m.attrs.words(entry);
  for (size_t i = 2; i < words.size(); ++i) {
    if (words[i] == words[1]) {
      return "propagation edges have a source that is the same as a target";
    }
    for (size_t j = 2; j < i; ++j) {
      if (words[j] != words[i]) continue;
      const AttrId axis = WordId<AttrId>(words[0]);
      return fmt::format(
          "propagation edges have duplicate targets for step index: {} and "
          "axis: {}",
          step, m.names.Get(WordId<NameId>(m.attrs.words(axis)[0])));
    }
  }
  return std::nullopt;
}

Fault CheckPropagationEdges(const Module& m, std::span<const int64_t> steps) {
  std::vector<int64_t> seen;
  for (const int64_t word : steps) {
    const std::span<const int64_t> step = m.attrs.words(WordId<AttrId>(word));
    if (step[0] < 0) {
      return fmt::format("propagation edges have negative step index: {}",
                         step[0]);
    }
    for (const int64_t other : seen) {
      if (other != step[0]) continue;
      return fmt::format("propagation edges have duplicate step index: {}",
                         step[0]);
    }
    seen.push_back(step[0]);
    for (const int64_t entry : step.subspan(1)) {
      if (Fault fault = CheckTargets(m, step[0], WordId<AttrId>(entry))) {
        return fault;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

// operand-0 or result-1
bool ParseEdgeValueRef(Parser& p, AttrId& attr) {
  const Opt opt = ParseWhole(p, AttrKind::kEdgeValueRef, attr);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  constexpr std::string_view kName = "Sdy_EdgeValueRef";
  const size_t at = p.offset();
  std::string word;
  bool known = p.ParseKeywordOrString(word);
  if (known && word != "operand" && word != "result") {
    known = p.OpErrorAt(at,
                        "expected ::mlir::sdy::EdgeNodeType to be one of: "
                        "operand, result");
  }
  int64_t index = 0;
  if (!Param(p, known, kName, "type", "::mlir::sdy::EdgeNodeType") ||
      !p.Expect(Tok::kMinus) ||
      !Param(p, p.ParseInteger(index), kName, "index", "int64_t")) {
    return false;
  }
  attr = Make(p, AttrKind::kEdgeValueRef, {word == "result" ? 1 : 0, index});
  return true;
}

// {"x" = operand-0 -> [result-0]}
bool ParseAxisToDetails(Parser& p, AttrId& attr) {
  const Opt opt = ParseWhole(p, AttrKind::kAxisToDetails, attr);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  constexpr std::string_view kName = "Sdy_AxisToPropagationDetails";
  AxisRef axis;
  AttrId source;
  if (!p.Expect(Tok::kLBrace) ||
      !Param(p, ParseAxisRef(p, axis), kName, "axis_name",
             "::mlir::sdy::AxisRefAttr") ||
      !p.Expect(Tok::kEqual) ||
      !Param(p, ParseEdgeValueRef(p, source), kName, "source",
             "::mlir::sdy::EdgeValueRefAttr") ||
      !p.Expect(Tok::kArrow) || !p.Expect(Tok::kLSquare)) {
    return false;
  }
  const AttrId axis_attr =
      Make(p, AttrKind::kAxisRef, {axis.name.index, axis.pre_size, axis.size});
  List<int64_t> words = {axis_attr.index, source.index};
  const bool ok = p.ParseItems([&] {
    AttrId target;
    if (!ParseEdgeValueRef(p, target)) return false;
    words.push_back(target.index);
    return true;
  });
  if (!Param(p, ok, kName, "targets", "::llvm::ArrayRef<EdgeValueRefAttr>") ||
      !p.Expect(Tok::kRSquare) || !p.Expect(Tok::kRBrace)) {
    return false;
  }
  attr = Make(p, AttrKind::kAxisToDetails, words);
  return true;
}

// {step-1 = [{...}, {...}]}
bool ParsePropagationOneStep(Parser& p, AttrId& attr) {
  const Opt opt = ParseWhole(p, AttrKind::kPropagationOneStep, attr);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  constexpr std::string_view kName = "Sdy_PropagationOneStep";
  int64_t step = 0;
  if (!p.Expect(Tok::kLBrace) || !p.ExpectKeyword("step") ||
      !p.Expect(Tok::kMinus) ||
      !Param(p, p.ParseInteger(step), kName, "step_index", "int64_t") ||
      !p.Expect(Tok::kEqual) || !p.Expect(Tok::kLSquare)) {
    return false;
  }
  List<int64_t> words = {step};
  const bool ok = p.ParseItems([&] {
    AttrId entry;
    if (!ParseAxisToDetails(p, entry)) return false;
    words.push_back(entry.index);
    return true;
  });
  if (!Param(p, ok, kName, "axis_entries",
             "::llvm::ArrayRef<AxisToPropagationDetailsAttr>") ||
      !p.Expect(Tok::kRSquare) || !p.Expect(Tok::kRBrace)) {
    return false;
  }
  attr = Make(p, AttrKind::kPropagationOneStep, words);
  return true;
}

// <[{step-1 = [...]}, {step-2 = [...]}]>
bool ParsePropagationEdges(Parser& p, List<int64_t>& words) {
  const size_t at = p.offset();
  if (!p.Expect(Tok::kLess) || !p.Expect(Tok::kLSquare)) return false;
  // Shardy writes empty ones, of results that nothing was propagated to, and
  // refuses to read them.
  const bool ok = p.At(Tok::kRSquare) || p.ParseItems([&] {
    AttrId step;
    if (!ParsePropagationOneStep(p, step)) return false;
    words.push_back(step.index);
    return true;
  });
  if (!Param(p, ok, "Sdy_PropagationEdges", "value",
             "::llvm::ArrayRef<PropagationOneStepAttr>") ||
      !p.Expect(Tok::kRSquare) || !p.Expect(Tok::kGreater)) {
    return false;
  }
  if (Fault fault = CheckPropagationEdges(p.module(), words)) {
    return p.OpErrorAt(at, *fault);
  }
  return true;
}

}  // namespace shardflow::sdy
