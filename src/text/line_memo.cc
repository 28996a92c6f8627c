#include "text/line_memo.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "text/lexer.h"

namespace shardflow::internal {
namespace {

// Longer lines aren't remembered. They are constants with a lot of data, which
// rarely repeat.
constexpr size_t kMaxLength = 1024;
// The maximum number of bytes in skeletons. The distinct lines of a real
// program take up far less.
constexpr size_t kMaxBytes = 1 << 20;
// The maximum length, including the '%', of a name like `%12` that is read as a
// number.
constexpr ptrdiff_t kPlainLength = 9;
// After this many new lines, the memo turns itself off if there were fewer
// known lines than new ones.
constexpr uint64_t kTrial = 1024;
// After this many new lines of ops with the same name, further lines of such
// ops are skipped if fewer than a quarter of them were known. (The memo may
// still be worthwhile for other ops.)
constexpr uint32_t kNameTrial = 64;

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

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Returns the position after the closing quote, or null if there is none.
const char* SkipString(const char* at) {
  for (++at; *at != '"'; ++at) {
    if (*at == '\n' || *at == '\0') return nullptr;
    if (*at == '\\' && *++at == '\0') return nullptr;
  }
  return at + 1;
}

// Reads the number in `%name#number`. `at` points to the '#'.
const char* ScanNumber(const char* at, OperandRef& ref) {
  const char* const digits = ++at;
  while (IsDigit(*at)) ++at;
  const auto [end, status] = std::from_chars(digits, at, ref.number);
  return status == std::errc() && !IsSuffixChar(*at) ? end : nullptr;
}

// Reads all digits at `at` (at least one) at once, which takes half the time of
// a loop. Returns null if there are 8 or more digits, or if `text_end` is near.
inline const char* ScanFewDigits(const char* at, const char* text_end,
                                 uint32_t& value) {
  if (std::endian::native != std::endian::little || text_end - at < 8) {
    return nullptr;
  }
  uint64_t bytes;
  std::memcpy(&bytes, at, sizeof(bytes));
  bytes ^= 0x3030303030303030;  // digits become numbers from 0 to 9
  // Sets the highest bit of the first byte that isn't a digit. (Carries only
  // change later bytes.)
  const uint64_t others =
      ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
  if (others == 0) return nullptr;
  const int bits = std::countr_zero(others) - 7;  // 8 for each digit
  bytes <<= 64 - bits;                            // zeros in front
  bytes = bytes * 10 + (bytes >> 8);              // pairs of digits
  constexpr uint64_t kMask = 0x000000FF000000FF;
  constexpr uint64_t kHigh = 100 + (uint64_t{1'000'000} << 32);
  constexpr uint64_t kLow = 1 + (uint64_t{10'000} << 32);
  value = static_cast<uint32_t>(
      ((bytes & kMask) * kHigh + ((bytes >> 16) & kMask) * kLow) >> 32);
  return at + bits / 8;
}

// Reads the name of a value as the lexer and ParseOperand would. Returns null
// if there is no name.
inline const char* ScanName(const char* at, const char* text_end,
                            OperandRef& ref) {
  const char* const begin = at++;
  int32_t plain = -1;
  if (IsDigit(*at)) {
    uint32_t few = 0;
    const char* const end = ScanFewDigits(at, text_end, few);
    if (end != nullptr && (*at != '0' || end == at + 1)) {
      ref = {begin, static_cast<uint32_t>(end - begin), 0,
             static_cast<int32_t>(few)};
      return *end == '#' ? ScanNumber(end, ref) : end;
    }
    // This may overflow, but then the name is too long to count as a number.
    uint32_t value = 0;
    do {
      value = value * 10 + static_cast<uint32_t>(*at++ - '0');
    } while (IsDigit(*at));
    const bool zeros = begin[1] == '0' && at - begin > 2;
    if (at - begin <= kPlainLength && !zeros) {
      plain = static_cast<int32_t>(value);
    }
  } else if (IsSuffixChar(*at)) {
    while (IsSuffixChar(*at)) ++at;
  } else {
    return nullptr;
  }
  ref = {begin, static_cast<uint32_t>(at - begin), 0, plain};
  return *at == '#' ? ScanNumber(at, ref) : at;
}

// Whether there is a '.' in the word that begins at `at`.
bool IsDottedWord(const char* at) {
  if (IsDigit(*at) || *at == '.') return false;
  while (IsWordChar(*at)) {
    if (*at++ == '.') return true;
  }
  return false;
}

inline bool AreEqual(const char* a, const char* b, size_t length) {
  if (length > 4) return std::memcmp(a, b, length) == 0;
  for (size_t i = 0; i < length; ++i) {  // ", %"
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Classifies the token at `at`, which comes after the end of a line. Words that
// may continue an op have no '.', so only a kOther token may continue the
// line's op.
NextToken Classify(const char* at, const char* text_end) {
  switch (*at) {
    case '%':
      return NextToken::kPercent;
    case '}':
      return NextToken::kBrace;
    case '^':
      return NextToken::kCaret;
    case '\0':
      return at == text_end ? NextToken::kEnd : NextToken::kOther;
    default:
      return IsDottedWord(at) ? NextToken::kDottedWord : NextToken::kOther;
  }
}

// Whether the name of the op in a line with this skeleton includes its dialect.
bool HasFullName(std::string_view skeleton) {
  size_t at = 0;
  if (skeleton[0] == '%') {  // skip the names of results
    at = skeleton.find('=');
    if (at == std::string_view::npos) return false;
    at = skeleton.find_first_not_of(" \t", at + 1);
    if (at == std::string_view::npos) return false;
  }
  return skeleton[at] == '"' || IsDottedWord(skeleton.data() + at);
}

// Skips blanks. Returns false if they aren't followed by the end of the line.
bool SkipToLineEnd(const char*& at, const char* text_end) {
  while (IsBlank(*at)) ++at;
  return *at == '\n' || *at == '\r' || at == text_end;
}

// Returns the position of `loc(` in text[begin, end), or null.
const char* FindLoc(const char* begin, const char* end) {
  const std::string_view text(begin, static_cast<size_t>(end - begin));
  const size_t at = text.find(" loc(");
  return at == std::string_view::npos ? nullptr : begin + at + 1;
}

const char* SkipBlanksAndLines(const char* at) {
  while (IsBlank(*at) || *at == '\n' || *at == '\r') ++at;
  return at;
}

}  // namespace

bool LineMemo::Read(const char* begin, OpLine& line) {
  if (!on_) return false;
  line.id = -1;
  line.begin = begin;
  if (Guess(begin, line)) return true;
  NameCount& count = CountOf(begin);
  if (count.new_lines >= kNameTrial &&
      count.known_lines < count.new_lines / 4) {
    return false;
  }
  if (!MakeSkeleton(begin, line)) return false;
  const NameId known = skeletons_.Find(skeleton_);
  if (known) {
    ++known_;
    ++count.known_lines;
    line.id = known.index;
    Follow(line.id);
    return true;
  }
  ++new_;
  ++count.new_lines;
  if (new_ >= kTrial && known_ + guessed_ < new_) on_ = false;
  if (!on_ || skeletons_.MemoryBytes() > kMaxBytes) return false;
  const NameId id = skeletons_.Intern(skeleton_);
  Row& row = rows_.emplace_back();
  row.text = skeletons_.Get(id);
  row.text.remove_suffix(1);
  row.next = line.next_token;
  row.first_cut = static_cast<uint32_t>(cuts_.size());
  row.cut_count = static_cast<uint32_t>(skeleton_cuts_.size());
  cuts_.insert(cuts_.end(), skeleton_cuts_.begin(), skeleton_cuts_.end());
  line.id = id.index;
  Follow(line.id);
  return true;
}

// Returns the NameCount for the op whose line begins at `begin`.
LineMemo::NameCount& LineMemo::CountOf(const char* begin) {
  const char* at = begin;
  // Skip the names of results.
  while (*at == '%') {
    ++at;
    while (IsSuffixChar(*at) || *at == ':' || *at == ',' || IsBlank(*at)) ++at;
    if (*at == '=') ++at;
    while (IsBlank(*at)) ++at;
  }
  uint32_t hash = 0;
  for (; IsWordChar(*at) || *at == '"'; ++at) {
    hash = (hash ^ static_cast<unsigned char>(*at)) * 0x01000193;
  }
  return name_counts_[hash >> 26];
}

bool LineMemo::Guess(const char* begin, OpLine& line) {
  // If the program's lines don't repeat in sequence, guessing only costs time.
  if (last_ < 0 || (missed_guesses_ >= kTrial && guessed_ < missed_guesses_)) {
    return false;
  }
  const char* after_name = nullptr;
  if (*begin == '%') {
    line.ClearNames();
    after_name = ScanName(begin, text_end_, line.AddName());
    if (after_name == nullptr) return false;
  }
  for (const int32_t follower : rows_[static_cast<size_t>(last_)].followers) {
    if (follower < 0) break;
    if (Matches(rows_[static_cast<size_t>(follower)], begin, after_name,
                line)) {
      ++guessed_;
      line.id = follower;
      Follow(follower);
      return true;
    }
  }
  ++missed_guesses_;
  return false;
}

// Whether the line is equal to the row, except for names. If so, sets the same
// fields as MakeSkeleton. If the line begins with a name, this name has already
// been read, up to `after_name`.
bool LineMemo::Matches(const Row& row, const char* begin,
                       const char* after_name, OpLine& line) const {
  const char* at = begin;
  const char* text = row.text.data();
  size_t i = 0;  // names that have been read
  if (after_name != nullptr) {
    if (*text != '%') return false;
    at = after_name;
    i = 1;
    ++text;
  }
  line.name_count = i;
  const auto piece = [&](const char* text_to) {
    const auto length = static_cast<size_t>(text_to - text);
    if (static_cast<size_t>(text_end_ - at) < length ||
        !AreEqual(at, text, length)) {
      return false;
    }
    at += length;
    text = text_to;
    return true;
  };
  const uint16_t* const cuts = cuts_.data() + row.first_cut;
  for (; i < row.cut_count; ++i) {
    if (!piece(row.text.data() + cuts[i])) return false;
    at = ScanName(at - 1, text_end_, line.AddName());
    if (at == nullptr) return false;
  }
  if (!piece(row.text.data() + row.text.size())) return false;
  line.end = at;
  if (row.next == NextToken::kLoc) {
    while (IsBlank(*at)) ++at;
    line.next = at;
    line.next_token = row.next;
    constexpr std::string_view kLoc = "loc(";
    return at != line.end &&
           std::string_view(at, static_cast<size_t>(text_end_ - at))
               .starts_with(kLoc);
  }
  if (!SkipToLineEnd(at, text_end_)) return false;
  line.next = SkipBlanksAndLines(at);
  line.next_token = row.next;
  return row.next == NextToken::kPercent
             ? *line.next == '%'
             : Classify(line.next, text_end_) == row.next;
}

bool LineMemo::MakeSkeleton(const char* begin, OpLine& line) {
  skeleton_.clear();
  skeleton_cuts_.clear();
  line.ClearNames();
  const char* at = begin;
  const char* piece = begin;
  while (true) {
    at = SkipPlain(at);
    if (*at == '\n' || *at == '\r' || at == text_end_) break;
    if (*at == '"') {
      at = SkipString(at);
      if (at == nullptr) return false;
    } else if (*at == '%') {
      skeleton_.append(piece, static_cast<size_t>(at + 1 - piece));
      skeleton_cuts_.push_back(static_cast<uint16_t>(skeleton_.size()));
      at = ScanName(at, text_end_, line.AddName());
      if (at == nullptr) return false;
      piece = at;
    } else {
      return false;  // a comment or a NUL byte
    }
    if (static_cast<size_t>(at - begin) > kMaxLength) return false;
  }
  if (const char* const loc = FindLoc(piece, at)) {
    at = line.next = loc;
    line.next_token = NextToken::kLoc;
  } else {
    line.next = SkipBlanksAndLines(at);
    line.next_token = Classify(line.next, text_end_);
    if (line.next_token == NextToken::kOther) return false;
  }
  while (at > piece && IsBlank(at[-1])) --at;
  line.end = at;
  skeleton_.append(piece, static_cast<size_t>(at - piece));
  if (skeleton_.empty() || skeleton_.size() > kMaxLength ||
      !HasFullName(skeleton_)) {
    return false;
  }
  skeleton_.push_back(static_cast<char>(line.next_token));
  return true;
}

void LineMemo::Follow(int32_t id) {
  if (last_ >= 0) {
    // The latest follower is moved to the front.
    int32_t moved = id;
    for (int32_t& follower : rows_[static_cast<size_t>(last_)].followers) {
      std::swap(follower, moved);
      if (moved == id) break;
    }
  }
  last_ = id;
}

}  // namespace shardflow::internal
