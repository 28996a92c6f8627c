#include "json/rules_read.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "json/document.h"
#include "json/input.h"
#include "sharding/rule_template.h"

namespace shardflow::internal {
namespace {

class RulesJsonReader {
 public:
  RulesJsonReader(const SourceBuffer& source, const JsonDocument& document,
                  Error& error)
      : source_(source), d_(document), in_(document, error) {}

  bool Read(std::vector<RuleEntry>& entries) {
    enum Key { kSchema, kVersion, kRules };
    static constexpr std::array<std::string_view, 3> kKeys = {
        "$schema", "version", "rules"};
    std::array<JsonRef, kKeys.size()> at;
    if (!in_.Fields(d_.root(), kKeys, at)) return false;
    if (!in_.Needs(d_.root(), at[kVersion], "version")) return false;
    if (d_.raw(at[kVersion]) != "1")
      return in_.Fail(at[kVersion], "expected 1");
    if (!in_.Needs(d_.root(), at[kRules], "rules") ||
        !in_.Expect(at[kRules], JsonKind::kArray)) {
      return false;
    }
    for (const JsonRef rule : d_.Items(at[kRules])) {
      if (!ReadEntry(rule, entries.emplace_back())) return false;
    }
    return true;
  }

 private:
  // Reads a string, which must not be empty.
  bool ReadString(JsonRef value, std::string& text) {
    if (!in_.Expect(value, JsonKind::kString)) return false;
    std::string room;
    text = d_.String(value, room);
    return !text.empty() || in_.Fail(value, "is empty");
  }

  bool ReadEntry(JsonRef value, RuleEntry& entry) {
    enum Key { kOp, kTarget, kRule, kWhere, kTraits };
    static constexpr std::array<std::string_view, 5> kKeys = {
        "op", "target", "rule", "where", "traits"};
    std::array<JsonRef, kKeys.size()> at;
    if (!in_.Fields(value, kKeys, at)) return false;
    entry.is_target = static_cast<bool>(at[kTarget]);
    if (entry.is_target == static_cast<bool>(at[kOp])) {
      return in_.Fail(value, "expected either \"op\" or \"target\"");
    }
    std::string text;
    if (!ReadString(entry.is_target ? at[kTarget] : at[kOp], entry.name) ||
        !in_.Needs(value, at[kRule], "rule") || !ReadString(at[kRule], text)) {
      return false;
    }
    Error wrong;
    entry.rule.pattern = ParseRuleTemplate(text, wrong);
    if (!entry.rule.pattern) {
      return in_.Fail(at[kRule],
                      fmt::format("{} (column {} of '{}')", wrong.message,
                                  wrong.offset + 1, text));
    }
    entry.rule.place = source_.name() + ": " + d_.Pointer(value);
    if (at[kWhere] && !ReadGuards(at[kWhere], entry.rule.where)) return false;
    if (at[kTraits] && !ReadTraits(at[kTraits], entry.traits)) return false;
    std::optional<Error> fault = CheckRuleEntry(entry);
    return !fault || in_.Fail(at[at[kTraits] ? kTraits : kRule],
                              std::move(fault->message));
  }

  bool ReadGuards(JsonRef where, std::vector<AttrGuard>& guards) {
    if (!in_.Expect(where, JsonKind::kObject)) return false;
    bool is_key = true;
    std::string room;
    for (const JsonRef item : d_.Items(where)) {
      if (is_key) {
        guards.emplace_back().name = d_.String(item, room);
      } else if (!ReadGuard(item, guards.back())) {
        return false;
      }
      is_key = !is_key;
    }
    return true;
  }

  bool ReadGuard(JsonRef wanted, AttrGuard& guard) {
    if (d_.Is(wanted, JsonKind::kString)) {
      std::string room;
      guard.kind = AttrGuard::Kind::kString;
      guard.text = d_.String(wanted, room);
      return true;
    }
    if (d_.IsBool(wanted)) {
      guard.kind = AttrGuard::Kind::kBool;
      guard.number = d_.Is(wanted, JsonKind::kTrue) ? 1 : 0;
      return true;
    }
    const std::optional<int64_t> number =
        d_.Is(wanted, JsonKind::kNumber) ? d_.Integer(wanted) : std::nullopt;
    if (!number) {
      return in_.Fail(wanted, "expected a string, an integer, true or false");
    }
    guard.kind = AttrGuard::Kind::kInteger;
    guard.number = *number;
    return true;
  }

  bool ReadTraits(JsonRef list, uint32_t& traits) {
    if (!in_.Expect(list, JsonKind::kArray)) return false;
    std::string room;
    for (const JsonRef word : d_.Items(list)) {
      const uint32_t trait = d_.Is(word, JsonKind::kString)
                                 ? ParseRuleTrait(d_.String(word, room))
                                 : 0;
      if (trait == 0) {
        return in_.Fail(word, "expected \"elementwise\" or \"pure\"");
      }
      traits |= trait;
    }
    return true;
  }

  const SourceBuffer& source_;
  const JsonDocument& d_;
  JsonInput in_;
};

}  // namespace

bool ReadRulesJson(const SourceBuffer& source, std::vector<RuleEntry>& entries,
                   Diagnostics& diagnostics) {
  Error error;
  const std::optional<JsonDocument> document =
      JsonDocument::Parse(source.text(), {}, error);
  if (document && RulesJsonReader(source, *document, error).Read(entries)) {
    return true;
  }
  ReportError(std::move(error), source, diagnostics);
  return false;
}

bool ReadRules(const SourceBuffer& source, OpExtensions& into,
               Diagnostics& diagnostics) {
  std::vector<RuleEntry> entries;
  const std::string_view text = source.text();
  const size_t begin = text.find_first_not_of(" \t\r\n");
  const bool is_json = begin != std::string_view::npos && text[begin] == '{';
  const bool ok = is_json ? ReadRulesJson(source, entries, diagnostics)
                          : ReadRulesText(source, entries, diagnostics);
  if (!ok) return false;
  for (RuleEntry& entry : entries) {
    OpExtension& extension =
        entry.is_target ? into.Target(entry.name) : into.Op(entry.name);
    extension.traits |= entry.traits;
    extension.rules.push_back(std::move(entry.rule));
  }
  return true;
}

}  // namespace shardflow::internal
