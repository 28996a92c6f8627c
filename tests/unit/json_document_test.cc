#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/similar.h"
#include "json/document.h"
#include "json/emit.h"

// Compares our JSON reader with nlohmann/json: both must accept the same
// documents and read the same values. Also tests what nlohmann/json doesn't
// offer: errors for duplicate keys, positions and pointers.

namespace shardflow::internal {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const JsonDocument& d, JsonRef value) {
  std::string room;
  switch (d.kind(value)) {
    case JsonKind::kNull:
      return nullptr;
    case JsonKind::kTrue:
      return true;
    case JsonKind::kFalse:
      return false;
    case JsonKind::kNumber:
      return Json::parse(d.raw(value));
    case JsonKind::kString:
      return std::string(d.String(value, room));
    case JsonKind::kArray: {
      Json array = Json::array();
      for (const JsonRef item : d.Items(value))
        array.push_back(ToJson(d, item));
      return array;
    }
    case JsonKind::kObject:
      break;
  }
  Json object = Json::object();
  for (JsonRef at = d.First(value); at != d.Next(value);) {
    const JsonRef member = d.Next(at);
    object[std::string(d.String(at, room))] = ToJson(d, member);
    at = d.Next(member);
  }
  return object;
}

// nlohmann/json rejects numbers that don't fit in a double.
bool HasHugeNumber(const std::string& text) {
  return text.find_first_of("eE") != std::string::npos;
}

// Whether the text is JSON. Both readers must agree, and must read the same
// values.
bool ReadByBoth(const std::string& text) {
  Error fault;
  const std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, fault);
  if (!d && fault.message.ends_with("is given twice")) return false;
  if (HasHugeNumber(text) && !Json::accept(text)) return d.has_value();
  EXPECT_EQ(d.has_value(), Json::accept(text)) << text << fault.message;
  if (d && Json::accept(text)) {
    EXPECT_EQ(ToJson(*d, d->root()), Json::parse(text)) << text;
  }
  if (!d) {
    EXPECT_FALSE(fault.message.empty());
    EXPECT_LE(fault.offset, text.size());
  }
  return d.has_value();
}

const std::vector<std::string> kTexts = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-12.50e+3",
    "1E5",
    "0.001",
    "\"\"",
    " [ ] ",
    "{}",
    "[[],[[]],{}]",
    R"({"a":1,"b":[true,null,"c"]})",
    R"(["\"\\\/\b\f\n\r\t", "\u0041\u00e9\u20ac\ud83d\ude00\u0000"])",
    "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]",
    "\xEF\xBB\xBF{\"x\": {\"y\": {\"z\": [1, 2, {\"\": -1}]}}}",
    "[9007199254740993, -9223372036854775808, 9223372036854775807]"};

const std::vector<std::string> kWrong = {"",
                                         " ",
                                         "nul",
                                         "nulll",
                                         "tru",
                                         "True",
                                         "01",
                                         "-",
                                         "1.",
                                         ".5",
                                         "1e",
                                         "+1",
                                         "1.e3",
                                         "0x10",
                                         "NaN",
                                         "Infinity",
                                         "'a'",
                                         "\"",
                                         "\"\\x\"",
                                         "\"\\u12\"",
                                         "\"\\ud800\"",
                                         "\"\\ud800\\u0041\"",
                                         "\"\\udc00\"",
                                         "\"\n\"",
                                         "\"\t\"",
                                         "\"\x80\"",
                                         "\"\xC0\x80\"",
                                         "\"\xED\xA0\x80\"",
                                         "\"\xF5\x80\x80\x80\"",
                                         "\"\xC3\"",
                                         "[",
                                         "]",
                                         "[1",
                                         "[1,",
                                         "[1,]",
                                         "[,1]",
                                         "[1 2]",
                                         "{",
                                         "}",
                                         "{\"a\"}",
                                         "{\"a\":}",
                                         "{\"a\":1,}",
                                         "{a:1}",
                                         "{\"a\" 1}",
                                         "{1:2}",
                                         "[}",
                                         "{]",
                                         "1 2",
                                         "[] []",
                                         "// c\n1",
                                         "[1/**/]",
                                         "{\"a\":1 \"b\":2}",
                                         "[1,,2]"};

