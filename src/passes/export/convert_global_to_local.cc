#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/check_attributes.h"
#include "ops/custom_call.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/shard_local.h"
#include "ops/symbols.h"
#include "ops/unreduced.h"
#include "passes/export/main_shardings.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/compat.h"
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

// Writes the shardings of the main function's arguments and results, with their
// meshes, into the module's attributes. If there is any mesh, a value without a
// sharding is replicated on the first one.
void KeepMainShardings(Module& m, const SymbolTable& symbols) {
  const OpId main = MainFunction(m);
  const TypeId type = main ? FunctionType(m, main) : TypeId::None();
  if (type.IsNone()) return;
  MeshId first;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    first = symbols.FindMesh(m, m.symbol(op));
    break;
  }
  if (first.IsNone()) return;
  const auto written = [&](ShardingId sharding, TypeId type) {
    if (sharding.IsNone()) {
      return m.shardings.FullyClosed(MeshRef::Inlined(first), RankOf(m, type));
    }
    const MeshRef ref = m.shardings.Get(sharding).mesh;
    return WithMesh(m.shardings, sharding,
                    MeshRef::Inlined(symbols.FindMesh(m, ref)));
  };
  std::vector<ShardingId> parameters, outputs;
  for (size_t i = 0; i < m.types.input_count(type); ++i) {
    parameters.push_back(
        written(ArgSharding(m, main, i), m.types.input(type, i)));
  }
  for (size_t i = 0; i < m.types.result_count(type); ++i) {
    outputs.push_back(
        written(ResultSharding(m, main, i), m.types.result(type, i)));
  }
  m.SetAttr(m.root(), m.names.Intern(kParameterShardings),
            m.attrs.ShardingPerValue(parameters));
  m.SetAttr(m.root(), m.names.Intern(kOutputShardings),
            m.attrs.ShardingPerValue(outputs));
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

// An op of which each device computes a partial result, and the axes of the
// dimensions that it reduces.
struct PartialOp {
  OpId op;
  std::vector<AxisRef> axes;
};

// Checks the ops for which there is no LocalFunction. (Those functions make
// more precise checks themselves.)
class OpChecker {
 public:
  OpChecker(Module& m, const SymbolTable& symbols, PassContext& context)
      : m_(m),
        symbols_(symbols),
        diagnostics_(context.diagnostics),
        rules_(m, AllRulesOf(context), warnings_, silent_) {}

  // Whether devices can run the ops on their shards: each op has a rule, and no
  // sharded dimension has to be whole. Otherwise, reports an error.
  bool Run(const std::vector<OpId>& ops) {
    for (const OpId op : ops) {
      if (LocalFunction(m_.kind(op)) != nullptr || m_.HasFuncRow(op)) continue;
      if (!Check(op)) return false;
    }
    return true;
  }
  // The ops that Run() found to compute partial results.
  const std::vector<PartialOp>& partial() const { return partial_; }

 private:
  std::span<const AxisRef> AxesOf(ValueId value, size_t dim) const {
    const ShardingId sharding = GetSharding(m_, value);
    if (sharding.IsNone()) return {};
    const ShardingView view = m_.shardings.Get(sharding);
    if (dim >= view.rank()) return {};
    return m_.shardings.axes(view.dims[dim].axes);
  }
  const Mesh* MeshOf(ValueId value) const {
    const ShardingId sharding = GetSharding(m_, value);
    if (sharding.IsNone()) return nullptr;
    const MeshId mesh = symbols_.FindMesh(m_, m_.shardings.Get(sharding).mesh);
    return mesh ? &m_.shardings.mesh(mesh) : nullptr;
  }
  bool IsSharded(ValueId value, size_t dim) const {
    const std::span<const AxisRef> axes = AxesOf(value, dim);
    const Mesh* const mesh = MeshOf(value);
    return mesh != nullptr && TotalSize(axes, *mesh) > 1;
  }
  // Returns the number of a sharded tensor of the op, or nullopt if there is
  // none.
  std::optional<size_t> ShardedTensor(OpId op) const {
    const auto tensors =
        static_cast<size_t>(m_.operand_count(op) + m_.result_count(op));
    for (size_t t = 0; t < tensors; ++t) {
      const ValueId value = TensorOf(m_, op, t);
      for (size_t d = 0; d < Shape(m_, value).size(); ++d) {
        if (IsSharded(value, d)) return t;
      }
    }
    return std::nullopt;
  }
  // Returns text such as "result 0" for messages.
  std::string TensorText(OpId op, size_t tensor) const {
    const auto operands = static_cast<size_t>(m_.operand_count(op));
    return tensor < operands ? fmt::format("operand {}", tensor)
                             : fmt::format("result {}", tensor - operands);
  }

  bool Check(OpId op) {
    const RuleId id = rules_.Get(op);
    if (id.IsNone() ||
        MustReplicate(m_, op, /*any_collective=*/true) == Replicate::kAll) {
      return CheckReplicated(op);
    }
    if (IsOpaque(m_, op)) {
      for (const int64_t dim : MixedDimsOf(m_, op)) {
        if (IsSharded(m_.operand(op, 0), static_cast<size_t>(dim))) {
          return FailAsWhole(op, 0, dim);
        }
      }
    }
    const Rule& rule = m_.rules.Get(id);
    if (id.Slot() >= plain_.size()) plain_.resize(id.Slot() + 1);
    std::optional<bool>& plain = plain_[id.Slot()];
    if (!plain) plain = IsPlain(rule);
    return *plain || CheckFactors(op, rule);
  }

