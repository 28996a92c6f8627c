#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/present.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/compat.h"
#include "sharding/tensor.h"

// A permute that changes the order of a dimension's axes, so that all_to_alls
// can then move the last ones to other dimensions, becomes all_to_alls between
// more dimensions. For example, on a mesh x=2, y=2:
//
//   permute [{"x", "y"}, {}] to [{"y", "x"}, {}], all_to_all {"x"}: 0->1
//
// becomes a reshape of 64x64 to 2x2x16x64 with the shardings
// [{"x"}, {"y"}, {}, {}], the all_to_alls {"x"}: 0->3 and {"y"}: 1->0, and a
// reshape back. An all_to_all sends only what changes devices; a permute sends
// whole shards.
//
// This pass is only in jaxlib, without its source. The rules are derived from
// what it does.

namespace shardflow::internal {
namespace {

struct Move {
  OpId op;
  AxisRef axis;
  size_t target;
};

// A permute and the all_to_alls after it.
struct Chain {
  OpId permute;
  size_t dim = 0;                    // the dimension whose axes are reordered
  std::vector<AxisRef> before = {};  // its axes before the permute
  std::vector<AxisRef> after = {};   // the axes that stay at the end, in order
  std::vector<Move> moves = {};
  // Indices of the axes in `after` that move to other factors, in order.
  std::vector<size_t> places = {};
};

class Optimizer {
 public:
  explicit Optimizer(Module& m) : m_(m), symbols_(m) {}

  void Run() {
    for (const OpId permute : OpsOfKind(m_, OpKind::kSdyCollectivePermute)) {
      if (const std::optional<Chain> chain = Read(permute)) Rewrite(*chain);
    }
  }

 private:
  std::span<const AxisRef> Axes(ShardingId sharding, size_t dim) const {
    return m_.shardings.axes(m_.shardings.Get(sharding).dims[dim].axes);
  }

  // Returns the axes of `list`, cut into the pieces that `other` has.
  std::vector<AxisRef> Pieces(std::span<const AxisRef> list,
                              std::span<const AxisRef> other,
                              const Mesh& mesh) const {
    std::vector<AxisRef> pieces;
    for (const AxisRef& axis : list) {
      if (std::find(other.begin(), other.end(), axis) != other.end()) {
        pieces.push_back(axis);
        continue;
      }
      std::vector<AxisRef> parts;
      for (const AxisRef& part : other) {
        if (part.name == axis.name && !part.IsFull()) parts.push_back(part);
      }
      std::sort(parts.begin(), parts.end(),
                [](const AxisRef& a, const AxisRef& b) {
                  return a.pre_size < b.pre_size;
                });
      std::vector<AxisRef> merged = parts;
      SortAndMerge(merged, mesh);
      if (merged.size() != 1 || merged[0] != axis) return {};
      pieces.insert(pieces.end(), parts.begin(), parts.end());
    }
    return pieces;
  }

  std::optional<Chain> Read(OpId permute) const {
    Chain chain{.permute = permute};
    const ValueId value = m_.operand(permute, 0);
    const ShardingId from = GetSharding(m_, value);
    const ShardingId to = m_.sharding(m_.result(permute, 0));
    if (from.IsNone() || to.IsNone() ||
        !m_.types.HasStaticShape(m_.type(value)) ||
        m_.shardings.Get(from).mesh != m_.shardings.Get(to).mesh) {
      return std::nullopt;
    }
    const MeshId id = symbols_.FindMesh(m_, m_.shardings.Get(to).mesh);
    if (id.IsNone()) return std::nullopt;
    const Mesh& mesh = m_.shardings.mesh(id);
    std::optional<size_t> dim;
    for (size_t d = 0; d < m_.shardings.Get(to).rank(); ++d) {
      if (std::ranges::equal(Axes(from, d), Axes(to, d))) continue;
      if (dim) return std::nullopt;
      dim = d;
    }
    if (!dim) return std::nullopt;
    chain.dim = *dim;
    const std::span<const AxisRef> order = Axes(to, *dim);
    chain.before = Pieces(Axes(from, *dim), order, mesh);
    if (chain.before.size() != order.size() ||
        !std::is_permutation(order.begin(), order.end(),
                             chain.before.begin())) {
      return std::nullopt;
    }
    if (Shape(m_, value)[*dim] % TotalSize(order, mesh) != 0) {
      return std::nullopt;
    }
    chain.after.assign(order.begin(), order.end());
    ReadMoves(chain);
    if (chain.moves.empty() || !Fits(chain, mesh) || !OrderPlaces(chain)) {
      return std::nullopt;
    }
    return chain;
  }

  // Reads the all_to_alls that move axes away from the dimension.
  void ReadMoves(Chain& chain) const {
    for (OpId last = chain.permute;;) {
      const ValueId value = m_.result(last, 0);
      if (!m_.HasOneUse(value)) return;
      const OpId next = m_.use(m_.value(value).first_use).owner;
      if (m_.kind(next) != OpKind::kSdyAllToAll) return;
      const auto params =
          m_.attrs.As<AllToAllParamListAttr>(m_.attr(next, name::kParams))
              .params;
      if (params.size() != 1) return;
      const std::span<const AxisRef> axes = m_.shardings.axes(params[0].axes);
      if (static_cast<size_t>(params[0].source) != chain.dim ||
          axes.size() != 1 || chain.after.empty() ||
          chain.after.back() != axes[0]) {
        return;
      }
      chain.after.pop_back();
      chain.moves.push_back(
          {next, axes[0], static_cast<size_t>(params[0].target)});
      last = next;
    }
  }

