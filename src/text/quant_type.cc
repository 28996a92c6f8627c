#include "text/quant_type.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

#include "text/float_text.h"

namespace shardflow::internal {
namespace {

struct StorageFloat {
  FloatKind kind;
  int64_t max;
};
constexpr StorageFloat kStorageFloats[] = {
    {FloatKind::kF4E2M1FN, 6},
    {FloatKind::kF8E4M3FN, 448},
    {FloatKind::kF8E5M2, 57344},
};

using Limits = std::pair<int64_t, int64_t>;

// Returns the full range of a storage type, which the text omits. Returns
// nullopt for a type that can't be used as storage.
std::optional<Limits> LimitsOf(const TypeStore& types, TypeId storage,
                               bool is_signed) {
  if (types.kind(storage) == TypeKind::kFloat) {
    for (const StorageFloat& row : kStorageFloats) {
      if (row.kind == types.float_kind(storage)) {
        return Limits{-row.max, row.max};
      }
    }
    return std::nullopt;
  }
  if (types.kind(storage) != TypeKind::kInteger ||
      types.signedness(storage) != Signedness::kSignless) {
    return std::nullopt;
  }
  const int64_t width = types.width(storage);
  if (width < 1 || width > 32) return std::nullopt;
  const int64_t count = int64_t{1} << width;
  return is_signed ? Limits{-count / 2, count / 2 - 1} : Limits{0, count - 1};
}

// Whether the scale is positive and finite, both before and after rounding to
// the expressed type.
bool ScaleFits(int64_t bits, FloatKind expressed) {
  const double scale =
      FloatToDouble(static_cast<uint64_t>(bits), FloatKind::kF64);
  if (!std::isfinite(scale) || scale <= 0) return false;
  if (FloatBits(expressed) > 64) return true;
  const double rounded =
      FloatToDouble(FloatFromDouble(scale, expressed), expressed);
  return std::isfinite(rounded) && rounded > 0;
}

bool IsValid(const TypeStore& types, const Quantization& q) {
  const std::optional<Limits> own = LimitsOf(types, q.storage, q.is_signed);
  if (!own || q.min < own->first || q.max > own->second || q.min >= q.max ||
      types.kind(q.expressed) != TypeKind::kFloat || q.axis < -1 ||
      q.axis > INT32_MAX || q.scales.empty() ||
      q.scales.size() != q.zeros.size() ||
      (q.axis < 0 && q.scales.size() != 1)) {
    return false;
  }
  const FloatKind expressed = types.float_kind(q.expressed);
  return std::ranges::all_of(
      q.scales, [&](int64_t scale) { return ScaleFits(scale, expressed); });
}

std::string FloatTypeName(const TypeStore& types, TypeId type) {
  return std::string(FloatName(types.float_kind(type)));
}

std::string TextOf(const TypeStore& types, const Quantization& q) {
  std::string text = "!quant.uniform<";
  if (types.kind(q.storage) == TypeKind::kFloat) {
    text += FloatTypeName(types, q.storage);
  } else {
    text += (q.is_signed ? "i" : "u") + std::to_string(types.width(q.storage));
  }
  if (LimitsOf(types, q.storage, q.is_signed) != Limits{q.min, q.max}) {
    text += "<" + std::to_string(q.min) + ":" + std::to_string(q.max) + ">";
  }
  text += ":" + FloatTypeName(types, q.expressed);
  if (q.axis >= 0) text += ":" + std::to_string(q.axis);
  text += q.axis >= 0 ? ", {" : ", ";
  for (size_t i = 0; i < q.scales.size(); ++i) {
    if (i > 0) text += ",";
    AppendFloat(static_cast<uint64_t>(q.scales[i]), FloatKind::kF64, text);
    if (q.zeros[i] != 0) text += ":" + std::to_string(q.zeros[i]);
  }
  return text + (q.axis >= 0 ? "}>" : ">");
}

// Reads the text of a type, word by word.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool AtEnd() {
    SkipBlanks();
    return text_.empty();
  }
  bool Eat(std::string_view token) {
    SkipBlanks();
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  std::string_view Word(std::string_view characters) {
    SkipBlanks();
    const size_t size =
        std::min(text_.find_first_not_of(characters), text_.size());
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    return word;
  }
  bool Int(int64_t& value) {
    const std::string_view word = Word("-0123456789");
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    return error == std::errc() && stop == end;
  }
  // Reads a float, which must have a decimal point.
  bool Float(int64_t& bits) {
    const std::string_view word = Word("+-.0123456789eE");
    uint64_t value = 0;
    if (word.find('.') == std::string_view::npos || word[0] < '0' ||
        word[0] > '9' || !ParseFloat(word, FloatKind::kF64, value)) {
      return false;
    }
    bits = static_cast<int64_t>(value);
    return true;
  }

 private:
  void SkipBlanks() {
    text_.remove_prefix(
        std::min(text_.find_first_not_of(" \t\n\r"), text_.size()));
  }

  std::string_view text_;
};

constexpr std::string_view kTypeNameChars =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// Reads a storage type, such as i8, u8 or f8E5M2, and the limits after it, such
// as <-127:127>.
bool ReadStorage(Scanner& in, TypeStore& types, Quantization& q) {
  const std::string_view word = in.Word(kTypeNameChars);
  if (const auto kind = FloatNamed(word)) {
    q.storage = types.Float(*kind);
  } else if (word.starts_with('i') || word.starts_with('u')) {
    int width = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + 1, end, width);
    if (error != std::errc() || stop != end) return false;
    q.is_signed = word[0] == 'i';
    q.storage = types.Integer(width);
  }
  if (!q.storage) return false;
  const std::optional<Limits> own = LimitsOf(types, q.storage, q.is_signed);
  if (!own) return false;
  std::tie(q.min, q.max) = *own;
  return !in.Eat("<") ||
         (in.Int(q.min) && in.Eat(":") && in.Int(q.max) && in.Eat(">"));
}

