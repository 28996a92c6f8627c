#ifndef SHARDFLOW_AUTO_PLAN_H_
#define SHARDFLOW_AUTO_PLAN_H_

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "auto/colours.h"
#include "ir/module.h"
#include "sharding/sharding.h"

// A plan: which colours are sharded along which axis of the mesh, and what that
// means for every tensor.
//
//   data:  batch, width        model: hidden
//
// A tensor that has a batch dimension has it sharded along "data"; one that has
// none, but a width (a weight, its gradient), has the width there: fully
// sharded data parallelism. The order of colours is that of who gets the axis
// where both are; where a weight and an activation meet, the weight is
// gathered.

namespace shardflow::internal {

struct Plan {
  struct Axis {
    std::vector<int32_t> colours;  // first come, first served
    // Parameters are not sharded along it, their gradients and what the
    // optimizer keeps of them are (ZeRO-1).
    bool spares_parameters = false;
    friend bool operator==(const Axis&, const Axis&) = default;
  };
  std::vector<Axis> axes;
  friend bool operator==(const Plan&, const Plan&) = default;
};

// The shardings that plans ask for: tensors with the same colours and sizes are
// looked at once.
class PlanShardings {
 public:
  PlanShardings(const Module& m, const Colours& colours, MeshRef mesh_ref,
                const Mesh& mesh);

  // What a plan is, for each sort of tensor: the axis list of each dimension.
  // Equal words, equal shardings.
  std::vector<uint64_t> WordsOf(const Plan& plan) const;
  // By slot of the value; None: no tensor, or one that is not to be touched.
  // Interned in `m`.
  std::vector<ShardingId> ShardingsOf(const Plan& plan, Module& m) const;

  // Arguments that products and the like read are parameters; the others belong
  // to the optimizer, or are data.
  bool has_parameters() const { return has_parameters_; }
  // Values that keep the sharding that they have.
  void Fix(ValueId value, ShardingId sharding);

 private:
  struct Sort {
    std::vector<int32_t> colours;
    std::vector<int64_t> sizes;
    bool is_parameter = false;
    friend auto operator<=>(const Sort&, const Sort&) = default;
  };
  // A bit for each axis along which the dimension is sharded.
  std::vector<uint64_t> DimsOf(const Sort& sort, const Plan& plan) const;
  void FindParameters(const Module& m);

  MeshRef mesh_ref_;
  Mesh mesh_;
  std::vector<Sort> sorts_;
  std::vector<int32_t> sort_of_;     // by slot of the value
  std::vector<char> of_parameters_;  // computed of parameters alone
  bool has_parameters_ = false;
  std::vector<std::pair<ValueId, ShardingId>> fixed_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_PLAN_H_
