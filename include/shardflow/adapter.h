#ifndef SHARDFLOW_ADAPTER_H_
#define SHARDFLOW_ADAPTER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/builder.h"
#include "shardflow/export.h"
#include "shardflow/extend.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"
#include "shardflow/views.h"

// Propagates through a graph of the embedder's own classes, in place: no text,
// and nothing of the tensors but their types.
//
//   class MyGraph : public shardflow::EmbeddedGraph { ... };
//   MyGraph graph(my_module);
//   shardflow::PropagateGraph(graph, {}, messages);   // calls SetSharding
//
// The graph is one function: inputs, ops in an order in which values are
// defined before they are used, outputs. The answers are those that the same
// program as text has.

namespace shardflow {

// The embedder's names for its values and ops: pointers as numbers, indices,
// whatever is distinct among the values (and among the ops) of a graph.
using EmbeddedValue = uint64_t;
using EmbeddedOp = uint64_t;

// What the embedder's class of an op may say of itself: Shardy's
// ShardingRuleOpInterface and ShardableDataFlowOpInterface. All answers are
// about the one op, follow from it alone, and stay as they are while its graph
// is worked on.
class SHARDFLOW_EXPORT ShardableOp {
 public:
  virtual ~ShardableOp();

  // getShardingRule: as text, see docs/rules.md. Nullopt: it has none; then
  // one of the registry or of shardflow's own is taken.
  virtual std::optional<std::string> ShardingRule() const;

  // --- data flow, see DataFlowOp in shardflow/extend.h for the words. Edges()
  // is enough: the others follow from it. No edges: none of this is used.
  virtual std::vector<DataFlowEdge> Edges() const;
  // getBlockArgumentEdgeOwners, getOpResultEdgeOwners
  virtual std::vector<EdgeEnd> ArgumentEdgeOwners() const;
  virtual std::vector<EdgeEnd> ResultEdgeOwners() const;
  // getEdgeSources, getNonEdgeOwnerTargets
  virtual std::vector<EdgeEnd> EdgeSources(EdgeEnd owner) const;
  virtual std::vector<EdgeEnd> NonOwnerTargets(EdgeEnd owner) const;
  // getEdgeOwnerFromTarget, getEdgeOwnerFromSource
  virtual std::optional<EdgeEnd> OwnerFromTarget(EdgeEnd target) const;
  virtual std::optional<EdgeEnd> OwnerFromSource(EdgeEnd source) const;
  // transformTargetSharding
  virtual ShardingInfo TransformTargetSharding(EdgeEnd target,
                                               ShardingInfo sharding,
                                               EdgeDirection direction) const;
  // shouldKeepEdgeOwnerShardingsDivisible. The same for all ops of a name.
  virtual bool KeepEdgeOwnerShardingsDivisible() const;

  // getBlockArgumentEdgeOwnerShardings: one for each of ArgumentEdgeOwners(),
  // in that order. Empty (as it is unless overridden): they are what the
  // graph's GetSharding says of the arguments.
  virtual std::vector<std::optional<ShardingInfo>> ArgumentEdgeOwnerShardings()
      const;
  // getOpResultEdgeOwnerShardings: likewise, of ResultEdgeOwners().
  virtual std::vector<std::optional<ShardingInfo>> ResultEdgeOwnerShardings()
      const;
  // setBlockArgumentEdgeOwnerShardings, setOpResultEdgeOwnerShardings: after
  // propagation, of all owners at once. They call the ones below for each that
  // has a sharding.
  virtual void SetArgumentEdgeOwnerShardings(
      const std::vector<std::optional<ShardingInfo>>& shardings);
  virtual void SetResultEdgeOwnerShardings(
      const std::vector<std::optional<ShardingInfo>>& shardings);
  // setBlockArgumentEdgeOwnerSharding, setOpResultEdgeOwnerSharding: they do
  // nothing. (The graph's SetSharding is told of these values too.)
  virtual void SetArgumentEdgeOwnerSharding(int index,
                                            const ShardingInfo& sharding);
  virtual void SetResultEdgeOwnerSharding(int index,
                                          const ShardingInfo& sharding);
};

// A region of an op: one block.
struct GraphRegion {
  std::vector<EmbeddedValue> arguments;
  std::vector<EmbeddedOp> ops;          // without a terminator
  std::vector<EmbeddedValue> returned;  // what flows out at its end
};

class SHARDFLOW_EXPORT EmbeddedGraph {
 public:
  virtual ~EmbeddedGraph();

