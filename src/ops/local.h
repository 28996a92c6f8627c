#ifndef SHARDFLOW_OPS_LOCAL_H_
#define SHARDFLOW_OPS_LOCAL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/builder.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"
#include "sharding/compat.h"

// Turns an op on whole tensors into the op that one device runs on its shards.
// For example, on two devices, this iota becomes an iota of 4 elements plus the
// offset of the device's shard:
//
//   %1 = stablehlo.iota dim = 0 {sharding [{"x"}]} : tensor<8xi32>
//
// For most ops only the types change. Where more has to change, LocalFunction
// returns a function for the op's kind (from one of the files local_*.cc):
//
//   bool LocalIota(LocalContext& c, OpId op);
//
// When the function is called, the types in the module are already local. The
// context keeps the former types and the shardings of the op's values. The
// function edits the op or replaces it. On error, it reports the error and
// returns false.

namespace shardflow::internal {

struct LocalOptions {
  // Whether an all_gather of several dimensions becomes one collective per
  // dimension.
  bool per_dim_all_gather = false;
  // Whether a reduce_scatter of several dimensions becomes one collective.
  // (Otherwise it becomes an all_reduce and a slice.)
  bool combine_reduce_scatter = false;
  // Whether groups of devices are written as axes of a mesh instead of lists.
  bool groups_as_axes = false;
  // Whether replica_id, rather than partition_id, identifies a device.
  bool by_replica = false;
  // Whether all collectives get the same channel.
  bool shared_channel = false;
  // The version of Shardy whose forms the ops have.
  Compat forms = Compat::kShardy202608;
};

class LocalContext {
 public:
  // Records the current types and shardings, and makes the types local. Check
  // ok() afterwards.
  LocalContext(Module& module, const SymbolTable& symbols,
               const LocalOptions& options, Diagnostics& diagnostics);

  Module& m;
  const LocalOptions& options;
  // Whether the number of shards divides every sharded dimension, and no mesh
  // is too large for tables with an entry per device.
  bool ok() const { return ok_; }

  // --- the program with global shapes
  std::span<const int64_t> GlobalShape(ValueId value) const;
  // Returns None for a value without a sharding, which is replicated.
  ShardingId Sharding(ValueId value) const {
    return Slot(value) < shardings_.size() ? shardings_[Slot(value)]
                                           : ShardingId::None();
  }
  bool IsReplicated(ValueId value) const;
  // Returns the axes of a dimension; none if there is no sharding.
  std::span<const AxisRef> Axes(ValueId value, size_t dim) const;
  // Returns the number of shards of a dimension.
  int64_t Shards(ValueId value, size_t dim) const;
  // Return the mesh of the value's sharding, or null (nullopt) if it has none.
  const Mesh* MeshOf(ValueId value) const;
  std::optional<MeshRef> MeshRefOf(ValueId value) const;
  // Returns the mesh of a sharding that isn't None, in a verified module.
  const Mesh& MeshOfSharding(ShardingId sharding) const;
  std::span<const AxisRef> AxesOf(AxisListId list) const {
    return m.shardings.axes(list);
  }

  // --- the program with local shapes
  std::span<const int64_t> LocalShape(ValueId value) const;
  // Returns a builder that inserts before `op`, with its location.
  Builder Before(OpId op) {
    return Builder::Before(m, op).Use32BitNumbers(
        DeviceNumbersAre32Bits(options.forms));
  }
  // Replaces all uses of the op's only result with `value`, and erases the op.
  void Replace(OpId op, ValueId value);
  // Records that `value` has the global type and the sharding of `old`.
  void Adopt(ValueId value, ValueId old);

  // --- pieces that several ops need
  // Returns the device's entry of `table`, which is indexed by device id, as a
  // tensor<1x...> of `element`.
  ValueId TableEntry(Builder& b, std::span<const int64_t> table,
                     TypeId element);
  // Returns the offset of the device's shard, as a tensor<i64>. Shards along
  // `axes` have `size` elements.
  ValueId ShardOffset(Builder& b, const Mesh& mesh,
                      std::span<const AxisRef> axes, int64_t size);
  // Returns the device's part of a tensor that every device holds in full.
  ValueId SliceShard(Builder& b, ValueId value, const Mesh& mesh,
                     std::span<const AxisListId> axes_per_dim,
                     std::span<const int64_t> sizes);
  // Returns `channel_handle = #stablehlo.channel_handle<handle = N, type = 1>`
  // with the next number.
  NamedAttr NextChannel();
  // Adds NextChannel() to the attributes of an all_to_all or a permute, unless
  // it has none.
  void AddExchangeChannel(std::vector<NamedAttr>& attrs) {
    if (!options.by_replica || ReplicasExchangeOnChannels(options.forms)) {
      attrs.push_back(NextChannel());
    }
  }
  // Returns the all_reduce made from an earlier sdy.all_reduce equal to `op`,
  // or None if there was none. The caller stores the new op in the reference.
  OpId& AllReduceLike(OpId op);
  // Returns the axes along which the results of `op`, a product, are partial
  // sums. They are remembered for all products with the same attributes and
  // operand shardings. None if they aren't known yet; the caller then stores
  // them in the reference.
  AxisListId& SummedAxesLike(OpId op);
  // Returns the attribute `replica_groups`, for groups of devices along `axes`.
  NamedAttr Groups(const Mesh& mesh, MeshRef ref,
                   std::span<const AxisRef> axes);

