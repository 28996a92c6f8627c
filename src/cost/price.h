#ifndef SHARDFLOW_COST_PRICE_H_
#define SHARDFLOW_COST_PRICE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
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

  // `m` must outlive this object. Until then, only its shardings may change.
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
  // ways that aren't known (HasUnknownExport), or on an error that Cost also
  // reports: recursive calls, no main function, invalid rules, incompatible
  // meshes.
  bool Update();
  Totals totals() const;
  // Returns the program from which an estimate (cost/estimate.h) is made: the
  // live nodes and arguments, in the order of the ops.
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
    bool is_queued = false;   // whether its liveness has to be checked
    bool is_touched = false;  // whether it has to be counted again
    // --- what the node contributes to the totals
    int64_t wire_bytes = 0;
    int64_t flops = 0;
    bool counts = false;  // whether it is a live collective
  };
  // The nodes of a visit.
  struct Instance {
    const Recipe* recipe = nullptr;
    std::vector<int32_t> nodes;  // the node of each step
    int32_t result = kNone;      // for kEnd: the block's result
    bool is_rewired = false;     // whether an operand is a different node now
  };
  struct Value {
    int32_t node = kNone;
    int32_t part = -1;
    bool is_uniform = false;
  };

  bool Start();
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
  void SetEnd(const Visit& visit, Instance& item, int32_t result);
  void SetScope(const Visit& entry, int32_t group, bool is_new);
  void SetArgument(int32_t block, int32_t i);
  void SetValue(int32_t value, const Value& known);
  void MarkDirty(int32_t at, bool is_rewired);
  void Restate(Node& node, const RecipeStep& step);
  bool Reads(const Node& node, std::span<const int32_t> operands) const;
  void Replace(Instance& instance, const Recipe& recipe, int32_t block);
  int32_t NewNode();
  int32_t SharedNode(const RecipeStep& step, int32_t operand, int32_t block);
  void SetReads(int32_t node, std::span<const int32_t> operands);
  void AddRead(int32_t node, int32_t operand, bool runs);
  void RemoveRun(int32_t node, int32_t needed);
  void Unlink(int32_t edge);
  void AddReaders(int32_t node, int change);
  void Touch(int32_t node);
  void Settle();
  int64_t FlopsOf(const Node& node) const;
  void Count(int32_t node);
  bool TakesPartsOnly(int32_t node) const;

  const Module& m_;
  const SymbolTable symbols_;
  ExportedShardings exported_;
  NamedCopies copies_;
  bool is_supported_ = true;
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
  std::vector<Instance> items_;  // indexed by visit
  std::vector<Value> values_;    // indexed by value number (Visits)
  std::vector<int32_t> runs_;    // indexed by block: the node that runs it
  std::vector<ShardingId> shardings_;         // by ValueId, as last priced
  std::vector<ShardingId> result_shardings_;  // of results, as last priced
  IdSet<ValueId> noted_;
  IdSet<VisitId> dirty_;

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<int32_t> free_nodes_, free_edges_;
  std::deque<RecipeStep> argument_steps_;  // of the nodes of arguments
  absl::flat_hash_map<OnceKey, int32_t> shared_;
  // Nodes to remove after an update.
  std::vector<int32_t> unused_;
  // Shared nodes that may no longer be needed.
  std::vector<int32_t> unrequested_;
  std::vector<int32_t> queue_, touched_, written_, spare_, operands_;
  std::vector<int32_t> released_, reads_;

  absl::int128 wire_bytes_ = 0, flops_ = 0, arguments_ = 0;
  int64_t collectives_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PRICE_H_
