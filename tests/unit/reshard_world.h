#ifndef SHARDFLOW_TESTS_UNIT_RESHARD_WORLD_H_
#define SHARDFLOW_TESTS_UNIT_RESHARD_WORLD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "lower/reshard_plan.h"

// Plans of reshards, executed: every device holds an array of element numbers,
// a step moves elements between devices as the collective does, and at the end
// each device has to hold what the target sharding gives it.

namespace shardflow {

using WorldAxes = std::vector<ResolvedAxis>;
using WorldLayout = std::vector<WorldAxes>;  // of each dimension

// All layouts of tensors of the rank, axes of size 1 not used.
std::vector<WorldLayout> AllLayouts(const std::vector<int64_t>& mesh,
                                    size_t rank);

class ReshardWorld {
 public:
  // Sizes of the mesh's axes and of the tensor's dimensions, which all layouts
  // divide.
  ReshardWorld(std::vector<int64_t> mesh, std::vector<int64_t> extents);

  // What is wrong with what the devices hold after the plan; empty if nothing.
  std::string Run(const WorldLayout& from, const WorldLayout& to,
                  const ReshardPlan& plan);

 private:
  // What one device holds: `size` elements along each dimension.
  struct Local {
    std::vector<int64_t> size;
    std::vector<int32_t> items;
  };
  using State = std::vector<Local>;  // by place in the mesh

  int64_t Digit(int64_t place, const ResolvedAxis& axis) const;
  // The number that the place's digits along `axes` make.
  int64_t Index(int64_t place, const WorldAxes& axes) const;
  // The place with its digits along `axes` set to those of `index`.
  int64_t WithIndex(int64_t place, const WorldAxes& axes, int64_t index) const;
  static int64_t Count(const WorldAxes& axes);
  State Hold(const WorldLayout& layout) const;
  Local Chunk(const Local& local, size_t dim, int64_t count,
              int64_t index) const;
  Local Concat(const std::vector<const Local*>& parts, size_t dim) const;
  State Gather(const State& state, size_t dim, const WorldAxes& axes) const;
  State Slice(const State& state, size_t dim, const WorldAxes& axes) const;
  State AllToAll(const State& state, size_t source, size_t target,
                 const WorldAxes& axes) const;
  std::string Permute(State& state, const WorldLayout& before,
                      const WorldLayout& after) const;

  std::vector<int64_t> mesh_;
  size_t rank_;
  std::vector<int64_t> extents_;
  int64_t devices_ = 1;
};

}  // namespace shardflow

#endif  // SHARDFLOW_TESTS_UNIT_RESHARD_WORLD_H_
