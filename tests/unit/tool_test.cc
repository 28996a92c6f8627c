#include "tool/tool.h"

#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_config.h"
#include "tool/commands.h"
#include "tool/manual.h"
#include "tool/options.h"
#include "tool/table.h"
#include "tool/terminal.h"

namespace shardflow::internal {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

Outcome Shardflow(const std::vector<std::string>& args,
                  const std::string& text = "") {
  std::istringstream in(text);
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunTool(args, in, out, err);
  return {code, out.str(), err.str()};
}

TEST(Tool, Version) {
  const Outcome outcome = Shardflow({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("shardflow "));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Tool, HelpListsTheCommands) {
  const Outcome outcome = Shardflow({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("propagate"));
  EXPECT_THAT(outcome.out, HasSubstr("opt"));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Tool, EveryCommandHasHelp) {
  for (const Command& command : MakeCommands()) {
    const Outcome outcome = Shardflow({command.name, "--help"});
    EXPECT_EQ(outcome.code, 0) << command.name;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: shardflow " + command.name));
    EXPECT_THAT(outcome.out, HasSubstr("Example")) << command.name;
    EXPECT_THAT(outcome.err, IsEmpty()) << command.name;
    for (const Option& option : command.options) {
      EXPECT_THAT(outcome.out, HasSubstr(Heading(option))) << command.name;
    }
  }
}

// Some commands parse their words themselves and have a table only for help.
// They must accept all options in that table.
TEST(Tool, OptionsOfEveryTableAreKnown) {
  for (const Command& command : MakeCommands()) {
    if (!command.run_words) continue;
    for (const Option& option : command.options) {
      // The last name of "-o,--output".
      const std::string name = option.names.substr(option.names.rfind(',') + 1);
      std::vector<std::string> words = {command.name};
      bool known = false;
      for (const char* action : {"export", "import", "print", "explain"}) {
        if (command.name == "gspmd") words = {command.name, action};
        words.push_back(name);
        if (!option.value.empty()) {
          words.push_back(!option.choices.empty()      ? option.choices[0]
                          : option.value == "PIPELINE" ? "builtin.module(a)"
                                                       : "1");
        }
        words.push_back("--help");
        known |= Shardflow(words).code == 0;
        words.resize(1);
      }
      EXPECT_TRUE(known) << command.name << " " << option.names;
    }
  }
}

// With -q and -o, every command writes nothing to standard error, and all data
// to the file.
TEST(Tool, EveryCommandHasTheCommonOptions) {
  const std::string example =
      SHARDFLOW_SOURCE_ROOT "/examples/mlp_train_step.mlir";
  std::map<std::string, std::vector<std::string>> lines = {
      {"propagate", {example}},
      {"show", {example}},
      {"explain", {example, "--arg", "0"}},
      {"check", {example, "--expect", "arg/0=P('model')"}},
      {"diff", {example, example, "--format", "json"}},
      {"report", {example}},
      {"comms", {example}},
      {"cost", {example}},
      {"lint", {example}},
      {"auto", {example, "--topology", "h100", "--steps", "1"}},
      {"validate", {example, "--format", "json"}},
      {"rules", {example}},
      {"convert", {example, "--to", "json"}},
      {"opt", {example, "-sdy-propagation-pipeline", "-time-passes"}},
      {"partition", {example}},
      {"reshard",
       {"--mesh", "<[\"x\"=2]>", "--shape", "8xf32", "--from", "[{\"x\"}]",
        "--to", "[{}]"}},
      {"gspmd", {"print", "{replicated}"}},
      {"passes", {}},
      {"bench", {"--layers", "1"}},
      {"completion", {"bash"}},
      {"man", {}},
  };
  const std::string file = testing::TempDir() + "shardflow_common_options";
  for (const Command& command : MakeCommands()) {
    std::vector<std::string> names;
    for (const Option& option : command.options) names.push_back(option.names);
    EXPECT_THAT(names, Contains("-q,--quiet")) << command.name;
    if (command.name == "serve") continue;  // its output has no end
    EXPECT_THAT(names, Contains("-o,--output")) << command.name;
    ASSERT_TRUE(lines.contains(command.name)) << command.name;
    for (const char* quiet : {"-q", "--quiet"}) {
      std::vector<std::string> words = lines[command.name];
      // The first argument of gspmd is its action.
      words.insert(words.begin(), command.name);
      words.insert(words.end(), {quiet, "-o", file});
      const Outcome outcome = Shardflow(words);
      EXPECT_EQ(outcome.code, 0) << command.name;
      EXPECT_THAT(outcome.out, IsEmpty()) << command.name;
      EXPECT_THAT(outcome.err, IsEmpty()) << command.name;
      EXPECT_TRUE(std::filesystem::remove(file)) << command.name;
    }
  }
}

TEST(Tool, OptDumpsOneProgram) {
  const Outcome outcome =
      Shardflow({"opt", "-", "-dump-dir=x", "-split-input-file"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("doesn't go with -split-input-file"));
}

TEST(Tool, HelpFitsTheTerminal) {
  for (const Command& command : MakeCommands()) {
    std::istringstream lines(HelpText(command, 80));
    for (std::string line; std::getline(lines, line);) {
      const bool example = line.starts_with("  shardflow ");
      EXPECT_TRUE(example || DisplayWidth(line) <= 80) << line;
    }
  }
}

TEST(Terminal, WrapsAtSpaces) {
  EXPECT_EQ(Wrap("one two three", 2, 9), "  one two\n  three\n");
  EXPECT_EQ(Wrap("one\n\n  as it is, though long\n", 0, 5),
            "one\n\n  as it is, though long\n");
  EXPECT_EQ(Wrap("unbreakable", 0, 5), "unbreakable\n");
}

TEST(Terminal, LinesFitOnATerminal) {
  Terminal terminal;
  terminal.columns = 12;
  const std::string text =
      "  one two three four\n\nshort\n unbreakable_word x\n";
  EXPECT_EQ(FitLines(text, terminal), text);  // not on a terminal
  terminal.fits = true;
  EXPECT_EQ(FitLines(text, terminal),
            "  one two\n      three\n      four\n\nshort\n unbreakable_word\n"
            "     x\n");
}

TEST(Terminal, TablesFitOnATerminal) {
  Table table({{"value"}, {"bytes", true}, {"sharding"}});
  table.Add({{"params/blocks/0/attention/wq"},
             {"1 KiB"},
             {"P('x')", std::nullopt, "at model.py:12"}});
  table.Add({{"b"}, {"16 B"}, {"-"}});
  Terminal terminal;
  terminal.columns = 40;
  // If the output isn't a terminal, each row is one line.
  EXPECT_EQ(table.ToString(terminal),
            "  value                         bytes  sharding\n"
            "  params/blocks/0/attention/wq  1 KiB  P('x')  at model.py:12\n"
            "  b                              16 B  -\n");
  terminal.fits = true;
  EXPECT_EQ(table.ToString(terminal),
            "  value                  bytes  sharding\n"
            "  .../0/attention/wq     1 KiB  P('x')\n"
            "  b                       16 B  -\n"
            "  (no room for names in the text and lines of the source)\n");
  terminal.columns = 70;
  EXPECT_THAT(table.ToString(terminal), HasSubstr("P('x')  at model.py:12\n"));
}

TEST(Terminal, ColorOverrulesTheTerminal) {
  Terminal terminal;
  SetColor("always", terminal);
  EXPECT_TRUE(terminal.color_out && terminal.color_err);
  SetColor("auto", terminal);
  EXPECT_TRUE(terminal.color_out);
  SetColor("never", terminal);
  EXPECT_FALSE(terminal.color_out || terminal.color_err);
}

TEST(Tool, ColorOfCheckAndCost) {
  const std::string step = "examples/mlp_train_step.mlir";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{
           {"cost", step, "--color=always"},
           {"check", step, "--expect", "arg/0=P('z')", "--color=always"},
           {"explain", step, "--arg", "0", "--color", "always"},
           {"show", step, "--color=always"}}) {
    EXPECT_THAT(Shardflow(words).out, HasSubstr("\x1b[1m")) << words[0];
    std::vector<std::string> plain = words;
    while (plain.back().find("always") != std::string::npos ||
           plain.back() == "--color") {
      plain.pop_back();
    }
    EXPECT_THAT(Shardflow(plain).out, Not(HasSubstr("\x1b"))) << words[0];
  }
}

TEST(Terminal, WidthCountsCharacters) {
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth(Paint("abc", Color::kRed, true)), 3u);
  EXPECT_EQ(DisplayWidth("\xc3\xa4"), 1u);
  EXPECT_EQ(Paint("abc", Color::kRed, false), "abc");
}

TEST(Terminal, MessagesAreColouredByKind) {
  Message message;
  message.file = "a error: b";  // looks like a message's kind
  message.line = 1;
  message.column = 2;
  message.text = "wrong";
  Message note;
  note.kind = MessageKind::kNote;
  note.text = "why";
  message.notes = {note};
  const std::vector<Message> messages = {message};
  EXPECT_EQ(MessagesText(messages, false), message.ToString());
  EXPECT_EQ(MessagesText(messages, true),
            "a error: b:1:2: \x1b[31merror:\x1b[0m wrong\n"
            "\x1b[36mnote:\x1b[0m why\n");
}

TEST(Terminal, KindsAndColours) {
  const std::pair<MessageKind, std::string> kinds[] = {
      {MessageKind::kError, "\x1b[31merror:\x1b[0m"},
      {MessageKind::kWarning, "\x1b[35mwarning:\x1b[0m"},
      {MessageKind::kRemark, "\x1b[34mremark:\x1b[0m"},
      {MessageKind::kNote, "\x1b[36mnote:\x1b[0m"},
  };
  for (const auto& [kind, painted] : kinds) {
    Message message;
    message.kind = kind;
    message.text = "text";
    EXPECT_EQ(MessagesText(std::vector<Message>{message}, true),
              painted + " text\n");
  }
  const std::pair<Color, std::string> colors[] = {
      {Color::kGreen, "32"},
      {Color::kYellow, "33"},
      {Color::kBold, "1"},
      {Color::kDim, "2"},
  };
  for (const auto& [color, code] : colors) {
    EXPECT_EQ(Paint("abc", color, true), "\x1b[" + code + "mabc\x1b[0m");
  }
}

// roff must show the text unchanged.
TEST(Manual, EscapesWhatRoffReads) {
  Command command;
  command.name = "try";
  command.summary = "A back\\slash, a \"word\" and -o.";
  const std::string page = ManText(std::vector<Command>{command});
  EXPECT_THAT(page, HasSubstr("A back\\eslash, a \\(dqword\\(dq and \\-o."));
}

constexpr char kTwice[] =
    "func.func @main(%a: tensor<8xf32>) {\n"
    "  %a = stablehlo.abs %a : tensor<8xf32>\n"
    "  return\n"
    "}\n";

// -verify-diagnostics works without -split-input-file too.
TEST(Tool, OptVerifiesDiagnostics) {
  const Outcome wrong = Shardflow({"opt", "-", "-verify-diagnostics"}, kTwice);
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, IsEmpty());
  EXPECT_EQ(wrong.err,
            "<stdin>:2: error: unexpected error: redefinition of SSA value "
            "'%a'\n"
            "<stdin>:1: error: unexpected note: previously defined here\n");
  const Outcome right = Shardflow(
      {"opt", "-", "-verify-diagnostics"},
      std::string("// expected-note@+1 {{previously defined here}}\n") +
          "func.func @main(%a: tensor<8xf32>) {\n"
          "  // expected-error@+1 {{redefinition of SSA value '%a'}}\n" +
          std::string(kTwice).substr(std::string(kTwice).find("  %a")));
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_THAT(right.err, IsEmpty());
  const Outcome missing = Shardflow({"opt", "-", "-verify-diagnostics"},
                                    "// expected-error {{nothing is wrong}}\n");
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("<stdin>:1: error: "));
}

