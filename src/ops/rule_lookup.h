#ifndef SHARDFLOW_OPS_RULE_LOOKUP_H_
#define SHARDFLOW_OPS_RULE_LOOKUP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "base/diagnostics.h"
#include "base/intern.h"
#include "ir/module.h"
#include "ops/rule_builder.h"
#include "sharding/rule_template.h"

// The sharding rule of an op of the module: its own `sdy.sharding_rule` (the
// module's rule column), or else the caller's (ops/extensions.h), or else the
// one that its kind defines.

namespace shardflow::internal {

struct OpExtension;

// The rule that the op's kind defines; nothing if there is none. The rule
// column is not looked at. Ops with tensors of dynamic shape have no rule.
std::optional<Rule> CreateRule(const Module& m, OpId op,
                               const RuleOptions& options = {});

// What the caller's rule for the op says about its cost. `error` is what is
// wrong with the rule, if anything.
RuleCost CostByUser(const Module& m, OpId op, std::string& error);

// Which ops without a rule were reported: each op name and each custom call
// target once.
struct RuleWarnings {
  absl::flat_hash_set<std::string> reported;
  // In the caller's rules.
  absl::flat_hash_set<std::string> errors;
};

// Finds rules for the ops of a module, and remembers. Rules that are a
// function of an op's kind, attributes and types alone (all but a few, see
// kRuleReadsNeighbours) are made once for all equal ops.
class RuleLookup {
 public:
  // Ops without a rule are reported in `diagnostics` as warnings, unless they
  // are such by design. All three outlive the lookup; `warnings` may outlive
  // it too, so that later lookups don't repeat them.
  RuleLookup(Module& m, RuleOptions options, RuleWarnings& warnings,
             Diagnostics& diagnostics)
      : m_(m),
        options_(options),
        warnings_(warnings),
        diagnostics_(diagnostics) {}

  // The rule in the column, put there if there was none; None if the op has no
  // rule.
  RuleId GetOrCreate(OpId op);
  // As above, but leaves the column alone.
  RuleId Get(OpId op);

 private:
  struct KeyTag {};
  using KeyId = Id<KeyTag>;

  RuleId Make(OpId op, const OpExtension* extension);
  void WarnOnce(OpId op);
  void Warn(OpId op, std::string message);

  Module& m_;
  RuleOptions options_;
  RuleWarnings& warnings_;
  Diagnostics& diagnostics_;
  // Rules of known keys. A key is {kind (of an unknown op: its name),
  // attributes, operand count, types of operands and results}.
  ArrayStore<KeyId, int32_t> keys_;
  std::vector<RuleId> rules_;
  std::vector<int32_t> key_;  // scratch
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_RULE_LOOKUP_H_
