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

// What the export pipeline still changes in a propagated program, as far as it
// matters to a price: XLA's partitioner sees the exported program. The answers
// are those of the passes' own functions. In a program that was exported there
// is nothing left to change.
//
//   dot's result [{"x"}, {}], its operands [{"y"}, {"x"}] and [{"x"}, {}]:
//   the dot makes [{"y"}, {}], and a reshard follows

namespace shardflow::internal {

// Whether the export pipeline may change reshards or collectives of the program
// in ways that ExportedShardings doesn't know: because of unreduced axes or of
// shardings on a single device.
bool HasUnknownExport(const Module& m);
// Whether export calls one function for several named computations whose inner
// shardings differ. It does so for computations of one name whose arguments and
// results are sharded alike (unflatten_call_graph.cc).
bool MergesDifferentCopies(const Module& m);
// Whether the program looks like one that the pipeline has made: all shardings
// are closed, and there are no ops that only propagation needs.
bool LooksExported(const Module& m);
// Whether the pipeline may add reshards around the op.
bool MayGetReshards(const Module& m, OpId op);

class ExportedShardings {
 public:
  // Both must outlive this object. `merges`: whether export still merges
  // constants. (It does so before calls are inlined, so a program that was
  // exported may have equal ones again.)
  ExportedShardings(Module& m, const SymbolTable& symbols, bool merges);
  ExportedShardings(const ExportedShardings&) = delete;
  ExportedShardings& operator=(const ExportedShardings&) = delete;

  // Adds the shardings of values at borders to the module's store, so that
  // their sub-axes are known (DigitMesh::Make).
  void InternBorders();

  // Returns the number of the changes around the op. Equal changes have equal
  // numbers.
  int32_t ChangesAround(OpId op);
  static constexpr int32_t kNoChanges = -1;
  // The edge of a named computation's result, which is the value itself: there
  // is no reshard, even if export changes the value's sharding.
  static constexpr int32_t kPassesOn = -2;
  std::span<const OpChange> Changes(int32_t number) const {
    return changes_[static_cast<size_t>(number)];
  }
  // Returns a number for a constant, or a broadcast of a scalar, in copy `copy`
  // of its function. Export merges those with equal numbers and operands. -1
  // for other ops.
  int32_t MergedConstant(OpId op, int32_t copy);
  // Returns the sharding of an argument or a result of the main function, whose
  // sharding is `sharding` now.
  ShardingId AtMain(ShardingId sharding, TypeId type);
  // Returns the sharding that export leaves a value with, except for whether
  // its dimensions are closed. The value must hold its own sharding
  // (SpmdVisitor::HolderOf).
  ShardingId Of(ValueId value);
  size_t MemoryBytes() const;

 private:
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
  std::vector<ShardingId> closed_;  // indexed by sharding
  DivisibleShardings divisible_;
  BlobInterner ids_, constants_;
  std::vector<int32_t> key_;
  std::deque<std::vector<OpChange>> changes_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_EXPORTED_H_
