#ifndef SHARDFLOW_TESTS_EVALUATOR_TENSOR_H_
#define SHARDFLOW_TESTS_EVALUATOR_TENSOR_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

using Dims = std::vector<int64_t>;

// The type of a tensor's elements. Floats of any width are held as double,
// without rounding: programs are compared with each other, not with hardware.
struct ElementKind {
  bool is_float = false;
  int bits = 64;
  bool is_unsigned = false;  // also true for i1

  friend bool operator==(const ElementKind&, const ElementKind&) = default;
};

struct Tensor {
  ElementKind kind;
  Dims shape;
  std::vector<double> f;   // if kind.is_float
  std::vector<int64_t> i;  // else

  Tensor() = default;
  Tensor(ElementKind of, Dims dims);

  size_t size() const { return kind.is_float ? f.size() : i.size(); }
  double Float(size_t at) const {
    return kind.is_float ? f[at] : static_cast<double>(i[at]);
  }
  // Sets element `to` to element `at` of another tensor of the same kind.
  void Copy(size_t to, const Tensor& from, size_t at) {
    if (kind.is_float) {
      f[to] = from.f[at];
    } else {
      i[to] = from.i[at];
    }
  }
};

int64_t Volume(std::span<const int64_t> shape);
// Advances to the next index in row-major order; false after the last.
bool Next(Dims& at, std::span<const int64_t> shape);
size_t Linear(std::span<const int64_t> at, std::span<const int64_t> shape);
// Visits every index of `shape`. A shape without dimensions has one index.
template <class Visit>
void ForEachPlace(std::span<const int64_t> shape, Visit visit) {
  if (Volume(shape) == 0) return;
  Dims at(shape.size(), 0);
  do visit(static_cast<const Dims&>(at));
  while (Next(at, shape));
}

// Returns the value wrapped to the width of this kind.
int64_t Wrapped(int64_t value, const ElementKind& kind);

// Returns false unless `element` is a float or an integer of up to 64 bits.
bool ReadElement(const Module& m, TypeId element, ElementKind& kind);
// Reads `dense<...>`.
bool ReadDense(const Module& m, AttrId attr, Tensor& out);
Tensor Filled(ElementKind kind, Dims shape, const Tensor& scalar);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_TENSOR_H_
