#include "text/form_attrs.h"

#include <charconv>
#include <string>

#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "text/form_directives.h"

namespace shardflow::internal {

bool IsI64Array(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return false;
  return IsSignlessInteger(m, m.attrs.As<DenseArrayAttr>(attr).element, 64);
}

std::span<const int64_t> I64Values(const Module& m, AttrId attr) {
  if (!IsI64Array(m, attr)) return {};
  // The cast is safe because interned bytes are aligned to 8 bytes.
  const std::string_view bytes =
      m.names.Get(m.attrs.As<DenseArrayAttr>(attr).bytes);
  return {reinterpret_cast<const int64_t*>(bytes.data()),
          bytes.size() / sizeof(int64_t)};
}

bool IsDimsStruct(const Module& m, AttrId attr, StructId id) {
  if (!IsStruct(m, attr, id)) return false;
  const std::span<const FieldRow> rows = Struct(id).fields;
  for (size_t i = 0; i < rows.size(); ++i) {
    const AttrId field = StructField(m, attr, i);
    const bool fits = rows[i].kind == FieldKind::kDims
                          ? IsI64Array(m, field)
                          : m.attrs.Is(field, AttrKind::kInteger);
    if (!fits) return false;
  }
  return true;
}

bool ParseIntList(Parser& p, IntList& values) {
  return p.ParseList(Tok::kLSquare, Tok::kRSquare,
                     [&] { return p.ParseInteger(values.emplace_back()); });
}

void PrintIntList(Printer& p, std::span<const int64_t> values) {
  p.Char('[');
  p.Ints(values);
  p.Char(']');
}

bool HasColumns(const Module& m, OpId op) {
  return m.rule(op) || m.HasResultShardings(op);
}

void PrintAttrsExcept(Printer& p, OpId op, NameId spelled) {
  const Module& m = p.module();
  const AttrId dict = m.attr_dict(op);
  // In most cases, nothing is left to print.
  if (m.attrs.DictSize(dict) == (m.attr(op, spelled) ? 1 : 0) &&
      !HasColumns(m, op)) {
    return;
  }
  p.OptionalAttrDict(op, {m.names.Get(spelled)});
}

// --- slice

bool ParseSliceForm(FormState& s) {
  Parser& p = s.p;
  IntList starts;
  IntList limits;
  IntList strides;
  const bool parsed = p.ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    if (!p.ParseInteger(starts.emplace_back()) || !p.Expect(Tok::kColon) ||
        !p.ParseInteger(limits.emplace_back())) {
      return false;
    }
    strides.push_back(1);
    return !p.Consume(Tok::kColon) || p.ParseInteger(strides.back());
  });
  if (!parsed) return false;
  Module& m = p.module();
  s.op.AddAttr(name::kStartIndices, MakeI64Array(m, starts));
  s.op.AddAttr(name::kLimitIndices, MakeI64Array(m, limits));
  s.op.AddAttr(name::kStrides, MakeI64Array(m, strides));
  return true;
}

void PrintSliceForm(Printer& p, OpId op) {
  const Module& m = p.module();
  const auto starts = I64Values(m, m.attr(op, name::kStartIndices));
  const auto limits = I64Values(m, m.attr(op, name::kLimitIndices));
  const auto strides = I64Values(m, m.attr(op, name::kStrides));
  p.Char('[');
  for (size_t i = 0; i < starts.size(); ++i) {
    if (i > 0) p.Text(", ");
    p.Int(starts[i]);
    p.Char(':');
    p.Int(limits[i]);
    if (strides[i] == 1) continue;
    p.Char(':');
    p.Int(strides[i]);
  }
  p.Char(']');
}

bool FitsSliceForm(const Module& m, OpId op) {
  const AttrId starts = m.attr(op, name::kStartIndices);
  const AttrId limits = m.attr(op, name::kLimitIndices);
  const AttrId strides = m.attr(op, name::kStrides);
  if (!IsI64Array(m, starts) || !IsI64Array(m, limits) ||
      !IsI64Array(m, strides)) {
    return false;
  }
  const size_t size = I64Values(m, starts).size();
  return I64Values(m, limits).size() == size &&
         I64Values(m, strides).size() == size;
}

// --- reduce_precision

