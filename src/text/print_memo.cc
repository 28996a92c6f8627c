#include "text/print_memo.h"

namespace shardflow::internal {
namespace {

// The maximum size of the text in the memo, in bytes. The distinct ops of a
// real program take far less.
constexpr size_t kMaxTextBytes = 1 << 20;
// After this many misses, the memo turns off if they outnumber the hits.
constexpr uint64_t kTrialOps = 1024;

}  // namespace

std::span<const PrintMemo::Piece> PrintMemo::Find(const Module& m, OpId op,
                                                  std::string_view dialect,
                                                  OpId applied) {
  OpKey short_key;
  const bool has_short_key =
      !applied && MakeShortKey(m, op, dialect, short_key);
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
  key_.push_back(m.attr_dict(op).index);
  key_.push_back(m.rule(op).index);
  key_.push_back(applied ? m.name(applied).index : -1);
  // The length identifies the dialect: no two dialects that may be left out
  // have names of the same length.
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
  const Id<KeyTag> id = keys_.Find(key_);
  if (id) {
    ++hits_;
    if (has_short_key) recent_->Put(short_key, known_[id.Slot()]);
    return All(known_[id.Slot()]);
  }
  ++misses_;
  if (misses_ >= kTrialOps && hits_ < misses_) on_ = false;
  return {};
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
  add(text.size(), -1);
  text_.append(kCopyBlock, '\0');  // see CopyBlocks
  known_.push_back({first, static_cast<uint32_t>(pieces_.size()) - first});
}

}  // namespace shardflow::internal
