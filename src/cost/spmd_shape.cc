#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/numeric/int128.h"

#include "base/dims.h"
#include "cost/spmd_visitor.h"
#include "lower/axes.h"
#include "ops/attr_read.h"

// Ops that move elements: each device fetches the elements that it needs from
// its neighbours' shards.

namespace shardflow::internal {
namespace {

// Removes and returns the first digits, as many as make `ways` shards. Returns
// nullopt if a digit would have to be split.
std::optional<DigitList> TakePrefix(DigitList& digits, int64_t ways,
                                    const DigitMesh& mesh) {
  DigitList taken;
  size_t n = 0;
  while (n < digits.size() && mesh.Count(taken) < ways) {
    taken.push_back(digits[n++]);
  }
  if (mesh.Count(taken) != ways) return std::nullopt;
  digits.erase(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(n));
  return taken;
}

// Returns the bytes of `count` of the `all` rows of a tensor.
int64_t BytesOfRows(int64_t bytes, int64_t count, int64_t all) {
  return static_cast<int64_t>(static_cast<double>(bytes) *
                              static_cast<double>(count) /
                              static_cast<double>(all));
}

}  // namespace

std::optional<Layout> ReshapeLayout(Dims from, Dims to, const Layout& layout,
                                    const DigitMesh& mesh) {
  Layout result(to.size());
  size_t s = 0, t = 0;
  int64_t s_left = from.empty() ? 1 : from[0];
  int64_t t_left = to.empty() ? 1 : to[0];
  DigitList digits = from.empty() ? DigitList() : layout[0];
  // Set if the dimension being filled ends with a part that isn't fully
  // sharded. No further part of it can be sharded then.
  bool closed = false;
  const auto next_s = [&] {
    ++s;
    if (s < from.size()) {
      s_left = from[s];
      digits = layout[s];
    }
  };
  const auto next_t = [&] {
    ++t;
    closed = false;
    if (t < to.size()) t_left = to[t];
  };
  while (s < from.size() && t < to.size()) {
    const int64_t ways = mesh.Count(digits);
    if (s_left == 0 || t_left == 0) return Layout(to.size());
    if (s_left == 1 && ways == 1) {
      next_s();
      continue;
    }
    if (t_left == 1) {
      next_t();
      continue;
    }
    if (ways > 1 && closed) return std::nullopt;
    if (s_left % t_left != 0 && t_left % s_left != 0) {
      // The sizes don't divide each other, as in 6x4 to 8x3. If none of these
      // dimensions are sharded, it doesn't matter which element goes where.
      int64_t before = s_left, after = t_left;
      while (before != after) {
        if (mesh.Count(digits) > 1) return std::nullopt;
        const bool is_source = before < after;
        if (is_source ? ++s >= from.size() : ++t >= to.size()) {
          return std::nullopt;
        }
        if (is_source) digits = layout[s];
        int64_t& product = is_source ? before : after;
        product = SaturatingProduct(product, is_source ? from[s] : to[t]);
        if (product == 0) return Layout(to.size());
      }
      if (mesh.Count(digits) > 1) return std::nullopt;
      next_s();
      next_t();
      continue;
    }
    if (s_left == t_left) {
      result[t].insert(result[t].end(), digits.begin(), digits.end());
      next_s();
      next_t();
    } else if (s_left > t_left) {
      if (ways > 1) {
        const bool fits = t_left % ways == 0;
        if (!fits && ways % t_left != 0) return std::nullopt;
        const auto taken = TakePrefix(digits, fits ? ways : t_left, mesh);
        if (!taken) return std::nullopt;
        result[t].insert(result[t].end(), taken->begin(), taken->end());
      }
      s_left /= t_left;
      next_t();
    } else {
      if (s_left % ways != 0) return std::nullopt;
      result[t].insert(result[t].end(), digits.begin(), digits.end());
      if (ways != s_left) closed = true;
      t_left /= s_left;
      next_s();
    }
  }
  for (; s < from.size(); next_s()) {
    if (mesh.Count(digits) > 1) return std::nullopt;
  }
  return result;
}

void SpmdVisitor::VisitReshape(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Part operand = PartOf(0);
  const Layout layout = LayoutOf(result);
  const DimSizes in = ShapeOf(m_.operand(op, 0));
  const DimSizes out = ShapeOf(result);
  const auto finish = [&](const Part& from, const Layout& have) {
    Part part = Blank(result, have);
    const NodeId operands[] = {from.node};
    part.node = e_.Add(Work::kView, operands, e_.LocalBytes(part));
    e_.MarkAlias(part.node);
    Define(result, part);
    Define(result, e_.Reshard(part, layout));
  };
  if (e_.Tiles(layout) > 1) {
    const auto wanted = ReshapeLayout(out, in, layout, mesh_);
    if (wanted && e_.Tiles(*wanted) == e_.Tiles(layout)) {
      return finish(e_.Reshard(operand, *wanted, true), layout);
    }
    const auto made = ReshapeLayout(in, out, operand.layout, mesh_);
    if (made) return finish(operand, *made);
  }
  finish(e_.Replicate(operand), Layout(out.size()));
}

void SpmdVisitor::VisitBroadcast(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout layout = LayoutOf(result);
  std::vector<NodeId> operands;
  if (m_.operand_count(op) > 0) {
    const Part operand = PartOf(0);
    const Dims dims = I64Array(m_, op, "broadcast_dimensions");
    const DimSizes out = ShapeOf(result);
    Layout wanted(operand.layout.size());
    for (size_t d = 0; d < wanted.size(); ++d) {
      const size_t to = d < dims.size() ? static_cast<size_t>(dims[d])
                                        : d + out.size() - wanted.size();
      // A dimension that is stretched from size 1 isn't sharded.
      if (to < layout.size() && operand.shape[d] == out[to]) {
        wanted[d] = layout[to];
      }
    }
    operands.push_back(e_.Reshard(operand, wanted, true).node);
  }
  Part part = Blank(result, layout);
  part.node = e_.Add(Work::kBroadcast, operands, e_.LocalBytes(part));
  if (m_.operand_count(op) > 0 &&
      (RankOf(m_.operand(op, 0)) == 0 || e_.IsUniform(operands[0]))) {
    e_.MarkUniform(part.node);
  }
  Define(result, std::move(part));
}

void SpmdVisitor::VisitTranspose(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout layout = LayoutOf(result);
  const Part operand = PartOf(0);
  const Dims permutation = I64Array(m_, op, "permutation");
  Layout wanted(operand.layout.size());
  for (size_t d = 0; d < permutation.size() && d < layout.size(); ++d) {
    wanted[static_cast<size_t>(permutation[d])] = layout[d];
  }
  const NodeId operands[] = {e_.Reshard(operand, wanted, true).node};
  Part part = Blank(result, layout);
  part.node = e_.Add(Work::kTranspose, operands, e_.LocalBytes(part));
  Define(result, std::move(part));
}

void SpmdVisitor::VisitReverse(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout layout = LayoutOf(result);
  Part operand = e_.Reshard(PartOf(0), layout);
  // Devices exchange shards, and each device reverses the shard that it
  // receives.
  DigitList digits;
  for (const int64_t d : I64Array(m_, op, "dimensions")) {
    const DigitList& dim = layout[static_cast<size_t>(d)];
    digits.insert(digits.end(), dim.begin(), dim.end());
  }
  const int64_t bytes = e_.LocalBytes(operand);
  operand.node = e_.Collect(StepKind::kCollectivePermute, operand.node, digits,
                            bytes, bytes);
  const NodeId operands[] = {operand.node};
  Part part = Blank(result, layout);
  // Unlike a transpose, a reverse always makes a tensor: no reader can read its
  // operand instead.
  part.node = e_.Add(Work::kPad, operands, bytes);
  Define(result, std::move(part));
}

void SpmdVisitor::VisitReduce(OpId op) {
  const int inputs = m_.operand_count(op) / 2;
  if (inputs == 0 || m_.result_count(op) != inputs) {
    return VisitWhole(op, Work::kReduce);
  }
  const Dims dims = I64Array(m_, op, "dimensions");
  const Layout layout = PartOf(0).layout;
  std::vector<NodeId> operands;
  for (int i = 0; i < inputs; ++i) {
    operands.push_back(e_.Reshard(PartOf(i), layout).node);
  }
  Layout kept;
  for (size_t d = 0; d < layout.size(); ++d) {
    if (!Contains(dims, static_cast<int64_t>(d))) kept.push_back(layout[d]);
  }
  e_.SetCause("partial sums");
  DigitList reduced;
  for (const int64_t d : dims) {
    const DigitList& digits = layout[static_cast<size_t>(d)];
    reduced.insert(reduced.end(), digits.begin(), digits.end());
  }
  std::vector<Part> parts;
  for (int i = 0; i < inputs; ++i) {
    Part part = Blank(m_.result(op, i), kept);
    const int64_t bytes = e_.LocalBytes(part);
    if (inputs == 1) {
      part.node = e_.Add(Work::kReduce, operands, bytes);
      part.node = e_.AllReduce(part.node, bytes, layout, dims);
    } else {
      // No collective reduces several tensors together, so partial results are
      // gathered and reduced again.
      part.node = e_.Add(Work::kReduce, operands, bytes);
      for (size_t k = dims.size(); k > 0; --k) {
        const DigitList& digits = layout[static_cast<size_t>(dims[k - 1])];
        int64_t held = bytes;
        for (size_t later = k; later < dims.size(); ++later) {
          held = SaturatingProduct(
              held, mesh_.Count(layout[static_cast<size_t>(dims[later])]));
        }
        part.node = e_.Collect(StepKind::kAllGather, part.node, digits, held,
                               SaturatingProduct(held, mesh_.Count(digits)));
      }
    }
    parts.push_back(std::move(part));
  }
  if (inputs > 1 && !reduced.empty()) {
    std::vector<NodeId> gathered;
    for (const Part& part : parts) gathered.push_back(part.node);
    for (Part& part : parts) {
      part.node = e_.Add(Work::kReduce, gathered, e_.LocalBytes(part));
    }
  }
  for (int i = 0; i < inputs; ++i) {
    const ValueId result = m_.result(op, i);
    const Part part = parts[static_cast<size_t>(i)];
    DefineResharded(result, part, LayoutOf(result));
  }
}

Layout SpmdVisitor::MovedAway(Dims shape, const Layout& layout, size_t dim,
                              Dims whole) const {
  Layout moved = layout;
  const DigitList digits = layout[dim];
  moved[dim].clear();
  const int64_t ways = mesh_.Count(digits);
  for (size_t d = 0; d < layout.size(); ++d) {
    if (d == dim || Contains(whole, static_cast<int64_t>(d))) continue;
    const int64_t tiles = SaturatingProduct(ways, mesh_.Count(layout[d]));
    if (shape[d] > 0 && shape[d] % tiles == 0) {
      moved[d].insert(moved[d].end(), digits.begin(), digits.end());
      return moved;
    }
  }
  return moved;
}

void SpmdVisitor::VisitWithWholeDims(OpId op, Work work, Dims dims) {
  if (m_.result_count(op) == 0) return;
  const ValueId first = m_.result(op, 0);
  Layout layout = LayoutOf(first);
  const DimSizes shape = ShapeOf(first);
  for (const int64_t d : dims) {
    if (d < 0 || static_cast<size_t>(d) >= layout.size()) continue;
    if (layout[static_cast<size_t>(d)].empty()) continue;
    layout = MovedAway(shape, layout, static_cast<size_t>(d), dims);
  }
  std::vector<NodeId> operands;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const Part part = PartOf(i);
    operands.push_back(part.layout.size() == layout.size()
                           ? e_.Reshard(part, layout).node
                           : e_.Replicate(part).node);
  }
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId result = m_.result(op, i);
    Part part = Blank(result, layout);
    if (part.shape.size() != layout.size()) part.layout = LayoutOf(result);
    part.node = e_.Add(work, operands, e_.LocalBytes(part));
    DefineResharded(result, part, LayoutOf(result));
  }
}

