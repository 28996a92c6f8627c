#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "sharding/parse.h"
#include "sharding/print.h"
#include "sharding/verify.h"

// Parses meshes and shardings from strings that contain nothing else.

namespace shardflow::internal {
namespace {

struct Parsed {
  StringStore names;
  ShardingStore store;
  Error error;

  std::string Mesh(std::string_view text) {
    const std::optional<MeshId> mesh = ParseMesh(text, names, store, error);
    if (!mesh) return Where();
    std::string out;
    AppendMesh(store.mesh(*mesh), names, out);
    return out;
  }
  std::string Shardings(std::string_view text, std::string_view mesh = {}) {
    std::optional<MeshRef> given;
    if (!mesh.empty()) given = MeshRef::Symbol(names.Intern(mesh));
    const std::optional<ParsedShardings> all =
        ParseShardings(text, given, names, store, error);
    if (!all) return Where();
    std::string out = all->is_list ? "list " : "";
    for (const ParsedSharding& one : all->items) {
      AppendSharding(store.Get(one.id), store, names, out);
    }
    return out;
  }
  std::string Where() const {
    return std::to_string(error.offset) + ": " + error.message;
  }
};

TEST(ShardingParse, Meshes) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {R"(<["x"=2, "y"=4]>)", R"(<["x"=2, "y"=4]>)"},
      {R"(sdy.mesh @mesh = <["x"=2]>)", R"(<["x"=2]>)"},
      {R"(#sdy.mesh<['x'=2 /* one quote is as good as two */]>)",
       R"(<["x"=2]>)"},
      {R"(mesh<[]>)", "<[]>"},
      {R"(<["x"=2], device_ids=[1, 0]>)", R"(<["x"=2], device_ids=[1, 0]>)"},
      // Device ids in order are dropped, except on a mesh of one device.
      {R"(<["x"=2, "y"=2], device_ids=[0, 1, 2, 3]>)", R"(<["x"=2, "y"=2]>)"},
      {"<[], device_ids=[0]>", "<[], device_ids=[0]>"},
      // Escaped as in MLIR.
      {R"(<["a\22b\0Ac\\d"=2]>)", R"(<["a\22b\0Ac\\d"=2]>)"},
      {R"(<["x"=2, "x"=4]>)", "9: duplicate axis name: \"x\""},
      {R"(<["x"=2, "y"=0]>)", "9: axis size must be at least 1, got: 0"},
      {R"(<["x"=2], device_ids=[0]>)",
       "10: total product of axis sizes must match total number of device ids, "
       "got: 2 != 1"},
      {R"(<["x"=2]> more)", "10: unexpected text after the mesh"},
      {"", "0: expected '<' to start a mesh"},
  };
  for (const auto& [text, wanted] : rows) {
    EXPECT_EQ(Parsed().Mesh(text), wanted) << text;
  }
}

TEST(ShardingParse, Shardings) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {R"(#sdy.sharding<@m, [{"x", "y":(1)2, ?}p1, {}], replicated={"z"}>)",
       R"(<@m, [{"x", "y":(1)2, ?}p1, {}], replicated={"z"}>)"},
      {R"(<@m, [{"x"}], unreduced=max{"y"}>)",
       R"(<@m, [{"x"}], unreduced=max{"y"}>)"},
      // Either list may come first.
      {R"(<@m, [], unreduced={"y"}, replicated={"x"}>)",
       R"(<@m, [], replicated={"x"}, unreduced={"y"}>)"},
      {R"(<@"any name", []>)", R"(<@"any name", []>)"},
      {R"(<mesh<["x"=2], device_ids=[0, 1]>, [{"x"}]>)",
       R"(<mesh<["x"=2]>, [{"x"}]>)"},
      {R"([<@m, [{"x"}]>, <@m, []>])", R"(list <@m, [{"x"}]><@m, []>)"},
      {R"(#sdy.sharding_per_value<[<@m, []>]>)", "list <@m, []>"},
      {R"([{"x"}])", "0: expected '<' to start a sharding"},
      {R"(<@m, [{"x":(0)0}]>)",
       "7: sub-axis pre-size must be at least 1: \"x\":(0)0"},
      {R"(<@m, [{"x"}q1]>)",
       "11: expecting priority in format 'p<number>', got: q1"},
      {R"(<@m, [{"x" "y"}]>)", "11: expected ',' after an axis"},
      {R"(<@m, [], replicated={"x"}, replicated={"y"}>)",
       "27: failed to parse Sdy_TensorSharding, expected valid named axis list "
       "after comma"},
      {R"(<@m, [{"x"}]> more)", "14: unexpected text after the sharding"},
  };
  for (const auto& [text, wanted] : rows) {
    EXPECT_EQ(Parsed().Shardings(text), wanted) << text;
  }
  EXPECT_EQ(Parsed().Shardings(R"([{"x"}, {?}])", "given"),
            R"(<@given, [{"x"}, {?}]>)");
}

