#ifndef SHARDFLOW_SHARDING_COMPAT_H_
#define SHARDFLOW_SHARDING_COMPAT_H_

#include <cstdint>
#include <string_view>

// The versions of Shardy that we can follow. For each difference between them,
// a function here says how a version behaves, so that no other code compares
// versions.

namespace shardflow::internal {

enum class Compat : uint8_t {
  kShardy202608,  // the default: the snapshot whose test cases we run
  kJaxlib012,     // Shardy as shipped in jaxlib 0.12
};

struct CompatName {
  Compat compat;
  std::string_view name;
};
inline constexpr CompatName kCompatNames[] = {
    {Compat::kShardy202608, "shardy-2026-08"},
    {Compat::kJaxlib012, "jaxlib-0.12"},
};

constexpr std::string_view CompatNameOf(Compat compat) {
  for (const CompatName& row : kCompatNames) {
    if (row.compat == compat) return row.name;
  }
  return {};
}

// Whether sharding constraints and groups are imported before calls are
// inlined, when functions still have data-flow edges.
constexpr bool ConstraintsBeforeInlining(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether an edge without a propagation record contributes an empty record when
// the records move from data-flow edges to the op that owns the edges.
// (Otherwise it contributes nothing, and the records of later edges move up.)
constexpr bool SinksEmptyRecords(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether inlining warns about a function that is cloned for several calls even
// if it has no shardings.
constexpr bool WarnsOfEveryClonedFunction(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a tensor with a fully open sharding takes the sharding of a
// constraint, as a tensor without a sharding does.
constexpr bool OpenCountsAsMissingForConstraints(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a constraint on a function's argument or a call's result replaces
// that value wherever it is used, like a constraint on any other target of a
// data-flow edge. (Otherwise the value takes the sharding of the constraint.)
constexpr bool FuncEdgesAreTargetsForConstraints(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a chain of constraints that replaces the other uses of its input also
// replaces the use in a function's return op. (In the main function, it never
// does.)
constexpr bool ConstraintChainsReachReturns(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether stablehlo.if has data-flow edges, as stablehlo.case does.
constexpr bool IfHasDataFlow(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the all-reduce of partial results reduces them as the op's region
// does, for example by taking a maximum (PartialReduction in ops/unreduced.h;
// for some regions there is no all-reduce). Otherwise it sums them, unless the
// sharding of the result has another reduction kind.
constexpr bool AllReduceFollowsRegion(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a reshard replicates a dimension whose padding differs before and
// after.
constexpr bool ReshardsReplicateRepadded(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether redundant reshards are found before any reshard is lowered, by
// looking at their original operands. A reshard of an operand without a
// sharding is then redundant if no dimension of the new sharding has axes, even
// if it has unreduced axes.
constexpr bool RedundantReshardsAreJudgedFirst(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the updated dimensions of a dynamic_update_slice are permutation
// factors, both in the operand and in the update. (Otherwise they pass through
// in the operand, and must be replicated in the update unless all start indices
// are constants.)
constexpr bool DynamicUpdateSlicePermutes(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a spatial dimension of a convolution's kernel or output gets its own
// permutation factor if no part of the input dimension is left for it.
// (Otherwise it has no factor.)
constexpr bool ConvolutionPermutesOneSidedDims(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether every padded dimension of a pad is a permutation factor. (Otherwise,
// only dimensions whose size changes are.)
constexpr bool PadMovesAllPaddedDims(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the two sides of a reshape share one permutation factor where their
// shapes have no common divisor, and whether factors that only one side has
// must be replicated. (Otherwise each side has its own factors, and all pass
// through.)
constexpr bool ReshapePermutesWhereShapesPart(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a result of the main function without a sharding finally gets the
// returned value's sharding, even if that has no axes.
constexpr bool MainResultsTakeShardings(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a call's result is resharded if its unreduced axes differ from the
// returned value's. (Otherwise both are kept, which is an error later.)
constexpr bool CallResultsMayReduce(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Whether canonicalization inlines a manual computation whose manual axes have
// size 1. (Otherwise it only inlines a computation without operands, results
// and ops.)
constexpr bool InlinesManualComputations(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Whether results of functions take the single-device shardings of the returned
// values.
constexpr bool ResultsTakeSingleDevice(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Whether the functions that a manual computation calls are treated as part of
// it when sharding groups are checked for crossing its boundary.
constexpr bool GroupsSeeThroughCalls(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the padding of a pad op's operand is masked wherever it appears in
// the result. (This is true of the version that `shardflow partition` follows.
// Shardy itself masks less, in either version.)
constexpr bool MasksAllPads(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the numbers of devices and the offsets of their shards are i32 in the
// program of a device, and tables are indexed by partition_id as it is.
// (Otherwise they are i64.)
constexpr bool DeviceNumbersAre32Bits(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the groups of collectives are axes of a mesh unless an option says
// otherwise, and whether these may be sub-axes. (Otherwise, groups along
// sub-axes are lists of devices.)
constexpr bool GroupsAreAxes(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a device without a neighbour selects the padding instead of what it
// receives, even if the padding is zero, as what it receives is.
constexpr bool HaloesSelectPadding(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the module of a device's program says in its attributes how the
// arguments and results of the main function are sharded.
constexpr bool ModulesKeepShardings(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the results of a reduce of several tensors, for which there is no
// all_reduce, are gathered and reduced again.
constexpr bool ReducesGatheredResults(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a sharded gather or scatter has its flags also where they are false
// (indices_are_sorted, unique_indices).
constexpr bool IndexedOpsWriteFlags(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the devices of a scatter that start with the neutral element choose
// it by a scalar. (Otherwise by a condition for each element.)
constexpr bool ScattersSelectByScalar(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether the reduced windows of a convolution are replicated, and groups that
// share a dimension with their features, as dimensions along which elements
// move are.
constexpr bool ReplicatesWindowsAndGroups(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether an op that keeps all elements of a sharded dimension in place moves
// none, even if some shards of the dimension are empty.
constexpr bool EmptyShardsStay(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether all_to_alls and permutes between replicas have channels.
constexpr bool ReplicasExchangeOnChannels(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Whether all forms of the dump after the partitioner have the same name.
constexpr bool PartitionerDumpsHaveOneName(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether explicit collectives are optimized by sdy-optimize-collectives.
// (Otherwise, that pass doesn't exist.)
constexpr bool OptimizesCollectives(Compat compat) {
  return compat == Compat::kJaxlib012;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_COMPAT_H_
