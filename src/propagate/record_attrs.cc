#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "propagate/record.h"
#include "sharding/print.h"

// Writes a record into attributes.

namespace shardflow::internal {
namespace {

using Kind = ShardingOrigin::Kind;

constexpr std::string_view kSelf = "self";

std::string ManualName(int64_t source) { return fmt::format("mc_{}", source); }

std::string OriginText(const ShardingOrigin& origin) {
  switch (origin.kind) {
    case Kind::kInput:
      return fmt::format("input: {}", origin.index);
    case Kind::kOutput:
      return fmt::format("output: {}", origin.index);
    case Kind::kConstraint:
      return fmt::format("constraint_{}", origin.source);
    case Kind::kManualInput:
      return fmt::format("{}_input: {}", ManualName(origin.source),
                         origin.index);
    case Kind::kManualOutput:
      return fmt::format("{}_output: {}", ManualName(origin.source),
                         origin.index);
  }
  return "";
}

AttrId TextAttr(Module& m, std::string_view text) {
  return m.attrs.String(m.names.Intern(text));
}

// Returns `dict` with every origin `own_name` (the value's own annotation)
// replaced with "self".
AttrId WithSelf(Module& m, AttrId dict, std::string_view own_name) {
  if (!m.attrs.Is(dict, AttrKind::kDict)) return dict;
  const AttrId own = TextAttr(m, own_name);
  const AttrId self = TextAttr(m, kSelf);
  std::vector<NamedAttr> items = m.attrs.DictItems(dict);
  for (NamedAttr& item : items) {
    if (item.value == own) item.value = self;
  }
  return m.attrs.SortedDict(items);
}

void OverrideOp(Module& m, OpId op, std::string_view own_name) {
  if (op.IsNone()) return;
  const AttrId dict = m.attr(op, name::kSdyShardingOrigins);
  if (!dict) return;
  m.SetAttr(op, name::kSdyShardingOrigins, WithSelf(m, dict, own_name));
}

// Calls WithSelf() for the arguments or the results of a function.
void OverrideFunction(Module& m, std::vector<AttrId>& attrs, Kind kind) {
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (attrs[i].IsNone()) continue;
    const AttrId dict = m.attrs.DictGet(attrs[i], name::kSdyShardingOrigins);
    if (dict.IsNone()) continue;
    const std::string own = OriginText({kind, static_cast<int64_t>(i), 0});
    attrs[i] = m.attrs.DictSet(attrs[i], name::kSdyShardingOrigins,
                               WithSelf(m, dict, own), m.names);
  }
}

void SetSlotAttr(Module& m, std::vector<AttrId>& attrs, size_t slot, NameId key,
                 AttrId value) {
  if (slot >= attrs.size()) return;
  const AttrId dict = attrs[slot] ? attrs[slot] : m.attrs.EmptyDict();
  attrs[slot] = m.attrs.DictSet(dict, key, value, m.names);
}

OpId EnclosingFunction(const Module& m, OpId op) {
  while (op && !IsFunction(m, op)) op = m.parent_op(op);
  return op;
}

// Returns the index of the function's result that the value becomes, by its
// newest use if it is returned several times; -1 if it isn't returned.
int ReturnedAs(const Module& m, ValueId value, OpId function) {
  const OpId returned = ReturnOp(m, function);
  for (const UseId use : m.Uses(value)) {
    if (m.use(use).owner == returned) return m.operand_index(use);
  }
  return -1;
}

AttrId EdgeEndAttr(Module& m, const RecordedEnd& end) {
  return m.attrs.Make(EdgeValueRefAttr{end.is_result, end.index});
}

AttrId AxisAttr(Module& m, const AxisRef& axis) {
  return m.attrs.Make(AxisRefAttr{axis.name, axis.pre_size, axis.size});
}

}  // namespace

void Recorder::SetOriginName(OpId op, std::string_view name) {
  m_.SetAttr(op, name::kSdyShardingOriginName, TextAttr(m_, name));
}

void Recorder::NameConstraint(OpId op, const ShardingOrigin& origin) {
  SetOriginName(op, OriginText(origin));
}

void Recorder::NameManualComputation(OpId op, int64_t source) {
  SetOriginName(op, ManualName(source));
}

AttrId Recorder::OriginDict(const Origins& origins) {
  std::vector<NamedAttr> items;
  for (const auto& [axis, origin] : origins) {
    std::string text;
    AppendAxisRef(axis, m_.names, text);
    std::erase(text, '"');
    items.push_back({m_.names.Intern(text), TextAttr(m_, OriginText(origin))});
  }
  return m_.attrs.Dict(std::move(items), m_.names);
}

