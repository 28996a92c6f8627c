#ifndef SHARDFLOW_GSPMD_PARSE_H_
#define SHARDFLOW_GSPMD_PARSE_H_

#include <optional>
#include <string_view>

#include "gspmd/hlo_sharding.h"
#include "gspmd/scanner.h"

namespace shardflow::gspmd {

// The value that the text is, verified but as it was written; nothing after an
// error. Every value that this returns is fit for every function of this
// folder.
std::optional<HloSharding> ParseHloSharding(std::string_view text,
                                            TextError& error);

// --- the parts of it, for ParseHloSharding

// After '{', at `mesh`: the rest of a V3 sharding with its '}'.
bool ParseNamed(Scanner& s, HloSharding& sharding);
// After `metadata=`.
bool ParseMetadata(Scanner& s, std::vector<Metadata>& metadata);
// `<=[2,4]T(1,0)` after the `<=`; with 1s and all, but valid.
bool ParseIota(Scanner& s, DeviceOrder& order);
// The list is a permutation of 0..n-1.
bool CheckDeviceList(Scanner& s, size_t offset,
                     const std::vector<int64_t>& list);
// All are at least 1 and the product is in range.
bool CheckSizes(Scanner& s, size_t offset, const std::vector<int64_t>& sizes,
                int64_t& product);

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_PARSE_H_
