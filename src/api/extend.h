#ifndef SHARDFLOW_API_EXTEND_H_
#define SHARDFLOW_API_EXTEND_H_

#include "ops/extensions.h"
#include "shardflow/extend.h"

namespace shardflow {

struct OpRegistryAccess {
  static const OpExtensions& Get(const OpRegistry& registry);
};

}  // namespace shardflow

#endif  // SHARDFLOW_API_EXTEND_H_
