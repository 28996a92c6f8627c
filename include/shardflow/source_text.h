#ifndef SHARDFLOW_SOURCE_TEXT_H_
#define SHARDFLOW_SOURCE_TEXT_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "shardflow/export.h"

// The text of a program to read: in memory, or in a mapped file.
//
//   Program::Read("step.mlir", "module {}", options, messages);
//   Program::Read("step.mlir", std::move(text), options, messages);
//   Program::Read("step.mlir", SourceText::Map(descriptor), options, messages);

namespace shardflow {

namespace internal {
struct SourceTextAccess;
}

class SHARDFLOW_EXPORT SourceText {
 public:
  SourceText() = default;
  // Implicit: a string is the usual text.
  SourceText(std::string text) : text_(std::move(text)) {}
  SourceText(const char* text) : text_(text) {}

  // Maps a large regular file: its contents are not copied, and give back their
  // memory once they are parsed. The descriptor may be closed afterwards. The
  // file must not shrink while a program read from it exists (replace it by
  // renaming another over it). Empty for small and irregular files: read those.
  static SourceText Map(int descriptor);

  std::string_view view() const;
  operator std::string_view() const { return view(); }
  bool empty() const { return view().empty(); }

 private:
  friend struct internal::SourceTextAccess;
  struct Mapping;
  std::string text_;
  std::shared_ptr<Mapping> mapping_;  // instead of text_
};

}  // namespace shardflow

#endif  // SHARDFLOW_SOURCE_TEXT_H_
