#include "lower/reshard_greedy.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/check.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

// The maximum number of rounds. Two rounds are enough for nearly all problems.
// A few problems with sizes that don't divide each other need a third round.
constexpr int kRounds = 8;

bool Divides(int64_t a, int64_t b) { return a % b == 0 || b % a == 0; }

template <class T>
void Erase(std::vector<T>& v, size_t i) {
  v.erase(v.begin() + static_cast<std::ptrdiff_t>(i));
}
void Insert(Axes& axes, size_t i, const ResolvedAxis& axis) {
  axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(i), axis);
}

// Returns the index of the first axis of `ordered` that overlaps `axis`, or the
// size of `ordered` if none does.
size_t FirstOverlapping(const ResolvedAxis& axis, const Axes& ordered) {
  const auto at =
      std::lower_bound(ordered.begin(), ordered.end(), axis, MeshOrder{});
  const auto i = static_cast<size_t>(at - ordered.begin());
  if (i > 0 && Overlaps(axis, ordered[i - 1])) return i - 1;
  return i < ordered.size() && Overlaps(axis, ordered[i]) ? i : ordered.size();
}

// Cuts the axes wherever an axis of `ordered` begins or ends, so that
// overlapping axes of the two lists are equal.
void Align(Axes& axes, const Axes& ordered) {
  for (size_t i = 0; i < axes.size(); ++i) {
    ResolvedAxis axis = axes[i];
    size_t other = FirstOverlapping(axis, ordered);
    while (other < ordered.size() && CanCoexist(ordered[other], axis) &&
           !Contains(ordered[other], axis) && Overlaps(ordered[other], axis)) {
      const ResolvedAxis cut = ordered[other];
      axes[i] = {std::max(axis.lo, cut.lo), std::min(axis.hi, cut.hi),
                 axis.axis};
      if (axis.lo < cut.lo) Insert(axes, i++, {axis.lo, cut.lo, axis.axis});
      if (axis.hi <= cut.hi) break;
      axis.lo = cut.hi;
      Insert(axes, ++i, axis);
      ++other;
    }
  }
}

// Returns the part of `axis` that fits into `room`, and reduces `room`
// accordingly. `rest` becomes the part that doesn't fit. Nothing fits if
// neither size divides the other.
std::optional<ResolvedAxis> Fit(const ResolvedAxis& axis, int64_t& room,
                                std::optional<ResolvedAxis>& rest) {
  rest.reset();
  const int64_t size = axis.size();
  if (room <= 1 || !Divides(size, room)) return std::nullopt;
  if (room >= size) {
    room /= size;
    return axis;
  }
  const int64_t cut = axis.lo * room;
  rest = ResolvedAxis{cut, axis.hi, axis.axis};
  room = 1;
  return ResolvedAxis{axis.lo, cut, axis.axis};
}

}  // namespace

// --- the state

void GreedyPlanner::Begin(const ReshardProblem& problem) {
  problem_ = &problem;
  rank_ = problem.from.size();
  on_target_mesh_ = !problem.renumber;
  broken_ = false;
  for (std::vector<Axes>* lists :
       {&in_, &out_, &current_, &step_axes_, &old_in_, &aside_}) {
    if (lists->size() < rank_) lists->resize(rank_);
  }
  room_.assign(rank_, 1);
  blocked_.assign(rank_, false);
  ordered_in_.clear();
  ordered_out_.clear();
  for (size_t d = 0; d < rank_; ++d) {
    const ResolvedList from = problem.from[d], to = problem.to[d];
    in_[d].assign(from.begin(), from.end());
    out_[d].assign(to.begin(), to.end());
    current_[d].assign(from.begin(), from.end());
    ordered_in_.insert(ordered_in_.end(), from.begin(), from.end());
    ordered_out_.insert(ordered_out_.end(), to.begin(), to.end());
  }
  std::sort(ordered_in_.begin(), ordered_in_.end(), MeshOrder{});
  std::sort(ordered_out_.begin(), ordered_out_.end(), MeshOrder{});
  set_.clear();
  for (size_t d = 0; d < rank_; ++d) {
    Axes &in = in_[d], &out = out_[d];
    Align(in, ordered_out_);
    Align(out, ordered_in_);
    if (problem.replicate_repadded && IsRepadded(d)) {
      blocked_[d] = true;
      aside_[d] = out;
      out.clear();
    }
    const auto [a, b] =
        std::mismatch(in.begin(), in.end(), out.begin(), out.end());
    in.erase(in.begin(), a);
    out.erase(out.begin(), b);
    for (const ResolvedAxis& axis : in) AddToSet(axis);
  }
  BuildPlaces();
}

