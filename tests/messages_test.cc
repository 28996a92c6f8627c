// Checks that every message of the verifiers, and of the reader of sdy's
// attributes, occurs in the expected output of a file test. A message is any
// string in the source that contains a space; the placeholders of fmt split it
// into pieces, each of which must occur.

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

// Parts of messages that no program can trigger. The comments say why.
constexpr std::string_view kUnreachable[] = {
    // Text can't express negative priorities or factors, a rule has mappings
    // for at least one operand and one result, and the parser drops device ids
    // in order.
    "has a negative priority",
    "index must be non-negative",
    "s mappings cannot be 0. Op sharding rules can only be defined on "
    "operations with at least one operand and result.",
    "if the ordered device ids are the same as iota(product(axes)), no need to "
    "specify them for simplicity",
    // The parser makes the region that a function needs.
    "expects one region",
    // Every value satisfies the constraint "any type".
    "any type",
    // Names are not visible in a region beside or outside of their own, and
    // text has no missing or detached operands.
    "op is neither in a parent nor in a child region",
    "op in a child region",
    "op in the same region",
    "operand defined as a block argument",
    "null operand found",
    "op is not in the module",
    // Hints for callers of the library; messages about text show the text
    // instead (tests/unit).
    "the mesh has no axes",
    "the mesh has",
    "an axis can be used only once in a sharding",
    "write them as a single sub-axis",
    "write the name of the axis alone",
};

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Returns the value of the literal whose opening quote is at `at`. Moves `at`
// past the closing quote.
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

// Returns the strings in a source; adjacent literals are one string.
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

// Returns the literal pieces of a format string, without its `{...}`.
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

// Returns the text of all file tests, including the expected messages.
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
