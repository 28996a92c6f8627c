#include "ops/call_graph.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/edit.h"
#include "ops/functions.h"

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Builds a program of functions that have no arguments and contain only calls.
class Program {
 public:
  Program() : m(NewModule()) {}

  void Function(const std::string& name, std::vector<std::string> callees) {
    const OpId op = CreateOp(
        m, OpKind::kFunc,
        {.attrs = m.attrs.Dict(
             {{name::kSymName, m.attrs.String(m.names.Intern(name))},
              {name::kFunctionType, m.attrs.Type(m.types.Function({}, {}))}},
             m.names),
         .region_count = 1});
    m.CreateFuncRow(op);
    m.Append(m.body(), op);
    const BlockId block = m.AppendBlock(m.region(op, 0));
    for (const std::string& callee : callees) {
      const OpId call = CreateOp(m, OpKind::kCall, {});
      m.Append(block, call);
      SetCallee(m, call, m.names.Intern(callee));
    }
    m.Append(block, CreateOp(m, OpKind::kFuncReturn, {}));
  }

  std::string Name(OpId function) const {
    return std::string(m.names.Get(m.symbol(function)));
  }
  std::vector<std::string> Order() {
    const SymbolTable symbols(m);
    const auto graph = BuildCallGraph(m, symbols, diagnostics);
    std::vector<std::string> names;
    for (const CallGraph::Node& node : graph->post_order) {
      names.push_back(Name(node.function));
    }
    return names;
  }
  bool Flattens() {
    const SymbolTable symbols(m);
    const auto graph = BuildCallGraph(m, symbols, diagnostics);
    return graph && CheckFlattens(m, symbols, *graph, diagnostics);
  }

  Module m;
  Diagnostics diagnostics;
};

TEST(CallGraph, CalleesComeFirstInTheOrderOfTheirFirstCalls) {
  Program p;
  p.Function("a", {"d", "c"});
  p.Function("b", {});
  p.Function("c", {"b"});
  p.Function("d", {"c"});
  EXPECT_THAT(p.Order(), ElementsAre("b", "c", "d", "a"));
}

TEST(CallGraph, ACircleIsAnErrorThatNamesTheCalls) {
  Program p;
  p.Function("main", {"f"});
  p.Function("f", {"g"});
  p.Function("g", {"f"});
  EXPECT_THAT(p.Order(), ElementsAre("g", "f", "main"));
  EXPECT_FALSE(p.Flattens());
  ASSERT_EQ(p.diagnostics.all().size(), 1u);
  const Message& error = p.diagnostics.all()[0];
  EXPECT_EQ(error.text,
            "recursive call graph: function @f calls itself through others");
  ASSERT_EQ(error.notes.size(), 2u);
  EXPECT_EQ(error.notes[0].text, "call of @g");
  EXPECT_EQ(error.notes[1].text, "call of @f");
}

TEST(CallGraph, ACallOfNothingIsAnError) {
  Program p;
  p.Function("main", {"f"});
  EXPECT_FALSE(p.Flattens());
  EXPECT_EQ(p.diagnostics.all()[0].text, "Failed to lookup function: f");
}

// Each of 40 functions calls the next one twice, which would make 2^40 clones.
TEST(CallGraph, TooManyClonesAreAnError) {
  Program p;
  p.Function("f0", {});
  for (int i = 1; i <= 40; ++i) {
    const std::string callee = "f" + std::to_string(i - 1);
    p.Function("f" + std::to_string(i), {callee, callee});
  }
  EXPECT_FALSE(p.Flattens());
  EXPECT_THAT(p.diagnostics.all()[0].text,
              HasSubstr("too many operations in the flattened call graph"));
}

TEST(CallGraph, DeepClonesAreNamedInnermostFirst) {
  Program p;
  p.Function("f", {"g", "g"});
  p.Function("g", {"h"});
  p.Function("h", {});
  SymbolTable symbols(p.m);
  const OpId f = symbols.Find(p.m.names.Find("f"));
  symbols.Insert(p.m, CloneFunctionDeep(p.m, symbols, f));
  std::vector<std::string> names;
  for (const OpId function : Functions(p.m)) {
    names.push_back(
        p.Name(function) + " from " +
        std::string(p.m.names.Get(OriginalFunctionName(p.m, function))));
  }
  EXPECT_THAT(names, ElementsAre("f from f", "g from g", "h from h",
                                 "h_0 from h", "g_1 from g", "h_2 from h",
                                 "g_3 from g", "f_4 from f"));
}

}  // namespace
}  // namespace shardflow::internal
