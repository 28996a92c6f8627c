#ifndef SHARDFLOW_BASE_SIZE_TEXT_H_
#define SHARDFLOW_BASE_SIZE_TEXT_H_

#include <cstdint>
#include <string>

namespace shardflow::internal {

// Returns a size as text, e.g. "512 KiB" or "1.50 GiB", or "?" for a negative
// number, which stands for an unknown size.
std::string SizeText(int64_t bytes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SIZE_TEXT_H_
