#include "shardflow/adapter.h"

#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "api/adapter_copies.h"
#include "api/annotate.h"
#include "api/extend.h"
#include "api/op_view.h"
#include "api/program_impl.h"
#include "ops/functions.h"

namespace shardflow {

using namespace internal;
namespace {

// The attribute that links an op to its interface: an index into Interfaces.
constexpr const char* kNumber = "shardflow.interface";
// While no pass runs, this attribute holds the shardings of arguments that own
// edges (see ScopedExtensions).
constexpr const char* kArgumentShardings = "shardflow.argument_shardings";
constexpr const char* kYield = "shardflow.yield";

using Interfaces = std::vector<const OpInterface*>;

// Returns the op's interface, or null if it has none.
const OpInterface* InterfaceOf(const Interfaces& interfaces, const OpView& op) {
  const std::optional<int64_t> number = op.IntegerAttribute(kNumber);
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

std::string_view TerminatorOf(std::string_view name) {
  if (name.starts_with("stablehlo.")) return "stablehlo.return";
  return name.starts_with("sdy.") ? "sdy.return" : kYield;
}

}  // namespace

EmbeddedGraph::~EmbeddedGraph() = default;
std::vector<NamedAttribute> EmbeddedGraph::Attributes(EmbeddedOp /*op*/) const {
  return {};
}
std::vector<GraphRegion> EmbeddedGraph::Regions(EmbeddedOp /*op*/) const {
  return {};
}
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
  // Whether the passes may replace this op, so that it has to be found again by
  // its number.
  bool IsNumbered(size_t in_function, std::string_view op) const {
    return functions.size() > 1 && (in_function > 0 || op == "func.call");
  }
  // `what` returns the name of the value for messages.
  template <class What>
  bool Define(const EmbeddedGraph& graph, EmbeddedValue value, ValueRef ref,
              const What& what, const SourceLocation& at = {});
  template <class What>
  bool Use(const EmbeddedGraph& graph, const std::vector<EmbeddedValue>& names,
           const What& what, const SourceLocation& at,
           std::vector<ValueRef>& refs);
  void AddInterface(const OpInterface* interface, OpSpecification& spec);
  // Finds the functions that the ops of `numbered` call.
  void FindCallees();
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

  // Returns the state of a graph that was moved from.
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
  std::vector<Function> functions;   // the main function is the first
  std::vector<NumberedOp> numbered;  // indexed by the numbers of the ops
  absl::flat_hash_map<EmbeddedValue, ValueRef> values;
  absl::flat_hash_map<EmbeddedOp, OpRef> ops;
  // The inputs and the results of ops, in the order of their definitions. The
  // arguments of regions are in `arguments` instead, by ValueRef::index,
  // because only those that own an edge are annotated.
  std::vector<EmbeddedValue> annotated;
  std::map<int32_t, EmbeddedValue> arguments;
  // All values, by ValueRef::index. Filled when first needed.
  absl::flat_hash_map<int32_t, EmbeddedValue> by_index;
  // The value that the last error is about.
  std::optional<EmbeddedValue> blamed;
  // The ops with an interface, in the order of `interfaces`.
  std::vector<OpRef> interface_ops;
  // Op names for which the registry has a rule, or data flow, that uses
  // `interfaces`.
  absl::flat_hash_set<std::string> with_rule, with_data_flow;
};

// Returns the embedder's name for the value, or "value 7".
std::string NameOf(const EmbeddedGraph& graph, EmbeddedValue value) {
  std::string name = graph.ValueName(value);
  return name.empty() ? fmt::format("value {}", value) : name;
}

// Prepends the embedder's name for the value, if there is one, to the error.
void AddName(const EmbeddedGraph& graph, EmbeddedValue value, Message& error) {
  const std::string name = graph.ValueName(value);
  if (!name.empty()) error.text = name + ": " + error.text;
}

template <class What>
bool LoadedGraph::Impl::Define(const EmbeddedGraph& graph, EmbeddedValue value,
                               ValueRef ref, const What& what,
                               const SourceLocation& at) {
  if (!ref) return false;
  if (values.try_emplace(value, ref).second) return true;
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
    const auto found = values.find(names[i]);
    if (found == values.end()) {
      return Fail(fmt::format("{} {} is {}, which is not defined before",
                              what(), i, NameOf(graph, names[i])),
                  at);
    }
    refs.push_back(found->second);
  }
  return true;
}

