#include <fmt/format.h>

#include "ir/type_text.h"
#include "ops/functions.h"
#include "ops/verify_structure.h"

// Verifies functions, calls and modules.

namespace shardflow::internal {
namespace {

// Checks all attributes of one argument or result.
bool CheckTensorAttrs(VerifyContext& v, OpId func, AttrId dict,
                      ShardingId sharding, TypeId type, std::string_view what,
                      size_t index) {
  const Module& m = v.m;
  for (size_t i = 0; dict && i < m.attrs.DictSize(dict); ++i) {
    const NamedAttr attr = m.attrs.DictItem(dict, i);
    if (m.names.Get(attr.name).find('.') == std::string_view::npos) {
      return v.OpError(func,
                       fmt::format("{} may only have dialect attributes",
                                   what == "arg" ? "arguments" : "results"));
    }
    // A valid sharding would be in the sharding column instead.
    if (attr.name != name::kSdySharding) continue;
    return v.OpError(func,
                     fmt::format("{} {} - should have a sharding attribute of "
                                 "type TensorShardingAttr",
                                 what, index));
  }
  if (sharding.IsNone() || v.IsGood(sharding, type)) return true;
  return v.CheckSharding(func, sharding, type,
                         fmt::format("{} {} - ", what, index));
}

template <class T>
T At(const std::vector<T>& list, size_t i) {
  return i < list.size() ? list[i] : T::None();
}

bool CheckSignature(VerifyContext& v, OpId op, TypeId type) {
  const Module& m = v.m;
  const BlockId entry = EntryBlock(m, op);
  if (entry.IsNone()) return true;
  const std::span<const ValueId> args = m.args(entry);
  if (args.size() != m.types.input_count(type)) {
    return v.OpError(op, fmt::format("entry block must have {} arguments to "
                                     "match function signature",
                                     m.types.input_count(type)));
  }
  for (size_t i = 0; i < args.size(); ++i) {
    const TypeId given = m.type(args[i]);
    const TypeId expected = m.types.input(type, i);
    if (given == expected) continue;
    return v.OpError(
        op, fmt::format("type of entry block argument #{}({}) must match the "
                        "type of the corresponding argument in function "
                        "signature({})",
                        i, QuotedType(m, given), QuotedType(m, expected)));
  }
  return true;
}

std::string FunctionName(const Module& m, OpId function) {
  const NameId name = m.symbol(function);
  return std::string(name ? m.names.Get(name) : "");
}

}  // namespace

bool VerifyFunc(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const OpId parent = m.parent_op(op);
  if (parent && m.kind(parent) != OpKind::kUnknown &&
      !HasTrait(m, parent, kSymbolTable)) {
    return v.OpError(op, "symbol's parent must have the SymbolTable trait");
  }
  if (m.symbol(op).IsNone()) {
    return v.OpError(op, "requires attribute 'sym_name'");
  }
  const TypeId type = FunctionType(m, op);
  if (type.IsNone()) {
    return v.OpError(op, "requires attribute 'function_type'");
  }
  if (m.region_count(op) != 1) return v.OpError(op, "expects one region");
  const FuncRow* const row = m.HasFuncRow(op) ? &m.func(op) : nullptr;
  if (row == nullptr) return true;
  const BlockId entry = EntryBlock(m, op);
  for (size_t i = 0; i < m.types.input_count(type); ++i) {
    // If the entry block lacks arguments, that is reported below.
    const bool has = entry.IsNone() || i < m.args(entry).size();
    const ShardingId sharding =
        has ? ArgSharding(m, op, i) : ShardingId::None();
    if (!CheckTensorAttrs(v, op, At(row->arg_attrs, i), sharding,
                          m.types.input(type, i), "arg", i)) {
      return false;
    }
  }
  for (size_t i = 0; i < m.types.result_count(type); ++i) {
    if (!CheckTensorAttrs(v, op, At(row->res_attrs, i),
                          At(row->res_shardings, i), m.types.result(type, i),
                          "result", i)) {
      return false;
    }
  }
  if (entry.IsNone() && IsPublic(m, op)) {
    return v.OpError(op, "symbol declaration cannot have public visibility");
  }
  return CheckSignature(v, op, type);
}

bool VerifyFuncReturn(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const OpId function = m.parent_op(op);
  if (function.IsNone() || !IsFunction(m, function)) {
    return v.OpError(op, "expects parent op 'func.func'");
  }
  const TypeId type = FunctionType(m, function);
  if (type.IsNone()) return true;
  const size_t count = m.types.result_count(type);
  if (static_cast<size_t>(m.operand_count(op)) != count) {
    return v.OpError(
        op, fmt::format("has {} operands, but enclosing function (@{}) returns "
                        "{}",
                        m.operand_count(op), FunctionName(m, function), count));
  }
  for (int i = 0; i < m.operand_count(op); ++i) {
    const TypeId given = m.type(m.operand(op, i));
    const TypeId expected = m.types.result(type, static_cast<size_t>(i));
    if (given == expected) continue;
    return v.Error(
        op, fmt::format("type of return operand {} ({}) doesn't match function "
                        "result type ({}) in function @{}",
                        i, QuotedType(m, given), QuotedType(m, expected),
                        FunctionName(m, function)));
  }
  return true;
}

bool VerifyCallUses(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const NameId callee = Callee(m, op);
  const auto at = v.scope().symbols.find(callee);
  const OpId function =
      at == v.scope().symbols.end() ? OpId::None() : at->second;
  const TypeId type = function && IsFunction(m, function)
                          ? FunctionType(m, function)
                          : TypeId::None();
  if (type.IsNone()) {
    return v.OpError(op, fmt::format("'{}' does not reference a valid function",
                                     m.names.Get(callee)));
  }
  const auto operands = static_cast<size_t>(m.operand_count(op));
  if (operands != m.types.input_count(type)) {
    return v.OpError(op, fmt::format("incorrect number of operands for callee: "
                                     "expected {}, but got {}",
                                     m.types.input_count(type), operands));
  }
  for (size_t i = 0; i < operands; ++i) {
    const TypeId given = m.type(m.operand(op, static_cast<int>(i)));
    const TypeId expected = m.types.input(type, i);
    if (given == expected) continue;
    return v.OpError(
        op, fmt::format("operand type mismatch: expected operand type {}, but "
                        "provided {} for operand number {}",
                        QuotedType(m, expected), QuotedType(m, given), i));
  }
  const auto results = static_cast<size_t>(m.result_count(op));
  if (results != m.types.result_count(type)) {
    return v.OpError(op, fmt::format("incorrect number of results for callee: "
                                     "expected {}, but got {}",
                                     m.types.result_count(type), results));
  }
  for (size_t i = 0; i < results; ++i) {
    const TypeId given = m.type(m.result(op, static_cast<int>(i)));
    const TypeId expected = m.types.result(type, i);
    if (given == expected) continue;
    v.OpError(op, fmt::format("result type mismatch at index {}", i));
    v.Note(op, "    op result types: " + QuotedType(m, given));
    v.Note(op, "callee result types: " + QuotedType(m, expected));
    return false;
  }
  return true;
}

bool VerifyBuiltinModule(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const RegionRow& region = m.region_row(m.region(op, 0));
  if (region.first != region.last) {
    return v.OpError(op, "expects region #0 to have 0 or 1 blocks");
  }
  if (region.first.IsNone()) {
    return v.OpError(op,
                     "region #0 ('bodyRegion') failed to verify constraint: "
                     "region with 1 blocks");
  }
  if (!m.args(region.first).empty()) {
    return v.OpError(op, "region should have no arguments");
  }
  const AttrId dict = m.attr_dict(op);
  for (size_t i = 0; i < m.attrs.DictSize(dict); ++i) {
    const NameId key = m.attrs.DictItem(dict, i).name;
    if (key == name::kSymName || key == name::kSymVisibility ||
        m.names.Get(key).find('.') != std::string_view::npos) {
      continue;
    }
    return v.OpError(op, fmt::format("can only contain attributes with "
                                     "dialect-prefixed names, found: '{}'",
                                     m.names.Get(key)));
  }
  return true;
}

}  // namespace shardflow::internal
