#include "ops/rule_lookup.h"

#include <fmt/format.h>

#include "ir/type_text.h"
#include "ir/values.h"
#include "ops/attribute_names.h"
#include "ops/check_attributes.h"
#include "ops/concatenate.h"
#include "ops/custom_call.h"
#include "ops/extensions.h"
#include "ops/op_def.h"
#include "ops/properties.h"

namespace shardflow::internal {
namespace {

// The maximum number of cached rules. No real program has that many.
constexpr size_t kMostCallbackRules = 1 << 16;

// Whether `fits(type)` is true for the types of all operands and results.
template <class Fn>
bool AllTypes(const Module& m, OpId op, Fn fits) {
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (!fits(m.type(m.operand(op, i)))) return false;
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (!fits(m.type(m.result(op, i)))) return false;
  }
  return true;
}

bool ShapesAreStatic(const Module& m, OpId op) {
  return AllTypes(m, op, [&](TypeId type) {
    const TypeKind kind = m.types.kind(type);
    return kind == TypeKind::kTensor ? m.types.HasStaticShape(type)
                                     : kind != TypeKind::kUnrankedTensor;
  });
}

// Whether all operands and results are tensors of static shape.
bool HasStaticTensors(const Module& m, OpId op) {
  return AllTypes(m, op,
                  [&](TypeId type) { return m.types.HasStaticShape(type); });
}

// Returns the size that the rule requires for a dimension, or nullopt if it
// allows any size, because a window, slice or concatenation changes the size.
std::optional<int64_t> SizeOfDim(const Rule& rule, size_t tensor, size_t dim) {
  if (dim >= rule.rank(tensor)) return std::nullopt;
  int64_t size = 1;
  for (const int32_t factor : rule.factors(tensor, dim)) {
    const auto f = static_cast<size_t>(factor);
    const FactorType type = rule.factor_type(f);
    if (!rule.HasSize(f) ||
        (type != FactorType::kPassThrough && type != FactorType::kReduction)) {
      return std::nullopt;
    }
    size *= rule.factor_size(f);
  }
  return size;
}

// Whether a missing or misfitting rule means that the op's types and attributes
// contradict each other, and so deserves a warning. Not for kinds with
// kLooseTypes, nor for ops on tokens or empty tensors.
bool TypesMustFit(const Module& m, OpId op) {
  return !HasTrait(m, op, kLooseTypes) && AllTypes(m, op, [&](TypeId type) {
    return m.types.kind(type) == TypeKind::kTensor &&
           (!m.types.HasStaticShape(type) || m.types.ElementCount(type) != 0);
  });
}

// Whether the op's tensors may have a rule: their ranks must be known and,
// unless Module::dynamic_shapes() is set, so must their sizes.
bool MayHaveRule(const Module& m, OpId op) {
  return AllTypes(m, op, [&](TypeId type) {
    const TypeKind kind = m.types.kind(type);
    return kind == TypeKind::kTensor ? IsShardable(m, type)
                                     : kind != TypeKind::kUnrankedTensor;
  });
}

bool HasNeighbourBits(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kConcatenate;
}

// Returns the properties of neighbouring ops on which the rule depends, as
// bits; 0 for most ops.
uint32_t NeighbourBits(const Module& m, OpId op) {
  return HasNeighbourBits(m, op) && ConcatenatesSlices(m, op) ? 1 : 0;
}

// Returns null if the op's kind has no rule.
RuleFn RuleFunction(const Module& m, OpId op, const RuleOptions& options) {
  const OpDef& def = Def(m.kind(op));
  if (def.rule != nullptr) return def.rule;
  if (m.dynamic_shapes() && def.dynamic_rule != nullptr) {
    return def.dynamic_rule;
  }
  return options.extra ? def.extra_rule : nullptr;
}

// Whether the rule function may be called even though sizes are unknown.
bool IsForAnySize(const Module& m, OpId op, RuleFn fn) {
  return fn == PointwiseRule || fn == Def(m.kind(op)).dynamic_rule ||
         HasTrait(m, op, kRuleForAnySize);
}

// Calls `visit(factors, is_static)` for each dimension of each tensor.
template <class Fn>
void ForEachDim(const Module& m, OpId op, const Rule& rule, Fn visit) {
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    const std::span<const int64_t> shape = Shape(m, TensorOf(m, op, t));
    for (size_t d = 0; d < rule.rank(t); ++d) {
      visit(rule.factors(t, d), shape[d] != kDynamicDim);
    }
  }
}

// Replaces the sizes of factors in dimensions of unknown size with
// kUnknownSize. Returns false if such a factor isn't alone in each of its
// dimensions.
bool ForgetUnknownSizes(const Module& m, OpId op, Rule& rule) {
  ForEachDim(m, op, rule,
             [&](std::span<const int32_t> factors, bool is_static) {
               if (is_static) return;
               for (const int32_t f : factors)
                 rule.SetUnknownSize(static_cast<size_t>(f));
             });
  bool alone = true;
  ForEachDim(m, op, rule, [&](std::span<const int32_t> factors, bool) {
    for (const int32_t f : factors) {
      alone &= factors.size() == 1 || rule.HasSize(static_cast<size_t>(f));
    }
  });
  return alone;
}

