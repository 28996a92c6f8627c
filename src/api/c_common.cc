#include "api/c_common.h"

#include <cstdlib>
#include <exception>
#include <utility>

namespace shardflow::c {

Report::~Report() {
  if (list_ == nullptr) return;
  for (Message& message : messages_) list_->list.push_back(std::move(message));
}

bool Report::Fail(std::string_view what) {
  messages_.emplace_back().text = std::string(function_) + ": ";
  messages_.back().text += what;
  return false;
}

bool Report::Has(const shardflow_program* program) {
  if (program == nullptr) return Fail("program is NULL");
  return !program->failed || Fail("a pass failed on this program before");
}

char* NewText(std::string_view text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) std::terminate();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

int CopyShape(const std::optional<std::vector<int64_t>>& shape, int64_t* out,
              size_t capacity) {
  if (!shape) return -1;
  return static_cast<int>(
      CopyOut(*shape, out, capacity, [](int64_t size) { return size; }));
}

CompatMode ToCompatMode(shardflow_compat compat) {
  return compat == SHARDFLOW_COMPAT_JAXLIB_0_12 ? CompatMode::kJaxlib012
                                                : CompatMode::kShardy202608;
}

}  // namespace shardflow::c

const char* shardflow_version(void) noexcept {
  return SHARDFLOW_VERSION_STRING;
}

void shardflow_free(char* text) noexcept { std::free(text); }
