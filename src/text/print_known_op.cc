#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

#include "ir/attr_kinds.h"
#include "ops/attr_read.h"
#include "ops/work.h"
#include "text/custom_forms.h"
#include "text/op_form.h"
#include "text/printer.h"
#include "text/ssa_names.h"

// Prints ops whose text is already known (text/print_memo.h).

namespace shardflow::internal {

// Ops with more operands aren't remembered. Such ops (barriers, returns) rarely
// repeat, and matching the names in the text with the operands takes quadratic
// time.
constexpr int kMostOperands = 64;

// Whether the op's text may be in the memo. Sets `applied` (see
// PrintMemo::Find).
bool Printer::MayBeKnown(OpId op, OpId& applied) const {
  if (!memo_.on() || m_.operand_count(op) > kMostOperands ||
      names_ == nullptr || collecting_ != nullptr || options_.debug_info) {
    return false;
  }
  if (m_.region_count(op) == 0) return true;
  if (!options_.generic) applied = AppliedOp(m_, op);
  if (applied) return true;
  // The body of a collective is printed between two pieces of its text.
  return m_.region_count(op) == 1 && IsCollective(WorkOf(m_.kind(op))) &&
         !HasOpForm(m_.kind(op));
}

// Returns the channel handle of a collective if Int() prints its number in the
// same way.
AttrId Printer::NumberedChannel(OpId op) const {
  if (!IsCollective(WorkOf(m_.kind(op)))) return AttrId::None();
  const AttrId dict = m_.attr_dict(op);
  for (size_t i = 0; i < m_.attrs.DictSize(dict); ++i) {
    const AttrId value = m_.attrs.DictItem(dict, i).value;
    if (!IsStruct(m_, value, StructId::kChannelHandle)) continue;
    const AttrId handle = internal::StructField(m_, value, 0);
    if (!handle || !m_.attrs.Is<IntegerAttr>(handle)) continue;
    const auto [type, number] = m_.attrs.As<IntegerAttr>(handle);
    // The form may omit a handle of 0.
    if (number > 0 && m_.types.IsInteger(type, 64)) {
      return value;
    }
  }
  return AttrId::None();
}

void Printer::KnownOp(OpId op, std::span<const PrintMemo::Piece> pieces,
                      AttrId channel) {
  if (m_.result_count(op) > 0) ResultList(op);
  for (const PrintMemo::Piece& piece : pieces) {
    out_.append(memo_.text(piece));
    if (piece.operand >= 0) {
      names_->Append(m_.operand(op, piece.operand), out_);
    } else if (piece.operand == PrintMemo::kChannel) {
      const AttrId handle = internal::StructField(m_, channel, 0);
      Int(m_.attrs.As<IntegerAttr>(handle).value);
    } else if (piece.operand == PrintMemo::kRegion) {
      GenericRegion(m_.region(op, 0));
    }
  }
}

// The unused part of a buffer for lines.
struct Printer::Room {
  char* at;
  const char* end;

  bool Has(size_t size) const { return static_cast<size_t>(end - at) > size; }
  // These functions must only be called if there is enough room.
  void Spaces(size_t count) { at = std::fill_n(at, count, ' '); }
  void Text(std::string_view text) {
    at = std::copy(text.begin(), text.end(), at);
  }
  void Number(int64_t value) {
    at = std::to_chars(at, at + kMostDigits, value).ptr;
  }
  // Returns false if several values share the name.
  bool Name(const SsaNames& names, ValueId value) {
    char* const after = names.Write(value, at);
    if (after != nullptr) at = after;
    return after != nullptr;
  }

