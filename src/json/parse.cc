#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "base/ascii.h"
#include "base/check.h"
#include "json/document.h"
#include "json/utf8.h"

// Parses text into a JsonDocument.

namespace shardflow::internal {
namespace {

// The largest offset that Loc (ir/ids.h) can hold.
constexpr size_t kMaxBytes = (size_t{1} << 31) - 2;

// If there are more keys than this, duplicates are found with a hash set.
constexpr size_t kFewKeys = 16;

// The bytes that end a run of plain characters in a string.
constexpr std::array<bool, 256> kSpecial = [] {
  std::array<bool, 256> special{};
  for (size_t i = 0; i < 0x20; ++i) special[i] = true;
  for (size_t i = 0x80; i < 256; ++i) special[i] = true;
  special['"'] = special['\\'] = true;
  return special;
}();

}  // namespace

class JsonParser {
 public:
  JsonParser(JsonDocument& document, const JsonLimits& limits, bool fold,
             Error& error)
      : d_(document),
        limits_(limits),
        fold_(fold),
        error_(error),
        begin_(document.text_.data()),
        at_(begin_),
        end_(begin_ + document.text_.size()) {}

  bool Parse() {
    if (d_.text_.size() > kMaxBytes) {
      error_.code = ErrorCode::kLimitExceeded;
      return Fail("the text is longer than 2 GiB");
    }
    // A typical text has about one value per 12 bytes. Reserving too much
    // memory costs nothing, as long as it isn't used.
    d_.nodes_.reserve(d_.text_.size() / 12 + 1);
    // Some editors start a file with a byte order mark.
    if (d_.text_.starts_with("\xEF\xBB\xBF")) at_ += 3;
    Space();
    if (!Value()) return false;
    while (!open_.empty()) {
      if (!Step()) return false;
    }
    Space();
    return at_ == end_ || Fail("unexpected text after the value");
  }

 private:
  using Node = JsonDocument::Node;

  // Reports an error in a value.
  bool Fail(std::string message, std::string hint = "") {
    return FailAt(at_, std::move(message), std::move(hint));
  }
  bool FailAt(const char* at, std::string message, std::string hint = "") {
    return FailWith(at, Path(open_.size()), std::move(message),
                    std::move(hint));
  }
  // Reports an error between the values of the innermost container.
  bool FailBetween(std::string message) {
    return FailWith(at_, Path(open_.empty() ? 0 : open_.size() - 1),
                    std::move(message), "");
  }
  bool FailWith(const char* at, std::string pointer, std::string message,
                std::string hint) {
    error_.offset = static_cast<size_t>(at - begin_);
    error_.pointer = std::move(pointer);
    error_.message = std::move(message);
    error_.hint = std::move(hint);
    return false;
  }
  // Returns the JSON pointer to the current item at this depth.
  // (JsonDocument::Pointer can't be used, because it needs the ends of all
  // containers, and open containers have no end yet.)
  std::string Path(size_t depth) const;
  std::string_view LastKey(size_t level, std::string& room) const;

