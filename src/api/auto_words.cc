#include "api/auto_words.h"

#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ops/code_places.h"
#include "ops/functions.h"
#include "ops/user_names.h"

namespace shardflow::internal {

std::string PlanWords::AxisName(size_t axis) const {
  return std::string(m_.names.Get(mesh_.axes[axis].name));
}

// Returns the dimension with this colour of the largest argument of main or, if
// no argument has the colour, of the first result. Returns nullopt if there is
// none.
std::optional<std::string> PlanWords::AtBorder(int32_t colour) const {
  const OpId main = MainFunction(m_);
  if (!main || IsDeclaration(m_, main)) return std::nullopt;
  const auto dim_of = [&](ValueId value) -> std::optional<size_t> {
    const TypeId type = m_.type(value);
    if (value.Slot() >= colours_.first_dim.size() || !m_.types.IsTensor(type)) {
      return std::nullopt;
    }
    for (size_t d = 0; d < m_.types.dims(type).size(); ++d) {
      if (colours_.Of(value, d) == colour) return d;
    }
    return std::nullopt;
  };
  std::optional<std::string> text;
  int64_t largest = -1;
  const auto args = m_.args(EntryBlock(m_, main));
  for (size_t i = 0; i < args.size(); ++i) {
    const std::optional<size_t> dim = dim_of(args[i]);
    if (!dim) continue;
    const int64_t elements = m_.types.ElementCount(m_.type(args[i]));
    if (elements <= largest) continue;
    largest = elements;
    text = DimText(*dim, "argument", i, ArgumentName(m_, main, i));
  }
  const OpId returned = ReturnOp(m_, main);
  for (int i = 0; returned && !text && i < m_.operand_count(returned); ++i) {
    if (const auto dim = dim_of(m_.operand(returned, i))) {
      const auto index = static_cast<size_t>(i);
      text = DimText(*dim, "result", index, ResultName(m_, main, index));
    }
  }
  return text;
}

std::string PlanWords::DimText(size_t dim, std::string_view what, size_t index,
                               std::string_view name) {
  return fmt::format("dim {} of {} {}{}{}", dim, what, index,
                     name.empty() ? "" : " ", name);
}

std::string PlanWords::NameOf(int32_t colour) const {
  const Colours::Colour& c = colours_.colours[static_cast<size_t>(colour)];
  if (const std::optional<std::string> border = AtBorder(colour)) {
    return fmt::format("{} ({})", *border, c.size);
  }
  std::string of = "a value inside";
  if (c.example.Slot() < m_.value_table_size()) {
    if (m_.IsArg(c.example)) {
      // Not an argument of main, which would have been found.
      const OpId owner = m_.parent_op(m_.home_block(c.example));
      of = fmt::format("argument {} of ", m_.index(c.example));
      of += IsFunction(m_, owner)
                ? fmt::format("@{}", m_.names.Get(m_.symbol(owner)))
                : fmt::format("the body of {}", m_.op_name(owner));
      const std::string name(LocName(m_, m_.arg_loc(c.example)));
      if (!name.empty()) of += " " + name;
    } else if (const OpId op = m_.def(c.example); !m_.IsErased(op)) {
      of = fmt::format("a result of {}", m_.op_name(op));
      const std::string label = ValueLabel(m_, c.example);
      if (!label.empty()) of += " " + label;
    }
  }
  return fmt::format("dim {} of {} ({})", c.example_dim, of, c.size);
}

AutoPlan PlanWords::Describe(const ScoredPlan& found) const {
  AutoPlan out;
  out.seconds = found.score.seconds;
  out.peak = found.score.peak;
  for (size_t a = 0; a < found.plan.axes.size(); ++a) {
    const Plan::Axis& axis = found.plan.axes[a];
    std::string text = AxisName(a) + ": ";
    for (size_t i = 0; i < axis.colours.size(); ++i) {
      if (i > 0) text += ", ";
      text += NameOf(axis.colours[i]);
    }
    if (axis.colours.empty()) text += "nothing";
    for (const Plan::Exception& exception : axis.exceptions) {
      text += fmt::format("; {} first where there is {}",
                          NameOf(exception.colour), NameOf(exception.beside));
    }
    if (axis.spares_parameters) text += "; parameters are whole";
    out.axes.push_back(std::move(text));
  }
  return out;
}

std::vector<AutoDecision> PlanWords::Describe(
    std::span<const PlanDecision> decisions, int64_t memory) const {
  std::vector<AutoDecision> out;
  for (const PlanDecision& decision : decisions) {
    AutoDecision& words = out.emplace_back();
    if (decision.colour != kNoColour) words.dimension = NameOf(decision.colour);
    if (decision.axis < mesh_.axes.size()) words.axis = AxisName(decision.axis);
    for (const PlanChange& change : decision.changes) {
      if (!std::isfinite(change.score.seconds)) continue;  // it can't be priced
      AutoAlternative& other = words.alternatives.emplace_back();
      switch (change.kind) {
        case PlanChange::Kind::kRemove:
          other.change = "not along " + AxisName(change.axis);
          break;
        case PlanChange::Kind::kMove:
          other.change = "along " + AxisName(change.to) + " instead";
          break;
        case PlanChange::Kind::kAdd:
          other.change = "along " + AxisName(change.axis);
          break;
        case PlanChange::Kind::kSpare:
          other.change = change.spares ? "parameters are whole"
                                       : "parameters are not whole";
          break;
      }
      other.seconds = change.score.seconds;
      other.peak = change.score.peak;
      other.fits = memory <= 0 || change.score.peak <= memory;
    }
  }
  return out;
}

}  // namespace shardflow::internal
