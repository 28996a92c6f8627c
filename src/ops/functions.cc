#include "ops/functions.h"

#include <optional>
#include <string_view>
#include <utility>

#include "ir/values.h"
#include "ops/edit.h"
#include "ops/op_kind.h"
#include "ops/properties.h"

namespace shardflow::internal {

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

OpId MainFunction(const Module& m) {
  const std::vector<OpId> functions = Functions(m);
  if (functions.size() == 1) return functions.front();
  for (const OpId function : functions) {
    if (m.symbol(function) == name::kMain) return function;
  }
  return OpId::None();
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

namespace {

AttrId ArgAttr(const Module& m, OpId function, size_t i,
               std::string_view name) {
  const FuncRow& row = m.func(function);
  const NameId key = m.names.Find(name);
  if (!key || i >= row.arg_attrs.size()) return AttrId::None();
  return m.attrs.DictGet(row.arg_attrs[i], key);
}

}  // namespace

std::optional<int64_t> DonatedTo(const Module& m, OpId function, size_t i) {
  const AttrId result = ArgAttr(m, function, i, "tf.aliasing_output");
  if (!m.attrs.Is(result, AttrKind::kInteger)) return std::nullopt;
  return m.attrs.IntegerValue(result);
}

bool IsDonated(const Module& m, OpId function, size_t i) {
  return !ArgAttr(m, function, i, "jax.buffer_donor").IsNone();
}

OpId OutlineBody(Module& m, OpId from, NameId name,
                 std::span<const TypeId> result_types,
                 std::vector<NamedAttr> attrs) {
  const RegionId body = m.region(from, 0);
  const std::vector<TypeId> inputs = TypesOf(m, m.args(m.first_block(body)));
  attrs.push_back({name::kSymName, m.attrs.String(name)});
  attrs.push_back({name::kSymVisibility, m.attrs.String(name::kPrivate)});
  attrs.push_back({name::kFunctionType,
                   m.attrs.Type(m.types.Function(inputs, result_types))});
  const OpId function =
      CreateOp(m, OpKind::kFunc,
               {.attrs = m.attrs.Dict(std::move(attrs), m.names),
                .region_count = 1,
                .loc = m.loc(from)});
  FuncRow& row = m.CreateFuncRow(function);
  row.arg_attrs.resize(inputs.size());
  row.res_attrs.resize(result_types.size());
  row.res_shardings.resize(result_types.size());
  m.MoveBlocks(body, m.region(function, 0));
  ChangeKind(m, m.terminator(EntryBlock(m, function)), OpKind::kFuncReturn);
  return function;
}

namespace {

// Makes missing shardings fully open, or clears the list if there is no mesh
// for them. `type(i)` returns the type of tensor i.
template <class TypeOf>
void FillOpen(Module& m, const SymbolTable& symbols,
              std::vector<ShardingId>& shardings, TypeOf type) {
  std::optional<MeshRef> ref;
  for (const ShardingId sharding : shardings) {
    if (sharding.IsNone()) continue;
    const MeshRef candidate = m.shardings.Get(sharding).mesh;
    const MeshId mesh = symbols.FindMesh(m, candidate);
    if (mesh && !m.shardings.mesh(mesh).IsMaximal()) {
      ref = candidate;
      break;
    }
  }
  if (!ref) {
    shardings.clear();
    return;
  }
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (shardings[i]) continue;
    const TypeId t = type(i);
    const size_t rank = RankOf(m, t);
    shardings[i] = m.shardings.FullyOpen(*ref, rank);
  }
}

}  // namespace

std::vector<ShardingId> ArgShardings(Module& m, const SymbolTable& symbols,
                                     OpId function) {
  const TypeId type = FunctionType(m, function);
  if (type.IsNone()) return {};
  std::vector<ShardingId> shardings(m.types.input_count(type));
  for (size_t i = 0; i < shardings.size(); ++i) {
    shardings[i] = ArgSharding(m, function, i);
  }
  FillOpen(m, symbols, shardings,
           [&](size_t i) { return m.types.input(type, i); });
  return shardings;
}

std::vector<ShardingId> ResultShardings(Module& m, const SymbolTable& symbols,
                                        OpId function) {
  const TypeId type = FunctionType(m, function);
  if (type.IsNone()) return {};
  std::vector<ShardingId> shardings(m.types.result_count(type));
  const FuncRow& row = m.func(function);
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (i < row.res_shardings.size()) shardings[i] = row.res_shardings[i];
  }
  FillOpen(m, symbols, shardings,
           [&](size_t i) { return m.types.result(type, i); });
  return shardings;
}

}  // namespace shardflow::internal
