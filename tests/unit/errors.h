#ifndef SHARDFLOW_TESTS_UNIT_ERRORS_H_
#define SHARDFLOW_TESTS_UNIT_ERRORS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "shardflow/message.h"

namespace shardflow::internal {

// The messages of a call that stops at its first error. The functions return
// parts of that error, which is the last message.
struct Errors : std::vector<Message> {
  Message last() const { return empty() ? Message() : back(); }
  std::string text() const { return last().text; }
  std::string excerpt() const { return last().excerpt; }
  int input() const { return last().input; }
  size_t offset() const { return static_cast<size_t>(last().column) - 1; }
  std::string ToString() const { return last().ToString(); }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_ERRORS_H_
