#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/source.h"
#include "json/document.h"
#include "json/read.h"
#include "text/write.h"

// JSON ops that have the same form as an earlier one are read without being
// parsed (json/op_forms.h). The program, its value names, and every error with
// its place must be the same as without this shortcut.

namespace shardflow::internal {
namespace {

struct Outcome {
  std::string program;  // as text with locations, or ""
  std::string error;
  std::string names;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << outcome.program << outcome.error << '\n' << outcome.names;
}

struct Reading {
  Outcome outcome;
  bool folded = false;
};

Reading Read(const std::string& json, bool fold, size_t depth = 100000) {
  const auto source = std::make_shared<const SourceBuffer>("a.json", json);
  std::vector<NamedValues> names;
  ParseOptions options;
  options.names = &names;
  Error error;
  Reading reading;
  const std::optional<JsonDocument> document =
      fold ? JsonDocument::ParseFolded(json, {.depth = depth}, error)
           : JsonDocument::Parse(json, {.depth = depth}, error);
  std::optional<Module> module;
  if (document) {
    reading.folded = document->has_folded();
    module =
        ReadModuleJson(source, *document, document->root(), options, error);
  }
  Outcome& outcome = reading.outcome;
  if (module) {
    PrintModule(*module, {.debug_info = true}, outcome.program);
    for (const NamedValues& name : names) {
      outcome.names +=
          std::string(name.name) + " " + std::to_string(name.first.index) + " ";
    }
  } else {
    const SourcePlace place = source->Place(error.offset);
    outcome.error = std::to_string(place.line) + ":" +
                    std::to_string(place.column) + " " + error.pointer + ": " +
                    error.message + " (" + error.hint + ")";
  }
  return reading;
}

std::string Program(std::string_view ops) {
  return "{\"format\": \"shardflow-module\", \"version\": 1, \"ops\": [\n"
         "{\"op\": \"func.func\", \"symbol\": \"main\", \"arguments\": [\n"
         "{\"name\": \"%a\", \"type\": \"tensor<8xf32>\"}],\n"
         "\"body\": [\n" +
         std::string(ops) + "{\"op\": \"func.return\"}]}]}\n";
}

std::string Tanh(std::string_view from, std::string_view to,
                 std::string_view location = "") {
  std::string op = "{\"op\": \"stablehlo.tanh\", \"operands\": [\"" +
                   std::string(from) + "\"], \"results\": [{\"name\": \"" +
                   std::string(to) + "\", \"type\": \"tensor<8xf32>\"}]";
  if (!location.empty()) op += ", \"location\": " + std::string(location);
  return op + "},\n";
}

std::string Line(size_t line) {
  return "{\"file\": \"f.py\", \"line\": " + std::to_string(line) + "}";
}

struct FoldCase {
  const char* what;
  std::string ops;
  bool is_program = true;
};

std::vector<FoldCase> Cases() {
  const std::string two = Tanh("%a", "%0") + Tanh("%0", "%1");
  return {
      {"a chain", two + Tanh("%1", "%2")},
      {"names that are no numbers", Tanh("%a", "x") + Tanh("x", "y z")},
      {"a name with zeros is another one",
       Tanh("%a", "%0") + Tanh("%0", "%00") + Tanh("%00", "%000")},
      {"a large number", Tanh("%a", "%0") + Tanh("%0", "%99999999")},
      {"a name with an escape", two + Tanh("%\\u0031", "%2")},
      {"a defined name with an escape", two + Tanh("%1", "%\\u0032")},
      {"a name beyond ASCII", two + Tanh("%1", "\xC3\xA4")},
      {"results before operands",
       "{\"op\": \"stablehlo.add\", \"results\": [{\"type\": "
       "\"tensor<8xf32>\", \"name\": \"%0\"}], \"operands\": [\"%a\", "
       "\"%a\"]},\n"
       "{\"op\": \"stablehlo.add\", \"results\": [{\"type\": "
       "\"tensor<8xf32>\", \"name\": \"%1\"}], \"operands\": [\"%0\", "
       "\"%a\"]},\n"},
      {"a sharding and a location",
       "{\"op\": \"stablehlo.tanh\", \"operands\": [\"%a\"], \"results\": "
       "[{\"name\": \"%0\", \"type\": \"tensor<8xf32>\", \"sharding\": "
       "\"<@m, [{}]>\"}], \"location\": {\"file\": \"f\", \"line\": 3}},\n"
       "{\"op\": \"stablehlo.tanh\", \"operands\": [\"%0\"], \"results\": "
       "[{\"name\": \"%1\", \"type\": \"tensor<8xf32>\", \"sharding\": "
       "\"<@m, [{}]>\"}], \"location\": {\"file\": \"f\", \"line\": 3}},\n"},
      {"locations that differ", Tanh("%a", "%0", Line(1)) +
                                    Tanh("%0", "%1", Line(2)) +
                                    Tanh("%1", "%2", "null")},
      {"a location that holds an op",
       Tanh("%a", "%0", Line(1)) +
           Tanh("%0", "%1", "{\"ops\": [" + Tanh("%0", "%1", Line(2)) + "]}"),
       false},
      {"an unknown key in a location",
       Tanh("%a", "%0", Line(1)) + Tanh("%0", "%1", "{\"column\": 3}"), false},
      {"a key given twice in a location",
       Tanh("%a", "%0", Line(1)) +
           Tanh("%0", "%1", "{\"line\": 3, \"line\": 3}"),
       false},
      {"a location without an end",
       Tanh("%a", "%0", Line(1)) + Tanh("%0", "%1", "{\"line\": 3"), false},
      {"the first of a form is in an ignored key",
       "{\"op\": \"stablehlo.sine\", \"operands\": [\"%a\"], \"results\": "
       "[{\"name\": \"%5\", \"type\": \"tensor<8xf32>\"}], \"x-mine\": "
       "{\"ops\": [" +
           two.substr(0, two.size() - 2) + "]}},\n" + Tanh("%5", "%6") +
           Tanh("%6", "%7")},
      {"attributes that look like an op",
       "{\"op\": \"stablehlo.tanh\", \"operands\": [\"%a\"], \"results\": "
       "[{\"name\": \"%0\", \"type\": \"tensor<8xf32>\"}], \"attributes\": "
       "{\"op\": \"x\", \"operands\": [\"a\"]}},\n"
       "{\"op\": \"stablehlo.tanh\", \"operands\": [\"%a\"], \"results\": "
       "[{\"name\": \"%1\", \"type\": \"tensor<8xf32>\"}], \"attributes\": "
       "{\"op\": \"x\", \"operands\": [\"b\"]}},\n"},
      {"a value that is defined twice", two + Tanh("%1", "%1"), false},
      {"a value that isn't defined", two + Tanh("%7", "%2"), false},
      {"a value without a sign", two + Tanh("1", "%2"), false},
      {"a result without a name", two + Tanh("%1", ""), false},
      {"an operand without a name", two + Tanh("", "%2"), false},
      {"a byte that isn't UTF-8", two + Tanh("%1", "\xFF"), false},
      {"a control character", two + Tanh("%1", "\n"), false},
      {"an unknown escape", two + Tanh("%1", "\\x"), false},
      {"another error after them", two + "{\"op\": \"stablehlo.what\"},\n",
       false},
      {"a syntax error after them", two + "{\"op\": },\n", false},
  };
}

TEST(JsonFold, ReadsTheSame) {
  for (const FoldCase& c : Cases()) {
    SCOPED_TRACE(c.what);
    const std::string json = Program(c.ops);
    const Reading folded = Read(json, true);
    EXPECT_EQ(folded.outcome, Read(json, false).outcome);
    EXPECT_EQ(folded.outcome.error.empty(), c.is_program)
        << folded.outcome.error;
  }
}

TEST(JsonFold, Folds) {
  const Reading reading =
      Read(Program(Tanh("%a", "%0") + Tanh("%0", "%1")), true);
  EXPECT_TRUE(reading.folded);
  EXPECT_EQ(reading.outcome.error, "");
}

// The objects in an op count towards the nesting limit even if the op is
// folded.
TEST(JsonFold, TheDepthIsLimited) {
  const std::string json = Program(Tanh("%a", "%0") + Tanh("%0", "%1") +
                                   Tanh("%1", "%2") + Tanh("%2", "%3"));
  for (size_t depth = 1; depth < 12; ++depth) {
    EXPECT_EQ(Read(json, true, depth).outcome,
              Read(json, false, depth).outcome);
  }
}

// Changes a program at random places; most changes are errors.
TEST(JsonFold, MutationsReadTheSame) {
  std::mt19937 random(1);
  const auto below = [&](size_t n) { return random() % n; };
  constexpr std::string_view kChars = "\"\\{}[],: %a01nxru\n";
  int programs = 0;
  for (int round = 0; round < 3000; ++round) {
    // Some of the ops, in some order; names are often defined before they are
    // used, and sometimes twice.
    std::string ops;
    int next = 0;
    for (size_t count = 2 + below(12); count > 0; --count) {
      const std::string from =
          next == 0 ? "%a"
                    : "%" + std::to_string(below(static_cast<size_t>(next)));
      ops += Tanh(from, "%" + std::to_string(next++),
                  below(2) == 0 ? "" : Line(below(3)));
    }
    if (below(4) == 0) ops += Cases()[below(Cases().size())].ops;
    std::string json = Program(ops);
    for (size_t changes = below(3); changes > 0; --changes) {
      const size_t at = below(json.size());
      switch (below(3)) {
        case 0:
          json[at] = kChars[below(kChars.size())];
          break;
        case 1:
          json.insert(at, 1, kChars[below(kChars.size())]);
          break;
        default:
          json.erase(at, 1 + below(4));
      }
    }
    const Reading folded = Read(json, true);
    ASSERT_EQ(folded.outcome, Read(json, false).outcome) << json;
    programs += folded.folded && folded.outcome.error.empty() ? 1 : 0;
  }
  EXPECT_GT(programs, 300);
}

}  // namespace
}  // namespace shardflow::internal
