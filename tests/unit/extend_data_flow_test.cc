#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// An embedder's own data-flow ops, written with only the public headers, must
// behave like the StableHLO or sdy op that does the same.

namespace shardflow::internal {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Outcome {
  bool ok = false;
  std::string text;
  std::string generic;  // in MLIR's generic form
  std::vector<std::string> messages;
};

Outcome RunPasses(const std::string& text,
                  const std::vector<std::string>& passes,
                  const OpRegistry& registry) {
  Outcome outcome;
  std::vector<Message> messages;
  ReadOptions read;
  read.allow_unregistered_dialect = true;
  std::optional<Program> program = Program::Read(
      "test.mlir", "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n" + text, read,
      messages);
  outcome.ok = program.has_value();
  RunOptions options;
  options.registry = &registry;
  options.verify_after = true;
  for (const std::string& pass : passes) {
    const size_t equals = pass.find('=');
    outcome.ok =
        outcome.ok &&
        program->Run(pass.substr(0, equals),
                     equals == pass.npos ? "" : pass.substr(equals + 1),
                     options, messages);
  }
  for (const Message& message : messages) {
    outcome.messages.push_back(message.text);
  }
  if (program) {
    outcome.text = program->Write();
    WriteOptions generic;
    generic.generic_form = true;
    outcome.generic = program->Write(generic);
  }
  return outcome;
}

std::string Replaced(std::string text, std::string_view from,
                     std::string_view to) {
  for (size_t at = text.find(from); at != text.npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Has the same edges as stablehlo.while.
class Loop : public OpInterface {
 public:
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    for (int i = 0; i < op.result_count(); ++i) {
      edges.push_back({{-1, i}, {{0, i}, {1, i}}, {{-1, i}, {1, i}}});
    }
    return edges;
  }
};

const std::string kLoop = R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0:2 = "LOOP"(%a, %b) ({
  ^bb0(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>):
    %s = stablehlo.add %y, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>} : tensor<8x16xf32>
    %t = stablehlo.negate %x : tensor<8x16xf32>
    "stablehlo.return"(%t, %s) : (tensor<8x16xf32>, tensor<8x16xf32>) -> ()
  }) : (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  %1 = stablehlo.negate %0#0 : tensor<8x16xf32>
  %2 = stablehlo.negate %0#1 : tensor<8x16xf32>
  return %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>
}
)";

// Returns the shardings of a program, sorted. (Their order in the text may
// differ, because in generic form an op's attributes come after its regions.)
std::vector<std::string> Shardings(const std::string& text) {
  std::vector<std::string> all;
  for (size_t at = text.find("<@mesh"); at != text.npos;
       at = text.find("<@mesh", at + 1)) {
    all.push_back(text.substr(at, text.find('>', at) - at));
  }
  std::sort(all.begin(), all.end());
  return all;
}

void ExpectLikeTheBuiltInLoop(const std::vector<std::string>& passes,
                              const OpRegistry& registry) {
  const Outcome foreign =
      RunPasses(Replaced(kLoop, "LOOP", "my.loop"), passes, registry);
  const Outcome known =
      RunPasses(Replaced(kLoop, "LOOP", "stablehlo.while"), passes, registry);
  EXPECT_TRUE(foreign.ok);
  EXPECT_TRUE(known.ok);
  EXPECT_THAT(foreign.messages, IsEmpty());
  EXPECT_THAT(Shardings(foreign.text), Not(IsEmpty()));
  EXPECT_EQ(Shardings(foreign.text), Shardings(known.text));
  for (const std::string_view name :
       {"sdy.data_flow_edge", "sdy.reshard", "stablehlo.negate"}) {
    const auto count = [&](const std::string& text) {
      int n = 0;
      for (size_t at = text.find(name); at != text.npos;
           at = text.find(name, at + 1)) {
        ++n;
      }
      return n;
    };
    EXPECT_EQ(count(foreign.text), count(known.text)) << name;
  }
}

