#ifndef SHARDFLOW_OPS_DIALECTS_H_
#define SHARDFLOW_OPS_DIALECTS_H_

#include <algorithm>
#include <iterator>
#include <string_view>

// The supported dialects, and the dialect in an op's name.

namespace shardflow::internal {

// The dialects whose ops are all in op_kind.def.
inline constexpr std::string_view kKnownDialects[] = {"builtin", "chlo", "func",
                                                      "sdy", "stablehlo"};

inline bool IsKnownDialect(std::string_view dialect) {
  return std::find(std::begin(kKnownDialects), std::end(kKnownDialects),
                   dialect) != std::end(kKnownDialects);
}

// Returns "stablehlo" for "stablehlo.add".
inline std::string_view DialectOf(std::string_view op_name) {
  return op_name.substr(0, op_name.find('.'));
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DIALECTS_H_
