#ifndef SHARDFLOW_PROPAGATE_ID_SET_H_
#define SHARDFLOW_PROPAGATE_ID_SET_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

// A set of small ids that can change while it is walked in ascending order.
//
//   IdSet<Position> set(count);            // of ids below `count`
//   set.Insert(Position(7));
//   for (Position p = set.NextFrom(Position(0)); p; ...) ...
//
// Level 0 is a bitmap with one bit per id. On each level above, one bit per
// word of the level below says whether that word is nonzero. So every call
// looks at only a few words, even in a large set.

namespace shardflow::internal {

template <class IdType>
class IdSet {
 public:
  IdSet() = default;
  explicit IdSet(size_t count) {
    do {
      count = count / kBits + 1;
      levels_.emplace_back(count);
    } while (count > 1);
  }

  void Insert(IdType id) {
    size_t at = id.Slot();
    for (std::vector<uint64_t>& level : levels_) {
      uint64_t& word = level[at / kBits];
      const bool was_empty = word == 0;
      word |= Bit(at);
      if (!was_empty) return;
      at /= kBits;
    }
  }
  void Erase(IdType id) {
    size_t at = id.Slot();
    for (std::vector<uint64_t>& level : levels_) {
      uint64_t& word = level[at / kBits];
      word &= ~Bit(at);
      if (word != 0) return;
      at /= kBits;
    }
  }
  void Clear() {
    for (std::vector<uint64_t>& level : levels_) {
      std::fill(level.begin(), level.end(), uint64_t{0});
    }
  }
  bool Has(IdType id) const {
    return (levels_[0][id.Slot() / kBits] & Bit(id.Slot())) != 0;
  }

  // Calls fn(id) for each member in ascending order. Meanwhile the set must not
  // change.
  template <class Fn>
  void ForEach(const Fn& fn) const {
    for (IdType id = NextFrom(IdType(0)); id;) {
      const size_t at = id.Slot() / kBits;
      for (uint64_t word = levels_[0][at]; word != 0; word &= word - 1) {
        fn(IdType(at * kBits + Lowest(word)));
      }
      id = NextFrom(IdType((at + 1) * kBits));
    }
  }

  // Returns the smallest member that is `id` or greater; None if there is none.
  IdType NextFrom(IdType id) const {
    size_t at = id.Slot();
    for (size_t l = 0; l < levels_.size(); ++l) {
      if (at / kBits >= levels_[l].size()) return IdType::None();
      const uint64_t rest =
          levels_[l][at / kBits] & (~uint64_t{0} << (at % kBits));
      if (rest != 0) return Least(l, at / kBits * kBits + Lowest(rest));
      at = at / kBits + 1;
    }
    return IdType::None();
  }

 private:
  static constexpr size_t kBits = 64;
  static uint64_t Bit(size_t at) { return uint64_t{1} << (at % kBits); }
  static size_t Lowest(uint64_t word) {
    return static_cast<size_t>(std::countr_zero(word));
  }
  // Returns the smallest member that bit `at` of a level covers.
  IdType Least(size_t level, size_t at) const {
    for (; level > 0; --level) {
      at = at * kBits + Lowest(levels_[level - 1][at]);
    }
    return IdType(at);
  }

  std::vector<std::vector<uint64_t>> levels_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_ID_SET_H_
