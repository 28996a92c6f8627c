#include "shardflow/adapter.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "api/adapter_copies.h"
#include "api/annotate.h"
#include "api/builder_access.h"
#include "api/extend.h"
#include "api/graph_ids.h"
#include "api/graph_places.h"
#include "api/op_view.h"
#include "api/program_impl.h"
#include "api/sharding_info.h"
#include "ops/dialects.h"
#include "ops/functions.h"
#include "ops/internal_attrs.h"
#include "ops/properties.h"

namespace shardflow {

using namespace internal;
namespace {

// While no pass runs, this attribute holds the shardings of arguments that own
// edges (see ScopedExtensions).
constexpr const char* kArgumentShardings = "shardflow.argument_shardings";
constexpr const char* kYield = "shardflow.yield";

// The interfaces of a graph, indexed by the numbers in the attribute
// kInterfaceNumber of its ops.
using Interfaces = std::vector<const OpInterface*>;

// Returns the op's interface, or null if it has none.
const OpInterface* InterfaceOf(const Interfaces& interfaces, const OpView& op) {
  const std::optional<int64_t> number = op.IntegerAttribute(kInterfaceNumber);
  const bool known = number && *number >= 0 &&
                     static_cast<size_t>(*number) < interfaces.size();
  return known ? interfaces[static_cast<size_t>(*number)] : nullptr;
}

// The interface that is registered for an op name. It forwards each call to the
// op's own interface.
class GraphInterface final : public OpInterface {
 public:
  GraphInterface(std::shared_ptr<const Interfaces> interfaces, bool divisible)
      : interfaces_(std::move(interfaces)), divisible_(divisible) {}

  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    const OpInterface* i = InterfaceOf(*interfaces_, op);
    return i == nullptr ? std::vector<DataFlowEdge>() : i->Edges(op);
  }
  ShardingInfo TransformTargetSharding(const OpView& op, EdgeEnd target,
                                       ShardingInfo sharding,
                                       EdgeDirection direction) const override {
    const OpInterface* i = InterfaceOf(*interfaces_, op);
    return i == nullptr ? sharding
                        : i->TransformTargetSharding(
                              op, target, std::move(sharding), direction);
  }
  bool KeepEdgeOwnerShardingsDivisible() const override { return divisible_; }
  std::string ArgumentShardingsAttribute() const override {
    return kArgumentShardings;
  }

 private:
  std::shared_ptr<const Interfaces> interfaces_;
  bool divisible_;
};

}  // namespace

namespace {

std::string_view TerminatorOf(std::string_view name) {
  const OpKind end = TerminatorOfBlocksIn(FindOpKind(name));
  return end == OpKind::kUnknown ? kYield : OpMnemonic(end);
}

}  // namespace

EmbeddedGraph::~EmbeddedGraph() = default;
std::vector<NamedAttribute> EmbeddedGraph::Attributes(EmbeddedOp /*op*/) const {
  return {};
}
std::vector<GraphRegion> EmbeddedGraph::Regions(EmbeddedOp /*op*/) const {
  return {};
}
void EmbeddedGraph::GetParts(EmbeddedOp op, EmbeddedOpParts& parts) const {
  parts = {Name(op), Operands(op), Results(op)};
}
uint64_t EmbeddedGraph::TypeKey(EmbeddedValue /*value*/) const { return 0; }
uint64_t EmbeddedGraph::AttributesKey(EmbeddedOp /*op*/) const { return 0; }
SourceLocation EmbeddedGraph::Location(EmbeddedOp /*op*/) const { return {}; }
std::string EmbeddedGraph::ValueName(EmbeddedValue /*value*/) const {
  return {};
}
const OpInterface* EmbeddedGraph::Interface(EmbeddedOp /*op*/) const {
  return nullptr;
}
std::optional<ShardingInfo> EmbeddedGraph::GetOutputSharding(int /*i*/) const {
  return std::nullopt;
}
void EmbeddedGraph::SetOutputSharding(int /*i*/,
                                      const ShardingInfo& /*sharding*/) {}
