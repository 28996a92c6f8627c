#include "ops/code_places.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/similar.h"
#include "shardflow/graph.h"
#include "shardflow/program.h"
#include "shardflow/views.h"

namespace shardflow::internal {
namespace {

TEST(CodePlaces, Labels) {
  const struct {
    std::string_view stack, label;
  } kCases[] = {
      {"jit(step)/jvp(block0)/attention/mul", "block0/attention/mul"},
      {"jit(step)/transpose(jvp(block0))/attention/mul",
       "backward/block0/attention/mul"},
      {"jit(step)/vmap(transpose(jvp()))/mul", "backward/mul"},
      {"jit(step)/transpose", "transpose"},
      {"jit(step)/jvp()/mul", "mul"},
      {"jit(step)/jit(_where)/select_n", "_where/select_n"},
      {"jit(step)/vmap(jit(a/b))/mul", "a/b/mul"},
      {"jit(step)", "step"},
      {"jit(f)/while/body/closed_call/tanh", "while/body/closed_call/tanh"},
      {"bqhd,bkhd->bhqk/dot_general", "bqhd,bkhd->bhqk/dot_general"},
      {"my(scope)/add", "my(scope)/add"},
      {"jvp(a/b", "jvp(a/b"},
      {"a)/b", "a)/b"},
      {"", ""},
  };
  for (const auto& c : kCases) EXPECT_EQ(StackLabel(c.stack), c.label);
}

TEST(CodePlaces, LibraryFiles) {
  for (const std::string_view file :
       {"/venv/lib/python3.12/site-packages/flax/nnx/nn/linear.py",
        "/usr/lib/python3/dist-packages/jax/numpy.py",
        "/home/me/flax/flax/linen/module.py", "flax/linen/module.py",
        "<frozen runpy>"}) {
    EXPECT_TRUE(IsLibraryFile(file)) << file;
  }
  for (const std::string_view file :
       {"train.py", "/home/me/jax/train.py", "/home/me/flax/model.py", ""}) {
    EXPECT_FALSE(IsLibraryFile(file)) << file;
  }
}

constexpr char kText[] = R"(
func.func @main(%x: tensor<8xf32> loc("params['w']"))
    -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.tanh %x : tensor<8xf32> loc("jit(f)/jvp(a)/tanh"(callsite("g"("/lib/site-packages/flax/linen/x.py":5:2) at callsite("h"("m.py":7:3) at "main"("t.py":9:1)))))
  %1 = stablehlo.abs %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
})";

TEST(CodePlaces, InViews) {
  std::vector<Message> messages;
  const auto program = Program::Read("p.mlir", kText, {}, messages);
  ASSERT_TRUE(program);
  EXPECT_TRUE(program->HasDebugInfo());
  const ProgramView view(*program);
  const OpRef main = view.FindFunction("main");
  const auto values = view.FindLabelled(main, "a/tanh");
  ASSERT_EQ(values.size(), 1u);
  const OpRef tanh = view.DefiningOp(values[0]);
  EXPECT_EQ(view.Name(tanh), "stablehlo.tanh");
  EXPECT_EQ(view.NameStack(tanh), "jit(f)/jvp(a)/tanh");
  EXPECT_EQ(view.Label(values[0]), "a/tanh");
  EXPECT_EQ(view.ResultLabel(main, 0), "result['y']");
  EXPECT_EQ(view.ResultLabel(main, 1), "");
  EXPECT_EQ(view.ResultLabel(main, -1), "");
  EXPECT_EQ(view.ResultLabel({}, 0), "");
  const auto frames = view.Frames(tanh);
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].function, "g");
  EXPECT_EQ(frames[1].file, "m.py");
  EXPECT_EQ(frames[2].line, 9);
  EXPECT_EQ(view.FindLabelled(main, "params/*").size(), 1u);
  EXPECT_TRUE(view.FindLabelled(main, "params").empty());
  EXPECT_TRUE(view.FindLabelled({}, "**").empty());
}

TEST(CodePlaces, InGraphs) {
  std::vector<Message> messages;
  const auto program = Program::Read("p.mlir", kText, {}, messages);
  ASSERT_TRUE(program);
  const auto graph = MakeGraph(*program, {.frames = true}, messages);
  ASSERT_TRUE(graph);
  const GraphOp& tanh = graph->ops[1];
  EXPECT_EQ(tanh.label(), "a/tanh");
  EXPECT_EQ(ScopeOf(tanh), "a");
  // The place is the user's line, not flax's.
  EXPECT_EQ(tanh.file(), "m.py");
  EXPECT_EQ(tanh.line, 7);
  EXPECT_EQ(tanh.frames().size(), 3u);
  // An op without a location is located at its position in the text.
  EXPECT_EQ(graph->ops[2].file(), "p.mlir");
  EXPECT_EQ(graph->functions[0].result_labels[0], "result['y']");
  EXPECT_EQ(LabelOf(*graph, graph->functions[0].arguments[0]), "params['w']");
}

TEST(CodePlaces, WithoutDebugInfo) {
  std::vector<Message> messages;
  const auto program = Program::Read(
      "p.mlir", "func.func @f(%x: tensor<f32>) { return }", {}, messages);
  ASSERT_TRUE(program);
  EXPECT_FALSE(program->HasDebugInfo());
}

// Locations share their parts, so this one would have 2^15 frames if written
// out.
TEST(CodePlaces, VeryManyFramesEnd) {
  std::string text = "#loc0 = loc(\"a\"(unknown))\n";
  for (int i = 1; i <= 15; ++i) {
    text += "#loc" + std::to_string(i) + " = loc(callsite(#loc" +
            std::to_string(i - 1) + " at #loc" + std::to_string(i - 1) + "))\n";
  }
  text +=
      "func.func @f(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %0 = stablehlo.abs %x : tensor<f32> loc(#loc15)\n"
      "  return %0 : tensor<f32>\n}\n";
  std::vector<Message> messages;
  const auto program = Program::Read("p.mlir", text, {}, messages);
  ASSERT_TRUE(program);
  const ProgramView view(*program);
  const OpRef function = view.FindFunction("f");
  EXPECT_TRUE(view.Frames(view.Ops(view.Body(function))[0]).empty());
}

TEST(Similar, Names) {
  const std::vector<std::string> names = {"params/wq", "params/wk",
                                          "params/embed", "batch/tokens"};
  EXPECT_EQ(DidYouMean(SimilarNames("params/wp", names, 2)),
            "; did you mean params/wq or params/wk?");
  EXPECT_EQ(DidYouMean(SimilarNames("embed", names, 3)),
            "; did you mean params/embed?");
  EXPECT_EQ(DidYouMean(SimilarNames("something/else/entirely", names, 3)), "");
}

}  // namespace
}  // namespace shardflow::internal
