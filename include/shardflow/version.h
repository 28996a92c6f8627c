#ifndef SHARDFLOW_VERSION_H_
#define SHARDFLOW_VERSION_H_

// The version of these headers, for C and C++. Versions follow semantic
// versioning: while the major version is 0, a minor version may change the API.

#define SHARDFLOW_VERSION_MAJOR 0
#define SHARDFLOW_VERSION_MINOR 2
#define SHARDFLOW_VERSION_PATCH 0
#define SHARDFLOW_VERSION_STRING "0.2.0"

// To compare versions:
//   #if SHARDFLOW_VERSION_NUMBER >= SHARDFLOW_MAKE_VERSION(0, 2, 0)
#define SHARDFLOW_MAKE_VERSION(major, minor, patch) \
  ((major)*1000000 + (minor)*1000 + (patch))
#define SHARDFLOW_VERSION_NUMBER                                           \
  SHARDFLOW_MAKE_VERSION(SHARDFLOW_VERSION_MAJOR, SHARDFLOW_VERSION_MINOR, \
                         SHARDFLOW_VERSION_PATCH)

#if defined(__cplusplus) && __cplusplus >= 201703L

#include <string_view>

#include "shardflow/export.h"

namespace shardflow {

// Returns the version of the linked library, "major.minor.patch".
// SHARDFLOW_VERSION_STRING is the version of the headers.
SHARDFLOW_EXPORT std::string_view Version();

}  // namespace shardflow

#endif  // C++17

#endif  // SHARDFLOW_VERSION_H_
