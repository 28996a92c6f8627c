#ifndef SHARDFLOW_OPS_DIALECTS_H_
#define SHARDFLOW_OPS_DIALECTS_H_

#include <algorithm>
#include <iterator>
#include <string_view>

#include "ops/op_def.h"

// The supported dialects, and the dialect in an op's name.

namespace shardflow::internal {

// The dialects whose ops are all in op_kind.def.
inline constexpr std::string_view kKnownDialects[] = {"builtin", "chlo", "func",
                                                      "sdy", "stablehlo"};

// An op of an unknown dialect. XLA can be asked to write it instead of the
// custom_call that marks a sharding.
inline constexpr std::string_view kMhloCopy = "mhlo.copy";

inline bool IsKnownDialect(std::string_view dialect) {
  return std::find(std::begin(kKnownDialects), std::end(kKnownDialects),
                   dialect) != std::end(kKnownDialects);
}

// Returns "stablehlo" for "stablehlo.add".
inline std::string_view DialectOf(std::string_view op_name) {
  return op_name.substr(0, op_name.find('.'));
}

inline bool IsStablehlo(OpKind kind) {
  return DialectOf(OpMnemonic(kind)) == "stablehlo";
}

// Returns the op that ends the blocks in ops of this kind, or kUnknown if there
// is none or `kind` is unknown.
inline OpKind TerminatorOfBlocksIn(OpKind kind) {
  const std::string_view dialect = DialectOf(OpMnemonic(kind));
  if (dialect == "stablehlo" || dialect == "chlo") {
    return OpKind::kStablehloReturn;
  }
  if (dialect == "sdy") return OpKind::kSdyReturn;
  return kind == OpKind::kFunc ? OpKind::kFuncReturn : OpKind::kUnknown;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DIALECTS_H_