TEST(ExtendDataFlow, PassesTreatALoopAsTheirOwn) {
  OpRegistry registry;
  registry.SetInterface("my.loop", std::make_shared<Loop>());
  const std::vector<std::vector<std::string>> kPipelines = {
      {"sdy-add-data-flow-edges"},
      {"sdy-add-data-flow-edges", "sdy-basic-propagate"},
      {"sdy-basic-propagate"},  // without edge ops
      {"sdy-add-data-flow-edges", "sdy-aggressive-propagate",
       "sdy-sink-data-flow-edges"},
      {"sdy-propagation-pipeline"},
      {"sdy-insert-explicit-reshards=enable-full-version=true"},
      {"sdy-propagation-pipeline", "sdy-close-shardings",
       "sdy-insert-explicit-reshards=enable-full-version=true"},
  };
  for (const auto& passes : kPipelines) {
    SCOPED_TRACE(::testing::PrintToString(passes));
    ExpectLikeTheBuiltInLoop(passes, registry);
  }
}

// Generates a random program of adds and nested loops, in MLIR's generic form.
class RandomLoops {
 public:
  explicit RandomLoops(unsigned seed) : rng_(seed) {
    text_ = "func.func @main(";
    std::vector<std::string> values;
    for (int i = 0; i < 3; ++i) {
      values.push_back("%a" + std::to_string(i));
      text_ +=
          (i > 0 ? ", " : "") + values.back() + ": " + kType +
          (Below(2) == 0 ? " {sdy.sharding = #sdy.sharding" + Sharding() + "}"
                         : "");
    }
    text_ +=
        std::string(") -> (") + kType + ", " + kType + ", " + kType + ") {\n";
    for (int i = 0; i < 3; ++i) Emit(values, 2);
    text_ += "\"func.return\"(" + Last(values, 3) + ") : (" + Types(3) +
             ") -> ()\n}\n";
  }
  const std::string& text() const { return text_; }

 private:
  static constexpr const char* kType = "tensor<8x16xf32>";

  size_t Below(size_t n) { return rng_() % n; }
  static std::string Types(size_t n) {
    std::string text;
    for (size_t i = 0; i < n; ++i)
      text += (i > 0 ? ", " : "") + std::string(kType);
    return text;
  }
  static std::string Last(const std::vector<std::string>& values, size_t n) {
    std::string text;
    for (size_t i = values.size() - n; i < values.size(); ++i) {
      text += (text.empty() ? "" : ", ") + values[i];
    }
    return text;
  }
  std::string Sharding() {
    static constexpr const char* kDims[] = {
        "[{\"x\", ?}, {?}]",    "[{?}, {\"y\", ?}]", "[{\"y\"}, {\"x\", ?}]",
        "[{\"x\", \"y\"}, {}]", "[{}, {}]",          "[{?}, {\"x\"}]"};
    return std::string("<@mesh, ") + kDims[Below(std::size(kDims))] + ">";
  }

  void Emit(std::vector<std::string>& values, int depth) {
    for (size_t count = Below(4) + 1; count > 0; --count) {
      if (depth > 0 && Below(3) == 0) {
        EmitLoop(values, depth - 1);
      } else {
        EmitOp(values);
      }
    }
  }

  void EmitOp(std::vector<std::string>& values) {
    const std::string name = "%v" + std::to_string(next_++);
    text_ += name + " = \"stablehlo.add\"(" + values[Below(values.size())] +
             ", " + values[Below(values.size())] + ")";
    if (Below(4) == 0) {
      text_ +=
          " {sdy.sharding = #sdy.sharding_per_value<[" + Sharding() + "]>}";
    }
    text_ += " : (" + Types(2) + ") -> " + kType + "\n";
    values.push_back(name);
  }

  void EmitLoop(std::vector<std::string>& values, int depth) {
    const size_t carried = Below(3) + 1;
    const int id = next_++;
    std::string operands;
    std::string arguments;
    std::vector<std::string> inner;
    for (size_t i = 0; i < carried; ++i) {
      operands += (i > 0 ? ", " : "") + values[Below(values.size())];
      inner.push_back("%l" + std::to_string(id) + "_" + std::to_string(i));
      arguments += (i > 0 ? ", " : "") + inner.back() + ": " + kType;
    }
    text_ += "%v" + std::to_string(id) + ":" + std::to_string(carried) +
             " = \"LOOP\"(" + operands + ") ({\n^bb0(" + arguments +
             "):\n%c = \"stablehlo.constant\"() <{value = dense<true> : "
             "tensor<i1>}> : () -> tensor<i1>\n\"stablehlo.return\"(%c) : "
             "(tensor<i1>) -> ()\n}, {\n^bb0(" +
             arguments + "):\n";
    Emit(inner, depth);
    text_ += "\"stablehlo.return\"(" + Last(inner, carried) + ") : (" +
             Types(carried) + ") -> ()\n}) : (" + Types(carried) + ") -> (" +
             Types(carried) + ")\n";
    for (size_t i = 0; i < carried; ++i) {
      values.push_back("%v" + std::to_string(id) + "#" + std::to_string(i));
    }
  }

