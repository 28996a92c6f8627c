#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Program MustRead(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  auto program = Program::Read("test.mlir", text, options, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
  return *std::move(program);
}

ShardingInfo Must(const std::string& text) {
  std::vector<Message> messages;
  auto sharding = ParseSharding("#sdy.sharding<@mesh, " + text + ">", messages);
  EXPECT_TRUE(sharding) << text;
  return sharding.value_or(ShardingInfo{});
}

// --- shardings as values

TEST(ShardingInfo, TextAndBack) {
  for (const std::string text : {
           R"(#sdy.sharding<@mesh, [{"x", ?}p1, {}, {?}]>)",
           R"(#sdy.sharding<@mesh, [{"x":(2)4}], replicated={"y"}>)",
           R"(#sdy.sharding<@mesh, [], unreduced={"x":(1)2, "y"}>)",
           R"(#sdy.sharding<@mesh, [], unreduced=max{"x"}>)",
           R"(#sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>)",
       }) {
    std::vector<Message> messages;
    const auto sharding = ParseSharding(text, messages);
    ASSERT_TRUE(sharding) << text << messages[0].ToString();
    EXPECT_EQ(ToText(*sharding), text);
  }
  EXPECT_EQ(ToText(OpenSharding("m", {{"x", "y"}, {}})),
            R"(#sdy.sharding<@m, [{"x", "y", ?}, {?}]>)");
}

TEST(ShardingInfo, WrongText) {
  for (const std::string text : {"", "#sdy.sharding<@mesh", "3 : i32"}) {
    std::vector<Message> messages;
    EXPECT_FALSE(ParseSharding(text, messages)) << text;
    EXPECT_THAT(messages, SizeIs(1)) << text;
  }
}

// --- shapes and slices

TEST(DeviceSlices, UnevenDimensions) {
  const MeshInfo mesh{"mesh", {{"x", 4}, {"y", 2}}, {}};
  const ShardingInfo sharding = Must(R"([{"x"}, {}])");
  EXPECT_EQ(LocalShape({10, 8}, sharding, mesh), (std::vector<int64_t>{3, 8}));
  EXPECT_EQ(DeviceSliceOf({10, 8}, sharding, mesh, 6),
            (DeviceSlice{6, {9, 0}, {1, 8}}));
  // Five rows on four devices are distributed as two, two, one and none.
  EXPECT_EQ(DeviceSliceOf({5, 8}, sharding, mesh, 4),
            (DeviceSlice{4, {4, 0}, {1, 8}}));
  EXPECT_EQ(DeviceSliceOf({5, 8}, sharding, mesh, 7),
            (DeviceSlice{7, {5, 0}, {0, 8}}));
  EXPECT_EQ(LocalShape({0, 8}, sharding, mesh), (std::vector<int64_t>{0, 8}));
}

TEST(DeviceSlices, DeviceIds) {
  const MeshInfo mesh{"mesh", {{"x", 2}, {"y", 2}}, {3, 1, 0, 2}};
  const ShardingInfo sharding = Must(R"([{"x"}])");
  std::vector<int64_t> devices, offsets;
  for (const DeviceSlice& slice : DeviceSlices({4}, sharding, mesh)) {
    devices.push_back(slice.device);
    offsets.push_back(slice.offsets[0]);
  }
  EXPECT_THAT(devices, ElementsAre(3, 1, 0, 2));
  EXPECT_THAT(offsets, ElementsAre(0, 0, 2, 2));
  EXPECT_EQ(DeviceSliceOf({4}, sharding, mesh, 0), (DeviceSlice{0, {2}, {2}}));
  EXPECT_FALSE(DeviceSliceOf({4}, sharding, mesh, 4));
  EXPECT_FALSE(DeviceSliceOf({4}, sharding, mesh, -1));
  // Device ids in order may be given explicitly.
  const MeshInfo plain{"mesh", {{"x", 2}, {"y", 2}}, {0, 1, 2, 3}};
  EXPECT_EQ(DeviceSliceOf({4}, sharding, plain, 2), (DeviceSlice{2, {2}, {2}}));
}

