// Every message of the verifiers, and of the reader of sdy's attributes, is in
// the expected output of a file test. A message is a string of the source with
// a space in it; what fmt fills in splits it into pieces, each of which has to
// occur.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSources[] = {
    "src/ops/verify",           "src/ops/sdy_verify",
    "src/sharding/verify",      "src/sharding/unreduced",
    "src/text/sdy_attrs_parse", "src/text/sdy_debug_parse",
    "src/text/sdy_rule_parse",  "src/sharding/grammar",
};

// Pieces that no program can bring up, each with the reason.
constexpr std::string_view kUnreachable[] = {
    // The text has no negative priorities and no negative factors, a rule has
    // a mapping for an operand and for a result, and device ids in order are
    // dropped as they are read.
    "has a negative priority",
    "index must be non-negative",
    "s mappings cannot be 0. Op sharding rules can only be defined on "
    "operations with at least one operand and result.",
    "if the ordered device ids are the same as iota(product(axes)), no need to "
    "specify them for simplicity",
    // The reader gives a function what it needs of a region first.
    "expects one region",
    // No op in the table has such a shape; the checks are for any shape.
    "any type",
    // Names don't reach from one region into another beside or inside of it;
    // and a text has no operands that are missing or detached.
    "op is neither in a parent nor in a child region",
    "op in a child region",
    "op in the same region",
    "operand defined as a block argument",
    "null operand found",
    "op is not in the module",
    // Hints that the library gives to its callers; messages about a text show
    // the text instead (tests/unit).
    "the mesh has no axes",
    "the mesh has",
    "an axis is used once in a sharding",
    "write the one sub-axis that they make up",
    "write the name of the axis alone",
};

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The value of the literal that begins after the quote at `at`, which moves
// behind the closing one.
std::string Literal(std::string_view source, size_t& at) {
  std::string value;
  for (++at; at < source.size() && source[at] != '"'; ++at) {
    if (source[at] == '\\') ++at;
    value += source[at];
  }
  ++at;
  return value;
}

size_t SkipSpace(std::string_view source, size_t at) {
  while (at < source.size() &&
         std::isspace(static_cast<unsigned char>(source[at])) != 0) {
    ++at;
  }
  return at;
}

// The strings of a source; literals that stand together are one.
std::vector<std::string> Strings(std::string_view source) {
  std::vector<std::string> strings;
  for (size_t at = 0; at < source.size();) {
    if (source.substr(at).starts_with("//") || source[at] == '#') {
      at = std::min(source.find('\n', at), source.size());
    } else if (source[at] == '\'') {
      at += source[at + 1] == '\\' ? 4 : 3;
    } else if (source[at] != '"') {
      ++at;
    } else {
      std::string& value = strings.emplace_back(Literal(source, at));
      while (SkipSpace(source, at) < source.size() &&
             source[SkipSpace(source, at)] == '"') {
        at = SkipSpace(source, at);
        value += Literal(source, at);
      }
    }
  }
  return strings;
}

// What is left of a format string around its `{...}`.
std::vector<std::string> Pieces(std::string_view format) {
  std::vector<std::string> pieces(1);
  for (size_t i = 0; i < format.size(); ++i) {
    const char c = format[i];
    const bool twice = i + 1 < format.size() && format[i + 1] == c;
    if (c == '{' && !twice) {
      i = std::min(format.find('}', i), format.size());
      pieces.emplace_back();
      continue;
    }
    if ((c == '{' || c == '}') && twice) ++i;
    pieces.back() += c;
  }
  return pieces;
}

std::string_view Trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// What the file tests expect, all in one.
std::string Expected() {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator("tests/files")) {
    if (entry.path().extension() == ".mlir") all += ReadFile(entry.path());
  }
  return all;
}

TEST(Messages, EachIsExpectedBySomeFileTest) {
  const std::string expected = Expected();
  ASSERT_FALSE(expected.empty()) << "run at the top of the source tree";
  size_t pieces = 0;
  for (const char* folder : {"src/ops", "src/sharding", "src/text"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string path = entry.path().generic_string();
      if (!(path.ends_with(".cc") || path.ends_with(".h")) ||
          std::ranges::none_of(kSources, [&](std::string_view prefix) {
            return path.starts_with(prefix);
          })) {
        continue;
      }
      for (const std::string& text : Strings(ReadFile(path))) {
        for (const std::string& whole : Pieces(text)) {
          const std::string_view piece = Trim(whole);
          if (piece.find(' ') == std::string_view::npos) continue;
          ++pieces;
          EXPECT_TRUE(expected.find(piece) != std::string::npos ||
                      std::ranges::find(kUnreachable, piece) !=
                          std::ranges::end(kUnreachable))
              << path << ": no file test expects \"" << piece << '"';
        }
      }
    }
  }
  EXPECT_GT(pieces, 200u);
}

}  // namespace