  std::mt19937 rng_;
  std::string text_;
  int next_ = 0;
};

TEST(ExtendDataFlow, RandomLoopsAreTreatedAsTheBuiltIn) {
  OpRegistry registry;
  registry.SetInterface("my.loop", std::make_shared<Loop>());
  // Unused loops are erased, because nothing in them has side effects.
  registry.SetTraits("my.loop", {.pure = true});
  const std::vector<std::vector<std::string>> kPipelines = {
      {"sdy-add-data-flow-edges", "sdy-basic-propagate"},
      {"sdy-add-data-flow-edges", "sdy-aggressive-propagate",
       "sdy-sink-data-flow-edges"},
      {"sdy-user-priority-propagate"},
      {"sdy-insert-explicit-reshards=enable-full-version=true"},
      {"sdy-add-data-flow-edges", "sdy-op-priority-propagate",
       "sdy-sink-data-flow-edges", "sdy-close-shardings",
       "sdy-insert-explicit-reshards=enable-full-version=true"},
  };
  for (unsigned seed = 0; seed < 100; ++seed) {
    const RandomLoops loops(seed);
    for (const std::vector<std::string>& passes : kPipelines) {
      const Outcome foreign = RunPasses(
          Replaced(loops.text(), "LOOP", "my.loop"), passes, registry);
      const Outcome known = RunPasses(
          Replaced(loops.text(), "LOOP", "stablehlo.while"), passes, registry);
      ASSERT_TRUE(foreign.ok && known.ok)
          << loops.text() << ::testing::PrintToString(foreign.messages);
      ASSERT_EQ(Replaced(foreign.generic, "my.loop", "stablehlo.while"),
                known.generic)
          << "seed " << seed << "\n"
          << loops.text();
    }
  }
}

// The rule of an interface takes precedence, and is gone once the interface is
// removed.
TEST(ExtendDataFlow, AnInterfaceMayHaveARule) {
  struct Turn : OpInterface {
    std::optional<std::string> ShardingRule(const OpView& op) const override {
      return op.operand_count() == 1 ? std::optional("([i, j])->([j, i])")
                                     : std::nullopt;
    }
  };
  const std::string text =
      "func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<"
      "@mesh, [{\"x\"}, {}]>}) -> tensor<16x8xf32> {\n"
      "  %0 = \"my.turn\"(%a) : (tensor<8x16xf32>) -> tensor<16x8xf32>\n"
      "  return %0 : tensor<16x8xf32>\n}\n";
  OpRegistry registry;
  std::vector<Message> messages;
  ASSERT_TRUE(registry.AddRule("my.turn", "([i, j])->([*, *])", messages));
  const auto run = [&] {
    const Outcome outcome =
        RunPasses(text, {"sdy-propagation-pipeline"}, registry);
    EXPECT_THAT(outcome.messages, IsEmpty());
    return outcome.text;
  };
  const std::string turned = "[<@mesh, [{}, {\"x\"}]>]";
  EXPECT_THAT(run(), Not(HasSubstr(turned)));
  registry.SetInterface("my.turn", std::make_shared<Turn>());
  EXPECT_THAT(run(), HasSubstr(turned));
  registry.SetInterface("my.turn", std::make_shared<Turn>());  // set again
  registry.SetInterface("my.turn", nullptr);
  EXPECT_THAT(run(), Not(HasSubstr(turned)));
}

TEST(ExtendDataFlow, WithoutARegistryNothingFlows) {
  const Outcome outcome = RunPasses(Replaced(kLoop, "LOOP", "my.loop"),
                                    {"sdy-add-data-flow-edges"}, {});
  EXPECT_THAT(outcome.text, Not(HasSubstr("sdy.data_flow_edge")));
}

