// Measures how fast programs can be passed to the library without text and, for
// comparison, as text:
//
//   builder_bench --benchmark_filter='/mlp/100000'
//
// The names of benchmarks are CASE/FAMILY/OPS:
//
//   text             Program::Read of the text, which reads and verifies
//   builder          ProgramBuilder, with an OpSpecification for each op
//   interned         like builder, but with an InternedOp for each op
//   graph            LoadedGraph::Load of an EmbeddedGraph
//   keyed            like graph, but with EmbeddedGraph::GetParts and with keys
//                    of types and attributes
//   rules            like keyed, but with the embedder's ops, and with one
//                    OpInterface for all ops of the same name
//   op_rules         like rules, but with one OpInterface for each op
//   propagate_...    like ..., but also propagates and reads the results: text
//                    with the pipeline and ProgramView::Sharding of each value,
//                    a graph with PropagateGraph
//
// `shardings/op` is the number of resulting shardings per op.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "fail.h"
#include "generate.h"
#include "shardflow/shardflow.h"

namespace shardflow::internal::bench {
namespace {

// --- the embedder's compiler
//
// Values and ops are numbered. Types, and the names and attributes that ops
// have in common, are stored once.

struct ToyKind final : OpInterface {
  std::string name;
  std::vector<NamedAttribute> attributes;
  std::string rule;

  std::optional<std::string> ShardingRule(const OpView&) const override {
    return rule;
  }
};

// An op that implements OpInterface.
struct ToyAnswer final : OpInterface {
  const ToyKind* kind = nullptr;

  std::optional<std::string> ShardingRule(const OpView& op) const override {
    return kind->ShardingRule(op);
  }
};

struct ToyOp {
  const ToyKind* kind = nullptr;
  std::vector<uint32_t> operands;
  uint32_t result = 0;
};

struct ToyProgram {
  std::vector<MeshInfo> meshes;
  std::vector<std::unique_ptr<ToyKind>> kinds;
  std::vector<std::string> types;
  std::vector<uint32_t> value_types;
  std::map<uint32_t, ShardingInfo> annotations;
  std::vector<uint32_t> inputs, outputs;
  std::vector<ToyOp> ops;
  std::vector<ToyAnswer> answers;  // parallel to `ops`
};

// Returns the rule of the op with this name, for the embedder's op that
// replaces it.
std::string RuleFor(std::string_view name) {
  if (name == "stablehlo.dot_general") {
    return "([i, k], [k, j])->([i, j]) reduction={k}";
  }
  if (name == "stablehlo.broadcast_in_dim") return "([j])->([i, j])";
  if (name == "stablehlo.add" || name == "stablehlo.multiply") {
    return "([i, j], [i, j])->([i, j])";
  }
  return "([i, j])->([i, j])";
}

// Returns the embedder's form of a program whose ops have no regions and one
// result each. If `own` is set, its ops belong to the embedder's dialect.
ToyProgram ToToy(const Program& program, bool own) {
  const ProgramView view(program);
  ToyProgram toy;
  toy.meshes = view.Meshes();
  std::map<ValueRef, uint32_t,
           decltype([](ValueRef a, ValueRef b) { return a.index < b.index; })>
      values;
  std::map<std::string, uint32_t> types;
  std::map<std::string, const ToyKind*> kinds;
  const auto add = [&](ValueRef ref) {
    const auto value = static_cast<uint32_t>(toy.value_types.size());
    values[ref] = value;
    const auto [type, is_new] = types.try_emplace(
        view.Type(ref), static_cast<uint32_t>(toy.types.size()));
    if (is_new) toy.types.push_back(type->first);
    toy.value_types.push_back(type->second);
    if (auto sharding = view.Sharding(ref)) toy.annotations[value] = *sharding;
    return value;
  };
  const OpRef main = view.FindFunction("main");
  for (const ValueRef ref : view.Arguments(view.Body(main))) {
    toy.inputs.push_back(add(ref));
  }
  for (const OpRef ref : view.Ops(view.Body(main))) {
    const std::string name(view.Name(ref));
    if (name == "func.return") break;
    ToyOp& op = toy.ops.emplace_back();
    for (const ValueRef operand : view.Operands(ref)) {
      op.operands.push_back(values.at(operand));
    }
    std::string key = name;
    std::vector<NamedAttribute> attributes;
    for (const char* attribute :
         {"dot_dimension_numbers", "broadcast_dimensions"}) {
      const std::string text = view.Attribute(ref, attribute);
      if (text.empty()) continue;
      key += text;
      attributes.push_back({attribute, AttributeSpec::Text(text)});
    }
    const ToyKind*& kind = kinds[key];
    if (kind == nullptr) {
      ToyKind& made = *toy.kinds.emplace_back(std::make_unique<ToyKind>());
      made.name = own ? "my." + name.substr(name.find('.') + 1) : name;
      if (!own) made.attributes = attributes;
      made.rule = RuleFor(name);
      kind = &made;
    }
    op.kind = kind;
    toy.answers.emplace_back().kind = kind;
    op.result = add(view.Results(ref)[0]);
  }
  for (const ValueRef ref : view.Returned(main)) {
    toy.outputs.push_back(values.at(ref));
  }
  return toy;
}

enum class Interfaces { kNone, kOfKinds, kOfOps };

// Uses the numbers of values and ops as ids.
class ToyGraph : public EmbeddedGraph {
 public:
  ToyGraph(const ToyProgram& toy, Interfaces interfaces)
      : toy_(toy), interfaces_(interfaces), shardings_(toy.value_types.size()) {
    for (const auto& [value, sharding] : toy.annotations) {
      annotations_.resize(std::max<size_t>(annotations_.size(), value + 1));
      annotations_[value] = &sharding;
    }
  }