void EmbeddedGraph::ClearSharding(EmbeddedValue /*value*/) {}
void EmbeddedGraph::ClearOutputSharding(int /*i*/) {}
std::vector<EmbeddedFunction> EmbeddedGraph::Functions() const { return {}; }
std::optional<ShardingInfo> EmbeddedGraph::GetFunctionOutputSharding(
    std::string_view /*function*/, int /*i*/) const {
  return std::nullopt;
}
void EmbeddedGraph::SetFunctionOutputSharding(
    std::string_view /*function*/, int /*i*/,
    const ShardingInfo& /*sharding*/) {}
void EmbeddedGraph::ClearFunctionOutputSharding(std::string_view /*function*/,
                                                int /*i*/) {}
void EmbeddedGraph::ForgetCopies() {}
void EmbeddedGraph::SetCallee(EmbeddedOp /*call*/, int /*in_copy*/,
                              int /*copy*/) {}
void EmbeddedGraph::SetCopySharding(std::string_view /*function*/, int /*copy*/,
                                    EmbeddedValue /*value*/,
                                    const ShardingInfo& /*sharding*/) {}
void EmbeddedGraph::SetCopyOutputSharding(std::string_view /*function*/,
                                          int /*copy*/, int /*i*/,
                                          const ShardingInfo& /*sharding*/) {}

// --- loading

struct SHARDFLOW_HIDDEN LoadedGraph::Impl {
  // A block that is being filled.
  struct Frame {
    BlockRef block;
    std::vector<EmbeddedOp> ops = {};
    std::vector<EmbeddedValue> returned = {};
    std::string_view terminator = {};  // empty in a function
    size_t function = 0;               // index into `functions`
    size_t next = 0;                   // index into `ops`
  };
  // The main function and the functions that ops call.
  struct Function {
    std::string name;
    OpRef ref;
    std::vector<EmbeddedValue> inputs;
    int outputs = 0;
  };

  bool Load(const EmbeddedGraph& graph, const OpRegistry* known,
            std::vector<Message>& messages);
  bool Fill(const EmbeddedGraph& graph);
  bool FillAll(const EmbeddedGraph& graph, std::vector<Frame>& stack);
  bool AddFunction(const EmbeddedGraph& graph, EmbeddedFunction function,
                   std::vector<Frame>& frames);
  bool AddOp(const EmbeddedGraph& graph, EmbeddedOp op, BlockRef block,
             std::vector<Frame>& stack);
  // Whether passes may replace the op, in which case it is found again by its
  // number.
  bool IsNumbered(size_t in_function, std::string_view op) const {
    return functions.size() > 1 &&
           (in_function > 0 || op == OpMnemonic(OpKind::kCall));
  }
  // `what` returns the value's name for messages.
  template <class What>
  bool Define(const EmbeddedGraph& graph, EmbeddedValue value, ValueRef ref,
              const What& what, const SourceLocation& at = {});
  template <class What>
  bool Use(const EmbeddedGraph& graph, const std::vector<EmbeddedValue>& names,
           const What& what, const SourceLocation& at,
           std::vector<ValueRef>& refs);
  // Returns the interface's number, after registering it for the op's name.
  int64_t AddInterface(const OpInterface* interface, const std::string& name);
  bool FindTypes(const EmbeddedGraph& graph,
                 const std::vector<EmbeddedValue>& results);
  ValueRef Ref(EmbeddedValue value) const {
    const int32_t index = values.Find(value);
    return index < 0 ? ValueRef{} : ValueRef{origin, index};
  }
  OpRef OpOf(EmbeddedOp op) const {
    const int32_t index = ops.Find(op);
    return index < 0 ? OpRef{} : OpRef{origin, index};
  }
  // Finds the functions called by the ops in `numbered`.
  void FindCallees();
  // As LoadedGraph::WriteBack. If `clear` is set, also removes shardings.
  void WriteBack(const ProgramView& given, EmbeddedGraph& graph,
                 bool clear) const;
  bool Annotate(const EmbeddedGraph& graph);
  bool AddDataFlow(const EmbeddedGraph& graph, std::vector<Message>& messages);
  bool AnnotateOwners(const EmbeddedGraph& graph, OpId op,
                      const std::vector<DataFlowEdge>& edges,
                      std::vector<Message>& messages);
  bool Fail(std::string text, const SourceLocation& at = {}) {
    problems.push_back({.file = at.file,
                        .line = at.line,
                        .column = at.column,
                        .text = std::move(text),
                        .code = ErrorCode::kInvalidArgument});
    return false;
  }

