#include "json/attr_read.h"

#include <cmath>
#include <limits>
#include <utility>

#include "text/float_text.h"
#include "text/parser.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

// Lists of attributes that nest deeper than this must be given as text.
constexpr int kMaxDepth = 128;

// Results are remembered only for JSON of at most this length.
constexpr size_t kMaxReadBytes = 1024;

enum AttrKey {
  kText,
  kTextBytes,
  kInteger,
  kFloat,
  kArray,
  kBytes,
  kSymbolName,
  kDict,
  kSharding,
  kShardings,
  kMesh,
  kRule,
  kType,
};
constexpr std::array<std::string_view, AttrReader::kAttrKeyCount> kAttrKeys = {
    "text", "text_bytes", "integer",   "float", "array", "bytes", "symbol",
    "dict", "sharding",   "shardings", "mesh",  "rule",  "type"};

std::string Quoted(int key) {
  return '"' + std::string(kAttrKeys[static_cast<size_t>(key)]) + '"';
}

// Returns the remembered result for the JSON text of `value`. If there is no
// such result, calls `read` and remembers its result.
template <class T, class Read>
T Remember(const JsonDocument& d, JsonRef value, TextMap<T>& remembered,
           const Read& read) {
  const std::string_view raw = d.raw(value);
  if (raw.size() > kMaxReadBytes) return read();
  const auto it = remembered.find(raw);
  if (it != remembered.end()) return it->second;
  const T result = read();
  if (result) remembered.emplace(raw, result);
  return result;
}

// Returns a JSON number as an MLIR float. A float must contain a decimal point.
std::string WithPoint(std::string_view number) {
  std::string text(number);
  if (text.find('.') != std::string::npos) return text;
  const size_t exponent = text.find_first_of("eE");
  text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  return text;
}

}  // namespace

AttrId AttrReader::Attr(JsonRef value) {
  return Remember(in_.d, value, attrs_, [&] { return ReadAttr(value, 0); });
}

TypeId AttrReader::Type(JsonRef value) {
  return Remember(in_.d, value, types_, [&] {
    if (!in_.Expect(value, JsonKind::kString)) return TypeId::None();
    const SourceBuffer source("<type>",
                              std::string(in_.d.String(value, room_)));
    Diagnostics diagnostics;
    Parser parser(m_, source, options_, diagnostics);
    const TypeId type = parser.ParseType();
    if (type && !parser.failed() && parser.At(Tok::kEof)) return type;
    in_.Fail(value,
             diagnostics.empty() ? "unexpected text after the type"
                                 : diagnostics.all()[0].text,
             "types are written as in the text: \"tensor<8x16xf32>\"");
    return TypeId::None();
  });
}

AttrId AttrReader::FromText(JsonRef at, std::string_view text) {
  const SourceBuffer source("<attribute>", std::string(text));
  Diagnostics diagnostics;
  Parser parser(m_, source, options_, diagnostics);
  const AttrId attr = parser.ParseAttribute();
  if (attr && !parser.failed() && parser.At(Tok::kEof)) return attr;
  in_.Fail(at, diagnostics.empty() ? "unexpected text after the attribute"
                                   : diagnostics.all()[0].text);
  return AttrId::None();
}

AttrId AttrReader::ReadAttr(JsonRef value, int depth) {
  const auto fail = [&](std::string message, std::string hint = "") {
    in_.Fail(value, std::move(message), std::move(hint));
    return AttrId::None();
  };
  if (depth > kMaxDepth) {
    return fail("attributes nest deeper than " + std::to_string(kMaxDepth),
                "write the inner ones as {\"text\": \"...\"}");
  }
  switch (in_.d.kind(value)) {
    case JsonKind::kNull:
      return m_.attrs.Unit();
    case JsonKind::kTrue:
      return m_.attrs.Integer(m_.types.Integer(1), 1);
    case JsonKind::kFalse:
      return m_.attrs.Integer(m_.types.Integer(1), 0);
    case JsonKind::kNumber:
      return Number(value);
    case JsonKind::kString:
      return m_.attrs.String(m_.names.Intern(in_.d.String(value, room_)));
    case JsonKind::kArray:
      return Array(value, depth);
    case JsonKind::kObject:
      break;
  }
  return Object(value, depth);
}

AttrId AttrReader::Number(JsonRef value) {
  if (const std::optional<int64_t> whole = in_.d.Integer(value)) {
    return m_.attrs.Integer(m_.types.Integer(64), *whole);
  }
  in_.Fail(value, "a plain number is read as an i64, and this isn't one",
           "write {\"float\": 1.5, \"type\": \"f32\"}");
  return AttrId::None();
}