TEST(DeviceSlices, MaximalMesh) {
  const MeshInfo mesh{"mesh", {}, {5}};
  EXPECT_EQ(DeviceSliceOf({4}, Must("[]"), mesh, 5),
            (DeviceSlice{5, {0}, {4}}));
  EXPECT_FALSE(DeviceSliceOf({4}, Must("[]"), mesh, 0));
}

TEST(DeviceSlices, WhatDoesNotFit) {
  const MeshInfo mesh{"mesh", {{"x", 4}}, {}};
  EXPECT_FALSE(LocalShape({4, 4}, Must("[{}]"), mesh));          // rank
  EXPECT_FALSE(LocalShape({4}, Must(R"([{"z"}])"), mesh));       // axis
  EXPECT_FALSE(LocalShape({4}, Must(R"([{"x":(1)3}])"), mesh));  // sub-axis
  EXPECT_FALSE(LocalShape({-2}, Must("[{}]"), mesh));            // size
  EXPECT_FALSE(LocalShape({4}, Must("[{}]"), {"m", {{"x", 0}}, {}}));
  EXPECT_FALSE(LocalShape({4}, Must("[{}]"), {"m", {{"x", 2}}, {1, 1}}));
  EXPECT_THAT(DeviceSlices({4}, Must("[{}, {}]"), mesh), IsEmpty());
  // There are too many devices to list them all, or even to number them.
  const MeshInfo large{"m", {{"x", int64_t{1} << 40}}, {}};
  EXPECT_THAT(DeviceSlices({4}, Must("[{}]"), large), IsEmpty());
  EXPECT_EQ(DeviceSliceOf({int64_t{1} << 41}, Must(R"([{"x"}])"), large, 3),
            (DeviceSlice{3, {6}, {2}}));
  const MeshInfo huge{
      "m", {{"x", int64_t{1} << 40}, {"y", int64_t{1} << 40}}, {}};
  EXPECT_FALSE(DeviceSliceOf({4}, Must("[{}]"), huge, 0));
}

// A shape may be read in a loop while it is a temporary.
TEST(DeviceSlices, ShapesInALoop) {
  static_assert(
      std::is_same_v<decltype(*LocalShape({4}, ShardingInfo(), MeshInfo())),
                     std::vector<int64_t>>);
  const MeshInfo mesh{"mesh", {{"x", 4}, {"y", 2}}, {}};
  std::vector<int64_t> sizes;
  for (const int64_t size :
       *LocalShape({10, 8}, Must(R"([{"x"}, {"y"}])"), mesh)) {
    sizes.push_back(size);
  }
  EXPECT_THAT(sizes, ElementsAre(3, 4));
}

// An unknown size has no local size and no slice.
TEST(DeviceSlices, UnknownSizes) {
  const MeshInfo mesh{"mesh", {{"x", 4}, {"y", 2}}, {}};
  const ShardingInfo sharding = Must(R"([{"x"}, {"y"}])");
  EXPECT_EQ(LocalShape({-1, 8}, sharding, mesh), (std::vector<int64_t>{-1, 4}));
  EXPECT_FALSE(DeviceSliceOf({-1, 8}, sharding, mesh, 0));
  EXPECT_THAT(DeviceSlices({-1, 8}, sharding, mesh), IsEmpty());
  const Program program = MustRead(R"(
    sdy.mesh @mesh = <["x"=4, "y"=2]>
    func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
      return
    })");
  const ProgramView view(program);
  const ValueRef value =
      view.Arguments(view.Body(view.FindFunction("main")))[0];
  EXPECT_EQ(view.LocalShape(value), (std::vector<int64_t>{-1, 4}));
  EXPECT_FALSE(view.SliceOf(value, 0));
  EXPECT_THAT(view.Slices(value), IsEmpty());
}

