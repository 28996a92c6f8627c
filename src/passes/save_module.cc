#include "passes/save_module.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "ops/internal_attrs.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

// Writes a temporary file next to `path`, then renames it to `path`. On error,
// a file that already existed at `path` is unchanged.
bool WriteFile(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".part";
  std::FILE* const file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (written && closed && std::rename(temporary.c_str(), path.c_str()) == 0) {
    return true;
  }
  const int saved = errno;
  std::remove(temporary.c_str());
  errno = saved;
  return false;
}

}  // namespace

bool SaveModule(const Module& module, std::string_view directory,
                std::string_view name, PassContext& context) {
  const int index = context.dump_index++;
  if (directory.empty()) directory = context.dump_directory;
  if (directory.empty()) return true;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(directory), error);
  const std::string path =
      fmt::format("{}/{:02}.{}.mlir", directory, index, name);
  std::string text;
  PrintModule(*WithoutInternalAttrs(module), PrintOptions{}, text);
  if (!error && WriteFile(path, text)) return true;
  context.diagnostics.Error(
      {},
      fmt::format("cannot write '{}': {}", path,
                  error ? error.message() : std::strerror(errno)),
      ErrorCode::kWriteFailed);
  return false;
}

}  // namespace shardflow::internal
