#include "text/op_memo.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

namespace shardflow::internal {
namespace {

// Longer lines aren't remembered: they are constants with a lot of data, which
// rarely repeat.
constexpr size_t kMaxLength = 1024;
// The maximum size of the text in the memo, in bytes. The distinct lines of a
// real program take far less.
constexpr size_t kMaxBytes = 1 << 20;
// The length, with the '%', of the longest name like `%12` that is read as a
// number.
constexpr ptrdiff_t kPlainLength = 9;
// After this many misses, the memo turns off if they outnumber the hits.
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
  ref = {.at = at};
  ++at;
  if (IsDigit(*at)) {
    int32_t plain = 0;
    while (IsDigit(*at)) {
      // May overflow, but then the name is too long to count as a number.
      plain = static_cast<int32_t>(static_cast<uint32_t>(plain) * 10 +
                                   static_cast<uint32_t>(*at++ - '0'));
    }
    const bool zeros = ref.at[1] == '0' && at - ref.at > 2;
    if (at - ref.at <= kPlainLength && !zeros) ref.plain = plain;
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
  cuts.clear();
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
      cuts.push_back(static_cast<uint16_t>(text.size()));
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

// Whether the line equals the entry's except for names. If so, sets the names
// and the end of `skeleton`, as Scan would.
bool OpMemo::Matches(const Entry& entry, const char* begin,
                     const char* text_end, OpSkeleton& skeleton) const {
  skeleton.names.clear();
  const char* at = begin;
  size_t done = 0;
  const auto piece = [&](size_t cut) {
    const size_t length = cut - done;
    if (static_cast<size_t>(text_end - at) < length ||
        std::memcmp(at, entry.text.data() + done, length) != 0) {
      return false;
    }
    at += length;
    done = cut;
    return true;
  };
  for (size_t i = 0; i < entry.cut_count; ++i) {
    if (!piece(cuts_[entry.first_cut + i])) return false;
    at = ScanName(at - 1, skeleton.names.emplace_back());
    if (at == nullptr) return false;
  }
  if (!piece(entry.text.size())) return false;
  skeleton.end = at;
  while (*at == ' ' || *at == '\t') ++at;
  return *at == '\n' || *at == '\r' || at == text_end;
}

const OpMemo::Entry* OpMemo::Guess(const char* begin, const char* text_end,
                                   OpSkeleton& skeleton) {
  // Guessing costs time in a program whose lines don't repeat in sequence.
  if (last_ < 0 || (missed_guesses_ >= kTrial && guessed_ < missed_guesses_)) {
    return nullptr;
  }
  for (const int32_t follower :
       entries_[static_cast<size_t>(last_)].followers) {
    if (follower < 0) break;
    const Entry& entry = entries_[static_cast<size_t>(follower)];
    if (Matches(entry, begin, text_end, skeleton)) {
      ++guessed_;
      return &entry;
    }
  }
  ++missed_guesses_;
  return nullptr;
}

void OpMemo::Follow(int32_t entry) {
  if (last_ >= 0) {
    int32_t(&followers)[2] = entries_[static_cast<size_t>(last_)].followers;
    if (followers[0] != entry) {
      followers[1] = followers[0];
      followers[0] = entry;
    }
  }
  last_ = entry;
}

void OpMemo::Took(const Entry& entry) {
  ++hits_;
  Follow(static_cast<int32_t>(&entry - entries_.data()));
}

const OpMemo::Entry* OpMemo::Find(const OpSkeleton& skeleton) {
  const NameId id = skeletons_.Find(skeleton.text);
  if (id) return &entries_[id.Slot()];
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
  entry.text = skeletons_.Get(id);
  entry.next = static_cast<Tok>(entry.text.back());
  entry.text.remove_suffix(1);
  entry.first_cut = static_cast<uint32_t>(cuts_.size());
  entry.cut_count = static_cast<uint32_t>(skeleton.cuts.size());
  cuts_.insert(cuts_.end(), skeleton.cuts.begin(), skeleton.cuts.end());
  entries_.push_back(entry);
  Follow(static_cast<int32_t>(id.index));
}

}  // namespace shardflow::internal
