// Pairs of HloShardings and the Shardy shardings that real XLA converts them to
// or from.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/gspmd.h"
#include "unit/errors.h"

namespace shardflow::internal {
namespace {

std::string ReadableNames(std::string text) {
  for (const std::string_view from : {"_axis_"}) {
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from)) {
      text.replace(at, from.size(), "a");
    }
  }
  return text;
}

std::string Exported(std::string_view mesh, std::string_view sharding,
                     const ToHloShardingOptions& options = {}) {
  Errors error;
  return ToHloSharding(mesh, sharding, options, error)
      .value_or(error.ToString());
}

struct ExportCase {
  const char* sharding;
  const char* hlo;
};

constexpr char kMesh[] = R"(<["x"=2,"y"=4]>)";

TEST(GspmdPairs, Export) {
  const ExportCase cases[] = {
      {R"([{"x"},{"y"}])", "{devices=[2,4]<=[8]}"},
      {R"([{"y"},{"x"}])", "{devices=[4,2]<=[2,4]T(1,0)}"},
      {R"([{"x"},{}])", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"},
      {R"([{"y"},{}])",
       "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"},
      {R"([{"x","y"},{}])", "{devices=[8,1]<=[8]}"},
      {R"([{},{"y","x"}])", "{devices=[1,8]<=[2,4]T(1,0)}"},
      {R"([{"y":(1)2},{"y":(2)2}])",
       "{devices=[2,2,2]<=[2,4]T(1,0) last_tile_dim_replicate}"},
      {R"([{"y":(2)2,"x"},{}])",
       "{devices=[4,1,2]<=[4,2]T(1,0) last_tile_dim_replicate}"},
      {R"([{"y":(1)2,"x","y":(2)2},{}])", "{devices=[8,1]<=[2,2,2]T(1,0,2)}"},
      {R"([{"x"},{}], unreduced={"y"})",
       "{devices=[2,1,4]<=[8] last_tile_dims={unreduced}}"},
      {R"([{"x"},{}], unreduced={"y":(2)2})",
       "{devices=[2,1,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={unreduced, "
       "replicated}}"},
      {R"([{},{}], unreduced={"y"})",
       "{devices=[1,1,4,2]<=[2,4]T(1,0) last_tile_dims={unreduced, "
       "replicated}}"},
      {R"([{},{}], unreduced={"x","y"})", "{unreduced}"},
      {R"([{},{}])", "{replicated}"},
      {R"([{"x"},{}], unreduced=max{"y"})",
       "{devices=[2,1,4]<=[8] last_tile_dims={unreduced} "
       "metadata={op_type=\"sdy::reduction_op\" op_name=\"MAX\"}}"},
      // Properties that tiles can't express are dropped.
      {R"([{"x", ?}p1,{?}p0], replicated={"y"})",
       "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"},
      {R"(#sdy.sharding<@mesh, [{"x"},{"y"}]>)", "{devices=[2,4]<=[8]}"},
      {R"(<mesh<["z"=4]>, [{"z"}]>)", "{devices=[4]<=[4]}"},
      {R"([<@mesh, [{"x"},{"y"}]>, <@mesh, []>])",
       "{{devices=[2,4]<=[8]}, {replicated}}"},
  };
  for (const ExportCase& c : cases) {
    EXPECT_EQ(Exported(kMesh, c.sharding), c.hlo) << c.sharding;
  }
}

TEST(GspmdPairs, ExportInsideManualComputations) {
  EXPECT_EQ(Exported(kMesh, R"([{},{"y"}])", {HloShardingForm::kV2, {"x"}}),
            "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}");
  EXPECT_EQ(Exported(kMesh, R"([{},{}])", {HloShardingForm::kV2, {"x", "y"}}),
            "{manual}");
  EXPECT_EQ(Exported(kMesh, R"([{},{"y"}])", {HloShardingForm::kV3, {"x"}}),
            "{mesh['x'=2,'y'=4], [{}, {'y'}], manual={'x'}}");
  EXPECT_EQ(Exported(kMesh, R"([{},{}])", {HloShardingForm::kV3, {"x", "y"}}),
            "{mesh['x'=2,'y'=4], manual}");
}

TEST(GspmdPairs, ExportOnOtherMeshes) {
  const std::string_view listed =
      R"(<["x"=2,"y"=4], device_ids=[0,2,4,6,1,3,5,7]>)";
  EXPECT_EQ(Exported(listed, R"([{"x"},{"y"}])"),
            "{devices=[2,4]0,2,4,6,1,3,5,7}");
  EXPECT_EQ(Exported(listed, R"([{"y"},{}])"),
            "{devices=[4,1,2]0,1,2,3,4,5,6,7 last_tile_dim_replicate}");
  const std::string_view wide = R"(<["x"=8,"y"=4]>)";
  EXPECT_EQ(Exported(wide, R"([{"y"},{"x":(2)2}])"),
            "{devices=[4,2,4]<=[2,2,2,4]T(3,1,0,2) last_tile_dim_replicate}");
  EXPECT_EQ(Exported(wide, R"([{"x":(1)2,"x":(4)2},{}])"),
            "{devices=[4,1,8]<=[2,2,2,4]T(0,2,1,3) last_tile_dim_replicate}");
  EXPECT_EQ(Exported(wide, R"([{"y"},{"x":(2)2}])", {HloShardingForm::kV3, {}}),
            "{mesh['x'=8,'y'=4], [{'y'}, {'x':(2)2}]}");
  EXPECT_EQ(Exported(R"(<["a"=2,"b"=2,"c"=2]>)", R"([{"c"},{"a","b"}])"),
            "{devices=[2,4]<=[4,2]T(1,0)}");
  EXPECT_EQ(Exported("<[]>", "[{}]"), "{replicated}");
  EXPECT_EQ(Exported("<[], device_ids=[3]>", "[]"), "{maximal device=3}");
  // Device ids in ascending order are dropped, as in a program.
  EXPECT_EQ(Exported(R"(<["x"=2], device_ids=[0, 1]>)", R"([{"x"}])"),
            Exported(R"(<["x"=2]>)", R"([{"x"}])"));
  EXPECT_EQ(Exported("<[], device_ids=[3]>", "[]", {HloShardingForm::kV3, {}}),
            "{single_device[device_id=3]}");
  EXPECT_EQ(Exported(kMesh, R"([{"y"},{"x"}])", {HloShardingForm::kV1, {}}),
            "{devices=[4,2]0,4,1,5,2,6,3,7}");
  // Neither time nor memory grows with the number of devices.
  EXPECT_EQ(Exported(R"(<["x"=1048576,"y"=1048576]>)", R"([{"y"},{}])"),
            "{devices=[1048576,1,1048576]<=[1048576,1048576]T(1,0) "
            "last_tile_dim_replicate}");
}

struct ImportCase {
  std::vector<std::string> hlo;
  const char* mesh;
  std::vector<std::string> shardings;
};

TEST(GspmdPairs, Import) {
  const ImportCase cases[] = {
      {{"{devices=[4,2]<=[8]}"},
       R"(<["a0"=4, "a1"=2]>)",
       {R"([{"a0"}, {"a1"}])"}},
      {{"{devices=[4,2]<=[2,4]T(1,0)}"},
       R"(<["a0"=2, "a1"=4]>)",
       {R"([{"a1"}, {"a0"}])"}},
      {{"{devices=[8,1]<=[2,2,2]T(2,0,1)}"},
       R"(<["a0"=4, "a1"=2]>)",
       {R"([{"a1", "a0"}, {}])"}},
      {{"{devices=[6,35]<=[7,10,3]T(2,1,0)}"},
       R"(<["a0"=7, "a1"=2, "a2"=5, "a3"=3]>)",
       {R"([{"a3", "a1"}, {"a2", "a0"}])"}},
      {{"{devices=[4,2]<=[2,4]T(1,0)}", "{devices=[2,4]<=[4,2]T(1,0)}"},
       R"(<["a0"=2, "a1"=2, "a2"=2]>)",
       {R"([{"a1", "a2"}, {"a0"}])", R"([{"a2"}, {"a0", "a1"}])"}},
      {{"{devices=[4,8]<=[8,4]T(1,0)}",
        "{devices=[1,2,16]<=[32] last_tile_dim_replicate}",
        "{devices=[4,4,2]<=[2,16]T(1,0) last_tile_dim_replicate}"},
       R"(<["a0"=2, "a1"=4, "a2"=4]>)",
       {R"([{"a2"}, {"a0", "a1"}])", R"([{}, {"a0"}])", R"([{"a1"}, {"a2"}])"}},
      {{"{mesh['x'=2,'y'=4], [{'y':(1)2}, {}], replicated={'x'}}",
        "{devices=[4,2]<=[8]}"},
       R"(<["x"=2, "y"=4]>)",
       {R"([{"y":(1)2}, {}], replicated={"x"})",
        R"([{"x", "y":(1)2}, {"y":(2)2}])"}},
      {{"{maximal device=3}", "{devices=[4,2]<=[8]}", "{maximal device=0}"},
       R"(<["a0"=4, "a1"=2]>)",
       {"<mesh<[], device_ids=[3]>, []>", R"([{"a0"}, {"a1"}])",
        "<mesh<[], device_ids=[0]>, []>"}},
      {{"{devices=[2,4]<=[8] last_tile_dims={unreduced} "
        "metadata={op_type=\"sdy::reduction_op\" op_name=\"MAX\"}}"},
       R"(<["a0"=2, "a1"=4]>)",
       {R"([{"a0"}], unreduced=max{"a1"})"}},
      // Only the unreduced group becomes unreduced axes.
      {{"{devices=[2,2,2,2]<=[16] last_tile_dims={unreduced, replicated}}"},
       R"(<["a0"=2, "a1"=2, "a2"=2, "a3"=2]>)",
       {R"([{"a0"}, {"a1"}], unreduced={"a2"})"}},
      {{"{devices=[2,1,2,2]<=[8] last_tile_dims={manual, unreduced}}"},
       R"(<["a0"=2, "a1"=2, "a2"=2]>)",
       {R"([{"a0"}, {}], unreduced={"a2"})"}},
      {{"{unreduced}", "{devices=[2,4]<=[8]}"},
       R"(<["a0"=2, "a1"=4]>)",
       {R"([], unreduced={"a0", "a1"})", R"([{"a0"}, {"a1"}])"}},
      // The V1 form.
      {{"{devices=[4,2]0,4,1,5,2,6,3,7}"},
       R"(<["a0"=2, "a1"=4]>)",
       {R"([{"a1"}, {"a0"}])"}},
      {{"{devices=[8]0,1,4,5,2,3,6,7}"},
       R"(<["a0"=2, "a1"=2, "a2"=2]>)",
       {R"([{"a1", "a0", "a2"}])"}},
      {{"{devices=[8]0,1,2,3,4,5,7,6}", "{devices=[2,4]0,1,2,3,4,5,7,6}"},
       R"(<["a0"=2, "a1"=4], device_ids=[0, 1, 2, 3, 4, 5, 7, 6]>)",
       {R"([{"a0", "a1"}])", R"([{"a0"}, {"a1"}])"}},
      // The devices within a replicated group have no order.
      {{"{devices=[2,1,4]0,1,2,3,7,6,5,4 last_tile_dim_replicate}"},
       R"(<["a0"=2, "a1"=4]>)",
       {R"([{"a0"}, {}])"}},
      {{"{{devices=[2,1,4]<=[8] last_tile_dim_replicate}, {replicated}}"},
       R"(<["a0"=2, "a1"=4]>)",
       {R"([<@mesh, [{"a0"}, {}]>, <@mesh, []>])"}},
  };
  for (const ImportCase& c : cases) {
    Errors error;
    const auto imported = FromHloShardings(c.hlo, {}, error);
    ASSERT_TRUE(imported) << c.hlo[0] << "\n" << error.ToString();
    EXPECT_EQ(ReadableNames(imported->mesh), c.mesh) << c.hlo[0];
    ASSERT_EQ(imported->shardings.size(), c.shardings.size());
    for (size_t i = 0; i < c.shardings.size(); ++i) {
      EXPECT_EQ(ReadableNames(imported->shardings[i].sharding), c.shardings[i])
          << c.hlo[i];
    }
  }
}

TEST(GspmdPairs, ImportOfUnknownIsOpen) {
  const std::string texts[] = {"{unknown}"};
  Errors error;
  const auto imported = FromHloShardings(texts, {.rank = 2, .mesh = ""}, error);
  ASSERT_TRUE(imported) << error.ToString();
  EXPECT_EQ(imported->shardings[0].sharding, "[{?}, {?}]");
}

TEST(GspmdPairs, ImportNamesManualAxes) {
  const std::string texts[] = {
      "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"};
  Errors error;
  const auto imported =
      FromHloShardings(texts, {.rank = {}, .mesh = kMesh}, error);
  ASSERT_TRUE(imported) << error.ToString();
  EXPECT_EQ(imported->mesh, R"(<["x"=2, "y"=4]>)");
  EXPECT_EQ(imported->shardings[0].sharding, R"([{}, {"y"}])");
  EXPECT_EQ(imported->shardings[0].manual_axes, std::vector<std::string>{"x"});
}

struct PrintCase {
  const char* text;
  const char* printed;
};

TEST(GspmdPairs, Normalization) {
  const PrintCase cases[] = {
      {"{devices=[4,2]<=[2,2,2]T(1,2,0)}", "{devices=[4,2]<=[2,4]T(1,0)}"},
      {"{devices=[8,1]<=[2,2,2]T(0,1,2)}", "{devices=[8,1]<=[8]}"},
      {"{devices=[1,1,8]<=[8] last_tile_dim_replicate}", "{replicated}"},
      {"{devices=[8,1,1]<=[8] last_tile_dim_replicate}",
       "{devices=[8,1]<=[8]}"},
      {"{devices=[2,1,4]0,1,2,3,7,6,5,4 last_tile_dim_replicate}",
       "{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}"},
      {"{devices=[2,1,4]<=[2,2,2]T(1,2,0) last_tile_dim_replicate}",
       "{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"},
      {"{devices=[3,1,4]<=[2,6]T(1,0) last_tile_dim_replicate}",
       "{devices=[3,1,4]<=[2,3,2]T(1,0,2) last_tile_dim_replicate}"},
      {"{devices=[2,1,2,2]<=[8] last_tile_dims={replicated, manual}}",
       "{devices=[2,1,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={manual, "
       "replicated}}"},
      {"{devices=[2,2,2,2]<=[16] last_tile_dims={replicated, unreduced}}",
       "{devices=[2,2,2,2]<=[4,2,2]T(0,2,1) last_tile_dims={unreduced, "
       "replicated}}"},
      {"{devices=[2,1,2,2]<=[8] last_tile_dims={manual, manual}}",
       "{devices=[2,1,4]<=[8] last_tile_dims={manual}}"},
      {"{devices=[1,1,8]<=[8] last_tile_dims={manual}}", "{manual}"},
      // Iota forms: [3,4,5] and its transpositions.
      {"{devices=[60]<=[3,4,5]}", "{devices=[60]<=[60]}"},
      {"{devices=[60]<=[3,4,5]T(1,2,0)}", "{devices=[60]<=[3,20]T(1,0)}"},
      {"{devices=[60]<=[3,4,5]T(2,0,1)}", "{devices=[60]<=[12,5]T(1,0)}"},
      {"{devices=[60]<=[1,3,1,4,1,5]T(4,3,2,5,1,0)}",
       "{devices=[60]<=[3,20]T(1,0)}"},
      {"{devices=[60]<=[3,4,5]T(2,1,0)}", "{devices=[60]<=[3,4,5]T(2,1,0)}"},
      {"{devices=[60]<=[3,4,5]T(1,0,2)}", "{devices=[60]<=[3,4,5]T(1,0,2)}"},
      {"{devices=[1,1]<=[1]}", "{devices=[1,1]<=[1]}"},
      {"{devices=[2,2,3]<=[4,3]T(1,0) last_tile_dims={replicated, manual}}",
       "{devices=[2,3,2]0,9,1,3,4,6,5,7,8,10,2,11 last_tile_dims={manual, "
       "replicated}}"},
      // Items in any order, blanks, comments, and both kinds of quotes.
      {" { last_tile_dim_replicate /* here */ devices = [2,1,4] <= [8] } ",
       "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"},
      {"{devices=[2,2]<=[4] metadata={op_type=\"a\" source_line=3}}",
       "{devices=[2,2]<=[4]}"},
      {"{maximal device=1 shard_as 3}", "{maximal device=1 shard_as 3}"},
      {"{replicated shard_like 2}", "{replicated shard_like 2}"},
      {"{}", "{}"},
      {"{{replicated},{manual},{unknown},{unreduced},{maximal "
       "device=2},{replicated}}",
       "{{replicated}, {manual}, {unknown}, {unreduced}, {maximal device=2}, "
       "/*index=5*/{replicated}}"},
      // The V3 form.
      {"{mesh[\"x\"=2, \"y\"=4], [{\"y\":(1)2,?},{}], unreduced=max{\"x\"}, "
       "manual={\"y\":(2)2}}",
       "{mesh['x'=2,'y'=4], [{'y':(1)2, ?}, {}], unreduced=max{'x'}, "
       "manual={'y':(2)2}}"},
      {"{mesh['x'=2,'y'=4], []}", "{mesh['x'=2,'y'=4], replicated}"},
      {"{mesh['x'=2,'y'=4], unreduced=max}",
       "{mesh['x'=2,'y'=4], unreduced=max}"},
      {"{mesh['x'=2,'y'=4], [{},{}], manual={'x','y'}}",
       "{mesh['x'=2,'y'=4], [{}, {}], manual={'x', 'y'}}"},
      {"{mesh['x'=2,'y'=4], device_ids=([2,4]T(1,0)), [{'x'},{}]}",
       "{mesh['x'=2,'y'=4], device_ids=([2,4]T(1,0)), [{'x'}, {}]}"},
      {"{mesh['x'=2,'y'=4], device_ids=([8]), [{'x'},{}]}",
       "{mesh['x'=2,'y'=4], [{'x'}, {}]}"},
      {"{mesh[], [{},{?}]}", "{mesh[], [{}, {?}]}"},
      {"{maximal_mesh[device_id=3]}", "{single_device[device_id=3]}"},
  };
  for (const PrintCase& c : cases) {
    Errors error;
    const auto printed = NormalizeHloSharding(c.text, {}, error);
    EXPECT_EQ(printed.value_or(error.ToString()), c.printed) << c.text;
    // The canonical form is a fixed point.
    EXPECT_EQ(NormalizeHloSharding(c.printed, {}, error).value_or("error"),
              c.printed);
  }
}

TEST(GspmdPairs, FormsAreEqual) {
  const PrintHloShardingOptions v1{HloShardingForm::kV1, false};
  const PrintHloShardingOptions v2{HloShardingForm::kV2, false};
  const PrintHloShardingOptions v3{HloShardingForm::kV3, false};
  Errors error;
  const std::string list = "{devices=[4,2]0,4,1,5,2,6,3,7}";
  const std::string iota = "{devices=[4,2]<=[2,4]T(1,0)}";
  const std::string named =
      "{mesh['_axis_0'=2,'_axis_1'=4], [{'_axis_1'}, {'_axis_0'}]}";
  for (const std::string& from : {list, iota, named}) {
    EXPECT_EQ(NormalizeHloSharding(from, v1, error), list);
    EXPECT_EQ(NormalizeHloSharding(from, v2, error), iota);
    EXPECT_EQ(NormalizeHloSharding(from, v3, error), named);
  }
  EXPECT_EQ(
      NormalizeHloSharding("{{maximal device=1}, " + iota + "}", v3, error),
      "{{single_device[device_id=1]}, " + named + "}");
}

}  // namespace
}  // namespace shardflow::internal
