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
#include "shardflow/session.h"
#include "shardflow/sharding.h"
#include "shardflow/views.h"

// Propagates through a graph of your own classes. You implement functions that
// describe the graph. It is converted to a program, which is propagated; then
// SetSharding is called for each value that has a sharding.
//
//   class MyGraph : public shardflow::EmbeddedGraph { ... };
//   MyGraph graph(my_module);
//   shardflow::PropagateGraph(graph, {}, messages);   // calls SetSharding
//
// The graph is a function: inputs, ops (each after those that define its
// operands) and outputs. It may have further functions, which ops call. The
// result is the same as for a program text with these ops.

namespace shardflow {

// Your ids for values and ops: indices, addresses or any other numbers. Two
// values of a graph must not have the same id, nor must two ops.
using EmbeddedValue = uint64_t;
using EmbeddedOp = uint64_t;

// A region of an op. It is a single block.
struct GraphRegion {
  std::vector<EmbeddedValue> arguments;
  std::vector<EmbeddedOp> ops;          // without a terminator
  std::vector<EmbeddedValue> returned;  // the values that the region returns
};

// A function that ops of the graph call.
struct EmbeddedFunction {
  std::string name;  // not "main"
  std::vector<EmbeddedValue> inputs;
  std::vector<EmbeddedOp> ops;
  std::vector<EmbeddedValue> outputs;
};

class SHARDFLOW_EXPORT EmbeddedGraph {
 public:
  virtual ~EmbeddedGraph();

  // --- the graph
  virtual std::vector<MeshInfo> Meshes() const = 0;
  virtual std::vector<EmbeddedValue> Inputs() const = 0;
  virtual std::vector<EmbeddedOp> Ops() const = 0;
  virtual std::vector<EmbeddedValue> Outputs() const = 0;
  // --- an op. Its name is your own ("my.matmul") or one that shardflow knows
  // ("stablehlo.add"). Known ops need the attributes of their generic form.
  virtual std::string Name(EmbeddedOp op) const = 0;
  virtual std::vector<EmbeddedValue> Operands(EmbeddedOp op) const = 0;
  virtual std::vector<EmbeddedValue> Results(EmbeddedOp op) const = 0;
  virtual std::vector<NamedAttribute> Attributes(EmbeddedOp op) const;
  virtual std::vector<GraphRegion> Regions(EmbeddedOp op) const;
  // Where the op is in your source, for messages.
  virtual SourceLocation Location(EmbeddedOp op) const;
  // Returns the op's interface, or null to use what is registered for the op's
  // name. The interface belongs to you, may be the op itself, and must outlive
  // the LoadedGraph or the call of PropagateGraph.
  virtual const OpInterface* Interface(EmbeddedOp op) const;
  // --- a value
  virtual TypeSpec Type(EmbeddedValue value) const = 0;
  // The value's name in messages: "%weights", "x->y". If "" (the default),
  // messages show its id.
  virtual std::string ValueName(EmbeddedValue value) const;
  // The value's annotation, or nullopt. For a region argument this is called
  // only if the argument owns a data-flow edge.
  virtual std::optional<ShardingInfo> GetSharding(
      EmbeddedValue value) const = 0;
  virtual void SetSharding(EmbeddedValue value,
                           const ShardingInfo& sharding) = 0;
  // The sharding of output `i`, counted from 0. It may differ from the sharding
  // of the value that is returned there.
  virtual std::optional<ShardingInfo> GetOutputSharding(int i) const;
  virtual void SetOutputSharding(int i, const ShardingInfo& sharding);
  // LoadedGraph::WriteBackChanges calls these when a value or output no longer
  // has a sharding; nothing else does. By default they do nothing.
  virtual void ClearSharding(EmbeddedValue value);
  virtual void ClearOutputSharding(int i);

  // --- several functions. A call is an op "func.call" whose attribute `callee`
  // is AttributeSpec::Symbol(name). Functions must not call themselves, not
  // even through others.
  virtual std::vector<EmbeddedFunction> Functions() const;
  virtual std::optional<ShardingInfo> GetFunctionOutputSharding(
      std::string_view function, int i) const;
  virtual void SetFunctionOutputSharding(std::string_view function, int i,
                                         const ShardingInfo& sharding);
  // Calls that are sharded differently call different copies of a function. The
  // functions above tell the shardings of the copy that is called first, number
  // 0. SetCopySharding and SetCopyOutputSharding tell those of the others, and
  // SetCallee which one a call calls, if that isn't 0 or the call itself is in
  // a copy: in copy `in_copy` of its function, `call` calls copy `copy`. By
  // default they do nothing.
  virtual void SetCallee(EmbeddedOp call, int in_copy, int copy);
  virtual void SetCopySharding(std::string_view function, int copy,
                               EmbeddedValue value,
                               const ShardingInfo& sharding);
  virtual void SetCopyOutputSharding(std::string_view function, int copy, int i,
                                     const ShardingInfo& sharding);
};

struct GraphOptions {
  RunOptions run;  // its registry is used in addition to the ops' interfaces
  // The name of a pass (shardflow/passes.h), and its options.
  std::string pass = "sdy-propagation-pipeline";
  std::string pass_options;
};

// A graph that has been read into a program, for running several passes,
// looking at the communication (shardflow/views.h) or keeping a session
// (shardflow/session.h). The graph and the interfaces of its ops must outlive
// it.
class SHARDFLOW_EXPORT LoadedGraph {
 public:
  LoadedGraph(LoadedGraph&&) noexcept;
  LoadedGraph& operator=(LoadedGraph&&) noexcept;
  ~LoadedGraph();

  // Returns nullopt after an error: a value is used before it is defined, or
  // defined twice, or ProgramBuilder finds an error. `registry` may be null; it
  // is copied.
  static std::optional<LoadedGraph> Load(const EmbeddedGraph& graph,
                                         const OpRegistry* registry,
                                         std::vector<Message>& messages);

  Program& program();
  // Returns the registry for RunOptions. It includes the ops' interfaces.
  const OpRegistry& registry() const;
  // Return an empty handle if the graph has no such value or op. Passes replace
  // calls and copy functions, so in a graph with several functions the handles
  // of calls, of their results, and of what is in the functions that they call
  // are only for the program as it was loaded.
  ValueRef Find(EmbeddedValue value) const;
  OpRef FindOp(EmbeddedOp op) const;

  // Calls SetSharding for each value, and SetOutputSharding for each output,
  // that has a sharding. `view` shows this program or a session made from it.
  // Values of ops that were removed because nothing used them have no sharding;
  // neither have those of functions that nothing calls.
  void WriteBack(const ProgramView& view, EmbeddedGraph& graph) const;
  // Does the same for a session of the program, but only for what its last
  // Propagate or Rollback changed. The graph must already have the earlier
  // shardings, so use WriteBack after the first Propagate. For a graph with
  // several functions this is WriteBack.
  void WriteBackChanges(const Session& session, EmbeddedGraph& graph) const;

 private:
  struct Impl;
  explicit LoadedGraph(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Loads the graph, runs one pass and writes the shardings back. After an error
// it returns false and leaves the graph as it was.
SHARDFLOW_EXPORT bool PropagateGraph(EmbeddedGraph& graph,
                                     const GraphOptions& options,
                                     std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_ADAPTER_H_
