#include <span>
#include <string>
#include <vector>

#include "sharding/print.h"
#include "sharding/rule_text.h"
#include "text/sdy_attrs.h"

namespace shardflow::internal {
namespace {

// Prints sdy's attributes, most of them through functions that append to a
// string.
class SdyPrinter {
 public:
  explicit SdyPrinter(Printer& p) : p_(p), m_(p.module()) {}

  void Body(AttrId attr);

 private:
  template <class Fn>
  void Append(Fn append) {
    text_.clear();
    append(text_);
    p_.Text(text_);
  }

  void Print(const AxisRefAttr& ref) {
    const AxisRef axis = AxisRef::Sub(ref.name, ref.pre_size, ref.size);
    Append([&](std::string& out) { AppendAxisRef(axis, m_.names, out); });
  }
  void Print(const SubAxisInfoAttr& info) {
    p_.Char('(');
    p_.Int(info.pre_size);
    p_.Char(')');
    p_.Int(info.size);
  }
  void AxesInBraces(AxisListId list) {
    p_.Char('{');
    Append([&](std::string& out) {
      AppendAxes(m_.shardings.axes(list), m_.names, out);
    });
    p_.Char('}');
  }
  void Print(const ListOfAxisRefListsAttr& all) {
    p_.Char('[');
    p_.Join(all.lists, [&](AxisListId list) { AxesInBraces(list); });
    p_.Char(']');
  }
  void Print(const AllToAllParamAttr& param) {
    AxesInBraces(param.axes);
    p_.Text(": ");
    p_.Int(param.source);
    p_.Text("->");
    p_.Int(param.target);
  }
  void Print(const AllToAllParamListAttr& list) {
    p_.Char('[');
    p_.Join(list.params, [&](const AllToAllParamAttr& param) { Print(param); });
    p_.Char(']');
  }
  void Print(const ManualAxesAttr& manual) {
    p_.Char('{');
    p_.Join(manual.axes, [&](NameId name) { p_.String(m_.names.Get(name)); });
    p_.Char('}');
  }
  void Print(const MeshAxisAttr& axis) {
    p_.String(m_.names.Get(axis.name));
    p_.Char('=');
    p_.Int(axis.size);
  }
  void Factors(std::span<const int64_t> factors) {
    Append([&](std::string& out) {
      for (const int64_t factor : factors) AppendFactor(factor, out);
    });
  }
  void Print(const TensorMappingAttr& mapping) {
    p_.Char('[');
    p_.Join(DecodeMapping(mapping.words.numbers()),
            [&](const std::vector<int64_t>& dim) { Factors(dim); });
    p_.Char(']');
  }
  void Print(const EdgeValueRefAttr& ref) {
    p_.Text(ref.is_result ? "result-" : "operand-");
    p_.Int(ref.index);
  }
  void Bodies(const WordList<AttrId>& attrs) {
    p_.Char('[');
    p_.Join(attrs, [&](AttrId attr) { Body(attr); });
    p_.Char(']');
  }
  void Print(const AxisToDetailsAttr& details) {
    p_.Char('{');
    Body(details.axis);
    p_.Text(" = ");
    Body(details.source);
    p_.Text(" -> ");
    Bodies(details.targets);
    p_.Char('}');
  }
  void Print(const PropagationOneStepAttr& one) {
    p_.Text("{step-");
    p_.Int(one.step);
    p_.Text(" = ");
    Bodies(one.entries);
    p_.Char('}');
  }
  void Print(const PropagationEdgesAttr& edges) {
    p_.Char('<');
    Bodies(edges.steps);
    p_.Char('>');
  }
  void Print(const ShardingPerValueAttr& all) {
    p_.Text("<[");
    p_.Join(all.shardings, [&](ShardingId s) { PrintSharding(p_, s); });
    p_.Text("]>");
  }
  void Print(const DimShardingAttr& d) {
    const DimSharding dim = {d.axes, d.closed, d.priority};
    Append([&](std::string& out) {
      AppendDimSharding(dim, m_.shardings, m_.names, out);
    });
  }
  void Print(const MeshAttr& mesh) {
    Append([&](std::string& out) {
      AppendMesh(m_.shardings.mesh(mesh.mesh), m_.names, out);
    });
  }
  void Print(const InvalidRuleAttr& rule) {
    Append([&](std::string& out) {
      AppendRule(DecodeRule(rule.words.numbers()), out);
    });
  }
  template <class T>
  void Print(AttrId attr) {
    Print(m_.attrs.As<T>(attr));
  }
  void Sharded(AttrId attr);
  void Debug(AttrId attr);

