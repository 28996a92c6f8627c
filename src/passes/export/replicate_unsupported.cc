#include <algorithm>
#include <span>
#include <vector>

#include "absl/container/inlined_vector.h"

#include "base/dims.h"
#include "ir/values.h"
#include "ir/walk.h"
#include "lower/emit.h"
#include "lower/op_reshards.h"
#include "ops/custom_call.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/padded.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/shard_local.h"
#include "ops/sharded_key.h"
#include "ops/sliding.h"
#include "ops/symbols.h"
#include "ops/unreduced.h"
#include "passes/export/partial_reductions.h"
#include "passes/export/single_elements.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

// Before a program is made local, replicates the operands of ops that devices
// can't compute from shards:
// - ops without a rule, about which nothing is known;
// - ops that combine partial results in a way that no collective does (of a
//   reduce such as argmax, only the results of the shards are replicated);
// - convolutions whose window or groups are split, because devices would need
//   their neighbours' elements;
// - random bits that depend on the shape;
// - custom calls along the dimensions that they mix, such as top_k;
// - ops about which only their rule is known, along permutation factors and
//   factors that only operands or only results have;
// - ops that combine elements along a dimension that its shards don't divide,
//   if no value is known that padding could hold.
// If the initial value of a reduction isn't neutral, it is combined with the
// result once, afterwards. Shardy treats all these ops as local, so its
// programs compute wrong results.

namespace shardflow::internal {
namespace {

class UnsupportedReplicator {
 public:
  UnsupportedReplicator(Module& m, PassContext& context)
      : m_(m),
        symbols_(m),
        any_collective_(context.any_collective),
        memo_(context.memo),
        lower_{m, symbols_, context.diagnostics, context.compat},
        rules_(m, AllRulesOf(context), context.rule_warnings,
               context.diagnostics),
        resharder_(lower_, rules_, context.memo),
        emitter_(m) {}

  void Run() {
    KeepSingleElements(m_);
    std::vector<OpId> ops;
    ops.reserve(m_.op_count());
    WalkPostOrder(m_, m_.root(), [&](OpId op) { ops.push_back(op); });
    OpCache<bool> unchanged;
    for (const OpId op : ops) {
      OpKey key;
      const bool has_key = memo_ && MakeShardedOpKey(m_, op, key);
      if (has_key && unchanged.Find(key) != nullptr) continue;
      if (!IsComputation(m_, op)) continue;
      // Every change creates an op or replaces the rule.
      const size_t before = m_.op_table_size();
      const RuleId rule = m_.rule(op);
      Process(op);
      if (has_key && m_.op_table_size() == before && m_.rule(op) == rule) {
        unchanged.Put(key, true);
      }
    }
  }

 private:
  void Process(OpId op) {
    if (!IsSharded(m_, op)) return;
    const RuleId id = rules_.Get(op);
    if (id.IsNone()) {
      // Each device can take its shard of a constant.
      if (!IsConstantLeaf(m_, op)) ReplicateAll(op);
      return;
    }
    if (IsOpaque(m_, op) || m_.rules.Get(id).is_custom()) {
      ReplicateOneSided(op);
      ReplicatePermutations(op);
    }
    if (IsOpaque(m_, op) &&
        !PartialReduction(m_, op, ReductionKind::kSum, any_collective_)) {
      ReplicateReductions(op);
    }
    ReplicateSingleElements(op);
    ReplicateMixedDims(op);
    ReplicateUneven(op);
    switch (MustReplicate(m_, op, any_collective_)) {
      case Replicate::kNothing:
        AddInitialValueOnce(m_, op);
        break;
      case Replicate::kReductions:
        ReduceShardsFirst(m_, symbols_, op);
        ReplicateReductions(op);
        break;
      case Replicate::kConvolution:
        ReplicateWindows(op, id);
        ReplicateWithoutFactor(op, rules_.Get(op));
        break;
      case Replicate::kAll:
        ReplicateAll(op);
        break;
    }
  }