TEST(JsonDocument, ReadsWhatIsJson) {
  for (const std::string& text : kTexts) EXPECT_TRUE(ReadByBoth(text)) << text;
  for (const std::string& text : kWrong) EXPECT_FALSE(ReadByBoth(text)) << text;
}

TEST(JsonDocument, AgreesOnTextsWithErrors) {
  std::mt19937 random(1);
  const auto below = [&](size_t n) { return random() % n; };
  constexpr std::string_view kLetters = "{}[],:\"\\u01e-.tn \n\x80\xC3";
  int valid = 0;
  for (int round = 0; round < 60000; ++round) {
    std::string text = kTexts[below(kTexts.size())];
    for (size_t edits = 1 + below(3); edits > 0; --edits) {
      const size_t at = below(text.size() + 1);
      const char letter = kLetters[below(kLetters.size())];
      switch (below(3)) {
        case 0:
          text.insert(at, 1, letter);
          break;
        case 1:
          if (at < text.size()) text[at] = letter;
          break;
        default:
          if (at < text.size()) text.erase(at, 1);
      }
    }
    valid += ReadByBoth(text) ? 1 : 0;
  }
  EXPECT_GT(valid, 5000);
  EXPECT_LT(valid, 55000);
}

std::string FaultOf(const std::string& text, const JsonLimits& limits = {}) {
  Error fault;
  if (JsonDocument::Parse(text, limits, fault)) return "";
  return std::to_string(fault.offset) + " " + fault.pointer + ": " +
         fault.message;
}

TEST(JsonDocument, NamesThePlace) {
  EXPECT_EQ(FaultOf(R"({"a": [1, {"b": tru}]})"),
            "16 /a/1/b: expected a value");
  EXPECT_EQ(FaultOf(R"({"a": [1, 2, ]})"),
            "13 /a: expected another value after ','");
  EXPECT_EQ(FaultOf(R"({"a": [1 2]})"), "9 /a: expected ',' or ']'");
  EXPECT_EQ(FaultOf(R"([{}, {"a": 1, b: 2}])"),
            "14 /1: expected a key in double quotes");
  EXPECT_EQ(FaultOf(R"({"x/y": {"~": 01}})"),
            "14 /x~1y/~0: a number begins with 0");
  EXPECT_EQ(FaultOf("[1] x"), "4 : unexpected text after the value");
}

TEST(JsonDocument, FindsKeysGivenTwice) {
  EXPECT_EQ(FaultOf(R"([0, {"a": 1, "b": [2], "a": 3}])"),
            "23 /1/a: the key \"a\" is given twice");
  // Try the same key with one letter escaped.
  EXPECT_EQ(FaultOf(R"({"ab": 1, "\u0061b": 3})"),
            "10 /ab: the key \"ab\" is given twice");
  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += "\"k" + std::to_string(i) + "\": {}, ";
  EXPECT_EQ(FaultOf(many + "\"last\": 0}"), "");
  EXPECT_NE(FaultOf(many + "\"k57\": 0}").find("/k57: the key"),
            std::string::npos);
}

TEST(JsonDocument, LimitsTheDepth) {
  const std::string open(1000, '['), close(1000, ']');
  EXPECT_EQ(FaultOf(open + close, {.depth = 1000}), "");
  EXPECT_NE(FaultOf("[" + open + close + "]", {.depth = 1000})
                .find("nested deeper than 1000"),
            std::string::npos);
  // Recursion this deep would overflow any stack.
  const std::string deep(3000000, '[');
  EXPECT_NE(FaultOf(deep, {.depth = 4000000}).find("expected"),
            std::string::npos);
}

TEST(JsonDocument, PointsAtEveryValue) {
  const std::string text = R"({"a": [1, {"b/c": null}], "d": {}})";
  Error fault;
  const std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, fault);
  ASSERT_TRUE(d);
  const Json json = Json::parse(text);
  int values = 0;
  for (JsonRef at = d->root(); at != d->Next(d->root()); ++at.index) {
    const auto pointer = Json::json_pointer(d->Pointer(at));
    ASSERT_TRUE(json.contains(pointer)) << d->Pointer(at);
    const bool is_key = d->Is(at, JsonKind::kString);
    if (!is_key) {
      EXPECT_EQ(json.at(pointer), ToJson(*d, at));
    }
    ++values;
  }
  EXPECT_EQ(values, 9);
}

