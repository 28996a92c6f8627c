#include "shardflow/version.h"

namespace shardflow {

namespace {

// The version is also set in meson.build.
static_assert(std::string_view(SHARDFLOW_VERSION) == SHARDFLOW_VERSION_STRING);

consteval bool IsNumber(std::string_view text, int number) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + (c - '0');
  }
  return !text.empty() && value == number;
}

consteval bool StringHasTheNumbers() {
  const std::string_view text = SHARDFLOW_VERSION_STRING;
  const size_t first = text.find('.');
  const size_t second = text.find('.', first + 1);
  return IsNumber(text.substr(0, first), SHARDFLOW_VERSION_MAJOR) &&
         IsNumber(text.substr(first + 1, second - first - 1),
                  SHARDFLOW_VERSION_MINOR) &&
         IsNumber(text.substr(second + 1), SHARDFLOW_VERSION_PATCH);
}
static_assert(StringHasTheNumbers());

}  // namespace

std::string_view Version() { return SHARDFLOW_VERSION_STRING; }

}  // namespace shardflow
