#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sharding/tensor.h"
#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

class TensorShardingTest : public testing::Test {
 protected:
  TensorShardingTest() : w("a=2,b=4,c=3") {}
  ShardingId S(std::string_view text) { return w.Sharding(text); }
  ShardingView V(std::string_view text) { return w.store.Get(S(text)); }
  std::string T(ShardingId id) { return w.Text(id); }
  TestMesh w;
};

TEST_F(TensorShardingTest, Questions) {
  EXPECT_TRUE(IsFullyClosed(V("[{a},{}]")));
  EXPECT_FALSE(IsFullyClosed(V("[{a},{?}]")));
  EXPECT_TRUE(IsFullyClosed(V("[]")));
  EXPECT_TRUE(IsFullyReplicated(V("[{},{?}] rep={a} unr={b}")));
  EXPECT_FALSE(IsFullyReplicated(V("[{},{a}]")));
  EXPECT_TRUE(HasNoAxes(V("[{?},{}]")));
  EXPECT_FALSE(HasNoAxes(V("[{?},{}] rep={a}")));
  EXPECT_FALSE(HasNoAxes(V("[{?},{}] unr={a}")));
  EXPECT_FALSE(HasNoAxes(V("[{a}]")));
  EXPECT_EQ(PriorityOrDefault(V("[{a}p3]").dims[0]), 3);
  EXPECT_EQ(PriorityOrDefault(V("[{a}]").dims[0]), 0);
}

TEST_F(TensorShardingTest, Equivalence) {
  w.AddMesh("other", "a=2,b=4,c=3");
  const auto equal = [&](const char* a, const char* b) {
    EXPECT_EQ(IsEquivalent(w.store, S(a), S(b)),
              IsEquivalent(w.store, S(b), S(a)));
    return IsEquivalent(w.store, S(a), S(b));
  };
  EXPECT_TRUE(equal("[{a},{}]", "[{a,?},{?}] rep={b}"));
  EXPECT_TRUE(equal("[{a}p1,{}]", "[{a},{}]"));
  EXPECT_FALSE(equal("[{a},{}]", "[{},{a}]"));
  EXPECT_FALSE(equal("[{a},{}]", "@other [{a},{}]"));
  EXPECT_TRUE(equal("[{},{}]", "@other [{?},{?}]"));
  EXPECT_TRUE(equal("none", "[{?},{}] rep={a}"));
  EXPECT_TRUE(equal("none", "none"));
  EXPECT_FALSE(equal("none", "[{a}]"));
  EXPECT_FALSE(equal("none", "[{}] unr={a}"));
  EXPECT_FALSE(equal("[{b}]", "[{b}] unr={a}"));
  EXPECT_TRUE(IsEquivalent(w.store, S("[{b}]"), S("[{b}] unr={a}"), true));
  EXPECT_TRUE(IsEquivalent(w.store, S("none"), S("[{}] unr={a}"), true));
}

TEST_F(TensorShardingTest, Variants) {
  const ShardingId id = S("[{a,?}p1,{b}] rep={c} max");
  EXPECT_EQ(T(ClosedLike(w.store, id)), "[{a}p1,{b}] max");
  EXPECT_EQ(T(OpenLike(w.store, id)), "[{a,?}p1,{b,?}] rep={c} max");
  EXPECT_EQ(T(FullyOpenLike(w.store, id)), "[{?},{?}]");
  EXPECT_EQ(T(FullyClosedLike(w.store, id)), "[{},{}]");
  const int64_t dims[] = {0, 1};
  EXPECT_EQ(T(OpenDims(w.store, id, dims)), "[{a,?}p1,{b,?}] rep={c} max");
  EXPECT_EQ(T(WithMesh(w.store, id, w.Ref("m"))),
            "@m [{a,?}p1,{b}] rep={c} max");
  EXPECT_EQ(T(WithUnreduced(w.store, id, w.Axes("c"))),
            "[{a,?}p1,{b}] rep={c} unr={c} max");
  const DimSharding dim = w.store.Get(id).dims[1];
  EXPECT_EQ(T(WithDim(w.store, id, 0, dim)), "[{b},{b}] rep={c} max");
  EXPECT_EQ(T(WithDims(w.store, id, {})), "[] rep={c} max");
}

TEST_F(TensorShardingTest, Dimensions) {
  const DimSharding dim = V("[{a,b:(1)2,c,?}p2]").dims[0];
  const auto text = [&](const DimSharding& d) {
    const DimSharding dims[] = {d};
    return T(WithDims(w.store, S("[{}]"), dims));
  };
  EXPECT_EQ(text(SliceAxes(w.store, dim, 0, 2)), "[{a,b:(1)2,?}p2]");
  EXPECT_EQ(text(SliceAxes(w.store, dim, 2, 1)), "[{c,?}p2]");
  EXPECT_EQ(text(SliceAxes(w.store, dim, 3, 0)), "[{?}p2]");
  EXPECT_EQ(text(WithAxes(w.store, dim, w.Axes("b"))), "[{b,?}p2]");
  EXPECT_EQ(ShardedSize(w.store, dim, w.mesh()), 12);
}