  Printer& p_;
  const Module& m_;
  std::string text_;
};

void SdyPrinter::Sharded(AttrId attr) {
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kSharding:
      return PrintSharding(p_, m_.attrs.As<ShardingAttr>(attr).sharding);
    case AttrKind::kShardingPerValue:
      return Print<ShardingPerValueAttr>(attr);
    case AttrKind::kDimSharding:
      return Print<DimShardingAttr>(attr);
    case AttrKind::kMesh:
      return Print<MeshAttr>(attr);
    case AttrKind::kRule:
      return PrintRule(p_, m_.attrs.As<RuleAttr>(attr).rule);
    case AttrKind::kInvalidRule:
      return Print<InvalidRuleAttr>(attr);
    default:
      break;
  }
}

void SdyPrinter::Debug(AttrId attr) {
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kEdgeValueRef:
      return Print<EdgeValueRefAttr>(attr);
    case AttrKind::kAxisToDetails:
      return Print<AxisToDetailsAttr>(attr);
    case AttrKind::kPropagationOneStep:
      return Print<PropagationOneStepAttr>(attr);
    case AttrKind::kPropagationEdges:
      return Print<PropagationEdgesAttr>(attr);
    default:
      return Sharded(attr);
  }
}

void SdyPrinter::Body(AttrId attr) {
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kMeshAxis:
      return Print<MeshAxisAttr>(attr);
    case AttrKind::kAxisRef:
      return Print<AxisRefAttr>(attr);
    case AttrKind::kSubAxisInfo:
      return Print<SubAxisInfoAttr>(attr);
    case AttrKind::kAxisRefList:
      return AxesInBraces(m_.attrs.As<AxisRefListAttr>(attr).axes);
    case AttrKind::kListOfAxisRefLists:
      return Print<ListOfAxisRefListsAttr>(attr);
    case AttrKind::kAllToAllParam:
      return Print<AllToAllParamAttr>(attr);
    case AttrKind::kAllToAllParamList:
      return Print<AllToAllParamListAttr>(attr);
    case AttrKind::kManualAxes:
      return Print<ManualAxesAttr>(attr);
    case AttrKind::kDimMapping:
      return Factors(m_.attrs.As<DimMappingAttr>(attr).factors.numbers());
    case AttrKind::kTensorMapping:
      return Print<TensorMappingAttr>(attr);
    default:
      return Debug(attr);
  }
}

}  // namespace

void PrintSdyAttr(Printer& p, AttrId attr) {
  const AttrKind kind = p.module().attrs.kind(attr);
  for (const SdyAttrName& row : kSdyAttrNames) {
    if (row.kind == kind) {
      p.Text(row.mnemonic);
      break;
    }
  }
  // Shardy prints the mnemonic and the next word without a blank between them,
  // and then can't read the result.
  if (kind == AttrKind::kDimMapping || kind == AttrKind::kEdgeValueRef) {
    p.Char(' ');
  }
  PrintStrippedSdyAttr(p, attr);
}

void PrintStrippedSdyAttr(Printer& p, AttrId attr) { SdyPrinter(p).Body(attr); }

void PrintSharding(Printer& p, ShardingId sharding) {
  const Module& m = p.module();
  std::string text;
  AppendSharding(m.shardings.Get(sharding), m.shardings, m.names, text);
  p.Text(text);
}

void PrintShardingPerValue(Printer& p, std::span<const ShardingId> shardings) {
  p.Text("<[");
  p.Join(shardings, [&](ShardingId s) { PrintSharding(p, s); });
  p.Text("]>");
}

void PrintRule(Printer& p, RuleId rule) {
  std::string text;
  AppendRule(p.module().rules.Get(rule), text);
  p.Text(text);
}

}  // namespace shardflow::internal
