#ifndef SHARDFLOW_BASE_SIZE_TEXT_H_
#define SHARDFLOW_BASE_SIZE_TEXT_H_

#include <cstdint>
#include <string>

namespace shardflow::internal {

// How sizes are said everywhere: "512 KiB", "1.50 GiB"; "?" for negative
// numbers, which stand for unknown sizes.
std::string SizeText(int64_t bytes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SIZE_TEXT_H_
