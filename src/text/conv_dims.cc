#include "text/conv_dims.h"

#include <algorithm>
#include <map>
#include <string>

#include "ops/attr_make.h"
#include "text/form_attrs.h"

namespace shardflow::internal {
namespace {

// One of the three shapes in `[b, 0, f]x[0, i, o]->[b, 0, f]`. The structure
// (ops/attr_tables.def) stores it as the positions of the two letters, followed
// by the positions of the spatial dimensions, in order.
struct ConvDims {
  int64_t first = 0;
  int64_t second = 0;
  IntList spatial;
};

// Returns the `letters` that haven't been used yet, such as "b, f".
std::string Remaining(std::string_view letters) {
  std::string out;
  for (const char c : letters) {
    if (c == ' ') continue;
    if (!out.empty()) out += ", ";
    out += c;
  }
  return out;
}

// Parses one of `letters`, which is at position `index` of the shape, and
// replaces the letter in `letters` with a blank.
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

// Maps the number of each spatial dimension to its position. This isn't a
// vector, because the text may contain arbitrarily large numbers.
using Positions = std::map<int64_t, int64_t>;

bool ParseSpatial(Parser& p, int64_t index, Positions& positions) {
  const size_t at = p.offset();
  int64_t spatial = 0;
  if (!p.ParseInteger(spatial)) return false;
  if (spatial < 0) {
    return p.OpErrorAt(at, "Unexpected dimension " + std::to_string(spatial));
  }
  if (!positions.emplace(spatial, index).second) {
    return p.OpErrorAt(at, "Duplicate entries for spatial dimension " +
                               std::to_string(spatial));
  }
  return true;
}

// Stores the positions of the dimensions 0, 1, ... in `spatial`. Reports an
// error if a dimension is missing.
bool SpatialDims(Parser& p, const Positions& positions, IntList& spatial) {
  constexpr int64_t kMaxNamed = 10;
  std::string missing;
  int64_t named = 0;
  int64_t next = 0;
  for (const auto& [dim, position] : positions) {
    for (; next < dim && named < kMaxNamed; ++next, ++named) {
      missing += (missing.empty() ? "" : ", ") + std::to_string(next);
    }
    next = dim + 1;
    spatial.push_back(position);
  }
  if (missing.empty()) return true;
  return p.OpError("Expected spatial dimensions " + missing + " not specified");
}

// Parses a shape. Its two `letters` are "bf" or "io".
bool ParseConvShape(Parser& p, std::string letters, ConvDims& dims) {
  if (!p.Expect(Tok::kLSquare)) return false;
  Positions positions;
  int64_t index = 0;
  do {
    const bool number = p.At(Tok::kInteger) || p.At(Tok::kMinus);
    if (number ? !ParseSpatial(p, index, positions)
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
  return SpatialDims(p, positions, dims.spatial);
}

bool ParseConvShapes(Parser& p, ConvDims& input, ConvDims& kernel,
                     ConvDims& output) {
  return ParseConvShape(p, "bf", input) && p.ExpectKeyword("x") &&
         ParseConvShape(p, "io", kernel) && p.Expect(Tok::kArrow) &&
         ParseConvShape(p, "bf", output);
}

ConvDims ReadConvShape(const Module& m, AttrId conv, size_t field) {
  const auto value = [&](size_t i) {
    return m.attrs.IntegerValue(StructField(m, conv, field + i));
  };
  const auto spatial = I64Values(m, StructField(m, conv, field + 2));
  return {value(0), value(1), IntList(spatial.begin(), spatial.end())};
}

// Whether every position of the shape appears exactly once.
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

void PrintConvShape(Printer& p, std::string_view letters,
                    const ConvDims& dims) {
  IntList at(dims.spatial.size() + 2);
  // If the shape is invalid, it may contain positions outside the shape. They
  // are left out.
  const auto place = [&](int64_t position, int64_t what) {
    if (position < 0 || static_cast<size_t>(position) >= at.size()) return;
    at[static_cast<size_t>(position)] = what;
  };
  place(dims.first, -1);
  place(dims.second, -2);
  for (size_t d = 0; d < dims.spatial.size(); ++d) {
    place(dims.spatial[d], static_cast<int64_t>(d));
  }
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
         IsPermutation(ReadConvShape(m, conv, 0)) &&
         IsPermutation(ReadConvShape(m, conv, 3)) &&
         IsPermutation(ReadConvShape(m, conv, 6));
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
  PrintConvShape(p, "bf", ReadConvShape(m, conv, 0));
  p.Char('x');
  PrintConvShape(p, "io", ReadConvShape(m, conv, 3));
  p.Text("->");
  PrintConvShape(p, "bf", ReadConvShape(m, conv, 6));
}

}  // namespace shardflow::internal
