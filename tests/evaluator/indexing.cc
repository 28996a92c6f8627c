#include <algorithm>
#include <numeric>
#include <utility>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

// Ops that look up elements, or sort them.

namespace shardflow::internal {
namespace {

using View = std::span<const int64_t>;

bool Contains(View dims, size_t dim) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(dim)) !=
         dims.end();
}

// Returns the index vector at `batch`, which is a position in all dimensions of
// the indices except `vector_dim`.
Dims IndexVector(const Tensor& indices, const Dims& batch, size_t vector_dim,
                 size_t count) {
  Dims at = batch, index;
  const bool has_dim = vector_dim < indices.shape.size();
  if (has_dim) {
    at.insert(at.begin() + static_cast<ptrdiff_t>(vector_dim), 0);
  }
  for (size_t k = 0; k < count; ++k) {
    if (has_dim) at[vector_dim] = static_cast<int64_t>(k);
    int64_t value = indices.i[Linear(at, indices.shape)];
    if (indices.kind.is_unsigned && value < 0) value = INT64_MAX;
    index.push_back(value);
  }
  return index;
}

}  // namespace

bool Evaluator::Gather(OpId op, const Operands& in, Tensor& out) {
  if (!Shaped(op, 0, out)) return false;
  const Tensor &operand = *in[0], &indices = *in[1];
  const StructReader dims(m_, op, "dimension_numbers", StructId::kGather);
  const View offset = dims.Dims("offset_dims");
  const View collapsed = dims.Dims("collapsed_slice_dims");
  const View batching = dims.Dims("operand_batching_dims");
  const View index_batching = dims.Dims("start_indices_batching_dims");
  const View map = dims.Dims("start_index_map");
  const auto vector_dim = static_cast<size_t>(dims.Int("index_vector_dim"));
  const View sizes = I64Array(m_, op, "slice_sizes");
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > operand.shape[d]) return false;
  }
  ForEachPlace(out.shape, [&](const Dims& at) {
    Dims batch, window;
    for (size_t d = 0; d < at.size(); ++d) {
      (Contains(offset, d) ? window : batch).push_back(at[d]);
    }
    const Dims index = IndexVector(indices, batch, vector_dim, map.size());
    Dims from(operand.shape.size(), 0);
    for (size_t k = 0; k < map.size(); ++k) {
      const auto d = static_cast<size_t>(map[k]);
      from[d] = std::clamp<int64_t>(index[k], 0, operand.shape[d] - sizes[d]);
    }
    for (size_t k = 0; k < batching.size(); ++k) {
      auto place = static_cast<size_t>(index_batching[k]);
      if (place > vector_dim) --place;
      from[static_cast<size_t>(batching[k])] = batch[place];
    }
    size_t next = 0;
    for (size_t d = 0; d < from.size(); ++d) {
      if (Contains(collapsed, d) || Contains(batching, d)) continue;
      from[d] += window[next++];
    }
    out.Copy(Linear(at, out.shape), operand, Linear(from, operand.shape));
  });
  return true;
}

bool Evaluator::Scatter(OpId op, int device, const Operands& in) {
  const size_t count = (in.size() - 1) / 2;
  const Tensor& indices = *in[count];
  const StructReader dims(m_, op, "scatter_dimension_numbers",
                          StructId::kScatter);
  const View window_dims = dims.Dims("update_window_dims");
  const View inserted = dims.Dims("inserted_window_dims");
  const View batching = dims.Dims("input_batching_dims");
  const View index_batching = dims.Dims("scatter_indices_batching_dims");
  const View map = dims.Dims("scatter_dims_to_operand_dims");
  const auto vector_dim = static_cast<size_t>(dims.Int("index_vector_dim"));
  std::vector<Tensor> out;
  for (size_t i = 0; i < count; ++i) out.push_back(*in[i]);
  bool ok = true;
  ForEachPlace(in[count + 1]->shape, [&](const Dims& at) {
    if (!ok) return;
    Dims batch, window;
    for (size_t d = 0; d < at.size(); ++d) {
      (Contains(window_dims, d) ? window : batch).push_back(at[d]);
    }
    const Dims index = IndexVector(indices, batch, vector_dim, map.size());
    Dims to(out[0].shape.size(), 0);
    for (size_t k = 0; k < map.size(); ++k) {
      to[static_cast<size_t>(map[k])] = index[k];
    }
    for (size_t k = 0; k < batching.size(); ++k) {
      auto place = static_cast<size_t>(index_batching[k]);
      if (place > vector_dim) --place;
      to[static_cast<size_t>(batching[k])] = batch[place];
    }
    // Like XLA, drops a window as a whole if a part of it is out of range. (In
    // StableHLO's specification, elements are dropped individually.)
    size_t next = 0;
    for (size_t d = 0; d < to.size(); ++d) {
      const bool is_window = !Contains(inserted, d) && !Contains(batching, d);
      const int64_t size =
          is_window
              ? in[count + 1]->shape[static_cast<size_t>(window_dims[next])]
              : 1;
      if (to[d] < 0 || to[d] > out[0].shape[d] - size) return;
      if (is_window) to[d] += window[next++];
    }
    std::vector<Tensor> scalars, made;
    const size_t place = Linear(to, out[0].shape);
    for (size_t i = 0; i < count; ++i) {
      scalars.emplace_back(out[i].kind, Dims());
      scalars.back().Copy(0, out[i], place);
    }
    for (size_t i = 0; i < count; ++i) {
      const Tensor& update = *in[count + 1 + i];
      scalars.emplace_back(update.kind, Dims());
      scalars.back().Copy(0, update, Linear(at, update.shape));
    }
    Operands args;
    for (const Tensor& each : scalars) args.push_back(&each);
    ok = Apply(op, 0, device, args, made);
    for (size_t i = 0; ok && i < count; ++i) out[i].Copy(place, made[i], 0);
  });
  if (ok) SetResults(op, device, std::move(out));
  return ok;
}

