#include "bytecode/codes.h"
#include "bytecode/entry_writer.h"
#include "ops/properties.h"
#include "sharding/rule_text.h"

// Writes sdy attributes.

namespace shardflow::internal::bytecode {

AttrNumber EntryWriter::SdyList(uint64_t code,
                                const std::vector<AttrNumber>& items) {
  Draft w;
  w.VarInt(code);
  Children(w, items);
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::SdyAxisInfo(int64_t pre_size, int64_t size) {
  Draft w;
  w.VarInt(sdy::kSubAxisInfo);
  w.SignedVarInt(pre_size);
  w.SignedVarInt(size);
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::SdyAxis(const AxisRef& axis) {
  const AttrNumber info =
      axis.IsFull() ? AttrNumber{} : SdyAxisInfo(axis.pre_size, axis.size);
  Draft w;
  w.VarInt(sdy::kAxisRef);
  w.VarInt(String(m_.names.Get(axis.name)));
  w.Optional(info, !axis.IsFull());
  return AddAttr("sdy", w);
}

std::vector<AttrNumber> EntryWriter::SdyAxes(AxisListId axes) {
  std::vector<AttrNumber> items;
  for (const AxisRef& axis : m_.shardings.axes(axes)) {
    items.push_back(SdyAxis(axis));
  }
  return items;
}

AttrNumber EntryWriter::SdyMesh(MeshId id) {
  const Mesh& mesh = m_.shardings.mesh(id);
  std::vector<AttrNumber> axes;
  for (const MeshAxis& axis : mesh.axes) {
    Draft w;
    w.VarInt(sdy::kMeshAxis);
    w.VarInt(String(m_.names.Get(axis.name)));
    w.SignedVarInt(axis.size);
    axes.push_back(AddAttr("sdy", w));
  }
  Draft w;
  w.VarInt(sdy::kMesh);
  Children(w, axes);
  Numbers(w, mesh.device_ids);
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::SdyDim(const DimSharding& dim) {
  const std::vector<AttrNumber> axes = SdyAxes(dim.axes);
  Draft w;
  w.VarInt(sdy::kDimSharding);
  Children(w, axes);
  w.Byte(dim.closed != 0 ? 1 : 0);
  const bool has_priority = dim.priority != kNoPriority;
  w.VarIntWithFlag(has_priority ? static_cast<uint64_t>(dim.priority) : 0,
                   has_priority);
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::SdySharding(const ShardingView& sharding) {
  AttrNumber mesh{};
  if (sharding.mesh.IsInlined()) {
    mesh = SdyMesh(sharding.mesh.inlined());
  } else {
    Draft text, symbol;
    text.VarInt(builtin::kString);
    text.VarInt(String(m_.names.Get(sharding.mesh.symbol())));
    symbol.VarInt(builtin::kFlatSymbol);
    symbol.VarInt(AddAttr("builtin", text));
    mesh = AddAttr("builtin", symbol);
  }
  std::vector<AttrNumber> dims;
  for (const DimSharding& dim : sharding.dims) dims.push_back(SdyDim(dim));
  const std::vector<AttrNumber> replicated = SdyAxes(sharding.replicated);
  const std::vector<AttrNumber> unreduced = SdyAxes(sharding.unreduced);
  const bool is_sum = sharding.reduction == ReductionKind::kSum;
  Draft w;
  w.VarInt(unreduced.empty() ? sdy::kSharding
           : is_sum          ? sdy::kShardingV2
                             : sdy::kShardingV3);
  w.VarInt(mesh);
  Children(w, dims);
  Children(w, replicated);
  if (!unreduced.empty()) {
    Children(w, unreduced);
    if (!is_sum) w.SignedVarInt(static_cast<int64_t>(sharding.reduction));
  }
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::Sharding(ShardingId id) {
  const auto it = shardings_.find(id.index);
  if (it != shardings_.end()) return it->second;
  const AttrNumber number = SdySharding(m_.shardings.Get(id));
  shardings_[id.index] = number;
  return number;
}

AttrNumber EntryWriter::Shardings(std::span<const ShardingId> shardings,
                                  std::span<const TypeId> types) {
  const auto given = std::ranges::find_if(
      shardings, [](ShardingId id) { return static_cast<bool>(id); });
  std::vector<AttrNumber> items;
  bool unreduced = false;
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (shardings[i]) {
      items.push_back(Sharding(shardings[i]));
      unreduced |=
          m_.shardings.Get(shardings[i]).unreduced != ShardingStore::kEmptyAxes;
      continue;
    }
    const size_t rank = RankOf(m_, types[i]);
    const std::vector<DimSharding> open(rank, {ShardingStore::kEmptyAxes, 0});
    items.push_back(
        SdySharding({m_.shardings.Get(*given).mesh, open,
                     ShardingStore::kEmptyAxes, ShardingStore::kEmptyAxes}));
  }
  return SdyList(unreduced ? sdy::kShardingPerValueV2 : sdy::kShardingPerValue,
                 items);
}

AttrNumber EntryWriter::SdyDimMapping(std::span<const int64_t> factors) {
  Draft w;
  w.VarInt(sdy::kDimMapping);
  Numbers(w, factors);
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::Rule(RuleId id) {
  const auto it = rules_.find(id.index);
  if (it != rules_.end()) return it->second;
  const RuleText rule = TextOf(m_.rules.Get(id));
  const auto tensors = [&](const std::vector<RuleText::Mapping>& mappings) {
    std::vector<AttrNumber> items;
    for (const RuleText::Mapping& mapping : mappings) {
      std::vector<AttrNumber> dims;
      for (const std::vector<int64_t>& factors : mapping) {
        dims.push_back(SdyDimMapping(factors));
      }
      items.push_back(SdyList(sdy::kTensorMapping, dims));
    }
    return items;
  };
  const std::vector<AttrNumber> operands = tensors(rule.operands);
  const std::vector<AttrNumber> results = tensors(rule.results);
  Draft w;
  w.VarInt(sdy::kRule);
  Numbers(w, rule.sizes);
  Children(w, operands);
  Children(w, results);
  Numbers(w, rule.reduction);
  Numbers(w, rule.need_replication);
  Numbers(w, rule.permutation);
  Numbers(w, rule.blocked);
  w.Byte(rule.custom ? 1 : 0);
  const AttrNumber number = AddAttr("sdy", w);
  rules_[id.index] = number;
  return number;
}

// Writes {axes, source dimension, target dimension}.
AttrNumber EntryWriter::SdyParam(const AllToAllParamAttr& param) {
  const std::vector<AttrNumber> axes = SdyAxes(param.axes);
  Draft w;
  w.VarInt(sdy::kAllToAllParam);
  Children(w, axes);
  w.SignedVarInt(param.source);
  w.SignedVarInt(param.target);
  return AddAttr("sdy", w);
}

AttrNumber EntryWriter::SdyAttr(AttrId attr) {
  std::vector<AttrNumber> items;
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kSharding:
      return Sharding(m_.attrs.As<ShardingAttr>(attr).sharding);
    case AttrKind::kShardingPerValue: {
      const auto list = m_.attrs.As<ShardingPerValueAttr>(attr).shardings;
      return Shardings(std::vector<ShardingId>(list.begin(), list.end()), {});
    }
    case AttrKind::kMesh:
      return SdyMesh(m_.attrs.As<MeshAttr>(attr).mesh);
    case AttrKind::kAxisRef: {
      const auto axis = m_.attrs.As<AxisRefAttr>(attr);
      return SdyAxis(AxisRef::Sub(axis.name, axis.pre_size, axis.size));
    }
    case AttrKind::kSubAxisInfo: {
      const auto [pre_size, size] = m_.attrs.As<SubAxisInfoAttr>(attr);
      return SdyAxisInfo(pre_size, size);
    }
    case AttrKind::kAxisRefList:
      return SdyList(sdy::kAxisRefList,
                     SdyAxes(m_.attrs.As<AxisRefListAttr>(attr).axes));
    case AttrKind::kListOfAxisRefLists:
      for (const AxisListId list :
           m_.attrs.As<ListOfAxisRefListsAttr>(attr).lists) {
        items.push_back(SdyList(sdy::kAxisRefList, SdyAxes(list)));
      }
      return SdyList(sdy::kListOfAxisRefLists, items);
    case AttrKind::kAllToAllParam:
      return SdyParam(m_.attrs.As<AllToAllParamAttr>(attr));
    case AttrKind::kAllToAllParamList:
      for (const AllToAllParamAttr& param :
           m_.attrs.As<AllToAllParamListAttr>(attr).params) {
        items.push_back(SdyParam(param));
      }
      return SdyList(sdy::kAllToAllParamList, items);
    case AttrKind::kDimSharding: {
      const auto [axes, closed, priority] = m_.attrs.As<DimShardingAttr>(attr);
      return SdyDim({axes, closed, priority});
    }
    case AttrKind::kManualAxes:
      for (const NameId axis : m_.attrs.As<ManualAxesAttr>(attr).axes) {
        items.push_back(BuiltinString(axis));
      }
      return SdyList(sdy::kManualAxes, items);
    case AttrKind::kRule:
      return Rule(m_.attrs.As<RuleAttr>(attr).rule);
    default:
      return AttrText(attr);
  }
}

}  // namespace shardflow::internal::bytecode
