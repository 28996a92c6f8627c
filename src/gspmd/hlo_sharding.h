#ifndef SHARDFLOW_GSPMD_HLO_SHARDING_H_
#define SHARDFLOW_GSPMD_HLO_SHARDING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gspmd/device_order.h"
#include "sharding/resolved.h"
#include "sharding/sharding.h"

// GSPMD's HloSharding, in each of its forms:
//
//   {devices=[4,2]0,4,1,5,2,6,3,7}    V1: tiles and the list of devices
//   {devices=[4,2]<=[2,4]T(1,0)}      V2: the list as an iota form
//   {mesh['x'=2,'y'=4], [{'y'}, {'x'}]}   V3: a mesh, axes per dimension
//
// A sharding keeps the form in which it was written until Canonicalize()
// (gspmd/canonical.h) is called. NamedSharding, which holds V3, can also hold
// Shardy shardings. Conversions to and from Shardy go through it
// (gspmd/from_axes.h, gspmd/to_axes.h).

namespace shardflow::internal::gspmd {

struct NamedAxis {
  std::string name;
  int64_t size = 1;

  friend bool operator==(const NamedAxis&, const NamedAxis&) = default;
};

struct NamedMesh {
  std::vector<NamedAxis> axes;
  // If `list` and `reshape` are both empty, devices are in ascending order.
  DeviceOrder devices;

  bool HasDeviceOrder() const {
    return devices.IsList() || !devices.reshape.empty();
  }
  // Returns the number of devices, or INT64_MAX if that doesn't fit.
  int64_t TotalSize() const;

  friend bool operator==(const NamedMesh&, const NamedMesh&) = default;
};

// Axes are bound to a mesh: ResolvedAxis{lo, hi, axis} stands for
// `"axis":(lo)hi/lo`.
struct DimAxes {
  std::vector<ResolvedAxis> axes;  // major to minor
  bool open = false;

  friend bool operator==(const DimAxes&, const DimAxes&) = default;
};

struct AxisSharding {
  std::vector<DimAxes> dims;
  std::vector<ResolvedAxis> replicated;
  std::vector<ResolvedAxis> unreduced;
  std::vector<ResolvedAxis> manual;
  ReductionKind reduction = ReductionKind::kSum;

  friend bool operator==(const AxisSharding&, const AxisSharding&) = default;
};

struct NamedSharding {
  NamedMesh mesh;
  AxisSharding axes;

  friend bool operator==(const NamedSharding&, const NamedSharding&) = default;
};

enum class HloShardingKind : uint8_t {
  kReplicated,
  kManual,
  kUnknown,
  kUnreduced,
  kMaximal,  // everything is on `device`
  kTiled,    // V1 and V2
  kNamed,    // V3
  kTuple,
};

// Subgroups are sorted in the order of the enumerators.
enum class SubgroupType : uint8_t {
  kManual,
  kUnreduced,
  kReplicated,
};

// Metadata: op_type="..." op_name="..." ...
struct MetadataField {
  std::string key;
  std::string value;
  bool quoted = true;

  friend bool operator==(const MetadataField&, const MetadataField&) = default;
};
using Metadata = std::vector<MetadataField>;

enum class ShardGroupKind : uint8_t { kNone, kAs, kLike };

struct HloSharding {
  HloShardingKind kind = HloShardingKind::kReplicated;
  int64_t device = 0;  // the device of a kMaximal

  // For kTiled. The last dimensions of `tile` belong to `subgroups`.
  std::vector<int64_t> tile;
  std::vector<SubgroupType> subgroups;
  DeviceOrder devices;

  NamedSharding named;                // the sharding of a kNamed
  std::vector<HloSharding> elements;  // elements of a kTuple; none is a tuple

  // Whether kMaximal is written as in V3, e.g. `{single_device[device_id=3]}`.
  bool single_device_spelling = false;
  ShardGroupKind group = ShardGroupKind::kNone;
  int64_t group_id = 0;
  std::vector<Metadata> metadata;
  // Where the sharding begins in the text that it was parsed from.
  size_t offset = 0;

  size_t DataRank() const { return tile.size() - subgroups.size(); }
};

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_HLO_SHARDING_H_
