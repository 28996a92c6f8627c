#ifndef SHARDFLOW_TOOL_FILES_H_
#define SHARDFLOW_TOOL_FILES_H_

#include <cstddef>
#include <iosfwd>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/extend.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Reads input and writes output. The path "-" means standard input or standard
// output.

namespace shardflow {

struct InputText {
  std::string name;  // the text's name in messages
  SourceText text;
};

// The maximum number of bytes to read from a stream. Without a limit, an
// endless stream, such as /dev/zero, would fill the memory. (A regular file has
// an end, and is mapped into memory.)
inline constexpr size_t kMaxStreamBytes = size_t{1} << 32;
inline constexpr size_t kMaxRuleStreamBytes = size_t{1} << 26;

// Reads a file or stream. On failure, returns nullopt and sets `error`
// (kReadFailed), with the path and the reason. Also fails if standard input, a
// pipe or a device contains more than `limit` bytes.
[[nodiscard]] std::optional<InputText> ReadInput(
    const std::string& path, std::istream& in, Message& error,
    size_t limit = kMaxStreamBytes);

// Adds the rules in the files to the registry, in order. Returns false on
// error. Writes errors and warnings to `err`.
[[nodiscard]] bool ReadRuleFiles(const std::vector<std::string>& paths,
                                 std::istream& in, OpRegistry& registry,
                                 std::ostream& err);

// Keeps track of temporary files that haven't been moved to their final places
// yet, so that they can be removed if the process ends early. All functions may
// be called from any thread.
class TemporaryFiles {
 public:
  // Creates and opens a file, and returns its descriptor. `path` must end in
  // XXXXXX, which is replaced to make the path unique. On failure, or if
  // RemoveAll was called, returns -1 and sets errno.
  int Create(std::string& path);
  // Call this after moving the file at `path` to its final place, or removing
  // it.
  void Forget(const std::string& path);
  // Removes all files. After this, Create fails.
  void RemoveAll();

 private:
  std::mutex mutex_;
  std::list<std::string> paths_;
  bool ended_ = false;
};

// Writes the output of a command piece by piece. The data is written to a
// temporary file, which Commit() moves to its final place. So readers never see
// partial output, and the old file is unchanged after a failure. (Standard
// output, pipes and devices are written directly.) No file is opened before the
// first piece.
class Output {
 public:
  // "-" means `out`. `temporaries` may be null.
  Output(std::string path, std::ostream& out,
         TemporaryFiles* temporaries = nullptr);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // discards a file that was not committed

  // Writes a piece. Returns false if this or any earlier piece has failed.
  bool Append(std::string_view text);
  // Completes the output. Call this once, after the last piece. If any step
  // failed, returns false and sets `error` (kWriteFailed), with the path and
  // the reason.
  [[nodiscard]] bool Commit(Message& error);

 private:
  bool Open();
  void Fail();
  // Forgets the temporary file.
  void ForgetTemporary();

  std::string path_;
  std::ostream& out_;
  TemporaryFiles* const temporaries_;
  std::string target_;  // the final place, with symbolic links resolved
  // The temporary file. Empty if the target is written directly.
  std::string temporary_;
  int descriptor_ = -1;
  bool failed_ = false;
  Message reason_;
};

// Writes a whole text through an Output.
[[nodiscard]] bool WriteOutput(const std::string& path, std::string_view text,
                               std::ostream& out, Message& error,
                               TemporaryFiles* temporaries = nullptr);

// Returns an error such as "cannot write to standard output: No space left on
// device". `reason` is an errno value, or 0 if unknown. If the reader has
// closed the pipe (EPIPE), the text is empty.
Message StandardOutputError(int reason);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_FILES_H_