// A sub-axis behaves like a whole axis of a mesh in which the axis is split.
TEST(DeviceSlices, SubAxesAreAxesOfASplitMesh) {
  std::vector<int64_t> ids(24);
  std::iota(ids.begin(), ids.end(), 0);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(ids.begin(), ids.end(), random);
    const MeshInfo mesh{"mesh", {{"x", 12}, {"y", 2}}, ids};
    const MeshInfo split{"mesh", {{"a", 2}, {"b", 3}, {"c", 2}, {"y", 2}}, ids};
    const auto same = [&](const char* sub, const char* whole) {
      const std::vector<int64_t> shape = {static_cast<int64_t>(random() % 40),
                                          13};
      const auto expected = DeviceSlices(shape, Must(whole), split);
      EXPECT_THAT(expected, SizeIs(24));
      EXPECT_EQ(DeviceSlices(shape, Must(sub), mesh), expected) << sub;
    };
    same(R"([{"x":(2)3}, {}])", R"([{"b"}, {}])");
    same(R"([{"x":(1)2}, {"x":(6)2}])", R"([{"a"}, {"c"}])");
    same(R"([{"x":(6)2, "y"}, {"x":(2)3}])", R"([{"c", "y"}, {"b"}])");
    same(R"([{"y", "x":(2)6}, {}])", R"([{"y", "b", "c"}, {}])");
    same(R"([{"x"}, {"y"}])", R"([{"a", "b", "c"}, {"y"}])");
  }
}

// The number of devices that hold an element is the product of the sizes of the
// axes that shard no dimension.
TEST(DeviceSlices, CoverTheTensor) {
  const MeshInfo mesh{"mesh", {{"x", 3}, {"y", 2}, {"z", 2}}, {}};
  const ShardingInfo sharding = Must(R"([{"z", "x"}, {}])");
  for (int64_t rows = 0; rows < 20; ++rows) {
    std::vector<int> copies(static_cast<size_t>(rows));
    for (const DeviceSlice& slice : DeviceSlices({rows, 5}, sharding, mesh)) {
      EXPECT_EQ(slice.offsets[1], 0);
      EXPECT_EQ(slice.sizes[1], 5);
      for (int64_t i = 0; i < slice.sizes[0]; ++i) {
        ++copies.at(static_cast<size_t>(slice.offsets[0] + i));
      }
    }
    EXPECT_EQ(copies, std::vector<int>(static_cast<size_t>(rows), 2));
  }
}

// --- views

constexpr const char* kProgram = R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["x"=2], device_ids=[1, 0]>
func.func @main(%a: tensor<8x16xf32>
      {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {?}]>}, %n: tensor<?xi32>)
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {"x"}]>},
        tensor<16x8xf32>) {
  %0 = stablehlo.add %a, %a : tensor<8x16xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0]
      : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<16x8xf32>
}
func.func private @f() { return }
)";

TEST(ProgramView, ShowsTheProgram) {
  const Program program = MustRead(kProgram);
  const ProgramView view(program);
  EXPECT_THAT(view.Meshes(),
              ElementsAre(MeshInfo{"mesh", {{"x", 2}, {"y", 4}}, {}},
                          MeshInfo{"other", {{"x", 2}}, {1, 0}}));
  EXPECT_EQ(view.FindMesh("other")->device_ids, (std::vector<int64_t>{1, 0}));
  EXPECT_FALSE(view.FindMesh("main"));
  ASSERT_THAT(view.Functions(), SizeIs(2));
  const OpRef main = view.FindFunction("main");
  EXPECT_EQ(view.Functions()[0], main);
  EXPECT_EQ(view.Symbol(main), "main");
  EXPECT_EQ(view.Name(main), "func.func");
  EXPECT_FALSE(view.FindFunction("mesh"));
  const BlockRef body = view.Body(main);
  EXPECT_EQ(view.Parent(body), main);
  const std::vector<OpRef> ops = view.Ops(body);
  ASSERT_THAT(ops, SizeIs(3));
  EXPECT_EQ(view.Parent(ops[0]), main);
  const std::vector<ValueRef> args = view.Arguments(body);
  ASSERT_THAT(args, SizeIs(2));
  EXPECT_THAT(view.Operands(ops[0]), ElementsAre(args[0], args[0]));
  const ValueRef sum = view.Results(ops[0])[0];
  EXPECT_THAT(view.Returned(main), ElementsAre(sum, view.Results(ops[1])[0]));
  EXPECT_EQ(view.DefiningOp(sum), ops[0]);
  EXPECT_FALSE(view.DefiningOp(args[0]));
  EXPECT_EQ(view.OwningBlock(args[0]), body);
  EXPECT_FALSE(view.OwningBlock(sum));
  EXPECT_THAT(view.Users(sum), ElementsAre(ops[2], ops[1]));
  EXPECT_THAT(view.Users(args[0]), ElementsAre(ops[0], ops[0]));
  EXPECT_EQ(view.Attribute(ops[1], "permutation"), "array<i64: 1, 0>");
  EXPECT_EQ(view.Attribute(ops[1], "nothing"), "");
  EXPECT_EQ(view.RegionCount(main), 1);
  EXPECT_THAT(view.Blocks(main, 0), ElementsAre(body));
  EXPECT_EQ(view.Type(sum), "tensor<8x16xf32>");
  EXPECT_EQ(view.ElementType(args[1]), "i32");
  EXPECT_EQ(view.Shape(args[1]), (std::vector<int64_t>{-1}));
  EXPECT_EQ(view.Sharding(args[0]), Must(R"([{"y"}, {?}])"));
  EXPECT_EQ(view.ShardingText(args[0]),
            R"(#sdy.sharding<@mesh, [{"y"}, {?}]>)");
  EXPECT_EQ(view.LocalShape(args[0]), (std::vector<int64_t>{2, 16}));
  EXPECT_EQ(view.Slices(args[0])[3], (DeviceSlice{3, {6, 0}, {2, 16}}));
  EXPECT_EQ(view.SliceOf(args[0], 3), view.Slices(args[0])[3]);
  EXPECT_FALSE(view.SliceOf(args[0], -1));
  EXPECT_FALSE(view.Sharding(sum));
  EXPECT_EQ(view.LocalShape(sum), (std::vector<int64_t>{8, 16}));
  EXPECT_THAT(view.Slices(sum), IsEmpty());
  EXPECT_EQ(view.ResultSharding(main, 0)->mesh, "other");
  EXPECT_FALSE(view.ResultSharding(main, 1));
}

