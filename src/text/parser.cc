#include "text/parser.h"

#include <algorithm>
#include <charconv>

#include "text/known_lines.h"

// Tokens, errors and literals.

namespace shardflow::internal {

namespace {

// Types, attributes, locations and regions are parsed recursively. Regions take
// up the most stack: about 2 KB per level, and four times as much under
// sanitizers.
constexpr int kMaxDepth = 500;

}  // namespace

void ParsedOp::Clear() {
  kind = {};
  name = NameId::None();
  offset = 0;
  operands.clear();
  result_types.clear();
  attrs.clear();
  regions.clear();
  result_names.clear();
  loc = {};
  applied = {};
  func.reset();
  line = -1;
  resolved.clear();
}

AttrId ParsedOp::GetAttr(NameId key) const {
  for (const NamedAttr& attr : attrs) {
    if (attr.name == key) return attr.value;
  }
  return AttrId::None();
}

Parser::Parser(Module& m, const SourceBuffer& source,
               const ParseOptions& options, Diagnostics& diagnostics)
    : m_(m),
      source_(source),
      options_(options),
      diagnostics_(diagnostics),
      lexer_(source.text()),
      plain_end_(static_cast<int32_t>(
          std::min<size_t>(source.text().size(), INT32_MAX))),
      lines_(std::make_unique<KnownLines>(lexer_.end())),
      empty_dict_(m.attrs.EmptyDict()) {
  Advance();
}

Parser::~Parser() = default;

// --- errors

bool Parser::ErrorAt(size_t offset, std::string message) {
  failed_ = true;
  if (token_.kind == Tok::kError) {
    // An invalid token is always reported as an invalid token.
    if (lex_error_reported_) return false;
    lex_error_reported_ = true;
    offset = OffsetOf(lexer_.error_at());
    message = std::string(lexer_.error());
  }
  last_error_ = &diagnostics_.Error(source_.Place(offset), std::move(message));
  return false;
}

bool Parser::Error(std::string message) {
  // At the end of the text, the error is reported one character before it, as
  // in MLIR.
  const bool back = At(Tok::kEof) && offset() > 0;
  return ErrorAt(offset() - (back ? 1 : 0), std::move(message));
}

bool Parser::OpErrorAt(size_t offset, std::string message) {
  if (!op_prefix_.empty()) {
    message = "custom op '" + std::string(op_prefix_) + "' " + message;
  }
  return ErrorAt(offset, std::move(message));
}

bool Parser::WrongToken(std::string message) {
  const size_t at = At(Tok::kEof) && offset() > 0 ? offset() - 1 : offset();
  std::string_view before = source_.text().substr(0, at);
  while (true) {
    while (!before.empty() && (before.back() == ' ' || before.back() == '\t')) {
      before.remove_suffix(1);
    }
    if (before.empty()) return ErrorAt(at, std::move(message));
    if (before.back() != '\n' && before.back() != '\r') {
      return ErrorAt(before.size(), std::move(message));
    }
    before.remove_suffix(1);
    // If the previous line ends with a comment, skip back over it.
    const size_t newline = before.find_last_of("\n\r");
    const std::string_view line =
        newline == std::string_view::npos ? before : before.substr(newline);
    const size_t comment = line.find("//");
    if (comment != std::string_view::npos) {
      before.remove_suffix(line.size() - comment);
    }
  }
}

void Parser::AddNote(size_t offset, std::string message) {
  if (last_error_ == nullptr) return;
  last_error_->notes.push_back(
      NoteAt(source_.Place(offset), std::move(message)));
}

bool Parser::FailExpect(Tok kind, std::string_view message) {
  if (!message.empty()) return WrongToken(std::string(message));
  return WrongToken("expected '" + std::string(TokText(kind)) + "'");
}

void Parser::ForgetText(size_t end) {
  source_.Forget(end);
  forget_at_ = end + kForgetStep;
}

bool Parser::Enter() {
  if (depth_ >= kMaxDepth) return TooDeep(offset());
  ++depth_;
  extent_.depth = std::max(extent_.depth, depth_);
  return true;
}

bool Parser::Expand(const AliasExtent& alias, size_t at) {
  extent_.depth = std::max(extent_.depth, depth_ + alias.depth);
  // The size only matters in alias definitions. It can't overflow, because no
  // text is long enough.
  extent_.size += alias.size;
  return extent_.depth <= kMaxDepth || TooDeep(at);
}

bool Parser::TooDeep(size_t at) {
  ErrorAt(at, "nesting too deep");
  if (last_error_ != nullptr) last_error_->code = ErrorCode::kLimitExceeded;
  return false;
}

// Skips text in brackets without parsing it.
bool Parser::SkipBalanced() {
  std::string open;  // the closing brackets that are still missing
  const char* at = token_.begin;
  do {
    const char c = *at++;
    switch (c) {
      case '<':
        open.push_back('>');
        break;
      case '[':
        open.push_back(']');
        break;
      case '(':
        open.push_back(')');
        break;
      case '{':
        open.push_back('}');
        break;
      case '-':
        // The '>' of an arrow isn't a closing bracket.
        if (*at == '>') ++at;
        break;
      case '>':
      case ']':
      case ')':
      case '}':
        if (open.back() != c) {
          // In ASCII, the code of an opening bracket is one or two below the
          // code of its closing bracket.
          const char opened =
              static_cast<char>(open.back() - (open.back() == ')' ? 1 : 2));
          return ErrorAt(OffsetOf(at - 1),
                         "unbalanced '" + std::string(1, opened) +
                             "' character in pretty dialect name");
        }
        open.pop_back();
        break;
      case '"':
        while (at < lexer_.end() && *at != '"') at += *at == '\\' ? 2 : 1;
        ++at;
        break;
      default:
        break;
    }
    if (at > lexer_.end()) {
      return ErrorAt(OffsetOf(token_.begin),
                     "unexpected nul or EOF in pretty dialect name");
    }
  } while (!open.empty());
  lexer_.Reset(at);
  Advance();
  prev_end_ = at;
  return true;
}

// --- words

bool Parser::ExpectKeyword(std::string_view word) {
  if (ConsumeKeyword(word)) return true;
  return OpError("expected '" + std::string(word) + "'");
}

bool Parser::ParseKeyword(std::string_view& word) {
  if (!At(Tok::kBareId)) return OpError("expected valid keyword");
  word = text();
  Advance();
  return true;
}

bool Parser::ParseKeywordOrString(std::string& out) {
  if (At(Tok::kString)) return ParseString(out);
  if (!At(Tok::kBareId)) return OpError("expected valid keyword or string");
  out = text();
  Advance();
  return true;
}

// --- literals

Opt Parser::ParseOptionalInteger(int64_t& value) {
  // As in MLIR, `true` is -1, because its single bit is also the sign.
  if (AtKeyword("true") || AtKeyword("false")) {
    value = text() == "true" ? -1 : 0;
    Advance();
    return Opt::kOk;
  }
  if (!At(Tok::kInteger) && !At(Tok::kMinus)) return Opt::kAbsent;
  const size_t begin = offset();
  const bool negative = Consume(Tok::kMinus);
  if (!At(Tok::kInteger)) {
    WrongToken("expected integer value");
    return Opt::kFailed;
  }
  std::string_view digits = text();
  const bool hex = digits.size() > 1 && digits[1] == 'x';
  if (hex) digits.remove_prefix(2);
  uint64_t magnitude = 0;
  const auto [end, status] = std::from_chars(
      digits.data(), digits.data() + digits.size(), magnitude, hex ? 16 : 10);
  const uint64_t limit = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  if (status != std::errc() || magnitude > limit) {
    OpErrorAt(begin, "integer value too large");
    return Opt::kFailed;
  }
  value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  Advance();
  return Opt::kOk;
}

bool Parser::ParseInteger(int64_t& value) {
  const Opt result = ParseOptionalInteger(value);
  if (result == Opt::kAbsent) return OpError("expected integer value");
  return result == Opt::kOk;
}

bool Parser::ParseDim(int64_t& value) {
  if (Consume(Tok::kQuestion)) {
    value = kDynamicDim;
    return true;
  }
  return ParseInteger(value);
}

bool Parser::ParseDims(std::vector<int64_t>& values) {
  return ParseList(Tok::kLSquare, Tok::kRSquare,
                   [&] { return ParseDim(values.emplace_back()); });
}

bool Parser::ParseString(std::string& value) {
  value.clear();
  if (!At(Tok::kString)) return OpError("expected string");
  AppendUnescaped(text(), value);
  Advance();
  return true;
}

bool Parser::ParseOptionalString(NameId& value) {
  if (!At(Tok::kString)) return false;
  value = InternString(text());
  Advance();
  return true;
}

bool Parser::ParseString(NameId& value) {
  if (ParseOptionalString(value)) return true;
  return OpError("expected string");
}

NameId Parser::InternString(std::string_view token) {
  if (token.find('\\') == std::string_view::npos) {
    return m_.names.Intern(token.substr(1, token.size() - 2));
  }
  scratch_.clear();
  AppendUnescaped(token, scratch_);
  return m_.names.Intern(scratch_);
}

bool Parser::ParseOptionalSymbolName(NameId& name) {
  if (!At(Tok::kAtId)) return false;
  const std::string_view symbol = text().substr(1);
  name = symbol[0] == '"' ? InternString(symbol) : m_.names.Intern(symbol);
  Advance();
  return true;
}

bool Parser::ParseSymbolName(NameId& name) {
  if (ParseOptionalSymbolName(name)) return true;
  return OpError("expected valid '@'-identifier for symbol name");
}

bool Parser::ParseBool(bool& value) {
  if (AtKeyword("true") || AtKeyword("false")) {
    value = text() == "true";
    Advance();
    return true;
  }
  return OpError("expected boolean value");
}

}  // namespace shardflow::internal