// Gives the op an attribute with the number of its interface. The rule that is
// registered for the op's name finds the interface by that number.
void LoadedGraph::Impl::AddInterface(const OpInterface* interface,
                                     OpSpecification& spec) {
  spec.attributes.push_back(
      {kNumber,
       AttributeSpec::Integer(static_cast<int64_t>(interfaces->size()))});
  interfaces->push_back(interface);
  if (!with_rule.insert(spec.name).second) return;
  OpRegistryAccess::AddFirstRule(
      registry, spec.name,
      [all = interfaces](const OpView& view) -> std::optional<std::string> {
        const OpInterface* i = InterfaceOf(*all, view);
        return i != nullptr ? i->ShardingRule(view) : std::nullopt;
      });
  OpRegistryAccess::AddFirstCommunication(
      registry, spec.name, [all = interfaces](const ShardedOpView& view) {
        const OpInterface* i = InterfaceOf(*all, view);
        return i != nullptr ? i->Communication(view)
                            : std::vector<OpCollective>();
      });
}

bool LoadedGraph::Impl::AddOp(const EmbeddedGraph& graph, EmbeddedOp op,
                              BlockRef block, std::vector<Frame>& stack) {
  OpSpecification spec;
  spec.name = graph.Name(op);
  spec.attributes = graph.Attributes(op);
  spec.location = graph.Location(op);
  const OpInterface* const interface = graph.Interface(op);
  if (interface != nullptr) AddInterface(interface, spec);
  if (!Use(
          graph, graph.Operands(op),
          [&] { return fmt::format("'{}': operand", spec.name); },
          spec.location, spec.operands)) {
    return false;
  }
  const std::vector<EmbeddedValue> results = graph.Results(op);
  for (const EmbeddedValue result : results) {
    spec.results.push_back(graph.Type(result));
  }
  const std::vector<GraphRegion> regions = graph.Regions(op);
  spec.regions = static_cast<int>(regions.size());
  const size_t in_function = stack.back().function;
  if (IsNumbered(in_function, spec.name)) {
    spec.attributes.push_back(
        {kOpNumber,
         AttributeSpec::Integer(static_cast<int64_t>(numbered.size()))});
    NumberedOp& row = numbered.emplace_back();
    row.op = op;
    row.results = results;
    for (const GraphRegion& region : regions) {
      row.arguments.push_back(region.arguments);
    }
  }
  const OpRef made = builder->AddOp(block, spec);
  if (!made) return false;
  if (!ops.try_emplace(op, made).second) {
    return Fail(fmt::format("op {}, a '{}', is there twice", op, spec.name),
                spec.location);
  }
  if (interface != nullptr) interface_ops.push_back(made);
  // The order in which regions are filled makes no difference: Finish sorts the
  // uses of values into the order in which a parser links them.
  for (size_t r = 0; r < regions.size(); ++r) {
    std::vector<TypeSpec> types;
    for (const EmbeddedValue argument : regions[r].arguments) {
      types.push_back(graph.Type(argument));
    }
    const BlockRef inner = builder->AddBlock(made, static_cast<int>(r), types);
    for (size_t i = 0; i < types.size(); ++i) {
      if (!Define(
              graph, regions[r].arguments[i],
              builder->Argument(inner, static_cast<int>(i)),
              [&] { return fmt::format("an argument of '{}'", spec.name); },
              spec.location)) {
        return false;
      }
      const EmbeddedValue argument = regions[r].arguments[i];
      arguments.emplace(values.at(argument).index, argument);
    }
    stack.push_back({.block = inner,
                     .ops = regions[r].ops,
                     .returned = regions[r].returned,
                     .terminator = TerminatorOf(spec.name),
                     .function = in_function});
  }
  // The regions are filled later, so ops in them could wrongly use the results
  // of this op. The verifier reports that.
  for (size_t i = 0; i < results.size(); ++i) {
    if (!Define(
            graph, results[i], builder->Result(made, static_cast<int>(i)),
            [&] { return fmt::format("a result of '{}'", spec.name); },
            spec.location)) {
      return false;
    }
    annotated.push_back(results[i]);
  }
  return true;
}

