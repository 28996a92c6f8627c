#include "propagate/step.h"

#include <algorithm>
#include <vector>

#include "base/intern.h"
#include "propagate/factor_aggressive.h"
#include "propagate/factor_basic.h"
#include "propagate/step_trace.h"
#include "sharding/projection.h"
#include "sharding/resolved.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

struct DirectionListTag {};
using DirectionListId = Id<DirectionListTag>;

// The changes of all steps so far, at addresses that never change.
class StepChangePool {
 public:
  std::span<const StepChange> Add(std::span<const StepChange> changes) {
    if (changes.empty()) return {};
    if (left_ < changes.size()) {
      left_ = std::max(kChunk, changes.size());
      chunks_.push_back(std::make_unique<StepChange[]>(left_));
      next_ = chunks_.back().get();
    }
    std::copy(changes.begin(), changes.end(), next_);
    const std::span<const StepChange> added(next_, changes.size());
    next_ += changes.size();
    left_ -= changes.size();
    return added;
  }

 private:
  static constexpr size_t kChunk = 512;
  std::vector<std::unique_ptr<StepChange[]>> chunks_;
  StepChange* next_ = nullptr;
  size_t left_ = 0;
};

// Maps everything that a step depends on to the step's changes. The key is a
// list of words: the rule, the flags, then one sharding for each tensor. This
// is an open-addressing hash table of our own because the look-up is the whole
// cost of most visits: an absl::flat_hash_map of interned keys would hash the
// words twice and compare them out of line.
class StepMemo {
 public:
  StepMemo() : slots_(kFirstSize) {}

  struct Entry {
    uint64_t hash = 0;
    uint32_t key = 0;   // index in words_
    uint32_t size = 0;  // length of the key; 0 for a free slot
    std::span<const StepChange> changes;
  };

  // Returns the entry of the key, or a new one with size 0, to be filled by
  // Fill.
  Entry& Find(int32_t rule, int32_t flags,
              std::span<const ShardingId> shardings) {
    if (2 * (count_ + 1) > slots_.size()) Grow();
    const uint64_t hash = Hash(rule, flags, shardings);
    size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot].size != 0) {
      if (slots_[slot].hash == hash &&
          Equals(slots_[slot], rule, flags, shardings)) {
        return slots_[slot];
      }
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot].hash = hash;
    return slots_[slot];
  }

  void Fill(Entry& entry, int32_t rule, int32_t flags,
            std::span<const ShardingId> shardings,
            std::span<const StepChange> changes) {
    entry.key = static_cast<uint32_t>(words_.size());
    entry.size = static_cast<uint32_t>(shardings.size() + 2);
    entry.changes = changes;
    words_.push_back(rule);
    words_.push_back(flags);
    for (const ShardingId id : shardings) words_.push_back(id.index);
    ++count_;
  }

 private:
  static constexpr size_t kFirstSize = 256;  // a power of two

  static uint64_t Mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 32);
  }
  static uint64_t Hash(int32_t rule, int32_t flags,
                       std::span<const ShardingId> shardings) {
    uint64_t hash = Mix(static_cast<uint32_t>(rule),
                        static_cast<uint64_t>(flags) << 32 | shardings.size());
    for (const ShardingId id : shardings) {
      hash = Mix(hash, static_cast<uint32_t>(id.index));
    }
    return hash;
  }
  bool Equals(const Entry& entry, int32_t rule, int32_t flags,
              std::span<const ShardingId> shardings) const {
    const int32_t* key = words_.data() + entry.key;
    if (entry.size != shardings.size() + 2 || *key++ != rule ||
        *key++ != flags) {
      return false;
    }
    // Most keys are so short that a call to memcmp would take longer.
    for (const ShardingId id : shardings) {
      if (*key++ != id.index) return false;
    }
    return true;
  }
  void Grow() {
    std::vector<Entry> old(2 * slots_.size());
    old.swap(slots_);
    for (const Entry& entry : old) {
      if (entry.size == 0) continue;
      size_t slot = entry.hash & (slots_.size() - 1);
      while (slots_[slot].size != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = entry;
    }
  }

  std::vector<Entry> slots_;
  size_t count_ = 0;
  std::vector<int32_t> words_;
};

