// Exports and imports many random shardings. Every device must keep its shard.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/gspmd.h"
#include "unit/errors.h"
#include "unit/gspmd_model.h"

namespace shardflow::internal {
namespace {

using gspmd_model::MapOf;
using gspmd_model::MapOfHlo;
using gspmd_model::Random;
using gspmd_model::Sharding;
using gspmd_model::ShardMap;

int64_t DeviceCount(const Sharding& sharding) {
  int64_t count = 1;
  for (const gspmd_model::Axis& axis : sharding.mesh) count *= axis.size;
  return count;
}

std::vector<std::string> ManualNames(const Sharding& sharding) {
  std::vector<std::string> names;
  for (const gspmd_model::Ref& ref : sharding.manual) {
    names.push_back(sharding.mesh[ref.axis].name);
  }
  return names;
}

// Returns the parts that the devices hold after import. Without a mesh, they
// all hold the same part.
ShardMap ImportedMap(const ImportedShardings& imported, size_t i,
                     int64_t count) {
  const auto read =
      gspmd_model::Read(imported.mesh, imported.shardings[i].sharding,
                        imported.shardings[i].manual_axes);
  if (!read) return {};
  ShardMap map = MapOf(*read);
  if (map.size() == 1) map.resize(static_cast<size_t>(count), map.front());
  return map;
}

// Exports one sharding in `form` and imports it again. Returns false if
// anything differs.
bool RoundTrips(const Sharding& sharding, HloShardingForm form,
                std::string& why) {
  const std::string mesh = MeshText(sharding);
  const std::string text = ShardingText(sharding);
  why = mesh + " " + text;
  Errors error;
  const auto hlo =
      ToHloSharding(mesh, text, {form, ManualNames(sharding)}, error);
  if (!hlo) {
    why += "\n" + error.ToString();
    return false;
  }
  why += " -> " + *hlo;
  const int64_t count = DeviceCount(sharding);
  const ShardMap map = MapOf(sharding);
  const size_t rank = sharding.dims.size();
  if (form != HloShardingForm::kV3) {
    const auto exported = MapOfHlo(*hlo, rank, count);
    if (!exported || *exported != map) return false;
  }
  const std::string texts[] = {*hlo};
  const auto inferred =
      FromHloShardings(texts, {.rank = rank, .mesh = ""}, error);
  if (!inferred) {
    why += "\n" + error.ToString();
    return false;
  }
  why += " -> " + inferred->mesh + " " + inferred->shardings[0].sharding;
  // `{manual}` and `{unreduced}` name no devices, so there is no mesh to infer.
  const bool has_mesh = inferred->mesh != "<[]>";
  if (has_mesh && ImportedMap(*inferred, 0, count) != map) return false;
  if (!sharding.device_ids.empty()) return true;
  // Imports the text again, this time onto the original mesh.
  const auto imported =
      FromHloShardings(texts, {.rank = rank, .mesh = mesh}, error);
  return imported && ImportedMap(*imported, 0, count) == map;
}

TEST(GspmdRandom, OutAndBack) {
  Random random(20251121);
  const int cases = gspmd_model::CaseCount(1000000);
  constexpr HloShardingForm kForms[] = {
      HloShardingForm::kV2, HloShardingForm::kV2, HloShardingForm::kV1,
      HloShardingForm::kV3};
  for (int i = 0; i < cases; ++i) {
    const Sharding sharding =
        gspmd_model::RandomSharding(random, random() % 8 > 0);
    std::string why;
    ASSERT_TRUE(RoundTrips(sharding, kForms[random() % 4], why))
        << "case " << i << ": " << why;
  }
}

// If a common mesh is inferred for several shardings that were on one mesh, all
// of them must be correct on it.
TEST(GspmdRandom, SetsOutAndBack) {
  Random random(7);
  const int cases = gspmd_model::CaseCount(50000);
  int without_mesh = 0;
  for (int i = 0; i < cases; ++i) {
    const Sharding first = gspmd_model::RandomSharding(random, true);
    std::vector<Sharding> set = {first};
    while (set.size() < 3) {
      Sharding next = gspmd_model::RandomSharding(random, true);
      if (DeviceCount(next) == DeviceCount(first)) set.push_back(next);
    }
    std::vector<std::string> texts;
    Errors error;
    for (const Sharding& s : set) {
      const auto hlo =
          ToHloSharding(MeshText(s), ShardingText(s),
                        {HloShardingForm::kV2, ManualNames(s)}, error);
      ASSERT_TRUE(hlo) << error.ToString();
      texts.push_back(*hlo);
    }
    const auto imported = FromHloShardings(texts, {}, error);
    if (!imported) {
      ++without_mesh;
      continue;
    }
    for (size_t k = 0; k < set.size(); ++k) {
      if (!texts[k].starts_with("{devices")) continue;
      ASSERT_EQ(ImportedMap(*imported, k, DeviceCount(first)), MapOf(set[k]))
          << texts[0] << texts[1] << texts[2] << "\n"
          << imported->mesh << imported->shardings[k].sharding;
    }
  }
  EXPECT_LT(without_mesh, cases);
}

// For tiles that don't come from a mesh, neither printing nor importing changes
// what any device holds.
TEST(GspmdRandom, Tiles) {
  Random random(11);
  const int cases = gspmd_model::CaseCount(100000);
  int imports = 0;
  for (int i = 0; i < cases; ++i) {
    size_t rank = 0;
    int64_t count = 1;
    const std::string text = gspmd_model::RandomTiles(random, rank, count);
    const auto map = MapOfHlo(text, rank, count);
    ASSERT_TRUE(map) << text;
    Errors error;
    const auto printed = NormalizeHloSharding(text, {}, error);
    ASSERT_TRUE(printed) << text << "\n" << error.ToString();
    ASSERT_EQ(MapOfHlo(*printed, rank, count), map) << text << *printed;
    EXPECT_EQ(NormalizeHloSharding(*printed, {}, error), printed) << text;

    const std::string texts[] = {text};
    const auto imported = FromHloShardings(texts, {}, error);
    if (!imported || imported->mesh == "<[]>") continue;
    ++imports;
    ASSERT_EQ(ImportedMap(*imported, 0, count), *map)
        << text << imported->mesh << imported->shardings[0].sharding;
  }
  EXPECT_GT(imports, cases / 3);
}

// Parsing a text with a few bytes changed must not crash.
TEST(GspmdRandom, MutatedTexts) {
  const std::string_view seeds[] = {
      "{devices=[4,2]<=[2,4]T(1,0)}",
      "{devices=[2,1,4]0,1,2,3,7,6,5,4 last_tile_dim_replicate}",
      "{devices=[2,1,2,2]<=[8] last_tile_dims={replicated, manual}}",
      "{{replicated}, {maximal device=3}, {unknown shard_as 2}}",
      "{mesh['x'=2,'y'=4], [{'y':(1)2, ?}, {}], replicated={'x'}}",
      "{mesh['x'=2,'y'=4], device_ids=([2,4]T(1,0)), unreduced=max}",
      "{mesh['a'=12], device_ids=(0,11,1,2,3,4,5,6,7,8,9,10), [{'a':(2)3}]}",
      "{devices=[1099511627776]<=[1048576,1048576]T(1,0) "
      "metadata={{op_name=\"a\"}, {source_line=3}}}",
      "[{\"x\", \"y\":(1)2, ?}p1, {}], replicated={\"y\":(2)2}",
      "<[\"x\"=2, \"y\"=4], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>",
      "#sdy.sharding<mesh<[\"x\"=2]>, [{\"x\"}], unreduced=min{\"y\"}>",
  };
  constexpr std::string_view kBytes =
      "{}[](),=<>':\"?T0123456789-/* \\xyaudelnrmt_#@\n";
  Random random(3);
  const int cases = gspmd_model::CaseCount(100000);
  int accepted = 0;
  for (int i = 0; i < cases; ++i) {
    std::string text(seeds[random() % std::size(seeds)]);
    const std::string_view other = seeds[random() % std::size(seeds)];
    for (uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
      const size_t at = random() % (text.size() + 1);
      const size_t length = random() % 4;
      switch (random() % 5) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, 1, kBytes[random() % kBytes.size()]);
          break;
        case 2:
          text.insert(at, text.substr(at, length * 4));
          break;
        case 3:
          text.insert(at, other.substr(random() % other.size(), length * 4));
          break;
        default:
          text.insert(at, 1, static_cast<char>(random()));
          break;
      }
    }
    Errors error;
    const auto printed = NormalizeHloSharding(text, {}, error);
    if (printed) {
      ++accepted;
      ASSERT_EQ(NormalizeHloSharding(*printed, {}, error), printed) << text;
    } else {
      ASSERT_LE(error.offset(), text.size()) << text;
      ASSERT_FALSE(error.text().empty()) << text;
    }
    for (const HloShardingForm form :
         {HloShardingForm::kV1, HloShardingForm::kV2, HloShardingForm::kV3}) {
      NormalizeHloSharding(text, {form, true}, error);
    }
    const std::string texts[] = {text, "{devices=[2,4]<=[8]}"};
    FromHloShardings(texts, {}, error);
    ToHloSharding(seeds[9], text, {}, error);
    ToHloSharding(text, seeds[8], {}, error);
    ExplainHloSharding(text, "", error);
    ExplainHloSharding(text, seeds[9], error);
  }
  EXPECT_GT(accepted, cases / 50);
}

}  // namespace
}  // namespace shardflow::internal