  void Space() {
    while (at_ < end_ &&
           (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) {
      ++at_;
    }
  }

  // Parses the next item of the innermost container, or its end.
  bool Step() {
    const bool is_object = Top().kind == JsonKind::kObject;
    const char close = is_object ? '}' : ']';
    Space();
    if (at_ == end_) {
      return FailBetween(std::string("expected '") + close + "'");
    }
    if (*at_ == close) {
      if (comma_) return FailBetween("expected another value after ','");
      return Close();
    }
    if (Top().next != 0 && !comma_) {
      return FailBetween(std::string("expected ',' or '") + close + "'");
    }
    comma_ = false;
    if (is_object && !Key()) return false;
    ++Top().next;  // counts the items until the container is closed
    return Value();
  }
  // Reads the comma that may follow a value.
  void AfterValue() {
    Space();
    comma_ = !open_.empty() && at_ < end_ && *at_ == ',';
    if (comma_) ++at_;
  }

  Node& Top() { return d_.nodes_[open_.back()]; }
  Node& Add(JsonKind kind, const char* begin) {
    Node& node = d_.nodes_.emplace_back();
    node.kind = kind;
    node.begin = static_cast<uint32_t>(begin - begin_);
    node.end = static_cast<uint32_t>(at_ - begin_);
    node.next = static_cast<int32_t>(d_.nodes_.size());
    return node;
  }

  bool Open(JsonKind kind) {
    if (open_.size() >= limits_.depth) {
      error_.code = ErrorCode::kLimitExceeded;
      return Fail("nested deeper than " + std::to_string(limits_.depth));
    }
    const char* const begin = at_++;
    const bool of_ops = fold_ && kind == JsonKind::kArray && FollowsKeyOfOps();
    open_.push_back(d_.nodes_.size());
    Node& node = Add(kind, begin);
    node.next = 0;
    if (of_ops) node.form = JsonDocument::kOfOps;
    comma_ = false;
    return true;
  }
  // Whether the value that begins here belongs to a key "ops" or "body".
  bool FollowsKeyOfOps() {
    if (open_.empty() || Top().kind != JsonKind::kObject) return false;
    const Node& key = d_.nodes_.back();
    const std::string_view text =
        d_.text_.substr(key.begin, key.end - key.begin);
    return text == "\"ops\"" || text == "\"body\"";
  }
  // Whether the op in the container at this level of nesting may be folded.
  bool MayFold(size_t level) {
    if (!fold_ || level == 0 || in_location_ || !d_.forms_.on()) return false;
    const Node& parent = d_.nodes_[open_[level - 1]];
    return parent.kind == JsonKind::kArray &&
           parent.form == JsonDocument::kOfOps;
  }
  // If the object that begins here has the form of an earlier op, adds it as a
  // folded op. Otherwise returns false.
  bool Fold() {
    // The limit on nesting is only checked when an op is parsed. So an op that
    // might exceed the limit isn't folded.
    if (!MayFold(open_.size()) ||
        open_.size() + OpForms::kMaxLength > limits_.depth) {
      return false;
    }
    const char* const begin = at_;
    const char* end = nullptr;
    const OpForms::Number form = d_.forms_.Guess(begin, end_, end);
    if (form == OpForms::kNone) return false;
    const size_t slot = d_.nodes_.size();
    Add(JsonKind::kObject, begin);
    if (d_.forms_.HasLocation(form) && !FoldedLocation(form, end)) {
      d_.nodes_.resize(slot);
      at_ = begin;
      return false;
    }
    at_ = end;
    SetFolded(slot, form);
    return true;
  }
  void SetFolded(size_t slot, OpForms::Number form) {
    Node& node = d_.nodes_[slot];
    node.end = static_cast<uint32_t>(at_ - begin_);
    node.next = static_cast<int32_t>(d_.nodes_.size());
    node.form = form;
    node.folded = true;
    d_.has_folded_ = true;
  }
  // Parses the location of an op that is being folded. The location begins at
  // `at`, which is then set to the end of the op. On error, the caller parses
  // the op in the usual way, which also reports the error.
  bool FoldedLocation(OpForms::Number form, const char*& at) {
    const size_t level = open_.size();
    const size_t slot = d_.nodes_.size();
    at_ = at;
    in_location_ = true;
    bool ok = Value();
    while (ok && open_.size() > level) ok = Step();
    in_location_ = false;
    open_.resize(level);
    comma_ = false;
    if (!ok) {
      error_ = Error();
      return false;
    }
    at = d_.forms_.CompareRest(form, begin_ + d_.nodes_[slot].end, end_);
    return at != nullptr;
  }
  // Records the form of the object that was just parsed. If the form was
  // already known, folds the object.
  void FoldParsed(size_t slot);
  bool NamesOfOp(size_t slot);
  bool Close() {
    ++at_;
    const size_t slot = open_.back();
    Node& node = d_.nodes_[slot];
    const auto count = static_cast<size_t>(node.next);
    node.end = static_cast<uint32_t>(at_ - begin_);
    node.next = static_cast<int32_t>(d_.nodes_.size());
    if (node.kind == JsonKind::kObject && count > 1 &&
        !CheckKeys(slot, count)) {
      return false;
    }
    open_.pop_back();
    if (node.kind == JsonKind::kObject && MayFold(open_.size())) {
      FoldParsed(slot);
    }
    AfterValue();
    return true;
  }

  bool Key() {
    if (*at_ != '"') return FailBetween("expected a key in double quotes");
    if (!String()) return false;
    Space();
    if (at_ == end_ || *at_ != ':') {
      return FailBetween("expected ':' after a key");
    }
    ++at_;
    Space();
    return true;
  }

  bool Value() {
    if (at_ == end_) return Fail("expected a value");
    switch (*at_) {
      case '{':
        if (!Fold()) return Open(JsonKind::kObject);
        break;
      case '[':
        return Open(JsonKind::kArray);
      case '"':
        if (!String()) return false;
        break;
      case 'n':
        if (!Word("null", JsonKind::kNull)) return false;
        break;
      case 't':
        if (!Word("true", JsonKind::kTrue)) return false;
        break;
      case 'f':
        if (!Word("false", JsonKind::kFalse)) return false;
        break;
      default:
        if (!Number()) return false;
    }
    AfterValue();
    return true;
  }

  bool Word(std::string_view word, JsonKind kind) {
    const char* const begin = at_;
    if (!d_.text_.substr(static_cast<size_t>(at_ - begin_)).starts_with(word)) {
      return NoValue();
    }
    at_ += word.size();
    Add(kind, begin);
    return true;
  }

  bool NoValue() {
    const std::string_view rest =
        d_.text_.substr(static_cast<size_t>(at_ - begin_), 8);
    std::string hint;
    for (std::string_view word :
         {"NaN", "Infinity", "-Infinity", "nan", "inf"}) {
      if (rest.starts_with(word)) {
        hint =
            "JSON has no such number; in attributes, write it as a string: "
            "{\"float\": \"nan\", \"type\": \"f32\"}";
      }
    }
    if (rest.starts_with("'")) hint = "strings are written in double quotes";
    if (rest.starts_with("/")) hint = "JSON has no comments";
    return Fail("expected a value", std::move(hint));
  }

  bool Digits() {
    const char* const begin = at_;
    while (at_ < end_ && IsDigit(*at_)) ++at_;
    return at_ > begin || Fail("expected a digit");
  }

  bool Number() {
    const char* const begin = at_;
    if (*at_ == '-') ++at_;
    if (at_ == end_ || !IsDigit(*at_)) {
      at_ = begin;
      return NoValue();
    }
    if (*at_ == '0' && at_ + 1 < end_ && IsDigit(at_[1])) {
      return Fail("a number begins with 0");
    }
    Digits();
    if (at_ < end_ && *at_ == '.') {
      ++at_;
      if (!Digits()) return false;
    }
    if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      if (at_ < end_ && (*at_ == '+' || *at_ == '-')) ++at_;
      if (!Digits()) return false;
    }
    Add(JsonKind::kNumber, begin);
    return true;
  }

