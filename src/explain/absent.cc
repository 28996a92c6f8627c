#include "explain/absent.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

// Limits of the search. A cause that is farther away wouldn't help the user.
constexpr size_t kMostDims = 400;         // dimensions of tensors
constexpr size_t kMostAsked = 150;        // tensors checked for refused axes
constexpr size_t kMostNeighbours = 1000;  // ops around one tensor

// A dimension of a tensor that is connected to a dimension of the value by
// factors.
struct Related {
  TensorPlace place;
  int32_t dim = 0;
  size_t before = 0;  // index of the previous dimension; 0 is the value's own
};

class Search {
 public:
  Search(const Described& d, const TensorPlace& place) : d_(d), place_(place) {}

  // Why the value lacks an axis. If the axis was refused in several places,
  // this is the one nearest to the value.
  struct Found {
    MissingAxis stop;
    size_t at = 0;  // index in related()
  };
  std::vector<Found> Look(int32_t dim) {
    related_ = {{place_, dim, 0}};
    std::vector<Found> found;
    for (size_t i = 0; i < related_.size() && i < kMostDims; ++i) {
      const Related at = related_[i];
      if (i > 0) AskAt(i, found);
      AddNeighbours(at, i);
    }
    return found;
  }

  const std::vector<Related>& related() const { return related_; }

 private:
  void AskAt(size_t i, std::vector<Found>& found) {
    const Related& at = related_[i];
    for (const MissingAxis& stop : StopsAt(at.place)) {
      const bool is_here = stop.target_dim == at.dim ||
                           (stop.target_dim < 0 && stop.source_dim == at.dim &&
                            stop.reason == MissingReason::kNoRule);
      if (!is_here) continue;
      const bool is_known = std::ranges::any_of(found, [&](const Found& known) {
        return known.stop.axis.name == stop.axis.name;
      });
      if (!is_known) found.push_back({stop, i});
    }
  }

  const std::vector<MissingAxis>& StopsAt(const TensorPlace& place) {
    const std::pair<int32_t, int32_t> key = {place.value.index, place.result};
    const auto known = stops_.find(key);
    if (known != stops_.end()) return known->second;
    if (stops_.size() >= kMostAsked ||
        d_.nodes.At(place.value).size() > kMostNeighbours) {
      return none_;
    }
    return stops_.emplace(key, WhyNot(d_.s, d_.nodes, place, d_.traces))
        .first->second;
  }

  void Add(const TensorPlace& place, int32_t dim, size_t before) {
    if (related_.size() >= kMostDims) return;
    const bool is_known =
        std::ranges::any_of(related_, [&](const Related& known) {
          return known.place == place && known.dim == dim;
        });
    if (!is_known) related_.push_back({place, dim, before});
  }

  void AddNeighbours(const Related& at, size_t before) {
    if (at.place.value) {
      const std::span<const Position> nodes = d_.nodes.At(at.place.value);
      if (nodes.size() > kMostNeighbours) return;
      const PropagationGraph& graph = d_.s.graph;
      for (const Position position : nodes) {
        const Node node = graph.NodeAt(position);
        AddAlong(position, node, at, before);
        if (node.has_second) {
          AddAlong(position, graph.second.at(position).node, at, before);
        }
      }
    }
    for (const ReturnedValue& returned : d_.s.main_results.values) {
      const ValueId holder = GetShardableValue(d_.s.m, returned.value);
      if (holder.IsNone()) continue;
      const TensorPlace result{ValueId::None(), returned.result};
      if (at.place == TensorPlace{holder, -1}) Add(result, at.dim, before);
      if (at.place == result) Add({holder, -1}, at.dim, before);
    }
  }

  void AddAlong(Position position, const Node& node, const Related& at,
                size_t before) {
    if (node.rule.IsNone()) return;
    const Rule& rule = d_.s.m.rules.Get(node.rule);
    std::vector<ValueId> tensors;
    for (int32_t i = 0; i < node.tensor_count; ++i) {
      const TensorRef ref = d_.s.graph.Tensor(position, node, i);
      tensors.push_back(ref.IsNowhere() ? ValueId::None() : ref.value);
    }
    for (size_t t = 0; t < tensors.size(); ++t) {
      if (tensors[t] != at.place.value) continue;
      for (const int32_t factor :
           rule.factors(t, static_cast<size_t>(at.dim))) {
        for (size_t u = 0; u < tensors.size(); ++u) {
          if (u == t || tensors[u].IsNone()) continue;
          const int32_t dim = rule.DimOf(u, static_cast<size_t>(factor));
          if (dim >= 0) Add({tensors[u], -1}, dim, before);
        }
      }
    }
  }

