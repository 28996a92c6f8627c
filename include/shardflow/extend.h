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

// Support for your own ops: what propagation, reshards and other passes need to
// know about them, registered by name.
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
// docs/rules.md describes the syntax of rules, and which rule an op gets.

namespace shardflow {

namespace internal {
struct OpRegistryAccess;
struct OpViewAccess;
}  // namespace internal

// An operation as a callback sees it. It is only valid while the callback runs.
class SHARDFLOW_EXPORT OpView {
 public:
  // Returns the name, such as "my.matmul".
  std::string_view name() const;
  int operand_count() const;
  int result_count() const;
  // Return a type, "tensor<8x16xf32>", or "" if there is no such value. `i`
  // counts from 0.
  std::string OperandType(int i) const;
  std::string ResultType(int i) const;
  // Return the sizes of the dimensions, -1 for one that isn't fixed, or nullopt
  // if the value isn't a tensor of known rank.
  OptionalShape OperandShape(int i) const;
  OptionalShape ResultShape(int i) const;

  // These find an attribute by name, or by path inside dictionaries:
  // "config/axis". They return nullopt, or an empty list, if there is no such
  // attribute of that type.
  std::optional<std::string> StringAttribute(std::string_view path) const;
  // `true` reads as 1, `false` as 0.
  std::optional<int64_t> IntegerAttribute(std::string_view path) const;
  // Reads an attribute such as array<i64: 0, 1>.
  std::vector<int64_t> IntegerArrayAttribute(std::string_view path) const;

  int region_count() const;
  // Return the number of arguments of a region's first block, and of operands
  // of that block's terminator.
  int ArgumentCount(int region) const;
  int TerminatorOperandCount(int region) const;

 protected:
  friend struct internal::OpViewAccess;
  OpView(const void* module, int32_t op) : module_(module), op_(op) {}
  const void* module_;
  int32_t op_;
};

// An operation whose tensors have shardings, as a callback sees it that is not
// asked before propagation has ended. Only valid while the callback runs.
class SHARDFLOW_EXPORT ShardedOpView : public OpView {
 public:
  // Return the sharding as the users of the value see it (see
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

// Returns the text of the operation's rule; nullopt if it has none. The answer
// must depend only on what the view shows, because the function is called only
// once for operations that look the same.
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
  // Bytes that a device holds before it runs; what it sends follows from that,
  // as for all collectives.
  int64_t bytes = 0;
  int64_t times = 1;  // how often it runs while the op runs once
  // The mesh with the axes, by its symbol. May be empty if the program has only
  // one.
  std::string mesh = {};
};

// Returns the collectives of an operation. It is called whenever communication
// is listed or priced, perhaps by several threads at once.
using CommunicationFunction =
    std::function<std::vector<OpCollective>(const ShardedOpView& op)>;

struct OpTraits {
  bool pure = false;         // removed when nothing uses its results
  bool elementwise = false;  // op-priority propagation starts with these
  bool terminator = false;   // ends a block
};

// One end of a data-flow edge of an op. A source is operand `index` of the op
// (region -1) or of a region's terminator. A target is result `index` of the op
// (region -1) or argument `index` of a region.
struct EdgeEnd {
  int region = -1;
  int index = 0;

  friend bool operator==(const EdgeEnd&, const EdgeEnd&) = default;
};

// An edge, all of whose sources and targets are sharded in the same way. The
// owner is the target that holds the sharding.
struct DataFlowEdge {
  EdgeEnd owner;
  std::vector<EdgeEnd> other_targets;
  std::vector<EdgeEnd> sources;
};

enum class EdgeDirection {
  kBeforePropagation,  // from the target's view to the sources' view
  kAfterPropagation,   // the reverse
};

// How shardings move through an op with regions, such as a loop. This is
// Shardy's ShardableDataFlowOpInterface; all of its methods are derived from
// the edges (docs/embedding.md has a table of them).
//
//   // Like stablehlo.while: operand i and what the body returns become
//   // result i and argument i.
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
// Answers must depend on the op alone. Several threads may call at once.
class SHARDFLOW_EXPORT OpInterface {
 public:
  virtual ~OpInterface();

