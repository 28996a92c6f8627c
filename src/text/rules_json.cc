#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text/rules_file.h"

// Rules as JSON (schemas/rules-1.schema.json):
//
//   {"version": 1,
//    "rules": [{"op": "my.matmul",
//               "rule": "([i, k], [k, j])->([i, j]) reduction={k}"},
//              {"target": "my_kernel", "where": {"axis": 1}, "rule": "..."}]}
//
// A fault of the syntax is reported at its line and column, any other with the
// JSON pointer of the value.

namespace shardflow {
namespace {

using Json = nlohmann::ordered_json;

// Finds the first fault of the syntax. (The parser that builds values only
// throws, or says that there is one.)
class FaultFinder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    offset = position > 0 ? position - 1 : 0;
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    const std::string_view what = error.what();
    const size_t colon = what.find(": ");
    message = colon == std::string_view::npos ? what : what.substr(colon + 2);
    return false;
  }

  size_t offset = 0;
  std::string message;
};

class JsonReader {
 public:
  JsonReader(const SourceBuffer& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  bool Read(const Json& root, std::vector<RuleEntry>& entries) {
    if (!CheckKeys(root, "", {"$schema", "version", "rules"})) return false;
    const auto version = root.find("version");
    if (version == root.end() || *version != 1) {
      return Fail("/version", "expected 1");
    }
    const auto rules = root.find("rules");
    if (rules == root.end() || !rules->is_array()) {
      return Fail("/rules", "expected an array");
    }
    for (size_t i = 0; i < rules->size(); ++i) {
      const std::string pointer = fmt::format("/rules/{}", i);
      if (!ReadEntry((*rules)[i], pointer, entries.emplace_back())) {
        return false;
      }
    }
    return true;
  }

 private:
  bool Fail(std::string_view pointer, std::string_view message) {
    diagnostics_.Error({source_.name(), 0, 0},
                       fmt::format("{}: {}", pointer, message));
    return false;
  }

  bool CheckKeys(const Json& value, const std::string& pointer,
                 std::initializer_list<std::string_view> known) {
    if (!value.is_object()) return Fail(pointer, "expected an object");
    for (const auto& item : value.items()) {
      const std::string& key = item.key();
      if (key.starts_with("x-")) continue;
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        return Fail(pointer + "/" + key, "unknown key");
      }
    }
    return true;
  }

  bool ReadString(const Json& object, const std::string& pointer,
                  const char* key, std::string& text) {
    const auto at = object.find(key);
    if (at == object.end() || !at->is_string()) {
      return Fail(pointer + "/" + key, "expected a string");
    }
    text = at->get<std::string>();
    return !text.empty() || Fail(pointer + "/" + key, "is empty");
  }

  bool ReadEntry(const Json& value, const std::string& pointer,
                 RuleEntry& entry) {
    if (!CheckKeys(value, pointer,
                   {"op", "target", "rule", "where", "traits"})) {
      return false;
    }
    entry.is_target = value.contains("target");
    if (entry.is_target == value.contains("op")) {
      return Fail(pointer, "expected either 'op' or 'target'");
    }
    std::string text;
    if (!ReadString(value, pointer, entry.is_target ? "target" : "op",
                    entry.name) ||
        !ReadString(value, pointer, "rule", text)) {
      return false;
    }
    Error wrong;
    entry.rule.pattern = ParseRuleTemplate(text, wrong);
    if (!entry.rule.pattern) {
      return Fail(pointer + "/rule",
                  fmt::format("{} (column {} of '{}')", wrong.message,
                              wrong.offset + 1, text));
    }
    entry.rule.place = source_.name() + ": " + pointer;
    if (!ReadGuards(value, pointer, entry.rule.where) ||
        !ReadTraits(value, pointer, entry.traits)) {
      return false;
    }
    const std::string fault = CheckRuleEntry(entry);
    return fault.empty() || Fail(pointer + "/traits", fault);
  }

  bool ReadGuards(const Json& value, const std::string& pointer,
                  std::vector<AttrGuard>& guards) {
    const auto where = value.find("where");
    if (where == value.end()) return true;
    if (!where->is_object()) {
      return Fail(pointer + "/where", "expected an object");
    }
    for (const auto& item : where->items()) {
      AttrGuard& guard = guards.emplace_back();
      guard.name = item.key();
      const Json& wanted = item.value();
      if (wanted.is_string()) {
        guard.kind = AttrGuard::Kind::kString;
        guard.text = wanted.get<std::string>();
      } else if (wanted.is_boolean()) {
        guard.kind = AttrGuard::Kind::kBool;
        guard.number = wanted.get<bool>() ? 1 : 0;
      } else if (IsInt64(wanted)) {
        guard.kind = AttrGuard::Kind::kInteger;
        guard.number = wanted.get<int64_t>();
      } else {
        return Fail(pointer + "/where/" + Escaped(item.key()),
                    "expected a string, an integer, true or false");
      }
    }
    return true;
  }

  static bool IsInt64(const Json& value) {
    if (value.is_number_unsigned()) {
      return value.get<uint64_t>() <= static_cast<uint64_t>(INT64_MAX);
    }
    return value.is_number_integer();
  }

  // As a part of a JSON pointer.
  static std::string Escaped(std::string_view key) {
    std::string text;
    for (const char c : key) {
      text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return text;
  }

  bool ReadTraits(const Json& value, const std::string& pointer,
                  uint32_t& traits) {
    const auto list = value.find("traits");
    if (list == value.end()) return true;
    if (!list->is_array())
      return Fail(pointer + "/traits", "expected an array");
    for (size_t i = 0; i < list->size(); ++i) {
      const Json& word = (*list)[i];
      const uint32_t trait =
          word.is_string() ? ParseRuleTrait(word.get<std::string>()) : 0;
      if (trait == 0) {
        return Fail(fmt::format("{}/traits/{}", pointer, i),
                    "expected \"elementwise\" or \"pure\"");
      }
      traits |= trait;
    }
    return true;
  }

  const SourceBuffer& source_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool ReadRulesJson(const SourceBuffer& source, std::vector<RuleEntry>& entries,
                   Diagnostics& diagnostics) {
  const Json root = Json::parse(source.text(), nullptr, false);
  if (root.is_discarded()) {
    FaultFinder fault;
    Json::sax_parse(source.text(), &fault);
    diagnostics.Error(source.Place(fault.offset), fault.message);
    return false;
  }
  return JsonReader(source, diagnostics).Read(root, entries);
}

}  // namespace shardflow
