// Runs the program on every tests/files/**/*.mlir and compares its output with
// the expected output in the file. A file looks like this:
//
//   // RUN: shardflow propagate %s
//   <the program>
//
//   //> <a line of standard output>
//   //! <a line of standard error, with this file's path written as %s>
//   // EXIT: 3
//
// The lines at the end are the golden block. Running this test with
// `SHARDFLOW_UPDATE=1` (./dev golden) generates the block; changes to it are
// reviewed as a diff. An exit code of 0 is not written. If there are several
// RUN lines, their parts of the block begin with `//# RUN 1`, `//# RUN 2`, ...
// A RUN line with -verify-diagnostics has no part: it only has to exit with 0.
//
// The program reads the file without its block, so that messages about the end
// of the input don't depend on the block.

#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test_config.h"
#include "tool/tool.h"

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRun = "// RUN: ";
constexpr std::string_view kOut = "//>";
constexpr std::string_view kErr = "//!";
constexpr std::string_view kExit = "// EXIT: ";
constexpr std::string_view kPart = "//# RUN ";
constexpr std::string_view kNoNewline = "\\ no newline at the end";

bool UpdateGoldens() { return getenv("SHARDFLOW_UPDATE") != nullptr; }

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void WriteFile(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  EXPECT_TRUE(file.good()) << "cannot write " << path;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

bool IsGoldenLine(std::string_view line) {
  return line.starts_with(kOut) || line.starts_with(kErr) ||
         line.starts_with(kExit) || line.starts_with(kPart);
}

// The two parts of a test file. Each ends with a newline or is empty.
struct TestFile {
  std::string body;
  std::string golden;
};

TestFile Split(std::string_view text) {
  const std::vector<std::string_view> lines = Lines(text);
  size_t golden = lines.size();
  for (size_t i = lines.size(); i > 0; --i) {
    if (IsGoldenLine(lines[i - 1])) golden = i - 1;
    if (!IsGoldenLine(lines[i - 1]) && !lines[i - 1].empty()) break;
  }
  size_t body = golden;
  while (body > 0 && lines[body - 1].empty()) --body;

  TestFile file;
  for (size_t i = 0; i < body; ++i) file.body.append(lines[i]).append("\n");
  for (size_t i = golden; i < lines.size(); ++i) {
    file.golden.append(lines[i]).append("\n");
  }
  return file;
}

// Returns the words of a RUN line; quotes work as in a shell, but without
// escapes.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    } else {
      if (!in_word) words.emplace_back();
      in_word = true;
      words.back().push_back(c);
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
  }
  EXPECT_EQ(quote, '\0') << "unbalanced quote: " << text;
  return words;
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void AppendGolden(std::string_view prefix, std::string text,
                  const std::string& path, std::string& golden) {
  ReplaceAll(text, path, "%s");
  for (const std::string_view line : Lines(text)) {
    golden.append(prefix);
    if (!line.empty()) golden.append(" ").append(line);
    golden.append("\n");
  }
  if (!text.empty() && !text.ends_with('\n')) {
    golden.append(prefix).append(" ").append(kNoNewline).append("\n");
  }
}

// Runs the command without caching propagation steps and rules. The output must
// be the same.
void CheckWithoutMemo(std::vector<std::string> words, int code,
                      std::string_view out, std::string_view err) {
  const bool propagates = !words.empty() && words.front() == "opt" &&
                          std::ranges::any_of(words, [](std::string_view word) {
                            return word.starts_with('-') &&
                                   (word.find("propagat") != word.npos ||
                                    word.find("sharding-rules") != word.npos ||
                                    word.find("reshards") != word.npos);
                          });
  if (!propagates) return;
  words.insert(words.begin() + 1, "-no-memo");
  std::istringstream in;
  std::ostringstream other_out;
  std::ostringstream other_err;
  EXPECT_EQ(RunTool(words, in, other_out, other_err), code);
  EXPECT_EQ(other_out.view(), out);
  EXPECT_EQ(other_err.view(), err);
}

// Runs one RUN line on `path` and appends its part of the golden block.
void RunLine(std::string_view command, const std::string& path,
             std::string& golden) {
  std::vector<std::string> words = Words(command);
  ASSERT_FALSE(words.empty());
  ASSERT_EQ(words.front(), "shardflow") << "in: " << command;
  words.erase(words.begin());
  for (std::string& word : words) ReplaceAll(word, "%s", path);

  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunTool(words, in, out, err);
  CheckWithoutMemo(words, code, out.view(), err.view());

  const bool verifies = std::ranges::any_of(words, [](std::string_view word) {
    return word == "-verify-diagnostics" || word == "--verify-diagnostics";
  });
  if (verifies) {
    EXPECT_EQ(code, 0) << command << "\n" << err.str();
    return;
  }
  AppendGolden(kOut, std::move(out).str(), path, golden);
  AppendGolden(kErr, std::move(err).str(), path, golden);
  if (code != 0) golden.append(kExit).append(std::to_string(code) + "\n");
}

// A folder that is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(testing::TempDir() + "shardflow.XXXXXX") {
    EXPECT_NE(mkdtemp(path_.data()), nullptr);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  fs::path path() const { return path_; }

 private:
  std::string path_;
};

class FileTest : public testing::Test {
 public:
  explicit FileTest(fs::path path) : path_(std::move(path)) {}

  void TestBody() override {
    const std::string text = ReadFile(path_);
    const TestFile file = Split(text);
    std::vector<std::string_view> commands;
    for (const std::string_view line : Lines(file.body)) {
      if (line.starts_with(kRun)) commands.push_back(line.substr(kRun.size()));
    }
    ASSERT_FALSE(commands.empty()) << path_ << " has no RUN line";

    const TemporaryFolder folder;
    const fs::path input = folder.path() / path_.filename();
    WriteFile(input, file.body);
    std::string golden;
    for (size_t i = 0; i < commands.size(); ++i) {
      std::string part;
      RunLine(commands[i], input.string(), part);
      if (HasFatalFailure()) return;
      if (part.empty()) continue;
      if (commands.size() > 1) {
        golden.append(kPart).append(std::to_string(i + 1) + "\n");
      }
      golden.append(part);
    }

    if (!UpdateGoldens()) {
      EXPECT_EQ(file.golden, golden)
          << "If this is right: ./dev golden, and review the diff.";
      return;
    }
    const std::string updated =
        golden.empty() ? file.body : file.body + "\n" + golden;
    if (updated == text) return;
    WriteFile(path_, updated);
    std::cout << "rewritten: " << path_.string() << "\n";
  }

 private:
  fs::path path_;
};

// Registers one test for each file, named by its path from the top of the
// source tree.
void RegisterFiles() {
  const fs::path top = SHARDFLOW_SOURCE_ROOT;
  const fs::path root = top / "tests/files";
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  for (const fs::path& path : paths) {
    const std::string name = path.lexically_relative(root).generic_string();
    const fs::path from_top = path.lexically_relative(top);
    testing::RegisterTest(
        "Files", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [from_top]() -> testing::Test* { return new FileTest(from_top); });
  }
}

}  // namespace
}  // namespace shardflow::internal

int main(int argc, char** argv) {
  // This comes first: GoogleTest writes its report to the folder that is
  // current when the first test is registered.
  shardflow::internal::RegisterFiles();
  testing::InitGoogleTest(&argc, argv);
  std::filesystem::current_path(SHARDFLOW_SOURCE_ROOT);
  return RUN_ALL_TESTS();
}
