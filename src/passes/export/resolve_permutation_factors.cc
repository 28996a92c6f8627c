#include <cstddef>
#include <optional>
#include <vector>

#include "ir/walk.h"
#include "lower/op_reshards.h"
#include "lower/permutation.h"
#include "ops/check_attributes.h"
#include "ops/dialects.h"
#include "ops/functions.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/shard_local.h"
#include "ops/sharded_key.h"
#include "ops/symbols.h"
#include "passes/pass.h"

// Handles ops that move elements along a sharded dimension (a permutation
// factor of their rule): devices exchange halos if there is a plan for that;
// otherwise the dimension is replicated.

namespace shardflow::internal {
namespace {

bool ByHalo(PermutationResolver& resolver, const Module& m, OpId op) {
  switch (MovesOf(m, op)) {
    case Moves::kPads:
      return resolver.ResolvePad(op);
    case Moves::kSlices:
      return resolver.ResolveSlice(op);
    case Moves::kReverses:
      return resolver.ResolveReverse(op);
    case Moves::kNothing:
      break;
  }
  return false;
}

}  // namespace

bool ResolvePermutationFactors(Module& m,
                               const ResolvePermutationFactorsOptions& options,
                               PassContext& context) {
  if (options.replica_count > 1 && options.partition_count > 1) {
    context.diagnostics.Error(
        m.Place(m.root()),
        "Shardy partitioner does not support replica_count > 1 && "
        "partition_count > 1 yet.");
    return false;
  }
  if (!CheckOpAttributes(m, context.diagnostics)) return false;
  SymbolTable symbols(m);
  // Indexed by rule: whether it has a permutation factor.
  std::vector<std::optional<bool>> permutes(m.rules.size());
  const auto must_be_whole = [&](OpId op) {
    return !options.rng_bit_generator_unsafe &&
           MustReplicate(m, op, /*any_collective=*/true) == Replicate::kAll;
  };
  const auto may_change = [&](OpId op) {
    if (IsReshape(m, op) || MovesOf(m, op) != Moves::kNothing ||
        must_be_whole(op)) {
      return true;
    }
    const RuleId rule = m.rule(op);
    if (rule.IsNone()) return true;
    std::optional<bool>& known = permutes[rule.Slot()];
    if (!known) known = m.rules.Get(rule).Has(FactorType::kPermutation);
    return *known;
  };
  // Changing one op doesn't affect whether another may change, so all ops are
  // listed in advance.
  std::vector<OpId> ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (!HasTrait(m, op, kTerminator) && IsStablehlo(m.kind(op)) &&
        may_change(op)) {
      ops.push_back(op);
    }
  });
  RuleLookup rules(m, RuleOptionsOf(context), context.rule_warnings,
                   context.diagnostics);
  const LowerContext lower{m, symbols, context.diagnostics, context.compat};
  OpResharder resharder(lower, rules, context.memo);
  PermutationResolver resolver(m, symbols,
                               /*by_replica=*/options.replica_count > 1,
                               LocalFormsOf(context));
  const auto resolve = [&](OpId op) {
    if (IsReshape(m, op)) {
      return resolver.ResolveReshape(op, options.enable_halo_exchange);
    }
    // This comes before the test of the rule, because the rule of a pad that
    // only shifts has no permutation factors.
    if (options.enable_halo_exchange && MovesOf(m, op) != Moves::kNothing &&
        ByHalo(resolver, m, op)) {
      return;
    }
    if (must_be_whole(op)) {
      resharder.ReplicateFactors(
          op, [](const Rule&, size_t, int64_t) { return true; });
      return;
    }
    const RuleId id = rules.Get(op);
    if (id.IsNone() || m.rules.Get(id).is_custom() ||
        !m.rules.Get(id).Has(FactorType::kPermutation)) {
      return;
    }
    resharder.ReplicateFactors(
        op, [&](const Rule& rule, size_t factor, int64_t /*shards*/) {
          return rule.factor_type(factor) == FactorType::kPermutation &&
                 !resolver.IsLocalDim(op, factor);
        });
  };
  OpCache<bool> unchanged;
  for (const OpId op : ops) {
    OpKey key;
    const bool has_key = context.memo && MakeShardedOpKey(m, op, key);
    if (has_key && unchanged.Find(key) != nullptr) continue;
    // Every change creates an op.
    const size_t before = m.op_table_size();
    resolve(op);
    if (has_key && m.op_table_size() == before) unchanged.Put(key, true);
  }
  return true;
}

}  // namespace shardflow::internal
