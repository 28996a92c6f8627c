#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sharding/grammar.h"
#include "text/sdy_attrs.h"
#include "text/sdy_parse.h"

// Parses sdy attributes. The grammar of meshes, axes and shardings is in
// sharding/grammar.h; the comments on the functions show the syntax of the
// other attributes. When a parameter of an attribute can't be read, MLIR also
// reports an error for each enclosing attribute. Param reports these errors.

namespace shardflow::internal::sdy {

bool Param(Parser& p, bool ok, std::string_view attr, std::string_view param,
           std::string_view type) {
  if (ok) return true;
  return p.OpError(
      fmt::format("failed to parse {} parameter '{}' which is to be a `{}`",
                  attr, param, type));
}

Opt ParseWhole(Parser& p, AttrKind kind, AttrId& attr) {
  if (!p.At(Tok::kHashId)) return Opt::kAbsent;
  const size_t at = p.offset();
  attr = p.ParseAttribute();
  if (attr.IsNone()) return Opt::kFailed;
  if (p.module().attrs.kind(attr) == kind) return Opt::kOk;
  p.OpErrorAt(at, "invalid kind of attribute specified");
  return Opt::kFailed;
}
namespace {

// A Source (sharding/grammar.h) for text inside a program. It accepts aliases,
// and its errors have the same words and places as MLIR's.
class ParserSource {
 public:
  explicit ParserSource(Parser& p) : p_(p) {}

  size_t Offset() { return p_.offset(); }
  bool Try(char c) { return p_.Consume(TokOf(c)); }
  bool Expect(char c, std::string_view) { return p_.Expect(TokOf(c)); }
  bool TryWord(std::string_view word) { return p_.ConsumeKeyword(word); }
  bool ExpectWord(std::string_view word) { return p_.ExpectKeyword(word); }
  std::string_view TakeWord() {
    if (!p_.At(Tok::kBareId)) return {};
    const std::string_view word = p_.text();
    p_.Advance();
    return word;
  }
  bool Integer(int64_t& value) { return p_.ParseInteger(value); }
  bool Name(NameId& name) { return p_.ParseString(name); }
  bool MeshSymbol(NameId& name);
  bool Fail(size_t offset, std::string message, std::string_view = {}) {
    return p_.OpErrorAt(offset, std::move(message));
  }

  Opt Whole(SubAxisInfo& info) {
    SubAxisInfoAttr attr;
    const Opt opt = ParseWhole(p_, attr);
    if (opt == Opt::kOk) info = {attr.pre_size, attr.size};
    return opt;
  }
  Opt Whole(AxisRef& axis) {
    AxisRefAttr attr;
    const Opt opt = ParseWhole(p_, attr);
    if (opt == Opt::kOk) {
      axis = AxisRef::Sub(attr.name, attr.pre_size, attr.size);
    }
    return opt;
  }
  Opt Whole(MeshAxis& axis) {
    MeshAxisAttr attr;
    const Opt opt = ParseWhole(p_, attr);
    if (opt == Opt::kOk) axis = {attr.name, 0, attr.size};
    return opt;
  }
  Opt Whole(DimSharding& dim) {
    DimShardingAttr attr;
    const Opt opt = ParseWhole(p_, attr);
    if (opt == Opt::kOk) dim = {attr.axes, attr.closed, attr.priority};
    return opt;
  }
  Opt Whole(MeshId& mesh) {
    MeshAttr attr;
    const Opt opt = ParseWhole(p_, attr);
    if (opt == Opt::kOk) mesh = attr.mesh;
    return opt;
  }
  Opt Whole(ShardingId& sharding) {
    ShardingAttr attr;
    const Opt opt = ParseWhole(p_, attr);
    if (opt == Opt::kOk) sharding = attr.sharding;
    return opt;
  }