// An error says why the program can't be propagated, and where.
TEST(ProgramGraph, OfAProgramThatDoesNotPropagate) {
  const char* const text = R"(
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : tensor<?xf32>
  return %0 : tensor<?xf32>
})";
  std::vector<Message> messages;
  const std::optional<Program> program =
      Program::Read("t.mlir", text, {}, messages);
  ASSERT_TRUE(program);
  EXPECT_TRUE(MakeGraph(*program, {}, messages));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_FALSE(MakeGraph(*program, {.propagate = true}, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].line, 3);
  EXPECT_THAT(messages[0].text, HasSubstr("with a static shape"));
}

// The propagated program has the shardings of the graph, and `program` is
// unchanged.
TEST(Graph, PropagatedProgram) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.abs %a : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  std::vector<Message> messages;
  const std::optional<Program> program =
      Program::Read("t.mlir", text, {}, messages);
  ASSERT_TRUE(program);
  const std::string before = program->Write();
  std::optional<Program> propagated;
  ASSERT_TRUE(MakeGraph(*program, {.propagated = &propagated}, messages));
  EXPECT_FALSE(propagated);  // nothing was propagated
  ASSERT_TRUE(MakeGraph(
      *program, {.propagate = true, .propagated = &propagated}, messages));
  ASSERT_TRUE(propagated);
  EXPECT_EQ(program->Write(), before);
  Program expected = program->Clone();
  ASSERT_TRUE(Propagate(expected, {}, messages));
  EXPECT_EQ(propagated->Write(), expected.Write());
  EXPECT_THAT(messages, IsEmpty());
}

