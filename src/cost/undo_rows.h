#ifndef SHARDFLOW_COST_UNDO_ROWS_H_
#define SHARDFLOW_COST_UNDO_ROWS_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/vector_bytes.h"

// Rows that can go back to an earlier state, at a cost that depends on what has
// changed since.
//
//   UndoRows<Node> nodes;
//   const int32_t i = nodes.Add();
//   const auto mark = nodes.SetMark();
//   nodes.Edit(i).size = 7;
//   nodes.Return(mark);               // as it was
//
// While there is a mark, the former content of a row is saved when it is
// edited: once, if Row has a member `saved_in`, otherwise each time.

namespace shardflow::internal {

template <class Row>
class UndoRows {
 public:
  struct Mark {
    size_t rows = 0, saved = 0, taken = 0;
  };

  // Replaces all rows. Marks become invalid.
  void Assign(size_t count) {
    *this = UndoRows();
    rows_.resize(count);
  }
  size_t size() const { return rows_.size(); }
  template <std::integral I>
  const Row& operator[](I i) const {
    return rows_[static_cast<size_t>(i)];
  }
  template <std::integral I>
  Row& Edit(I i) {
    const auto slot = static_cast<size_t>(i);
    if (slot < kept_) Save(slot);
    return rows_[slot];
  }
  // Returns a new row, which may have the number of one that was removed.
  int32_t Add() {
    if (free_.empty()) {
      rows_.emplace_back();
      return static_cast<int32_t>(rows_.size() - 1);
    }
    const int32_t i = free_.back();
    free_.pop_back();
    if (is_saving_) taken_.push_back(i);
    return i;
  }
  void Remove(int32_t i) {
    Row& row = Edit(i);
    row = Row();
    if constexpr (kSavesOnce) row.saved_in = period_;
    free_.push_back(i);
    if (is_saving_) taken_.push_back(kFreed);
  }

  Mark SetMark() {
    is_saving_ = true;
    return Begin({rows_.size(), saved_.size(), taken_.size()});
  }
  // Goes back to the mark, which stays valid. Later ones become invalid. Calls
  // restored(slot, row) for each row that it restores, maybe repeatedly.
  template <class Fn>
  void Return(const Mark& mark, const Fn& restored) {
    for (; saved_.size() > mark.saved; saved_.pop_back()) {
      const size_t slot = saved_.back().first;
      rows_[slot] = std::move(saved_.back().second);
      restored(slot, rows_[slot]);
    }
    for (; taken_.size() > mark.taken; taken_.pop_back()) {
      if (taken_.back() == kFreed) {
        free_.pop_back();
      } else {
        free_.push_back(taken_.back());
      }
    }
    rows_.resize(mark.rows);
    Begin(mark);
  }
  void Return(const Mark& mark) {
    Return(mark, [](size_t, const Row&) {});
  }
  // Forgets all marks.
  void ForgetMarks() {
    is_saving_ = false;
    kept_ = 0;
    saved_.clear();
    taken_.clear();
  }

  size_t MemoryBytes() const {
    return VectorBytes(rows_) + VectorBytes(free_) + VectorBytes(saved_) +
           VectorBytes(taken_);
  }

 private:
  static constexpr bool kSavesOnce = requires(Row row) { row.saved_in; };
  static constexpr int32_t kFreed = -1;

  Mark Begin(const Mark& mark) {
    ++period_;
    kept_ = mark.rows;
    return mark;
  }
  void Save(size_t slot) {
    Row& row = rows_[slot];
    if constexpr (kSavesOnce) {
      if (row.saved_in == period_) return;
      saved_.emplace_back(slot, row);
      row.saved_in = period_;
    } else {
      saved_.emplace_back(slot, row);
    }
  }

  std::vector<Row> rows_;
  std::vector<int32_t> free_;
  bool is_saving_ = false;
  size_t kept_ = 0;      // rows before it existed at the last mark
  uint32_t period_ = 0;  // since the last mark
  std::vector<std::pair<size_t, Row>> saved_;
  // The numbers that Add() took from free_ since the first mark; kFreed where
  // Remove() added one.
  std::vector<int32_t> taken_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_UNDO_ROWS_H_
