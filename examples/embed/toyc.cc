// A compiler for a toy language with its own IR. It asks shardflow how to
// distribute a program: how each tensor is sharded, which part of it each
// device holds, and what the devices have to send each other.
//
//   c++ -std=c++20 toyc.cc $(pkg-config --cflags --libs shardflow) -o toyc
//   ./toyc mlp.toy
//
// shardflow doesn't know this language's ops; three sharding rules describe
// them. toyc.c is the same program in C.

#include <fstream>
#include <iostream>
#include <list>
#include <sstream>

#include <shardflow/shardflow.h>

namespace sf = shardflow;
using Messages = std::vector<sf::Message>;

// --- the compiler: its IR, and its parser

struct Node {  // a matrix that is an input or the result of an op
  std::string name;
  int line;
  std::string op = "";  // "toy.matmul", ...; empty for an input
  std::vector<Node*> operands = {};
  int64_t rows = 0, columns = 0;
  std::vector<std::vector<std::string>> axes = {};  // for each dimension
  sf::ValueRef value = {};                          // the handle in shardflow

  sf::TypeSpec Type() const { return sf::TypeSpec::Tensor({rows, columns}); }
};

struct Graph {
  std::string file;
  std::vector<sf::MeshAxisInfo> axes = {};
  std::list<Node> nodes = {};
  Node* result = nullptr;

  Node* Find(const std::string& name) {
    for (Node& node : nodes)
      if (node.name == name) return &node;
    return nullptr;
  }
};

static bool ReadLine(const std::string& text, int line, Graph& graph) {
  std::istringstream words(text);
  std::string keyword, name, word;
  if (!(words >> keyword) || keyword[0] == '#') return true;
  words >> name;
  if (keyword == "axis") {
    graph.axes.push_back({name});
    return static_cast<bool>(words >> graph.axes.back().size);
  }
  if (keyword == "return") return (graph.result = graph.Find(name)) != nullptr;
  Node node{name, line};
  if (keyword == "input") {
    words >> node.rows >> node.columns;
    while (words >> word) node.axes.emplace_back(word == "-" ? 0 : 1, word);
  } else if (keyword == "let" && words >> word >> node.op) {
    node.op = "toy." + node.op;
    while (words >> word) {
      Node* const operand = graph.Find(word);
      if (operand == nullptr) return false;
      if (node.operands.empty()) node.rows = operand->rows;
      node.columns = operand->columns;
      node.operands.push_back(operand);
    }
  }
  graph.nodes.push_back(node);
  return node.columns > 0;
}

// --- the embedding

static constexpr char kRules[] = R"(
toy.matmul: ([i, k], [k, j])->([i, j]) reduction={k}
toy.relu: ([i, j])->([i, j])
toy.add: ([i, j], [i, j])->([i, j])
)";

static std::optional<sf::Program> Build(Graph& graph, Messages& messages) {
  sf::ProgramBuilder builder;
  builder.AddMesh({"mesh", graph.axes, {}});
  std::vector<sf::TypeSpec> inputs;
  for (const Node& node : graph.nodes)
    if (node.op.empty()) inputs.push_back(node.Type());
  const sf::OpRef function = builder.AddFunction("main", inputs);
  int argument = 0;
  for (Node& node : graph.nodes) {
    if (node.op.empty()) {
      node.value = builder.Argument(function, argument++);
    } else {
      sf::OpSpecification op{.name = node.op, .results = {node.Type()}};
      op.location = {graph.file, node.line, 1};
      for (const Node* from : node.operands) op.operands.push_back(from->value);
      node.value = builder.Result(builder.AddOp(builder.Body(function), op));
    }
    if (!node.axes.empty())
      builder.SetSharding(node.value, sf::ClosedSharding("mesh", node.axes));
  }
  builder.Return(function, {graph.result->value});
  return builder.Finish(messages);
}

static bool Compile(Graph& graph, Messages& messages) {
  sf::OpRegistry ops;
  if (!ops.ReadRules("toy rules", kRules, messages)) return false;
  const sf::RunOptions run{.registry = &ops};
  auto program = Build(graph, messages);
  if (!program || !sf::Propagate(*program, {run}, messages)) return false;
  const sf::ProgramView view(*program);
  for (const Node& node : graph.nodes) {
    const auto local = *view.LocalShape(node.value);
    std::cout << node.name << ": " << view.ShardingText(node.value)
              << ", on each device " << local[0] << 'x' << local[1] << '\n';
  }
  if (!sf::InsertReshards(*program, {run}, messages) ||
      !sf::LowerToCollectives(*program, {run}, messages))
    return false;
  for (const auto& reshard : sf::CommunicationPlan(*program)) {
    for (const auto& step : reshard.steps)
      std::cout << step.op << ' ' << step.axes << ": " << step.bytes_sent
                << " bytes\n";
  }
  return true;
}

int main(int argc, char** argv) {
  Graph graph{argc > 1 ? argv[1] : "mlp.toy"};
  std::ifstream stream(graph.file);
  int line = 0;
  std::string text;
  while (std::getline(stream, text) && ReadLine(text, ++line, graph)) continue;
  if (!stream.eof() || graph.result == nullptr) {
    std::cerr << graph.file << ':' << line << ": syntax error\n";
    return 1;
  }
  Messages messages;
  const bool ok = Compile(graph, messages);
  for (const auto& message : messages) std::cerr << message.ToString();
  return ok ? 0 : 1;
}
