#ifndef SHARDFLOW_TESTS_EVALUATOR_RANDOM_PROGRAM_H_
#define SHARDFLOW_TESTS_EVALUATOR_RANDOM_PROGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

namespace shardflow::internal {

// Returns the text of a random global program that can be run. It has one mesh
// of at most 8 devices (sometimes with device_ids), and 10 to 40 ops from all
// families that have a sharding rule. It may have sizes that the axes don't
// divide, sub-axes, constraints, loops, branches, calls and manual
// computations.
//
// Wherever a result depends on whether two numbers are equal, they are sums of
// small integers, so that the order of additions doesn't matter.
std::string RandomProgram(uint64_t seed);

// Returns the text of a program with a single op that reads or writes windows:
// a convolution (or the gradient of a kernel), reduce_window,
// select_and_scatter or pad, with all kinds of strides, dilations and paddings.
// Operands and result are sharded at random, mostly along the dimensions of the
// window.
std::string RandomWindows(uint64_t seed);

// Returns the text of a program with a single op: a ragged product, or a custom
// call about which only a custom sharding rule is known. Operands and result
// are sharded at random.
std::string RandomOwnOps(uint64_t seed);

// Returns the text of such a program: `text` defines %r, of type `result`, from
// the arguments, which are written as "%a0: tensor<8xf32>". The mesh has axes
// of these sizes, named x, y and z.
std::string OneOpProgram(const std::vector<int64_t>& axes,
                         const std::vector<std::string>& arguments,
                         const std::string& result, const std::string& text);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_RANDOM_PROGRAM_H_
