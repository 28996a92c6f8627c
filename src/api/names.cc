#include "shardflow/names.h"

#include "ops/user_names.h"

namespace shardflow {

using namespace internal;

bool MatchesLabel(std::string_view pattern, std::string_view label) {
  return MatchesName(pattern, label);
}

std::string LabelPath(std::string_view label) { return NamePath(label); }

}  // namespace shardflow
