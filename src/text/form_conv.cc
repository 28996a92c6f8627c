#include <algorithm>
#include <string>

#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "text/conv_dims.h"
#include "text/form_attrs.h"
#include "text/form_directives.h"

// Directives for convolutions: the dimension numbers and the window.

namespace shardflow::internal {

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

// In the order in which they are printed.
constexpr WindowRow kWindowRows[] = {
    {"stride", name::kWindowStrides, WindowKind::kInts},
    {"pad", name::kPadding, WindowKind::kPairs},
    {"lhs_dilate", name::kLhsDilation, WindowKind::kInts},
    {"rhs_dilate", name::kRhsDilation, WindowKind::kInts},
    {"reverse", name::kWindowReversal, WindowKind::kBools},
};

// Parses a list of pairs, such as `[[0, 1], [2, 3]]`.
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

// Returns the numbers in an attribute `dense<...> : tensor<Nx2xi64>`.
std::span<const int64_t> PairValues(const Module& m, AttrId attr) {
  const std::string_view bytes =
      m.names.Get(m.attrs.As<DenseElementsAttr>(attr).bytes);
  return {reinterpret_cast<const int64_t*>(bytes.data()),
          bytes.size() / sizeof(int64_t)};
}

void PrintPairs(Printer& p, AttrId attr) {
  const Module& m = p.module();
  const auto [type, bytes, splat] = m.attrs.As<DenseElementsAttr>(attr);
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
  const NameId bytes = m.attrs.As<DenseArrayAttr>(attr).bytes;
  p.Join(m.names.Get(bytes),
         [&](char c) { p.Text(c != 0 ? "true" : "false"); });
}

bool FitsWindowRow(const Module& m, AttrId attr, WindowKind kind) {
  if (kind == WindowKind::kInts) return IsI64Array(m, attr);
  if (kind == WindowKind::kBools) {
    if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return false;
    return IsSignlessInteger(m, m.attrs.As<DenseArrayAttr>(attr).element, 1);
  }
  if (!m.attrs.Is(attr, AttrKind::kDenseElements)) return false;
  const auto [type, bytes, splat] = m.attrs.As<DenseElementsAttr>(attr);
  if (!m.types.HasStaticShape(type) || m.types.dims(type).size() != 2 ||
      m.types.dims(type)[1] != 2) {
    return false;
  }
  if (!IsSignlessInteger(m, m.types.element(type), 64)) return false;
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

}  // namespace shardflow::internal
