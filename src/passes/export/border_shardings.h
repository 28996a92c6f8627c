#ifndef SHARDFLOW_PASSES_EXPORT_BORDER_SHARDINGS_H_
#define SHARDFLOW_PASSES_EXPORT_BORDER_SHARDINGS_H_

#include <utility>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"
#include "ops/symbols.h"

// The shardings that export gives to values, and in particular to values at
// borders: to arguments and results of functions, and to the values that enter
// and leave a manual computation.

namespace shardflow::internal {

// Computes divisible shardings, and caches them by (sharding, type). Each
// dimension keeps the longest prefix of its axes whose size divides the size of
// the dimension.
class DivisibleShardings {
 public:
  // The arguments must outlive this object.
  DivisibleShardings(Module& m, const SymbolTable& symbols)
      : m_(m), symbols_(symbols) {}

  // Returns `sharding` itself unless `type` has a static shape of the same
  // rank.
  ShardingId Of(ShardingId sharding, TypeId type);

 private:
  Module& m_;
  const SymbolTable& symbols_;
  absl::flat_hash_map<std::pair<ShardingId, TypeId>, ShardingId> known_;
};

// Whether the op's edge owners must be divided evenly by their shardings.
bool KeepsDivisible(const Module& m, OpId op);

// Returns the sharding as sdy-close-shardings leaves it: closed, without
// replicated axes. Dimensions without axes lose their priority, because no axes
// can be added to them. (Shardy keeps the priority, which its verifier then
// rejects.)
ShardingId ExportedLike(ShardingStore& store, ShardingId sharding);

// Removes, from each open dimension, the first sub-axis and all axes after it.
ShardingId WithoutSubAxes(Module& m, ShardingId sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_BORDER_SHARDINGS_H_
