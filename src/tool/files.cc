#include "tool/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <istream>
#include <ostream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "shardflow/visible.h"

namespace shardflow {
namespace {

namespace fs = std::filesystem;

std::string ErrnoText() {
  return std::error_code(errno, std::generic_category()).message();
}

// Returns the permissions of the file that will be replaced, or the default
// permissions for a new file.
mode_t OutputMode(const fs::path& path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// Reads to the end, or until more than `limit` bytes have been read. The size
// of the first read is based on `expected`.
bool ReadAll(int descriptor, size_t expected, size_t limit, std::string& text) {
  constexpr size_t kMore = 1 << 16;
  size_t size = 0;
  text.resize(expected + 1);  // one more than expected, to detect the end
  while (true) {
    if (size == text.size()) text.resize(2 * size + kMore);
    const ssize_t count =
        read(descriptor, text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    size += static_cast<size_t>(count);
    if (size > limit) break;
  }
  text.resize(size);
  return true;
}

std::string TooLong(size_t limit) {
  return fmt::format("it is longer than {} MiB", limit >> 20);
}

// Reads a stream to the end, or until more than `limit` bytes have been read.
std::string Slurp(std::istream& stream, size_t limit) {
  constexpr size_t kPiece = 1 << 16;
  std::string text;
  while (stream && text.size() <= limit) {
    const size_t size = text.size();
    text.resize(std::max(2 * size, size + kPiece));
    stream.read(text.data() + size,
                static_cast<std::streamsize>(text.size() - size));
    text.resize(size + static_cast<size_t>(stream.gcount()));
  }
  return text;
}

// Returns the end of a chain of symbolic links, even if that file doesn't exist
// yet.
fs::path FollowLinks(fs::path path) {
  constexpr int kMaxLinks = 40;  // the system's limit
  std::error_code error;
  for (int i = 0; i < kMaxLinks; ++i) {
    if (!fs::is_symlink(fs::symlink_status(path, error))) break;
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

}  // namespace

// The lock ensures that RemoveAll, which runs after a signal or when memory has
// run out, finds every file that has been created. Nothing is allocated while
// the lock is held, because a thread that runs out of memory stops immediately
// and would never release the lock.
int TemporaryFiles::Create(std::string& path) {
  std::list<std::string> created = {path};
  const std::lock_guard lock(mutex_);
  if (ended_) {
    errno = ECANCELED;
    return -1;
  }
  const int descriptor = mkostemp(path.data(), O_CLOEXEC);
  if (descriptor >= 0) {
    created.front() = path;  // of the same length, so nothing is allocated
    paths_.splice(paths_.end(), created);
  }
  return descriptor;
}

void TemporaryFiles::Forget(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::erase(paths_, path);
}

void TemporaryFiles::RemoveAll() {
  const std::lock_guard lock(mutex_);
  for (const std::string& path : paths_) unlink(path.c_str());
  paths_.clear();
  ended_ = true;
}

Message StandardOutputError(int reason) {
  Message error{.text = "cannot write to standard output",
                .code = ErrorCode::kWriteFailed};
  // It isn't an error that the reader of the pipe, such as `head`, needs no
  // more data.
  if (reason == EPIPE) {
    error.text.clear();
  } else if (reason != 0) {
    error.text +=
        ": " + std::error_code(reason, std::generic_category()).message();
  }
  return error;
}

std::optional<InputText> ReadInput(const std::string& path, std::istream& in,
                                   Message& error, size_t limit) {
  if (path == "-") {
    errno = 0;
    InputText input{"<stdin>", SourceText(Slurp(in, limit))};
    if (input.text.view().size() > limit) {
      error = {.text = "cannot read standard input: " + TooLong(limit),
               .code = ErrorCode::kReadFailed};
      return std::nullopt;
    }
    if (!in.bad()) return input;
    error = {.text = "cannot read standard input",
             .code = ErrorCode::kReadFailed};
    if (errno != 0) error.text += ": " + ErrnoText();
    return std::nullopt;
  }
  const auto failure = [&](const std::string& reason) {
    error = {.text = fmt::format("cannot read '{}': {}", path, reason),
             .code = ErrorCode::kReadFailed};
    return std::nullopt;
  };
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failure(ErrnoText());
  InputText input{path, SourceText::Map(descriptor)};
  if (!input.text.empty()) {
    close(descriptor);
    return input;
  }
  // Anything but a regular file may be endless.
  struct stat status;
  const bool regular = fstat(descriptor, &status) == 0 &&
                       S_ISREG(status.st_mode) && status.st_size > 0;
  std::string text;
  const bool read =
      ReadAll(descriptor, regular ? static_cast<size_t>(status.st_size) : 0,
              limit, text);
  const std::string reason = read ? "" : ErrnoText();
  close(descriptor);
  if (!read) return failure(reason);
  if (text.size() > limit) return failure(TooLong(limit));
  input.text = std::move(text);
  return input;
}

Output::Output(std::string path, std::ostream& out, TemporaryFiles* temporaries)
    : path_(std::move(path)), out_(out), temporaries_(temporaries) {}

Output::~Output() {
  if (descriptor_ >= 0) close(descriptor_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  ForgetTemporary();
}

void Output::ForgetTemporary() {
  if (temporaries_ != nullptr) temporaries_->Forget(temporary_);
  temporary_.clear();
}

void Output::Fail() {
  failed_ = true;
  reason_ = {.text = fmt::format("cannot write '{}': {}", path_, ErrnoText()),
             .code = ErrorCode::kWriteFailed};
}

bool Output::Open() {
  // A symbolic link is kept, and its target is replaced. If the target isn't a
  // regular file (a pipe, /dev/null), it can't be replaced and is written in
  // place.
  std::error_code unresolved;
  target_ = fs::weakly_canonical(FollowLinks(path_), unresolved).string();
  if (unresolved) target_ = path_;
  std::error_code ignored;
  if (fs::exists(target_, ignored) && !fs::is_regular_file(target_, ignored)) {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor_ >= 0;
  }
  std::string temporary = target_ + ".XXXXXX";
  descriptor_ = temporaries_ != nullptr ? temporaries_->Create(temporary)
                                        : mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor_ < 0) return false;
  temporary_ = temporary;
  return fchmod(descriptor_, OutputMode(target_)) == 0;
}

bool Output::Append(std::string_view text) {
  if (failed_) return false;
  if (path_ == "-") {
    errno = 0;
    out_.write(text.data(), static_cast<std::streamsize>(text.size()));
    failed_ = !out_.good();
    if (failed_) reason_ = StandardOutputError(errno);
    return !failed_;
  }
  if (descriptor_ < 0 && !Open()) {
    Fail();
    return false;
  }
  while (!text.empty()) {
    const ssize_t count = write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      Fail();
      return false;
    }
    text.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

bool Output::Commit(Message& error) {
  if (path_ == "-") {
    errno = 0;
    out_.flush();
    if (!failed_ && !out_.good()) {
      failed_ = true;
      reason_ = StandardOutputError(errno);
    }
    // Appending an empty text creates the file even if there is no output.
  } else if (Append({}) && !temporary_.empty()) {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (close(descriptor) != 0 ||
        rename(temporary_.c_str(), target_.c_str()) != 0) {
      Fail();
    } else {
      ForgetTemporary();
    }
  }
  if (failed_) error = reason_;
  return !failed_;
}

bool ReadRuleFiles(const std::vector<std::string>& paths, std::istream& in,
                   OpRegistry& registry, std::ostream& err) {
  for (const std::string& path : paths) {
    Message error;
    std::optional<InputText> file =
        ReadInput(path, in, error, kMaxRuleStreamBytes);
    if (!file) {
      err << "shardflow: " << VisibleText(error.text) << '\n';
      return false;
    }
    std::vector<Message> messages;
    const bool ok = registry.ReadRules(
        std::move(file->name), std::string(file->text.view()), messages);
    for (const Message& message : messages) err << message.ToString();
    if (!ok) return false;
  }
  return true;
}

bool WriteOutput(const std::string& path, std::string_view text,
                 std::ostream& out, Message& error,
                 TemporaryFiles* temporaries) {
  Output output(path, out, temporaries);
  output.Append(text);
  return output.Commit(error);
}

}  // namespace shardflow
