#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests graphs with several functions: calls, and copies of the called
// functions.

namespace shardflow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Presents the functions of a program as a graph, and stores the new shardings
// by name. "f/0/%x" is value %x in copy 0 of f.
class TextGraph : public EmbeddedGraph {
 public:
  explicit TextGraph(std::string_view text) : program_(Read(text)) {}

  static Program Read(std::string_view text) {
    std::vector<Message> messages;
    ReadOptions options;
    options.allow_unregistered_dialect = true;
    auto program = Program::Read(
        "graph", "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n" + std::string(text),
        options, messages);
    EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
    return *std::move(program);
  }

  std::vector<MeshInfo> Meshes() const override { return View().Meshes(); }
  std::vector<EmbeddedValue> Inputs() const override {
    return InputsOf("main");
  }
  std::vector<EmbeddedOp> Ops() const override { return OpsOf("main"); }
  std::vector<EmbeddedValue> Outputs() const override {
    return OutputsOf("main");
  }
  std::vector<EmbeddedFunction> Functions() const override {
    std::vector<EmbeddedFunction> functions;
    for (const OpRef f : View().Functions()) {
      const std::string name = View().Symbol(f);
      if (name == "main") continue;
      functions.push_back({name, InputsOf(name), OpsOf(name), OutputsOf(name)});
    }
    return functions;
  }
  std::string Name(EmbeddedOp op) const override {
    return std::string(View().Name(Op(op)));
  }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    return Ids(View().Operands(Op(op)));
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    return Ids(View().Results(Op(op)));
  }
  std::vector<NamedAttribute> Attributes(EmbeddedOp op) const override {
    const std::string callee = View().Attribute(Op(op), "callee");
    if (callee.empty()) return {};
    return {{"callee", AttributeSpec::Symbol(callee.substr(1))}};
  }
  TypeSpec Type(EmbeddedValue value) const override {
    return View().Type(Value(value));
  }
  std::optional<ShardingInfo> GetSharding(EmbeddedValue value) const override {
    return View().Sharding(Value(value));
  }
  std::optional<ShardingInfo> GetFunctionOutputSharding(
      std::string_view function, int i) const override {
    return View().ResultSharding(View().FindFunction(function), i);
  }

  void SetSharding(EmbeddedValue value, const ShardingInfo& s) override {
    Keep(std::to_string(value), s);
  }
  void SetOutputSharding(int i, const ShardingInfo& s) override {
    Keep("main out " + std::to_string(i), s);
  }
  void SetFunctionOutputSharding(std::string_view function, int i,
                                 const ShardingInfo& s) override {
    Keep(std::string(function) + " out " + std::to_string(i), s);
  }
  void ClearSharding(EmbeddedValue value) override {
    told.erase(std::to_string(value));
  }
  void ClearOutputSharding(int i) override {
    told.erase("main out " + std::to_string(i));
  }
  void ClearFunctionOutputSharding(std::string_view function, int i) override {
    told.erase(std::string(function) + " out " + std::to_string(i));
  }
  void ForgetCopies() override {
    callees.clear();
    std::erase_if(told, [](const auto& entry) {
      return entry.first.find('/') != std::string::npos;
    });
  }
  void SetCallee(EmbeddedOp call, int in_copy, int copy) override {
    callees.push_back({Results(call)[0], {in_copy, copy}});
  }
  void SetCopySharding(std::string_view function, int copy, EmbeddedValue value,
                       const ShardingInfo& s) override {
    Keep(std::string(function) + "/" + std::to_string(copy) + " " +
             std::to_string(value),
         s);
  }
  void SetCopyOutputSharding(std::string_view function, int copy, int i,
                             const ShardingInfo& s) override {
    Keep(std::string(function) + "/" + std::to_string(copy) + " out " +
             std::to_string(i),
         s);
  }

  // Returns the id of argument or op result `i` of a function.
  std::string Argument(std::string_view f, size_t i) const {
    return std::to_string(InputsOf(f).at(i));
  }
  std::string Result(std::string_view f, size_t i) const {
    return std::to_string(Results(OpsOf(f).at(i)).at(0));
  }

  bool replaces = false;  // whether shardings may be set again
  std::map<std::string, std::string> told;
  std::vector<std::pair<EmbeddedValue, std::pair<int, int>>> callees;

 private:
  ProgramView View() const { return ProgramView(program_); }
  void Keep(std::string name, const ShardingInfo& sharding) {
    const std::string text = ToText(sharding);
    const bool is_new =
        told.insert_or_assign(name, text.substr(text.find('['))).second;
    EXPECT_TRUE(is_new || replaces) << name;
  }
  OpRef Op(EmbeddedOp op) const {
    OpRef ref = View().FindFunction("main");
    ref.index = static_cast<int32_t>(op);
    return ref;
  }
  ValueRef Value(EmbeddedValue value) const {
    ValueRef ref;
    ref.origin = View().FindFunction("main").origin;
    ref.index = static_cast<int32_t>(value);
    return ref;
  }
  static std::vector<EmbeddedValue> Ids(const std::vector<ValueRef>& refs) {
    std::vector<EmbeddedValue> ids;
    for (const ValueRef ref : refs) {
      ids.push_back(static_cast<EmbeddedValue>(ref.index));
    }
    return ids;
  }
  BlockRef Body(std::string_view f) const {
    return View().Body(View().FindFunction(f));
  }
  std::vector<EmbeddedValue> InputsOf(std::string_view f) const {
    return Ids(View().Arguments(Body(f)));
  }
  std::vector<EmbeddedOp> OpsOf(std::string_view f) const {
    std::vector<EmbeddedOp> ops;
    for (const OpRef op : View().Ops(Body(f))) {
      if (View().Name(op) == "func.return") continue;
      ops.push_back(static_cast<EmbeddedOp>(op.index));
    }
    return ops;
  }
  std::vector<EmbeddedValue> OutputsOf(std::string_view f) const {
    return Ids(View().Returned(View().FindFunction(f)));
  }

  Program program_;
};

