#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/check_attributes.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/rule_lookup.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

// Turns a program on global tensors into the program that each device runs on
// its shards. ops/local.h defines what each op needs to become local.

namespace shardflow::internal {
namespace {

// Returns the local type of a function's argument or result. On error,
// sets `ok` to false and returns `type`.
TypeId LocalOrFail(Module& m, const SymbolTable& symbols, OpId function,
                   TypeId type, ShardingId sharding, std::string_view what,
                   size_t i, bool& ok, PassContext& context) {
  const std::optional<TypeId> local = LocalType(m, symbols, type, sharding);
  if (local) return *local;
  ok = false;
  context.diagnostics.Error(
      m.Place(function),
      fmt::format("{} #{} has a sharding that doesn't divide its shape", what,
                  i));
  return type;
}

bool LocalizeSignature(Module& m, const SymbolTable& symbols, OpId function,
                       PassContext& context) {
  const TypeId type = FunctionType(m, function);
  if (type.IsNone()) return true;
  bool ok = true;
  std::vector<TypeId> inputs, results;
  const BlockId entry = EntryBlock(m, function);
  for (size_t i = 0; i < m.types.input_count(type); ++i) {
    inputs.push_back(entry ? m.type(m.args(entry)[i])
                           : LocalOrFail(m, symbols, function,
                                         m.types.input(type, i),
                                         ArgSharding(m, function, i),
                                         "argument", i, ok, context));
  }
  for (size_t i = 0; i < m.types.result_count(type); ++i) {
    results.push_back(LocalOrFail(m, symbols, function, m.types.result(type, i),
                                  ResultSharding(m, function, i), "result", i,
                                  ok, context));
  }
  m.SetAttr(function, name::kFunctionType,
            m.attrs.Type(m.types.Function(inputs, results)));
  return ok;
}

// Replaces a manual computation with its body, which is already local.
void InlineManualComputation(Module& m, OpId op) {
  const BlockId body = m.first_block(m.region(op, 0));
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId arg = m.args(body)[static_cast<size_t>(i)];
    if (m.HasUses(arg)) m.ReplaceAllUses(arg, m.operand(op, i));
  }
  const OpId end = m.terminator(body);
  m.MoveOpsBefore(body, op);
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    if (m.HasUses(result)) m.ReplaceAllUses(result, m.operand(end, i));
  }
  m.Erase(end);
  m.Erase(op);
}

// Whether each device needs all of a dimension with a factor of this type.
bool IsWhole(FactorType type) {
  return type == FactorType::kNeedReplication ||
         type == FactorType::kPermutation;
}

// Checks that no sharded dimension has a need-replication or permutation
// factor. (A LocalFunction makes more precise checks itself. As in Shardy, ops
// without a rule count as local.)
bool CheckFactors(Module& m, const SymbolTable& symbols,
                  const std::vector<OpId>& ops, PassContext& context) {
  Diagnostics silent;
  RuleWarnings warnings;
  RuleOptions rule_options = RuleOptionsOf(context);
  rule_options.extra = true;
  RuleLookup rules(m, rule_options, warnings, silent);
  const auto is_sharded = [&](ValueId value, size_t dim) {
    const ShardingId sharding = GetSharding(m, value);
    if (sharding.IsNone()) return false;
    const ShardingView view = m.shardings.Get(sharding);
    const MeshId mesh = symbols.FindMesh(m, view.mesh);
    return mesh && dim < view.rank() &&
           ShardedSize(m.shardings, view.dims[dim], m.shardings.mesh(mesh)) > 1;
  };
  const auto is_good = [&](const Rule& rule) {
    for (size_t f = 0; f < rule.factor_count(); ++f) {
      if (IsWhole(rule.factor_type(f))) return false;
    }
    return true;
  };
  std::vector<bool> good;  // indexed by rule; most ops share theirs
  for (const OpId op : ops) {
    if (LocalFunction(m.kind(op)) != nullptr || m.HasFuncRow(op)) continue;
    const RuleId id = rules.Get(op);
    if (id.IsNone()) continue;
    if (id.Slot() < good.size() && good[id.Slot()]) continue;
    const Rule& rule = m.rules.Get(id);
    if (rule.is_custom() || is_good(rule)) {
      good.resize(std::max(good.size(), id.Slot() + 1));
      good[id.Slot()] = true;
      continue;
    }
    for (size_t f = 0; f < rule.factor_count(); ++f) {
      if (!IsWhole(rule.factor_type(f))) continue;
      for (size_t t = 0; t < rule.tensor_count(); ++t) {
        const int32_t dim = rule.DimOf(t, f);
        const auto i = static_cast<int>(t);
        const int operands = m.operand_count(op);
        const ValueId value =
            i < operands ? m.operand(op, i) : m.result(op, i - operands);
        if (dim < 0 || !is_sharded(value, static_cast<size_t>(dim))) continue;
        context.diagnostics.Error(
            m.Place(op),
            fmt::format("'{}' op needs all of dimension {} of {} "
                        "{} on each device, but it is sharded",
                        m.op_name(op), dim, i < operands ? "operand" : "result",
                        i < operands ? i : i - operands));
        return false;
      }
    }
  }
  return true;
}

bool LocalizeOps(LocalContext& c, const std::vector<OpId>& ops) {
  for (const OpId op : ops) {
    const LocalFn local = LocalFunction(c.m.kind(op));
    if (local != nullptr && !local(c, op)) return false;
  }
  return true;
}

}  // namespace

bool ConvertGlobalToLocal(Module& m, const ConvertGlobalToLocalOptions& options,
                          PassContext& context) {
  if (options.replica_count > 1 && options.partition_count > 1) {
    context.diagnostics.Error(
        m.Place(m.root()),
        "Shardy partitioner convert_global_to_local does not support both "
        "replica_count > 1 and partition_count > 1 yet.");
    return false;
  }
  if (!CheckOpAttributes(m, context.diagnostics)) return false;
  const SymbolTable symbols(m);
  std::vector<OpId> ops;
  WalkPreOrder(m, m.root(), [&](OpId op) { ops.push_back(op); });
  const LocalOptions local_options{
      .per_dim_all_gather = options.per_dim_all_gather,
      .combine_reduce_scatter = options.combine_multi_dimension_reduce_scatter,
      .groups_as_axes = options.enable_rgv3,
      .by_replica = options.replica_count > 1,
      .shared_channel = context.shared_channel,
  };
  if (!CheckFactors(m, symbols, ops, context)) return false;
  LocalContext c(m, symbols, local_options, context.diagnostics);
  if (!c.ok()) return false;
  for (const OpId function : Functions(m)) {
    if (!LocalizeSignature(m, symbols, function, context)) return false;
  }
  if (!LocalizeOps(c, ops)) return false;
  for (const OpId op : ops) {
    if (!m.IsErased(op) && m.kind(op) == OpKind::kManualComputation) {
      InlineManualComputation(m, op);
    }
  }
  return true;
}

}  // namespace shardflow::internal
