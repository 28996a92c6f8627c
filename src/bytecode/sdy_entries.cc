#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bytecode/codes.h"
#include "bytecode/entry_reader.h"
#include "sharding/rule_text.h"
#include "sharding/verify.h"

// Reads sdy attributes.

namespace shardflow::internal::bytecode {
// Reads a list of attributes that each hold one id; returns a ListT of these
// ids.
template <class ListT, class ItemT, class IdT>
AttrId EntryReader::SdyList(ByteReader& in, const ListT& list, IdT ItemT::*id) {
  std::vector<AttrId> attrs;
  if (!Children(in, ItemT::kKind, attrs)) return {};
  std::vector<IdT> ids;
  for (const AttrId attr : attrs) ids.push_back(m_.attrs.As<ItemT>(attr).*id);
  return m_.attrs.Make(list, ids);
}

bool EntryReader::Children(ByteReader& in, AttrKind kind,
                           std::vector<AttrId>& attrs) {
  attrs = ChildAttrs(in);
  if (!Ready(in)) return false;
  for (const AttrId attr : attrs) {
    if (!Expect(in, attr, kind)) return false;
  }
  return true;
}

std::optional<AxisListId> EntryReader::Axes(ByteReader& in) {
  std::vector<AttrId> attrs;
  if (!Children(in, AttrKind::kAxisRef, attrs)) return std::nullopt;
  std::vector<AxisRef> axes;
  for (const AttrId attr : attrs) {
    const auto axis = m_.attrs.As<AxisRefAttr>(attr);
    axes.push_back(AxisRef::Sub(axis.name, axis.pre_size, axis.size));
  }
  return m_.shardings.InternAxes(axes);
}

AttrId EntryReader::SdyAttr(ByteReader& in) {
  const uint64_t code = in.VarInt();
  switch (code) {
    case sdy::kManualAxes:
      return SdyManualAxes(in);
    case sdy::kMesh:
      return SdyMesh(in);
    case sdy::kDimSharding:
      return SdyDimSharding(in);
    case sdy::kSharding:
    case sdy::kShardingV2:
    case sdy::kShardingV3:
      return SdySharding(in, code);
    case sdy::kShardingPerValue:
    case sdy::kShardingPerValueV2:
      return SdyList(in, ShardingPerValueAttr{}, &ShardingAttr::sharding);
    case sdy::kDimMapping: {
      const std::vector<int64_t> factors = SdyFactors(in);
      return m_.attrs.Make(DimMappingAttr{}, factors);
    }
    case sdy::kTensorMapping:
      return SdyTensorMapping(in);
    case sdy::kRule:
      return SdyRule(in);
    case sdy::kListOfAxisRefLists:
      return SdyList(in, ListOfAxisRefListsAttr{}, &AxisRefListAttr::axes);
    case sdy::kAllToAllParamList:
      return SdyParams(in);
    default:
      return SdyAxisAttr(in, code);
  }
}

AttrId EntryReader::SdyAxisAttr(ByteReader& in, uint64_t code) {
  switch (code) {
    case sdy::kMeshAxis: {
      const NameId name = m_.names.Intern(String(in));
      const int64_t size = in.SignedVarInt();
      if (const std::optional<Error> wrong = CheckAxisSize(size);
          in.ok() && wrong) {
        in.Fail(wrong->message);
      }
      return m_.attrs.Make(MeshAxisAttr{name, size});
    }
    case sdy::kSubAxisInfo: {
      const int64_t pre_size = in.SignedVarInt();
      const int64_t size = in.SignedVarInt();
      return m_.attrs.Make(SubAxisInfoAttr{pre_size, size});
    }
    case sdy::kAxisRef: {
      const NameId name = m_.names.Intern(String(in));
      const AttrId info = OptionalChild(in);
      if (!Ready(in)) return {};
      if (!info) return m_.attrs.Make(AxisRefAttr{name});
      if (!Expect(in, info, AttrKind::kSubAxisInfo)) return {};
      const auto [pre_size, size] = m_.attrs.As<SubAxisInfoAttr>(info);
      // In an AxisRef, (0)0 means the full axis.
      if (pre_size == 0 && size == 0) {
        in.Fail("sub-axis pre-size must be at least 1");
      }
      return m_.attrs.Make(AxisRefAttr{name, pre_size, size});
    }
    case sdy::kAxisRefList: {
      const std::optional<AxisListId> axes = Axes(in);
      if (!axes) return {};
      return m_.attrs.Make(AxisRefListAttr{*axes});
    }
    case sdy::kAllToAllParam: {
      const std::optional<AxisListId> axes = Axes(in);
      const int64_t source = in.SignedVarInt();
      const int64_t target = in.SignedVarInt();
      if (!axes) return {};
      return m_.attrs.Make(AllToAllParamAttr{*axes, source, target});
    }
    default:
      in.Fail("unknown attribute " + std::to_string(code) + " of sdy");
      return {};
  }
}

AttrId EntryReader::SdyMesh(ByteReader& in) {
  std::vector<AttrId> axes;
  const bool ready = Children(in, AttrKind::kMeshAxis, axes);
  Mesh mesh;
  mesh.device_ids = SignedList(in);
  if (!ready || !in.ok()) return {};
  for (const AttrId axis : axes) {
    const auto [name, size] = m_.attrs.As<MeshAxisAttr>(axis);
    mesh.axes.push_back({name, 0, size});
  }
  if (const auto fault = CheckMesh(mesh, m_.names)) {
    in.Fail(fault->message);
    return {};
  }
  return m_.attrs.Mesh(m_.shardings.InternMesh(mesh));
}

AttrId EntryReader::SdyDimSharding(ByteReader& in) {
  const std::optional<AxisListId> axes = Axes(in);
  const uint8_t closed = in.Byte();
  bool has_priority = false;
  const uint64_t priority = in.VarIntWithFlag(has_priority);
  if (!axes) return {};
  if (closed > 1 || priority > INT32_MAX) in.Fail("a wrong dimension");
  return m_.attrs.Make(DimShardingAttr{
      *axes, closed,
      has_priority ? static_cast<int32_t>(priority) : kNoPriority});
}

AttrId EntryReader::SdySharding(ByteReader& in, uint64_t code) {
  const AttrId mesh = ChildAttr(in);
  std::vector<AttrId> dims;
  const bool has_dims = Children(in, AttrKind::kDimSharding, dims);
  const std::optional<AxisListId> replicated = Axes(in);
  std::optional<AxisListId> unreduced = ShardingStore::kEmptyAxes;
  if (code != sdy::kSharding) unreduced = Axes(in);
  const int64_t reduction = code == sdy::kShardingV3 ? in.SignedVarInt() : 0;
  if (!Ready(in) || !has_dims || !replicated || !unreduced) return {};
  TensorSharding s;
  if (m_.attrs.Is(mesh, AttrKind::kMesh)) {
    s.mesh = MeshRef::Inlined(m_.attrs.As<MeshAttr>(mesh).mesh);
  } else if (m_.attrs.Is(mesh, AttrKind::kSymbolRef) &&
             m_.attrs.As<SymbolRefAttr>(mesh).path.size() == 1) {
    s.mesh = MeshRef::Symbol(m_.attrs.SymbolRoot(mesh));
  } else {
    in.Fail("a sharding without a mesh");
    return {};
  }
  for (const AttrId dim : dims) {
    const auto [axes, closed, priority] = m_.attrs.As<DimShardingAttr>(dim);
    s.dims.push_back({axes, closed, priority});
  }
  s.replicated = *replicated;
  s.unreduced = *unreduced;
  if (reduction < 0 || reduction > 2) {
    in.Fail("an unknown reduction");
    return {};
  }
  s.reduction = static_cast<ReductionKind>(reduction);
  return m_.attrs.Sharding(m_.shardings.Intern(s));
}

AttrId EntryReader::SdyManualAxes(ByteReader& in) {
  std::vector<AttrId> attrs;
  if (!Children(in, AttrKind::kString, attrs)) return {};
  std::vector<NameId> names;
  for (const AttrId attr : attrs) names.push_back(m_.attrs.StringValue(attr));
  return m_.attrs.Make(ManualAxesAttr{}, names);
}

AttrId EntryReader::SdyParams(ByteReader& in) {
  std::vector<AttrId> attrs;
  if (!Children(in, AttrKind::kAllToAllParam, attrs)) return {};
  std::vector<AllToAllParamAttr> params;
  for (const AttrId attr : attrs) {
    params.push_back(m_.attrs.As<AllToAllParamAttr>(attr));
  }
  return m_.attrs.Make(AllToAllParamListAttr{}, params);
}

// Reads a list of factor indices. A negative one is an error, because it has no
// printable name.
std::vector<int64_t> EntryReader::SdyFactors(ByteReader& in) {
  std::vector<int64_t> factors = SignedList(in);
  if (std::any_of(factors.begin(), factors.end(),
                  [](int64_t factor) { return factor < 0; })) {
    in.Fail("a negative factor");
  }
  return factors;
}

AttrId EntryReader::SdyTensorMapping(ByteReader& in) {
  std::vector<AttrId> dims;
  if (!Children(in, AttrKind::kDimMapping, dims)) return {};
  RuleText::Mapping mapping;
  for (const AttrId dim : dims) {
    const auto factors = m_.attrs.As<DimMappingAttr>(dim).factors;
    mapping.emplace_back(factors.begin(), factors.end());
  }
  return m_.attrs.Make(TensorMappingAttr{}, EncodeMapping(mapping));
}

AttrId EntryReader::SdyRule(ByteReader& in) {
  RuleText rule;
  rule.sizes = SignedList(in);
  const auto mappings = [&](std::vector<RuleText::Mapping>& tensors) {
    std::vector<AttrId> attrs;
    if (!Children(in, AttrKind::kTensorMapping, attrs)) return false;
    for (const AttrId attr : attrs) {
      tensors.push_back(
          DecodeMapping(m_.attrs.As<TensorMappingAttr>(attr).words.numbers()));
    }
    return true;
  };
  const bool operands = mappings(rule.operands);
  const bool results = mappings(rule.results);
  rule.reduction = SdyFactors(in);
  rule.need_replication = SdyFactors(in);
  rule.permutation = SdyFactors(in);
  rule.blocked = SdyFactors(in);
  const uint8_t custom = in.Byte();
  if (custom > 1) in.Fail("a boolean that is neither true nor false");
  rule.custom = custom == 1;
  if (!in.ok() || !operands || !results) return {};
  if (const std::optional<Rule> known = ToRule(rule)) {
    return m_.attrs.Rule(m_.rules.Intern(*known));
  }
  return m_.attrs.Make(InvalidRuleAttr{}, EncodeRule(rule));
}

}  // namespace shardflow::internal::bytecode
