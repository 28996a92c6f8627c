#ifndef SHARDFLOW_JSON_INPUT_H_
#define SHARDFLOW_JSON_INPUT_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/source.h"
#include "json/document.h"

// What readers of a JsonDocument share: the first error, and the keys that an
// object may have.
//
//   enum Key { kName, kType };
//   static constexpr std::array<std::string_view, 2> kKeys = {"name", "type"};
//   std::array<JsonRef, 2> at;
//   if (!in.Fields(value, kKeys, at)) return false;
//   if (!at[kName]) return in.Fail(value, "needs \"name\"");
//
// A function that returns bool, or an id, returns false or None after an error.

namespace shardflow::internal {

class JsonInput {
 public:
  JsonInput(const JsonDocument& document, Error& error)
      : d(document), error_(error) {}

  const JsonDocument& d;

  bool Fail(JsonRef at, std::string message, std::string hint = "");
  // "expected an array, found a number"
  bool Expect(JsonRef value, JsonKind kind);
  bool ExpectBool(JsonRef value, bool& flag);
  // A number, or a string of its digits.
  bool Integer(JsonRef value, int64_t& number);

  // The values of the keys; None for one that isn't there. Keys that begin
  // with "x-" are anyone's own; others are an error.
  template <size_t N>
  bool Fields(JsonRef object, const std::array<std::string_view, N>& keys,
              std::array<JsonRef, N>& values) {
    values.fill(JsonRef::None());
    return Fields(object, std::span(keys), std::span(values));
  }
  // The value is there: "needs \"type\"".
  bool Needs(JsonRef object, JsonRef value, std::string_view key);

 private:
  bool Fields(JsonRef object, std::span<const std::string_view> keys,
              std::span<JsonRef> values);

  Error& error_;
};

// As a diagnostic: "/ops/3/operands: expected an array", with the hint as a
// note.
void ReportError(Error error, const SourceBuffer& source,
                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_INPUT_H_
