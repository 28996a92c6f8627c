#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

// Cholesky factors, and systems of equations with triangular matrices. The last
// two dimensions of a tensor are a matrix, and the others enumerate matrices.

namespace shardflow::internal {
namespace {

constexpr int64_t kNoTranspose = 1;

// One matrix of a tensor, possibly read as its transpose.
class Matrix {
 public:
  Matrix(const Tensor& of, size_t number, bool transposed)
      : of_(of), transposed_(transposed) {
    const size_t rank = of.shape.size();
    columns_ = static_cast<size_t>(of.shape[rank - 1]);
    first_ = number * columns_ * static_cast<size_t>(of.shape[rank - 2]);
  }
  size_t Place(size_t row, size_t column) const {
    return first_ +
           (transposed_ ? column * columns_ + row : row * columns_ + column);
  }
  double operator()(size_t row, size_t column) const {
    return of_.f[Place(row, column)];
  }

 private:
  const Tensor& of_;
  const bool transposed_;
  size_t columns_ = 0, first_ = 0;
};

// Whether the tensor holds square matrices of floats.
bool HoldsSquares(const Tensor& a) {
  const size_t rank = a.shape.size();
  return a.kind.is_float && rank >= 2 && a.shape[rank - 1] == a.shape[rank - 2];
}

}  // namespace

bool Evaluator::Cholesky(OpId op, const Operands& in, Tensor& out) {
  const Tensor& a = *in[0];
  if (!HoldsSquares(a) || !Shaped(op, 0, out) || out.shape != a.shape) {
    return false;
  }
  const bool lower = Bool(m_, op, "lower", false);
  const auto n = static_cast<size_t>(a.shape.back());
  for (size_t k = 0; n > 0 && k < a.size() / (n * n); ++k) {
    // The upper factor is the transpose of the lower one. Only one triangle of
    // the operand is read.
    const Matrix given(a, k, !lower), made(out, k, !lower);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j <= i; ++j) {
        double rest = given(i, j);
        for (size_t l = 0; l < j; ++l) rest -= made(i, l) * made(j, l);
        out.f[made.Place(i, j)] = i == j ? std::sqrt(rest) : rest / made(j, j);
      }
    }
  }
  return true;
}

bool Evaluator::TriangularSolve(OpId op, const Operands& in, Tensor& out) {
  const Tensor &a = *in[0], &b = *in[1];
  const size_t rank = b.shape.size();
  if (!HoldsSquares(a) || !b.kind.is_float || a.shape.size() != rank ||
      !Shaped(op, 0, out) || out.shape != b.shape) {
    return false;
  }
  const bool left = Bool(m_, op, "left_side", false);
  const bool unit = Bool(m_, op, "unit_diagonal", false);
  const int64_t transpose =
      EnumValue(m_, op, "transpose_a", EnumId::kTranspose).value_or(0);
  // x a = b is equivalent to a' x' = b'.
  const bool swapped = (transpose != kNoTranspose) != !left;
  const bool lower = Bool(m_, op, "lower", false) != swapped;
  const auto n = static_cast<size_t>(a.shape.back());
  if (n != static_cast<size_t>(b.shape[left ? rank - 2 : rank - 1])) {
    return false;
  }
  const auto sides = static_cast<size_t>(b.shape[left ? rank - 1 : rank - 2]);
  for (size_t k = 0; n > 0 && k < a.size() / (n * n); ++k) {
    const Matrix factor(a, k, swapped);
    const Matrix right(b, k, !left), x(out, k, !left);
    for (size_t side = 0; side < sides; ++side) {
      for (size_t step = 0; step < n; ++step) {
        const size_t i = lower ? step : n - 1 - step;
        double rest = right(i, side);
        for (size_t done = 0; done < step; ++done) {
          const size_t j = lower ? done : n - 1 - done;
          rest -= factor(i, j) * x(j, side);
        }
        out.f[x.Place(i, side)] = unit ? rest : rest / factor(i, i);
      }
    }
  }
  return true;
}

}  // namespace shardflow::internal