void SpmdVisitor::VisitRotation(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout layout = LayoutOf(result);
  const Part source = PartOf(2);
  const auto dim = static_cast<size_t>(Int(m_, op, "dimension").value_or(0));
  const int64_t whole = e_.LocalBytes(source);
  const int64_t have = e_.Local(source)[dim];
  // Shards that consist of padding alone take no part.
  const int64_t shards = have > 0 ? (source.shape[dim] + have - 1) / have : 1;
  std::vector<NodeId> pieces;
  // The elements move by `amount` in a ring of all shards. Each device sends
  // the end of its shard to one device, and the rest to the one before it.
  const auto rotate = [&](int64_t amount) {
    const int64_t after = have > 0 ? amount % have : 0;
    const int64_t distance = have > 0 ? amount / have : 0;
    const auto send = [&](int64_t rows, int64_t far) {
      if (rows == 0) return;
      const int64_t bytes = BytesOfRows(whole, rows, have);
      const NodeId all[] = {source.node};
      NodeId piece =
          rows == have ? source.node : e_.Add(Work::kSlice, all, bytes);
      if (far % shards != 0) {
        piece = e_.Collect(StepKind::kCollectivePermute, piece, layout[dim],
                           bytes, bytes);
      }
      pieces.push_back(piece);
    };
    send(after, distance + 1);
    send(have - after, distance);
  };
  const int64_t amount = ShapeOf(m_.operand(op, 0))[dim];
  const int64_t padding = shards * have - source.shape[dim];
  rotate(amount);
  // Elements that pass the end also skip the padding.
  if (padding > 0) rotate(amount + padding);
  Part part = Blank(result, layout);
  part.node = e_.Add(Work::kConcatenate, pieces, whole);
  Define(result, std::move(part));
}

