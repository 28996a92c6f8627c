#ifndef SHARDFLOW_BASE_SOURCE_H_
#define SHARDFLOW_BASE_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"

// A text that was read, with its name, and places in it.

namespace shardflow::internal {

// A resolved place: line and column count from 1; 0 means unknown.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
};

// Owns a text, or maps the file that has it; line starts are found on the first
// question, so that a program without errors never pays for them. Immutable
// after construction, apart from that lazily built index (not for concurrent
// use from several threads).
class SourceBuffer {
 public:
  // `first_line`: the line number of the first line (a section of a split
  // file starts later than 1).
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
  // A NUL byte follows it.
  std::string_view text() const {
    return file_ != nullptr ? file_->text() : text_;
  }
  // Bytes of memory that the text takes for good: none if it is in a file.
  size_t MemoryBytes() const { return text_.size(); }
  // The text up to `end` is not needed for a while: if it is in a file, its
  // memory is given back. Whoever asks for it all the same gets it.
  void Forget(size_t end) const {
    if (file_ != nullptr) file_->Forget(end);
  }
  // `offset` in bytes, clamped to the text.
  SourcePlace Place(size_t offset) const;
  // The text of a line without its end; empty if there is no such line.
  std::string_view Line(int line) const;

 private:
  void BuildIndex() const;

  std::string name_;
  std::string text_;
  std::shared_ptr<const MappedFile> file_;  // instead of text_
  int first_line_;
  mutable std::vector<size_t> line_starts_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SOURCE_H_
