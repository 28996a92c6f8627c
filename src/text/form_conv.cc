#include <algorithm>
#include <string>

#include "ops/attr_make.h"
#include "text/conv_dims.h"
#include "text/form_attrs.h"
#include "text/form_directives.h"

// Directives of convolution: dimension numbers and the window.

namespace shardflow {
namespace {

// One of the three shapes of `[b, 0, f]x[0, i, o]->[b, 0, f]`. In the
// structure (ops/attr_tables.def) it is the positions of the two letters and
// of the spatial dimensions in order.
struct ConvDims {
  int64_t first = 0;
  int64_t second = 0;
  IntList spatial;
};

// The letters that `letters` still has, "b, f".
std::string Remaining(std::string_view letters) {
  std::string out;
  for (const char c : letters) {
    if (c == ' ') continue;
    if (!out.empty()) out += ", ";
    out += c;
  }
  return out;
}

// A letter of `letters` at position `index`; it becomes a blank.
bool ParseLetter(Parser& p, std::string& letters, int64_t index,
                 ConvDims& dims) {
  const size_t at = p.offset();
  std::string_view word;
  if (!p.ParseKeyword(word)) return false;
  if (word.size() != 1 || letters == "  ") {
    return p.OpErrorAt(at, "Unexpected keyword " + std::string(word));
  }
  const size_t which = letters.find(word[0]);
  if (which == std::string::npos) {
    return p.OpErrorAt(at, "Unexpected dimension " + std::string(word) +
                               ", expecting " + Remaining(letters));
  }
  letters[which] = ' ';
  (which == 0 ? dims.first : dims.second) = index;
  return true;
}

// positions[d] is where spatial dimension d stands.
bool ParseSpatial(Parser& p, int64_t index, IntList& positions) {
  // Far more than a tensor can have; a list of that length is not a mistake
  // that memory should pay for.
  constexpr int64_t kLimit = 1 << 16;
  const size_t at = p.offset();
  int64_t spatial = 0;
  if (!p.ParseInteger(spatial)) return false;
  if (spatial < 0 || spatial > kLimit) {
    return p.OpErrorAt(at, "Unexpected dimension " + std::to_string(spatial));
  }
  const size_t d = static_cast<size_t>(spatial);
  if (positions.size() <= d) positions.resize(d + 1, -1);
  if (positions[d] >= 0) {
    return p.OpErrorAt(at, "Duplicate entries for spatial dimension " +
                               std::to_string(spatial));
  }
  positions[d] = index;
  return true;
}

// `letters` are the two of the shape: "bf" or "io".
bool ParseConvDims(Parser& p, std::string letters, ConvDims& dims) {
  if (!p.Expect(Tok::kLSquare)) return false;
  int64_t index = 0;
  do {
    const bool number = p.At(Tok::kInteger) || p.At(Tok::kMinus);
    if (number ? !ParseSpatial(p, index, dims.spatial)
               : !ParseLetter(p, letters, index, dims)) {
      return false;
    }
    ++index;
  } while (p.Consume(Tok::kComma));
  if (letters != "  ") {
    return p.OpError("Expected dimensions " + Remaining(letters) +
                     " not specified");
  }
  if (!p.Expect(Tok::kRSquare)) return false;
  std::string missing;
  int count = 0;
  for (size_t d = 0; d < dims.spatial.size(); ++d) {
    if (dims.spatial[d] >= 0 || ++count > 10) continue;
    missing += (missing.empty() ? "" : ", ") + std::to_string(d);
  }
  if (missing.empty()) return true;
  return p.OpError("Expected spatial dimensions " + missing + " not specified");
}

bool ParseConvShapes(Parser& p, ConvDims& input, ConvDims& kernel,
                     ConvDims& output) {
  return ParseConvDims(p, "bf", input) && p.ExpectKeyword("x") &&
         ParseConvDims(p, "io", kernel) && p.Expect(Tok::kArrow) &&
         ParseConvDims(p, "bf", output);
}

ConvDims ReadConvDims(const Module& m, AttrId conv, size_t field) {
  const auto value = [&](size_t i) {
    return m.attrs.IntegerValue(StructField(m, conv, field + i));
  };
  const auto spatial = I64Values(m, StructField(m, conv, field + 2));
  return {value(0), value(1), IntList(spatial.begin(), spatial.end())};
}

// The shape has every position once.
bool IsPermutation(const ConvDims& dims) {
  IntList positions = dims.spatial;
  positions.push_back(dims.first);
  positions.push_back(dims.second);
  std::ranges::sort(positions);
  for (size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

void PrintConvDims(Printer& p, std::string_view letters, const ConvDims& dims) {
  IntList at(dims.spatial.size() + 2);
  for (size_t d = 0; d < dims.spatial.size(); ++d) {
    at[static_cast<size_t>(dims.spatial[d])] = static_cast<int64_t>(d);
  }
  at[static_cast<size_t>(dims.first)] = -1;
  at[static_cast<size_t>(dims.second)] = -2;
  p.Char('[');
  p.Join(at, [&](int64_t dim) {
    if (dim >= 0) {
      p.Int(dim);
    } else {
      p.Char(letters[dim == -1 ? 0 : 1]);
    }
  });
  p.Char(']');
}

}  // namespace

bool FitsConvDims(const Module& m, AttrId conv) {
  return IsDimsStruct(m, conv, StructId::kConv) &&
         IsPermutation(ReadConvDims(m, conv, 0)) &&
         IsPermutation(ReadConvDims(m, conv, 3)) &&
         IsPermutation(ReadConvDims(m, conv, 6));
}

AttrId ParseConvDims(Parser& p) {
  ConvDims shapes[3];
  if (!ParseConvShapes(p, shapes[0], shapes[1], shapes[2])) return {};
  Module& m = p.module();
  absl::InlinedVector<AttrId, 9> fields;
  for (const ConvDims& dims : shapes) {
    fields.push_back(MakeInt(m, dims.first));
    fields.push_back(MakeInt(m, dims.second));
    fields.push_back(MakeI64Array(m, dims.spatial));
  }
  return MakeStruct(m, StructId::kConv, fields);
}

void PrintConvDims(Printer& p, AttrId conv) {
  const Module& m = p.module();
  PrintConvDims(p, "bf", ReadConvDims(m, conv, 0));
  p.Char('x');
  PrintConvDims(p, "io", ReadConvDims(m, conv, 3));
  p.Text("->");
  PrintConvDims(p, "bf", ReadConvDims(m, conv, 6));
}

bool ParseConvForm(FormState& s) {
  const AttrId conv = ParseConvDims(s.p);
  if (!conv) return false;
  s.op.AddAttr(name::kDimensionNumbers, conv);
  return true;
}

void PrintConvForm(Printer& p, OpId op) {
  PrintConvDims(p, p.module().attr(op, name::kDimensionNumbers));
}

bool FitsConvForm(const Module& m, OpId op) {
  return FitsConvDims(m, m.attr(op, name::kDimensionNumbers));
}

// --- the window

namespace {

enum class WindowKind : uint8_t { kInts, kPairs, kBools };

struct WindowRow {
  std::string_view word;
  NameId name;
  WindowKind kind;
};

// In the order in which they print.
constexpr WindowRow kWindowRows[] = {
    {"stride", name::kWindowStrides, WindowKind::kInts},
    {"pad", name::kPadding, WindowKind::kPairs},
    {"lhs_dilate", name::kLhsDilation, WindowKind::kInts},
    {"rhs_dilate", name::kRhsDilation, WindowKind::kInts},
    {"reverse", name::kWindowReversal, WindowKind::kBools},
};

// `[[0, 1], [2, 3]]`
bool ParsePairs(Parser& p, IntList& values) {
  return p.ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    const size_t before = values.size();
    if (!ParseIntList(p, values)) return false;
    const size_t count = values.size() - before;
    return count == 2 || p.OpError("Expected array with 2 elements, got " +
                                   std::to_string(count) + " elements instead");
  });
}

bool ParseWindowRow(FormState& s, const WindowRow& row) {
  Parser& p = s.p;
  Module& m = p.module();
  if (!p.Expect(Tok::kEqual)) return false;
  IntList values;
  if (row.kind == WindowKind::kPairs) {
    if (!ParsePairs(p, values)) return false;
    const int64_t dims[] = {static_cast<int64_t>(values.size()) / 2, 2};
    s.op.AddAttr(row.name, MakeDenseI64(m, dims, values));
    return true;
  }
  if (!ParseIntList(p, values)) return false;
  s.op.AddAttr(row.name, row.kind == WindowKind::kBools
                             ? MakeBoolArray(m, values)
                             : MakeI64Array(m, values));
  return true;
}

// The bytes of a `dense<...> : tensor<Nx2xi64>`.
std::span<const int64_t> PairValues(const Module& m, AttrId attr) {
  const NameId name(static_cast<int32_t>(m.attrs.words(attr)[1]));
  const std::string_view bytes = m.names.Get(name);
  return {reinterpret_cast<const int64_t*>(bytes.data()),
          bytes.size() / sizeof(int64_t)};
}

void PrintPairs(Printer& p, AttrId attr) {
  const Module& m = p.module();
  const TypeId type(static_cast<int32_t>(m.attrs.words(attr)[0]));
  const bool splat = m.attrs.words(attr)[2] != 0;
  const std::span<const int64_t> values = PairValues(m, attr);
  const size_t pairs = static_cast<size_t>(m.types.dims(type)[0]);
  for (size_t i = 0; i < pairs; ++i) {
    if (i > 0) p.Text(", ");
    const int64_t pair[] = {values[splat ? 0 : 2 * i],
                            values[splat ? 0 : 2 * i + 1]};
    PrintIntList(p, pair);
  }
}

void PrintBools(Printer& p, AttrId attr) {
  const Module& m = p.module();
  const NameId name(static_cast<int32_t>(m.attrs.words(attr)[1]));
  p.Join(m.names.Get(name), [&](char c) { p.Text(c != 0 ? "true" : "false"); });
}

bool FitsWindowRow(const Module& m, AttrId attr, WindowKind kind) {
  if (kind == WindowKind::kInts) return IsI64Array(m, attr);
  if (kind == WindowKind::kBools) {
    if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return false;
    const TypeId type(static_cast<int32_t>(m.attrs.words(attr)[0]));
    return m.types.IsInteger(type, 1);
  }
  if (!m.attrs.Is(attr, AttrKind::kDenseElements)) return false;
  const TypeId type(static_cast<int32_t>(m.attrs.words(attr)[0]));
  if (!m.types.HasStaticShape(type) || m.types.dims(type).size() != 2 ||
      m.types.dims(type)[1] != 2) {
    return false;
  }
  if (!m.types.IsInteger(m.types.element(type), 64)) return false;
  const bool splat = m.attrs.words(attr)[2] != 0;
  const size_t count = PairValues(m, attr).size();
  return count == (splat ? 1 : 2 * static_cast<size_t>(m.types.dims(type)[0]));
}

}  // namespace

bool ParseWindowForm(FormState& s) {
  Parser& p = s.p;
  bool seen[std::size(kWindowRows)] = {};
  while (p.At(Tok::kBareId)) {
    std::string_view word;
    if (!p.ParseKeyword(word)) return false;
    size_t row = 0;
    while (row < std::size(kWindowRows) && kWindowRows[row].word != word) ++row;
    if (row == std::size(kWindowRows) || seen[row]) {
      return p.OpError("Unexpected keyword " + std::string(word));
    }
    seen[row] = true;
    if (!ParseWindowRow(s, kWindowRows[row])) return false;
    if (!p.Consume(Tok::kComma)) break;
  }
  return true;
}

void PrintWindowForm(Printer& p, OpId op) {
  const Module& m = p.module();
  bool first = true;
  for (const WindowRow& row : kWindowRows) {
    const AttrId attr = m.attr(op, row.name);
    if (!attr) continue;
    if (!first) p.Text(", ");
    first = false;
    p.Text(row.word);
    p.Text(" = [");
    switch (row.kind) {
      case WindowKind::kInts:
        p.Ints(I64Values(m, attr));
        break;
      case WindowKind::kPairs:
        PrintPairs(p, attr);
        break;
      case WindowKind::kBools:
        PrintBools(p, attr);
        break;
    }
    p.Char(']');
  }
}

bool FitsWindowForm(const Module& m, OpId op) {
  return std::ranges::all_of(kWindowRows, [&](const WindowRow& row) {
    const AttrId attr = m.attr(op, row.name);
    return !attr || FitsWindowRow(m, attr, row.kind);
  });
}

}  // namespace shardflow