// (The types above aren't in an anonymous namespace, because Impl uses them and
// isn't in one, either.)
struct Stepper::Impl {
  Impl(ShardingStore& s, const RuleStore& r, const MeshTable& m)
      : shardings(s), rules(r), meshes(m) {}

  int32_t Flags(const StepInput& input);
  std::optional<MeshRef> MeshOf(const StepInput& input) const;
  void Propagate(const StepInput& input, Projection& table,
                 StepTrace* trace = nullptr);
  std::span<const StepChange> Compute(const StepInput& input);
  ResolvedMesh& Resolved(MeshId id);
  void SetDirections(const Rule& rule, const Directions& directions);

  ShardingStore& shardings;
  const RuleStore& rules;
  const MeshTable& meshes;

  StepMemo memo;
  bool memo_on = true;
  StepChangePool change_pool;
  ArrayStore<DirectionListId, Direction> direction_lists;
  int64_t calls = 0;
  int64_t misses = 0;

  // Scratch memory for a single Compute(), reused by the next one.
  std::vector<std::unique_ptr<ResolvedMesh>> resolved;  // indexed by MeshId
  Projection projection;
  FactorScratch scratch;
  std::vector<Direction> directions;
  std::vector<uint8_t> updated;
  std::vector<StepChange> changes;
};

// Returns everything in the input, except for the rule and the shardings, in
// one word.
int32_t Stepper::Impl::Flags(const StepInput& input) {
  const Directions& d = input.directions;
  int32_t flags = static_cast<int32_t>(input.strategy) |
                  static_cast<int32_t>(input.conservative) << 1 |
                  static_cast<int32_t>(input.elementwise) << 2;
  if (d.per_factor.empty()) {
    flags |= static_cast<int32_t>(d.pass_through) << 3 |
             static_cast<int32_t>(d.other) << 5;
  } else {
    // If there is no list, direction bits that are all 0 mean "none along any
    // factor". A list leaves these bits 0, but always sets higher bits.
    flags |= (direction_lists.Intern(d.per_factor).index + 1) << 7;
  }
  return flags;
}

ResolvedMesh& Stepper::Impl::Resolved(MeshId id) {
  if (id.Slot() >= resolved.size()) resolved.resize(id.Slot() + 1);
  std::unique_ptr<ResolvedMesh>& mesh = resolved[id.Slot()];
  if (mesh == nullptr) mesh = std::make_unique<ResolvedMesh>(shardings, id);
  return *mesh;
}

void Stepper::Impl::SetDirections(const Rule& rule, const Directions& wanted) {
  directions.assign(rule.factor_count(), Direction::kNone);
  for (size_t factor = 0; factor < directions.size(); ++factor) {
    if (rule.IsBlocked(factor)) continue;
    if (!wanted.per_factor.empty()) {
      if (factor < wanted.per_factor.size()) {
        directions[factor] = wanted.per_factor[factor];
      }
    } else {
      directions[factor] = rule.factor_type(factor) == FactorType::kPassThrough
                               ? wanted.pass_through
                               : wanted.other;
    }
  }
}

// Returns the mesh of the step, as the first sharding names it; nullopt if
// nothing propagates.
std::optional<MeshRef> Stepper::Impl::MeshOf(const StepInput& input) const {
  if (!input.rule) return std::nullopt;
  const std::optional<MeshRef> ref =
      CommonMesh(shardings, meshes, input.shardings);
  // A maximal mesh puts everything on one device. It marks send, recv and the
  // like.
  if (ref && shardings.mesh(meshes.Find(*ref)).IsMaximal()) {
    return std::nullopt;
  }
  return ref;
}

void Stepper::Impl::Propagate(const StepInput& input, Projection& table,
                              StepTrace* trace) {
  const Rule& rule = rules.Get(input.rule);
  SetDirections(rule, input.directions);
  updated.assign(rule.tensor_count(), 0);
  const FactorStep step = {table, directions, input.conservative,
                           input.elementwise, trace};
  switch (input.strategy) {
    case Strategy::kBasic:
      PropagateBasic(step, scratch, updated);
      break;
    case Strategy::kAggressive:
      PropagateAggressive(step, scratch, updated);
      break;
  }
}

