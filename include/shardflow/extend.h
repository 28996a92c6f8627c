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

// Support for your own ops. You register, by op name, the facts that
// propagation, resharding and other passes need.
//
//   shardflow::OpRegistry ops;
//   ops.AddRule("my.matmul", "([i, k], [k, j])->([i, j]) reduction={k}",
//               messages);
//   ops.AddRule("@my_kernel", [](const shardflow::OpView& op) {
//     return op.IntegerAttribute("transposed") == 1
//                ? "([i, j])->([j, i])" : "([i, j])->([i, j])";
//   });
//   Propagate(program, {.run = {.registry = &ops}}, messages);
//
// docs/rules.md describes the syntax of rules, and how the rule for an op is
// chosen.

namespace shardflow {

namespace internal {
struct OpRegistryAccess;
struct OpViewAccess;
}  // namespace internal

// An op as a callback sees it. The view is valid only while the callback runs.
class SHARDFLOW_EXPORT OpView {
 public:
  // Returns the op's name, such as "my.matmul".
  std::string_view name() const;
  int operand_count() const;
  int result_count() const;
  // Return the type of operand or result `i`, such as "tensor<8x16xf32>", or ""
  // if there is none. `i` counts from 0.
  std::string OperandType(int i) const;
  std::string ResultType(int i) const;
  // Return the dimension sizes of operand or result `i`, where a dynamic size
  // is -1. Return nullopt if it isn't a tensor of known rank.
  OptionalShape OperandShape(int i) const;
  OptionalShape ResultShape(int i) const;

  // The next three functions return the value of an attribute. `path` is the
  // attribute's name or, inside dictionaries, its path, such as "config/axis".
  // They return nullopt, or an empty list, if the op has no such attribute of
  // that type.
  std::optional<std::string> StringAttribute(std::string_view path) const;
  // `true` is read as 1, `false` as 0.
  std::optional<int64_t> IntegerAttribute(std::string_view path) const;
  // Reads an attribute such as array<i64: 0, 1>.
  std::vector<int64_t> IntegerArrayAttribute(std::string_view path) const;

  int region_count() const;
  // Return the number of arguments of the first block of a region, and the
  // number of operands of that block's terminator. Regions count from 0. Return
  // 0 if there is no such region or block.
  int ArgumentCount(int region) const;
  int TerminatorOperandCount(int region) const;

 protected:
  friend struct internal::OpViewAccess;
  OpView(const void* module, int32_t op) : module_(module), op_(op) {}
  const void* module_;
  int32_t op_;
};

// An op whose tensors have shardings, as seen by callbacks that run after
// propagation. Valid only while the callback runs.
class SHARDFLOW_EXPORT ShardedOpView : public OpView {
 public:
  // Return the sharding as seen by the ops that use the value (see
  // ProgramView::Sharding), or nullopt.
  std::optional<ShardingInfo> OperandSharding(int i) const;
  std::optional<ShardingInfo> ResultSharding(int i) const;
  // Return the shape on one device (see ProgramView::LocalShape), or nullopt.
  OptionalShape OperandLocalShape(int i) const;
  OptionalShape ResultLocalShape(int i) const;

 private:
  friend struct internal::OpViewAccess;
  ShardedOpView(const void* module, int32_t op, const void* extensions)
      : OpView(module, op), extensions_(extensions) {}
  const void* extensions_;
};

// A callback that returns an op's sharding rule as text, or nullopt if the op
// has none. The answer must depend only on what the view shows, because the
// callback runs only once for ops that look the same.
using RuleFunction =
    std::function<std::optional<std::string>(const OpView& op)>;

// A collective that all devices run inside an op, such as the permute between
// the stages of a pipeline.
struct OpCollective {
  // "collective_permute", "all_gather", "all_to_all", "all_reduce" or
  // "reduce_scatter".
  std::string kind = {};
  // The devices of a group differ along these axes.
  std::vector<AxisInfo> axes = {};
  // Bytes on a device before the collective runs. The number of bytes sent
  // follows from this.
  int64_t bytes = 0;
  int64_t times = 1;  // number of times it runs each time the op runs
  // The symbol of the mesh that has these axes. May be empty if the program has
  // only one mesh.
  std::string mesh = {};
  // If not empty, the collective is invalid for this reason, which is reported
  // as an error to whoever requested the op's collectives. Meant for callbacks
  // that get their data from elsewhere.
  std::string error = {};
};

// A callback that returns the collectives that an op runs internally. It is
// called whenever communication is listed or priced, possibly by several
// threads at once.
using CommunicationFunction =
    std::function<std::vector<OpCollective>(const ShardedOpView& op)>;

// Properties of an op that passes rely on.
struct OpTraits {
  bool pure = false;         // removed when nothing uses its results
  bool elementwise = false;  // op-priority propagation starts with these
  bool terminator = false;   // ends a block
};

// One end of a data-flow edge of an op (docs/glossary.md). Regions are numbered
// from 0; -1 stands for the op itself.
// - A source is operand `index` of the op, or of the terminator of `region`.
// - A target is result `index` of the op, or argument `index` of `region`.
struct EdgeEnd {
  int region = -1;
  int index = 0;

