#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace shardflow::internal {
namespace {

size_t PageSize() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

MappedFile MappedFile::OfDescriptor(int descriptor) {
  constexpr size_t kWorthIt = 1 << 16;
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const auto size = static_cast<size_t>(status.st_size);
  // A NUL byte must follow the text. The rest of the last page is zero, so it
  // is enough that the text doesn't fill the page.
  if (size < kWorthIt || size % PageSize() == 0) return {};
  void* const data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (data == MAP_FAILED) return {};
  madvise(data, size, MADV_SEQUENTIAL);
  // Huge pages would make the first access to a page read 2 MB.
#ifdef MADV_NOHUGEPAGE
  madvise(data, size, MADV_NOHUGEPAGE);
#endif
  MappedFile file;
  file.data_ = static_cast<char*>(data);
  file.size_ = size;
  return file;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

void MappedFile::Forget(size_t end) const {
  if (data_ == nullptr) return;
  const size_t page = PageSize();
  madvise(data_, std::min(end, size_) / page * page, MADV_DONTNEED);
}

}  // namespace shardflow::internal