TEST(Tool, OptTimesPasses) {
  const std::string program = "func.func @main() {\n  return\n}\n";
  const Outcome outcome = Shardflow(
      {"opt", "-", "-time-passes", "-sdy-propagation-pipeline"}, program);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("func.func @main()"));
  EXPECT_THAT(outcome.err,
              StartsWith("        ms        ops        MB  pass\n"));
  for (const std::string row :
       {"  read\n", "  sdy-user-priority-propagate\n",
        "  sdy-propagation-pipeline\n", "  write\n",
        "  in all; the peak of the process\n", "propagation visited "}) {
    EXPECT_THAT(outcome.err, HasSubstr(row));
  }
  EXPECT_EQ(Shardflow({"opt", "-", "-time-passes", "-q"}, program).err, "");
}

TEST(Tool, ValidateShowsNotes) {
  const Outcome json =
      Shardflow({"validate", "-", "--format", "jsonl"}, kTwice);
  EXPECT_EQ(json.code, 1);
  EXPECT_EQ(json.out,
            R"({"severity":"error","file":"<stdin>","line":2,"column":3,)"
            R"("message":"redefinition of SSA value '%a'","notes":[)"
            R"({"severity":"note","file":"<stdin>","line":1,"column":17,)"
            R"("message":"previously defined here"}]})"
            "\n");
}

TEST(Tool, AWrongCommandLineWritesNothing) {
  const std::vector<std::vector<std::string>> lines = {
      {}, {"guess"}, {"propagate"}, {"propagate", "-", "--no-such-flag"}};
  for (const std::vector<std::string>& line : lines) {
    const Outcome outcome = Shardflow(line);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, StartsWith("shardflow: "));
  }
}

TEST(Tool, AMissingInputIsBadInput) {
  const Outcome outcome = Shardflow({"propagate", "/no/such/file"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("'/no/such/file'"));
}

TEST(Tool, OptEndsWithOneOnAnyError) {
  const std::vector<std::vector<std::string>> lines = {
      {"opt", "/no/such/file"}, {"opt", "a", "b"}, {"opt", "-o"}};
  for (const std::vector<std::string>& line : lines) {
    const Outcome outcome = Shardflow(line);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

}  // namespace
}  // namespace shardflow::internal
