#ifndef SHARDFLOW_LOWER_PERMUTATION_H_
#define SHARDFLOW_LOWER_PERMUTATION_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/module.h"
#include "lower/halo_emit.h"
#include "lower/window_plan.h"
#include "ops/sliding.h"
#include "ops/symbols.h"
#include "sharding/compat.h"

// Rewrites ops that move elements along a sharded dimension (pad, slice, ...)
// as halo exchanges (lower/halo_plan.h). The operand and the result of such an
// op are sharded in the same way.

namespace shardflow::internal {

class PermutationResolver {
 public:
  // `forms` is the version of Shardy whose forms the halo exchanges have.
  PermutationResolver(Module& m, SymbolTable& symbols, bool by_replica,
                      Compat forms = Compat::kShardy202608)
      : m_(m), symbols_(symbols), halo_(m, by_replica, forms) {}

  // Each of these functions replaces an op with a halo exchange if devices need
  // elements from other devices. Returns false if the op can't be replaced and
  // has to be replicated, otherwise true.
  bool ResolvePad(OpId op);
  bool ResolveSlice(OpId op);
  bool ResolveReverse(OpId op);
  // Replaces a reshape, using a halo exchange if `halo` is set. If the reshape
  // can't be replaced, replicates it, because callers have no rule for
  // replicating it.
  void ResolveReshape(OpId op, bool halo);

  // Replaces an op with windows: a convolution, a reduce_window (Slides) or a
  // select_and_scatter (ScattersWindows). Devices don't fetch whole shards of
  // their neighbours, but only the elements that the windows need. Also handles
  // a dynamic_update_slice (UpdatesPart), in which each device updates the part
  // that it holds. Returns false if the op has to be replicated, or if no
  // dimension with windows is sharded. Unless `padding_matters`, padding may be
  // replaced with arbitrary elements.
  bool ResolveWindow(OpId op, bool padding_matters = true);

  // Replaces a concatenation along a sharded dimension (JoinsTensors). Devices
  // fetch the elements that belong to their shard of the result. Operands are
  // gathered where that is cheaper. Returns false if the op has to be
  // replicated, or if all operands would be gathered.
  bool ResolveConcatenate(OpId op);

  // Rewrites a slice or dynamic_slice (TakesPart) that gives all devices a few
  // rows of a sharded dimension. Each device cuts out the rows that it holds,
  // and the parts of all devices are combined. Call this before reshards are
  // made explicit. Returns false if nothing was changed. With `keep_gathered`,
  // an operand that a loop doesn't change may be gathered before the loop, if
  // that sends fewer bytes.
  bool ResolveTake(OpId op, bool keep_gathered);

  // Whether devices can compute the op along a factor without data from other
  // devices. `factor` must also be the index of the dimension in the operand.
  bool IsLocalDim(OpId op, size_t factor) const;

 private:
  struct Side;  // a tensor with its sharding and mesh
  struct ReshapeGroup;
  struct Planned;
  struct WindowJob;
  struct Manual;
  struct Fetch;
  struct SharedFetches;
  struct Taken;
  struct Joined;
  struct Scatter;

  bool Read(ValueId value, Side& side) const;
  // Reads a tensor without a sharding as a replicated tensor on the mesh of
  // `other`. Returns false if the tensor has a sharding (which Read couldn't
  // use), or if `other` has no sharding either.
  bool ReadReplicated(ValueId value, const Side& other, Side& side);
  // Plans the halo of each sharded dimension. `sizes(dim)` returns the sizes
  // for dimension `dim`.
  std::vector<HaloDim> Plan(const Side& in,
                            const std::function<HaloSizes(size_t)>& sizes);
  HaloJob Job(const Side& in, ShardingId to, std::span<const HaloDim> dims,
              TypeId result_type) const;
  // Pads the ends of dimensions with `scalar` or, if `scalar` is None, with
  // zeros.
  ValueId PadEnd(Builder& b, ValueId value, std::span<const int64_t> shape,
                 ShardingId sharding, ValueId scalar = ValueId::None());
  ValueId CutEnd(Builder& b, ValueId value, std::span<const int64_t> shape,
                 ShardingId sharding);
  std::vector<int64_t> Divisible(const Side& side) const;
  std::vector<int64_t> DivisibleAlong(const Side& side,
                                      std::span<const NameId> axes) const;
  bool Exchange(OpId op, const Side& in, std::span<const HaloDim> dims,
                ValueId scalar, const HaloEmitter::Finish& finish);
  NameId ReversedMesh(OpId op, const Side& in, std::span<const AxisRef> axes);
  bool SplitByHalo(OpId op, const Side& in, const Side& out,
                   std::span<const ReshapeGroup> groups);
  void ReplicateReshape(OpId op, const Side& in, const Side& out,
                        std::span<const ReshapeGroup> groups);

