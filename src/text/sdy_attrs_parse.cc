#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sharding/print.h"
#include "sharding/verify.h"
#include "text/sdy_attrs.h"
#include "text/sdy_parse.h"

// The grammar of each attribute is the comment at its function. Where a
// parameter of an attribute can't be read, the reference says so for each
// attribute around it; Param adds these lines to the first error.

namespace shardflow::sdy {

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

bool Say(Parser& p, bool ok, std::string_view message) {
  return ok || p.OpError(std::string(message));
}

// --- axes

struct SubAxisInfo {
  int64_t pre_size = 0;
  int64_t size = 0;
};

// (1)2
bool ParseSubAxisInfo(Parser& p, SubAxisInfo& info) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kSubAxisInfo, whole);
  if (opt == Opt::kOk) info = {Words(p, whole)[0], Words(p, whole)[1]};
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  return p.Expect(Tok::kLParen) &&
         Param(p, p.ParseInteger(info.pre_size), "Sdy_SubAxisInfo", "pre_size",
               "int64_t") &&
         p.Expect(Tok::kRParen) &&
         Param(p, p.ParseInteger(info.size), "Sdy_SubAxisInfo", "size",
               "int64_t");
}

}  // namespace

// "a" or "a":(1)2
bool ParseAxisRef(Parser& p, AxisRef& axis) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kAxisRef, whole);
  if (opt == Opt::kOk) {
    const std::span<const int64_t> w = Words(p, whole);
    axis = AxisRef::Sub(WordId<NameId>(w[0]), w[1], w[2]);
  }
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  if (!Param(p, p.ParseString(axis.name), "Sdy_AxisRef", "name",
             "::llvm::StringRef")) {
    return false;
  }
  axis = AxisRef::Full(axis.name);
  if (!p.Consume(Tok::kColon)) return true;
  SubAxisInfo info;
  if (!Param(p, ParseSubAxisInfo(p, info), "Sdy_AxisRef", "sub_axis_info",
             "SubAxisInfoAttr")) {
    return false;
  }
  axis = AxisRef::Sub(axis.name, info.pre_size, info.size);
  // (0)0 has no place in an AxisRef, where it means the full axis.
  if (!axis.IsFull()) return true;
  return p.OpError(fmt::format("sub-axis pre-size must be at least 1: {}:(0)0",
                               AxisRefText(axis, p.module().names)));
}

namespace {

// "a", "b":(1)2
bool ParseAxes(Parser& p, List<AxisRef>& axes) {
  return p.ParseItems([&] { return ParseAxisRef(p, axes.emplace_back()); });
}

AxisListId Intern(Parser& p, const List<AxisRef>& axes) {
  return p.module().shardings.InternAxes(axes);
}

// {"a", "b"}; `what` and `param` name the attribute.
bool ParseAxesInBraces(Parser& p, std::string_view what, std::string_view param,
                       bool allow_empty, AxisListId& list) {
  if (!p.Expect(Tok::kLBrace)) return false;
  List<AxisRef> axes;
  list = ShardingStore::kEmptyAxes;
  if (allow_empty && p.Consume(Tok::kRBrace)) return true;
  if (!Param(p, ParseAxes(p, axes), what, param,
             "::llvm::ArrayRef<AxisRefAttr>")) {
    return false;
  }
  list = Intern(p, axes);
  return p.Expect(Tok::kRBrace);
}

bool ParseAxisRefList(Parser& p, AxisListId& list) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kAxisRefList, whole);
  if (opt == Opt::kOk) list = WordId<AxisListId>(Words(p, whole)[0]);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  return ParseAxesInBraces(p, "Sdy_AxisRefList", "value", true, list);
}

// [{"a"}, {}]
bool ParseListOfAxisRefLists(Parser& p, List<int64_t>& lists) {
  if (!p.Expect(Tok::kLSquare)) return false;
  if (p.Consume(Tok::kRSquare)) return true;
  const bool ok = p.ParseItems([&] {
    AxisListId list;
    if (!ParseAxisRefList(p, list)) return false;
    lists.push_back(list.index);
    return true;
  });
  return Param(p, ok, "Sdy_ListOfAxisRefLists", "value",
               "::llvm::ArrayRef<AxisRefListAttr>") &&
         p.Expect(Tok::kRSquare);
}