// Reads a scale and a zero point, such as 1.0:3.
bool ReadScale(Scanner& in, Quantization& q) {
  int64_t& scale = q.scales.emplace_back();
  int64_t& zero = q.zeros.emplace_back();
  return in.Float(scale) && (!in.Eat(":") || in.Int(zero));
}

bool ReadScales(Scanner& in, Quantization& q) {
  if (q.axis < 0) return ReadScale(in, q);
  if (!in.Eat("{")) return false;
  do {
    if (!ReadScale(in, q)) return false;
  } while (in.Eat(","));
  return in.Eat("}");
}

}  // namespace

TypeId MakeQuantized(Module& m, const Quantization& q) {
  if (!IsValid(m.types, q)) return {};
  std::vector<int64_t> words = {m.names.Intern(TextOf(m.types, q)).index,
                                q.storage.index,
                                q.expressed.index,
                                q.is_signed ? 1 : 0,
                                q.min,
                                q.max,
                                q.axis};
  words.insert(words.end(), q.scales.begin(), q.scales.end());
  words.insert(words.end(), q.zeros.begin(), q.zeros.end());
  return m.types.Quantized(words);
}

Quantization QuantizationOf(const TypeStore& types, TypeId type) {
  const std::span<const int64_t> words = types.quantization(type);
  const std::span<const int64_t> lists = words.subspan(7);
  const std::span<const int64_t> scales = lists.first(lists.size() / 2);
  const std::span<const int64_t> zeros = lists.subspan(scales.size());
  return {.storage = TypeId(static_cast<int32_t>(words[1])),
          .expressed = TypeId(static_cast<int32_t>(words[2])),
          .is_signed = words[3] != 0,
          .min = words[4],
          .max = words[5],
          .axis = words[6],
          .scales = {scales.begin(), scales.end()},
          .zeros = {zeros.begin(), zeros.end()}};
}

TypeId ParseQuantized(Module& m, std::string_view text) {
  Scanner in(text);
  Quantization q;
  if (!in.Eat("!quant.uniform<") || !ReadStorage(in, m.types, q) ||
      !in.Eat(":")) {
    return {};
  }
  const std::optional<FloatKind> expressed =
      FloatNamed(in.Word(kTypeNameChars));
  if (!expressed) return {};
  q.expressed = m.types.Float(*expressed);
  if ((in.Eat(":") && (!in.Int(q.axis) || q.axis < 0)) || !in.Eat(",") ||
      !ReadScales(in, q) || !in.Eat(">") || !in.AtEnd()) {
    return {};
  }
  return MakeQuantized(m, q);
}

}  // namespace shardflow::internal