  bool Blame(std::string name) {
    blamed_name = std::move(name);
    return false;
  }

  // Returns the state of a graph that has been moved from.
  static std::unique_ptr<Impl> Nothing() {
    auto impl = std::make_unique<Impl>();
    impl->program = ProgramAccess::Nothing();
    return impl;
  }

  std::optional<ProgramBuilder> builder;
  std::vector<Message> problems;
  std::optional<Program> program;
  OpRegistry registry;
  std::shared_ptr<Interfaces> interfaces = std::make_shared<Interfaces>();
  std::vector<Function> functions;   // the main function comes first
  std::vector<NumberedOp> numbered;  // indexed by op number
  Origin origin = 0;                 // the origin of all handles
  GraphIdMap values, ops;
  // The values that may be annotated, in the order of their definitions: inputs
  // and the results of ops.
  std::vector<EmbeddedValue> annotated;
  // The arguments of regions, by ValueRef::index. They are kept apart because
  // only those that own an edge are annotated.
  std::map<int32_t, EmbeddedValue> arguments;
  // All values, by ValueRef::index. Filled on first use.
  absl::flat_hash_map<int32_t, EmbeddedValue> by_index;
  // The subject of the last error: a value, or the name of something else.
  std::optional<EmbeddedValue> blamed;
  std::string blamed_name;
  // Ops that have an interface, each with the number of its interface.
  std::vector<std::pair<OpRef, int64_t>> interface_ops;
  absl::flat_hash_map<const OpInterface*, int64_t> interface_numbers;
  // The names of ops whose rule (or data flow) in the registry uses
  // `interfaces`.
  absl::flat_hash_set<std::string> with_rule, with_data_flow;

  // --- used while the graph is loaded
  // Types and attributes that were read before, by the graph's keys.
  GraphKeys<TypeRef> types;
  GraphKeys<AttributesRef> attributes;
  // Buffers for the op that is being added.
  EmbeddedOpParts parts;
  OpSpecification spec;
  std::vector<ValueRef> operand_refs;
  std::vector<TypeRef> result_types;
};

// Returns the embedder's name for the value or, failing that, its place, such
// as "result 1 of op 5 ('my.matmul')". Returns "" for a value that has neither.
std::string NameOf(const EmbeddedGraph& graph, EmbeddedValue value) {
  std::string name = graph.ValueName(value);
  return name.empty() ? PlaceOfValue(graph, value) : name;
}

// Prepends the embedder's name for the value to the error. If there is neither
// a name nor a location, prepends the op's number, because the error itself may
// only say "result 0 of 'my.matmul'".
void AddName(const EmbeddedGraph& graph, EmbeddedValue value, Message& error) {
  std::string name = graph.ValueName(value);
  if (name.empty() && error.line == 0) name = OpOfValue(graph, value);
  if (!name.empty()) error.text = name + ": " + error.text;
}

// Returns the op's name for messages: the embedder's name for a result or, if
// there is neither a name nor a location, "op 5 ('my.matmul')".
std::string NameOfOp(const EmbeddedGraph& graph, EmbeddedOp op) {
  for (const EmbeddedValue result : graph.Results(op)) {
    std::string name = graph.ValueName(result);
    if (!name.empty()) return name;
  }
  return graph.Location(op).line > 0 ? std::string() : PlaceOfOp(graph, op);
}

template <class What>
bool LoadedGraph::Impl::Define(const EmbeddedGraph& graph, EmbeddedValue value,
                               ValueRef ref, const What& what,
                               const SourceLocation& at) {
  if (!ref) return false;
  if (values.Insert(value, ref.index)) return true;
  return Fail(fmt::format("{} is {}, which is defined before", what(),
                          NameOf(graph, value)),
              at);
}

template <class What>
bool LoadedGraph::Impl::Use(const EmbeddedGraph& graph,
                            const std::vector<EmbeddedValue>& names,
                            const What& what, const SourceLocation& at,
                            std::vector<ValueRef>& refs) {
  for (size_t i = 0; i < names.size(); ++i) {
    const ValueRef found = Ref(names[i]);
    if (!found) {
      const std::string name = NameOf(graph, names[i]);
      return Fail(name.empty()
                      ? fmt::format("{} {} is not defined anywhere", what(), i)
                      : fmt::format("{} {} is {}, which is not defined before",
                                    what(), i, name),
                  at);
    }
    refs.push_back(found);
  }
  return true;
}

