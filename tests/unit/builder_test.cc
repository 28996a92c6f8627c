#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Programs built in C++, with only the public headers, must equal the same
// programs read from text.

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kT = "tensor<8x16xf32>";

std::string AllText(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) text += message.ToString();
  return text;
}

MeshInfo Mesh2x4() { return {"mesh", {{"x", 2}, {"y", 4}}, {}}; }

std::string Finished(ProgramBuilder& b) {
  std::vector<Message> messages;
  const std::optional<Program> program = b.Finish(messages);
  EXPECT_TRUE(program) << AllText(messages);
  return program ? program->Write() : AllText(messages);
}

std::string Read(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  const auto program = Program::Read("test.mlir", text, options, messages);
  EXPECT_TRUE(program) << AllText(messages);
  return program ? program->Write() : "";
}

// The ten-line example of shardflow/builder.h.
TEST(Builder, ForeignOpIsPropagatedByItsRule) {
  std::vector<Message> messages;
  OpRegistry ops;
  ASSERT_TRUE(ops.AddRule(
      "my.matmul", "([i, k], [k, j])->([i, j]) reduction={k}", messages));
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"data", 4}, {"model", 2}}, {}});
  const OpRef f =
      b.AddFunction("main", {"tensor<8x16xf32>", "tensor<16x4xf32>"});
  const ValueRef x = b.Argument(f, 0), w = b.Argument(f, 1);
  const ValueRef y =
      b.Result(b.AddOp(b.Body(f), {.name = "my.matmul",
                                   .operands = {x, w},
                                   .results = {"tensor<8x4xf32>"}}));
  b.Return(f, {y});
  b.SetSharding(x, ClosedSharding("mesh", {{"data"}, {}}));
  std::optional<Program> program = b.Finish(messages);
  ASSERT_TRUE(program) << AllText(messages);
  RunOptions run;
  run.registry = &ops;
  ASSERT_TRUE(program->Run("sdy-propagation-pipeline", "", run, messages));
  const ProgramView view(*program);
  EXPECT_EQ(view.Sharding(y), ClosedSharding("mesh", {{"data"}, {}}));
  EXPECT_EQ(view.LocalShape(y), (std::vector<int64_t>{2, 4}));
  EXPECT_EQ(view.Slices(y)[6], (DeviceSlice{6, {6, 0}, {2, 4}}));
  EXPECT_THAT(messages, IsEmpty()) << AllText(messages);
}

TEST(Builder, KnownOpsWithAttributesAreTheTextsOps) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  const OpRef f = b.AddFunction("main", {kT, TypeSpec::Tensor({16, 4})});
  const OpRef dot = b.AddOp(
      b.Body(f),
      {.name = "stablehlo.dot_general",
       .operands = {b.Argument(f, 0), b.Argument(f, 1)},
       .results = {TypeSpec::Tensor({8, 4})},
       .attributes = {{"dot_dimension_numbers",
                       AttributeSpec::Text(
                           "#stablehlo.dot<lhs_contracting_dimensions = [1], "
                           "rhs_contracting_dimensions = [0]>")}}});
  const OpRef turned =
      b.AddOp(b.Body(f),
              {.name = "stablehlo.transpose",
               .operands = {b.Result(dot)},
               .results = {TypeSpec::Tensor({4, 8})},
               .attributes = {{"permutation", AttributeSpec::Integers({1, 0})},
                              {"my.note", AttributeSpec::String("a \"b\"")},
                              {"my.count", AttributeSpec::Integer(3, 32)},
                              {"my.flag", AttributeSpec::Bool(true)},
                              {"my.callee", AttributeSpec::Symbol("main")}}});
  b.SetSharding(b.Result(dot), OpenSharding("mesh", {{"x"}, {"y"}}));
  b.Return(f, {b.Result(turned)});
  b.SetResultSharding(f, 0, ClosedSharding("mesh", {{}, {"x"}}));
  EXPECT_EQ(Finished(b), Read(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>)
    -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>}
      : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0]
      {my.note = "a \22b\22", my.count = 3 : i32, my.flag = true,
       my.callee = @main} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
})"));
}

