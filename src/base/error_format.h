#ifndef SHARDFLOW_BASE_ERROR_FORMAT_H_
#define SHARDFLOW_BASE_ERROR_FORMAT_H_

#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace shardflow::internal {

// Returns an error with a formatted message and no place, as in `return
// ErrorOf("unknown axis name: {}", name);`.
template <class... Args>
Error ErrorOf(fmt::format_string<Args...> format, Args&&... args) {
  Error error;
  error.message = fmt::format(format, std::forward<Args>(args)...);
  return error;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_ERROR_FORMAT_H_