// Registers the op's interface under a number, which is stored in an attribute
// of the op. The rule registered for the op's name looks the interface up by
// that number.
int64_t LoadedGraph::Impl::AddInterface(const OpInterface* interface,
                                        const std::string& name) {
  const auto [at, is_new] = interface_numbers.try_emplace(
      interface, static_cast<int64_t>(interfaces->size()));
  if (is_new) interfaces->push_back(interface);
  if (!with_rule.insert(name).second) return at->second;
  OpRegistryAccess::AddFirstRule(
      registry, name,
      [all = interfaces](const OpView& view) -> std::optional<std::string> {
        const OpInterface* i = InterfaceOf(*all, view);
        return i != nullptr ? i->ShardingRule(view) : std::nullopt;
      });
  OpRegistryAccess::AddFirstCommunication(
      registry, name, [all = interfaces](const ShardedOpView& view) {
        const OpInterface* i = InterfaceOf(*all, view);
        return i != nullptr ? i->Communication(view)
                            : std::vector<OpCollective>();
      });
  return at->second;
}

// Sets `result_types` to the types of these values, up to the first whose key
// is unknown. Returns whether all keys are known.
bool LoadedGraph::Impl::FindTypes(const EmbeddedGraph& graph,
                                  const std::vector<EmbeddedValue>& results) {
  result_types.clear();
  for (const EmbeddedValue result : results) {
    const uint64_t key = graph.TypeKey(result);
    const TypeRef* const known = key != 0 ? types.Find({key, 0}) : nullptr;
    if (known == nullptr) return false;
    result_types.push_back(*known);
  }
  return true;
}

bool LoadedGraph::Impl::AddOp(const EmbeddedGraph& graph, EmbeddedOp op,
                              BlockRef block, std::vector<Frame>& stack) {
  parts.name.clear();
  parts.operands.clear();
  parts.results.clear();
  graph.GetParts(op, parts);
  const SourceLocation location = graph.Location(op);
  const OpInterface* const interface = graph.Interface(op);
  const size_t interface_count = interfaces->size();
  const int64_t number =
      interface != nullptr ? AddInterface(interface, parts.name) : -1;
  // Returns the op's name for messages.
  const auto name = [&] {
    return location.line > 0 ? fmt::format("'{}'", parts.name)
                             : PlaceOfOp(graph, op);
  };
  operand_refs.clear();
  if (!Use(
          graph, parts.operands, [&] { return name() + ": operand"; }, location,
          operand_refs)) {
    return false;
  }
  const std::vector<GraphRegion> regions = graph.Regions(op);
  const size_t in_function = stack.back().function;
  const bool is_numbered = IsNumbered(in_function, parts.name);

  // Attributes are looked up by their key and the interface number.
  const GraphKeys<AttributesRef>::Key key(graph.AttributesKey(op), number);
  const AttributesRef* const known =
      key.first != 0 && !is_numbered ? attributes.Find(key) : nullptr;
  OpRef made;
  if (known != nullptr && FindTypes(graph, parts.results)) {
    made = builder->AddInterned(block,
                                {.name = parts.name,
                                 .operands = operand_refs,
                                 .results = result_types,
                                 .attributes = *known,
                                 .regions = static_cast<int>(regions.size()),
                                 .location = &location});
    if (!made) return Blame(NameOfOp(graph, op));
  } else {
    spec.name = parts.name;
    spec.operands = operand_refs;
    spec.results.clear();
    for (const EmbeddedValue result : parts.results) {
      spec.results.push_back(graph.Type(result));
    }
    spec.attributes = graph.Attributes(op);
    if (interface != nullptr) {
      spec.attributes.push_back(
          {std::string(kInterfaceNumber), AttributeSpec::Integer(number)});
    }
    spec.regions = static_cast<int>(regions.size());
    spec.location = location;
    if (is_numbered) {
      spec.attributes.push_back(
          {std::string(kOpNumber),
           AttributeSpec::Integer(static_cast<int64_t>(numbered.size()))});
      NumberedOp& row = numbered.emplace_back();
      row.op = op;
      row.results = parts.results;
      for (const GraphRegion& region : regions) {
        row.arguments.push_back(region.arguments);
      }
    }
    made = builder->AddOp(block, spec);
    if (!made) return Blame(NameOfOp(graph, op));
    // The op was added without an error, so reading its types can't fail.
    for (size_t i = 0; i < parts.results.size(); ++i) {
      const uint64_t type = graph.TypeKey(parts.results[i]);
      if (type != 0 && types.Find({type, 0}) == nullptr) {
        types.Add({type, 0}, builder->Type(spec.results[i]));
      }
    }
    // If each op has its own interface, the same attributes never come up
    // again.
    if (key.first != 0 && !is_numbered &&
        interfaces->size() == interface_count) {
      attributes.Add(key, builder->Attributes(spec.attributes));
    }
  }
  if (!ops.Insert(op, made.index)) {
    return Fail(PlaceOfOp(graph, op) + " is given twice", location);
  }
  if (interface != nullptr) interface_ops.emplace_back(made, number);
  // The order in which regions are filled makes no difference: Finish sorts the
  // uses of values into the order in which a parser links them.
  for (size_t r = 0; r < regions.size(); ++r) {
    std::vector<TypeSpec> argument_types;
    for (const EmbeddedValue argument : regions[r].arguments) {
      argument_types.push_back(graph.Type(argument));
    }
    const BlockRef inner =
        builder->AddBlock(made, static_cast<int>(r), argument_types);
    if (!inner) return Blame(NameOfOp(graph, op));
    for (size_t i = 0; i < argument_types.size(); ++i) {
      const EmbeddedValue argument = regions[r].arguments[i];
      const ValueRef ref = builder->Argument(inner, static_cast<int>(i));
      if (!Define(
              graph, argument, ref, [&] { return "an argument of " + name(); },
              location)) {
        return false;
      }
      arguments.emplace(ref.index, argument);
    }
    stack.push_back({.block = inner,
                     .ops = regions[r].ops,
                     .returned = regions[r].returned,
                     .terminator = TerminatorOf(parts.name),
                     .function = in_function});
  }
  // The regions are filled later, so ops in them could wrongly use the results
  // of this op. The verifier reports that.
  for (size_t i = 0; i < parts.results.size(); ++i) {
    if (!Define(
            graph, parts.results[i], builder->Result(made, static_cast<int>(i)),
            [&] { return "a result of " + name(); }, location)) {
      return false;
    }
    annotated.push_back(parts.results[i]);
  }
  return true;
}

