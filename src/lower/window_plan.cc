#include "lower/window_plan.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "ops/shard_local.h"

namespace shardflow::internal {
namespace {

int64_t FloorDiv(int64_t a, int64_t b) { return (a - ((a % b + b) % b)) / b; }

// Returns the index of the first element of the dilated operand at or after
// `place`.
int64_t FirstAtOrAfter(int64_t place, int64_t dilation) {
  return -FloorDiv(-place, dilation);
}

// Sets the number of extra windows, and how many of them precede each shard's
// own windows. Only the first `used` shards have windows.
//
// Windows that are `period` apart begin at the same distance from an element of
// the dilated operand. So the first windows of all shards are points on a ring
// of length `period`. Starting at the point after the widest gap, the fewest
// extra windows are needed to reach all other points.
void AlignWindows(int64_t used, WindowPlan& plan) {
  const WindowSizes& sizes = plan.sizes;
  const int64_t period =
      sizes.dilation / std::gcd(sizes.dilation, sizes.stride);
  const auto mark = [&](int64_t shard) {
    return plan.shard_out % period * shard % period;
  };
  plan.extra = 0;
  plan.skips.assign(static_cast<size_t>(sizes.shards), 0);
  if (plan.shard_out % period == 0) return;
  std::vector<int64_t> marks;
  for (int64_t shard = 0; shard < used; ++shard) marks.push_back(mark(shard));
  std::sort(marks.begin(), marks.end());
  int64_t start = marks.front();
  int64_t gap = start + period - marks.back();
  for (size_t i = 1; i < marks.size(); ++i) {
    if (marks[i] - marks[i - 1] <= gap) continue;
    start = marks[i];
    gap = marks[i] - marks[i - 1];
  }
  plan.extra = period - gap;
  for (int64_t shard = 0; shard < used; ++shard) {
    plan.skips[static_cast<size_t>(shard)] =
        (mark(shard) + period - start) % period;
  }
}

// The windows of shard `shard` need elements [begin, end) of the shard that is
// `hop` devices to the left.
struct Need {
  int64_t shard = 0;
  int64_t hop = 0;
  int64_t begin = 0;
  int64_t end = 0;
};

struct Layout {
  // The parts to concatenate.
  std::vector<WindowPart> parts;
  // For each shard, the position in the concatenated parts of the first element
  // that its windows read. If a window begins with padding, its own position is
  // further left.
  std::vector<int64_t> starts;
};

// Returns a part for each device whose elements are needed, leftmost first. A
// part consists of the range of elements that any receiver needs, and of the
// receivers.
std::vector<WindowPart> PartsOf(const std::vector<Need>& needs) {
  std::vector<WindowPart> parts;
  for (const Need& need : needs) {
    const auto at = std::lower_bound(
        parts.begin(), parts.end(), need.hop,
        [](const WindowPart& part, int64_t hop) { return part.hop > hop; });
    if (at != parts.end() && at->hop == need.hop) {
      at->begin = std::min(at->begin, need.begin);
      at->end = std::max(at->end, need.end);
      at->receivers.push_back(need.shard);
    } else {
      parts.insert(at, {.hop = need.hop,
                        .begin = need.begin,
                        .end = need.end,
                        .receivers = {need.shard}});
    }
  }
  return parts;
}

// Returns a layout in which every device cuts the same elements out of its
// shard. The parts are contiguous in the operand, so the distance from the
// first part to the windows of a shard is the same as in the operand.
Layout LayOutAlike(const std::vector<Need>& needs, const WindowPlan& plan) {
  const int64_t size = plan.shard_in;
  Layout layout;
  const std::vector<WindowPart> used = PartsOf(needs);
  const int64_t first = used.empty() ? 0 : used.front().hop;
  const int64_t last = used.empty() ? 0 : used.back().hop;
  auto next = used.begin();
  for (int64_t hop = first; hop >= last; --hop) {
    WindowPart part{.hop = hop, .begin = 0, .end = size};
    if (next != used.end() && next->hop == hop) {
      // A device's own elements cost nothing, so all of them are taken.
      if (hop == first && hop != 0) part.begin = next->begin;
      if (hop == last && hop != 0) part.end = next->end;
      part.receivers = next->receivers;
      ++next;
    }
    layout.parts.push_back(std::move(part));
  }
  const int64_t base = layout.parts[0].begin - layout.parts[0].hop * size;
  for (int64_t shard = 0; shard < plan.sizes.shards; ++shard) {
    layout.starts.push_back(plan.firsts[static_cast<size_t>(shard)] -
                            shard * size - base);
  }
  return layout;
}

// Returns a layout in which every device sends each receiver exactly the
// elements that it needs. Parts from the same distance have the same length.
// The elements for one shard are in consecutive parts, so a part that is
// followed by another one ends where its sender's shard ends.
Layout LayOutExactly(const std::vector<Need>& needs, const WindowPlan& plan) {
  const int64_t size = plan.shard_in;
  Layout layout;
  layout.starts.assign(static_cast<size_t>(plan.sizes.shards), 0);
  layout.parts = PartsOf(needs);
  for (WindowPart& part : layout.parts) {
    part.begin = 0;
    part.end = part.hop == 0 ? size : 0;
  }
  const auto part_of = [&](int64_t hop) {
    return std::find_if(
        layout.parts.begin(), layout.parts.end(),
        [&](const WindowPart& part) { return part.hop == hop; });
  };
  for (const Need& need : needs) {
    WindowPart& part = *part_of(need.hop);
    part.end = std::max(part.end, need.end - need.begin);
  }
  for (size_t i = 0; i < needs.size(); ++i) {
    const Need& need = needs[i];
    const auto part = part_of(need.hop);
    const bool is_first = i == 0 || needs[i - 1].shard != need.shard;
    const bool is_last =
        i + 1 == needs.size() || needs[i + 1].shard != need.shard;
    int64_t begin = 0;
    if (need.hop != 0) {
      const int64_t latest = size - part->end;
      begin = is_last ? std::min(need.begin, latest) : latest;
      part->begins.resize(static_cast<size_t>(plan.sizes.shards));
      part->begins[static_cast<size_t>(need.shard - need.hop)] = begin;
    }
    if (!is_first) continue;
    int64_t place = need.begin - begin;
    for (auto before = layout.parts.begin(); before != part; ++before) {
      place += before->end;
    }
    const auto shard = static_cast<size_t>(need.shard);
    layout.starts[shard] = place + plan.firsts[shard] -
                           ((need.shard - need.hop) * size + need.begin);
  }
  return layout;
}

// The number of elements that devices send.
struct Sent {
  int64_t most = 0;  // the most elements that any device sends
  int64_t all = 0;
};

Sent SentBy(const std::vector<WindowPart>& parts, int64_t shards) {
  std::vector<int64_t> by_shard(static_cast<size_t>(shards), 0);
  Sent sent;
  for (const WindowPart& part : parts) {
    if (part.hop == 0) continue;
    for (const int64_t receiver : part.receivers) {
      int64_t& here = by_shard[static_cast<size_t>(receiver - part.hop)];
      here += part.end - part.begin;
      sent.most = std::max(sent.most, here);
      sent.all += part.end - part.begin;
    }
  }
  return sent;
}

}  // namespace

bool WindowPlan::HasOneStart() const {
  return std::all_of(starts.begin(), starts.end(),
                     [&](int64_t start) { return start == starts.front(); });
}

int64_t WindowPlan::Size() const {
  int64_t size = edge_left + edge_right;
  for (const WindowPart& part : parts) size += part.end - part.begin;
  return size;
}

bool WindowPlan::Fetches() const {
  return parts.size() != 1 || parts[0].hop != 0;
}

bool WindowPlan::IsLocal() const {
  return !Fetches() && edge_left == 0 && edge_right == 0 && HasOneStart() &&
         count == shard_in && !sees_end;
}

bool PlanReads(std::span<const WindowRead> reads, WindowPlan& plan) {
  const int64_t shards = plan.sizes.shards, in = plan.sizes.in;
  const int64_t size = plan.shard_in;
  plan.firsts.clear();
  std::vector<Need> needs;
  for (int64_t shard = 0; shard < shards; ++shard) {
    const WindowRead& read = reads[static_cast<size_t>(shard)];
    plan.firsts.push_back(read.first);
    if (!read.matters) continue;
    const int64_t begin = std::max<int64_t>(read.begin, 0);
    const int64_t end = std::min(in, read.end);
    for (int64_t from = begin / size; from < shards && from * size < end;
         ++from) {
      needs.push_back({.shard = shard,
                       .hop = shard - from,
                       .begin = std::max(begin - from * size, int64_t{0}),
                       .end = std::min(end - from * size, size)});
    }
  }
  Layout layout = LayOutAlike(needs, plan);
  Sent sent = SentBy(layout.parts, shards);
  bool exactly = false;
  if (!plan.sizes.same_for_all && sent.all > 0) {
    Layout exact = LayOutExactly(needs, plan);
    const Sent less = SentBy(exact.parts, shards);
    exactly = less.all < sent.all && less.most <= sent.most;
    if (exactly) {
      layout = std::move(exact);
      sent = less;
    }
  }
  if (!plan.sizes.at_any_cost && sent.most > (shards - 1) * size) return false;
  plan.parts = std::move(layout.parts);
  plan.edge_left = plan.edge_right = 0;
  plan.sees_nothing = plan.sees_end = false;
  const int64_t base = plan.parts[0].begin - plan.parts[0].hop * size;
  const int64_t total = plan.Size();
  size_t some = 0;  // index of a shard that reads elements
  for (size_t i = 0; i < reads.size(); ++i) {
    const WindowRead& read = reads[i];
    if (!read.matters) continue;
    some = i;
    const int64_t start = layout.starts[i];
    plan.edge_left = std::max(plan.edge_left, -start);
    plan.edge_right = std::max(plan.edge_right, start + plan.count - total);
    const bool passes_end = read.seen_end > in;
    if (exactly) {
      plan.sees_end |= read.seen_begin < 0 || passes_end;
      continue;
    }
    plan.sees_nothing |= (read.seen_begin < 0 && base < 0) ||
                         (passes_end && base + total > size);
    plan.sees_end |= passes_end && shards * size > in;
  }
  plan.starts.clear();
  for (size_t i = 0; i < reads.size(); ++i) {
    // A shard without windows gets the start of a shard that has some.
    plan.starts.push_back(layout.starts[reads[i].matters ? i : some] +
                          plan.edge_left);
  }
  return true;
}

std::optional<WindowPlan> PlanWindow(const WindowSizes& sizes) {
  WindowPlan plan;
  plan.sizes = sizes;
  const int64_t shards = sizes.shards;
  const int64_t dilation = sizes.dilation, stride = sizes.stride;
  plan.shard_in = CeilDiv(sizes.in, shards);
  const int64_t windows = plan.shard_out = CeilDiv(sizes.out, shards);
  if (plan.shard_in < 1 || windows < 1) return std::nullopt;
  const int64_t used = CeilDiv(sizes.out, windows);  // shards with windows
  AlignWindows(used, plan);
  if (plan.extra > 0 && plan.Windows() > sizes.out) return std::nullopt;
  // The position where the windows of a shard begin, not counting extra
  // windows.
  const auto place = [&](int64_t shard) {
    return shard * windows * stride - sizes.low;
  };
  const int64_t local = place(0) - plan.skips[0] * stride;
  plan.low = FirstAtOrAfter(local, dilation) * dilation - local;
  const int64_t extent = (plan.Windows() - 1) * stride + sizes.reach;
  if (extent <= plan.low) return std::nullopt;
  plan.count = (extent - 1 - plan.low) / dilation + 1;
  plan.high = extent - plan.low - ((plan.count - 1) * dilation + 1);

  std::vector<WindowRead> reads;
  for (int64_t shard = 0; shard < shards; ++shard) {
    const int64_t begin = place(shard);
    const int64_t skip = plan.skips[static_cast<size_t>(shard)] * stride;
    WindowRead& read = reads.emplace_back();
    read.first = FirstAtOrAfter(begin - skip, dilation);
    if (shard >= used) continue;
    // The last shard may have fewer windows.
    const int64_t last_window = sizes.to < 0 ? sizes.out : sizes.to;
    const int64_t skipped = std::max<int64_t>(0, sizes.from - shard * windows);
    const int64_t here = std::min(windows, last_window - shard * windows);
    if (skipped >= here) continue;
    read.matters = true;
    // Returns the end of the elements that the first `n` windows read.
    const auto end_of = [&](int64_t n) {
      const int64_t end = begin + (n - 1) * stride + sizes.reach;
      return FloorDiv(end - 1, dilation) + 1;
    };
    read.begin = FirstAtOrAfter(begin + skipped * stride, dilation);
    read.end = end_of(here);
    read.seen_begin = FirstAtOrAfter(begin, dilation);
    read.seen_end = end_of(windows);
  }
  if (!PlanReads(reads, plan)) return std::nullopt;
  return plan;
}

}  // namespace shardflow::internal
