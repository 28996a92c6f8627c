#ifndef SHARDFLOW_OPS_GRADIENTS_H_
#define SHARDFLOW_OPS_GRADIENTS_H_

#include <string>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"

// Finds out which value is the gradient of which argument. JAX doesn't record
// this, so it is derived from name stacks, where "jvp(...)" marks the forward
// pass and "transpose(...)" the backward pass. If the optimizer combines a
// value of the backward pass with exactly one argument that has the same shape
// and feeds the forward pass, the value is the gradient of this argument. If
// there is no such argument, but the function returns the value, the value is
// the gradient of the argument whose path matches the result's path.

namespace shardflow::internal {

// Returns a name, such as "grad/params/blocks/0/wq", for each value of the
// function that is certain to be the gradient of a named argument.
absl::flat_hash_map<ValueId, std::string> GradientNames(const Module& m,
                                                        OpId function);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_GRADIENTS_H_