// Adding an op with types and attributes that were read beforehand gives the
// same op as adding it with their text.
TEST(Builder, InternedOpsAreTheSame) {
  struct Case {
    std::string name;
    std::vector<NamedAttribute> attributes = {};
    SourceLocation location = {};
  };
  const std::string sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {}]>]>";
  const std::vector<Case> cases = {
      {.name = "stablehlo.tanh"},
      {.name = "stablehlo.tanh",
       .attributes = {{"my.note", AttributeSpec::String("a")},
                      {"my.count", AttributeSpec::Integer(3)}}},
      {.name = "stablehlo.tanh",
       .attributes = {{"sdy.sharding", AttributeSpec::Text(sharding)},
                      {"my.count", AttributeSpec::Integer(3)}}},
      {.name = "my.op", .location = {"a.py", 3, 4}},
      {.name = "stablehlo.custom_call",
       .attributes = {{"call_target_name", AttributeSpec::String("f")}}},
  };
  const auto build = [&](bool interned) {
    ProgramBuilder b;
    b.AddMesh(Mesh2x4());
    const OpRef f = b.AddFunction("main", {kT});
    ValueRef value = b.Argument(f, 0);
    for (const Case& c : cases) {
      for (int times = 0; times < 2; ++times) {
        OpRef op;
        if (interned) {
          const TypeRef type = b.Type(kT);
          EXPECT_EQ(type, b.Type(TypeSpec::Tensor({8, 16})));
          op = b.AddInterned(
              b.Body(f),
              {.name = c.name,
               .operands = {&value, 1},
               .results = {&type, 1},
               .attributes = c.attributes.empty() ? AttributesRef()
                                                  : b.Attributes(c.attributes),
               .location = &c.location});
        } else {
          op = b.AddOp(b.Body(f), {.name = c.name,
                                   .operands = {value},
                                   .results = {kT},
                                   .attributes = c.attributes,
                                   .location = c.location});
        }
        value = b.Result(op);
      }
    }
    b.Return(f, {value});
    std::vector<Message> messages;
    const std::optional<Program> program = b.Finish(messages);
    EXPECT_TRUE(program) << AllText(messages);
    return program ? program->Write({.debug_info = true}) : "";
  };
  EXPECT_EQ(build(true), build(false));
}

// Two adjacent ops may differ in any part of their attributes.
TEST(Builder, AttributesThatAreAlmostTheSame) {
  ProgramBuilder b;
  const OpRef f = b.AddFunction("main", {kT});
  std::string expected;
  const auto add = [&](std::vector<NamedAttribute> attributes,
                       std::string_view text) {
    b.AddOp(b.Body(f), {.name = "my.op",
                        .operands = {b.Argument(f, 0)},
                        .attributes = std::move(attributes)});
    expected += "\n  \"my.op\"(%a) ";
    expected += text;
    expected += " : (tensor<8x16xf32>) -> ()";
  };
  for (int times = 0; times < 2; ++times) {
    add({}, "");
    for (const int value : {1, 2, 3}) {
      add({{"a", AttributeSpec::Integer(value)}},
          "{a = " + std::to_string(value) + "}");
    }
    add({{"b", AttributeSpec::Integer(1)}}, "{b = 1}");
    add({{"a", AttributeSpec::Integer(1, 32)}}, "{a = 1 : i32}");
    add({{"a", AttributeSpec::Integer(255, 8)}}, "{a = -1 : i8}");
    add({{"a", AttributeSpec::Integer(-1, 1)}}, "{a = true}");
    add({{"a", AttributeSpec::Integer(5, 63)}}, "{a = 5 : i63}");
    add({{"a", AttributeSpec::String("1")}}, "{a = \"1\"}");
    add({{"a", AttributeSpec::Text("1")}}, "{a = 1}");
    add({{"a", AttributeSpec::Symbol("main")}}, "{a = @main}");
    add({{"a", AttributeSpec::Integers({1})}}, "{a = array<i64: 1>}");
    add({{"a", AttributeSpec::Bool(true)}, {"b", AttributeSpec::Bool(false)}},
        "{a = true, b = false}");
  }
  b.Return(f, {});
  EXPECT_EQ(Finished(b), Read("func.func @main(%a: tensor<8x16xf32>) {" +
                              expected + "\n  return\n}"));
}

