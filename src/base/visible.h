#ifndef SHARDFLOW_BASE_VISIBLE_H_
#define SHARDFLOW_BASE_VISIBLE_H_

#include <string>
#include <string_view>

namespace shardflow::internal {

// See shardflow/visible.h.
void AppendVisible(std::string_view text, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_VISIBLE_H_
