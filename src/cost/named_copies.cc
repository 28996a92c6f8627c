#include "cost/named_copies.h"

#include <span>
#include <utility>

#include "base/vector_bytes.h"
#include "ir/names.h"
#include "ir/walk.h"
#include "ops/data_flow.h"

namespace shardflow::internal {
namespace {

// Calls fn(ValueId) for all values that the computation's body defines, and
// before that at(OpId) for each op.
template <class At, class Fn>
void ForEachInside(const Module& m, OpId computation, const At& at,
                   const Fn& fn) {
  WalkPreOrder(m, computation, [&](OpId op) {
    at(op);
    for (int i = 0; op != computation && i < m.result_count(op); ++i) {
      fn(m.result(op, i));
    }
    for (int r = 0; r < m.region_count(op); ++r) {
      const BlockId block = m.first_block(m.region(op, r));
      if (block.IsNone()) continue;
      for (const ValueId arg : m.args(block)) fn(arg);
    }
  });
}

}  // namespace

NamedCopies::NamedCopies(const Module& m) : m_(m) {
  // A single computation can't differ from another one.
  if (m.op_count(OpKind::kNamedComputation) < 2) return;
  BlobInterner ids;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) != OpKind::kNamedComputation) return;
    index_.emplace(op, copies_.size());
    copies_.emplace_back().op = op;
    copies_.back().ops = OpsOf(op, ids);
    Note(copies_.size() - 1);
  });
}

void NamedCopies::Note(size_t i) {
  if (!std::exchange(copies_[i].is_noted, true)) noted_.push_back(i);
}

void NamedCopies::NoteChange(ValueId value) {
  if (copies_.empty()) return;
  const auto note = [&](OpId op) {
    const auto at = index_.find(op);
    if (at != index_.end()) Note(at->second);
  };
  for (OpId op = OwningOp(m_, value); op && op != m_.root();
       op = m_.parent_op(op)) {
    note(op);
  }
  // A body may return a value from around it.
  for (const UseId use : m_.Uses(value)) {
    const OpId user = m_.use(use).owner;
    if (m_.kind(user) == OpKind::kSdyReturn) note(m_.parent_op(user));
  }
}

// Returns equal numbers for computations that become the same function: those
// with the same name, and the same types and shardings of arguments and
// returned values.
int32_t NamedCopies::FunctionOf(OpId op) {
  const BlockId body = m_.first_block(m_.region(op, 0));
  const OpId end = body ? m_.terminator(body) : OpId::None();
  if (end.IsNone()) return kUnknown;
  key_ = {m_.attr(op, name::kName).index};
  for (const ValueId arg : m_.args(body)) {
    const OpId edge = EdgeOfTarget(m_, arg);
    key_.push_back(m_.type(arg).index);
    key_.push_back(m_.sharding(edge ? m_.result(edge, 0) : arg).index);
  }
  key_.push_back(-2);
  for (int i = 0; i < m_.operand_count(end); ++i) {
    key_.push_back(m_.type(m_.operand(end, i)).index);
    key_.push_back(m_.sharding(m_.operand(end, i)).index);
  }
  return functions_.Intern(ArrayBytes(std::span<const int32_t>(key_)));
}

// Returns equal numbers for computations with equal ops in their bodies. The
// ops never change, so neither do the numbers.
int32_t NamedCopies::OpsOf(OpId computation, BlobInterner& ids) {
  // The places of the values that the body defines.
  absl::flat_hash_map<ValueId, int32_t> place;
  key_.clear();
  ForEachInside(
      m_, computation,
      [&](OpId op) {
        key_.push_back(m_.name(op).index);
        key_.push_back(m_.result_count(op));
        key_.push_back(m_.operand_count(op));
        key_.push_back(m_.region_count(op));
        if (op == computation) return;
        key_.push_back(m_.attr_dict(op).index);
        for (int i = 0; i < m_.operand_count(op); ++i) {
          const auto at = place.find(m_.operand(op, i));
          key_.push_back(at == place.end() ? -1 - m_.operand(op, i).index
                                           : at->second);
        }
      },
      [&](ValueId value) {
        place.emplace(value, static_cast<int32_t>(place.size()));
        key_.push_back(m_.type(value).index);
      });
  return ids.Intern(ArrayBytes(std::span<const int32_t>(key_)));
}

bool NamedCopies::FindDifference() const {
  // The first copy of each function.
  absl::flat_hash_map<int32_t, const Copy*> first;
  for (const Copy& copy : copies_) {
    if (copy.function == kUnknown) continue;
    const auto [at, is_new] = first.try_emplace(copy.function, &copy);
    if (!is_new && (at->second->ops != copy.ops ||
                    at->second->shardings != copy.shardings)) {
      return true;
    }
  }
  return false;
}

bool NamedCopies::AnyDiffer() {
  bool any = false;
  for (const size_t i : noted_) {
    Copy& copy = copies_[i];
    copy.is_noted = false;
    shardings_.clear();
    ForEachInside(
        m_, copy.op, [](OpId) {},
        [&](ValueId value) { shardings_.push_back(m_.sharding(value)); });
    const int32_t function = FunctionOf(copy.op);
    if (function == copy.function && shardings_ == copy.shardings) continue;
    copy.function = function;
    copy.shardings.assign(shardings_.begin(), shardings_.end());
    any = true;
  }
  noted_.clear();
  if (any) any_differ_ = FindDifference();
  return any_differ_;
}

size_t NamedCopies::MemoryBytes() const {
  size_t bytes = VectorBytes(copies_) + VectorBytes(noted_) +
                 HashBytes(index_) + functions_.MemoryBytes();
  for (const Copy& copy : copies_) bytes += VectorBytes(copy.shardings);
  return bytes;
}

}  // namespace shardflow::internal
