#ifndef SHARDFLOW_TOOL_FILES_H_
#define SHARDFLOW_TOOL_FILES_H_

#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/extend.h"
#include "shardflow/source_text.h"

// The tool's input and output. "-" is standard input or output.

namespace shardflow {

struct InputText {
  std::string name;  // as messages show it
  SourceText text;
};

// On failure `error` says why, with the path.
[[nodiscard]] std::optional<InputText> ReadInput(const std::string& path,
                                                 std::istream& in,
                                                 std::string& error);

// Adds the rules of the files, in order. False after an error, which is
// written to `err` with the warnings.
[[nodiscard]] bool ReadRuleFiles(const std::vector<std::string>& paths,
                                 std::istream& in, OpRegistry& registry,
                                 std::ostream& err);

// Files that are being written and not yet in their place. Whoever ends the
// process early removes them. For use by several threads.
class TemporaryFiles {
 public:
  // Makes and opens a file at `path`, whose last six letters are chosen. -1 and
  // errno: it could not, or all were removed.
  int Create(std::string& path);
  // `path` is in its place, or was removed.
  void Forget(const std::string& path);
  // From then on there are none.
  void RemoveAll();

 private:
  std::mutex mutex_;
  std::vector<std::string> paths_;
  bool ended_ = false;
};

// Where a command's data goes, piece by piece.
//
// All or nothing: a file is written beside its final place and moved there by
// Commit(), so that a reader never sees half of it and a failure (or a command
// that fails on its way) leaves the old one as it was. Nothing is opened
// before the first piece.
class Output {
 public:
  // `out` is what "-" means. `temporaries` may be null.
  Output(std::string path, std::ostream& out,
         TemporaryFiles* temporaries = nullptr);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // without Commit() a file is discarded

  // False after a failure, from then on.
  bool Append(std::string_view text);
  // Call once, after the last piece. On failure `error` says why, with the
  // path.
  [[nodiscard]] bool Commit(std::string& error);

 private:
  bool Open();
  void Fail();
  // The temporary file is no longer ours.
  void ForgetTemporary();

  std::string path_;
  std::ostream& out_;
  TemporaryFiles* const temporaries_;
  std::string target_;     // of a file: its place, links resolved
  std::string temporary_;  // where it is written; empty: in place
  int descriptor_ = -1;
  bool failed_ = false;
  std::string reason_;
};

// A text in one piece.
[[nodiscard]] bool WriteOutput(const std::string& path, std::string_view text,
                               std::ostream& out, std::string& error,
                               TemporaryFiles* temporaries = nullptr);

// "cannot write to standard output: No space left on device". `reason` is an
// errno; 0: unknown.
std::string StandardOutputError(int reason);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_FILES_H_
