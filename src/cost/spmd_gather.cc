#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/dims.h"
#include "cost/spmd_visitor.h"
#include "lower/axes.h"
#include "ops/attr_read.h"

// Gather and scatter. Three kinds of dimensions can be sharded:
//
//   passed   dimensions of the operand that slices span entirely (and explicit
//            batch dimensions, of all three tensors): each device works on its
//            own part
//   indexed  dimensions of the indices: each device looks up its own indices; a
//            scatter adds up what devices have written
//   sliced   dimensions of the operand that are looked up by an index: each
//            device contributes its own elements; the result is the sum

namespace shardflow::internal {
namespace {

// Corresponding dimensions of the operand, the indices and the slices; -1 if a
// tensor has none.
struct SliceDim {
  int64_t operand = -1, indices = -1, slices = -1;
};
struct SliceDims {
  std::vector<SliceDim> passed, indexed;
  std::vector<int64_t> sliced;  // the sliced dimensions of the operand
};

SliceDims DimsOf(const DimSizes& operand, const DimSizes& indices,
                 const DimSizes& slices, Dims offset, Dims collapsed,
                 Dims operand_batch, Dims indices_batch, Dims index_map,
                 int64_t vector_dim) {
  SliceDims dims;
  size_t at = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(operand.size()); ++d) {
    if (Contains(collapsed, d)) {
      if (Contains(index_map, d)) dims.sliced.push_back(d);
      continue;
    }
    if (Contains(operand_batch, d)) continue;
    if (at >= offset.size()) break;
    const int64_t s = offset[at++];
    const bool whole =
        s < static_cast<int64_t>(slices.size()) &&
        operand[static_cast<size_t>(d)] == slices[static_cast<size_t>(s)];
    if (whole) {
      dims.passed.push_back({d, -1, s});
    } else if (Contains(index_map, d)) {
      dims.sliced.push_back(d);
    }
  }
  int64_t s = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(indices.size()); ++d) {
    if (d == vector_dim) continue;
    while (Contains(offset, s)) ++s;
    const auto batch = std::find(indices_batch.begin(), indices_batch.end(), d);
    if (batch != indices_batch.end()) {
      const auto i = static_cast<size_t>(batch - indices_batch.begin());
      if (i < operand_batch.size()) {
        dims.passed.push_back({operand_batch[i], d, s});
      }
    } else {
      dims.indexed.push_back({-1, d, s});
    }
    ++s;
  }
  return dims;
}

DigitList DigitsAt(const Layout& layout, int64_t dim) {
  return dim >= 0 && static_cast<size_t>(dim) < layout.size()
             ? layout[static_cast<size_t>(dim)]
             : DigitList();
}

DigitList Union(const DigitList& a, const DigitList& b) {
  DigitList both = a;
  for (const uint8_t digit : b) {
    if (!HasDigit(both, digit)) both.push_back(digit);
  }
  return both;
}

bool Overlap(const DigitList& a, const DigitList& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](uint8_t digit) { return HasDigit(b, digit); });
}

// How the three tensors are sharded while the op runs.
struct SliceLayouts {
  Layout operand, indices, slices;
  DigitList passed, indexed, sliced;
  bool replaced = false;  // whether `indexed` has digits that were free before
};

// Returns the digits that replace `digits`, some of which are in `taken`:
// digits of the same sizes in `group` that are in neither `taken` nor
// `of_indices`. If there aren't enough, returns `digits` without `taken`.
DigitList Replaced(const DigitList& digits, const DigitList& taken,
                   const DigitList& of_indices, const DigitList& group,
                   const DigitMesh& mesh) {
  DigitList replaced;
  for (const uint8_t digit : digits) {
    const auto it = std::find_if(group.begin(), group.end(), [&](uint8_t d) {
      return mesh.size(d) == mesh.size(digit) && !HasDigit(taken, d) &&
             !HasDigit(of_indices, d) && !HasDigit(replaced, d);
    });
    if (it == group.end()) return Without(digits, taken);
    replaced.push_back(*it);
  }
  return replaced;
}

