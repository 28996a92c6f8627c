#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "sharding/rule_template.h"

namespace shardflow::internal {
namespace {

// Longer lists of tensors, dimensions or factors are rejected.
constexpr size_t kMaxItems = 1'000;

class TemplateParser {
 public:
  TemplateParser(std::string_view text, size_t offset, Error& error)
      : text_(text), at_(offset), error_(error) {}

  size_t offset() const { return at_; }

  bool Parse() {
    if (!ParseTensors(rule_.operands, "operand")) return false;
    if (!Expect("->")) return false;
    if (!ParseTensors(rule_.results, "result")) return false;
    size_t before = SkipBlanks(text_, at_);
    if (before < text_.size() && text_[before] == '{' && !ParseSizes()) {
      return false;
    }
    while (ParseGroupName()) {
      std::optional<RuleTemplate::Formula>* const formula = FormulaOf(group_);
      if (formula == nullptr ? !ParseGroup() : !ParseFormula(*formula)) {
        return false;
      }
    }
    return CheckReductions();
  }
  RuleTemplate Take() { return std::move(rule_); }

 private:
  bool Fail(size_t offset, std::string message) {
    return error_.Set(offset, std::move(message));
  }
  // Moves to the next token and returns its offset.
  size_t Next() { return at_ = SkipBlanks(text_, at_); }
  bool Consume(std::string_view token) {
    Next();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  bool Expect(std::string_view token) {
    if (Consume(token)) return true;
    return Fail(at_, at_ >= text_.size()
                         ? fmt::format("expected '{}', got the end", token)
                         : fmt::format("expected '{}'", token));
  }

  bool ParseTensors(std::vector<RuleTemplate::Tensor>& tensors,
                    std::string_view kind) {
    if (!Expect("(")) return false;
    const size_t first = Next();
    if (Consume(")")) {
      return kind == "result" ||
             Fail(first, "a rule needs at least one operand");
    }
    bool repeated = false;
    do {
      const size_t begin = Next();
      if (tensors.size() == kMaxItems) return Fail(begin, "too many tensors");
      if (!ParseTensor(tensors.emplace_back())) return false;
      if (!tensors.back().repeated) continue;
      if (repeated) {
        return Fail(begin, fmt::format("only one {} can be repeated", kind));
      }
      repeated = true;
    } while (Consume(","));
    return Expect(")");
  }

  // Parses one tensor, such as `[..., i, jk, *]` or `[i, j]*`.
  bool ParseTensor(RuleTemplate::Tensor& tensor) {
    if (!Expect("[")) return false;
    seen_.clear();
    if (!Consume("]")) {
      do {
        if (tensor.dims.size() == kMaxItems) {
          return Fail(Next(), "too many dimensions");
        }
        if (!ParseDim(tensor.dims.emplace_back())) return false;
      } while (Consume(","));
      if (!Expect("]")) return false;
    }
    tensor.repeated = Consume("*");
    return true;
  }

  bool ParseDim(RuleTemplate::Dim& dim) {
    if (Consume("*")) return true;
    const size_t begin = Next();
    if (Consume("...")) return AddFactor("...", begin, dim);
    if (at_ >= text_.size() || !IsLetter(text_[at_])) {
      return Fail(at_, "expected a factor, '*' or '...'");
    }
    while (at_ < text_.size() && IsLetter(text_[at_])) {
      const size_t start = at_;
      if (!AddFactor(TakeSymbol(), start, dim)) return false;
    }
    return true;
  }

  // Returns a letter, or a letter followed by '_' and digits.
  std::string_view TakeSymbol() {
    const size_t begin = at_++;
    if (at_ + 1 < text_.size() && text_[at_] == '_' &&
        IsDigit(text_[at_ + 1])) {
      ++at_;
      while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  int32_t Find(std::string_view name) const {
    for (size_t f = 0; f < rule_.factors.size(); ++f) {
      if (rule_.factors[f].name == name) return static_cast<int32_t>(f);
    }
    return -1;
  }

  bool AddFactor(std::string_view name, size_t offset, RuleTemplate::Dim& dim) {
    int32_t factor = Find(name);
    if (factor < 0) {
      if (rule_.factors.size() == kMaxItems) {
        return Fail(offset, "too many factors");
      }
      factor = static_cast<int32_t>(rule_.factors.size());
      rule_.factors.emplace_back().name = name;
    }
    if (std::find(seen_.begin(), seen_.end(), factor) != seen_.end()) {
      return Fail(offset,
                  fmt::format("factor '{}' appears twice in one tensor", name));
    }
    seen_.push_back(factor);
    dim.push_back(factor);
    return true;
  }

  // Parses the name of a factor, which must appear in a tensor.
  bool ParseKnownFactor(std::string_view where, int32_t& factor) {
    const size_t begin = Next();
    std::string_view name;
    if (Consume("...")) {
      name = "...";
    } else if (at_ < text_.size() && IsLetter(text_[at_])) {
      name = TakeSymbol();
    } else {
      return Fail(at_, "expected a factor");
    }
    factor = Find(name);
    if (factor >= 0) return true;
    return Fail(begin,
                fmt::format("factor '{}' of {} doesn't appear in any tensor",
                            name, where));
  }

  // Parses sizes of factors, such as `{i=4, j=8}`.
  bool ParseSizes() {
    if (!Expect("{")) return false;
    if (Consume("}")) return true;
    do {
      const size_t begin = Next();
      int32_t factor = 0;
      if (!ParseKnownFactor("the sizes", factor) || !Expect("=")) return false;
      RuleTemplate::Factor& row = rule_.factors[static_cast<size_t>(factor)];
      if (row.is_ellipsis()) return Fail(begin, "'...' can have no size");
      if (row.size) {
        return Fail(begin, fmt::format("factor '{}' has two sizes", row.name));
      }
      const size_t number = Next();
      int64_t size = 0;
      const auto [end, ec] = std::from_chars(text_.data() + at_,
                                             text_.data() + text_.size(), size);
      if (ec != std::errc() || size < 0) return Fail(number, "expected a size");
      at_ = static_cast<size_t>(end - text_.data());
      row.size = size;
    } while (Consume(","));
    return Expect("}");
  }

  // Consumes the name of a group or formula and the '=' after it, as in
  // `reduction=`; leaves anything else alone.
  bool ParseGroupName() {
    static constexpr std::string_view kGroups[] = {
        "reduction",   "need_replication",
        "permutation", "blocked_propagation",
        "resized",     "flops",
        "bytes",       "temporaries"};
    const size_t begin = Next();
    for (const std::string_view group : kGroups) {
      if (!text_.substr(begin).starts_with(group)) continue;
      const size_t equals = SkipBlanks(text_, begin + group.size());
      if (equals >= text_.size() || text_[equals] != '=') continue;
      group_ = group;
      at_ = equals + 1;
      return true;
    }
    return false;
  }

  bool ParseGroup() {
    if (!Expect("{")) return false;
    // Empty braces are allowed, so that programs that write rules need no
    // special case.
    if (Consume("}")) return true;
    do {
      const size_t begin = Next();
      int32_t factor = 0;
      if (!ParseKnownFactor(group_, factor)) return false;
      if (!AddToGroup(rule_.factors[static_cast<size_t>(factor)], begin)) {
        return false;
      }
    } while (Consume(","));
    return Expect("}");
  }

  bool AddToGroup(RuleTemplate::Factor& factor, size_t offset) {
    bool twice = false;
    if (group_ == "blocked_propagation") {
      twice = std::exchange(factor.blocked, true);
    } else if (group_ == "resized") {
      twice = std::exchange(factor.resized, true);
    } else {
      if (factor.type != FactorType::kPassThrough) {
        return Fail(offset,
                    fmt::format("factor '{}' can be in only one of reduction, "
                                "need_replication and permutation",
                                factor.name));
      }
      factor.type = group_ == "reduction"     ? FactorType::kReduction
                    : group_ == "permutation" ? FactorType::kPermutation
                                              : FactorType::kNeedReplication;
      if (group_ == "reduction") reduction_at_ = offset;
    }
    return !twice || Fail(offset, fmt::format("factor '{}' appears twice in {}",
                                              factor.name, group_));
  }

  // Returns where to store the formula of this name, or null if there is none.
  std::optional<RuleTemplate::Formula>* FormulaOf(std::string_view name) {
    if (name == "flops") return &rule_.flops;
    if (name == "bytes") return &rule_.bytes;
    if (name == "temporaries") return &rule_.temporaries;
    return nullptr;
  }

  // Parses a formula, such as `{4*b*q*k + 2*b*q}`.
  bool ParseFormula(std::optional<RuleTemplate::Formula>& formula) {
    if (formula) {
      return Fail(at_, fmt::format("{} is given twice", group_));
    }
    formula.emplace();
    if (!Expect("{")) return false;
    size_t items = 0;
    do {
      RuleTemplate::Formula::Term& term = formula->terms.emplace_back();
      do {
        if (++items > kMaxItems) return Fail(Next(), "the formula is too long");
        if (!ParseFormulaItem(term)) return false;
      } while (Consume("*"));
    } while (Consume("+"));
    return Expect("}");
  }

  // Parses a number or a factor.
  bool ParseFormulaItem(RuleTemplate::Formula::Term& term) {
    const size_t begin = Next();
    if (begin >= text_.size() || !IsDigit(text_[begin])) {
      return ParseKnownFactor(group_, term.factors.emplace_back());
    }
    double number = 0;
    const auto [end, ec] =
        std::from_chars(text_.data() + begin, text_.data() + text_.size(),
                        number, std::chars_format::fixed);
    if (ec != std::errc()) return Fail(begin, "the number is too large");
    at_ = static_cast<size_t>(end - text_.data());
    term.number *= number;
    return true;
  }

  bool CheckReductions() {
    for (const RuleTemplate::Tensor& tensor : rule_.results) {
      for (const RuleTemplate::Dim& dim : tensor.dims) {
        for (const int32_t f : dim) {
          const auto& factor = rule_.factors[static_cast<size_t>(f)];
          if (factor.type != FactorType::kReduction) continue;
          return Fail(reduction_at_,
                      fmt::format("reduction factor '{}' appears in a result",
                                  factor.name));
        }
      }
    }
    return true;
  }

  std::string_view text_;
  size_t at_;
  Error& error_;
  RuleTemplate rule_;
  std::vector<int32_t> seen_;  // the factors of the tensor being read
  std::string_view group_;
  size_t reduction_at_ = 0;
};

}  // namespace

size_t SkipBlanks(std::string_view text, size_t offset) {
  while (offset < text.size()) {
    const char c = text[offset];
    if (c == '#' || text.substr(offset).starts_with("//")) {
      offset = std::min(text.find('\n', offset), text.size());
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++offset;
    } else {
      break;
    }
  }
  return offset;
}

std::optional<RuleTemplate> ParseRuleTemplate(std::string_view text,
                                              size_t& offset, Error& error) {
  TemplateParser parser(text, offset, error);
  if (!parser.Parse()) return std::nullopt;
  offset = parser.offset();
  return parser.Take();
}

std::optional<RuleTemplate> ParseRuleTemplate(std::string_view text,
                                              Error& error) {
  size_t offset = 0;
  std::optional<RuleTemplate> rule = ParseRuleTemplate(text, offset, error);
  if (!rule) return std::nullopt;
  offset = SkipBlanks(text, offset);
  if (offset == text.size()) return rule;
  error.Set(offset, "expected the end of the rule");
  return std::nullopt;
}

}  // namespace shardflow::internal
