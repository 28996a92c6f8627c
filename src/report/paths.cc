#include "report/paths.h"

namespace shardflow::internal {

int32_t Strings::Intern(std::string_view text) {
  const auto [at, added] =
      rows_.try_emplace(std::string(text), static_cast<int32_t>(all_.size()));
  if (added) all_.emplace_back(text);
  return at->second;
}

Paths::Place Paths::Add(std::string_view path, int32_t around) {
  Place place{around, path};
  for (int level = 0; level < kMostLevels; ++level) {
    const size_t slash = place.leaf.find('/');
    // The leaf must not be empty, because it is shown as a name.
    if (slash == std::string_view::npos || slash + 1 == place.leaf.size()) {
      break;
    }
    const int32_t name = strings_.Intern(place.leaf.substr(0, slash));
    const auto [at, added] = rows_.try_emplace(
        {place.scope, name}, static_cast<int32_t>(names_.size()));
    if (added) {
      names_.push_back(name);
      parents_.push_back(place.scope);
    }
    place.scope = at->second;
    place.leaf.remove_prefix(slash + 1);
  }
  return place;
}

}  // namespace shardflow::internal
