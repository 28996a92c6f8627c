#ifndef SHARDFLOW_IR_MODULE_H_
#define SHARDFLOW_IR_MODULE_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/borrowed.h"
#include "base/check.h"
#include "base/either.h"
#include "base/id_column.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/table.h"
#include "ir/attr.h"
#include "ir/ids.h"
#include "ir/names.h"
#include "ir/type.h"
#include "sharding/compat.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// A program: ops, values, blocks and regions in flat tables, and the interned
// names, types, attributes and shardings that they refer to.
//
//   Module m;
//   OpId op = m.CreateOp({.kind = OpKind::kAdd, .name = ..., ...});
//   m.Append(block, op);
//   for (UseId use : m.Uses(m.result(op, 0))) ... m.use(use).owner ...
//
// Invariants:
// - Ids are never reused; an erased row is a tombstone (IsErased).
// - The use list of a value has the *newest use first*; a use that is set again
//   moves to the front. MLIR does the same, and the order decides what Shardy's
//   worklist visits first, so it affects the results.
// - The shardings of all values are in one column (sharding()), however the
//   text spells them: as `sdy.sharding` of an op's results or of a function's
//   arguments; as the `sharding` or `out_sharding` of an sdy op; or as
//   in_shardings (block arguments of the body) and out_shardings (results) of a
//   manual or named computation. Only what doesn't fit (for example the wrong
//   number of shardings) stays in the attribute dictionary, so that the
//   verifier can report it. Shardings of function results are in FuncRow, and
//   `sdy.sharding_rule` is in a column of its own, rule().
// - A module is copyable; the copy has the same ids.
// - A module must not be used by two threads at once; separate modules share
//   nothing.

namespace shardflow::internal {

// A row of the op table. The tables of ops, values and uses take most of a
// program's memory, and every pass walks over them, so every byte of a row
// counts.
//
// Most ops have few operands and results and no regions. Other ops also have an
// OpWideRow.
struct OpRow {
  static constexpr uint8_t kWide = UINT8_MAX;

  OpKind kind{};
  uint8_t operand_count = 0;  // kWide if the counts are in an OpWideRow
  uint8_t result_count = 0;
  BlockId parent;   // None for a detached op and the root
  OpId prev, next;  // neighbours in the block
  // The operands are consecutive rows of the table of uses, beginning with this
  // one; None if the op was erased. For a wide op, this is the index of its
  // OpWideRow instead.
  UseId first_operand;
  ValueId first_result;  // the results are consecutive values
  AttrId attrs;          // a kDict of inherent and discardable attributes
  Loc loc;
};
static_assert(sizeof(OpRow) == 32);

// The operand and result counts of an op that has regions, or whose counts
// don't fit into OpRow (kWide or more).
struct OpWideRow {
  UseId first_operand;  // None if the op was erased
  int32_t operand_count = 0;
  int32_t result_count = 0;
  RegionId first_region;  // the regions are consecutive
  int32_t region_count = 0;
};

struct UseRow {
  ValueId value;  // None if the op was erased or got new operands
  OpId owner;
  UseId prev, next;  // neighbours in the value's use list
};
static_assert(sizeof(UseRow) == 16);

struct ArgRowTag {};
using ArgRowId = Id<ArgRowTag>;  // a row of the table of block arguments

struct ValueRow {
  UseId first_use;
  Either<OpId, ArgRowId> def;  // the op, or the row of the block argument
};
static_assert(sizeof(ValueRow) == 8);

struct BlockRow {
  RegionId parent;
  OpId first, last;
  BlockId prev, next;     // neighbours in the region
  int32_t first_arg = 0;  // index in the table of block arguments
  int32_t arg_count = 0;
};

struct RegionRow {
  OpId parent;
  BlockId first, last;
  int32_t func_row = -1;  // the FuncRow if this is a function's first region
};

// The data that only functions need. For each argument and result, `arg_attrs`
// and `res_attrs` hold a dictionary without `sdy.sharding`, or None.
struct FuncRow {
  std::vector<AttrId> arg_attrs;
  std::vector<AttrId> res_attrs;
  std::vector<ShardingId> res_shardings;
  // For declarations, which have no block arguments to hold the shardings.
  std::vector<ShardingId> arg_shardings;
};

// An entry of the section `{-# dialect_resources: ... #-}`, verbatim.
struct Resource {
  NameId dialect;
  NameId key;
  NameId value;  // as written, such as "0x..." with its quotes
};

// Describes an op for CreateOp.
struct OpSpec {
  OpKind kind{};
  NameId name = NameId::None();
  std::span<const ValueId> operands = {};
  std::span<const TypeId> result_types = {};
  AttrId attrs = AttrId::None();  // None: the empty dictionary
  int region_count = 0;
  Loc loc = {};
};

// Where a use is in the use list of a value.
struct UsePlace {
  UseId use;
  ValueId value;
  UseId newer;  // the neighbour before it in the list; None if it is the newest
};

// An op that was erased, with all that it takes to restore it.
struct ErasedOp {
  OpId id;
  OpRow row;
  OpWideRow counts;
  NameId name;
  RuleId rule;
  int32_t func_row = -1;
  std::vector<UsePlace> operands;
  std::vector<ErasedOp> inside;  // the ops in its regions, in pre-order
};

class Module;
class BoundExtensions;  // ops/extensions.h

// Iterates over a linked list: `for (OpId op : m.Ops(block))`. The body may
// erase or move the current element, because the next one is read beforehand.
template <class IdT, IdT (Module::*Next)(IdT) const>
class ListRange {
 public:
  ListRange(const Module& m, IdT first) : m_(&m), first_(first) {}
  class Iterator {
   public:
    Iterator(const Module* m, IdT at) : m_(m), at_(at) { ReadNext(); }
    IdT operator*() const { return at_; }
    Iterator& operator++() {
      at_ = next_;
      ReadNext();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    void ReadNext() {
      if (at_) next_ = (m_->*Next)(at_);
    }
    const Module* m_;
    IdT at_, next_;
  };
  Iterator begin() const { return {m_, first_}; }
  Iterator end() const { return {m_, IdT::None()}; }
  bool empty() const { return first_.IsNone(); }

