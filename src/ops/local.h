#ifndef SHARDFLOW_OPS_LOCAL_H_
#define SHARDFLOW_OPS_LOCAL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/builder.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"

// How an op becomes what one device runs on its shards.
//
//   %1 = stablehlo.iota dim = 0 {sharding [{"x"}]} : tensor<8xi32>
//
// becomes, on two devices, an iota of 4 plus the offset of the device's shard.
// For most ops only the types change. What else an op needs is a function of
// this sort, found by its kind (LocalFunction) and written beside its rule:
//
//   bool LocalIota(LocalContext& c, OpId op);
//
// It finds the types in the module already local; what they were, and how the
// op's values are sharded, it asks the context. It edits the op or replaces it.
// False: an error was reported.

namespace shardflow::internal {

struct LocalOptions {
  // An all_gather of several dimensions is one collective for each.
  bool per_dim_all_gather = false;
  // A reduce_scatter of several dimensions is one collective (else an
  // all_reduce and a slice).
  bool combine_reduce_scatter = false;
  // Groups of devices are axes of a mesh instead of lists.
  bool groups_as_axes = false;
  // Devices are told apart by replica_id (else partition_id).
  bool by_replica = false;
};

class LocalContext {
 public:
  // Remembers types and shardings as they are; makes the types local. Check
  // ok() afterwards.
  LocalContext(Module& module, const SymbolTable& symbols,
               const LocalOptions& options, Diagnostics& diagnostics);

  Module& m;
  const LocalOptions& options;
  // Every sharded dimension is divisible, and tables of devices can be made.
  bool ok() const { return ok_; }

  // --- the program as it was
  std::span<const int64_t> GlobalShape(ValueId value) const;
  // None: replicated.
  ShardingId Sharding(ValueId value) const {
    return Slot(value) < shardings_.size() ? shardings_[Slot(value)]
                                           : ShardingId::None();
  }
  bool IsReplicated(ValueId value) const;
  // Axes of a dimension; empty if there is no sharding.
  std::span<const AxisRef> Axes(ValueId value, size_t dim) const;
  // Product of their sizes.
  int64_t Shards(ValueId value, size_t dim) const;
  // The mesh of the first of the values that has a sharding.
  const Mesh* MeshOf(ValueId value) const;
  std::optional<MeshRef> MeshRefOf(ValueId value) const;
  // Of a sharding that is not None, in a verified module.
  const Mesh& MeshOfSharding(ShardingId sharding) const;
  std::span<const AxisRef> AxesOf(AxisListId list) const {
    return m.shardings.axes(list);
  }

  // --- the program as it becomes
  std::span<const int64_t> LocalShape(ValueId value) const;
  // Writes before `op`, at its location.
  Builder Before(OpId op) { return {m, m.op(op).parent, op, m.loc(op)}; }
  // Uses of the op's only result become uses of `value`; the op is gone.
  void Replace(OpId op, ValueId value);
  // Who asks what `value`, a new one, was, hears what `old` was.
  void Adopt(ValueId value, ValueId old);

  // --- pieces that several ops share
  // The device's entry of a table by device id: a tensor<1x...> of `element`.
  ValueId TableEntry(Builder& b, std::span<const int64_t> table,
                     TypeId element);
  // Where the device's shard begins, a tensor<i64>: shards along `axes` have
  // `size` elements each.
  ValueId ShardOffset(Builder& b, const Mesh& mesh,
                      std::span<const AxisRef> axes, int64_t size);
  // The device's part of a tensor that it has whole.
  ValueId SliceShard(Builder& b, ValueId value, const Mesh& mesh,
                     std::span<const AxisListId> axes_per_dim,
                     std::span<const int64_t> sizes);
  // `channel_handle = #stablehlo.channel_handle<handle = N, type = 1>` with
  // the next number.
  NamedAttr NextChannel();
  // `replica_groups` along the axes.
  NamedAttr Groups(const Mesh& mesh, MeshRef ref,
                   std::span<const AxisRef> axes);

  // --- errors, at the op; both return false
  // "'stablehlo.pad' op ...", then that the op can't be legalized.
  bool Fail(OpId op, std::string_view message);
  bool FailToLegalize(OpId op);

 private:
  static size_t Slot(ValueId value) { return value.Slot(); }
  void Localize(ValueId value);
  bool CheckSizes();
  void Record(ValueId value, TypeId type, ShardingId sharding);

  const SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  bool ok_ = true;
  int64_t next_channel_ = 1;
  std::vector<TypeId> types_;          // by value
  std::vector<ShardingId> shardings_;  // by value
  std::unordered_map<uint64_t, TypeId> local_types_;
  std::unordered_map<std::string, AttrId> groups_;
};

using LocalFn = bool (*)(LocalContext& c, OpId op);

// Null: nothing but the types changes.
LocalFn LocalFunction(OpKind kind);

// The local type of a tensor; nothing if a sharded dimension doesn't divide.
// Other types, and tensors without a sharding, stay.
std::optional<TypeId> LocalType(Module& m, const SymbolTable& symbols,
                                TypeId type, ShardingId sharding);

// --- the functions, each in the file of its family
bool LocalConstant(LocalContext& c, OpId op);     // local_shape.cc
bool LocalIota(LocalContext& c, OpId op);         //
bool LocalConcatenate(LocalContext& c, OpId op);  //
bool LocalPad(LocalContext& c, OpId op);          //
bool LocalSlice(LocalContext& c, OpId op);        //
bool LocalDynamicSlice(LocalContext& c, OpId op);
bool LocalDynamicUpdateSlice(LocalContext& c, OpId op);
bool LocalReshape(LocalContext& c, OpId op);
bool LocalReverse(LocalContext& c, OpId op);
bool LocalWindow(LocalContext& c, OpId op);             //
bool LocalDot(LocalContext& c, OpId op);                // local_contract.cc
bool LocalDotGeneral(LocalContext& c, OpId op);         //
bool LocalConvolution(LocalContext& c, OpId op);        //
bool LocalReduce(LocalContext& c, OpId op);             //
bool LocalGather(LocalContext& c, OpId op);             // local_gather.cc
bool LocalScatter(LocalContext& c, OpId op);            //
bool LocalAllGather(LocalContext& c, OpId op);          // local_collective.cc
bool LocalAllSlice(LocalContext& c, OpId op);           //
bool LocalAllToAll(LocalContext& c, OpId op);           //
bool LocalAllReduce(LocalContext& c, OpId op);          //
bool LocalReduceScatter(LocalContext& c, OpId op);      //
bool LocalCollectivePermute(LocalContext& c, OpId op);  //
// sdy ops that are to be gone before: an error.
bool NotLocal(LocalContext& c, OpId op);

// What an sdy.all_reduce or sdy.reduce_scatter reduces along.
std::vector<AxisRef> ReducedAxes(const Module& m, OpId op);
ReductionKind ReductionOf(const Module& m, OpId op);

// Partial results of `op`, one for each shard along `axes`, are combined by all
// who use it, in the way `kind` says, or the result says that they are not
// (unreduced axes). An error if not, and if `kind` is nothing: no collective of
// sdy combines so.
bool CheckReduced(LocalContext& c, OpId op, std::span<const AxisRef> axes,
                  std::optional<ReductionKind> kind);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_LOCAL_H_
