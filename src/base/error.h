#ifndef SHARDFLOW_BASE_ERROR_H_
#define SHARDFLOW_BASE_ERROR_H_

#include <cstddef>
#include <string>
#include <utility>

#include "shardflow/message.h"

// Describes why a function failed, for functions that stop at the first error.
//
//   Error error;
//   std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, error);
//   if (!d) return Report(error);
//
// The caller knows which input or option the error is about, and adds the name
// and line when turning the error into a message (base/diagnostics.h).

namespace shardflow::internal {

struct Error {
  size_t offset = 0;  // byte offset of the error in the text
  std::string message;
  std::string hint;  // how to fix it; may be empty
  // Where the error is in a structured input: a JSON pointer (RFC 6901), or the
  // name of a section.
  std::string pointer;
  ErrorCode code = ErrorCode::kInvalidInput;

  // Return false, so that callers can write `return error.Set(...)`.
  bool Set(size_t at, std::string what, std::string advice = {}) {
    *this = {at, std::move(what), std::move(advice), {}, code};
    return false;
  }
  bool Set(ErrorCode kind, std::string what, std::string advice = {}) {
    *this = {0, std::move(what), std::move(advice), {}, kind};
    return false;
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_ERROR_H_