std::span<const StepChange> Stepper::Impl::Compute(const StepInput& input) {
  const std::optional<MeshRef> ref = MeshOf(input);
  if (!ref) return {};
  if (!projection.Build(shardings, rules.Get(input.rule),
                        Resolved(meshes.Find(*ref)), input.shardings)) {
    return {};
  }
  Propagate(input, projection);
  changes.clear();
  for (size_t tensor = 0; tensor < updated.size(); ++tensor) {
    if (updated[tensor] == 0) continue;
    const ShardingId before = input.shardings[tensor];
    const ShardingId after = projection.ToSharding(tensor, *ref, shardings);
    // A factor may have received axes that the dimension can't express, because
    // a factor before it isn't fully sharded.
    if (before ? after == before : HasNoAxes(shardings.Get(after))) continue;
    changes.push_back({static_cast<int32_t>(tensor), after});
  }
  return change_pool.Add(changes);
}

Stepper::Stepper(ShardingStore& shardings, const RuleStore& rules,
                 const MeshTable& meshes)
    : impl_(std::make_unique<Impl>(shardings, rules, meshes)) {}
Stepper::~Stepper() = default;

std::span<const StepChange> Stepper::Step(const StepInput& input) {
  Impl& impl = *impl_;
  ++impl.calls;
  if (!impl.memo_on) {
    ++impl.misses;
    return impl.Compute(input);
  }
  const int32_t flags = impl.Flags(input);
  StepMemo::Entry& entry =
      impl.memo.Find(input.rule.index, flags, input.shardings);
  if (entry.size == 0) {
    ++impl.misses;
    impl.memo.Fill(entry, input.rule.index, flags, input.shardings,
                   impl.Compute(input));
  }
  return entry.changes;
}

bool Stepper::Project(const StepInput& input, Projection& before,
                      Projection& after) {
  const std::optional<MeshRef> ref = impl_->MeshOf(input);
  if (!ref) return false;
  const Rule& rule = impl_->rules.Get(input.rule);
  ResolvedMesh& mesh = impl_->Resolved(impl_->meshes.Find(*ref));
  if (!before.Build(impl_->shardings, rule, mesh, input.shardings) ||
      !after.Build(impl_->shardings, rule, mesh, input.shardings)) {
    return false;
  }
  impl_->Propagate(input, after);
  return true;
}

void Stepper::Trace(const StepInput& input, StepTrace& trace) {
  using Outcome = StepTrace::Outcome;
  if (!input.rule) {
    trace.outcome = Outcome::kNoRule;
    return;
  }
  const std::optional<MeshRef> ref =
      CommonMesh(impl_->shardings, impl_->meshes, input.shardings);
  const bool any = std::ranges::any_of(
      input.shardings, [](ShardingId id) { return static_cast<bool>(id); });
  if (!ref) {
    trace.outcome = any ? Outcome::kMeshesDiffer : Outcome::kNoSharding;
    return;
  }
  const MeshId mesh = impl_->meshes.Find(*ref);
  if (impl_->shardings.mesh(mesh).IsMaximal()) {
    trace.outcome = Outcome::kSingleDevice;
    return;
  }
  const Rule& rule = impl_->rules.Get(input.rule);
  if (!trace.before.Build(impl_->shardings, rule, impl_->Resolved(mesh),
                          input.shardings) ||
      !trace.after.Build(impl_->shardings, rule, impl_->Resolved(mesh),
                         input.shardings)) {
    trace.outcome = Outcome::kInvalid;
    return;
  }
  trace.outcome = Outcome::kStepped;
  impl_->Propagate(input, trace.after, &trace);
}

int64_t Stepper::calls() const { return impl_->calls; }
int64_t Stepper::misses() const { return impl_->misses; }
void Stepper::SetMemo(bool on) { impl_->memo_on = on; }

}  // namespace shardflow::internal
