#ifndef SHARDFLOW_LOWER_PERMUTATION_SIDE_H_
#define SHARDFLOW_LOWER_PERMUTATION_SIDE_H_

#include <algorithm>
#include <vector>

#include "lower/permutation.h"
#include "lower/window_plan.h"
#include "ops/sliding.h"

// The structs shared by the files that implement PermutationResolver.

namespace shardflow::internal {

// A tensor with its sharding and mesh.
struct PermutationResolver::Side {
  ValueId value;
  ShardingId sharding;
  MeshId mesh;
  std::vector<int64_t> shape;
  std::vector<int64_t> shards;  // number of shards of each dimension

  std::vector<AxisRef> Axes(const Module& m, size_t dim) const {
    const std::span<const AxisRef> axes =
        m.shardings.axes(m.shardings.Get(sharding).dims[dim].axes);
    return {axes.begin(), axes.end()};
  }
  DimSharding DimOf(const Module& m, size_t dim) const {
    return m.shardings.Get(sharding).dims[dim];
  }
};

// Dimensions [in_begin, in_end) of the operand hold the same elements as
// dimensions [out_begin, out_end) of the result.
struct PermutationResolver::ReshapeGroup {
  size_t in_begin = 0;
  size_t in_end = 0;
  size_t out_begin = 0;
  size_t out_end = 0;
  // How many dimensions of the operand and of the result have a size other than
  // 1.
  int in_long = 0;
  int out_long = 0;

  bool IsPassThrough() const { return in_long <= 1 && out_long <= 1; }
  bool IsSplit() const { return in_long <= 1 && out_long > 1; }
};

// A dimension along which a window slides, and the plan for it.
struct PermutationResolver::Planned {
  SlidingDim dim;
  WindowPlan plan;
  std::vector<AxisRef> axes;
  // Whether `dim.out_dim` is a dimension of the kernel.
  bool is_contracted = false;
};

// The manual computation to write for one op.
struct PermutationResolver::WindowJob {
  OpId op;
  const Mesh* mesh = nullptr;
  std::vector<Planned> dims;
  std::vector<NameId> manual;

  bool IsManual(const AxisRef& axis) const {
    return std::find(manual.begin(), manual.end(), axis.name) != manual.end();
  }
};

// An empty manual computation with one result.
struct PermutationResolver::Manual {
  OpId op;
  BlockId block;
  std::vector<ValueId> args;
};

// A fetch of elements [begin, end) of the shard on the device that is `hop`
// devices to the left. Several windows may share a fetch.
struct PermutationResolver::Fetch {
  size_t number = 0;  // index of the manual computation's operand
  int64_t begin = 0, end = 0;
  int64_t hop = 0;  // modulo the number of shards
  // The hop that the first user requested, not reduced modulo the number of
  // shards.
  int64_t first_hop = 0;
  bool goes_round = false;  // whether windows on both sides use it
  // The shards whose devices use the elements, in ascending order.
  std::vector<int64_t> receivers;
  ValueId made;  // the elements, once they have been fetched
};

// The fetches planned so far. Later windows over operand `number` may share the
// fetches from that operand.
struct PermutationResolver::SharedFetches {
  std::vector<Fetch>& fetches;
  size_t number = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_PERMUTATION_SIDE_H_
