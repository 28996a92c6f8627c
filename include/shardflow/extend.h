#ifndef SHARDFLOW_EXTEND_H_
#define SHARDFLOW_EXTEND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"

// Ops of your own: what propagation, reshards and the other passes have to
// know about them, registered by name.
//
//   shardflow::OpRegistry ops;
//   ops.AddRule("my.matmul", "([i, k], [k, j])->([i, j]) reduction={k}",
//               messages);
//   ops.AddRule("@my_kernel", [](const shardflow::OpView& op) {
//     return op.IntegerAttribute("transposed") == 1
//                ? "([i, j])->([j, i])" : "([i, j])->([i, j])";
//   });
//   shardflow::RunOptions options;
//   options.registry = &ops;
//   program.Run("sdy-propagation-pipeline", "", options, messages);
//
// docs/rules.md describes the text of rules and which rule an op gets.

namespace shardflow {

// An operation, to look at while a callback runs; not to be kept.
class SHARDFLOW_EXPORT OpView {
 public:
  // "my.matmul"
  std::string_view name() const;
  int operand_count() const;
  int result_count() const;
  // "tensor<8x16xf32>". `i` counts from 0; "" if there is no such value.
  std::string OperandType(int i) const;
  std::string ResultType(int i) const;
  // Sizes of the dimensions, -1 for one of no fixed size. Nullopt: no tensor
  // of known rank.
  std::optional<std::vector<int64_t>> OperandShape(int i) const;
  std::optional<std::vector<int64_t>> ResultShape(int i) const;

  // Attributes by name, or by path inside dictionaries: "config/axis".
  // Nullopt or empty: there is none of that kind.
  std::optional<std::string> StringAttribute(std::string_view path) const;
  // `true` is 1, `false` 0.
  std::optional<int64_t> IntegerAttribute(std::string_view path) const;
  // array<i64: 0, 1>
  std::vector<int64_t> IntegerArrayAttribute(std::string_view path) const;

  int region_count() const;
  // Of the first block of a region, and of the operation that ends it.
  int ArgumentCount(int region) const;
  int TerminatorOperandCount(int region) const;

 private:
  friend struct OpViewAccess;
  OpView(const void* module, int32_t op) : module_(module), op_(op) {}
  const void* module_;
  int32_t op_;
};

// The text of the operation's rule; nullopt if it has none. The answer follows
// from what the view shows: it is asked for once for all operations that look
// the same.
using RuleFunction =
    std::function<std::optional<std::string>(const OpView& op)>;

// What an operation is.
struct OpTraits {
  bool pure = false;         // goes if nothing uses its results
  bool elementwise = false;  // op-priority propagation takes it first
  bool terminator = false;   // ends a block
};

// One end of a data-flow edge of an op. As a source: operand `index` of the op
// (region -1), or of the terminator of a region. As a target: result `index`
// (region -1), or argument `index` of a region.
struct EdgeEnd {
  int region = -1;
  int index = 0;

  friend bool operator==(const EdgeEnd&, const EdgeEnd&) = default;
};

// All sources and targets are sharded in one way; the owner is the target that
// holds the sharding.
struct DataFlowEdge {
  EdgeEnd owner;
  std::vector<EdgeEnd> other_targets;
  std::vector<EdgeEnd> sources;
};

enum class EdgeDirection {
  kBeforePropagation,  // from how the target is seen to how the sources are
  kAfterPropagation,   // back
};

// How shardings flow through an op that passes values on to and from its
// regions: what Shardy calls a ShardableDataFlowOp. Edges() is enough; the
// other questions have answers that follow from it, and are there to be
// answered faster (they are asked for each value that flows) or otherwise.
//
//   // while-like: operand i and what the body returns -> result i and
//   // argument i
//   class Loop : public shardflow::DataFlowOp {
//     std::vector<DataFlowEdge> Edges(const OpView& op) const override {
//       std::vector<DataFlowEdge> edges;
//       for (int i = 0; i < op.result_count(); ++i) {
//         edges.push_back({{-1, i}, {{0, i}}, {{-1, i}, {0, i}}});
//       }
//       return edges;
//     }
//   };
//
// Answers follow from the op alone, and may be asked for by several threads at
// once. Ends that the op doesn't have are ignored.
class SHARDFLOW_EXPORT DataFlowOp {
 public:
  virtual ~DataFlowOp();

  // In the order in which passes take them; owners are distinct.
  virtual std::vector<DataFlowEdge> Edges(const OpView& op) const = 0;

  // getBlockArgumentEdgeOwners, getOpResultEdgeOwners
  virtual std::vector<EdgeEnd> ArgumentEdgeOwners(const OpView& op) const;
  virtual std::vector<EdgeEnd> ResultEdgeOwners(const OpView& op) const;
  // getEdgeSources
  virtual std::vector<EdgeEnd> EdgeSources(const OpView& op,
                                           EdgeEnd owner) const;
  // getNonEdgeOwnerTargets
  virtual std::vector<EdgeEnd> NonOwnerTargets(const OpView& op,
                                               EdgeEnd owner) const;
  // getEdgeOwnerFromTarget, getEdgeOwnerFromSource; nullopt: of no edge.
  virtual std::optional<EdgeEnd> OwnerFromTarget(const OpView& op,
                                                 EdgeEnd target) const;
  virtual std::optional<EdgeEnd> OwnerFromSource(const OpView& op,
                                                 EdgeEnd source) const;
  // transformTargetSharding: where an owner and its sources see a sharding in
  // two ways. Mesh and rank stay; an answer of another rank is ignored.
  virtual ShardingInfo TransformTargetSharding(const OpView& op, EdgeEnd target,
                                               ShardingInfo sharding,
                                               EdgeDirection direction) const;
  // shouldKeepEdgeOwnerShardingsDivisible
  virtual bool KeepEdgeOwnerShardingsDivisible() const;
  // The attribute of the op, a #sdy.sharding_per_value, that has the shardings
  // of the arguments that own edges, before and after a run. (Those of results
  // are the op's sdy.sharding.) "": they are not kept.
  virtual std::string ArgumentShardingsAttribute() const;
};

// What is registered. It belongs to the caller, outlives the runs that use it,
// and may serve many at once (callbacks then too) while it isn't changed.
class SHARDFLOW_EXPORT OpRegistry {
 public:
  OpRegistry();
  OpRegistry(OpRegistry&&) noexcept;
  OpRegistry& operator=(OpRegistry&&) noexcept;
  ~OpRegistry();

  // A file of rules, as text or JSON; `name` is what messages call it. After an
  // error, which is in `messages`, nothing of it is added and the answer is
  // false.
  [[nodiscard]] bool ReadRules(std::string name, std::string text,
                               std::vector<Message>& messages);

  // For ops of this name, or for custom calls if it is "@target". The rules of
  // a name are tried in the order in which they were added.
  [[nodiscard]] bool AddRule(std::string_view op, std::string_view rule,
                             std::vector<Message>& messages);
  void AddRule(std::string_view op, RuleFunction rule);

  // Both are for names that shardflow doesn't know; ops that it knows stay as
  // they are.
  void SetTraits(std::string_view op, OpTraits traits);
  void SetDataFlow(std::string_view op,
                   std::shared_ptr<const DataFlowOp> data_flow);

 private:
  friend struct OpRegistryAccess;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_EXTEND_H_