  bool String() {
    const char* const begin = at_++;
    bool escaped = false;
    while (true) {
      while (at_ < end_ && !kSpecial[static_cast<unsigned char>(*at_)]) ++at_;
      if (at_ == end_) return FailAt(begin, "the string has no end");
      if (*at_ == '"') break;
      if (*at_ == '\\') {
        escaped = true;
        if (!Escape()) return false;
        continue;
      }
      if (static_cast<unsigned char>(*at_) < 0x20) {
        return Fail("a control character in a string",
                    "write \\n for the end of a line, \\u0000 for others");
      }
      const size_t length = Utf8Length({at_, static_cast<size_t>(end_ - at_)});
      if (length == 0) return Fail("bytes that are not UTF-8");
      escaped = escaped || IsToldByte({at_, length});
      at_ += length;
    }
    ++at_;
    Add(JsonKind::kString, begin).escaped = escaped;
    return true;
  }

  // Parses \uXXXX, starting at the backslash. Returns -1 if the text is
  // malformed.
  int CodeUnit() {
    if (end_ - at_ < 6 || at_[0] != '\\' || at_[1] != 'u') return -1;
    int unit = 0;
    for (int i = 2; i < 6; ++i) {
      if (!IsHexDigit(at_[i])) return -1;
      unit = unit * 16 + HexValue(at_[i]);
    }
    return unit;
  }
  bool Escape() {
    if (end_ - at_ >= 2 && std::strchr("\"\\/bfnrt", at_[1]) != nullptr &&
        at_[1] != '\0') {
      at_ += 2;
      return true;
    }
    const int unit = CodeUnit();
    if (unit < 0) return Fail("an unknown escape in a string");
    if (unit >= 0xDC00 && unit <= 0xDFFF) {
      return Fail("half of a surrogate pair without the other half");
    }
    at_ += 6;
    if (unit < 0xD800 || unit > 0xDBFF) return true;
    const int low = CodeUnit();
    if (low < 0xDC00 || low > 0xDFFF) {
      return Fail("half of a surrogate pair without the other half");
    }
    at_ += 6;
    return true;
  }

