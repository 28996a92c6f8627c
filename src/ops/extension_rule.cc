#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/error_format.h"
#include "ops/extensions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

using Shapes = std::vector<std::span<const int64_t>>;

bool Holds(const Module& m, OpId op, const AttrGuard& guard) {
  if (guard.kind == AttrGuard::Kind::kString) {
    const AttrId attr = AttrAt(m, op, guard.name);
    return m.attrs.Is(attr, AttrKind::kString) &&
           m.names.Get(m.attrs.StringValue(attr)) == guard.text;
  }
  return IntegerAt(m, op, guard.name) == guard.number;
}

std::string RuleName(const ExtensionRule& rule) {
  return rule.place.empty() ? "the rule" : "the rule at " + rule.place;
}

// Whether the op's tensors differ from the rule's in number or rank. (WhyNotFit
// also explains the difference. That would be slow with thousands of rules, and
// only the explanation for the last rule is reported.)
bool HasOtherRanks(const RuleTemplate& rule,
                   const std::vector<RuleTemplate::Tensor>& tensors,
                   const Shapes& shapes) {
  for (const RuleTemplate::Tensor& tensor : tensors) {
    if (tensor.repeated) return false;
  }
  if (tensors.size() != shapes.size()) return true;
  const auto is_ellipsis = [&](const RuleTemplate::Dim& dim) {
    return dim.size() == 1 &&
           rule.factors[static_cast<size_t>(dim[0])].is_ellipsis();
  };
  for (size_t i = 0; i < shapes.size(); ++i) {
    const auto& dims = tensors[i].dims;
    if (dims.size() != shapes[i].size() &&
        std::none_of(dims.begin(), dims.end(), is_ellipsis)) {
      return true;
    }
  }
  return false;
}

// Truncates a name from the user for use in a message.
std::string_view Shown(std::string_view name) { return name.substr(0, 200); }

// The shapes of an op's tensors.
struct OpShapes {
  OpShapes(const Module& m, OpId op) {
    for (int i = 0; i < m.operand_count(op); ++i) {
      operands.push_back(Shape(m, m.operand(op, i)));
    }
    for (int i = 0; i < m.result_count(op); ++i) {
      results.push_back(Shape(m, m.result(op, i)));
    }
  }
  Shapes operands, results;
};

// The rule template chosen for an op, or the reason why there is none.
struct Choice {
  const ExtensionRule* rule = nullptr;  // null if no rule fits the op
  const RuleTemplate* pattern = nullptr;
  // The rule that a callback returned; `pattern` then points to it.
  std::optional<RuleTemplate> made;
  std::optional<Error> error;   // if a callback returned an invalid rule
  std::optional<Error> misfit;  // why the last rule that was tried doesn't fit
  // The key of a callback's rule; see ExtensionAnswer.
  std::string key;
  RuleId known;
};

// Returns a key made of everything that a rule with this text depends on: the
// text, the op's name and the types of all its tensors.
std::string CallbackKey(const Module& m, OpId op, std::string_view text) {
  std::string key(text);
  const auto add = [&](int32_t word) {
    key.append(reinterpret_cast<const char*>(&word), sizeof(word));
  };
  add(m.name(op).index);
  add(m.operand_count(op));
  for (int i = 0; i < m.operand_count(op); ++i) {
    add(m.type(m.operand(op, i)).index);
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    add(m.type(m.result(op, i)).index);
  }
  return key;
}

// Tries one rule and stores the result in `choice`. Returns false if the rule
// isn't for this op. In that case, if `is_last` is set, `choice.misfit` says
// why. `made` may be null.
bool Try(const Module& m, OpId op, const ExtensionRule& rule, bool is_last,
         const OpShapes& shapes, const CallbackRules* made, Choice& choice) {
  for (const AttrGuard& guard : rule.where) {
    if (Holds(m, op, guard)) continue;
    if (is_last) {
      choice.misfit = ErrorOf("{} is for another value of attribute '{}'",
                              RuleName(rule), Shown(guard.name));
    }
    return false;
  }
  choice.pattern = rule.pattern ? &*rule.pattern : nullptr;
  if (choice.pattern == nullptr) {
    const std::optional<std::string> text = rule.callback(m, op);
    if (!text) {
      choice.misfit = ErrorOf("the callback has none");
      return false;
    }
    if (made != nullptr) {
      choice.key = CallbackKey(m, op, *text);
      const auto known = made->find(choice.key);
      if (known != made->end()) {
        choice.known = known->second;
        return true;
      }
    }
    Error wrong;
    choice.made = ParseRuleTemplate(*text, wrong);
    if (!choice.made) {
      choice.error = ErrorOf("column {} of '{}': {}", wrong.offset + 1, *text,
                             wrong.message);
      return true;
    }
    choice.pattern = &*choice.made;
    choice.error = CheckCost(m.op_name(op), *choice.pattern);
    if (choice.error) return true;
  }
  const RuleTemplate& pattern = *choice.pattern;
  if (!is_last && (HasOtherRanks(pattern, pattern.operands, shapes.operands) ||
                   HasOtherRanks(pattern, pattern.results, shapes.results))) {
    return false;
  }
  if (const auto why = WhyNotFit(pattern, shapes.operands, shapes.results)) {
    choice.misfit = ErrorOf("{} {}", RuleName(rule), why->message);
    return false;
  }
  return true;
}

