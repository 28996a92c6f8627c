#ifndef SHARDFLOW_SHARDING_VERIFY_H_
#define SHARDFLOW_SHARDING_VERIFY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "base/error.h"
#include "base/intern.h"
#include "sharding/sharding.h"

// Checks whether meshes, axis lists and shardings make sense: on their own,
// against a mesh, and against the shape of a tensor.
//
//   if (std::optional<Error> error =
//           CheckSharding(view, dims, mesh, store, names)) {
//     diagnostics.Error(place, error->message);   // unknown axis name: "q"
//   }
//
// Each function returns the first error, in Shardy's words and without an
// offset, or nullopt. (A sharding's further errors mostly follow from its first
// one, so verifiers report one error for each sharding.)

namespace shardflow::internal {

// Checks that the size of a mesh axis is at least 1.
std::optional<Error> CheckAxisSize(int64_t size);
// Checks that a sub-axis has a size above 1, and a pre-size of at least 1.
std::optional<Error> CheckSubAxisNumbers(const AxisRef& axis,
                                         const StringStore& names);
// Checks that the id isn't negative.
std::optional<Error> CheckDeviceId(int64_t device);
// Checks that a mesh of `devices` devices lists as many ids.
std::optional<Error> CheckDeviceCount(int64_t devices, int64_t ids);

// Checks that axis names are distinct, that their sizes are at least 1, and
// that device ids are a permutation of 0, 1, .... Sets `axis` to the position
// of the axis at fault, or to the number of axes if no single axis is at fault.
std::optional<Error> CheckMesh(const Mesh& mesh, const StringStore& names,
                               size_t* axis = nullptr);

// Checks the axis lists of one sharding, or of one op's attributes, which are
// added one after the other: axes must be in the mesh and used at most once,
// and neighbours that can be merged must be merged. Takes nearly linear time in
// the number of axes.
class AxisChecker {
 public:
  // `mesh` and `names` must outlive the checker.
  AxisChecker(const Mesh& mesh, const StringStore& names)
      : mesh_(mesh), names_(names) {}

  std::optional<Error> Add(std::span<const AxisRef> axes);
  // Adds a list that has to be in the order of the mesh. `what` names the list.
  std::optional<Error> AddSorted(std::span<const AxisRef> axes,
                                 std::string_view what);
  // Checks that sub-axes are well-formed and don't overlap. Call this after all
  // lists are added.
  std::optional<Error> CheckSubAxes();

  // Returns the index, counted over all lists, of the axis that the last error
  // is about, or SIZE_MAX if it isn't about an axis.
  size_t blamed() const { return blamed_; }

 private:
  // Returns the position in the mesh, or -1.
  int Find(NameId name);
  std::optional<Error> CheckKnown(const AxisRef& axis, size_t index);
  std::optional<Error> CheckSubAxesOf(std::span<const size_t> sorted,
                                      int64_t size);
  std::optional<Error> CheckGroup(std::span<size_t> group);
  bool IsNew(const AxisRef& axis);
  std::optional<Error> Blame(size_t index, std::string message,
                             std::string hint = {});

  struct AxisHash {
    size_t operator()(const AxisRef& axis) const;
  };
  // Up to this many axes, a linear search is faster.
  static constexpr size_t kFew = 16;

  const Mesh& mesh_;
  const StringStore& names_;
  std::vector<AxisRef> seen_;
  // The contents of `seen_`, used once there are more than kFew of them.
  absl::flat_hash_set<AxisRef, AxisHash> seen_set_;
  // The positions of the mesh's axes, used if there are more than kFew of them.
  absl::flat_hash_map<NameId, int> mesh_index_;
  size_t blamed_ = SIZE_MAX;
};

// Checks a sharding of a tensor with the dimensions `dims`. The mesh must not
// be maximal.
std::optional<Error> CheckSharding(const ShardingView& sharding,
                                   std::span<const int64_t> dims,
                                   const Mesh& mesh, const ShardingStore& store,
                                   const StringStore& names);

// Checks a sharding without its tensor. `checker` must be made for the mesh of
// the sharding; on error, its blamed() is the axis at fault.
std::optional<Error> CheckAxes(const ShardingView& sharding,
                               const ShardingStore& store,
                               AxisChecker& checker);

// Whether the sharding has rank 0 and no axes, like a maximal sharding and like
// the sharding of a value that isn't a tensor.
bool HasRankZeroAndNoAxes(const ShardingView& sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_VERIFY_H_
