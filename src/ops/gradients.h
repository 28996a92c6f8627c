#ifndef SHARDFLOW_OPS_GRADIENTS_H_
#define SHARDFLOW_OPS_GRADIENTS_H_

#include <string>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"

// Finds which values are the gradients of which arguments. JAX doesn't say, so
// this looks at name stacks, where "jvp(...)" marks the forward pass and
// "transpose(...)" the backward pass. A value that the optimizer takes from the
// backward pass is the gradient of the argument that the optimizer combines it
// with, if exactly one such argument has its shape and feeds the forward pass.
// If none does, and the value is returned, it is the gradient of the argument
// whose path matches that of the result.

namespace shardflow::internal {

// Returns a name, such as "grad/params/blocks/0/wq", for each value of the
// function that is certain to be the gradient of a named argument.
absl::flat_hash_map<ValueId, std::string> GradientNames(const Module& m,
                                                        OpId function);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_GRADIENTS_H_
