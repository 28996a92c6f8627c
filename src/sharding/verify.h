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

// Whether meshes, axis lists and shardings make sense: on their own, against a
// mesh, and against the shape of a tensor.
//
//   if (std::optional<Error> error =
//           CheckSharding(view, dims, mesh, store, names)) {
//     diagnostics.Error(place, error->message);   // unknown axis name: "q"
//   }
//
// Each function returns the first error, in the reference's words and without
// an offset, or nothing. (Further errors of a sharding mostly follow from its
// first one; verifiers report one for each sharding.)

namespace shardflow::internal {

// Axis names are distinct, device ids are a permutation of 0, 1, ... For a
// fault in one axis, `axis` is its position; else it is the number of axes.
std::optional<Error> CheckMesh(const Mesh& mesh, const StringStore& names,
                               size_t* axis = nullptr);

// Checks the axis lists of one sharding, or of one op's attributes, given one
// after the other: axes are in the mesh and used once, and neighbours can't be
// merged. Linear in the number of axes.
class AxisChecker {
 public:
  // Both outlive the checker.
  AxisChecker(const Mesh& mesh, const StringStore& names)
      : mesh_(mesh), names_(names) {}

  std::optional<Error> Add(std::span<const AxisRef> axes);
  // The same for a list that has to be in mesh order; `what` names it.
  std::optional<Error> AddSorted(std::span<const AxisRef> axes,
                                 std::string_view what);
  // After all lists: sub-axes are well-formed and don't overlap.
  std::optional<Error> CheckSubAxes();

  // The axis that the last error is about, counted over all lists; SIZE_MAX if
  // it is about none.
  size_t blamed() const { return blamed_; }

 private:
  // Position in the mesh, or -1.
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
  // Up to this many axes are searched one by one, which is faster.
  static constexpr size_t kFew = 16;

  const Mesh& mesh_;
  const StringStore& names_;
  std::vector<AxisRef> seen_;
  // What is in `seen_`, and in the mesh, once those are many.
  absl::flat_hash_set<AxisRef, AxisHash> seen_set_;
  absl::flat_hash_map<NameId, int> mesh_index_;
  size_t blamed_ = SIZE_MAX;
};

// `dims`: of the tensor. The mesh isn't maximal.
std::optional<Error> CheckSharding(const ShardingView& sharding,
                                   std::span<const int64_t> dims,
                                   const Mesh& mesh, const ShardingStore& store,
                                   const StringStore& names);

// The same without the tensor. On return `checker`, made for `mesh`, knows
// which axis is to blame.
std::optional<Error> CheckAxes(const ShardingView& sharding,
                               const ShardingStore& store,
                               AxisChecker& checker);

// A maximal sharding, or that of a value that is no tensor: rank 0, no axes.
bool HasRankZeroAndNoAxes(const ShardingView& sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_VERIFY_H_
