#ifndef SHARDFLOW_PROPAGATE_RECORD_H_
#define SHARDFLOW_PROPAGATE_RECORD_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"
#include "propagate/graph.h"
#include "propagate/step.h"

// Where shardings came from, for debugging: an optional witness of every step
// that changed something. It leaves two kinds of attributes on the program.
//
// sdy.sharding_origins says for each axis of a value's sharding which of the
// user's shardings it goes back to:
//
//   stablehlo.add ... {sdy.sharding_origins = [{a = "input: 0", b = "self"}]}
//
// sdy.propagation_edges says for each op which of its tensors gave an axis to
// which others, and in which step of the whole propagation:
//
//   [{step-5 = [{"a" = operand-0 -> [result-0]}]}]
//
// Steps are those of propagation, and before it the constraints that dictate
// the sharding of their input (see
// passes/import/apply_sharding_constraints.cc). Their numbers go on from one
// pass to the next.
//
// Nothing of this costs anything when it is not asked for.

namespace shardflow {

// One of the user's shardings.
struct ShardingOrigin {
  enum class Kind : uint8_t {
    kInput,         // "input: 3": argument 3 of a function
    kOutput,        // "output: 3"
    kConstraint,    // "constraint_2": the third sharding constraint
    kManualInput,   // "mc_2_input: 3": in_shardings of the third manual
    kManualOutput,  // "mc_2_output: 3"  computation, the fourth
  };
  Kind kind = Kind::kInput;
  int64_t index = 0;
  int64_t source = 0;
};

// An operand or a result of an op.
struct EdgeEnd {
  bool is_result = false;
  int64_t index = 0;
  friend auto operator<=>(const EdgeEnd&, const EdgeEnd&) = default;
};

struct RecordedEdge {
  AxisRef axis;
  EdgeEnd source, target;
  int64_t step = 0;
};

struct RecordOptions {
  bool origins = false;
  bool edges = false;
  bool any() const { return origins || edges; }
};

// Whose tensors changed.
struct RecordedTensors {
  OpId op;  // or the function whose result it was
  // Those that hold the tensors' shardings (None: nowhere).
  std::span<const ValueId> values;
  size_t operand_count = 0;
};

// A step that changed something.
struct RecordedStep {
  RecordedTensors tensors;
  const StepInput& input;
};

class Recorder {
 public:
  // Reads the user's shardings: propagation hasn't begun.
  Recorder(Module& m, RecordOptions options);

  void Record(Stepper& stepper, const RecordedStep& step);
  // As above, of a change that no step made: the tensors along the rule's
  // factors before and after it. Nothing if they are the same.
  void RecordChange(const RecordedTensors& tensors, const Projection& before,
                    const Projection& after);
  // Writes the attributes.
  void Save();

 private:
  using Origins = std::vector<std::pair<AxisRef, ShardingOrigin>>;

  void AddOrigins(ValueId value, ShardingId sharding,
                  const ShardingOrigin& origin);
  void PrepareConstraints();
  void PrepareManualComputations();
  void PrepareFunctions();
  const ShardingOrigin* FindOrigin(ValueId value, const AxisRef& axis) const;
  void RecordEdges(const RecordedTensors& tensors, const Projection& before,
                   const Projection& after);

  // record_attrs.cc
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
  // By value, in the order of first appearance.
  absl::flat_hash_map<ValueId, size_t> value_index_;
  std::vector<std::pair<ValueId, Origins>> origins_;
  // By op; for a function, of all its results.
  absl::flat_hash_map<OpId, size_t> op_index_;
  std::vector<std::pair<OpId, std::vector<RecordedEdge>>> edges_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_RECORD_H_
