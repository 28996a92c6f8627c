#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ir/walk.h"
#include "lower/op_reshards.h"
#include "lower/permutation.h"
#include "ops/builder.h"
#include "ops/check_attributes.h"
#include "ops/data_flow.h"
#include "ops/dialects.h"
#include "ops/functions.h"
#include "ops/local.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/shard_local.h"
#include "ops/sharded_key.h"
#include "ops/symbols.h"
#include "ops/unreduced.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"
#include "sharding/unreduced.h"

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

// Whether a factor of a convolution must be replicated although it isn't a
// permutation factor: the windows are reduced along it, or it numbers groups
// that share a dimension with their features.
bool SplitsWindowsOrGroups(const Module& m, OpId op, const Rule& rule,
                           size_t factor, int64_t shards) {
  if (MustReplicateFactor(m, op, rule, factor, shards)) return true;
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    if (rule.DimOf(t, factor) < 0) return false;
  }
  const auto dim = static_cast<size_t>(rule.DimOf(2, factor));
  return rule.factors(2, dim).size() > 1;
}

// The axes of `axes` that shard or reduce an operand of the op.
std::vector<AxisRef> AxesOfOperands(Module& m, OpId op,
                                    std::span<const AxisRef> axes,
                                    const Mesh& mesh) {
  std::vector<AxisRef> rest(axes.begin(), axes.end());
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ShardingId sharding = GetSharding(m, m.operand(op, i));
    if (sharding.IsNone()) continue;
    const ShardingView view = m.shardings.Get(sharding);
    rest = AxesDifference(rest, m.shardings.axes(view.unreduced), mesh);
    for (const DimSharding& dim : view.dims) {
      rest = AxesDifference(rest, m.shardings.axes(dim.axes), mesh);
    }
  }
  return AxesDifference(axes, rest, mesh);
}

// After operands have been replicated: removes the axes along which the result
// is no longer partial from its sharding, and from the all_reduces behind it.
void DropReduced(Module& m, const SymbolTable& symbols, OpId op) {
  const ShardingId sharding = GetSharding(m, m.result(op, 0));
  if (sharding.IsNone()) return;
  const MeshId id = symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  if (id.IsNone()) return;
  const Mesh mesh = m.shardings.mesh(id);
  const std::span<const AxisRef> before =
      m.shardings.axes(m.shardings.Get(sharding).unreduced);
  const std::vector<AxisRef> unreduced(before.begin(), before.end());
  const std::vector<AxisRef> partial = AxesOfOperands(m, op, unreduced, mesh);
  const std::vector<AxisRef> dropped = AxesDifference(unreduced, partial, mesh);
  if (dropped.empty()) return;
  std::vector<ValueId> todo = {m.result(op, 0)};
  while (!todo.empty()) {
    const ValueId value = todo.back();
    todo.pop_back();
    const ShardingId now = GetSharding(m, value);
    if (now.IsNone()) continue;
    const std::span<const AxisRef> axes =
        m.shardings.axes(m.shardings.Get(now).unreduced);
    SetSharding(
        m, value,
        WithUnreduced(m.shardings, now, AxesDifference(axes, dropped, mesh)));
    std::vector<OpId> users;
    for (const UseId use : m.Uses(value)) users.push_back(m.use(use).owner);
    for (const OpId user : users) {
      if (IsExplicitReshard(m, user)) {
        todo.push_back(m.result(user, 0));
      } else if (IsSdyReduction(m, user)) {
        const std::vector<AxisRef> rest =
            AxesDifference(ReducedAxes(m, user), dropped, mesh);
        if (rest.empty()) {
          m.ReplaceAllUses(m.result(user, 0), value);
          m.Erase(user);
        } else {
          m.SetAttr(
              user, name::kReductionAxes,
              m.attrs.Make(AxisRefListAttr{m.shardings.InternAxes(rest)}));
        }
      }
    }
  }
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
  const auto has_windows = [&](OpId op) {
    return ReplicatesWindowsAndGroups(LocalFormsOf(context)) &&
           MustReplicate(m, op, /*any_collective=*/true) ==
               Replicate::kConvolution;
  };
  const auto may_change = [&](OpId op) {
    if (IsReshape(m, op) || MovesOf(m, op) != Moves::kNothing ||
        must_be_whole(op) || has_windows(op)) {
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
    if (id.IsNone() || m.rules.Get(id).is_custom()) return;
    if (has_windows(op)) {
      resharder.ReplicateFactors(
          op, [&](const Rule& rule, size_t factor, int64_t shards) {
            return rule.factor_type(factor) == FactorType::kPermutation ||
                   SplitsWindowsOrGroups(m, op, rule, factor, shards);
          });
      DropReduced(m, symbols, op);
      return;
    }
    if (!m.rules.Get(id).Has(FactorType::kPermutation)) return;
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
