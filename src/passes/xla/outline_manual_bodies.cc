#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/custom_call.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "passes/gspmd/marks.h"
#include "passes/gspmd/round_trip.h"
#include "passes/pass.h"

// PyTorch/XLA writes the body of a manual computation inline:
//
//   %1 = custom_call @SPMDFullToShardShape(%0)    // enter
//   %2 = sine %1
//   %3 = custom_call @SPMDShardToFullShape(%2)    // leave
//
// This pass moves the ops in between to a function and inserts a call to it.
// JAX writes that form, and the import of shardings expects it.

namespace shardflow::internal {
namespace {

// A manual computation that is written inline. Ops are in block order.
struct Inline {
  std::vector<OpId> enters;
  std::vector<OpId> body;
  std::vector<OpId> leaves;     // SPMDShardToFullShape and marks before it
  std::vector<OpId> constants;  // from outside, used by the body
  bool is_plain = true;         // whether it can be outlined
};

class BlockOutliner {
 public:
  BlockOutliner(Module& m, SymbolTable& symbols) : m_(m), symbols_(symbols) {}

  void Run(BlockId block) {
    computations_.clear();
    merged_.clear();
    of_.clear();
    // Users come after what they use, so one sweep finds all computations.
    place_.clear();
    for (const OpId op : m_.Ops(block)) {
      place_[op] = place_.size();
      Classify(op, block);
    }
    for (size_t i = 0; i < computations_.size(); ++i) {
      if (Root(i) == i) Outline(computations_[i]);
    }
  }

 private:
  // Returns the computation into which computation `i` has been merged. Two
  // computations are merged when an op uses values of both.
  size_t Root(size_t i) {
    while (merged_[i] != i) i = merged_[i] = merged_[merged_[i]];
    return i;
  }
  size_t Merge(size_t a, size_t b) {
    a = Root(a);
    b = Root(b);
    if (a == b) return a;
    Inline& from = computations_[b];
    Inline& to = computations_[a];
    to.enters.insert(to.enters.end(), from.enters.begin(), from.enters.end());
    to.body.insert(to.body.end(), from.body.begin(), from.body.end());
    to.leaves.insert(to.leaves.end(), from.leaves.begin(), from.leaves.end());
    to.is_plain = to.is_plain && from.is_plain;
    merged_[b] = a;
    return a;
  }

  // Finds the computation whose values are used by the op or by ops in its
  // regions. If there are several, merges them. Returns false if there is none.
  bool FindUsed(OpId op, size_t& found) {
    bool any = false;
    WalkPreOrder(m_, op, [&](OpId inner) {
      for (int i = 0; i < m_.operand_count(inner); ++i) {
        const auto at = of_.find(m_.operand(inner, i));
        if (at == of_.end()) continue;
        found = any ? Merge(found, at->second) : Root(at->second);
        any = true;
      }
    });
    return any;
  }

  void Classify(OpId op, BlockId block) {
    size_t found = 0;
    const bool inside = FindUsed(op, found);
    if (IsManualMark(m_, op, kFullToShard)) {
      // A computation that contains another one can't be outlined.
      if (inside) computations_[found].is_plain = false;
      found = computations_.size();
      merged_.push_back(found);
      computations_.emplace_back().enters.push_back(op);
      of_[m_.result(op, 0)] = found;
      return;
    }
    if (!inside) return;
    Inline& in = computations_[found];
    if (IsManualMark(m_, op, kShardToFull) || IsMarkBeforeLeave(op)) {
      in.leaves.push_back(op);
      return;
    }
    // If a computation contains a call, its body is already in a function. If
    // the terminator uses a value of the body, that value leaves without an
    // SPMDShardToFullShape. Neither computation is outlined.
    if (IsCall(m_, op) || op == m_.terminator(block)) in.is_plain = false;
    in.body.push_back(op);
    for (const ValueId result : ResultsOf(m_, op)) of_[result] = found;
  }

  // Whether the op is a mark right before SPMDShardToFullShape. Such a mark has
  // a manual sharding, so it stays outside the body.
  bool IsMarkBeforeLeave(OpId op) const {
    if (!IsShardingMark(m_, op)) return false;
    const ValueId result = m_.result(op, 0);
    return m_.HasOneUse(result) &&
           IsManualMark(m_, m_.use(m_.value(result).first_use).owner,
                        kShardToFull);
  }

  void Sort(std::vector<OpId>& ops) const {
    std::ranges::sort(ops, {}, [&](OpId op) { return place_.at(op); });
  }

  void Outline(Inline& in) {
    if (!in.is_plain || in.leaves.empty()) return;
    const BlockId block = m_.op(in.enters.front()).parent;
    Sort(in.enters);
    Sort(in.body);
    Sort(in.leaves);
    if (place_.at(in.enters.back()) > place_.at(in.leaves.front()) ||
        !FindConstants(in, block)) {
      return;
    }
    // Each value is returned only once.
    std::vector<ValueId> results;
    absl::flat_hash_set<ValueId> seen;
    for (const OpId leave : in.leaves) {
      const ValueId value = m_.operand(leave, 0);
      if (seen.insert(value).second) results.push_back(value);
    }
    std::vector<ValueId> operands;
    for (const OpId enter : in.enters) operands.push_back(m_.result(enter, 0));
    const OpId call = InsertCall(in, operands, results);
    m_.InsertBefore(in.leaves.front(), call);
    absl::flat_hash_map<ValueId, ValueId> outside;
    for (size_t i = 0; i < results.size(); ++i) {
      outside[results[i]] = m_.result(call, static_cast<int>(i));
    }
    for (const OpId leave : in.leaves) {
      m_.SetOperand(m_.operand_use(leave, 0), outside.at(m_.operand(leave, 0)));
    }
  }

