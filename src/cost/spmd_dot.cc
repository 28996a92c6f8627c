#include "cost/spmd_dot.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "cost/product_order.h"
#include "lower/axes.h"

namespace shardflow::internal {
namespace {

using DimPairs = std::vector<ContractedDim>;
enum class Side : uint8_t { kLhs, kRhs, kOut };

int64_t At(const ContractedDim& dim, Side side) {
  switch (side) {
    case Side::kLhs:
      return dim.lhs;
    case Side::kRhs:
      return dim.rhs;
    case Side::kOut:
      return dim.out;
  }
  return -1;
}

// The result of the local product and of the ops that directly follow it.
struct Made {
  NodeId node = kNoNode;
  DimSizes shape;  // shape on one device
};
using Creator = std::function<Made(const Part& lhs, const Part& rhs)>;

struct Problem {
  Part lhs, rhs;
  DimSizes out_shape;
  Layout out;
  DigitList group;
};

class DotPartitioner {
 public:
  DotPartitioner(SpmdEmitter& e, const DotProblem& problem)
      : e_(e),
        mesh_(e.mesh()),
        c_(*problem.contraction),
        out_bits_(problem.out_element_bits) {}

  Part Run(const Problem& p, const Creator& create, int depth) {
    for (const bool exact : {true, false}) {
      if (auto done = Try(p, create, exact, depth)) return *std::move(done);
    }
    const Part lhs = e_.Replicate(p.lhs);
    const Part rhs = e_.Replicate(p.rhs);
    return e_.Reshard(Result(create(lhs, rhs).node, p, Layout(p.out.size())),
                      p.out);
  }

  Made Create(const Part& lhs, const Part& rhs) const {
    const DimSizes l = e_.Local(lhs);
    const DimSizes r = e_.Local(rhs);
    Made made;
    made.shape.resize(OutRank(), 1);
    const auto set = [&](const DimPairs& dims) {
      for (const ContractedDim& dim : dims) {
        if (dim.out < 0) continue;
        int64_t& size = made.shape[static_cast<size_t>(dim.out)];
        if (dim.lhs >= 0 && &dims != &c_.rhs_free) {
          size = l[static_cast<size_t>(dim.lhs)];
        } else if (dim.rhs >= 0) {
          size = r[static_cast<size_t>(dim.rhs)];
        }
      }
    };
    set(c_.lhs_free);
    set(c_.rhs_free);
    set(c_.batch);
    // Window dimensions are never sharded here, so their local sizes are those
    // of the whole result.
    for (const ContractedDim& dim : c_.window) {
      made.shape[static_cast<size_t>(dim.out)] =
          window_out_[static_cast<size_t>(dim.out)];
    }
    const NodeId operands[] = {InOrder(lhs, Side::kLhs),
                               InOrder(rhs, Side::kRhs)};
    made.node =
        e_.AddMain(Work::kContraction, operands,
                   StoredBytes(ElementsOf(made.shape), out_bits_),
                   SaturatingSum(e_.LocalBytes(lhs), e_.LocalBytes(rhs)),
                   FlopsOf(c_, r, made.shape));
    return made;
  }
  void SetWindow(const DimSizes& out) { window_out_ = out; }

 private:
  // Returns the operand, or its copy in the order in which it is read.
  NodeId InOrder(const Part& operand, Side side) const {
    const DimSizes local = e_.Local(operand);
    if (OrderOf(c_, side == Side::kLhs, local) != OperandOrder::kCopied) {
      return operand.node;
    }
    const NodeId operands[] = {operand.node};
    return e_.Add(Work::kTranspose, operands, e_.LocalBytes(operand));
  }

  size_t OutRank() const {
    size_t rank = 0;
    for (const DimPairs* dims :
         {&c_.batch, &c_.lhs_free, &c_.rhs_free, &c_.window}) {
      for (const ContractedDim& dim : *dims) {
        rank = std::max(rank, static_cast<size_t>(dim.out + 1));
      }
    }
    return rank;
  }

  const Layout& LayoutOf(const Problem& p, Side side) const {
    return side == Side::kLhs   ? p.lhs.layout
           : side == Side::kRhs ? p.rhs.layout
                                : p.out;
  }
  int64_t Count(const Layout& layout, const DimPairs& dims, Side side) const {
    int64_t count = 1;
    for (const ContractedDim& dim : dims) {
      const int64_t d = At(dim, side);
      if (d >= 0) count *= mesh_.Count(layout[static_cast<size_t>(d)]);
    }
    return count;
  }
  int64_t Devices(const Problem& p) const { return mesh_.Count(p.group); }

  Part Result(NodeId node, const Problem& p, const Layout& layout) const {
    Part part;
    part.node = node;
    part.shape = p.out_shape;
    part.layout = layout;
    part.element_bits = out_bits_;
    part.group = p.group;
    part.is_computed = true;
    return part;
  }

