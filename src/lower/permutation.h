#ifndef SHARDFLOW_LOWER_PERMUTATION_H_
#define SHARDFLOW_LOWER_PERMUTATION_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/module.h"
#include "lower/halo_emit.h"
#include "ops/symbols.h"

// Ops that move elements along a sharded dimension (pad, slice, reverse,
// reshape): rewritten by halo exchange. Operand and result are sharded alike.

namespace shardflow::internal {

class PermutationResolver {
 public:
  PermutationResolver(Module& m, SymbolTable& symbols, bool by_replica)
      : m_(m), symbols_(symbols), halo_(m, by_replica) {}

  // Does the op (any StableHLO op) need what other devices have? If so, it is
  // replaced by a halo exchange; false: that isn't possible, it has to be
  // replicated. True also if nothing is to be done.
  bool ResolvePad(OpId op);
  bool ResolveSlice(OpId op);
  bool ResolveReverse(OpId op);
  // Of a reshape also replication is done here (there is no rule to go by);
  // `halo` says whether exchange is allowed.
  void ResolveReshape(OpId op, bool halo);

  // Of a convolution, a reduce_window (Slides) or a select_and_scatter
  // (ScattersWindows): devices fetch the elements at the borders of their
  // neighbours' shards, no more than the windows need. Of a
  // dynamic_update_slice (UpdatesPart): each updates what it has. False as above, or if no
  // window is cut.
  bool ResolveWindow(OpId op);

  // Factor `factor` of the op, dimension `factor` of its operand, needs nothing
  // of other devices.
  bool IsLocalDim(OpId op, size_t factor) const;

 private:
  struct Side;  // a tensor with its sharding and mesh
  struct ReshapeGroup;
  struct WindowJob;
  struct Manual;

  bool Read(ValueId value, Side& side) const;
  // A tensor without a sharding, beside one that has one. False if it has one
  // that can't be read, or the other one hasn't either.
  bool ReadReplicated(ValueId value, const Side& other, Side& side);
  // The halo of every sharded dimension, by `sizes(dim)`.
  std::vector<HaloDim> Plan(const Side& in,
                            const std::function<HaloSizes(size_t)>& sizes);
  HaloJob Job(const Side& in, ShardingId to, std::span<const HaloDim> dims,
              TypeId result_type) const;
  ValueId PadEnd(Builder& b, ValueId value, std::span<const int64_t> shape,
                 ShardingId sharding, ValueId scalar);
  ValueId CutEnd(Builder& b, ValueId value, std::span<const int64_t> shape,
                 ShardingId sharding);
  std::vector<int64_t> Divisible(const Side& side) const;
  bool Exchange(OpId op, const Side& in, std::span<const HaloDim> dims,
                ValueId scalar, const HaloEmitter::Finish& finish);
  NameId ReversedMesh(OpId op, const Side& in, std::span<const AxisRef> axes);
  bool SplitByHalo(OpId op, const Side& in, const Side& out,
                   std::span<const ReshapeGroup> groups);
  void ReplicateReshape(OpId op, const Side& in, const Side& out,
                        std::span<const ReshapeGroup> groups);

  // --- permutation_window.cc
  bool ResolveSelectAndScatter(OpId op);
  bool ResolveUpdate(OpId op);
  ValueId UpdateLocally(Builder& b, std::span<const ValueId> args,
                        ShardingId inside, const WindowJob& job);
  bool PlanWindows(OpId op, const Side& in, const Side& out, WindowJob& job);
  bool NameManualAxes(const Side& in, const Side& out, WindowJob& job);
  ValueId ByShard(Builder& b, const Mesh& mesh, std::span<const AxisRef> axes,
                  std::span<const int64_t> by_shard);
  ValueId FetchWindow(Builder& b, ValueId local, ValueId padding,
                      ShardingId inside, const WindowJob& job, size_t number);
  ValueId SlideLocally(Builder& b, std::span<const ValueId> operands,
                       const WindowJob& job, TypeId type, ShardingId sharding);
  Manual OpenManual(Builder& b, std::span<const ValueId> operands,
                    std::span<const TypeId> types,
                    std::span<const ShardingId> shardings,
                    std::span<const NameId> axes, TypeId result,
                    ShardingId sharding);

  Module& m_;
  SymbolTable& symbols_;
  HaloEmitter halo_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_PERMUTATION_H_
