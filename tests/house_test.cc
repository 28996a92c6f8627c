// Checks the project's own rules on the source text: which files may include
// which, how long a file may be, how include guards are named, that every
// source is built, and that only src/ops knows particular ops. Exceptions to a
// rule are in a list beside this file, one per line, with reasons. An exception
// that is no longer needed is also a failure, so that the lists stay short.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test_config.h"

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxLines = 900;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot read " << path
                           << " (run at the top of the source tree)";
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Returns the folder of src/ that contains the file; "shardflow" for
// include/shardflow.
std::string Layer(const std::string& path) {
  const size_t begin = path.find('/') + 1;
  return path.substr(begin, path.find('/', begin) - begin);
}

struct SourceFile {
  std::string path;   // from the top of the source tree
  std::string layer;  // the folder of src/, or "shardflow"
  std::vector<std::string> lines;

  bool IsHeader() const { return path.ends_with(".h"); }
  std::string At(size_t index) const {
    return path + ":" + std::to_string(index + 1) + ": ";
  }
};

// Returns all sources under src/ and include/, sorted by path.
const std::vector<SourceFile>& Sources() {
  static const std::vector<SourceFile>* const sources = [] {
    auto* files = new std::vector<SourceFile>;
    for (const char* root : {"src", "include"}) {
      std::error_code missing;
      for (const fs::directory_entry& entry :
           fs::recursive_directory_iterator(root, missing)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".h" && extension != ".cc" && extension != ".def") {
          continue;
        }
        const std::string path = entry.path().generic_string();
        files->push_back({path, Layer(path), Lines(ReadFile(path))});
      }
    }
    std::ranges::sort(*files, {}, &SourceFile::path);
    return files;
  }();
  return *sources;
}

// Returns each layer and the layers that it may include, from src/meson.build.
std::map<std::string, std::set<std::string>> Layers() {
  std::map<std::string, std::set<std::string>> layers;
  std::istringstream rows(SHARDFLOW_LAYERS);
  for (std::string row; std::getline(rows, row, ';');) {
    const size_t colon = row.find(':');
    const std::string layer = row.substr(0, colon);
    std::istringstream allowed(row.substr(colon + 1));
    layers[layer] = {std::istream_iterator<std::string>(allowed), {}};
    layers[layer].insert(layer);
  }
  layers["shardflow"].insert("shardflow");
  return layers;
}

// A list of exceptions: each line has `words` key words and a reason; # starts
// a comment.
class AllowList {
 public:
  AllowList(std::string path, size_t words) : path_(std::move(path)) {
    for (const std::string& line : Lines(ReadFile(path_))) {
      if (line.empty() || line.starts_with('#')) continue;
      std::istringstream stream(line);
      std::string key;
      for (size_t i = 0; i < words; ++i) {
        std::string word;
        stream >> word;
        key += (i > 0 ? " " : "") + word;
      }
      std::string reason;
      std::getline(stream >> std::ws, reason);
      EXPECT_FALSE(reason.empty()) << path_ << ": no reason: " << line;
      unused_.insert(key);
      keys_.insert(key);
    }
  }

  bool Allows(const std::string& key) {
    unused_.erase(key);
    return keys_.contains(key);
  }

  void ExpectAllUsed() const {
    for (const std::string& key : unused_) {
      ADD_FAILURE() << path_ << ": no longer needed: " << key;
    }
  }

 private:
  std::string path_;
  std::set<std::string> keys_;
  std::set<std::string> unused_;
};

// Returns the line without its // comment.
std::string Code(const std::string& line) {
  return line.substr(0, line.find("//"));
}

TEST(House, IncludesFollowTheLayers) {
  const std::map<std::string, std::set<std::string>> layers = Layers();
  // What a layer may include, but doesn't.
  std::map<std::string, std::set<std::string>> unused = layers;
  for (auto& [layer, others] : unused) others.erase(layer);
  AllowList allowed("tests/include_allowed.txt", 2);
  const std::regex include(R"(^\s*#\s*include\s*"([^"]*)\")");
  for (const SourceFile& file : Sources()) {
    ASSERT_TRUE(layers.contains(file.layer))
        << file.path << ": the folder is not in src/meson.build";
    for (size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(file.lines[i], match, include)) continue;
      const std::string header = match[1];
      EXPECT_NE(header.find('/'), std::string::npos)
          << file.At(i) << "write the path from src/: " << header;
      const std::string layer = header.substr(0, header.find('/'));
      unused.at(file.layer).erase(layer);
      const bool third_party = !layers.contains(layer);
      if (third_party || layers.at(file.layer).contains(layer)) continue;
      EXPECT_TRUE(allowed.Allows(file.path + " " + header))
          << file.At(i) << file.layer << " may not include " << header;
    }
  }
  allowed.ExpectAllUsed();
  for (const auto& [layer, others] : unused) {
    for (const std::string& other : others) {
      ADD_FAILURE() << "src/meson.build: " << layer << " includes nothing of "
                    << other;
    }
  }
}

TEST(House, PublicHeadersNeedOnlyTheStandardLibrary) {
  const std::regex include(R"(^\s*#\s*include\s*([<"][^>"]*[>"]))");
  const std::regex standard(R"(<[a-z_0-9]+>|<std(bool|def|int)\.h>)");
  for (const SourceFile& file : Sources()) {
    if (file.layer != "shardflow") continue;
    for (size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(file.lines[i], match, include)) continue;
      const std::string header = match[1];
      EXPECT_TRUE(header.starts_with("\"shardflow/") ||
                  std::regex_match(header, standard))
          << file.At(i) << "a public header may not include " << header;
    }
  }
}