 private:
  const Module* m_;
  IdT first_;
};

class Module {
 public:
  // Makes an empty module: a root op `builtin.module` with one region, which
  // has one empty block.
  Module();
  Module(const Module&) = default;
  Module& operator=(const Module&) = default;
  Module(Module&&) = default;
  Module& operator=(Module&&) = default;

  // --- interned data
  StringStore names;
  TypeStore types;
  AttrStore attrs;
  ShardingStore shardings;
  RuleStore rules;
  // The text that the module was read from, if there is one.
  std::shared_ptr<const SourceBuffer> source;
  std::vector<Resource> resources;
  // The caller's declarations of its own ops (ops/extensions.h) for the current
  // run, or null. They aren't copied with the module.
  Borrowed<const BoundExtensions> extensions;

  // --- the last run
  // The version of Shardy that it followed, and whether it propagated through
  // tensors with dimensions of unknown size. These decide which ops and tensors
  // have data-flow edges, and so where the shardings of values are stored. The
  // module keeps them because its shardings are also read and edited after the
  // run has ended.
  Compat compat() const { return compat_; }
  bool dynamic_shapes() const { return dynamic_shapes_; }
  // Call FollowOptions() (api/run.h) or, in passes, FollowContext()
  // (passes/pass.h) instead.
  void SetRun(Compat compat, bool dynamic_shapes) {
    compat_ = compat;
    dynamic_shapes_ = dynamic_shapes;
  }

  // --- reading
  OpId root() const { return OpId(0); }
  BlockId body() const { return first_block(region(root(), 0)); }

  const OpRow& op(OpId id) const { return ops_[id.Slot()]; }
  const ValueRow& value(ValueId id) const { return values_[id.Slot()]; }
  const UseRow& use(UseId id) const { return uses_[id.Slot()]; }
  const BlockRow& block(BlockId id) const { return blocks_[id.Slot()]; }
  const RegionRow& region_row(RegionId id) const { return regions_[id.Slot()]; }
  // Sizes of the tables, including erased rows, for arrays indexed by Slot().
  size_t op_table_size() const { return ops_.size(); }
  size_t value_table_size() const { return values_.size(); }
  size_t block_table_size() const { return blocks_.size(); }
  // Returns how many ops there are, not counting erased ones.
  size_t op_count() const { return ops_.size() - erased_ops_; }
  // Returns how many ops there are of one kind, not counting erased ones. If
  // there are none, a pass over ops of that kind can return at once.
  size_t op_count(OpKind kind) const {
    const auto slot = static_cast<size_t>(kind);
    return slot < kinds_.size() ? kinds_[slot].count : 0;
  }
  // Returns the bytes used by the tables, the interned data and the source
  // text. Reserved but unused memory isn't counted.
  size_t MemoryBytes() const;

