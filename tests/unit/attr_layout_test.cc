#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/intern.h"
#include "ir/attr.h"

// Attributes are stored as words, laid out like the fields of their structs.

namespace shardflow::internal {
namespace {

static_assert(layout::FieldCount<UnitAttr>() == 0);
static_assert(layout::FieldCount<IntegerAttr>() == 2);
static_assert(layout::FieldCount<LocFileAttr>() == 4);
static_assert(layout::WordsOf<AllToAllParamAttr>() == 3);
static_assert(layout::WordsOf<AttrId>() == 1);
static_assert(!layout::HasList<EnumAttr>);
static_assert(layout::HasList<StructAttr>);

TEST(AttrLayout, FieldsComeBack) {
  AttrStore attrs;
  const AttrId number = attrs.Make(IntegerAttr{TypeId(7), INT64_MIN});
  EXPECT_EQ(attrs.As<IntegerAttr>(number).type, TypeId(7));
  EXPECT_EQ(attrs.As<IntegerAttr>(number).value, INT64_MIN);
  const AttrId dense =
      attrs.Make(DenseElementsAttr{TypeId(1), NameId(2), /*splat=*/true});
  EXPECT_TRUE(attrs.As<DenseElementsAttr>(dense).splat);
  EXPECT_EQ(attrs.As<DenseElementsAttr>(dense).bytes, NameId(2));
  // "None" is stored like any other value.
  const AttrId text = attrs.Make(StringAttr{NameId(3)});
  EXPECT_TRUE(attrs.As<StringAttr>(text).type.IsNone());
  const AttrId dim = attrs.Make(DimShardingAttr{AxisListId(4), 0, -1});
  EXPECT_EQ(attrs.As<DimShardingAttr>(dim).closed, 0);
  EXPECT_EQ(attrs.As<DimShardingAttr>(dim).priority, -1);
  EXPECT_EQ(attrs.kind(attrs.Make(UnitAttr{})), AttrKind::kUnit);
}

TEST(AttrLayout, EqualAttributesAreOne) {
  AttrStore attrs;
  const AttrId a = attrs.Make(EnumAttr{1, 2});
  EXPECT_EQ(attrs.Make(EnumAttr{1, 2}), a);
  EXPECT_NE(attrs.Make(EnumAttr{2, 1}), a);
  // The words are the same, but the kind of attribute isn't.
  EXPECT_NE(attrs.Make(SubAxisInfoAttr{1, 2}), a);
}

TEST(AttrLayout, ListsOfAnyLength) {
  AttrStore attrs;
  for (const int count : {0, 1, 15, 16, 17, 18, 1000}) {
    std::vector<AttrId> locs;
    std::vector<AllToAllParamAttr> params;
    for (int i = 0; i < count; ++i) {
      locs.push_back(AttrId(i));
      params.push_back({AxisListId(i), i + 1, -i});
    }
    const auto fused =
        attrs.As<LocFusedAttr>(attrs.Make(LocFusedAttr{AttrId(5)}, locs));
    EXPECT_EQ(fused.metadata, AttrId(5));
    EXPECT_EQ(std::vector<AttrId>(fused.locs.begin(), fused.locs.end()), locs);
    EXPECT_EQ(fused.locs.size(), locs.size());
    EXPECT_EQ(fused.locs.empty(), locs.empty());
    const auto list = attrs.As<AllToAllParamListAttr>(
        attrs.Make(AllToAllParamListAttr{}, params));
    ASSERT_EQ(list.params.size(), params.size());
    for (size_t i = 0; i < params.size(); ++i) {
      EXPECT_EQ(list.params[i].axes, params[i].axes);
      EXPECT_EQ(list.params[i].source, params[i].source);
      EXPECT_EQ(list.params[i].target, params[i].target);
    }
  }
  const NameId names[] = {NameId(3), NameId(9)};
  const auto manual =
      attrs.As<ManualAxesAttr>(attrs.Make(ManualAxesAttr{}, names));
  EXPECT_TRUE(manual.axes.Contains(NameId(9)));
  EXPECT_FALSE(manual.axes.Contains(NameId(4)));
}

TEST(BlobInternerTest, WhatWasMovedFromIsEmpty) {
  StringStore a;
  const NameId x = a.Intern("x");
  StringStore b = std::move(a);
  const std::string_view held = b.Get(x);
  // Interning into the moved-from store must not overwrite what `held` views.
  EXPECT_EQ(a.size(), 0u);
  a.Intern("y");
  b.Intern("z");
  EXPECT_EQ(a.Get(NameId(0)), "y");
  EXPECT_EQ(held, "x");
  EXPECT_EQ(b.Find("x"), x);
  EXPECT_EQ(b.Get(NameId(1)), "z");
  a = std::move(b);
  EXPECT_EQ(a.Get(x), "x");
  EXPECT_EQ(b.size(), 0u);
  EXPECT_EQ(b.Intern("w"), NameId(0));
  EXPECT_EQ(a.Get(NameId(1)), "z");
}

}  // namespace
}  // namespace shardflow::internal
