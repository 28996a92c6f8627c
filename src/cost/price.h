#ifndef SHARDFLOW_COST_PRICE_H_
#define SHARDFLOW_COST_PRICE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/numeric/int128.h"

#include "base/id.h"
#include "cost/exported.h"
#include "cost/layout.h"
#include "cost/local_program.h"
#include "cost/named_copies.h"
#include "cost/spmd_recipe.h"
#include "cost/spmd_visitor.h"
#include "cost/undo_rows.h"
#include "cost/visits.h"
#include "ir/module.h"
#include "lower/step_kind.h"
#include "ops/symbols.h"
#include "propagate/id_set.h"

// Computes how many bytes a program's devices send and how much work they do,
// and keeps the totals up to date while shardings change.
//
// This is the part of an estimate (cost/estimate.h) that adds up over ops: each
// visit has a recipe (cost/visits.h, cost/spmd_recipe.h), which lists its
// nodes. An update finds the values whose shardings have changed since the last
// update, and replaces the nodes of visits whose recipes or operands change as
// a result. It also keeps track of properties of the whole program: collectives
// that several ops share, nodes without readers, and all_reduces whose readers
// all use only a part of the result.

namespace shardflow::internal {

class ProgramPrice {
 public:
  struct Totals {
    int64_t wire_bytes = 0;
    int64_t collectives = 0;
    int64_t flops = 0;
    int64_t arguments = 0;  // bytes
    int64_t results = 0;    // bytes
  };

  // `m` must outlive this object. While this object exists, only the shardings
  // in `m` may change.
  explicit ProgramPrice(Module& m)
      : m_(m),
        symbols_(m),
        exported_(m, symbols_, /*merges=*/true),
        copies_(m) {}

  // Call this when the sharding of a value changes. (Those of the main
  // function's results are compared by Update.)
  void NoteChange(ValueId value) {
    copies_.NoteChange(value);
    if (value.Slot() < shardings_.size()) noted_.Insert(value);
  }
  // Updates the totals. Returns false if there are ops that run collectives
  // internally (OpExtension::communication), if export changes the program in
  // ways that aren't known (HasUnknownExport, MergesDifferentCopies), or on an
  // error that Cost also reports: recursive calls, no main function, invalid
  // rules, incompatible meshes. Once later changes have removed such an
  // obstacle, it succeeds again.
  bool Update();
  Totals totals() const;

  // --- going back
  // The state after an Update(), which can be restored later. Call Return() and
  // Release() for marks in reverse order.
  struct Mark;
  Mark SetMark();
  // Whether Return() can restore the state at the mark: not if Update() has
  // started from scratch since then.
  bool CanReturn(const Mark& mark) const;
  // Restores the state at the mark, which stays valid. Does nothing if Update()
  // has started from scratch since then. Either way, call NoteChange() for all
  // values whose shardings have changed.
  void Return(const Mark& mark);
  // Forgets the mark.
  void Release(const Mark& mark);

  // Returns the program as input for an estimate (cost/estimate.h): the live
  // nodes and arguments, in the order of the ops.
  LocalProgram Local() const;
  const SymbolTable& symbols() const { return symbols_; }
  const DigitMesh& mesh() const { return *mesh_; }
  size_t MemoryBytes() const;

 private:
  static constexpr int32_t kNone = -1;
  struct VisitTag {};
  using VisitId = Id<VisitTag>;

  // `reader` reads `node`. Edges to the same node form a list.
  struct Edge {
    int32_t reader = kNone, node = kNone;
    int32_t previous = kNone, next = kNone;
    // The reader runs a block that has `node` as an argument or a result: it
    // needs the node, but doesn't read it itself.
    bool runs = false;
  };
  struct Node {
    const RecipeStep* step = nullptr;
    int32_t block = 0;
    // The edges to the nodes that it reads, those to operands first.
    absl::InlinedVector<int32_t, 2> reads;
    int32_t first_reader = kNone;  // the first edge to this node
    // The number of live nodes and main-function results that read it.
    int32_t live_readers = 0;
    int32_t requests = 0;  // number of steps that share the node
    bool is_live = false;
    bool is_queued = false;    // whether its liveness has to be checked
    bool is_touched = false;   // whether it has to be counted again
    bool is_unplaced = false;  // whether `outermost` has to be checked
    uint32_t saved_in = 0;     // for UndoRows
    // The outermost block in which it can be computed (cost/invariants.h); -1
    // if not known yet.
    int32_t outermost = -1;
    OpId op;  // the op of the visit, for nodes that aren't shared
    // The first block that the node runs; -1 if there is none.
    int32_t first_block = -1;
    // --- what the node contributes to the totals
    int64_t wire_bytes = 0;
    int64_t flops = 0;
    bool counts = false;  // whether it is a live collective
  };
  // The nodes of a visit.
  struct Instance {
    const Recipe* recipe = nullptr;
    absl::InlinedVector<int32_t, 4> nodes;  // the node of each step
    int32_t result = kNone;                 // for kEnd: the block's result
    uint32_t saved_in = 0;                  // for UndoRows
  };
  struct Value {
    int32_t node = kNone;
    int32_t part = -1;
    bool is_uniform = false;
  };

