#include "shardflow/names.h"

#include "base/similar.h"
#include "ops/code_places.h"
#include "ops/user_names.h"

namespace shardflow {

using namespace internal;

bool MatchesLabel(std::string_view pattern, std::string_view label) {
  return MatchesName(pattern, label);
}

NameFit FitOf(std::string_view name, const TensorNames& names) {
  return internal::FitOfName(name, names);
}

std::string OtherNames(std::string_view name,
                       const std::vector<std::string>& names, size_t arguments,
                       size_t results) {
  return internal::OtherNames(name, names, arguments, results);
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
