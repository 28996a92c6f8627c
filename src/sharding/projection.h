#ifndef SHARDFLOW_SHARDING_PROJECTION_H_
#define SHARDFLOW_SHARDING_PROJECTION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "sharding/resolved.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// The shardings of an op's tensors by the factors of its sharding rule, rather
// than by dimension. Take this example:
//
//   rule     ([ij])->([i, j]) {i=2, j=4}          a reshape of 8 to 2x4
//   mesh     <"x"=4, "y"=2>
//   operand  [{"x", "y"}]      result  [{?}, {?}]
//
// The projection is then this table:
//
//              i             j
//   operand    "x":(1)2      "x":(2)2, "y"
//   result     ?             ?
//
// The axes of a dimension are distributed to its factors, major to minor. Each
// factor takes as much of the remaining axes as divides its size, so "x" is
// split here. Suppose the result is given the operand's axes, factor by factor.
// Projecting the table back to dimensions, where split axes are merged again,
// then gives:
//
//   operand  [{"x", "y"}]      result  [{"x":(1)2}, {"x":(2)2, "y"}]
//
// Three rules ensure that projecting back loses nothing:
// - The last (minor-most) factor of a dimension takes all axes that are left,
//   even if they don't divide its size. (The dimension is padded then.)
// - If another factor isn't full, but the next axis has no divisor in common
//   with the factor's remaining size, the remaining axes become its *overflow*
//   axes and the dimension ends there: the next factor is closed, and later
//   ones are absent.
// - Replicated and unreduced axes are kept with the tensor.
//
// One table is used for many ops, one after the other, to save allocations:
// Build overwrites it. Lists read from it are valid until the next Build.

namespace shardflow::internal {

// One cell of the table: how one tensor is sharded along one factor.
struct FactorSharding {
  ResolvedList axes;
  ResolvedList overflow;
  bool present = false;     // whether the tensor has the factor
  bool closed = false;      // whether no more axes may be added
  bool minor_most = false;  // whether it is the last factor of its dimension
};

class Projection {
 public:
  // Fills the table from one sharding for each tensor of the rule. If a
  // sharding is None, it counts as one without axes, whose dimensions are
  // closed if `closed_if_missing` is set and open otherwise. Returns false, and
  // leaves the table unusable, if a sharding doesn't have the tensor's rank or
  // isn't valid on the mesh. `rule` and `mesh` must outlive the use of the
  // table.
  [[nodiscard]] bool Build(const ShardingStore& store, const Rule& rule,
                           ResolvedMesh& mesh,
                           std::span<const ShardingId> shardings,
                           bool closed_if_missing = false);

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
  // Returns the product of the sizes of all axes and overflow axes of the
  // tensor.
  int64_t ShardingSize(size_t tensor) const;
  // Returns the longest common prefix of the factor's axes in all tensors that
  // have the factor.
  std::vector<ResolvedAxis> CommonPrefix(size_t factor) const;

  // Replaces the factor's axes with `axes` if the tensor has the factor and
  // its axes are a strict prefix of `axes`. Returns whether it did.
  bool Expand(size_t tensor, size_t factor, ResolvedList axes);
  // Replaces the axes and the overflow axes if the tensor has the factor.
  // Returns whether either of them changed.
  bool Update(size_t tensor, size_t factor, ResolvedList axes,
              ResolvedList overflow);

  // Projects a tensor's row back to dimensions. The result has no priorities. A
  // dimension without factors is open. Any other dimension is closed if one of
  // its factors is closed. (Factors after the first one that isn't filled by
  // its axes don't count.)
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
  ResolvedPool pool_;                  // owns the axis lists made here
  std::vector<ResolvedAxis> scratch_;  // the list under construction
  std::vector<AxisRef> refs_;
  TensorSharding sharding_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_PROJECTION_H_
