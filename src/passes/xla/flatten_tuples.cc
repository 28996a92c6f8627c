#include <cstdint>
#include <optional>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/edit.h"
#include "ops/op_def.h"
#include "passes/pass.h"

// In HLO, a custom call with several results returns them as one tuple. In
// StableHLO, it can have several results. If a custom call's tuple is only used
// to extract its elements, the elements become the results.

namespace shardflow::internal {
namespace {

// Returns the element types of a tuple without nested tuples; nullopt for any
// other type.
std::optional<std::vector<TypeId>> FlatTuple(const Module& m, TypeId type) {
  if (m.types.kind(type) != TypeKind::kTuple) return std::nullopt;
  std::vector<TypeId> types;
  for (const TypeId element : m.types.members(type)) {
    if (m.types.kind(element) == TypeKind::kTuple) return std::nullopt;
    types.push_back(element);
  }
  return types;
}

// If `user` extracts an element of the tuple, returns its index; otherwise
// returns nullopt.
std::optional<int64_t> ElementIndex(const Module& m, OpId user, size_t count) {
  if (m.kind(user) != OpKind::kGetTupleElement) return std::nullopt;
  const std::optional<int64_t> index = Int(m, user, "index");
  if (!index || *index < 0 || static_cast<size_t>(*index) >= count) {
    return std::nullopt;
  }
  return index;
}

void Flatten(Module& m, OpId op) {
  const ValueId tuple = m.result(op, 0);
  const auto types = FlatTuple(m, m.type(tuple));
  if (!types) return;
  std::vector<OpId> users;
  for (const UseId use : m.Uses(tuple)) {
    users.push_back(m.use(use).owner);
    if (!ElementIndex(m, users.back(), types->size())) return;
  }
  const std::vector<ValueId> operands = OperandsOf(m, op);
  const OpId flat = CreateOp(m, OpKind::kCustomCall,
                             {.operands = operands,
                              .result_types = *types,
                              .attrs = m.attr_dict(op),
                              .loc = m.loc(op)});
  m.InsertBefore(op, flat);
  if (m.rule(op)) m.SetRule(flat, m.rule(op));
  for (const OpId user : users) {
    const auto index = static_cast<int>(*ElementIndex(m, user, types->size()));
    m.ReplaceAllUses(m.result(user, 0), m.result(flat, index));
    m.Erase(user);
  }
  m.Erase(op);
}

}  // namespace

bool XlaFlattenTuples(Module& m, const NoOptions&, PassContext&) {
  std::vector<OpId> calls, tuples;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kTuple) tuples.push_back(op);
    if (m.kind(op) == OpKind::kCustomCall && m.result_count(op) == 1) {
      calls.push_back(op);
    }
  });
  for (const OpId op : calls) Flatten(m, op);
  for (auto op = tuples.rbegin(); op != tuples.rend(); ++op) {
    if (!m.OpHasUses(*op)) m.Erase(*op);
  }
  return true;
}

}  // namespace shardflow::internal
