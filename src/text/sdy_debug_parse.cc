#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error_format.h"
#include "sharding/verify.h"
#include "text/sdy_parse.h"

// Parses debug information, which records the origins of the axes that
// propagation added to a sharding.

namespace shardflow::internal::sdy {
namespace {

// Returns an error if the targets of one axis in a step are invalid, or
// nullopt.
std::optional<Error> CheckTargets(const Module& m, int64_t step, AttrId entry) {
  const auto details = m.attrs.As<AxisToDetailsAttr>(entry);
  const WordList<AttrId>& targets = details.targets;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == details.source) {
      return ErrorOf(
          "propagation edges have a source that is the same as a target");
    }
    for (size_t j = 0; j < i; ++j) {
      if (targets[j] != targets[i]) continue;
      return ErrorOf(
          "propagation edges have duplicate targets for step index: {} and "
          "axis: {}",
          step, m.names.Get(m.attrs.As<AxisRefAttr>(details.axis).name));
    }
  }
  return std::nullopt;
}

std::optional<Error> CheckPropagationEdges(const Module& m,
                                           std::span<const AttrId> steps) {
  std::vector<int64_t> seen;
  for (const AttrId id : steps) {
    const auto [step, entries] = m.attrs.As<PropagationOneStepAttr>(id);
    if (step < 0) {
      return ErrorOf("propagation edges have negative step index: {}", step);
    }
    for (const int64_t other : seen) {
      if (other != step) continue;
      return ErrorOf("propagation edges have duplicate step index: {}", step);
    }
    seen.push_back(step);
    for (const AttrId entry : entries) {
      if (std::optional<Error> fault = CheckTargets(m, step, entry))
        return fault;
    }
  }
  return std::nullopt;
}

}  // namespace

// Parses an edge value reference, such as `operand-0` or `result-1`.
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
  attr = p.module().attrs.Make(EdgeValueRefAttr{word == "result", index});
  return true;
}

// Parses the source and targets of an axis, such as `{"x" = operand-0 ->
// [result-0]}`.
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
  List<AttrId> targets;
  const bool ok = p.ParseItems(
      [&] { return ParseEdgeValueRef(p, targets.emplace_back()); });
  if (!Param(p, ok, kName, "targets", "::llvm::ArrayRef<EdgeValueRefAttr>") ||
      !p.Expect(Tok::kRSquare) || !p.Expect(Tok::kRBrace)) {
    return false;
  }
  AttrStore& attrs = p.module().attrs;
  attr = attrs.Make(
      AxisToDetailsAttr{
          attrs.Make(AxisRefAttr{axis.name, axis.pre_size, axis.size}), source},
      targets);
  return true;
}

// Parses one step, such as `{step-1 = [{...}, {...}]}`.
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
  List<AttrId> entries;
  const bool ok = p.ParseItems(
      [&] { return ParseAxisToDetails(p, entries.emplace_back()); });
  if (!Param(p, ok, kName, "axis_entries",
             "::llvm::ArrayRef<AxisToPropagationDetailsAttr>") ||
      !p.Expect(Tok::kRSquare) || !p.Expect(Tok::kRBrace)) {
    return false;
  }
  attr = p.module().attrs.Make(PropagationOneStepAttr{step}, entries);
  return true;
}

// Parses a list of steps, such as `<[{step-1 = [...]}, {step-2 = [...]}]>`.
AttrId ParsePropagationEdges(Parser& p) {
  const size_t at = p.offset();
  if (!p.Expect(Tok::kLess) || !p.Expect(Tok::kLSquare)) return {};
  // Shardy prints empty lists (for results to which nothing was propagated),
  // but refuses to read them. This parser accepts them.
  List<AttrId> steps;
  const bool ok = p.At(Tok::kRSquare) || p.ParseItems([&] {
    return ParsePropagationOneStep(p, steps.emplace_back());
  });
  if (!Param(p, ok, "Sdy_PropagationEdges", "value",
             "::llvm::ArrayRef<PropagationOneStepAttr>") ||
      !p.Expect(Tok::kRSquare) || !p.Expect(Tok::kGreater)) {
    return {};
  }
  if (std::optional<Error> fault = CheckPropagationEdges(p.module(), steps)) {
    p.OpErrorAt(at, fault->message);
    return {};
  }
  return p.module().attrs.Make(PropagationEdgesAttr{}, steps);
}

}  // namespace shardflow::internal::sdy
