#ifndef SHARDFLOW_OPS_SLIDING_H_
#define SHARDFLOW_OPS_SLIDING_H_

#include <cstdint>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// One dimension that the window of a convolution, a reduce_window or a
// select_and_scatter slides along; of a pad or a slice, whose windows have one
// element. Window number i of the result sees elements
// of the operand, `dilation` apart, in [i * stride - low, + reach).
struct SlidingDim {
  size_t in_dim = 0;
  size_t out_dim = 0;
  size_t number = 0;  // its row of `padding`
  int64_t stride = 1;
  int64_t reach = 1;
  int64_t low = 0;
  int64_t dilation = 1;
};

// Every element of the op's only result is made of a window of its first
// operand.
bool Slides(const Module& m, OpId op);
// A window of operand 0 says where an element of operand 1 goes.
bool ScattersWindows(const Module& m, OpId op);
// A dynamic_update_slice whose indices can be told as i64.
bool UpdatesPart(Module& m, OpId op);
// Dimensions along which the window does more than pass on each element.
std::vector<SlidingDim> SlidingDims(const Module& m, OpId op);
// Number of the operand that is the value of the padding; 0: zero is.
int PaddingOperand(const Module& m, OpId op);
// A row of `padding` as said; the others stay. (Of a slice: from -low on, to
// `high` behind the end of the operand.)
void SetWindowPadding(Module& m, OpId op, const SlidingDim& dim, int64_t low,
                      int64_t high);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SLIDING_H_
