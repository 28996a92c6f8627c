#include "sharding/projection.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

// A projection, and the shardings and rule that it was built from.
struct Built {
  Built(std::string_view mesh, std::string_view rule_text,
        std::initializer_list<std::string_view> texts,
        bool closed_if_missing = false)
      : w(mesh),
        rule(w.Rule(rule_text)),
        shardings(w.Shardings(texts)),
        resolved(w.store, w.mesh_id) {
    ok = projection.Build(w.store, w.rules.Get(rule), resolved, shardings,
                          closed_if_missing);
  }

  std::string Row(size_t tensor) const { return w.Text(projection, tensor); }
  std::string Back(size_t tensor) {
    return w.Text(projection.ToSharding(tensor, w.Ref("mesh"), w.store));
  }
  ResolvedList Axes(std::string_view text) {
    return *resolved.Resolve(w.store.InternAxes(w.Axes(text)));
  }

  TestMesh w;
  RuleId rule;
  std::vector<ShardingId> shardings;
  ResolvedMesh resolved;
  Projection projection;
  bool ok = false;
};

struct DimCase {
  const char* mesh;
  const char* rule;
  const char* sharding;  // sharding of the first operand
  const char* row;
};

// One dimension may consist of several factors.
TEST(Projection, AxesGoToFactorsMajorToMinor) {
  const DimCase cases[] = {
      // Nothing needs to be split.
      {"a=2,b=4", "([ij])->([i,j]) {2,4}", "[{a,b}]", "i:a j:b!"},
      {"a=2,b=4", "([ij])->([i,j]) {2,4}", "[{a,?}]", "i:a? j:?!"},
      {"a=2,b=4", "([ij])->([i,j]) {2,4}", "[{}]", "i: j:!"},
      // This is the example in projection.h.
      {"x=4,y=2", "([ij])->([i,j]) {2,4}", "[{x,y}]", "i:x:(1)2 j:x:(2)2,y!"},
      // A sub-axis is split further.
      {"x=16", "([ij])->([i,j]) {2,8}", "[{x:(2)4}]", "i:x:(2)2 j:x:(4)2!"},
      // Three factors share one axis.
      {"x=12", "([ijk])->([i,j,k]) {2,3,4}", "[{x}]",
       "i:x:(1)2 j:x:(2)3 k:x:(6)2!"},
      // The last factor gets the axes that don't divide it.
      {"x=2,y=3", "([ij])->([i,j]) {2,4}", "[{x,y}]", "i:x j:y!"},
      {"x=4,y=3", "([ij])->([i,j]) {2,2}", "[{x,y}]", "i:x:(1)2 j:x:(2)2,y!"},
      {"x=3", "([i])->([i]) {4}", "[{x}]", "i:x!"},
      // Overflow: 4 and 3 have no common divisor.
      {"x=3,y=2", "([ij])->([i,j]) {4,6}", "[{x,y,?}]", "i:? over{x,y} j:!"},
      // There is a common divisor at first, but not after i has taken 2 of its
      // 4.
      {"x=6", "([ij])->([i,j]) {4,6}", "[{x}]", "i:x:(1)2 over{x:(2)3} j:!"},
      // After an overflow, only the next factor is in the projection.
      {"x=3", "([ijk])->([i,j,k]) {4,2,2}", "[{x}]", "i: over{x} j:"},
      // The factor i is full (3 of 3), so the next axis goes to j.
      {"x=3,y=2", "([ij])->([i,j]) {3,2}", "[{x,y}]", "i:x j:y!"},
      // Axes of size 1 stay with the factor that is being filled.
      {"x=1,y=2", "([ij])->([i,j]) {2,4}", "[{x,y}]", "i:x,y j:!"},
      {"x=2,y=1,z=2", "([ij])->([i,j]) {2,4}", "[{x,y,z}]", "i:x,y j:z!"},
      // A dimension of size 0 takes every axis.
      {"x=2,y=4", "([ij])->([i,j]) {0,4}", "[{x,y}]", "i:x,y j:!"},
      // Replicated and unreduced axes belong to the tensor, not to factors.
      {"x=2,y=2,z=4", "([i])->([i]) {4}", "[{x,?}] rep={y,z:(1)2} unr={z:(2)2}",
       "i:x?! | rep{y,z:(1)2} | unr{z:(2)2}"},
  };
  for (const DimCase& c : cases) {
    SCOPED_TRACE(std::string(c.mesh) + "; " + c.rule + "; " + c.sharding);
    Built b(c.mesh, c.rule, {c.sharding, "none"});
    ASSERT_TRUE(b.ok);
    EXPECT_EQ(b.Row(0), c.row);
    // Converting the projection back results in the same sharding.
    EXPECT_EQ(b.Back(0), c.sharding);
  }
}

