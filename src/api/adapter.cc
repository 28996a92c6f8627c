#include "shardflow/adapter.h"

#include <memory>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include <fmt/format.h>

#include "api/annotate.h"
#include "api/edges.h"
#include "api/extend.h"
#include "api/program_impl.h"

namespace shardflow {
namespace {

// By it the ops of a program know whose they are: the number of an interface.
constexpr const char* kNumber = "shardflow.interface";
// The shardings of the arguments that own edges, while there are no passes.
constexpr const char* kArgumentShardings = "shardflow.argument_shardings";
constexpr const char* kYield = "shardflow.yield";

using Interfaces = std::vector<ShardableOp*>;

// That of the op at hand; null if it has none.
ShardableOp* InterfaceOf(const Interfaces& interfaces, const OpView& op) {
  const std::optional<int64_t> number = op.IntegerAttribute(kNumber);
  const bool known = number && *number >= 0 &&
                     static_cast<size_t>(*number) < interfaces.size();
  return known ? interfaces[static_cast<size_t>(*number)] : nullptr;
}

// The data flow of all ops of one name: asks each op's interface.
class GraphDataFlow final : public DataFlowOp {
  // `fn` of the op's interface; nothing if it has none.
  template <class Fn>
  auto Ask(const OpView& op, Fn fn) const {
    const ShardableOp* i = InterfaceOf(*interfaces_, op);
    return i != nullptr ? fn(*i) : decltype(fn(*i))();
  }