// The body's arguments own the edges from the operands, and the results own the
// edges from the values that the body returns. As in sdy.manual_computation,
// the types at the ends of an edge may differ.
class Block : public OpInterface {
 public:
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    for (int i = 0; i < op.operand_count(); ++i) {
      edges.push_back({{0, i}, {}, {{-1, i}}});
    }
    for (int i = 0; i < op.result_count(); ++i) {
      edges.push_back({{-1, i}, {}, {{0, i}}});
    }
    return edges;
  }
  std::string ArgumentShardingsAttribute() const override {
    return "my.arg_shardings";
  }
};

std::string BlockProgram(const std::string& attributes,
                         const std::string& yield = "my.yield") {
  return R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = "my.block"(%a) ({
  ^bb0(%x: tensor<8x16xf32>):
    %s = stablehlo.negate %x : tensor<8x16xf32>
    ")" + yield +
         R"("(%s) : (tensor<8x16xf32>) -> ()
  }) )" + attributes +
         R"( : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
)";
}

TEST(ExtendDataFlow, ArgumentsThatOwnEdges) {
  OpRegistry registry;
  registry.SetInterface("my.block", std::make_shared<Block>());
  registry.SetTraits("my.yield", {.terminator = true});
  const Outcome edges =
      RunPasses(BlockProgram(""), {"sdy-add-data-flow-edges"}, registry);
  EXPECT_TRUE(edges.ok);
  EXPECT_THAT(edges.text, HasSubstr("sdy.data_flow_edge %arg1"));
  EXPECT_THAT(edges.text, HasSubstr("sdy.data_flow_edge %0"));

  const Outcome outcome =
      RunPasses(BlockProgram(""), {"sdy-propagation-pipeline"}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.messages, IsEmpty());
  EXPECT_THAT(outcome.text,
              HasSubstr("my.arg_shardings = #sdy.sharding_per_value<[<@mesh, "
                        "[{\"x\"}, {}]>]>"));
  // There are five shardings: those of the operand, the argument, the value in
  // the body, and the results of the op and of the function.
  EXPECT_THAT(Shardings(outcome.text),
              ::testing::AllOf(::testing::SizeIs(5),
                               ::testing::Each("<@mesh, [{\"x\"}, {}]")));
}

TEST(ExtendDataFlow, ShardingsOfArgumentsAreRead) {
  OpRegistry registry;
  registry.SetInterface("my.block", std::make_shared<Block>());
  registry.SetTraits("my.yield", {.terminator = true});
  const Outcome outcome = RunPasses(
      BlockProgram("{my.arg_shardings = #sdy.sharding_per_value<[<@mesh, "
                   "[{?}, {\"y\", ?}]>]>}"),
      {"sdy-propagation-pipeline"}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.text,
              HasSubstr("my.arg_shardings = #sdy.sharding_per_value<[<@mesh, "
                        "[{\"x\"}, {\"y\"}]>]>"));
  EXPECT_THAT(outcome.text,
              HasSubstr("stablehlo.negate %arg1 {sdy.sharding = "
                        "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, "
                        "{\"y\"}]>]>}"));

  const Outcome wrong = RunPasses(
      BlockProgram("{my.arg_shardings = #sdy.sharding_per_value<[]>}"),
      {"sdy-propagation-pipeline"}, registry);
  EXPECT_FALSE(wrong.ok);
  EXPECT_THAT(wrong.messages,
              ElementsAre("'my.block' op my.arg_shardings has 0 shardings for "
                          "1 block arguments that own edges"));
}

TEST(ExtendDataFlow, ReshardsAtTheSources) {
  OpRegistry registry;
  registry.SetInterface("my.block", std::make_shared<Block>());
  registry.SetTraits("my.yield", {.terminator = true});
  const Outcome outcome = RunPasses(
      BlockProgram("{my.arg_shardings = #sdy.sharding_per_value<[<@mesh, [{}, "
                   "{\"y\"}]>]>, sdy.sharding = #sdy.sharding_per_value<[<"
                   "@mesh, [{\"y\"}, {}]>]>}"),
      {"sdy-insert-explicit-reshards=enable-full-version=true"}, registry);
  EXPECT_TRUE(outcome.ok);
  // The operand is resharded to the argument's sharding before the op, and the
  // returned value is resharded to the result's sharding in the body.
  EXPECT_THAT(outcome.text, HasSubstr("%0 = sdy.reshard %arg0 <@mesh, [{}, "
                                      "{\"y\"}]>"));
  EXPECT_THAT(outcome.text,
              HasSubstr("<@mesh, [{\"y\"}, {}]> : tensor<8x16xf32>\n"
                        "      \"my.yield\""));
}

