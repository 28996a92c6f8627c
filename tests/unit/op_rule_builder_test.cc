#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

namespace shardflow::internal {
namespace {

using ::testing::IsEmpty;

TEST(OpRuleBuilder, ShardysMatmul) {
  EXPECT_EQ(OpRuleBuilder({2, 2}, {2})
                .AddFactor({0, kNoDimension}, {0})
                .AddFactor({1, 0}, {kNoDimension}, FactorKind::kReduction)
                .AddFactor({kNoDimension, 1}, {1})
                .Text(),
            "([i, j], [j, k])->([i, k]) reduction={j}");
}

TEST(OpRuleBuilder, AllKinds) {
  EXPECT_EQ(OpRuleBuilder({4}, {3})
                .AddFactor({0}, {0})
                .AddFactor({1}, {kNoDimension}, FactorKind::kReduction)
                .AddFactor({2}, {1}, FactorKind::kPermutation)
                .BlockPropagation()
                .AddFactor({3}, {2}, FactorKind::kNeedReplication)
                .Text(),
            "([i, j, k, l])->([i, k, l]) reduction={j} need_replication={l} "
            "permutation={k} blocked_propagation={k}");
  EXPECT_EQ(OpRuleBuilder({2, 2}, {2}).AddPointwise().Text(),
            "([i, j], [i, j])->([i, j])");
  // Test a reshape, then a scalar and a dimension without a counterpart.
  EXPECT_EQ(OpRuleBuilder({1}, {2})
                .AddFactor({0}, {0})
                .AddFactor({0}, {1}, FactorKind::kPassThrough, 4)
                .Text(),
            "([ij])->([i, j]) {j=4}");
  EXPECT_EQ(OpRuleBuilder({0, 2}, {1}).AddFactor({-1, 1}, {0}).Text(),
            "([], [*, i])->([i])");
}

TEST(OpRuleBuilder, WrongCalls) {
  EXPECT_FALSE(OpRuleBuilder({2}, {2}).AddFactor({0, 0}, {0}).Text());
  EXPECT_FALSE(OpRuleBuilder({2}, {2}).AddFactor({0}, {}).Text());
  EXPECT_FALSE(OpRuleBuilder({2}, {2}).AddFactor({2}, {0}).Text());
  EXPECT_FALSE(OpRuleBuilder({2}, {2}).AddFactor({-2}, {0}).Text());
  EXPECT_FALSE(OpRuleBuilder({2}, {2})
                   .AddPointwise(FactorKind::kPassThrough)
                   .AddFactor({0}, {0}, FactorKind::kPassThrough, -1)
                   .Text());
  EXPECT_FALSE(OpRuleBuilder({2, 1}, {2}).AddPointwise().Text());
  EXPECT_FALSE(OpRuleBuilder({2}, {}).AddPointwise().Text());
  EXPECT_FALSE(OpRuleBuilder({2}, {2}).BlockPropagation().Text());
  EXPECT_FALSE(OpRuleBuilder({-1}, {2}).Text());
}

// The builder's text parses as a rule, even with more factors than letters.
TEST(OpRuleBuilder, ManyFactorsInACallback) {
  OpRegistry ops;
  ops.AddRule("my.reverse", [](const OpView& op) {
    OpRuleBuilder rule(op);
    const int rank = static_cast<int>(op.OperandShape(0)->size());
    for (int d = 0; d < rank; ++d) rule.AddFactor({d}, {rank - 1 - d});
    return rule.Text();
  });
  constexpr int kRank = 40;
  const TypeSpec type =
      TypeSpec::Tensor(std::vector<int64_t>(size_t{kRank}, 2));
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"x", 2}}, {}});
  const OpRef f = b.AddFunction("main", {type});
  const ValueRef x = b.Argument(f, 0);
  const ValueRef y = b.Result(b.AddOp(
      b.Body(f), {.name = "my.reverse", .operands = {x}, .results = {type}}));
  b.Return(f, {y});
  std::vector<std::vector<std::string>> dims(size_t{kRank});
  dims[1] = {"x"};
  b.SetSharding(x, ClosedSharding("mesh", dims));
  std::vector<Message> messages;
  std::optional<Program> program = b.Finish(messages);
  ASSERT_TRUE(program);
  RunOptions options;
  options.registry = &ops;
  ASSERT_TRUE(program->Run("sdy-propagation-pipeline", "", options, messages));
  EXPECT_THAT(messages, IsEmpty());
  std::swap(dims[1], dims[kRank - 2]);
  EXPECT_EQ(ProgramView(*program).Sharding(y), ClosedSharding("mesh", dims));
}

}  // namespace
}  // namespace shardflow::internal