  // Converts a layout of side `from` to one of side `to`, in which only the
  // dimensions that both sides have are sharded.
  Layout Seen(const Layout& layout, Side from, Side to, size_t rank) const {
    Layout seen(rank);
    for (const DimPairs* dims :
         {&c_.batch, &c_.contracting, &c_.lhs_free, &c_.rhs_free, &c_.window}) {
      for (const ContractedDim& dim : *dims) {
        const int64_t a = At(dim, from);
        const int64_t b = At(dim, to);
        if (a >= 0 && b >= 0) {
          seen[static_cast<size_t>(b)] = layout[static_cast<size_t>(a)];
        }
      }
    }
    return seen;
  }

  // Returns `layout` with the wanted digits in the wanted dimensions. In other
  // dimensions, these digits are replaced with unused ones of the same size.
  // Returns nullopt if there aren't enough.
  std::optional<Layout> Align(
      const Layout& layout,
      const std::vector<std::pair<size_t, DigitList>>& wanted) const {
    Layout aligned = layout;
    DigitList coming, going;
    for (const auto& [dim, digits] : wanted) {
      for (const uint8_t digit : layout[dim]) going.push_back(digit);
      for (const uint8_t digit : digits) coming.push_back(digit);
      aligned[dim].clear();
    }
    DigitList free;
    for (const uint8_t digit : going) {
      if (!HasDigit(coming, digit)) free.push_back(digit);
    }
    for (DigitList& digits : aligned) {
      DigitList kept;
      for (const uint8_t digit : digits) {
        if (!HasDigit(coming, digit)) {
          kept.push_back(digit);
          continue;
        }
        const auto it = std::find_if(free.begin(), free.end(), [&](uint8_t f) {
          return mesh_.size(f) == mesh_.size(digit);
        });
        if (it == free.end()) return std::nullopt;
        kept.push_back(*it);
        free.erase(it);
      }
      digits = kept;
    }
    for (const auto& [dim, digits] : wanted) aligned[dim] = digits;
    return aligned;
  }

  // Returns the part of one group of devices, where the groups differ in the
  // digits `gone`.
  Part InGroup(const Part& part, const DigitList& gone) const {
    Part inner = part;
    Layout taken(part.layout.size());
    for (size_t d = 0; d < part.layout.size(); ++d) {
      for (const uint8_t digit : part.layout[d]) {
        if (HasDigit(gone, digit)) taken[d].push_back(digit);
      }
    }
    inner.shape = LocalShape(part.shape, taken, mesh_);
    inner.layout = Without(part.layout, gone);
    inner.group = Without(part.group, gone);
    return inner;
  }
  DimSizes OutInGroup(const DimSizes& shape, const Layout& out,
                      const DigitList& gone) const {
    Part part;
    part.shape = shape;
    part.layout = out;
    return InGroup(part, gone).shape;
  }