// Attributes that text may omit are added if they are missing.
TEST(Builder, AttributesThatAreEmptyByDefault) {
  for (const bool given : {false, true}) {
    ProgramBuilder b;
    const OpRef f = b.AddFunction("main", {"!stablehlo.token"});
    OpSpecification infeed = {.name = "stablehlo.infeed",
                              .operands = {b.Argument(f, 0)},
                              .results = {kT, "!stablehlo.token"}};
    if (given) {
      infeed.attributes = {{"infeed_config", AttributeSpec::String("a")}};
    }
    const OpRef op = b.AddOp(b.Body(f), infeed);
    b.Return(f, {b.Result(op, 0)});
    EXPECT_EQ(Finished(b), Read(std::string(R"(
func.func @main(%a: !stablehlo.token) -> tensor<8x16xf32> {
  %0:2 = "stablehlo.infeed"(%a) )") +
                                (given ? "{infeed_config = \"a\"}" : "") + R"(
      : (!stablehlo.token) -> (tensor<8x16xf32>, !stablehlo.token)
  return %0#0 : tensor<8x16xf32>
})"));
  }
}

// Meshes come before functions, as in text, no matter when they are added.
TEST(Builder, MeshesAfterFunctions) {
  ProgramBuilder first;
  const OpRef f = first.AddFunction("main", {kT});
  first.AddMesh(Mesh2x4());
  // (Device ids in order are dropped.)
  first.AddMesh({"other", {{"z", 2}}, {0, 1}});
  first.Return(f, {first.Argument(f, 0)});
  // A builder may be moved; its handles remain valid.
  ProgramBuilder b = std::move(first);
  b.SetSharding(b.Argument(f, 0), ClosedSharding("other", {{"z"}, {}}));
  ProgramBuilder last;
  last = std::move(b);
  EXPECT_EQ(Finished(last), Read(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["z"=2]>
func.func @main(%a: tensor<8x16xf32>
    {sdy.sharding = #sdy.sharding<@other, [{"z"}, {}]>}) -> tensor<8x16xf32> {
  return %a : tensor<8x16xf32>
})"));
}

TEST(Builder, AnnotationsOfAllKinds) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  b.AddMesh({"other", {{"x", 2}, {"y", 4}}, {7, 6, 5, 4, 3, 2, 1, 0}});
  const OpRef f = b.AddFunction("main", {kT, kT});
  const ValueRef x = b.Argument(f, 0);
  b.SetSharding(x, OpenSharding("mesh", {{"x"}, {}}));
  b.SetPriority(x, 1, 2);
  const ValueRef c =
      b.Constrain(b.Body(f), x, ClosedSharding("other", {{}, {}}));
  const ValueRef p = b.Barrier(b.Body(f), c, ProgramBuilder::Flow::kBackward);
  b.Return(f, {p});
  // The group is inserted before the return, which already exists.
  b.AddToGroup(x, 3);
  b.AddToGroup(b.Argument(f, 1), 3);
  EXPECT_EQ(Finished(b), Read(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @main(%a: tensor<8x16xf32>
    {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}p2]>},
    %b: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@other, [{}, {}]> : tensor<8x16xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=BACKWARD : tensor<8x16xf32>
  sdy.sharding_group %a group_id=3 : tensor<8x16xf32>
  sdy.sharding_group %b group_id=3 : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
})"));
}

// The builder fills the regions of an op after creating the op; the text reader
// does the opposite. The order of uses, which affects propagation, must be the
// same.
TEST(Builder, RegionsAreAsInText) {
  ProgramBuilder b;
  const OpRef f = b.AddFunction("main", {kT, "tensor<i32>"});
  const ValueRef x = b.Argument(f, 0), n = b.Argument(f, 1);
  const OpRef loop = b.AddOp(b.Body(f), {.name = "stablehlo.while",
                                         .operands = {x, n},
                                         .results = {kT, "tensor<i32>"},
                                         .regions = 2});
  const BlockRef cond = b.AddBlock(loop, 0, {kT, "tensor<i32>"});
  const OpRef less = b.AddOp(
      cond, {.name = "stablehlo.compare",
             .operands = {b.Argument(cond, 1), n},
             .results = {"tensor<i1>"},
             .attributes = {{"comparison_direction",
                             AttributeSpec::Text(
                                 "#stablehlo<comparison_direction LT>")}}});
  b.AddOp(cond, {.name = "stablehlo.return", .operands = {b.Result(less)}});
  const BlockRef body = b.AddBlock(loop, 1, {kT, "tensor<i32>"});
  const OpRef sum = b.AddOp(body, {.name = "stablehlo.add",
                                   .operands = {b.Argument(body, 0), x},
                                   .results = {kT}});
  b.AddOp(body, {.name = "stablehlo.return",
                 .operands = {b.Result(sum), b.Argument(body, 1)}});
  b.Return(f, {b.Result(loop)});
  std::vector<Message> messages;
  std::optional<Program> built = b.Finish(messages);
  ASSERT_TRUE(built) << AllText(messages);
  const std::string text = R"(
func.func @main(%a: tensor<8x16xf32>, %n: tensor<i32>) -> tensor<8x16xf32> {
  %0:2 = stablehlo.while(%c = %a, %d = %n) : tensor<8x16xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %d, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %c, %a : tensor<8x16xf32>
    stablehlo.return %1, %d : tensor<8x16xf32>, tensor<i32>
  }
  return %0#0 : tensor<8x16xf32>
})";
  EXPECT_EQ(built->Write(), Read(text));
  // The most recent use of %a comes first, and the loop's own use is more
  // recent than the body's.
  const ProgramView view(*built);
  std::vector<std::string> users;
  for (const OpRef user : view.Users(x)) users.emplace_back(view.Name(user));
  EXPECT_THAT(users, ElementsAre("stablehlo.while", "stablehlo.add"));
}

