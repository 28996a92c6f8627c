#ifndef SHARDFLOW_SHARDING_VERIFY_H_
#define SHARDFLOW_SHARDING_VERIFY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/intern.h"
#include "sharding/sharding.h"

// Whether meshes, axis lists and shardings make sense: on their own, against a
// mesh, and against the shape of a tensor.
//
//   if (std::optional<std::string> fault =
//           CheckSharding(view, dims, mesh, store, names)) {
//     diagnostics.Error(place, *fault);   // unknown axis name: "q"
//   }
//
// Each function returns the first fault in the reference's words, or nothing.
// (Faults in one sharding follow from one another; verifiers report one for
// each sharding, of all shardings.)

namespace shardflow {

using Fault = std::optional<std::string>;

// Names are distinct; device ids are a permutation. (Who makes a mesh leaves
// the identity out: it says nothing.)
Fault CheckMesh(const Mesh& mesh, const StringStore& names);

// The axis lists of one sharding, or of one op's attributes, checked one after
// the other: axes are in the mesh and used once, neighbours can't be merged.
class AxisChecker {
 public:
  AxisChecker(const Mesh& mesh, const StringStore& names)
      : mesh_(mesh), names_(names) {}

  Fault Add(std::span<const AxisRef> axes);
  // The same for a list that has to be in mesh order; `what` names it.
  Fault AddSorted(std::span<const AxisRef> axes, std::string_view what);
  // After all lists: sub-axes are well-formed and don't overlap.
  Fault CheckSubAxes();

 private:
  Fault CheckKnown(std::span<const AxisRef> axes) const;
  Fault CheckSubAxesOf(std::span<const AxisRef> sorted, int64_t size) const;
  bool Seen(const AxisRef& axis) const;

  const Mesh& mesh_;
  const StringStore& names_;
  std::vector<AxisRef> seen_;  // short: a sharding has a few axes
};

// `dims`: of the tensor. The mesh isn't maximal.
Fault CheckSharding(const ShardingView& sharding, std::span<const int64_t> dims,
                    const Mesh& mesh, const ShardingStore& store,
                    const StringStore& names);

// A maximal sharding, or that of a value that is no tensor: rank 0, no axes.
bool HasRankZeroAndNoAxes(const ShardingView& sharding);

}  // namespace shardflow

#endif  // SHARDFLOW_SHARDING_VERIFY_H_
