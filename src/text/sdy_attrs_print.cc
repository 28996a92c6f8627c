#include <string>

#include "sharding/print.h"
#include "sharding/rule_text.h"
#include "text/sdy_attrs.h"

namespace shardflow {
namespace {

template <class IdT>
IdT WordId(int64_t word) {
  return IdT(static_cast<int32_t>(word));
}

// Prints pieces through functions that append to a string.
class SdyPrinter {
 public:
  explicit SdyPrinter(Printer& p) : p_(p), m_(p.module()) {}

  void Body(AttrId attr);

 private:
  std::span<const int64_t> Words(AttrId attr) const {
    return m_.attrs.words(attr);
  }
  template <class Fn>
  void Append(Fn append) {
    text_.clear();
    append(text_);
    p_.Text(text_);
  }

  void AxisRefOf(std::span<const int64_t> w) {
    const AxisRef axis = AxisRef::Sub(WordId<NameId>(w[0]), w[1], w[2]);
    Append([&](std::string& out) { AppendAxisRef(axis, m_.names, out); });
  }
  void SubAxis(std::span<const int64_t> w) {
    p_.Char('(');
    p_.Int(w[0]);
    p_.Char(')');
    p_.Int(w[1]);
  }
  void AxesInBraces(int64_t word) {
    const auto axes = m_.shardings.axes(WordId<AxisListId>(word));
    p_.Char('{');
    Append([&](std::string& out) { AppendAxes(axes, m_.names, out); });
    p_.Char('}');
  }
  void ListOfLists(std::span<const int64_t> lists) {
    p_.Char('[');
    p_.Join(lists, [&](int64_t list) { AxesInBraces(list); });
    p_.Char(']');
  }
  void AllToAllParam(std::span<const int64_t> w) {
    AxesInBraces(w[0]);
    p_.Text(": ");
    p_.Int(w[1]);
    p_.Text("->");
    p_.Int(w[2]);
  }
  void AllToAllParamList(std::span<const int64_t> w) {
    p_.Char('[');
    for (size_t i = 0; i < w.size(); i += 3) {
      if (i > 0) p_.Text(", ");
      AllToAllParam(w.subspan(i, 3));
    }
    p_.Char(']');
  }
  void ManualAxes(std::span<const int64_t> names) {
    p_.Char('{');
    p_.Join(names, [&](int64_t name) {
      p_.String(m_.names.Get(WordId<NameId>(name)));
    });
    p_.Char('}');
  }
  void MeshAxisOf(std::span<const int64_t> w) {
    p_.String(m_.names.Get(WordId<NameId>(w[0])));
    p_.Char('=');
    p_.Int(w[1]);
  }
  void Factors(std::span<const int64_t> factors) {
    Append([&](std::string& out) {
      for (const int64_t factor : factors) AppendFactor(factor, out);
    });
  }
  void TensorMapping(std::span<const int64_t> w) {
    p_.Char('[');
    size_t at = 1;
    for (int64_t dim = 0; dim < w[0]; ++dim) {
      if (dim > 0) p_.Text(", ");
      const auto count = static_cast<size_t>(w[at]);
      Factors(w.subspan(at + 1, count));
      at += 1 + count;
    }
    p_.Char(']');
  }
  void EdgeValueRef(std::span<const int64_t> w) {
    p_.Text(w[0] != 0 ? "result-" : "operand-");
    p_.Int(w[1]);
  }
  void Bodies(std::span<const int64_t> attrs) {
    p_.Char('[');
    p_.Join(attrs, [&](int64_t attr) { Body(WordId<AttrId>(attr)); });
    p_.Char(']');
  }
  void AxisToDetails(std::span<const int64_t> w) {
    p_.Char('{');
    Body(WordId<AttrId>(w[0]));
    p_.Text(" = ");
    Body(WordId<AttrId>(w[1]));
    p_.Text(" -> ");
    Bodies(w.subspan(2));
    p_.Char('}');
  }
  void OneStep(std::span<const int64_t> w) {
    p_.Text("{step-");
    p_.Int(w[0]);
    p_.Text(" = ");
    Bodies(w.subspan(1));
    p_.Char('}');
  }
  void Sharded(AttrId attr);
  void Debug(AttrId attr);

  Printer& p_;
  const Module& m_;
  std::string text_;
};

void SdyPrinter::Sharded(AttrId attr) {
  const std::span<const int64_t> w = Words(attr);
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kSharding:
      PrintSharding(p_, WordId<ShardingId>(w[0]));
      break;
    case AttrKind::kShardingPerValue: {
      p_.Text("<[");
      p_.Join(w, [&](int64_t s) { PrintSharding(p_, WordId<ShardingId>(s)); });
      p_.Text("]>");
      break;
    }
    case AttrKind::kDimSharding: {
      const DimSharding dim = {WordId<AxisListId>(w[0]),
                               static_cast<int32_t>(w[1]),
                               static_cast<int32_t>(w[2])};
      Append([&](std::string& out) {
        AppendDimSharding(dim, m_.shardings, m_.names, out);
      });
      break;
    }
    case AttrKind::kMesh:
      Append([&](std::string& out) {
        AppendMesh(m_.shardings.mesh(WordId<MeshId>(w[0])), m_.names, out);
      });
      break;
    case AttrKind::kRule:
      PrintRule(p_, WordId<RuleId>(w[0]));
      break;
    case AttrKind::kInvalidRule:
      Append([&](std::string& out) { AppendRule(DecodeRule(w), out); });
      break;
    default:
      break;
  }
}

void SdyPrinter::Debug(AttrId attr) {
  const std::span<const int64_t> w = Words(attr);
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kEdgeValueRef:
      EdgeValueRef(w);
      break;
    case AttrKind::kAxisToDetails:
      AxisToDetails(w);
      break;
    case AttrKind::kPropagationOneStep:
      OneStep(w);
      break;
    case AttrKind::kPropagationEdges:
      p_.Char('<');
      Bodies(w);
      p_.Char('>');
      break;
    default:
      Sharded(attr);
      break;
  }
}

void SdyPrinter::Body(AttrId attr) {
  const std::span<const int64_t> w = Words(attr);
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kMeshAxis:
      MeshAxisOf(w);
      break;
    case AttrKind::kAxisRef:
      AxisRefOf(w);
      break;
    case AttrKind::kSubAxisInfo:
      SubAxis(w);
      break;
    case AttrKind::kAxisRefList:
      AxesInBraces(w[0]);
      break;
    case AttrKind::kListOfAxisRefLists:
      ListOfLists(w);
      break;
    case AttrKind::kAllToAllParam:
      AllToAllParam(w);
      break;
    case AttrKind::kAllToAllParamList:
      AllToAllParamList(w);
      break;
    case AttrKind::kManualAxes:
      ManualAxes(w);
      break;
    case AttrKind::kDimMapping:
      Factors(w);
      break;
    case AttrKind::kTensorMapping:
      TensorMapping(w);
      break;
    default:
      Debug(attr);
      break;
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
  // The reference runs the mnemonic and a word after it into one word, which
  // it then can't read.
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

}  // namespace shardflow
