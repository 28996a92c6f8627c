#ifndef SHARDFLOW_TESTS_UNIT_GSPMD_WORLD_H_
#define SHARDFLOW_TESTS_UNIT_GSPMD_WORLD_H_

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Shardings by brute force: which shard each device holds, straight from the
// definitions and with nothing of the converter.

namespace shardflow::internal::gspmd_world {

struct Axis {
  std::string name;
  int64_t size = 1;
};

// Digits [lo, hi) of an axis.
struct Ref {
  size_t axis = 0;
  int64_t lo = 1;
  int64_t hi = 1;
};

struct Sharding {
  std::vector<Axis> mesh;
  std::vector<int64_t> device_ids;  // empty: 0, 1, 2, ...
  std::vector<std::vector<Ref>> dims;
  std::vector<Ref> unreduced;
  std::vector<Ref> manual;
};

// For each device one number of what it holds: its index in each dimension, its
// manual and its unreduced group (groups are numbered as they appear).
using ShardMap = std::vector<int64_t>;

ShardMap MapOf(const Sharding& sharding);
// Of {devices=...}, {replicated}, {manual} and {unreduced} on `count` devices.
// Nothing: the text is none of these.
std::optional<ShardMap> MapOfHlo(std::string_view text, size_t rank,
                                 int64_t count);
// Of what the converter prints: a mesh, a sharding and names of manual axes.
std::optional<Sharding> Read(std::string_view mesh, std::string_view sharding,
                             const std::vector<std::string>& manual);

std::string MeshText(const Sharding& sharding);
std::string ShardingText(const Sharding& sharding);

using Random = std::mt19937_64;
// A valid sharding of up to 96 devices; `plain`: in the order of their numbers.
Sharding RandomSharding(Random& random, bool plain);
// {devices=[..]<=[..]T(..) ...} with 1s, subgroups and all.
std::string RandomTiles(Random& random, size_t& rank, int64_t& count);

// How many random cases: fewer where each is slow. Printed, so that a log says
// what was run.
int CaseCount(int in_release);

}  // namespace shardflow::internal::gspmd_world

#endif  // SHARDFLOW_TESTS_UNIT_GSPMD_WORLD_H_
