#ifndef SHARDFLOW_OPS_DEVICE_DEPENDENCE_H_
#define SHARDFLOW_OPS_DEVICE_DEPENDENCE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ops/work.h"

namespace shardflow::internal {

// Finds out which branches and loops of a per-device program depend on the
// device's id, and which devices behave alike there.
//
// A value that depends on the id has a label for each device. Devices with
// equal labels have the same value:
//
//   on 4 devices                      labels
//   %id = stablehlo.partition_id      0 1 2 3
//   %0 = stablehlo.divide %id, %two   0 0 1 1
//   %1 = stablehlo.sine (of %0)       0 0 1 1
//
// As long as only integers are computed from the id, the labels are the values
// themselves (they are *exact*). The results of all_reduces and all_gathers are
// assumed to be the same on all devices.
class DeviceDependence {
 public:
  DeviceDependence(const Module& m, int64_t devices);

  // Whether some of these devices may run the op although others don't, or may
  // run it more often.
  bool MayPart(OpId op, std::span<const int64_t> devices) const;
  bool MayPart(OpId op) const;  // of all devices

 private:
  using Labels = std::vector<int64_t>;
  struct Known {
    size_t labels = 0;  // an index in labels_
    bool exact = false;

    friend bool operator==(const Known&, const Known&) = default;
  };
  // The index of the labels of a value about which nothing is known: it may be
  // different on every device.
  static constexpr size_t kDistinct = 0;
  // The numbers that a value is known to have: one for each device, or the same
  // on all. (Nothing is known if both are missing.)
  struct Numbers {
    const Labels* by_device = nullptr;
    std::optional<int64_t> everywhere = std::nullopt;

    std::optional<int64_t> On(size_t device) const {
      return by_device != nullptr ? (*by_device)[device] : everywhere;
    }
  };

  template <class Fn>
  bool AnyFork(OpId op, const Fn& differ) const;
  void Visit(OpId op);
  void VisitLoop(OpId loop);
  void VisitEnd(OpId end, OpId op);
  void Fork(OpId op, size_t labels);
  void Update(ValueId value, Known known);
  void UpdateResults(OpId op, Known known);
  void UpdateArgs(OpId loop, int i, Known known);
  std::optional<Known> Find(ValueId value) const;
  std::optional<size_t> OfOperands(OpId op);
  // Returns the exact labels of the op's result, if they can be computed.
  std::optional<Labels> Computed(OpId op) const;
  Numbers NumbersOf(ValueId value) const;

  size_t Intern(Labels labels);
  // Returns labels that are equal where both labels are.
  size_t Join(size_t a, size_t b);

  const Module& m_;
  // 0 if unknown, or too many for tables.
  size_t devices_;
  std::vector<Labels> labels_;
  std::map<Labels, size_t> index_;
  std::map<std::pair<size_t, size_t>, size_t> joined_;
  std::unordered_map<ValueId, Known> known_;  // values that depend on the id
  // Branches and loops that depend on the device's id, each with the labels of
  // its condition.
  std::unordered_map<OpId, size_t> forked_;
  std::vector<OpId> again_;  // users of values that have changed
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DEVICE_DEPENDENCE_H_