TEST(Projection, EveryTensorHasItsRow) {
  Built b("a=4,b=2,c=2,d=2,e=2", "([i,k],[k,j])->([i,j]) {2,4,8} red={k}",
          {"[{b},{a,?}]", "[{a,c},{d,?}] rep={b}", "[{?},{d,e}] rep={a,c}"});
  ASSERT_TRUE(b.ok);
  EXPECT_EQ(b.projection.operand_count(), 2u);
  EXPECT_EQ(b.projection.tensor_count(), 3u);
  EXPECT_EQ(b.Row(0), "i:b! k:a?!");
  EXPECT_EQ(b.Row(1), "j:d?! k:a,c! | rep{b}");
  EXPECT_EQ(b.Row(2), "i:?! j:d,e! | rep{a,c}");
  EXPECT_EQ(b.projection.ShardingSize(1), 16);
  EXPECT_EQ(b.Back(1), "[{a,c},{d,?}] rep={b}");
}

TEST(Projection, AMissingShardingHasNoAxes) {
  Built open("a=2", "([i])->([i]) {4}", {"none", "[{a}]"});
  EXPECT_EQ(open.Row(0), "i:?!");
  EXPECT_EQ(open.Back(0), "[{?}]");
  Built closed("a=2", "([i])->([i]) {4}", {"none", "[{a}]"},
               /*closed_if_missing=*/true);
  EXPECT_EQ(closed.Row(0), "i:!");
  EXPECT_EQ(closed.Back(0), "[{}]");
}

TEST(Projection, WhatDoesNotFitIsRefused) {
  EXPECT_FALSE(Built("a=2", "([i])->([i]) {4}", {"[{a},{}]", "none"}).ok);
  EXPECT_FALSE(Built("a=2", "([i])->([i]) {4}", {"[{b}]", "none"}).ok);
  EXPECT_FALSE(Built("a=2", "([i])->([i]) {4}", {"[{}] rep={b}", "none"}).ok);
  EXPECT_FALSE(Built("a=2", "([i])->([i]) {4}", {"[{}] unr={b}", "none"}).ok);
  EXPECT_FALSE(Built("a=2", "([i])->([i]) {4}", {"none"}).ok);
}

TEST(Projection, ANullMappingIsOpenOnTheWayBack) {
  Built b("a=2", "([i,*])->([i]) {4}", {"[{a},{}]", "none"});
  ASSERT_TRUE(b.ok);
  EXPECT_EQ(b.Row(0), "i:a!");
  EXPECT_EQ(b.Back(0), "[{a},{?}]");
}

TEST(Projection, ExpandOnlyLengthens) {
  Built b("a=4,b=2,c=2", "([i],[j])->([i,j]) {8,8}",
          {"[{a:(1)2,?}]", "none", "none"});
  Projection& p = b.projection;
  EXPECT_FALSE(p.Expand(0, 0, b.Axes("")));
  EXPECT_FALSE(p.Expand(0, 0, b.Axes("b")));
  EXPECT_FALSE(p.Expand(0, 0, b.Axes("a:(1)2")));
  EXPECT_FALSE(p.Expand(0, 1, b.Axes("b")));  // the tensor lacks the factor
  EXPECT_EQ(b.Row(0), "i:a:(1)2?!");
  EXPECT_TRUE(p.Expand(0, 0, b.Axes("a")));
  EXPECT_TRUE(p.Expand(0, 0, b.Axes("a,c")));
  EXPECT_EQ(b.Row(0), "i:a,c?!");
  EXPECT_TRUE(p.Expand(2, 1, b.Axes("b")));
  EXPECT_EQ(b.Row(2), "i:?! j:b?!");
  EXPECT_EQ(b.Back(2), "[{?},{b,?}]");
}