  // --- the graph
  virtual std::vector<MeshInfo> Meshes() const = 0;
  virtual std::vector<EmbeddedValue> Inputs() const = 0;
  virtual std::vector<EmbeddedOp> Ops() const = 0;
  virtual std::vector<EmbeddedValue> Outputs() const = 0;
  // --- of an op. "my.matmul", or an op that shardflow knows, "stablehlo.add",
  // then with the attributes of its generic form.
  virtual std::string Name(EmbeddedOp op) const = 0;
  virtual std::vector<EmbeddedValue> Operands(EmbeddedOp op) const = 0;
  virtual std::vector<EmbeddedValue> Results(EmbeddedOp op) const = 0;
  virtual std::vector<NamedAttribute> Attributes(EmbeddedOp op) const;
  virtual std::vector<GraphRegion> Regions(EmbeddedOp op) const;
  // For messages.
  virtual SourceLocation Location(EmbeddedOp op) const;
  // Null (as it is unless overridden): what is known of the op's name is all.
  // It belongs to the embedder and outlives the work on the graph.
  virtual ShardableOp* Interface(EmbeddedOp op) const;
  // --- of a value
  virtual TypeSpec Type(EmbeddedValue value) const = 0;
  // Its annotation. Nullopt: none.
  virtual std::optional<ShardingInfo> GetSharding(
      EmbeddedValue value) const = 0;
  virtual void SetSharding(EmbeddedValue value,
                           const ShardingInfo& sharding) = 0;
  // Of outputs, which have shardings beside those of the values that they
  // are; `i` counts from 0.
  virtual std::optional<ShardingInfo> GetOutputSharding(int i) const;
  virtual void SetOutputSharding(int i, const ShardingInfo& sharding);
};

struct GraphOptions {
  // registry: what else is known of ops, in addition to their interfaces,
  // which come first.
  RunOptions run;
  // Of the table of passes (shardflow/passes.h), with its options.
  std::string pass = "sdy-propagation-pipeline";
  std::string pass_options;
};

// A graph read into a program: to run several passes, to plan communication
// (shardflow/views.h), or to keep a session (shardflow/session.h). The graph
// and the interfaces of its ops outlive it.
class SHARDFLOW_EXPORT LoadedGraph {
 public:
  LoadedGraph(LoadedGraph&&) noexcept;
  LoadedGraph& operator=(LoadedGraph&&) noexcept;
  ~LoadedGraph();

  // Nullopt after an error, which is in `messages`: a value that is not defined
  // before it is used or is defined twice, and what ProgramBuilder finds.
  // `registry` may be null; what it holds is copied.
  static std::optional<LoadedGraph> Load(const EmbeddedGraph& graph,
                                         const OpRegistry* registry,
                                         std::vector<Message>& messages);

  Program& program();
  // For RunOptions and SessionOptions: with the interfaces of the ops.
  const OpRegistry& registry() const;
  // Empty: the graph has no such value or op.
  ValueRef Find(EmbeddedValue value) const;
  OpRef FindOp(EmbeddedOp op) const;

  // Tells the graph, and interfaces, the shardings that values, outputs and
  // edge owners have in the view, which is of the program or of a session's. In
  // the order of the graph. Nobody is told of a value that has none, as those
  // of ops that were erased because nothing used them.
  void WriteBack(const ProgramView& view, EmbeddedGraph& graph) const;

 private:
  struct Impl;
  explicit LoadedGraph(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Load, one pass, WriteBack. False after an error, which is in `messages`; the
// graph was not told anything then.
SHARDFLOW_EXPORT bool PropagateGraph(EmbeddedGraph& graph,
                                     const GraphOptions& options,
                                     std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_ADAPTER_H_