  bool Param(bool ok, std::string_view attr, std::string_view param,
             std::string_view type) {
    return sdy::Param(p_, ok, attr, param, type);
  }
  bool Context(bool ok, std::string_view message) {
    return ok || p_.OpError(std::string(message));
  }
  // MLIR's parsers report errors at the next token.
  size_t Blame(size_t) { return p_.offset(); }
  bool FailMesh(size_t begin, size_t, std::string message) {
    return p_.OpErrorAt(begin, std::move(message));
  }
  void SawMeshAxis(size_t, size_t) {}
  void SawAxis(AxisListRole, size_t) {}

 private:
  // Inlined, so that the result is a constant if `c` is a constant.
  static constexpr Tok TokOf(char c) {
    switch (c) {
      case '<':
        return Tok::kLess;
      case '>':
        return Tok::kGreater;
      case '[':
        return Tok::kLSquare;
      case ']':
        return Tok::kRSquare;
      case '{':
        return Tok::kLBrace;
      case '}':
        return Tok::kRBrace;
      case '(':
        return Tok::kLParen;
      case ')':
        return Tok::kRParen;
      case ',':
        return Tok::kComma;
      case ':':
        return Tok::kColon;
      case '=':
        return Tok::kEqual;
      case '?':
        return Tok::kQuestion;
      default:
        return Tok::kError;
    }
  }

