#ifndef SHARDFLOW_BASE_OPT_H_
#define SHARDFLOW_BASE_OPT_H_

#include <cstdint>

namespace shardflow::internal {

// The outcome of parsing something optional.
enum class Opt : uint8_t {
  kAbsent,  // not present; nothing was consumed
  kOk,
  kFailed,  // present but invalid; the error has been reported
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_OPT_H_
