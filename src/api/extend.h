#ifndef SHARDFLOW_API_EXTEND_H_
#define SHARDFLOW_API_EXTEND_H_

#include <string_view>

#include "ops/extensions.h"
#include "shardflow/extend.h"

namespace shardflow {

struct OpRegistryAccess {
  static const OpExtensions& Get(const OpRegistry& registry);
  static OpRegistry Copy(const OpRegistry& registry);
  // Tried before the rules that the op has so far.
  static void AddFirstRule(OpRegistry& registry, std::string_view op,
                           RuleFunction rule);
};

}  // namespace shardflow

#endif  // SHARDFLOW_API_EXTEND_H_