  Parser& p_;
};

bool ParserSource::MeshSymbol(NameId& name) {
  const size_t at = p_.offset();
  if (p_.ParseOptionalSymbolName(name)) {
    if (!p_.At(Tok::kColon)) return true;
  } else {
    const AttrId attr = p_.ParseAttribute();
    const AttrStore& attrs = p_.module().attrs;
    if (attrs.Is<SymbolRefAttr>(attr) &&
        attrs.As<SymbolRefAttr>(attr).path.size() == 1) {
      name = attrs.SymbolRoot(attr);
      return true;
    }
  }
  p_.OpErrorAt(at, "invalid kind of attribute specified");
  return p_.OpError(
      "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>");
}

// The grammar of shardings, reading from a Parser.
struct Grammar : ParserSource, ShardingGrammar<ParserSource> {
  explicit Grammar(Parser& p)
      : ParserSource(p),
        ShardingGrammar<ParserSource>(static_cast<ParserSource&>(*this),
                                      p.module().names, p.module().shardings) {}
};

}  // namespace

bool ParseAxisRef(Parser& p, AxisRef& axis) { return Grammar(p).Axis(axis); }

namespace {

// --- lists of axes and parameters of all_to_all

bool ParseAxisRefList(Parser& p, AxisListId& list) {
  AxisRefListAttr whole;
  const Opt opt = ParseWhole(p, whole);
  if (opt == Opt::kOk) list = whole.axes;
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  return Grammar(p).AxesInBraces("Sdy_AxisRefList", "value",
                                 /*allow_empty=*/true, list);
}

// Parses a list of lists of axes, such as `[{"a"}, {}]`.
bool ParseListOfAxisRefLists(Parser& p, List<AxisListId>& lists) {
  if (!p.Expect(Tok::kLSquare)) return false;
  if (p.Consume(Tok::kRSquare)) return true;
  const bool ok =
      p.ParseItems([&] { return ParseAxisRefList(p, lists.emplace_back()); });
  return Param(p, ok, "Sdy_ListOfAxisRefLists", "value",
               "::llvm::ArrayRef<AxisRefListAttr>") &&
         p.Expect(Tok::kRSquare);
}

// Parses one parameter of an all_to_all, such as `{"a", "b"}: 0->1`.
bool ParseAllToAllParam(Parser& p, AllToAllParamAttr& param) {
  const Opt opt = ParseWhole(p, param);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  constexpr std::string_view kName = "Sdy_AllToAllParamAttr";
  return Grammar(p).AxesInBraces(kName, "axes", /*allow_empty=*/false,
                                 param.axes) &&
         p.Expect(Tok::kColon) &&
         Param(p, p.ParseInteger(param.source), kName, "src_dim", "int64_t") &&
         p.Expect(Tok::kArrow) &&
         Param(p, p.ParseInteger(param.target), kName, "tgt_dim", "int64_t");
}

// Parses a list of all_to_all parameters, such as `[{"a"}: 0->1, {"b"}: 2->3]`.
bool ParseAllToAllParamList(Parser& p, List<AllToAllParamAttr>& params) {
  if (!p.Expect(Tok::kLSquare)) return false;
  if (p.Consume(Tok::kRSquare)) return true;
  const bool ok = p.ParseItems(
      [&] { return ParseAllToAllParam(p, params.emplace_back()); });
  return Param(p, ok, "Sdy_AllToAllParamList", "value",
               "::llvm::ArrayRef<AllToAllParamAttr>") &&
         p.Expect(Tok::kRSquare);
}

// Parses a list of manual axes, such as `{"a", "b"}`.
bool ParseManualAxes(Parser& p, List<NameId>& names) {
  if (!p.Expect(Tok::kLBrace)) return false;
  if (p.Consume(Tok::kRBrace)) return true;
  const bool ok = p.ParseItems([&] {
    const size_t at = p.offset();
    const AttrId name = p.ParseAttribute();
    if (name.IsNone()) return false;
    if (!p.module().attrs.Is(name, AttrKind::kString)) {
      return p.OpErrorAt(at, "invalid kind of attribute specified");
    }
    names.push_back(p.module().attrs.StringValue(name));
    return true;
  });
  return Param(p, ok, "Sdy_ManualAxes", "value",
               "::llvm::ArrayRef<StringAttr>") &&
         p.Expect(Tok::kRBrace);
}

// --- shardings

// Parses shardings, one for each value, such as `<[<@mesh, [{}]>, <@mesh,
// [{?}]>]>`.
bool ParsePerValue(Parser& p, List<ShardingId>& shardings) {
  if (!p.Expect(Tok::kLess) || !p.Expect(Tok::kLSquare)) return false;
  if (!p.Consume(Tok::kRSquare)) {
    const bool ok = p.ParseItems(
        [&] { return Grammar(p).Sharding(shardings.emplace_back()); });
    if (!Param(p, ok, "Sdy_TensorShardingPerValue", "shardings",
               "::llvm::ArrayRef<TensorShardingAttr>") ||
        !p.Expect(Tok::kRSquare)) {
      return false;
    }
  }
  return p.Expect(Tok::kGreater);
}

// --- attributes by kind

// Parses an attribute that is a list of items. `parse` reads the list.
template <class T>
AttrId ParseListAttr(Parser& p,
                     bool (*parse)(Parser& p, List<layout::ItemOf<T>>&)) {
  List<layout::ItemOf<T>> items;
  return parse(p, items) ? p.module().attrs.Make(T{}, items) : AttrId::None();
}

AttrId ParseAxisAttr(Parser& p, AttrKind kind) {
  AttrStore& attrs = p.module().attrs;
  if (kind == AttrKind::kSubAxisInfo) {
    SubAxisInfo info;
    if (!Grammar(p).SubAxis(info)) return {};
    return attrs.Make(SubAxisInfoAttr{info.pre_size, info.size});
  }
  if (kind == AttrKind::kAxisRef) {
    AxisRef axis;
    if (!Grammar(p).Axis(axis)) return {};
    return attrs.Make(AxisRefAttr{axis.name, axis.pre_size, axis.size});
  }
  AxisListId list;
  if (!ParseAxisRefList(p, list)) return {};
  return attrs.Make(AxisRefListAttr{list});
}

AttrId ParseAllToAllAttr(Parser& p) {
  AllToAllParamAttr param;
  if (!ParseAllToAllParam(p, param)) return {};
  return p.module().attrs.Make(param);
}

AttrId ParseMeshAttr(Parser& p, AttrKind kind) {
  if (kind == AttrKind::kMeshAxis) {
    MeshAxis axis;
    if (!Grammar(p).MeshAxis(axis)) return {};
    return p.module().attrs.Make(MeshAxisAttr{axis.name, axis.size});
  }
  MeshId mesh;
  return Grammar(p).Mesh(mesh) ? p.module().attrs.Mesh(mesh) : AttrId::None();
}

AttrId ParseShardingAttr(Parser& p, AttrKind kind) {
  if (kind == AttrKind::kDimSharding) {
    DimSharding dim;
    if (!Grammar(p).Dim(dim)) return {};
    return p.module().attrs.Make(
        DimShardingAttr{dim.axes, dim.closed, dim.priority});
  }
  if (kind == AttrKind::kSharding) {
    ShardingId id;
    return Grammar(p).Sharding(id) ? p.module().attrs.Sharding(id)
                                   : AttrId::None();
  }
  List<ShardingId> shardings;
  if (!ParsePerValue(p, shardings)) return {};
  return p.module().attrs.ShardingPerValue(shardings);
}

AttrId ParseDebugAttr(Parser& p, AttrKind kind) {
  AttrId attr;
  const bool ok = kind == AttrKind::kEdgeValueRef ? ParseEdgeValueRef(p, attr)
                  : kind == AttrKind::kAxisToDetails
                      ? ParseAxisToDetails(p, attr)
                      : ParsePropagationOneStep(p, attr);
  return ok ? attr : AttrId::None();
}

AttrId ParseBody(Parser& p, AttrKind kind) {
  switch (kind) {
    case AttrKind::kSubAxisInfo:
    case AttrKind::kAxisRef:
    case AttrKind::kAxisRefList:
      return ParseAxisAttr(p, kind);
    case AttrKind::kListOfAxisRefLists:
      return ParseListAttr<ListOfAxisRefListsAttr>(p, ParseListOfAxisRefLists);
    case AttrKind::kAllToAllParam:
      return ParseAllToAllAttr(p);
    case AttrKind::kAllToAllParamList:
      return ParseListAttr<AllToAllParamListAttr>(p, ParseAllToAllParamList);
    case AttrKind::kManualAxes:
      return ParseListAttr<ManualAxesAttr>(p, ParseManualAxes);
    case AttrKind::kPropagationEdges:
      return ParsePropagationEdges(p);
    case AttrKind::kMeshAxis:
    case AttrKind::kMesh:
      return ParseMeshAttr(p, kind);
    case AttrKind::kDimMapping:
    case AttrKind::kTensorMapping:
    case AttrKind::kRule:
      return ParseRuleAttr(p, kind);
    case AttrKind::kEdgeValueRef:
    case AttrKind::kAxisToDetails:
    case AttrKind::kPropagationOneStep:
      return ParseDebugAttr(p, kind);
    default:
      return ParseShardingAttr(p, kind);
  }
}

}  // namespace
}  // namespace shardflow::internal::sdy

namespace shardflow::internal {

AttrId ParseSdyAttr(Parser& p, std::string_view mnemonic, size_t offset) {
  for (const SdyAttrName& row : kSdyAttrNames) {
    if (row.mnemonic == mnemonic) return sdy::ParseBody(p, row.kind);
  }
  p.ErrorAt(offset,
            fmt::format("unknown attribute `{}` in dialect `sdy`", mnemonic));
  return AttrId::None();
}

AttrId ParseStrippedSdyAttr(Parser& p, AttrKind kind) {
  AttrId attr;
  const Opt opt = sdy::ParseWhole(p, kind, attr);
  if (opt == Opt::kFailed) return AttrId::None();
  return opt == Opt::kOk ? attr : sdy::ParseBody(p, kind);
}

AttrId ParseShardingList(Parser& p) {
  sdy::List<ShardingId> shardings;
  if (!p.ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
        return sdy::Grammar(p).Sharding(shardings.emplace_back());
      })) {
    return AttrId::None();
  }
  return p.module().attrs.ShardingPerValue(shardings);
}

}  // namespace shardflow::internal
