#include <algorithm>
#include <utility>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

// Ops that move elements: each element of the result is an element of an
// operand.

namespace shardflow::internal {
namespace {

using View = std::span<const int64_t>;

// Sets the element of `out` at each index i to the element of `in` at from(i).
template <class From>
void Take(const Tensor& in, Tensor& out, From from) {
  ForEachPlace(out.shape, [&](const Dims& at) {
    out.Copy(Linear(at, out.shape), in, Linear(from(at), in.shape));
  });
}

bool IsOnlyAboutShardings(OpKind kind) {
  switch (kind) {
    case OpKind::kReshard:
    case OpKind::kShardingConstraint:
    case OpKind::kPropagationBarrier:
    case OpKind::kDataFlowEdge:
    case OpKind::kFuncDataFlowEdge:
      return true;
    default:
      return false;
  }
}

// Returns the start of a slice of `sizes`, clamped so that the slice fits.
Dims Clamped(const std::vector<const Tensor*>& in, size_t first, View shape,
             View sizes) {
  Dims start;
  for (size_t d = 0; d < shape.size(); ++d) {
    const Tensor& index = *in[first + d];
    int64_t at = index.i[0];
    // A huge unsigned index looks negative: it is beyond the end.
    if (index.kind.is_unsigned && at < 0) at = shape[d];
    start.push_back(std::clamp<int64_t>(at, 0, shape[d] - sizes[d]));
  }
  return start;
}

void PadTensor(const Module& m, OpId op, const Tensor& in, const Tensor& value,
               Tensor& out) {
  const View low = I64Array(m, op, "edge_padding_low");
  const View interior = I64Array(m, op, "interior_padding");
  for (size_t at = 0; at < out.size(); ++at) out.Copy(at, value, 0);
  ForEachPlace(in.shape, [&](const Dims& at) {
    Dims to = at;
    for (size_t d = 0; d < to.size(); ++d) {
      to[d] = low[d] + at[d] * (interior[d] + 1);
      if (to[d] < 0 || to[d] >= out.shape[d]) return;
    }
    out.Copy(Linear(to, out.shape), in, Linear(at, in.shape));
  });
}

}  // namespace

bool Evaluator::Move(OpId op, const Operands& in, Tensor& out, bool& known) {
  const OpKind kind = m_.kind(op);
  known = true;
  if (IsOnlyAboutShardings(kind)) {
    out = *in[0];
    return true;
  }
  if (kind == OpKind::kConstant || kind == OpKind::kSdyConstant) {
    return ReadDense(m_, FindAttr(m_, op, "value"), out);
  }
  switch (kind) {
    case OpKind::kIota:
    case OpKind::kBroadcastInDim:
    case OpKind::kTranspose:
    case OpKind::kReshape:
    case OpKind::kSlice:
    case OpKind::kPad:
    case OpKind::kReverse:
    case OpKind::kConcatenate:
    case OpKind::kDynamicSlice:
    case OpKind::kDynamicUpdateSlice:
      break;
    default:
      known = false;
      return true;
  }
  if (!Shaped(op, 0, out)) return false;
  switch (kind) {
    case OpKind::kIota: {
      const auto d =
          static_cast<size_t>(Int(m_, op, "iota_dimension").value_or(0));
      ForEachPlace(out.shape, [&](const Dims& at) {
        const size_t place = Linear(at, out.shape);
        if (out.kind.is_float) {
          out.f[place] = static_cast<double>(at[d]);
        } else {
          out.i[place] = Wrapped(at[d], out.kind);
        }
      });
      return true;
    }
    case OpKind::kBroadcastInDim: {
      const View mapping = I64Array(m_, op, "broadcast_dimensions");
      if (mapping.size() != in[0]->shape.size()) return false;
      for (size_t d = 0; d < mapping.size(); ++d) {
        const int64_t size = out.shape[static_cast<size_t>(mapping[d])];
        if (in[0]->shape[d] != 1 && in[0]->shape[d] != size) return false;
      }
      Take(*in[0], out, [&](const Dims& at) {
        Dims from;
        for (size_t d = 0; d < mapping.size(); ++d) {
          from.push_back(
              in[0]->shape[d] == 1 ? 0 : at[static_cast<size_t>(mapping[d])]);
        }
        return from;
      });
      return true;
    }
    case OpKind::kTranspose: {
      const View order = I64Array(m_, op, "permutation");
      for (size_t d = 0; d < order.size(); ++d) {
        if (out.shape[d] != in[0]->shape[static_cast<size_t>(order[d])]) {
          return false;
        }
      }
      Take(*in[0], out, [&](const Dims& at) {
        Dims from(at.size());
        for (size_t d = 0; d < at.size(); ++d) {
          from[static_cast<size_t>(order[d])] = at[d];
        }
        return from;
      });
      return true;
    }
    case OpKind::kReshape:
      if (out.size() != in[0]->size()) return false;
      for (size_t at = 0; at < out.size(); ++at) out.Copy(at, *in[0], at);
      return true;
    case OpKind::kSlice: {
      const View start = I64Array(m_, op, "start_indices");
      const View limit = I64Array(m_, op, "limit_indices");
      const View stride = I64Array(m_, op, "strides");
      for (size_t d = 0; d < start.size(); ++d) {
        if (start[d] < 0 || limit[d] > in[0]->shape[d] ||
            (limit[d] - start[d] + stride[d] - 1) / stride[d] != out.shape[d]) {
          return false;
        }
      }
      Take(*in[0], out, [&](const Dims& at) {
        Dims from = at;
        for (size_t d = 0; d < at.size(); ++d) {
          from[d] = start[d] + at[d] * stride[d];
        }
        return from;
      });
      return true;
    }
    case OpKind::kPad: {
      const View low = I64Array(m_, op, "edge_padding_low");
      const View high = I64Array(m_, op, "edge_padding_high");
      const View interior = I64Array(m_, op, "interior_padding");
      for (size_t d = 0; d < low.size(); ++d) {
        const int64_t size = in[0]->shape[d];
        const int64_t spread =
            size == 0 ? 0 : (size - 1) * (interior[d] + 1) + 1;
        if (spread + low[d] + high[d] != out.shape[d]) return false;
      }
      PadTensor(m_, op, *in[0], *in[1], out);
      return true;
    }
    case OpKind::kReverse: {
      const View dims = I64Array(m_, op, "dimensions");
      Take(*in[0], out, [&](const Dims& at) {
        Dims from = at;
        for (const int64_t dim : dims) {
          const auto d = static_cast<size_t>(dim);
          from[d] = out.shape[d] - 1 - at[d];
        }
        return from;
      });
      return true;
    }
    case OpKind::kConcatenate: {
      const auto d = static_cast<size_t>(Int(m_, op, "dimension").value_or(0));
      int64_t before = 0;
      for (const Tensor* part : in) {
        ForEachPlace(part->shape, [&](const Dims& at) {
          Dims to = at;
          to[d] += before;
          out.Copy(Linear(to, out.shape), *part, Linear(at, part->shape));
        });
        before += part->shape[d];
      }
      return before == out.shape[d];
    }
    case OpKind::kDynamicSlice: {
      const Dims start = Clamped(in, 1, in[0]->shape, out.shape);
      Take(*in[0], out, [&](const Dims& at) {
        Dims from = at;
        for (size_t d = 0; d < at.size(); ++d) from[d] += start[d];
        return from;
      });
      return true;
    }
    default: {  // dynamic_update_slice
      const Dims start = Clamped(in, 2, in[0]->shape, in[1]->shape);
      out = *in[0];
      ForEachPlace(in[1]->shape, [&](const Dims& at) {
        Dims to = at;
        for (size_t d = 0; d < at.size(); ++d) to[d] += start[d];
        out.Copy(Linear(to, out.shape), *in[1], Linear(at, in[1]->shape));
      });
      return true;
    }
  }
}

}  // namespace shardflow::internal