TEST(Builder, ManualComputationTakesShardingsOfItsBody) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  const OpRef f = b.AddFunction("main", {kT});
  const OpRef manual = b.AddOp(
      b.Body(f),
      {.name = "sdy.manual_computation",
       .operands = {b.Argument(f, 0)},
       .results = {kT},
       .attributes =
           {{"in_shardings",
             AttributeSpec::Text(
                 "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>")},
            {"out_shardings",
             AttributeSpec::Text(
                 "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>")},
            {"manual_axes", AttributeSpec::Text("#sdy<manual_axes{\"x\"}>")}},
       .regions = 1});
  const BlockRef body = b.AddBlock(manual, 0, {"tensor<4x16xf32>"});
  b.AddOp(body, {.name = "sdy.return", .operands = {b.Argument(body, 0)}});
  b.Return(f, {b.Result(manual)});
  EXPECT_EQ(Finished(b), Read(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"}
      (%b: tensor<4x16xf32>) {
    sdy.return %b : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
})"));
}

TEST(Builder, FunctionsCallEachOther) {
  ProgramBuilder b;
  const OpRef main = b.AddFunction("main", {kT});
  const OpRef f = b.AddFunction("f", {kT}, /*is_private=*/true);
  b.Return(f, {b.Argument(f, 0)});
  const OpRef call = b.AddOp(
      b.Body(main), {.name = "func.call",
                     .operands = {b.Argument(main, 0)},
                     .results = {kT},
                     .attributes = {{"callee", AttributeSpec::Symbol("f")}}});
  b.Return(main, {b.Result(call)});
  EXPECT_EQ(Finished(b), Read(R"(
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = call @f(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
func.func private @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  return %a : tensor<8x16xf32>
})"));
}

TEST(Builder, TheOthersOfSeveralResultsBecomeOpen) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  const OpRef f = b.AddFunction("main", {kT});
  const OpRef op = b.AddOp(b.Body(f), {.name = "my.split",
                                       .operands = {b.Argument(f, 0)},
                                       .results = {kT, "tensor<8xf32>"}});
  const ValueRef first = b.Result(op, 0), second = b.Result(op, 1);
  EXPECT_TRUE(b.SetSharding(first, ClosedSharding("mesh", {{"x"}, {}})));
  EXPECT_TRUE(b.SetSharding(second, ClosedSharding("mesh", {{"y"}})));
  // Because the first result has a sharding, the second one gets an open one.
  EXPECT_TRUE(b.SetSharding(second, std::nullopt));
  b.Return(f, {first});
  std::vector<Message> messages;
  std::optional<Program> program = b.Finish(messages);
  ASSERT_TRUE(program) << AllText(messages);
  const ProgramView view(*program);
  EXPECT_EQ(view.ShardingText(second), "#sdy.sharding<@mesh, [{?}]>");
  EXPECT_TRUE(program->SetSharding(first, std::nullopt, messages));
  EXPECT_EQ(view.ShardingText(first), "");
  EXPECT_EQ(view.ShardingText(second), "");
}

