// The axis algebra has two implementations, a literal one (sharding/axis.h) and
// a resolved one (sharding/resolved.h). They must agree on every pair of axes
// of every small mesh, and both must obey the laws of prefix, overlap and
// suffix.

#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sharding/axis.h"
#include "sharding/resolved.h"
#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

// Returns every valid reference to an axis of the mesh: each full axis and each
// sub-axis.
std::vector<AxisRef> AllAxes(const Mesh& mesh) {
  std::vector<AxisRef> all;
  for (const MeshAxis& axis : mesh.axes) {
    all.push_back(AxisRef::Full(axis.name));
    for (int64_t pre = 1; pre < axis.size; ++pre) {
      for (int64_t size = 2; pre * size <= axis.size; ++size) {
        if (axis.size % (pre * size) == 0 && size < axis.size) {
          all.push_back(AxisRef::Sub(axis.name, pre, size));
        }
      }
    }
  }
  return all;
}

// Returns all meshes of up to 12 devices, with any number of axes and sizes in
// any order (but only the first three axes may have size 1), and some larger
// meshes with one axis.
std::vector<std::string> SmallMeshes() {
  constexpr int kMaxDevices = 12;
  struct Partial {
    std::string text;
    int devices;
    int axes;
  };
  std::vector<Partial> all = {{"", 1, 0}};
  for (size_t i = 0; i < all.size(); ++i) {
    const Partial mesh = all[i];  // a copy: `all` grows and may move
    const int smallest = mesh.axes < 3 ? 1 : 2;
    for (int n = smallest; n * mesh.devices <= kMaxDevices; ++n) {
      std::string text = mesh.text.empty() ? "" : mesh.text + ",";
      text += static_cast<char>('a' + mesh.axes);
      all.push_back(
          {text + "=" + std::to_string(n), n * mesh.devices, mesh.axes + 1});
    }
  }
  std::vector<std::string> meshes;
  for (const Partial& mesh : all) {
    if (mesh.axes > 0) meshes.push_back(mesh.text);
  }
  for (const int n : {13, 14, 15, 16, 24, 36, 48}) {
    meshes.push_back("a=" + std::to_string(n));
  }
  return meshes;
}

class Engines {
 public:
  explicit Engines(TestMesh& w) : w_(w), resolved_(w.store, w.mesh_id) {}

  ResolvedAxis R(const AxisRef& axis) const { return *resolved_.Resolve(axis); }
  std::optional<AxisRef> L(const std::optional<ResolvedAxis>& axis) const {
    if (!axis) return std::nullopt;
    return resolved_.ToAxisRef(*axis);
  }

  void ExpectAgreement(const AxisRef& a, const AxisRef& b) {
    const Mesh& mesh = w_.mesh();
    const ResolvedAxis x = R(a), y = R(b);
    SCOPED_TRACE(w_.Text(a) + " and " + w_.Text(b));
    EXPECT_EQ(a == b, x == y);
    EXPECT_EQ(Contains(a, b), Contains(x, y));
    EXPECT_EQ(IsPrefix(a, b), IsPrefix(x, y));
    EXPECT_EQ(Overlaps(a, b), Overlaps(x, y));
    EXPECT_EQ(CanCoexist(a, b), CanCoexist(x, y));
    EXPECT_EQ(Overlap(a, b), L(Overlap(x, y)));
    EXPECT_EQ(PrefixWithoutOverlap(a, b), L(PrefixWithoutOverlap(x, y)));
    EXPECT_EQ(SuffixWithoutOverlap(a, b, mesh), L(SuffixWithoutOverlap(x, y)));
    EXPECT_EQ(CommonPrefix(a, b), L(CommonPrefix(x, y)));
    ASSERT_EQ(CanMerge(a, b), CanMerge(x, y));
    if (CanMerge(a, b)) {
      EXPECT_EQ(Merge(a, b, mesh), L(Merge(x, y)));
    }

    const AxisRef la[] = {a}, lb[] = {b};
    const ResolvedAxis lx[] = {x}, ly[] = {y};
    EXPECT_EQ(IsStrictPrefix(la, lb), IsStrictPrefix(lx, ly));
    EXPECT_EQ(ListPrefixStatus(la, lb) != PrefixStatus::kNotAPrefix,
              IsPrefixOrEqual(lx, ly));
  }

 private:
  TestMesh& w_;
  ResolvedMesh resolved_;
};

TEST(AxisModel, LiteralAndResolvedAgreeOnEveryPair) {
  size_t pairs = 0;
  for (const std::string& axes : SmallMeshes()) {
    SCOPED_TRACE(axes);
    TestMesh w(axes);
    Engines engines(w);
    const std::vector<AxisRef> all = AllAxes(w.mesh());
    for (const AxisRef& a : all) {
      EXPECT_EQ(engines.L(engines.R(a)), a);
      EXPECT_EQ(engines.R(a).size(), AxisSize(a, w.mesh()));
      for (const AxisRef& b : all) {
        engines.ExpectAgreement(a, b);
        ++pairs;
      }
    }
  }
  std::cout << SmallMeshes().size() << " meshes, " << pairs << " pairs\n";
  EXPECT_GT(pairs, 3000u);
}

