#include "passes/gspmd/manual_import.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include <fmt/format.h>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/custom_call.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/gspmd/marks.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// A call and the marks around it, which enter and leave a manual computation.
struct Bracket {
  OpId call;
  OpId function;
  std::vector<ValueId> operands;  // global values
  std::vector<ShardingId> in_shardings;
  // Global values that will be replaced; None for unused ones.
  std::vector<ValueId> results;
  std::vector<TypeId> result_types;
  std::vector<ShardingId> out_shardings;
  std::vector<NameId> manual_axes;
  std::vector<OpId> marks;  // marks to erase; users come before what they use
};

std::optional<NameId> ShardingText(const Module& m, OpId op) {
  return FindString(m, m.attr_dict(op), kMhloSharding);
}

// Whether the call is between marks: either all operands come from
// SPMDFullToShardShape or, if there are none, a result goes to
// SPMDShardToFullShape.
bool IsBracketed(const Module& m, OpId call) {
  for (const ValueId operand : OperandsOf(m, call)) {
    if (!IsManualMark(m, m.def(operand), kFullToShard)) return false;
  }
  if (m.operand_count(call) > 0) return true;
  for (const ValueId result : ResultsOf(m, call)) {
    OpId user = OnlyUser(m, result);
    if (user && IsShardingMark(m, user)) user = OnlyUser(m, m.result(user, 0));
    if (user && IsManualMark(m, user, kShardToFull)) return true;
  }
  return false;
}

class BracketReader {
 public:
  BracketReader(Module& m, ShardingReader& reader) : m_(m), reader_(reader) {}

  bool Read(OpId call, OpId function, Bracket& bracket) {
    bracket.call = call;
    bracket.function = function;
    for (const ValueId result : ResultsOf(m_, call)) {
      if (!ReadResult(result, bracket)) return false;
    }
    for (const ValueId operand : OperandsOf(m_, call)) {
      if (!ReadOperand(operand, bracket)) return false;
    }
    return !bracket.manual_axes.empty() || ReadCall(call, bracket);
  }

 private:
  // Finds the sharding in a mark. Dimensions in the mark's unspecified_dims
  // become open.
  bool ShardingOf(OpId mark, TypeId type, ShardingId& sharding) {
    const std::optional<NameId> text = ShardingText(m_, mark);
    if (!text) {
      return reader_.Fail(mark,
                          "a bracket of a manual computation needs "
                          "'mhlo.sharding'");
    }
    const size_t rank = RankOf(m_, type);
    sharding = reader_.Convert(reader_.Get(*text), rank, mark, true);
    if (!sharding) return false;
    std::vector<int64_t> dims = UnspecifiedDims(m_, mark);
    std::erase_if(dims, [&](int64_t dim) {
      return dim < 0 || dim >= static_cast<int64_t>(rank);
    });
    sharding = OpenDims(m_.shardings, sharding, dims);
    return true;
  }

  // Adds to the bracket the axes that are manual at `inner` but not at `outer`.
  // If `outer` is None, nothing is manual there.
  bool AddManualAxes(OpId inner, OpId outer, Bracket& bracket) {
    std::vector<NameId> axes, parent;
    const std::optional<NameId> text = ShardingText(m_, inner);
    if (!text || !reader_.ManualAxes(reader_.Get(*text), inner, axes)) {
      return text.has_value() ? false
                              : reader_.Fail(inner,
                                             "a bracket of a manual "
                                             "computation needs "
                                             "'mhlo.sharding'");
    }
    if (outer) {
      const std::optional<NameId> around = ShardingText(m_, outer);
      if (around && !reader_.ManualAxes(reader_.Get(*around), outer, parent)) {
        return false;
      }
    }
    for (const NameId axis : axes) {
      if (std::ranges::find(parent, axis) != parent.end()) continue;
      if (std::ranges::find(bracket.manual_axes, axis) !=
          bracket.manual_axes.end()) {
        continue;
      }
      bracket.manual_axes.push_back(axis);
    }
    return true;
  }

  // Reads the manual axes from the call's sharding, if it has one. (A call
  // without operands may have one.)
  bool ReadCall(OpId call, Bracket& bracket) {
    const std::optional<NameId> text = ShardingText(m_, call);
    if (!text) return true;
    const gspmd::HloSharding& sharding = reader_.Get(*text);
    const bool is_tuple = !sharding.elements.empty();
    return reader_.ManualAxes(is_tuple ? sharding.elements.front() : sharding,
                              call, bracket.manual_axes);
  }

  bool ReadOperand(ValueId operand, Bracket& bracket) {
    const OpId to_shard = m_.def(operand);
    const ValueId full = m_.operand(to_shard, 0);
    const OpId mark = m_.def(full);
    if (!mark || !IsShardingMark(m_, mark)) {
      return reader_.Fail(to_shard,
                          "SPMDFullToShardShape of a value without a sharding: "
                          "a @Sharding call must stand before it");
    }
    ShardingId sharding;
    if (!ShardingOf(mark, m_.type(full), sharding) ||
        !AddManualAxes(to_shard, mark, bracket)) {
      return false;
    }
    bracket.operands.push_back(m_.operand(mark, 0));
    bracket.in_shardings.push_back(sharding);
    bracket.marks.push_back(to_shard);
    bracket.marks.push_back(mark);
    return true;
  }

