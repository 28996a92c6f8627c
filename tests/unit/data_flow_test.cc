// Tests the methods of Shardy's ShardableDataFlowOp for each op that has
// data-flow edges: owners, sources, targets and their shardings.

#include "ops/data_flow.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ir/walk.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

constexpr std::string_view kMesh = "sdy.mesh @mesh = <[\"a\"=2, \"b\"=2]>\n";

Module Read(std::string_view text) {
  Diagnostics diagnostics;
  std::optional<Module> m =
      ParseModule(std::make_shared<const SourceBuffer>(
                      "a.mlir", std::string(kMesh) + std::string(text)),
                  {}, diagnostics);
  for (const Message& d : diagnostics.all()) ADD_FAILURE() << d.text;
  return m ? *std::move(m) : Module();
}

// Returns the only op with this name.
OpId Find(const Module& m, std::string_view name) {
  OpId found;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.op_name(op) == name) found = op;
  });
  EXPECT_TRUE(found) << name;
  return found;
}

// Names a value: "r0" is result 0 of the op, and "a1.0" is argument 0 of region
// 1.
std::string Name(const Module& m, ValueId value) {
  const std::string index = std::to_string(m.index(value));
  if (!m.IsArg(value)) return "r" + index;
  const RegionId region = m.block(m.arg_block(value)).parent;
  return "a" + std::to_string(m.region_index(region)) + "." + index;
}

// Names a use: "o0" is operand 0 of the op, and "t1.0" is operand 0 of the
// terminator of region 1.
std::string Name(const Module& m, OpId op, UseId use) {
  const std::string index = std::to_string(m.operand_index(use));
  const OpId owner = m.use(use).owner;
  if (owner == op) return "o" + index;
  const RegionId region = m.block(m.op(owner).parent).parent;
  return "t" + std::to_string(m.region_index(region)) + "." + index;
}

std::vector<ValueId> Owners(const Module& m, OpId op) {
  std::vector<ValueId> owners;
  for (int i = 0; i < m.result_count(op); ++i) {
    if (EdgeOwnerFromTarget(m, m.result(op, i)) == m.result(op, i)) {
      owners.push_back(m.result(op, i));
    }
  }
  const std::vector<ValueId> args = ArgEdgeOwners(m, op);
  owners.insert(owners.end(), args.begin(), args.end());
  return owners;
}

// Returns text such as "r0: o0 t1.0 -> a0.0 a1.0; ...", with the owner, the
// sources and the other targets of each edge. Also checks that each source and
// each target leads back to the owner.
std::string Edges(const Module& m, OpId op) {
  std::string text;
  for (const ValueId owner : Owners(m, op)) {
    std::vector<UseId> sources;
    AppendEdgeSources(m, owner, sources);
    std::vector<ValueId> targets;
    AppendNonOwnerTargets(m, owner, targets);
    if (!text.empty()) text += "; ";
    text += Name(m, owner) + ":";
    for (const UseId source : sources) {
      text += " " + Name(m, op, source);
      // From an operand of the op, Shardy only finds edges owned by results.
      if (!m.IsArg(owner) || m.use(source).owner != op) {
        EXPECT_EQ(EdgeOwnerFromSource(m, source), owner) << text;
      }
    }
    if (!targets.empty()) text += " ->";
    for (const ValueId target : targets) {
      text += " " + Name(m, target);
      EXPECT_EQ(EdgeOwnerFromTarget(m, target), owner) << text;
    }
    EXPECT_EQ(EdgeOwnerFromTarget(m, owner), owner);
    EXPECT_EQ(OwningOp(m, owner), op);
  }
  return text;
}

struct OpCase {
  std::string_view name;
  std::string_view text;
  std::string_view edges;
  bool keep_divisible;
};