  // For an op about which only its rule is known: replicates the pass-through
  // factors that only operands or only results have. JAX uses such factors to
  // mark custom calls to LAPACK, which can't be computed in parts.
  void ReplicateOneSided(OpId op) {
    const int operands = m_.operand_count(op);
    const int tensors = operands + m_.result_count(op);
    if (operands == 0) return;
    resharder_.ReplicateFactors(
        op, [&](const Rule& rule, size_t factor, int64_t /*shards*/) {
          if (rule.factor_type(factor) != FactorType::kPassThrough) {
            return false;
          }
          bool read = false, made = false;
          for (int t = 0; t < tensors; ++t) {
            if (rule.DimOf(static_cast<size_t>(t), factor) < 0) continue;
            (t < operands ? read : made) = true;
          }
          return read != made;
        });
  }

  void ReplicateReductions(OpId op) {
    resharder_.ReplicateFactors(
        op, [](const Rule& rule, size_t factor, int64_t /*shards*/) {
          return rule.factor_type(factor) == FactorType::kReduction;
        });
  }

  // Replicates the permutation factors of an op about which only its rule is
  // known, because it isn't known which elements devices have to exchange.
  void ReplicatePermutations(OpId op) {
    resharder_.ReplicateFactors(
        op, [](const Rule& rule, size_t factor, int64_t /*shards*/) {
          return rule.factor_type(factor) == FactorType::kPermutation;
        });
  }

  // Replicates factors along which the op can't handle padding, if their shards
  // aren't equal.
  void ReplicateUneven(OpId op) {
    const Rule& own = m_.rules.Get(rules_.Get(op));
    bool any = false;
    for (size_t f = 0; f < own.factor_count() && !any; ++f) {
      any = CannotPad(m_, symbols_, op, own, f);
    }
    if (!any) return;
    resharder_.ReplicateFactors(
        op, [&](const Rule& rule, size_t factor, int64_t /*shards*/) {
          return CannotPad(m_, symbols_, op, rule, factor);
        });
  }

  void ReplicateMixedDims(OpId op) {
    const DimList dims = MixedDimsOf(m_, op);
    if (dims.empty()) return;
    resharder_.ReplicateFactors(
        op, [&](const Rule& rule, size_t factor, int64_t /*shards*/) {
          return Contains(dims, rule.DimOf(0, factor));
        });
  }

  void ReplicateWindows(OpId convolution, RuleId rule) {
    if (any_collective_) SplitLikeKernel(convolution, rule);
    bool contracts = false;
    resharder_.ReplicateFactors(
        convolution, [&](const Rule& rule, size_t factor, int64_t shards) {
          if (!MustReplicateFactor(m_, convolution, rule, factor, shards)) {
            return false;
          }
          const bool contracted =
              any_collective_ &&
              IsContractedWindow(convolution, rule, factor, shards);
          contracts |= contracted;
          return !contracted;
        });
    if (!contracts) return;
    // ExchangeWindows() can't contract a window if the result is sharded along
    // a dimension that the operands lack.
    resharder_.ReplicateFactors(
        convolution, [](const Rule& rule, size_t factor, int64_t /*shards*/) {
          return rule.DimOf(0, factor) < 0 && rule.DimOf(1, factor) < 0;
        });
  }

  // Replicates the operands' dimensions that no factor of the rule describes,
  // because the convolution reads only a single element of them.
  void ReplicateWithoutFactor(OpId op, RuleId id) {
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ValueId value = m_.operand(op, i);
      ShardingId sharding = GetSharding(m_, value);
      for (size_t d = 0; d < Shape(m_, value).size(); ++d) {
        if (AxesOf(value, d).empty() ||
            HasFactor(m_.rules.Get(id), static_cast<size_t>(i), d)) {
          continue;
        }
        DimSharding whole = m_.shardings.Get(sharding).dims[d];
        whole.axes = ShardingStore::kEmptyAxes;
        sharding = WithDim(m_.shardings, sharding, d, whole);
      }
      if (sharding == GetSharding(m_, value)) continue;
      emitter_.SetBefore(op);
      m_.SetOperand(m_.operand_use(op, i), emitter_.Reshard(value, sharding));
    }
  }
  static bool HasFactor(const Rule& rule, size_t tensor, size_t dim) {
    for (size_t f = 0; f < rule.factor_count(); ++f) {
      if (rule.factor_size(f) > 1 &&
          rule.DimOf(tensor, f) == static_cast<int64_t>(dim)) {
        return true;
      }
    }
    return false;
  }

