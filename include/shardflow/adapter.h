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

// Propagates shardings through a graph made of your own classes. You implement
// functions that describe the graph. The library converts the graph to a
// program, propagates that, and then calls SetSharding for each value that has
// a sharding.
//
//   class MyGraph : public shardflow::EmbeddedGraph { ... };
//   MyGraph graph(my_module);
//   shardflow::PropagateGraph(graph, {}, messages);   // calls SetSharding
//
// The graph consists of a main function with inputs, ops and outputs, and of
// any functions that its ops call. Each op comes after the ops that define its
// operands. The result is the same as if a program with these ops had been read
// from text.

namespace shardflow {

// Your ids for values and ops: indices, addresses or any other numbers. An id
// must be unique among the values, or among the ops, of a graph. (Lookups are
// fastest if ids are indices.)
using EmbeddedValue = uint64_t;
using EmbeddedOp = uint64_t;

// A region of an op. It consists of a single block.
struct GraphRegion {
  std::vector<EmbeddedValue> arguments;
  std::vector<EmbeddedOp> ops;          // in order, without a terminator
  std::vector<EmbeddedValue> returned;  // the values that the region returns
};

// A function that ops of the graph can call.
struct EmbeddedFunction {
  std::string name;  // not "main"
  std::vector<EmbeddedValue> inputs;
  std::vector<EmbeddedOp> ops;
  std::vector<EmbeddedValue> outputs;
};

// The name and the values of an op, for EmbeddedGraph::GetParts.
struct EmbeddedOpParts {
  std::string name;
  std::vector<EmbeddedValue> operands;
  std::vector<EmbeddedValue> results;
};

// Describes your graph. Derive your own class from this one.
class SHARDFLOW_EXPORT EmbeddedGraph {
 public:
  virtual ~EmbeddedGraph();

  // --- the graph
  virtual std::vector<MeshInfo> Meshes() const = 0;
  virtual std::vector<EmbeddedValue> Inputs() const = 0;
  virtual std::vector<EmbeddedOp> Ops() const = 0;
  virtual std::vector<EmbeddedValue> Outputs() const = 0;
  // --- an op

  // Returns the op's name. It may be your own, such as "my.matmul", or one that
  // shardflow knows, such as "stablehlo.add".
  virtual std::string Name(EmbeddedOp op) const = 0;
  virtual std::vector<EmbeddedValue> Operands(EmbeddedOp op) const = 0;
  virtual std::vector<EmbeddedValue> Results(EmbeddedOp op) const = 0;
  // Return the attributes and regions of an op; none by default. For an op that
  // shardflow knows, return the attributes of its generic form.
  virtual std::vector<NamedAttribute> Attributes(EmbeddedOp op) const;
  virtual std::vector<GraphRegion> Regions(EmbeddedOp op) const;
  // Returns the op's location in your source, for use in messages. Unknown by
  // default.
  virtual SourceLocation Location(EmbeddedOp op) const;
  // Returns the op's interface, or null (the default) to use the one that is
  // registered for the op's name. You own the interface, which must outlive the
  // LoadedGraph or, if there is none, the call to PropagateGraph. The class of
  // your ops may implement it.
  virtual const OpInterface* Interface(EmbeddedOp op) const;
  // --- a value
  virtual TypeSpec Type(EmbeddedValue value) const = 0;

  // --- for large graphs
  //
  // Overriding these functions cuts the time to load a graph with a million ops
  // to a third.

  // Sets `parts` to the name, operands and results of the op. The default
  // implementation calls the functions above. `parts` is passed in empty, but
  // it is the same object for all ops, so filling it doesn't allocate memory
  // each time.
  virtual void GetParts(EmbeddedOp op, EmbeddedOpParts& parts) const;
  // Return a key for the type of a value, or for the attributes of an op, such
  // as the address of one of your objects. Equal keys must mean equal types or
  // attributes, because Type and Attributes are called only once for each key.
  // 0 (the default) means that there is no key.
  virtual uint64_t TypeKey(EmbeddedValue value) const;
  virtual uint64_t AttributesKey(EmbeddedOp op) const;

  // --- shardings and names of values

  // Returns the value's name for messages, such as "%weights". If it is "" (the
  // default), messages describe the value's position: "result 1 of op 5
  // ('my.matmul')". Ops are counted from 0, and an op comes before the ops in
  // its regions.
  virtual std::string ValueName(EmbeddedValue value) const;
  // Returns the value's annotation, or nullopt if it has none. For an argument
  // of a region, this is called only if the argument owns a data-flow edge.
  virtual std::optional<ShardingInfo> GetSharding(
      EmbeddedValue value) const = 0;
  virtual void SetSharding(EmbeddedValue value,
                           const ShardingInfo& sharding) = 0;
  // Get and set the sharding of output `i`, counted from 0. It may differ from
  // the sharding of the returned value. By default, outputs have no sharding,
  // and setting one does nothing.
  virtual std::optional<ShardingInfo> GetOutputSharding(int i) const;
  virtual void SetOutputSharding(int i, const ShardingInfo& sharding);
  // Remove a sharding. Only LoadedGraph::WriteBackChanges calls these, when a
  // value or output no longer has a sharding. By default they do nothing.
  virtual void ClearSharding(EmbeddedValue value);
  virtual void ClearOutputSharding(int i);

