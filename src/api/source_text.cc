#include "api/source_text.h"

#include <utility>

#include "base/mapped_file.h"

namespace shardflow {

using namespace internal;

struct SourceText::Mapping {
  MappedFile file;
};

SourceText SourceText::Map(int descriptor) {
  SourceText text;
  MappedFile file = MappedFile::OfDescriptor(descriptor);
  // Braces are needed because Clang 14 can't initialize an aggregate with
  // parentheses.
  if (file) text.mapping_ = std::make_shared<Mapping>(Mapping{std::move(file)});
  return text;
}

std::string_view SourceText::view() const {
  return mapping_ != nullptr ? mapping_->file.text() : text_;
}

std::shared_ptr<const SourceBuffer> SourceTextAccess::ToBuffer(std::string name,
                                                               SourceText text,
                                                               int first_line) {
  if (text.mapping_ == nullptr) {
    return std::make_shared<const SourceBuffer>(
        std::move(name), std::move(text.text_), first_line);
  }
  // Copies of the text share the memory mapping.
  std::shared_ptr<const MappedFile> file(text.mapping_, &text.mapping_->file);
  return std::make_shared<const SourceBuffer>(std::move(name), std::move(file),
                                              first_line);
}

}  // namespace shardflow