  // --- permutation_concat.cc
  ValueId BeforeReshards(ValueId value) const;
  bool ReadJoined(ValueId operand, size_t dim, const Side& out,
                  Joined& joined) const;
  bool IsHeldWhole(ValueId operand, size_t dim) const;
  static Fetch* FindFetch(std::vector<Fetch>& fetches, size_t number,
                          const WindowPart& part, int64_t shards);
  void PlanJoined(ValueId operand, const Planned& planned, Joined& joined,
                  std::vector<Fetch>& fetches);
  bool PlanConcatenate(OpId op, size_t dim, const Side& out, WindowJob& job,
                       std::vector<Joined>& all, std::vector<Fetch>& fetches);
  ValueId CutWhole(Builder& b, ValueId whole, const Joined& joined,
                   const WindowJob& job, const Planned& planned,
                   ShardingId inside);
  ValueId Join(Builder& b, ValueId before, ValueId next, int64_t offset,
               const WindowJob& job, const Planned& planned, ShardingId inside);
  static int64_t RowsBefore(int64_t offset, int64_t shard,
                            const WindowPlan& plan);
  static bool ServesBoth(const WindowJob& job, std::span<const Joined> all,
                         std::vector<Fetch>& fetches, size_t before,
                         int64_t begin, size_t i);
  Manual OpenJoined(Builder& b, size_t dim, const Side& out,
                    const WindowJob& job, std::span<const Joined> all);
  void EraseJoined(OpId op);
  bool IsGathered(ValueId result, size_t dim) const;

  // --- permutation_take.cc
  bool ReadStarts(OpId op, Taken& taken) const;
  OpId AsSlice(OpId op, const Side& in, const Side& out, const Taken& taken);
  bool IsCutInVain(ValueId value, std::span<const AxisRef> axes) const;
  bool IsGatheredOnce(OpId op, const Side& in, const Side& out,
                      const Taken& taken) const;
  bool Take(OpId op, const Side& in, const Side& out, const Taken& taken);
  std::vector<ValueId> TakeOperands(Builder& b, OpId op, const Side& in,
                                    const Taken& taken);
  void CutPart(const Manual& manual, const Side& in, const Side& out,
               const Taken& taken, const WindowJob& job, ShardingId of_part);
  ValueId Combine(Builder& b, ValueId parts, OpKind kind, ValueId neutral,
                  TypeId type, ShardingId sharding);

  // --- permutation_scatter.cc
  bool ResolveSelectAndScatter(OpId op);
  bool PlanScatters(OpId op, const Side& in, const Side& out, Scatter& scatter);
  ValueId ScatterLocally(Builder& b, std::span<const ValueId> args,
                         std::span<const ShardingId> shardings,
                         const Scatter& scatter, ShardingId sharding);

  // --- permutation_window.cc
  bool ResolveUpdate(OpId op);
  ValueId UpdateLocally(Builder& b, std::span<const ValueId> args,
                        ShardingId inside, const WindowJob& job);
  bool PlanWindows(OpId op, const Side& in, const Side& out, WindowJob& job);
  bool PlanContracted(OpId op, const Side& in, const SlidingDim& dim,
                      WindowJob& job);
  void CutKernel(Builder& b, ValueId kernel, const WindowJob& job,
                 ValueId& operand, TypeId& local, ShardingId& sharding);
  bool NameManualAxes(const Side& in, const Side& out, WindowJob& job);
  ValueId ByShard(Builder& b, const Mesh& mesh, std::span<const AxisRef> axes,
                  std::span<const int64_t> by_shard);
  ValueId CutShard(Builder& b, ValueId value, size_t dim,
                   std::span<const int64_t> by_shard, int64_t size,
                   const WindowJob& job, const Planned& planned,
                   ShardingId sharding);
  ValueId FetchWindow(Builder& b, ValueId local, ValueId padding,
                      ShardingId inside, const WindowJob& job, size_t number,
                      SharedFetches* shared = nullptr);
  ValueId SlideLocally(Builder& b, std::span<const ValueId> operands,
                       const WindowJob& job, TypeId type, ShardingId sharding);
  Manual OpenManual(Builder& b, std::span<const ValueId> operands,
                    std::span<const TypeId> types,
                    std::span<const ShardingId> shardings,
                    std::span<const NameId> axes, TypeId result,
                    ShardingId sharding);
  Manual OpenManual(Builder& b, std::span<const ValueId> operands,
                    std::span<const TypeId> types,
                    std::span<const ShardingId> shardings,
                    std::span<const NameId> axes,
                    std::span<const TypeId> results, ShardingId sharding);
  // Ends the body by returning `made`, and replaces `out` with the result of
  // the manual computation, without its padding.
  void CloseManual(Builder& b, Builder& body, const Manual& manual,
                   ValueId made, const Side& out);
  // Does the same for several results with the shape and sharding of `out`: the
  // body returns `made`, and the results replace the values `replaced`.
  void CloseManual(Builder& b, Builder& body, const Manual& manual,
                   std::span<const ValueId> made,
                   std::span<const ValueId> replaced, const Side& out);
  bool ReadWindowed(OpId op, Side& in, Side& out);

  Module& m_;
  SymbolTable& symbols_;
  HaloEmitter halo_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_PERMUTATION_H_
