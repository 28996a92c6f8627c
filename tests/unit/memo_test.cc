#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/table.h"
#include "shardflow/shardflow.h"

// Tests that results are reused for equal inputs when parsing text, printing
// ops and computing steps. Reusing a result must never change the output.

namespace shardflow::internal {
namespace {

std::string Message0(const std::vector<Message>& messages) {
  return messages.empty() ? "" : messages.front().ToString();
}

// Returns the program's text after reading, or the error if it can't be read.
std::string ReadAndWrite(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  const auto program = Program::Read("memo.mlir", text, options, messages);
  return program ? program->Write() : Message0(messages);
}

std::string FirstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string Function(const std::string& body) {
  return "module {\n"
         "  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> "
         "tensor<4xf32> {\n" +
         body + "  }\n}\n";
}

// The lines differ only in the names of values, in every possible way.
TEST(MemoTest, OperandsOfEqualLinesDiffer) {
  const std::string text = Function(
      "    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>\n"
      "    %1 = stablehlo.add %arg0, %arg1 : tensor<4xf32>\n"
      "    %2 = stablehlo.add %arg1, %arg0 : tensor<4xf32>\n"
      "    %3 = stablehlo.add %2, %2 : tensor<4xf32>\n"
      "    %4:2 = \"a.two\"(%3) : (tensor<4xf32>) -> (tensor<4xf32>, "
      "tensor<4xf32>)\n"
      "    %5:2 = \"a.two\"(%4#1) : (tensor<4xf32>) -> (tensor<4xf32>, "
      "tensor<4xf32>)\n"
      "    %6 = stablehlo.add %5#1, %4#0 : tensor<4xf32>\n"
      "    return %6 : tensor<4xf32>\n");
  EXPECT_EQ(ReadAndWrite(text), text);
}

// A '%' in a string or comment doesn't begin a name.
TEST(MemoTest, StringsAndComments) {
  const std::string text = Function(
      "    %0 = stablehlo.negate %arg0 {note = \"50% \\22 %arg1\"} : "
      "tensor<4xf32>\n"
      "    %1 = stablehlo.negate %0 {note = \"50% \\22 %arg0\"} : "
      "tensor<4xf32>\n"
      "    %2 = stablehlo.negate %1 {note = \"50% \\22 %arg1\"} : "
      "tensor<4xf32>\n"
      "    return %2 : tensor<4xf32>\n");
  EXPECT_EQ(ReadAndWrite(text), text);
  std::string commented = text;
  commented.insert(commented.find("    %1"), "    // %9 = \"\n");
  commented.insert(commented.find("    %2") - 1, " // %7");
  EXPECT_EQ(ReadAndWrite(commented), text);
}

// Lines that are equal except for the names of values and the location.
TEST(MemoTest, LocationsOfEqualLinesDiffer) {
  const std::string text =
      "module {\n"
      "  func.func @main(%arg0: tensor<4xf32> loc(\"x\")) -> tensor<4xf32> {\n"
      "    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32> loc(\"a.py\":1:2)\n"
      "    %1 = stablehlo.add %0, %arg0 : tensor<4xf32> loc(\"a.py\":2:2)\n"
      "    %2 = stablehlo.add %1, %0 : tensor<4xf32> loc(unknown)\n"
      "    %3 = stablehlo.add %2, %2 : tensor<4xf32> loc(\"f\"(\"b.py\":3:4))\n"
      "    return %3 : tensor<4xf32> loc(unknown)\n"
      "  } loc(unknown)\n"
      "} loc(unknown)\n";
  std::vector<Message> messages;
  const auto program = Program::Read("memo.mlir", text, {}, messages);
  ASSERT_TRUE(program) << Message0(messages);
  EXPECT_EQ(program->Write({.debug_info = true, .local_scope = true}), text);

  // An error in the location of a known line.
  std::string wrong = text;
  wrong.replace(wrong.find("\"b.py\":3:4"), 10, "\"b.py\":3:x");
  EXPECT_EQ(FirstLine(ReadAndWrite(wrong)),
            "memo.mlir:6:64: error: expected integer column number in "
            "FileLineColRange");
}

// An op without results follows a line.
TEST(MemoTest, OpsWithoutResults) {
  std::string text = "module {\n  sdy.mesh @mesh = <[\"x\"=2]>\n";
  text += Function(
              "    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>\n"
              "    sdy.sharding_group %0 group_id=0 : tensor<4xf32>\n"
              "    %1 = stablehlo.add %0, %arg0 : tensor<4xf32>\n"
              "    sdy.sharding_group %1 group_id=0 : tensor<4xf32>\n"
              "    %2 = stablehlo.add %1, %0 : tensor<4xf32>\n"
              "    sdy.sharding_group %2 group_id=0 : tensor<4xf32>\n"
              "    return %2 : tensor<4xf32>\n")
              .substr(sizeof("module {"));
  EXPECT_EQ(ReadAndWrite(text), text);
}

// An error in a repeated line has the same message as in a new line.
TEST(MemoTest, WrongNamesInEqualLines) {
  const struct {
    std::string line, message;
  } cases[] = {
      {"%1 = stablehlo.add %0, %7",
       "4:28: error: use of undeclared SSA value name"},
      {"%0 = stablehlo.add %0, %0",
       "4:5: error: redefinition of SSA value '%0'"},
      {"%1#0 = stablehlo.add %0, %0",
       "4:7: error: expected '=' after SSA name"},
      {"%1 = stablehlo.add %0#1, %0",
       "4:24: error: reference to invalid result number"},
      {"%1 = stablehlo.add %0, %other",
       "4:28: error: use of undeclared SSA value name"},
  };
  for (const auto& [line, message] : cases) {
    SCOPED_TRACE(line);
    const std::string known = "    %0 = stablehlo.add %arg0, %arg1";
    const std::string type = " : tensor<4xf32>\n";
    const std::string text =
        Function(known + type + "    " + line + type + "    return %0" + type);
    EXPECT_EQ(FirstLine(ReadAndWrite(text)), "memo.mlir:" + message);
  }
}

// The same line occurs twice: once complete and once continued on the next
// line.
TEST(MemoTest, ALineThatGoesOn) {
  const std::string once =
      "    %0 = \"a.b\"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>\n";
  const std::string text =
      Function(once +
               "    %1 = \"a.b\"(%0) : (tensor<4xf32>) -> tensor<4xf32>\n"
               "      loc(\"here\")\n"
               "    %2 = \"a.b\"(%1)\n"
               "      {x = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>\n"
               "    %3 = \"a.b\"(%2)\n"
               "      {x = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>\n"
               "    return %3 : tensor<4xf32>\n");
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  const auto program = Program::Read("memo.mlir", text, options, messages);
  ASSERT_TRUE(program) << Message0(messages);
  WriteOptions write;
  write.debug_info = true;
  const std::string written = program->Write(write);
  EXPECT_NE(written.find("loc(\"here\")"), std::string::npos);
  EXPECT_NE(written.find("x = 1 : i32"), std::string::npos);
  EXPECT_NE(written.find("x = 2 : i32"), std::string::npos);
}

// Errors in a line that was seen before use the names of the current line.
TEST(MemoTest, ErrorsInKnownLines) {
  const std::string head =
      "    %0 = stablehlo.negate %arg0 : tensor<4xf32>\n"
      "    %1 = stablehlo.negate %0 : tensor<4xf32>\n";
  EXPECT_EQ(ReadAndWrite(Function(head + "    %1 = stablehlo.negate %0 : "
                                         "tensor<4xf32>\n"
                                         "    return %1 : tensor<4xf32>\n"))
                .substr(0, 57),
            "memo.mlir:5:5: error: redefinition of SSA value '%1'\n    ");
  EXPECT_EQ(ReadAndWrite(Function(head + "    %2 = stablehlo.negate %7 : "
                                         "tensor<4xf32>\n"
                                         "    return %2 : tensor<4xf32>\n"))
                .substr(0, 57),
            "memo.mlir:5:27: error: use of undeclared SSA value name\n ");
  EXPECT_EQ(ReadAndWrite(Function(head + "    %2 = stablehlo.iota dim = 0 : "
                                         "tensor<8xf32>\n"
                                         "    %3 = stablehlo.negate %2 : "
                                         "tensor<4xf32>\n"
                                         "    return %3 : tensor<4xf32>\n"))
                .substr(0, 47),
            "memo.mlir:6:27: error: use of value '%2' expect");
}

// Equal lines may be followed by different lines.
TEST(MemoTest, LinesInAnyOrder) {
  const std::string lines[] = {
      "stablehlo.add %{}, %arg0 : tensor<4xf32>\n",
      "stablehlo.add %arg0, %{} : tensor<4xf32>\n",
      "stablehlo.add %{}, %arg0 {note = 1 : i32} : tensor<4xf32>\n",
      "stablehlo.negate %{} : tensor<4xf32>\n",
      "\"a.two\"(%{}, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> "
      "tensor<4xf32>\n",
  };
  std::string body = "    %0 = stablehlo.negate %arg0 : tensor<4xf32>\n";
  uint32_t random = 1;
  constexpr int kLines = 400;
  for (int i = 1; i < kLines; ++i) {
    random = random * 1664525 + 1013904223;
    std::string line = lines[(random >> 16) % std::size(lines)];
    line.replace(line.find("{}"), 2, std::to_string(i - 1));
    body += "    %" + std::to_string(i) + " = " + line;
  }
  body += "    return %" + std::to_string(kLines - 1) + " : tensor<4xf32>\n";
  const std::string text = Function(body);
  EXPECT_EQ(ReadAndWrite(text), text);
}

// The body has no line of its own, and the op's location is that of its operand
// list.
TEST(MemoTest, ReducesThatNameTheirBody) {
  const auto reduce = [](std::string_view result, std::string_view kind,
                         std::string_view input, std::string_view init) {
    return fmt::format(
        "    %{} = stablehlo.reduce(%{} init: %{}) applies stablehlo.{} across "
        "dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n",
        result, input, init, kind);
  };
  const std::string text = Function(
      "    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>\n" +
      reduce("0", "add", "arg0", "cst") + reduce("1", "add", "arg1", "0") +
      reduce("2", "multiply", "arg0", "1") + reduce("3", "add", "arg0", "2") +
      reduce("4", "maximum", "arg1", "3") + reduce("5", "add", "arg1", "4") +
      "    return %arg0 : tensor<4xf32>\n");
  EXPECT_EQ(ReadAndWrite(text), text);

  std::vector<Message> messages;
  const auto program = Program::Read("memo.mlir", text, {}, messages);
  ASSERT_TRUE(program) << Message0(messages);
  WriteOptions write;
  write.generic_form = true;
  write.debug_info = true;
  const std::string generic = program->Write(write);
  const auto count = [&](std::string_view part) {
    size_t n = 0;
    for (size_t at = 0; (at = generic.find(part, at)) != std::string::npos;) {
      ++n;
      at += part.size();
    }
    return n;
  };
  EXPECT_EQ(count("\"stablehlo.add\"(%arg"), 4u);
  EXPECT_EQ(count("\"stablehlo.multiply\"(%arg"), 1u);
  EXPECT_EQ(count("\"stablehlo.maximum\"(%arg"), 1u);
  // The reduce, the op in its body and the body's terminator share an alias;
  // each of the body's two arguments prints the location itself.
  for (const int line : {4, 5, 6, 7, 8, 9}) {
    EXPECT_EQ(count(fmt::format("\"memo.mlir\":{}:26)", line)), 3u) << line;
  }
}

// Returns an all_reduce with one group of `group` replicas, whose body applies
// `combine`. If `extra` is set, the body has one more op. The op has a note of
// `note` characters.
std::string AllReduce(int channel, int group, std::string_view combine,
                      bool extra = false, size_t note = 0) {
  std::string ids;
  for (int i = 0; i < group; ++i) ids += fmt::format("{}{}", i ? ", " : "", i);
  return fmt::format(
      "    %{0} = \"stablehlo.all_reduce\"(%arg{1}) <{{channel_handle = "
      "#stablehlo.channel_handle<handle = {0}, type = 1>, replica_groups = "
      "dense<[[{2}]]> : tensor<1x{3}xi64>}}> ({{\n"
      "    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):\n"
      "      %{4} = stablehlo.{5} %arg2, %arg3 : tensor<f32>\n"
      "{6}"
      "      stablehlo.return %{7} : tensor<f32>\n"
      "    }}){8} : (tensor<4xf32>) -> tensor<4xf32>\n",
      channel, channel % 2, ids, group, "NAME", combine,
      extra ? "      %MORE = stablehlo.abs %NAME : tensor<f32>\n" : "",
      extra ? "MORE" : "NAME",
      note == 0 ? ""
                : fmt::format(" {{note = \"{}\"}}", std::string(note, 'x')));
}

// Numbers the values in bodies, beginning with `first`.
std::string Named(std::string text, int first) {
  const auto replace = [&](std::string_view from, const std::string& to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
      text.replace(at, from.size(), to);
    }
  };
  replace("NAME", std::to_string(first));
  replace("MORE", std::to_string(first + 1));
  return text;
}

// Collectives in a row differ in the op of their body, the length of the body,
// and the groups; all have different channels.
TEST(MemoTest, CollectivesInARow) {
  constexpr std::string_view kKinds[] = {"add", "maximum", "multiply"};
  constexpr int kCount = 120;
  std::string body;
  for (int i = 0; i < kCount; ++i) {
    // (Each combination occurs ten times, and not always in the same order.)
    const int which = i * 7 % 12 + (i / 60);
    body += AllReduce(i, which % 2 == 0 ? 2 : 4, kKinds[which % 3],
                      which / 3 % 2 == 0);
  }
  const std::string text =
      Named(Function(body + "    return %7 : tensor<4xf32>\n"), kCount);
  EXPECT_EQ(ReadAndWrite(text), text);
}

// Lines that are longer than the buffer for known lines, between short ones,
// and collectives with an equally long text after the body.
TEST(MemoTest, LongLines) {
  constexpr size_t kBuffer = 8192;  // of Printer::KnownOps()
  std::string body;
  int next = 0;
  const auto line = [&](size_t note) {
    body += fmt::format(
        "    %{} = stablehlo.add %arg0, %arg1 {{note = \"{}\"}} : "
        "tensor<4xf32>\n",
        next++, std::string(note, 'x'));
  };
  for (int round = 0; round < 4; ++round) {
    for (const size_t note :
         {size_t{1}, kBuffer, size_t{2}, kBuffer - 200, kBuffer - 100,
          kBuffer - 50, size_t{3}, 3 * kBuffer, size_t{1}}) {
      line(note);
    }
    for (const size_t note : {size_t{0}, kBuffer, size_t{0}, kBuffer - 300}) {
      body += AllReduce(next++, /*group=*/2, "add", /*extra=*/false, note);
    }
  }
  const std::string text =
      Named(Function(body + "    return %7 : tensor<4xf32>\n"), next);
  EXPECT_EQ(ReadAndWrite(text), text);
}

// Ops that are equal except for a sharding.
TEST(MemoTest, ColumnsAreInTheText) {
  const std::string text =
      "module {\n"
      "  sdy.mesh @mesh = <[\"a\"=2]>\n" +
      Function(
          "    %0 = stablehlo.negate %arg0 : tensor<4xf32>\n"
          "    %1 = stablehlo.negate %0 {sdy.sharding = "
          "#sdy.sharding_per_value<[<@mesh, [{\"a\"}]>]>} : "
          "tensor<4xf32>\n"
          "    %2 = stablehlo.negate %1 {sdy.sharding = "
          "#sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>\n"
          "    %3 = stablehlo.negate %2 {sdy.sharding = "
          "#sdy.sharding_per_value<[<@mesh, [{\"a\"}]>]>} : "
          "tensor<4xf32>\n"
          "    return %3 : tensor<4xf32>\n")
          .substr(9);
  EXPECT_EQ(ReadAndWrite(text), text);
}

std::string Layers(int count) {
  std::string text =
      "sdy.mesh @mesh = <[\"a\"=2]>\n"
      "func.func @main(%x: tensor<4x4xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"a\"}, {?}]>}) -> tensor<4x4xf32> {\n";
  std::string last = "%x";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += "  %d" + n + " = stablehlo.dot " + last + ", " + last +
            " : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n";
    last = "%t" + n;
    text += "  " + last + " = stablehlo.tanh %d" + n + " : tensor<4x4xf32>\n";
  }
  return text + "  return " + last + " : tensor<4x4xf32>\n}\n";
}