  // --- the ways to partition a product
  std::optional<Part> Try(const Problem& p, const Creator& create, bool exact,
                          int depth) {
    if (depth > 8) return std::nullopt;
    if (auto done = Base(p, create, /*may_reshard=*/false)) return done;
    using Way = std::optional<Part> (DotPartitioner::*)(
        const Problem&, const Creator&, bool, int);
    std::array<std::pair<SpmdEmitter::DryCost, Way>, 3> ways = {{
        {{}, &DotPartitioner::GroupBatch},
        {{}, &DotPartitioner::GroupFree},
        {{}, &DotPartitioner::GroupContracting},
    }};
    size_t possible = 0;
    for (auto& [cost, way] : ways) {
      const SpmdEmitter::DryRun dry(e_);
      const bool ok = (this->*way)(p, create, exact, depth).has_value();
      cost = ok && dry.cost().memory != 0
                 ? dry.cost()
                 : SpmdEmitter::DryCost{INT64_MAX, INT64_MAX};
      if (ok) ++possible;
    }
    if (possible > 0) {
      std::stable_sort(
          ways.begin(), ways.end(),
          [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [cost, way] : ways) {
        if (auto done = (this->*way)(p, create, exact, depth)) return done;
      }
    }
    if (auto done = SplitCopies(p, create, depth)) return done;
    return Base(p, create, /*may_reshard=*/true);
  }

  // If the operands are replicated, and several groups of devices hold copies
  // of the result, solves the problem for the devices of one copy.
  std::optional<Part> SplitCopies(const Problem& p, const Creator& create,
                                  int depth) {
    if (e_.Tiles(p.lhs.layout) != 1 || e_.Tiles(p.rhs.layout) != 1 ||
        !e_.IsPartial(p.out, Devices(p))) {
      return std::nullopt;
    }
    Problem inner = p;
    inner.group = AllDigits(p.out);
    inner.lhs.group = inner.rhs.group = inner.group;
    Part done = Run(inner, create, depth + 1);
    done.group = p.group;
    return done;
  }

  std::optional<Part> Base(const Problem& p, const Creator& create,
                           bool may_reshard) {
    const int64_t n = Devices(p);
    if (e_.IsPartial(p.lhs.layout, n) || e_.IsPartial(p.rhs.layout, n) ||
        e_.IsPartial(p.out, n)) {
      return std::nullopt;
    }
    const size_t lhs_rank = p.lhs.layout.size();
    const size_t rhs_rank = p.rhs.layout.size();
    const Layout lhs_as_rhs =
        Seen(p.lhs.layout, Side::kLhs, Side::kRhs, rhs_rank);
    const Layout rhs_as_lhs =
        Seen(p.rhs.layout, Side::kRhs, Side::kLhs, lhs_rank);
    const Layout lhs_as_out =
        Seen(p.lhs.layout, Side::kLhs, Side::kOut, p.out.size());
    const Layout rhs_as_out =
        Seen(p.rhs.layout, Side::kRhs, Side::kOut, p.out.size());
    const int64_t lhs_batch = Count(p.lhs.layout, c_.batch, Side::kLhs);
    const int64_t rhs_batch = Count(p.rhs.layout, c_.batch, Side::kRhs);
    const int64_t out_batch = Count(p.out, c_.batch, Side::kOut);
    const int64_t lhs_contracted =
        Count(p.lhs.layout, c_.contracting, Side::kLhs);
    const int64_t rhs_contracted =
        Count(p.rhs.layout, c_.contracting, Side::kRhs);
    const int64_t lhs_free = Count(p.lhs.layout, c_.lhs_free, Side::kLhs);
    const int64_t rhs_free = Count(p.rhs.layout, c_.rhs_free, Side::kRhs);
    const int64_t out_lhs = Count(p.out, c_.lhs_free, Side::kOut);
    const int64_t out_rhs = Count(p.out, c_.rhs_free, Side::kOut);
    const auto make = [&](const Part& lhs, const Part& rhs,
                          const Layout& layout) {
      return Result(create(lhs, rhs).node, p, layout);
    };

    if (lhs_batch == n && rhs_batch == n && lhs_as_rhs == p.rhs.layout) {
      return e_.Reshard(make(p.lhs, p.rhs, lhs_as_out), p.out);
    }
    for (const bool any : {false, true}) {
      if (lhs_batch == n && out_batch == n && lhs_as_out == p.out &&
          (any || e_.CanExchange(p.rhs, lhs_as_rhs))) {
        return make(p.lhs, e_.Reshard(p.rhs, lhs_as_rhs, true), p.out);
      }
      if (rhs_batch == n && out_batch == n && rhs_as_out == p.out &&
          (any || e_.CanExchange(p.lhs, rhs_as_lhs))) {
        return make(e_.Reshard(p.lhs, rhs_as_lhs, true), p.rhs, p.out);
      }
    }
    if (lhs_contracted == n && rhs_contracted == n) {
      return e_.Reshard(SumOfParts(p, create, lhs_as_rhs, rhs_as_lhs), p.out);
    }
    if (lhs_free == n && out_lhs == n && lhs_as_out == p.out) {
      return make(p.lhs, e_.Replicate(p.rhs), p.out);
    }
    if (rhs_free == n && out_rhs == n && rhs_as_out == p.out) {
      return make(e_.Replicate(p.lhs), p.rhs, p.out);
    }
    const Layout out_as_lhs = Seen(p.out, Side::kOut, Side::kLhs, lhs_rank);
    const Layout out_as_rhs = Seen(p.out, Side::kOut, Side::kRhs, rhs_rank);
    if (may_reshard) {
      if (out_batch == n || out_lhs == n || out_rhs == n) {
        return make(
            out_batch == n || out_lhs == n ? e_.Reshard(p.lhs, out_as_lhs, true)
                                           : e_.Replicate(p.lhs),
            out_batch == n || out_rhs == n ? e_.Reshard(p.rhs, out_as_rhs, true)
                                           : e_.Replicate(p.rhs),
            p.out);
      }
    }
    // If the result is replicated and smaller than an operand that is sharded
    // along contracted dimensions, partial sums are cheaper than gathering the
    // operand.
    if (e_.Tiles(p.out) == 1) {
      const int64_t out_elements = ElementsOf(p.out_shape);
      const bool by_rhs = rhs_contracted == n && e_.Tiles(p.lhs.layout) == 1 &&
                          ElementsOf(p.rhs.shape) > out_elements;
      const bool by_lhs = lhs_contracted == n && e_.Tiles(p.rhs.layout) == 1 &&
                          ElementsOf(p.lhs.shape) > out_elements;
      if (by_rhs || by_lhs) {
        Problem aligned = p;
        if (by_rhs) {
          aligned.lhs = e_.Reshard(p.lhs, rhs_as_lhs, true);
        } else {
          aligned.rhs = e_.Reshard(p.rhs, lhs_as_rhs, true);
        }
        return SumOfParts(aligned, create, lhs_as_rhs, rhs_as_lhs);
      }
    }
    return std::nullopt;
  }

  // Handles operands that are sharded only along contracted dimensions. Each
  // device computes a part of the sum. The result is replicated.
  Part SumOfParts(const Problem& p, const Creator& create,
                  const Layout& lhs_as_rhs, const Layout& rhs_as_lhs) {
    Part lhs = p.lhs;
    Part rhs = p.rhs;
    if (e_.Tiles(lhs.layout) == e_.Tiles(rhs.layout)) {
      const int64_t lhs_bytes =
          StoredBytes(ElementsOf(lhs.shape), lhs.element_bits);
      const int64_t rhs_bytes =
          StoredBytes(ElementsOf(rhs.shape), rhs.element_bits);
      if (lhs_bytes < rhs_bytes) {
        lhs = e_.Reshard(lhs, rhs_as_lhs, true);
      } else {
        rhs = e_.Reshard(rhs, lhs_as_rhs, true);
      }
    }
    const Made made = create(lhs, rhs);
    // If several dimensions of the result will be sharded, XLA adds up partial
    // sums along the axes of one dimension after the other.
    std::vector<int64_t> dims;
    for (size_t d = 0; d < p.out.size(); ++d) {
      if (!p.out[d].empty()) dims.push_back(static_cast<int64_t>(d));
    }
    const bool by_out = dims.size() > 1 && e_.Tiles(p.out) == Devices(p);
    if (!by_out) {
      dims.clear();
      for (const ContractedDim& dim : c_.contracting) {
        if (dim.lhs >= 0) dims.push_back(dim.lhs);
      }
    }
    const NodeId sum =
        e_.AllReduce(made.node, StoredBytes(ElementsOf(made.shape), out_bits_),
                     by_out ? p.out : lhs.layout, dims);
    return Result(sum, p, Layout(p.out.size()));
  }

  std::optional<Part> GroupBatch(const Problem& p, const Creator& create,
                                 bool exact, int depth) {
    const int64_t lhs_batch = Count(p.lhs.layout, c_.batch, Side::kLhs);
    const int64_t rhs_batch = Count(p.rhs.layout, c_.batch, Side::kRhs);
    const int64_t out_batch = Count(p.out, c_.batch, Side::kOut);
    if (out_batch <= 1 || (lhs_batch != out_batch && rhs_batch != out_batch)) {
      return std::nullopt;
    }
    bool same_counts = true, same_digits = true;
    for (const ContractedDim& dim : c_.batch) {
      const DigitList& l = p.lhs.layout[static_cast<size_t>(dim.lhs)];
      const DigitList& r = p.rhs.layout[static_cast<size_t>(dim.rhs)];
      if (mesh_.Count(l) != mesh_.Count(r)) same_counts = false;
      if (l != r) same_digits = false;
    }
    const bool operands_lead = same_counts && (same_digits || !exact);
    Problem q = p;
    const Side leader = !operands_lead ? Side::kOut
                        : e_.LocalBytes(p.lhs) > e_.LocalBytes(p.rhs)
                            ? Side::kLhs
                            : Side::kRhs;
    std::vector<std::pair<size_t, DigitList>> lhs_wants, rhs_wants, out_wants;
    DigitList gone;
    for (const ContractedDim& dim : c_.batch) {
      const DigitList& digits =
          LayoutOf(p, leader)[static_cast<size_t>(At(dim, leader))];
      lhs_wants.emplace_back(static_cast<size_t>(dim.lhs), digits);
      rhs_wants.emplace_back(static_cast<size_t>(dim.rhs), digits);
      out_wants.emplace_back(static_cast<size_t>(dim.out), digits);
      gone.insert(gone.end(), digits.begin(), digits.end());
    }
    const auto lhs = BatchLayout(p, Side::kLhs, lhs_wants, gone, operands_lead);
    const auto rhs = BatchLayout(p, Side::kRhs, rhs_wants, gone, operands_lead);
    const auto out = Align(p.out, out_wants);
    if (!lhs || !rhs || !out) return std::nullopt;
    if (exact && ((e_.Tiles(p.lhs.layout) > 1 && *lhs != p.lhs.layout) ||
                  (e_.Tiles(p.rhs.layout) > 1 && *rhs != p.rhs.layout))) {
      return std::nullopt;
    }
    q.lhs = InGroup(e_.Reshard(p.lhs, *lhs, true), gone);
    q.rhs = InGroup(e_.Reshard(p.rhs, *rhs, true), gone);
    q.out_shape = OutInGroup(p.out_shape, *out, gone);
    q.out = Without(*out, gone);
    q.group = Without(p.group, gone);
    const Part inner = Run(q, create, depth + 1);
    return e_.Reshard(Result(inner.node, p, *out), p.out);
  }

  // Returns the layout of an operand after its batch dimensions have been
  // sharded along the digits in `wants`.
  std::optional<Layout> BatchLayout(
      const Problem& p, Side side,
      const std::vector<std::pair<size_t, DigitList>>& wants,
      const DigitList& gone, bool operands_lead) const {
    const Layout& layout = LayoutOf(p, side);
    if (operands_lead) return Align(layout, wants);
    Layout target(layout.size());
    for (const auto& [dim, digits] : wants) target[dim] = digits;
    if (e_.Tiles(layout) == 1) return target;
    // The operand stays sharded along its other dimensions if there are enough
    // devices. If not, either its free or its contracted dimensions are
    // gathered.
    const DimPairs& free = side == Side::kLhs ? c_.lhs_free : c_.rhs_free;
    const int64_t copies = Devices(p) / e_.Tiles(layout);
    const int64_t contracted = Count(layout, c_.contracting, side);
    const int64_t other_contracted =
        Count(side == Side::kLhs ? p.rhs.layout : p.lhs.layout, c_.contracting,
              side == Side::kLhs ? Side::kRhs : Side::kLhs);
    const int64_t freed = Count(layout, free, side);
    const int64_t batch = Count(layout, c_.batch, side);
    const int64_t needed = mesh_.Count(gone);
    if (needed % batch != 0) return std::nullopt;
    const int64_t ratio = needed / batch;
    bool drop_free = false, drop_contracted = false;
    if (ratio > 1 && copies % ratio != 0) {
      if (ratio == freed &&
          (ratio != contracted || contracted == other_contracted)) {
        drop_free = true;
      } else if (ratio == contracted) {
        drop_contracted = true;
      } else {
        return std::nullopt;
      }
    }
    Layout kept = layout;
    const auto drop = [&](const DimPairs& dims) {
      for (const ContractedDim& dim : dims) {
        const int64_t d = At(dim, side);
        if (d >= 0) kept[static_cast<size_t>(d)].clear();
      }
    };
    if (drop_free) drop(free);
    if (drop_contracted) drop(c_.contracting);
    // Digits that the batch uses are replaced with unused digits of equal size.
    const DigitList unused = Without(p.group, gone);
    for (const auto& [dim, digits] : wants) kept[dim].clear();
    if (!Replace(gone, Without(unused, AllDigits(kept)), kept)) {
      return std::nullopt;
    }
    for (const auto& [dim, digits] : wants) kept[dim] = digits;
    return kept;
  }

  // Replaces the digits `gone` in the layout with unused ones of the same
  // sizes. Returns false if there aren't enough.
  bool Replace(const DigitList& gone, DigitList unused, Layout& layout) const {
    for (DigitList& digits : layout) {
      for (uint8_t& digit : digits) {
        if (!HasDigit(gone, digit)) continue;
        const auto it = std::find_if(
            unused.begin(), unused.end(),
            [&](uint8_t f) { return mesh_.size(f) == mesh_.size(digit); });
        if (it == unused.end()) return false;
        digit = *it;
        unused.erase(it);
      }
    }
    return true;
  }

  std::optional<Part> GroupFree(const Problem& p, const Creator& create,
                                bool exact, int depth) {
    const int64_t lhs = Count(p.lhs.layout, c_.lhs_free, Side::kLhs);
    const int64_t rhs = Count(p.rhs.layout, c_.rhs_free, Side::kRhs);
    const int64_t out_lhs = Count(p.out, c_.lhs_free, Side::kOut);
    const int64_t out_rhs = Count(p.out, c_.rhs_free, Side::kOut);
    const bool lhs_fits = lhs == out_lhs && lhs > 1;
    const bool rhs_fits = rhs == out_rhs && rhs > 1;
    bool by_lhs = false;
    DimPairs dims;
    const auto matching = [&](const DimPairs& free, Side side) {
      DimPairs found;
      for (const ContractedDim& dim : free) {
        const int64_t d = At(dim, side);
        if (d < 0 || dim.out < 0) continue;
        const int64_t count =
            mesh_.Count(LayoutOf(p, side)[static_cast<size_t>(d)]);
        if (count > 1 &&
            count == mesh_.Count(p.out[static_cast<size_t>(dim.out)])) {
          found.push_back(dim);
        }
      }
      return found;
    };
    if (lhs_fits || rhs_fits) {
      by_lhs = lhs_fits &&
               (!rhs_fits || SaturatingProduct(lhs, e_.LocalBytes(p.rhs)) <
                                 SaturatingProduct(rhs, e_.LocalBytes(p.lhs)));
      dims = by_lhs ? c_.lhs_free : c_.rhs_free;
    } else if (lhs > 1 && out_lhs > 1) {
      by_lhs = true;
      dims = matching(c_.lhs_free, Side::kLhs);
    } else if (rhs > 1 && out_rhs > 1) {
      dims = matching(c_.rhs_free, Side::kRhs);
    }
    dims.erase(std::remove_if(dims.begin(), dims.end(),
                              [&](const ContractedDim& dim) {
                                return dim.out < 0 ||
                                       At(dim,
                                          by_lhs ? Side::kLhs : Side::kRhs) < 0;
                              }),
               dims.end());
    if (dims.empty()) return std::nullopt;
    return GroupFreeBy(p, create, exact, depth, by_lhs, dims);
  }

  std::optional<Part> GroupFreeBy(const Problem& p, const Creator& create,
                                  bool exact, int depth, bool by_lhs,
                                  const DimPairs& dims) {
    const Side side = by_lhs ? Side::kLhs : Side::kRhs;
    const Part& matching = by_lhs ? p.lhs : p.rhs;
    const Part& other = by_lhs ? p.rhs : p.lhs;
    DigitList gone;
    std::vector<std::pair<size_t, DigitList>> wants;
    for (const ContractedDim& dim : dims) {
      const DigitList& digits = p.out[static_cast<size_t>(dim.out)];
      wants.emplace_back(static_cast<size_t>(At(dim, side)), digits);
      gone.insert(gone.end(), digits.begin(), digits.end());
    }
    const auto aligned = Align(matching.layout, wants);
    if (!aligned || (exact && *aligned != matching.layout)) return std::nullopt;
    const Layout other_layout = OtherLayout(p, by_lhs, gone, mesh_.Count(gone));
    const Part match = e_.Reshard(matching, *aligned, true);
    const Part rest = e_.Reshard(other, other_layout, true);
    Problem q = p;
    (by_lhs ? q.lhs : q.rhs) = InGroup(match, gone);
    (by_lhs ? q.rhs : q.lhs) = InGroup(rest, gone);
    q.out_shape = OutInGroup(p.out_shape, p.out, gone);
    q.out = Without(p.out, gone);
    q.group = Without(p.group, gone);
    const Part inner = Run(q, create, depth + 1);
    return Result(inner.node, p, p.out);
  }

  // Returns the layout to which one operand is resharded: the right one if
  // `by_lhs`, otherwise the left one. Dimensions that are sharded along the
  // digits `gone` are gathered, or sharded along other digits.
  Layout OtherLayout(const Problem& p, bool by_lhs, const DigitList& gone,
                     int64_t ways) const {
    const Part& matching = by_lhs ? p.lhs : p.rhs;
    const Part& other = by_lhs ? p.rhs : p.lhs;
    const Side side = by_lhs ? Side::kRhs : Side::kLhs;
    const Layout& layout = other.layout;
    if (e_.Tiles(layout) == 1) return layout;
    const DigitList used = AllDigits(layout);
    const bool is_used = std::any_of(
        gone.begin(), gone.end(), [&](uint8_t d) { return HasDigit(used, d); });
    if (!is_used) return layout;
    // Gather the dimensions whose digits are all in `gone`.
    Layout gathered = layout;
    int64_t found = 1;
    for (DigitList& digits : gathered) {
      const bool inside =
          std::all_of(digits.begin(), digits.end(),
                      [&](uint8_t d) { return HasDigit(gone, d); });
      if (digits.empty() || !inside) continue;
      found *= mesh_.Count(digits);
      digits.clear();
    }
    if (found == ways) return gathered;
    // Otherwise, gather along those digits only, if they are the last ones of
    // their dimensions. (If a contracted dimension has them, and the result has
    // no copies, XLA finds no matching groups of devices and replicates the
    // operand.)
    gathered = Without(layout, gone);
    bool fits = true;
    for (size_t d = 0; d < layout.size(); ++d) {
      if (!StartsWith(layout[d], gathered[d])) fits = false;
    }
    if (!e_.IsPartial(p.out, Devices(p))) {
      for (const ContractedDim& dim : c_.contracting) {
        const int64_t d = At(dim, side);
        if (d >= 0 && layout[static_cast<size_t>(d)] !=
                          gathered[static_cast<size_t>(d)]) {
          fits = false;
        }
      }
    }
    if (fits) return gathered;
    const int64_t copies = Devices(p) / e_.Tiles(layout);
    if (copies % ways == 0) return Moved(p, layout, gone);
    const DimPairs& other_free = by_lhs ? c_.rhs_free : c_.lhs_free;
    const int64_t contracted = Count(layout, c_.contracting, side);
    const int64_t free = Count(layout, other_free, side);
    const int64_t out_free = Count(p.out, other_free, Side::kOut);
    const int64_t matching_contracted = Count(matching.layout, c_.contracting,
                                              by_lhs ? Side::kLhs : Side::kRhs);
    const bool may_contracted = contracted == ways && free == out_free;
    const bool may_free = ways == free && matching_contracted == contracted;
    const DimPairs* dims = nullptr;
    if (may_contracted &&
        (!may_free ||
         e_.LocalBytes(other) <= e_.Bytes(p.out_shape, p.out, out_bits_))) {
      dims = &c_.contracting;
    } else if (may_free) {
      dims = &other_free;
    } else {
      return Layout(layout.size());
    }
    Layout target = layout;
    for (const ContractedDim& dim : *dims) {
      const int64_t d = At(dim, side);
      if (d >= 0) target[static_cast<size_t>(d)].clear();
    }
    return Moved(p, target, gone);
  }

  // Replaces the digits `gone` in the layout with unused digits of equal size.
  Layout Moved(const Problem& p, const Layout& layout,
               const DigitList& gone) const {
    Layout moved = layout;
    const DigitList unused = Without(Without(p.group, gone), AllDigits(layout));
    return Replace(gone, unused, moved) ? moved : Layout(layout.size());
  }

  std::optional<Part> GroupContracting(const Problem& p, const Creator& create,
                                       bool exact, int depth) {
    const int64_t lhs = Count(p.lhs.layout, c_.contracting, Side::kLhs);
    const int64_t rhs = Count(p.rhs.layout, c_.contracting, Side::kRhs);
    if (lhs <= 1 || rhs <= 1) return std::nullopt;
    DimPairs both;
    for (const ContractedDim& dim : c_.contracting) {
      if (dim.lhs >= 0 && dim.rhs >= 0) both.push_back(dim);
    }
    if (lhs == rhs) {
      if (auto done = GroupContractingBy(p, create, exact, depth, both)) {
        return done;
      }
    }
    DimPairs same;
    for (const ContractedDim& dim : both) {
      const int64_t count =
          mesh_.Count(p.lhs.layout[static_cast<size_t>(dim.lhs)]);
      if (count > 1 &&
          count == mesh_.Count(p.rhs.layout[static_cast<size_t>(dim.rhs)])) {
        same.push_back(dim);
      }
    }
    if (same.empty()) return std::nullopt;
    return GroupContractingBy(p, create, exact, depth, same);
  }

  std::optional<Part> GroupContractingBy(const Problem& p,
                                         const Creator& create, bool exact,
                                         int depth, const DimPairs& dims) {
    const bool by_lhs = e_.LocalBytes(p.lhs) > e_.LocalBytes(p.rhs);
    DigitList gone;
    std::vector<std::pair<size_t, DigitList>> wants;
    for (const ContractedDim& dim : dims) {
      const DigitList& digits =
          by_lhs ? p.lhs.layout[static_cast<size_t>(dim.lhs)]
                 : p.rhs.layout[static_cast<size_t>(dim.rhs)];
      wants.emplace_back(static_cast<size_t>(by_lhs ? dim.rhs : dim.lhs),
                         digits);
      gone.insert(gone.end(), digits.begin(), digits.end());
    }
    const Part& follower = by_lhs ? p.rhs : p.lhs;
    const auto aligned = Align(follower.layout, wants);
    if (!aligned || (exact && *aligned != follower.layout)) {
      return std::nullopt;
    }
    Problem q = p;
    const Part lhs = by_lhs ? p.lhs : e_.Reshard(p.lhs, *aligned, true);
    const Part rhs = by_lhs ? e_.Reshard(p.rhs, *aligned, true) : p.rhs;
    q.lhs = InGroup(lhs, gone);
    q.rhs = InGroup(rhs, gone);
    q.group = Without(p.group, gone);
    const Sums sums = PlanSums(p, q, gone);
    q.out = sums.inner;
    q.out_shape = p.out_shape;
    for (const int64_t d : sums.slice_dims) {
      Layout only(p.out.size());
      only[static_cast<size_t>(d)] = sums.outer[static_cast<size_t>(d)];
      q.out_shape = LocalShape(q.out_shape, only, mesh_);
    }
    std::vector<int64_t> lhs_dims;
    for (const ContractedDim& dim : dims) lhs_dims.push_back(dim.lhs);
    const Creator inner_create = [&](const Part& l, const Part& r) {
      return AddUp(create(l, r), sums, lhs.layout, lhs_dims);
    };
    const Part inner = Run(q, inner_create, depth + 1);
    return e_.Reshard(Result(inner.node, p, sums.outer), p.out);
  }

  // Describes how partial sums are added up.
  struct Sums {
    Layout inner;  // layout of a group's result before the sum
    Layout outer;  // layout after the sum
    // Dimensions of the result that are sharded along the digits of the sum.
    // Along these, each device keeps only its part (a reduce_scatter).
    std::vector<int64_t> slice_dims;
    DigitList rest;  // digits of the sum that shard no dimension of the result
  };
  Sums PlanSums(const Problem& p, const Problem& q,
                const DigitList& gone) const {
    const int64_t ways = mesh_.Count(gone);
    const int64_t n = Devices(p);
    Layout out = p.out;
    const auto copies = [&](const Layout& layout) {
      const int64_t tiles = e_.Tiles(layout);
      return tiles > 1 && tiles < n ? n / tiles : 1;
    };
    if (e_.Tiles(out) > 1 && (copies(out) == 1 || copies(out) % ways != 0)) {
      const bool lhs_whole = e_.Tiles(q.lhs.layout) == 1;
      const bool rhs_whole = e_.Tiles(q.rhs.layout) == 1;
      if (lhs_whole != rhs_whole) {
        const Layout seen =
            lhs_whole ? Seen(q.rhs.layout, Side::kRhs, Side::kOut, out.size())
                      : Seen(q.lhs.layout, Side::kLhs, Side::kOut, out.size());
        bool is_coarser = true;
        for (size_t d = 0; d < out.size(); ++d) {
          if (!StartsWith(out[d], seen[d])) is_coarser = false;
        }
        if (is_coarser && e_.Tiles(seen) > 1) out = seen;
      }
    }
    Sums sums;
    sums.inner = sums.outer = Layout(out.size());
    if (copies(out) > 1 && copies(out) % ways == 0) {
      sums.outer = Moved(p, out, gone);
      sums.inner = Without(sums.outer, gone);
      return sums;
    }
    // Find the dimensions that are sharded only along digits of `gone`. The
    // devices may hold copies along the remaining digits of `gone`.
    DigitList found;
    std::vector<int64_t> dims;
    for (size_t d = 0; d < out.size(); ++d) {
      const bool inside =
          std::all_of(out[d].begin(), out[d].end(),
                      [&](uint8_t digit) { return HasDigit(gone, digit); });
      if (out[d].empty() || !inside) continue;
      dims.push_back(static_cast<int64_t>(d));
      found.insert(found.end(), out[d].begin(), out[d].end());
    }
    const DigitList rest = Without(gone, found);
    const DigitList used = AllDigits(out);
    const bool rest_is_copies =
        !dims.empty() &&
        (rest.empty() ||
         (copies(out) == mesh_.Count(rest) &&
          std::none_of(rest.begin(), rest.end(),
                       [&](uint8_t digit) { return HasDigit(used, digit); })));
    if (rest_is_copies) {
      sums.outer = out;
      sums.inner = Without(out, gone);
      sums.slice_dims = dims;
      sums.rest = rest;
      return sums;
    }
    for (const DimPairs* free : {&c_.lhs_free, &c_.rhs_free, &c_.batch}) {
      if (Count(out, *free, Side::kOut) != ways) continue;
      std::vector<std::pair<size_t, DigitList>> wants;
      size_t at = 0;
      for (const ContractedDim& dim : *free) {
        if (dim.out < 0) continue;
        const auto d = static_cast<size_t>(dim.out);
        DigitList digits;
        while (at < gone.size() && mesh_.Count(digits) < mesh_.Count(out[d])) {
          digits.push_back(gone[at++]);
        }
        if (!out[d].empty()) {
          wants.emplace_back(d, digits);
          sums.slice_dims.push_back(dim.out);
        }
      }
      const auto aligned = Align(out, wants);
      if (!aligned || !e_.SameCounts(*aligned, out)) {
        sums.slice_dims.clear();
        continue;
      }
      sums.outer = *aligned;
      sums.inner = Without(*aligned, gone);
      return sums;
    }
    return sums;
  }
  Made AddUp(Made made, const Sums& sums, const Layout& lhs,
             const std::vector<int64_t>& lhs_dims) {
    const auto bytes = [&] {
      return StoredBytes(ElementsOf(made.shape), out_bits_);
    };
    if (sums.slice_dims.empty()) {
      made.node = e_.AllReduce(made.node, bytes(), lhs, lhs_dims);
      return made;
    }
    made.node = e_.AllReduce(made.node, bytes(), sums.outer, sums.slice_dims);
    Layout only(sums.outer.size());
    for (const int64_t d : sums.slice_dims) {
      only[static_cast<size_t>(d)] = sums.outer[static_cast<size_t>(d)];
    }
    made.shape = LocalShape(made.shape, only, mesh_);
    made.node = e_.Slice(made.node, only, bytes());
    if (!sums.rest.empty()) {
      made.node = e_.Collect(StepKind::kAllReduce, made.node, sums.rest,
                             bytes(), bytes());
    }
    return made;
  }

  SpmdEmitter& e_;
  const DigitMesh& mesh_;
  const Contraction& c_;
  const int64_t out_bits_;
  DimSizes window_out_;
};

}  // namespace

Part PartitionDot(SpmdEmitter& emitter, const DotProblem& problem) {
  DotPartitioner partitioner(emitter, problem);
  partitioner.SetWindow(problem.out_shape);
  const Problem p{problem.lhs, problem.rhs, problem.out_shape, problem.out,
                  problem.lhs.group};
  return partitioner.Run(
      p,
      [&](const Part& lhs, const Part& rhs) {
        return partitioner.Create(lhs, rhs);
      },
      0);
}

}  // namespace shardflow::internal
