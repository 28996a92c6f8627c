#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cost/spmd_dot.h"
#include "cost/spmd_visitor.h"
#include "lower/axes.h"
#include "ops/attr_read.h"
#include "ops/sliding.h"

// Windows that slide along a sharded dimension: devices fetch the elements that
// their windows need beyond the edges of their shards.

namespace shardflow::internal {
namespace {

void Append(DigitList& to, const DigitList& digits) {
  for (const uint8_t digit : digits) to.push_back(digit);
}

// Makes `part` the part of one group of devices, in which dimension `dim` isn't
// sharded and has `size` elements.
void CutDim(Part& part, size_t dim, int64_t size) {
  part.layout[dim].clear();
  part.shape[dim] = size;
}

}  // namespace

bool SpmdVisitor::IsCutEvenly(const DigitList& digits, int64_t a,
                              int64_t b) const {
  const int64_t n = mesh_.Count(digits);
  return n > 1 && a % n == 0 && b % n == 0;
}

// Replaces `part`, which is sharded along `slide.in_dim`, with the elements
// that a device needs to compute `windows` windows: its own shard, and the
// elements that its neighbours send.
void SpmdVisitor::FetchWindows(Part& part, const SlidingDim& slide,
                               int64_t windows) {
  const DigitList digits = part.layout[slide.in_dim];
  const int64_t n = mesh_.Count(digits);
  const int64_t have = part.shape[slide.in_dim] / n;
  // Attributes may be arbitrary numbers. Doubles can't overflow and are exact
  // enough.
  const auto rows = static_cast<double>(have);
  const auto dilation =
      static_cast<double>(std::max<int64_t>(1, slide.dilation));
  const auto stride = static_cast<double>(slide.stride);
  double before = 0, behind = 0;
  for (int64_t i = 0; i < std::min<int64_t>(n, 4096); ++i) {
    const auto at = static_cast<double>(i);
    const double first = at * static_cast<double>(windows) * stride -
                         static_cast<double>(slide.low);
    const double last = first + static_cast<double>(windows - 1) * stride +
                        static_cast<double>(slide.reach) - 1;
    if (i > 0) {
      before = std::max(before, at * rows - std::ceil(first / dilation));
    }
    if (i + 1 < n) {
      behind =
          std::max(behind, std::floor(last / dilation) + 1 - (at + 1) * rows);
    }
  }
  // Elements beyond the ends of the tensor are padding, which isn't sent. At
  // most 64 neighbours on each side are counted.
  const double most = std::min(
      static_cast<double>(std::min<int64_t>(n - 1, 64)) * rows, 0x1p60);
  const auto left = static_cast<int64_t>(std::min(before, most));
  const auto right = static_cast<int64_t>(std::min(behind, most));
  std::vector<NodeId> pieces = {part.node};
  const int64_t row = e_.LocalBytes(part) / std::max<int64_t>(1, have);
  // If a device needs as much as all others have, XLA gathers the tensor.
  if (before + behind >= static_cast<double>(n - 1) * rows && n > 1) {
    const int64_t held = e_.LocalBytes(part);
    part.node = e_.Collect(StepKind::kAllGather, part.node, digits, held,
                           SaturatingProduct(held, n));
    CutDim(part, slide.in_dim, have + left + right);
    part.group = Without(part.group, digits);
    return;
  }
  // Each permute brings another shard, but permutes of one node would count as
  // equal. So all but the first permute a view of their own.
  const auto shard = [&] {
    if (pieces.size() == 1) return part.node;
    const NodeId source[] = {part.node};
    const NodeId view = e_.Add(Work::kView, source, e_.LocalBytes(part));
    e_.MarkAlias(view);
    return view;
  };
  for (int64_t side : {left, right}) {
    for (; side > 0; side -= have) {  // nearest neighbour first
      const int64_t bytes = SaturatingProduct(row, std::min(side, have));
      const NodeId source[] = {part.node};
      const NodeId piece =
          side >= have ? shard() : e_.Add(Work::kSlice, source, bytes);
      pieces.push_back(e_.Collect(StepKind::kCollectivePermute, piece, digits,
                                  bytes, bytes));
    }
  }
  CutDim(part, slide.in_dim, have + left + right);
  part.group = Without(part.group, digits);
  if (pieces.size() > 1) {
    part.node = e_.Add(Work::kConcatenate, pieces, e_.LocalBytes(part));
  }
}

// Handles a convolution whose images are sharded along dimensions of the
// window. If the result is also sharded along them, each device computes its
// rows of the result. If it isn't, but the kernel is as large as the images (in
// a gradient with respect to a kernel), each device multiplies its own rows,
// and the partial results are added up. Otherwise the images are gathered along
// these dimensions.
void SpmdVisitor::VisitConvolution(OpId op, const Contraction& contraction,
                                   DotProblem problem) {
  const ValueId result = m_.result(op, 0);
  const Layout wanted = problem.out;
  Layout lhs = problem.lhs.layout;
  Layout rhs = problem.rhs.layout;
  Layout out = wanted;
  const DimSizes shape = problem.out_shape;
  std::vector<SlidingDim> slides, sums;
  for (const SlidingDim& dim : SlidingDims(m_, op)) {
    if (IsCutEvenly(out[dim.out_dim], shape[dim.out_dim],
                    problem.lhs.shape[dim.in_dim])) {
      slides.push_back(dim);
    }
  }
  for (const SlidingDim& dim : ContractedDims(m_, op)) {
    const bool slid = std::any_of(
        slides.begin(), slides.end(),
        [&](const SlidingDim& other) { return other.number == dim.number; });
    const DigitList& digits =
        lhs[dim.in_dim].empty() ? rhs[dim.out_dim] : lhs[dim.in_dim];
    const int64_t kernel = problem.rhs.shape[dim.out_dim];
    if (!slid && dim.reach <= kernel &&
        IsCutEvenly(digits, problem.lhs.shape[dim.in_dim], kernel)) {
      sums.push_back(dim);
    }
  }
  DigitList slid, summed;
  std::vector<DigitList> of_sums;
  for (const SlidingDim& dim : slides) Append(slid, out[dim.out_dim]);
  for (const SlidingDim& dim : sums) {
    const DigitList& digits =
        lhs[dim.in_dim].empty() ? rhs[dim.out_dim] : lhs[dim.in_dim];
    of_sums.push_back(Without(digits, slid));
    Append(slid, of_sums.back());
    Append(summed, of_sums.back());
  }
  for (const ContractedDim& dim : contraction.window) {
    lhs[static_cast<size_t>(dim.lhs)].clear();
    rhs[static_cast<size_t>(dim.rhs)].clear();
    out[static_cast<size_t>(dim.out)].clear();
  }
  for (Layout* layout : {&lhs, &rhs, &out}) *layout = Without(*layout, slid);
  Layout around = out;  // layout of the result after adding up
  for (const SlidingDim& dim : slides) {
    lhs[dim.in_dim] = wanted[dim.out_dim];
    around[dim.out_dim] = wanted[dim.out_dim];
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    lhs[sums[i].in_dim] = of_sums[i];
    rhs[sums[i].out_dim] = of_sums[i];
  }
  problem.out = out;
  problem.lhs = e_.Reshard(problem.lhs, lhs);
  problem.rhs = e_.Reshard(problem.rhs, rhs);
  const DigitList group = problem.lhs.group;
  for (const SlidingDim& dim : slides) {
    const int64_t windows =
        shape[dim.out_dim] / mesh_.Count(wanted[dim.out_dim]);
    FetchWindows(problem.lhs, dim, windows);
    problem.out_shape[dim.out_dim] = windows;
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    const int64_t n = mesh_.Count(of_sums[i]);
    if (n == 1) continue;
    const int64_t rows = problem.rhs.shape[sums[i].out_dim] / n;
    FetchWindows(problem.lhs, sums[i], rows);
    CutDim(problem.rhs, sums[i].out_dim, rows);
  }
  problem.rhs.group = problem.lhs.group;
  e_.SetCause("product");
  Part part = PartitionDot(e_, problem);
  if (!summed.empty()) {
    e_.SetCause("partial sums");
    const int64_t bytes = e_.LocalBytes(part);
    part.node =
        e_.Collect(StepKind::kAllReduce, part.node, summed, bytes, bytes);
  }
  part.shape = shape;
  part.layout = around;
  part.group = group;
  DefineResharded(result, part, wanted);
}

// Handles pooling, or its gradient (a select_and_scatter, whose operand 1 has
// an element for each window). Images that don't divide evenly are gathered
// along the dimensions of the window.
void SpmdVisitor::VisitWindow(OpId op) {
  const bool scatters = ScattersWindows(m_, op);
  const bool slides = scatters || (Slides(m_, op) && m_.operand_count(op) == 2);
  const std::vector<SlidingDim> dims =
      slides ? SlidingDims(m_, op) : std::vector<SlidingDim>();
  const Layout layout =
      m_.result_count(op) > 0 ? LayoutOf(m_.result(op, 0)) : Layout();
  const auto has_rank = [&](int operand) {
    return ShapeOf(m_.operand(op, operand)).size() == layout.size();
  };
  const bool ranks_fit = slides && has_rank(0) && (!scatters || has_rank(1));
  const auto is_even = [&](const SlidingDim& dim) {
    const DimSizes images = ShapeOf(m_.operand(op, 0));
    const DimSizes windows =
        ShapeOf(scatters ? m_.operand(op, 1) : m_.result(op, 0));
    return layout[dim.in_dim].empty() ||
           IsCutEvenly(layout[dim.in_dim], images[dim.in_dim],
                       windows[dim.in_dim]);
  };
  if (!ranks_fit || !std::all_of(dims.begin(), dims.end(), is_even)) {
    std::vector<int64_t> whole;
    const std::span<const int64_t> sizes =
        I64Array(m_, op, "window_dimensions");
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] != 1) whole.push_back(static_cast<int64_t>(d));
    }
    return VisitWithWholeDims(op, Work::kReduceWindow, whole);
  }
  const ValueId result = m_.result(op, 0);
  Part images = e_.Reshard(PartOf(0), layout);
  std::vector<NodeId> operands;
  DimSizes windows = ShapeOf(result);
  if (scatters) {
    const Part gradient = e_.Reshard(PartOf(1), layout);
    windows = gradient.shape;
    operands.push_back(gradient.node);
  }
  for (const SlidingDim& dim : dims) {
    if (layout[dim.in_dim].empty()) continue;
    FetchWindows(images, dim,
                 windows[dim.in_dim] / mesh_.Count(layout[dim.in_dim]));
  }
  operands.push_back(images.node);
  Part part = Blank(result, layout);
  part.node = e_.Add(Work::kReduceWindow, operands, e_.LocalBytes(part));
  Define(result, part);
}

}  // namespace shardflow::internal