// Chooses the first rule that fits. `choice` is filled in place, since it may
// point into itself.
void Choose(const Module& m, OpId op, const OpExtension& extension,
            const OpShapes& shapes, const CallbackRules* made, Choice& choice) {
  for (const ExtensionRule& rule : extension.rules) {
    choice.key.clear();
    const bool is_last = &rule == &extension.rules.back();
    if (Try(m, op, rule, is_last, shapes, made, choice)) {
      if (!choice.error) choice.rule = &rule;
      return;
    }
    // Shardings flow along the op's data-flow edges, so the op needs no rule.
    if (rule.callback && extension.has_data_flow) choice.misfit.reset();
  }
}

// Appends the location of the rule to the error.
Error WithPlace(Error error, const ExtensionRule& rule) {
  if (!rule.place.empty()) error.message += fmt::format(" ({})", rule.place);
  return error;
}

}  // namespace

AttrId AttrAt(const Module& m, OpId op, std::string_view path) {
  AttrId at = m.attr_dict(op);
  while (true) {
    const size_t slash = path.find('/');
    const NameId name = m.names.Find(path.substr(0, slash));
    if (!name || !m.attrs.Is(at, AttrKind::kDict)) return AttrId::None();
    at = m.attrs.DictGet(at, name);
    if (slash == std::string_view::npos) return at;
    path.remove_prefix(slash + 1);
  }
}

std::optional<int64_t> IntegerAt(const Module& m, OpId op,
                                 std::string_view path) {
  const AttrId attr = AttrAt(m, op, path);
  if (!m.attrs.Is(attr, AttrKind::kInteger)) return std::nullopt;
  const auto [type, value] = m.attrs.As<IntegerAttr>(attr);
  if (m.types.IsInteger(type, 1)) return value != 0 ? 1 : 0;
  return value;
}

ExtensionAnswer FindExtensionRule(const Module& m, OpId op,
                                  const OpExtension& extension,
                                  const RuleOptions& options,
                                  const CallbackRules& made) {
  const OpShapes shapes(m, op);
  Choice choice;
  Choose(m, op, extension, shapes, &made, choice);
  ExtensionAnswer answer;
  answer.known = choice.known;
  if (answer.known) return answer;
  answer.key = std::move(choice.key);
  answer.error = std::move(choice.error);
  if (choice.rule == nullptr) {
    answer.misfit = std::move(choice.misfit);
    return answer;
  }
  Error wrong;
  answer.rule = Instantiate(*choice.pattern, shapes.operands, shapes.results,
                            options.conservative, wrong);
  if (!answer.rule) {
    answer.error = WithPlace(std::move(wrong), *choice.rule);
  }
  return answer;
}

std::optional<Error> CheckCost(std::string_view op_name,
                               const RuleTemplate& rule) {
  if (!rule.has_cost() || WorkOf(FindOpKind(op_name)) == Work::kOther) {
    return std::nullopt;
  }
  return ErrorOf("the cost of '{}' is known and cannot be changed", op_name);
}

RuleCost FindExtensionCost(const Module& m, OpId op,
                           const OpExtension& extension,
                           std::optional<Error>& error) {
  const OpShapes shapes(m, op);
  Choice choice;
  Choose(m, op, extension, shapes, /*made=*/nullptr, choice);
  error = std::move(choice.error);
  if (choice.rule == nullptr || !choice.pattern->has_cost()) return {};
  Error wrong;
  const std::optional<RuleCost> cost =
      CostOf(*choice.pattern, shapes.operands, shapes.results, wrong);
  if (cost) return *cost;
  error = WithPlace(std::move(wrong), *choice.rule);
  return {};
}

}  // namespace shardflow::internal