// As in Shardy, sizes need not be divisible.
TEST(Builder, NonDivisibleIsAllowed) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  const OpRef f = b.AddFunction("main", {"tensor<7xf32>"});
  EXPECT_TRUE(b.SetSharding(b.Argument(f, 0), ClosedSharding("mesh", {{"y"}})));
  b.Return(f, {b.Argument(f, 0)});
  std::vector<Message> messages;
  const auto program = b.Finish(messages);
  ASSERT_TRUE(program);
  const ProgramView view(*program);
  const ValueRef x = view.Arguments(view.Body(view.FindFunction("main")))[0];
  EXPECT_EQ(view.LocalShape(x), (std::vector<int64_t>{2}));
}

// --- mistakes

struct Mistake {
  ProgramBuilder b;
  OpRef f;
  ValueRef x;
  Mistake() {
    b.AddMesh(Mesh2x4());
    f = b.AddFunction("main", {kT});
    x = b.Argument(f, 0);
  }
  std::string Said() const {
    std::string all;
    for (const Message& message : b.messages()) {
      if (!all.empty()) all += '\n';
      all += message.text;
    }
    return all;
  }
};

TEST(BuilderErrors, Shardings) {
  const auto said = [](const ShardingInfo& sharding) {
    Mistake m;
    EXPECT_FALSE(m.b.SetSharding(m.x, sharding));
    EXPECT_FALSE(m.b.ok());
    return m.Said();
  };
  EXPECT_EQ(said(ClosedSharding("q", {{}, {}})),
            "argument 0 of @main - unknown mesh: @q; there is @mesh");
  EXPECT_EQ(said(ClosedSharding("mesh", {{}})),
            "argument 0 of @main - sharding doesn't match tensor rank: 1 != 2");
  EXPECT_EQ(said(ClosedSharding("mesh", {{"z"}, {}})),
            "argument 0 of @main - unknown axis name: \"z\"");
  EXPECT_EQ(said(ClosedSharding("mesh", {{"x"}, {"x"}})),
            "argument 0 of @main - duplicate axis ref: \"x\"");
  ShardingInfo odd = ClosedSharding("mesh", {{}, {}});
  odd.reduction = "product";
  EXPECT_EQ(said(odd), "argument 0 of @main - unknown reduction: 'product'");
  ShardingInfo priority = ClosedSharding("mesh", {{}, {}});
  priority.dims[1].priority = 1;
  EXPECT_EQ(said(priority),
            "argument 0 of @main - dim 1 is empty and closed but has a "
            "priority");
  priority.dims[1].priority = -2;
  EXPECT_EQ(said(priority),
            "argument 0 of @main - dim 1 has a negative priority");
}

// Equal annotations are checked only once for each type, and only valid ones
// are remembered.
TEST(BuilderErrors, TheSameShardingForOtherTypes) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  const OpRef f = b.AddFunction(
      "main", {"tensor<8x16xf32>", "tensor<8x16xf32>", "tensor<8xf32>",
               "tensor<8xf32>", "!stablehlo.token"});
  const ShardingInfo sharding = ClosedSharding("mesh", {{"x"}, {"y"}});
  EXPECT_TRUE(b.SetSharding(b.Argument(f, 0), sharding));
  EXPECT_TRUE(b.SetSharding(b.Argument(f, 1), sharding));
  for (const int i : {2, 3, 4}) {
    EXPECT_FALSE(b.SetSharding(b.Argument(f, i), sharding)) << i;
  }
  EXPECT_TRUE(b.SetSharding(b.Argument(f, 1), sharding));
}