PropagationCounts CountsOf(int layers, bool memoize) {
  std::vector<Message> messages;
  auto program = Program::Read("memo.mlir", Layers(layers), {}, messages);
  EXPECT_TRUE(program);
  RunOptions options;
  options.memoize = memoize;
  EXPECT_TRUE(program->Run("sdy-propagation-pipeline", "", options, messages));
  return program->Propagated();
}

// More equal layers don't require more steps to be computed, because known
// steps are looked up.
TEST(MemoTest, StepsAreComputedOncePerDifferentLayer) {
  const PropagationCounts few = CountsOf(10, true);
  const PropagationCounts many = CountsOf(1000, true);
  EXPECT_GT(few.steps_computed, 0);
  EXPECT_EQ(many.steps_computed, few.steps_computed);
  EXPECT_GE(many.steps, 90 * few.steps);
  const PropagationCounts without = CountsOf(10, false);
  EXPECT_EQ(without.steps, few.steps);
  EXPECT_EQ(without.steps_computed, without.steps);
}

// The text of a mapped file can be read like any other. Messages can quote its
// lines even after its memory was released.
TEST(MemoTest, MappedFile) {
  std::string text = Layers(2000);
  const std::string path = testing::TempDir() + "shardflow_mapped.mlir";
  const auto read = [&](std::vector<Message>& messages) {
    std::ofstream(path) << text;
    const int descriptor = open(path.c_str(), O_RDONLY);
    SourceText mapped = SourceText::Map(descriptor);
    close(descriptor);
    EXPECT_EQ(mapped.view(), text);
    return Program::Read("memo.mlir", std::move(mapped), {}, messages);
  };
  std::vector<Message> messages;
  std::optional<Program> program = read(messages);
  ASSERT_TRUE(program);
  const std::optional<Program> copied =
      Program::Read("memo.mlir", text, {}, messages);
  EXPECT_EQ(program->Write(), copied->Write());
  EXPECT_FALSE(program->Run("no-such-pass", "", {}, messages));

  // The verifier rejects an axis on the second line.
  text.replace(text.find("[{\"a\"}"), 7, "[{\"b\"}");
  messages.clear();
  EXPECT_FALSE(read(messages));
  std::vector<Message> expected;
  EXPECT_FALSE(Program::Read("memo.mlir", text, {}, expected));
  ASSERT_EQ(messages.size(), expected.size());
  EXPECT_EQ(messages[0].ToString(), expected[0].ToString());
  EXPECT_NE(messages[0].ToString().find("func.func @main"), std::string::npos);
  unlink(path.c_str());
}

TEST(TableTest, BehavesAsAVector) {
  Table<int> table;
  std::vector<int> model;
  for (int i = 0; i < 1000; ++i) {
    // The argument of push_back may be an element of the table itself, whose
    // memory may move during the call.
    const int value = i < 3 ? i : table[static_cast<size_t>(i) - 3] * 7 % 1009;
    if (i % 5 == 4) {
      table.push_back(table[1]);
      model.push_back(model[1]);
    } else {
      table.push_back(value);
      model.push_back(value);
    }
  }
  table.resize(1500, 42);
  model.resize(1500, 42);
  EXPECT_EQ(std::vector<int>(table.begin(), table.end()), model);
  Table<int> copy = table;
  copy[0] = -1;
  EXPECT_EQ(table[0], model[0]);
  const Table<int> moved = std::move(copy);
  EXPECT_EQ(moved[0], -1);
  EXPECT_EQ(moved.size(), 1500u);
  table = moved;
  EXPECT_EQ(table[0], -1);
  table = {};
  EXPECT_TRUE(table.empty());
}

}  // namespace
}  // namespace shardflow::internal
