#ifndef SHARDFLOW_API_SHARDING_INFO_H_
#define SHARDFLOW_API_SHARDING_INFO_H_

#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/intern.h"
#include "ir/module.h"
#include "ops/data_flow.h"
#include "ops/extensions.h"
#include "shardflow/sharding.h"
#include "sharding/sharding.h"

// Converts meshes and shardings between a module and the public API.

namespace shardflow::internal {

MeshInfo ToInfo(const Mesh& mesh, const StringStore& names);
ShardingInfo ToInfo(const ShardingStore& shardings, const StringStore& names,
                    ShardingId id);

// Returns the sharding of a value as its users see it, wherever the program
// stores it: the sharding of the value's data-flow edge if there is one, and
// without the manual axes inside a manual computation. The result is the same
// as GetSharding's (ops/data_flow.h), but the module doesn't change.
// `extensions`, which may be null, describe the caller's ops if these aren't
// bound to the module. Returns nullopt if there is no sharding.
std::optional<ShardingInfo> SeenSharding(const Module& m, ValueId value,
                                         const OpExtensions* extensions);

// Finds the shardings of many values, as SeenSharding does. Most shardings are
// equal, and equal shardings are converted only once.
class SeenShardings {
 public:
  // The arguments must outlive this object, and the module must not change.
  SeenShardings(const Module& m, const OpExtensions* extensions)
      : m_(m), extensions_(extensions) {}

  // Returns null if there is no sharding. The result is valid until the next
  // call.
  const ShardingInfo* Find(ValueId value);

 private:
  const Module& m_;
  const OpExtensions* const extensions_;
  // The data flow of the caller's ops, by name; null if they have none.
  absl::flat_hash_map<NameId, const DataFlowDef*> flows_;
  std::vector<std::optional<ShardingInfo>> infos_;  // indexed by ShardingId
  std::optional<ShardingInfo> last_;  // a sharding without its manual axes
};

Mesh FromInfo(const MeshInfo& info, StringStore& names);
// Returns nullopt if the reduction is unknown.
std::optional<TensorSharding> FromInfo(const ShardingInfo& info,
                                       ShardingStore& shardings,
                                       StringStore& names);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_SHARDING_INFO_H_
