#include "cost/exported.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "base/vector_bytes.h"
#include "cost/named_copies.h"
#include "ir/walk.h"
#include "lower/single_device.h"
#include "ops/compatible.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "ops/sharding_walk.h"
#include "passes/export/merged_constants.h"
#include "sharding/tensor.h"
#include "sharding/unreduced.h"

namespace shardflow::internal {
namespace {

// Whether the op is a reshard that makes axes unreduced, or no longer
// unreduced. Export replaces it by collectives.
bool ChangesUnreduced(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kReshard) return false;
  const auto unreduced = [&](ValueId value) {
    const ShardingId sharding = m.sharding(value);
    return sharding ? m.shardings.Get(sharding).unreduced
                    : ShardingStore::kEmptyAxes;
  };
  return unreduced(m.operand(op, 0)) != unreduced(m.result(op, 0));
}

// Returns the sharding that export leaves to a result without an
// sdy.data_flow_edge (an edit may have erased one that nothing used). If other
// results of the op have edges, export takes the shardings of all results from
// edges (TakeEdgeShardings), so that this one becomes unsharded.
ShardingId WithoutEdge(Module& m, ValueId result, ShardingId sharding) {
  const OpId op = m.def(result);
  if (m.op_count(OpKind::kDataFlowEdge) == 0 || DataFlow(m, op) == nullptr) {
    return sharding;
  }
  for (const ValueId owner : ResultEdgeOwners(m, op)) {
    const OpId edge = EdgeOfTarget(m, owner);
    const ShardingId held =
        edge ? m.sharding(m.result(edge, 0)) : ShardingId::None();
    if (!held) continue;
    return m.shardings.FullyOpen(m.shardings.Get(held).mesh,
                                 Shape(m, result).size());
  }
  return sharding;
}

// Whether a function returns a value that is unreduced otherwise than its
// result. Export adds it up.
bool ReturnsPartialSums(const Module& m) {
  const auto unreduced = [&](ShardingId sharding) {
    return sharding ? m.shardings.Get(sharding).unreduced
                    : ShardingStore::kEmptyAxes;
  };
  for (const OpId function : Functions(m)) {
    const OpId end = ReturnOp(m, function);
    const TypeId type = FunctionType(m, function);
    if (!end || !type) continue;
    const size_t count = std::min(m.types.result_count(type),
                                  static_cast<size_t>(m.operand_count(end)));
    for (size_t i = 0; i < count; ++i) {
      const ValueId value = m.operand(end, static_cast<int>(i));
      if (unreduced(m.sharding(value)) !=
          unreduced(ResultSharding(m, function, i))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool HasUnknownExport(const Module& m) {
  if (AnySingleDevice(m)) return true;
  if (!AnyUnreduced(m.shardings)) return false;
  // A session may have given up its last unreduced sharding.
  bool any = false;
  WalkShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
    any |= id && m.shardings.Get(id).unreduced != ShardingStore::kEmptyAxes;
  });
  return any;
}

bool MergesDifferentCopies(const Module& m) {
  return NamedCopies(m).AnyDiffer();
}

bool LooksExported(const Module& m) {
  for (const OpKind kind :
       {OpKind::kDataFlowEdge, OpKind::kNamedComputation,
        OpKind::kShardingConstraint, OpKind::kShardingGroup}) {
    if (m.op_count(kind) > 0) return false;
  }
  bool any_left = false;
  if (AnyUnreduced(m.shardings)) {
    any_left = ReturnsPartialSums(m);
    WalkPreOrder(m, m.root(),
                 [&](OpId op) { any_left |= ChangesUnreduced(m, op); });
  }
  WalkShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
    if (!id || any_left) return;
    for (const DimSharding& dim : m.shardings.Get(id).dims) {
      any_left |= !dim.closed;
    }
  });
  return !any_left;
}

bool MayGetReshards(const Module& m, OpId op) {
  return IsDot(m, op) || MayNeedCompatible(m, op);
}

ExportedShardings::ExportedShardings(Module& m, const SymbolTable& symbols,
                                     bool merges)
    : m_(m),
      main_(MainFunction(m)),
      merges_(merges),
      rules_(m, {.compat = m.compat()}, warnings_, ignored_),
      lower_{m, symbols, ignored_, m.compat()},
      resharder_(lower_, rules_, /*memo=*/true,
                 [this](ValueId value) { return Closed(value); }),
      divisible_(m, symbols) {}

// Returns a sharding's entry in the cache `of`; None until it is filled in.
ShardingId& ExportedShardings::Known(std::vector<ShardingId>& of,
                                     ShardingId sharding) {
  if (sharding.Slot() >= of.size()) of.resize(m_.shardings.sharding_count());
  return of[sharding.Slot()];
}

// Returns the value's sharding as seen by export's passes. Another value may
// hold it, for example the result of a loop that has the value as an argument
// of its body.
ShardingId ExportedShardings::Closed(ValueId value) {
  for (const Inlined& i : inlined_) {
    if (i.operand != value) continue;
    value = i.value;
    break;
  }
  const ValueId holder = GetShardableValue(m_, value);
  const ShardingId sharding = holder ? Of(holder) : ShardingId::None();
  if (sharding.IsNone()) return sharding;
  ShardingId closed = Known(closed_, sharding);
  if (!closed) {
    closed = ExportedLike(m_.shardings, sharding);
    Known(closed_, sharding) = closed;
  }
  return SeenEdgeOwnerSharding(m_, holder, closed);
}

int32_t ExportedShardings::ChangesAround(OpId op,
                                         std::span<const Inlined> inlined) {
  inlined_ = inlined;
  if (m_.kind(op) == OpKind::kDataFlowEdge) {
    return PassesOn(op) ? kPassesOn : kNoChanges;
  }
  if (!MayGetReshards(m_, op)) return kNoChanges;
  const bool is_dot = IsDot(m_, op);
  if (!is_dot && !NeedsCompatible(
                     m_, op, [this](ValueId value) { return Closed(value); })) {
    return kNoChanges;
  }
  const std::vector<OpChange>* const changes =
      resharder_.Decide(op, /*full=*/!is_dot);
  if (changes == nullptr || changes->empty()) return kNoChanges;
  key_.clear();
  for (const OpChange& change : *changes) {
    key_.push_back(change.kind);
    key_.push_back(change.index);
    key_.push_back(change.own.index);
    key_.push_back(change.seen.index);
  }
  const int32_t number = ids_.Intern(Key());
  if (static_cast<size_t>(number) == changes_.size()) {
    changes_.push_back(*changes);
  }
  return number;
}

std::string_view ExportedShardings::Key() const {
  return ArrayBytes(std::span<const int32_t>(key_));
}

int32_t ExportedShardings::MergedConstant(OpId op, int32_t copy) {
  if (!merges_) return -1;
  const std::optional<MergedConstantKey> key = KeyOfMergedConstant(m_, op);
  if (!key) return -1;
  key_ = {key->region.index,      copy,
          key->expansion ? 1 : 0, key->attrs.index,
          key->type.index,        key->sharding.index,
          key->rule.index};
  return constants_.Intern(Key());
}

// Whether the value that the computation returns already has the edge's
// sharding even before export makes shardings divisible. If so, no reshard
// follows the call to the computation's function.
bool ExportedShardings::PassesOn(OpId edge) const {
  const ValueId result = m_.operand(edge, 0);
  if (m_.IsArg(result)) return false;
  const OpId computation = m_.def(result);
  if (m_.kind(computation) != OpKind::kNamedComputation) return false;
  const OpId end = m_.terminator(m_.first_block(m_.region(computation, 0)));
  const int i = m_.index(result);
  return end && i < m_.operand_count(end) &&
         IsEquivalent(m_.shardings, m_.sharding(m_.operand(end, i)),
                      m_.sharding(m_.result(edge, 0)));
}

ShardingId ExportedShardings::AtMain(ShardingId sharding, TypeId type) {
  if (!sharding) return sharding;
  const ShardingId divisible = divisible_.Of(sharding, type);
  const ShardingId known = Known(without_sub_axes_, divisible);
  return known ? known
               : Known(without_sub_axes_, divisible) =
                     WithoutSubAxes(m_, divisible);
}

ShardingId ExportedShardings::Of(ValueId value) {
  const ShardingId sharding = m_.sharding(value);
  if (sharding.IsNone()) return sharding;
  if (m_.IsArg(value)) {
    const OpId owner = OwningOp(m_, value);
    return owner && owner == main_ ? AtMain(sharding, m_.type(value))
                                   : sharding;
  }
  const OpId op = m_.def(value);
  if (m_.kind(op) != OpKind::kDataFlowEdge) {
    const ShardingId sunk = WithoutEdge(m_, value, sharding);
    return KeepsDivisible(m_, op) ? divisible_.Of(sunk, m_.type(value)) : sunk;
  }
  const ValueId owner = m_.operand(op, 0);
  const OpId around = OwningOp(m_, owner);
  // A named computation becomes a function, and its arguments become the
  // function's arguments.
  const bool is_divisible =
      around &&
      (KeepsDivisible(m_, around) ||
       (m_.kind(around) == OpKind::kNamedComputation && m_.IsArg(owner)));
  return is_divisible ? divisible_.Of(sharding, m_.type(owner)) : sharding;
}

void ExportedShardings::InternBorders() {
  if (main_) {
    const TypeId type = FunctionType(m_, main_);
    for (size_t i = 0; i < m_.types.input_count(type); ++i) {
      AtMain(ArgSharding(m_, main_, i), m_.types.input(type, i));
    }
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      AtMain(ResultSharding(m_, main_, i), m_.types.result(type, i));
    }
  }
  if (m_.op_count(OpKind::kDataFlowEdge) == 0) return;
  WalkPreOrder(m_, m_.root(), [&](OpId op) {
    if (m_.kind(op) == OpKind::kDataFlowEdge) Of(m_.result(op, 0));
  });
}

size_t ExportedShardings::MemoryBytes() const {
  return ids_.MemoryBytes() + constants_.MemoryBytes() + VectorBytes(closed_) +
         VectorBytes(without_sub_axes_) + changes_.size() * sizeof(changes_[0]);
}

}  // namespace shardflow::internal