  friend bool operator==(const EdgeEnd&, const EdgeEnd&) = default;
};

// A data-flow edge. All of its sources and targets have the same sharding,
// which is stored at the target `owner`.
struct DataFlowEdge {
  EdgeEnd owner;
  std::vector<EdgeEnd> other_targets;
  std::vector<EdgeEnd> sources;
};

// When TransformTargetSharding is called, and in which direction it converts.
enum class EdgeDirection {
  kBeforePropagation,  // from the owner's view to the sources' view
  kAfterPropagation,   // from the sources' view to the owner's view
};

// How shardings flow through an op with regions, such as a loop. Corresponds to
// Shardy's ShardableDataFlowOpInterface; most methods of that interface are
// derived from the edges here (docs/embedding.md has a table).
//
//   // Like stablehlo.while: operand i and value i that the body returns flow
//   // to result i and to the body's argument i.
//   class Loop : public shardflow::OpInterface {
//     std::vector<DataFlowEdge> Edges(const OpView& op) const override {
//       std::vector<DataFlowEdge> edges;
//       for (int i = 0; i < op.result_count(); ++i) {
//         edges.push_back({{-1, i}, {{0, i}}, {{-1, i}, {0, i}}});
//       }
//       return edges;
//     }
//   };
//
// Answers must depend only on the op. Several threads may call the functions at
// once.
class SHARDFLOW_EXPORT OpInterface {
 public:
  virtual ~OpInterface();

  // Returns the op's sharding rule as text, or nullopt if it has none.
  virtual std::optional<std::string> ShardingRule(const OpView& op) const;
  // Returns the op's edges, in the order in which passes should visit them. No
  // two edges may have the same owner. Ends that don't exist in the op, or
  // whose rank isn't the owner's, are ignored; if an edge's owner doesn't
  // exist, the whole edge is ignored. Passes warn about what they ignore.
  virtual std::vector<DataFlowEdge> Edges(const OpView& op) const;
  // Converts an edge's sharding between its owner's view and its sources' view.
  // For example, these views differ at the boundary of an
  // sdy.manual_computation. `target` is one of the edge's targets. The mesh and
  // the rank must stay the same; a result with another rank is ignored.
  virtual ShardingInfo TransformTargetSharding(const OpView& op, EdgeEnd target,
                                               ShardingInfo sharding,
                                               EdgeDirection direction) const;
  // Whether the shardings of edge owners must divide the dimensions evenly. The
  // answer must be the same for all ops with the same name.
  virtual bool KeepEdgeOwnerShardingsDivisible() const;
  // Returns the name of the attribute in which the op stores the shardings of
  // the region arguments that own edges, as a #sdy.sharding_per_value. If ""
  // (the default), these shardings aren't stored. (Result shardings are in the
  // op's sdy.sharding.)
  virtual std::string ArgumentShardingsAttribute() const;
  // Returns the collectives that the op runs internally; see
  // OpRegistry::SetCommunication.
  virtual std::vector<OpCollective> Communication(
      const ShardedOpView& op) const;
};

// The rules, traits and interfaces of your ops. A registry must outlive the
// runs that use it. Many runs may use it at once, as long as it isn't changed;
// its callbacks are then called from several threads.
class SHARDFLOW_EXPORT OpRegistry {
 public:
  OpRegistry();
  OpRegistry(OpRegistry&&) noexcept;
  OpRegistry& operator=(OpRegistry&&) noexcept;
  ~OpRegistry();

  // Adds the rules in `text`, the contents of a rules file in either the text
  // or the JSON format (docs/rules.md). Messages refer to the file as `name`.
  // On error, adds nothing and returns false.
  [[nodiscard]] bool ReadRules(std::string name, std::string text,
                               std::vector<Message>& messages);

