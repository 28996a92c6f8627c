#include "ops/check_attributes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "absl/container/inlined_vector.h"

#include "base/dims.h"
#include "base/error_format.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/op_cache.h"
#include "ops/op_kind.h"

namespace shardflow::internal {
namespace {

// More padding than this must be a mistake, and sums of such numbers might
// overflow.
constexpr int64_t kMaxPadding = int64_t{1} << 40;

class Checker {
 public:
  Checker(const Module& m, OpId op) : m_(m), op_(op) {}

  // Each function returns whether the attributes are valid, given that the op
  // is of the function's kind.
  bool IsReverse() const {
    return HasShape(0) && HasResult() &&
           ResultShape().size() == Shape(0).size() &&
           AreDims(I64Array(m_, op_, "dimensions"), Shape(0).size());
  }
  bool IsTranspose() const {
    const Dims order = I64Array(m_, op_, "permutation");
    return HasShape(0) && HasResult() &&
           ResultShape().size() == Shape(0).size() &&
           order.size() == Shape(0).size() && AreDims(order, order.size());
  }
  bool IsBroadcast() const {
    const Dims dims = I64Array(m_, op_, "broadcast_dimensions");
    return HasShape(0) && HasResult() && dims.size() == Shape(0).size() &&
           AreDims(dims, ResultShape().size());
  }
  bool IsReduction() const {
    const Dims dims = I64Array(m_, op_, "dimensions");
    const int inputs = m_.operand_count(op_) / 2;
    if (!HasShape(0) || m_.operand_count(op_) != 2 * inputs ||
        m_.result_count(op_) != inputs || !AreDims(dims, Shape(0).size())) {
      return false;
    }
    for (int i = 0; i < inputs; ++i) {
      const TypeId result = m_.type(m_.result(op_, i));
      if (!HasShape(i) || Shape(i).size() != Shape(0).size() ||
          !m_.types.HasStaticShape(result) ||
          m_.types.dims(result).size() + dims.size() != Shape(0).size()) {
        return false;
      }
    }
    return true;
  }
  bool IsConcatenation() const {
    if (!HasShape(0) || !HasResult() ||
        !IsDim(Int(m_, op_, "dimension").value_or(-1))) {
      return false;
    }
    for (int i = 0; i < m_.operand_count(op_); ++i) {
      if (!HasShape(i) || Shape(i).size() != ResultShape().size()) return false;
    }
    return true;
  }
  bool IsSlice() const {
    const Dims starts = I64Array(m_, op_, "start_indices");
    const Dims limits = I64Array(m_, op_, "limit_indices");
    const Dims strides = I64Array(m_, op_, "strides");
    if (!HasShape(0) || !HasResult()) return false;
    const size_t rank = Shape(0).size();
    if (starts.size() != rank || limits.size() != rank ||
        strides.size() != rank || ResultShape().size() != rank) {
      return false;
    }
    for (size_t i = 0; i < rank; ++i) {
      if (starts[i] < 0 || starts[i] > limits[i] || limits[i] > Shape(0)[i] ||
          strides[i] < 1) {
        return false;
      }
    }
    return true;
  }
  bool IsPad() const {
    if (!HasShape(0) || !HasResult()) return false;
    const size_t rank = Shape(0).size();
    const auto fits = [rank](Dims sizes, int64_t least) {
      return sizes.size() == rank &&
             std::all_of(sizes.begin(), sizes.end(), [least](int64_t size) {
               return size >= least && size <= kMaxPadding;
             });
    };
    return ResultShape().size() == rank &&
           fits(I64Array(m_, op_, "edge_padding_low"), -kMaxPadding) &&
           fits(I64Array(m_, op_, "edge_padding_high"), -kMaxPadding) &&
           fits(I64Array(m_, op_, "interior_padding"), 0);
  }
  bool IsDynamicSlice() const {
    if (!HasShape(0) || !HasResult()) return false;
    const Dims sizes = I64Array(m_, op_, "slice_sizes");
    const size_t rank = Shape(0).size();
    if (sizes.size() != rank || ResultShape().size() != rank ||
        static_cast<size_t>(m_.operand_count(op_)) != rank + 1) {
      return false;
    }
    for (size_t i = 0; i < rank; ++i) {
      if (sizes[i] < 0 || sizes[i] > Shape(0)[i]) return false;
    }
    return true;
  }
  bool IsUpdate() const {
    if (!HasShape(0) || !HasShape(1) || !HasResult()) return false;
    const size_t rank = Shape(0).size();
    if (Shape(1).size() != rank || ResultShape().size() != rank ||
        static_cast<size_t>(m_.operand_count(op_)) != rank + 2) {
      return false;
    }
    for (size_t i = 0; i < rank; ++i) {
      if (Shape(1)[i] > Shape(0)[i]) return false;
    }
    return true;
  }

