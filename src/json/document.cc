#include "json/document.h"

#include <algorithm>
#include <charconv>

#include "json/utf8.h"

namespace shardflow::internal {
namespace {

uint32_t HexUnit(std::string_view digits) {
  uint32_t unit = 0;
  std::from_chars(digits.data(), digits.data() + 4, unit, 16);
  return unit;
}

void AppendUtf8(uint32_t point, std::string& out) {
  const auto byte = [&](uint32_t value) {
    out.push_back(static_cast<char>(value));
  };
  if (point >= kFirstToldByte && point <= kLastToldByte) return byte(point);
  if (point < 0x80) return byte(point);
  if (point < 0x800) {
    byte(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      byte(0xE0 | point >> 12);
    } else {
      byte(0xF0 | point >> 18);
      byte(0x80 | (point >> 12 & 0x3F));
    }
    byte(0x80 | (point >> 6 & 0x3F));
  }
  byte(0x80 | (point & 0x3F));
}

// Appends text that has no escapes. Characters that represent bytes (utf8.h)
// become those bytes.
void AppendBytes(std::string_view text, std::string& out) {
  constexpr char kBegin = '\xF4';
  for (size_t i = 0; i < text.size();) {
    size_t next = text.find(kBegin, i);
    while (next != std::string_view::npos && !IsToldByte(text.substr(next))) {
      next = text.find(kBegin, next + 1);
    }
    out.append(text.substr(i, next - i));
    if (next == std::string_view::npos) return;
    out.push_back(ToldByte(text.substr(next)));
    i = next + kToldByteLength;
  }
}

// Appends a string without its quotes, and decodes its escapes. The parser has
// checked that the escapes are valid.
void AppendDecoded(std::string_view text, std::string& out) {
  constexpr std::string_view kShort = "\"\\/bfnrt";
  constexpr std::string_view kMeaning = "\"\\/\b\f\n\r\t";
  for (size_t i = 0; i < text.size();) {
    const size_t slash = text.find('\\', i);
    AppendBytes(text.substr(i, slash - i), out);
    if (slash == std::string_view::npos) return;
    const char c = text[slash + 1];
    i = slash + 2;
    if (c != 'u') {
      out.push_back(kMeaning[kShort.find(c)]);
      continue;
    }
    uint32_t point = HexUnit(text.substr(i));
    i += 4;
    // This is the first half of a surrogate pair. The second half follows.
    if (point >= 0xD800 && point <= 0xDBFF) {
      point = 0x10000 + ((point - 0xD800) << 10) +
              (HexUnit(text.substr(i + 2)) - 0xDC00);
      i += 6;
    }
    AppendUtf8(point, out);
  }
}

}  // namespace

std::string_view JsonKindName(JsonKind kind) {
  constexpr std::string_view kNames[] = {
      "null", "false", "true", "a number", "a string", "an array", "an object"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view JsonDocument::String(JsonRef string, std::string& room) const {
  std::string_view text = raw(string);
  text = text.substr(1, text.size() - 2);
  if (!node(string).escaped) return text;
  room.clear();
  AppendDecoded(text, room);
  return room;
}

std::optional<int64_t> JsonDocument::Integer(JsonRef number) const {
  const std::string_view text = raw(number);
  int64_t value = 0;
  const auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

size_t JsonDocument::Count(JsonRef container) const {
  size_t count = 0;
  for ([[maybe_unused]] JsonRef item : Items(container)) ++count;
  return Is(container, JsonKind::kObject) ? count / 2 : count;
}

JsonRef JsonDocument::Find(JsonRef object, std::string_view key) const {
  std::string room;
  for (JsonRef at = First(object); at != Next(object); at = Next(Next(at))) {
    if (String(at, room) == key) return Next(at);
  }
  return JsonRef::None();
}

std::string JsonDocument::Pointer(JsonRef value) const {
  std::string pointer;
  std::string room;
  JsonRef at = root();
  while (at != value && !IsFolded(at)) {
    // Find the child that is or contains `value`. The pointer to a key is the
    // pointer to its member.
    JsonRef child = First(at);
    if (Is(at, JsonKind::kObject)) {
      while (Next(Next(child)).index <= value.index) child = Next(Next(child));
      AppendPointer(String(child, room), pointer);
      if (child == value) break;
      child = Next(child);
    } else {
      size_t index = 0;
      for (; Next(child).index <= value.index; ++index) child = Next(child);
      AppendPointer(std::to_string(index), pointer);
    }
    at = child;
  }
  return pointer;
}

void AppendPointer(std::string_view key, std::string& pointer) {
  pointer.push_back('/');
  for (const char c : key) {
    if (c == '~') {
      pointer.append("~0");
    } else if (c == '/') {
      pointer.append("~1");
    } else {
      pointer.push_back(c);
    }
  }
}

}  // namespace shardflow::internal