bool LoadedGraph::Impl::Fill(const EmbeddedGraph& graph) {
  for (const MeshInfo& mesh : graph.Meshes()) {
    if (!builder->AddMesh(mesh)) return false;
  }
  std::vector<Frame> frames;
  EmbeddedFunction main{"main", graph.Inputs(), graph.Ops(), graph.Outputs()};
  std::vector<EmbeddedFunction> others = graph.Functions();
  size_t count = main.inputs.size() + main.ops.size();
  for (const EmbeddedFunction& other : others) {
    count += other.inputs.size() + other.ops.size();
  }
  values.SetDense(4 * count + 1024);
  ops.SetDense(4 * count + 1024);
  annotated.reserve(count);
  if (!AddFunction(graph, std::move(main), frames)) return false;
  for (EmbeddedFunction& called : others) {
    if (!AddFunction(graph, std::move(called), frames)) return false;
  }
  for (Frame& frame : frames) {
    std::vector<Frame> stack;
    stack.push_back(std::move(frame));
    if (!FillAll(graph, stack)) return false;
  }
  return true;
}

bool LoadedGraph::Impl::AddFunction(const EmbeddedGraph& graph,
                                    EmbeddedFunction function,
                                    std::vector<Frame>& frames) {
  const bool is_main = functions.empty();
  if (!is_main && function.name == "main") {
    return Fail("a function that is called is named 'main'");
  }
  std::vector<TypeSpec> input_types;
  for (const EmbeddedValue input : function.inputs) {
    input_types.push_back(graph.Type(input));
    if (!builder->Type(input_types.back())) {
      return Blame(NameOf(graph, input));
    }
  }
  const OpRef ref = builder->AddFunction(function.name, input_types, !is_main);
  if (!ref) return false;
  origin = ref.origin;
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    const auto what = [&] {
      return is_main ? fmt::format("input {}", i)
                     : fmt::format("input {} of '{}'", i, function.name);
    };
    if (!Define(graph, function.inputs[i],
                builder->Argument(ref, static_cast<int>(i)), what)) {
      return false;
    }
    annotated.push_back(function.inputs[i]);
  }
  frames.push_back({.block = builder->Body(ref),
                    .ops = std::move(function.ops),
                    .returned = function.outputs,
                    .function = functions.size()});
  functions.push_back({std::move(function.name), ref,
                       std::move(function.inputs),
                       static_cast<int>(function.outputs.size())});
  return true;
}

