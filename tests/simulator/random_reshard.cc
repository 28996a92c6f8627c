#include "simulator/random_reshard.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/bytes.h"
#include "lower/reshard_cost.h"
#include "simulator/plan_simulator.h"

namespace shardflow::internal {
namespace {

using Axes = std::vector<ResolvedAxis>;
using Layout = std::vector<Axes>;

// Returns a mesh of at most 24 devices.
Mesh MeshOf(fuzz::Bytes& bytes) {
  static constexpr std::array<int64_t, 9> kSizes = {2, 4, 3, 6, 8, 12, 1, 5, 9};
  Mesh mesh;
  int64_t devices = 1;
  const size_t axes = 1 + bytes.Choose(4);
  for (size_t a = 0; a < axes; ++a) {
    int64_t size = bytes.OneOf(std::span<const int64_t>(kSizes));
    if (devices * size > 24) size = devices * 2 > 24 ? 1 : 2;
    devices *= size;
    mesh.axes.push_back({NameId(a), 0, size});
  }
  return mesh;
}

struct Side {
  Layout dims;
  Axes unreduced;
};

// Each axis is whole, cut in two or three, or left out; each piece goes to a
// dimension, or the tensor is unreduced along it.
Side SideOf(fuzz::Bytes& bytes, const Mesh& mesh, size_t rank) {
  Side side;
  side.dims.resize(rank);
  Axes pieces;
  for (size_t a = 0; a < mesh.axes.size(); ++a) {
    const int64_t size = mesh.axes[a].size;
    int64_t lo = 1;
    do {
      std::vector<int64_t> ends = {size};
      for (int64_t hi = 2 * lo; hi < size; hi += lo) {
        if (size % hi == 0) ends.push_back(hi);
      }
      const int64_t hi =
          bytes.Maybe(140) ? size : bytes.OneOf(std::span<const int64_t>(ends));
      if (bytes.Maybe(180)) pieces.push_back({lo, hi, static_cast<int64_t>(a)});
      lo = hi;
    } while (lo < size);
  }
  while (!pieces.empty()) {
    const size_t i = bytes.Choose(pieces.size());
    if (rank == 0 || bytes.Maybe(50)) {
      AppendOrMerge(side.unreduced, pieces[i]);
    } else {
      AppendOrMerge(side.dims[bytes.Choose(rank)], pieces[i]);
    }
    pieces.erase(pieces.begin() + static_cast<ptrdiff_t>(i));
  }
  std::sort(side.unreduced.begin(), side.unreduced.end(),
            [](const ResolvedAxis& a, const ResolvedAxis& b) {
              return a.axis != b.axis ? a.axis < b.axis : a.lo < b.lo;
            });
  Axes merged;
  for (const ResolvedAxis& axis : side.unreduced) AppendOrMerge(merged, axis);
  side.unreduced = std::move(merged);
  return side;
}

std::string Text(const Axes& axes, const Mesh& mesh) {
  std::string text = "{";
  for (const ResolvedAxis& axis : axes) {
    if (text.size() > 1) text += ",";
    text += "\"a" + std::to_string(axis.axis) + "\"";
    if (axis.size() != mesh.axes[static_cast<size_t>(axis.axis)].size) {
      text +=
          ":(" + std::to_string(axis.lo) + ")" + std::to_string(axis.size());
    }
  }
  return text + "}";
}

std::string Text(const Side& side, const Mesh& mesh) {
  std::string text = "'[";
  for (const Axes& axes : side.dims) {
    if (text.size() > 2) text += ",";
    text += Text(axes, mesh);
  }
  text += "]";
  if (!side.unreduced.empty()) {
    text += ", unreduced=" + Text(side.unreduced, mesh);
  }
  return text + "'";
}

std::string Text(const ReshardProblem& problem, const Side& from,
                 const Side& to) {
  std::string text = "--mesh '<[";
  for (size_t a = 0; a < problem.mesh->axes.size(); ++a) {
    if (a > 0) text += ",";
    text += "\"a" + std::to_string(a) +
            "\"=" + std::to_string(problem.mesh->axes[a].size);
  }
  text += "]>' --shape ";
  for (const int64_t size : problem.shape) text += std::to_string(size) + "x";
  return text + "i" + std::to_string(problem.element_bits) + " --from " +
         Text(from, *problem.mesh) + " --to " + Text(to, *problem.mesh) +
         (problem.replicate_repadded ? " --compat jaxlib-0.12" : "");
}

// Runs one plan, and sets `moved` to the number of bytes that it moves. Returns
// what is wrong, or "".
std::string Run(const ReshardProblem& problem, PlanChoice choice,
                ReshardPlanner& planner, PlanSimulator& simulator,
                int64_t& moved) {
  ReshardPlan plan;
  if (const char* const fault = planner.Plan(problem, choice, plan)) {
    return fault;
  }
  const std::vector<StepTraffic> prices =
      TrafficOf(problem, plan, planner.model());
  const std::string fault = simulator.Run(plan, prices);
  moved = simulator.bytes();
  return fault;
}

}  // namespace

std::string CheckReshardOf(std::string_view input, ReshardPlanner& planner) {
  fuzz::Bytes bytes(input);
  const Mesh mesh = MeshOf(bytes);
  static constexpr std::array<size_t, 8> kRanks = {2, 1, 2, 3, 1, 2, 3, 0};
  const size_t rank = bytes.OneOf(std::span<const size_t>(kRanks));
  std::vector<int64_t> shape;
  for (size_t d = 0; d < rank; ++d) {
    static constexpr std::array<int64_t, 4> kEven = {24, 12, 8, 16};
    shape.push_back(bytes.Maybe(128)
                        ? static_cast<int64_t>(1 + bytes.Choose(13))
                        : bytes.OneOf(std::span<const int64_t>(kEven)));
    if (rank == 3) shape.back() = 1 + shape.back() % 9;
  }
  const Side from = SideOf(bytes, mesh, rank);
  const Side to = SideOf(bytes, mesh, rank);
  const std::vector<ResolvedList> from_dims(from.dims.begin(), from.dims.end());
  const std::vector<ResolvedList> to_dims(to.dims.begin(), to.dims.end());
  ReshardProblem problem{.mesh = &mesh,
                         .shape = shape,
                         .element_bits = bytes.Maybe(64) ? 8 : 32,
                         .from = from_dims,
                         .to = to_dims,
                         .unreduced_from = from.unreduced,
                         .unreduced_to = to.unreduced};
  problem.replicate_repadded = bytes.Maybe(64);
  // Plans can reduce partial maxima, but can't produce them.
  if (to.unreduced.empty() && bytes.Maybe(64)) {
    problem.reduction_from = problem.reduction_to = ReductionKind::kMax;
  }
  PlanSimulator simulator(problem);
  int64_t usual = 0, best = 0;
  std::string fault =
      Run(problem, PlanChoice::kDefault, planner, simulator, usual);
  if (fault.empty()) {
    fault = Run(problem, PlanChoice::kBest, planner, simulator, best);
    if (!fault.empty()) {
      fault = "best: " + fault;
    } else if (best > usual) {
      fault = "the best plan moves " + std::to_string(best) +
              " B, the default one " + std::to_string(usual);
    }
  }
  return fault.empty() ? "" : fault + "\n  " + Text(problem, from, to);
}

}  // namespace shardflow::internal