// {"a", "b"}: 0->1
bool ParseAllToAllParam(Parser& p, List<int64_t>& words) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kAllToAllParam, whole);
  if (opt == Opt::kOk) {
    const std::span<const int64_t> w = Words(p, whole);
    words.insert(words.end(), w.begin(), w.end());
  }
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  constexpr std::string_view kName = "Sdy_AllToAllParamAttr";
  AxisListId axes;
  int64_t source = 0;
  int64_t target = 0;
  if (!ParseAxesInBraces(p, kName, "axes", false, axes) ||
      !p.Expect(Tok::kColon) ||
      !Param(p, p.ParseInteger(source), kName, "src_dim", "int64_t") ||
      !p.Expect(Tok::kArrow) ||
      !Param(p, p.ParseInteger(target), kName, "tgt_dim", "int64_t")) {
    return false;
  }
  words.insert(words.end(), {axes.index, source, target});
  return true;
}

// [{"a"}: 0->1, {"b"}: 2->3]
bool ParseAllToAllParamList(Parser& p, List<int64_t>& words) {
  if (!p.Expect(Tok::kLSquare)) return false;
  if (p.Consume(Tok::kRSquare)) return true;
  return Param(p, p.ParseItems([&] { return ParseAllToAllParam(p, words); }),
               "Sdy_AllToAllParamList", "value",
               "::llvm::ArrayRef<AllToAllParamAttr>") &&
         p.Expect(Tok::kRSquare);
}

// {"a", "b"}
bool ParseManualAxes(Parser& p, List<int64_t>& names) {
  if (!p.Expect(Tok::kLBrace)) return false;
  if (p.Consume(Tok::kRBrace)) return true;
  const bool ok = p.ParseItems([&] {
    const size_t at = p.offset();
    const AttrId name = p.ParseAttribute();
    if (name.IsNone()) return false;
    if (!p.module().attrs.Is(name, AttrKind::kString)) {
      return p.OpErrorAt(at, "invalid kind of attribute specified");
    }
    names.push_back(p.module().attrs.StringValue(name).index);
    return true;
  });
  return Param(p, ok, "Sdy_ManualAxes", "value",
               "::llvm::ArrayRef<StringAttr>") &&
         p.Expect(Tok::kRBrace);
}

// --- meshes

// "a"=2
bool ParseMeshAxis(Parser& p, MeshAxis& axis) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kMeshAxis, whole);
  if (opt == Opt::kOk) {
    axis = {WordId<NameId>(Words(p, whole)[0]), 0, Words(p, whole)[1]};
  }
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  const size_t at = p.offset();
  if (!Param(p, p.ParseString(axis.name), "Sdy_MeshAxis", "name",
             "::llvm::StringRef") ||
      !p.Expect(Tok::kEqual) ||
      !Param(p, p.ParseInteger(axis.size), "Sdy_MeshAxis", "size", "int64_t")) {
    return false;
  }
  if (axis.size > 0) return true;
  return p.OpErrorAt(
      at, fmt::format("axis size must be at least 1, got: {}", axis.size));
}

bool IsIota(const std::vector<int64_t>& ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

bool ParseDeviceIds(Parser& p, std::vector<int64_t>& ids) {
  return p.ExpectKeyword("device_ids") && p.Expect(Tok::kEqual) &&
         p.Expect(Tok::kLSquare) &&
         Param(p,
               p.ParseItems([&] { return p.ParseInteger(ids.emplace_back()); }),
               "Sdy_Mesh", "device_ids", "::llvm::ArrayRef<int64_t>") &&
         p.Expect(Tok::kRSquare);
}

// <["a"=2, "b"=4], device_ids=[1, 0]>
bool ParseMesh(Parser& p, MeshId& id) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kMesh, whole);
  if (opt == Opt::kOk) id = WordId<MeshId>(Words(p, whole)[0]);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  const size_t at = p.offset();
  Mesh mesh;
  if (!p.Expect(Tok::kLess) || !p.Expect(Tok::kLSquare)) return false;
  if (!p.Consume(Tok::kRSquare)) {
    const bool ok = p.ParseItems(
        [&] { return ParseMeshAxis(p, mesh.axes.emplace_back()); });
    if (!Param(p, ok, "Sdy_Mesh", "axes", "::llvm::ArrayRef<MeshAxisAttr>") ||
        !p.Expect(Tok::kRSquare)) {
      return false;
    }
  }
  if (p.Consume(Tok::kComma) && !ParseDeviceIds(p, mesh.device_ids)) {
    return false;
  }
  if (!p.Expect(Tok::kGreater)) return false;
  // Device ids in order say nothing.
  if (!mesh.axes.empty() && IsIota(mesh.device_ids) &&
      static_cast<int64_t>(mesh.device_ids.size()) == mesh.TotalSize()) {
    mesh.device_ids.clear();
  }
  if (Fault fault = CheckMesh(mesh, p.module().names)) {
    return p.OpErrorAt(at, *fault);
  }
  id = p.module().shardings.InternMesh(mesh);
  return true;
}