// Fills the block at the bottom of the stack, and the blocks inside it.
bool LoadedGraph::Impl::FillAll(const EmbeddedGraph& graph,
                                std::vector<Frame>& stack) {
  while (!stack.empty()) {
    const size_t at = stack.size() - 1;
    if (stack[at].next < stack[at].ops.size()) {
      const EmbeddedOp op = stack[at].ops[stack[at].next++];
      if (!AddOp(graph, op, stack[at].block, stack)) return false;
      continue;
    }
    const Frame frame = std::move(stack.back());
    stack.pop_back();
    std::vector<ValueRef> returned;
    const bool is_function = frame.terminator.empty();
    if (!Use(
            graph, frame.returned,
            [&] { return is_function ? "output" : "returned value"; }, {},
            returned)) {
      return false;
    }
    const OpRef end =
        is_function ? builder->Return(functions[frame.function].ref, returned)
                    : builder->AddOp(frame.block,
                                     {.name = std::string(frame.terminator),
                                      .operands = returned});
    if (!end) return false;
  }
  return true;
}

bool LoadedGraph::Impl::Annotate(const EmbeddedGraph& graph) {
  for (const EmbeddedValue value : annotated) {
    const std::optional<ShardingInfo> sharding = graph.GetSharding(value);
    if (sharding && !builder->SetSharding(Ref(value), *sharding)) {
      blamed = value;
      return false;
    }
  }
  for (size_t f = 0; f < functions.size(); ++f) {
    for (int i = 0; i < functions[f].outputs; ++i) {
      const std::optional<ShardingInfo> sharding =
          f == 0 ? graph.GetOutputSharding(i)
                 : graph.GetFunctionOutputSharding(functions[f].name, i);
      if (sharding &&
          !builder->SetResultSharding(functions[f].ref, i, *sharding)) {
        return false;
      }
    }
  }
  return true;
}

// Adds the data flow of the embedder's ops. Runs after the whole program has
// been built, because the checks need it.
bool LoadedGraph::Impl::AddDataFlow(const EmbeddedGraph& graph,
                                    std::vector<Message>& messages) {
  const Module& m = ProgramAccess::module(*program);
  for (const auto& [ref, number] : interface_ops) {
    const OpId op = ToId(m, origin, ref);
    const OpInterface& interface = *(*interfaces)[static_cast<size_t>(number)];
    const std::vector<DataFlowEdge> edges =
        interface.Edges(OpViewAccess::Make(m, op));
    if (edges.empty()) continue;
    if (with_data_flow.emplace(m.op_name(op)).second) {
      OpRegistryAccess::SetDataFlow(
          registry, m.op_name(op),
          std::make_shared<GraphInterface>(
              interfaces, interface.KeepEdgeOwnerShardingsDivisible()));
    }
    if (!AnnotateOwners(graph, op, edges, messages)) return false;
  }
  return true;
}

// Writes the annotations of arguments that own edges to the module's column of
// shardings. (In a program that was read from text, an attribute holds them.)
// If any argument of the op is annotated, the others become fully open.
bool LoadedGraph::Impl::AnnotateOwners(const EmbeddedGraph& graph, OpId op,
                                       const std::vector<DataFlowEdge>& edges,
                                       std::vector<Message>& messages) {
  Module& m = ProgramAccess::module(*program);
  std::vector<ValueId> owners;
  ShardingId any;
  for (const DataFlowEdge& edge : edges) {
    const EdgeEnd end = edge.owner;
    if (end.region < 0 || end.region >= m.region_count(op)) continue;
    const BlockId block = m.first_block(m.region(op, end.region));
    const auto index = static_cast<size_t>(end.index);
    if (!block || end.index < 0 || index >= m.args(block).size()) continue;
    const ValueId owner = m.args(block)[index];
    owners.push_back(owner);
    const EmbeddedValue value = arguments.at(owner.index);
    const std::optional<ShardingInfo> sharding = graph.GetSharding(value);
    if (!sharding) continue;
    Error error;
    any = CheckAnnotation(m, m.type(owner), *sharding, error);
    if (!any) {
      messages.push_back(AnnotationError(m, owner, error));
      AddName(graph, value, messages.back());
      return false;
    }
    m.SetSharding(owner, any);
  }
  for (const ValueId owner : owners) {
    if (any.IsNone() || m.sharding(owner)) continue;
    const TypeId type = m.type(owner);
    m.SetSharding(owner, m.shardings.FullyOpen(m.shardings.Get(any).mesh,
                                               RankOf(m, type)));
  }
  return true;
}