  OpKind kind(OpId id) const { return op(id).kind; }
  // Returns the op's name, such as "stablehlo.add", even if its kind is
  // unknown.
  NameId name(OpId id) const {
    const auto kind = static_cast<size_t>(op(id).kind);
    return kind != 0 ? kinds_[kind].name : UnknownOpName(id);
  }
  std::string_view op_name(OpId id) const { return names.Get(name(id)); }
  bool IsErased(OpId id) const { return first_operand(id).IsNone(); }

  int operand_count(OpId id) const {
    return IsWide(id) ? wide(id).operand_count : op(id).operand_count;
  }
  int result_count(OpId id) const {
    return IsWide(id) ? wide(id).result_count : op(id).result_count;
  }
  int region_count(OpId id) const {
    return IsWide(id) ? wide(id).region_count : 0;
  }
  UseId operand_use(OpId id, int i) const {
    SHARDFLOW_DCHECK(i >= 0 && i < operand_count(id));
    return UseId(first_operand(id).index + i);
  }
  ValueId operand(OpId id, int i) const {
    return use(operand_use(id, i)).value;
  }
  ValueId result(OpId id, int i) const {
    SHARDFLOW_DCHECK(i >= 0 && i < result_count(id));
    return ValueId(op(id).first_result.index + i);
  }
  // Returns the position of `id` among its owner's operands.
  int operand_index(UseId id) const {
    return id.index - first_operand(use(id).owner).index;
  }

  TypeId type(ValueId id) const { return value_types_[id.Slot()]; }
  bool IsArg(ValueId id) const { return value(id).def.Is<ArgRowId>(); }
  // Returns the op that defines the value, or None for a block argument.
  OpId def(ValueId id) const { return value(id).def.Get<OpId>(); }
  // Returns the block of a block argument, or None for an op result.
  BlockId arg_block(ValueId id) const {
    const ArgRowId row = value(id).def.Get<ArgRowId>();
    return row ? arg_blocks_[row.Slot()] : BlockId::None();
  }
  // Returns the position of the value among the results of its op or the
  // arguments of its block.
  int index(ValueId id) const {
    const OpId defining = def(id);
    return defining ? id.index - op(defining).first_result.index
                    : value(id).def.Get<ArgRowId>().index -
                          block(arg_block(id)).first_arg;
  }

  RegionId region(OpId id, int i) const {
    SHARDFLOW_DCHECK(i >= 0 && i < region_count(id));
    return RegionId(wide(id).first_region.index + i);
  }
  // Returns the position of `id` among its op's regions.
  int region_index(RegionId id) const {
    return id.index - wide(region_row(id).parent).first_region.index;
  }
  BlockId first_block(RegionId id) const { return region_row(id).first; }
  bool RegionIsEmpty(RegionId id) const { return first_block(id).IsNone(); }
  std::span<const ValueId> args(BlockId id) const {
    const BlockRow& b = block(id);
    return {block_args_.data() + b.first_arg, static_cast<size_t>(b.arg_count)};
  }
  // Returns the last op of the block, or None. In a valid program it is a
  // terminator.
  OpId terminator(BlockId id) const { return block(id).last; }

  OpId parent_op(BlockId id) const {
    return region_row(block(id).parent).parent;
  }
  // Returns the op whose region holds `id`; None for the root and detached ops.
  OpId parent_op(OpId id) const {
    const BlockId b = op(id).parent;
    return b ? parent_op(b) : OpId::None();
  }
  // Returns the block in which the value is defined.
  BlockId home_block(ValueId id) const {
    return IsArg(id) ? arg_block(id) : op(def(id)).parent;
  }

  OpId next_op(OpId id) const { return op(id).next; }
  BlockId next_block(BlockId id) const { return block(id).next; }
  UseId next_use(UseId id) const { return use(id).next; }
  ListRange<OpId, &Module::next_op> Ops(BlockId id) const {
    return {*this, block(id).first};
  }
  ListRange<BlockId, &Module::next_block> Blocks(RegionId id) const {
    return {*this, region_row(id).first};
  }
  // Returns the uses of the value, newest first.
  ListRange<UseId, &Module::next_use> Uses(ValueId id) const {
    return {*this, value(id).first_use};
  }
  bool HasUses(ValueId id) const {
    return static_cast<bool>(value(id).first_use);
  }
  bool HasOneUse(ValueId id) const {
    return HasUses(id) && use(value(id).first_use).next.IsNone();
  }
  bool OpHasUses(OpId id) const;  // whether any result is used

