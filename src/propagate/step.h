#ifndef SHARDFLOW_PROPAGATE_STEP_H_
#define SHARDFLOW_PROPAGATE_STEP_H_

#include <cstdint>
#include <memory>
#include <span>

#include "sharding/direction.h"
#include "sharding/mesh_table.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// One step of propagation: axes propagate once among the tensors of one op,
// along the factors of its rule.
//
//   rule        ([i, k],[k, j])->([i, j])
//   shardings   [{"a",?}, {?}],  [{?}, {?}],  none     on <["a"=2]>
//   changes     tensor 2 gets    [{"a",?}, {?}]
//
// A step is a pure function of its inputs: it doesn't look at or change any op.
// Equal inputs give equal changes, so the Stepper remembers them: for a model
// of 100 equal layers it computes one layer. The caller writes the changes back
// and notifies the ops that are affected.
//
// - Tensors are in the rule's order: operands, then results. A value that is
//   an operand twice is two tensors: both are compared with the sharding from
//   before the step, and both may change (the caller writes in order, so that
//   the later one wins).
// - A missing sharding (None) is treated as fully open, but names no mesh,
//   and stays missing while no axis is added to it.
// - Nothing changes if no tensor has a sharding, if two tensors are on
//   different meshes (names aside; an empty mesh `<[]>` fits every other one),
//   or if their mesh is a maximal one. Changed shardings refer to the mesh by
//   the name that the first sharded tensor uses.
// - Changes carry no user priorities: a caller that propagates by priority
//   removes them from the shardings first.

namespace shardflow::internal {

// How conflicts between factors are resolved: see factor_basic.h and
// factor_aggressive.h.
enum class Strategy : uint8_t { kBasic, kAggressive };

// The direction along each factor. Factors that the rule blocks never
// propagate, whatever their direction here.
struct Directions {
  Direction pass_through = Direction::kBoth;
  Direction other = Direction::kBoth;  // reduction, need replication, ...
  // One direction for each factor. If not empty, replaces the two members
  // above.
  std::span<const Direction> per_factor = {};

  static Directions Uniform(Direction d) { return {d, d, {}}; }
};

struct StepInput {
  RuleId rule;
  // One for each tensor of the rule.
  std::span<const ShardingId> shardings;
  Directions directions;
  Strategy strategy = Strategy::kAggressive;
  bool conservative = false;  // don't propagate sub-axes
  bool elementwise = false;   // the op is elementwise (factor_aggressive.h)
};

struct StepChange {
  int32_t tensor = 0;
  ShardingId sharding;  // never None

  friend bool operator==(const StepChange&, const StepChange&) = default;
};

class Projection;
struct StepTrace;

class Stepper {
 public:
  // The arguments must outlive the stepper, and `meshes` must not change.
  Stepper(ShardingStore& shardings, const RuleStore& rules,
          const MeshTable& meshes);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // Returns the tensors that change, in ascending order; empty if none does.
  // The span is valid for the life of the stepper. Shardings that don't fit the
  // rule or their mesh change nothing.
  std::span<const StepChange> Step(const StepInput& input);

  // Computes the projections before and after the step, without the memo (for
  // records of moves). Returns false if nothing can propagate, for example
  // between different meshes.
  [[nodiscard]] bool Project(const StepInput& input, Projection& before,
                             Projection& after);

  // Takes the step once more, and fills the trace with its reasons. Lists in
  // the trace are valid for the life of the stepper.
  void Trace(const StepInput& input, StepTrace& trace);

  // Returns how often Step was called, and how often it had to compute.
  int64_t calls() const;
  int64_t misses() const;
  // For tests and measurements. If off, every step is computed again.
  void SetMemo(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_STEP_H_
