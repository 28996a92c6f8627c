#ifndef SHARDFLOW_TEXT_PRINT_MEMO_H_
#define SHARDFLOW_TEXT_PRINT_MEMO_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "ir/module.h"

// Remembers the text of ops that were printed, to print equal ones faster.
//
//   %7 = stablehlo.add %5, %6 {note = "x"} : tensor<8xf32>
//
// What follows ` = ` depends only on a few ids (kind, attributes, types,
// shardings, rule) and on the names of the operands. So it is printed once and
// kept in *pieces*, between which the names of the operands go: equal layers of
// a model are printed once.

namespace shardflow::internal {

class PrintMemo {
 public:
  // Text, and after it the name of an operand (-1: none).
  struct Piece {
    uint32_t begin = 0;
    uint32_t length = 0;
    int32_t operand = -1;
  };
  // A name in a text: where it begins and ends, and whose it is.
  struct Slot {
    size_t begin = 0;
    size_t end = 0;
    int32_t operand = -1;
  };

  // It turns itself off when few of the ops so far were equal to earlier ones.
  bool on() const { return on_; }
  // The pieces of the op's text; empty: not known. `dialect` is the one whose
  // ops print without it.
  std::span<const Piece> Find(const Module& m, OpId op,
                              std::string_view dialect);
  // Of the op that was asked for last. The slots are in order.
  void Add(std::string_view text, std::span<const Slot> slots);

  std::string_view text(const Piece& piece) const {
    return {text_.data() + piece.begin, piece.length};
  }

 private:
  struct KeyTag {};
  struct Pieces {
    uint32_t first = 0;
    uint32_t count = 0;
  };

  bool on_ = true;
  uint64_t hits_ = 0, misses_ = 0;
  std::vector<int32_t> key_;
  ArrayStore<Id<KeyTag>, int32_t> keys_;  // ids index known_
  std::vector<Pieces> known_;
  std::vector<Piece> pieces_;
  std::string text_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_PRINT_MEMO_H_
