#include "passes/gspmd/marks.h"

#include <charconv>

#include "ir/walk.h"
#include "ops/custom_call.h"
#include "ops/dialects.h"
#include "ops/edit.h"
#include "ops/op_kind.h"
#include "passes/gspmd/round_trip.h"

namespace shardflow::internal {

std::optional<NameId> FindString(const Module& m, AttrId dict,
                                 std::string_view name) {
  const NameId key = m.names.Find(name);
  if (!dict || !key) return std::nullopt;
  const AttrId attr = m.attrs.DictGet(dict, key);
  if (!m.attrs.Is(attr, AttrKind::kString)) return std::nullopt;
  return m.attrs.StringValue(attr);
}

void SetStringAttr(Module& m, OpId op, std::string_view name,
                   std::string_view value) {
  m.SetAttr(op, m.names.Intern(name), m.attrs.String(m.names.Intern(value)));
}

void RemoveAttr(Module& m, OpId op, std::string_view name) {
  m.SetAttr(op, m.names.Intern(name), AttrId::None());
}

AttrId Without(Module& m, AttrId dict, std::string_view name) {
  const NameId key = m.names.Find(name);
  if (!dict || !key) return dict;
  const AttrId rest = m.attrs.DictSet(dict, key, AttrId::None(), m.names);
  return rest && m.attrs.DictSize(rest) == 0 ? AttrId::None() : rest;
}

bool IsShardingMark(const Module& m, OpId op) {
  const bool is_mark =
      CallTarget(m, op) == kShardingTarget || m.op_name(op) == kMhloCopy;
  return is_mark && m.operand_count(op) == 1 && m.result_count(op) == 1;
}

bool IsManualMark(const Module& m, OpId op, std::string_view target) {
  return op && CallTarget(m, op) == target && m.operand_count(op) == 1 &&
         m.result_count(op) == 1;
}

std::vector<int64_t> UnspecifiedDims(const Module& m, OpId op) {
  std::vector<int64_t> dims;
  const std::optional<NameId> config =
      FindString(m, m.attr_dict(op), "backend_config");
  if (!config) return dims;
  std::string_view text = m.names.Get(*config);
  const size_t begin = text.find("unspecified_dims=[");
  if (begin == std::string_view::npos) return dims;
  text.remove_prefix(begin + sizeof("unspecified_dims=[") - 1);
  while (true) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    int64_t dim = 0;
    const auto [end, code] =
        std::from_chars(text.data(), text.data() + text.size(), dim);
    if (code != std::errc()) return dims;
    dims.push_back(dim);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (!text.starts_with(',')) return dims;
    text.remove_prefix(1);
  }
}

OpId InsertCustomCall(Module& m, OpId anchor, std::string_view target,
                      std::span<const ValueId> operands,
                      std::span<const TypeId> types,
                      std::vector<std::pair<std::string, AttrId>> attrs) {
  std::vector<NamedAttr> named = {
      {name::kCallTargetName, m.attrs.String(m.names.Intern(target))}};
  for (const auto& [key, value] : attrs) {
    named.push_back({m.names.Intern(key), value});
  }
  const OpId op = CreateOp(m, OpKind::kCustomCall,
                           {.operands = operands,
                            .result_types = types,
                            .attrs = m.attrs.Dict(std::move(named), m.names),
                            .loc = m.loc(anchor)});
  m.InsertBefore(anchor, op);
  return op;
}

namespace {

bool SaysGspmd(const Module& m, AttrId dict) {
  const auto has = [&](AttrId in, std::string_view name) {
    const NameId key = m.names.Find(name);
    return key && in && m.attrs.DictGet(in, key);
  };
  if (has(dict, kMhloSharding)) return true;
  const NameId frontend = m.names.Find(kFrontendAttributes);
  const AttrId inner =
      dict && frontend ? m.attrs.DictGet(dict, frontend) : AttrId::None();
  return m.attrs.Is(inner, AttrKind::kDict) && has(inner, kRoundTripSharding);
}

bool SaysGspmd(const Module& m, OpId op) {
  if (SaysGspmd(m, m.attr_dict(op))) return true;
  if (!m.HasFuncRow(op)) return false;
  const FuncRow& row = m.func(op);
  for (const AttrId dict : row.arg_attrs) {
    if (SaysGspmd(m, dict)) return true;
  }
  for (const AttrId dict : row.res_attrs) {
    if (SaysGspmd(m, dict)) return true;
  }
  return false;
}

bool SaysShardy(const Module& m, OpId op) {
  if (m.kind(op) == OpKind::kShardingConstraint || m.HasResultShardings(op)) {
    return true;
  }
  for (int r = 0; r < m.region_count(op); ++r) {
    for (const BlockId block : m.Blocks(m.region(op, r))) {
      for (const ValueId arg : m.args(block)) {
        if (m.sharding(arg)) return true;
      }
    }
  }
  if (!m.HasFuncRow(op)) return false;
  const FuncRow& row = m.func(op);
  const auto any = [](const std::vector<ShardingId>& list) {
    for (const ShardingId sharding : list) {
      if (sharding) return true;
    }
    return false;
  };
  return any(row.res_shardings) || any(row.arg_shardings);
}

}  // namespace

OpId FindGspmdOnly(const Module& m) {
  if (!m.names.Find(kMhloSharding) && !m.names.Find(kRoundTripSharding)) {
    return OpId::None();
  }
  OpId first;
  const bool no_shardy = WalkPreOrder(m, m.root(), [&](OpId op) {
    if (first.IsNone() && SaysGspmd(m, op)) first = op;
    return SaysShardy(m, op) ? WalkResult::kStop : WalkResult::kAdvance;
  });
  return no_shardy ? first : OpId::None();
}

}  // namespace shardflow::internal