bool GreedyPlanner::IsRepadded(size_t dim) const {
  const int64_t from = Product(problem_->from[dim]);
  const int64_t to = Product(problem_->to[dim]);
  const int64_t size = problem_->shape[dim];
  if (from == 1 || to == 1 || size < 0) return false;
  const auto padding = [&](int64_t shards) {
    return size % shards == 0 ? 0 : shards - size % shards;
  };
  return padding(from) != padding(to);
}

bool GreedyPlanner::AnyBlocked() const {
  return std::find(blocked_.begin(), blocked_.end(), true) != blocked_.end();
}

// Restores the list of axes wanted on the dimension, now that it is replicated.
void GreedyPlanner::Unblock(size_t dim) {
  blocked_[dim] = false;
  out_[dim] = aside_[dim];
  for (size_t i = 0; i < out_[dim].size(); ++i) {
    places_.push_back({out_[dim][i], dim, i});
  }
}

bool GreedyPlanner::IsDone() const {
  if (!on_target_mesh_) return false;
  for (size_t d = 0; d < rank_; ++d) {
    if (!in_[d].empty() || !out_[d].empty()) return false;
  }
  return true;
}

void GreedyPlanner::BuildPlaces() {
  places_.clear();
  for (size_t d = 0; d < rank_; ++d) {
    for (size_t i = 0; i < out_[d].size(); ++i) {
      places_.push_back({out_[d][i], d, i});
    }
  }
}

const GreedyPlanner::Place* GreedyPlanner::FindPlace(
    const ResolvedAxis& axis) const {
  for (const Place& place : places_) {
    if (place.axis == axis) return &place;
  }
  return nullptr;
}

bool GreedyPlanner::InSet(const ResolvedAxis& axis) const {
  return std::find(set_.begin(), set_.end(), axis) != set_.end();
}
void GreedyPlanner::AddToSet(const ResolvedAxis& axis) {
  if (!InSet(axis)) set_.push_back(axis);
}
void GreedyPlanner::RemoveFromSet(const ResolvedAxis& axis) {
  const auto at = std::find(set_.begin(), set_.end(), axis);
  if (at == set_.end()) return;
  *at = set_.back();
  set_.pop_back();
}

// Removes axes `first`, `first` + 1, ... of in_[dim] from the end of
// current_[dim], where neighbouring axes may have been merged.
void GreedyPlanner::PopFromCurrent(size_t dim, size_t first) {
  Axes& current = current_[dim];
  const Axes& in = in_[dim];
  for (size_t i = in.size(); i > first; --i) {
    if (current.empty()) {
      broken_ = true;
      return;
    }
    if (const auto prefix = PrefixWithoutOverlap(current.back(), in[i - 1])) {
      current.back() = *prefix;
    } else {
      current.pop_back();
    }
  }
}

void GreedyPlanner::SortAndAlign(Axes& split) {
  if (split.empty()) return;
  std::sort(split.begin(), split.end(), MeshOrder{});
  for (size_t d = 0; d < rank_; ++d) Align(out_[d], split);
}

void GreedyPlanner::Distribute(Axes* available, bool per_dim, bool to_front,
                               bool slicing) {
  split_.clear();
  for (size_t d = 0; d < rank_; ++d) {
    Axes& left = per_dim ? available[d] : *available;
    size_t at = to_front ? 0 : in_[d].size();
    for (size_t i = 0; i < left.size() && room_[d] > 1;) {
      std::optional<ResolvedAxis> rest;
      const auto fits = Fit(left[i], room_[d], rest);
      if (!fits) {
        ++i;
        continue;
      }
      Erase(left, i);
      Insert(in_[d], at++, *fits);
      AddToSet(*fits);
      if (slicing) {
        slices_ = true;
        AppendOrMerge(step_axes_[d], *fits);
        AppendOrMerge(current_[d], *fits);
      }
      if (rest) {
        split_.push_back(*fits);
        Insert(left, 0, *rest);
        ++i;
      }
    }
  }
  SortAndAlign(split_);
}

void GreedyPlanner::AddStep(PlanStep step) {
  step.on_target_mesh = problem_->renumber && on_target_mesh_;
  step.layout = plan_->NextList();
  for (size_t d = 0; d < rank_; ++d) plan_->AddList(current_[d]);
  step.unreduced = plan_->AddList(problem_->unreduced_to);
  plan_->AddStep(step);
}