  // If there are few windows, the rule has two factors for the input's
  // dimension: one that is shared with the kernel, and one that splits the
  // dimension between windows. Removes the second factor where devices contract
  // their shards, so that all axes of the dimension also shard the kernel.
  void SplitLikeKernel(OpId convolution, RuleId id) {
    std::vector<int64_t> left_out;
    const Rule& rule = m_.rules.Get(id);
    for (const SlidingDim& dim : ContractedDims(m_, convolution)) {
      if (!CanContract(convolution, dim)) continue;
      const std::span<const int32_t> factors = rule.factors(0, dim.in_dim);
      if (factors.size() != 2) continue;
      const auto first = static_cast<size_t>(factors[0]);
      if (rule.DimOf(1, first) == static_cast<int64_t>(dim.out_dim)) {
        left_out.push_back(factors[1]);
      }
    }
    if (left_out.empty()) return;
    RuleBuilder split(m_, convolution);
    for (size_t f = 0; f < rule.factor_count(); ++f) {
      const bool keeps = !Contains(left_out, static_cast<int64_t>(f));
      split.AddFactor({keeps ? rule.DimOf(0, f) : kNullDim, rule.DimOf(1, f)},
                      {rule.DimOf(2, f)}, rule.factor_size(f),
                      rule.factor_type(f));
    }
    m_.SetRule(convolution, m_.rules.Intern(split.Build()));
  }

  // Whether the factor, which is split into `shards`, belongs to a window that
  // devices can contract. They can't if the input is also split between windows
  // (see SplitLikeKernel).
  bool IsContractedWindow(OpId convolution, const Rule& rule, size_t factor,
                          int64_t shards) {
    const int32_t in = rule.DimOf(0, factor), kernel = rule.DimOf(1, factor);
    for (const SlidingDim& dim : ContractedDims(m_, convolution)) {
      if (static_cast<int64_t>(dim.in_dim) != in ||
          static_cast<int64_t>(dim.out_dim) != kernel) {
        continue;
      }
      const ValueId input = m_.operand(convolution, 0);
      const auto of_in = AxesOf(input, dim.in_dim);
      if (!of_in.empty() && rule.factors(0, dim.in_dim).size() > 1) {
        const Mesh& mesh = *lower_.MeshOf(GetSharding(m_, input));
        if (shards != TotalSize(of_in, mesh)) return false;
      }
      return CanContract(convolution, dim);
    }
    return false;
  }
  // Whether ExchangeWindows() can contract a window on each device's shards.
  bool CanContract(OpId convolution, const SlidingDim& dim) {
    const std::vector<SlidingDim> slid = SlidingDims(m_, convolution);
    const auto result = std::find_if(
        slid.begin(), slid.end(),
        [&](const SlidingDim& s) { return s.in_dim == dim.in_dim; });
    if (!AxesOf(m_.result(convolution, 0), result->out_dim).empty()) {
      return false;
    }
    const auto of_in = AxesOf(m_.operand(convolution, 0), dim.in_dim);
    const auto of_kernel = AxesOf(m_.operand(convolution, 1), dim.out_dim);
    const bool agree = of_in.empty() || of_kernel.empty() ||
                       std::equal(of_in.begin(), of_in.end(), of_kernel.begin(),
                                  of_kernel.end());
    return !IsUsedElsewhere(convolution, dim, of_in, !agree) &&
           !IsUsedElsewhere(convolution, dim, of_kernel, !agree);
  }
  std::span<const AxisRef> AxesOf(ValueId value, size_t dim) {
    const ShardingId sharding = GetSharding(m_, value);
    if (sharding.IsNone()) return {};
    return m_.shardings.axes(m_.shardings.Get(sharding).dims[dim].axes);
  }
  // Whether another dimension of an operand or of the result is sharded along
  // one of these axes. Unless `also_whole` is set, a whole axis that is used in
  // both places doesn't count. (Only whole axes can be manual.)
  bool IsUsedElsewhere(OpId op, const SlidingDim& dim,
                       std::span<const AxisRef> axes, bool also_whole) {
    const auto uses = [&](ValueId value, int64_t except) {
      for (size_t d = 0; d < Shape(m_, value).size(); ++d) {
        if (static_cast<int64_t>(d) == except) continue;
        for (const AxisRef& other : AxesOf(value, d)) {
          for (const AxisRef& axis : axes) {
            if (axis.name == other.name &&
                (also_whole || !axis.IsFull() || !other.IsFull())) {
              return true;
            }
          }
        }
      }
      return false;
    };
    return uses(m_.operand(op, 0), static_cast<int64_t>(dim.in_dim)) ||
           uses(m_.operand(op, 1), static_cast<int64_t>(dim.out_dim)) ||
           uses(m_.result(op, 0), -1);
  }

