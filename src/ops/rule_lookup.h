#ifndef SHARDFLOW_OPS_RULE_LOOKUP_H_
#define SHARDFLOW_OPS_RULE_LOOKUP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/intern.h"
#include "ir/module.h"
#include "ops/op_cache.h"
#include "ops/rule_builder.h"
#include "sharding/rule_template.h"

// Finds the sharding rule of an op: its own `sdy.sharding_rule` (the module's
// rule column), or else a rule of the caller's (ops/extensions.h), or else the
// rule that its kind defines.

namespace shardflow::internal {

struct OpExtension;

// Returns the rule that the op's kind defines, or nullopt if there is none.
// Doesn't look at the rule column. An op with tensors of dynamic shape has a
// rule only if Module::dynamic_shapes() is set and the rule doesn't depend on
// the sizes.
std::optional<Rule> CreateRule(const Module& m, OpId op,
                               const RuleOptions& options = {});

// Whether the op's sharding rule may depend on the ops around it or on its
// regions, and not only on the op's key (ops/op_cache.h).
bool RuleReadsNeighbours(const Module& m, OpId op);

// Returns the costs that the caller's rule states for the op. Sets `error` if
// the rule is invalid.
RuleCost CostByUser(const Module& m, OpId op, Error& error);

// The warnings reported so far. Each unknown op name and custom call target is
// reported only once, and so is each fault of ops that are alike.
struct RuleWarnings {
  absl::flat_hash_set<std::string> reported;
  // Errors in the caller's rules.
  absl::flat_hash_set<std::string> errors;
};

// The rules that lookups in one module have found, so that passes that run one
// after the other, and each have a lookup, don't make them again. Only lookups
// with the same options use them.
class RuleMemo {
 public:
  explicit RuleMemo(RuleOptions options) : options_(options) {
    options_.found = nullptr;
  }

 private:
  friend class RuleLookup;
  struct KeyTag {};
  using KeyId = Id<KeyTag>;

  bool IsFor(RuleOptions options) const {
    options.found = nullptr;
    return options == options_;
  }

  RuleOptions options_;
  // The rules by key. A key consists of the kind (the name for an unknown op),
  // attributes, operand count, properties of neighbouring ops (NeighbourBits),
  // and the types of operands and results.
  ArrayStore<KeyId, int32_t> keys_;
  std::vector<RuleId> rules_;
};

// Finds rules for the ops of a module and caches them. Rules that depend only
// on an op's kind, attributes and types are made once for all equal ops. (For
// the others see kRuleReadsNeighbours.)
class RuleLookup {
 public:
  // Ops without a rule are reported as warnings, unless they lack a rule on
  // purpose. So are ops whose attributes or types don't fit together. All
  // arguments passed by reference must outlive the lookup. `warnings` is
  // separate so that later lookups don't repeat them.
  RuleLookup(Module& m, RuleOptions options, RuleWarnings& warnings,
             Diagnostics& diagnostics)
      : m_(m),
        options_(options),
        warnings_(warnings),
        diagnostics_(diagnostics),
        own_(options),
        memo_(options.found != nullptr && options.found->IsFor(options)
                  ? *options.found
                  : own_) {}
  RuleLookup(const RuleLookup&) = delete;
  RuleLookup& operator=(const RuleLookup&) = delete;

  // Returns the op's rule in the rule column. If the column has none, finds the
  // rule and stores it there. Returns None if the op has no rule. A rule for an
  // op without results (which can only be a caller's) isn't stored, because
  // Shardy's verifier would reject it in the program's text.
  RuleId GetOrCreate(OpId op);
  // Like GetOrCreate, but stores nothing in the column.
  RuleId Get(OpId op);

 private:
  RuleId FindOrMake(OpId op, const OpExtension* extension);
  RuleId Make(OpId op, const OpExtension* extension);
  // Sets key_ to the op's key, with these bits.
  void SetKey(OpId op, uint32_t neighbour_bits);
  // Warns if an attribute of the op is missing, misspelt or of the wrong kind.
  // Returns false if the op is invalid because of that.
  bool CheckNames(OpId op, bool has_rule);
  void WarnOnce(OpId op);
  // Warns if the op has a dimension whose size contradicts the rule.
  void WarnOfMisfit(OpId op, const Rule& rule);
  // Reports a fault of an op: once for all ops that are alike, and once for
  // copies of an op, even if a pass gave them other attributes.
  void WarnOfFault(OpId op, std::string message);
  void Warn(OpId op, std::string message);

  Module& m_;
  RuleOptions options_;
  RuleWarnings& warnings_;
  Diagnostics& diagnostics_;
  // The rules of callbacks (see CallbackRules in ops/extensions.h).
  absl::flat_hash_map<std::string, RuleId> callback_rules_;
  // Whether nothing is wrong with the names of attributes, by kind and
  // dictionary.
  absl::flat_hash_map<uint64_t, bool> names_are_right_;
  // The rules that were looked up recently.
  OpCache<RuleId> recent_;
  // The rules found so far, and the table in use: this one, or
  // RuleOptions::found.
  RuleMemo own_;
  RuleMemo& memo_;
  // The ops of these keys have no rule. Other lookups look for one themselves,
  // because they may have to say what is wrong.
  absl::flat_hash_set<RuleMemo::KeyId> without_rule_;
  std::vector<int32_t> key_;  // temporary
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_RULE_LOOKUP_H_