TEST(BuilderErrors, MaximalShardings) {
  const auto said = [](const ShardingInfo& sharding) {
    Mistake m;
    EXPECT_TRUE(m.b.AddMesh({"one", {}, {3}}));
    EXPECT_FALSE(m.b.SetSharding(m.x, sharding));
    return m.Said();
  };
  const std::string only =
      "argument 0 of @main - a maximal sharding can only have rank 0 and no "
      "axes: #sdy.sharding<@one, ";
  EXPECT_EQ(said(ClosedSharding("one", {{}, {}})), only + "[{}, {}]>");
  EXPECT_EQ(said(ClosedSharding("one", {{"x"}})), only + "[{\"x\"}]>");
}

TEST(BuilderErrors, Handles) {
  ProgramBuilder other;
  const OpRef g = other.AddFunction("g", {kT});
  {
    Mistake m;
    EXPECT_FALSE(
        m.b.AddOp(m.b.Body(m.f),
                  {.name = "my.op", .operands = {m.x, other.Argument(g, 0)}}));
    EXPECT_EQ(m.Said(), "operand 1 of 'my.op' belongs to another builder");
  }
  {
    Mistake m;
    EXPECT_FALSE(
        m.b.AddOp(m.b.Body(m.f), {.name = "my.op", .operands = {ValueRef{}}}));
    EXPECT_EQ(m.Said(), "operand 0 of 'my.op' is an empty handle");
  }
  {
    Mistake m;
    EXPECT_FALSE(m.b.Body(g));
    EXPECT_FALSE(m.b.Result(OpRef{m.f.origin, 1000}));
    EXPECT_EQ(m.Said(),
              "the function belongs to another builder\n"
              "the op doesn't belong to this builder");
  }
  {
    // Errors that follow from an earlier mistake aren't reported.
    Mistake m;
    const ValueRef none = m.b.Result(m.f, 1);
    m.b.Return(m.f,
               {m.b.Result(m.b.AddOp(m.b.Body(m.f),
                                     {.name = "my.op", .operands = {none}}))});
    EXPECT_EQ(m.Said(), "'func.func' has 0 results; there is no result 1");
  }
}

TEST(BuilderErrors, Ops) {
  const auto said = [](const OpSpecification& op) {
    Mistake m;
    EXPECT_FALSE(m.b.AddOp(m.b.Body(m.f), op));
    return m.Said();
  };
  EXPECT_EQ(said({.name = "stablehlo.addd"}),
            "unregistered operation 'stablehlo.addd' found in dialect "
            "('stablehlo') that does not allow unknown operations");
  EXPECT_EQ(said({.name = "add"}),
            "'add' is not the name of an op: expected 'dialect.name'");
  EXPECT_EQ(said({.name = "func.func"}),
            "'func.func' is made with AddFunction or AddMesh");
  EXPECT_THAT(said({.name = "my.op", .results = {"tensor<8xq32>"}}),
              HasSubstr("result 0 of 'my.op': type 'tensor<8xq32>': "));
  EXPECT_EQ(said({.name = "my.op", .results = {"3 : i32"}}),
            "result 0 of 'my.op': '3 : i32' is not a type");
  EXPECT_EQ(said({.name = "my.op", .results = {TypeSpec::Tensor({8, -2})}}),
            "result 0 of 'my.op': a dimension has size -2");
  EXPECT_EQ(said({.name = "my.op",
                  .results = {TypeSpec::Tensor({8}, "tensor<2xf32>")}}),
            "result 0 of 'my.op': 'tensor<2xf32>' is not an element type");
  EXPECT_THAT(
      said({.name = "my.op", .attributes = {{"a", AttributeSpec::Text("<")}}}),
      HasSubstr("attribute 'a' of 'my.op': '<': "));
  EXPECT_EQ(said({.name = "my.op",
                  .attributes = {{"a", AttributeSpec::Integer(1, 65)}}}),
            "attribute 'a' of 'my.op': integers have 1 to 64 bits, not 65");
  for (const auto& [value, width, text] :
       {std::tuple(int64_t{300}, 8, "300 doesn't fit into 8 bits"),
        std::tuple(int64_t{-129}, 8, "-129 doesn't fit into 8 bits"),
        std::tuple(int64_t{2}, 1, "2 doesn't fit into 1 bit"),
        std::tuple(std::numeric_limits<int64_t>::max(), 32,
                   "9223372036854775807 doesn't fit into 32 bits")}) {
    EXPECT_EQ(
        said({.name = "my.op",
              .attributes = {{"a", AttributeSpec::Integer(value, width)}}}),
        "attribute 'a' of 'my.op': " + std::string(text));
  }
  EXPECT_EQ(said({.name = "my.op", .regions = -1}), "'my.op' with -1 regions");
  EXPECT_EQ(said({.name = "my.op", .regions = 65536}),
            "'my.op' with 65536 regions");
}

