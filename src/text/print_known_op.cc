#include <algorithm>
#include <array>
#include <cstddef>

#include "ir/attr_kinds.h"
#include "ops/attr_read.h"
#include "ops/work.h"
#include "text/custom_forms.h"
#include "text/op_form.h"
#include "text/printer.h"
#include "text/ssa_names.h"

// Prints ops whose text is already known (text/print_memo.h).

namespace shardflow::internal {

// Ops with more operands aren't remembered. Wide ops (barriers, returns) rarely
// repeat, and assigning the names in the text to operands takes quadratic time.
constexpr int kMostOperands = 64;

// Whether the op may be in the memo. Sets `applied` (see PrintMemo::Find).
bool Printer::MayBeKnown(OpId op, OpId& applied) const {
  if (!memo_.on() || m_.operand_count(op) > kMostOperands ||
      names_ == nullptr || collecting_ != nullptr || options_.debug_info) {
    return false;
  }
  if (m_.region_count(op) == 0) return true;
  if (!options_.generic) applied = AppliedOp(m_, op);
  if (applied) return true;
  // The body of an all_reduce is printed between two pieces of its text.
  return m_.region_count(op) == 1 && IsCollective(WorkOf(m_.kind(op))) &&
         !HasOpForm(m_.kind(op));
}

// Returns the channel handle of a collective, if its number is printed as
// Int() does.
AttrId Printer::NumberedChannel(OpId op) const {
  if (!IsCollective(WorkOf(m_.kind(op)))) return AttrId::None();
  const AttrId dict = m_.attr_dict(op);
  for (size_t i = 0; i < m_.attrs.DictSize(dict); ++i) {
    const AttrId value = m_.attrs.DictItem(dict, i).value;
    if (!IsStruct(m_, value, StructId::kChannelHandle)) continue;
    const AttrId handle = internal::StructField(m_, value, 0);
    if (!handle || !m_.attrs.Is<IntegerAttr>(handle)) continue;
    const auto [type, number] = m_.attrs.As<IntegerAttr>(handle);
    // The form may leave out a handle of 0.
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

// Prints the lines of the ops from `op` on, as long as they are known and
// simple, as nearly all ops of a large program are. Returns the first op that
// wasn't printed, or None at the end of the block. The last op of the block is
// printed only if `with_last` is set.
OpId Printer::KnownOps(OpId op, bool with_last) {
  if (!memo_.on() || names_ == nullptr || collecting_ != nullptr ||
      options_.debug_info) {
    return op;
  }
  std::array<char, 8192> buffer;  // lines that are not in out_ yet
  char* end = buffer.data();
  const auto flush = [&] {
    out_.append(buffer.data(), end);
    end = buffer.data();
    if (sink_ != nullptr && out_.size() >= kFlushSize) Flush();
  };
  while (op) {
    const OpId next = m_.next_op(op);
    if (!next && !with_last) break;
    const std::span<const PrintMemo::Piece> pieces =
        memo_.FindRecent(m_, op, default_dialect_);
    if (pieces.empty()) break;
    const char* const limit = buffer.data() + buffer.size();
    char* line = KnownLine(op, pieces, end, limit);
    if (line == nullptr && end != buffer.data()) {
      flush();
      line = KnownLine(op, pieces, end, limit);
    }
    if (line == nullptr) break;
    end = line;
    op = next;
  }
  if (end != buffer.data()) flush();
  return op;
}

// Writes the line of a known op with at most one result, and returns its end.
// Returns null if the line may be longer than the room for it, or if it has a
// name for several values.
char* Printer::KnownLine(OpId op, std::span<const PrintMemo::Piece> pieces,
                         char* out, const char* end) const {
  // Before each copy, there must be room for a name and a block.
  const size_t margin = names_->longest() + kCopyBlock + 4;
  const auto has_room = [&](size_t size) {
    return static_cast<size_t>(end - out) > size + margin;
  };
  const auto indent = static_cast<size_t>(indent_);
  if (!has_room(indent)) return nullptr;
  out = std::fill_n(out, indent, ' ');
  if (m_.result_count(op) > 0) {
    out = names_->Write(m_.result(op, 0), out);
    if (out == nullptr) return nullptr;
    out = std::copy_n(" = ", 3, out);
  }
  for (const PrintMemo::Piece& piece : pieces) {
    const std::string_view text = memo_.text(piece);
    if (!has_room(text.size())) return nullptr;
    out = CopyBlocks(text.data(), text.size(), out);
    if (piece.operand < 0) continue;
    out = names_->Write(m_.operand(op, piece.operand), out);
    if (out == nullptr) return nullptr;
  }
  *out++ = '\n';
  return out;
}

// If `has_region`, the op's region is to be printed between pieces.
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

// Finds out which operand each noted name belongs to, and stores the result in
// slots_. Returns false if that is ambiguous.
bool Printer::SlotsOf(OpId op) {
  slots_.clear();
  const int count = m_.operand_count(op);
  const auto names = static_cast<size_t>(std::count_if(
      noted_names_.begin(), noted_names_.end(),
      [](const NotedName& name) { return !name.value.IsNone(); }));
  // Forms print the operands in order; custom forms may choose another order.
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
