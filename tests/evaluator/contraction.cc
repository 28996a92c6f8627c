#include <algorithm>
#include <optional>
#include <utility>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

// Products, convolutions and ops that slide a window.

namespace shardflow::internal {
namespace {

using View = std::span<const int64_t>;

bool Contains(View dims, size_t dim) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(dim)) !=
         dims.end();
}

void AddProduct(Tensor& out, size_t to, const Tensor& a, size_t x,
                const Tensor& b, size_t y) {
  if (out.kind.is_float) {
    out.f[to] += a.Float(x) * b.Float(y);
  } else {
    out.i[to] = Wrapped(static_cast<int64_t>(static_cast<uint64_t>(out.i[to]) +
                                             static_cast<uint64_t>(a.i[x]) *
                                                 static_cast<uint64_t>(b.i[y])),
                        out.kind);
  }
}

int64_t AtOr(View values, size_t i, int64_t missing) {
  return i < values.size() ? values[i] : missing;
}

// The window of reduce_window and select_and_scatter.
struct Window {
  Dims size, stride, base, dilation, low;

  Window(const Module& m, OpId op, size_t rank) {
    const View sizes = I64Array(m, op, "window_dimensions");
    const View strides = I64Array(m, op, "window_strides");
    const View bases = I64Array(m, op, "base_dilations");
    const View dilations = I64Array(m, op, "window_dilations");
    const auto padding = DenseI64(m, op, "padding");
    for (size_t d = 0; d < rank; ++d) {
      size.push_back(AtOr(sizes, d, 1));
      stride.push_back(AtOr(strides, d, 1));
      base.push_back(AtOr(bases, d, 1));
      dilation.push_back(AtOr(dilations, d, 1));
      low.push_back(padding ? (*padding)[2 * d] : 0);
    }
  }
  // Sets `from` to the index of the operand's element at a position of the
  // window. Returns false if there is padding at that position.
  bool Find(const Dims& out, const Dims& in_window, View shape,
            Dims& from) const {
    from.resize(out.size());
    for (size_t d = 0; d < out.size(); ++d) {
      const int64_t at =
          out[d] * stride[d] + in_window[d] * dilation[d] - low[d];
      if (at < 0 || at % base[d] != 0 || at / base[d] >= shape[d]) return false;
      from[d] = at / base[d];
    }
    return true;
  }
};

}  // namespace

bool Evaluator::Dot(OpId op, const Operands& in, Tensor& out) {
  if (!Shaped(op, 0, out)) return false;
  const Tensor &a = *in[0], &b = *in[1];
  Dims batch_a, batch_b, sum_a, sum_b;
  if (m_.kind(op) == OpKind::kDot) {
    sum_a = {static_cast<int64_t>(a.shape.size()) - 1};
    sum_b = {0};
  } else {
    const StructReader dims(m_, op, "dot_dimension_numbers", StructId::kDot);
    const auto copy = [&](const char* name, Dims& to) {
      const View from = dims.Dims(name);
      to.assign(from.begin(), from.end());
    };
    copy("lhs_batching_dimensions", batch_a);
    copy("rhs_batching_dimensions", batch_b);
    copy("lhs_contracting_dimensions", sum_a);
    copy("rhs_contracting_dimensions", sum_b);
  }
  Dims free_a, free_b, sizes;
  for (size_t d = 0; d < a.shape.size(); ++d) {
    if (!Contains(batch_a, d) && !Contains(sum_a, d)) {
      free_a.push_back(static_cast<int64_t>(d));
    }
  }
  for (size_t d = 0; d < b.shape.size(); ++d) {
    if (!Contains(batch_b, d) && !Contains(sum_b, d)) {
      free_b.push_back(static_cast<int64_t>(d));
    }
  }
  for (size_t i = 0; i < sum_a.size(); ++i) {
    const int64_t size = a.shape[static_cast<size_t>(sum_a[i])];
    if (size != b.shape[static_cast<size_t>(sum_b[i])]) return false;
    sizes.push_back(size);
  }
  for (size_t i = 0; i < batch_a.size(); ++i) {
    if (a.shape[static_cast<size_t>(batch_a[i])] !=
        b.shape[static_cast<size_t>(batch_b[i])]) {
      return false;
    }
  }
  if (out.shape.size() != batch_a.size() + free_a.size() + free_b.size()) {
    return false;
  }
  Dims x(a.shape.size()), y(b.shape.size());
  ForEachPlace(out.shape, [&](const Dims& at) {
    size_t next = 0;
    for (size_t i = 0; i < batch_a.size(); ++i, ++next) {
      x[static_cast<size_t>(batch_a[i])] = at[next];
      y[static_cast<size_t>(batch_b[i])] = at[next];
    }
    for (const int64_t d : free_a) x[static_cast<size_t>(d)] = at[next++];
    for (const int64_t d : free_b) y[static_cast<size_t>(d)] = at[next++];
    const size_t to = Linear(at, out.shape);
    ForEachPlace(sizes, [&](const Dims& k) {
      for (size_t i = 0; i < k.size(); ++i) {
        x[static_cast<size_t>(sum_a[i])] = k[i];
        y[static_cast<size_t>(sum_b[i])] = k[i];
      }
      AddProduct(out, to, a, Linear(x, a.shape), b, Linear(y, b.shape));
    });
  });
  return true;
}