TEST(Projection, UpdateReplaces) {
  Built b("a=3,b=2", "([ij])->([i,j]) {4,2}", {"[{a,b}]", "none"});
  Projection& p = b.projection;
  EXPECT_TRUE(p.HasOverflow(0));
  EXPECT_FALSE(p.HasOverflow(1));
  EXPECT_EQ(p.ShardingSize(0), 6);
  EXPECT_FALSE(p.Update(0, 0, {}, b.Axes("a,b")));  // no change
  EXPECT_TRUE(p.Update(0, 0, b.Axes("b"), {}));
  EXPECT_EQ(b.Row(0), "i:b j:!");
  EXPECT_FALSE(p.HasOverflow(0));
  EXPECT_TRUE(p.Update(1, 1, b.Axes("b"), {}));
  EXPECT_EQ(b.Row(1), "i:?! j:b?!");
}

// Converting a projection back merges pieces of an axis where two factors meet.
// A dimension ends after the first factor that isn't full.
TEST(Projection, TheWayBackJoinsAndEnds) {
  Built b("a=4,b=2", "([i,j])->([ij]) {2,8}",
          {"[{a:(1)2},{a:(2)2,b}]", "none"});
  Projection& p = b.projection;
  EXPECT_TRUE(p.Expand(1, 0, b.Axes("a:(1)2")));
  EXPECT_TRUE(p.Expand(1, 1, b.Axes("a:(2)2,b")));
  EXPECT_EQ(b.Back(1), "[{a,b,?}]");

  Built half("a=2,b=2", "([i,j])->([ij]) {4,8}", {"[{a},{b}]", "none"});
  EXPECT_TRUE(half.projection.Expand(1, 1, half.Axes("b")));
  EXPECT_EQ(half.Back(1), "[{?}]");  // i isn't sharded
  EXPECT_TRUE(half.projection.Expand(1, 0, half.Axes("a")));
  EXPECT_EQ(half.Back(1), "[{a,?}]");  // i is sharded 2 of 4
}

TEST(Projection, CommonPrefixOfAllThatHaveTheFactor) {
  const auto common = [](Built& b, size_t factor) {
    std::vector<AxisRef> axes;
    for (const ResolvedAxis& axis : b.projection.CommonPrefix(factor)) {
      axes.push_back(b.resolved.ToAxisRef(axis));
    }
    return b.w.Text(axes);
  };
  Built b("a=4,b=2,c=2", "([i,k],[k,j])->([i,j]) {8,8,8}",
          {"[{a,b},{c}]", "[{c},{?}]", "[{a:(1)2},{b}]"});
  EXPECT_EQ(common(b, 0), "a:(1)2");
  EXPECT_EQ(common(b, 1), "");
  EXPECT_EQ(common(b, 2), "c");
}

// A reused table must not depend on its previous contents.
TEST(Projection, OneTableServesManyOps) {
  TestMesh w("a=2,b=4");
  ResolvedMesh resolved(w.store, w.mesh_id);
  const RuleId large = w.Rule("([i,k],[k,j])->([i,j]) {8,8,8}");
  const RuleId small = w.Rule("([ij])->([i,j]) {2,4}");
  Projection used, fresh;
  for (int round = 0; round < 3; ++round) {
    const auto s = w.Shardings({"[{a},{b}]", "[{b},{a}]", "[{a},{b:(1)2}]"});
    ASSERT_TRUE(used.Build(w.store, w.rules.Get(large), resolved, s));
    const auto t = w.Shardings({"[{b,?}]", "none"});
    ASSERT_TRUE(used.Build(w.store, w.rules.Get(small), resolved, t));
    ASSERT_TRUE(fresh.Build(w.store, w.rules.Get(small), resolved, t));
    for (size_t tensor = 0; tensor < 2; ++tensor) {
      EXPECT_EQ(w.Text(used, tensor), w.Text(fresh, tensor));
    }
  }
}

}  // namespace
}  // namespace shardflow::internal
