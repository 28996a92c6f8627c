#include "ops/check_attributes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

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
      if (!HasShape(i) || Shape(i).size() != Shape(0).size() || !HasResult(i) ||
          ResultShape(i).size() + dims.size() != Shape(0).size()) {
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
  bool IsGathered() const { return HasDims({"all_gather_dim"}); }
  bool IsScattered() const { return HasDims({"scatter_dimension"}); }
  bool IsExchanged() const {
    return HasDims({"split_dimension", "concat_dimension"}) &&
           IsCount("split_count");
  }
  bool IsNormalized() const { return HasDims({"feature_index"}); }
  bool IsSorted() const {
    if (!HasShape(0)) return false;
    if (!FindAttr(m_, op_, "dimension")) return true;  // the last dimension
    const auto rank = static_cast<int64_t>(Shape(0).size());
    const std::optional<int64_t> dim = Int(m_, op_, "dimension");
    return dim && *dim >= -std::max<int64_t>(rank, 1) && *dim < rank;
  }
  bool IsCompared() const {
    return EnumValue(m_, op_, "comparison_direction",
                     EnumId::kComparisonDirection)
        .has_value();
  }
  bool IsTransformed() const {
    const Dims lengths = I64Array(m_, op_, "fft_length");
    return HasShape(0) && lengths.size() <= Shape(0).size() &&
           EnumValue(m_, op_, "fft_type", EnumId::kFftType);
  }
  bool IsSolved() const {
    return Int(m_, op_, "left_side") &&
           EnumValue(m_, op_, "transpose_a", EnumId::kTranspose);
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

  bool IsReduceWindow() const {
    const int inputs = m_.operand_count(op_) / 2;
    if (inputs == 0 || m_.operand_count(op_) != 2 * inputs ||
        m_.result_count(op_) != inputs || !HasShape(0) || !HasResult(0)) {
      return false;
    }
    for (int i = 0; i < inputs; ++i) {
      if (!HasShape(i) || !std::ranges::equal(Shape(i), Shape(0)) ||
          !HasResult(i) || !std::ranges::equal(ResultShape(i), ResultShape())) {
        return false;
      }
    }
    const size_t rank = Shape(0).size();
    return ResultShape().size() == rank &&
           I64Array(m_, op_, "window_dimensions").size() == rank &&
           HaveSteps(rank, {"window_dimensions", "window_strides",
                            "base_dilations", "window_dilations"}) &&
           HasPadding(rank);
  }
  bool IsSelectAndScatter() const {
    if (m_.operand_count(op_) != 3 || !HasShape(0) || !HasShape(1) ||
        !HasResult() || !std::ranges::equal(ResultShape(), Shape(0)) ||
        Shape(1).size() != Shape(0).size()) {
      return false;
    }
    const size_t rank = Shape(0).size();
    return HaveSteps(rank, {"window_dimensions", "window_strides"}) &&
           HasPadding(rank);
  }
  bool IsConvolution() const {
    if (m_.operand_count(op_) != 2 || !HasShape(0) || !HasShape(1) ||
        !HasResult()) {
      return false;
    }
    const StructReader dims(m_, op_, "dimension_numbers", StructId::kConv);
    const size_t rank = Shape(0).size();
    if (!dims.ok() || rank < 2 || Shape(1).size() != rank ||
        ResultShape().size() != rank) {
      return false;
    }
    const auto numbers_all = [&](std::string_view first,
                                 std::string_view second,
                                 std::string_view spatial) {
      const Dims rest = dims.Dims(spatial);
      std::vector<int64_t> all(rest.begin(), rest.end());
      all.push_back(dims.Int(first));
      all.push_back(dims.Int(second));
      return all.size() == rank && AreDims(all, rank);
    };
    return numbers_all("input_batch_dimension", "input_feature_dimension",
                       "input_spatial_dimensions") &&
           numbers_all("kernel_input_feature_dimension",
                       "kernel_output_feature_dimension",
                       "kernel_spatial_dimensions") &&
           numbers_all("output_batch_dimension", "output_feature_dimension",
                       "output_spatial_dimensions") &&
           HaveSteps(rank - 2,
                     {"window_strides", "lhs_dilation", "rhs_dilation"}) &&
           HasPadding(rank - 2) && IsCount("feature_group_count") &&
           IsCount("batch_group_count");
  }
  bool IsGather() const {
    const StructReader numbers(m_, op_, "dimension_numbers", StructId::kGather);
    if (!numbers.ok() || m_.operand_count(op_) != 2 || !HasShape(0) ||
        !HasShape(1) || !HasResult()) {
      return false;
    }
    const Dims sizes = I64Array(m_, op_, "slice_sizes");
    if (sizes.size() != Shape(0).size()) return false;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] < 0 || sizes[i] > Shape(0)[i]) return false;
    }
    return LooksUp(
        {.operand = Shape(0),
         .indices = Shape(1),
         .slices = ResultShape(),
         .window = numbers.Dims("offset_dims"),
         .inserted = numbers.Dims("collapsed_slice_dims"),
         .operand_batch = numbers.Dims("operand_batching_dims"),
         .indices_batch = numbers.Dims("start_indices_batching_dims"),
         .index_map = numbers.Dims("start_index_map"),
         .vector_dim = numbers.Int("index_vector_dim")});
  }
  bool IsScatter() const {
    const StructReader numbers(m_, op_, "scatter_dimension_numbers",
                               StructId::kScatter);
    const int inputs = (m_.operand_count(op_) - 1) / 2;
    if (!numbers.ok() || inputs < 1 ||
        m_.operand_count(op_) != 2 * inputs + 1 ||
        m_.result_count(op_) != inputs || !HasShape(inputs)) {
      return false;
    }
    for (int i = 0; i < inputs; ++i) {
      const int update = inputs + 1 + i;
      if (!HasShape(i) || !HasShape(update) || !HasResult(i) ||
          !std::ranges::equal(ResultShape(i), Shape(i)) ||
          !LooksUp(
              {.operand = Shape(i),
               .indices = Shape(inputs),
               .slices = Shape(update),
               .window = numbers.Dims("update_window_dims"),
               .inserted = numbers.Dims("inserted_window_dims"),
               .operand_batch = numbers.Dims("input_batching_dims"),
               .indices_batch = numbers.Dims("scatter_indices_batching_dims"),
               .index_map = numbers.Dims("scatter_dims_to_operand_dims"),
               .vector_dim = numbers.Int("index_vector_dim")})) {
        return false;
      }
    }
    return true;
  }

 private:
  // The shapes and the dimension numbers of a gather or scatter.
  struct Lookup {
    Dims operand, indices, slices;
    Dims window;    // dimensions of the slices that come from the operand
    Dims inserted;  // dimensions of the operand that slices lack
    Dims operand_batch, indices_batch;
    Dims index_map;
    int64_t vector_dim = -1;
  };
  static bool LooksUp(const Lookup& l) {
    const size_t rank = l.operand.size(), of_indices = l.indices.size();
    const auto vector = static_cast<size_t>(l.vector_dim);
    if (l.vector_dim < 0 || vector > of_indices) return false;
    const bool has_vector = vector < of_indices;
    const int64_t indexed = has_vector ? l.indices[vector] : 1;
    return AreDims(l.window, l.slices.size()) && AreDims(l.inserted, rank) &&
           AreDims(l.operand_batch, rank) &&
           AreDims(l.indices_batch, of_indices) && AreDims(l.index_map, rank) &&
           l.operand_batch.size() == l.indices_batch.size() &&
           static_cast<int64_t>(l.index_map.size()) == indexed &&
           l.window.size() + l.inserted.size() + l.operand_batch.size() ==
               rank &&
           l.slices.size() ==
               l.window.size() + of_indices - (has_vector ? 1 : 0);
  }
  // Whether each of these attributes is missing or has a positive number for
  // each dimension along which a window slides.
  bool HaveSteps(size_t count,
                 std::initializer_list<std::string_view> names) const {
    return std::ranges::all_of(names, [&](std::string_view name) {
      const Dims steps = I64Array(m_, op_, name);
      return steps.empty() || (steps.size() == count &&
                               std::ranges::all_of(steps, [](int64_t step) {
                                 return step >= 1 && step <= kMaxPadding;
                               }));
    });
  }
  bool HasPadding(size_t count) const {
    if (!FindAttr(m_, op_, "padding")) return true;
    const auto padding = DenseI64(m_, op_, "padding");
    return padding && padding->size() == 2 * count &&
           std::ranges::all_of(*padding, [](int64_t size) {
             return size >= -kMaxPadding && size <= kMaxPadding;
           });
  }
  // Whether the attribute is missing or a positive number.
  bool IsCount(std::string_view name) const {
    return !FindAttr(m_, op_, name) || Int(m_, op_, name).value_or(0) >= 1;
  }
  // Whether each of these attributes is a dimension of the first operand.
  bool HasDims(std::initializer_list<std::string_view> names) const {
    return HasShape(0) &&
           std::ranges::all_of(names, [&](std::string_view name) {
             return IsDim(Int(m_, op_, name).value_or(-1));
           });
  }
  bool HasShape(int operand) const {
    return operand < m_.operand_count(op_) &&
           m_.types.HasStaticShape(m_.type(m_.operand(op_, operand)));
  }
  Dims Shape(int operand) const {
    return m_.types.dims(m_.type(m_.operand(op_, operand)));
  }
  Dims ResultShape(int result = 0) const {
    return m_.types.dims(m_.type(m_.result(op_, result)));
  }
  bool HasResult() const { return m_.result_count(op_) == 1 && HasResult(0); }
  bool HasResult(int result) const {
    return m_.types.HasStaticShape(m_.type(m_.result(op_, result)));
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
    {OpKind::kReduceWindow, &Checker::IsReduceWindow},
    {OpKind::kSelectAndScatter, &Checker::IsSelectAndScatter},
    {OpKind::kConvolution, &Checker::IsConvolution},
    {OpKind::kGather, &Checker::IsGather},
    {OpKind::kScatter, &Checker::IsScatter},
    {OpKind::kAllGather, &Checker::IsGathered},
    {OpKind::kReduceScatter, &Checker::IsScattered},
    {OpKind::kAllToAll, &Checker::IsExchanged},
    {OpKind::kBatchNormInference, &Checker::IsNormalized},
    {OpKind::kSort, &Checker::IsSorted},
    {OpKind::kCompare, &Checker::IsCompared},
    {OpKind::kFft, &Checker::IsTransformed},
    {OpKind::kTriangularSolve, &Checker::IsSolved},
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
