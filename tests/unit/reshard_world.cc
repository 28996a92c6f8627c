#include "unit/reshard_world.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace shardflow {
namespace {

bool HasRoomFor(const WorldLayout& layout, const ResolvedAxis& axis) {
  for (const WorldAxes& axes : layout) {
    for (const ResolvedAxis& other : axes) {
      if (Overlaps(axis, other) || !CanCoexist(axis, other)) return false;
    }
  }
  return true;
}

std::vector<int64_t> Words(const WorldLayout& layout) {
  std::vector<int64_t> words;
  for (const WorldAxes& axes : layout) {
    words.push_back(-1);
    for (const ResolvedAxis& axis : axes) {
      words.insert(words.end(), {axis.axis, axis.lo, axis.hi});
    }
  }
  return words;
}

WorldAxes ToAxes(ResolvedList list) { return {list.begin(), list.end()}; }

}  // namespace

std::vector<WorldLayout> AllLayouts(const std::vector<int64_t>& mesh,
                                    size_t rank) {
  std::vector<WorldLayout> layouts = {WorldLayout(rank)};
  std::set<std::vector<int64_t>> seen = {Words(layouts[0])};
  for (size_t i = 0; i < layouts.size(); ++i) {
    for (size_t a = 0; a < mesh.size(); ++a) {
      for (int64_t lo = 1; lo < mesh[a]; ++lo) {
        for (int64_t hi = 2 * lo; hi <= mesh[a]; hi += lo) {
          const ResolvedAxis axis{lo, hi, static_cast<int64_t>(a)};
          if (mesh[a] % hi != 0 || !HasRoomFor(layouts[i], axis)) continue;
          for (size_t d = 0; d < rank; ++d) {
            WorldLayout next = layouts[i];
            AppendOrMerge(next[d], axis);
            if (seen.insert(Words(next)).second) layouts.push_back(next);
          }
        }
      }
    }
  }
  return layouts;
}

ReshardWorld::ReshardWorld(std::vector<int64_t> mesh,
                           std::vector<int64_t> extents)
    : mesh_(std::move(mesh)),
      rank_(extents.size()),
      extents_(std::move(extents)) {
  for (int64_t size : mesh_) devices_ *= size;
}

int64_t ReshardWorld::Digit(int64_t place, const ResolvedAxis& axis) const {
  const auto a = static_cast<size_t>(axis.axis);
  for (size_t i = mesh_.size() - 1; i > a; --i) place /= mesh_[i];
  return place % mesh_[a] / (mesh_[a] / axis.hi) % axis.size();
}

int64_t ReshardWorld::Index(int64_t place, const WorldAxes& axes) const {
  int64_t index = 0;
  for (const ResolvedAxis& axis : axes) {
    index = index * axis.size() + Digit(place, axis);
  }
  return index;
}

int64_t ReshardWorld::WithIndex(int64_t place, const WorldAxes& axes,
                                int64_t index) const {
  for (size_t i = axes.size(); i > 0; --i) {
    const ResolvedAxis& axis = axes[i - 1];
    const auto a = static_cast<size_t>(axis.axis);
    int64_t stride = mesh_[a] / axis.hi;
    for (size_t j = a + 1; j < mesh_.size(); ++j) stride *= mesh_[j];
    place += (index % axis.size() - Digit(place, axis)) * stride;
    index /= axis.size();
  }
  return place;
}

int64_t ReshardWorld::Count(const WorldAxes& axes) {
  int64_t count = 1;
  for (const ResolvedAxis& axis : axes) count *= axis.size();
  return count;
}

ReshardWorld::State ReshardWorld::Hold(const WorldLayout& layout) const {
  Local all;
  all.size = extents_;
  all.items.resize(1);
  for (int64_t extent : extents_) {
    all.items.resize(all.items.size() * static_cast<size_t>(extent));
  }
  std::iota(all.items.begin(), all.items.end(), 0);
  State state;
  for (int64_t place = 0; place < devices_; ++place) {
    Local local = all;
    for (size_t d = 0; d < rank_; ++d) {
      local = Chunk(local, d, Count(layout[d]), Index(place, layout[d]));
    }
    state.push_back(std::move(local));
  }
  return state;
}

ReshardWorld::Local ReshardWorld::Chunk(const Local& local, size_t dim,
                                        int64_t count, int64_t index) const {
  if (count == 1) return local;
  size_t outer = 1, inner = 1;
  for (size_t d = 0; d < dim; ++d) outer *= static_cast<size_t>(local.size[d]);
  for (size_t d = dim + 1; d < rank_; ++d) {
    inner *= static_cast<size_t>(local.size[d]);
  }
  Local chunk;
  chunk.size = local.size;
  chunk.size[dim] /= count;
  const size_t row = static_cast<size_t>(chunk.size[dim]) * inner;
  const size_t full = static_cast<size_t>(local.size[dim]) * inner;
  for (size_t o = 0; o < outer; ++o) {
    const auto begin =
        local.items.begin() +
        static_cast<ptrdiff_t>(o * full + row * static_cast<size_t>(index));
    chunk.items.insert(chunk.items.end(), begin,
                       begin + static_cast<ptrdiff_t>(row));
  }
  return chunk;
}

