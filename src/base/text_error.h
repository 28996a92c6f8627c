#ifndef SHARDFLOW_BASE_TEXT_ERROR_H_
#define SHARDFLOW_BASE_TEXT_ERROR_H_

#include <cstddef>
#include <string>
#include <utility>

namespace shardflow {

// What is wrong with a text, and where.
struct TextError {
  size_t offset = 0;  // in bytes
  std::string message;
  std::string hint;  // or empty

  // Returns false, so that a parser can `return error.Set(...)`.
  bool Set(size_t at, std::string what, std::string advice = {}) {
    offset = at;
    message = std::move(what);
    hint = std::move(advice);
    return false;
  }
};

}  // namespace shardflow

#endif  // SHARDFLOW_BASE_TEXT_ERROR_H_