bool LoadedGraph::Impl::Fill(const EmbeddedGraph& graph) {
  for (const MeshInfo& mesh : graph.Meshes()) {
    if (!builder->AddMesh(mesh)) return false;
  }
  std::vector<Frame> frames;
  if (!AddFunction(graph,
                   {"main", graph.Inputs(), graph.Ops(), graph.Outputs()},
                   frames)) {
    return false;
  }
  for (EmbeddedFunction& called : graph.Functions()) {
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
  std::vector<TypeSpec> types;
  for (const EmbeddedValue input : function.inputs) {
    types.push_back(graph.Type(input));
  }
  const OpRef ref = builder->AddFunction(function.name, types, !is_main);
  if (!ref) return false;
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
    if (sharding && !builder->SetSharding(values.at(value), *sharding)) {
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
  for (size_t i = 0; i < interface_ops.size(); ++i) {
    const OpId op = ToId(m, ProgramAccess::origin(*program), interface_ops[i]);
    const OpInterface& interface = *(*interfaces)[i];
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
    const CheckedSharding checked =
        CheckAnnotation(m, m.type(owner), *sharding);
    if (checked.why_not) {
      messages.push_back(AnnotationError(m, owner, " - " + *checked.why_not));
      AddName(graph, value, messages.back());
      return false;
    }
    any = checked.id;
    m.SetSharding(owner, any);
  }
  for (const ValueId owner : owners) {
    if (any.IsNone() || m.sharding(owner)) continue;
    const TypeId type = m.type(owner);
    m.SetSharding(owner,
                  m.shardings.FullyOpen(
                      m.shardings.Get(any).mesh,
                      m.types.IsTensor(type) ? m.types.dims(type).size() : 0));
  }
  return true;
}

void LoadedGraph::Impl::FindCallees() {
  const Module& m = ProgramAccess::module(*program);
  for (NumberedOp& row : numbered) {
    const OpId op = ToId(m, ProgramAccess::origin(*program), ops.at(row.op));
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
  messages.insert(messages.end(), problems.begin(), problems.end());
  program = builder->Finish(messages);
  builder.reset();
  if (blamed) AddName(graph, *blamed, messages.back());
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
  const auto at = impl_->values.find(value);
  return at == impl_->values.end() ? ValueRef{} : at->second;
}

OpRef LoadedGraph::FindOp(EmbeddedOp op) const {
  const auto at = impl_->ops.find(op);
  return at == impl_->ops.end() ? OpRef{} : at->second;
}

void LoadedGraph::WriteBack(const ProgramView& given,
                            EmbeddedGraph& graph) const {
  if (impl_->functions.empty()) return;  // the graph was moved from
  const ProgramView view(given.program(), &registry());
  const auto tell = [&](EmbeddedValue value) {
    const auto sharding = view.Sharding(impl_->values.at(value));
    if (sharding) graph.SetSharding(value, *sharding);
  };
  const Impl::Function& main = impl_->functions.front();
  const auto tell_outputs = [&] {
    for (int i = 0; i < main.outputs; ++i) {
      const auto sharding = view.ResultSharding(main.ref, i);
      if (sharding) graph.SetOutputSharding(i, *sharding);
    }
  };
  if (impl_->functions.size() == 1) {
    for (const EmbeddedValue value : impl_->annotated) tell(value);
    for (const auto& [index, value] : impl_->arguments) tell(value);
    tell_outputs();
    return;
  }
  // Passes replace calls and copy functions, so values in called functions are
  // found by the numbers of ops, all others by handles.
  absl::flat_hash_set<EmbeddedValue> by_number;
  for (size_t f = 1; f < impl_->functions.size(); ++f) {
    const auto& inputs = impl_->functions[f].inputs;
    by_number.insert(inputs.begin(), inputs.end());
  }
  for (const NumberedOp& row : impl_->numbered) {
    by_number.insert(row.results.begin(), row.results.end());
    for (const auto& arguments : row.arguments) {
      by_number.insert(arguments.begin(), arguments.end());
    }
  }
  for (const EmbeddedValue value : impl_->annotated) {
    if (!by_number.contains(value)) tell(value);
  }
  for (const auto& [index, value] : impl_->arguments) {
    if (!by_number.contains(value)) tell(value);
  }
  tell_outputs();
  std::vector<GraphFunctionView> called;
  for (const Impl::Function& function : impl_->functions) {
    called.push_back({function.name, function.inputs, function.outputs});
  }
  TellCopies(view, main.ref, called, impl_->numbered, graph);
}

void LoadedGraph::WriteBackChanges(const Session& session,
                                   EmbeddedGraph& graph) const {
  if (impl_->functions.size() != 1) return WriteBack(session.View(), graph);
  const ProgramView view(session.View().program(), &registry());
  auto& by_index = impl_->by_index;
  if (by_index.empty()) {
    for (const auto& [value, ref] : impl_->values) {
      by_index.emplace(ref.index, value);
    }
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
