#include <algorithm>
#include <map>

#include "ops/attr_tables.h"
#include "text/parser.h"

// The dimension numbers of convolutions: [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1,
// f] says which dimension is batch, feature or a spatial one.

namespace shardflow {
namespace {

std::string Letters(const std::vector<char>& letters) {
  std::string text;
  for (char c : letters) {
    if (!text.empty()) text += ", ";
    text += c;
  }
  return text;
}

}  // namespace

// [b, f, 0, 1] with the letters of `letters` ("bf").
bool Parser::ParseConvLayout(std::string_view letters, ConvLayout& layout) {
  if (!Expect(Tok::kLSquare)) return false;
  std::vector<char> missing = {letters[0], letters[1]};
  std::map<int64_t, int64_t> spatial;
  int64_t index = 0;
  do {
    const size_t at = offset();
    int64_t dim = 0;
    const Opt integer = ParseOptionalInteger(dim);
    if (integer == Opt::kFailed) return false;
    if (integer == Opt::kOk) {
      if (dim < 0) {
        return OpErrorAt(at, "Unexpected dimension " + std::to_string(dim));
      }
      if (!spatial.emplace(dim, index).second) {
        return OpErrorAt(at, "Duplicate entries for spatial dimension " +
                                 std::to_string(dim));
      }
    } else {
      std::string_view word;
      if (!ParseKeyword(word)) return false;
      if (word.size() != 1 || missing.empty()) {
        return OpErrorAt(at, "Unexpected keyword " + std::string(word));
      }
      const auto it = std::find(missing.begin(), missing.end(), word[0]);
      if (it == missing.end()) {
        return OpErrorAt(at, "Unexpected dimension " + std::string(word) +
                                 ", expecting " + Letters(missing));
      }
      layout.letters[word[0] == letters[0] ? 0 : 1] = index;
      missing.erase(it);
    }
    ++index;
  } while (Consume(Tok::kComma));
  if (!missing.empty()) {
    return OpError("Expected dimensions " + Letters(missing) +
                   " not specified");
  }
  if (!Expect(Tok::kRSquare)) return false;
  return SpatialDims(spatial, layout.spatial);
}

// The positions of 0, 1, ..., all of which must be there.
bool Parser::SpatialDims(const std::map<int64_t, int64_t>& positions,
                         std::vector<int64_t>& spatial) {
  std::string missing;
  int64_t named = 0;
  int64_t next = 0;
  for (const auto& [dim, position] : positions) {
    constexpr int64_t kMaxNamed = 10;
    for (; next < dim && named < kMaxNamed; ++next, ++named) {
      if (!missing.empty()) missing += ", ";
      missing += std::to_string(next);
    }
    next = dim + 1;
    spatial.push_back(position);
  }
  if (missing.empty()) return true;
  return OpError("Expected spatial dimensions " + missing + " not specified");
}

AttrId Parser::ParseConvDimensions() {
  ConvLayout input, kernel, output;
  if (!ParseConvLayout("bf", input) || !ExpectKeyword("x") ||
      !ParseConvLayout("io", kernel) || !Expect(Tok::kArrow) ||
      !ParseConvLayout("bf", output)) {
    return {};
  }
  const TypeId i64 = m_.types.Integer(64);
  std::vector<int64_t> words = {static_cast<int64_t>(StructId::kConv)};
  for (const ConvLayout* layout : {&input, &kernel, &output}) {
    words.push_back(m_.attrs.Integer(i64, layout->letters[0]).index);
    words.push_back(m_.attrs.Integer(i64, layout->letters[1]).index);
    words.push_back(MakeDims(layout->spatial).index);
  }
  return m_.attrs.Make(AttrKind::kStruct, words);
}

// <[b, f]x[i, o]->[b, f]>, or <raw input_batch_dimension = 0, ...>
AttrId Parser::ParseConvBody() {
  if (!Expect(Tok::kLess)) return {};
  if (!ConsumeKeyword("raw")) {
    const AttrId attr = ParseConvDimensions();
    return attr && Expect(Tok::kGreater) ? attr : AttrId::None();
  }
  const auto number = static_cast<int>(StructId::kConv);
  const StructRow& row = Struct(StructId::kConv);
  std::vector<int64_t> words(row.fields.size() + 1, -1);
  words[0] = number;
  if (!ParseFields(number, words)) return {};
  for (size_t i = 0; i < row.fields.size(); ++i) {
    if (words[i + 1] >= 0) continue;
    words[i + 1] = row.fields[i].kind == FieldKind::kDims
                       ? MakeDims({}).index
                       : m_.attrs.Integer(m_.types.Integer(64), 0).index;
  }
  return m_.attrs.Make(AttrKind::kStruct, words);
}

}  // namespace shardflow
