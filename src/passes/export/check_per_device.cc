#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "base/dims.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/device_dependence.h"
#include "ops/device_groups.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "ops/work.h"
#include "passes/pass.h"

// Checks a per-device program for faults that would make devices hang or
// compute wrong results, and that can't be found by verifying single ops:
// - collectives whose groups leave a device out, contain it twice or differ in
//   size; permutes that send to one device twice;
// - collectives whose result has the wrong size for their groups;
// - channels that two collectives share;
// - collectives in a branch that only some devices of a group take, or in a
//   loop that some of them run more often than others, because the condition
//   depends on the device's id;
// - sdy ops, which no device can run.

namespace shardflow::internal {
namespace {

class PerDeviceChecker {
 public:
  PerDeviceChecker(Module& m, Diagnostics& diagnostics)
      : m_(m),
        diagnostics_(diagnostics),
        devices_(DeviceCount(m, SymbolTable(m))),
        meshes_(Meshes(m)),
        dependence_(m, devices_) {}

  bool Run() {
    WalkPreOrder(m_, m_.root(), [&](OpId op) { Check(op); });
    return ok_;
  }

 private:
  void Fail(OpId op, const std::string& message) {
    diagnostics_.Error(m_.Place(op),
                       fmt::format("'{}' op {}", m_.op_name(op), message));
    ok_ = false;
  }

  // --- checks of single ops

  void Check(OpId op) {
    const bool is_sdy = IsSdy(m_, op);
    if (is_sdy && m_.kind(op) != OpKind::kMesh) {
      Fail(op, "is left in a per-device program");
      return;
    }
    const Work work = WorkOf(m_.kind(op));
    if (is_sdy || !IsCollective(work)) return;
    const std::optional<DeviceGroups> groups =
        work == Work::kPermute ? std::nullopt
                               : ListGroupDevices(m_, op, meshes_);
    if (MayWait(op, groups)) {
      Fail(op,
           "is not run by all devices: the branch or loop depends on the "
           "device");
    }
    CheckChannel(op);
    if (work == Work::kPermute) {
      CheckPairs(op);
      return;
    }
    if (const std::optional<int64_t> group = CheckGroups(op, groups)) {
      CheckShapes(op, work, *group);
    }
  }

  // Whether a device may wait for others that don't run the op. A permute waits
  // for all devices (XLA has no groups for it), other collectives wait for
  // their group.
  bool MayWait(OpId op, const std::optional<DeviceGroups>& groups) const {
    if (!groups) return dependence_.MayPart(op);
    const auto size = static_cast<size_t>(groups->group_size);
    for (size_t at = 0; at + size <= groups->ids.size(); at += size) {
      if (dependence_.MayPart(op, std::span(groups->ids).subspan(at, size))) {
        return true;
      }
    }
    return false;
  }

  void CheckChannel(OpId op) {
    const StructReader channel(m_, op, "channel_handle",
                               StructId::kChannelHandle);
    if (!channel.ok()) return;
    const int64_t handle = channel.Int("handle");
    if (handle > 0 && !channels_.insert(handle).second) {
      Fail(op, fmt::format("has the channel {} of another collective", handle));
    }
  }

  // Returns the group size; nullopt on error or if groups aren't checked.
  std::optional<int64_t> CheckGroups(
      OpId op, const std::optional<DeviceGroups>& groups) {
    // Without a channel, the groups list replicas, not devices, and need not
    // contain every device. On huge meshes, groups aren't listed.
    const AttrId attr = FindAttr(m_, op, "replica_groups");
    if (attr.IsNone() || FindAttr(m_, op, "channel_handle").IsNone() ||
        devices_ > kMaxTabledDevices) {
      return std::nullopt;
    }
    std::vector<int64_t> devices, all(static_cast<size_t>(devices_));
    std::iota(all.begin(), all.end(), 0);
    if (groups) devices = groups->ids;
    std::sort(devices.begin(), devices.end());
    if (!groups || (devices_ > 0 && devices != all)) {
      Fail(op,
           fmt::format("has groups that don't contain each of the {} devices "
                       "once",
                       devices_));
      return std::nullopt;
    }
    return groups->group_size;
  }

  void CheckPairs(OpId op) {
    const std::optional<std::vector<int64_t>> pairs =
        DenseI64(m_, op, "source_target_pairs");
    if (!pairs) return;
    std::unordered_set<int64_t> ends[2];
    for (size_t i = 0; i < pairs->size(); ++i) {
      const int64_t device = (*pairs)[i];
      if (device < 0 || (devices_ > 0 && device >= devices_)) {
        Fail(op, fmt::format("names device {}, but there are only {} devices",
                             device, devices_));
        return;
      }
      if (!ends[i % 2].insert(device).second) {
        Fail(op, fmt::format("has device {} twice as a {}", device,
                             i % 2 == 0 ? "source" : "target"));
        return;
      }
    }
    for (int i = 0; i < m_.operand_count(op); ++i) SameShape(op, i);
  }

  bool SameShape(OpId op, int i) {
    if (m_.type(m_.operand(op, i)) == m_.type(m_.result(op, i))) return true;
    Fail(op, "has a result whose type differs from its operand's");
    return false;
  }

  void CheckShapes(OpId op, Work work, int64_t group) {
    for (int i = 0; i < m_.operand_count(op) && i < m_.result_count(op); ++i) {
      if (!m_.types.HasStaticShape(m_.type(m_.operand(op, i))) ||
          !m_.types.HasStaticShape(m_.type(m_.result(op, i)))) {
        continue;
      }
      if (work == Work::kAllReduce) {
        if (!SameShape(op, i)) return;
        continue;
      }
      const Dims in = Shape(m_, m_.operand(op, i));
      std::vector<int64_t> wanted(in.begin(), in.end());
      const auto multiply = [&](std::string_view dim) {
        const auto d = static_cast<size_t>(Int(m_, op, dim).value_or(0));
        if (d < wanted.size()) wanted[d] *= group;
      };
      const auto divide = [&](std::string_view dim) {
        const auto d = static_cast<size_t>(Int(m_, op, dim).value_or(0));
        if (d >= wanted.size()) return;
        wanted[d] = wanted[d] % group == 0 ? wanted[d] / group : -1;
      };
      if (work == Work::kAllGather) multiply("all_gather_dim");
      if (work == Work::kReduceScatter) divide("scatter_dimension");
      if (work == Work::kAllToAll) {
        divide("split_dimension");
        multiply("concat_dimension");
      }
      const Dims out = Shape(m_, m_.result(op, i));
      if (std::equal(out.begin(), out.end(), wanted.begin(), wanted.end())) {
        continue;
      }
      Fail(op,
           fmt::format("has a result that doesn't follow from groups of {} and "
                       "its operand",
                       group));
      return;
    }
  }

  Module& m_;
  Diagnostics& diagnostics_;
  bool ok_ = true;
  int64_t devices_;
  const MeshTable meshes_;
  const DeviceDependence dependence_;
  std::unordered_set<int64_t> channels_;
};

}  // namespace

bool CheckPerDevice(Module& m, const NoOptions& /*options*/,
                    PassContext& context) {
  return PerDeviceChecker(m, context.diagnostics).Run();
}

}  // namespace shardflow::internal