// With `by_index`, digits along which both the indices and the sliced
// dimensions are sharded are left to the indices.
SliceLayouts LayoutsOf(const SliceDims& dims, const Layout& operand,
                       const Layout& indices, size_t slices_rank, bool by_index,
                       const DigitList& group, const DigitMesh& mesh) {
  SliceLayouts l;
  l.operand = Layout(operand.size());
  l.indices = Layout(indices.size());
  l.slices = Layout(slices_rank);
  const auto set = [](Layout& layout, int64_t dim, const DigitList& digits) {
    if (dim >= 0 && static_cast<size_t>(dim) < layout.size()) {
      layout[static_cast<size_t>(dim)] = digits;
    }
  };
  for (const SliceDim& dim : dims.passed) {
    DigitList digits = DigitsAt(operand, dim.operand);
    if (digits.empty()) digits = DigitsAt(indices, dim.indices);
    set(l.operand, dim.operand, digits);
    set(l.indices, dim.indices, digits);
    set(l.slices, dim.slices, digits);
    l.passed = Union(l.passed, digits);
  }
  const auto take_indexed = [&] {
    for (const SliceDim& dim : dims.indexed) {
      DigitList digits = DigitsAt(indices, dim.indices);
      if (Overlap(digits, l.passed) || Overlap(digits, l.sliced)) {
        DigitList taken = Union(Union(l.passed, l.sliced), l.indexed);
        digits = Replaced(digits, taken, AllDigits(indices), group, mesh);
        l.replaced = l.replaced || !digits.empty();
      }
      if (digits.empty()) continue;
      set(l.indices, dim.indices, digits);
      set(l.slices, dim.slices, digits);
      l.indexed = Union(l.indexed, digits);
    }
  };
  const auto take_sliced = [&] {
    for (const int64_t dim : dims.sliced) {
      const DigitList digits = DigitsAt(operand, dim);
      if (digits.empty() || Overlap(digits, l.passed) ||
          Overlap(digits, l.indexed)) {
        continue;
      }
      set(l.operand, dim, digits);
      l.sliced = Union(l.sliced, digits);
    }
  };
  if (by_index) {
    take_indexed();
    take_sliced();
  } else {
    take_sliced();
    take_indexed();
  }
  return l;
}

// Reshards the indices. If they share digits with the operand's passed
// dimensions, XLA first reshards them along other digits, keeping as many
// shards as these digits allow.
Part WithIndices(SpmdEmitter& e, const Part& indices, const SliceLayouts& l,
                 const DigitMesh& mesh) {
  Layout kept = indices.layout;
  for (size_t d = 0; d < kept.size(); ++d) {
    DigitList& digits = kept[d];
    if (digits == l.indices[d] || !Overlap(digits, l.passed)) continue;
    const int64_t shards = mesh.Count(digits);
    digits.clear();
    for (const uint8_t digit : Without(indices.group, l.passed)) {
      const bool used = HasDigit(AllDigits(kept), digit);
      if (!used && shards % (mesh.Count(digits) * mesh.size(digit)) == 0) {
        digits.push_back(digit);
      }
    }
  }
  return e.Reshard(e.Reshard(indices, kept), l.indices);
}

template <typename Run>
SpmdEmitter::DryCost CostOf(SpmdEmitter& e, const Run& run, bool by_index) {
  const SpmdEmitter::DryRun dry(e);
  run(by_index);
  return dry.cost();
}

}  // namespace

void SpmdVisitor::VisitGather(OpId op) {
  const StructReader numbers(m_, op, "dimension_numbers", StructId::kGather);
  if (!numbers.ok()) return VisitWhole(op, Work::kGather);
  const ValueId result = m_.result(op, 0);
  const Part operand = PartOf(0);
  const Part indices = PartOf(1);
  const Layout wanted = LayoutOf(result);
  const SliceDims dims =
      DimsOf(operand.shape, indices.shape, ShapeOf(result),
             numbers.Dims("offset_dims"), numbers.Dims("collapsed_slice_dims"),
             numbers.Dims("operand_batching_dims"),
             numbers.Dims("start_indices_batching_dims"),
             numbers.Dims("start_index_map"), numbers.Int("index_vector_dim"));
  const auto run = [&](bool by_index) {
    const SliceLayouts l = LayoutsOf(dims, operand.layout, indices.layout,
                                     wanted.size(), by_index, group_, mesh_);
    e_.SetCause("operand");
    const Part from = e_.Reshard(operand, l.operand);
    const Part at = WithIndices(e_, indices, l, mesh_);
    const NodeId operands[] = {from.node, at.node};
    Part part = Blank(result, l.slices);
    const int64_t bytes = e_.LocalBytes(part);
    part.node =
        e_.AddMain(Work::kGather, operands, bytes,
                   SaturatingSum(e_.LocalBytes(from), e_.LocalBytes(at)));
    e_.SetCause("partial sums");
    part.node =
        e_.Collect(StepKind::kAllReduce, part.node, l.sliced, bytes, bytes);
    e_.SetCause("result");
    if (l.replaced) {
      // XLA first undoes the move of the indices.
      Layout moved_back = part.layout;
      for (const SliceDim& dim : dims.indexed) {
        const auto d = static_cast<size_t>(dim.slices);
        if (d < moved_back.size()) moved_back[d].clear();
      }
      part = e_.Reshard(part, moved_back);
    }
    return std::make_pair(part, e_.Reshard(part, wanted));
  };
  const bool by_index = CostOf(e_, run, true) <= CostOf(e_, run, false);
  const auto [part, resharded] = run(by_index);
  Define(result, part);
  Define(result, resharded);
}

