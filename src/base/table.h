#ifndef SHARDFLOW_BASE_TABLE_H_
#define SHARDFLOW_BASE_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "base/check.h"

// A vector for tables whose length is proportional to the program's size. It
// differs from std::vector in two ways:
//
// - It grows by realloc(), which moves the pages of a large table instead of
//   copying them, so that memory never holds both the old and the new rows.
// - It grows by a quarter each time. Unused capacity takes address space but no
//   memory, because its pages are never touched.

namespace shardflow::internal {

template <class T>
class Table {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(alignof(T) <= alignof(std::max_align_t));

 public:
  Table() = default;
  Table(const Table& other) { *this = other; }
  Table(Table&& other) noexcept { Swap(other); }
  Table& operator=(const Table& other) {
    if (this == &other) return *this;
    size_ = 0;
    reserve(other.size_);
    if (other.size_ > 0) std::memcpy(rows_, other.rows_, bytes(other.size_));
    size_ = other.size_;
    return *this;
  }
  Table& operator=(Table&& other) noexcept {
    Table taken(std::move(other));
    Swap(taken);
    return *this;
  }
  ~Table() { std::free(rows_); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return rows_; }
  const T* data() const { return rows_; }
  T& operator[](size_t i) {
    SHARDFLOW_DCHECK(i < size_);
    return rows_[i];
  }
  const T& operator[](size_t i) const {
    SHARDFLOW_DCHECK(i < size_);
    return rows_[i];
  }
  T* begin() { return rows_; }
  T* end() { return rows_ + size_; }
  const T* begin() const { return rows_; }
  const T* end() const { return rows_ + size_; }

  // `row` may be an element of this table.
  void push_back(const T& row) {
    if (size_ == capacity_) {
      const T copy = row;
      Grow(size_ + 1);
      new (rows_ + size_++) T(copy);
      return;
    }
    new (rows_ + size_++) T(row);
  }
  void reserve(size_t capacity) {
    if (capacity > capacity_) SetCapacity(capacity);
  }
  // New rows are copies of `row`.
  void resize(size_t size, T row = T()) {
    if (size > capacity_) Grow(size);
    for (size_t i = size_; i < size; ++i) new (rows_ + i) T(row);
    size_ = size;
  }

 private:
  static constexpr size_t kFirstCapacity = 16;

  static size_t bytes(size_t rows) { return rows * sizeof(T); }
  void Swap(Table& other) {
    std::swap(rows_, other.rows_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void Grow(size_t at_least) {
    SetCapacity(
        std::max({at_least, capacity_ + capacity_ / 4, kFirstCapacity}));
  }
  void SetCapacity(size_t capacity) {
    void* const rows = std::realloc(static_cast<void*>(rows_), bytes(capacity));
    // Out of memory: throw, as the standard library's containers do.
    if (rows == nullptr) throw std::bad_alloc();
    rows_ = static_cast<T*>(rows);
    capacity_ = capacity;
  }

  T* rows_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_TABLE_H_
