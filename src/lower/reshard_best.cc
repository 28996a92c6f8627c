#include "lower/reshard_best.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <span>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "lower/axes.h"
#include "lower/reshard_cost.h"

namespace shardflow::internal {

using DimAxesLayout = std::vector<Axes>;  // the axes of each dimension

// The layouts of one mesh and rank, and the collectives that lead from one
// layout to another.
struct LayoutGraph {
  // An edge to the layout `to`. It adds, removes or moves the axes [begin,
  // begin + count) of `axes`, which amount to `size` shards.
  struct Moved {
    uint32_t to = 0;
    int64_t size = 1;
    uint32_t begin = 0;
    uint32_t count = 0;
  };
  struct AllToAll {
    Moved moved;
    int32_t source = 0, target = 0;
  };

  ResolvedList AxesOf(const Moved& moved) const {
    return ResolvedList(axes).subspan(moved.begin, moved.count);
  }
  Moved Move(uint32_t to, ResolvedList list) {
    const auto begin = static_cast<uint32_t>(axes.size());
    axes.insert(axes.end(), list.begin(), list.end());
    return {to, Product(list), begin, static_cast<uint32_t>(list.size())};
  }

  std::vector<int64_t> mesh;  // sizes of its axes
  size_t rank = 0;
  bool complete = false;  // false if there are too many layouts