  std::vector<MeshInfo> Meshes() const override { return toy_.meshes; }
  std::vector<EmbeddedValue> Inputs() const override {
    return {toy_.inputs.begin(), toy_.inputs.end()};
  }
  std::vector<EmbeddedOp> Ops() const override {
    std::vector<EmbeddedOp> ops(toy_.ops.size());
    for (size_t i = 0; i < ops.size(); ++i) ops[i] = i;
    return ops;
  }
  std::vector<EmbeddedValue> Outputs() const override {
    return {toy_.outputs.begin(), toy_.outputs.end()};
  }
  std::string Name(EmbeddedOp op) const override {
    return toy_.ops[op].kind->name;
  }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    return {toy_.ops[op].operands.begin(), toy_.ops[op].operands.end()};
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    return {toy_.ops[op].result};
  }
  std::vector<NamedAttribute> Attributes(EmbeddedOp op) const override {
    return toy_.ops[op].kind->attributes;
  }
  const OpInterface* Interface(EmbeddedOp op) const override {
    switch (interfaces_) {
      case Interfaces::kNone:
        return nullptr;
      case Interfaces::kOfKinds:
        return toy_.ops[op].kind;
      case Interfaces::kOfOps:
        break;
    }
    return &toy_.answers[op];
  }
  TypeSpec Type(EmbeddedValue value) const override {
    return toy_.types[toy_.value_types[value]];
  }
  std::optional<ShardingInfo> GetSharding(EmbeddedValue value) const override {
    if (value >= annotations_.size() || annotations_[value] == nullptr) {
      return std::nullopt;
    }
    return *annotations_[value];
  }
  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    shardings_[value] = static_cast<uint32_t>(sharding.dims.size());
    ++count_;
  }
  int64_t count() const { return count_; }

 protected:
  const ToyProgram& toy_;

 private:
  const Interfaces interfaces_;
  // Indexed by value, because compilers usually keep annotations in their
  // values. Null if a value has none.
  std::vector<const ShardingInfo*> annotations_;
  std::vector<uint32_t> shardings_;
  int64_t count_ = 0;
};

