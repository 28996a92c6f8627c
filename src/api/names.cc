#include "shardflow/names.h"

#include "base/similar.h"
#include "ops/code_places.h"
#include "ops/user_names.h"

namespace shardflow {

using namespace internal;

bool MatchesLabel(std::string_view pattern, std::string_view label) {
  return MatchesName(pattern, label);
}

std::string LabelPath(std::string_view label) { return NamePath(label); }

std::string StackLabel(std::string_view stack) {
  return internal::StackLabel(stack);
}

std::string DidYouMean(std::string_view name,
                       const std::vector<std::string>& names) {
  constexpr size_t kShown = 3;
  return internal::DidYouMean(internal::SimilarNames(name, names, kShown));
}

bool IsLibraryFile(std::string_view file) {
  return internal::IsLibraryFile(file);
}

}  // namespace shardflow