std::string Named(const Module& m, OpId op) {
  const std::string_view target = CallTarget(m, op);
  return m.kind(op) == OpKind::kCustomCall && !target.empty()
             ? "custom call @" + std::string(target)
             : "op '" + std::string(m.op_name(op)) + "'";
}

}  // namespace

bool RuleReadsNeighbours(const Module& m, OpId op) {
  return HasTrait(m, op, kRuleReadsNeighbours) || HasNeighbourBits(m, op);
}

std::optional<Rule> CreateRule(const Module& m, OpId op,
                               const RuleOptions& options) {
  const RuleFn fn = RuleFunction(m, op, options);
  if (fn == nullptr || !MayHaveRule(m, op)) return std::nullopt;
  const bool is_static = ShapesAreStatic(m, op);
  if (!is_static && !IsForAnySize(m, op, fn)) return std::nullopt;
  // A rule without operands or results would not pass the verifier. (Shardy
  // makes one for a custom call without operands, and then fails.)
  if (m.operand_count(op) == 0 || m.result_count(op) == 0) return std::nullopt;
  const RuleContext context{m, op, options};
  RuleBuilder rule(m, op);
  if (!fn(context, rule) || !rule.ok()) return std::nullopt;
  Rule built = rule.Build();
  if (!is_static && !ForgetUnknownSizes(m, op, built)) return std::nullopt;
  return built;
}

RuleCost CostByUser(const Module& m, OpId op, Error& error) {
  const OpExtension* const extension =
      m.extensions != nullptr ? m.extensions->WithRules(m, op) : nullptr;
  if (extension == nullptr || !ShapesAreStatic(m, op)) return {};
  std::optional<Error> wrong;
  const RuleCost cost = FindExtensionCost(m, op, *extension, wrong);
  if (wrong) error.Set(0, "rule of " + Named(m, op) + ": " + wrong->message);
  return cost;
}

RuleId RuleLookup::GetOrCreate(OpId op) {
  const RuleId existing = m_.rule(op);
  if (existing) return existing;
  const RuleId rule = Get(op);
  if (rule && m_.result_count(op) > 0) m_.SetRule(op, rule);
  return rule;
}

RuleId RuleLookup::Get(OpId op) {
  const RuleId existing = m_.rule(op);
  if (existing) return existing;
  const OpExtension* extension =
      m_.extensions != nullptr ? m_.extensions->WithRules(m_, op) : nullptr;
  if (extension == nullptr && RuleFunction(m_, op, options_) == nullptr) {
    if (!CheckNames(op, /*has_rule=*/false)) return RuleId::None();
    // With the extra rules, constants without a rule cause no warning either.
    const uint32_t silent =
        kNoRule | kTerminator | (options_.extra ? kConstantLike : 0u);
    if (!HasTrait(m_, op, silent)) WarnOnce(op);
    return RuleId::None();
  }
  // A callback may look at the op's regions, which aren't part of any key.
  if (!options_.memo || HasTrait(m_, op, kRuleReadsNeighbours) ||
      (extension != nullptr && m_.region_count(op) > 0)) {
    return Make(op, extension);
  }
  OpKey key;
  if (!MakeOpKey(m_, op, key)) return FindOrMake(op, extension);
  key[kOwnKeyWord] = NeighbourBits(m_, op);
  if (const RuleId* const known = recent_.Find(key)) return *known;
  const RuleId rule = FindOrMake(op, extension);
  recent_.Put(key, rule);
  return rule;
}

void RuleLookup::SetKey(OpId op, uint32_t neighbour_bits) {
  const OpKind kind = m_.kind(op);
  key_.assign({kind == OpKind::kUnknown ? ~m_.name(op).index
                                        : static_cast<int32_t>(kind),
               m_.attr_dict(op).index, m_.operand_count(op),
               static_cast<int32_t>(neighbour_bits)});
  for (int i = 0; i < m_.operand_count(op); ++i) {
    key_.push_back(m_.type(m_.operand(op, i)).index);
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    key_.push_back(m_.type(m_.result(op, i)).index);
  }
}

RuleId RuleLookup::FindOrMake(OpId op, const OpExtension* extension) {
  SetKey(op, NeighbourBits(m_, op));
  const RuleMemo::KeyId key = memo_.keys_.Intern(key_);
  if (key.Slot() == memo_.rules_.size()) memo_.rules_.emplace_back();
  if (memo_.rules_[key.Slot()].IsNone() && !without_rule_.contains(key)) {
    const RuleId rule = Make(op, extension);
    memo_.rules_[key.Slot()] = rule;
    if (rule.IsNone()) without_rule_.insert(key);
  }
  return memo_.rules_[key.Slot()];
}

