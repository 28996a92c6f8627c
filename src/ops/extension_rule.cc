#include <algorithm>

#include <fmt/format.h>

#include "ops/extensions.h"
#include "ops/properties.h"

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

// Whether the op's tensors differ in number or rank from the rule's. (WhyNotFit
// puts that in words, which only the last of perhaps thousands of rules needs.)
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

// A user's name, shortened for a message.
std::string_view Shown(std::string_view name) { return name.substr(0, 200); }

// Tries one rule and puts the answer in `answer`. False if the rule is not for
// this op; if `is_last`, `answer.why_not` says why.
bool Try(const Module& m, OpId op, const ExtensionRule& rule, bool is_last,
         const Shapes& operands, const Shapes& results,
         const RuleOptions& options, ExtensionAnswer& answer) {
  for (const AttrGuard& guard : rule.where) {
    if (Holds(m, op, guard)) continue;
    if (is_last) {
      answer.why_not = fmt::format("{} is for another value of attribute '{}'",
                                   RuleName(rule), Shown(guard.name));
    }
    return false;
  }
  std::optional<RuleTemplate> made;
  const RuleTemplate* pattern = rule.pattern ? &*rule.pattern : nullptr;
  if (pattern == nullptr) {
    const std::optional<std::string> text = rule.callback(m, op);
    if (!text) {
      answer.why_not = "the callback has none";
      return false;
    }
    Error wrong;
    made = ParseRuleTemplate(*text, wrong);
    if (!made) {
      answer.error = fmt::format("column {} of '{}': {}", wrong.offset + 1,
                                 *text, wrong.message);
      return true;
    }
    pattern = &*made;
  }
  if (!is_last && (HasOtherRanks(*pattern, pattern->operands, operands) ||
                   HasOtherRanks(*pattern, pattern->results, results))) {
    return false;
  }
  if (const auto why = WhyNotFit(*pattern, operands, results)) {
    answer.why_not = fmt::format("{} {}", RuleName(rule), *why);
    return false;
  }
  Error wrong;
  answer.rule =
      Instantiate(*pattern, operands, results, options.conservative, wrong);
  answer.error = std::move(wrong.message);
  if (!answer.rule && !rule.place.empty()) {
    answer.error = fmt::format("{} ({})", answer.error, rule.place);
  }
  return true;
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
                                  const RuleOptions& options) {
  Shapes operands, results;
  for (int i = 0; i < m.operand_count(op); ++i) {
    operands.push_back(Shape(m, m.operand(op, i)));
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    results.push_back(Shape(m, m.result(op, i)));
  }
  ExtensionAnswer answer;
  for (const ExtensionRule& rule : extension.rules) {
    const bool is_last = &rule == &extension.rules.back();
    if (Try(m, op, rule, is_last, operands, results, options, answer)) break;
    // Shardings flow along its edges, so it needs no rule.
    if (rule.callback && extension.has_data_flow) answer.why_not.clear();
  }
  return answer;
}

}  // namespace shardflow::internal
