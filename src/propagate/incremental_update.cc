#include <algorithm>
#include <bit>
#include <limits>

#include "ops/data_flow.h"
#include "propagate/incremental.h"

// An update: the old course and the new one side by side.

namespace shardflow {
namespace {

constexpr int32_t kNever = std::numeric_limits<int32_t>::max();

// The values that are written with `value`, by one of them.
ValueId KeyOf(const Module& m, ValueId value) {
  const OpId op = OwningOp(m, value);
  // A value of what was erased, or replaced, is no one's.
  if (op.IsNone() || m.IsErased(op)) return value;
  if (!m.IsArg(value)) return m.result(op, 0);
  if (DataFlow(m, op) == nullptr) return value;
  for (int r = 0; r < m.region_count(op); ++r) {
    const BlockId block = m.first_block(m.region(op, r));
    if (block && !m.args(block).empty()) return m.args(block)[0];
  }
  return value;
}

}  // namespace

// For each key the ops that have a value of it as a tensor, by counting first.
void IncrementalPropagation::ListNeighbours() {
  if (!key_.empty()) return;
  PropagationState& s = *p_.state;
  const PropagationGraph& graph = s.graph;
  const size_t slots = initial_.size();
  key_.resize(slots);
  for (size_t i = 0; i < slots; ++i) key_[i] = static_cast<int32_t>(i);
  for (size_t i = 0; i < value_count_; ++i) {
    key_[i] = KeyOf(m_, ValueId(i)).index;
  }
  neighbour_begin_.assign(slots + 1, 0);
  // Twice: first the counts, then the places.
  const auto each = [&](const auto& add) {
    const auto tensors = [&](const Node& node, int32_t position) {
      for (int32_t t = 0; t < node.tensor_count; ++t) {
        const TensorRef ref = graph.Tensor(position, node, t);
        if (!ref.IsNowhere()) add(key_[ref.value().Slot()], position);
      }
    };
    for (size_t i = 0; i < graph.size(); ++i) {
      const auto position = static_cast<int32_t>(i);
      if (!graph.worklist.Has(position, kHasNode)) continue;
      const Node node = graph.NodeAt(position);
      tensors(node, position);
      if (!node.has_second) continue;
      tensors(graph.second.at(position).node, position);
    }
    for (size_t i = 0; i < s.main_results.values.size(); ++i) {
      const auto result = static_cast<int32_t>(i);
      const ValueId holder =
          GetShardableValue(m_, s.main_results.values[i].value);
      if (holder) add(key_[holder.Slot()], ~result);
      add(key_[value_count_ + i], ~result);
    }
  };
  each([&](int32_t key, int32_t) { ++neighbour_begin_[Index(key) + 1]; });
  for (size_t i = 0; i < slots; ++i) {
    neighbour_begin_[i + 1] += neighbour_begin_[i];
  }
  neighbours_.resize(Index(neighbour_begin_.back()));
  std::vector<int32_t> next(neighbour_begin_.begin(),
                            neighbour_begin_.end() - 1);
  each([&](int32_t key, int32_t position) {
    neighbours_[Index(next[Index(key)]++)] = position;
  });
  dirty_.resize(slots);
  dirty_in_key_.resize(slots);
  touched_.resize(graph.size());
  touched_bits_.resize(graph.size() / 64 + 1);
  touched_results_.resize(s.main_results.values.size());
}

void IncrementalPropagation::SetDirty(int32_t slot, bool dirty) {
  uint8_t& is = dirty_[Index(slot)];
  if ((is != 0) == dirty) return;
  is = dirty ? 1 : 0;
  const int step = dirty ? 1 : -1;
  dirty_count_ += step;
  const int32_t key = key_[Index(slot)];
  int32_t& in_key = dirty_in_key_[Index(key)];
  const bool was = in_key > 0;
  in_key += step;
  if (was == (in_key > 0)) return;
  for (int32_t i = neighbour_begin_[Index(key)];
       i < neighbour_begin_[Index(key) + 1]; ++i) {
    const int32_t at = neighbours_[Index(i)];
    if (at < 0) {
      touched_results_[Index(~at)] += step;
      continue;
    }
    touched_[Index(at)] += step;
    const uint64_t bit = uint64_t{1} << (Index(at) % 64);
    uint64_t& word = touched_bits_[Index(at) / 64];
    word = touched_[Index(at)] > 0 ? word | bit : word & ~bit;
  }
}

bool IncrementalPropagation::IsTouched(int phase, const Turn& turn) const {
  if (phase != kOps) return touched_results_[Index(turn.position)] > 0;
  const int32_t* const visits = visits_.data() + turn.first_visit;
  return std::any_of(visits, visits + turn.visit_count,
                     [&](int32_t op) { return touched_[Index(op)] > 0; });
}

int32_t IncrementalPropagation::NextTouched(int phase, int32_t after) const {
  if (phase != kOps) {
    for (size_t i = Index(after + 1); i < touched_results_.size(); ++i) {
      if (touched_results_[i] > 0) return static_cast<int32_t>(i);
    }
    return kNever;
  }
  const size_t from = Index(after + 1);
  size_t word = from / 64;
  if (word >= touched_bits_.size()) return kNever;
  uint64_t bits = touched_bits_[word] & (~uint64_t{0} << (from % 64));
  while (bits == 0) {
    if (++word == touched_bits_.size()) return kNever;
    bits = touched_bits_[word];
  }
  return static_cast<int32_t>(word * 64 +
                              static_cast<size_t>(std::countr_zero(bits)));
}

// A turn that does what it did.
void IncrementalPropagation::Repeat(const Turn& turn) {
  for (uint32_t i = 0; i < turn.write_count; ++i) {
    const Write& write = writes_[turn.first_write + i];
    SetCurrent(write.slot, write.sharding);
    old_[Index(write.slot)] = write.sharding;
  }
}

void IncrementalPropagation::CompareCourses(const Turn& turn) {
  for (uint32_t i = 0; i < turn.write_count; ++i) {
    const int32_t slot = writes_[turn.first_write + i].slot;
    SetDirty(slot, Current(slot) != old_[Index(slot)]);
  }
}

// False: too much has changed.
bool IncrementalPropagation::UpdatePhase(int phase) {
  PropagationState& s = *p_.state;
  const Turns& turns = TurnsOf(s.run, phase);
  std::vector<Turn> fresh;
  size_t at = 0;
  int32_t position = -1;
  int32_t touched = NextTouched(phase, position);
  for (;;) {
    const int32_t recorded = at < turns.size() ? turns[at].position : kNever;
    position = std::min(touched, recorded);
    if (position == kNever) break;
    const Turn old = recorded == position ? turns[at] : Turn{};
    if (recorded == position) ++at;
    if (touched != position && !IsTouched(phase, old)) {
      Repeat(old);
      continue;
    }
    if (stats_.visits > turn_limit_) return false;
    ++stats_.turns_again;
    const bool skipped =
        phase == kOps && (s.graph.worklist.IsSettled(position, s.run) ||
                          s.graph.worklist.Has(position, kGone));
    const Turn turn =
        skipped ? Turn{.position = position} : TakeTurn(phase, position);
    if (!settles_) return false;
    for (uint32_t i = 0; phase == kOps && i < turn.visit_count; ++i) {
      s.graph.worklist.Unsettle(visits_[turn.first_visit + i]);
    }
    for (uint32_t i = 0; i < old.write_count; ++i) {
      const Write& write = writes_[old.first_write + i];
      old_[Index(write.slot)] = write.sharding;
    }
    CompareCourses(old);
    CompareCourses(turn);
    touched = NextTouched(phase, position);
    // Also where it does nothing any more: the record of the old one goes.
    fresh.push_back(turn);
  }
  s.graph.worklist.Stop();
  StoreTurns(phase, fresh);
  return true;
}

// Both lists are sorted; a fresh turn replaces an old one.
void IncrementalPropagation::StoreTurns(int phase,
                                        const std::vector<Turn>& fresh) {
  if (fresh.empty()) return;
  Turns& turns = TurnsOf(p_.state->run, phase);
  Turns merged;
  merged.reserve(turns.size() + fresh.size());
  size_t next = 0;
  const auto add = [&](const Turn& turn) {
    if (turn.write_count > 0 || turn.visit_count > 1) merged.push_back(turn);
  };
  for (const Turn& turn : turns) {
    while (next < fresh.size() && fresh[next].position < turn.position) {
      add(fresh[next++]);
    }
    if (next < fresh.size() && fresh[next].position == turn.position) {
      add(fresh[next++]);
    } else {
      merged.push_back(turn);
    }
  }
  while (next < fresh.size()) add(fresh[next++]);
  turns = std::move(merged);
}

void IncrementalPropagation::CountChanges() {
  stats_.values_changed = 0;
  for (size_t i = 0; i < last_.size(); ++i) {
    const ShardingId now = Current(static_cast<int32_t>(i));
    stats_.values_changed += now != last_[i] ? 1 : 0;
    last_[i] = now;
  }
}

// Turns that were taken again leave the records of the old ones behind.
void IncrementalPropagation::Compact() {
  size_t live = 0;
  for (const Turns& turns : turns_) {
    for (const Turn& turn : turns) live += turn.visit_count + turn.write_count;
  }
  if (visits_.size() + writes_.size() < 2 * live + 1024) return;
  std::vector<int32_t> visits;
  std::vector<Write> writes;
  for (Turns& turns : turns_) {
    for (Turn& turn : turns) {
      const auto visit = visits_.begin() + turn.first_visit;
      const auto write = writes_.begin() + turn.first_write;
      turn.first_visit = static_cast<uint32_t>(visits.size());
      turn.first_write = static_cast<uint32_t>(writes.size());
      visits.insert(visits.end(), visit, visit + turn.visit_count);
      writes.insert(writes.end(), write, write + turn.write_count);
    }
  }
  visits_ = std::move(visits);
  writes_ = std::move(writes);
}

bool IncrementalPropagation::Update() {
  ListNeighbours();
  stats_.visits = stats_.turns_again = 0;
  old_ = first_;
  const std::vector<int32_t> edited = edited_;
  LoadInitial();
  for (const int32_t slot : edited) {
    SetDirty(slot, initial_[Index(slot)] != old_[Index(slot)]);
  }
  PropagationState& s = *p_.state;
  bool complete = true;
  const auto runs = static_cast<int>(options_.schedule.size());
  for (s.run = 0; complete && dirty_count_ > 0 && s.run < runs; ++s.run) {
    guard_.emplace(MakeSettleGuard(s));
    for (int phase = kBefore; complete && phase <= kAfter; ++phase) {
      complete = UpdatePhase(phase);
    }
  }
  const bool same_end = complete && dirty_count_ == 0;
  for (size_t slot = 0; dirty_count_ > 0; ++slot) {
    SetDirty(static_cast<int32_t>(slot), false);
  }
  if (!settles_) return false;
  if (!complete) {
    const int64_t again = stats_.turns_again;
    s.graph.worklist.Stop();
    std::vector<ShardingId> before = std::move(last_);
    if (!Run()) return false;
    stats_.turns_again = again;
    last_.swap(before);
    CountChanges();
    return true;
  }
  ++stats_.updates;
  s.run = runs - 1;
  if (same_end) {
    // The rest is as it was.
    for (size_t i = 0; i < last_.size(); ++i) {
      SetCurrent(static_cast<int32_t>(i), last_[i]);
    }
    stats_.values_changed = 0;
  } else {
    CountChanges();
  }
  Compact();
  return true;
}

}  // namespace shardflow
