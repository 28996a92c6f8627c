#ifndef SHARDFLOW_GSPMD_PARSE_H_
#define SHARDFLOW_GSPMD_PARSE_H_

#include <optional>
#include <string_view>

#include "base/scanner.h"
#include "gspmd/hlo_sharding.h"

namespace shardflow::internal::gspmd {

// Parses and checks a sharding, which stays as it was written; nullopt after an
// error. Every function of this folder accepts every value that this returns.
std::optional<HloSharding> ParseHloSharding(std::string_view text,
                                            Error& error);

// --- parts, for ParseHloSharding

// After '{', at `mesh`: the rest of a V3 sharding with its '}'.
bool ParseNamed(Scanner& s, HloSharding& sharding);
// After `metadata=`.
bool ParseMetadata(Scanner& s, std::vector<Metadata>& metadata);
// What follows the `<=` in `<=[2,4]T(1,0)`; may have entries of size 1, but is
// valid.
bool ParseIota(Scanner& s, DeviceOrder& order);
// Whether the list is a permutation of 0..n-1.
bool CheckDeviceList(Scanner& s, size_t offset,
                     const std::vector<int64_t>& list);
// Whether all are at least 1 and their product doesn't overflow.
bool CheckSizes(Scanner& s, size_t offset, const std::vector<int64_t>& sizes,
                int64_t& product);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_PARSE_H_
