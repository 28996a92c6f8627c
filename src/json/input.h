#ifndef SHARDFLOW_JSON_INPUT_H_
#define SHARDFLOW_JSON_INPUT_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/source.h"
#include "json/document.h"

// Helps the readers of a JsonDocument. Records the first error, and checks the
// keys of objects.
//
//   enum Key { kName, kType };
//   static constexpr std::array<std::string_view, 2> kKeys = {"name", "type"};
//   std::array<JsonRef, 2> at;
//   if (!in.Fields(value, kKeys, at)) return false;
//   if (!at[kName]) return in.Fail(value, "needs \"name\"");
//
// Functions that return bool or an id return false or None on error.

namespace shardflow::internal {

class JsonInput {
 public:
  JsonInput(const JsonDocument& document, Error& error)
      : d(document), error_(error) {}

  const JsonDocument& d;

  bool Fail(JsonRef at, std::string message, std::string hint = "");
  // Checks the kind of a value. The error has the form "expected an array,
  // found a number".
  bool Expect(JsonRef value, JsonKind kind);
  bool ExpectBool(JsonRef value, bool& flag);
  bool Text(JsonRef value, std::string& text);
  // Reads a number, or a string that contains its digits.
  bool Integer(JsonRef value, int64_t& number);
  // Reads a number, or a string that contains its digits, and checks that it is
  // between `least` and `most`.
  bool Integer(JsonRef value, int64_t least, int64_t most, int64_t& number);

  // Sets `values` to the values of `keys`, or to None for missing keys. Unknown
  // keys are an error, except for keys that begin with "x-", which are ignored.
  template <size_t N>
  bool Fields(JsonRef object, const std::array<std::string_view, N>& keys,
              std::array<JsonRef, N>& values) {
    values.fill(JsonRef::None());
    return Fields(object, std::span(keys), std::span(values));
  }
  // If `value` is None, reports an error: the object needs `key`.
  bool Needs(JsonRef object, JsonRef value, std::string_view key);

 private:
  bool Fields(JsonRef object, std::span<const std::string_view> keys,
              std::span<JsonRef> values);

  Error& error_;
};

// Reports the error as a diagnostic, such as "/ops/3/operands: expected an
// array", with the hint as a note.
void ReportError(Error error, const SourceBuffer& source,
                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_INPUT_H_
