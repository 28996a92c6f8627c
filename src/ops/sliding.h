#ifndef SHARDFLOW_OPS_SLIDING_H_
#define SHARDFLOW_OPS_SLIDING_H_

#include <cstdint>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// A dimension along which the window of a convolution, reduce_window or
// select_and_scatter slides. Pads and slices also have such dimensions, with
// windows of one element. Window i covers the positions [i * stride - low, i *
// stride - low + reach), where the operand's elements are `dilation` apart.
struct SlidingDim {
  size_t in_dim = 0;
  size_t out_dim = 0;
  size_t number = 0;  // the dimension's row in `padding`
  int64_t stride = 1;
  int64_t reach = 1;
  int64_t low = 0;
  int64_t dilation = 1;
};

// Whether every element of the op's result is computed from a window of its
// first operand. (A reduce_window with several results has as many such
// operands, of one shape.)
bool Slides(const Module& m, OpId op);
// Whether a window of operand 0 decides where an element of operand 1 goes.
bool ScattersWindows(const Module& m, OpId op);
// Whether the op, for which ScattersWindows is true, adds up the elements that
// go to the same place.
bool AddsScattered(const Module& m, OpId op);
// Whether the op is a concatenation.
bool JoinsTensors(const Module& m, OpId op);
// Whether the op is a slice or a dynamic_slice.
bool TakesPart(const Module& m, OpId op);
// Whether the op is a dynamic_update_slice whose indices fit in an i64.
bool UpdatesPart(Module& m, OpId op);
// Returns the dimensions along which the op isn't trivial. Along the others,
// each element is passed through unchanged.
std::vector<SlidingDim> SlidingDims(const Module& m, OpId op);
// Returns the dimensions that a convolution contracts shard by shard if its
// kernel is sharded along them (as for the gradient of a kernel). The roles of
// kernel and result are exchanged: each element of the kernel is multiplied by
// a window of the input that is as long as the result, and `out_dim` is a
// dimension of the kernel.
std::vector<SlidingDim> ContractedDims(const Module& m, OpId op);
// Returns the index of the operand whose value pads operand `windowed`, or 0 if
// the padding is zero.
int PaddingOperand(const Module& m, OpId op, int windowed);
// Sets the op's padding along `dim`. If the op is a slice, sets its bounds
// instead: to -low, and to `high` elements past the end of the operand.
void SetWindowPadding(Module& m, OpId op, const SlidingDim& dim, int64_t low,
                      int64_t high);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SLIDING_H_
