#ifndef SHARDFLOW_API_CONVERT_H_
#define SHARDFLOW_API_CONVERT_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/source.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "sharding/compat.h"

// Converts between the library's own types and the public ones.

namespace shardflow::internal {

// Appends `diagnostics` to `messages`, with excerpts from `source`, which may
// be null.
void AppendMessages(const Diagnostics& diagnostics, const SourceBuffer* source,
                    std::vector<Message>& messages);
// Adds an error in text from the caller, which messages call `name`.
void AddError(const Error& error, std::string name, std::string_view text,
              std::vector<Message>& messages);
// Adds an error about the caller's input, without a source location.
void AddError(std::string text, std::vector<Message>& messages,
              ErrorCode code = ErrorCode::kInvalidInput);
Compat ToCompat(CompatMode mode);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_CONVERT_H_
