#ifndef SHARDFLOW_API_REQUEST_METHOD_H_
#define SHARDFLOW_API_REQUEST_METHOD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The methods of requests (docs/json.md).

namespace shardflow::internal {

enum class Method : uint8_t {
  kPropagate,
  kPartition,
  kConvert,
  kCost,
  kLint,
  kAuto,
  kExplain,
  kReshard,
  kCancel,
  kVersion,
  kSessionOpen,
  // The methods from here on work on an open session.
  kSessionEdit,
  kSessionPropagate,
  kSessionChanged,
  kSessionExplain,
  kSessionPrice,
  kSessionExport,
  kSessionPartition,
  kSessionCheckpoint,
  kSessionRollback,
  kSessionRelease,
  kSessionClose,
};

inline constexpr std::array<std::string_view, 22> kMethods = {
    "propagate",
    "partition",
    "convert",
    "cost",
    "lint",
    "auto",
    "explain",
    "reshard",
    "cancel",
    "version",
    "session.open",
    "session.edit",
    "session.propagate",
    "session.changed",
    "session.explain",
    "session.price",
    "session.export",
    "session.partition",
    "session.checkpoint",
    "session.rollback",
    "session.release",
    "session.close"};

inline std::string_view NameOf(Method method) {
  return kMethods[static_cast<size_t>(method)];
}

// Whether the method works on an open session.
inline bool IsOfSession(Method method) {
  return method >= Method::kSessionEdit;
}
// Whether the request contains a program.
inline bool TakesProgram(Method method) {
  return method <= Method::kExplain || method == Method::kSessionOpen;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_METHOD_H_