void Recorder::SaveOriginsOf(ValueId value, const Origins& origins) {
  const OpId owner = OwningOp(m_, value);
  if (owner.IsNone() || m_.IsErased(owner)) return;
  const AttrId dict = OriginDict(origins);
  const OpId function = EnclosingFunction(m_, owner);
  if (function && !IsDeclaration(m_, function)) {
    const int result = ReturnedAs(m_, value, function);
    if (result >= 0) {
      SetSlotAttr(m_, m_.mutable_func(function).res_attrs,
                  static_cast<size_t>(result), name::kSdyShardingOrigins, dict);
    }
  }
  const auto index = static_cast<size_t>(m_.index(value));
  if (owner == function) {
    SetSlotAttr(m_, m_.mutable_func(function).arg_attrs, index,
                name::kSdyShardingOrigins, dict);
    return;
  }
  if (m_.kind(owner) == OpKind::kShardingConstraint ||
      m_.kind(owner) == OpKind::kDataFlowEdge) {
    m_.SetAttr(owner, name::kSdyShardingOrigins, dict);
    return;
  }
  if (m_.IsArg(value)) return;
  const AttrId old = m_.attr(owner, name::kSdyShardingOrigins);
  std::vector<AttrId> dicts(static_cast<size_t>(m_.result_count(owner)),
                            m_.attrs.EmptyDict());
  if (m_.attrs.Is(old, AttrKind::kArray) &&
      m_.attrs.ArraySize(old) == dicts.size()) {
    for (size_t i = 0; i < dicts.size(); ++i) {
      dicts[i] = m_.attrs.ArrayItem(old, i);
    }
  }
  dicts[index] = dict;
  m_.SetAttr(owner, name::kSdyShardingOrigins, m_.attrs.Array(dicts));
}

void Recorder::OverrideWithSelf() {
  WalkPostOrder(m_, m_.root(), [&](OpId op) {
    if (m_.kind(op) != OpKind::kShardingConstraint) return;
    const AttrId own = m_.attr(op, name::kSdyShardingOriginName);
    if (!m_.attrs.Is(own, AttrKind::kString)) return;
    OverrideOp(m_, op, m_.names.Get(m_.attrs.StringValue(own)));
  });
  for (const OpId function : Functions(m_)) {
    OverrideFunction(m_, m_.mutable_func(function).arg_attrs, Kind::kInput);
    OverrideFunction(m_, m_.mutable_func(function).res_attrs, Kind::kOutput);
  }
  WalkPostOrder(m_, m_.root(), [&](OpId op) {
    if (m_.kind(op) != OpKind::kManualComputation) return;
    const AttrId own = m_.attr(op, name::kSdyShardingOriginName);
    if (!m_.attrs.Is(own, AttrKind::kString)) return;
    const std::string own_name(m_.names.Get(m_.attrs.StringValue(own)));
    const std::vector<ValueId> args = ArgEdgeOwners(m_, op);
    for (size_t i = 0; i < args.size(); ++i) {
      OverrideOp(m_, EdgeOfTarget(m_, args[i]),
                 fmt::format("{}_input: {}", own_name, i));
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      OverrideOp(m_, EdgeOfTarget(m_, m_.result(op, i)),
                 fmt::format("{}_output: {}", own_name, i));
    }
  });
}

// An edge that was recorded several times is listed in its first step only.
// Edges are sorted by step, then axis, then source, then target. (In Shardy, an
// axis's sources are in the order of a hash table.)
AttrId Recorder::EdgesAttr(const std::vector<RecordedEdge>& edges) {
  const auto axis_key = [&](const AxisRef& axis) {
    return std::tuple(m_.names.Get(axis.name), axis.pre_size, axis.size);
  };
  using AxisKey = decltype(axis_key(edges.front().axis));
  std::map<std::tuple<AxisKey, RecordedEnd, RecordedEnd>, const RecordedEdge*>
      first;
  for (const RecordedEdge& edge : edges) {
    const RecordedEdge*& known =
        first[{axis_key(edge.axis), edge.source, edge.target}];
    if (known == nullptr || edge.step < known->step) known = &edge;
  }
  // The edges of each step, axis and source, by ascending target.
  std::map<int64_t, std::map<std::pair<AxisKey, RecordedEnd>,
                             std::vector<const RecordedEdge*>>>
      steps;
  for (const auto& [key, edge] : first) {
    steps[edge->step][{std::get<0>(key), edge->source}].push_back(edge);
  }
  std::vector<AttrId> step_attrs, entry_attrs, targets;
  for (const auto& [step, entries] : steps) {
    entry_attrs.clear();
    for (const auto& [key, group] : entries) {
      targets.clear();
      const AxisToDetailsAttr details{AxisAttr(m_, group.front()->axis),
                                      EdgeEndAttr(m_, key.second)};
      for (const RecordedEdge* edge : group) {
        targets.push_back(EdgeEndAttr(m_, edge->target));
      }
      entry_attrs.push_back(m_.attrs.Make(details, targets));
    }
    step_attrs.push_back(
        m_.attrs.Make(PropagationOneStepAttr{step}, entry_attrs));
  }
  return m_.attrs.Make(PropagationEdgesAttr{}, step_attrs);
}

void Recorder::Save() {
  for (const auto& [value, origins] : origins_) SaveOriginsOf(value, origins);
  if (options_.origins) OverrideWithSelf();
  for (const auto& [op, edges] : edges_) {
    if (m_.IsErased(op) || edges.empty()) continue;
    const AttrId attr = EdgesAttr(edges);
    if (IsFunction(m_, op)) {
      // Shardy records the edges of all results on the first one.
      SetSlotAttr(m_, m_.mutable_func(op).res_attrs, 0,
                  name::kSdyPropagationEdges, attr);
    } else {
      m_.SetAttr(op, name::kSdyPropagationEdges, attr);
    }
  }
}

}  // namespace shardflow::internal