// Checks the laws that relate the functions to each other.
TEST(AxisModel, LawsOfOverlap) {
  for (const std::string& axes : SmallMeshes()) {
    SCOPED_TRACE(axes);
    TestMesh w(axes);
    const Mesh& mesh = w.mesh();
    const std::vector<AxisRef> all = AllAxes(mesh);
    for (const AxisRef& a : all) {
      for (const AxisRef& b : all) {
        SCOPED_TRACE(w.Text(a) + " and " + w.Text(b));
        EXPECT_EQ(Overlaps(a, b), Overlaps(b, a));
        EXPECT_EQ(CanCoexist(a, b), CanCoexist(b, a));
        EXPECT_EQ(Overlap(a, b), Overlap(b, a));
        EXPECT_EQ(CommonPrefix(a, b), CommonPrefix(b, a));
        if (Contains(a, b)) {
          EXPECT_TRUE(Overlaps(a, b));
        }
        if (!CanCoexist(a, b) || !Overlaps(a, b)) continue;
        // Prefix, overlap and suffix together make up the axis.
        int64_t size = AxisSize(*Overlap(a, b), mesh);
        for (const auto& part :
             {PrefixWithoutOverlap(a, b), SuffixWithoutOverlap(a, b, mesh)}) {
          if (!part) continue;
          size *= AxisSize(*part, mesh);
          EXPECT_FALSE(Overlaps(*part, b));
          EXPECT_TRUE(Contains(a, *part));
        }
        EXPECT_EQ(size, AxisSize(a, mesh));
      }
    }
  }
}

TEST(AxisModel, OrdersAreStrictAndTotal) {
  for (const char* axes : {"a=12", "b=4,a=4", "a=2,b=1,c=3"}) {
    TestMesh w(axes);
    const std::vector<AxisRef> all = AllAxes(w.mesh());
    for (const AxisRef& a : all) {
      for (const AxisRef& b : all) {
        SCOPED_TRACE(w.Text(a) + " and " + w.Text(b));
        const int mesh_order =
            MeshOrderLess(a, b, w.mesh()) + MeshOrderLess(b, a, w.mesh());
        const int name_order =
            NameOrderLess(a, b, w.names) + NameOrderLess(b, a, w.names);
        EXPECT_EQ(mesh_order, a == b ? 0 : 1);
        EXPECT_EQ(name_order, a == b ? 0 : 1);
        for (const AxisRef& c : all) {
          if (MeshOrderLess(a, b, w.mesh()) && MeshOrderLess(b, c, w.mesh())) {
            EXPECT_TRUE(MeshOrderLess(a, c, w.mesh()));
          }
        }
      }
    }
  }
}

// The list functions of both implementations must agree on lists of up to two
// axes.
TEST(AxisModel, ListsAgree) {
  TestMesh w("a=4,b=2,c=6");
  ResolvedMesh resolved(w.store, w.mesh_id);
  std::vector<std::vector<AxisRef>> lists = {{}};
  const std::vector<AxisRef> all = AllAxes(w.mesh());
  for (const AxisRef& a : all) {
    lists.push_back({a});
    for (const AxisRef& b : all) {
      if (!Overlaps(a, b)) lists.push_back({a, b});
    }
  }
  for (const std::vector<AxisRef>& a : lists) {
    const ResolvedList x = *resolved.Resolve(w.store.InternAxes(a));
    ASSERT_EQ(x.size(), a.size());
    for (const std::vector<AxisRef>& b : lists) {
      SCOPED_TRACE(w.Text(a) + " and " + w.Text(b));
      const ResolvedList y = *resolved.Resolve(w.store.InternAxes(b));
      EXPECT_EQ(IsStrictPrefix(a, b), IsStrictPrefix(x, y));
      EXPECT_EQ(ListPrefixStatus(a, b) != PrefixStatus::kNotAPrefix,
                IsPrefixOrEqual(x, y));
      for (size_t i = 0; i < a.size(); ++i) {
        ResolvedAxis cut = x[i];
        const bool left = CutOverlap(cut, y);
        const std::optional<AxisRef> literal = PrefixWithoutOverlap(a[i], b);
        ASSERT_EQ(left, literal.has_value());
        if (left) {
          EXPECT_EQ(resolved.ToAxisRef(cut), *literal);
        }
      }
    }
  }
}

TEST(AxisModel, WhatIsNotOnTheMeshIsNotResolved) {
  TestMesh w("a=6,b=4");
  ResolvedMesh mesh(w.store, w.mesh_id);
  for (const char* axis : {"c", "a:(1)4", "a:(0)2", "a:(4)2", "a:(1)1",
                           "b:(2)4", "a:(9223372036854775807)2"}) {
    EXPECT_FALSE(mesh.Resolve(w.Axis(axis))) << axis;
    EXPECT_FALSE(mesh.Resolve(w.store.InternAxes(w.Axes(axis)))) << axis;
  }
  EXPECT_TRUE(mesh.Resolve(w.store.InternAxes(w.Axes("a:(3)2,b"))));
  EXPECT_TRUE(mesh.Resolve(ShardingStore::kEmptyAxes)->empty());
}

}  // namespace
}  // namespace shardflow::internal
