#include "lower/reshard_best.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "sharding/axis.h"

namespace shardflow {

using Axes = std::vector<ResolvedAxis>;
using Layout = std::vector<Axes>;  // of each dimension

// The layouts of one mesh and rank, and what single collectives make of them.
struct LayoutGraph {
  // One axis or sub-axis goes to the end of a dimension (a slice), or leaves it
  // (a gather, the other way round).
  struct Slice {
    uint32_t to = 0;
    int64_t size = 1;
  };
  struct AllToAll {
    uint32_t to = 0;
    int64_t size = 1;
    int32_t source = 0, target = 0;
  };

  std::vector<int64_t> mesh;  // sizes of its axes
  size_t rank = 0;
  bool complete = false;  // else there are too many

  std::vector<Layout> layouts;
  absl::flat_hash_map<std::vector<int64_t>, uint32_t> ids;  // by Key
  std::vector<std::vector<Slice>> slices, gathers;          // from each layout
  std::vector<std::vector<AllToAll>> all_to_alls;
  // Shards of each dimension. A permute connects the layouts of a group, where
  // they are equal.
  std::vector<std::vector<int64_t>> shards;
  std::vector<uint32_t> group;
  std::vector<std::vector<uint32_t>> members;
};

namespace {

std::vector<int64_t> Key(const Layout& layout) {
  std::vector<int64_t> key;
  for (const Axes& axes : layout) {
    key.push_back(static_cast<int64_t>(axes.size()));
    for (const ResolvedAxis& axis : axes) {
      key.insert(key.end(), {axis.axis, axis.lo, axis.hi});
    }
  }
  return key;
}

bool HasRoomFor(const Layout& layout, const ResolvedAxis& axis) {
  for (const Axes& axes : layout) {
    for (const ResolvedAxis& other : axes) {
      if (Overlaps(axis, other) || !CanCoexist(axis, other)) return false;
    }
  }
  return true;
}

// What `longer` has beyond its beginning `shorter`.
Axes Beyond(const Axes& longer, const Axes& shorter) {
  Axes rest;
  for (size_t i = 0; i < longer.size(); ++i) {
    if (i >= shorter.size()) {
      rest.push_back(longer[i]);
    } else if (shorter[i].hi < longer[i].hi) {
      rest.push_back({shorter[i].hi, longer[i].hi, longer[i].axis});
    }
  }
  return rest;
}

// All axes and sub-axes of a mesh.
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

uint32_t AddLayout(LayoutGraph& graph, const Layout& layout) {
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
                                   const Layout& layout) {
  const auto at = graph.ids.find(Key(layout));
  return at == graph.ids.end() ? std::nullopt : std::make_optional(at->second);
}

// From the layout without axes on by slices: every layout can be reached so.
void AddSlices(LayoutGraph& graph) {
  const Axes pieces = Pieces(graph.mesh);
  AddLayout(graph, Layout(graph.rank));
  for (uint32_t from = 0; from < graph.layouts.size(); ++from) {
    if (graph.layouts.size() > BestPlanner::kMaxLayouts) return;
    for (const ResolvedAxis& piece : pieces) {
      if (!HasRoomFor(graph.layouts[from], piece)) continue;
      for (size_t d = 0; d < graph.rank; ++d) {
        Layout next = graph.layouts[from];
        AppendOrMerge(next[d], piece);
        const uint32_t to = AddLayout(graph, next);
        graph.slices[from].push_back({to, piece.size()});
        graph.gathers[to].push_back({from, piece.size()});
      }
    }
  }
  graph.complete = true;
}

// Moves the last axes of `source`, from `axis` on (which is cut at every
// place), to each other dimension.
void AddAllToAlls(LayoutGraph& graph, uint32_t from, size_t source,
                  size_t axis) {
  const Axes axes = graph.layouts[from][source];
  const ResolvedAxis first = axes[axis];
  for (int64_t cut = first.lo; cut < first.hi; cut += first.lo) {
    if (first.hi % cut != 0) continue;
    Layout left = graph.layouts[from];
    left[source].resize(axis);
    if (first.lo < cut) {
      left[source].push_back({first.lo, cut, first.axis});
    }
    Axes moved = {{cut, first.hi, first.axis}};
    moved.insert(moved.end(), axes.begin() + static_cast<ptrdiff_t>(axis) + 1,
                 axes.end());
    int64_t size = 1;
    for (const ResolvedAxis& item : moved) size *= item.size();
    for (size_t target = 0; target < graph.rank; ++target) {
      if (target == source) continue;
      Layout next = left;
      for (const ResolvedAxis& item : moved) AppendOrMerge(next[target], item);
      if (const auto to = FindLayout(graph, next)) {
        graph.all_to_alls[from].push_back({*to, size,
                                           static_cast<int32_t>(source),
                                           static_cast<int32_t>(target)});
      }
    }
  }
}

void AddPermutes(LayoutGraph& graph) {
  absl::flat_hash_map<std::vector<int64_t>, uint32_t> groups;
  for (const Layout& layout : graph.layouts) {
    std::vector<int64_t> shards;
    for (const Axes& axes : layout) {
      int64_t size = 1;
      for (const ResolvedAxis& axis : axes) size *= axis.size();
      shards.push_back(size);
    }
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

// A node: a layout, what came last (slices that follow one another are one
// step, and so are gathers), and whether the devices are in the target's order.
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

class Search {
 public:
  Search(const LayoutGraph& graph, const ReshardProblem& problem,
         int64_t element_bits)
      : graph_(graph), reached_(2 * kLastCount * graph.layouts.size()) {
    for (const std::vector<int64_t>& shards : graph.shards) {
      bytes_.push_back(LocalBytes(problem.shape, shards, element_bits));
    }
  }

  // The nodes after `start` with the arcs to them.
  std::vector<std::pair<uint32_t, Arc>> Run(uint32_t start, uint32_t target) {
    reached_[start].known = true;
    queue_.push({PlanCost{}, start});
    while (!queue_.empty()) {
      const auto [cost, node] = queue_.top();
      queue_.pop();
      if (reached_[node].cost < cost) continue;
      if (LayoutOf(node) == target && IsNumbered(node)) {
        return Path(start, node);
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

  void Relax(PlanCost cost, uint32_t node, const Arc& arc) {
    Reached& reached = reached_[node];
    if (reached.known && reached.cost <= cost) return;
    reached = {cost, arc, true};
    queue_.push({cost, node});
  }

  void Expand(uint32_t node, const PlanCost& cost) {
    const uint32_t at = LayoutOf(node);
    const bool numbered = IsNumbered(node);
    const auto plus = [&](int64_t bytes, size_t steps) {
      bytes = std::max<int64_t>(bytes, 0);
      return PlanCost{
          bytes > INT64_MAX - cost.bytes ? INT64_MAX : cost.bytes + bytes,
          cost.steps + steps};
    };
    for (const LayoutGraph::Slice& slice : graph_.slices[at]) {
      Relax(plus(0, LastOf(node) == kSlice ? 0 : 1),
            NodeOf(slice.to, kSlice, numbered), {node, StepKind::kAllSlice});
    }
    for (const LayoutGraph::Slice& gather : graph_.gathers[at]) {
      Relax(
          plus(bytes_[gather.to] - bytes_[at], LastOf(node) == kGather ? 0 : 1),
          NodeOf(gather.to, kGather, numbered), {node, StepKind::kAllGather});
    }
    for (const LayoutGraph::AllToAll& move : graph_.all_to_alls[at]) {
      Relax(plus(ExchangedBytes(bytes_[at], move.size), 1),
            NodeOf(move.to, kOther, numbered),
            {node, StepKind::kAllToAll, move.source, move.target});
    }
    for (const uint32_t to : graph_.members[graph_.group[at]]) {
      Relax(plus(bytes_[at], 1), NodeOf(to, kOther, true),
            {node, StepKind::kCollectivePermute});
    }
  }

  std::vector<std::pair<uint32_t, Arc>> Path(uint32_t start, uint32_t node) {
    std::vector<std::pair<uint32_t, Arc>> path;
    for (; node != start; node = reached_[node].arc.from) {
      path.push_back({node, reached_[node].arc});
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  const LayoutGraph& graph_;
  std::vector<int64_t> bytes_;
  std::vector<Reached> reached_;
  std::priority_queue<Entry, std::vector<Entry>, Later> queue_;
};

void AddStep(const LayoutGraph& graph, const ReshardProblem& problem,
             const Layout& before, uint32_t node, const Arc& arc,
             ReshardPlan& plan) {
  const Layout& after = graph.layouts[LayoutOf(node)];
  PlanStep step{.kind = arc.kind,
                .on_target_mesh = problem.renumber && IsNumbered(node),
                .source = arc.source,
                .target = arc.target,
                .axes = plan.NextList()};
  if (arc.kind == StepKind::kAllToAll) {
    const auto d = static_cast<size_t>(arc.source);
    plan.AddList(Beyond(before[d], after[d]));
  } else if (arc.kind != StepKind::kCollectivePermute) {
    const bool slices = arc.kind == StepKind::kAllSlice;
    for (size_t d = 0; d < graph.rank; ++d) {
      plan.AddList(slices ? Beyond(after[d], before[d])
                          : Beyond(before[d], after[d]));
    }
  }
  step.layout = plan.NextList();
  for (const Axes& axes : after) plan.AddList(axes);
  step.unreduced = plan.AddList(problem.unreduced);
  plan.AddStep(step);
}

std::optional<uint32_t> FindLayout(const LayoutGraph& graph,
                                   std::span<const ResolvedList> lists) {
  Layout layout;
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

const LayoutGraph& BestPlanner::GraphOf(const ReshardProblem& problem) {
  std::vector<int64_t> mesh;
  for (const MeshAxis& axis : problem.mesh->axes) mesh.push_back(axis.size);
  const size_t rank = problem.from.size();
  for (const auto& graph : graphs_) {
    if (graph->mesh == mesh && graph->rank == rank) return *graph;
  }
  auto graph = std::make_unique<LayoutGraph>();
  graph->mesh = std::move(mesh);
  graph->rank = rank;
  // (The sub-axes of a large axis are not even listed.)
  if (problem.mesh->TotalSize() <= kMaxDevices) AddSlices(*graph);
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

bool BestPlanner::Plan(const ReshardProblem& problem, int64_t element_bits,
                       ReshardPlan& plan) {
  plan.Clear(problem.from.size());
  const LayoutGraph& graph = GraphOf(problem);
  if (!graph.complete) return false;
  const auto from = FindLayout(graph, problem.from);
  const auto to = FindLayout(graph, problem.to);
  if (!from || !to) return false;
  Search search(graph, problem, element_bits);
  const auto path = search.Run(NodeOf(*from, kOther, !problem.renumber), *to);
  uint32_t before = *from;
  for (size_t i = 0; i < path.size(); ++i) {
    const auto& [node, arc] = path[i];
    const bool goes_on = i + 1 < path.size() && LastOf(node) != kOther &&
                         path[i + 1].second.kind == arc.kind;
    if (goes_on) continue;
    AddStep(graph, problem, graph.layouts[before], node, arc, plan);
    before = LayoutOf(node);
  }
  return true;
}

}  // namespace shardflow
