#ifndef SHARDFLOW_OPS_GRADIENTS_H_
#define SHARDFLOW_OPS_GRADIENTS_H_

#include <string>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"

// Which values are the gradients of which arguments. JAX doesn't say, so this
// is read off the program: name stacks tell the forward pass ("jvp(...)") and
// the backward pass ("transpose(...)"). A value that leaves the backward pass
// for the optimizer is the gradient of the argument that it meets there, if the
// forward pass uses that argument, both have one shape, and there is only one
// such argument; or of the one whose path is that of the result that it is
// returned as.

namespace shardflow::internal {

// "grad/params/blocks/0/wq" for each value of the function that is the gradient
// of a named argument. Where that isn't certain there is no name.
absl::flat_hash_map<ValueId, std::string> GradientNames(const Module& m,
                                                        OpId function);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_GRADIENTS_H_