  bool MayHavePrice();
  bool Start();
  void EndMarks();
  void ForgetMarks();
  bool TellsCollectives() const;
  void ListReaders();
  bool MeshIsSame();
  bool FindChanges();
  void FindReadersOf(ValueId changed);
  void MarkOwner(ValueId value);
  void MarkVisits(OpId op);
  void MarkResultEdges(OpId op);
  void MarkAskingReaders(ValueId changed);
  bool Process();
  bool Evaluate(int32_t at);
  void UpdateBlocks(const Visit& visit, int32_t runs);
  void SetEnd(const Visit& visit, int32_t at, int32_t result);
  void SetScope(const Visit& entry, int32_t group, bool is_new);
  void SetArgument(int32_t block, int32_t i);
  void SetValue(int32_t value, const Value& known);
  void MarkDirty(int32_t at, bool is_rewired);
  void Restate(int32_t id, const RecipeStep& step);
  bool Reads(const Node& node, std::span<const int32_t> operands) const;
  void Replace(Instance& instance, const Recipe& recipe, const Visit& visit);
  int32_t SharedNode(const RecipeStep& step, int32_t operand, int32_t block);
  void SetReads(int32_t node, std::span<const int32_t> operands);
  void AddRead(int32_t node, int32_t operand, bool runs);
  void RemoveRun(int32_t node, int32_t needed);
  void Unlink(int32_t edge);
  void AddReaders(int32_t node, int change);
  void Touch(int32_t node);
  void Unplace(int32_t node);
  void UnplaceArguments(int32_t first_block);
  void Place();
  int32_t OutermostBlock(int32_t node) const;
  int32_t InitialOf(int32_t argument) const;
  void Settle();
  int64_t Executions(const Node& node) const;
  int64_t FlopsOf(const Node& node) const;
  void Count(int32_t node);
  bool TakesPartsOnly(int32_t node) const;

  const Module& m_;
  const SymbolTable symbols_;
  ExportedShardings exported_;
  NamedCopies copies_;
  // Whether Update() can't ever succeed: shardings aren't the reason.
  bool is_hopeless_ = false;
  // Whether the members below hold the state after a successful Update().
  bool is_valid_ = false;
  std::optional<Visits> visits_;
  // The mesh, and the numbers of shardings and lists of axes, at the time when
  // the recipes were made.
  std::unique_ptr<DigitMesh> mesh_;
  size_t sharding_count_ = 0, axis_list_count_ = 0;
  LocalProgram nothing_;  // stays empty: the visitor makes recipes only
  std::unique_ptr<SpmdVisitor> visitor_;

  // The first visit to each op, and for each visit, the next one of the same
  // op.
  std::vector<int32_t> first_visit_, next_visit_;
  // For each value, the index in readers_ at which the visits that read it
  // begin.
  std::vector<int32_t> first_reader_, readers_;
  UndoRows<Instance> items_;        // indexed by visit
  UndoRows<Value> values_;          // indexed by value number (Visits)
  UndoRows<int32_t> runs_;          // indexed by block: the node that runs it
  UndoRows<ShardingId> shardings_;  // by ValueId, as last priced
  UndoRows<ShardingId> result_shardings_;  // of results, as last priced
  // Indexed by visit: whether an operand is a different node now.
  std::vector<uint8_t> is_rewired_;
  IdSet<ValueId> noted_;
  bool has_loops_ = false;  // whether nodes can move out of loops
  IdSet<VisitId> dirty_;

  UndoRows<Node> nodes_;
  UndoRows<Edge> edges_;
  // The steps of the nodes of arguments, which have the same numbers.
  UndoRows<RecipeStep> argument_steps_;
  absl::flat_hash_map<OnceKey, int32_t> shared_;
  // An entry added to shared_ or removed from it while there are marks.
  struct SharedChange {
    OnceKey key;
    int32_t node = kNone;
    bool added = false;
  };
  std::vector<SharedChange> shared_changes_;
  // Nodes to remove after an update.
  std::vector<int32_t> unused_;
  // Shared nodes that may no longer be needed.
  std::vector<int32_t> unrequested_;
  std::vector<int32_t> queue_, touched_, unplaced_;
  std::vector<int32_t> written_, spare_, operands_;
  std::vector<int32_t> released_, reads_;

  struct Sums {
    absl::int128 wire_bytes = 0, flops = 0, arguments = 0;
    int64_t collectives = 0;
  };
  Sums sums_;

  int marks_ = 0;  // number of marks whose states can be restored
  // How many times all marks have become invalid, usually because Update()
  // started from scratch.
  int64_t starts_ = 0;
};

struct ProgramPrice::Mark {
  int64_t starts = 0;
  std::vector<ValueId> noted;  // changes that aren't priced yet
  Sums sums;
  size_t shared_changes = 0;
  UndoRows<Instance>::Mark items;
  UndoRows<Value>::Mark values;
  UndoRows<int32_t>::Mark runs;
  UndoRows<ShardingId>::Mark shardings, result_shardings;
  UndoRows<Node>::Mark nodes;
  UndoRows<Edge>::Mark edges;
  UndoRows<RecipeStep>::Mark argument_steps;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PRICE_H_
