#ifndef SHARDFLOW_GSPMD_PARSE_H_
#define SHARDFLOW_GSPMD_PARSE_H_

#include <optional>
#include <string_view>

#include "base/scanner.h"
#include "gspmd/hlo_sharding.h"

namespace shardflow::internal::gspmd {

// Parses and checks a sharding, keeping the form in which it is written.
// Returns nullopt on error. Every function in this folder accepts any sharding
// that this function returns.
std::optional<HloSharding> ParseHloSharding(std::string_view text,
                                            Error& error);

// --- used by ParseHloSharding

// Parses the rest of a V3 sharding, from `mesh` to the closing '}'.
bool ParseNamed(Scanner& s, HloSharding& sharding);
// Parses what follows `metadata=`.
bool ParseMetadata(Scanner& s, std::vector<Metadata>& metadata);
// Parses what follows `<=` in text such as `<=[2,4]T(1,0)`. The result is
// valid, but may have dimensions of size 1.
bool ParseIota(Scanner& s, DeviceOrder& order);
// Whether the list is a permutation of 0..n-1. Reports an error if it isn't.
bool CheckDeviceList(Scanner& s, size_t offset,
                     const std::vector<int64_t>& list);
// Sets `product` to the product of the sizes. Reports an error and returns
// false if a size is less than 1 or the product exceeds 2^62.
bool CheckSizes(Scanner& s, size_t offset, const std::vector<int64_t>& sizes,
                int64_t& product);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_PARSE_H_