  // Checks an op whose shards nothing is known about.
  bool CheckReplicated(OpId op) {
    if (!IsComputation(m_, op) || IsConstantLike(m_, op)) return true;
    const std::optional<size_t> tensor = ShardedTensor(op);
    if (!tensor) return true;
    if (m_.result_count(op) == 0) {
      // No value of the program depends on it. As in Shardy, it stays.
      diagnostics_.Warning(
          m_.Place(op), fmt::format("'{}' op has no sharding rule: each device "
                                    "runs it on its shards",
                                    m_.op_name(op)));
      return true;
    }
    diagnostics_.Error(
        m_.Place(op),
        fmt::format("'{}' op can't be computed in parts, but {} is sharded "
                    "(run -shardflow-replicate-unsupported first)",
                    m_.op_name(op), TensorText(op, *tensor)));
    return false;
  }

  // Whether the rule has only pass-through factors.
  static bool IsPlain(const Rule& rule) {
    for (size_t f = 0; f < rule.factor_count(); ++f) {
      if (rule.factor_type(f) != FactorType::kPassThrough) return false;
    }
    return true;
  }

  bool CheckFactors(OpId op, const Rule& rule) {
    std::vector<AxisRef> reduced;
    for (size_t f = 0; f < rule.factor_count(); ++f) {
      if (rule.factor_type(f) == FactorType::kPassThrough) continue;
      for (size_t t = 0; t < rule.tensor_count(); ++t) {
        const int32_t dim = rule.DimOf(t, f);
        const ValueId value = TensorOf(m_, op, t);
        const auto d = static_cast<size_t>(dim);
        if (dim < 0 || !IsSharded(value, d)) continue;
        if (rule.factor_type(f) != FactorType::kReduction) {
          return FailAsWhole(op, t, dim);
        }
        for (const AxisRef& axis : AxesOf(value, d)) {
          if (std::find(reduced.begin(), reduced.end(), axis) ==
              reduced.end()) {
            reduced.push_back(axis);
          }
        }
      }
    }
    if (reduced.empty()) return true;
    // A reduced factor may share its dimension with one that results have.
    for (int i = 0; i < m_.result_count(op); ++i) {
      const ValueId result = m_.result(op, i);
      for (size_t d = 0; d < Shape(m_, result).size(); ++d) {
        if (const Mesh* const mesh = MeshOf(result)) {
          reduced = AxesDifference(reduced, AxesOf(result, d), *mesh);
        }
      }
    }
    partial_.push_back({op, std::move(reduced)});
    return true;
  }

  bool FailAsWhole(OpId op, size_t tensor, int64_t dim) {
    diagnostics_.Error(
        m_.Place(op), fmt::format("'{}' op needs all of dimension {} of {} on "
                                  "each device, but it is sharded",
                                  m_.op_name(op), dim, TensorText(op, tensor)));
    return false;
  }

  Module& m_;
  const SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  Diagnostics silent_;
  RuleWarnings warnings_;
  RuleLookup rules_;
  // Indexed by rule (most ops share theirs): whether it is plain, if known.
  std::vector<std::optional<bool>> plain_;
  std::vector<PartialOp> partial_;
};

// Checks that collectives combine the partial results.
bool CheckPartial(LocalContext& c, const std::vector<PartialOp>& ops,
                  bool any_collective) {
  for (const PartialOp& partial : ops) {
    if (c.m.result_count(partial.op) == 0) continue;
    const ShardingId sharding = c.Sharding(c.m.result(partial.op, 0));
    const ReductionKind declared =
        sharding ? c.m.shardings.Get(sharding).reduction : ReductionKind::kSum;
    if (!CheckReduced(
            c, partial.op, partial.axes,
            PartialReduction(c.m, partial.op, declared, any_collective))) {
      return false;
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
  const Compat forms = LocalFormsOf(context);
  const LocalOptions local_options{
      .per_dim_all_gather = options.per_dim_all_gather,
      .combine_reduce_scatter = options.combine_multi_dimension_reduce_scatter,
      .groups_as_axes = options.enable_rgv3.value_or(GroupsAreAxes(forms)),
      .by_replica = options.replica_count > 1,
      .shared_channel = context.shared_channel,
      .forms = forms,
  };
  OpChecker checker(m, symbols, context);
  if (!checker.Run(ops)) return false;
  if (ModulesKeepShardings(forms)) KeepMainShardings(m, symbols);
  LocalContext c(m, symbols, local_options, context.diagnostics);
  if (!c.ok()) return false;
  for (const OpId function : Functions(m)) {
    if (!LocalizeSignature(m, symbols, function, context)) return false;
  }
  if (!CheckPartial(c, checker.partial(), context.any_collective) ||
      !LocalizeOps(c, ops)) {
    return false;
  }
  for (const OpId op : ops) {
    if (!m.IsErased(op) && m.kind(op) == OpKind::kManualComputation) {
      InlineManualComputation(m, op);
    }
  }
  return true;
}

}  // namespace shardflow::internal
