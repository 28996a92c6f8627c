#ifndef SHARDFLOW_BASE_SIMILAR_H_
#define SHARDFLOW_BASE_SIMILAR_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// For "did you mean": which names are most like one that there is not.

namespace shardflow::internal {

// The one of `known` that `word` is a slip of, or "".
std::string_view Nearest(std::string_view word,
                         std::span<const std::string_view> known);

// The most similar names first, at most `count`; none that is too different. A
// name that ends in the same step ("wq" and "params/wq") is similar.
std::vector<std::string> SimilarNames(std::string_view name,
                                      std::span<const std::string> names,
                                      size_t count);

// "; did you mean params/wq or params/wk?", or "" for none.
std::string DidYouMean(std::span<const std::string> similar);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SIMILAR_H_
