#ifndef SHARDFLOW_COST_SPMD_EMITTER_H_
#define SHARDFLOW_COST_SPMD_EMITTER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/intern.h"
#include "cost/layout.h"
#include "cost/local_program.h"
#include "cost/spmd_recipe.h"
#include "lower/step_kind.h"
#include "ops/work.h"

// Writes the nodes of a LocalProgram as XLA's SPMD partitioner would, and
// reshards tensors as it does: by one permute, all_to_all, all_gather or slice
// where the numbers of shards allow it, else by a few patterns, else by
// replicating the whole tensor ("involuntary full rematerialization").

namespace shardflow::internal {

class SpmdEmitter {
 public:
  SpmdEmitter(const DigitMesh& mesh, LocalProgram& program)
      : mesh_(mesh), program_(program) {}

  const DigitMesh& mesh() const { return mesh_; }
  LocalProgram& program() { return program_; }

  // --- the block, source op and cause of the nodes that are written
  void SetBlock(int32_t block) { block_ = block; }
  int32_t block() const { return block_; }
  void SetSource(OpId source) { source_ = source; }
  OpId source() const { return source_; }
  void SetCause(const char* cause) { cause_ = cause; }

  // --- recipes

  // Until EndRecipe, nodes are written into `recipe`, as symbols. The operands
  // are symbols 0, 1, ...; `is_uniform` says which of them are uniform.
  void BeginRecipe(Recipe& recipe, std::span<const uint8_t> is_uniform);
  void EndRecipe() { recipe_ = nullptr; }
  // Writes the nodes of a recipe for an op with these operands. Returns the
  // node of each symbol; the list is valid until the next call.
  std::span<const NodeId> Write(const Recipe& recipe,
                                std::span<const NodeId> operands);

  // In a dry run nothing is written; only these costs are counted. The
  // partitioner makes dry runs to choose between alternatives.
  struct DryCost {
    int64_t memory = 0;  // bytes of the largest op, including its operands
    int64_t communication = 0;
    friend auto operator<=>(const DryCost&, const DryCost&) = default;
  };
  class DryRun {
   public:
    explicit DryRun(SpmdEmitter& e)
        : e_(e), outer_(e.dry_), cost_(e.dry_cost_) {
      e_.dry_ = true;
      e_.dry_cost_ = {};
    }
    ~DryRun() {
      e_.dry_ = outer_;
      e_.dry_cost_ = cost_;
    }
    DryRun(const DryRun&) = delete;
    DryRun& operator=(const DryRun&) = delete;
    DryCost cost() const { return e_.dry_cost_; }

   private:
    SpmdEmitter& e_;
    bool outer_;
    DryCost cost_;
  };

  // --- nodes
  NodeId Add(Work work, std::span<const NodeId> operands, int64_t bytes,
             int64_t flops = 0);
  // Adds the op that is being partitioned, as each device runs it. A dry run
  // counts only the memory of these ops.
  NodeId AddMain(Work work, std::span<const NodeId> operands, int64_t bytes,
                 int64_t operand_bytes, int64_t flops = 0);
  // Returns the node of a collective on `operand`. Equal collectives share a
  // node.
  NodeId Collect(StepKind kind, NodeId operand, const DigitList& digits,
                 int64_t held, int64_t after);
  NodeId Slice(NodeId operand, const Layout& layout, int64_t bytes);
  // Must not be called in a dry run.
  void MarkAlias(NodeId node);
  void MarkUniform(NodeId node);
  // Sets the number of bytes that the node reads and writes.
  void TellBytes(NodeId node, int64_t bytes);
  bool IsUniform(NodeId node) const;

  // Returns an id for a list of digits; equal lists have equal ids.
  int32_t DigitsId(std::string_view digits);
  const DigitList& DigitsOf(int32_t id) const {
    return digits_[static_cast<size_t>(id)];
  }

  // --- tensors
  int64_t Devices(const Part& part) const { return mesh_.Count(part.group); }
  int64_t Tiles(const Layout& layout) const { return mesh_.Count(layout); }
  // Whether there is more than one tile, but fewer tiles than devices.
  bool IsPartial(const Layout& layout, int64_t devices) const {
    const int64_t tiles = Tiles(layout);
    return tiles > 1 && tiles < devices;
  }
  DimSizes Local(const Part& part) const {
    return LocalShape(part.shape, part.layout, mesh_);
  }
  int64_t LocalBytes(const Part& part) const {
    return StoredBytes(ElementsOf(Local(part)), part.element_bits);
  }
  int64_t Bytes(std::span<const int64_t> shape, const Layout& layout,
                int64_t element_bits) const {
    return StoredBytes(ElementsOf(LocalShape(shape, layout, mesh_)),
                       element_bits);
  }

  Part Reshard(const Part& part, const Layout& target,
               bool is_computed = false);
  Part Replicate(const Part& part) {
    return Reshard(part, Layout(part.layout.size()));
  }
  // All-reduces along the digits of these dimensions, the last dimension first.
  NodeId AllReduce(NodeId node, int64_t bytes, const Layout& layout,
                   std::span<const int64_t> dims);
  // Whether one permute or one round of all_to_alls is enough for the reshard.
  bool CanExchange(const Part& part, const Layout& target) const;
  // Whether both layouts cut each dimension into the same number of shards.
  bool SameCounts(const Layout& a, const Layout& b) const;

 private:
  struct Move {
    size_t source = 0, target = 0;
  };
  std::optional<Part> TryReshard(const Part& part, const Layout& target,
                                 bool may_replicate, int depth);
  std::optional<Part> TryComplex(const Part& part, const Layout& target,
                                 int depth);
  std::optional<Part> TryMergeOrSplit(const Part& part, const Layout& target,
                                      int depth);
  std::optional<std::vector<Move>> MovesOf(const Layout& from,
                                           const Layout& to) const;
  bool Divides(const Layout& fewer, const Layout& more) const;
  Part AllToAll(const Part& part, const Layout& target,
                std::span<const Move> moves);
  Part MoveDigits(const Part& part, size_t source, size_t target,
                  int64_t group);
  Part Permute(const Part& part, const Layout& target);
  Part GatherTo(const Part& part, const Layout& target);

  NodeId WriteNode(const RecipeStep& step, std::span<const NodeId> operands);
  NodeId WriteOnce(const RecipeStep& step, NodeId operand);
  // Adds a step to the recipe. Returns its symbol.
  NodeId AddStep(RecipeStep step, std::span<const NodeId> operands);
  RecipeStep& StepOf(NodeId symbol);

  const DigitMesh& mesh_;
  LocalProgram& program_;
  int32_t block_ = 0;
  OpId source_;
  const char* cause_ = "";
  bool dry_ = false;
  bool full_rematerialization_ = false;
  bool target_is_computed_ = false;
  DryCost dry_cost_;
  absl::flat_hash_map<OnceKey, NodeId> made_;
  Recipe* recipe_ = nullptr;  // the recipe being made
  std::vector<uint8_t> operand_is_uniform_;
  // Ids of the digits of collectives and of the layouts of slices.
  BlobInterner digits_ids_;
  std::vector<DigitList> digits_;
  std::vector<NodeId> written_;
  std::vector<NodeId> operands_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_EMITTER_H_