  // Checks that the keys of a finished object are distinct.
  bool CheckKeys(size_t slot, size_t count);
  bool Twice(JsonRef key) {
    std::string room;
    const std::string_view name = d_.String(key, room);
    std::string pointer = Path(open_.size() - 1);
    AppendPointer(name, pointer);
    return FailWith(begin_ + d_.offset(key), std::move(pointer),
                    "the key \"" + std::string(name) + "\" is given twice", "");
  }

  JsonDocument& d_;
  const JsonLimits& limits_;
  const bool fold_;
  Error& error_;
  const char* const begin_;
  const char* at_;
  const char* const end_;
  std::vector<size_t> open_;  // indices of the open containers' nodes
  bool comma_ = false;        // whether a comma followed the last value
  // State of the op that is being folded:
  bool in_location_ = false;
  std::vector<std::string_view> names_;
  JsonRef location_;
};

std::string_view JsonParser::LastKey(size_t level, std::string& room) const {
  const size_t end =
      level + 1 < open_.size() ? open_[level + 1] : d_.nodes_.size();
  std::string_view key;
  size_t at = open_[level] + 1;
  for (bool is_key = true; at < end; is_key = !is_key) {
    if (is_key) key = d_.String(JsonRef(static_cast<int32_t>(at)), room);
    at = static_cast<size_t>(d_.nodes_[at].next);
  }
  return key;
}

std::string JsonParser::Path(size_t depth) const {
  std::string pointer;
  std::string room;
  for (size_t level = 0; level < depth; ++level) {
    const Node& container = d_.nodes_[open_[level]];
    if (container.next == 0) continue;  // no items so far
    if (container.kind == JsonKind::kObject) {
      AppendPointer(LastKey(level, room), pointer);
    } else {
      AppendPointer(std::to_string(container.next - 1), pointer);
    }
  }
  return pointer;
}

bool JsonParser::CheckKeys(size_t slot, size_t count) {
  std::string rooms[2];
  const auto end = static_cast<size_t>(d_.nodes_[slot].next);
  const auto next_key = [&](size_t key) {
    return static_cast<size_t>(d_.nodes_[key + 1].next);
  };
  const auto name = [&](size_t key, std::string& room) {
    return d_.String(JsonRef(static_cast<int32_t>(key)), room);
  };
  if (count <= kFewKeys) {
    for (size_t key = next_key(slot + 1); key < end; key = next_key(key)) {
      const std::string_view text = name(key, rooms[0]);
      for (size_t other = slot + 1; other < key; other = next_key(other)) {
        if (name(other, rooms[1]) == text) {
          return Twice(JsonRef(static_cast<int32_t>(key)));
        }
      }
    }
    return true;
  }
  absl::flat_hash_set<std::string> keys;
  for (size_t key = slot + 1; key < end; key = next_key(key)) {
    if (!keys.emplace(name(key, rooms[0])).second) {
      return Twice(JsonRef(static_cast<int32_t>(key)));
    }
  }
  return true;
}

void JsonParser::FoldParsed(size_t slot) {
  Node& node = d_.nodes_[slot];
  if (node.end - node.begin > OpForms::kMaxLength || !NamesOfOp(slot)) return;
  bool known = false;
  const JsonRef object(static_cast<int32_t>(slot));
  node.form = d_.forms_.Tell(d_.raw(object), names_,
                             location_ ? d_.raw(location_) : "", known);
  if (!known) return;
  // The op's values are dropped, except for the values in its location.
  size_t kept = 0;
  if (location_) {
    const size_t first = location_.Slot();
    kept = static_cast<size_t>(d_.nodes_[first].next) - first;
    const auto shift = static_cast<int32_t>(first - slot - 1);
    for (size_t i = 0; i < kept; ++i) {
      d_.nodes_[slot + 1 + i] = d_.nodes_[first + i];
      d_.nodes_[slot + 1 + i].next -= shift;
    }
  }
  d_.nodes_.resize(slot + 1 + kept);
  SetFolded(slot, d_.nodes_[slot].form);
}

// Sets `names_` to the names of the op's operands and results. Sets `location_`
// to the op's location if that comes after the names. Returns false if there
// are no names, if a name isn't a plain string at its usual place, or if the op
// has regions or a body.
bool JsonParser::NamesOfOp(size_t slot) {
  names_.clear();
  location_ = JsonRef::None();
  const auto ref = [](size_t at) { return JsonRef(static_cast<int32_t>(at)); };
  const auto add = [&](JsonRef value) {
    if (!d_.Is(value, JsonKind::kString) || d_.HasEscapes(value)) return false;
    const std::string_view text = d_.raw(value);
    names_.push_back(text.substr(1, text.size() - 2));
    return true;
  };
  const JsonRef end = d_.Next(ref(slot));
  for (JsonRef key = d_.First(ref(slot)); key != end;) {
    const JsonRef value = d_.Next(key);
    if (d_.HasEscapes(key)) return false;
    const std::string_view name = d_.raw(key);
    if (name == "\"operands\"") {
      if (!d_.Is(value, JsonKind::kArray)) return false;
      for (const JsonRef operand : d_.Items(value)) {
        if (!add(operand)) return false;
      }
    } else if (name == "\"results\"") {
      if (!d_.Is(value, JsonKind::kArray)) return false;
      for (const JsonRef result : d_.Items(value)) {
        if (!d_.Is(result, JsonKind::kObject)) return false;
        const JsonRef named = d_.Find(result, "name");
        if (!named || !add(named)) return false;
      }
    } else if (name == "\"regions\"" || name == "\"body\"" ||
               name == "\"arguments\"") {
      return false;
    } else if (name == "\"location\"") {
      location_ = value;
    }
    key = d_.Next(value);
  }
  if (names_.empty()) return false;
  if (location_ && d_.raw(location_).data() < names_.back().data()) {
    location_ = JsonRef::None();
  }
  return true;
}

std::optional<JsonDocument> JsonDocument::Parse(std::string_view text,
                                                const JsonLimits& limits,
                                                bool fold, Error& error) {
  JsonDocument document;
  document.text_ = text;
  JsonParser parser(document, limits, fold, error);
  if (!parser.Parse()) return std::nullopt;
  return document;
}

std::optional<JsonDocument> JsonDocument::Parse(std::string_view text,
                                                const JsonLimits& limits,
                                                Error& error) {
  return Parse(text, limits, /*fold=*/false, error);
}

std::optional<JsonDocument> JsonDocument::ParseFolded(std::string_view text,
                                                      const JsonLimits& limits,
                                                      Error& error) {
  return Parse(text, limits, /*fold=*/true, error);
}

JsonDocument JsonDocument::Unfolded(JsonRef& value) const {
  Error none;
  std::optional<JsonDocument> all = Parse(text_, {.depth = text_.size()}, none);
  SHARDFLOW_CHECK(all.has_value());  // the text has been parsed before
  const auto at = std::lower_bound(
      all->nodes_.begin(), all->nodes_.end(), node(value).begin,
      [](const Node& a, uint32_t begin) { return a.begin < begin; });
  value = JsonRef(static_cast<int32_t>(at - all->nodes_.begin()));
  return *std::move(all);
}

}  // namespace shardflow::internal