AttrId AttrReader::Array(JsonRef value, int depth) {
  std::vector<AttrId> items;
  for (const JsonRef item : in_.d.Items(value)) {
    items.push_back(ReadAttr(item, depth + 1));
    if (!items.back()) return {};
  }
  return m_.attrs.Array(items);
}

bool AttrReader::Attrs(JsonRef object, std::vector<NamedAttr>& attrs,
                       int depth) {
  if (!in_.Expect(object, JsonKind::kObject)) return false;
  const JsonRef end = in_.d.Next(object);
  for (JsonRef key = in_.d.First(object); key != end;) {
    const JsonRef value = in_.d.Next(key);
    const AttrId attr = depth == 0 ? Attr(value) : ReadAttr(value, depth);
    if (!attr) return false;
    attrs.push_back({m_.names.Intern(in_.d.String(key, room_)), attr});
    key = in_.d.Next(value);
  }
  return true;
}

// Returns the index of the key that determines the kind of the attribute, -1 if
// "type" is the only key, or -2 after reporting an error.
int AttrReader::FindTag(JsonRef value,
                        const std::array<JsonRef, kAttrKeyCount>& at) {
  int found = -1;
  for (int i = 0; i < kType; ++i) {
    if (!at[static_cast<size_t>(i)]) continue;
    if (found >= 0) {
      in_.Fail(value,
               Quoted(found) + " and " + Quoted(i) + " do not go together");
      return -2;
    }
    found = i;
  }
  const JsonRef type = at[kType];
  if (found < 0) {
    if (type) return found;
    in_.Fail(value, "an object without a key that says what it is",
             "a dictionary is {\"dict\": {...}}");
    return -2;
  }
  const bool typed = found == kInteger || found == kFloat || found == kArray;
  if (typed) return in_.Needs(value, type, "type") ? found : -2;
  if (!type) return found;
  in_.Fail(type, "\"type\" does not go with " + Quoted(found));
  return -2;
}

AttrId AttrReader::Object(JsonRef value, int depth) {
  std::array<JsonRef, kAttrKeyCount> at;
  if (!in_.Fields(value, kAttrKeys, at)) return {};
  const int tag = FindTag(value, at);
  if (tag == -2) return {};
  const JsonRef type = at[kType];
  if (tag == -1) {
    const TypeId id = Type(type);
    return id ? m_.attrs.Type(id) : AttrId::None();
  }
  const JsonRef content = at[static_cast<size_t>(tag)];
  switch (tag) {
    case kText:
    case kTextBytes: {
      std::string text;
      if (!TextOf(content, tag == kTextBytes, text)) return {};
      return FromText(content, text);
    }
    case kInteger:
      return Integer(content, type);
    case kFloat:
      return Float(content, type);
    case kArray:
      return DenseArray(content, type);
    case kBytes:
      return Bytes(content);
    case kSymbolName:
      return Symbol(content);
    case kDict: {
      std::vector<NamedAttr> attrs;
      if (!Attrs(content, attrs, depth + 1)) return {};
      return m_.attrs.Dict(std::move(attrs), m_.names);
    }
    case kSharding: {
      const ShardingId sharding = Sharding(content);
      return sharding ? m_.attrs.Sharding(sharding) : AttrId::None();
    }
    case kShardings:
      return Shardings(content);
    case kMesh:
      return Mesh(content);
    default: {
      const RuleId rule = Rule(content);
      return rule ? m_.attrs.Rule(rule) : AttrId::None();
    }
  }
}

bool AttrReader::FromHex(JsonRef value, std::string& bytes) {
  if (!in_.Expect(value, JsonKind::kString)) return false;
  const std::string_view text = in_.d.String(value, room_);
  constexpr std::string_view kHex = "0123456789abcdef";
  if (text.size() % 2 != 0 ||
      text.find_first_not_of(kHex) != std::string_view::npos) {
    return in_.Fail(value,
                    "expected bytes as pairs of lower-case hexadecimal "
                    "digits");
  }
  for (size_t i = 0; i < text.size(); i += 2) {
    bytes.push_back(
        static_cast<char>(kHex.find(text[i]) << 4 | kHex.find(text[i + 1])));
  }
  return true;
}

bool AttrReader::TextOf(JsonRef value, bool hex, std::string& text) {
  if (hex) return FromHex(value, text);
  if (!in_.Expect(value, JsonKind::kString)) return false;
  text = in_.d.String(value, room_);
  return true;
}

