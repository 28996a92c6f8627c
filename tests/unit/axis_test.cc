// Tests the literal axis algebra by example. axis_model_test.cc checks the
// laws.

#include "sharding/axis.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sharding/resolved.h"
#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

class AxisTest : public testing::Test {
 protected:
  AxisTest() : w("a=16,b=8,c=2") {}
  AxisRef A(std::string_view text) { return w.Axis(text); }
  std::vector<AxisRef> L(std::string_view text) { return w.Axes(text); }
  std::string T(const std::optional<AxisRef>& axis) {
    return axis ? w.Text(*axis) : "none";
  }
  TestMesh w;
};

TEST_F(AxisTest, Numbers) {
  EXPECT_EQ(AxisSize(A("a"), w.mesh()), 16);
  EXPECT_EQ(AxisSize(A("a:(2)4"), w.mesh()), 4);
  EXPECT_EQ(AxisSize(A("unknown"), w.mesh()), 1);
  EXPECT_EQ(PreSize(A("a")), 1);
  EXPECT_EQ(PreSize(A("a:(2)4")), 2);
  EXPECT_EQ(NextPreSize(A("a"), w.mesh()), 16);
  EXPECT_EQ(NextPreSize(A("a:(2)4"), w.mesh()), 8);
  EXPECT_EQ(TotalSize(L("a:(2)4,b,c"), w.mesh()), 64);
  EXPECT_EQ(TotalSize(L(""), w.mesh()), 1);
  EXPECT_EQ(SaturatingProduct(INT64_MAX / 2, 3), INT64_MAX);
}

TEST_F(AxisTest, Parts) {
  struct Case {
    const char *a, *b, *overlap, *prefix, *suffix, *common;
  };
  const Case cases[] = {
      {"a", "a", "a", "none", "none", "a"},
      {"a", "b", "none", "a", "a", "none"},
      {"a", "a:(1)4", "a:(1)4", "none", "a:(4)4", "a:(1)4"},
      {"a", "a:(4)4", "a:(4)4", "a:(1)4", "none", "none"},
      {"a", "a:(2)4", "a:(2)4", "a:(1)2", "a:(8)2", "none"},
      {"a:(2)4", "a", "a:(2)4", "none", "none", "none"},
      {"a:(1)4", "a:(2)4", "a:(2)2", "a:(1)2", "none", "none"},
      {"a:(2)4", "a:(1)4", "a:(2)2", "none", "a:(4)2", "none"},
      {"a:(2)4", "a:(2)2", "a:(2)2", "none", "a:(4)2", "a:(2)2"},
      {"a:(1)2", "a:(4)2", "none", "a:(1)2", "a:(1)2", "none"},
      {"a:(1)2", "a:(2)2", "none", "a:(1)2", "a:(1)2", "none"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.a) + " and " + c.b);
    EXPECT_EQ(T(Overlap(A(c.a), A(c.b))), c.overlap);
    EXPECT_EQ(T(PrefixWithoutOverlap(A(c.a), A(c.b))), c.prefix);
    EXPECT_EQ(T(SuffixWithoutOverlap(A(c.a), A(c.b), w.mesh())), c.suffix);
    EXPECT_EQ(T(CommonPrefix(A(c.a), A(c.b))), c.common);
  }
}

TEST_F(AxisTest, WhatCannotCoexistHasNoParts) {
  TestMesh six("a=6");
  for (const char* b : {"a:(1)3", "a:(3)2"}) {
    const AxisRef x = six.Axis("a:(1)2"), y = six.Axis(b);
    EXPECT_FALSE(CanCoexist(x, y)) << b;
    EXPECT_FALSE(Overlap(x, y)) << b;
    EXPECT_FALSE(PrefixWithoutOverlap(x, y)) << b;
    EXPECT_FALSE(SuffixWithoutOverlap(x, y, six.mesh())) << b;
    EXPECT_FALSE(CommonPrefix(x, y)) << b;
  }
  EXPECT_TRUE(CanCoexist(six.Axis("a:(1)2"), six.Axis("a:(2)3")));
  EXPECT_TRUE(CanCoexist(six.Axis("a:(1)2"), six.Axis("b:(1)3")));
}