// --- all_slice

// Looks for axes of `source` that have to move to another dimension and that,
// in the target, are followed by axes that no dimension has yet. Slicing
// `source` along these new axes first is better, because all of them then move
// together.
bool GreedyPlanner::FindSliceForAllToAll(size_t source,
                                         SliceForAllToAll& slice) {
  const Axes& in = in_[source];
  if (in.empty() || !out_[source].empty() || blocked_[source]) return false;
  const Place* const place = FindPlace(in.back());
  if (place == nullptr || !in_[place->dim].empty()) return false;
  const Axes& wanted = out_[place->dim];
  // If the place is out of date, the search starts over at the first axis.
  const auto at = std::find(wanted.begin(), wanted.end(), in.back());
  const size_t begin =
      at == wanted.end() ? 0 : static_cast<size_t>(at - wanted.begin()) + 1;
  if (begin == wanted.size() || InSet(wanted[begin])) return false;

  size_t held = in.size(), before = begin;
  int64_t moved = 1;
  while (held > 0 && before > 0 && in[held - 1] == wanted[before - 1]) {
    moved = SaturatingProduct(moved, in[held - 1].size());
    --held;
    --before;
  }
  for (; held > 0; --held) {
    // Fail if the axis is wanted on the same dimension but in a different
    // order.
    const Place* const other = FindPlace(in[held - 1]);
    if (other != nullptr && other->dim == place->dim) return false;
  }
  size_t end = begin;
  int64_t sliced = 1;
  while (end < wanted.size() && !InSet(wanted[end])) {
    sliced = SaturatingProduct(sliced, wanted[end++].size());
  }
  const int64_t shards = SaturatingProduct(Product(current_[source]), sliced);
  if (problem_->shape[source] % shards != 0) return false;
  room_[place->dim] /= SaturatingProduct(moved, sliced);
  slice = {place->dim, begin, end};
  return true;
}

void GreedyPlanner::SliceForLaterAllToAlls() {
  for (size_t d = 0; d < rank_; ++d) {
    SliceForAllToAll slice;
    if (!FindSliceForAllToAll(d, slice)) continue;
    slices_ = true;
    for (size_t i = slice.begin; i < slice.end; ++i) {
      const ResolvedAxis axis = out_[slice.target][i];
      in_[d].push_back(axis);
      AddToSet(axis);
      AppendOrMerge(step_axes_[d], axis);
      AppendOrMerge(current_[d], axis);
    }
  }
}

// Slices the dimension along its wanted axes that no dimension has yet, as far
// as there is room. Axes that don't fit are added to wanted_.
void GreedyPlanner::SliceInPlace(size_t dim) {
  Axes &in = in_[dim], &out = out_[dim];
  for (size_t i = 0; i < out.size();) {
    const ResolvedAxis axis = out[i];
    if (InSet(axis)) {
      ++i;
      continue;
    }
    std::optional<ResolvedAxis> rest;
    const auto fits = Fit(axis, room_[dim], rest);
    if (!fits) {
      wanted_.push_back(axis);
      ++i;
      continue;
    }
    slices_ = true;
    AppendOrMerge(step_axes_[dim], *fits);
    AppendOrMerge(current_[dim], *fits);
    if (in.empty() && i == 0) {
      Erase(out, i);  // it is already in place
    } else {
      AddToSet(*fits);
      in.push_back(*fits);
      out[i++] = *fits;
    }
    if (rest) {
      Insert(out, i++, *rest);
      wanted_.push_back(*rest);
    }
  }
}

bool GreedyPlanner::PickSlicingAxes() {
  slices_ = false;
  for (size_t d = 0; d < rank_; ++d) {
    step_axes_[d].clear();
    // The numerator of out / in in lowest terms.
    const int64_t in = Product(in_[d]), out = Product(out_[d]);
    room_[d] = out / std::gcd(in, out);
  }
  SliceForLaterAllToAlls();
  wanted_.clear();
  for (size_t d = 0; d < rank_; ++d) SliceInPlace(d);
  Distribute(&wanted_, /*per_dim=*/false, /*to_front=*/false, /*slicing=*/true);
  BuildPlaces();
  return slices_;
}

