#include "api/verify_after.h"

#include "ops/verify.h"

namespace shardflow::internal {

bool VerifyAfter(Module& m, Diagnostics& diagnostics) {
  Diagnostics found;
  const bool ok = VerifyModule(m, found);
  for (const Message& message : found.all()) {
    const bool is_error = message.kind == MessageKind::kError;
    Message& added =
        is_error ? diagnostics.Error({}, "") : diagnostics.Warning({}, "");
    added = message;
    if (is_error) added.code = ErrorCode::kInternal;
  }
  return ok;
}

}  // namespace shardflow::internal
