#include "ops/edit.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

#include "ir/values.h"

namespace shardflow::internal {

OpId CreateOp(Module& m, OpKind kind, OpSpec spec) {
  spec.kind = kind;
  spec.name = m.names.Intern(OpMnemonic(kind));
  return m.CreateOp(spec);
}

OpId CreateMesh(Module& m, NameId symbol, MeshId mesh, Loc loc) {
  const NamedAttr attrs[] = {{name::kSymName, m.attrs.String(symbol)},
                             {name::kMesh, m.attrs.Mesh(mesh)}};
  return CreateOp(
      m, OpKind::kMesh,
      {.attrs = m.attrs.Dict({std::begin(attrs), std::end(attrs)}, m.names),
       .loc = loc});
}

void ChangeKind(Module& m, OpId op, OpKind kind) {
  m.SetKind(op, kind, m.names.Intern(OpMnemonic(kind)));
}

OpId CreatePassOn(Module& m, OpKind kind, ValueId operand, Loc loc,
                  ShardingId sharding) {
  const TypeId type = m.type(operand);
  const OpId op = CreateOp(
      m, kind,
      {.operands = {&operand, 1}, .result_types = {&type, 1}, .loc = loc});
  m.SetSharding(m.result(op, 0), sharding);
  return op;
}

void EndWithSdyReturn(Module& m, BlockId block) {
  const OpId old = m.terminator(block);
  const std::vector<ValueId> operands = OperandsOf(m, old);
  const OpId op = CreateOp(m, OpKind::kSdyReturn,
                           {.operands = operands, .loc = m.loc(old)});
  m.Append(block, op);
  m.Erase(old);
}

void InsertAfterValue(Module& m, ValueId value, OpId op) {
  if (m.IsArg(value)) {
    m.Prepend(m.arg_block(value), op);
  } else {
    m.InsertAfter(m.def(value), op);
  }
}

void ReplaceUsesExcept(Module& m, ValueId from, ValueId to, OpId except) {
  m.ReplaceUsesIf(from, to,
                  [&](UseId use) { return m.use(use).owner != except; });
}

Loc ValueLoc(const Module& m, ValueId value) {
  return m.IsArg(value) ? m.arg_loc(value) : m.loc(m.def(value));
}

void EraseMadeRules(Module& m) {
  // Checks each rule once instead of the rule of each op, because a program has
  // far fewer rules than ops.
  std::vector<bool> is_custom(m.rules.size());
  bool any = false;
  for (size_t i = 0; i < is_custom.size(); ++i) {
    is_custom[i] = m.rules.Get(RuleId(i)).is_custom();
    any = any || is_custom[i];
  }
  if (any) {
    m.EraseRules([&](RuleId rule) { return !is_custom[rule.Slot()]; });
  } else {
    m.EraseRules([](RuleId) { return true; });
  }
}

AttrId I64Elements(Module& m, std::span<const int64_t> values) {
  const auto count = static_cast<int64_t>(values.size());
  const TypeId type = m.types.Tensor({&count, 1}, m.types.Integer(64));
  const bool splat = !values.empty() &&
                     std::adjacent_find(values.begin(), values.end(),
                                        std::not_equal_to<>()) == values.end();
  if (splat) values = values.first(1);
  const NameId bytes = m.names.Intern(
      {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  return m.attrs.Make(DenseElementsAttr{type, bytes, splat});
}

}  // namespace shardflow::internal