// Moving a program into MakeGraph gives the same graph as copying it.
TEST(Graph, UsesUpAProgram) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> tensor<8xf32> {
  %b = stablehlo.abs %a : tensor<8xf32> loc("f/abs"("f.py":3:4))
  %c:2 = stablehlo.custom_call @kernel(%b) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %c#1 : tensor<8xf32>
})";
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("t.mlir", text, {.keep_names = true}, messages);
  ASSERT_TRUE(program);
  const GraphRequest request = {
      .propagate = true, .rules = true, .frames = true};
  const auto copied = MakeGraph(*program, request, messages);
  const auto used = MakeGraph(*std::move(program), request, messages);
  ASSERT_TRUE(copied && used);
  for (const auto* graph : {&*copied, &*used}) {
    std::string said;
    for (const GraphValue& value : graph->values) {
      said += std::string(value.name) + " " +
              graph->tensors[static_cast<size_t>(value.tensor)].spec + "\n";
    }
    EXPECT_EQ(said, "%a P('x')\n%b P('x')\n%c#0 \n%c#1 \n");
    const GraphOp& abs = graph->ops[2];
    EXPECT_EQ(abs.label(), "f/abs");
    EXPECT_EQ(abs.file(), "f.py");
    EXPECT_EQ(abs.line, 3);
    EXPECT_THAT(abs.frames(), SizeIs(1));
    EXPECT_EQ(abs.rule(), "([i])->([i]) {i=8}");
    EXPECT_EQ(abs.target(), "");
    const GraphOp& call = graph->ops[3];
    EXPECT_EQ(call.target(), "@kernel");
    EXPECT_EQ(call.file(), "t.mlir");
    EXPECT_EQ(call.line, 6);
    EXPECT_EQ(call.column, 10);
  }
}

TEST(Messages, OfAllKinds) {
  const std::pair<MessageKind, std::string> kinds[] = {
      {MessageKind::kError, "error"},
      {MessageKind::kWarning, "warning"},
      {MessageKind::kRemark, "remark"},
      {MessageKind::kNote, "note"},
  };
  for (const auto& [kind, name] : kinds) {
    EXPECT_EQ(MessageKindName(kind), name);
    Message message;
    message.kind = kind;
    message.text = "text";
    EXPECT_EQ(message.ToString(), name + ": text\n");
  }
}

TEST(ProgramView, NothingIsAnsweredWithNothing) {
  const Program program = MustRead(kProgram);
  const Program another = MustRead(kProgram);
  const ProgramView view(program), others(another);
  const OpRef strange = others.FindFunction("main");
  EXPECT_FALSE(view.Contains(strange));
  EXPECT_EQ(view.Name(strange), "");
  EXPECT_EQ(view.Name({}), "");
  EXPECT_FALSE(view.Body(strange));
  EXPECT_THAT(view.Ops(others.Body(strange)), IsEmpty());
  EXPECT_FALSE(view.Contains(ValueRef{}));
  EXPECT_FALSE(view.Shape(others.Arguments(others.Body(strange))[0]));
  const OpRef main = view.FindFunction("main");
  EXPECT_FALSE(view.Contains(OpRef{main.origin, 1 << 30}));
  EXPECT_THAT(view.Blocks(main, 1), IsEmpty());
  EXPECT_THAT(view.Blocks(main, -1), IsEmpty());
  EXPECT_FALSE(view.ResultSharding(main, 2));
  EXPECT_FALSE(view.ResultSharding(main, -1));
  EXPECT_EQ(view.RegionCount({}), 0);
}

// Handles stay valid in clones and after passes, until the object is removed.
TEST(ProgramView, HandlesOutlivePasses) {
  Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  %1 = stablehlo.abs %a : tensor<8xf32>
  return %1 : tensor<8xf32>
})");
  const ProgramView view(program);
  const std::vector<OpRef> ops = view.Ops(view.Body(view.FindFunction("main")));
  const ValueRef dead = view.Results(ops[0])[0];
  const ValueRef used = view.Results(ops[1])[0];
  const Program clone = program.Clone();
  std::vector<Message> messages;
  ASSERT_TRUE(program.Run("sdy-propagation-pipeline", "", {}, messages));
  EXPECT_FALSE(view.Contains(dead));
  EXPECT_FALSE(view.Contains(ops[0]));
  EXPECT_EQ(view.Type(dead), "");
  EXPECT_EQ(view.Sharding(used), ClosedSharding("mesh", {{"x"}}));
  EXPECT_TRUE(ProgramView(clone).Contains(dead));
  EXPECT_FALSE(ProgramView(clone).Sharding(used));
}