  bool ReadResult(ValueId result, Bracket& bracket) {
    if (!m_.HasUses(result)) {
      // An unused result has the same shape outside as inside.
      bracket.results.push_back(ValueId::None());
      bracket.result_types.push_back(m_.type(result));
      bracket.out_shardings.push_back(ShardingId::None());
      return true;
    }
    OpId user = OnlyUser(m_, result);
    OpId mark;
    if (user && IsShardingMark(m_, user)) {
      mark = user;
      user = OnlyUser(m_, m_.result(user, 0));
    }
    if (!user || !IsManualMark(m_, user, kShardToFull)) {
      return reader_.Fail(bracket.call,
                          "a result of a manual computation that is not passed "
                          "to SPMDShardToFullShape");
    }
    ShardingId sharding;
    const ValueId global = m_.result(user, 0);
    if (!ShardingOf(user, m_.type(global), sharding)) return false;
    if (mark && !AddManualAxes(mark, user, bracket)) return false;
    bracket.results.push_back(global);
    bracket.result_types.push_back(m_.type(global));
    bracket.out_shardings.push_back(sharding);
    bracket.marks.push_back(user);
    if (mark) bracket.marks.push_back(mark);
    return true;
  }

  Module& m_;
  ShardingReader& reader_;
};

// Returns one of the bracket's shardings, to take the mesh from, or None if
// there are none.
ShardingId AnySharding(const Bracket& bracket) {
  for (const ShardingId sharding : bracket.in_shardings) {
    if (sharding) return sharding;
  }
  for (const ShardingId sharding : bracket.out_shardings) {
    if (sharding) return sharding;
  }
  return ShardingId::None();
}

void Replace(Module& m, const Bracket& bracket, bool take_body) {
  const OpId op =
      CreateOp(m, OpKind::kManualComputation,
               {.operands = bracket.operands,
                .result_types = bracket.result_types,
                .attrs = m.attrs.Dict(
                    {{name::kManualAxes,
                      m.attrs.Make(ManualAxesAttr{}, bracket.manual_axes)}},
                    m.names),
                .region_count = 1,
                .loc = m.loc(bracket.call)});
  m.InsertBefore(bracket.call, op);
  const RegionId body = m.region(bracket.function, 0);
  if (take_body) {
    m.MoveBlocks(body, m.region(op, 0));
  } else {
    Module::ValueMap map;
    m.CloneRegionInto(body, m.region(op, 0), map);
  }
  const BlockId block = m.first_block(m.region(op, 0));
  EndWithSdyReturn(m, block);
  for (size_t i = 0; i < bracket.in_shardings.size(); ++i) {
    m.SetSharding(m.args(block)[i], bracket.in_shardings[i]);
  }
  const ShardingId any = AnySharding(bracket);
  for (size_t i = 0; i < bracket.results.size(); ++i) {
    const ValueId result = m.result(op, static_cast<int>(i));
    ShardingId sharding = bracket.out_shardings[i];
    if (!sharding && any) {
      sharding = m.shardings.FullyClosed(m.shardings.Get(any).mesh,
                                         RankOf(m, m.type(result)));
    }
    m.SetSharding(result, sharding);
    if (bracket.results[i]) m.ReplaceAllUses(bracket.results[i], result);
  }
  // Marks at results are erased before the call, and marks at operands after
  // it. A mark with other users stays.
  const auto erase = [&](OpId mark) {
    if (!m.IsErased(mark) && !m.OpHasUses(mark)) m.Erase(mark);
  };
  for (const OpId mark : bracket.marks) erase(mark);
  m.Erase(bracket.call);
  for (const OpId mark : bracket.marks) {
    if (!m.IsErased(mark)) erase(mark);
  }
}

// Returns the number of calls to each function.
absl::flat_hash_map<NameId, int> CountCalls(const Module& m) {
  absl::flat_hash_map<NameId, int> calls;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (IsCall(m, op)) ++calls[Callee(m, op)];
  });
  return calls;
}

}  // namespace

bool ImportManualComputations(Module& m, ShardingReader& reader) {
  const SymbolTable symbols(m);
  absl::flat_hash_map<NameId, int> calls = CountCalls(m);
  // Copied bodies may contain more calls between marks, so repeat until there
  // are none left.
  while (true) {
    std::vector<OpId> bracketed;
    WalkPreOrder(m, m.root(), [&](OpId op) {
      if (IsCall(m, op) && IsBracketed(m, op)) bracketed.push_back(op);
    });
    if (bracketed.empty()) return true;
    for (const OpId call : bracketed) {
      // (This is only a precaution: calls in a body are moved or copied with
      // it, so no call in the list should be erased.)
      if (m.IsErased(call)) continue;
      const NameId callee = Callee(m, call);
      const OpId function = symbols.Find(callee);
      if (!function || !IsFunction(m, function) || IsDeclaration(m, function)) {
        return reader.Fail(call, "the body of a manual computation is missing");
      }
      for (OpId around = call; around; around = m.parent_op(around)) {
        if (around == function) {
          return reader.Fail(call, "a manual computation that calls itself");
        }
      }
      Bracket bracket;
      if (!BracketReader(m, reader).Read(call, function, bracket)) return false;
      const bool last = --calls[callee] == 0 && !IsPublic(m, function);
      if (!last) {
        // Copying the body will also copy the calls in it.
        WalkPreOrder(m, function, [&](OpId op) {
          if (IsCall(m, op)) ++calls[Callee(m, op)];
        });
      }
      Replace(m, bracket, last);
      if (last) m.Erase(function);
    }
  }
}

}  // namespace shardflow::internal