  // --- attributes of ops
  AttrId attr_dict(OpId id) const { return op(id).attrs; }
  AttrId attr(OpId id, NameId key) const {
    return attrs.DictGet(op(id).attrs, key);
  }
  void SetAttr(OpId id, NameId key, AttrId value);  // None removes it
  void SetAttrDict(OpId id, AttrId dict) {
    verified_ = false;
    ops_[id.Slot()].attrs = dict;
  }
  // Returns the `sym_name` string, or None.
  NameId symbol(OpId id) const;

  // --- shardings and rules
  ShardingId sharding(ValueId id) const { return value_shardings_[id.Slot()]; }
  void SetSharding(ValueId id, ShardingId sharding) {
    verified_ = false;
    value_shardings_.Set(id.Slot(), sharding);
  }
  // Whether any result of the op has a sharding.
  bool HasResultShardings(OpId id) const;
  RuleId rule(OpId id) const {
    return id.Slot() < op_rules_.size() ? op_rules_[id.Slot()] : RuleId::None();
  }
  void SetRule(OpId id, RuleId rule);
  // Removes every rule for which `pred(RuleId)` is true.
  template <class Pred>
  void EraseRules(Pred pred) {
    bool any = false;
    for (size_t i = 0; i < op_rules_.size(); ++i) {
      const RuleId rule = op_rules_[i];
      if (rule.IsNone()) continue;
      if (pred(rule)) {
        verified_ = false;
        op_rules_.Set(i, RuleId::None());
      } else {
        any = true;
      }
    }
    if (!any) op_rules_.clear();
  }

  // --- functions

  // Whether the op has a FuncRow. A `func.func` gets its row from
  // CreateFuncRow. The row's index is stored in the op's first region, so that
  // no search is needed.
  bool HasFuncRow(OpId id) const { return FuncRowIndex(id) >= 0; }
  FuncRow& CreateFuncRow(OpId id);
  const FuncRow& func(OpId id) const;
  FuncRow& mutable_func(OpId id);

  // --- locations
  Loc loc(OpId id) const { return op(id).loc; }
  void SetLoc(OpId id, Loc loc) { ops_[id.Slot()].loc = loc; }
  // Returns the location of a block argument, which is unknown if it has none.
  Loc arg_loc(ValueId id) const;
  void SetArgLoc(ValueId id, Loc loc);
  // Returns the file, line and column. For a compound location, these come from
  // its first file location.
  SourcePlace Place(Loc loc) const;
  SourcePlace Place(OpId id) const { return Place(loc(id)); }

  // --- editing (ir/edit.cc)
  //
  // An edit takes time proportional to the number of rows that it changes.

  OpId CreateOp(const OpSpec& spec);  // a detached op
  void Append(BlockId block, OpId id);
  void Prepend(BlockId block, OpId id);
  void InsertBefore(OpId anchor, OpId id);
  void InsertAfter(OpId anchor, OpId id);
  void Unlink(OpId id);  // the op stays alive, detached
  // Unlinks the op and erases it with everything in its regions. Its results
  // must have no uses outside of it.
  void Erase(OpId id);
  // Sets all operands of the op to None.
  void DropOperands(OpId id);

  // Creates a region that belongs to no op. MoveBlocks can later move its
  // blocks to the region of an op.
  RegionId CreateRegion();
  BlockId AppendBlock(RegionId region);
  ValueId AddArg(BlockId block, TypeId type);  // adds it at the end
  // Removes an argument, which must have no uses.
  void EraseArg(BlockId block, int index);
  // Moves all blocks of `from` to the end of `to`.
  void MoveBlocks(RegionId from, RegionId to);
  // Moves all ops of `from` to just before `anchor`.
  void MoveOpsBefore(BlockId from, OpId anchor);