 public:
  GraphDataFlow(std::shared_ptr<const Interfaces> interfaces, bool divisible)
      : interfaces_(std::move(interfaces)), divisible_(divisible) {}

  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    return Ask(op, [](const ShardableOp& i) { return i.Edges(); });
  }
  std::vector<EdgeEnd> ArgumentEdgeOwners(const OpView& op) const override {
    return Ask(op, [](const ShardableOp& i) { return i.ArgumentEdgeOwners(); });
  }
  std::vector<EdgeEnd> ResultEdgeOwners(const OpView& op) const override {
    return Ask(op, [](const ShardableOp& i) { return i.ResultEdgeOwners(); });
  }
  std::vector<EdgeEnd> EdgeSources(const OpView& op,
                                   EdgeEnd owner) const override {
    return Ask(op, [&](const ShardableOp& i) { return i.EdgeSources(owner); });
  }
  std::vector<EdgeEnd> NonOwnerTargets(const OpView& op,
                                       EdgeEnd owner) const override {
    return Ask(op,
               [&](const ShardableOp& i) { return i.NonOwnerTargets(owner); });
  }
  std::optional<EdgeEnd> OwnerFromTarget(const OpView& op,
                                         EdgeEnd target) const override {
    return Ask(op,
               [&](const ShardableOp& i) { return i.OwnerFromTarget(target); });
  }
  std::optional<EdgeEnd> OwnerFromSource(const OpView& op,
                                         EdgeEnd source) const override {
    return Ask(op,
               [&](const ShardableOp& i) { return i.OwnerFromSource(source); });
  }
  ShardingInfo TransformTargetSharding(const OpView& op, EdgeEnd target,
                                       ShardingInfo sharding,
                                       EdgeDirection direction) const override {
    const ShardableOp* i = InterfaceOf(*interfaces_, op);
    return i == nullptr ? sharding
                        : i->TransformTargetSharding(
                              target, std::move(sharding), direction);
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

// --- what follows from edges

ShardableOp::~ShardableOp() = default;
std::optional<std::string> ShardableOp::ShardingRule() const { return {}; }
std::vector<DataFlowEdge> ShardableOp::Edges() const { return {}; }
std::vector<EdgeEnd> ShardableOp::ArgumentEdgeOwners() const {
  return ArgumentOwners(Edges());
}
std::vector<EdgeEnd> ShardableOp::ResultEdgeOwners() const {
  return ResultOwners(Edges());
}
std::vector<EdgeEnd> ShardableOp::EdgeSources(EdgeEnd owner) const {
  return SourcesOf(Edges(), owner);
}
std::vector<EdgeEnd> ShardableOp::NonOwnerTargets(EdgeEnd owner) const {
  return OtherTargetsOf(Edges(), owner);
}
std::optional<EdgeEnd> ShardableOp::OwnerFromTarget(EdgeEnd target) const {
  return OwnerOfTarget(Edges(), target);
}
std::optional<EdgeEnd> ShardableOp::OwnerFromSource(EdgeEnd source) const {
  return OwnerOfSource(Edges(), source);
}
ShardingInfo ShardableOp::TransformTargetSharding(
    EdgeEnd /*target*/, ShardingInfo sharding,
    EdgeDirection /*direction*/) const {
  return sharding;
}
bool ShardableOp::KeepEdgeOwnerShardingsDivisible() const { return false; }
std::vector<std::optional<ShardingInfo>>
ShardableOp::ArgumentEdgeOwnerShardings() const {
  return {};
}
std::vector<std::optional<ShardingInfo>> ShardableOp::ResultEdgeOwnerShardings()
    const {
  return {};
}
void ShardableOp::SetArgumentEdgeOwnerShardings(
    const std::vector<std::optional<ShardingInfo>>& shardings) {
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (!shardings[i]) continue;
    SetArgumentEdgeOwnerSharding(static_cast<int>(i), *shardings[i]);
  }
}
void ShardableOp::SetResultEdgeOwnerShardings(
    const std::vector<std::optional<ShardingInfo>>& shardings) {
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (!shardings[i]) continue;
    SetResultEdgeOwnerSharding(static_cast<int>(i), *shardings[i]);
  }
}
void ShardableOp::SetArgumentEdgeOwnerSharding(int /*index*/,
                                               const ShardingInfo& /*s*/) {}
void ShardableOp::SetResultEdgeOwnerSharding(int /*index*/,
                                             const ShardingInfo& /*s*/) {}

EmbeddedGraph::~EmbeddedGraph() = default;
std::vector<NamedAttribute> EmbeddedGraph::Attributes(EmbeddedOp /*op*/) const {
  return {};
}
std::vector<GraphRegion> EmbeddedGraph::Regions(EmbeddedOp /*op*/) const {
  return {};
}
SourceLocation EmbeddedGraph::Location(EmbeddedOp /*op*/) const { return {}; }
ShardableOp* EmbeddedGraph::Interface(EmbeddedOp /*op*/) const {
  return nullptr;
}
std::optional<ShardingInfo> EmbeddedGraph::GetOutputSharding(int /*i*/) const {
  return std::nullopt;
}
void EmbeddedGraph::SetOutputSharding(int /*i*/,
                                      const ShardingInfo& /*sharding*/) {}

// --- loading

struct SHARDFLOW_HIDDEN LoadedGraph::Impl {
  // An op with data flow of its own.
  struct FlowOp {
    ShardableOp* interface = nullptr;
    std::vector<ValueRef> argument_owners, result_owners;
  };
  // A block that is being filled.
  struct Frame {
    BlockRef block;
    std::vector<EmbeddedOp> ops = {};
    std::vector<EmbeddedValue> returned = {};
    std::string_view terminator = {};  // empty: the function's own
    size_t next = 0;                   // of `ops`
  };

  bool Load(const EmbeddedGraph& graph, const OpRegistry* known,
            std::vector<Message>& messages);
  bool Fill(const EmbeddedGraph& graph);
  bool AddOp(const EmbeddedGraph& graph, EmbeddedOp op, BlockRef block,
             std::vector<Frame>& stack);
  bool AddInterface(const EmbeddedGraph& graph, EmbeddedOp op,
                    OpSpecification& spec, bool& has_edges);
  bool Define(EmbeddedValue value, ValueRef ref, std::string_view what);
  bool Use(const std::vector<EmbeddedValue>& names, std::string_view what,
           std::vector<ValueRef>& refs);
  void AddFlowOp(const EmbeddedGraph& graph, EmbeddedOp op, OpRef ref,
                 const std::vector<GraphRegion>& regions);
  bool Annotate(const EmbeddedGraph& graph);
  bool AnnotateOwners(const EmbeddedGraph& graph,
                      std::vector<Message>& messages);
  bool Fail(std::string text) {
    problems.push_back(
        {.text = std::move(text), .code = ErrorCode::kInvalidArgument});
    return false;
  }