bool ParseExponentMantissaForm(FormState& s) {
  Parser& p = s.p;
  const size_t at = p.offset();
  std::string_view word;
  if (!p.ParseKeyword(word)) return false;
  const size_t split = word.find('m');
  const auto digits = [](std::string_view text) {
    return !text.empty() &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (word[0] != 'e' || split == std::string_view::npos ||
      !digits(word.substr(1, split - 1)) || !digits(word.substr(split + 1))) {
    return p.OpErrorAt(at, "expected exponent mantissa in format e#m#, saw " +
                               std::string(word));
  }
  const auto add = [&](NameId key, std::string_view text,
                       std::string_view what) {
    int32_t value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec !=
        std::errc()) {
      return p.OpErrorAt(at, "unable to parse " + std::string(what) + " '" +
                                 std::string(text) + "'");
    }
    s.op.AddAttr(key, MakeInt(p.module(), value, 32));
    return true;
  };
  return add(name::kExponentBits, word.substr(1, split - 1), "exponent") &&
         add(name::kMantissaBits, word.substr(split + 1), "mantissa");
}

void PrintExponentMantissaForm(Printer& p, OpId op) {
  const Module& m = p.module();
  p.Char('e');
  p.Int(m.attrs.IntegerValue(m.attr(op, name::kExponentBits)));
  p.Char('m');
  p.Int(m.attrs.IntegerValue(m.attr(op, name::kMantissaBits)));
}

bool FitsExponentMantissaForm(const Module& m, OpId op) {
  return IsIntAttr(m, m.attr(op, name::kExponentBits), 32) &&
         IsIntAttr(m, m.attr(op, name::kMantissaBits), 32);
}

// --- dot_general

namespace {

// Parses two lists of dimensions, such as `[0] x [1]`.
bool ParseDimsPair(Parser& p, AttrId& lhs, AttrId& rhs) {
  IntList values;
  if (!ParseIntList(p, values)) return false;
  lhs = MakeI64Array(p.module(), values);
  if (!p.ExpectKeyword("x")) return false;
  values.clear();
  if (!ParseIntList(p, values)) return false;
  rhs = MakeI64Array(p.module(), values);
  return true;
}

void PrintDimsPair(Printer& p, AttrId dot, size_t lhs) {
  const Module& m = p.module();
  PrintIntList(p, I64Values(m, StructField(m, dot, lhs)));
  p.Text(" x ");
  PrintIntList(p, I64Values(m, StructField(m, dot, lhs + 1)));
}

}  // namespace

bool ParseDotForm(FormState& s) {
  Parser& p = s.p;
  // In the order of the fields of StructId::kDot: the batching dimensions of
  // lhs and rhs, then the contracting dimensions of lhs and rhs.
  AttrId dims[4];
  if (p.ConsumeKeyword("batching_dims")) {
    if (!p.Expect(Tok::kEqual) || !ParseDimsPair(p, dims[0], dims[1]) ||
        !p.Expect(Tok::kComma)) {
      return false;
    }
  } else {
    dims[0] = dims[1] = MakeI64Array(p.module(), {});
  }
  if (!p.ExpectKeyword("contracting_dims") || !p.Expect(Tok::kEqual) ||
      !ParseDimsPair(p, dims[2], dims[3])) {
    return false;
  }
  s.op.AddAttr(name::kDotDimensionNumbers,
               MakeStruct(p.module(), StructId::kDot, dims));
  return true;
}

void PrintDotForm(Printer& p, OpId op) {
  const Module& m = p.module();
  const AttrId dot = m.attr(op, name::kDotDimensionNumbers);
  if (!I64Values(m, StructField(m, dot, 0)).empty() ||
      !I64Values(m, StructField(m, dot, 1)).empty()) {
    p.Text("batching_dims = ");
    PrintDimsPair(p, dot, 0);
    p.Text(", ");
  }
  p.Text("contracting_dims = ");
  PrintDimsPair(p, dot, 2);
}

bool FitsDotForm(const Module& m, OpId op) {
  return IsDimsStruct(m, m.attr(op, name::kDotDimensionNumbers),
                      StructId::kDot);
}

