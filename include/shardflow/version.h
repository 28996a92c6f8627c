#ifndef SHARDFLOW_VERSION_H_
#define SHARDFLOW_VERSION_H_

#include <string_view>

#include "shardflow/export.h"

namespace shardflow {

// "major.minor.patch" of the library that is linked.
SHARDFLOW_EXPORT std::string_view Version();

}  // namespace shardflow

#endif  // SHARDFLOW_VERSION_H_
