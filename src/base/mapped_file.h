#ifndef SHARDFLOW_BASE_MAPPED_FILE_H_
#define SHARDFLOW_BASE_MAPPED_FILE_H_

#include <cstddef>
#include <string_view>
#include <utility>

// A file mapped into memory, so that its contents needn't be copied.
//
// The file must not shrink while it is mapped. Programs that change it should
// write a new file and rename it over the old one, as editors and shardflow do.
// (Compilers that map their inputs have the same limitation.)

namespace shardflow::internal {

class MappedFile {
 public:
  MappedFile() = default;  // no file
  MappedFile(MappedFile&& other) noexcept { Swap(other); }
  MappedFile& operator=(MappedFile&& other) noexcept {
    MappedFile taken(std::move(other));
    Swap(taken);
    return *this;
  }
  ~MappedFile();

  // Maps the file. Returns an empty MappedFile if the caller should read the
  // file instead: if it isn't a regular file, if it is small, or if it fills
  // its last page. (No NUL byte follows the text in a full page, and the lexer
  // needs one.)
  static MappedFile OfDescriptor(int descriptor);

  explicit operator bool() const { return data_ != nullptr; }
  std::string_view text() const { return {data_, size_}; }
  // Releases the memory of the first `end` bytes. Reading them again loads them
  // from the file.
  void Forget(size_t end) const;

 private:
  void Swap(MappedFile& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_MAPPED_FILE_H_