void SpmdVisitor::VisitScatter(OpId op) {
  const StructReader numbers(m_, op, "scatter_dimension_numbers",
                             StructId::kScatter);
  const int inputs = (m_.operand_count(op) - 1) / 2;
  if (!numbers.ok() || inputs < 1 || m_.operand_count(op) != 2 * inputs + 1 ||
      m_.result_count(op) != inputs) {
    return VisitWhole(op, Work::kScatter);
  }
  const Part indices = PartOf(inputs);
  const Part first = PartOf(0);
  const Part update = PartOf(inputs + 1);
  const SliceDims dims = DimsOf(first.shape, indices.shape, update.shape,
                                numbers.Dims("update_window_dims"),
                                numbers.Dims("inserted_window_dims"),
                                numbers.Dims("input_batching_dims"),
                                numbers.Dims("scatter_indices_batching_dims"),
                                numbers.Dims("scatter_dims_to_operand_dims"),
                                numbers.Int("index_vector_dim"));
  // If the indices are replicated, shard them like the updates.
  Layout by_update = indices.layout;
  if (e_.Tiles(by_update) == 1) {
    for (const SliceDim& dim : dims.indexed) {
      by_update[static_cast<size_t>(dim.indices)] =
          DigitsAt(update.layout, dim.slices);
    }
  }
  const auto run = [&](bool by_index) {
    const SliceLayouts l =
        LayoutsOf(dims, first.layout, by_update, update.layout.size(), by_index,
                  group_, mesh_);
    std::vector<std::pair<Part, Part>> results;
    e_.SetCause("operand");
    const Part at = WithIndices(e_, indices, l, mesh_);
    for (int i = 0; i < inputs; ++i) {
      e_.SetCause("operand");
      const Part into = e_.Reshard(PartOf(i), l.operand);
      // First gather dimensions of the updates that will be sharded along other
      // digits.
      Part from = PartOf(inputs + 1 + i);
      Layout kept = from.layout;
      for (size_t d = 0; d < kept.size(); ++d) {
        if (!StartsWith(l.slices[d], kept[d])) kept[d].clear();
      }
      if (kept != from.layout && e_.Tiles(l.indices) > 1) {
        from = e_.Reshard(from, kept);
      }
      // XLA derives this sharding from the operand's. Its notation differs from
      // that of the updates' own sharding.
      from = e_.Reshard(from, l.slices, !from.is_computed);
      const NodeId operands[] = {into.node, at.node, from.node};
      Part part = Blank(m_.result(op, i), l.operand);
      const int64_t bytes = e_.LocalBytes(part);
      part.node = e_.AddMain(
          Work::kScatter, operands, bytes,
          SaturatingSum(e_.LocalBytes(into),
                        SaturatingSum(e_.LocalBytes(at), e_.LocalBytes(from))));
      e_.SetCause("partial sums");
      part.node =
          e_.Collect(StepKind::kAllReduce, part.node, l.indexed, bytes, bytes);
      e_.SetCause("result");
      results.emplace_back(part, e_.Reshard(part, LayoutOf(m_.result(op, i))));
    }
    return results;
  };
  // If the costs are equal, keep the indices sharded, so that updates aren't
  // gathered.
  const bool by_index = CostOf(e_, run, true) <= CostOf(e_, run, false);
  const auto results = run(by_index);
  for (int i = 0; i < inputs; ++i) {
    const auto& [part, resharded] = results[static_cast<size_t>(i)];
    Define(m_.result(op, i), part);
    Define(m_.result(op, i), resharded);
  }
}

}  // namespace shardflow::internal
