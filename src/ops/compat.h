#ifndef SHARDFLOW_OPS_COMPAT_H_
#define SHARDFLOW_OPS_COMPAT_H_

#include <cstdint>
#include <string_view>

// Which reference to agree with where its versions differ. Conditions are not
// scattered: each difference is a named function of the Compat here.

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

// Sharding constraints and groups are imported before calls are inlined, with
// data-flow edges of functions in between.
constexpr bool ConstraintsBeforeInlining(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Where records of propagation move from edges to the op that owns them, an
// edge without a record leaves an empty one. (Else nothing, so that the records
// of the others shift.)
constexpr bool SinksEmptyRecords(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Inlining warns of a function that is cloned for several calls even if it has
// no shardings.
constexpr bool WarnsOfEveryClonedFunction(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// A tensor with a fully open sharding takes that of a constraint as one without
// sharding does.
constexpr bool OpenCountsAsMissingForConstraints(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// The edge of a call's result or of a function's argument is a target like that
// of a data-flow edge: a constraint on it takes over its uses.
constexpr bool FuncEdgesAreTargetsForConstraints(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// A chain of constraints that takes over the uses of its input takes over that
// by the return of a function as well, but for the main one.
constexpr bool ConstraintChainsReachReturns(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// stablehlo.if has data-flow edges, as stablehlo.case has.
constexpr bool IfHasDataFlow(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// A partial result is all-reduced by what the op's region computes: a maximum
// by `max` (PartialReduction in ops/unreduced.h; there may be no all_reduce at
// all). (Else all are sums, unless the result's sharding says otherwise.)
constexpr bool AllReduceFollowsRegion(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// A reshard replicates a dimension that is padded differently before and after.
constexpr bool ReshardsReplicateRepadded(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Whether a reshard is redundant is asked of the operand that it had before any
// other reshard was lowered; and one of a tensor without sharding to no axes is
// redundant, whatever it makes unreduced.
constexpr bool RedundantReshardsAreJudgedFirst(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// dynamic_update_slice: the updated dimensions of operand and update are
// permutation factors. (Else they pass through the operand, and the update is
// to be replicated unless all start indices are constants.)
constexpr bool DynamicUpdateSlicePermutes(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// convolution: a kernel or output spatial dimension for which the input has
// nothing left is a permutation factor of its own. (Else it has no factor.)
constexpr bool ConvolutionPermutesOneSidedDims(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// pad: every padded dimension is a permutation factor. (Else those alone whose
// size changes.)
constexpr bool PadMovesAllPaddedDims(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// reshape: where the two shapes have no common divisor, both share one
// permutation factor, and factors that only one side has are to be replicated.
// (Else each side has a factor of its own, and all factors pass through.)
constexpr bool ReshapePermutesWhereShapesPart(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// Results of the main function without a sharding take that of the returned
// value at the end, also one without axes.
constexpr bool MainResultsTakeShardings(Compat compat) {
  return compat == Compat::kJaxlib012;
}

// A call's result is also resharded where its unreduced axes are not those of
// what the function returns. (Else it stays as it is, which is an error later.)
constexpr bool CallResultsMayReduce(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Canonicalization inlines a manual computation whose manual axes are of
// size 1. (Else only one without operands, results and ops goes.)
constexpr bool InlinesManualComputations(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Results of functions take single-device shardings of returned values.
constexpr bool ResultsTakeSingleDevice(Compat compat) {
  return compat == Compat::kShardy202608;
}

// A sharding group may not have members inside and outside of a manual
// computation: what a function does counts as done where it is called.
constexpr bool GroupsSeeThroughCalls(Compat compat) {
  return compat == Compat::kJaxlib012;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_COMPAT_H_