  std::optional<ProgramBuilder> builder;
  std::vector<Message> problems;
  std::optional<Program> program;
  OpRegistry registry;
  std::shared_ptr<Interfaces> interfaces = std::make_shared<Interfaces>();
  OpRef function;
  absl::flat_hash_map<EmbeddedValue, ValueRef> values;
  absl::flat_hash_map<EmbeddedOp, OpRef> ops;
  // In the order in which they are defined; the arguments of regions are in
  // another list, as only some of them hold shardings.
  std::vector<EmbeddedValue> annotated, arguments;
  int outputs = 0;
  std::vector<FlowOp> flow_ops;
  // Names of ops whose interfaces the registry knows.
  absl::flat_hash_map<std::string, bool> registered;  // with edges?
};

bool LoadedGraph::Impl::Define(EmbeddedValue value, ValueRef ref,
                               std::string_view what) {
  if (!ref) return false;
  if (values.try_emplace(value, ref).second) return true;
  return Fail(
      fmt::format("{} is value {}, which is defined before", what, value));
}

bool LoadedGraph::Impl::Use(const std::vector<EmbeddedValue>& names,
                            std::string_view what,
                            std::vector<ValueRef>& refs) {
  for (size_t i = 0; i < names.size(); ++i) {
    const auto at = values.find(names[i]);
    if (at == values.end()) {
      return Fail(fmt::format("{} {} is value {}, which is not defined before",
                              what, i, names[i]));
    }
    refs.push_back(at->second);
  }
  return true;
}

// What the op says of itself goes to the registry, under its name.
bool LoadedGraph::Impl::AddInterface(const EmbeddedGraph& graph, EmbeddedOp op,
                                     OpSpecification& spec, bool& has_edges) {
  ShardableOp* const interface = graph.Interface(op);
  if (interface == nullptr) return true;
  has_edges = !interface->Edges().empty() ||
              !interface->ArgumentEdgeOwners().empty() ||
              !interface->ResultEdgeOwners().empty();
  spec.attributes.push_back(
      {kNumber,
       AttributeSpec::Integer(static_cast<int64_t>(interfaces->size()))});
  interfaces->push_back(interface);
  const auto [at, added] = registered.try_emplace(spec.name, false);
  if (added) {
    OpRegistryAccess::AddFirstRule(
        registry, spec.name,
        [all = interfaces](const OpView& view) -> std::optional<std::string> {
          const ShardableOp* i = InterfaceOf(*all, view);
          return i != nullptr ? i->ShardingRule() : std::nullopt;
        });
  }
  if (has_edges && !std::exchange(at->second, true)) {
    registry.SetDataFlow(
        spec.name,
        std::make_shared<GraphDataFlow>(
            interfaces, interface->KeepEdgeOwnerShardingsDivisible()));
  }
  return true;
}

void LoadedGraph::Impl::AddFlowOp(const EmbeddedGraph& graph, EmbeddedOp op,
                                  OpRef ref,
                                  const std::vector<GraphRegion>& regions) {
  FlowOp& flow = flow_ops.emplace_back();
  flow.interface = graph.Interface(op);
  for (const EdgeEnd owner : flow.interface->ArgumentEdgeOwners()) {
    const auto region = static_cast<size_t>(owner.region);
    const auto index = static_cast<size_t>(owner.index);
    const bool there = owner.region >= 0 && owner.index >= 0 &&
                       region < regions.size() &&
                       index < regions[region].arguments.size();
    flow.argument_owners.push_back(
        there ? values.at(regions[region].arguments[index]) : ValueRef{});
  }
  const std::vector<EmbeddedValue> results = graph.Results(op);
  for (const EdgeEnd owner : flow.interface->ResultEdgeOwners()) {
    const bool there = owner.region < 0 && owner.index >= 0 &&
                       static_cast<size_t>(owner.index) < results.size();
    flow.result_owners.push_back(there ? builder->Result(ref, owner.index)
                                       : ValueRef{});
  }
}

bool LoadedGraph::Impl::AddOp(const EmbeddedGraph& graph, EmbeddedOp op,
                              BlockRef block, std::vector<Frame>& stack) {
  OpSpecification spec;
  spec.name = graph.Name(op);
  spec.attributes = graph.Attributes(op);
  spec.location = graph.Location(op);
  bool has_edges = false;
  if (!AddInterface(graph, op, spec, has_edges)) return false;
  if (!Use(graph.Operands(op), fmt::format("operand of '{}'", spec.name),
           spec.operands)) {
    return false;
  }
  const std::vector<EmbeddedValue> results = graph.Results(op);
  for (const EmbeddedValue result : results) {
    spec.results.push_back(graph.Type(result));
  }
  const std::vector<GraphRegion> regions = graph.Regions(op);
  spec.regions = static_cast<int>(regions.size());
  const OpRef made = builder->AddOp(block, spec);
  if (!made) return false;
  if (!ops.try_emplace(op, made).second) {
    return Fail(fmt::format("op {}, a '{}', is there twice", op, spec.name));
  }
  // In which order regions are filled makes no difference: uses are put into
  // that of the text at the end.
  for (size_t r = 0; r < regions.size(); ++r) {
    std::vector<TypeSpec> types;
    for (const EmbeddedValue argument : regions[r].arguments) {
      types.push_back(graph.Type(argument));
    }
    const BlockRef inner = builder->AddBlock(made, static_cast<int>(r), types);
    for (size_t i = 0; i < types.size(); ++i) {
      if (!Define(regions[r].arguments[i],
                  builder->Argument(inner, static_cast<int>(i)),
                  fmt::format("an argument of '{}'", spec.name))) {
        return false;
      }
      arguments.push_back(regions[r].arguments[i]);
    }
    stack.push_back({.block = inner,
                     .ops = regions[r].ops,
                     .returned = regions[r].returned,
                     .terminator = TerminatorOf(spec.name)});
  }
  // Only what is in its regions could use them too early; the verifier looks.
  for (size_t i = 0; i < results.size(); ++i) {
    if (!Define(results[i], builder->Result(made, static_cast<int>(i)),
                fmt::format("a result of '{}'", spec.name))) {
      return false;
    }
    annotated.push_back(results[i]);
  }
  if (has_edges) AddFlowOp(graph, op, made, regions);
  return true;
}

bool LoadedGraph::Impl::Fill(const EmbeddedGraph& graph) {
  for (const MeshInfo& mesh : graph.Meshes()) {
    if (!builder->AddMesh(mesh)) return false;
  }
  const std::vector<EmbeddedValue> inputs = graph.Inputs();
  std::vector<TypeSpec> types;
  for (const EmbeddedValue input : inputs) types.push_back(graph.Type(input));
  function = builder->AddFunction("main", types);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!Define(inputs[i], builder->Argument(function, static_cast<int>(i)),
                fmt::format("input {}", i))) {
      return false;
    }
    annotated.push_back(inputs[i]);
  }
  const std::vector<EmbeddedValue> outputs_of = graph.Outputs();
  outputs = static_cast<int>(outputs_of.size());
  std::vector<Frame> stack;
  stack.push_back({.block = builder->Body(function),
                   .ops = graph.Ops(),
                   .returned = outputs_of});
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
    if (!Use(frame.returned, is_function ? "output" : "returned value",
             returned)) {
      return false;
    }
    const OpRef end =
        is_function ? builder->Return(function, returned)
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
      return false;
    }
  }
  for (int i = 0; i < outputs; ++i) {
    const std::optional<ShardingInfo> sharding = graph.GetOutputSharding(i);
    if (sharding && !builder->SetResultSharding(function, i, *sharding)) {
      return false;
    }
  }
  for (const FlowOp& flow : flow_ops) {
    const auto shardings = flow.interface->ResultEdgeOwnerShardings();
    for (size_t i = 0; i < shardings.size() && i < flow.result_owners.size();
         ++i) {
      if (shardings[i] &&
          !builder->SetSharding(flow.result_owners[i], *shardings[i])) {
        return false;
      }
    }
  }
  return true;
}

