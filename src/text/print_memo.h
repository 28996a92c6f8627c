#ifndef SHARDFLOW_TEXT_PRINT_MEMO_H_
#define SHARDFLOW_TEXT_PRINT_MEMO_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "ir/module.h"
#include "ops/op_cache.h"

// Remembers the text of ops that were printed, so that equal ops can be printed
// faster. For example:
//
//   %7 = stablehlo.add %5, %6 {note = "x"} : tensor<8xf32>
//
// The text after ` = ` depends only on a few ids (kind, attributes, types,
// shardings, rule) and on the names of the operands. So it is remembered as
// *pieces*, between which the names of the operands are inserted. The layers of
// a model are often equal. Then only the first layer is printed in full.

namespace shardflow::internal {

// The size of the blocks in which pieces are copied. Pieces are short, and
// copying whole blocks is faster than copying the exact number of bytes,
// because the compiler knows the size of each copy.
inline constexpr size_t kCopyBlock = 32;

// Copies `size` bytes and returns the end of the copy. Reads and writes up to
// kCopyBlock - 1 additional bytes.
inline char* CopyBlocks(const char* from, size_t size, char* to) {
  for (size_t i = 0; i < size; i += kCopyBlock) {
    std::memcpy(to + i, from + i, kCopyBlock);
  }
  return to + size;
}

class PrintMemo {
 public:
  // Values of Piece::operand if the piece isn't followed by an operand's name.
  static constexpr int32_t kNothing = -1;
  static constexpr int32_t kChannel = -2;  // the op's channel number
  static constexpr int32_t kRegion = -3;   // the op's region

  // A piece of text, and the operand whose name follows it, or one of the
  // constants above.
  struct Piece {
    uint32_t begin = 0;
    uint32_t length = 0;
    int32_t operand = kNothing;
  };
  // A part of the text that differs between ops: the name of an operand, the
  // channel number, or the place of the region.
  struct Slot {
    size_t begin = 0;
    size_t end = 0;
    int32_t operand = kNothing;
  };

  // If false, callers skip look-ups. The memo turns itself off after many
  // misses if there were fewer hits.
  bool on() const { return on_; }
  // Returns the pieces of the op's text, or nothing for a new op. `dialect` is
  // the dialect whose name is left out of op names in this region. `applied` is
  // the op that the text names instead of the op's body. It is None if the op
  // has no body, or if the body is printed between pieces. `channel` is the
  // op's channel handle if its number isn't part of the pieces, because nearly
  // every collective has a different number.
  std::span<const Piece> Find(const Module& m, OpId op,
                              std::string_view dialect, OpId applied,
                              AttrId channel = AttrId::None());
  // Much faster than Find(). Only finds ops with a short key (see OpKey) that
  // were recently found, as most ops were. Such ops have at most one result.
  std::span<const Piece> FindRecent(const Module& m, OpId op,
                                    std::string_view dialect) {
    OpKey key;
    if (recent_ == nullptr || !MakeShortKey(m, op, dialect, key)) return {};
    const Pieces* const known = recent_->Find(key);
    if (known == nullptr) return {};
    ++hits_;
    return All(*known);
  }
  // Like Find() for an op with a channel, but only finds ops that were recently
  // found.
  std::span<const Piece> FindRecent(const Module& m, OpId op,
                                    std::string_view dialect, AttrId channel);
  // Adds the text of the last op that was looked up. The slots must be in
  // order.
  void Add(std::string_view text, std::span<const Slot> slots);

  // At least kCopyBlock additional bytes can be read after the end of the text.
  std::string_view text(const Piece& piece) const {
    return {text_.data() + piece.begin, piece.length};
  }

 private:
  struct KeyTag {};
  struct Pieces {
    uint32_t first = 0;
    uint32_t count = 0;
  };

  static bool MakeShortKey(const Module& m, OpId op, std::string_view dialect,
                           OpKey& key) {
    if (m.rule(op) || !MakeOpKey(m, op, key)) return false;
    const OpRow& row = m.op(op);
    const ShardingId sharding = row.result_count == 1
                                    ? m.sharding(row.first_result)
                                    : ShardingId::None();
    // The length identifies the dialect, as in Find().
    key[kOwnKeyWord] = KeyWord(static_cast<uint32_t>(sharding.index),
                               static_cast<uint32_t>(dialect.size()));
    return true;
  }
  // An op with a channel, and the pieces of its text.
  struct Numbered {
    OpId op;
    AttrId channel;
    size_t dialect_size = 0;
    Pieces pieces;
  };
  static bool LookAlike(const Module& m, const Numbered& known, OpId op,
                        AttrId channel);
  void AddAttrs(const Module& m, AttrId dict, AttrId channel);
  std::span<const Piece> All(Pieces known) const {
    return {pieces_.data() + known.first, known.count};
  }

  // Null until an op is looked up, because a printer may print just a type.
  std::unique_ptr<OpCache<Pieces>> recent_;
  // The last few ops with channels. The oldest is overwritten by the next one.
  // The collectives of a program mostly look alike.
  std::array<Numbered, 8> numbered_;
  size_t next_numbered_ = 0;
  bool on_ = true;
  uint64_t hits_ = 0, misses_ = 0;
  std::vector<int32_t> key_;
  ArrayStore<Id<KeyTag>, int32_t> keys_;  // the ids are indices into known_
  std::vector<Pieces> known_;
  std::vector<Piece> pieces_;
  std::string text_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_PRINT_MEMO_H_