bool Evaluator::Convolution(OpId op, const Operands& in, Tensor& out) {
  if (!Shaped(op, 0, out)) return false;
  const Tensor &image = *in[0], &kernel = *in[1];
  const StructReader dims(m_, op, "dimension_numbers", StructId::kConv);
  const auto dim = [&](const char* name) {
    return static_cast<size_t>(dims.Int(name));
  };
  const size_t ib = dim("input_batch_dimension");
  const size_t ic = dim("input_feature_dimension");
  const size_t kc = dim("kernel_input_feature_dimension");
  const size_t ko = dim("kernel_output_feature_dimension");
  const size_t ob = dim("output_batch_dimension");
  const size_t oc = dim("output_feature_dimension");
  const View is = dims.Dims("input_spatial_dimensions");
  const View ks = dims.Dims("kernel_spatial_dimensions");
  const View os = dims.Dims("output_spatial_dimensions");
  const View stride = I64Array(m_, op, "window_strides");
  const View lhs_dilation = I64Array(m_, op, "lhs_dilation");
  const View rhs_dilation = I64Array(m_, op, "rhs_dilation");
  const auto padding = DenseI64(m_, op, "padding");
  const int64_t groups = Int(m_, op, "feature_group_count").value_or(1);
  const int64_t batch_groups = Int(m_, op, "batch_group_count").value_or(1);
  if (kernel.shape[kc] * groups != image.shape[ic] ||
      kernel.shape[ko] % (groups * batch_groups) != 0 ||
      image.shape[ib] != out.shape[ob] * batch_groups ||
      kernel.shape[ko] != out.shape[oc]) {
    return false;
  }
  for (size_t s = 0; s < os.size(); ++s) {
    const int64_t size = image.shape[static_cast<size_t>(is[s])];
    const int64_t spread =
        (size == 0 ? 0 : (size - 1) * AtOr(lhs_dilation, s, 1) + 1) +
        (padding ? (*padding)[2 * s] + (*padding)[2 * s + 1] : 0);
    const int64_t window = (kernel.shape[static_cast<size_t>(ks[s])] - 1) *
                               AtOr(rhs_dilation, s, 1) +
                           1;
    const int64_t count =
        spread < window ? 0 : (spread - window) / AtOr(stride, s, 1) + 1;
    if (count != out.shape[static_cast<size_t>(os[s])]) return false;
  }
  Dims taps = {kernel.shape[kc]};
  for (const int64_t d : ks)
    taps.push_back(kernel.shape[static_cast<size_t>(d)]);
  Dims x(image.shape.size()), y(kernel.shape.size());
  ForEachPlace(out.shape, [&](const Dims& at) {
    const size_t to = Linear(at, out.shape);
    const int64_t feature = at[oc];
    const int64_t group = feature / (kernel.shape[ko] / groups);
    const int64_t batch_group = feature / (kernel.shape[ko] / batch_groups);
    ForEachPlace(taps, [&](const Dims& tap) {
      x[ib] = at[ob] + batch_group * out.shape[ob];
      x[ic] = tap[0] + group * kernel.shape[kc];
      y[kc] = tap[0];
      y[ko] = feature;
      for (size_t s = 0; s < is.size(); ++s) {
        int64_t place = at[static_cast<size_t>(os[s])] * AtOr(stride, s, 1) +
                        tap[s + 1] * AtOr(rhs_dilation, s, 1) -
                        (padding ? (*padding)[2 * s] : 0);
        const int64_t step = AtOr(lhs_dilation, s, 1);
        if (place < 0 || place % step != 0) return;
        place /= step;
        const auto d = static_cast<size_t>(is[s]);
        if (place >= image.shape[d]) return;
        x[d] = place;
        y[static_cast<size_t>(ks[s])] = tap[s + 1];
      }
      AddProduct(out, to, image, Linear(x, image.shape), kernel,
                 Linear(y, kernel.shape));
    });
  });
  return true;
}

bool Evaluator::Add(OpId op, int device, const std::vector<Tensor>& parts,
                    std::vector<Tensor>& sums) {
  Operands args;
  for (const Tensor& sum : sums) args.push_back(&sum);
  for (const Tensor& part : parts) args.push_back(&part);
  std::vector<Tensor> made;
  if (!Apply(op, 0, device, args, made)) return false;
  sums = std::move(made);
  return true;
}

void Evaluator::SetResults(OpId op, int device, std::vector<Tensor> made) {
  for (size_t i = 0; i < made.size(); ++i) {
    At(m_.result(op, static_cast<int>(i)))[static_cast<size_t>(device)] =
        std::move(made[i]);
  }
}