// Every use of an invalid type is reported, but the reason only once.
TEST(BuilderErrors, InternedOps) {
  ProgramBuilder b, other;
  const OpRef f = b.AddFunction("main", {kT});
  const ValueRef x = b.Argument(f, 0);
  const TypeRef mine = b.Type(kT), foreign = other.Type(kT);
  const AttributesRef attributes =
      other.Attributes({{"my.count", AttributeSpec::Integer(3)}});
  EXPECT_FALSE(b.Type("tensor<8xwhat>"));
  EXPECT_FALSE(b.Attributes({{"my.count", AttributeSpec::Integer(3, 65)}}));
  b.AddInterned(
      b.Body(f),
      {.name = "my.op", .operands = {&x, 1}, .results = {&foreign, 1}});
  b.AddInterned(b.Body(f), {.name = "my.op",
                            .operands = {&x, 1},
                            .results = {&mine, 1},
                            .attributes = attributes});
  b.AddInterned(b.Body(f), {.name = "stablehlo.what"});
  std::vector<std::string> texts;
  for (const Message& message : b.messages()) texts.push_back(message.text);
  EXPECT_THAT(
      texts,
      ElementsAre(HasSubstr("type 'tensor<8xwhat>': "),
                  "attribute 'my.count': integers have 1 to 64 bits, not 65",
                  "result 0 of 'my.op': the type is not one of this builder's",
                  "the attributes of 'my.op' are not this builder's",
                  HasSubstr("unregistered operation 'stablehlo.what' found")));
}

TEST(BuilderErrors, TheSameWrongTypeTwice) {
  Mistake m;
  EXPECT_FALSE(m.b.AddFunction("f", {kT, "tensor<8xq32>"}));
  EXPECT_FALSE(m.b.AddFunction("g", {"tensor<8xq32>"}));
  ASSERT_THAT(m.b.messages(), SizeIs(2));
  EXPECT_THAT(m.b.messages()[0].text,
              HasSubstr("argument 1 of @f: type 'tensor<8xq32>': "));
  EXPECT_EQ(m.b.messages()[1].text,
            "argument 0 of @g: type 'tensor<8xq32>': it is not valid");
}

TEST(BuilderErrors, Structure) {
  Mistake m;
  m.b.Return(m.f, {m.x});
  EXPECT_FALSE(m.b.AddOp(m.b.Body(m.f), {.name = "my.op"}));
  EXPECT_FALSE(m.b.AddFunction("main", {}));
  EXPECT_FALSE(m.b.AddMesh({"mesh", {{"x", 2}}, {}}));
  EXPECT_FALSE(m.b.AddMesh({"zero", {{"x", 0}}, {}}));
  EXPECT_FALSE(m.b.AddMesh({"twice", {{"x", 2}, {"x", 2}}, {}}));
  EXPECT_FALSE(m.b.AddMesh({"ids", {{"x", 2}}, {0, 2}}));
  EXPECT_FALSE(m.b.Argument(m.f, 1));
  EXPECT_FALSE(m.b.AddBlock(m.f, 0));
  const OpRef g = m.b.AddFunction("g", {});
  const OpRef op = m.b.AddOp(m.b.Body(g), {.name = "my.op", .regions = 1});
  EXPECT_FALSE(m.b.AddBlock(op, 1));
  EXPECT_FALSE(m.b.AddBlock(op, -1));
  EXPECT_FALSE(m.b.AddBlock(op, 0, {"tensor"}));
  EXPECT_FALSE(m.b.Body(op));
  EXPECT_FALSE(m.b.Return(op, {}));
  EXPECT_FALSE(m.b.SetResultSharding(m.f, 1, {}));
  EXPECT_FALSE(m.b.SetPriority(m.x, 0, 1));
  EXPECT_EQ(m.Said(),
            "'my.op': the block is ended by 'func.return'\n"
            "redefinition of symbol named 'main'\n"
            "mesh @mesh: redefinition of symbol\n"
            "mesh @zero: axis size must be at least 1, got: 0\n"
            "mesh @twice: duplicate axis name: \"x\"\n"
            "mesh @ids: sorted device ids must be iota(product(axes)), got: 0, "
            "2\n"
            "the block has 1 arguments; there is no argument 1\n"
            "a function has the one block\n"
            "'my.op' has 1 regions; there is no region 1\n"
            "'my.op' has 1 regions; there is no region -1\n"
            "argument 0 of a block of 'my.op': type 'tensor': expected '<' in "
            "tensor type\n"
            "'my.op' is not a function\n"
            "'my.op' is not a function\n"
            "@main has 1 results; there is no result 1\n"
            "argument 0 of @main has no sharding of a dimension 0");
  std::vector<Message> messages;
  EXPECT_FALSE(m.b.Finish(messages));
  EXPECT_THAT(messages, SizeIs(15));
}

