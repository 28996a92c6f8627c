#ifndef SHARDFLOW_BENCH_GENERATE_H_
#define SHARDFLOW_BENCH_GENERATE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Generates programs of any size, as StableHLO + sdy text. The same arguments
// give the same bytes on every machine.

namespace shardflow::internal::bench {

struct Family {
  std::string_view name;
  std::string_view what;
  // Returns a program with at least `ops` ops.
  std::string (*write)(int64_t ops, uint64_t seed);
};

std::span<const Family> Families();
const Family* FindFamily(std::string_view name);  // null if there is none

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_GENERATE_H_