TEST(Program, SetsAndClearsShardings) {
  Program program = MustRead(kProgram);
  const ProgramView view(program);
  const OpRef main = view.FindFunction("main");
  const ValueRef sum = view.Returned(main)[0];
  std::vector<Message> messages;
  EXPECT_TRUE(program.SetSharding(sum, Must(R"([{}, {"x"}])"), messages));
  EXPECT_EQ(view.Sharding(sum), Must(R"([{}, {"x"}])"));
  EXPECT_TRUE(program.SetSharding(sum, std::nullopt, messages));
  EXPECT_FALSE(view.Sharding(sum));
  EXPECT_TRUE(
      program.SetResultSharding(main, 1, Must(R"([{}, {"x"}])"), messages));
  EXPECT_EQ(view.ResultSharding(main, 1), Must(R"([{}, {"x"}])"));
  EXPECT_TRUE(program.SetResultSharding(main, 1, std::nullopt, messages));
  EXPECT_FALSE(view.ResultSharding(main, 1));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_FALSE(program.SetSharding(sum, Must("[{}]"), messages));
  EXPECT_FALSE(program.SetSharding({}, Must("[{}]"), messages));
  EXPECT_FALSE(program.SetResultSharding({}, 0, std::nullopt, messages));
  EXPECT_FALSE(program.SetResultSharding(main, 1, Must("[{}]"), messages));
  ASSERT_THAT(messages, SizeIs(4));
  EXPECT_EQ(messages[3].text,
            "result 1 of @main - sharding doesn't match tensor rank: 1 != 2");
  EXPECT_EQ(messages[0].text,
            "result 0 of 'stablehlo.add' - sharding doesn't match tensor rank: "
            "1 != 2");
  EXPECT_EQ(messages[1].text, "the program has no such value");
  EXPECT_EQ(messages[2].text, "there is no function");
  EXPECT_FALSE(view.Sharding(sum));
}

// The sharding of an argument of a manual computation is one of the
// in_shardings.
TEST(Program, SetsShardingsOfManualComputations) {
  Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%a, %b)
      in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {?}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"}
      (%c: tensor<4x16xf32>, %d: tensor<4x16xf32>) {
    %1 = stablehlo.add %c, %d : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
})");
  const ProgramView view(program);
  const OpRef manual = view.Ops(view.Body(view.FindFunction("main")))[0];
  const std::vector<ValueRef> arguments =
      view.Arguments(view.Blocks(manual, 0)[0]);
  ASSERT_THAT(arguments, SizeIs(2));
  std::vector<Message> messages;
  EXPECT_TRUE(
      program.SetSharding(arguments[1], Must(R"([{"x"}, {"y"}])"), messages));
  // Inside, tensors are local to the manual axes, which don't appear in their
  // shardings.
  EXPECT_EQ(view.Sharding(arguments[1]), Must(R"([{}, {"y"}])"));
  EXPECT_EQ(view.Sharding(arguments[0]), Must(R"([{}, {}])"));
  EXPECT_THAT(program.Write(),
              HasSubstr(R"(in_shardings=[<@mesh, [{"x"}, {}]>, )"
                        R"(<@mesh, [{"x"}, {"y"}]>])"));
}

// --- plans

constexpr const char* kConflict = R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<8x16xf32>, tensor<16x8xf32>)
      -> tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
})";

int64_t LocalBytesOf(const ProgramView& view, ValueRef value) {
  int64_t bytes = 4;
  for (const int64_t size : *view.LocalShape(value)) bytes *= size;
  return bytes;
}