// In the column, as there is no text: what the attribute of the op would say.
bool LoadedGraph::Impl::AnnotateOwners(const EmbeddedGraph& graph,
                                       std::vector<Message>& messages) {
  Module& m = ProgramAccess::module(*program);
  absl::flat_hash_map<ValueRef, EmbeddedValue> names;
  for (const EmbeddedValue argument : arguments) {
    names[values.at(argument)] = argument;
  }
  for (const FlowOp& flow : flow_ops) {
    const auto given = flow.interface->ArgumentEdgeOwnerShardings();
    std::vector<ValueId> owners;
    ShardingId any;
    for (size_t i = 0; i < flow.argument_owners.size(); ++i) {
      const ValueRef ref = flow.argument_owners[i];
      if (!ref) continue;
      const std::optional<ShardingInfo> sharding =
          given.empty() ? graph.GetSharding(names.at(ref))
                        : (i < given.size() ? given[i] : std::nullopt);
      owners.push_back(ToId(m, ProgramAccess::origin(*program), ref));
      if (!sharding) continue;
      const CheckedSharding checked =
          CheckAnnotation(m, m.type(owners.back()), *sharding);
      if (checked.complaint) {
        messages.push_back(
            {.text = Describe(m, owners.back()) + " - " + *checked.complaint,
             .code = ErrorCode::kInvalidArgument});
        return false;
      }
      any = checked.id;
      m.SetSharding(owners.back(), any);
    }
    for (const ValueId owner : owners) {
      if (any.IsNone() || m.sharding(owner)) continue;
      const TypeId type = m.type(owner);
      m.SetSharding(
          owner, m.shardings.FullyOpen(
                     m.shardings.Get(any).mesh,
                     m.types.IsTensor(type) ? m.types.dims(type).size() : 0));
    }
  }
  return true;
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
  return ok && program && AnnotateOwners(graph, messages);
}

