#ifndef SHARDFLOW_BASE_OPT_H_
#define SHARDFLOW_BASE_OPT_H_

#include <cstdint>

namespace shardflow::internal {

// What came of parsing something optional.
enum class Opt : uint8_t {
  kAbsent,  // it isn't there; nothing was consumed
  kOk,
  kFailed,  // it is there and wrong; the error has been reported
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_OPT_H_
