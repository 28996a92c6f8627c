#ifndef SHARDFLOW_BASE_SOURCE_H_
#define SHARDFLOW_BASE_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"

// A named source text, and places in it.

namespace shardflow::internal {

// A position as shown in messages. Line and column count from 1; 0 means
// unknown.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
};

// Owns source text, or the mapped file that contains it. Nothing changes after
// construction, except that the first call to Place or Line builds an index of
// line starts. Programs without errors don't pay for the index, but two threads
// must not call these functions at the same time.
class SourceBuffer {
 public:
  // `first_line` is the number of the first line, which is greater than 1 for a
  // section of a split file.
  SourceBuffer(std::string name, std::string text, int first_line = 1)
      : name_(std::move(name)),
        text_(std::move(text)),
        first_line_(first_line) {}
  SourceBuffer(std::string name, std::shared_ptr<const MappedFile> file,
               int first_line = 1)
      : name_(std::move(name)),
        file_(std::move(file)),
        first_line_(first_line) {}
  SourceBuffer(const SourceBuffer&) = delete;
  SourceBuffer& operator=(const SourceBuffer&) = delete;

  const std::string& name() const { return name_; }
  // Returns the text, which is followed by a NUL byte.
  std::string_view text() const {
    return file_ != nullptr ? file_->text() : text_;
  }
  // Returns how many bytes of memory the text occupies, which is 0 if it is
  // mapped from a file.
  size_t MemoryBytes() const { return text_.size(); }
  // If the text is a mapped file, releases the memory of its first `end` bytes.
  // The text can still be read.
  void Forget(size_t end) const {
    if (file_ != nullptr) file_->Forget(end);
  }
  // Returns the place of the byte at `offset`, clamped to the text.
  SourcePlace Place(size_t offset) const;
  // Returns a line without its line break, or "" if there is no such line.
  std::string_view Line(int line) const;

 private:
  void BuildIndex() const;

  std::string name_;
  std::string text_;
  // If not null, this holds the text instead of text_.
  std::shared_ptr<const MappedFile> file_;
  int first_line_;
  mutable std::vector<size_t> line_starts_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SOURCE_H_