  // Whether the value is defined inside a region of an op in the block.
  bool IsNested(ValueId value, BlockId block) const {
    for (BlockId at = m_.home_block(value); at && at != block;) {
      const OpId parent = m_.parent_op(at);
      if (parent.IsNone() || parent == m_.root()) return false;
      at = m_.op(parent).parent;
      if (at == block) return true;
    }
    return false;
  }

  // Finds the constants from outside that the body uses. A function can't use
  // them, so they are copied. Returns false if the body uses other values from
  // outside.
  bool FindConstants(Inline& in, BlockId block) {
    bool ok = true;
    absl::flat_hash_set<OpId> seen;
    for (const OpId op : in.body) {
      WalkPreOrder(m_, op, [&](OpId inner) {
        for (int i = 0; i < m_.operand_count(inner); ++i) {
          const ValueId value = m_.operand(inner, i);
          if (of_.contains(value) || IsNested(value, block)) continue;
          const OpId def = m_.def(value);
          if (def.IsNone() || !HasTrait(m_, def, kConstantLike)) {
            ok = false;
          } else if (seen.insert(def).second) {
            in.constants.push_back(def);
          }
        }
      });
    }
    return ok;
  }

  // Creates a function with the body. Returns a call to the function.
  OpId InsertCall(const Inline& in, std::span<const ValueId> operands,
                  std::span<const ValueId> results) {
    const std::vector<TypeId> inputs = TypesOf(m_, operands);
    const std::vector<TypeId> outputs = TypesOf(m_, results);
    const NameId wanted = m_.names.Intern(kManualBodyName);
    const TypeId type = m_.types.Function(inputs, outputs);
    const OpId function =
        CreateOp(m_, OpKind::kFunc,
                 {.attrs = m_.attrs.Dict(
                      {{name::kSymName, m_.attrs.String(wanted)},
                       {name::kFunctionType, m_.attrs.Type(type)},
                       {name::kSymVisibility, m_.attrs.String(name::kPrivate)}},
                      m_.names),
                  .region_count = 1,
                  .loc = m_.loc(in.enters.front())});
    const BlockId body = m_.AppendBlock(m_.region(function, 0));
    std::vector<ValueId> args;
    for (const TypeId input : inputs) args.push_back(m_.AddArg(body, input));
    FuncRow& row = m_.CreateFuncRow(function);
    row.arg_attrs.resize(inputs.size());
    row.res_attrs.resize(outputs.size());
    row.res_shardings.resize(outputs.size());
    absl::flat_hash_map<ValueId, ValueId> inside;
    for (const OpId constant : in.constants) {
      Module::ValueMap map;
      const OpId copy = m_.Clone(constant, map);
      m_.Append(body, copy);
      inside[m_.result(constant, 0)] = m_.result(copy, 0);
    }
    for (size_t i = 0; i < operands.size(); ++i) inside[operands[i]] = args[i];
    for (const OpId op : in.body) {
      m_.Unlink(op);
      m_.Append(body, op);
    }
    const OpId end = CreateOp(m_, OpKind::kFuncReturn,
                              {.operands = results, .loc = m_.loc(function)});
    m_.Append(body, end);
    WalkPreOrder(m_, function, [&](OpId op) {
      for (int i = 0; i < m_.operand_count(op); ++i) {
        const auto at = inside.find(m_.operand(op, i));
        if (at != inside.end())
          m_.SetOperand(m_.operand_use(op, i), at->second);
      }
    });
    const NameId symbol = symbols_.Insert(m_, function);
    return CreateOp(
        m_, OpKind::kCall,
        {.operands = operands,
         .result_types = outputs,
         .attrs = m_.attrs.Dict({{name::kCallee, m_.attrs.SymbolRef(symbol)}},
                                m_.names),
         .loc = m_.loc(in.enters.front())});
  }

  Module& m_;
  SymbolTable& symbols_;
  std::vector<Inline> computations_;
  // Indexed by computation: the one that it was merged into.
  std::vector<size_t> merged_;
  absl::flat_hash_map<ValueId, size_t> of_;
  absl::flat_hash_map<OpId, size_t> place_;  // position of each op in the block
};

}  // namespace

bool XlaOutlineManualBodies(Module& m, const NoOptions&, PassContext&) {
  std::vector<BlockId> blocks;
  absl::flat_hash_set<BlockId> seen;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (!IsManualMark(m, op, kFullToShard)) return;
    if (seen.insert(m.op(op).parent).second) blocks.push_back(m.op(op).parent);
  });
  if (blocks.empty()) return true;
  SymbolTable symbols(m);
  BlockOutliner outliner(m, symbols);
  for (const BlockId block : blocks) outliner.Run(block);
  return true;
}

}  // namespace shardflow::internal