bool Evaluator::Reduce(OpId op, int device, const Operands& in) {
  const View dims = I64Array(m_, op, "dimensions");
  const size_t count = in.size() / 2;
  std::vector<Tensor> sums(count);
  const Dims shape = in[0]->shape;
  Dims along, kept;
  for (size_t d = 0; d < shape.size(); ++d) {
    (Contains(dims, d) ? along : kept).push_back(static_cast<int64_t>(d));
  }
  for (size_t i = 0; i < count; ++i) {
    if (!Shaped(op, static_cast<int>(i), sums[i])) return false;
    sums[i] = Filled(sums[i].kind, sums[i].shape, *in[count + i]);
  }
  for (size_t k = 0; k < kept.size(); ++k) {
    if (sums[0].shape[k] != shape[static_cast<size_t>(kept[k])]) {
      return Fail(op, "gives another shape than its type says");
    }
  }
  Dims sizes;
  for (const int64_t d : along) sizes.push_back(shape[static_cast<size_t>(d)]);
  bool ok = true;
  ForEachPlace(sizes, [&](const Dims& reduced) {
    if (!ok) return;
    std::vector<Tensor> parts;
    for (size_t i = 0; i < count; ++i) {
      Tensor part(in[i]->kind, sums[i].shape);
      Dims from(shape.size());
      for (size_t k = 0; k < along.size(); ++k) {
        from[static_cast<size_t>(along[k])] = reduced[k];
      }
      ForEachPlace(part.shape, [&](const Dims& at) {
        for (size_t k = 0; k < kept.size(); ++k) {
          from[static_cast<size_t>(kept[k])] = at[k];
        }
        part.Copy(Linear(at, part.shape), *in[i], Linear(from, shape));
      });
      parts.push_back(std::move(part));
    }
    ok = Add(op, device, parts, sums);
  });
  if (ok) SetResults(op, device, std::move(sums));
  return ok;
}

bool Evaluator::ReduceWindow(OpId op, int device, const Operands& in) {
  const size_t count = in.size() / 2;
  const Window window(m_, op, in[0]->shape.size());
  std::vector<Tensor> sums(count);
  for (size_t i = 0; i < count; ++i) {
    if (!Shaped(op, static_cast<int>(i), sums[i])) return false;
    sums[i] = Filled(sums[i].kind, sums[i].shape, *in[count + i]);
  }
  const auto padding = DenseI64(m_, op, "padding");
  for (size_t d = 0; d < in[0]->shape.size(); ++d) {
    const int64_t size =
        (in[0]->shape[d] - 1) * window.base[d] + 1 +
        (padding ? (*padding)[2 * d] + (*padding)[2 * d + 1] : 0);
    const int64_t reach = (window.size[d] - 1) * window.dilation[d] + 1;
    const int64_t places =
        size < reach ? 0 : (size - reach) / window.stride[d] + 1;
    if (places != sums[0].shape[d]) {
      return Fail(op, "gives another shape than its type says");
    }
  }
  bool ok = true;
  ForEachPlace(window.size, [&](const Dims& in_window) {
    if (!ok) return;
    std::vector<Tensor> parts;
    for (size_t i = 0; i < count; ++i) {
      Tensor part = Filled(in[i]->kind, sums[i].shape, *in[count + i]);
      Dims from;
      ForEachPlace(part.shape, [&](const Dims& at) {
        if (window.Find(at, in_window, in[i]->shape, from)) {
          part.Copy(Linear(at, part.shape), *in[i], Linear(from, in[i]->shape));
        }
      });
      parts.push_back(std::move(part));
    }
    ok = Add(op, device, parts, sums);
  });
  if (ok) SetResults(op, device, std::move(sums));
  return ok;
}

bool Evaluator::SelectAndScatter(OpId op, int device, const Operands& in,
                                 Tensor& out) {
  const Tensor &operand = *in[0], &source = *in[1];
  const Window window(m_, op, operand.shape.size());
  out = Filled(operand.kind, operand.shape, *in[2]);
  bool ok = true;
  const auto scalar = [](const Tensor& of, size_t at) {
    Tensor one(of.kind, {});
    one.Copy(0, of, at);
    return one;
  };
  ForEachPlace(source.shape, [&](const Dims& at) {
    std::optional<size_t> best;
    Dims from;
    std::vector<Tensor> made;
    ForEachPlace(window.size, [&](const Dims& in_window) {
      if (!ok || !window.Find(at, in_window, operand.shape, from)) return;
      const size_t place = Linear(from, operand.shape);
      if (!best) {
        best = place;
        return;
      }
      const Tensor a = scalar(operand, *best), b = scalar(operand, place);
      ok = Apply(op, 0, device, {&a, &b}, made);
      if (ok && made[0].i[0] == 0) best = place;
    });
    if (!ok || !best) return;
    const Tensor a = scalar(out, *best);
    const Tensor b = scalar(source, Linear(at, source.shape));
    ok = Apply(op, 1, device, {&a, &b}, made);
    if (ok) out.Copy(*best, made[0], 0);
  });
  return ok;
}

}  // namespace shardflow::internal
