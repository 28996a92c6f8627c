#ifndef SHARDFLOW_API_EXTEND_H_
#define SHARDFLOW_API_EXTEND_H_

#include <memory>
#include <string_view>

#include "ops/extensions.h"
#include "shardflow/extend.h"

namespace shardflow::internal {

struct OpRegistryAccess {
  static const OpExtensions& Get(const OpRegistry& registry);
  // Returns another registry that shares the same contents. (Copy returns an
  // independent one.)
  static OpRegistry Share(const OpRegistry& registry);
  static OpRegistry Copy(const OpRegistry& registry);
  // Adds a rule that is tried before the op's existing rules.
  static void AddFirstRule(OpRegistry& registry, std::string_view op,
                           RuleFunction rule);
  // Sets a function whose collectives, if it returns any, replace those of the
  // op's existing function.
  static void AddFirstCommunication(OpRegistry& registry, std::string_view op,
                                    CommunicationFunction function);
  // Sets only the data flow, not the interface's rule. Null removes the data
  // flow.
  static void SetDataFlow(OpRegistry& registry, std::string_view op,
                          std::shared_ptr<const OpInterface> interface);
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_EXTEND_H_