  // --- several functions

  // Returns the functions that ops of the graph can call; none by default. A
  // call is an op "func.call" whose attribute `callee` is
  // AttributeSpec::Symbol(name). Functions must not call themselves, directly
  // or indirectly.
  virtual std::vector<EmbeddedFunction> Functions() const;
  virtual std::optional<ShardingInfo> GetFunctionOutputSharding(
      std::string_view function, int i) const;
  virtual void SetFunctionOutputSharding(std::string_view function, int i,
                                         const ShardingInfo& sharding);
  // Removes a sharding, as ClearOutputSharding does.
  virtual void ClearFunctionOutputSharding(std::string_view function, int i);
  // Calls with different shardings call different copies of a function. Copy 0
  // is the copy that is called first; its shardings are set by the functions
  // above. SetCopySharding and SetCopyOutputSharding set the shardings of the
  // other copies. SetCallee says that `call`, in copy `in_copy` of the function
  // that contains it, calls copy `copy` of its callee. WriteBack doesn't call
  // SetCallee if both copies are 0. WriteBackChanges calls ForgetCopies first:
  // discard everything that these three functions have set, because they are
  // called again for all calls and copies. By default, these functions do
  // nothing.
  virtual void ForgetCopies();
  virtual void SetCallee(EmbeddedOp call, int in_copy, int copy);
  virtual void SetCopySharding(std::string_view function, int copy,
                               EmbeddedValue value,
                               const ShardingInfo& sharding);
  virtual void SetCopyOutputSharding(std::string_view function, int copy, int i,
                                     const ShardingInfo& sharding);
};

struct GraphOptions {
  // `run.registry` is used in addition to the interfaces of the ops.
  RunOptions run;
  // The pass to run (Passes in shardflow/passes.h lists them), and its options.
  std::string pass = "sdy-propagation-pipeline";
  std::string pass_options;
};

// A graph that has been converted to a program. Use it to run several passes,
// to look at the communication (shardflow/views.h) or to make a session
// (shardflow/session.h). The graph and the interfaces of its ops must outlive
// it.
class SHARDFLOW_EXPORT LoadedGraph {
 public:
  LoadedGraph(LoadedGraph&&) noexcept;
  LoadedGraph& operator=(LoadedGraph&&) noexcept;
  ~LoadedGraph();

  // Converts the graph. Returns nullopt on error: if a value is used before it
  // is defined, or is defined twice, or if ProgramBuilder finds an error.
  // `registry` is copied, and may be null.
  static std::optional<LoadedGraph> Load(const EmbeddedGraph& graph,
                                         const OpRegistry* registry,
                                         std::vector<Message>& messages);

  Program& program();
  // Returns the registry to set in RunOptions. It is a copy of the registry
  // given to Load, with the interfaces of the ops added.
  const OpRegistry& registry() const;
  // Return the handle of a value or op of the graph, or an empty handle if it
  // is unknown. In a graph with several functions, the handles of calls, of
  // their results, and of everything inside a called function are valid only
  // until a pass runs, because passes replace calls and copy functions.
  ValueRef Find(EmbeddedValue value) const;
  OpRef FindOp(EmbeddedOp op) const;

  // Calls SetSharding for each value that has a sharding, and SetOutputSharding
  // for each output that has one. `view` is a view of program(), or of a
  // session made from it. Passes remove unused ops and functions, so the values
  // in them have no sharding.
  void WriteBack(const ProgramView& view, EmbeddedGraph& graph) const;
  // Writes back only the shardings that the session's last Propagate or
  // Rollback changed. The session must have been made from program(). The graph
  // must already have the earlier shardings, so call WriteBack after the first
  // Propagate. If the graph has several functions, all shardings are written
  // back, and those of all values and outputs without one are removed.
  void WriteBackChanges(const Session& session, EmbeddedGraph& graph) const;

 private:
  struct Impl;
  explicit LoadedGraph(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Converts the graph, runs the pass of `options`, and writes the shardings back
// to the graph. On error, returns false and leaves the graph unchanged.
SHARDFLOW_EXPORT bool PropagateGraph(EmbeddedGraph& graph,
                                     const GraphOptions& options,
                                     std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_ADAPTER_H_
