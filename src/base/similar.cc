#include "base/similar.h"

#include <algorithm>
#include <utility>

namespace shardflow::internal {
namespace {

// Returns the number of edits needed to turn `a` into `b`: adding, removing or
// replacing a letter, or swapping two adjacent letters.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1),
      row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view LastStep(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::string_view Nearest(std::string_view word,
                         std::span<const std::string_view> known) {
  constexpr size_t kLongestWord = 64;  // longer words aren't looked up
  if (word.size() > kLongestWord) return {};
  std::string_view nearest;
  size_t least = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    const size_t distance = EditDistance(word, candidate);
    if (distance >= least || distance >= candidate.size()) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::vector<std::string> SimilarNames(std::string_view name,
                                      std::span<const std::string> names,
                                      size_t count) {
  constexpr size_t kMost = 128;  // maximum number of letters compared
  std::vector<std::pair<size_t, size_t>> ranked;  // (distance, index)
  for (size_t i = 0; i < names.size(); ++i) {
    size_t distance = EditDistance(name.substr(0, kMost),
                                   std::string_view(names[i]).substr(0, kMost));
    const size_t most = std::max<size_t>(1, name.size() / 3);
    if (LastStep(names[i]) == LastStep(name))
      distance = std::min(distance, most);
    if (distance <= most) {
      ranked.push_back({distance, i});
    }
  }
  std::stable_sort(
      ranked.begin(), ranked.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> similar;
  for (const auto& row : ranked) {
    if (similar.size() == count) break;
    if (std::find(similar.begin(), similar.end(), names[row.second]) ==
        similar.end()) {
      similar.push_back(names[row.second]);
    }
  }
  return similar;
}

std::string DidYouMean(std::span<const std::string> similar) {
  if (similar.empty()) return "";
  std::string text = "; did you mean ";
  for (size_t i = 0; i < similar.size(); ++i) {
    if (i > 0) text += i + 1 == similar.size() ? " or " : ", ";
    text += similar[i];
  }
  return text + "?";
}

}  // namespace shardflow::internal
