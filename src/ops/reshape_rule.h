#ifndef SHARDFLOW_OPS_RESHAPE_RULE_H_
#define SHARDFLOW_OPS_RESHAPE_RULE_H_

#include "ops/rule_builder.h"

namespace shardflow::internal {

// The rule of a reshape: dimensions are split into factors so that both sides
// have as many factors in common as possible.
//
//   tensor<8x6xf32> -> tensor<2x24xf32>
//   ([ij, k])->([i, jk]) {i=2, j=4, k=6}
//   tensor<4x6xf32> -> tensor<8x3xf32>
//   ([i, jk])->([ij, k]) {i=4, j=2, k=3}
//
// Both shapes are read from the left, as sequences of factors. While the
// products of the factors so far are equal, the greatest common divisor of the
// remaining sizes of the two current dimensions is a common factor. If it is 1,
// both sides continue with factors of their own until the products are equal
// again.
bool ReshapeRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_RESHAPE_RULE_H_