AttrId AttrReader::Bytes(JsonRef value) {
  std::string bytes;
  if (!FromHex(value, bytes)) return {};
  return m_.attrs.String(m_.names.Intern(bytes));
}

AttrId AttrReader::Integer(JsonRef value, JsonRef type) {
  const TypeId id = Type(type);
  if (!id) return {};
  if (!in_.d.Is(value, JsonKind::kNumber) &&
      !in_.d.Is(value, JsonKind::kString)) {
    in_.Expect(value, JsonKind::kNumber);
    return {};
  }
  std::string text(in_.d.Is(value, JsonKind::kNumber)
                       ? in_.d.raw(value)
                       : in_.d.String(value, room_));
  const size_t digits = text.starts_with('-') ? 1 : 0;
  if (text.size() == digits ||
      text.find_first_not_of("0123456789", digits) != std::string::npos) {
    in_.Fail(value, "expected a whole number");
    return {};
  }
  if (id == m_.types.Integer(1) && (text == "0" || text == "1")) {
    return m_.attrs.Integer(id, text == "1" ? 1 : 0);
  }
  text += " : ";
  PrintType(m_, id, text);
  return FromText(value, text);
}

AttrId AttrReader::Float(JsonRef value, JsonRef type) {
  const TypeId id = Type(type);
  if (!id) return {};
  if (m_.types.kind(id) != TypeKind::kFloat) {
    in_.Fail(type, "expected the type of a floating-point number");
    return {};
  }
  const FloatKind format = m_.types.float_kind(id);
  std::string text;
  if (in_.d.Is(value, JsonKind::kNumber)) {
    text = WithPoint(in_.d.raw(value));
  } else if (in_.Expect(value, JsonKind::kString)) {
    text = in_.d.String(value, room_);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool is_nan = text == "nan";
    if ((is_nan || text == "inf" || text == "-inf") &&
        FloatBits(format) <= 64) {
      const double number = is_nan ? std::numeric_limits<double>::quiet_NaN()
                            : text == "inf" ? kInfinity
                                            : -kInfinity;
      return m_.attrs.Make(
          FloatAttr{id, static_cast<int64_t>(FloatFromDouble(number, format))});
    }
    if (!text.starts_with("0x") ||
        text.find_first_not_of("0123456789abcdefABCDEF", 2) !=
            std::string::npos) {
      in_.Fail(value,
               "expected a number, \"inf\", \"-inf\", \"nan\" or the "
               "bits in hexadecimal: \"0x7FC00000\"");
      return {};
    }
  } else {
    return {};
  }
  text += " : ";
  PrintType(m_, id, text);
  return FromText(value, text);
}

AttrId AttrReader::DenseArray(JsonRef value, JsonRef type) {
  const TypeId id = Type(type);
  if (!id || !in_.Expect(value, JsonKind::kArray)) return {};
  const bool is_float = m_.types.kind(id) == TypeKind::kFloat;
  std::string text = "array<";
  PrintType(m_, id, text);
  bool first = true;
  for (const JsonRef item : in_.d.Items(value)) {
    text += first ? ": " : ", ";
    first = false;
    if (in_.d.IsBool(item)) {
      text += in_.d.raw(item);
    } else if (is_float && in_.d.Is(item, JsonKind::kNumber)) {
      text += WithPoint(in_.d.raw(item));
    } else {
      int64_t number = 0;
      if (!in_.Integer(item, number)) return {};
      text += std::to_string(number);
    }
  }
  text += '>';
  return FromText(value, text);
}

AttrId AttrReader::Symbol(JsonRef value) {
  std::vector<NameId> names;
  const auto add = [&](JsonRef name) {
    if (!in_.Expect(name, JsonKind::kString)) return false;
    const std::string_view text = in_.d.String(name, room_);
    if (text.empty()) return in_.Fail(name, "a symbol needs a name");
    names.push_back(m_.names.Intern(text));
    return true;
  };
  if (!in_.d.Is(value, JsonKind::kArray)) {
    if (!add(value)) return {};
    return m_.attrs.Make(SymbolRefAttr{}, names);
  }
  for (const JsonRef name : in_.d.Items(value)) {
    if (!add(name)) return {};
  }
  if (names.empty()) {
    in_.Fail(value, "a symbol needs a name");
    return {};
  }
  return m_.attrs.Make(SymbolRefAttr{}, names);
}

