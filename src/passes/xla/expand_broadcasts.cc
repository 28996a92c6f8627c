#include <vector>

#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"

// HLO has no implicit broadcasts, and its broadcast can add dimensions but not
// stretch dimensions of size 1.
//
// - The scalar condition of a select and the scalar bounds of a clamp are
//   broadcast to the shape of the result.
// - A broadcast_in_dim that stretches dimensions becomes three ops: a
//   broadcast_in_dim to the operand's own type, a reshape that drops these
//   dimensions, and a broadcast of the others.

namespace shardflow::internal {
namespace {

// If operand `i` of `op` is a scalar, broadcasts it to the shape of the result.
void SpreadOperand(Module& m, OpId op, int i) {
  const ValueId operand = m.operand(op, i);
  const ValueId result = m.result(op, 0);
  if (!IsScalar(m, operand) || IsScalar(m, result) ||
      !m.types.HasStaticShape(m.type(result))) {
    return;
  }
  Builder builder = Builder::Before(m, op);
  const TypeId type =
      m.types.Tensor(Shape(m, result), m.types.element(m.type(operand)));
  const OpId spread =
      builder.Create(OpKind::kBroadcastInDim, {&operand, 1}, {&type, 1},
                     {{name::kBroadcastDimensions, MakeI64Array(m, {})}});
  m.SetOperand(m.operand_use(op, i), m.result(spread, 0));
}

void SplitStretching(Module& m, OpId op) {
  const ValueId operand = m.operand(op, 0);
  const ValueId result = m.result(op, 0);
  if (!m.types.HasStaticShape(m.type(operand)) ||
      !m.types.HasStaticShape(m.type(result))) {
    return;
  }
  const auto in = Shape(m, operand);
  const auto out = Shape(m, result);
  const auto dims = I64Array(m, op, "broadcast_dimensions");
  for (const int64_t dim : dims) {
    if (dim < 0 || static_cast<size_t>(dim) >= out.size()) return;
  }
  std::vector<int64_t> kept_shape, kept_dims, same;
  for (size_t i = 0; i < in.size() && i < dims.size(); ++i) {
    same.push_back(static_cast<int64_t>(i));
    if (in[i] != out[static_cast<size_t>(dims[i])]) continue;
    kept_shape.push_back(in[i]);
    kept_dims.push_back(dims[i]);
  }
  if (kept_dims.size() == dims.size()) return;
  Builder builder = Builder::Before(m, op);
  const TypeId in_type = m.type(operand);
  const OpId first =
      builder.Create(OpKind::kBroadcastInDim, {&operand, 1}, {&in_type, 1},
                     {{name::kBroadcastDimensions, MakeI64Array(m, same)}});
  const ValueId first_result = m.result(first, 0);
  const TypeId kept_type = m.types.Tensor(kept_shape, m.types.element(in_type));
  const OpId kept =
      builder.Create(OpKind::kReshape, {&first_result, 1}, {&kept_type, 1});
  m.SetOperand(m.operand_use(op, 0), m.result(kept, 0));
  m.SetAttr(op, name::kBroadcastDimensions, MakeI64Array(m, kept_dims));
}

}  // namespace

bool XlaExpandBroadcasts(Module& m, const NoOptions&, PassContext&) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kSelect) {
      SpreadOperand(m, op, 0);
    } else if (m.kind(op) == OpKind::kClamp) {
      SpreadOperand(m, op, 0);
      SpreadOperand(m, op, 2);
    } else if (m.kind(op) == OpKind::kBroadcastInDim) {
      SplitStretching(m, op);
    }
  });
  return true;
}

}  // namespace shardflow::internal