  // Returns the op's sharding rule as text, or nullopt if it has none.
  virtual std::optional<std::string> ShardingRule(const OpView& op) const;
  // Returns the edges, in the order in which passes visit them. No two may have
  // the same owner. Ends that the op doesn't have are ignored.
  virtual std::vector<DataFlowEdge> Edges(const OpView& op) const;
  // Converts a sharding between the owner's view and the sources' view of an
  // edge, which differ, for example, at the boundary of an
  // sdy.manual_computation. Mesh and rank must stay the same: an answer of
  // another rank is ignored.
  virtual ShardingInfo TransformTargetSharding(const OpView& op, EdgeEnd target,
                                               ShardingInfo sharding,
                                               EdgeDirection direction) const;
  // Whether shardings of edge owners must divide the dimensions evenly. The
  // answer must be the same for all ops with the same name.
  virtual bool KeepEdgeOwnerShardingsDivisible() const;
  // Returns the name of the op's attribute, a #sdy.sharding_per_value, that
  // holds the shardings of region arguments that own edges. If "", they aren't
  // stored. (Those of results are in the op's sdy.sharding.)
  virtual std::string ArgumentShardingsAttribute() const;
  // Returns the collectives that the op runs inside; see
  // OpRegistry::SetCommunication.
  virtual std::vector<OpCollective> Communication(
      const ShardedOpView& op) const;
};

// The rules, traits and interfaces of your ops. A registry must outlive the
// runs that use it. Many runs may share it at once, as long as nobody changes
// it. (Callbacks are then called from several threads.)
class SHARDFLOW_EXPORT OpRegistry {
 public:
  OpRegistry();
  OpRegistry(OpRegistry&&) noexcept;
  OpRegistry& operator=(OpRegistry&&) noexcept;
  ~OpRegistry();

  // Adds a file of rules, text or JSON; messages call it `name`. After an error
  // it adds nothing and returns false.
  [[nodiscard]] bool ReadRules(std::string name, std::string text,
                               std::vector<Message>& messages);

  // Adds a rule. `op` is the name of an op, or "@target" for custom calls.
  // Rules for the same name are tried in the order in which they were added.
  [[nodiscard]] bool AddRule(std::string_view op, std::string_view rule,
                             std::vector<Message>& messages);
  void AddRule(std::string_view op, RuleFunction rule);

  // For ops that shardflow doesn't know; known ops keep their traits and edges.
  // The interface's rule is tried before those added by AddRule and ReadRules.
  // An op with an interface gets no warning if it lacks a rule. Null removes
  // the interface.
  void SetTraits(std::string_view op, OpTraits traits);
  void SetInterface(std::string_view op,
                    std::shared_ptr<const OpInterface> interface);

  // Sets the function that says which collectives an op runs inside. `op` is
  // the name of any op, or "@target" for custom calls. They are added to
  // those that shardings cause, in Cost (shardflow/cost.h) and all that uses
  // it, and in CommunicationPlan (shardflow/views.h). A collective of unknown
  // kind, or along axes that the mesh lacks, is an error there. SetInterface
  // replaces the function by the interface's; null removes it.
  void SetCommunication(std::string_view op, CommunicationFunction function);

 private:
  friend struct internal::OpRegistryAccess;
  struct Impl;
  std::shared_ptr<Impl> impl_;  // shared with sessions
};

// Passed to AddFactor for a tensor that doesn't have the factor.
inline constexpr int kNoDimension = -1;

// What it means for the op to be sharded along a factor (docs/rules.md).
enum class FactorKind {
  kPassThrough,
  kReduction,
  kNeedReplication,
  kPermutation,
};

// Builds the text of a sharding rule factor by factor, for callbacks that would
// otherwise concatenate strings.
//
//   ops.AddRule("my.matmul", [](const OpView& op) {
//     return OpRuleBuilder(op)
//         .AddFactor({0, kNoDimension}, {0})
//         .AddFactor({1, 0}, {kNoDimension}, FactorKind::kReduction)
//         .AddFactor({kNoDimension, 1}, {1})
//         .Text();  // ([i, j], [j, k])->([i, k]) reduction={j}
//   });
//
// After a wrong call (a list of the wrong length, a dimension that a tensor
// does not have), Text() returns nullopt.
class SHARDFLOW_EXPORT OpRuleBuilder {
 public:
  // For an op whose operands and results have these ranks.
  OpRuleBuilder(std::vector<int> operand_ranks, std::vector<int> result_ranks);
  // For this op. If the rank of a tensor is unknown, that is an error.
  explicit OpRuleBuilder(const OpView& op);

  // Adds a factor, given the index of its dimension in each operand and result.
  // Factors that share a dimension are added major to minor, with their `size`s
  // in elements; one size may be 0, which means the rest of the dimension.
  OpRuleBuilder& AddFactor(const std::vector<int>& operand_dimensions,
                           const std::vector<int>& result_dimensions,
                           FactorKind kind = FactorKind::kPassThrough,
                           int64_t size = 0);
  // Adds a factor for each dimension, shared by all tensors, which must have
  // the rank of the first result.
  OpRuleBuilder& AddPointwise(FactorKind kind = FactorKind::kPassThrough);
  // Blocks propagation along the factor that was added last.
  OpRuleBuilder& BlockPropagation();

  // Returns the rule, or nullopt if a call was wrong. Dimensions without a
  // factor become `*`.
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
