#ifndef SHARDFLOW_API_BUILDER_ACCESS_H_
#define SHARDFLOW_API_BUILDER_ACCESS_H_

#include <optional>
#include <vector>

#include "api/program_impl.h"
#include "api/verify_named.h"
#include "ir/module.h"
#include "shardflow/builder.h"
#include "shardflow/message.h"

namespace shardflow::internal {

struct ProgramBuilderAccess {
  // Like ProgramBuilder::Finish. If `name` isn't empty, the verifier's errors
  // contain the names of ops (api/verify_named.h).
  static std::optional<Program> Finish(ProgramBuilder& builder,
                                       const OpNameFunction& name,
                                       std::vector<Message>& messages);
  // Adds an op without regions before `anchor`, in a finished module. Makes the
  // same checks as ProgramBuilder::AddOp; the caller must also run the
  // verifier. Returns None on error.
  static OpId AddOpBefore(Module& m, Origin origin, OpId anchor,
                          const OpSpecification& op,
                          std::vector<Message>& messages);
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_BUILDER_ACCESS_H_
