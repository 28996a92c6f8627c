#ifndef SHARDFLOW_BASE_ID_COLUMN_H_
#define SHARDFLOW_BASE_ID_COLUMN_H_

#include <cstddef>
#include <cstdint>

#include "base/table.h"

// A column of ids with a row for each op or value of a program. Such columns
// are long but hold few different ids (of shardings, rules or types), so each
// id takes only two bytes. If an id doesn't fit, the whole column switches to
// four bytes per id.

namespace shardflow::internal {

template <class IdT>
class IdColumn {
 public:
  size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }
  size_t MemoryBytes() const {
    return narrow_.size() * sizeof(uint16_t) + wide_.size() * sizeof(IdT);
  }
  IdT operator[](size_t i) const {
    if (is_wide_) [[unlikely]]
      return wide_[i];
    return IdT(static_cast<int32_t>(narrow_[i]) - 1);
  }
  void Set(size_t i, IdT id) {
    if (!Fits(id)) [[unlikely]]
      Widen();
    if (is_wide_) [[unlikely]] {
      wide_[i] = id;
    } else {
      narrow_[i] = Code(id);
    }
  }
  void push_back(IdT id) {
    if (!Fits(id)) [[unlikely]]
      Widen();
    if (is_wide_) [[unlikely]] {
      wide_.push_back(id);
    } else {
      narrow_.push_back(Code(id));
    }
  }
  void clear() {
    narrow_ = {};
    wide_ = {};
    is_wide_ = false;
  }
  // New rows are set to None.
  void resize(size_t size) {
    if (is_wide_) {
      wide_.resize(size, IdT::None());
    } else {
      narrow_.resize(size, 0);
    }
  }

 private:
  // In two bytes, None is stored as 0 and any other id as its index plus one.
  static bool Fits(IdT id) { return id.index < UINT16_MAX; }
  static uint16_t Code(IdT id) { return static_cast<uint16_t>(id.index + 1); }
  void Widen() {
    if (is_wide_) return;
    wide_.reserve(narrow_.size());
    for (size_t i = 0; i < narrow_.size(); ++i) wide_.push_back((*this)[i]);
    narrow_ = {};
    is_wide_ = true;
  }

  Table<uint16_t> narrow_;
  Table<IdT> wide_;
  bool is_wide_ = false;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_ID_COLUMN_H_
