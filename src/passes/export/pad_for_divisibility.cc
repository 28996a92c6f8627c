#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "lower/emit.h"
#include "lower/reshard_lowering.h"
#include "ops/check_attributes.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/padded.h"
#include "ops/properties.h"
#include "ops/reduction.h"
#include "ops/rule_lookup.h"
#include "ops/shard_local.h"
#include "ops/sharded_key.h"
#include "ops/symbols.h"
#include "ops/unreduced.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/compat.h"
#include "sharding/tensor.h"

// Pads tensors so that every sharded dimension is divisible by its number of
// shards. ops/padded.h defines what values an op needs in the padding.

namespace shardflow::internal {
namespace {

bool FailFunction(Module& m, OpId function, std::string_view what, size_t i,
                  PassContext& context) {
  context.diagnostics.Error(
      m.Place(function),
      fmt::format("'{}' op {} #{} has a non-divisible sharding. Shardy expects "
                  "function IO to be divisible.",
                  m.op_name(function), what, i));
  context.diagnostics.Error(
      m.Place(function),
      fmt::format("failed to legalize operation '{}' that was explicitly "
                  "marked illegal",
                  m.op_name(function)));
  return false;
}

// Checks that arguments and results need no padding, because callers pass
// tensors without it.
bool CheckSignature(Module& m, const SymbolTable& symbols, OpId function,
                    PassContext& context) {
  const TypeId type = FunctionType(m, function);
  if (type.IsNone()) return true;
  for (size_t i = 0; i < m.types.input_count(type); ++i) {
    const TypeId arg = m.types.input(type, i);
    if (DivisibleType(m, symbols, arg, ArgSharding(m, function, i)) != arg) {
      return FailFunction(m, function, "argument", i, context);
    }
  }
  for (size_t i = 0; i < m.types.result_count(type); ++i) {
    const TypeId result = m.types.result(type, i);
    if (DivisibleType(m, symbols, result, ResultSharding(m, function, i)) !=
        result) {
      return FailFunction(m, function, "result", i, context);
    }
  }
  return true;
}

// Replaces collectives that change the shards of a dimension so that neither
// the old nor the new shard of a device contains the other. For example, 12
// elements on 2 devices are in shards of 6, but on 2 x 4 devices they are
// padded to 16, in shards of 2. Such a dimension is gathered and sliced again
// instead.
class Unnesting {
 public:
  Unnesting(Module& m, const SymbolTable& symbols, PassContext& context)
      : m_(m),
        symbols_(symbols),
        context_(context),
        lowering_(m, symbols, PlanChoice::kDefault, context.compat) {}

  bool Run(OpId function) {
    std::vector<OpId> ops;
    WalkPreOrder(m_, function, [&](OpId op) {
      if (Def(m_.kind(op)).spelling == ShardingSpelling::kOutSharding) {
        ops.push_back(op);
      }
    });
    for (const OpId op : ops) {
      const std::vector<size_t> dims = BadDims(op);
      if (!dims.empty() && !GatherAndSlice(op, dims)) return false;
    }
    return true;
  }

 private:
  const Mesh* MeshOf(ShardingId sharding) const {
    const MeshId id = symbols_.FindMesh(m_, m_.shardings.Get(sharding).mesh);
    return id ? &m_.shardings.mesh(id) : nullptr;
  }

  std::vector<size_t> BadDims(OpId op) {
    const ValueId result = m_.result(op, 0);
    const ShardingId from = GetSharding(m_, m_.operand(op, 0));
    const ShardingId to = m_.sharding(result);
    if (good_.contains({from, to, m_.type(result)})) return {};
    std::vector<size_t> bad = BadDims(from, to, Shape(m_, result));
    if (bad.empty()) good_.insert({from, to, m_.type(result)});
    return bad;
  }
  std::vector<size_t> BadDims(ShardingId from, ShardingId to,
                              std::span<const int64_t> shape) const {
    std::vector<size_t> bad;
    if (from.IsNone() || to.IsNone()) return bad;
    const Mesh *mesh = MeshOf(from), *to_mesh = MeshOf(to);
    if (mesh == nullptr || to_mesh == nullptr) return bad;
    for (size_t d = 0; d < shape.size(); ++d) {
      const int64_t in =
          ShardedSize(m_.shardings, m_.shardings.Get(from).dims[d], *mesh);
      const int64_t out =
          ShardedSize(m_.shardings, m_.shardings.Get(to).dims[d], *to_mesh);
      if (shape[d] != kDynamicDim && !Nests(shape[d], in, out)) {
        bad.push_back(d);
      }
    }
    return bad;
  }