namespace {

// Parses a precision, such as `precision = [DEFAULT, HIGH]`.
bool ParsePrecision(FormState& s) {
  Parser& p = s.p;
  absl::InlinedVector<AttrId, 4> items;
  if (!p.ExpectKeyword("precision") || !p.Expect(Tok::kEqual)) return false;
  const bool parsed = p.ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    items.push_back(p.ParseEnumCase(static_cast<int>(EnumId::kPrecision)));
    return static_cast<bool>(items.back());
  });
  if (!parsed) return false;
  s.op.AddAttr(name::kPrecisionConfig, p.module().attrs.Array(items));
  return true;
}

// Parses the algorithm of a dot: `algorithm = <...>`.
bool ParseAlgorithm(FormState& s) {
  Parser& p = s.p;
  if (!p.ExpectKeyword("algorithm") || !p.Expect(Tok::kEqual)) return false;
  const AttrId attr =
      p.ParseStructBody(static_cast<int>(StructId::kDotAlgorithm));
  if (!attr) return false;
  s.op.AddAttr(name::kAlgorithm, attr);
  return true;
}

}  // namespace

bool ParsePrecisionForm(FormState& s) {
  return !s.p.Consume(Tok::kComma) || ParsePrecision(s);
}

void PrintPrecisionForm(Printer& p, OpId op) {
  const Module& m = p.module();
  const AttrId config = m.attr(op, name::kPrecisionConfig);
  if (!config) return;
  p.Text(", precision = [");
  for (size_t i = 0; i < m.attrs.ArraySize(config); ++i) {
    if (i > 0) p.Text(", ");
    p.StrippedAttr(m.attrs.ArrayItem(config, i));
  }
  p.Char(']');
}

bool FitsPrecisionForm(const Module& m, OpId op) {
  const AttrId config = m.attr(op, name::kPrecisionConfig);
  if (!config) return true;
  if (!m.attrs.Is(config, AttrKind::kArray)) return false;
  for (size_t i = 0; i < m.attrs.ArraySize(config); ++i) {
    const AttrId item = m.attrs.ArrayItem(config, i);
    if (!m.attrs.Is(item, AttrKind::kEnum) ||
        m.attrs.As<EnumAttr>(item).number !=
            static_cast<int64_t>(EnumId::kPrecision)) {
      return false;
    }
  }
  return true;
}

bool ParsePrecisionAlgorithmForm(FormState& s) {
  Parser& p = s.p;
  if (!p.Consume(Tok::kComma)) return true;
  if (p.AtKeyword("algorithm")) return ParseAlgorithm(s);
  if (!ParsePrecision(s)) return false;
  return !p.Consume(Tok::kComma) || ParseAlgorithm(s);
}

void PrintPrecisionAlgorithmForm(Printer& p, OpId op) {
  PrintPrecisionForm(p, op);
  const AttrId algorithm = p.module().attr(op, name::kAlgorithm);
  if (!algorithm) return;
  p.Text(", algorithm = ");
  p.StrippedAttr(algorithm);
}

bool FitsPrecisionAlgorithmForm(const Module& m, OpId op) {
  const AttrId algorithm = m.attr(op, name::kAlgorithm);
  return FitsPrecisionForm(m, op) &&
         (!algorithm || IsStruct(m, algorithm, StructId::kDotAlgorithm));
}

// --- constants

bool ParseConstantValue(Parser& p, ParsedOp& op) {
  const size_t at = p.offset();
  const AttrId value = p.ParseAttribute();
  if (!value) return false;
  const TypeId type = ElementsType(p.module(), value);
  if (!type) return p.OpErrorAt(at, "invalid kind of attribute specified");
  op.AddAttr(name::kValue, value);
  op.result_types.push_back(type);
  return true;
}

bool ParseValueForm(FormState& s) { return ParseConstantValue(s.p, s.op); }

void PrintValueForm(Printer& p, OpId op) {
  p.Attr(p.module().attr(op, name::kValue));
}

bool FitsValueForm(const Module& m, OpId op) {
  const TypeId type = ElementsType(m, m.attr(op, name::kValue));
  return type && m.result_count(op) == 1 && m.type(m.result(op, 0)) == type;
}

// --- regions

bool ParseRegionsForm(FormState& s) {
  return s.p.ParseItems([&] { return s.p.ParseRegion(s.op); });
}

void PrintRegionsForm(Printer& p, OpId op) {
  const Module& m = p.module();
  for (int i = 0; i < m.region_count(op); ++i) {
    if (i > 0) p.Text(", ");
    p.Region(m.region(op, i));
  }
}

}  // namespace shardflow::internal
