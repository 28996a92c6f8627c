#ifndef SHARDFLOW_BASE_MAPPED_FILE_H_
#define SHARDFLOW_BASE_MAPPED_FILE_H_

#include <cstddef>
#include <string_view>
#include <utility>

// The contents of a file without a copy of them.
//
// The file must not shrink meanwhile (as with other compilers, which map their
// inputs too): replace files by renaming, as editors and our own tool do.

namespace shardflow::internal {

class MappedFile {
 public:
  MappedFile() = default;  // none
  MappedFile(MappedFile&& other) noexcept { Swap(other); }
  MappedFile& operator=(MappedFile&& other) noexcept {
    MappedFile taken(std::move(other));
    Swap(taken);
    return *this;
  }
  ~MappedFile();

  // None if it is no regular file, or one that is better read: a small one, or
  // one after whose last byte there is no NUL byte in memory.
  static MappedFile OfDescriptor(int descriptor);

  explicit operator bool() const { return data_ != nullptr; }
  std::string_view text() const { return {data_, size_}; }
  // Gives back the memory of the first `end` bytes. They are read from the file
  // again if they are looked at.
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