  static constexpr size_t kMostDigits = 20;
};

// Prints the lines of ops, starting with `op`, as long as they are known and
// simple, as nearly all ops of a large program are. Returns the first op that
// wasn't printed, or None at the end of the block. The last op of the block is
// only printed if `with_last` is set.
OpId Printer::KnownOps(OpId op, bool with_last) {
  if (!memo_.on() || names_ == nullptr || collecting_ != nullptr ||
      options_.debug_info) {
    return op;
  }
  std::array<char, 8192> buffer;  // lines that aren't in out_ yet
  char* end = buffer.data();
  const auto flush = [&] {
    out_.append(buffer.data(), end);
    end = buffer.data();
    if (sink_ != nullptr && out_.size() >= kFlushSize) Flush();
  };
  const auto print = [&] {
    Room room{end, buffer.data() + buffer.size()};
    if (!KnownLine(op, room)) return false;
    end = room.at;
    return true;
  };
  while (op) {
    const OpId next = m_.next_op(op);
    if (!next && !with_last) break;
    if (!print()) {
      if (end == buffer.data()) break;
      flush();
      if (!print()) break;
    }
    op = next;
  }
  if (end != buffer.data()) flush();
  return op;
}

// Writes the line of a known op with at most one result, or the lines of a
// collective with its body. Returns false if the text might not fit, if the op
// isn't known, or if several values share a name.
bool Printer::KnownLine(OpId op, Room& room) {
  AttrId channel;
  std::span<const PrintMemo::Piece> pieces =
      memo_.FindRecent(m_, op, default_dialect_);
  if (pieces.empty()) {
    channel = NumberedChannel(op);
    if (!channel) return false;
    pieces = memo_.FindRecent(m_, op, default_dialect_, channel);
    if (pieces.empty()) return false;
  }
  // Before each copy, there must be room for a name or number and a block.
  const size_t margin =
      std::max(names_->longest(), Room::kMostDigits) + kCopyBlock + 4;
  const auto indent = static_cast<size_t>(indent_);
  if (!room.Has(indent + margin)) return false;
  room.Spaces(indent);
  if (m_.result_count(op) > 0) {
    if (!room.Name(*names_, m_.result(op, 0))) return false;
    room.Text(" = ");
  }
  for (const PrintMemo::Piece& piece : pieces) {
    const std::string_view text = memo_.text(piece);
    if (!room.Has(text.size() + margin)) return false;
    room.at = CopyBlocks(text.data(), text.size(), room.at);
    if (piece.operand >= 0) {
      if (!room.Name(*names_, m_.operand(op, piece.operand))) return false;
    } else if (piece.operand == PrintMemo::kChannel) {
      const AttrId handle = internal::StructField(m_, channel, 0);
      room.Number(m_.attrs.As<IntegerAttr>(handle).value);
    } else if (piece.operand == PrintMemo::kRegion) {
      if (!KnownBody(op, room)) return false;
    }
  }
  room.Text("\n");
  return true;
}

// Writes the region of a collective in the same way as GenericRegion(),
// provided that the ops of its block are known and have no regions.
bool Printer::KnownBody(OpId op, Room& room) {
  const BlockId block = m_.first_block(m_.region(op, 0));
  if (!block || m_.next_block(block) || m_.args(block).empty()) return false;
  const size_t margin = static_cast<size_t>(indent_) + names_->longest() + 16;
  if (!room.Has(margin)) return false;
  room.Text("{\n");
  room.Spaces(static_cast<size_t>(indent_));
  room.Text("^bb0(");
  std::string_view separator;
  for (const ValueId arg : m_.args(block)) {
    const std::string_view type = KnownType(m_.type(arg));
    if (type.empty() || !room.Has(type.size() + margin)) return false;
    room.Text(separator);
    separator = ", ";
    if (!room.Name(*names_, arg)) return false;
    room.Text(": ");
    room.Text(type);
  }
  room.Text("):\n");
  const std::string_view dialect = std::exchange(default_dialect_, "");
  indent_ += kIndent;
  bool ok = true;
  for (OpId inner = m_.block(block).first; inner && ok;
       inner = m_.next_op(inner)) {
    ok = m_.region_count(inner) == 0 && KnownLine(inner, room);
  }
  indent_ -= kIndent;
  default_dialect_ = dialect;
  if (!ok || !room.Has(margin)) return false;
  room.Spaces(static_cast<size_t>(indent_));
  room.Text("}");
  return true;
}

// Prints an op that isn't in the memo, and adds its text to the memo. If
// `has_region`, the op's region will be printed between pieces of the text.
void Printer::NewOp(OpId op, bool has_region, AttrId channel) {
  if (m_.result_count(op) > 0) ResultList(op);
  const size_t begin = out_.size();
  noted_names_.clear();
  noting_names_ = true;
  noted_channel_ = channel;
  OpWithoutResults(op);
  noting_names_ = false;
  if (!SlotsOf(op)) return;
  if (has_region) slots_.push_back({cut_, cut_, PrintMemo::kRegion});
  for (PrintMemo::Slot& slot : slots_) {
    slot.begin -= begin;
    slot.end -= begin;
  }
  memo_.Add(std::string_view(out_).substr(begin), slots_);
}

// Determines which operand each noted name belongs to, and stores the result in
// slots_. Returns false if the result is ambiguous.
bool Printer::SlotsOf(OpId op) {
  slots_.clear();
  const int count = m_.operand_count(op);
  const auto names = static_cast<size_t>(std::count_if(
      noted_names_.begin(), noted_names_.end(),
      [](const NotedName& name) { return !name.value.IsNone(); }));
  // Forms print the operands in order, but custom forms may choose another
  // order.
  const bool in_order =
      static_cast<size_t>(count) == names &&
      (options_.generic || PrintsOperandsInOrder(m_.kind(op)));
  size_t i = 0;
  for (const NotedName& name : noted_names_) {
    PrintMemo::Slot slot = name.slot;
    if (name.value.IsNone()) {
      slots_.push_back(slot);
      continue;
    }
    for (int k = 0; k < count; ++k) {
      if (m_.operand(op, k) != name.value) continue;
      if (in_order && static_cast<size_t>(k) != i) continue;
      if (slot.operand >= 0) return false;
      slot.operand = k;
    }
    if (slot.operand < 0) return false;
    slots_.push_back(slot);
    ++i;
  }
  // An operand that is None has no name in the text.
  for (int k = 0; k < count; ++k) {
    if (m_.operand(op, k).IsNone()) return false;
  }
  return true;
}

}  // namespace shardflow::internal