void SpmdVisitor::VisitConcatenate(OpId op) {
  if (operands_.size() > static_cast<size_t>(m_.operand_count(op))) {
    const Layout layout = LayoutOf(m_.result(op, 0));
    const auto d = static_cast<size_t>(Int(m_, op, "dimension").value_or(0));
    const bool is_sharded = d < layout.size() && !layout[d].empty();
    if (is_sharded && PartOf(2).layout == layout) return VisitRotation(op);
  }
  const int64_t dims[] = {Int(m_, op, "dimension").value_or(0)};
  VisitWithWholeDims(op, Work::kConcatenate, dims);
}

void SpmdVisitor::VisitSort(OpId op) {
  const auto rank = static_cast<int64_t>(
      m_.result_count(op) > 0 ? RankOf(m_.result(op, 0)) : 0);
  const int64_t dims[] = {
      Int(m_, op, "dimension").value_or(std::max<int64_t>(0, rank - 1))};
  VisitWithWholeDims(op, Work::kSort, dims);
}

NodeId SpmdVisitor::ExchangeHalos(const Part& part, size_t dim,
                                  const ShardWindow& window, NodeId node) {
  const auto [start, step, size] = window;
  const DigitList& digits = part.layout[dim];
  const int64_t n = mesh_.Count(digits);
  const int64_t whole = e_.LocalBytes(part);
  const int64_t have = e_.Local(part)[dim];
  if (n == 1 || have == 0) return node;
  // Device i > 0 needs have * i - (start + step * i) rows from its left, and
  // device i - 1 needs start + step * (i - 1) + size - have * i from its right.
  // Both are linear in i, so they are largest for the first or the last i. (n
  // may be too large to loop over.)
  absl::int128 most_left = 0, most_right = 0;
  for (const int64_t i : {int64_t{1}, n - 1}) {
    const absl::int128 border = absl::int128(have) * i;
    const absl::int128 begin = start + absl::int128(step) * i;
    most_left = std::max(most_left, border - begin);
    most_right = std::max(most_right, begin - step + size - border);
  }
  const auto capped = [&](absl::int128 rows) {
    return rows > have ? have + 1 : static_cast<int64_t>(rows);
  };
  const int64_t left = capped(most_left), right = capped(most_right);
  std::vector<NodeId> pieces = {node};
  const auto send = [&](int64_t count) {
    const int64_t bytes = BytesOfRows(whole, count, have);
    const NodeId source[] = {node};
    const NodeId piece =
        count == have ? node : e_.Add(Work::kSlice, source, bytes);
    pieces.push_back(
        e_.Collect(StepKind::kCollectivePermute, piece, digits, bytes, bytes));
  };
  if (left <= have && right <= have) {
    if (left > 0) send(left);
    if (right > 0) send(right);
  } else {
    // A device needs pieces from several others. Pieces with different sources
    // and targets share a permute, in which each device sends the range that
    // covers all of them.
    struct Permute {
      absl::flat_hash_set<int64_t> sources;
      int64_t last_target = -1;  // targets are in ascending order
      int64_t lo = 0, hi = 0;
    };
    std::vector<Permute> permutes;
    // The pattern of permutes repeats, so the first devices suffice to find
    // them all. (With a pad, a device may need pieces from thousands of others.
    // Pieces beyond the limit aren't counted.)
    constexpr int64_t kMostPieces = 1 << 13;
    const int64_t limit = std::min<int64_t>(
        n, std::max<int64_t>(2, kMostPieces / (size / have + 2)));
    const auto end_of = [&](int64_t first, int64_t count) {
      return static_cast<int64_t>(
          std::min<absl::int128>(absl::int128(first) + count, n));
    };
    for (int64_t i = 0; i < limit; ++i) {
      const absl::int128 begin = start + absl::int128(step) * i;
      const absl::int128 to = begin + size;
      const absl::int128 from = std::max<absl::int128>(0, begin);
      if (from >= absl::int128(n) * have) continue;
      const auto first = static_cast<int64_t>(from / have);
      const int64_t last = end_of(first, kMostPieces);
      for (int64_t s = first; s < last; ++s) {
        const absl::int128 at = absl::int128(s) * have;
        if (at >= to) break;
        if (s == i) continue;
        const auto lo = static_cast<int64_t>(std::max(from, at) - at);
        const auto hi =
            static_cast<int64_t>(std::min<absl::int128>(to - at, have));
        Permute* into = nullptr;
        for (Permute& permute : permutes) {
          // A permute's range may grow, but not by rows that no piece needs.
          const bool overlap =
              std::max(permute.hi, hi) - std::min(permute.lo, lo) <=
              permute.hi - permute.lo + hi - lo;
          if (overlap && permute.last_target != i &&
              !permute.sources.contains(s)) {
            into = &permute;
            break;
          }
        }
        if (into == nullptr) {
          into = &permutes.emplace_back();
          into->lo = lo;
          into->hi = hi;
        }
        into->sources.insert(s);
        into->last_target = i;
        into->lo = std::min(into->lo, lo);
        into->hi = std::max(into->hi, hi);
      }
    }
    for (const Permute& permute : permutes) send(permute.hi - permute.lo);
  }
  if (pieces.size() == 1) return node;
  DimSizes local = e_.Local(part);
  local[dim] = size;
  return e_.Add(Work::kConcatenate, pieces,
                StoredBytes(ElementsOf(local), part.element_bits));
}