  // Replicates factors along which one tensor has a single element and another
  // one has more: the single element isn't sharded, so the other tensors can't
  // be, either.
  void ReplicateSingleElements(OpId op) {
    const auto tensors =
        static_cast<size_t>(m_.operand_count(op) + m_.result_count(op));
    absl::InlinedVector<std::span<const int64_t>, 8> shapes;
    bool any = false;
    for (size_t t = 0; t < tensors; ++t) {
      shapes.push_back(Shape(m_, TensorOf(m_, op, t)));
      any |= std::find(shapes.back().begin(), shapes.back().end(), 1) !=
             shapes.back().end();
    }
    if (!any) return;
    resharder_.ReplicateFactors(
        op, [&](const Rule& rule, size_t factor, int64_t /*shards*/) {
          // ExchangeWindows() handles a concatenation along this factor.
          if (any_collective_ && JoinsTensors(m_, op) &&
              rule.factor_type(factor) == FactorType::kPermutation) {
            return false;
          }
          bool single = false, more = false;
          for (size_t t = 0; t < shapes.size(); ++t) {
            const int32_t dim = rule.DimOf(t, factor);
            if (dim < 0) continue;
            (shapes[t][static_cast<size_t>(dim)] == 1 ? single : more) = true;
          }
          return single && more;
        });
  }

  void ReplicateAll(OpId op) {
    emitter_.SetBefore(op);
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ValueId value = m_.operand(op, i);
      if (!IsSharded(m_, value)) continue;
      m_.SetOperand(m_.operand_use(op, i),
                    emitter_.Reshard(value, Replicated(value)));
    }
    emitter_.SetAfter(op);
    for (int i = 0; i < m_.result_count(op); ++i) {
      const ValueId result = m_.result(op, i);
      if (!IsSharded(m_, result)) continue;
      const ShardingId old = GetSharding(m_, result);
      SetSharding(m_, result, Replicated(result));
      const ValueId back = emitter_.Reshard(result, old);
      m_.ReplaceUsesIf(result, back, [&](UseId use) {
        return m_.use(use).owner != m_.def(back);
      });
    }
  }
  ShardingId Replicated(ValueId value) {
    return FullyClosedLike(m_.shardings, GetSharding(m_, value));
  }

  Module& m_;
  const SymbolTable symbols_;
  const bool any_collective_;
  const bool memo_;
  const LowerContext lower_;
  RuleLookup rules_;
  OpResharder resharder_;
  Emitter emitter_;
};

}  // namespace

bool ReplicateUnsupported(Module& m, const NoOptions& /*options*/,
                          PassContext& context) {
  UnsupportedReplicator(m, context).Run();
  return true;
}

}  // namespace shardflow::internal
