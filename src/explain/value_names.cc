#include "explain/value_names.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/code_places.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/gradients.h"
#include "ops/op_kind.h"
#include "ops/user_names.h"
#include "text/ssa_names.h"

namespace shardflow::internal {
namespace {

// Returns the value that data-flow edges pass on as `value`, or `value` itself.
ValueId BehindEdges(const Module& m, ValueId value) {
  for (OpId def = m.def(value); def && m.kind(def) == OpKind::kDataFlowEdge;
       def = m.def(value)) {
    value = m.operand(def, 0);
  }
  return value;
}

// Returns the op that defines the value or has it as an argument.
OpId HomeOf(const Module& m, ValueId value) {
  const OpId def = m.def(value);
  return def ? def : OwningOp(m, value);
}

}  // namespace

ValueNames::ValueNames(const Module& m, std::vector<NamedValues> names,
                       bool gradients)
    : m_(m), names_(std::move(names)), known_(m.value_table_size()) {
  if (names_.empty()) AddPrintedNames();
  for (size_t i = 0; i < names_.size(); ++i) {
    for (int32_t k = 0; k < names_[i].count; ++k) {
      known_[names_[i].first.Slot() + static_cast<size_t>(k)].name =
          static_cast<int32_t>(i);
    }
  }
  read_ops_.resize(m.op_table_size());
  for (const OpId function : Functions(m)) AddFunction(function);
  if (gradients) gradients_ = GradientNames(m, MainFunction(m));
}

ValueNames::ValueNames(const ValueNames& names, const Module& copy)
    : m_(copy),
      all_frames_(names.all_frames_),
      names_(names.names_),
      printed_(names.printed_),
      known_(names.known_),
      read_ops_(names.read_ops_),
      by_loc_(names.by_loc_),
      gradients_(names.gradients_),
      args_(names.args_) {}

void ValueNames::AddPrintedNames() {
  const SsaNames names(m_, m_.root(), /*generic=*/false);
  const auto add = [&](ValueId value, int32_t count) {
    std::string text;
    names.AppendGroup(value, text);
    // The arguments of a loop's two regions may share their names. Shared names
    // are stored once, so that Find() recognizes them by their address.
    if (printed_.empty() || printed_.back() != text) printed_.push_back(text);
    names_.push_back({printed_.back(), value, count});
  };
  WalkPreOrder(m_, m_.root(), [&](OpId op) {
    for (int i = 0; i < m_.result_count(op); ++i) {
      const int count = names.GroupSize(op, i);
      if (count > 0) add(m_.result(op, i), count);
    }
    // The regions of a loop print their arguments with the same names. Order by
    // index first, then by region, so that equal names are neighbours.
    for (size_t i = 0;; ++i) {
      bool any = false;
      for (int r = 0; r < m_.region_count(op); ++r) {
        for (const BlockId block : m_.Blocks(m_.region(op, r))) {
          if (i >= m_.args(block).size()) continue;
          add(m_.args(block)[i], 1);
          any = true;
        }
      }
      if (!any) break;
    }
  });
}

void ValueNames::AddFunction(OpId function) {
  const NameId symbol = m_.symbol(function);
  if (!IsDeclaration(m_, function)) {
    const std::span<const ValueId> args = m_.args(EntryBlock(m_, function));
    args_[symbol].assign(args.begin(), args.end());
  }
  WalkPreOrder(m_, function, [&](OpId op) {
    for (int i = 0; i < m_.result_count(op); ++i) {
      known_[m_.result(op, i).Slot()].function = symbol;
    }
    for (int r = 0; r < m_.region_count(op); ++r) {
      for (const BlockId block : m_.Blocks(m_.region(op, r))) {
        for (const ValueId arg : m_.args(block)) {
          known_[arg.Slot()].function = symbol;
        }
      }
    }
    read_ops_[op.Slot()] = {m_.loc(op).place.code(), m_.op(op).first_result,
                            m_.result_count(op)};
  });
}

std::optional<OpId> ValueNames::ReadWith(Loc loc) const {
  if (by_loc_.empty()) {
    by_loc_.reserve(read_ops_.size());
    for (size_t i = 0; i < read_ops_.size(); ++i) {
      if (read_ops_[i].result_count < 0) continue;
      const auto [at, added] = by_loc_.try_emplace(read_ops_[i].loc, OpId(i));
      if (!added) at->second = OpId::None();
    }
  }
  const auto at = by_loc_.find(loc.place.code());
  return at == by_loc_.end() ? std::nullopt : std::optional(at->second);
}

ExplainedPlace ValueNames::NamePlace(const NamedValues& name) const {
  if (!printed_.empty()) {
    const OpId def = m_.def(name.first);
    return Place(def ? def : OwningOp(m_, name.first));
  }
  if (m_.source == nullptr) return {};
  const SourcePlace place = m_.source->Place(
      static_cast<size_t>(name.name.data() - m_.source->text().data()));
  return {place.file, place.line, place.column};
}

ExplainedPlace ValueNames::Place(OpId op) const {
  if (op.IsNone()) return {};
  const SourcePlace user = UserPlace(m_, m_.loc(op));
  ExplainedPlace place{user.file, user.line, user.column};
  if (!all_frames_) return place;
  for (const CodeFrame& frame : FramesOf(m_, m_.loc(op))) {
    place.frames.push_back({std::string(frame.function),
                            std::string(frame.file), frame.line, frame.column});
  }
  return place;
}

std::vector<ValueNames::Found> ValueNames::Find(std::string_view name) const {
  int32_t number = 0;
  const size_t hash = name.find('#');
  const bool numbered = hash != std::string_view::npos;
  if (numbered) {
    const std::string_view digits = name.substr(hash + 1);
    const auto [end, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (status != std::errc() || end != digits.data() + digits.size() ||
        number < 0) {
      return {};
    }
    name = name.substr(0, hash);
  }
  std::vector<Found> found;
  const char* last = nullptr;
  for (const NamedValues& named : names_) {
    if (named.name != name || number >= named.count) continue;
    // In the text, the arguments of a loop's two regions share a name, so only
    // the first one is found.
    if (!found.empty() && last == named.name.data()) continue;
    last = named.name.data();
    const ValueId value(named.first.index + number);
    found.push_back({value, known_[value.Slot()].function, NamePlace(named)});
  }
  return found;
}

std::vector<std::string> ValueNames::Texts() const {
  constexpr size_t kMost = 20000;
  std::vector<std::string> texts;
  for (const NamedValues& named : names_) {
    if (texts.size() == kMost) break;
    texts.emplace_back(named.name);
  }
  return texts;
}

// Returns the original of a named computation's argument: the same argument of
// the function that was inlined here.
ValueId ValueNames::OriginalArg(OpId named_computation, ValueId arg) const {
  const AttrId name = m_.attr(named_computation, name::kName);
  if (!m_.attrs.Is(name, AttrKind::kString)) return ValueId::None();
  const auto at = args_.find(m_.attrs.StringValue(name));
  const auto index = static_cast<size_t>(m_.index(arg));
  return at != args_.end() && index < at->second.size() ? at->second[index]
                                                        : ValueId::None();
}

ValueId ValueNames::Original(ValueId value) const {
  const auto has_name = [&] {
    return value.Slot() < known_.size() && known_[value.Slot()].name >= 0;
  };
  OpId def = m_.def(value);
  while (!has_name() && def && m_.kind(def) == OpKind::kDataFlowEdge) {
    value = m_.operand(def, 0);
    def = m_.def(value);
  }
  if (has_name()) return value;
  const OpId home = def ? def : OwningOp(m_, value);
  if (!def && m_.kind(home) == OpKind::kNamedComputation) {
    return OriginalArg(home, value);
  }
  const Loc loc = m_.loc(home);
  if (home.Slot() < read_ops_.size()) {
    // An op that was read and still has its location isn't a copy.
    const ReadOp& read = read_ops_[home.Slot()];
    if (read.result_count >= 0 && read.loc == loc.place.code()) {
      return ValueId::None();
    }
  }
  std::optional<OpId> found = ReadWith(loc);
  Loc before = LocBeforeCall(m_, loc);
  while (!found && !before.IsUnknown()) {
    found = ReadWith(before);
    before = LocBeforeCall(m_, before);
  }
  if (!found || found->IsNone() || *found == home) return ValueId::None();
  const OpId op = *found;
  const ReadOp& read = read_ops_[op.Slot()];
  const int index = m_.index(value);
  if (def) {
    return index < read.result_count ? ValueId(read.first_result.index + index)
                                     : ValueId::None();
  }
  if (m_.IsErased(op)) return ValueId::None();
  // Find the same argument of the same region of the original op.
  const RegionId region = m_.block(m_.arg_block(value)).parent;
  const int number = region.index - m_.region(home, 0).index;
  if (number >= m_.region_count(op)) return ValueId::None();
  const BlockId block = m_.first_block(m_.region(op, number));
  if (block.IsNone()) return ValueId::None();
  const std::span<const ValueId> args = m_.args(block);
  return static_cast<size_t>(index) < args.size()
             ? args[static_cast<size_t>(index)]
             : ValueId::None();
}

int ValueNames::TextLine(ValueId value) const {
  if (!printed_.empty() || value.IsNone()) return 0;
  const ValueId original = Original(value);
  if (!original || original.Slot() >= known_.size()) return 0;
  const int32_t name = known_[original.Slot()].name;
  if (name < 0 || m_.source == nullptr) return 0;
  const char* const text = m_.source->text().data();
  const auto offset =
      static_cast<size_t>(names_[static_cast<size_t>(name)].name.data() - text);
  return lines_.Find(*m_.source, offset).line;
}

std::string ValueNames::Name(ValueId value) const {
  std::string name;
  AppendName(value, name);
  return name;
}

void ValueNames::AppendName(ValueId value, std::string& out) const {
  const ValueId original = value ? Original(value) : value;
  if (!original || original.Slot() >= known_.size()) return;
  const Known& known = known_[original.Slot()];
  if (known.name < 0) return;
  const NamedValues& named = names_[static_cast<size_t>(known.name)];
  out.append(named.name);
  if (named.count > 1) {
    fmt::format_to(std::back_inserter(out), "#{}",
                   original.index - named.first.index);
  }
}

std::string ValueNames::LabelOf(ValueId value) const {
  const auto gradient = gradients_.find(value);
  return gradient != gradients_.end() ? gradient->second
                                      : ValueLabel(m_, value);
}

ExplainedTensor ValueNames::Describe(ValueId value) const {
  ExplainedTensor tensor;
  if (value.IsNone()) return tensor;
  const ValueId original = Original(value);
  if (original) tensor.label = LabelOf(original);
  if (original && original.Slot() < known_.size()) {
    const Known& known = known_[original.Slot()];
    if (known.function) tensor.function = m_.names.Get(known.function);
    if (known.name >= 0) {
      const NamedValues& named = names_[static_cast<size_t>(known.name)];
      tensor.name = Name(original);
      // Prefer the line in the Python code, if the program has it.
      const OpId def = m_.def(original);
      const bool known_line = def && !FramesOf(m_, m_.loc(def)).empty();
      tensor.place = known_line ? Place(def) : NamePlace(named);
      return tensor;
    }
  }
  tensor.place = Place(HomeOf(m_, BehindEdges(m_, value)));
  tensor.name = PlaceName(value);
  return tensor;
}

std::string ValueNames::PlaceName(ValueId value) const {
  value = BehindEdges(m_, value);
  return fmt::format("{} {} of {}", m_.def(value) ? "result" : "argument",
                     m_.index(value), m_.op_name(HomeOf(m_, value)));
}

ExplainedTensor ValueNames::DescribeMainResult(OpId function,
                                               int result) const {
  ExplainedTensor tensor;
  tensor.function = m_.names.Get(m_.symbol(function));
  tensor.name = fmt::format("result {} of @{}", result, tensor.function);
  tensor.label = ResultName(m_, function, static_cast<size_t>(result));
  tensor.place = Place(function);
  return tensor;
}

}  // namespace shardflow::internal
