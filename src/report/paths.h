#ifndef SHARDFLOW_REPORT_PATHS_H_
#define SHARDFLOW_REPORT_PATHS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

// The strings of a report, each stored once, and its scopes, which form the
// tree of the user's names, such as "block0/attention/mul".

namespace shardflow::internal {

class Strings {
 public:
  int32_t Intern(std::string_view text);
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
  absl::flat_hash_map<std::string, int32_t> rows_;
};

class Paths {
 public:
  explicit Paths(Strings& strings) : strings_(strings) {}

  struct Place {
    int32_t scope = -1;
    std::string_view leaf;  // the rest of the path
  };
  // Returns the place of `path` below scope `around`, adding missing scopes.
  Place Add(std::string_view path, int32_t around = -1);

  // Indexed by scope. Each scope comes after the one that contains it.
  const std::vector<int32_t>& names() const { return names_; }
  const std::vector<int32_t>& parents() const { return parents_; }

 private:
  // Deeper levels become part of the leaf, because the size of a written-out
  // tree grows with the square of its depth.
  static constexpr int kMostLevels = 24;
  Strings& strings_;
  std::vector<int32_t> names_, parents_;
  absl::flat_hash_map<std::pair<int32_t, int32_t>, int32_t> rows_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_PATHS_H_