  const Described& d_;
  const TensorPlace place_;
  std::vector<Related> related_;
  std::map<std::pair<int32_t, int32_t>, std::vector<MissingAxis>> stops_;
  const std::vector<MissingAxis> none_;
};

bool HasAxis(const Module& m, const DimSharding& dim, NameId axis) {
  const std::span<const AxisRef> axes = m.shardings.axes(dim.axes);
  return std::ranges::any_of(axes,
                             [&](const AxisRef& a) { return a.name == axis; });
}

class Explainer {
 public:
  Explainer(const Described& d, const TensorPlace& place,
            const std::vector<MissingAxis>& direct, bool look_far,
            ExplainedValue& value, std::vector<FixPlace>& fixes)
      : d_(d),
        place_(place),
        direct_(direct),
        look_far_(look_far),
        value_(value),
        fixes_(fixes),
        search_(d, place) {}

  void Run() {
    const Module& m = d_.s.m;
    for (const MissingAxis& stop : direct_) {
      if (stop.target_dim >= 0) AddFix(place_, stop);
    }
    const ShardingId sharding = d_.ShardingOf(place_);
    std::optional<ShardingView> view;
    if (sharding) view = m.shardings.Get(sharding);
    const size_t rank = RankOf(m, Type());
    std::vector<std::vector<Search::Found>> found(rank);
    std::vector<std::vector<Related>> related(rank);
    for (size_t dim = 0; look_far_ && dim < rank; ++dim) {
      found[dim] = search_.Look(static_cast<int32_t>(dim));
      related[dim] = search_.related();
    }
    const Mesh* const mesh = FindMesh(view, found);
    if (mesh == nullptr) return;
    for (size_t dim = 0; dim < rank; ++dim) {
      for (const MeshAxis& axis : mesh->axes) {
        if (axis.size == 1) continue;
        if (view && dim < view->rank() &&
            HasAxis(m, view->dims[dim], axis.name)) {
          continue;
        }
        Absent(static_cast<int>(dim), axis.name, view, found[dim],
               related[dim]);
      }
    }
  }

 private:
  TypeId Type() const {
    const Module& m = d_.s.m;
    return place_.value
               ? m.type(place_.value)
               : m.types.result(FunctionType(m, d_.s.main_results.function),
                                static_cast<size_t>(place_.result));
  }

  // Returns the mesh of the value's sharding. If there is none, falls back to
  // the mesh of a nearby tensor, then to the program's only mesh, then to null.
  const Mesh* FindMesh(
      const std::optional<ShardingView>& view,
      const std::vector<std::vector<Search::Found>>& found) const {
    const Module& m = d_.s.m;
    const MeshTable meshes = Meshes(m);
    MeshId id;
    if (view) id = meshes.Find(view->mesh);
    const auto take = [&](const MissingAxis& stop) {
      const ShardingId sharding = d_.ShardingOf(stop.source);
      if (id.IsNone() && sharding) {
        id = meshes.Find(m.shardings.Get(sharding).mesh);
      }
    };
    for (const MissingAxis& stop : direct_) take(stop);
    for (const auto& dim : found) {
      for (const Search::Found& f : dim) take(f.stop);
    }
    if (id.IsNone()) {
      for (const OpId op : m.Ops(m.body())) {
        if (m.kind(op) != OpKind::kMesh) continue;
        if (id) return nullptr;  // more than one mesh
        id = meshes.Find(MeshRef::Symbol(m.symbol(op)));
      }
    }
    return id ? &m.shardings.mesh(id) : nullptr;
  }

