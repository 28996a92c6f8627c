#ifndef SHARDFLOW_BASE_SIMILAR_H_
#define SHARDFLOW_BASE_SIMILAR_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Finds the known names most similar to an unknown one, for "did you mean"
// hints.

namespace shardflow::internal {

// Returns the known name that `word` most likely misspells, or "" if none is
// close enough.
std::string_view Nearest(std::string_view word,
                         std::span<const std::string_view> known);

// Returns up to `count` of `names`, most similar to `name` first. Names that
// are too different are left out. Paths that end in the same name, such as "wq"
// and "params/wq", always count as similar.
std::vector<std::string> SimilarNames(std::string_view name,
                                      std::span<const std::string> names,
                                      size_t count);

// Returns a hint such as "; did you mean params/wq or params/wk?", or "" if
// `similar` is empty.
std::string DidYouMean(std::span<const std::string> similar);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SIMILAR_H_
