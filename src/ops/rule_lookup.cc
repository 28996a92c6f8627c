#include "ops/rule_lookup.h"

#include "ops/custom_call.h"
#include "ops/op_def.h"

namespace shardflow {
namespace {

bool IsStaticOrNoTensor(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  switch (m.types.kind(type)) {
    case TypeKind::kTensor:
      return m.types.HasStaticShape(type);
    case TypeKind::kUnrankedTensor:
      return false;
    default:
      return true;
  }
}

bool ShapesAreStatic(const Module& m, OpId op) {
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (!IsStaticOrNoTensor(m, m.operand(op, i))) return false;
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (!IsStaticOrNoTensor(m, m.result(op, i))) return false;
  }
  return true;
}

// Null if the op's kind has no rule.
RuleFn RuleFunction(const Module& m, OpId op, const RuleOptions& options) {
  const OpDef& def = Def(m.kind(op));
  return def.rule == nullptr && options.extra ? def.extra_rule : def.rule;
}

}  // namespace

std::optional<Rule> CreateRule(const Module& m, OpId op,
                               const RuleOptions& options) {
  const RuleFn fn = RuleFunction(m, op, options);
  if (fn == nullptr || !ShapesAreStatic(m, op)) return std::nullopt;
  const RuleContext context{m, op, options};
  RuleBuilder rule(m, op);
  if (!fn(context, rule) || !rule.ok()) return std::nullopt;
  return rule.Build();
}

RuleId RuleLookup::GetOrCreate(OpId op) {
  const RuleId existing = m_.rule(op);
  if (existing) return existing;
  const RuleId rule = Get(op);
  if (rule) m_.SetRule(op, rule);
  return rule;
}

RuleId RuleLookup::Get(OpId op) {
  const RuleId existing = m_.rule(op);
  if (existing) return existing;
  ++calls_;
  if (RuleFunction(m_, op, options_) == nullptr) {
    if (!HasTrait(m_, op, kNoRule | kTerminator)) WarnOnce(op);
    return RuleId::None();
  }
  if (HasTrait(m_, op, kRuleReadsNeighbours)) return Make(op);

  key_.assign({static_cast<int32_t>(m_.kind(op)), m_.attr_dict(op).index,
               m_.operand_count(op)});
  for (int i = 0; i < m_.operand_count(op); ++i) {
    key_.push_back(m_.type(m_.operand(op, i)).index);
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    key_.push_back(m_.type(m_.result(op, i)).index);
  }
  const KeyId key = keys_.Intern(key_);
  if (key.Slot() == rules_.size()) rules_.push_back(Make(op));
  return rules_[key.Slot()];
}

RuleId RuleLookup::Make(OpId op) {
  ++misses_;
  const std::optional<Rule> rule = CreateRule(m_, op, options_);
  if (rule) return m_.rules.Intern(*rule);
  if (m_.kind(op) == OpKind::kCustomCall &&
      FindCustomCallRule(CallTarget(m_, op)) == nullptr) {
    WarnOnce(op);
  }
  return RuleId::None();
}

void RuleLookup::WarnOnce(OpId op) {
  std::string message;
  if (m_.kind(op) == OpKind::kCustomCall) {
    message = "custom call @" + std::string(CallTarget(m_, op));
  } else {
    message = "op '" + std::string(m_.op_name(op)) + "'";
  }
  message += " is unknown to SDY sharding rule registry";
  if (warnings_.reported.insert(message).second) {
    diagnostics_.Warning(m_.Place(op), std::move(message));
  }
}

}  // namespace shardflow