  std::vector<DimAxesLayout> layouts;
  // The indices of the layouts, by the result of Key.
  absl::flat_hash_map<std::vector<int64_t>, uint32_t> ids;
  Axes axes;
  // For each layout, the edges that add one axis or sub-axis to the end of a
  // dimension (a slice), or remove it again (a gather).
  std::vector<std::vector<Moved>> slices, gathers;
  // Like `slices` and `gathers`, but for any number of axes at once. Computed
  // when first needed.
  std::vector<std::vector<Moved>> all_slices, all_gathers;
  std::vector<std::vector<AllToAll>> all_to_alls;
  // The number of shards of each dimension, by layout. Layouts with equal
  // numbers of shards form a group: a permute leads from any member to any
  // other.
  std::vector<std::vector<int64_t>> shards;
  std::vector<uint32_t> group;
  std::vector<std::vector<uint32_t>> members;
};

namespace {

std::vector<int64_t> Key(const DimAxesLayout& layout) {
  std::vector<int64_t> key;
  for (const Axes& axes : layout) {
    key.push_back(static_cast<int64_t>(axes.size()));
    for (const ResolvedAxis& axis : axes) {
      key.insert(key.end(), {axis.axis, axis.lo, axis.hi});
    }
  }
  return key;
}

bool HasRoomFor(const DimAxesLayout& layout, const ResolvedAxis& axis) {
  for (const Axes& axes : layout) {
    for (const ResolvedAxis& other : axes) {
      if (Overlaps(axis, other) || !CanCoexist(axis, other)) return false;
    }
  }
  return true;
}

// Returns all axes and sub-axes of a mesh.
Axes Pieces(const std::vector<int64_t>& mesh) {
  Axes pieces;
  for (size_t a = 0; a < mesh.size(); ++a) {
    for (int64_t lo = 1; lo < mesh[a]; ++lo) {
      if (mesh[a] % lo != 0) continue;
      for (int64_t hi = 2 * lo; hi <= mesh[a]; hi += lo) {
        if (mesh[a] % hi != 0) continue;
        pieces.push_back({lo, hi, static_cast<int64_t>(a)});
      }
    }
  }
  return pieces;
}

uint32_t AddLayout(LayoutGraph& graph, const DimAxesLayout& layout) {
  const auto [at, is_new] = graph.ids.try_emplace(
      Key(layout), static_cast<uint32_t>(graph.layouts.size()));
  if (is_new) {
    graph.layouts.push_back(layout);
    graph.slices.emplace_back();
    graph.gathers.emplace_back();
  }
  return at->second;
}

std::optional<uint32_t> FindLayout(const LayoutGraph& graph,
                                   const DimAxesLayout& layout) {
  const auto at = graph.ids.find(Key(layout));
  return at == graph.ids.end() ? std::nullopt : std::make_optional(at->second);
}

// Adds all layouts. Slices lead from the layout without axes to all others.
void AddSlices(LayoutGraph& graph) {
  const Axes pieces = Pieces(graph.mesh);
  AddLayout(graph, DimAxesLayout(graph.rank));
  for (uint32_t from = 0; from < graph.layouts.size(); ++from) {
    if (graph.layouts.size() > BestPlanner::kMaxLayouts ||
        graph.layouts.size() * graph.rank > BestPlanner::kMaxDims) {
      return;
    }
    for (const ResolvedAxis& piece : pieces) {
      if (!HasRoomFor(graph.layouts[from], piece)) continue;
      for (size_t d = 0; d < graph.rank; ++d) {
        DimAxesLayout next = graph.layouts[from];
        AppendOrMerge(next[d], piece);
        const uint32_t to = AddLayout(graph, next);
        const ResolvedAxis moved[] = {piece};
        LayoutGraph::Moved slice = graph.Move(to, moved);
        graph.slices[from].push_back(slice);
        slice.to = from;
        graph.gathers[to].push_back(slice);
      }
    }
  }
  graph.complete = true;
}

// A list of axes, cut in two before or inside an axis.
struct Tail {
  Axes left;
  Axes moved;
};
std::vector<Tail> Tails(const Axes& axes, size_t first_axis) {
  std::vector<Tail> tails;
  const ResolvedAxis first = axes[first_axis];
  for (int64_t cut = first.lo; cut < first.hi; cut += first.lo) {
    if (first.hi % cut != 0) continue;
    Tail& tail = tails.emplace_back();
    tail.left.assign(axes.begin(),
                     axes.begin() + static_cast<ptrdiff_t>(first_axis));
    if (first.lo < cut) tail.left.push_back({first.lo, cut, first.axis});
    tail.moved.push_back({cut, first.hi, first.axis});
    tail.moved.insert(tail.moved.end(),
                      axes.begin() + static_cast<ptrdiff_t>(first_axis) + 1,
                      axes.end());
  }
  return tails;
}

// Adds the edges that move the last axes of `source`, starting at or inside
// `axis`, to each of the other dimensions. There are edges for every way to cut
// `axis` in two.
void AddAllToAlls(LayoutGraph& graph, uint32_t from, size_t source,
                  size_t axis) {
  for (Tail& tail : Tails(graph.layouts[from][source], axis)) {
    DimAxesLayout left = graph.layouts[from];
    left[source] = std::move(tail.left);
    for (size_t target = 0; target < graph.rank; ++target) {
      if (target == source) continue;
      DimAxesLayout next = left;
      for (const ResolvedAxis& item : tail.moved) {
        AppendOrMerge(next[target], item);
      }
      if (const auto to = FindLayout(graph, next)) {
        graph.all_to_alls[from].push_back({graph.Move(*to, tail.moved),
                                           static_cast<int32_t>(source),
                                           static_cast<int32_t>(target)});
      }
    }
  }
}

// Adds the edges from `from` to all layouts that a single all_gather can
// produce, and the reverse edges. A gather removes any number of axes from the
// end of each dimension.
void AddGathersOf(LayoutGraph& graph, uint32_t from) {
  std::vector<std::pair<DimAxesLayout, Axes>> made = {
      {graph.layouts[from], {}}};
  for (size_t d = 0; d < graph.rank; ++d) {
    const Axes& axes = graph.layouts[from][d];
    const size_t count = made.size();
    for (size_t i = 0; i < axes.size(); ++i) {
      for (const Tail& tail : Tails(axes, i)) {
        for (size_t k = 0; k < count; ++k) {
          auto next = made[k];
          next.first[d] = tail.left;
          next.second.insert(next.second.end(), tail.moved.begin(),
                             tail.moved.end());
          made.push_back(std::move(next));
        }
      }
    }
  }
  for (size_t k = 1; k < made.size(); ++k) {
    const auto to = FindLayout(graph, made[k].first);
    if (!to) continue;
    LayoutGraph::Moved gather = graph.Move(*to, made[k].second);
    graph.all_gathers[from].push_back(gather);
    gather.to = from;
    graph.all_slices[*to].push_back(gather);
  }
}

void MakeGathers(LayoutGraph& graph) {
  if (!graph.all_gathers.empty()) return;
  graph.all_gathers.resize(graph.layouts.size());
  graph.all_slices.resize(graph.layouts.size());
  for (uint32_t i = 0; i < graph.layouts.size(); ++i) AddGathersOf(graph, i);
}

void AddPermutes(LayoutGraph& graph) {
  absl::flat_hash_map<std::vector<int64_t>, uint32_t> groups;
  for (const DimAxesLayout& layout : graph.layouts) {
    std::vector<int64_t> shards;
    for (const Axes& axes : layout) shards.push_back(Product(axes));
    const auto [at, is_new] =
        groups.try_emplace(shards, static_cast<uint32_t>(graph.members.size()));
    if (is_new) graph.members.emplace_back();
    graph.members[at->second].push_back(
        static_cast<uint32_t>(graph.shards.size()));
    graph.group.push_back(at->second);
    graph.shards.push_back(std::move(shards));
  }
}

// --- the shortest path

// A node consists of a layout, the kind of the last step (consecutive slices
// count as one step, and so do consecutive gathers), and whether the devices
// are in the target's order.
enum Last : uint32_t { kOther, kSlice, kGather, kLastCount };

uint32_t NodeOf(uint32_t layout, Last last, bool numbered) {
  return (layout * kLastCount + last) * 2 + (numbered ? 1 : 0);
}
uint32_t LayoutOf(uint32_t node) { return node / (2 * kLastCount); }
Last LastOf(uint32_t node) { return static_cast<Last>(node / 2 % kLastCount); }
bool IsNumbered(uint32_t node) { return node % 2 == 1; }

struct Arc {
  uint32_t from = 0;
  StepKind kind = StepKind::kAllSlice;
  int32_t source = 0, target = 0;
};

// Whether all parts of the layout have the same size, and the size is a whole
// number of bytes.
bool Divides(const std::vector<int64_t>& shards,
             const ReshardProblem& problem) {
  int64_t elements = 1;
  for (size_t d = 0; d < shards.size(); ++d) {
    if (problem.shape[d] % shards[d] != 0) return false;
    // Modulo 8 is enough to tell whether the bits make up whole bytes.
    elements = elements * (problem.shape[d] / shards[d] % 8) % 8;
  }
  return elements * (problem.element_bits % 8) % 8 == 0;
}

// Returns which layouts to leave out. These are layouts with axes along which
// the tensor is unreduced and, with `only_even`, layouts that don't divide the
// tensor.
std::vector<bool> Blocked(const LayoutGraph& graph,
                          const ReshardProblem& problem, bool only_even) {
  std::vector<bool> blocked(graph.layouts.size());
  for (size_t i = 0; only_even && i < blocked.size(); ++i) {
    blocked[i] = !Divides(graph.shards[i], problem);
  }
  if (problem.unreduced_to.empty()) return blocked;
  for (size_t i = 0; i < blocked.size(); ++i) {
    for (const ResolvedAxis& axis : problem.unreduced_to) {
      if (!HasRoomFor(graph.layouts[i], axis)) blocked[i] = true;
    }
  }
  return blocked;
}

struct Path {
  bool found = false;
  PlanCost cost;
  // The nodes after the first one, each with the arc that leads to it.
  std::vector<std::pair<uint32_t, Arc>> steps;
};

class Search {
 public:
  // With `axis_by_axis`, a gather or slice along several axes is composed of
  // steps along single axes, whose prices add up. This requires layouts that
  // divide the tensor, so all others are left out.
  Search(const LayoutGraph& graph, const ReshardProblem& problem,
         const CostModel& model, bool axis_by_axis)
      : graph_(graph),
        model_(model),
        pricer_(problem.shape, problem.element_bits),
        axis_by_axis_(axis_by_axis),
        blocked_(Blocked(graph, problem, axis_by_axis)),
        reached_(2 * kLastCount * graph.layouts.size()) {}

