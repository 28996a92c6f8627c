// A compiler of a toy language, with an IR of its own, that asks shardflow how
// to distribute a program: where each tensor goes, what each device holds of
// it, and what the devices have to send each other.
//
//   c++ -std=c++20 toyc.cc $(pkg-config --cflags --libs shardflow) -o toyc
//   ./toyc mlp.toy
//
// shardflow never heard of this language's ops: three lines of rules are all
// that it is told. toyc.c is the same in C.

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include <shardflow/shardflow.h>

namespace {

// --- the compiler: its IR, and its parser

struct Node {  // a tensor, and how it is computed
  std::string name;
  std::string op;  // "matmul", ...; empty: an input
  std::vector<Node*> operands;
  std::vector<int64_t> shape;
  std::string sharding;  // "data,-", as the user wrote it, or empty
  int line = 0;
  shardflow::ValueRef value;  // what shardflow calls it
};

struct Graph {
  shardflow::MeshInfo mesh{"mesh", {}, {}};
  std::map<std::string, Node> nodes;
  std::vector<Node*> order;
  Node* result = nullptr;
};

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

bool ReadLine(const std::string& text, int line, Graph& graph) {
  std::istringstream words(text);
  std::string keyword, name, word;
  words >> keyword;
  if (keyword.empty() || keyword[0] == '#') return true;
  if (keyword == "mesh") {
    while (words >> word) {
      const auto parts = Split(word, '=');
      if (parts.size() != 2) return false;
      graph.mesh.axes.push_back({parts[0], std::atoll(parts[1].c_str())});
    }
    return true;
  }
  words >> name;
  if (keyword == "return") {
    const auto result = graph.nodes.find(name);
    if (result != graph.nodes.end()) graph.result = &result->second;
    return graph.result != nullptr;
  }
  Node* node = graph.order.emplace_back(&graph.nodes[name]);
  node->name = name;
  node->line = line;
  if (keyword == "input") {
    words >> word >> node->sharding;
    for (const auto& d : Split(word, 'x'))
      node->shape.push_back(std::atoll(d.c_str()));
    return !node->shape.empty();
  }
  if (keyword != "let" || !(words >> word >> node->op)) return false;
  while (words >> word) {
    const auto operand = graph.nodes.find(word);
    if (operand == graph.nodes.end() || operand->second.shape.empty())
      return false;
    node->operands.push_back(&operand->second);
  }
  if (node->operands.empty()) return false;
  node->shape = node->operands[0]->shape;
  if (node->op == "matmul")
    node->shape.back() = node->operands.back()->shape.back();
  return true;
}

// --- the embedding

constexpr char kRules[] = R"(
toy.matmul: ([i, k], [k, j])->([i, j]) reduction={k}
toy.relu: ([i, j])->([i, j])
toy.add: ([i, j], [i, j])->([i, j])
)";

// "data,-": one axis for each dimension, or none.
shardflow::ShardingInfo ToSharding(const Node& node) {
  std::vector<std::vector<std::string>> dims;
  for (const std::string& axis : Split(node.sharding, ',')) {
    dims.push_back(axis == "-" ? std::vector<std::string>{}
                               : std::vector{axis});
  }
  return shardflow::ClosedSharding("mesh", dims);
}

std::optional<shardflow::Program> Build(
    Graph& graph, const std::string& file,
    std::vector<shardflow::Message>& messages) {
  using shardflow::TypeSpec;
  shardflow::ProgramBuilder builder;
  builder.AddMesh(graph.mesh);
  std::vector<TypeSpec> inputs;
  for (const Node* node : graph.order) {
    if (node->op.empty()) inputs.push_back(TypeSpec::Tensor(node->shape));
  }
  const shardflow::OpRef function = builder.AddFunction("main", inputs);
  int argument = 0;
  for (Node* node : graph.order) {
    if (node->op.empty()) {
      node->value = builder.Argument(function, argument++);
    } else {
      shardflow::OpSpecification op{.name = "toy." + node->op,
                                    .location = {file, node->line, 1}};
      for (const Node* operand : node->operands)
        op.operands.push_back(operand->value);
      op.results = {TypeSpec::Tensor(node->shape)};
      node->value = builder.Result(builder.AddOp(builder.Body(function), op));
    }
    if (!node->sharding.empty())
      builder.SetSharding(node->value, ToSharding(*node));
  }
  builder.Return(function, {graph.result->value});
  return builder.Finish(messages);
}

void Print(const char* before, const std::vector<int64_t>& shape) {
  for (const int64_t size : shape) {
    std::cout << before << size;
    before = "x";
  }
}

void Report(const Graph& graph, const shardflow::Program& program) {
  const shardflow::ProgramView view(program);
  for (const Node* node : graph.order) {
    std::cout << node->name << ": " << view.ShardingText(node->value);
    Print(", on each device ",
          view.LocalShape(node->value).value_or(node->shape));
    std::cout << '\n';
  }
}

bool Compile(Graph& graph, const std::string& file,
             std::vector<shardflow::Message>& messages) {
  shardflow::OpRegistry ops;
  if (!ops.ReadRules("toy rules", kRules, messages)) return false;
  const shardflow::RunOptions options{.registry = &ops};
  auto program = Build(graph, file, messages);
  if (!program ||
      !program->Run("sdy-propagation-pipeline", "", options, messages))
    return false;
  Report(graph, *program);
  if (!program->Run("sdy-insert-explicit-reshards", "enable-full-version=true",
                    options, messages) ||
      !program->Run("sdy-reshard-to-collectives", "", options, messages)) {
    return false;
  }
  for (const auto& reshard : shardflow::CommunicationPlan(*program)) {
    for (const auto& step : reshard.steps) {
      std::cout << step.op << ' ' << step.axes << ": " << step.bytes_sent
                << " bytes\n";
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "mlp.toy";
  std::ifstream stream(file);
  Graph graph;
  int line = 0;
  for (std::string text; std::getline(stream, text);) {
    if (!ReadLine(text, ++line, graph)) {
      std::cerr << file << ':' << line << ": wrong\n";
      return 1;
    }
  }
  if (graph.result == nullptr) return 1;
  std::vector<shardflow::Message> messages;
  const bool ok = Compile(graph, file, messages);
  for (const auto& message : messages) std::cerr << message.ToString();
  return ok ? 0 : 1;
}