AttrId AttrReader::Shardings(JsonRef value) {
  if (!in_.Expect(value, JsonKind::kArray)) return {};
  std::vector<ShardingId> shardings;
  for (const JsonRef item : in_.d.Items(value)) {
    shardings.push_back(Sharding(item));
    if (!shardings.back()) return {};
  }
  return m_.attrs.ShardingPerValue(shardings);
}

AttrId AttrReader::Mesh(JsonRef value) {
  std::string text = "#sdy.mesh";
  if (in_.d.Is(value, JsonKind::kString)) {
    text += in_.d.String(value, room_);
  } else if (!MeshText(value, text)) {
    return {};
  }
  const AttrId attr = FromText(value, text);
  if (attr && !m_.attrs.Is(attr, AttrKind::kMesh)) {
    in_.Fail(value, "expected a mesh");
    return {};
  }
  return attr;
}

ShardingId AttrReader::Sharding(JsonRef value) {
  return Remember(in_.d, value, shardings_, [&] {
    std::string text = "#sdy.sharding";
    if (in_.d.Is(value, JsonKind::kString)) {
      text += in_.d.String(value, room_);
    } else if (!ShardingText(value, text)) {
      return ShardingId::None();
    }
    const AttrId attr = FromText(value, text);
    if (!attr) return ShardingId::None();
    if (!m_.attrs.Is(attr, AttrKind::kSharding)) {
      in_.Fail(value, "expected a sharding");
      return ShardingId::None();
    }
    return m_.attrs.As<ShardingAttr>(attr).sharding;
  });
}

RuleId AttrReader::Rule(JsonRef value) {
  return Remember(in_.d, value, rules_, [&] {
    std::string text = "#sdy.op_sharding_rule";
    if (in_.d.Is(value, JsonKind::kString)) {
      text += in_.d.String(value, room_);
    } else if (!RuleText(value, text)) {
      return RuleId::None();
    }
    const AttrId attr = FromText(value, text);
    if (!attr) return RuleId::None();
    if (!m_.attrs.Is(attr, AttrKind::kRule)) {
      in_.Fail(value,
               "not a sharding rule: a factor is unknown, has no size, or is "
               "twice in a tensor");
      return RuleId::None();
    }
    return m_.attrs.As<RuleAttr>(attr).rule;
  });
}

bool AttrReader::Location(JsonRef value, Loc& loc) {
  const std::string_view raw = in_.d.raw(value);
  const auto known = locs_.find(raw);
  if (known != locs_.end()) {
    loc = known->second;
    return true;
  }
  enum { kFile, kLine, kColumn, kLocText, kLocBytes };
  static constexpr std::array<std::string_view, 5> kKeys = {
      "file", "line", "column", "text", "text_bytes"};
  std::array<JsonRef, 5> at;
  if (in_.d.Is(value, JsonKind::kNull)) {
    loc = Loc();
  } else if (!in_.Fields(value, kKeys, at)) {
    return false;
  } else if (at[kLocText] || at[kLocBytes]) {
    std::string text;
    const JsonRef content = at[kLocText] ? at[kLocText] : at[kLocBytes];
    if (!TextOf(content, !at[kLocText], text)) return false;
    const SourceBuffer source("<location>", text);
    Diagnostics diagnostics;
    Parser parser(m_, source, options_, diagnostics);
    loc = Loc();
    if (parser.ParseOptionalLoc(loc) != Opt::kOk || parser.failed() ||
        !parser.At(Tok::kEof) || loc.IsOffset()) {
      return in_.Fail(content, diagnostics.empty()
                                   ? "expected a location: loc(...)"
                                   : diagnostics.all()[0].text);
    }
  } else {
    int64_t line = 0, column = 0;
    if (!in_.Needs(value, at[kFile], "file") ||
        !in_.Needs(value, at[kLine], "line") ||
        !in_.Expect(at[kFile], JsonKind::kString) ||
        !in_.Integer(at[kLine], line) ||
        (at[kColumn] && !in_.Integer(at[kColumn], column))) {
      return false;
    }
    if (line < 0 || line > INT32_MAX || column < 0 || column > INT32_MAX) {
      return in_.Fail(value, "a line or column number that is too large");
    }
    const NameId file = m_.names.Intern(in_.d.String(at[kFile], room_));
    loc = Loc::Attr(m_.attrs.Make(LocFileAttr{file, line, column}, {}));
  }
  locs_.emplace(raw, loc);
  return true;
}

}  // namespace shardflow::internal
