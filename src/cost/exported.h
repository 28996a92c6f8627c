#ifndef SHARDFLOW_COST_EXPORTED_H_
#define SHARDFLOW_COST_EXPORTED_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/intern.h"
#include "ir/module.h"
#include "lower/context.h"
#include "lower/op_reshards.h"
#include "ops/rule_lookup.h"
#include "ops/symbols.h"
#include "passes/export/border_shardings.h"

// Finds what the export pipeline will change in a propagated program, as far as
// it affects the price: XLA's partitioner sees the exported program. The
// changes are computed by the passes' own functions. A program that has already
// been exported doesn't change.
//
//   a dot's operands are [{"y"}, {"x"}] and [{"x"}, {}], its result is [{"x"},
//   {}]: the dot computes [{"y"}, {}], and a reshard follows

namespace shardflow::internal {

// Whether the export pipeline may change reshards or collectives of the program
// in ways that ExportedShardings doesn't know, because the program has
// unreduced axes or shardings on a single device.
bool HasUnknownExport(const Module& m);
// Whether export calls one function for several named computations although
// their inner shardings differ (cost/named_copies.h).
bool MergesDifferentCopies(const Module& m);
// Whether the program looks like an output of the pipeline: all shardings are
// closed, no reshard changes unreduced axes, no function has partial sums to
// add up where it returns, and there are no ops that only propagation needs.
bool LooksExported(const Module& m);
// Whether the pipeline may add reshards around the op.
bool MayGetReshards(const Module& m, OpId op);

class ExportedShardings {
 public:
  // `m` and `symbols` must outlive this object. `merges` says whether export
  // still merges equal constants. (Calls that are inlined after export can
  // duplicate constants. These aren't merged.)
  ExportedShardings(Module& m, const SymbolTable& symbols, bool merges);
  ExportedShardings(const ExportedShardings&) = delete;
  ExportedShardings& operator=(const ExportedShardings&) = delete;

  // Interns the shardings that the main function's arguments and results, and
  // data-flow edges, will have after export. DigitMesh::Make then finds their
  // sub-axes.
  void InternBorders();

  // `value` takes the place of `operand` once calls are inlined.
  struct Inlined {
    ValueId operand, value;
  };
  // Returns a number for the changes that export makes around the op, if it
  // reads the values in `inlined` in place of these operands. Equal changes
  // have equal numbers.
  int32_t ChangesAround(OpId op, std::span<const Inlined> inlined);
  static constexpr int32_t kNoChanges = -1;
  // The number for the edge of a named computation's result if no reshard
  // follows the call, even if export changes the value's sharding.
  static constexpr int32_t kPassesOn = -2;
  std::span<const OpChange> Changes(int32_t number) const {
    return changes_[static_cast<size_t>(number)];
  }
  // Returns a number for a constant, or a broadcast of a scalar, in copy `copy`
  // of its function, and -1 for other ops. Export merges ops with equal numbers
  // and operands.
  int32_t MergedConstant(OpId op, int32_t copy);
  // Returns the sharding that export gives to an argument or a result of the
  // main function. `sharding` is its current sharding.
  ShardingId AtMain(ShardingId sharding, TypeId type);
  // Returns the value's sharding after export, except that its dimensions may
  // still be open. The value must hold its own sharding
  // (SpmdVisitor::HolderOf).
  ShardingId Of(ValueId value);
  size_t MemoryBytes() const;

 private:
  ShardingId& Known(std::vector<ShardingId>& of, ShardingId sharding);
  ShardingId Closed(ValueId value);
  bool PassesOn(OpId edge) const;
  std::string_view Key() const;

  Module& m_;
  const OpId main_;
  const bool merges_;
  Diagnostics ignored_;
  RuleWarnings warnings_;
  RuleLookup rules_;
  LowerContext lower_;
  OpResharder resharder_;
  // Caches, indexed by sharding: its closed form, and its form without
  // sub-axes.
  std::vector<ShardingId> closed_, without_sub_axes_;
  DivisibleShardings divisible_;
  std::span<const Inlined> inlined_;  // during ChangesAround()
  BlobInterner ids_, constants_;
  std::vector<int32_t> key_;
  std::deque<std::vector<OpChange>> changes_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_EXPORTED_H_
