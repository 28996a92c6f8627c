#ifndef SHARDFLOW_TESTS_SIMULATOR_PLAN_SIMULATOR_H_
#define SHARDFLOW_TESTS_SIMULATOR_PLAN_SIMULATOR_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lower/reshard_cost.h"
#include "lower/reshard_plan.h"

// Executes plans of reshards: every device holds an array of elements, padded
// where a dimension doesn't divide evenly, and each step moves elements between
// devices as its collective does. At the end, each device must hold the
// elements that the target sharding assigns to it, and the number of bytes
// moved must match the prices of the plan.
//
// A tensor with unreduced axes is held as partial sums: along these axes the
// devices have different values, which add up to those of the tensor.
//
// The simulator shares nothing with the planner and its prices except the plan
// itself, so that they can't have a bug in common.

namespace shardflow::internal {

// For small problems only: the memory is devices x elements. Elements are whole
// bytes.
class PlanSimulator {
 public:
  explicit PlanSimulator(const ReshardProblem& problem);

  // Returns what is wrong with the plan or its prices; "" if nothing is.
  std::string Run(const ReshardPlan& plan, std::span<const StepTraffic> prices);
  // Returns the largest number of bytes that any device sent in the last run.
  int64_t bytes() const { return bytes_; }

 private:
  using Axes = std::vector<ResolvedAxis>;
  using Layout = std::vector<Axes>;
  struct Slot {
    int32_t element = -1;  // -1: padding
    uint32_t value = 0;
  };
  // The elements on one device: `size` slots along each dimension.
  struct Local {
    std::vector<int64_t> size;
    std::vector<Slot> slots;
  };
  using State = std::vector<Local>;  // indexed by position in the mesh

  int64_t Digit(int64_t place, const ResolvedAxis& axis) const;
  // Returns the number formed by the place's digits along `axes`.
  int64_t Index(int64_t place, ResolvedList axes) const;
  // Returns the place with its digits along `axes` replaced with those of
  // `index`.
  int64_t WithIndex(int64_t place, ResolvedList axes, int64_t index) const;

  uint32_t Value(int32_t element) const;
  uint32_t Part(int32_t element, int64_t index, int64_t count,
                ReductionKind kind) const;
  // Returns the elements that the layout assigns to the place, with values of
  // 0.
  Local Expected(const Layout& layout, int64_t place) const;
  State Start() const;

  Local Chunk(Local local, size_t dim, int64_t count, int64_t index) const;
  Local Concat(const std::vector<const Local*>& parts, size_t dim) const;
  State Gather(const State& state, size_t dim, ResolvedList axes) const;
  State Slice(const State& state, size_t dim, ResolvedList axes) const;
  State AllToAll(const State& state, size_t source, size_t target,
                 ResolvedList axes) const;
  State Reduce(const State& state, ResolvedList axes) const;

  std::string Step(const ReshardPlan& plan, const PlanStep& step,
                   const StepTraffic& price);
  std::string Permute(const Layout& after);
  void ToUnreduced(const ReshardPlan& plan, const PlanStep& step,
                   const Layout& after, int64_t& missing);
  // Moves to each place the elements that `after` assigns to it. If the
  // collective left an element at that place, it is used. Otherwise the element
  // comes from a device of the collective's group (along the axes `group`) that
  // held it `before` or, failing that, from any device. Sets `missing` to the
  // largest number of elements from other groups at one place. Returns what is
  // wrong, or "".
  std::string Align(const State& before, const Layout& after,
                    ResolvedList group, int64_t& missing);
  std::string CheckEnd() const;
  int64_t Bytes(int64_t elements) const {
    return elements * problem_.element_bits / 8;
  }

  const ReshardProblem& problem_;
  std::vector<int64_t> mesh_;
  size_t rank_;
  int64_t devices_ = 1;
  State state_;
  Layout held_;
  Axes unreduced_;
  int64_t bytes_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_SIMULATOR_PLAN_SIMULATOR_H_