void LoadedGraph::Impl::FindCallees() {
  const Module& m = ProgramAccess::module(*program);
  for (NumberedOp& row : numbered) {
    const OpId op = ToId(m, origin, OpOf(row.op));
    if (!op || !IsCall(m, op)) continue;
    const std::string_view callee = m.names.Get(Callee(m, op));
    for (size_t f = 1; f < functions.size(); ++f) {
      if (functions[f].name == callee) row.callee = static_cast<int>(f);
    }
  }
}

bool LoadedGraph::Impl::Load(const EmbeddedGraph& graph,
                             const OpRegistry* known,
                             std::vector<Message>& messages) {
  if (known != nullptr) registry = OpRegistryAccess::Copy(*known);
  OpTraits terminator;
  terminator.terminator = true;
  registry.SetTraits(kYield, terminator);
  builder.emplace();
  const bool ok = Fill(graph) && Annotate(graph);
  // If there are problems, some blocks are incomplete. The verifier would
  // complain about these blocks, although the graph isn't at fault.
  messages.insert(messages.end(), problems.begin(), problems.end());
  if (!problems.empty()) return false;
  absl::flat_hash_map<int32_t, EmbeddedOp> by_number;  // filled after an error
  program = ProgramBuilderAccess::Finish(
      *builder,
      [&](OpRef op) -> std::optional<std::string> {
        if (by_number.empty()) {
          ops.ForEach([&](EmbeddedOp id, int32_t index) {
            by_number.emplace(index, id);
          });
        }
        const auto at = by_number.find(op.index);
        if (at == by_number.end()) return std::nullopt;
        return NameOfOp(graph, at->second);
      },
      messages);
  builder.reset();
  if (blamed) AddName(graph, *blamed, messages.back());
  if (!blamed_name.empty()) {
    messages.back().text.insert(0, blamed_name + ": ");
  }
  if (!ok || !program || !AddDataFlow(graph, messages)) return false;
  FindCallees();
  return true;
}