  // Returns the shortest path from `start` to the layout `target`, with the
  // devices in the target's order.
  Path Run(uint32_t start, uint32_t target) {
    if (blocked_[LayoutOf(start)] || blocked_[target]) return {};
    reached_[start].known = true;
    queue_.push({PlanCost{}, start});
    while (!queue_.empty()) {
      const auto [cost, node] = queue_.top();
      queue_.pop();
      if (reached_[node].cost < cost) continue;
      if (LayoutOf(node) == target && IsNumbered(node)) {
        return {true, cost, StepsTo(start, node)};
      }
      Expand(node, cost);
    }
    return {};
  }

 private:
  struct Reached {
    PlanCost cost;
    Arc arc;
    bool known = false;
  };
  using Entry = std::pair<PlanCost, uint32_t>;
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const { return b < a; }
  };

  void Relax(const PlanCost& cost, uint32_t node, const Arc& arc) {
    Reached& reached = reached_[node];
    if (reached.known && reached.cost <= cost) return;
    reached = {cost, arc, true};
    queue_.push({cost, node});
  }

  // Takes the step from `node` to the layout `to`, unless the parts wouldn't
  // line up afterwards. A collective alone can't fix that.
  void Step(uint32_t node, const PlanCost& cost, uint32_t to, Last last,
            bool numbered, StepLoad load, const Arc& arc) {
    if (blocked_[to]) return;
    pricer_.Fill(graph_.shards[LayoutOf(node)], graph_.shards[to], load);
    if (load.realigned > 0) return;
    const StepCost price = model_.Price(load);
    const bool goes_on = last != kOther && last == LastOf(node);
    Relax({cost.seconds + price.seconds, SaturatingSum(cost.bytes, price.bytes),
           cost.steps + (goes_on ? 0 : 1)},
          NodeOf(to, last, numbered), arc);
  }