// Inside the op, the argument's first dimension lacks the axis "x" that it has
// outside.
class Peeled : public Block {
 public:
  ShardingInfo TransformTargetSharding(const OpView& op, EdgeEnd target,
                                       ShardingInfo sharding,
                                       EdgeDirection direction) const override {
    EXPECT_EQ(op.name(), "my.block");
    EXPECT_EQ(sharding.mesh, "mesh");
    EXPECT_EQ(sharding.dims.size(), 2u);
    if (target.region != 0) return sharding;
    std::vector<AxisInfo>& axes = sharding.dims[0].axes;
    if (direction == EdgeDirection::kBeforePropagation) {
      axes.insert(axes.begin(), {"x"});
    } else if (!axes.empty() && axes.front().name == "x") {
      axes.erase(axes.begin());
    }
    return sharding;
  }
};

TEST(ExtendDataFlow, ShardingsAreTransformed) {
  OpRegistry registry;
  registry.SetInterface("my.block", std::make_shared<Peeled>());
  registry.SetTraits("my.yield", {.terminator = true});
  std::string text = BlockProgram("");
  text = Replaced(text, "[{\"x\"}, {}]", "[{\"x\", \"y\"}, {}]");
  const Outcome outcome = RunPasses(
      text, {"sdy-add-data-flow-edges", "sdy-basic-propagate"}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.text,
              HasSubstr("sdy.data_flow_edge %arg1 sharding=<@mesh, [{\"y\", "
                        "?}, {?}]>"));
}

// An op whose edges transform shardings into ones that the tensor can't have.
class Wrong : public Block {
 public:
  explicit Wrong(std::string what) : what_(std::move(what)) {}
  ShardingInfo TransformTargetSharding(const OpView&, EdgeEnd,
                                       ShardingInfo sharding,
                                       EdgeDirection) const override {
    if (what_ == "rank 0") sharding.dims.clear();
    if (what_ == "rank 3") sharding.dims.emplace_back();
    if (what_ == "mesh") sharding.mesh = "no_such_mesh";
    if (what_ == "reduction") sharding.reduction = "product";
    return sharding;
  }

 private:
  std::string what_;
};

TEST(ExtendDataFlow, WrongTransformationsAreIgnored) {
  const auto run = [](const std::string& what) {
    OpRegistry registry;
    registry.SetInterface("my.block", std::make_shared<Wrong>(what));
    registry.SetTraits("my.yield", {.terminator = true});
    const Outcome outcome =
        RunPasses(BlockProgram(""), {"sdy-propagation-pipeline"}, registry);
    EXPECT_TRUE(outcome.ok) << what;
    return outcome.text;
  };
  const std::string right = run("nothing");
  EXPECT_THAT(right, HasSubstr("sdy.sharding_per_value"));
  for (const std::string what : {"rank 0", "rank 3", "mesh", "reduction"}) {
    EXPECT_EQ(run(what), right) << what;
  }
}

class Divisible : public Block {
 public:
  bool KeepEdgeOwnerShardingsDivisible() const override { return true; }
};

TEST(ExtendDataFlow, OwnersStayDivisible) {
  const std::string text = Replaced(
      BlockProgram("{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\", "
                   "\"y\"}, {}]>]>}"),
      "8x16", "6x16");
  const std::vector<std::string> passes = {
      "sdy-update-non-divisible-input-output-shardings"};
  for (const bool divisible : {false, true}) {
    OpRegistry registry;
    registry.SetTraits("my.yield", {.terminator = true});
    if (divisible) {
      registry.SetInterface("my.block", std::make_shared<Divisible>());
    } else {
      registry.SetInterface("my.block", std::make_shared<Block>());
    }
    const Outcome outcome = RunPasses(text, passes, registry);
    EXPECT_TRUE(outcome.ok);
    EXPECT_THAT(outcome.text,
                HasSubstr(divisible ? "<[<@mesh, [{\"x\"}, {}]>]>"
                                    : "<[<@mesh, [{\"x\", \"y\"}, {}]>]>"));
  }
}

