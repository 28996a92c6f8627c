#ifndef SHARDFLOW_PROPAGATE_RECORD_H_
#define SHARDFLOW_PROPAGATE_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/intern.h"
#include "base/table.h"
#include "ir/module.h"
#include "propagate/graph.h"
#include "propagate/step.h"

// A record of every step that changed something, for debugging: it shows where
// shardings came from. It adds two kinds of attributes to the program.
//
// sdy.sharding_origins says, for each axis of a value's sharding, which of the
// user's shardings it comes from:
//
//   stablehlo.add ... {sdy.sharding_origins = [{a = "input: 0", b = "self"}]}
//
// sdy.propagation_edges says, for each op, which of its tensors gave an axis to
// which others, and in which step of the whole propagation:
//
//   [{step-5 = [{"a" = operand-0 -> [result-0]}]}]
//
// A step is a propagation step or, before propagation, a constraint that
// dictates the sharding of its input (see
// passes/import/apply_sharding_constraints.cc). Step numbers continue from one
// pass to the next.
//
// A third form is a history in memory: every axis that propagated to a tensor,
// where it came from, along which factor of which op, and when.
// Explanations are made from it (see src/explain).
//
// Without a recorder, all this costs propagation nothing.

namespace shardflow::internal {

// One of the user's shardings.
struct ShardingOrigin {
  enum class Kind : uint8_t {
    kInput,         // "input: 3": argument 3 of a function
    kOutput,        // "output: 3"
    kConstraint,    // "constraint_2": the third sharding constraint
    kManualInput,   // "mc_2_input: 3": in_shardings[3] of the third manual
                    // computation
    kManualOutput,  // "mc_2_output: 3": its out_shardings[3]
  };
  Kind kind = Kind::kInput;
  int64_t index = 0;
  int64_t source = 0;
};

// An operand or a result of an op.
struct RecordedEnd {
  bool is_result = false;
  int64_t index = 0;
  friend auto operator<=>(const RecordedEnd&, const RecordedEnd&) = default;
};

struct RecordedEdge {
  AxisRef axis;
  RecordedEnd source, target;
  int64_t step = 0;
};

struct RecordOptions {
  bool origins = false;
  bool edges = false;
  bool history = false;
  bool any() const { return origins || edges || history; }
};

// A value that holds a sharding, or a result of the main function.
struct TensorPlace {
  ValueId value;
  int32_t result = -1;  // a result of the main function, if `value` is None

  friend bool operator==(const TensorPlace&, const TensorPlace&) = default;
};

// When a step was taken.
struct StepTime {
  int64_t user_priority = 0;
  int run = 0;  // index into the schedule

  friend auto operator<=>(const StepTime&, const StepTime&) = default;
};

// An axis that propagated to a dimension of `target`.
struct AxisMove {
  enum class How : uint8_t {
    kStep,        // by a step of propagation through `op`
    kConstraint,  // `op` is a constraint that dictates its input's sharding
    kGroup,       // `source` is in the same sharding group
  };
  How how = How::kStep;
  AxisRef axis;
  TensorPlace source, target;
  int32_t source_dim = 0, target_dim = 0;
  OpId op = OpId::None();  // None for kGroup
  RuleId rule = RuleId::None();
  int32_t factor = -1;
  RecordedEnd from = {}, to = {};  // which tensors of the op
  int64_t step = 0;
  StepTime time;
};

// The tensors of an op, some of whose shardings changed.
struct RecordedTensors {
  OpId op;  // the main function, for a step to its result
  RuleId rule;
  // The values that hold the tensors' shardings, or None.
  std::span<const ValueId> values;
  size_t operand_count = 0;
  // If not negative, the second tensor is this result of the main function.
  int32_t main_result = -1;
};

// A step that changed something.
struct RecordedStep {
  RecordedTensors tensors;
  const StepInput& input;
};

class Recorder {
 public:
  // Reads the user's shardings, so propagation must not have begun.
  Recorder(Module& m, RecordOptions options);

  void Record(Stepper& stepper, const RecordedStep& step);
  // Records a change that no step made, given as projections of the tensors
  // before and after it. Records nothing if they are the same.
  void RecordChange(const RecordedTensors& tensors, const Projection& before,
                    const Projection& after);
  // Records that `target` got the sharding of `source`, a value of its group.
  void RecordCopy(ValueId target, ShardingId before, ShardingId after,
                  ValueId source);
  // Sets the time of everything that is recorded from now on.
  void SetTime(StepTime time) { time_ = time; }
  // Writes the attributes.
  void Save();

  bool has_history() const { return options_.history; }
  // The moves in chronological order. Annotations are not among them.
  std::span<const AxisMove> history() const {
    return {history_.data(), history_.size()};
  }

 private:
  using Origins = std::vector<std::pair<AxisRef, ShardingOrigin>>;

  void AddOrigins(ValueId value, ShardingId sharding,
                  const ShardingOrigin& origin);
  void PrepareConstraints();
  void PrepareManualComputations();
  void PrepareFunctions();
  const ShardingOrigin* FindOrigin(ValueId value, const AxisRef& axis) const;
  void RecordEdges(const RecordedTensors& tensors, AxisMove::How how,
                   const Projection& before, const Projection& after);

  // Used in history.cc: an axis that a step gives to a tensor. Tensors are
  // numbered within the step, so that ops with equal steps can share the move.
  struct TensorMove {
    AxisRef axis;
    size_t source = 0, target = 0;  // tensors
    int32_t factor = 0;
    int32_t source_dim = 0, target_dim = 0;
  };
  static void AppendTensorMoves(const Projection& before,
                                const Projection& after,
                                std::vector<TensorMove>& moves);
  void RecordMoves(const RecordedTensors& tensors, AxisMove::How how,
                   std::span<const TensorMove> moves, int64_t step);
  bool RecordKnownStep(Stepper& stepper, const RecordedStep& step);

  // Functions in record_attrs.cc.
  void SetOriginName(OpId op, std::string_view name);
  void NameConstraint(OpId op, const ShardingOrigin& origin);
  void NameManualComputation(OpId op, int64_t source);
  void SaveOriginsOf(ValueId value, const Origins& origins);
  void OverrideWithSelf();
  AttrId OriginDict(const Origins& origins);
  AttrId EdgesAttr(const std::vector<RecordedEdge>& edges);

  Module& m_;
  RecordOptions options_;
  int64_t next_step_ = 0;
  StepTime time_;
  Table<AxisMove> history_;
  // The steps that were recorded, and for each the range of its moves in
  // tensor_moves_; nullopt for a step without projections.
  struct StepKeyTag {};
  struct Range {
    size_t begin = 0, end = 0;
  };
  ArrayStore<Id<StepKeyTag>, int32_t> step_keys_;
  std::vector<int32_t> step_key_;  // scratch memory
  std::vector<std::optional<Range>> step_moves_;
  std::vector<TensorMove> tensor_moves_;
  // The index of each value in origins_.
  absl::flat_hash_map<ValueId, size_t> value_index_;
  // The origins of each value, in the order of first appearance.
  std::vector<std::pair<ValueId, Origins>> origins_;
  // The index of each op in edges_.
  absl::flat_hash_map<OpId, size_t> op_index_;
  // The edges of each op, in the order of first appearance. A function has the
  // edges of all its results.
  std::vector<std::pair<OpId, std::vector<RecordedEdge>>> edges_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_RECORD_H_
