#include "text/print_memo.h"

#include "ir/attr_kinds.h"

namespace shardflow::internal {
namespace {

// The maximum size of the text in the memo, in bytes. The distinct ops of a
// real program take up far less.
constexpr size_t kMaxTextBytes = 1 << 20;
// After this many misses, the memo turns itself off if there were fewer hits
// than misses.
constexpr uint64_t kTrialOps = 1024;
// In a key, represents an attribute with a channel number. (An id is at least
// -1.)
constexpr int32_t kNumbered = -2;

}  // namespace

std::span<const PrintMemo::Piece> PrintMemo::Find(const Module& m, OpId op,
                                                  std::string_view dialect,
                                                  OpId applied,
                                                  AttrId channel) {
  OpKey short_key;
  const bool has_short_key =
      !applied && !channel && MakeShortKey(m, op, dialect, short_key);
  if (recent_ == nullptr) recent_ = std::make_unique<OpCache<Pieces>>();
  if (has_short_key) {
    if (const Pieces* const known = recent_->Find(short_key)) {
      ++hits_;
      return All(*known);
    }
  }
  const int operands = m.operand_count(op);
  const int results = m.result_count(op);
  key_.clear();
  key_.push_back(m.name(op).index);
  key_.push_back(channel ? kNumbered : m.attr_dict(op).index);
  key_.push_back(m.rule(op).index);
  key_.push_back(applied ? m.name(applied).index : -1 - m.region_count(op));
  // The length identifies the dialect, because no two dialects that may be left
  // out have names of the same length.
  key_.push_back(static_cast<int32_t>(dialect.size()));
  key_.push_back(operands);
  for (int i = 0; i < operands; ++i) {
    const ValueId operand = m.operand(op, i);
    key_.push_back(operand ? m.type(operand).index : -1);
  }
  for (int i = 0; i < results; ++i) {
    key_.push_back(m.type(m.result(op, i)).index);
    key_.push_back(m.sharding(m.result(op, i)).index);
  }
  if (channel) AddAttrs(m, m.attr_dict(op), channel);
  const Id<KeyTag> id = keys_.Find(key_);
  if (id) {
    ++hits_;
    const Pieces pieces = known_[id.Slot()];
    if (has_short_key) recent_->Put(short_key, pieces);
    if (channel && !applied) {
      numbered_[next_numbered_++ % numbered_.size()] = {op, channel,
                                                        dialect.size(), pieces};
    }
    return All(pieces);
  }
  ++misses_;
  if (misses_ >= kTrialOps && hits_ < misses_) on_ = false;
  return {};
}

std::span<const PrintMemo::Piece> PrintMemo::FindRecent(
    const Module& m, OpId op, std::string_view dialect, AttrId channel) {
  for (const Numbered& known : numbered_) {
    if (known.op && known.dialect_size == dialect.size() &&
        LookAlike(m, known, op, channel)) {
      ++hits_;
      return All(known.pieces);
    }
  }
  return {};
}

// Whether all data that Find() adds to a key is the same for both ops.
bool PrintMemo::LookAlike(const Module& m, const Numbered& known, OpId op,
                          AttrId channel) {
  const OpId other = known.op;
  if (m.name(op) != m.name(other) || m.rule(op) != m.rule(other) ||
      m.region_count(op) != m.region_count(other) ||
      m.operand_count(op) != m.operand_count(other) ||
      m.result_count(op) != m.result_count(other)) {
    return false;
  }
  const auto items = m.attrs.As<DictAttr>(m.attr_dict(op)).items;
  const auto others = m.attrs.As<DictAttr>(m.attr_dict(other)).items;
  if (items.size() != others.size()) return false;
  for (size_t i = 0; i < items.size(); ++i) {
    const NamedAttr a = items[i], b = others[i];
    if (a.name != b.name ||
        (a.value == channel) != (b.value == known.channel) ||
        (a.value != channel && a.value != b.value)) {
      return false;
    }
  }
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId a = m.operand(op, i), b = m.operand(other, i);
    if (a.IsNone() || b.IsNone() || m.type(a) != m.type(b)) return false;
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId a = m.result(op, i), b = m.result(other, i);
    if (m.type(a) != m.type(b) || m.sharding(a) != m.sharding(b)) return false;
  }
  // (Both are handles of type i64; see Printer::NumberedChannel.)
  const auto fields = m.attrs.As<StructAttr>(channel).fields;
  const auto other_fields = m.attrs.As<StructAttr>(known.channel).fields;
  if (fields.size() != other_fields.size()) return false;
  for (size_t i = 1; i < fields.size(); ++i) {
    if (fields[i] != other_fields[i]) return false;
  }
  return true;
}

// Adds the attributes to the key, but leaves out the channel number.
void PrintMemo::AddAttrs(const Module& m, AttrId dict, AttrId channel) {
  const size_t size = m.attrs.DictSize(dict);
  key_.push_back(static_cast<int32_t>(size));
  for (size_t i = 0; i < size; ++i) {
    const NamedAttr item = m.attrs.DictItem(dict, i);
    key_.push_back(item.name.index);
    key_.push_back(item.value == channel ? kNumbered : item.value.index);
  }
  const WordList<AttrId> fields = m.attrs.As<StructAttr>(channel).fields;
  key_.push_back(m.attrs.As<IntegerAttr>(fields[0]).type.index);
  for (size_t i = 1; i < fields.size(); ++i) key_.push_back(fields[i].index);
}

void PrintMemo::Add(std::string_view text, std::span<const Slot> slots) {
  if (text_.size() + text.size() > kMaxTextBytes) return;
  const Id<KeyTag> id = keys_.Intern(key_);
  if (id.Slot() != known_.size()) return;  // known already
  const auto first = static_cast<uint32_t>(pieces_.size());
  if (!text_.empty()) text_.resize(text_.size() - kCopyBlock);
  size_t at = 0;
  const auto add = [&](size_t end, int32_t operand) {
    pieces_.push_back({static_cast<uint32_t>(text_.size()),
                       static_cast<uint32_t>(end - at), operand});
    text_.append(text, at, end - at);
  };
  for (const Slot& slot : slots) {
    add(slot.begin, slot.operand);
    at = slot.end;
  }
  add(text.size(), kNothing);
  text_.append(kCopyBlock, '\0');  // see CopyBlocks
  known_.push_back({first, static_cast<uint32_t>(pieces_.size()) - first});
}

}  // namespace shardflow::internal