class KeyedGraph final : public ToyGraph {
 public:
  using ToyGraph::ToyGraph;

  void GetParts(EmbeddedOp op, EmbeddedOpParts& parts) const override {
    const ToyOp& toy = toy_.ops[op];
    parts.name = toy.kind->name;
    parts.operands.assign(toy.operands.begin(), toy.operands.end());
    parts.results.push_back(toy.result);
  }
  uint64_t TypeKey(EmbeddedValue value) const override {
    return toy_.value_types[value] + uint64_t{1};
  }
  uint64_t AttributesKey(EmbeddedOp op) const override {
    return reinterpret_cast<uint64_t>(toy_.ops[op].kind);
  }
};

// --- ways to pass a program to the library

Program FromText(const std::string& text) {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read("bench", text, {}, messages);
  if (!program) Fail(messages);
  return *std::move(program);
}

Program Build(const ToyProgram& toy, bool interned) {
  std::vector<Message> messages;
  ProgramBuilder b;
  for (const MeshInfo& mesh : toy.meshes) b.AddMesh(mesh);
  std::vector<TypeSpec> input_types;
  for (const uint32_t input : toy.inputs) {
    input_types.push_back(toy.types[toy.value_types[input]]);
  }
  const OpRef main = b.AddFunction("main", input_types);
  const BlockRef body = b.Body(main);
  std::vector<ValueRef> values(toy.value_types.size());
  for (size_t i = 0; i < toy.inputs.size(); ++i) {
    values[toy.inputs[i]] = b.Argument(main, static_cast<int>(i));
  }
  if (interned) {
    std::vector<TypeRef> types;
    for (const std::string& type : toy.types) types.push_back(b.Type(type));
    std::map<const ToyKind*, AttributesRef> attributes;
    for (const auto& kind : toy.kinds) {
      attributes[kind.get()] = b.Attributes(kind->attributes);
    }
    std::vector<ValueRef> operands;
    for (const ToyOp& op : toy.ops) {
      operands.clear();
      for (const uint32_t operand : op.operands) {
        operands.push_back(values[operand]);
      }
      const TypeRef type = types[toy.value_types[op.result]];
      values[op.result] =
          b.Result(b.AddInterned(body, {.name = op.kind->name,
                                        .operands = operands,
                                        .results = {&type, 1},
                                        .attributes = attributes.at(op.kind)}));
    }
  } else {
    for (const ToyOp& op : toy.ops) {
      OpSpecification spec;
      spec.name = op.kind->name;
      for (const uint32_t operand : op.operands) {
        spec.operands.push_back(values[operand]);
      }
      spec.results.push_back(toy.types[toy.value_types[op.result]]);
      spec.attributes = op.kind->attributes;
      values[op.result] = b.Result(b.AddOp(body, spec));
    }
  }
  std::vector<ValueRef> returned;
  for (const uint32_t output : toy.outputs) {
    returned.push_back(values[output]);
  }
  b.Return(main, returned);
  for (const auto& [value, sharding] : toy.annotations) {
    b.SetSharding(values[value], sharding);
  }
  std::optional<Program> program = b.Finish(messages);
  if (!program) Fail(messages);
  return *std::move(program);
}

Program Load(const ToyGraph& graph) {
  std::vector<Message> messages;
  std::optional<LoadedGraph> loaded =
      LoadedGraph::Load(graph, nullptr, messages);
  if (!loaded) Fail(messages);
  return std::move(loaded->program());
}

// Returns the program's text, without "public", which built functions lack.
std::string Text(const Program& program) {
  std::string text = program.Write();
  const std::string_view word = "public ";
  const size_t at = text.find(word);
  if (at != std::string::npos) text.erase(at, word.size());
  return text;
}

