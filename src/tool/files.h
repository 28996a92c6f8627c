#ifndef SHARDFLOW_TOOL_FILES_H_
#define SHARDFLOW_TOOL_FILES_H_

#include <cstddef>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/extend.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Input and output of the program. "-" is standard input or output.

namespace shardflow {

struct InputText {
  std::string name;  // its name in messages
  SourceText text;
};

// The most bytes to read from a stream. Without a limit, one that has no end,
// such as /dev/zero, would fill the memory. (A regular file is mapped, and has
// an end.)
inline constexpr size_t kMaxStreamBytes = size_t{1} << 32;
inline constexpr size_t kMaxRuleStreamBytes = size_t{1} << 26;

// If reading fails, `error` (kReadFailed) gives the reason, with the path. More
// than `limit` bytes on standard input, a pipe or a device are a failure.
[[nodiscard]] std::optional<InputText> ReadInput(
    const std::string& path, std::istream& in, Message& error,
    size_t limit = kMaxStreamBytes);

// Adds the rules of the files, in order. Returns false after an error. Errors
// and warnings go to `err`.
[[nodiscard]] bool ReadRuleFiles(const std::vector<std::string>& paths,
                                 std::istream& in, OpRegistry& registry,
                                 std::ostream& err);

// The temporary files that are not yet in their final place, so that they can
// be removed if the process ends early. Thread-safe.
class TemporaryFiles {
 public:
  // Creates and opens a file at `path` and chooses the path's last six letters.
  // Returns -1 and sets errno on failure, or if RemoveAll was called.
  int Create(std::string& path);
  // Call after the file at `path` was moved to its place, or removed.
  void Forget(const std::string& path);
  // Removes all files, and refuses to create any more.
  void RemoveAll();

 private:
  std::mutex mutex_;
  std::vector<std::string> paths_;
  bool ended_ = false;
};

// Where a command writes its data, piece by piece, all or nothing: the data
// goes to a temporary file that Commit() moves to its final place. A reader
// never sees half of it, and after a failure the old file is as it was.
// (Standard output, pipes and devices are written directly.) Nothing is opened
// before the first piece.
class Output {
 public:
  // "-" stands for `out`. `temporaries` may be null.
  Output(std::string path, std::ostream& out,
         TemporaryFiles* temporaries = nullptr);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // discards a file that was not committed

  // Returns false after a failure, and then for every later piece.
  bool Append(std::string_view text);
  // Called once, after the last piece. On failure `error` (kWriteFailed) says
  // why, with the path.
  [[nodiscard]] bool Commit(Message& error);

 private:
  bool Open();
  void Fail();
  // Forgets the temporary file.
  void ForgetTemporary();

  std::string path_;
  std::ostream& out_;
  TemporaryFiles* const temporaries_;
  std::string target_;     // the final place, symbolic links resolved
  std::string temporary_;  // the file being written; empty: written in place
  int descriptor_ = -1;
  bool failed_ = false;
  Message reason_;
};

// Writes a whole text through an Output.
[[nodiscard]] bool WriteOutput(const std::string& path, std::string_view text,
                               std::ostream& out, Message& error,
                               TemporaryFiles* temporaries = nullptr);

// Returns "cannot write to standard output: No space left on device" or the
// like. `reason` is an errno, or 0 if it is unknown.
Message StandardOutputError(int reason);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_FILES_H_