LoadedGraph::LoadedGraph(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LoadedGraph::LoadedGraph(LoadedGraph&&) noexcept = default;
LoadedGraph& LoadedGraph::operator=(LoadedGraph&&) noexcept = default;
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

void LoadedGraph::WriteBack(const ProgramView& view,
                            EmbeddedGraph& graph) const {
  const auto tell = [&](const std::vector<EmbeddedValue>& values) {
    for (const EmbeddedValue value : values) {
      const auto sharding = view.Sharding(impl_->values.at(value));
      if (sharding) graph.SetSharding(value, *sharding);
    }
  };
  tell(impl_->annotated);
  tell(impl_->arguments);
  for (int i = 0; i < impl_->outputs; ++i) {
    const auto sharding = view.ResultSharding(impl_->function, i);
    if (sharding) graph.SetOutputSharding(i, *sharding);
  }
  for (const Impl::FlowOp& flow : impl_->flow_ops) {
    const auto of = [&](const std::vector<ValueRef>& owners) {
      std::vector<std::optional<ShardingInfo>> shardings;
      for (const ValueRef owner : owners) {
        shardings.push_back(view.Sharding(owner));
      }
      return shardings;
    };
    flow.interface->SetArgumentEdgeOwnerShardings(of(flow.argument_owners));
    flow.interface->SetResultEdgeOwnerShardings(of(flow.result_owners));
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