 private:
  bool HasShape(int operand) const {
    return operand < m_.operand_count(op_) &&
           m_.types.HasStaticShape(m_.type(m_.operand(op_, operand)));
  }
  Dims Shape(int operand) const {
    return m_.types.dims(m_.type(m_.operand(op_, operand)));
  }
  Dims ResultShape() const { return m_.types.dims(m_.type(m_.result(op_, 0))); }
  bool HasResult() const {
    return m_.result_count(op_) == 1 &&
           m_.types.HasStaticShape(m_.type(m_.result(op_, 0)));
  }
  bool IsDim(int64_t dim) const {
    return dim >= 0 && static_cast<size_t>(dim) < Shape(0).size();
  }
  // Whether these are dimensions of a tensor of this rank, none of them twice.
  static bool AreDims(Dims dims, size_t rank) {
    absl::InlinedVector<uint8_t, 16> seen(rank, 0);
    return std::ranges::all_of(dims, [&](int64_t dim) {
      return dim >= 0 && static_cast<size_t>(dim) < rank &&
             std::exchange(seen[static_cast<size_t>(dim)], 1) == 0;
    });
  }

  const Module& m_;
  const OpId op_;
};

struct KindCheck {
  OpKind kind;
  bool (Checker::*is_valid)() const;
};

constexpr KindCheck kChecks[] = {
    {OpKind::kReverse, &Checker::IsReverse},
    {OpKind::kTranspose, &Checker::IsTranspose},
    {OpKind::kBroadcastInDim, &Checker::IsBroadcast},
    {OpKind::kReduce, &Checker::IsReduction},
    {OpKind::kConcatenate, &Checker::IsConcatenation},
    {OpKind::kSlice, &Checker::IsSlice},
    {OpKind::kPad, &Checker::IsPad},
    {OpKind::kDynamicSlice, &Checker::IsDynamicSlice},
    {OpKind::kDynamicUpdateSlice, &Checker::IsUpdate},
};

constexpr size_t KindIndex(const KindCheck& check) {
  return static_cast<size_t>(check.kind);
}

// For each kind of op, the number of its check in kChecks, from 1; 0 if there
// is none. Kinds after the last one with a check have no entry.
constexpr auto kCheckOfKind = [] {
  constexpr size_t kLast =
      KindIndex(*std::ranges::max_element(kChecks, {}, KindIndex));
  std::array<uint8_t, kLast + 1> numbers{};
  uint8_t number = 0;
  for (const KindCheck& check : kChecks) numbers[KindIndex(check)] = ++number;
  return numbers;
}();

// Returns the check for ops of this kind, or null.
const KindCheck* CheckFor(OpKind kind) {
  const auto k = static_cast<size_t>(kind);
  if (k >= kCheckOfKind.size() || kCheckOfKind[k] == 0) return nullptr;
  return &kChecks[kCheckOfKind[k] - 1];
}

bool IsValid(const Module& m, OpId op) {
  const KindCheck* const check = CheckFor(m.kind(op));
  return check == nullptr || (Checker(m, op).*check->is_valid)();
}

Error MakeError(const Module& m, OpId op) {
  return ErrorOf(
      "'{}' op has attributes that don't fit the shapes of its operands and "
      "result",
      m.op_name(op));
}

}  // namespace

bool CheckOpAttributes(const Module& m, Diagnostics& diagnostics) {
  if (std::ranges::none_of(kChecks, [&](const KindCheck& check) {
        return m.op_count(check.kind) > 0;
      })) {
    return true;
  }
  OpId wrong;
  OpCache<bool> good;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (!wrong.IsNone() || CheckFor(m.kind(op)) == nullptr) return;
    OpKey key;
    const bool has_key = MakeOpKey(m, op, key);
    if (has_key && good.Find(key) != nullptr) return;
    if (!IsValid(m, op)) {
      wrong = op;
    } else if (has_key) {
      good.Put(key, true);
    }
  });
  if (wrong.IsNone()) return true;
  diagnostics.Error(m.Place(wrong), MakeError(m, wrong).message);
  return false;
}

std::optional<Error> FindAttributeFault(const Module& m, OpId op) {
  if (IsValid(m, op)) return std::nullopt;
  return MakeError(m, op);
}

}  // namespace shardflow::internal