  void Expand(uint32_t node, const PlanCost& cost) {
    const uint32_t at = LayoutOf(node);
    const bool numbered = IsNumbered(node);
    const auto each = [&](StepKind kind, Last last,
                          const std::vector<LayoutGraph::Moved>& moves) {
      for (const LayoutGraph::Moved& move : moves) {
        Step(node, cost, move.to, axis_by_axis_ ? last : kOther, numbered,
             {.kind = kind,
              .group = kind == StepKind::kAllSlice ? 1 : move.size,
              .axes = graph_.AxesOf(move)},
             {node, kind});
      }
    };
    each(StepKind::kAllSlice, kSlice,
         axis_by_axis_ ? graph_.slices[at] : graph_.all_slices[at]);
    each(StepKind::kAllGather, kGather,
         axis_by_axis_ ? graph_.gathers[at] : graph_.all_gathers[at]);
    for (const LayoutGraph::AllToAll& move : graph_.all_to_alls[at]) {
      Step(node, cost, move.moved.to, kOther, numbered,
           {.kind = StepKind::kAllToAll,
            .group = move.moved.size,
            .axes = graph_.AxesOf(move.moved)},
           {node, StepKind::kAllToAll, move.source, move.target});
    }
    for (const uint32_t to : graph_.members[graph_.group[at]]) {
      if (blocked_[to]) continue;
      axes_.clear();
      AppendPermuted(at, to);
      Step(node, cost, to, kOther, true,
           {.kind = StepKind::kCollectivePermute, .axes = axes_},
           {node, StepKind::kCollectivePermute});
    }
  }

  // Appends the axes along which devices may exchange data in a permute.
  void AppendPermuted(uint32_t from, uint32_t to) {
    for (size_t d = 0; d < graph_.rank; ++d) {
      const Axes &a = graph_.layouts[from][d], &b = graph_.layouts[to][d];
      if (a == b) continue;
      axes_.insert(axes_.end(), a.begin(), a.end());
      axes_.insert(axes_.end(), b.begin(), b.end());
    }
  }