  // Add a rule, given as text or as a callback. `op` is the name of an op, or
  // "@target" for custom calls with that target. Rules for the same name are
  // tried in the order in which they were added. If the text has a syntax
  // error, adds nothing and returns false. A null callback is ignored.
  [[nodiscard]] bool AddRule(std::string_view op, std::string_view rule,
                             std::vector<Message>& messages);
  void AddRule(std::string_view op, RuleFunction rule);

  // Set the traits or the interface of an op that shardflow doesn't know. Ops
  // that it knows keep their own traits and edges. The interface's rule is
  // tried before the rules that AddRule and ReadRules add. There is no warning
  // about an op that has an interface but no rule. A null interface removes an
  // earlier one.
  void SetTraits(std::string_view op, OpTraits traits);
  void SetInterface(std::string_view op,
                    std::shared_ptr<const OpInterface> interface);

  // Sets the callback that lists the collectives that an op runs internally.
  // `op` is the name of any op, or "@target" for custom calls. Cost
  // (shardflow/cost.h) and CommunicationPlan (shardflow/views.h) count these
  // collectives in addition to those caused by shardings. Both fail if a
  // collective's kind is unknown, or if the mesh lacks one of the collective's
  // axes. A null `function` removes the callback, and SetInterface replaces it
  // with the interface's Communication.
  void SetCommunication(std::string_view op, CommunicationFunction function);

 private:
  friend struct internal::OpRegistryAccess;
  struct Impl;
  std::shared_ptr<Impl> impl_;  // shared with sessions
};

// Passed to AddFactor for tensors that don't have the factor.
inline constexpr int kNoDimension = -1;

// The effect of sharding the op along a factor (docs/rules.md).
enum class FactorKind {
  kPassThrough,
  kReduction,
  kNeedReplication,
  kPermutation,
};

// Builds the text of a sharding rule one factor at a time, so that callbacks
// needn't concatenate strings.
//
//   ops.AddRule("my.matmul", [](const OpView& op) {
//     return OpRuleBuilder(op)
//         .AddFactor({0, kNoDimension}, {0})
//         .AddFactor({1, 0}, {kNoDimension}, FactorKind::kReduction)
//         .AddFactor({kNoDimension, 1}, {1})
//         .Text();  // ([i, j], [j, k])->([i, k]) reduction={j}
//   });
//
// After an invalid call, such as one with a list of the wrong length or with a
// dimension that a tensor doesn't have, Text() returns nullopt.
class SHARDFLOW_EXPORT OpRuleBuilder {
 public:
  // Begins a rule for an op whose operands and results have these ranks.
  OpRuleBuilder(std::vector<int> operand_ranks, std::vector<int> result_ranks);
  // Begins a rule for this op. Text() returns nullopt if the rank of any
  // operand or result is unknown.
  explicit OpRuleBuilder(const OpView& op);

  // Adds a factor. For each operand and result, the lists give the dimension
  // that contains the factor, or kNoDimension. If several factors share a
  // dimension, add them from major to minor, each with its `size` in elements.
  // One of them may have size 0, which stands for the rest of the dimension.
  OpRuleBuilder& AddFactor(const std::vector<int>& operand_dimensions,
                           const std::vector<int>& result_dimensions,
                           FactorKind kind = FactorKind::kPassThrough,
                           int64_t size = 0);
  // Adds a factor for each dimension of the first result. Each factor is in the
  // same dimension of all operands and results, which must all have the same
  // rank.
  OpRuleBuilder& AddPointwise(FactorKind kind = FactorKind::kPassThrough);
  // Blocks propagation along the factor that was added last.
  OpRuleBuilder& BlockPropagation();

  // Returns the text of the rule, or nullopt if a call was invalid. In the
  // text, a dimension without a factor is `*`.
  std::optional<std::string> Text() const;

 private:
  struct Factor {
    FactorKind kind;
    int64_t size;
    bool blocked = false;
  };
  using Tensors = std::vector<std::vector<std::vector<int>>>;
  void Place(const std::vector<int>& dimensions, Tensors& tensors);

  Tensors operands_, results_;  // the factors of each dimension
  std::vector<Factor> factors_;
  bool wrong_ = false;
};

}  // namespace shardflow

#endif  // SHARDFLOW_EXTEND_H_