void SpmdVisitor::VisitSlice(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout wanted = LayoutOf(result);
  const Part operand = PartOf(0);
  const Layout layout =
      e_.Tiles(operand.layout) > e_.Tiles(wanted) ? operand.layout : wanted;
  const Part source = e_.Reshard(operand, layout);
  const Dims starts = I64Array(m_, op, "start_indices");
  const Dims strides = I64Array(m_, op, "strides");
  Part part = Blank(result, layout);
  const DimSizes local = e_.Local(part);
  NodeId node = source.node;
  for (size_t d = 0; d < layout.size() && d < starts.size(); ++d) {
    const int64_t stride = d < strides.size() ? strides[d] : 1;
    if (source.shape[d] == part.shape[d]) continue;
    const int64_t step = SaturatingProduct(local[d], stride);
    // Nothing is read after the last row of the slice.
    const int64_t size = std::max<int64_t>(0, step - (stride - 1));
    node = ExchangeHalos(
        source, d, {.start = starts[d], .step = step, .size = size}, node);
  }
  const NodeId operands[] = {node};
  part.node = e_.Add(Work::kSlice, operands, e_.LocalBytes(part));
  DefineResharded(result, part, wanted);
}

void SpmdVisitor::VisitPad(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout layout = LayoutOf(result);
  const Part source = e_.Reshard(PartOf(0), layout);
  const Dims low = I64Array(m_, op, "edge_padding_low");
  const Dims interior = I64Array(m_, op, "interior_padding");
  Part part = Blank(result, layout);
  const DimSizes local = e_.Local(part);
  NodeId node = source.node;
  for (size_t d = 0; d < layout.size() && d < low.size(); ++d) {
    if (source.shape[d] == part.shape[d]) continue;
    const int64_t step = 1 + (d < interior.size() ? interior[d] : 0);
    node = ExchangeHalos(source, d,
                         {.start = -low[d] / step,
                          .step = local[d] / step,
                          .size = local[d] / step},
                         node);
  }
  const NodeId operands[] = {node, e_.Replicate(PartOf(1)).node};
  part.node = e_.Add(Work::kPad, operands, e_.LocalBytes(part));
  Define(result, std::move(part));
}