bool Evaluator::Sort(OpId op, int device, const Operands& in) {
  const Dims shape = in[0]->shape;
  int64_t dim = Int(m_, op, "dimension").value_or(-1);
  if (dim < 0) dim += static_cast<int64_t>(shape.size());
  const auto d = static_cast<size_t>(dim);
  Dims rows = shape;
  rows[d] = 1;
  std::vector<Tensor> out;
  for (const Tensor* each : in) out.push_back(*each);
  bool ok = true;
  ForEachPlace(rows, [&](const Dims& row) {
    std::vector<int64_t> order(static_cast<size_t>(shape[d]));
    std::iota(order.begin(), order.end(), 0);
    const auto place = [&](int64_t along) {
      Dims at = row;
      at[d] = along;
      return Linear(at, shape);
    };
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      if (!ok) return false;
      std::vector<Tensor> scalars, made;
      for (const Tensor* each : in) {
        for (const int64_t along : {a, b}) {
          scalars.emplace_back(each->kind, Dims());
          scalars.back().Copy(0, *each, place(along));
        }
      }
      Operands args;
      for (const Tensor& each : scalars) args.push_back(&each);
      ok = Apply(op, 0, device, args, made);
      return ok && made[0].i[0] != 0;
    });
    for (size_t i = 0; i < in.size(); ++i) {
      for (int64_t k = 0; k < shape[d]; ++k) {
        out[i].Copy(place(k), *in[i], place(order[static_cast<size_t>(k)]));
      }
    }
  });
  if (ok) SetResults(op, device, std::move(out));
  return ok;
}

bool Evaluator::TopK(OpId op, int device, const Operands& in) {
  Tensor best, places;
  if (!Shaped(op, 0, best) || !Shaped(op, 1, places)) return false;
  const Tensor& of = *in[0];
  Dims rows = of.shape;
  rows.back() = 1;
  ForEachPlace(rows, [&](const Dims& row) {
    std::vector<int64_t> order(static_cast<size_t>(of.shape.back()));
    std::iota(order.begin(), order.end(), 0);
    const auto place = [&](int64_t along, View shape) {
      Dims at = row;
      at.back() = along;
      return Linear(at, shape);
    };
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return of.Float(place(a, of.shape)) > of.Float(place(b, of.shape));
    });
    for (int64_t k = 0; k < best.shape.back(); ++k) {
      const int64_t from = order[static_cast<size_t>(k)];
      const size_t to = place(k, best.shape);
      best.Copy(to, of, place(from, of.shape));
      places.i[to] = from;
    }
  });
  const auto at = static_cast<size_t>(device);
  At(m_.result(op, 0))[at] = std::move(best);
  At(m_.result(op, 1))[at] = std::move(places);
  return true;
}

// This isn't a real algorithm. Any bits will do, as long as they depend only on
// the state and the size of the whole result.
bool Evaluator::RandomBits(OpId op, int device, const Operands& in) {
  Tensor state = *in[0], bits;
  if (!Shaped(op, 1, bits)) return false;
  uint64_t seed = static_cast<uint64_t>(bits.size());
  for (const int64_t word : state.i) {
    seed = seed * 6364136223846793005u + static_cast<uint64_t>(word) + 1;
  }
  for (size_t at = 0; at < bits.size(); ++at) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const auto word = static_cast<int64_t>(seed >> 17);
    if (bits.kind.is_float) return Fail(op, "isn't evaluated");
    bits.i[at] = Wrapped(word, bits.kind);
  }
  for (int64_t& word : state.i) word = Wrapped(word + 1, state.kind);
  const auto at = static_cast<size_t>(device);
  At(m_.result(op, 0))[at] = std::move(state);
  At(m_.result(op, 1))[at] = std::move(bits);
  return true;
}

}  // namespace shardflow::internal