// Edges of results, operands or arguments that the op doesn't have are ignored.
class Liar : public OpInterface {
 public:
  std::vector<DataFlowEdge> Edges(const OpView&) const override {
    return {{{-1, 0}, {{0, 5}, {7, 0}, {-1, -3}}, {{-1, 9}, {0, 9}, {4, 0}}},
            {{2, 0}, {}, {}},
            {{-1, 8}, {}, {}}};
  }
};

TEST(ExtendDataFlow, EndsThatAreNotThere) {
  OpRegistry registry;
  registry.SetInterface("my.block", std::make_shared<Liar>());
  registry.SetTraits("my.yield", {.terminator = true});
  for (const std::string_view pass :
       {"sdy-add-data-flow-edges", "sdy-propagation-pipeline",
        "sdy-insert-explicit-reshards"}) {
    EXPECT_TRUE(RunPasses(BlockProgram(""), {std::string(pass)}, registry).ok)
        << pass;
  }
}

class Edged : public OpInterface {
 public:
  explicit Edged(std::vector<DataFlowEdge> edges) : edges_(std::move(edges)) {}
  std::vector<DataFlowEdge> Edges(const OpView&) const override {
    return edges_;
  }

 private:
  std::vector<DataFlowEdge> edges_;
};

TEST(ExtendDataFlow, EdgesThatDontFitAreReported) {
  const struct {
    std::vector<DataFlowEdge> edges;
    std::string_view fault;  // empty if the edges fit
  } kCases[] = {
      {{{{-1, 0}, {{0, 0}}, {{-1, 0}, {0, 0}}}}, ""},
      {{{{-1, 7}, {}, {}}}, "result 7 doesn't exist"},
      {{{{-1, 0}, {{1, 2}}, {}}}, "argument 2 of region 1 doesn't exist"},
      {{{{-1, 0}, {}, {{-1, 5}}}}, "operand 5 doesn't exist"},
      {{{{-1, 0}, {}, {{0, 3}}}},
       "value 3 that region 0 returns doesn't exist"},
      {{{{-1, 0}, {}, {}}, {{-1, 0}, {}, {{-1, 0}}}},
       "result 0 owns two edges"},
      {{{{-1, 0}, {}, {{-1, 1}}}},
       "result 0 and operand 1 don't have the same rank"},
      {{{{-1, 0}, {{0, 1}}, {}}},
       "result 0 and argument 1 of region 0 don't have the same rank"},
  };
  const std::string text = R"(
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8x4xf32> {
  %0 = "my.block"(%a, %b) ({
  ^bb0(%x: tensor<8x4xf32>, %y: tensor<8xf32>):
    "my.yield"(%x) : (tensor<8x4xf32>) -> ()
  }) : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  %1 = "my.block"(%0, %b) ({
  ^bb0(%x: tensor<8x4xf32>, %y: tensor<8xf32>):
    "my.yield"(%x) : (tensor<8x4xf32>) -> ()
  }) : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
)";
  for (const auto& c : kCases) {
    OpRegistry registry;
    registry.SetInterface("my.block", std::make_shared<Edged>(c.edges));
    registry.SetTraits("my.yield", {.terminator = true});
    const Outcome outcome =
        RunPasses(text, {"sdy-propagation-pipeline"}, registry);
    EXPECT_TRUE(outcome.ok) << c.fault;
    if (c.fault.empty()) {
      EXPECT_THAT(outcome.messages, Not(Contains(HasSubstr("data-flow"))));
    } else {
      EXPECT_THAT(outcome.messages,
                  Contains("the data-flow edges of 'my.block' don't fit it, "
                           "so shardings don't flow through all of them: " +
                           std::string(c.fault)))
          << ::testing::PrintToString(outcome.messages);
    }
  }
}

TEST(ExtendDataFlow, RegionsThatAreEmpty) {
  OpRegistry registry;
  registry.SetInterface("my.block", std::make_shared<Block>());
  const Outcome outcome = RunPasses(R"(
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "my.block"(%a) ({
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "my.block"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
)",
                                    {"sdy-propagation-pipeline"}, registry);
  EXPECT_TRUE(outcome.ok) << ::testing::PrintToString(outcome.messages);
}

}  // namespace
}  // namespace shardflow::internal