  void Absent(int dim, NameId axis, const std::optional<ShardingView>& view,
              const std::vector<Search::Found>& found,
              const std::vector<Related>& related) {
    AbsentAxis absent;
    absent.dimension = dim;
    absent.axis = fmt::format("\"{}\"", d_.s.m.names.Get(axis));
    if (IsManual(axis)) {
      absent.reason = "manual";
      absent.text = "manual here, a per-device value";
    } else if (StoppedHere(dim, axis)) {
      absent.reason = "stopped";
      absent.text = "it stopped next to the value";
    } else if (const int other = DimWith(axis, view); other >= 0) {
      absent.reason = "other-dimension";
      absent.text = fmt::format("dimension {} has it", other);
    } else if (IsClosed(dim)) {
      absent.reason = "closed";
      absent.text = fmt::format("closed by {}", AnnotationKind(d_, place_));
      AddAxis(dim, axis, d_.ShardingBefore(place_));
    } else if (const auto at =
                   std::ranges::find_if(found,
                                        [&](const Search::Found& f) {
                                          return f.stop.axis.name == axis;
                                        });
               at != found.end()) {
      Lost(*at, related, absent);
    } else if (!look_far_) {
      return;
    } else {
      absent.reason = "unrelated";
      absent.text = "nothing that shares the dimension has it";
    }
    value_.absent.push_back(std::move(absent));
  }

  void Lost(const Search::Found& found, const std::vector<Related>& related,
            AbsentAxis& absent) {
    absent.reason = "lost";
    for (size_t i = found.at; i != 0; i = related[i].before) {
      absent.path.push_back(d_.Tensor(related[i].place));
    }
    std::ranges::reverse(absent.path);
    AddAxis(absent.dimension, found.stop.axis.name,
            d_.ShardingOf(found.stop.source));
    absent.lost = DescribeStop(d_, found.stop);
    AddOrigins(d_, found.stop, *absent.lost);
    absent.text = fmt::format("lost {} op{} away", absent.path.size(),
                              absent.path.size() == 1 ? "" : "s");
    if (found.stop.target_dim >= 0) {
      AddFix(related[found.at].place, found.stop);
    }
  }

  // Adds the value itself to the places that could be given the axis.
  void AddAxis(int dim, NameId axis, ShardingId like) {
    fixes_.push_back({place_, dim, AxisRef::Full(axis), like});
  }

  void AddFix(const TensorPlace& place, const MissingAxis& stop) {
    // In these cases, no annotation would help.
    switch (stop.reason) {
      case MissingReason::kNotDivisible:
      case MissingReason::kOverflow:
      case MissingReason::kReplicated:
      case MissingReason::kUnreduced:
      case MissingReason::kMeshesDiffer:
        return;
      default:
        break;
    }
    const ShardingId like = d_.ShardingOf(stop.source);
    // In a conflict, try the axis both in place of the dimension's other axes
    // and in addition to them.
    if (stop.reason == MissingReason::kConflict) {
      fixes_.push_back({place, stop.target_dim, stop.axis, like, true});
    }
    fixes_.push_back({place, stop.target_dim, stop.axis, like});
  }

  // Whether the value's annotation closes the dimension.
  bool IsClosed(int dim) const {
    const ShardingId id = d_.ShardingBefore(place_);
    if (id.IsNone()) return false;
    const ShardingView written = d_.s.m.shardings.Get(id);
    const auto at = static_cast<size_t>(dim);
    return at < written.rank() && written.dims[at].closed != 0;
  }

  bool IsManual(NameId axis) const {
    return std::ranges::find(value_.manual_axes, d_.s.m.names.Get(axis)) !=
           value_.manual_axes.end();
  }

  bool StoppedHere(int dim, NameId axis) const {
    return std::ranges::any_of(direct_, [&](const MissingAxis& stop) {
      return stop.target_dim == dim && stop.axis.name == axis;
    });
  }

  int DimWith(NameId axis, const std::optional<ShardingView>& view) const {
    for (size_t i = 0; view && i < view->rank(); ++i) {
      if (HasAxis(d_.s.m, view->dims[i], axis)) return static_cast<int>(i);
    }
    return -1;
  }

  const Described& d_;
  const TensorPlace place_;
  const std::vector<MissingAxis>& direct_;
  const bool look_far_;
  ExplainedValue& value_;
  std::vector<FixPlace>& fixes_;
  Search search_;
};

}  // namespace

void ExplainAbsent(const Described& d, const TensorPlace& place,
                   const std::vector<MissingAxis>& direct, bool look_far,
                   ExplainedValue& value, std::vector<FixPlace>& fixes) {
  Explainer(d, place, direct, look_far, value, fixes).Run();
}

}  // namespace shardflow::internal
