#ifndef SHARDFLOW_OPS_RESHAPE_RULE_H_
#define SHARDFLOW_OPS_RESHAPE_RULE_H_

#include "ops/rule_builder.h"

namespace shardflow::internal {

// The rule of a reshape: dimensions are split into factors so that as many as
// possible are common to both sides.
//
//   tensor<8x6xf32> -> tensor<2x24xf32>
//   ([ij, k])->([i, jk]) {i=2, j=4, k=6}
//   tensor<4x6xf32> -> tensor<8x3xf32>
//   ([i, jk])->([ij, k]) {i=4, j=2, k=3}
//
// Both shapes are read from the left, as sequences of factors whose products
// are compared. Where the products so far agree, the greatest common divisor
// of what is left of the current dimensions is a common factor. If it is 1,
// both sides go on with factors of their own until the products agree again.
bool ReshapeRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_RESHAPE_RULE_H_
