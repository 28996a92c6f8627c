#include "json/input.h"

#include <charconv>
#include <utility>

#include "base/similar.h"

namespace shardflow::internal {

bool JsonInput::Fail(JsonRef at, std::string message, std::string hint) {
  error_.offset = d.offset(at);
  error_.pointer = d.Pointer(at);
  error_.message = std::move(message);
  error_.hint = std::move(hint);
  return false;
}

bool JsonInput::Expect(JsonRef value, JsonKind kind) {
  if (d.Is(value, kind)) return true;
  std::string message("expected ");
  message += JsonKindName(kind);
  message += ", found ";
  message += JsonKindName(d.kind(value));
  return Fail(value, std::move(message));
}

bool JsonInput::ExpectBool(JsonRef value, bool& flag) {
  flag = d.Is(value, JsonKind::kTrue);
  if (d.IsBool(value)) return true;
  std::string message("expected true or false, found ");
  message += JsonKindName(d.kind(value));
  return Fail(value, std::move(message));
}

bool JsonInput::Text(JsonRef value, std::string& text) {
  if (!Expect(value, JsonKind::kString)) return false;
  std::string room;
  text = d.String(value, room);
  return true;
}

bool JsonInput::Integer(JsonRef value, int64_t least, int64_t most,
                        int64_t& number) {
  if (!Integer(value, number)) return false;
  if (number >= least && number <= most) return true;
  return Fail(value, "expected a number from " + std::to_string(least) +
                         " to " + std::to_string(most));
}

bool JsonInput::Integer(JsonRef value, int64_t& number) {
  if (d.Is(value, JsonKind::kNumber)) {
    const std::optional<int64_t> whole = d.Integer(value);
    if (!whole) {
      return Fail(value, "expected a whole number of at most 64 bits");
    }
    number = *whole;
    return true;
  }
  if (!d.Is(value, JsonKind::kString)) {
    return Expect(value, JsonKind::kNumber);
  }
  std::string room;
  const std::string_view text = d.String(value, room);
  const auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (status == std::errc() && end == text.data() + text.size()) return true;
  return Fail(value, "expected a whole number of at most 64 bits");
}

bool JsonInput::Needs(JsonRef object, JsonRef value, std::string_view key) {
  if (value) return true;
  return Fail(object, "needs \"" + std::string(key) + "\"");
}

bool JsonInput::Fields(JsonRef object, std::span<const std::string_view> keys,
                       std::span<JsonRef> values) {
  if (!Expect(object, JsonKind::kObject)) return false;
  // Only the reader of ops accepts folded ops. An op is out of place here.
  if (d.IsFolded(object)) return Fail(object, "an op isn't allowed here");
  std::string room;
  const JsonRef end = d.Next(object);
  for (JsonRef at = d.First(object); at != end;) {
    const JsonRef value = d.Next(at);
    const std::string_view key = d.String(at, room);
    size_t i = 0;
    while (i < keys.size() && keys[i] != key) ++i;
    if (i < keys.size()) {
      values[i] = value;
    } else if (!key.starts_with("x-")) {
      const std::string_view nearest = Nearest(key, keys);
      std::string hint;
      if (!nearest.empty()) {
        hint = "did you mean \"" + std::string(nearest) + "\"?";
      }
      return Fail(at, "unknown key \"" + std::string(key) + "\"",
                  std::move(hint));
    }
    at = d.Next(value);
  }
  return true;
}

void ReportError(Error error, const SourceBuffer& source,
                 Diagnostics& diagnostics) {
  if (!error.pointer.empty()) {
    error.message = error.pointer + ": " + error.message;
  }
  diagnostics.Error(source.Place(error.offset), error);
}

}  // namespace shardflow::internal