TEST_F(AxisTest, Relations) {
  EXPECT_TRUE(Contains(A("a:(2)8"), A("a:(4)2")));
  EXPECT_FALSE(Contains(A("a:(4)2"), A("a:(2)8")));
  EXPECT_TRUE(IsPrefix(A("a"), A("a")));
  EXPECT_FALSE(IsStrictPrefix(A("a"), A("a")));
  EXPECT_TRUE(IsStrictPrefix(A("a:(2)2"), A("a:(2)4")));
  EXPECT_TRUE(IsSuffix(A("a"), A("a"), w.mesh()));
  EXPECT_TRUE(IsSuffix(A("a:(4)4"), A("a"), w.mesh()));
  EXPECT_TRUE(IsSuffix(A("a:(4)2"), A("a:(2)4"), w.mesh()));
  EXPECT_FALSE(IsSuffix(A("a:(1)4"), A("a"), w.mesh()));
}

TEST_F(AxisTest, Merge) {
  EXPECT_TRUE(CanMerge(A("a:(2)2"), A("a:(4)4")));
  EXPECT_FALSE(CanMerge(A("a:(4)4"), A("a:(2)2")));
  EXPECT_FALSE(CanMerge(A("a:(1)2"), A("a:(4)4")));
  EXPECT_FALSE(CanMerge(A("a:(1)2"), A("b:(2)4")));
  EXPECT_FALSE(CanMerge(A("a"), A("b")));
  EXPECT_EQ(w.Text(Merge(A("a:(2)2"), A("a:(4)2"), w.mesh())), "a:(2)4");
  EXPECT_EQ(w.Text(Merge(A("a:(1)4"), A("a:(4)4"), w.mesh())), "a");
}

TEST_F(AxisTest, Orders) {
  const auto sub_axes = L("a:(1)2,a:(1)4,a,a:(2)2,a:(2)4,a:(4)2");
  for (size_t i = 1; i < sub_axes.size(); ++i) {
    EXPECT_TRUE(SubAxisLess(sub_axes[i - 1], sub_axes[i])) << i;
    EXPECT_FALSE(SubAxisLess(sub_axes[i], sub_axes[i - 1])) << i;
  }
  TestMesh other("b=2,a=2");
  EXPECT_TRUE(MeshOrderLess(other.Axis("b"), other.Axis("a"), other.mesh()));
  EXPECT_FALSE(NameOrderLess(other.Axis("b"), other.Axis("a"), other.names));
  EXPECT_TRUE(ListLess(L("c"), L("a,b"), w.names));
  EXPECT_TRUE(ListLess(L("a,b"), L("a,c"), w.names));
  EXPECT_TRUE(ListLess(L("a:(1)2,c"), L("a,b"), w.names));
  EXPECT_FALSE(ListLess(L("a,b"), L("a,b"), w.names));
  EXPECT_FALSE(ListLess(L(""), L(""), w.names));
}

TEST_F(AxisTest, ListPrefixes) {
  const auto status = [&](const char* a, const char* b) {
    return ListPrefixStatus(L(a), L(b));
  };
  EXPECT_EQ(status("", ""), PrefixStatus::kEqual);
  EXPECT_EQ(status("", "a"), PrefixStatus::kStrictPrefix);
  EXPECT_EQ(status("a", ""), PrefixStatus::kNotAPrefix);
  EXPECT_EQ(status("a,b", "a,b"), PrefixStatus::kEqual);
  EXPECT_EQ(status("a,b:(1)2", "a,b"), PrefixStatus::kStrictPrefix);
  EXPECT_EQ(status("a,b:(1)2", "a,b,c"), PrefixStatus::kStrictPrefix);
  EXPECT_EQ(status("a,b", "a,b:(1)2"), PrefixStatus::kNotAPrefix);
  EXPECT_EQ(status("a:(1)2,b", "a,b"), PrefixStatus::kNotAPrefix);
  EXPECT_EQ(status("a,c", "a,b,c"), PrefixStatus::kNotAPrefix);

  const auto common = [&](const char* a, const char* b) {
    return w.Text(CommonPrefix(L(a), L(b)));
  };
  EXPECT_EQ(common("a,b", "a,c"), "a");
  EXPECT_EQ(common("a,b", "a,b:(1)4,c"), "a,b:(1)4");
  EXPECT_EQ(common("a:(1)2,b", "a,b"), "a:(1)2");
  EXPECT_EQ(common("b", "a"), "");
  EXPECT_EQ(common("", "a"), "");
}