  std::vector<std::pair<uint32_t, Arc>> StepsTo(uint32_t start,
                                                uint32_t node) const {
    std::vector<std::pair<uint32_t, Arc>> path;
    for (; node != start; node = reached_[node].arc.from) {
      path.push_back({node, reached_[node].arc});
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  const LayoutGraph& graph_;
  const CostModel& model_;
  StepPricer pricer_;
  const bool axis_by_axis_;
  const std::vector<bool> blocked_;
  Axes axes_;
  std::vector<Reached> reached_;
  std::priority_queue<Entry, std::vector<Entry>, Later> queue_;
};

void AddStep(const LayoutGraph& graph, const ReshardProblem& problem,
             const DimAxesLayout& before, uint32_t node, const Arc& arc,
             ReshardPlan& plan) {
  const DimAxesLayout& after = graph.layouts[LayoutOf(node)];
  PlanStep step{.kind = arc.kind,
                .on_target_mesh = problem.renumber && IsNumbered(node),
                .axes = plan.NextList()};
  if (arc.kind == StepKind::kAllToAll) {
    const auto d = static_cast<size_t>(arc.source);
    step.first_move = plan.AddMove(
        {arc.source, arc.target, plan.AddList(Beyond(before[d], after[d]))});
    step.move_count = 1;
  } else if (arc.kind != StepKind::kCollectivePermute) {
    const bool slices = arc.kind == StepKind::kAllSlice;
    for (size_t d = 0; d < graph.rank; ++d) {
      plan.AddList(slices ? Beyond(after[d], before[d])
                          : Beyond(before[d], after[d]));
    }
  }
  step.layout = plan.NextList();
  for (const Axes& axes : after) plan.AddList(axes);
  step.unreduced = plan.AddList(problem.unreduced_to);
  plan.AddStep(step);
}

std::optional<uint32_t> FindLayout(const LayoutGraph& graph,
                                   std::span<const ResolvedList> lists) {
  DimAxesLayout layout;
  for (const ResolvedList list : lists) {
    Axes axes;
    for (const ResolvedAxis& axis : list) {
      if (axis.size() > 1) axes.push_back(axis);
    }
    layout.push_back(std::move(axes));
  }
  return FindLayout(graph, layout);
}

}  // namespace

BestPlanner::BestPlanner() = default;
BestPlanner::~BestPlanner() = default;

LayoutGraph& BestPlanner::GraphOf(const ReshardProblem& problem) {
  std::vector<int64_t> mesh;
  for (const MeshAxis& axis : problem.mesh->axes) mesh.push_back(axis.size);
  const size_t rank = problem.from.size();
  for (const auto& graph : graphs_) {
    if (graph->mesh == mesh && graph->rank == rank) return *graph;
  }
  auto graph = std::make_unique<LayoutGraph>();
  graph->mesh = std::move(mesh);
  graph->rank = rank;
  // On a larger mesh, merely listing all sub-axes would take too long.
  if (problem.mesh->TotalSize() <= kMaxDevices && rank <= kMaxRank) {
    AddSlices(*graph);
  }
  if (graph->complete) {
    AddPermutes(*graph);
    graph->all_to_alls.resize(graph->layouts.size());
    for (uint32_t from = 0; from < graph->layouts.size(); ++from) {
      for (size_t d = 0; d < rank; ++d) {
        for (size_t i = 0; i < graph->layouts[from][d].size(); ++i) {
          AddAllToAlls(*graph, from, d, i);
        }
      }
    }
  }
  graphs_.push_back(std::move(graph));
  return *graphs_.back();
}

bool BestPlanner::Plan(const ReshardProblem& problem, const CostModel& model,
                       ReshardPlan& plan) {
  plan.Clear(problem.from.size());
  LayoutGraph& graph = GraphOf(problem);
  if (!graph.complete) return false;
  const auto from = FindLayout(graph, problem.from);
  const auto to = FindLayout(graph, problem.to);
  if (!from || !to) return false;
  const uint32_t start = NodeOf(*from, kOther, !problem.renumber);
  Path path;
  if (model.IsAdditive()) {
    path = Search(graph, problem, model, /*axis_by_axis=*/true).Run(start, *to);
  }
  const auto divides = [&](const std::vector<int64_t>& shards) {
    return Divides(shards, problem);
  };
  if (!path.found ||
      !std::all_of(graph.shards.begin(), graph.shards.end(), divides)) {
    MakeGathers(graph);
    Path other =
        Search(graph, problem, model, /*axis_by_axis=*/false).Run(start, *to);
    if (other.found && (!path.found || other.cost < path.cost)) {
      path = std::move(other);
    }
  }
  if (!path.found) return false;
  uint32_t before = *from;
  for (size_t i = 0; i < path.steps.size(); ++i) {
    const auto& [node, arc] = path.steps[i];
    const bool goes_on = i + 1 < path.steps.size() && LastOf(node) != kOther &&
                         path.steps[i + 1].second.kind == arc.kind;
    if (goes_on) continue;
    AddStep(graph, problem, graph.layouts[before], node, arc, plan);
    before = LayoutOf(node);
  }
  return true;
}

}  // namespace shardflow::internal