TEST_F(TensorShardingTest, Closed) {
  const std::vector<AxisRef> dims[] = {w.Axes("a,b:(1)2"), {}};
  EXPECT_EQ(T(ClosedOn(w.store, w.Ref("mesh"), dims)), "[{a,b:(1)2},{}]");
  EXPECT_EQ(T(ClosedOn(w.store, w.Ref("mesh"), dims, w.Axes("c"))),
            "[{a,b:(1)2},{}] unr={c}");
}

TEST_F(TensorShardingTest, ManualAxes) {
  const ShardingId outer = S("[{a,b,?}p1,{c}] rep={d,e} unr={f}");
  const NameId manual[] = {w.Axis("a").name, w.Axis("d").name,
                           w.Axis("f").name};
  const ShardingId inner = WithoutManualAxes(w.store, outer, manual);
  EXPECT_EQ(T(inner), "[{b,?}p1,{c}] rep={e}");
  EXPECT_EQ(WithoutManualAxes(w.store, outer, {}), outer);
}

TEST_F(TensorShardingTest, Shapes) {
  const ShardingView v = V("[{a,b},{c},{}]");
  const int64_t divides[] = {16, 9, 5};
  const int64_t rounds[] = {17, 1, 5};
  const int64_t unknown[] = {kUnknownDim, 9, 5};
  using Shape = std::vector<int64_t>;
  EXPECT_EQ(LocalShape(w.store, v, divides, w.mesh()), (Shape{2, 3, 5}));
  EXPECT_EQ(LocalShape(w.store, v, rounds, w.mesh()), (Shape{3, 1, 5}));
  EXPECT_EQ(LocalShape(w.store, v, unknown, w.mesh()),
            (Shape{kUnknownDim, 3, 5}));
  EXPECT_EQ(LocalShape(w.store, v, divides, w.mesh(), false), (Shape{2, 3, 5}));
  EXPECT_FALSE(LocalShape(w.store, v, rounds, w.mesh(), false));
  EXPECT_EQ(LocalShape(w.store, V("[]"), divides, w.mesh()), (Shape{16, 9, 5}));
  const int64_t local[] = {2, 3, kUnknownDim};
  EXPECT_EQ(GlobalShape(w.store, v, local, w.mesh()),
            (Shape{16, 9, kUnknownDim}));
}

TEST_F(TensorShardingTest, CommonMesh) {
  w.AddMesh("same", "a=2,b=4,c=3");
  w.AddMesh("other", "a=2");
  w.AddMesh("empty", "");
  w.AddMesh("empty2", "");
  w.AddMesh("one", "#0");
  w.AddMesh("two", "#1");
  const auto common = [&](std::initializer_list<std::string_view> texts,
                          bool ignore = false) -> std::string {
    const std::vector<ShardingId> ids = w.Shardings(texts);
    const auto mesh = CommonMesh(w.store, w.meshes, ids, ignore);
    return mesh ? std::string(w.names.Get(mesh->symbol())) : "none";
  };
  EXPECT_EQ(common({}), "none");
  EXPECT_EQ(common({"none"}), "none");
  EXPECT_EQ(common({"none", "[{a}]"}), "mesh");
  EXPECT_EQ(common({"@same [{a}]", "[{a}]"}), "same");
  EXPECT_EQ(common({"@same [{a}]", "@other [{a}]"}), "none");
  EXPECT_EQ(common({"@empty [{}]", "@other [{a}]"}), "other");
  EXPECT_EQ(common({"@other [{a}]", "@empty [{}]"}), "other");
  EXPECT_EQ(common({"@empty [{}]", "@empty2 [{}]"}), "empty2");
  EXPECT_EQ(common({"@one [{}]", "@empty [{}]"}), "one");
  EXPECT_EQ(common({"@one [{}]", "@two [{}]"}), "none");
  EXPECT_EQ(common({"@one [{}]", "[{}]"}), "none");
  EXPECT_EQ(common({"@unknown [{}]", "[{}]"}), "none");

  Mesh reordered = w.mesh();
  reordered.device_ids = {1, 0};
  w.meshes.Set(w.names.Intern("reordered"), w.store.InternMesh(reordered));
  EXPECT_EQ(common({"@reordered [{a}]", "[{a}]"}), "none");
  EXPECT_EQ(common({"@reordered [{a}]", "[{a}]"}, true), "mesh");
  EXPECT_EQ(common({"[{a}]", "@reordered [{a}]"}, true), "mesh");
  EXPECT_EQ(common({"@one [{}]", "@two [{}]"}, true), "one");
  EXPECT_EQ(common({"@one [{}]", "@empty [{}]"}, true), "one");
  EXPECT_EQ(common({"[{a}]", "@same [{a}]"}, true), "same");
}

}  // namespace
}  // namespace shardflow::internal