constexpr OpCase kCases[] = {
    {"stablehlo.while",
     R"(func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) {
  %0:2 = stablehlo.while(%a = %x, %b = %y) : tensor<4xf32>, tensor<2xf32> cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a, %b : tensor<4xf32>, tensor<2xf32>
  }
  return
})",
     "r0: o0 t1.0 -> a0.0 a1.0; r1: o1 t1.1 -> a0.1 a1.1", false},
    {"stablehlo.case",
     R"(func.func @main(%i: tensor<i32>, %x: tensor<4xf32>) {
  %0:2 = "stablehlo.case"(%i) ({
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }, {
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }, {
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
})",
     "r0: t0.0 t1.0 t2.0; r1: t0.1 t1.1 t2.1", false},
    {"stablehlo.optimization_barrier",
     R"(func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<2xf32>
  return
})",
     "r0: o0; r1: o1", false},
    {"sdy.named_computation",
     R"(func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = sdy.named_computation<"f">(%x, %y) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
})",
     "r0: t0.0; a0.0: o0; a0.1: o1", false},
    {"sdy.manual_computation",
     R"(func.func @main(%x: tensor<4xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", ?}]>] manual_axes={"a"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
})",
     "r0: t0.0; a0.0: o0", true},
};

class DataFlowOp : public testing::TestWithParam<OpCase> {};

TEST_P(DataFlowOp, OwnersSourcesAndTargets) {
  const Module m = Read(GetParam().text);
  EXPECT_EQ(Edges(m, Find(m, GetParam().name)), GetParam().edges);
}

TEST_P(DataFlowOp, KeepsShardingsDivisible) {
  const Module m = Read(GetParam().text);
  const DataFlowDef* const def = DataFlow(m, Find(m, GetParam().name));
  ASSERT_NE(def, nullptr);
  EXPECT_EQ(def->keep_divisible, GetParam().keep_divisible);
}

