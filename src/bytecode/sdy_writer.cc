#include "bytecode/codes.h"
#include "bytecode/entry_writer.h"
#include "sharding/rule_text.h"

// Attributes of sdy.

namespace shardflow::internal::bytecode {

uint32_t EntryWriter::SdyList(uint64_t code, std::span<const uint32_t> items) {
  ByteWriter w;
  w.VarInt(code);
  Children(w, items);
  return AddAttr("sdy", w);
}

uint32_t EntryWriter::SdyAxisInfo(int64_t pre_size, int64_t size) {
  ByteWriter w;
  w.VarInt(sdy::kSubAxisInfo);
  w.SignedVarInt(pre_size);
  w.SignedVarInt(size);
  return AddAttr("sdy", w);
}

uint32_t EntryWriter::SdyAxis(const AxisRef& axis) {
  const uint32_t info =
      axis.IsFull() ? 0 : SdyAxisInfo(axis.pre_size, axis.size);
  ByteWriter w;
  w.VarInt(sdy::kAxisRef);
  w.VarInt(String(m_.names.Get(axis.name)));
  w.VarIntWithFlag(info, !axis.IsFull());
  return AddAttr("sdy", w);
}

std::vector<uint32_t> EntryWriter::SdyAxes(AxisListId axes) {
  std::vector<uint32_t> items;
  for (const AxisRef& axis : m_.shardings.axes(axes)) {
    items.push_back(SdyAxis(axis));
  }
  return items;
}

uint32_t EntryWriter::SdyMesh(MeshId id) {
  const Mesh& mesh = m_.shardings.mesh(id);
  std::vector<uint32_t> axes;
  for (const MeshAxis& axis : mesh.axes) {
    ByteWriter w;
    w.VarInt(sdy::kMeshAxis);
    w.VarInt(String(m_.names.Get(axis.name)));
    w.SignedVarInt(axis.size);
    axes.push_back(AddAttr("sdy", w));
  }
  ByteWriter w;
  w.VarInt(sdy::kMesh);
  Children(w, axes);
  Numbers(w, mesh.device_ids);
  return AddAttr("sdy", w);
}

uint32_t EntryWriter::SdyDim(const DimSharding& dim) {
  const std::vector<uint32_t> axes = SdyAxes(dim.axes);
  ByteWriter w;
  w.VarInt(sdy::kDimSharding);
  Children(w, axes);
  w.Byte(dim.closed != 0 ? 1 : 0);
  const bool has_priority = dim.priority != kNoPriority;
  w.VarIntWithFlag(has_priority ? static_cast<uint64_t>(dim.priority) : 0,
                   has_priority);
  return AddAttr("sdy", w);
}

uint32_t EntryWriter::SdySharding(const ShardingView& sharding) {
  uint32_t mesh = 0;
  if (sharding.mesh.IsInlined()) {
    mesh = SdyMesh(sharding.mesh.inlined());
  } else {
    ByteWriter text, symbol;
    text.VarInt(builtin::kString);
    text.VarInt(String(m_.names.Get(sharding.mesh.symbol())));
    symbol.VarInt(builtin::kFlatSymbol);
    symbol.VarInt(AddAttr("builtin", text));
    mesh = AddAttr("builtin", symbol);
  }
  std::vector<uint32_t> dims;
  for (const DimSharding& dim : sharding.dims) dims.push_back(SdyDim(dim));
  const std::vector<uint32_t> replicated = SdyAxes(sharding.replicated);
  const std::vector<uint32_t> unreduced = SdyAxes(sharding.unreduced);
  const bool is_sum = sharding.reduction == ReductionKind::kSum;
  ByteWriter w;
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

uint32_t EntryWriter::Sharding(ShardingId id) {
  const auto it = shardings_.find(id.index);
  if (it != shardings_.end()) return it->second;
  const uint32_t number = SdySharding(m_.shardings.Get(id));
  shardings_[id.index] = number;
  return number;
}

uint32_t EntryWriter::Shardings(std::span<const ShardingId> shardings,
                                std::span<const TypeId> types) {
  const auto given = std::ranges::find_if(
      shardings, [](ShardingId id) { return static_cast<bool>(id); });
  std::vector<uint32_t> items;
  bool unreduced = false;
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (shardings[i]) {
      items.push_back(Sharding(shardings[i]));
      unreduced |=
          m_.shardings.Get(shardings[i]).unreduced != ShardingStore::kEmptyAxes;
      continue;
    }
    const size_t rank =
        m_.types.IsTensor(types[i]) ? m_.types.dims(types[i]).size() : 0;
    const std::vector<DimSharding> open(rank, {ShardingStore::kEmptyAxes, 0});
    items.push_back(
        SdySharding({m_.shardings.Get(*given).mesh, open,
                     ShardingStore::kEmptyAxes, ShardingStore::kEmptyAxes}));
  }
  return SdyList(unreduced ? sdy::kShardingPerValueV2 : sdy::kShardingPerValue,
                 items);
}

uint32_t EntryWriter::SdyDimMapping(std::span<const int64_t> factors) {
  ByteWriter w;
  w.VarInt(sdy::kDimMapping);
  Numbers(w, factors);
  return AddAttr("sdy", w);
}

uint32_t EntryWriter::Rule(RuleId id) {
  const auto it = rules_.find(id.index);
  if (it != rules_.end()) return it->second;
  const RuleText rule = TextOf(m_.rules.Get(id));
  const auto tensors = [&](const std::vector<RuleText::Mapping>& mappings) {
    std::vector<uint32_t> items;
    for (const RuleText::Mapping& mapping : mappings) {
      std::vector<uint32_t> dims;
      for (const std::vector<int64_t>& factors : mapping) {
        dims.push_back(SdyDimMapping(factors));
      }
      items.push_back(SdyList(sdy::kTensorMapping, dims));
    }
    return items;
  };
  const std::vector<uint32_t> operands = tensors(rule.operands);
  const std::vector<uint32_t> results = tensors(rule.results);
  ByteWriter w;
  w.VarInt(sdy::kRule);
  Numbers(w, rule.sizes);
  Children(w, operands);
  Children(w, results);
  Numbers(w, rule.reduction);
  Numbers(w, rule.need_replication);
  Numbers(w, rule.permutation);
  Numbers(w, rule.blocked);
  w.Byte(rule.custom ? 1 : 0);
  const uint32_t number = AddAttr("sdy", w);
  rules_[id.index] = number;
  return number;
}

// {axes, source dimension, target dimension}
uint32_t EntryWriter::SdyParam(const AllToAllParamAttr& param) {
  const std::vector<uint32_t> axes = SdyAxes(param.axes);
  ByteWriter w;
  w.VarInt(sdy::kAllToAllParam);
  Children(w, axes);
  w.SignedVarInt(param.source);
  w.SignedVarInt(param.target);
  return AddAttr("sdy", w);
}

uint32_t EntryWriter::SdyAttr(AttrId attr) {
  std::vector<uint32_t> items;
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