  // --- errors

  // Both report an error at the op and return false. Fail reports
  // "'stablehlo.pad' op ...", and then that the op can't be legalized.
  bool Fail(OpId op, std::string_view message);
  bool FailToLegalize(OpId op);

 private:
  static size_t Slot(ValueId value) { return value.Slot(); }
  void Localize(ValueId value);
  void Record(ValueId value, TypeId type, ShardingId sharding);

  const SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  bool ok_ = true;
  int64_t next_channel_ = 1;
  NamedAttr last_channel_;
  // Keyed by the attributes, local type and sharding of the sdy.all_reduce.
  absl::flat_hash_map<std::tuple<AttrId, TypeId, ShardingId>, OpId>
      all_reduces_;
  // Keyed by the attributes and operand shardings of the op.
  absl::flat_hash_map<std::tuple<AttrId, ShardingId, ShardingId>, AxisListId>
      summed_axes_;
  std::vector<TypeId> types_;          // indexed by ValueId
  std::vector<ShardingId> shardings_;  // indexed by ValueId
  std::unordered_map<uint64_t, TypeId> local_types_;
  // A cache of local_types_, indexed by hash, for faster look-ups: nearly all
  // values share a few types and shardings.
  struct LocalTypeRow {
    uint64_t key = 0;
    TypeId local;
  };
  std::array<LocalTypeRow, 256> recent_types_;
  // The attributes of device groups made so far, keyed by mesh and axes.
  std::unordered_map<uint64_t, AttrId> groups_;
};

using LocalFn = bool (*)(LocalContext& c, OpId op);

// Returns null if only the types change.
LocalFn LocalFunction(OpKind kind);

// Returns a tensor's local type, or nullopt if its shards don't divide a
// dimension or the mesh is too large. Returns `type` itself if there is no
// sharding or if `type` isn't a tensor type.
std::optional<TypeId> LocalType(Module& m, const SymbolTable& symbols,
                                TypeId type, ShardingId sharding);

// --- the functions that LocalFunction returns, by file
// Functions in local_shape.cc.
bool LocalConstant(LocalContext& c, OpId op);
bool LocalIota(LocalContext& c, OpId op);
bool LocalConcatenate(LocalContext& c, OpId op);
bool LocalPad(LocalContext& c, OpId op);
bool LocalSlice(LocalContext& c, OpId op);
bool LocalDynamicSlice(LocalContext& c, OpId op);
bool LocalDynamicUpdateSlice(LocalContext& c, OpId op);
bool LocalReshape(LocalContext& c, OpId op);
bool LocalReverse(LocalContext& c, OpId op);
bool LocalWindow(LocalContext& c, OpId op);
// Functions in local_contract.cc.
bool LocalDot(LocalContext& c, OpId op);
bool LocalDotGeneral(LocalContext& c, OpId op);
bool LocalConvolution(LocalContext& c, OpId op);
bool LocalReduce(LocalContext& c, OpId op);
// Functions in local_gather.cc.
bool LocalGather(LocalContext& c, OpId op);
bool LocalScatter(LocalContext& c, OpId op);
// Functions in local_collective.cc.
bool LocalAllGather(LocalContext& c, OpId op);
bool LocalAllSlice(LocalContext& c, OpId op);
bool LocalAllToAll(LocalContext& c, OpId op);
bool LocalAllReduce(LocalContext& c, OpId op);
bool LocalReduceScatter(LocalContext& c, OpId op);
bool LocalCollectivePermute(LocalContext& c, OpId op);
// Reports an error for sdy ops that earlier passes should have removed.
bool NotLocal(LocalContext& c, OpId op);

// Return the axes along which an sdy.all_reduce or sdy.reduce_scatter reduces,
// and the kind of reduction.
std::vector<AxisRef> ReducedAxes(const Module& m, OpId op);
ReductionKind ReductionOf(const Module& m, OpId op);

// Checks that all users combine the partial results of `op`, one for each shard
// along `axes`, by a reduction of this kind, or that the result's sharding
// declares them partial (unreduced axes). Otherwise reports an error. If `kind`
// is nullopt, no sdy collective can combine them correctly, and only unreduced
// axes are accepted.
bool CheckReduced(LocalContext& c, OpId op, std::span<const AxisRef> axes,
                  std::optional<ReductionKind> kind);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_LOCAL_H_