RuleId RuleLookup::Make(OpId op, const OpExtension* extension) {
  std::optional<Error> misfit;
  if (extension != nullptr && MayHaveRule(m_, op)) {
    ExtensionAnswer answer =
        FindExtensionRule(m_, op, *extension, options_, callback_rules_);
    if (answer.known) return answer.known;
    if (answer.rule) {
      const RuleId rule = m_.rules.Intern(*answer.rule);
      if (options_.memo && !answer.key.empty() &&
          callback_rules_.size() < kMostCallbackRules) {
        callback_rules_.emplace(std::move(answer.key), rule);
      }
      return rule;
    }
    if (answer.error) {
      std::string message =
          "rule of " + Named(m_, op) + ": " + answer.error->message;
      if (warnings_.errors.insert(message).second) {
        diagnostics_.Error(m_.Place(op), std::move(message));
      }
      return RuleId::None();
    }
    misfit = std::move(answer.misfit);
  }
  const bool built_in = m_.kind(op) == OpKind::kCustomCall
                            ? FindCustomCallRule(CallTarget(m_, op)) != nullptr
                            : RuleFunction(m_, op, options_) != nullptr;
  // A rule made from wrong attributes would be a guess.
  if (!CheckNames(op, /*has_rule=*/true)) return RuleId::None();
  const bool fits =
      !built_in || !HasStaticTensors(m_, op) || !FindAttributeFault(m_, op);
  if (fits) {
    if (const std::optional<Rule> rule = CreateRule(m_, op, options_)) {
      WarnOfMisfit(op, *rule);
      return m_.rules.Intern(*rule);
    }
  }
  if (built_in) {
    if (!ShapesAreStatic(m_, op)) {
      // An op on tensors of unknown size is expected to lack a rule, unless the
      // caller wants shardings to propagate through such tensors.
      if (m_.dynamic_shapes()) {
        Warn(op, Named(m_, op) + " has no rule for dimensions of unknown size");
      }
    } else if (!fits || TypesMustFit(m_, op)) {
      WarnOfFault(op, Named(m_, op) +
                          " has no rule: its types and attributes do not "
                          "fit together");
    }
    return RuleId::None();
  }
  if (extension == nullptr) {
    WarnOnce(op);
  } else if (misfit) {
    Warn(op, Named(m_, op) + " has no rule that fits: " + misfit->message);
  }
  return RuleId::None();
}

// The verifier doesn't compare the types of an op with each other. So a rule
// that was made from some of the types may contradict the others: it may shard
// together dimensions of different sizes.
void RuleLookup::WarnOfMisfit(OpId op, const Rule& rule) {
  if (!TypesMustFit(m_, op)) return;
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    const bool is_result = t >= rule.operand_count();
    const auto index =
        static_cast<int>(is_result ? t - rule.operand_count() : t);
    const ValueId value =
        is_result ? m_.result(op, index) : m_.operand(op, index);
    const std::span<const int64_t> shape = Shape(m_, value);
    for (size_t d = 0; d < shape.size(); ++d) {
      const std::optional<int64_t> size = SizeOfDim(rule, t, d);
      if (!size || *size == shape[d] || shape[d] == kDynamicDim) continue;
      std::string type;
      AppendType(m_, m_.type(value), type);
      WarnOfFault(
          op, fmt::format("{}: dimension {} of {} {}, {}, should have size {} "
                          "to fit the op's other types and attributes",
                          Named(m_, op), d, is_result ? "result" : "operand",
                          index, type, *size));
      return;
    }
  }
}

bool RuleLookup::CheckNames(OpId op, bool has_rule) {
  if (!HasUncheckedAttributes(m_.kind(op))) return true;
  const auto [right, is_new] =
      names_are_right_.try_emplace(LookOfNames(m_, op), true);
  if (!is_new && right->second) return true;
  const std::optional<NameFault> fault = FindNameFault(m_, op);
  if (!fault) return true;
  right->second = false;
  const bool loses_rule = has_rule && fault->is_invalid;
  WarnOfFault(op, Named(m_, op) + (loses_rule ? " has no rule: " : ": ") +
                      fault->error.message);
  return !fault->is_invalid;
}

void RuleLookup::WarnOnce(OpId op) {
  Warn(op, Named(m_, op) + " is unknown to SDY sharding rule registry");
}

void RuleLookup::WarnOfFault(OpId op, std::string message) {
  SetKey(op, /*neighbour_bits=*/0);
  std::string look = message + '\n';
  look.append(reinterpret_cast<const char*>(key_.data()),
              key_.size() * sizeof(key_[0]));
  if (!warnings_.reported.insert(std::move(look)).second) return;
  SourcePlace place = m_.Place(op);
  if (place.line > 0 &&
      !warnings_.reported
           .insert(fmt::format("{}\n{}:{}:{}", message, place.file, place.line,
                               place.column))
           .second) {
    return;
  }
  diagnostics_.Warning(std::move(place), std::move(message));
}

void RuleLookup::Warn(OpId op, std::string message) {
  if (warnings_.reported.insert(message).second) {
    diagnostics_.Warning(m_.Place(op), std::move(message));
  }
}

}  // namespace shardflow::internal