void SpmdVisitor::VisitDynamicSlice(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout wanted = LayoutOf(result);
  const Part operand = PartOf(0);
  Layout layout = wanted;
  const DimSizes out = ShapeOf(result);
  for (size_t d = 0; d < layout.size(); ++d) {
    if (operand.shape[d] != out[d]) layout[d].clear();
  }
  std::vector<NodeId> operands = {e_.Reshard(operand, layout).node};
  for (int i = 1; i < m_.operand_count(op); ++i) {
    operands.push_back(e_.Replicate(PartOf(i)).node);
  }
  Part part = Blank(result, layout);
  part.node = e_.Add(Work::kDynamicSlice, operands, e_.LocalBytes(part));
  DefineResharded(result, part, wanted);
}

void SpmdVisitor::VisitUpdateSlice(OpId op) {
  const ValueId result = m_.result(op, 0);
  const Layout wanted = LayoutOf(result);
  const Part operand = PartOf(0);
  const Part update = PartOf(1);
  Layout layout = wanted;         // layout of the tensor to update
  Layout update_layout = wanted;  // layout of the update
  for (size_t d = 0; d < layout.size(); ++d) {
    if (operand.shape[d] == update.shape[d]) continue;
    update_layout[d].clear();
    // An update of size 1 affects one device only, so the tensor stays sharded.
    if (update.shape[d] != 1) layout[d].clear();
  }
  std::vector<NodeId> operands = {e_.Reshard(operand, layout).node,
                                  e_.Reshard(update, update_layout).node};
  for (int i = 2; i < m_.operand_count(op); ++i) {
    operands.push_back(e_.Replicate(PartOf(i)).node);
  }
  Part part = Blank(result, layout);
  part.node = e_.Add(Work::kUpdateSlice, operands, e_.LocalBytes(part));
  DefineResharded(result, part, wanted);
}

}  // namespace shardflow::internal