// @mesh or mesh<[...]>
bool ParseMeshOrRef(Parser& p, MeshRef& ref) {
  if (p.ConsumeKeyword("mesh")) {
    MeshId mesh;
    if (!Say(p, ParseMesh(p, mesh), "failed to parse MeshAttr")) return false;
    ref = MeshRef::Inlined(mesh);
    return true;
  }
  const size_t at = p.offset();
  NameId name;
  if (p.ParseOptionalSymbolName(name)) {
    ref = MeshRef::Symbol(name);
    if (!p.At(Tok::kColon)) return true;
  } else {
    const AttrId attr = p.ParseAttribute();
    if (p.module().attrs.Is(attr, AttrKind::kSymbolRef) &&
        Words(p, attr).size() == 1) {
      ref = MeshRef::Symbol(p.module().attrs.SymbolRoot(attr));
      return true;
    }
  }
  p.OpErrorAt(at, "invalid kind of attribute specified");
  return p.OpError(
      "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>");
}

// --- shardings

// p1 after a dimension's axes; absent is fine.
bool ParsePriority(Parser& p, int32_t& priority) {
  if (!p.At(Tok::kBareId)) return true;
  const std::string_view word = p.text();
  p.Advance();
  const auto fail = [&](std::string_view message) {
    return p.OpError(fmt::format("{}: {}", message, word));
  };
  const std::string_view digits = word.substr(1);
  if (word[0] != 'p' || digits.empty() ||
      digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return fail("expecting priority in format 'p<number>', got");
  }
  if (digits[0] == '0' && digits.size() > 1) {
    return fail("priorities with leading zeros are not allowed, got");
  }
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), priority);
  if (error == std::errc()) return true;
  return fail("expecting integer priority, got");
}

// {"a", "b":(1)2, ?}p1
bool ParseDimSharding(Parser& p, DimSharding& dim) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kDimSharding, whole);
  if (opt == Opt::kOk) {
    const std::span<const int64_t> w = Words(p, whole);
    dim = {WordId<AxisListId>(w[0]), static_cast<int32_t>(w[1]),
           static_cast<int32_t>(w[2])};
  }
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  if (!p.Expect(Tok::kLBrace)) return false;
  dim = {ShardingStore::kEmptyAxes, 1, kNoPriority};
  List<AxisRef> axes;
  while (!p.Consume(Tok::kRBrace)) {
    if (!axes.empty() && !p.Expect(Tok::kComma)) return false;
    if (p.Consume(Tok::kQuestion)) {
      dim.closed = 0;
      if (!p.Expect(Tok::kRBrace)) return false;
      break;
    }
    if (!ParseAxisRef(p, axes.emplace_back())) return false;
  }
  if (!axes.empty()) dim.axes = Intern(p, axes);
  return ParsePriority(p, dim.priority);
}

// {"a"} of replicated={"a"} and unreduced=max{"a"}
bool ParseNamedAxes(Parser& p, AxisListId& list) {
  if (!p.Expect(Tok::kLBrace)) return false;
  List<AxisRef> axes;
  if (!Say(p, ParseAxes(p, axes),
           "failed to parse axis list which is expected to be an "
           "`ArrayRef<AxisRefAttr>`")) {
    return false;
  }
  if (!p.Expect(Tok::kRBrace)) return false;
  list = Intern(p, axes);
  return true;
}

void ParseReduction(Parser& p, ReductionKind& kind) {
  for (const ReductionKind k :
       {ReductionKind::kSum, ReductionKind::kMax, ReductionKind::kMin}) {
    if (p.ConsumeKeyword(ReductionName(k))) {
      kind = k;
      return;
    }
  }
}

// , replicated={"a"}, unreduced=max{"b"}: each at most once, in any order
bool ParseReplicatedAndUnreduced(Parser& p, TensorSharding& s) {
  while (p.Consume(Tok::kComma)) {
    if (s.replicated.IsNone() && p.ConsumeKeyword("replicated")) {
      if (!Say(p, p.Expect(Tok::kEqual) && ParseNamedAxes(p, s.replicated),
               "failed to parse Sdy_TensorSharding parameter "
               "'replicated_axes'")) {
        return false;
      }
    } else if (s.unreduced.IsNone() && p.ConsumeKeyword("unreduced")) {
      // The reference takes `unreduced {"a"}` too.
      if (p.Consume(Tok::kEqual)) ParseReduction(p, s.reduction);
      if (!Say(p, ParseNamedAxes(p, s.unreduced),
               "failed to parse Sdy_TensorSharding parameter "
               "'unreduced_axes'")) {
        return false;
      }
    } else {
      return p.OpError(
          "failed to parse Sdy_TensorSharding, expected valid named axis list "
          "after comma");
    }
  }
  return true;
}

