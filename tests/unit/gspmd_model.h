#ifndef SHARDFLOW_TESTS_UNIT_GSPMD_MODEL_H_
#define SHARDFLOW_TESTS_UNIT_GSPMD_MODEL_H_

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Finds by brute force which shard each device holds, straight from the
// definitions and without any code of the converter.

namespace shardflow::internal::gspmd_model {

struct Axis {
  std::string name;
  int64_t size = 1;
};

// The sub-axis "axis":(lo)N, where N = hi / lo.
struct Ref {
  size_t axis = 0;
  int64_t lo = 1;
  int64_t hi = 1;
};

struct Sharding {
  std::vector<Axis> mesh;
  std::vector<int64_t> device_ids;  // empty means 0, 1, 2, ...
  std::vector<std::vector<Ref>> dims;
  std::vector<Ref> unreduced;
  std::vector<Ref> manual;
};

// For each device, a number that encodes the part that it holds: the index in
// each dimension, the manual group and the unreduced group. (Groups are
// numbered in order of appearance.)
using ShardMap = std::vector<int64_t>;

ShardMap MapOf(const Sharding& sharding);
// Returns the map of `{devices=...}`, `{replicated}`, `{manual}` or
// `{unreduced}` on `count` devices, or nullopt if the text is none of these.
std::optional<ShardMap> MapOfHlo(std::string_view text, size_t rank,
                                 int64_t count);
// Reads the output of the converter: a mesh, a sharding and the names of manual
// axes.
std::optional<Sharding> Read(std::string_view mesh, std::string_view sharding,
                             const std::vector<std::string>& manual);

std::string MeshText(const Sharding& sharding);
std::string ShardingText(const Sharding& sharding);

using Random = std::mt19937_64;
// Returns a valid sharding on up to 96 devices, which are in order if `plain`
// is set.
Sharding RandomSharding(Random& random, bool plain);
// Returns tiles as `{devices=[..]<=[..]T(..) ...}`, including sizes of 1 and
// subgroups.
std::string RandomTiles(Random& random, size_t& rank, int64_t& count);

// Returns the number of random cases, which is smaller where each case is slow.
// Also prints it, so that logs say how many were run.
int CaseCount(int in_release);

}  // namespace shardflow::internal::gspmd_model

#endif  // SHARDFLOW_TESTS_UNIT_GSPMD_MODEL_H_