TEST(BuilderErrors, ValuesWithoutASharding) {
  ProgramBuilder b;
  b.AddMesh(Mesh2x4());
  const OpRef f = b.AddFunction("main", {kT, "!stablehlo.token"});
  const OpRef op = b.AddOp(b.Body(f), {.name = "my.loop", .regions = 1});
  const ValueRef arg = b.Argument(b.AddBlock(op, 0, {kT}), 0);
  EXPECT_FALSE(b.SetSharding(arg, ClosedSharding("mesh", {{}, {}})));
  EXPECT_FALSE(b.SetSharding(b.Argument(f, 1), ClosedSharding("mesh", {{}})));
  ASSERT_THAT(b.messages(), SizeIs(2));
  EXPECT_EQ(b.messages()[0].text,
            "argument 0 of a block of 'my.loop' has no sharding of its own; "
            "annotate what flows into it");
  EXPECT_THAT(b.messages()[1].text,
              HasSubstr("only ranked tensors can have a sharding"));
}

// Finish reports errors that can only be found in the whole program, at the
// embedder's locations.
TEST(BuilderErrors, FinishVerifies) {
  ProgramBuilder b;
  const OpRef f = b.AddFunction("main", {});
  const OpRef loop = b.AddOp(b.Body(f), {.name = "my.loop", .regions = 1});
  const ValueRef inner = b.Argument(b.AddBlock(loop, 0, {kT}), 0);
  const OpRef sum = b.AddOp(b.Body(f), {.name = "my.op",
                                        .operands = {inner},
                                        .results = {kT},
                                        .location = {"model.toy", 12, 3}});
  b.Return(f, {b.Result(sum)});
  EXPECT_TRUE(b.ok());
  std::vector<Message> messages;
  EXPECT_FALSE(b.Finish(messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].file, "model.toy");
  EXPECT_EQ(messages[0].line, 12);
  EXPECT_EQ(messages[0].column, 3);
  EXPECT_THAT(messages[0].text, HasSubstr("does not dominate this use"));
  // A finished builder refuses further calls, and says so.
  EXPECT_FALSE(b.AddFunction("g", {}));
  EXPECT_FALSE(b.Argument(f, 0));
  EXPECT_THAT(b.messages()[0].text,
              HasSubstr("the builder has finished its program"));
  EXPECT_FALSE(b.Finish(messages));
}

TEST(BuilderErrors, AFunctionThatDoesNotReturn) {
  Mistake m;
  std::vector<Message> messages;
  EXPECT_FALSE(m.b.Finish(messages));
  EXPECT_THAT(messages, SizeIs(1));
}

TEST(BuilderErrors, MessagesOfAnOpHaveItsPlace) {
  Mistake m;
  m.b.AddOp(m.b.Body(m.f),
            {.name = "my.op", .results = {"?"}, .location = {"a.toy", 1, 2}});
  ASSERT_THAT(m.b.messages(), SizeIs(1));
  EXPECT_EQ(m.b.messages()[0].file, "a.toy");
  EXPECT_EQ(m.b.messages()[0].column, 2);
}

}  // namespace
}  // namespace shardflow::internal