  // Whether the axes that stay shard the dimension in the same way if each of
  // them shards one of the factors in front.
  static bool Fits(const Chain& chain, const Mesh& mesh) {
    for (size_t i = 0; i < chain.after.size(); ++i) {
      const int64_t factor = AxisSize(chain.before[i], mesh);
      const int64_t size = AxisSize(chain.after[i], mesh);
      const bool is_last = i + 1 == chain.after.size();
      if (is_last ? factor % size != 0 : factor != size) return false;
    }
    return true;
  }

  // Orders the all_to_alls that give the axes that stay their factors. An axis
  // can only move to a factor that has lost its own axis. Returns false if axes
  // would have to change places.
  static bool OrderPlaces(Chain& chain) {
    const size_t count = chain.after.size();
    std::vector<bool> free(chain.before.size(), true);
    std::vector<size_t> at;
    size_t left = 0;
    for (size_t i = 0; i < count; ++i) {
      at.push_back(static_cast<size_t>(
          std::find(chain.before.begin(), chain.before.end(), chain.after[i]) -
          chain.before.begin()));
      free[at[i]] = false;
      if (at[i] != i) ++left;
    }
    for (bool moved = true; left > 0 && moved;) {
      moved = false;
      for (size_t i = 0; i < count; ++i) {
        if (at[i] == i || !free[i]) continue;
        free[at[i]] = true;
        free[i] = false;
        at[i] = i;
        chain.places.push_back(i);
        --left;
        moved = true;
      }
    }
    return left == 0;
  }

  void Rewrite(const Chain& chain) {
    const ValueId value = m_.operand(chain.permute, 0);
    const OpId last = chain.moves.back().op;
    const ValueId end = m_.result(last, 0);
    const ShardingId from = GetSharding(m_, value), to = m_.sharding(end);
    const std::vector<int64_t> shape(Shape(m_, value).begin(),
                                     Shape(m_, value).end());
    const Mesh mesh =
        m_.shardings.mesh(symbols_.FindMesh(m_, m_.shardings.Get(to).mesh));

    TensorSharding split(m_.shardings.Get(from));
    std::vector<DimSharding> factors;
    std::vector<int64_t> sizes;
    int64_t rest = shape[chain.dim];
    for (const AxisRef& axis : chain.before) {
      factors.push_back({.axes = m_.shardings.InternAxes({&axis, 1})});
      sizes.push_back(AxisSize(axis, mesh));
      rest /= sizes.back();
    }
    if (rest > 1) {
      factors.emplace_back();
      factors.back().axes = ShardingStore::kEmptyAxes;
      sizes.push_back(rest);
    }
    const auto at = static_cast<ptrdiff_t>(chain.dim);
    split.dims.erase(split.dims.begin() + at);
    split.dims.insert(split.dims.begin() + at, factors.begin(), factors.end());
    std::vector<int64_t> wide = shape;
    wide.erase(wide.begin() + at);
    wide.insert(wide.begin() + at, sizes.begin(), sizes.end());

    Builder b = Builder::Before(m_, last);
    ValueId moved = b.Reshape(value, wide);
    m_.SetSharding(moved, m_.shardings.Intern(split));
    const auto place = [&](const AxisRef& axis) {
      const auto found =
          std::find(chain.before.begin(), chain.before.end(), axis);
      return chain.dim + static_cast<size_t>(found - chain.before.begin());
    };
    const auto move = [&](const AxisRef& axis, size_t target) {
      const size_t source = place(axis);
      const AxisListId list = m_.shardings.InternAxes({&axis, 1});
      split.dims[source].axes = ShardingStore::kEmptyAxes;
      const std::span<const AxisRef> there =
          m_.shardings.axes(split.dims[target].axes);
      std::vector<AxisRef> axes(there.begin(), there.end());
      axes.push_back(axis);
      split.dims[target].axes = m_.shardings.InternAxes(axes);
      const AllToAllParamAttr param{list, static_cast<int64_t>(source),
                                    static_cast<int64_t>(target)};
      moved = b.Value(
          OpKind::kSdyAllToAll, {&moved, 1}, m_.type(moved),
          {{name::kParams,
            m_.attrs.Make(AllToAllParamListAttr{},
                          std::span<const AllToAllParamAttr>(&param, 1))}});
      m_.SetSharding(moved, m_.shardings.Intern(split));
    };
    for (const Move& step : chain.moves) {
      move(step.axis, step.target < chain.dim ? step.target
                                              : step.target + sizes.size() - 1);
    }
    for (const size_t i : chain.places) move(chain.after[i], chain.dim + i);
    const ValueId back = b.Reshape(moved, shape);
    m_.SetSharding(back, to);
    m_.ReplaceAllUses(end, back);
    for (size_t i = chain.moves.size(); i-- > 0;) m_.Erase(chain.moves[i].op);
    m_.Erase(chain.permute);
  }

  Module& m_;
  const SymbolTable symbols_;
};

}  // namespace

bool OptimizeCollectives(Module& m, const NoOptions& /*options*/,
                         PassContext& context) {
  if (!OptimizesCollectives(context.compat)) {
    context.diagnostics.Error(
        m.Place(m.root()),
        "sdy-optimize-collectives exists only with --compat=jaxlib-0.12",
        ErrorCode::kInvalidArgument);
    return false;
  }
  Optimizer(m).Run();
  return true;
}

}  // namespace shardflow::internal
