#include "api/request_value.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "api/convert.h"
#include "base/diagnostics.h"

namespace shardflow::internal {
namespace {

enum ValueKey { kName, kArgument, kResult, kFunction, kLine };
constexpr std::array<std::string_view, 5> kKeys = {"name", "argument", "result",
                                                   "function", "line"};

bool ReadName(JsonInput& in, JsonRef value, std::string& name) {
  if (!in.Text(value, name)) return false;
  return !name.empty() || in.Fail(value, "expected a name");
}

bool ReadNumber(JsonInput& in, JsonRef value, int64_t least, int& to) {
  if (!value) return true;
  int64_t number = 0;
  if (!in.Integer(value, least, std::numeric_limits<int>::max(), number)) {
    return false;
  }
  to = static_cast<int>(number);
  return true;
}

}  // namespace

bool ReadAskedValue(JsonInput& in, JsonRef value, ExplainRequest& asked) {
  if (in.d.Is(value, JsonKind::kString)) {
    return ReadName(in, value, asked.value);
  }
  if (!in.d.Is(value, JsonKind::kObject)) {
    return in.Fail(value, "expected a name or an object");
  }
  std::array<JsonRef, kKeys.size()> at;
  if (!in.Fields(value, kKeys, at)) return false;
  const int given =
      (at[kName] ? 1 : 0) + (at[kArgument] ? 1 : 0) + (at[kResult] ? 1 : 0);
  if (given != 1) {
    return in.Fail(value,
                   "expected one of \"name\", \"argument\" and \"result\"");
  }
  return (!at[kName] || ReadName(in, at[kName], asked.value)) &&
         ReadNumber(in, at[kArgument], 0, asked.argument) &&
         ReadNumber(in, at[kResult], 0, asked.result) &&
         (!at[kFunction] || ReadName(in, at[kFunction], asked.function)) &&
         ReadNumber(in, at[kLine], 1, asked.line);
}

std::optional<AskedValue> FindAskedValue(const Module& m,
                                         const ValueNames& names,
                                         const ExplainRequest& asked,
                                         JsonRef value, JsonInput& in,
                                         std::vector<Message>& messages) {
  Diagnostics diagnostics;
  const std::optional<AskedValue> found =
      FindAsked(m, names, asked, diagnostics);
  if (found) return found;
  std::vector<Message> why;
  AppendMessages(diagnostics, m.source.get(), why);
  in.Fail(value, why.empty() ? "there is no such value" : why.front().text);
  // Messages without notes would only repeat the error.
  if (!why.empty() && !why.front().notes.empty()) {
    messages.insert(messages.end(), why.begin(), why.end());
  }
  return std::nullopt;
}

}  // namespace shardflow::internal
