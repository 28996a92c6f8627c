#ifndef SHARDFLOW_BENCH_GENERATE_H_
#define SHARDFLOW_BENCH_GENERATE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Generates programs of any size as text of StableHLO and sdy. The same
// arguments result in the same bytes on every machine.

namespace shardflow::internal::bench {

// A family of similar programs of different sizes.
struct Family {
  std::string_view name;
  std::string_view what;  // a short description
  // Returns a program with at least `ops` ops. Families whose programs are
  // random use `seed`.
  std::string (*write)(int64_t ops, uint64_t seed);
};

// Returns all families, sorted by name.
std::span<const Family> Families();
// Returns the family with this name, or null if there is none.
const Family* FindFamily(std::string_view name);

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_GENERATE_H_