void GreedyPlanner::TryAllSlice() {
  if (!PickSlicingAxes()) return;
  PlanStep step{.kind = StepKind::kAllSlice, .axes = plan_->NextList()};
  for (size_t d = 0; d < rank_; ++d) plan_->AddList(step_axes_[d]);
  AddStep(step);
}

// --- collective_permute

bool GreedyPlanner::ShouldPermute() {
  std::optional<ResolvedAxis> unwanted, missing;
  for (size_t d = 0; d < rank_; ++d) {
    const Axes &in = in_[d], &out = out_[d];
    // (1) An axis can take the place of another axis on this dimension.
    if (!in.empty() && !out.empty() &&
        Divides(in.front().size(), out.front().size())) {
      return true;
    }
    for (const ResolvedAxis& axis : out) {
      if (!InSet(axis)) missing = axis;
    }
    const Place* last = nullptr;
    seen_.assign(rank_, false);
    for (const ResolvedAxis& axis : in) {
      const Place* const place = FindPlace(axis);
      if (place != nullptr) {
        // (2) An axis is on its target dimension but in the wrong position, or
        // axes with the same target dimension aren't adjacent on this dimension
        // or aren't in the target's order.
        if ((place->dim == d || seen_[place->dim]) &&
            (last == nullptr || last->dim != place->dim ||
             place->index != last->index + 1)) {
          return true;
        }
        seen_[place->dim] = true;
      } else if (last != nullptr && out.empty()) {
        // (3) An axis to be gathered is in the way of an axis to be moved.
        return true;
      } else {
        unwanted = axis;
      }
      last = place;
    }
  }
  // (4) An unwanted axis can make room for a missing one.
  return missing && unwanted && Divides(missing->size(), unwanted->size());
}

// Replaces in_[dim] with wanted axes as far as they fit. Afterwards,
// old_in_[dim] contains the axes that may go to other dimensions, and wanted_
// the axes that are still wanted.
void GreedyPlanner::PlaceWanted(size_t dim) {
  Axes &in = in_[dim], &out = out_[dim], &old = old_in_[dim];
  room_[dim] = Product(in);
  int64_t used = room_[dim];
  PopFromCurrent(dim, 0);
  while (room_[dim] > 1 && !out.empty()) {
    std::optional<ResolvedAxis> rest;
    const auto fits = Fit(out.front(), room_[dim], rest);
    if (!fits) break;
    AppendOrMerge(current_[dim], *fits);
    if (rest) {
      out.front() = *rest;
    } else {
      Erase(out, 0);
    }
  }
  wanted_.insert(wanted_.end(), out.begin(), out.end());
  used /= room_[dim];
  std::erase_if(in, [&](const ResolvedAxis& axis) { return FindPlace(axis); });
  old.clear();
  while (used > 1 && !in.empty()) {
    std::optional<ResolvedAxis> rest;
    const auto fits = Fit(in.front(), used, rest);
    if (!fits) break;
    old.push_back(*fits);
    if (rest) {
      in.front() = *rest;
    } else {
      Erase(in, 0);
    }
  }
  // Axes that were not replaced come first, so that they return to their old
  // places.
  old.insert(old.begin(), in.begin(), in.end());
  in.clear();
}

void GreedyPlanner::Permute() {
  wanted_.clear();
  set_.clear();
  for (size_t d = 0; d < rank_; ++d) PlaceWanted(d);
  Distribute(&wanted_, /*per_dim=*/false, /*to_front=*/false,
             /*slicing=*/false);
  Distribute(old_in_.data(), /*per_dim=*/true, /*to_front=*/true,
             /*slicing=*/false);
  wanted_.clear();
  for (size_t d = 0; d < rank_; ++d) {
    wanted_.insert(wanted_.end(), old_in_[d].begin(), old_in_[d].end());
  }
  Distribute(&wanted_, /*per_dim=*/false, /*to_front=*/true, /*slicing=*/false);
  BuildPlaces();
  for (size_t d = 0; d < rank_; ++d) {
    for (const ResolvedAxis& axis : in_[d]) AppendOrMerge(current_[d], axis);
  }
}

void GreedyPlanner::TryPermute() {
  // A permute that only reorders the devices doesn't change the axes.
  if (!AnyBlocked() && ShouldPermute()) {
    Permute();
  } else if (on_target_mesh_) {
    return;
  }
  on_target_mesh_ = true;
  AddStep({.kind = StepKind::kCollectivePermute, .axes = plan_->NextList()});
}

// --- all_to_all