constexpr std::string_view kTwoShardings = R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = call @f(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = call @f(%b) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = call @f(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.tanh %x : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
)";

TEST(AdapterFunctions, CopiesOfAFunction) {
  TextGraph graph(kTwoShardings);
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_THAT(messages, IsEmpty());
  const std::string x = R"([{"x"}, {}]>)", y = R"([{}, {"y"}]>)";
  EXPECT_EQ(graph.told[graph.Result("main", 0)], x);
  EXPECT_EQ(graph.told[graph.Result("main", 1)], y);
  EXPECT_EQ(graph.told[graph.Result("main", 2)], x);
  EXPECT_EQ(graph.told["main out 1"], y);
  EXPECT_EQ(graph.told[graph.Argument("f", 0)], x);
  EXPECT_EQ(graph.told[graph.Result("f", 0)], x);
  EXPECT_EQ(graph.told["f out 0"], x);
  EXPECT_EQ(graph.told["f/1 " + graph.Argument("f", 0)], y);
  EXPECT_EQ(graph.told["f/1 " + graph.Result("f", 0)], y);
  EXPECT_EQ(graph.told["f/1 out 0"], y);
  // Only the second call calls the copy.
  ASSERT_THAT(graph.callees, SizeIs(1));
  EXPECT_EQ(std::to_string(graph.callees[0].first), graph.Result("main", 1));
  EXPECT_EQ(graph.callees[0].second, (std::pair<int, int>(0, 1)));
}

// The call to f in g comes first in the call graph, and the call to f in main
// comes first in the program.
TEST(AdapterFunctions, CallsInFunctions) {
  TextGraph graph(R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
    %0 = call @f(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = call @g(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = call @g(%1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
  func.func private @g(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = call @f(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.negate %0 : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.tanh %x : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func private @unused(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    return %x : tensor<8x8xf32>
  }
)");
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_THAT(messages, IsEmpty());
  for (const std::string& value :
       {graph.Argument("main", 0), graph.Result("main", 0),
        graph.Result("main", 1), graph.Result("main", 2),
        graph.Argument("g", 0), graph.Result("g", 0), graph.Result("g", 1),
        graph.Argument("f", 0), graph.Result("f", 0), std::string("main out 0"),
        std::string("g out 0"), std::string("f out 0")}) {
    EXPECT_EQ(graph.told[value], R"([{"x"}, {}]>)") << value;
  }
  EXPECT_EQ(graph.told.size(), 12u);  // no copies
  EXPECT_THAT(graph.callees, IsEmpty());
}

// In a session, every call has its own copy.
TEST(AdapterFunctions, Sessions) {
  TextGraph graph(kTwoShardings);
  std::vector<Message> messages;
  auto loaded = LoadedGraph::Load(graph, nullptr, messages);
  ASSERT_TRUE(loaded);
  auto session = Session::FromProgram(loaded->program().Clone(), {}, messages);
  ASSERT_TRUE(session && session->Propagate(messages));
  loaded->WriteBack(session->View(), graph);
  EXPECT_THAT(graph.told[graph.Result("main", 1)], HasSubstr(R"([{?}, {"y")"));
  EXPECT_THAT(graph.told[graph.Result("f", 0)], HasSubstr(R"([{"x")"));
  EXPECT_THAT(graph.told["f/1 " + graph.Result("f", 0)],
              HasSubstr(R"([{?}, {"y")"));
  EXPECT_THAT(graph.told["f/2 " + graph.Result("f", 0)], HasSubstr(R"([{"x")"));
  EXPECT_THAT(graph.callees, SizeIs(2));
}

// After each edit, the graph has exactly the shardings that WriteBack would set
// in a new graph, in functions and copies too.
TEST(AdapterFunctions, ChangesOfASession) {
  TextGraph graph(kTwoShardings);
  std::vector<Message> messages;
  auto loaded = LoadedGraph::Load(graph, nullptr, messages);
  ASSERT_TRUE(loaded);
  auto session = Session::FromProgram(loaded->program().Clone(), {}, messages);
  ASSERT_TRUE(session && session->Propagate(messages));
  loaded->WriteBack(session->View(), graph);
  graph.replaces = true;
  const std::string b = graph.Argument("main", 1);
  const std::string of_b = graph.Result("main", 1);
  ASSERT_TRUE(graph.told.contains(b) && graph.told.contains(of_b));
  const size_t told_before = graph.told.size();
  const auto value = [&](size_t i) {
    return loaded->Find(std::stoull(graph.Argument("main", i)));
  };
  const std::optional<ShardingInfo> rows = ClosedSharding("mesh", {{"x"}, {}});
  const std::pair<size_t, std::optional<ShardingInfo>> edits[] = {
      {1, std::nullopt}, {0, std::nullopt}, {1, rows}, {0, rows}};
  for (const auto& [argument, sharding] : edits) {
    ASSERT_TRUE(session->SetSharding(value(argument), sharding, messages));
    ASSERT_TRUE(session->Propagate(messages));
    loaded->WriteBackChanges(*session, graph);
    TextGraph fresh(kTwoShardings);
    loaded->WriteBack(session->View(), fresh);
    EXPECT_EQ(graph.told, fresh.told);
    // All calls are reported, even those from first copies to first copies.
    EXPECT_THAT(graph.callees, SizeIs(3));
    EXPECT_TRUE(sharding || graph.told.size() < told_before);
  }
  EXPECT_TRUE(graph.told.contains(b) && graph.told.contains(of_b));
}

TEST(AdapterFunctions, Errors) {
  struct Wrong : TextGraph {
    using TextGraph::TextGraph;
    std::vector<EmbeddedFunction> Functions() const override {
      return functions;
    }
    std::vector<EmbeddedFunction> functions;
  };
  Wrong graph(kTwoShardings);
  std::vector<Message> messages;
  EXPECT_FALSE(PropagateGraph(graph, {}, messages));  // f is missing
  ASSERT_FALSE(messages.empty());
  EXPECT_THAT(messages[0].text, HasSubstr("'f'"));
  messages.clear();
  graph.functions = TextGraph(kTwoShardings).Functions();
  graph.functions[0].name = "main";
  EXPECT_FALSE(PropagateGraph(graph, {}, messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_THAT(messages[0].text, HasSubstr("is named 'main'"));
}

}  // namespace
}  // namespace shardflow