  // Sets one operand. The use moves to the front of the value's use list, even
  // if the value is the same as before.
  void SetOperand(UseId use, ValueId value);
  // Replaces all operands. If there are more than before, all operands get new
  // uses.
  void SetOperands(OpId id, std::span<const ValueId> operands);
  // Replaces all uses of `from` with `to`. This reverses the order of these
  // uses in the use list, as in MLIR.
  void ReplaceAllUses(ValueId from, ValueId to);
  // Goes through the uses of `from`, newest first, and turns each one for which
  // `pred(UseId)` is true into a use of `to`.
  template <class Pred>
  void ReplaceUsesIf(ValueId from, ValueId to, Pred pred) {
    for (UseId u : Uses(from)) {
      if (pred(u)) SetOperand(u, to);
    }
  }
  void SetType(ValueId id, TypeId type) {
    verified_ = false;
    value_types_.Set(id.Slot(), type);
  }
  void SetKind(OpId id, OpKind kind, NameId name);
  // Replaces the results with new values of these types. The old results must
  // have no uses.
  void SetResultTypes(OpId id, std::span<const TypeId> types);

  // Take back edits. The module, including the order of uses, must be as it was
  // right after the edit, so edits are taken back in reverse order.

  UsePlace PlaceOf(UseId use) const {
    return {use, uses_[use.Slot()].value, uses_[use.Slot()].prev};
  }
  // Takes back SetOperand() for a use that was at this place.
  void MoveBack(const UsePlace& place);
  // Like Erase(), but the op can be restored.
  ErasedOp EraseForNow(OpId id);
  void Restore(const ErasedOp& erased);
  // Takes back CreateOp() for the newest op, which must not have regions. Its
  // ids become free.
  void DropNewest(OpId id);

  using ValueMap = std::unordered_map<ValueId, ValueId>;
  // Returns a detached deep copy, including shardings, rules and function rows.
  // An operand in `map` is replaced by the value that it maps to. Results and
  // block arguments are added to `map`, with their copies.
  OpId Clone(OpId id, ValueMap& map);
  // Appends copies of the blocks of `from` to `to`, a region of this module.
  void CloneRegionInto(RegionId from, RegionId to, ValueMap& map);

  // --- verification (ops/verify.h)

  // Whether the module was found to be valid and hasn't changed since, so that
  // it need not be verified again. (Many passes find nothing to do, and
  // verifying takes longer than such a pass.) All functions that change data
  // that the verifier reads reset this.
  bool verified() const { return verified_; }
  void SetVerified() { verified_ = true; }

 private:
  bool IsWide(OpId id) const { return op(id).operand_count == OpRow::kWide; }
  const OpWideRow& wide(OpId id) const {
    return wide_ops_[op(id).first_operand.Slot()];
  }
  UseId first_operand(OpId id) const {
    return IsWide(id) ? wide(id).first_operand : op(id).first_operand;
  }
  // Stores the counts of an op: in its OpRow if they fit there, otherwise in an
  // OpWideRow.
  void SetCounts(OpId id, const OpWideRow& counts);
  OpWideRow Counts(OpId id) const;

  NameId UnknownOpName(OpId id) const;
  void AddKind(OpId id, OpKind kind, NameId name);
  void RemoveKind(OpId id);
  ValueId NewValue(TypeId type, Either<OpId, ArgRowId> def);
  void AppendArg(ValueId id, BlockId to);
  void LinkUse(UseId id, ValueId value);
  void UnlinkUse(UseId id);
  OpId CloneShell(OpId id, ValueMap& map);
  ErasedOp DropForNow(OpId id);
  void RestoreRow(const ErasedOp& erased);
  int32_t FuncRowIndex(OpId id) const {
    return region_count(id) > 0 ? regions_[region(id, 0).Slot()].func_row : -1;
  }

  Compat compat_ = Compat::kShardy202608;
  bool dynamic_shapes_ = false;
  Table<OpRow> ops_;
  Table<OpWideRow> wide_ops_;
  size_t erased_ops_ = 0;
  struct KindRow {
    NameId name;
    uint32_t count = 0;
  };
  std::vector<KindRow> kinds_;  // indexed by OpKind
  std::unordered_map<OpId, NameId> unknown_names_;
  Table<ValueRow> values_;
  Table<UseRow> uses_;
  Table<BlockRow> blocks_;
  Table<RegionRow> regions_;
  // The arguments of a block are consecutive.
  Table<ValueId> block_args_;
  Table<BlockId> arg_blocks_;  // parallel to block_args_
  IdColumn<TypeId> value_types_;
  IdColumn<ShardingId> value_shardings_;
  // May be shorter than ops_: ops beyond its end have no rules.
  IdColumn<RuleId> op_rules_;
  std::deque<FuncRow> funcs_;
  std::unordered_map<ValueId, Loc> arg_locs_;
  bool verified_ = false;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_MODULE_H_