// <@mesh, [{"a"}, {?}], replicated={"b"}>
bool ParseSharding(Parser& p, ShardingId& id) {
  AttrId whole;
  const Opt opt = ParseWhole(p, AttrKind::kSharding, whole);
  if (opt == Opt::kOk) id = WordId<ShardingId>(Words(p, whole)[0]);
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  TensorSharding s;
  s.replicated = s.unreduced = AxisListId::None();
  if (!p.Expect(Tok::kLess) || !ParseMeshOrRef(p, s.mesh) ||
      !p.Expect(Tok::kComma) || !p.Expect(Tok::kLSquare)) {
    return false;
  }
  if (!p.Consume(Tok::kRSquare)) {
    const bool ok = p.ParseItems(
        [&] { return ParseDimSharding(p, s.dims.emplace_back()); });
    if (!Param(p, ok, "Sdy_TensorSharding", "dim_shardings",
               "::llvm::ArrayRef<DimensionShardingAttr>") ||
        !p.Expect(Tok::kRSquare)) {
      return false;
    }
  }
  if (!ParseReplicatedAndUnreduced(p, s) || !p.Expect(Tok::kGreater)) {
    return false;
  }
  id = p.module().shardings.Intern(s);
  return true;
}

// <[<@mesh, [{}]>, <@mesh, [{?}]>]>
bool ParsePerValue(Parser& p, List<ShardingId>& shardings) {
  if (!p.Expect(Tok::kLess) || !p.Expect(Tok::kLSquare)) return false;
  if (!p.Consume(Tok::kRSquare)) {
    const bool ok = p.ParseItems(
        [&] { return ParseSharding(p, shardings.emplace_back()); });
    if (!Param(p, ok, "Sdy_TensorShardingPerValue", "shardings",
               "::llvm::ArrayRef<TensorShardingAttr>") ||
        !p.Expect(Tok::kRSquare)) {
      return false;
    }
  }
  return p.Expect(Tok::kGreater);
}

// --- attributes by kind

// Attributes that are one list of words.
using ParseWords = bool (*)(Parser& p, List<int64_t>& words);

AttrId ParseListAttr(Parser& p, AttrKind kind, ParseWords parse) {
  List<int64_t> words;
  return parse(p, words) ? Make(p, kind, words) : AttrId::None();
}

AttrId ParseAxisAttr(Parser& p, AttrKind kind) {
  if (kind == AttrKind::kSubAxisInfo) {
    SubAxisInfo info;
    if (!ParseSubAxisInfo(p, info)) return {};
    return Make(p, kind, {info.pre_size, info.size});
  }
  if (kind == AttrKind::kAxisRef) {
    AxisRef axis;
    if (!ParseAxisRef(p, axis)) return {};
    return Make(p, kind, {axis.name.index, axis.pre_size, axis.size});
  }
  AxisListId list;
  if (!ParseAxisRefList(p, list)) return {};
  return Make(p, kind, {list.index});
}

AttrId ParseMeshAttr(Parser& p, AttrKind kind) {
  if (kind == AttrKind::kMeshAxis) {
    MeshAxis axis;
    if (!ParseMeshAxis(p, axis)) return {};
    return Make(p, kind, {axis.name.index, axis.size});
  }
  MeshId mesh;
  return ParseMesh(p, mesh) ? p.module().attrs.Mesh(mesh) : AttrId::None();
}

AttrId ParseShardingAttr(Parser& p, AttrKind kind) {
  if (kind == AttrKind::kDimSharding) {
    DimSharding dim;
    if (!ParseDimSharding(p, dim)) return {};
    return Make(p, kind, {dim.axes.index, dim.closed, dim.priority});
  }
  if (kind == AttrKind::kSharding) {
    ShardingId id;
    return ParseSharding(p, id) ? p.module().attrs.Sharding(id)
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
      return ParseListAttr(p, kind, ParseListOfAxisRefLists);
    case AttrKind::kAllToAllParam:
      return ParseListAttr(p, kind, ParseAllToAllParam);
    case AttrKind::kAllToAllParamList:
      return ParseListAttr(p, kind, ParseAllToAllParamList);
    case AttrKind::kManualAxes:
      return ParseListAttr(p, kind, ParseManualAxes);
    case AttrKind::kPropagationEdges:
      return ParseListAttr(p, kind, ParsePropagationEdges);
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
}  // namespace shardflow::sdy

namespace shardflow {

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
        return sdy::ParseSharding(p, shardings.emplace_back());
      })) {
    return AttrId::None();
  }
  return p.module().attrs.ShardingPerValue(shardings);
}

}  // namespace shardflow
