#include "ops/replicas.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/edit.h"
#include "ops/op_kind.h"
#include "ops/present.h"
#include "ops/symbols.h"

namespace shardflow::internal {
namespace {

constexpr std::string_view kReplicas = "mhlo.num_replicas";
constexpr std::string_view kPartitions = "mhlo.num_partitions";

}  // namespace

bool DropReplicaIds(Module& m, Diagnostics& diagnostics) {
  const int64_t replicas = Int(m, m.root(), kReplicas).value_or(1);
  if (replicas > 1) {
    diagnostics.Error(m.Place(m.root()),
                      fmt::format("the program already has {} replicas, so its "
                                  "devices can't be replicas",
                                  replicas));
    return false;
  }
  for (const OpId op : OpsOfKind(m, OpKind::kReplicaId)) {
    Builder b = Builder::Before(m, op);
    m.ReplaceAllUses(m.result(op, 0), b.Zero(m.type(m.result(op, 0))));
    m.Erase(op);
  }
  return true;
}

void UseReplicas(Module& m) {
  for (const OpId op : OpsOfKind(m, OpKind::kPartitionId)) {
    ChangeKind(m, op, OpKind::kReplicaId);
  }
  const NameId key = m.names.Find("channel_handle");
  if (key.IsNone()) return;
  for (const OpKind kind : {OpKind::kCollectivePermute, OpKind::kAllToAll,
                            OpKind::kCollectiveBroadcast}) {
    for (const OpId op : OpsOfKind(m, kind)) {
      if (m.attr(op, key)) m.SetAttr(op, key, AttrId::None());
    }
  }
}

void SetDeviceCounts(Module& m, bool replicas) {
  const int64_t devices = DeviceCount(m, SymbolTable(m));
  if (devices == 0) return;
  const OpId root = m.root();
  const auto set = [&](std::string_view name, int64_t count) {
    // XLA couldn't run as many devices as don't fit.
    const std::optional<AttrId> made = MakeFittingInt(m, count, 32);
    if (made) m.SetAttr(root, m.names.Intern(name), *made);
  };
  const bool stated = Int(m, root, kReplicas) || Int(m, root, kPartitions);
  if (!stated) return;
  set(kPartitions, replicas ? 1 : devices);
  if (replicas) set(kReplicas, devices);
}

}  // namespace shardflow::internal