int64_t CountShardings(const Program& program) {
  const ProgramView view(program);
  const BlockRef body = view.Body(view.FindFunction("main"));
  int64_t count = 0;
  for (const ValueRef value : view.Arguments(body)) {
    count += view.Sharding(value) ? 1 : 0;
  }
  for (const OpRef op : view.Ops(body)) {
    for (const ValueRef value : view.Results(op)) {
      count += view.Sharding(value) ? 1 : 0;
    }
  }
  return count;
}

// --- the benchmarks

enum class Way { kText, kBuilder, kInterned, kGraph, kKeyed };

struct Case {
  const char* name;
  Way way;
  Interfaces interfaces = Interfaces::kNone;
  bool propagate = false;
};

std::unique_ptr<ToyGraph> Graph(const Case& what, const ToyProgram& toy) {
  if (what.way == Way::kGraph) {
    return std::make_unique<ToyGraph>(toy, what.interfaces);
  }
  return std::make_unique<KeyedGraph>(toy, what.interfaces);
}

Program Make(const Case& what, const std::string& text, const ToyProgram& toy) {
  switch (what.way) {
    case Way::kText:
      return FromText(text);
    case Way::kBuilder:
    case Way::kInterned:
      return Build(toy, what.way == Way::kInterned);
    case Way::kGraph:
    case Way::kKeyed:
      break;
  }
  return Load(*Graph(what, toy));
}

void Run(benchmark::State& state, const Case& what, const std::string& family,
         int64_t ops) {
  const std::string text = FindFamily(family)->write(ops, /*seed=*/1);
  const Program read = FromText(text);
  const bool own = what.interfaces != Interfaces::kNone;
  const ToyProgram toy = ToToy(read, own);
  // The program must not depend on how it was passed to the library, unless its
  // ops are the embedder's.
  if (!own && Text(Make(what, text, toy)) != Text(read)) {
    Fail({{.text = "the programs differ"}});
  }
  std::vector<Message> messages;
  int64_t shardings = 0;
  const bool from_graph = what.way == Way::kGraph || what.way == Way::kKeyed;
  for (auto _ : state) {
    if (what.propagate && from_graph) {
      const std::unique_ptr<ToyGraph> graph = Graph(what, toy);
      if (!PropagateGraph(*graph, {}, messages)) Fail(messages);
      shardings = graph->count();
      continue;
    }
    Program program = Make(what, text, toy);
    if (what.propagate) {
      if (!program.Run("sdy-propagation-pipeline", "", {}, messages)) {
        Fail(messages);
      }
      shardings = CountShardings(program);
    }
    benchmark::DoNotOptimize(program);
  }
  const auto count = static_cast<int64_t>(toy.ops.size());
  state.SetItemsProcessed(state.iterations() * count);
  if (shardings > 0) {
    state.counters["shardings/op"] =
        static_cast<double>(shardings) / static_cast<double>(count);
  }
}

int Register() {
  static constexpr Case kCases[] = {
      {"text", Way::kText},
      {"builder", Way::kBuilder},
      {"interned", Way::kInterned},
      {"graph", Way::kGraph},
      {"keyed", Way::kKeyed},
      {"rules", Way::kKeyed, Interfaces::kOfKinds},
      {"op_rules", Way::kKeyed, Interfaces::kOfOps},
      {"propagate_text", Way::kText, Interfaces::kNone, true},
      {"propagate_graph", Way::kGraph, Interfaces::kNone, true},
      {"propagate_keyed", Way::kKeyed, Interfaces::kNone, true},
      {"propagate_rules", Way::kKeyed, Interfaces::kOfKinds, true},
      {"propagate_op_rules", Way::kKeyed, Interfaces::kOfOps, true},
  };
  for (const Case& what : kCases) {
    for (const int64_t ops : {1'000, 100'000, 1'000'000}) {
      benchmark::RegisterBenchmark(
          fmt::format("{}/mlp/{}", what.name, ops).c_str(),
          [=](benchmark::State& state) { Run(state, what, "mlp", ops); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  return 0;
}

const int kRegistered = Register();

}  // namespace
}  // namespace shardflow::internal::bench