// Sets the sharding of one owner at a time, then of all of them.
TEST_P(DataFlowOp, ShardingsOfOwners) {
  Module m = Read(GetParam().text);
  const OpId op = Find(m, GetParam().name);
  const std::vector<ValueId> owners = Owners(m, op);
  const MeshRef mesh = MeshRef::Symbol(m.names.Intern("mesh"));
  const AxisRef b[] = {AxisRef::Full(m.names.Intern("b"))};
  TensorSharding s(m.shardings.Get(m.shardings.FullyClosed(mesh, 1)));
  s.dims[0].axes = m.shardings.InternAxes(b);
  const ShardingId by_b = m.shardings.Intern(s);
  for (size_t i = 0; i < owners.size(); ++i) {
    Module copy = m;
    SetEdgeOwnerSharding(copy, owners[i], by_b);
    EXPECT_EQ(EdgeOwnerSharding(copy, owners[i]), by_b);
  }
  for (const ValueId owner : owners) SetEdgeOwnerSharding(m, owner, by_b);
  for (const ValueId owner : owners) {
    EXPECT_EQ(EdgeOwnerSharding(m, owner), by_b);
    EXPECT_EQ(GetShardableValue(m, owner), owner);
    EXPECT_EQ(TransformTargetSharding(m, owner, ShardingId::None(),
                                      EdgeTransform::kBeforeEdgePropagation),
              ShardingId::None());
    if (DataFlow(m, op)->has_manual_axes) continue;
    for (const EdgeTransform transform :
         {EdgeTransform::kBeforeEdgePropagation,
          EdgeTransform::kAfterEdgePropagation}) {
      EXPECT_EQ(TransformTargetSharding(m, owner, by_b, transform), by_b);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, DataFlowOp, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<OpCase>& info) {
                           std::string name(info.param.name);
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

std::string Text(const Module& m, ShardingId sharding) {
  Module copy = m;
  std::string text;
  PrintAttr(copy, copy.attrs.Sharding(sharding), text);
  return text;
}

// The sources of a result's edge are inside the manual computation; those of an
// argument's edge are outside.
TEST(DataFlow, ManualAxesAtTheBorder) {
  Module m = Read(R"(func.func @main(%x: tensor<8xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[<@mesh, [{"a", "b"}]>] manual_axes={"a"} (%arg: tensor<4xf32>) {
    sdy.return %arg : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
})");
  const OpId op = Find(m, "sdy.manual_computation");
  const ValueId result = m.result(op, 0);
  const ValueId arg = ArgEdgeOwners(m, op)[0];
  EXPECT_EQ(Text(m, m.sharding(arg)), R"(#sdy.sharding<@mesh, [{"a", ?}]>)");
  EXPECT_EQ(Text(m, EdgeOwnerSharding(m, arg)), "#sdy.sharding<@mesh, [{?}]>");
  EXPECT_EQ(Text(m, EdgeOwnerSharding(m, result)),
            R"(#sdy.sharding<@mesh, [{"a", "b"}]>)");

  const ShardingId inside = TransformTargetSharding(
      m, result, m.sharding(result), EdgeTransform::kBeforeEdgePropagation);
  EXPECT_EQ(Text(m, inside), R"(#sdy.sharding<@mesh, [{"b"}]>)");
  EXPECT_EQ(TransformTargetSharding(m, result, inside,
                                    EdgeTransform::kAfterEdgePropagation),
            m.sharding(result));

  const ShardingId outside = TransformTargetSharding(
      m, arg, inside, EdgeTransform::kBeforeEdgePropagation);
  EXPECT_EQ(Text(m, outside), R"(#sdy.sharding<@mesh, [{"a", "b"}]>)");
  EXPECT_EQ(TransformTargetSharding(m, arg, outside,
                                    EdgeTransform::kAfterEdgePropagation),
            inside);
  // The new sharding is the one that the body sees. The manual axes are kept.
  SetEdgeOwnerSharding(m, arg, inside);
  EXPECT_EQ(m.sharding(arg), outside);
}

// An edge op is the only user of its owner, and holds the sharding.
TEST(DataFlow, EdgeOpsHoldTheSharding) {
  Module m = Read(R"(func.func @main(%x: tensor<4xf32>) {
  %0 = stablehlo.while(%a = %x) : tensor<4xf32> cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> : tensor<4xf32>
  return
})");
  const OpId op = Find(m, "stablehlo.while");
  const OpId edge = Find(m, "sdy.data_flow_edge");
  const ValueId held = m.result(edge, 0);
  EXPECT_EQ(Edges(m, op), "r0: o0 t1.0 -> a0.0 a1.0");
  std::vector<ValueId> sources, targets;
  AppendEdgeOpSources(m, edge, sources);
  AppendEdgeOpNonOwnerTargets(m, edge, targets);
  EXPECT_EQ(sources,
            (std::vector<ValueId>{m.operand(op, 0),
                                  m.result(Find(m, "stablehlo.negate"), 0)}));
  targets.push_back(m.result(op, 0));
  for (const ValueId target : targets) {
    EXPECT_EQ(EdgeOfTarget(m, target), edge);
    EXPECT_EQ(GetShardableValue(m, target), held);
    EXPECT_EQ(GetSharding(m, target), m.sharding(held));
  }
  EXPECT_EQ(EdgeOfSource(m, m.operand_use(op, 0)), edge);
  const ShardingId open =
      m.shardings.FullyOpen(MeshRef::Symbol(m.names.Intern("mesh")), 1);
  SetSharding(m, targets[0], open);
  EXPECT_EQ(m.sharding(held), open);
}

// Calls and functions have no edges of their own: sdy.func_data_flow_edge
// represents what flows through a call's results and a function's arguments.
TEST(DataFlow, FunctionsAndCalls) {
  Module m = Read(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
})");
  const OpId call = Find(m, "func.call");
  EXPECT_EQ(DataFlow(m, call), nullptr);
  EXPECT_EQ(EdgeOwnerFromTarget(m, m.result(call, 0)), ValueId::None());
  EXPECT_EQ(EdgeOwnerFromSource(m, m.operand_use(call, 0)), ValueId::None());
  EXPECT_EQ(EdgeOfTarget(m, m.result(call, 0)), OpId::None());
  EXPECT_TRUE(ArgEdgeOwners(m, call).empty());
}

}  // namespace
}  // namespace shardflow::internal