TEST_F(AxisTest, ListEdits) {
  std::vector<AxisRef> axes = L("b,a:(1)2");
  AppendOrMerge(axes, A("a:(2)2"), w.mesh());
  EXPECT_EQ(w.Text(axes), "b,a:(1)4");
  AppendOrMerge(axes, A("a:(8)2"), w.mesh());
  EXPECT_EQ(w.Text(axes), "b,a:(1)4,a:(8)2");

  axes = L("c,a:(4)4,b:(2)2,a:(2)2");
  SortAndMerge(axes, w.mesh());
  EXPECT_EQ(w.Text(axes), "a:(2)8,b:(2)2,c");
  axes.clear();
  SortAndMerge(axes, w.mesh());
  EXPECT_TRUE(axes.empty());
}

TEST_F(AxisTest, OverlapWithLists) {
  EXPECT_TRUE(AnyOverlap(L("b,a:(1)4"), L("c,a:(2)2")));
  EXPECT_FALSE(AnyOverlap(L("b,a:(1)4"), L("c,a:(4)2")));
  EXPECT_FALSE(AnyOverlap(L(""), L("c")));
  EXPECT_EQ(T(PrefixWithoutOverlap(A("a"), L("b,a:(8)2,a:(4)2"))), "a:(1)4");
  EXPECT_EQ(T(PrefixWithoutOverlap(A("a"), L("b,a:(1)2"))), "none");
}

TEST_F(AxisTest, Difference) {
  const auto minus = [&](const char* a, const char* b) {
    return w.Text(AxesDifference(L(a), L(b), w.mesh()));
  };
  EXPECT_EQ(minus("a,b", ""), "a,b");
  EXPECT_EQ(minus("", "a"), "");
  EXPECT_EQ(minus("b,a", "a"), "b");
  EXPECT_EQ(minus("a", "a"), "");
  EXPECT_EQ(minus("a,b", "a:(2)4"), "a:(1)2,a:(8)2,b");
  EXPECT_EQ(minus("a", "a:(8)2,a:(1)2"), "a:(2)4");
  EXPECT_EQ(minus("a:(1)4,c", "a:(2)4"), "a:(1)2,c");
  EXPECT_EQ(minus("b", "a,c"), "b");
}

TEST_F(AxisTest, SplitOfTheMesh) {
  const auto split = [&](const char* axes) {
    return w.Text(SplitMeshAxes(w.mesh(), L(axes)));
  };
  EXPECT_EQ(split(""), "a,b,c");
  EXPECT_EQ(split("c,b"), "a,b,c");
  EXPECT_EQ(split("a:(2)2"), "a:(1)2,a:(2)2,a:(4)4,b,c");
  EXPECT_EQ(split("b:(4)2,a:(1)8,a:(2)2"),
            "a:(1)2,a:(2)2,a:(4)2,a:(8)2,b:(1)4,b:(4)2,c");
}

// Lists neither move nor change until the pool is reset. The second round
// checks this for lists that reuse the memory of the first round.
TEST(ResolvedPool, KeepsLists) {
  ResolvedPool pool;
  for (const std::vector<size_t>& lengths :
       {std::vector<size_t>{3, 200, 100, 1000, 0, 5},
        std::vector<size_t>{1000, 255, 2, 300, 1, 900, 900}}) {
    pool.Reset();
    std::vector<std::vector<ResolvedAxis>> lists;
    std::vector<ResolvedList> copies;
    for (const size_t length : lengths) {
      std::vector<ResolvedAxis>& list = lists.emplace_back();
      for (size_t i = 0; i < length; ++i) {
        list.push_back({static_cast<int64_t>(lists.size()),
                        static_cast<int64_t>(length), static_cast<int64_t>(i)});
      }
      copies.push_back(pool.Copy(list));
    }
    for (size_t i = 0; i < lists.size(); ++i) {
      EXPECT_TRUE(ListsEqual(copies[i], lists[i])) << i;
    }
  }
}

// Axes that haven't been verified must do no harm.
TEST_F(AxisTest, NonsenseIsHarmless) {
  for (const char* text : {"a:(0)2", "a:(9223372036854775807)4", "z:(3)5"}) {
    const AxisRef x = A(text);
    for (const char* other : {"a", "a:(2)2", "a:(0)3", "z"}) {
      const AxisRef y = A(other);
      Overlap(x, y);
      PrefixWithoutOverlap(x, y);
      SuffixWithoutOverlap(x, y, w.mesh());
      CommonPrefix(x, y);
      CanCoexist(x, y);
    }
  }
}

}  // namespace
}  // namespace shardflow::internal
