#ifndef SHARDFLOW_SHARDING_PROJECTION_H_
#define SHARDFLOW_SHARDING_PROJECTION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "sharding/resolved.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// The shardings of an op's tensors, seen along the factors of its rule instead
// of along dimensions. For
//
//   rule     ([ij])->([i, j]) {i=2, j=4}          a reshape of 8 to 2x4
//   mesh     <"x"=4, "y"=2>
//   operand  [{"x", "y"}]      result  [{?}, {?}]
//
// the projection is the table
//
//              i             j
//   operand    "x":(1)2      "x":(2)2, "y"
//   result     ?             ?
//
// The axes of a dimension go to its factors, major to minor; each factor takes
// what divides it, so "x" is split. Giving the result what the operand has and
// projecting back, which joins the pieces of a dimension again, yields
//
//   operand  [{"x", "y"}]      result  [{"x":(1)2}, {"x":(2)2, "y"}]
//
// Three things keep the way back exact:
// - The last (minor-most) factor of a dimension takes all axes that are left,
//   also if they don't divide it (that means padding).
// - If another factor is not full and the next axis has no divisor in common
//   with its rest, the axes left are its *overflow* axes: the dimension ends
//   there. The next factor is closed and the ones after it are absent.
// - Replicated and unreduced axes stay with the tensor.
//
// One table serves many ops in turn: Build overwrites it, and its memory is
// kept. A list that was read is valid until the next Build.

namespace shardflow::internal {

// One cell: how one tensor is sharded along one factor.
struct FactorSharding {
  ResolvedList axes;
  ResolvedList overflow;
  bool present = false;     // the tensor has the factor
  bool closed = false;      // no more axes may be added
  bool minor_most = false;  // the last factor of its dimension
};

class Projection {
 public:
  // One sharding for each tensor of the rule; a missing one is taken for one
  // without axes, open or closed as said. False, and an unusable table: a
  // sharding doesn't have the tensor's rank or isn't valid on the mesh.
  // `rule` and `mesh` outlive the table's use.
  [[nodiscard]] bool Build(const ShardingStore& store, const Rule& rule,
                           ResolvedMesh& mesh,
                           std::span<const ShardingId> shardings,
                           bool closed_if_missing = false);
  // Every tensor the same along each factor, and closed.
  void BuildUniform(const Rule& rule, ResolvedMesh& mesh,
                    std::span<const ResolvedList> axes_per_factor);

  const Rule& rule() const { return *rule_; }
  const ResolvedMesh& mesh() const { return *mesh_; }
  size_t tensor_count() const { return tensors_.size(); }
  size_t operand_count() const { return rule_->operand_count(); }
  size_t factor_count() const { return factor_count_; }

  const FactorSharding& at(size_t tensor, size_t factor) const {
    return cells_[tensor * factor_count_ + factor];
  }
  std::span<const FactorSharding> factors(size_t tensor) const {
    return {cells_.data() + tensor * factor_count_, factor_count_};
  }
  ResolvedList replicated(size_t tensor) const {
    return tensors_[tensor].replicated;
  }
  ResolvedList unreduced(size_t tensor) const {
    return tensors_[tensor].unreduced;
  }

  bool HasOverflow(size_t tensor) const;
  // Product of the sizes of all axes and overflow axes of the tensor.
  int64_t ShardingSize(size_t tensor) const;
  // The greatest common prefix of all tensors that have the factor.
  std::vector<ResolvedAxis> CommonPrefix(size_t factor) const;

  // If the tensor has the factor and its axes are a strict prefix of `axes`,
  // these replace them. True if they did.
  bool Expand(size_t tensor, size_t factor, ResolvedList axes);
  // Replaces both lists if the tensor has the factor. True if one differed.
  bool Update(size_t tensor, size_t factor, ResolvedList axes,
              ResolvedList overflow);

  // Back to dimensions. No priorities; a dimension is closed if a factor that
  // it took axes from is, and open if it has no factors at all.
  ShardingId ToSharding(size_t tensor, MeshRef mesh, ShardingStore& store);

 private:
  struct Cursor;
  struct Tensor {
    ResolvedList replicated, unreduced;
    AxisListId replicated_id, unreduced_id;
    ReductionKind reduction = ReductionKind::kSum;
  };

  FactorSharding& cell(size_t tensor, int32_t factor) {
    return cells_[tensor * factor_count_ + static_cast<size_t>(factor)];
  }
  void Reset(const Rule& rule, ResolvedMesh& mesh);
  bool BuildTensor(const ShardingStore& store, size_t tensor, ShardingId id,
                   bool closed_if_missing);
  void BuildDim(size_t tensor, std::span<const int32_t> factors,
                ResolvedList axes, bool closed);
  ResolvedList Rest(Cursor& cursor);
  bool AppendFactor(const FactorSharding& factor, int64_t factor_size);

  const Rule* rule_ = nullptr;
  ResolvedMesh* mesh_ = nullptr;
  size_t factor_count_ = 0;
  std::vector<Tensor> tensors_;
  std::vector<FactorSharding> cells_;
  ResolvedPool pool_;                  // lists that no axis list has as such
  std::vector<ResolvedAxis> scratch_;  // the list being made
  std::vector<AxisRef> literal_;
  TensorSharding sharding_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_PROJECTION_H_
