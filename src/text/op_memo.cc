#include "text/op_memo.h"

#include <array>
#include <charconv>

namespace shardflow::internal {
namespace {

// Longer lines aren't remembered: they are constants with much data, which
// rarely repeat.
constexpr size_t kMaxLength = 1024;
// The most that the memo may hold. Different lines of real programs take far
// less.
constexpr size_t kMaxBytes = 1 << 20;
// After this many look-ups the memo checks whether it finds enough.
constexpr uint64_t kTrial = 1024;

// The bytes that end a run of plain text.
constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> stops{};
  for (const char c : {'%', '"', '\n', '\r', '/', '\0'}) {
    stops[static_cast<unsigned char>(c)] = true;
  }
  return stops;
}();

const char* SkipPlain(const char* at) {
  while (!kStops[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

// Returns the position after the closing quote, or null if there is none.
const char* SkipString(const char* at) {
  for (++at; *at != '"'; ++at) {
    if (*at == '\n' || *at == '\0') return nullptr;
    if (*at == '\\' && *++at == '\0') return nullptr;
  }
  return at + 1;
}

// Scans the name of a value as the lexer and ParseOperand would. Returns null
// if there is none.
const char* ScanName(const char* at, OperandRef& ref) {
  ref = {.at = at, .length = 0, .number = 0};
  ++at;
  if (IsDigit(*at)) {
    while (IsDigit(*at)) ++at;
  } else if (IsSuffixChar(*at)) {
    while (IsSuffixChar(*at)) ++at;
  } else {
    return nullptr;
  }
  ref.length = static_cast<uint32_t>(at - ref.at);
  if (*at != '#') return at;
  const char* const digits = ++at;
  while (IsDigit(*at)) ++at;
  const auto [end, status] = std::from_chars(digits, at, ref.number);
  return status == std::errc() && !IsSuffixChar(*at) ? end : nullptr;
}

}  // namespace

bool OpSkeleton::Scan(const char* begin, const char* text_end) {
  text.clear();
  names.clear();
  const char* at = begin;
  const char* piece = begin;
  while (true) {
    at = SkipPlain(at);
    if (*at == '\n' || *at == '\r' || at == text_end) break;
    if (*at == '"') {
      at = SkipString(at);
      if (at == nullptr) return false;
    } else if (*at == '%') {
      text.append(piece, static_cast<size_t>(at + 1 - piece));
      at = ScanName(at, names.emplace_back());
      if (at == nullptr) return false;
      piece = at;
    } else {
      return false;  // a comment or a NUL byte
    }
    if (static_cast<size_t>(at - begin) > kMaxLength) return false;
  }
  end = at;
  while (end > piece && (end[-1] == ' ' || end[-1] == '\t')) --end;
  text.append(piece, static_cast<size_t>(end - piece));
  return text.size() <= kMaxLength;
}

const OpMemo::Entry* OpMemo::Find(const OpSkeleton& skeleton) {
  const NameId id = skeletons_.Find(skeleton.text);
  if (id) {
    ++hits_;
    return &entries_[id.Slot()];
  }
  ++misses_;
  if (misses_ >= kTrial && hits_ < misses_) on_ = false;
  return nullptr;
}

void OpMemo::Add(const OpSkeleton& skeleton, Entry entry,
                 std::span<const Operand> operands,
                 std::span<const TypeId> results) {
  if (skeletons_.MemoryBytes() > kMaxBytes) return;
  const NameId id = skeletons_.Intern(skeleton.text);
  if (id.Slot() != entries_.size()) return;  // known already
  entry.first_operand = static_cast<uint32_t>(operands_.size());
  entry.operand_count = static_cast<uint32_t>(operands.size());
  entry.first_result = static_cast<uint32_t>(results_.size());
  entry.result_count = static_cast<uint32_t>(results.size());
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  results_.insert(results_.end(), results.begin(), results.end());
  entries_.push_back(entry);
}

}  // namespace shardflow::internal
