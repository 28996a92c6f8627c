#include "ops/sliding.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/dims.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/reduction.h"

namespace shardflow::internal {
namespace {

int64_t AtOr(Dims values, size_t i, int64_t missing) {
  return i < values.size() ? values[i] : missing;
}

std::vector<int64_t> Padding(const Module& m, OpId op, size_t rows) {
  std::vector<int64_t> padding =
      DenseI64(m, op, "padding").value_or(std::vector<int64_t>());
  padding.resize(2 * rows);
  return padding;
}

size_t Rows(const Module& m, OpId op) {
  const size_t rank = Shape(m, m.operand(op, 0)).size();
  return m.kind(op) == OpKind::kConvolution && rank >= 2 ? rank - 2 : rank;
}

// Returns the dimensions that a pad or a slice changes. Their windows have one
// element.
std::vector<SlidingDim> MovedDims(const Module& m, OpId op) {
  std::vector<SlidingDim> moved;
  const bool pads = m.kind(op) == OpKind::kPad;
  const Dims low = I64Array(m, op, pads ? "edge_padding_low" : "start_indices");
  const Dims high =
      I64Array(m, op, pads ? "edge_padding_high" : "limit_indices");
  const Dims step = I64Array(m, op, pads ? "interior_padding" : "strides");
  const Dims in = Shape(m, m.operand(op, 0));
  for (size_t d = 0; d < in.size(); ++d) {
    SlidingDim dim{.in_dim = d, .out_dim = d, .number = d};
    if (pads) {
      dim.low = low[d];
      dim.dilation = step[d] + 1;
    } else {
      dim.low = -low[d];
      dim.stride = step[d];
    }
    const bool passes_on = dim.low == 0 && dim.dilation == 1 &&
                           dim.stride == 1 && high[d] == (pads ? 0 : in[d]);
    if (!passes_on) moved.push_back(dim);
  }
  return moved;
}

// Whether the kernel is, or may be, reversed along a spatial dimension.
bool IsReversed(const Module& m, OpId convolution, size_t row) {
  const AttrId attr = FindAttr(m, convolution, "window_reversal");
  if (!attr) return false;
  if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return true;
  const std::string_view bytes =
      m.names.Get(m.attrs.As<DenseArrayAttr>(attr).bytes);
  return row >= bytes.size() || bytes[row] != 0;
}

void SetEntry(Module& m, OpId op, std::string_view name, size_t dim,
              int64_t value) {
  const Dims old = I64Array(m, op, name);
  std::vector<int64_t> values(old.begin(), old.end());
  values[dim] = value;
  m.SetAttr(op, m.names.Intern(name), MakeI64Array(m, values));
}

}  // namespace

bool Slides(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kConvolution || m.kind(op) == OpKind::kPad ||
         m.kind(op) == OpKind::kSlice || m.kind(op) == OpKind::kReduceWindow;
}

bool ScattersWindows(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kSelectAndScatter;
}

bool AddsScattered(const Module& m, OpId op) {
  return m.region_count(op) == 2 &&
         CombiningOp(m, m.region(op, 1)) == OpKind::kAdd;
}

bool JoinsTensors(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kConcatenate;
}

bool TakesPart(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kSlice || m.kind(op) == OpKind::kDynamicSlice;
}

bool UpdatesPart(Module& m, OpId op) {
  if (m.kind(op) != OpKind::kDynamicUpdateSlice) return false;
  const TypeId too_wide = m.types.Integer(64, Signedness::kUnsigned);
  for (int i = 2; i < m.operand_count(op); ++i) {
    if (m.types.element(m.type(m.operand(op, i))) == too_wide) return false;
  }
  return true;
}

std::vector<SlidingDim> SlidingDims(const Module& m, OpId op) {
  if (m.kind(op) == OpKind::kPad || m.kind(op) == OpKind::kSlice) {
    return MovedDims(m, op);
  }
  std::vector<SlidingDim> sliding;
  const size_t rows = Rows(m, op);
  const std::vector<int64_t> padding = Padding(m, op, rows);
  const Dims strides = I64Array(m, op, "window_strides");
  const bool is_window = m.kind(op) != OpKind::kConvolution;
  const Dims base =
      I64Array(m, op, is_window ? "base_dilations" : "lhs_dilation");
  const Dims dilation =
      I64Array(m, op, is_window ? "window_dilations" : "rhs_dilation");
  const StructReader conv(m, op, "dimension_numbers", StructId::kConv);
  const Dims in = conv.Dims("input_spatial_dimensions");
  const Dims kernel = conv.Dims("kernel_spatial_dimensions");
  const Dims out = conv.Dims("output_spatial_dimensions");
  const Dims window = I64Array(m, op, "window_dimensions");
  for (size_t row = 0; row < rows; ++row) {
    SlidingDim dim{.in_dim = row, .out_dim = row, .number = row};
    int64_t size = AtOr(window, row, 1);
    if (!is_window) {
      if (row >= in.size() || row >= kernel.size() || row >= out.size()) {
        return {};
      }
      dim.in_dim = static_cast<size_t>(in[row]);
      dim.out_dim = static_cast<size_t>(out[row]);
      size = Shape(m, m.operand(op, 1))[static_cast<size_t>(kernel[row])];
    }
    dim.stride = AtOr(strides, row, 1);
    dim.reach = (size - 1) * AtOr(dilation, row, 1) + 1;
    dim.low = padding[2 * row];
    dim.dilation = AtOr(base, row, 1);
    const bool passes_on = is_window && size == 1 && dim.stride == 1 &&
                           dim.low == 0 && padding[2 * row + 1] == 0 &&
                           dim.dilation == 1;
    if (!passes_on) sliding.push_back(dim);
  }
  return sliding;
}

std::vector<SlidingDim> ContractedDims(const Module& m, OpId op) {
  std::vector<SlidingDim> contracted;
  if (m.kind(op) != OpKind::kConvolution) return contracted;
  const StructReader conv(m, op, "dimension_numbers", StructId::kConv);
  const Dims kernel = conv.Dims("kernel_spatial_dimensions");
  const Dims out = conv.Dims("output_spatial_dimensions");
  const Dims dilation = I64Array(m, op, "rhs_dilation");
  const Dims strides = I64Array(m, op, "window_strides");
  for (SlidingDim dim : SlidingDims(m, op)) {
    const size_t row = dim.number;
    if (IsReversed(m, op, row) || dim.dilation != 1) continue;
    const int64_t results =
        Shape(m, m.result(op, 0))[static_cast<size_t>(out[row])];
    if (results < 1) continue;
    dim.out_dim = static_cast<size_t>(kernel[row]);
    dim.stride = AtOr(dilation, row, 1);
    dim.reach = (results - 1) * AtOr(strides, row, 1) + 1;
    contracted.push_back(dim);
  }
  return contracted;
}

int PaddingOperand(const Module& m, OpId op, int windowed) {
  const bool pads =
      m.kind(op) == OpKind::kReduceWindow || m.kind(op) == OpKind::kPad;
  return pads ? m.result_count(op) + windowed : 0;
}

void SetWindowPadding(Module& m, OpId op, const SlidingDim& dim, int64_t low,
                      int64_t high) {
  if (m.kind(op) == OpKind::kPad) {
    SetEntry(m, op, "edge_padding_low", dim.number, low);
    SetEntry(m, op, "edge_padding_high", dim.number, high);
    return;
  }
  if (m.kind(op) == OpKind::kSlice) {
    const int64_t size = Shape(m, m.operand(op, 0))[dim.in_dim];
    SetEntry(m, op, "start_indices", dim.number, -low);
    SetEntry(m, op, "limit_indices", dim.number, size + high);
    return;
  }
  const size_t rows = Rows(m, op);
  std::vector<int64_t> padding = Padding(m, op, rows);
  padding[2 * dim.number] = low;
  padding[2 * dim.number + 1] = high;
  const int64_t dims[] = {static_cast<int64_t>(rows), 2};
  m.SetAttr(op, m.names.Intern("padding"), MakeDenseI64(m, dims, padding));
}

}  // namespace shardflow::internal