  bool PlanNests(ShardingId from, ShardingId to, TypeId type) {
    const auto plan = lowering_.Plan(from, to, type);
    if (!plan) return false;
    for (const PlannedOp& step : *plan) {
      if (!BadDims(from, step.sharding, m_.types.dims(type)).empty()) {
        return false;
      }
      from = step.sharding;
    }
    return true;
  }

  bool GatherAndSlice(OpId op, const std::vector<size_t>& dims) {
    ValueId value = m_.operand(op, 0);
    const ShardingId to = m_.sharding(m_.result(op, 0));
    ShardingId at = GetSharding(m_, value);
    if (IsSdyReduction(m_, op)) {
      Emitter emitter(m_);
      emitter.SetBefore(op);
      at = WithoutUnreduced(at, to);
      std::vector<AxisRef> axes = ReducedAxes(m_, op);
      SortAndMerge(axes, *MeshOf(at));
      value = emitter.AllReduce(value, axes, ReductionOf(m_, op), at);
    }
    // Gather only these dimensions if that is enough: in the remaining
    // reshards, one of a device's old and new shards must contain the other.
    // Otherwise, gather all dimensions.
    ShardingId whole = at;
    for (const size_t d : dims) {
      DimSharding dim = m_.shardings.Get(whole).dims[d];
      dim.axes = ShardingStore::kEmptyAxes;
      whole = WithDim(m_.shardings, whole, d, dim);
    }
    const TypeId type = m_.type(value);
    if (!PlanNests(at, whole, type) || !PlanNests(whole, to, type)) {
      whole = FullyClosedLike(m_.shardings, at);
    }
    for (const auto& [from, next] :
         {std::pair(at, whole), std::pair(whole, to)}) {
      const auto plan = lowering_.Plan(from, next, type);
      if (!plan || !PlanNests(from, next, type)) return FailAt(op);
      value = lowering_.Emit(value, *plan, op);
    }
    m_.ReplaceAllUses(m_.result(op, 0), value);
    m_.Erase(op);
    return true;
  }

  ShardingId WithoutUnreduced(ShardingId sharding, ShardingId like) {
    return WithUnreduced(m_.shardings, sharding,
                         m_.shardings.axes(m_.shardings.Get(like).unreduced));
  }

  bool FailAt(OpId op) {
    context_.diagnostics.Error(
        m_.Place(op),
        fmt::format("'{}' op reshards a dimension that its shards don't "
                    "divide",
                    m_.op_name(op)));
    return false;
  }

  Module& m_;
  const SymbolTable& symbols_;
  PassContext& context_;
  ReshardLowering lowering_;
  // The collectives that are known to need no change: old sharding, new
  // sharding, type.
  absl::flat_hash_set<std::tuple<ShardingId, ShardingId, TypeId>> good_;
};

// Checks that dimensions sharded along manual axes aren't padded. Outside the
// manual computation, manual and free axes together cut the dimension; inside,
// the free axes cut the shards of the manual ones. If the dimension were
// padded, the shards outside and inside would differ.
bool CheckManualComputation(PadContext& c, OpId op) {
  Module& m = c.m;
  const BlockId body = m.first_block(m.region(op, 0));
  const OpId end = m.terminator(body);
  const auto check = [&](ValueId outer, ValueId inner) {
    for (size_t d = 0; d < c.TrueShape(outer).size(); ++d) {
      const bool both = c.TrueShape(outer)[d] != c.TrueShape(inner)[d];
      if (both && (c.IsPadded(outer, d) || c.IsPadded(inner, d))) {
        return c.Fail(op, fmt::format("dimension {} is sharded along manual "
                                      "and free axes that don't divide it",
                                      d));
      }
    }
    return true;
  };
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (!check(m.operand(op, i), m.args(body)[static_cast<size_t>(i)])) {
      return false;
    }
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (!check(m.result(op, i), m.operand(end, i))) return false;
  }
  return true;
}

bool TouchesPadding(const PadContext& c, OpId op) {
  for (int i = 0; i < c.m.operand_count(op); ++i) {
    if (c.IsPadded(c.m.operand(op, i))) return true;
  }
  for (int i = 0; i < c.m.result_count(op); ++i) {
    if (c.IsPadded(c.m.result(op, i))) return true;
  }
  return false;
}

// Checks that no op works along padding for which no value is known. Rules are
// made from types, so this comes before the types are padded.
bool CheckPaddingIsKnown(Module& m, const SymbolTable& symbols,
                         PassContext& context) {
  Diagnostics silent;
  RuleWarnings warnings;
  RuleLookup rules(m, RuleOptionsOf(context), warnings, silent);
  OpId bad;
  OpCache<bool> good;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (bad) return;
    // PaddingNeeds is complete for the rules that shardflow makes for ops that
    // it knows.
    RuleId id = m.rule(op);
    const bool is_opaque = IsOpaque(m, op);
    if (id.IsNone() && is_opaque) id = rules.Get(op);
    if (id.IsNone()) return;
    const Rule& rule = m.rules.Get(id);
    if (!is_opaque && !rule.Has(FactorType::kReduction)) return;
    OpKey key;
    const bool has_key = context.memo && MakeShardedOpKey(m, op, key);
    if (has_key && good.Find(key) != nullptr) return;
    for (size_t f = 0; f < rule.factor_count() && !bad; ++f) {
      if (CannotPad(m, symbols, op, rule, f)) bad = op;
    }
    if (has_key && !bad) good.Put(key, true);
  });
  if (bad.IsNone()) return true;
  context.diagnostics.Error(
      m.Place(bad),
      fmt::format("'{}' op works along a dimension that its shards don't "
                  "divide, and no value is known that padding could hold",
                  m.op_name(bad)));
  return false;
}