// If a sharding doesn't fit its mesh, the error points to the axis at fault.
TEST(ShardingParse, FaultsAreAtTheAxis) {
  struct Row {
    std::string_view text;
    std::string_view wanted;
  };
  const Row rows[] = {
      {R"([{"x"}, {"y":(1)2}], replicated={"y":(2)2})", ""},
      {R"([{"x"}, {"z"}])", R"(9: unknown axis name: "z")"},
      {R"([{"x"}, {"y", "x"}])", R"(14: duplicate axis ref: "x")"},
      {R"([{"x"}], unreduced={"y"}, replicated={"x"})",
       R"(38: duplicate axis ref: "x")"},
      {R"([{}], replicated={"y", "x"})",
       "23: replicated axes are not ordered w.r.t. mesh"},
      {R"([{"y":(1)2}, {"y"}])",
       R"(14: both sub-axis and full-axis are used for axis name: "y")"},
      {R"([{"y":(1)3}])",
       "2: sub-axis next pre-size 3 doesn't divide the size of the full axis "
       "4: \"y\":(1)3"},
      {"[{}p1]", "0: dim 0 is empty and closed but has a priority"},
      {R"([{"m"}])", R"(0: duplicate axis ref: "m")"},
  };
  for (const Row& row : rows) {
    Parsed p;
    const std::optional<MeshId> mesh =
        ParseMesh(R"(<["x"=2, "y"=4, "m"=2]>)", p.names, p.store, p.error);
    ASSERT_TRUE(mesh);
    const auto all = ParseShardings(row.text, MeshRef::Inlined(*mesh), p.names,
                                    p.store, p.error);
    ASSERT_TRUE(all) << p.Where();
    const AxisRef manual[] = {AxisRef::Full(p.names.Intern("m"))};
    const bool ok = CheckParsed(all->items[0], p.store.mesh(*mesh), manual,
                                p.store, p.names, p.error);
    EXPECT_EQ(ok ? "" : p.Where(), row.wanted) << row.text;
  }
}

// The errors are the same whether axes are looked up in a list or in a table.
TEST(AxisCheckerTest, ManyAxes) {
  StringStore names;
  Mesh mesh;
  std::vector<AxisRef> axes;
  for (int i = 0; i < 100; ++i) {
    const NameId name = names.Intern("a" + std::to_string(i));
    mesh.axes.push_back({name, 0, 4});
    axes.push_back(AxisRef::Full(name));
  }
  {
    AxisChecker checker(mesh, names);
    EXPECT_FALSE(checker.AddSorted(axes, "replicated"));
    EXPECT_FALSE(checker.CheckSubAxes());
    const AxisRef again[] = {axes[50]};
    EXPECT_EQ(checker.Add(again)->message, "duplicate axis ref: \"a50\"");
    EXPECT_EQ(checker.blamed(), 100u);
    const AxisRef part[] = {AxisRef::Sub(axes[7].name, 1, 2)};
    EXPECT_FALSE(checker.Add(part));
    EXPECT_EQ(checker.CheckSubAxes()->message,
              "both sub-axis and full-axis are used for axis name: \"a7\"");
    EXPECT_EQ(checker.blamed(), 100u);
  }
  {
    AxisChecker checker(mesh, names);
    std::swap(axes[60], axes[61]);
    EXPECT_EQ(checker.AddSorted(axes, "replicated")->message,
              "replicated axes are not ordered w.r.t. mesh");
    EXPECT_EQ(checker.blamed(), 61u);
    EXPECT_FALSE(checker.Add(axes));
    const AxisRef other[] = {AxisRef::Full(names.Intern("b"))};
    const std::optional<Error> unknown = checker.Add(other);
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->message, "unknown axis name: \"b\"");
    EXPECT_EQ(checker.blamed(), 100u);
    EXPECT_EQ(unknown->hint.substr(0, 22), "the mesh has \"a0\", \"a1");
  }
}

}  // namespace
}  // namespace shardflow::internal