ReshardWorld::Local ReshardWorld::Concat(const std::vector<const Local*>& parts,
                                         size_t dim) const {
  const Local& first = *parts[0];
  size_t outer = 1, row = 1;
  for (size_t d = 0; d < dim; ++d) outer *= static_cast<size_t>(first.size[d]);
  for (size_t d = dim; d < rank_; ++d)
    row *= static_cast<size_t>(first.size[d]);
  Local whole;
  whole.size = first.size;
  whole.size[dim] *= static_cast<int64_t>(parts.size());
  for (size_t o = 0; o < outer; ++o) {
    for (const Local* part : parts) {
      const auto begin = part->items.begin() + static_cast<ptrdiff_t>(o * row);
      whole.items.insert(whole.items.end(), begin,
                         begin + static_cast<ptrdiff_t>(row));
    }
  }
  return whole;
}

ReshardWorld::State ReshardWorld::Gather(const State& state, size_t dim,
                                         const WorldAxes& axes) const {
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    std::vector<const Local*> parts;
    for (int64_t i = 0; i < Count(axes); ++i) {
      parts.push_back(&state[static_cast<size_t>(WithIndex(place, axes, i))]);
    }
    next.push_back(Concat(parts, dim));
  }
  return next;
}

ReshardWorld::State ReshardWorld::Slice(const State& state, size_t dim,
                                        const WorldAxes& axes) const {
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    next.push_back(Chunk(state[static_cast<size_t>(place)], dim, Count(axes),
                         Index(place, axes)));
  }
  return next;
}

// Each device cuts what it has along the target and sends part i to the i-th of
// its group; what arrives is put together along the source.
ReshardWorld::State ReshardWorld::AllToAll(const State& state, size_t source,
                                           size_t target,
                                           const WorldAxes& axes) const {
  State next;
  for (int64_t place = 0; place < devices_; ++place) {
    std::vector<Local> parts;
    for (int64_t i = 0; i < Count(axes); ++i) {
      parts.push_back(
          Chunk(state[static_cast<size_t>(WithIndex(place, axes, i))], target,
                Count(axes), Index(place, axes)));
    }
    std::vector<const Local*> pointers;
    for (const Local& part : parts) pointers.push_back(&part);
    next.push_back(Concat(pointers, source));
  }
  return next;
}

// Every device gets the whole of what one other device has, and every device
// sends to one: shard by shard, the devices that have it and those that need
// it are paired.
std::string ReshardWorld::Permute(State& state, const WorldLayout& before,
                                  const WorldLayout& after) const {
  const auto shard = [&](int64_t place, const WorldLayout& layout) {
    std::vector<int64_t> indices;
    for (const WorldAxes& axes : layout) indices.push_back(Index(place, axes));
    return indices;
  };
  std::map<std::vector<int64_t>, std::vector<int64_t>> have;
  for (int64_t place = 0; place < devices_; ++place) {
    have[shard(place, before)].push_back(place);
  }
  State next(state.size());
  for (int64_t place = 0; place < devices_; ++place) {
    std::vector<int64_t>& holders = have[shard(place, after)];
    if (holders.empty()) return "a permute has no source for a device";
    next[static_cast<size_t>(place)] =
        state[static_cast<size_t>(holders.back())];
    holders.pop_back();
  }
  state = std::move(next);
  return "";
}

std::string ReshardWorld::Run(const WorldLayout& from, const WorldLayout& to,
                              const ReshardPlan& plan) {
  State state = Hold(from);
  WorldLayout held = from;
  for (const PlanStep& step : plan.steps()) {
    WorldLayout after;
    for (size_t d = 0; d < rank_; ++d) {
      after.push_back(ToAxes(plan.layout(step, d)));
    }
    const auto axes = [&](size_t d) {
      return ToAxes(plan.list(step.axes + static_cast<uint32_t>(d)));
    };
    switch (step.kind) {
      case StepKind::kAllSlice:
        for (size_t d = 0; d < rank_; ++d) state = Slice(state, d, axes(d));
        break;
      case StepKind::kAllGather:
        for (size_t d = 0; d < rank_; ++d) state = Gather(state, d, axes(d));
        break;
      case StepKind::kAllToAll:
        state = AllToAll(state, static_cast<size_t>(step.source),
                         static_cast<size_t>(step.target), axes(0));
        break;
      case StepKind::kCollectivePermute: {
        const std::string fault = Permute(state, held, after);
        if (!fault.empty()) return fault;
        break;
      }
      default:
        return "a step that no reshard of dimensions has";
    }
    held = std::move(after);
  }
  const State wanted = Hold(to);
  for (size_t place = 0; place < state.size(); ++place) {
    if (state[place].size != wanted[place].size ||
        state[place].items != wanted[place].items) {
      return "device " + std::to_string(place) +
             " doesn't hold what the target gives it";
    }
  }
  return "";
}

}  // namespace shardflow
