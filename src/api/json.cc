#include "shardflow/json.h"

namespace shardflow {

bool LooksLikeJson(std::string_view program) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t brace = program.find_first_not_of(kSpace);
  if (brace == std::string_view::npos || program[brace] != '{') return false;
  // A text may begin with its resources: {-# ... #-}
  const size_t next = program.find_first_not_of(kSpace, brace + 1);
  return next == std::string_view::npos || program[next] != '-';
}

}  // namespace shardflow