LoadedGraph::LoadedGraph(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LoadedGraph::LoadedGraph(LoadedGraph&& other) noexcept
    : impl_(std::exchange(other.impl_, Impl::Nothing())) {}
LoadedGraph& LoadedGraph::operator=(LoadedGraph&& other) noexcept {
  if (this != &other) impl_ = std::exchange(other.impl_, Impl::Nothing());
  return *this;
}
LoadedGraph::~LoadedGraph() = default;

std::optional<LoadedGraph> LoadedGraph::Load(const EmbeddedGraph& graph,
                                             const OpRegistry* registry,
                                             std::vector<Message>& messages) {
  auto impl = std::make_unique<Impl>();
  if (!impl->Load(graph, registry, messages)) return std::nullopt;
  return LoadedGraph(std::move(impl));
}

Program& LoadedGraph::program() { return *impl_->program; }
const OpRegistry& LoadedGraph::registry() const { return impl_->registry; }

ValueRef LoadedGraph::Find(EmbeddedValue value) const {
  return impl_->Ref(value);
}

OpRef LoadedGraph::FindOp(EmbeddedOp op) const { return impl_->OpOf(op); }

void LoadedGraph::Impl::WriteBack(const ProgramView& given,
                                  EmbeddedGraph& graph, bool clear) const {
  if (functions.empty()) return;  // the graph was moved from
  const ProgramView view(given.program(), &registry);
  const Module& m = ProgramAccess::module(view.program());
  const Origin program_origin = ProgramAccess::origin(view.program());
  SeenShardings shardings(m, &OpRegistryAccess::Get(registry));
  const auto tell = [&](EmbeddedValue value) {
    const ValueId id = ToId(m, program_origin, Ref(value));
    const ShardingInfo* const sharding = id ? shardings.Find(id) : nullptr;
    if (sharding != nullptr) {
      graph.SetSharding(value, *sharding);
    } else if (clear) {
      graph.ClearSharding(value);
    }
  };
  const auto for_each_value = [&](const auto& visit) {
    for (const EmbeddedValue value : annotated) visit(value);
    for (const auto& [index, value] : arguments) visit(value);
  };
  // Passes replace calls and copy functions, so values in called functions are
  // found by op number. All others are found by handle.
  absl::flat_hash_set<EmbeddedValue> by_number;
  for (size_t f = 1; f < functions.size(); ++f) {
    by_number.insert(functions[f].inputs.begin(), functions[f].inputs.end());
  }
  for (const NumberedOp& row : numbered) {
    by_number.insert(row.results.begin(), row.results.end());
    for (const auto& of_region : row.arguments) {
      by_number.insert(of_region.begin(), of_region.end());
    }
  }
  for_each_value([&](EmbeddedValue value) {
    if (!by_number.contains(value)) tell(value);
  });
  const Function& main = functions.front();
  for (int i = 0; i < main.outputs; ++i) {
    if (const auto sharding = view.ResultSharding(main.ref, i)) {
      graph.SetOutputSharding(i, *sharding);
    } else if (clear) {
      graph.ClearOutputSharding(i);
    }
  }
  if (functions.size() == 1) return;
  std::vector<GraphFunctionView> called;
  for (const Function& function : functions) {
    called.push_back({function.name, function.inputs, function.outputs});
  }
  if (!clear) {
    TellCopies(view, main.ref, called, numbered, graph, nullptr);
    return;
  }
  graph.ForgetCopies();
  ToldShardings told;
  TellCopies(view, main.ref, called, numbered, graph, &told);
  for_each_value([&](EmbeddedValue value) {
    if (by_number.contains(value) && !told.values.contains(value)) {
      graph.ClearSharding(value);
    }
  });
  for (size_t f = 1; f < called.size(); ++f) {
    for (int i = 0; i < called[f].outputs; ++i) {
      if (told.outputs.contains({static_cast<int>(f), i})) continue;
      graph.ClearFunctionOutputSharding(called[f].name, i);
    }
  }
}

void LoadedGraph::WriteBack(const ProgramView& view,
                            EmbeddedGraph& graph) const {
  impl_->WriteBack(view, graph, /*clear=*/false);
}

void LoadedGraph::WriteBackChanges(const Session& session,
                                   EmbeddedGraph& graph) const {
  if (impl_->functions.size() != 1) {
    return impl_->WriteBack(session.View(), graph, /*clear=*/true);
  }
  const ProgramView view(session.View().program(), &registry());
  auto& by_index = impl_->by_index;
  if (by_index.empty()) {
    impl_->values.ForEach([&](EmbeddedValue value, int32_t index) {
      by_index.emplace(index, value);
    });
  }
  for (const ValueRef changed : session.ChangedValues()) {
    const auto at = by_index.find(changed.index);
    // The value was added by a pass.
    if (at == by_index.end()) continue;
    if (const auto sharding = view.Sharding(changed)) {
      graph.SetSharding(at->second, *sharding);
    } else {
      graph.ClearSharding(at->second);
    }
  }
  for (const ChangedResult& changed : session.ChangedResults()) {
    if (changed.function != impl_->functions.front().ref) continue;
    if (const auto sharding =
            view.ResultSharding(changed.function, changed.result)) {
      graph.SetOutputSharding(changed.result, *sharding);
    } else {
      graph.ClearOutputSharding(changed.result);
    }
  }
}

bool PropagateGraph(EmbeddedGraph& graph, const GraphOptions& options,
                    std::vector<Message>& messages) {
  std::optional<LoadedGraph> loaded =
      LoadedGraph::Load(graph, options.run.registry, messages);
  if (!loaded) return false;
  RunOptions run = options.run;
  run.registry = &loaded->registry();
  if (!loaded->program().Run(options.pass, options.pass_options, run,
                             messages)) {
    return false;
  }
  loaded->WriteBack(ProgramView(loaded->program()), graph);
  return true;
}

}  // namespace shardflow
