#include <algorithm>

#include "ops/attr_make.h"
#include "ops/attr_tables.h"
#include "text/conv_dims.h"
#include "text/parser.h"
#include "text/sdy_attrs.h"
#include "text/struct_style.h"

// Parses attributes of dialects, `#dialect.mnemonic<...>` and
// `#dialect<mnemonic ...>`, and aliases.

namespace shardflow::internal {

AttrId Parser::ParseHashAttr() {
  const char* const begin = token_.begin;
  const char* const word_end = token_.end;
  const size_t at = offset();
  const std::string_view word = text().substr(1);
  Advance();
  const bool body = At(Tok::kLess) && token_.begin == word_end;
  const size_t dot = word.find('.');
  if (!body && dot == std::string_view::npos) {
    const auto it = attr_aliases_.find(word);
    if (it != attr_aliases_.end()) {
      return Expand(it->second.extent, at) ? it->second.id : AttrId::None();
    }
    WrongToken("undefined symbol alias id '" + std::string(word) + "'");
    return {};
  }
  const std::string_view outer_prefix = op_prefix_;
  op_prefix_ = {};
  AttrId attr;
  const std::string_view dialect = word.substr(0, dot);
  if (dialect != "sdy" && dialect != "stablehlo" && dialect != "chlo") {
    attr = ParseUnknownDialectAttr(begin, body, at);
  } else if (dot != std::string_view::npos) {
    attr = ParseDialectAttr(dialect, word.substr(dot + 1), at);
  } else {
    // #dialect<mnemonic ...>
    Advance();
    std::string_view mnemonic;
    if (ParseKeyword(mnemonic)) attr = ParseDialectAttr(dialect, mnemonic, at);
    if (attr && !Expect(Tok::kGreater)) attr = {};
  }
  op_prefix_ = outer_prefix;
  return attr;
}

AttrId Parser::ParseUnknownDialectAttr(const char* begin, bool body,
                                       size_t at) {
  if (body && !SkipBalanced()) return {};
  const std::string_view written = TextSince(begin);
  return CheckDialect(written, at) ? Opaque(written) : AttrId::None();
}

// Checks that the dialect of an attribute (`#dialect<body>`) or a type
// (`!dialect.body`) is known, or that unknown dialects are allowed.
bool Parser::CheckDialect(std::string_view written, size_t at) {
  const bool is_type = written[0] == '!';
  const size_t end = written.find_first_of(".<");
  const std::string dialect(written.substr(1, end - 1));
  if (options_.allow_unregistered_dialects || dialect == "quant" ||
      dialect == "stablehlo" || dialect == "tensor" || dialect == "shape") {
    return true;
  }
  const bool in_brackets = written[end] == '<';
  const std::string_view body =
      written.substr(end + 1, written.size() - end - (in_brackets ? 2 : 1));
  std::string shown = "\"" + dialect + "\"<\"" + std::string(body) + "\">";
  shown =
      is_type ? "`!" + shown + "` type" : "#" + shown + " : 'none' attribute";
  return ErrorAt(
      at, shown +
              " created with unregistered dialect. If this is intended, please "
              "call allowUnregisteredDialects() on the MLIRContext, or use "
              "-allow-unregistered-dialect with the MLIR opt tool used");
}

AttrId Parser::ParseDialectAttr(std::string_view dialect,
                                std::string_view mnemonic, size_t at) {
  if (dialect == "sdy") return ParseSdyAttr(*this, mnemonic, at);
  const std::string name = std::string(dialect) + "." + std::string(mnemonic);
  const StructId structure = FindStruct(name);
  if (structure != StructId::kCount) {
    return ParseStructBody(static_cast<int>(structure));
  }
  const EnumId enumeration = FindEnum(name);
  if (enumeration != EnumId::kCount) {
    const bool brackets = EnumHasBrackets(enumeration);
    if (brackets && !Expect(Tok::kLess)) return {};
    const AttrId attr = ParseEnumCase(static_cast<int>(enumeration));
    if (!attr || (brackets && !Expect(Tok::kGreater))) return {};
    return attr;
  }
  if (name == "stablehlo.bounds") return ParseBounds();
  ErrorAt(at, dialect == "stablehlo" ? "unknown StableHLO attribute"
                                     : "unknown chlo attribute");
  return {};
}

AttrId Parser::ParseEnumCase(int number) {
  const EnumRow& row = Enum(static_cast<EnumId>(number));
  const size_t at = offset();
  std::string word;
  if (!ParseKeywordOrString(word)) return {};
  for (const EnumCaseRow& c : row.cases) {
    if (c.name != word) continue;
    return m_.attrs.Make(EnumAttr{number, c.value});
  }
  std::string message =
      "expected " + std::string(EnumCppName(row.name)) + " to be one of: ";
  for (const EnumCaseRow& c : row.cases) {
    if (c.name != row.cases[0].name) message += ", ";
    message += c.name;
  }
  OpErrorAt(at, std::move(message));
  return {};
}

// --- structures

AttrId Parser::MakeDims(std::span<const int64_t> dims) {
  return MakeI64Array(m_, dims);
}

AttrId Parser::ParseField(int kind) {
  switch (static_cast<FieldKind>(kind)) {
    case FieldKind::kDims: {
      std::vector<int64_t> dims;
      if (!ParseDims(dims)) return {};
      return MakeDims(dims);
    }
    case FieldKind::kInt: {
      int64_t value = 0;
      if (!ParseInteger(value)) return {};
      return m_.attrs.Integer(m_.types.Integer(64), value);
    }
    case FieldKind::kBool: {
      bool value = false;
      if (!ParseBool(value)) return {};
      return m_.attrs.Integer(m_.types.Integer(1), value ? 1 : 0);
    }
    case FieldKind::kType: {
      const TypeId type = ParseType();
      return type ? m_.attrs.Type(type) : AttrId::None();
    }
    case FieldKind::kFloat:
      return ParseAttribute(m_.types.Float(FloatKind::kF64));
    case FieldKind::kString: {
      NameId value;
      return ParseString(value) ? m_.attrs.String(value) : AttrId::None();
    }
    case FieldKind::kAttr:
      break;
  }
  return ParseAttribute();
}

namespace {

AttrId DefaultField(Module& m, FieldKind kind, AttrId no_dims) {
  if (kind == FieldKind::kDims) return no_dims;
  if (kind == FieldKind::kInt) {
    return m.attrs.Integer(m.types.Integer(64), 0);
  }
  if (kind == FieldKind::kFloat) {
    return m.attrs.Make(FloatAttr{m.types.Float(FloatKind::kF64), 0});
  }
  return {};
}

}  // namespace

// Parses fields, `name = value, ... >`, in any order.
bool Parser::ParseFields(int number, std::vector<AttrId>& values) {
  const StructRow& row = Struct(static_cast<StructId>(number));
  std::vector<bool> seen(row.fields.size(), false);
  while (!Consume(Tok::kGreater)) {
    size_t i = 0;
    while (i < row.fields.size() && !AtKeyword(row.fields[i].name)) ++i;
    if (i == row.fields.size() || seen[i]) return WrongField(number, i);
    const FieldRow& field = row.fields[i];
    seen[i] = true;
    Advance();
    if (!Expect(Tok::kEqual)) return false;
    const AttrId value = field.name == "sub_axis_info"
                             ? ParseSubAxisInfo()
                             : ParseField(static_cast<int>(field.kind));
    if (!value) return false;
    values[i] = value;
    if (!Consume(Tok::kComma)) return Expect(Tok::kGreater);
  }
  return true;
}

// Reports that the current word isn't the name of a field, or that it names
// field `i` again.
bool Parser::WrongField(int number, size_t i) {
  const auto id = static_cast<StructId>(number);
  const std::span<const FieldRow> fields = Struct(id).fields;
  if (StyleOf(id) == StructStyle::kNamed && At(Tok::kBareId)) {
    return OpError("duplicate or unknown struct parameter name: " +
                   std::string(text()));
  }
  if (i < fields.size()) {
    return OpError("duplicated `" + std::string(fields[i].name) + "` entry");
  }
  std::string message = "expected one of: ";
  for (const FieldRow& field : fields) {
    if (message.back() == '`') message += ", ";
    message += "`" + std::string(field.name) + "`";
  }
  return OpError(std::move(message));
}

// Parses the body of a #stablehlo.conv: `<[b, f]x[i, o]->[b, f]>` or `<raw
// input_batch_dimension = 0, ...>`.
AttrId Parser::ParseConvBody() {
  if (!Expect(Tok::kLess)) return {};
  if (!ConsumeKeyword("raw")) {
    const AttrId attr = ParseConvDims(*this);
    return attr && Expect(Tok::kGreater) ? attr : AttrId::None();
  }
  const StructRow& row = Struct(StructId::kConv);
  std::vector<AttrId> values(row.fields.size());
  if (!ParseFields(static_cast<int>(StructId::kConv), values)) {
    OpError("failed parsing dot dimension numbers attribute");
    return {};
  }
  for (size_t i = 0; i < row.fields.size(); ++i) {
    if (values[i]) continue;
    values[i] = row.fields[i].kind == FieldKind::kDims
                    ? MakeDims({})
                    : m_.attrs.Integer(m_.types.Integer(64), 0);
  }
  return MakeStruct(m_, StructId::kConv, values);
}

AttrId Parser::ParseStructBody(int number) {
  const auto id = static_cast<StructId>(number);
  if (id == StructId::kConv) return ParseConvBody();
  if (id == StructId::kStablehloSubAxisInfo) return ParseSubAxisInfo();
  if (id == StructId::kStablehloMesh) return ParseStablehloMesh();
  const StructRow& row = Struct(id);
  std::vector<AttrId> values(row.fields.size());
  if (!Expect(Tok::kLess)) return {};
  if (!ParseFields(number, values)) {
    const std::string_view what = StructWords(id);
    if (!what.empty()) {
      OpError("failed parsing " + std::string(what) + " attribute");
    }
    return {};
  }
  for (size_t i = 0; i < row.fields.size(); ++i) {
    if (values[i]) continue;
    if (StyleOf(id) == StructStyle::kElided) {
      values[i] = DefaultField(m_, row.fields[i].kind, MakeDims({}));
    } else if (row.fields[i].kind != FieldKind::kAttr) {
      OpError("struct is missing required parameter: " +
              std::string(row.fields[i].name));
      return {};
    }
  }
  return MakeStruct(m_, id, values);
}

// Parses a list of bounds, such as `<3, ?>`.
AttrId Parser::ParseBounds() {
  std::vector<int64_t> dims;
  if (!ParseList(Tok::kLess, Tok::kGreater,
                 [&] { return ParseDim(dims.emplace_back()); })) {
    return {};
  }
  const AttrId fields[] = {MakeDims(dims)};
  return MakeStruct(m_, StructId::kTypeExtensions, fields);
}

// Parses the two numbers of a sub-axis, such as `(2)4`.
AttrId Parser::ParseSubAxisInfo() {
  int64_t pre = 0;
  int64_t size = 0;
  if (!Expect(Tok::kLParen) || !ParseInteger(pre) || !Expect(Tok::kRParen) ||
      !ParseInteger(size)) {
    return {};
  }
  const TypeId i64 = m_.types.Integer(64);
  const AttrId fields[] = {m_.attrs.Integer(i64, pre),
                           m_.attrs.Integer(i64, size)};
  return MakeStruct(m_, StructId::kStablehloSubAxisInfo, fields);
}

// Parses a mesh, such as `<axes=[<name = "x", size = 2>],
// device_ids=dense<...>>`.
AttrId Parser::ParseStablehloMesh() {
  AttrId fields[2];
  if (!Expect(Tok::kLess) || !ExpectKeyword("axes") || !Expect(Tok::kEqual)) {
    return {};
  }
  std::vector<AttrId> axes;
  if (!ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
        const auto axis = static_cast<int>(StructId::kStablehloMeshAxis);
        axes.push_back(At(Tok::kHashId) ? ParseHashAttr()
                                        : ParseStructBody(axis));
        return static_cast<bool>(axes.back());
      })) {
    return {};
  }
  fields[0] = m_.attrs.Array(axes);
  if (Consume(Tok::kComma)) {
    if (!ExpectKeyword("device_ids") || !Expect(Tok::kEqual)) return {};
    fields[1] = ParseAttribute();
    if (!fields[1]) return {};
  }
  if (!Expect(Tok::kGreater)) return {};
  return MakeStruct(m_, StructId::kStablehloMesh, fields);
}

}  // namespace shardflow::internal