TEST(JsonDocument, KeepsTheDigits) {
  Error fault;
  const std::string text = "[9223372036854775807, 9223372036854775808, 1.0]";
  const std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, fault);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->Integer(JsonRef(1)), INT64_MAX);
  EXPECT_EQ(d->Integer(JsonRef(2)), std::nullopt);
  EXPECT_EQ(d->Integer(JsonRef(3)), std::nullopt);
  EXPECT_EQ(d->raw(JsonRef(2)), "9223372036854775808");
}

TEST(JsonDocument, Nearest) {
  constexpr std::string_view kKnown[] = {"operands", "results", "op"};
  EXPECT_EQ(Nearest("opernds", kKnown), "operands");
  EXPECT_EQ(Nearest("result", kKnown), "results");
  EXPECT_EQ(Nearest("oeprands", kKnown), "operands");
  EXPECT_EQ(Nearest("banana", kKnown), "");
  EXPECT_EQ(Nearest(std::string(100000, 'x'), kKnown), "");
}

TEST(JsonEmitter, WritesWhatOthersRead) {
  std::string text;
  JsonEmitter e(text);
  e.BeginObjectLines();
  e.Key("n");
  e.Int(kMaxJsonInt);
  e.Key("big");
  e.Int(kMaxJsonInt + 1);
  e.AnyKey("q\"\x01");
  e.String("\xFF\xC3\xA9\t\x1F\\");
  e.Key("list");
  e.BeginArray();
  e.Null();
  e.Bool(true);
  e.BeginArrayLines();
  e.EndArray();
  e.Double(0.5);
  e.EndArray();
  e.EndObject();
  EXPECT_EQ(text,
            "{\n  \"n\": 9007199254740991,\n  \"big\": \"9007199254740992\",\n"
            "  \"q\\\"\\u0001\": \"\xF4\x8F\xBB\xBF\xC3\xA9\\t\\u001f\\\\\",\n"
            "  \"list\": [null, true, [], 0.5]\n}");
  EXPECT_TRUE(Json::accept(text));
}

// Strings of arbitrary bytes are written as JSON that other readers also
// accept, and are read back unchanged.
TEST(JsonEmitter, NoByteIsLost) {
  const std::vector<std::string> pieces = {
      "a", "\"", "\\", "\n", "\x80", "\xBF", "\xC3", "\xE2", "\xED", "\xF4",
      "\xFF", "\x8F", "\xBA", "\xC3\xA9", "\x01", "/", "\xF4\x8F\xBA",
      "\xF0\x9F\x98\x80",
      // The characters that represent bytes, and their neighbours.
      "\xF4\x8F\xBA\x80", "\xF4\x8F\xBB\xBF", "\xF4\x8F\xB9\xBF",
      "\xF4\x8F\xBC\x80", "\xEF\xBF\xBD"};
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes;
    for (size_t i = random() % 6; i > 0; --i) {
      bytes += pieces[random() % pieces.size()];
    }
    std::string text;
    AppendJsonString(bytes, text);
    EXPECT_TRUE(Json::accept(text)) << text;
    Error fault;
    const std::optional<JsonDocument> d = JsonDocument::Parse(text, {}, fault);
    ASSERT_TRUE(d) << text;
    std::string room;
    EXPECT_EQ(d->String(d->root(), room), bytes) << text;
    // Writers may escape characters beyond ASCII with \u. These escapes must be
    // read as the same bytes.
    if (!Json::accept(text)) continue;
    const std::string ascii = Json::parse(text).dump(-1, ' ', true);
    const std::optional<JsonDocument> again =
        JsonDocument::Parse(ascii, {}, fault);
    ASSERT_TRUE(again) << ascii;
    EXPECT_EQ(again->String(again->root(), room), bytes) << ascii;
  }
}

}  // namespace
}  // namespace shardflow::internal