// These functions use the locale, which belongs to the program that embeds the
// library: under a locale with a decimal comma they write numbers that no
// reader accepts. std::to_chars, std::from_chars and fmt don't use it.
TEST(House, NothingAsksForTheLocale) {
  const std::regex asks(
      R"(\b(v?sn?printf|strto(d|f|ld)|ato[fil]l?|sto(d|f|ld)|setlocale|)"
      R"(is(alpha|digit|alnum|space|upper|lower|print|xdigit)|to(upper|lower))"
      R"()\s*\()");
  for (const SourceFile& file : Sources()) {
    for (size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(Code(file.lines[i]), asks))
          << file.At(i) << file.lines[i];
    }
  }
}

TEST(House, FilesAreShort) {
  AllowList allowed("tests/long_files_allowed.txt", 1);
  for (const SourceFile& file : Sources()) {
    if (file.lines.size() < kMaxLines) continue;
    EXPECT_TRUE(allowed.Allows(file.path))
        << file.path << " has " << file.lines.size()
        << " lines: it is two things (limit: " << kMaxLines << ")";
  }
  allowed.ExpectAllUsed();
}

// Returns SHARDFLOW_<PATH>_H_, where the path is the one in #include lines,
// without a second "shardflow".
std::string GuardOf(const SourceFile& file) {
  std::string path = file.path.substr(file.path.find('/') + 1);
  if (file.layer == "shardflow") path = path.substr(path.find('/') + 1);
  std::string guard = "SHARDFLOW_";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    guard += std::isalnum(byte) ? static_cast<char>(std::toupper(byte)) : '_';
  }
  return guard + "_";
}

TEST(House, HeadersHaveTheirGuard) {
  for (const SourceFile& file : Sources()) {
    if (!file.IsHeader()) continue;
    const std::string guard = GuardOf(file);
    const auto ifndef = std::ranges::find(file.lines, "#ifndef " + guard);
    EXPECT_TRUE(ifndef != file.lines.end() &&
                std::next(ifndef) != file.lines.end() &&
                *std::next(ifndef) == "#define " + guard)
        << file.path << ": expected the include guard " << guard;
  }
}

TEST(House, EverySourceIsBuilt) {
  std::map<std::string, std::string> lists;
  for (const SourceFile& file : Sources()) {
    if (!file.path.ends_with(".cc")) continue;
    const std::string folder = "src/" + file.layer;
    std::string& list = lists[folder];
    if (list.empty()) list = ReadFile(folder + "/meson.build");
    const std::string name = file.path.substr(folder.size() + 1);
    EXPECT_NE(list.find("'" + name + "'"), std::string::npos)
        << folder << "/meson.build does not name " << name;
  }
}

// If Meson doesn't install a file of the Python package, the wheel lacks it,
// but tests that run from the source tree don't notice.
TEST(House, EveryPythonFileIsInstalled) {
  const std::string list = ReadFile("python/meson.build");
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator("python/shardflow")) {
    if (entry.is_directory()) continue;
    const std::string name = "shardflow/" + entry.path().filename().string();
    EXPECT_NE(list.find("'" + name + "'"), std::string::npos)
        << "python/meson.build does not name " << name;
    ++files;
  }
  EXPECT_GT(files, 10u);
}

TEST(House, OnlyOpsNamesOps) {
  AllowList allowed("tests/op_kind_allowed.txt", 2);
  const std::regex op_kind(R"(\bOpKind::(k\w+))");
  for (const SourceFile& file : Sources()) {
    if (file.layer == "ops") continue;
    for (size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code = Code(file.lines[i]);
      for (std::sregex_iterator match(code.begin(), code.end(), op_kind), end;
           match != end; ++match) {
        const std::string kind = (*match)[1];
        EXPECT_TRUE(allowed.Allows("* " + kind) ||
                    allowed.Allows(file.path + " " + kind))
            << file.At(i) << "names OpKind::" << kind
            << ": ask for a trait instead (src/ops)";
      }
    }
  }
  allowed.ExpectAllUsed();
}

// Outside src/ops and src/tool, nothing may compare with the spelled-out name
// of an op. (In text/ and bytecode/ there are also names of types and
// attributes.)
TEST(House, OnlyOpsSpellsNamesOfOps) {
  const std::regex spelled(
      R"re(FindOpKind\("|[!=]= "(builtin|chlo|func|mhlo|sdy|stablehlo)\.\w+")re");
  for (const SourceFile& file : Sources()) {
    if (file.layer == "ops" || file.layer == "tool" || file.layer == "text" ||
        file.layer == "bytecode") {
      continue;
    }
    for (size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(file.lines[i], spelled))
          << file.At(i)
          << "contains an op's name; use a trait (src/ops) instead";
    }
  }
}

}  // namespace
