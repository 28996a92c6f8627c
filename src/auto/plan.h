#ifndef SHARDFLOW_AUTO_PLAN_H_
#define SHARDFLOW_AUTO_PLAN_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "auto/colours.h"
#include "ir/module.h"
#include "sharding/sharding.h"

// A plan says which colours are sharded along which axis of the mesh. This
// determines the sharding of every tensor. For example:
//
//   data:  batch, width        model: hidden
//
// A tensor with a batch dimension is sharded along "data" in this dimension. A
// tensor without a batch but with a width (a weight, or its gradient) is
// sharded along "data" in its width: fully sharded data parallelism. If a
// tensor has both, the axis goes to the colour that is listed first. Where a
// weight and an activation meet, the weight is gathered.

namespace shardflow::internal {

struct Plan {
  // A tensor that has both colours is sharded along the axis in its dimension
  // of colour `colour`, regardless of the order of the list. For example,
  // experts may come before the batch in the list. Tokens that still have a
  // position in a sequence should nevertheless be sharded along the batch;
  // tokens that were sent to the experts no longer have a position.
  struct Exception {
    int32_t colour = kNoColour;
    int32_t beside = kNoColour;
    friend auto operator<=>(const Exception&, const Exception&) = default;
  };
  struct Axis {
    // A tensor's first colour in this list gets the axis.
    std::vector<int32_t> colours;
    std::vector<Exception> exceptions;
    // Removes a colour from both lists.
    void Remove(int32_t colour);
    // Whether parameters are left unsharded along the axis, while their
    // gradients and the optimizer's state may be sharded (as in ZeRO-1).
    bool spares_parameters = false;
    friend bool operator==(const Axis&, const Axis&) = default;
  };
  std::vector<Axis> axes;
  friend bool operator==(const Plan&, const Plan&) = default;
};

// Determines the shardings for a plan. Tensors with the same colours and sizes
// are handled together.
class PlanShardings {
 public:
  PlanShardings(const Module& m, const Colours& colours, MeshRef mesh_ref,
                const Mesh& mesh);

  // Returns a key for a plan: the axes of each dimension of each kind of
  // tensor. Plans with equal keys have equal shardings.
  std::vector<uint64_t> WordsOf(const Plan& plan) const;
  // Returns the shardings by value slot, interned in `m`; None for values that
  // aren't tensors of static shape.
  std::vector<ShardingId> ShardingsOf(const Plan& plan, Module& m) const;

  // Returns up to eight exceptions that would change the shardings along an
  // axis of the plan: those that affect the most kinds of tensors.
  std::vector<Plan::Exception> ExceptionsFor(const Plan& plan,
                                             size_t axis) const;

  // Whether there are parameters: arguments that matrix products and the like
  // read. Other arguments are data or belong to the optimizer.
  bool has_parameters() const { return has_parameters_; }
  // Makes ShardingsOf return `sharding` for the value, whatever the plan says.
  void Fix(ValueId value, ShardingId sharding);

 private:
  struct Sort {
    std::vector<int32_t> colours;
    std::vector<int64_t> sizes;
    bool is_parameter = false;
    friend auto operator<=>(const Sort&, const Sort&) = default;
  };
  // Returns the dimension of a tensor to shard along an axis of `size` devices,
  // or nullopt if none fits. `parts` has the number of shards of each dimension
  // so far.
  std::optional<size_t> DimOf(const Sort& sort, const Plan::Axis& axis,
                              int64_t size,
                              const std::vector<int64_t>& parts) const;
  // Returns, for each dimension, a bit for each axis along which it is sharded.
  std::vector<uint64_t> DimsOf(const Sort& sort, const Plan& plan) const;
  void FindParameters(const Module& m);

  MeshRef mesh_ref_;
  Mesh mesh_;
  std::vector<Sort> sorts_;
  std::vector<int32_t> sort_of_;  // indexed by value slot
  // Indexed by slot: whether the value is a parameter, or computed only from
  // one.
  std::vector<char> of_parameters_;
  bool has_parameters_ = false;
  std::vector<std::pair<ValueId, ShardingId>> fixed_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_PLAN_H_
