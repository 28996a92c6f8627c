#include "shardflow/version.h"

namespace shardflow {

std::string_view Version() { return SHARDFLOW_VERSION; }

}  // namespace shardflow