TEST(CommunicationPlan, ReshardsThenCollectives) {
  Program program = MustRead(kConflict);
  const ProgramView view(program);
  const OpRef main = view.FindFunction("main");
  const ValueRef product = view.Results(view.Ops(view.Body(main))[0])[0];
  std::vector<Message> messages;
  ASSERT_TRUE(
      program.SetSharding(product, Must(R"([{"x"}, {"y"}])"), messages));
  std::vector<PlannedReshard> plan = CommunicationPlan(program);
  ASSERT_THAT(plan, SizeIs(1));
  EXPECT_EQ(plan[0].value, product);
  ASSERT_THAT(plan[0].steps, SizeIs(1));
  EXPECT_EQ(plan[0].steps[0].op, "reshard");
  EXPECT_EQ(plan[0].steps[0].local_bytes, 2 * 8 * 4);
  EXPECT_EQ(plan[0].local_bytes, LocalBytesOf(view, product));
  EXPECT_EQ(plan[0].from, Must(R"([{"x"}, {"y"}])"));
  EXPECT_EQ(plan[0].to, Must(R"([{"y"}, {}])"));

  ASSERT_TRUE(program.Run("sdy-reshard-to-collectives", "", {}, messages));
  plan = CommunicationPlan(program);
  ASSERT_THAT(plan, SizeIs(1));
  EXPECT_EQ(plan[0].value, product);
  EXPECT_EQ(plan[0].from, Must(R"([{"x"}, {"y"}])"));
  EXPECT_EQ(plan[0].to, Must(R"([{"y"}, {}])"));
  EXPECT_EQ(view.Returned(main), std::vector<ValueRef>{plan[0].result});
  // Planning this reshard on its own gives the same steps.
  ReshardRequest request;
  request.mesh = R"(<["x"=2, "y"=4]>)";
  request.type = "8x8xf32";
  request.from = R"([{"x"}, {"y"}])";
  request.to = R"([{"y"}, {}])";
  const auto alone = PlanReshard(request, messages);
  ASSERT_TRUE(alone);
  ASSERT_EQ(plan[0].steps.size(), alone->steps.size());
  ASSERT_GT(alone->steps.size(), 1U);
  for (size_t i = 0; i < alone->steps.size(); ++i) {
    EXPECT_EQ(plan[0].steps[i].op, alone->steps[i].op);
    EXPECT_EQ(plan[0].steps[i].axes, alone->steps[i].axes);
    EXPECT_EQ(plan[0].steps[i].sharding, alone->steps[i].sharding);
    EXPECT_EQ(plan[0].steps[i].bytes_sent, alone->steps[i].bytes_sent);
    EXPECT_EQ("sdy." + plan[0].steps[i].op, view.Name(plan[0].ops[i]));
  }
}

// Tests the instructions of docs/embedding.md for compilers that choose a plan
// for each reshard.
TEST(CommunicationPlan, BothPlansOfEachReshard) {
  Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}, %b: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"z"}, {"x", "y"}]> : tensor<64x64xf32>
  %1 = sdy.reshard %b <@mesh, [{}, {"y"}]> : tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
})");
  std::vector<Message> messages;
  const ProgramView view(program);
  int64_t shardys = 0, best = 0;
  for (const PlannedReshard& r : CommunicationPlan(program)) {
    ASSERT_TRUE(r.from && r.to);
    const MeshInfo mesh = *view.FindMesh(r.to->mesh);
    const TensorShape tensor = {*view.Shape(r.value), 32};
    for (const PlanChoice choice : {PlanChoice::kDefault, PlanChoice::kBest}) {
      const auto plan =
          PlanReshard(mesh, tensor, *r.from, *r.to, {.plan = choice}, messages);
      ASSERT_TRUE(plan);
      (choice == PlanChoice::kBest ? best : shardys) += plan->bytes_sent;
    }
  }
  EXPECT_LT(best, shardys);
  // Lowering the program uses the same plans.
  for (const PlanChoice choice : {PlanChoice::kDefault, PlanChoice::kBest}) {
    Program lowered = program.Clone();
    ASSERT_TRUE(LowerToCollectives(lowered, {.plan = choice}, messages));
    int64_t sent = 0;
    for (const PlannedReshard& r : CommunicationPlan(lowered)) {
      for (const ReshardStep& step : r.steps) sent += step.bytes_sent;
    }
    EXPECT_EQ(sent, choice == PlanChoice::kBest ? best : shardys);
  }
}

// If an intermediate value has another user, one reshard ends there and the
// next one starts.
TEST(CommunicationPlan, ChainsEndWhereAValueIsUsedOtherwise) {
  const Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]>
      : tensor<8x16xf32>
  %1 = sdy.all_gather [{}, {"y"}] %0 out_sharding=<@mesh, [{}, {}]>
      : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
})");
  const std::vector<PlannedReshard> plan = CommunicationPlan(program);
  ASSERT_THAT(plan, SizeIs(2));
  EXPECT_EQ(plan[1].value, plan[0].result);
  EXPECT_EQ(plan[0].steps[0].bytes_received, 4 * 4 * 4);
  EXPECT_EQ(plan[0].steps[0].group, 2);
  EXPECT_EQ(plan[1].steps[0].group, 4);
}

}  // namespace
}  // namespace shardflow::internal
