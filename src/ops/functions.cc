#include "ops/functions.h"

#include "ops/op_kind.h"

namespace shardflow {

bool IsFunction(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kFunc;
}

bool IsCall(const Module& m, OpId op) { return m.kind(op) == OpKind::kCall; }

std::vector<OpId> Functions(const Module& m) {
  std::vector<OpId> functions;
  for (OpId op : m.Ops(m.body())) {
    if (IsFunction(m, op)) functions.push_back(op);
  }
  return functions;
}

NameId Callee(const Module& m, OpId call) {
  const AttrId callee = m.attr(call, name::kCallee);
  return m.attrs.Is(callee, AttrKind::kSymbolRef) ? m.attrs.SymbolRoot(callee)
                                                  : NameId::None();
}

bool IsDeclaration(const Module& m, OpId function) {
  return m.RegionIsEmpty(m.region(function, 0));
}

bool IsPublic(const Module& m, OpId function) {
  const AttrId visibility = m.attr(function, name::kSymVisibility);
  return !m.attrs.Is(visibility, AttrKind::kString) ||
         m.attrs.StringValue(visibility) == name::kPublic;
}

BlockId EntryBlock(const Module& m, OpId function) {
  return m.first_block(m.region(function, 0));
}

OpId ReturnOp(const Module& m, OpId function) {
  const BlockId entry = EntryBlock(m, function);
  return entry ? m.terminator(entry) : OpId::None();
}

TypeId FunctionType(const Module& m, OpId function) {
  const AttrId type = m.attr(function, name::kFunctionType);
  if (!m.attrs.Is(type, AttrKind::kType)) return TypeId::None();
  const TypeId id = m.attrs.TypeValue(type);
  return m.types.kind(id) == TypeKind::kFunction ? id : TypeId::None();
}

ShardingId ArgSharding(const Module& m, OpId function, size_t i) {
  if (const BlockId entry = EntryBlock(m, function)) {
    return m.sharding(m.args(entry)[i]);
  }
  const FuncRow& row = m.func(function);
  return i < row.arg_shardings.size() ? row.arg_shardings[i]
                                      : ShardingId::None();
}

ShardingId ResultSharding(const Module& m, OpId function, size_t i) {
  const FuncRow& row = m.func(function);
  return i < row.res_shardings.size() ? row.res_shardings[i]
                                      : ShardingId::None();
}

void SetArgSharding(Module& m, OpId function, size_t i, ShardingId sharding) {
  if (const BlockId entry = EntryBlock(m, function)) {
    m.SetSharding(m.args(entry)[i], sharding);
    return;
  }
  FuncRow& row = m.mutable_func(function);
  if (i >= row.arg_shardings.size()) row.arg_shardings.resize(i + 1);
  row.arg_shardings[i] = sharding;
}

void SetResultSharding(Module& m, OpId function, size_t i,
                       ShardingId sharding) {
  FuncRow& row = m.mutable_func(function);
  if (i >= row.res_shardings.size()) row.res_shardings.resize(i + 1);
  row.res_shardings[i] = sharding;
}

}  // namespace shardflow
