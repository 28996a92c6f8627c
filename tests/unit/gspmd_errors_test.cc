// Checks the messages and places of errors in the text of shardings. No text
// may crash the reader.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/gspmd.h"
#include "unit/errors.h"

namespace shardflow::internal {
namespace {

struct ErrorCase {
  const char* text;
  size_t offset;
  const char* message;
};

void ExpectErrorAt(const Errors& error, const ErrorCase& c) {
  EXPECT_EQ(error.text(), c.message) << c.text;
  EXPECT_EQ(error.offset(), c.offset) << c.text << "\n" << error.ToString();
  EXPECT_EQ(error.excerpt().empty(), std::string_view(c.text).empty())
      << c.text;
}

TEST(GspmdErrors, Texts) {
  const ErrorCase cases[] = {
      {"", 0, "expected '{' to start sharding attribute"},
      {"replicated", 0, "expected '{' to start sharding attribute"},
      {"{replicated} x", 13, "unexpected text after the sharding"},
      {"{replicated", 11, "expected '}' to end sharding attribute"},
      {"{replicated,}", 11, "unexpected ','"},
      {"{foo}", 1, "unexpected token"},
      {"{replicated manual}", 12, "a sharding cannot be replicated and manual"},
      {"{{replicated} {manual}}", 14, "expected '}' to end sharding attribute"},
      {"{{replicated},}", 14, "expected '{' to start sharding attribute"},
      {"{{{replicated}}}", 2, "a tuple in a tuple"},
      {"{{}}", 2, "an empty tuple in a tuple"},
      {"{shard_as 1}", 0,
       "non-maximal shardings must have a tile assignment list including "
       "dimensions"},
      {"{replicated devices=[2]<=[2]}", 12,
       "replicated shardings should not have any devices assigned"},
      {"{manual device=1}", 8,
       "manual shardings should not have any devices assigned"},
      {"{maximal}", 1,
       "maximal shardings should have exactly one device assigned"},
      {"{replicated last_tile_dim_replicate}", 12,
       "replicated shardings have no subgroups"},
      {"{devices=[1]0}", 1,
       "non-maximal shardings must have more than one device assigned"},
      {"{devices=[2,2]}", 14, "expects integer"},
      {"{devices=[2]0,1,}", 16, "expects integer"},
      {"{devices=[2,2]0,1,2}", 14,
       "sharding device count 3 does not match the tile assignment size 4"},
      {"{devices=[2,2]<=[5]}", 14,
       "iota tile assignment size 5 does not match the tile assignment "
       "dimensions product 4"},
      {"{devices=[6]<=[6]T(0)}", 17, "unexpected transposition"},
      {"{devices=[6]<=[2,3]T(0,0)}", 19,
       "T(...) must contain each number from 0 to 1 once"},
      {"{devices=[6]<=[2,3]T(0)}", 19,
       "T(...) must contain each number from 0 to 1 once"},
      {"{devices=[0,2]<=[2]}", 1, "a size must be at least 1, got: 0"},
      {"{devices=[-2]<=[2]}", 1, "a size must be at least 1, got: -2"},
      {"{devices=[99999999999999999999]<=[2]}", 10, "integer too large"},
      {"{devices=[4294967296,4294967296]<=[2]}", 1, "more than 2^62 devices"},
      {"{devices=[2]<=[2] devices=[2]<=[2]}", 18, "'devices' is given twice"},
      {"{devices=[2,2]<=[4] last_tile_dims={maximal}}", 36,
       "unexpected subgroup type"},
      {"{devices=[2]<=[2] last_tile_dims={manual, manual}}", 18,
       "2 subgroups, but only 1 tile dimensions"},
      {"{devices=[2]<=[2] metadata={3}}", 29,
       "expected '=' after the name of an attribute"},
      {"{devices=[2]<=[2] metadata={op_name=\"a}}", 36, "string is not closed"},
      {"{/* no end", 1, "unexpected token"},
      {"{devices=[2]<=[2] last_tile_dims={} last_tile_dims={}}", 36,
       "'last_tile_dims' is given twice"},
      {"{devices=[2]<=[2] shard_as 1 shard_like 2}", 40,
       "a second shard group"},
      {"{devices=[2]<=[2] device=1}", 18, "'device' is for {maximal device=0}"},
      {"{single_device[1]}", 15, "expected 'device_id'"},
      {"{mesh['x'=2], [{'x'}], metadata {op_name='a'}}", 32,
       "expected '=' after 'metadata'"},
      {"{mesh['x'=4611686018427387904,'y'=2], [{}]}", 5,
       "total product of axis sizes must be below 2^63"},
      {"{mesh['x'=6917529027641081856], [{}]}", 6, "more than 2^62 devices"},
  };
  for (const ErrorCase& c : cases) {
    Errors error;
    EXPECT_FALSE(NormalizeHloSharding(c.text, {}, error)) << c.text;
    ExpectErrorAt(error, c);
  }
}

TEST(GspmdErrors, ManyAxes) {
  const auto mesh = [](int axes) {
    std::string text = "{mesh['a0'=1";
    for (int i = 1; i < axes; ++i) text += ",'a" + std::to_string(i) + "'=1";
    return text + "], [{}]}";
  };
  Errors error;
  EXPECT_EQ(NormalizeHloSharding(mesh(1024), {}, error), mesh(1024));
  EXPECT_FALSE(NormalizeHloSharding(mesh(1025), {}, error));
  EXPECT_EQ(error.text(), "more than 1024 axes");
  EXPECT_EQ(error.offset(), mesh(1025).find("'a1024'"));
}

// Texts that XLA accepts by mistake, or that crash it.
TEST(GspmdErrors, BetterThanXla) {
  const ErrorCase cases[] = {
      // Parts that contradict each other or the mesh.
      {"{devices=[2,4]<=[8] last_tile_dim_replicate "
       "last_tile_dims={replicated}}",
       44, "last_tile_dim_replicate and last_tile_dims exclude one another"},
      {"{mesh['x'=2,'x'=4], [{'x'}]}", 12, "duplicate axis name: \"x\""},
      {"{mesh['x'=2,'y'=4], [{'x'}, {'x'}]}", 29, "duplicate axis ref: \"x\""},
      {"{mesh['x'=2,'y'=4], [{'y'}, {'y':(1)2}]}", 29,
       "both sub-axis and full-axis are used for axis name: \"y\""},
      {"{mesh['x'=12], [{'x':(1)2}, {'x':(3)2}]}", 15,
       "overlapping sub-axes: \"x\":(1)2, \"x\":(3)2"},
      {"{mesh['x'=12], [{'x':(1)6}, {'x':(2)3}]}", 29,
       "overlapping sub-axes: \"x\":(1)6, \"x\":(2)3"},
      {"{mesh['x'=2,'y'=4], [{'y':(1)2, 'y':(2)2}]}", 32,
       "two consecutive sub-axes can be merged: \"y\":(1)2, \"y\":(2)2"},
      {"{mesh['x'=2,'y'=4], [{'z'}]}", 22, "unknown axis name: \"z\""},
      {"{mesh['x'=2,'y'=4], [{'y':(1)3}]}", 22,
       "sub-axis next pre-size 3 doesn't divide the size of the full axis 4: "
       "\"y\":(1)3"},
      {"{mesh['x'=2,'y'=4], [{'y':(1)4}]}", 22,
       "sub-axis size is equal to the full axis size: \"y\":(1)4"},
      {"{mesh['x'=2,'y'=4], [{'y':(0)2}]}", 22,
       "sub-axis pre-size must be at least 1: \"y\":(0)2"},
      {"{mesh['x'=2,'y'=4], [{'y':(2)1}]}", 22,
       "sub-axis sizes must be greater than 1: \"y\":(2)1"},
      {"{mesh['x'=2,'y'=4], [{}], replicated={'y', 'x'}}", 43,
       "replicated axes are not ordered w.r.t. mesh"},
      {"{mesh['x'=2,'y'=4], [{?, 'x'}]}", 23, "expected '}' after '?'"},
      {"{mesh['x'=2,'y'=4], [{'x'}] replicated={'y'}}", 28,
       "expected ',' before next attribute"},
      {"{mesh['x'=2,'y'=4], device_ids=(0,1,2,3,4,5,6,6), [{'x'}]}", 31,
       "duplicate device id: 6"},
      {"{mesh['x'=2,'y'=4], device_ids=(0,1,2), [{'x'}]}", 31,
       "total product of axis sizes must match total number of device ids, "
       "got: 8 != 3"},
      {"{mesh['x'=2,'y'=2], device_ids=(0,1,2,3), [{'x'}]}", 31,
       "if the ordered device ids are the same as iota(product(axes)), no "
       "need to specify them for simplicity"},
      {"{mesh[], manual}", 9, "a mesh without axes can only be replicated"},
      {"{mesh[], unreduced}", 9, "a mesh without axes can only be replicated"},
      // Numbers out of range, and devices that are listed twice.
      {"{devices=[2]0,-1}", 12, "device id must be non-negative, got: -1"},
      {"{devices=[2]0,0}", 12, "duplicate device id: 0"},
      {"{devices=[2]0,2}", 12,
       "device id 2 is out of range: there are 2 devices"},
      {"{mesh['x'=0], [{}]}", 6, "axis size must be at least 1, got: 0"},
      {"{single_device[device_id=-1]}", 25,
       "device id must be non-negative, got: -1"},
      {"{maximal device=-1}", 9, "device id must be non-negative, got: -1"},
  };
  for (const ErrorCase& c : cases) {
    Errors error;
    EXPECT_FALSE(NormalizeHloSharding(c.text, {}, error)) << c.text;
    ExpectErrorAt(error, c);
  }
}

struct ImportErrorCase {
  std::vector<std::string> texts;
  int input;
  const char* message;
};

TEST(GspmdErrors, Import) {
  const ImportErrorCase cases[] = {
      {{"{devices=[2,3]<=[2,3]T(1,0)}"},
       0,
       "no mesh in device order has the tiles [2,3] of these 6 devices"},
      {{"{devices=[2,3]<=[6]}", "{devices=[3,2]<=[6]}"},
       1,
       "this sharding and the earlier ones have no common mesh"},
      {{"{devices=[2,105]<=[210]}", "{devices=[3,70]<=[210]}"},
       1,
       "this sharding and the earlier ones have no common mesh"},
      {{"{replicated}", "{devices=[4]<=[4]}", "{devices=[8]<=[8]}"},
       2,
       "8 devices, but an earlier sharding has 4"},
      {{"{mesh['x'=2], [{'x'}]}", "{devices=[4]<=[4]}"},
       1,
       "4 devices, but the mesh has 2"},
      {{"{mesh['x'=2], [{'x'}]}", "{mesh['y'=2], [{'y'}]}"},
       1,
       "this mesh differs from the mesh of an earlier sharding"},
      {{"{mesh['x'=2,'y'=3], [{'x'}]}", "{devices=[3,2]<=[6]}"},
       1,
       "the tiles [3,2] do not fit the axes of the mesh"},
      // Neither list can be expressed on a mesh that has the device order of
      // the other.
      {{"{devices=[6]5,0,1,4,3,2}", "{devices=[6]1,0,5,2,4,3}"},
       1,
       "no mesh in device order has the tiles [6] of these 6 devices"},
      {{"{mesh['x'=8388608], device_ids=([2,4194304]T(1,0)), [{'x'}]}"},
       0,
       "too many devices for a mesh with a device order"},
      {{"{devices=[2,4]<=[8]}", "{devices=[3]0,1"},
       1,
       "expected '}' to end sharding attribute"},
  };
  for (const ImportErrorCase& c : cases) {
    Errors error;
    EXPECT_FALSE(FromHloShardings(c.texts, {}, error)) << c.texts[0];
    EXPECT_EQ(error.text(), c.message) << c.texts[0];
    EXPECT_EQ(error.input(), c.input) << c.texts[0];
  }
  Errors error;
  const std::string rank_2[] = {"{devices=[2,4]<=[8]}"};
  EXPECT_FALSE(FromHloShardings(rank_2, {.rank = 3, .mesh = ""}, error));
  EXPECT_EQ(error.text(), "a sharding of 2 dimensions on a tensor of rank 3");
  EXPECT_FALSE(
      FromHloShardings(rank_2, {.rank = {}, .mesh = "<[\"x\"=8]"}, error));
  EXPECT_EQ(error.text(), "expected '>' to end the mesh");
  EXPECT_EQ(error.input(), -1);
  EXPECT_EQ(error.offset(), 8u);
  const std::string tuple[] = {"{{devices=[8]<=[8]}, {devices=[3]<=[3]}}"};
  EXPECT_FALSE(
      FromHloShardings(tuple, {.rank = {}, .mesh = "<[\"x\"=8]>"}, error));
  EXPECT_EQ(error.text(), "3 devices, but the mesh has 8");
  EXPECT_EQ(error.input(), 0);
  EXPECT_EQ(error.offset(), 21u);
}

// Shardings that can't be written in the requested form.
TEST(GspmdErrors, Convert) {
  Errors error;
  EXPECT_FALSE(NormalizeHloSharding(
      "{{mesh['x'=2,'y'=3], [{'x'}]}, {devices=[3,2]<=[6]}}",
      {.form = HloShardingForm::kV3, .metadata = false}, error));
  EXPECT_EQ(error.text(), "the tiles [3,2] do not fit the axes of the mesh");
  EXPECT_EQ(error.offset(), 31u);
}

TEST(GspmdErrors, Export) {
  struct Case {
    const char* mesh;
    const char* sharding;
    int input;
    size_t offset;
    const char* message;
  };
  const Case cases[] = {
      {"<[\"x\"=2>", "[]", -1, 7, "expected ']' to end the axes of the mesh"},
      {"<[\"x\"=2, \"x\"=2]>", "[]", -1, 9, "duplicate axis name: \"x\""},
      {"<[\"x\"=2], device_ids=[1,1]>", "[]", -1, 10,
       "sorted device ids must be iota(product(axes)), got: 1, 1"},
      {"<[], device_ids=[1,2]>", "[]", -1, 5,
       "axes is empty and device_ids has more than one element"},
      {"<[], device_ids=[-1]>", "[]", -1, 5,
       "device id must be non-negative, got: -1"},
      {"<[\"x\"=2]>", "<@\"m, [{\"x\"}]>", 0, 9, "expected ',' after the mesh"},
      {"<[\"x\"=2]>", "#sdy.sharding_per_value<[<@m, [{\"x\"}]>", 0, 38,
       "expected ']' to end the list of shardings"},
      {"<[\"x\"=2]>", "[{\"q\"}]", 0, 2, "unknown axis name: \"q\""},
      {"<[\"x\"=2]>", "[{\"x\"}", 0, 6, "expected ']' to end the dimensions"},
      {"<[\"x\"=2]>", "[{x}]", 0, 2, "expects string"},
      {"<[\"x\"=2]>", "[{\\22x\\22}]", 0, 2, "expects string"},
      {"<[\"x\"=2]>", "[{\"x\"}] more", 0, 8,
       "unexpected text after the sharding"},
      {"<[\"x\"=2]>", "[{\"x\"}], reduced={}", 0, 9,
       "failed to parse Sdy_TensorSharding, expected valid named axis list "
       "after comma"},
      // `validate` reports the same message for this text in a program.
      {"<[\"x\"=2]>", "[{}p1]", 0, 0,
       "dim 0 is empty and closed but has a priority"},
      {"<[\"x\"=2]>", "[{\"x\"}p01]", 0, 6,
       "priorities with leading zeros are not allowed, got: p01"},
      {"<[\"x\"=2]>", "[{}], replicated={}", 0, 18, "expects string"},
  };
  for (const Case& c : cases) {
    Errors error;
    EXPECT_FALSE(ToHloSharding(c.mesh, c.sharding, {}, error)) << c.sharding;
    EXPECT_EQ(error.text(), c.message) << c.mesh << c.sharding;
    EXPECT_EQ(error.input(), c.input) << c.mesh << c.sharding;
    EXPECT_EQ(error.offset(), c.offset) << c.mesh << c.sharding;
  }
  Errors error;
  EXPECT_FALSE(ToHloSharding("<[\"x\"=2]>", "[{\"x\"}]",
                             {HloShardingForm::kV2, {"x"}}, error));
  EXPECT_EQ(error.text(), "duplicate axis ref: \"x\"");
  EXPECT_FALSE(ToHloSharding("<[\"x\"=4398046511104]>", "[{\"x\"}]",
                             {HloShardingForm::kV1, {}}, error));
  EXPECT_EQ(error.text(),
            "4398046511104 devices are too many to list: at most 4194304");
}

TEST(GspmdErrors, RanksThatNoTensorHas) {
  const std::string texts[] = {"{replicated}"};
  std::vector<Message> messages;
  FromHloShardingOptions options;
  options.rank = FromHloShardingOptions::kMaxRank;
  EXPECT_TRUE(FromHloShardings(texts, options, messages));
  options.rank = 2000000000;
  EXPECT_FALSE(FromHloShardings(texts, options, messages));
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].text, "the rank is larger than 64");
}

TEST(GspmdErrors, TextHasCaretAndHint) {
  Errors error;
  EXPECT_FALSE(NormalizeHloSharding("{replicated,}", {}, error));
  EXPECT_EQ(error.ToString(),
            "<sharding>:1:12: error: unexpected ','\n"
            "{replicated,}\n"
            "           ^\n"
            "note: the parts of a sharding are separated by blanks\n");
}

}  // namespace
}  // namespace shardflow::internal