// Moves the last axes of `source`, as long as all are wanted on one other
// dimension.
bool GreedyPlanner::TryAllToAll(size_t source, bool out_of_order) {
  Axes& in = in_[source];
  size_t first = in.size();
  const Place* target = nullptr;
  for (; first > 0; --first) {
    const Place* const place = FindPlace(in[first - 1]);
    if (place == nullptr || place->dim == source ||
        (target != nullptr && place->dim != target->dim)) {
      break;
    }
    target = place;
  }
  if (target == nullptr || (blocked_[source] && first > 0)) return false;
  const size_t to = target->dim;
  Axes& wanted = out_[to];
  const auto begin = in.begin() + static_cast<std::ptrdiff_t>(first);
  if (!out_of_order && (in.size() - first > wanted.size() ||
                        !std::equal(begin, in.end(), wanted.begin()))) {
    return false;
  }
  PopFromCurrent(source, first);
  Axes& moved = step_axes_[0];
  moved.clear();
  for (size_t i = first; i < in.size(); ++i) {
    const ResolvedAxis axis = in[i];
    AppendOrMerge(moved, axis);
    AppendOrMerge(current_[to], axis);
    RemoveFromSet(axis);
    if (in_[to].empty() && !wanted.empty() && wanted.front() == axis) {
      Erase(wanted, 0);
    } else {
      in_[to].push_back(axis);
      AddToSet(axis);
    }
  }
  in.resize(first);
  const PlanMove move = {.source = static_cast<int32_t>(source),
                         .target = static_cast<int32_t>(to),
                         .axes = plan_->AddList(moved)};
  AddStep({.kind = StepKind::kAllToAll,
           .first_move = plan_->AddMove(move),
           .move_count = 1});
  if (blocked_[source]) Unblock(source);
  return true;
}

void GreedyPlanner::TryAllToAlls(bool out_of_order) {
  for (size_t d = 0; d < rank_; ++d) {
    // Each move is normally final, so this loop ends. But axes could move back
    // and forth if places are out of date, so moves are counted.
    for (size_t guard = 0; TryAllToAll(d, out_of_order); ++guard) {
      if (guard <= 2 * problem_->mesh->axes.size() + 64) continue;
      broken_ = true;
      return;
    }
  }
}

// --- all_gather

// Returns the number of axes that stay on the dimension.
size_t GreedyPlanner::FirstToGather(size_t dim) const {
  const Axes& in = in_[dim];
  if (blocked_[dim] || in.empty()) return 0;
  if (!problem_->replicate_repadded) {
    // If the last axis isn't wanted anywhere, gather all axes, otherwise none.
    return FindPlace(in.back()) != nullptr ? in.size() : 0;
  }
  size_t first = in.size();
  while (first > 0 && FindPlace(in[first - 1]) == nullptr) --first;
  return first;
}

void GreedyPlanner::TryAllGather() {
  bool any = false;
  for (size_t d = 0; d < rank_; ++d) {
    Axes& in = in_[d];
    step_axes_[d].clear();
    const size_t first = FirstToGather(d);
    if (first == in.size()) continue;
    any = true;
    PopFromCurrent(d, first);
    for (size_t i = first; i < in.size(); ++i) {
      AppendOrMerge(step_axes_[d], in[i]);
      // (Shardy removes only the last of these axes from the set.)
      if (problem_->replicate_repadded || i + 1 == in.size()) {
        RemoveFromSet(in[i]);
      }
    }
    in.resize(first);
  }
  if (!any) return;
  PlanStep step{.kind = StepKind::kAllGather, .axes = plan_->NextList()};
  for (size_t d = 0; d < rank_; ++d) plan_->AddList(step_axes_[d]);
  AddStep(step);
  for (size_t d = 0; d < rank_; ++d) {
    if (blocked_[d]) Unblock(d);
  }
}

bool GreedyPlanner::Plan(const ReshardProblem& problem, ReshardPlan& plan) {
  SHARDFLOW_DCHECK(problem.from.size() == problem.to.size());
  plan_ = &plan;
  plan.Clear(problem.from.size());
  Begin(problem);
  for (int round = 0; round < kRounds && !IsDone() && !broken_; ++round) {
    TryAllSlice();
    TryPermute();
    TryAllToAlls(/*out_of_order=*/false);
    TryAllToAlls(/*out_of_order=*/true);
    TryAllGather();
  }
  return !broken_;
}

}  // namespace shardflow::internal
