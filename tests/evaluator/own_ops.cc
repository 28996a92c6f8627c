#include <span>
#include <string_view>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"

// Ragged products, and the custom calls of RandomOwnOps(), about which the
// partitioner knows only a sharding rule.

namespace shardflow::internal {

// Products in which each group of rows of the first operand has its own second
// operand. Only the form [rows, k] x [groups, k, columns] is evaluated.
bool Evaluator::RaggedDot(OpId op, const Operands& in, Tensor& out) {
  const StructReader dims(m_, op, "ragged_dot_dimension_numbers",
                          StructId::kRaggedDot);
  const auto is = [&](const char* field, int64_t dim) {
    const std::span<const int64_t> list = dims.Dims(field);
    return list.size() == 1 && list[0] == dim;
  };
  if (!is("lhs_contracting_dimensions", 1) ||
      !is("rhs_contracting_dimensions", 1) || !is("lhs_ragged_dimensions", 0) ||
      !is("rhs_group_dimensions", 0) || !Shaped(op, 0, out)) {
    return false;
  }
  const Tensor &rows = *in[0], &groups = *in[1], &sizes = *in[2];
  if (rows.shape[1] != groups.shape[1] || rows.shape[0] != out.shape[0] ||
      groups.shape[2] != out.shape[1] || groups.shape[0] != sizes.shape[0]) {
    return false;
  }
  int64_t row = 0;
  for (int64_t g = 0; g < groups.shape[0]; ++g) {
    for (int64_t i = 0; i < sizes.i[static_cast<size_t>(g)]; ++i, ++row) {
      if (row >= rows.shape[0]) return true;
      for (int64_t column = 0; column < out.shape[1]; ++column) {
        double& sum = out.f[Linear(Dims{row, column}, out.shape)];
        for (int64_t k = 0; k < rows.shape[1]; ++k) {
          sum += rows.f[Linear(Dims{row, k}, rows.shape)] *
                 groups.f[Linear(Dims{g, k, column}, groups.shape)];
        }
      }
    }
  }
  return true;
}

// Calls on matrices: @own_matmul, @own_sum (of the rows), @own_flip and
// @own_cumulate (along the rows' index), and @own_add.
bool Evaluator::OwnCall(OpId op, const Operands& in, Tensor& out) {
  if (!Shaped(op, 0, out)) return false;
  const AttrId name = m_.attr(op, name::kCallTargetName);
  const std::string_view target = m_.names.Get(m_.attrs.StringValue(name));
  const Tensor& a = *in[0];
  const int64_t rows = a.shape[0], columns = a.shape[1];
  const auto at = [](const Tensor& t, int64_t i, int64_t j) {
    return t.f[Linear(Dims{i, j}, t.shape)];
  };
  if (target == "own_matmul") {
    const Tensor& b = *in[1];
    if (columns != b.shape[0] || out.shape != Dims{rows, b.shape[1]}) {
      return false;
    }
    ForEachPlace(out.shape, [&](const Dims& to) {
      for (int64_t k = 0; k < columns; ++k) {
        out.f[Linear(to, out.shape)] += at(a, to[0], k) * at(b, k, to[1]);
      }
    });
    return true;
  }
  if (target == "own_add") {
    if (in[1]->shape != a.shape || out.shape != a.shape) return false;
    for (size_t i = 0; i < out.f.size(); ++i) out.f[i] = a.f[i] + in[1]->f[i];
    return true;
  }
  if (target == "own_sum") {
    if (out.shape != Dims{columns}) return false;
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < rows; ++i) {
        out.f[static_cast<size_t>(j)] += at(a, i, j);
      }
    }
    return true;
  }
  if ((target != "own_flip" && target != "own_cumulate") ||
      out.shape != a.shape) {
    return false;
  }
  const bool flips = target == "own_flip";
  for (int64_t j = 0; j < columns; ++j) {
    double sum = 0;
    for (int64_t i = 0; i < rows; ++i) {
      sum += at(a, i, j);
      out.f[Linear(Dims{i, j}, out.shape)] =
          flips ? at(a, rows - 1 - i, j) : sum;
    }
  }
  return true;
}

}  // namespace shardflow::internal
