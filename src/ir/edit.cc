#include <algorithm>

#include "absl/container/inlined_vector.h"

#include "ir/module.h"
#include "ir/walk.h"

// The member functions of Module that edit the program.

namespace shardflow::internal {

// The next three functions run for each op, value and use of a program that is
// read, so they are worth inlining.

inline ValueId Module::NewValue(TypeId type, Either<OpId, ArgRowId> def) {
  SHARDFLOW_CHECK(values_.size() < INT32_MAX);
  values_.push_back({UseId::None(), def});
  value_types_.push_back(type);
  value_shardings_.push_back(ShardingId::None());
  return ValueId(values_.size() - 1);
}

inline void Module::LinkUse(UseId id, ValueId value) {
  verified_ = false;
  UseRow& row = uses_[id.Slot()];
  row.value = value;
  row.prev = UseId::None();
  row.next = UseId::None();
  if (value.IsNone()) return;
  ValueRow& v = values_[value.Slot()];
  row.next = v.first_use;
  if (row.next) uses_[row.next.Slot()].prev = id;
  v.first_use = id;
}

inline void Module::AddKind(OpId id, OpKind kind, NameId name) {
  verified_ = false;
  const auto slot = static_cast<size_t>(kind);
  if (slot >= kinds_.size()) kinds_.resize(slot + 1);
  kinds_[slot].name = name;
  ++kinds_[slot].count;
  if (slot == 0) unknown_names_[id] = name;
  ops_[id.Slot()].kind = kind;
}

void Module::UnlinkUse(UseId id) {
  verified_ = false;
  UseRow& row = uses_[id.Slot()];
  if (row.value.IsNone()) return;
  if (row.prev) {
    uses_[row.prev.Slot()].next = row.next;
  } else {
    values_[row.value.Slot()].first_use = row.next;
  }
  if (row.next) uses_[row.next.Slot()].prev = row.prev;
  row.value = ValueId::None();
  row.prev = row.next = UseId::None();
}

OpWideRow Module::Counts(OpId id) const {
  if (IsWide(id)) return wide(id);
  const OpRow& row = op(id);
  return {.first_operand = row.first_operand,
          .operand_count = row.operand_count,
          .result_count = row.result_count,
          .first_region = RegionId::None(),
          .region_count = 0};
}

void Module::SetCounts(OpId id, const OpWideRow& counts) {
  verified_ = false;
  OpRow& row = ops_[id.Slot()];
  if (IsWide(id)) {
    wide_ops_[row.first_operand.Slot()] = counts;
    return;
  }
  if (counts.region_count == 0 && counts.operand_count < OpRow::kWide &&
      counts.result_count < OpRow::kWide) {
    row.first_operand = counts.first_operand;
    row.operand_count = static_cast<uint8_t>(counts.operand_count);
    row.result_count = static_cast<uint8_t>(counts.result_count);
    return;
  }
  row.operand_count = row.result_count = OpRow::kWide;
  row.first_operand = UseId(wide_ops_.size());
  wide_ops_.push_back(counts);
}

OpId Module::CreateOp(const OpSpec& spec) {
  SHARDFLOW_CHECK(ops_.size() < INT32_MAX && uses_.size() < INT32_MAX);
  const OpId id(ops_.size());
  OpRow row;
  row.attrs = spec.attrs ? spec.attrs : attrs.EmptyDict();
  row.loc = spec.loc;
  row.first_result = ValueId(values_.size());
  row.first_operand = UseId(uses_.size());
  const bool is_wide = spec.region_count > 0 ||
                       spec.operands.size() >= OpRow::kWide ||
                       spec.result_types.size() >= OpRow::kWide;
  if (!is_wide) {
    row.operand_count = static_cast<uint8_t>(spec.operands.size());
    row.result_count = static_cast<uint8_t>(spec.result_types.size());
  }
  ops_.push_back(row);
  if (is_wide) {
    SetCounts(id,
              {.first_operand = row.first_operand,
               .operand_count = static_cast<int32_t>(spec.operands.size()),
               .result_count = static_cast<int32_t>(spec.result_types.size()),
               .first_region = RegionId(regions_.size()),
               .region_count = spec.region_count});
  }
  AddKind(id, spec.kind, spec.name);
  for (ValueId operand : spec.operands) {
    uses_.push_back({ValueId::None(), id, UseId::None(), UseId::None()});
    LinkUse(UseId(uses_.size() - 1), operand);
  }
  for (const TypeId type : spec.result_types) NewValue(type, id);
  for (int i = 0; i < spec.region_count; ++i) regions_.push_back({id, {}, {}});
  return id;
}

void Module::RemoveKind(OpId id) {
  const auto slot = static_cast<size_t>(op(id).kind);
  --kinds_[slot].count;
  if (slot == 0) unknown_names_.erase(id);
}

void Module::SetKind(OpId id, OpKind kind, NameId name) {
  RemoveKind(id);
  AddKind(id, kind, name);
}

void Module::Append(BlockId to, OpId id) {
  verified_ = false;
  BlockRow& b = blocks_[to.Slot()];
  OpRow& row = ops_[id.Slot()];
  SHARDFLOW_DCHECK(row.parent.IsNone());
  row.parent = to;
  row.prev = b.last;
  row.next = OpId::None();
  if (b.last) {
    ops_[b.last.Slot()].next = id;
  } else {
    b.first = id;
  }
  b.last = id;
}

void Module::Prepend(BlockId to, OpId id) {
  const OpId first = block(to).first;
  if (first) {
    InsertBefore(first, id);
  } else {
    Append(to, id);
  }
}

void Module::InsertBefore(OpId anchor, OpId id) {
  verified_ = false;
  OpRow& row = ops_[id.Slot()];
  OpRow& at = ops_[anchor.Slot()];
  SHARDFLOW_DCHECK(row.parent.IsNone() && at.parent);
  row.parent = at.parent;
  row.prev = at.prev;
  row.next = anchor;
  if (at.prev) {
    ops_[at.prev.Slot()].next = id;
  } else {
    blocks_[at.parent.Slot()].first = id;
  }
  at.prev = id;
}

void Module::InsertAfter(OpId anchor, OpId id) {
  const OpId next = op(anchor).next;
  if (next) {
    InsertBefore(next, id);
  } else {
    Append(op(anchor).parent, id);
  }
}

void Module::Unlink(OpId id) {
  verified_ = false;
  OpRow& row = ops_[id.Slot()];
  if (row.parent.IsNone()) return;
  BlockRow& b = blocks_[row.parent.Slot()];
  if (row.prev) {
    ops_[row.prev.Slot()].next = row.next;
  } else {
    b.first = row.next;
  }
  if (row.next) {
    ops_[row.next.Slot()].prev = row.prev;
  } else {
    b.last = row.prev;
  }
  row.parent = BlockId::None();
  row.prev = row.next = OpId::None();
}

void Module::DropOperands(OpId id) {
  for (int i = 0; i < operand_count(id); ++i) UnlinkUse(operand_use(id, i));
}

void Module::Erase(OpId id) {
  Unlink(id);
  // All operands are dropped before anything is erased, so that erased values
  // have no uses left.
  absl::InlinedVector<OpId, 1> doomed;
  if (region_count(id) == 0) {
    doomed.push_back(id);
  } else {
    WalkPreOrder(*this, id, [&](OpId inner) { doomed.push_back(inner); });
  }
  for (OpId inner : doomed) DropOperands(inner);
  for (OpId inner : doomed) {
    SHARDFLOW_DCHECK(!OpHasUses(inner));
    RemoveKind(inner);
    OpWideRow counts = Counts(inner);
    counts.first_operand = UseId::None();
    counts.operand_count = 0;
    SetCounts(inner, counts);
    if (inner != id) ops_[inner.Slot()].parent = BlockId::None();
    SetRule(inner, RuleId::None());
    if (HasFuncRow(inner)) regions_[region(inner, 0).Slot()].func_row = -1;
  }
  erased_ops_ += doomed.size();
}

RegionId Module::CreateRegion() {
  regions_.push_back({});
  return RegionId(regions_.size() - 1);
}

BlockId Module::AppendBlock(RegionId to) {
  verified_ = false;
  const BlockId id(blocks_.size());
  BlockRow row;
  row.parent = to;
  row.first_arg = static_cast<int32_t>(block_args_.size());
  RegionRow& r = regions_[to.Slot()];
  row.prev = r.last;
  blocks_.push_back(row);
  if (r.last) {
    blocks_[r.last.Slot()].next = id;
  } else {
    r.first = id;
  }
  r.last = id;
  return id;
}

void Module::AppendArg(ValueId id, BlockId to) {
  values_[id.Slot()].def = ArgRowId(block_args_.size());
  block_args_.push_back(id);
  arg_blocks_.push_back(to);
}

ValueId Module::AddArg(BlockId to, TypeId type) {
  verified_ = false;
  BlockRow& b = blocks_[to.Slot()];
  const auto end = static_cast<size_t>(b.first_arg + b.arg_count);
  if (end != block_args_.size()) {
    // The arguments of a block must stay consecutive, so all of them move to
    // the end of the table.
    const auto from = static_cast<size_t>(b.first_arg);
    const auto count = static_cast<size_t>(b.arg_count);
    b.first_arg = static_cast<int32_t>(block_args_.size());
    for (size_t i = 0; i < count; ++i) AppendArg(block_args_[from + i], to);
  }
  const ValueId id = NewValue(type, {});
  AppendArg(id, to);
  ++b.arg_count;
  return id;
}

void Module::EraseArg(BlockId from, int index) {
  verified_ = false;
  BlockRow& b = blocks_[from.Slot()];
  SHARDFLOW_CHECK(index >= 0 && index < b.arg_count);
  const auto first = static_cast<size_t>(b.first_arg);
  SHARDFLOW_DCHECK(!HasUses(block_args_[first + static_cast<size_t>(index)]));
  for (int i = index; i + 1 < b.arg_count; ++i) {
    const size_t slot = first + static_cast<size_t>(i);
    const ValueId moved = block_args_[slot + 1];
    block_args_[slot] = moved;
    values_[moved.Slot()].def = ArgRowId(slot);
  }
  --b.arg_count;
}

void Module::MoveBlocks(RegionId from, RegionId to) {
  verified_ = false;
  RegionRow& f = regions_[from.Slot()];
  RegionRow& t = regions_[to.Slot()];
  if (f.first.IsNone()) return;
  for (BlockId b = f.first; b; b = blocks_[b.Slot()].next) {
    blocks_[b.Slot()].parent = to;
  }
  if (t.last) {
    blocks_[t.last.Slot()].next = f.first;
    blocks_[f.first.Slot()].prev = t.last;
  } else {
    t.first = f.first;
  }
  t.last = f.last;
  f.first = f.last = BlockId::None();
}

void Module::MoveOpsBefore(BlockId from, OpId anchor) {
  for (OpId id : Ops(from)) {
    Unlink(id);
    InsertBefore(anchor, id);
  }
}

void Module::SetOperand(UseId id, ValueId value) {
  UnlinkUse(id);
  LinkUse(id, value);
}

void Module::SetOperands(OpId id, std::span<const ValueId> operands) {
  const auto count = static_cast<int32_t>(operands.size());
  OpWideRow counts = Counts(id);
  if (count > counts.operand_count) {
    const absl::InlinedVector<ValueId, 8> copy(operands.begin(),
                                               operands.end());
    DropOperands(id);
    counts.first_operand = UseId(uses_.size());
    counts.operand_count = count;
    SetCounts(id, counts);
    for (ValueId operand : copy) {
      uses_.push_back({ValueId::None(), id, UseId::None(), UseId::None()});
      LinkUse(UseId(uses_.size() - 1), operand);
    }
    return;
  }
  for (int32_t i = 0; i < counts.operand_count; ++i) {
    const UseId u = operand_use(id, i);
    if (i < count) {
      SetOperand(u, operands[static_cast<size_t>(i)]);
    } else {
      UnlinkUse(u);
    }
  }
  counts.operand_count = count;
  SetCounts(id, counts);
}

void Module::MoveBack(const UsePlace& place) {
  UnlinkUse(place.use);
  if (place.newer.IsNone() || place.value.IsNone()) {
    return LinkUse(place.use, place.value);
  }
  UseRow& row = uses_[place.use.Slot()];
  UseRow& newer = uses_[place.newer.Slot()];
  row.value = place.value;
  row.prev = place.newer;
  row.next = newer.next;
  if (row.next) uses_[row.next.Slot()].prev = place.use;
  newer.next = place.use;
}

// Saves the op, without the ops inside, and drops its operands.
ErasedOp Module::DropForNow(OpId id) {
  ErasedOp erased = {.id = id,
                     .row = op(id),
                     .counts = Counts(id),
                     .name = name(id),
                     .rule = rule(id),
                     .func_row = FuncRowIndex(id),
                     .operands = {},
                     .inside = {}};
  for (int i = 0; i < operand_count(id); ++i) {
    erased.operands.push_back(PlaceOf(operand_use(id, i)));
    UnlinkUse(operand_use(id, i));
  }
  return erased;
}

ErasedOp Module::EraseForNow(OpId id) {
  ErasedOp erased = DropForNow(id);
  if (region_count(id) > 0) {
    WalkPreOrder(*this, id, [&](OpId inner) {
      if (inner != id) erased.inside.push_back(DropForNow(inner));
    });
  }
  Erase(id);
  return erased;
}

void Module::RestoreRow(const ErasedOp& erased) {
  const OpId id = erased.id;
  OpRow& row = ops_[id.Slot()];
  row = erased.row;
  if (IsWide(id)) wide_ops_[row.first_operand.Slot()] = erased.counts;
  AddKind(id, erased.row.kind, erased.name);
  if (erased.rule) SetRule(id, erased.rule);
  if (erased.func_row >= 0) {
    regions_[region(id, 0).Slot()].func_row = erased.func_row;
  }
  --erased_ops_;
}

void Module::Restore(const ErasedOp& erased) {
  RestoreRow(erased);
  for (const ErasedOp& inner : erased.inside) RestoreRow(inner);
  const OpRow& row = op(erased.id);
  BlockRow& b = blocks_[row.parent.Slot()];
  (row.prev ? ops_[row.prev.Slot()].next : b.first) = erased.id;
  (row.next ? ops_[row.next.Slot()].prev : b.last) = erased.id;
  const auto take_operands = [&](const ErasedOp& one) {
    for (auto at = one.operands.rbegin(); at != one.operands.rend(); ++at) {
      MoveBack(*at);
    }
  };
  for (auto at = erased.inside.rbegin(); at != erased.inside.rend(); ++at) {
    take_operands(*at);
  }
  take_operands(erased);
}

void Module::DropNewest(OpId id) {
  SHARDFLOW_CHECK(id.Slot() + 1 == ops_.size() && region_count(id) == 0);
  const OpWideRow counts = Counts(id);
  Unlink(id);
  for (int i = counts.operand_count; i > 0; --i) {
    UnlinkUse(operand_use(id, i - 1));
  }
  RemoveKind(id);
  if (IsWide(id)) wide_ops_.resize(wide_ops_.size() - 1);
  const size_t values = op(id).first_result.Slot();
  uses_.resize(counts.first_operand.Slot());
  values_.resize(values);
  value_types_.resize(values);
  value_shardings_.resize(values);
  if (op_rules_.size() > id.Slot()) op_rules_.resize(id.Slot());
  ops_.resize(id.Slot());
}

void Module::ReplaceAllUses(ValueId from, ValueId to) {
  SHARDFLOW_CHECK(from != to);
  while (HasUses(from)) SetOperand(value(from).first_use, to);
}

void Module::SetResultTypes(OpId id, std::span<const TypeId> types) {
  SHARDFLOW_CHECK(!OpHasUses(id));
  ops_[id.Slot()].first_result = ValueId(values_.size());
  OpWideRow counts = Counts(id);
  counts.result_count = static_cast<int32_t>(types.size());
  SetCounts(id, counts);
  for (size_t i = 0; i < types.size(); ++i) {
    NewValue(types[i], id);
  }
}

OpId Module::CloneShell(OpId id, ValueMap& map) {
  absl::InlinedVector<ValueId, 8> operands;
  absl::InlinedVector<TypeId, 4> result_types;
  for (int i = 0; i < operand_count(id); ++i) {
    const ValueId v = operand(id, i);
    const auto it = map.find(v);
    operands.push_back(it == map.end() ? v : it->second);
  }
  for (int i = 0; i < result_count(id); ++i) {
    result_types.push_back(type(result(id, i)));
  }
  const OpRow from = op(id);
  const OpId copy = CreateOp({.kind = from.kind,
                              .name = name(id),
                              .operands = operands,
                              .result_types = result_types,
                              .attrs = from.attrs,
                              .region_count = region_count(id),
                              .loc = from.loc});
  for (int i = 0; i < result_count(id); ++i) {
    map[result(id, i)] = result(copy, i);
    SetSharding(result(copy, i), sharding(result(id, i)));
  }
  if (rule(id)) SetRule(copy, rule(id));
  if (HasFuncRow(id)) {
    const FuncRow row = func(id);
    CreateFuncRow(copy) = row;
  }
  return copy;
}

OpId Module::Clone(OpId id, ValueMap& map) {
  const OpId copy = CloneShell(id, map);
  for (int i = 0; i < region_count(id); ++i) {
    CloneRegionInto(region(id, i), region(copy, i), map);
  }
  return copy;
}

void Module::CloneRegionInto(RegionId from, RegionId to, ValueMap& map) {
  // Regions may nest deeply, so this uses a stack instead of recursion.
  struct Job {
    OpId next;      // the next op to copy; None at the end of the block
    BlockId block;  // the source block
    BlockId copy;   // its copy
  };
  std::vector<Job> stack;
  const auto start = [&](RegionId source, RegionId target) {
    std::vector<Job> jobs;
    for (BlockId b : Blocks(source)) {
      const BlockId c = AppendBlock(target);
      const auto count = args(b).size();
      for (size_t i = 0; i < count; ++i) {
        const ValueId a = args(b)[i];
        const ValueId ca = AddArg(c, type(a));
        SetSharding(ca, sharding(a));
        if (const Loc l = arg_loc(a); !l.IsUnknown()) SetArgLoc(ca, l);
        map[a] = ca;
      }
      jobs.push_back({block(b).first, b, c});
    }
    // In reverse, so that the first block is copied first.
    stack.insert(stack.end(), jobs.rbegin(), jobs.rend());
  };
  start(from, to);
  while (!stack.empty()) {
    const Job job = stack.back();
    if (job.next.IsNone()) {
      stack.pop_back();
      continue;
    }
    stack.back().next = op(job.next).next;
    const OpId copy = CloneShell(job.next, map);
    Append(job.copy, copy);
    // Inner regions are copied before the next op. They are pushed in reverse,
    // like the blocks above.
    for (int i = region_count(job.next); i > 0; --i) {
      start(region(job.next, i - 1), region(copy, i - 1));
    }
  }
}

}  // namespace shardflow::internal
