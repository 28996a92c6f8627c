#include "tool/files.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>
#include <ostream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace shardflow {
namespace {

namespace fs = std::filesystem;

std::string ErrnoText() {
  return std::error_code(errno, std::generic_category()).message();
}

bool WriteStream(std::ostream& stream, std::string_view text) {
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.flush();
  return stream.good();
}

// The permissions of the file that is replaced, or those of a new file.
mode_t OutputMode(const fs::path& path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

bool ReplaceFile(const fs::path& path, std::string_view text) {
  std::string temporary = path.string() + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0) return false;
  const bool mode_set = fchmod(descriptor, OutputMode(path)) == 0;
  close(descriptor);
  if (mode_set) {
    std::ofstream stream(temporary, std::ios::binary);
    if (WriteStream(stream, text)) {
      stream.close();
      if (rename(temporary.c_str(), path.c_str()) == 0) return true;
    }
  }
  const int error = errno;
  unlink(temporary.c_str());
  errno = error;
  return false;
}

}  // namespace

std::optional<InputText> ReadInput(const std::string& path, std::istream& in,
                                   std::string& error) {
  // By blocks: byte by byte took a fifth of the time that it takes to read,
  // verify and print a program.
  const auto slurp = [](std::istream& stream) {
    std::string text;
    std::string block(size_t{1} << 20, '\0');
    while (true) {
      const std::streamsize count = stream.rdbuf()->sgetn(
          block.data(), static_cast<std::streamsize>(block.size()));
      if (count <= 0) return text;
      text.append(block, 0, static_cast<size_t>(count));
    }
  };
  if (path == "-") return InputText{"<stdin>", slurp(in)};

  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    error = fmt::format("cannot read '{}': {}", path, std::strerror(EISDIR));
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    error = fmt::format("cannot read '{}': {}", path, ErrnoText());
    return std::nullopt;
  }
  return InputText{path, slurp(file)};
}

bool ReadRuleFiles(const std::vector<std::string>& paths, std::istream& in,
                   OpRegistry& registry, std::ostream& err) {
  for (const std::string& path : paths) {
    std::string error;
    std::optional<InputText> file = ReadInput(path, in, error);
    if (!file) {
      err << "shardflow: " << error << '\n';
      return false;
    }
    std::vector<Message> messages;
    const bool ok = registry.ReadRules(std::move(file->name),
                                       std::move(file->text), messages);
    for (const Message& message : messages) err << message.ToString();
    if (!ok) return false;
  }
  return true;
}

bool WriteOutput(const std::string& path, std::string_view text,
                 std::ostream& out, std::string& error) {
  if (path == "-") {
    if (WriteStream(out, text)) return true;
    error = "cannot write to standard output";
    return false;
  }
  // A link stays a link: its target is replaced. What is no regular file (a
  // pipe, /dev/null) cannot be replaced and is written in place.
  std::error_code failed;
  const fs::path target = fs::weakly_canonical(path, failed);
  const fs::path& place = failed ? fs::path(path) : target;
  bool written = false;
  if (fs::exists(place, failed) && !fs::is_regular_file(place, failed)) {
    std::ofstream stream(place, std::ios::binary);
    written = WriteStream(stream, text);
  } else {
    written = ReplaceFile(place, text);
  }
  if (!written) {
    error = fmt::format("cannot write '{}': {}", path, ErrnoText());
  }
  return written;
}

}  // namespace shardflow