// Masks the padding if the op would mix it with real elements.
bool MaskOperands(PadContext& c, OpId op) {
  Module& m = c.m;
  std::vector<ValueId> neutral;
  for (const PaddingNeed& need : PaddingNeeds(m, op)) {
    const ValueId value = m.operand(op, need.operand);
    const bool is_padded =
        c.IsPadded(value) &&
        std::any_of(need.dims.begin(), need.dims.end(), [&](int64_t d) {
          return c.IsPadded(value, static_cast<size_t>(d));
        });
    if (!is_padded || (need.value == PaddingNeed::kZero && c.IsZero(value))) {
      continue;
    }
    const TypeId scalar = m.types.Tensor({}, m.types.element(m.type(value)));
    Builder b = c.Before(op);
    ValueId fill;
    switch (need.value) {
      case PaddingNeed::kZero:
        fill = b.Zero(scalar);
        break;
      case PaddingNeed::kMinusOne:
        fill = b.Splat(scalar, -1);
        break;
      case PaddingNeed::kNeutral:
        if (neutral.empty()) neutral = NeutralStarts(m, b, op);
        if (neutral.empty()) {
          return c.Fail(op,
                        "reduces a dimension that its shards don't divide, and "
                        "no value is known that padding could hold");
        }
        fill = neutral[static_cast<size_t>(need.operand)];
        break;
    }
    m.SetOperand(m.operand_use(op, need.operand),
                 c.Masked(b, value, need.dims, fill));
  }
  return true;
}

// Gives the results of an elementwise op the padded shape of its operands.
void GrowResults(PadContext& c, OpId op) {
  Module& m = c.m;
  if (!HasTrait(m, op, kElementwise) || m.operand_count(op) == 0) return;
  const std::span<const int64_t> shape = c.PaddedShape(m.operand(op, 0));
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    if (c.PaddedShape(result).size() != shape.size()) continue;
    m.SetType(result, m.types.Tensor(shape, m.types.element(m.type(result))));
  }
}

bool PadOps(PadContext& c, OpId function) {
  Module& m = c.m;
  std::vector<OpId> ops;
  WalkPreOrder(m, function, [&](OpId op) { ops.push_back(op); });
  for (const OpId op : ops) {
    if (!TouchesPadding(c, op)) continue;
    if (m.kind(op) == OpKind::kManualComputation) {
      if (!CheckManualComputation(c, op)) return false;
      continue;
    }
    if (!MaskOperands(c, op)) return false;
    GrowResults(c, op);
    const PadFn pad = PadFunction(m.kind(op));
    if (pad != nullptr && !pad(c, op)) return false;
  }
  return true;
}

}  // namespace

bool PadForDivisibility(Module& m, const NoOptions& /*options*/,
                        PassContext& context) {
  if (!CheckOpAttributes(m, context.diagnostics)) return false;
  const SymbolTable symbols(m);
  for (const OpId function : Functions(m)) {
    if (!CheckSignature(m, symbols, function, context)) return false;
    Unnesting unnesting(m, symbols, context);
    if (!unnesting.Run(function)) return false;
  }
  if (!CheckPaddingIsKnown(m, symbols, context)) return false;
  PadContext c(m, symbols, context.diagnostics);
  if (!c.changed()) return true;
  c.masks_all_pads = MasksAllPads(context.compat);
  c.short_masks = context.fewest_bytes;
  for (const OpId function : Functions(m)) {
    if (!PadOps(c, function)) return false;
  }
  return true;
}

}  // namespace shardflow::internal
