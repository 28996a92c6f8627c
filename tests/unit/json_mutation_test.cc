#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "shardflow/shardflow.h"

// Makes mistakes in JSON programs, which can express things that text can't (an
// op with the wrong regions, a sharding on a token, ...). Any program that can
// be read and verified must survive being written and read again. It must also
// run through the pipeline, or be rejected by it.

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::vector<Json> Seeds() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator("tests/files")) {
    if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Json> seeds;
  for (const fs::path& path : paths) {
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    std::vector<Message> messages;
    ReadOptions options;
    options.allow_unregistered_dialect = true;
    const std::optional<Program> program = Program::Read(
        "seed", text.substr(0, text.find("\n// -----")), options, messages);
    if (program && program->OpCount() < 60) {
      seeds.push_back(Json::parse(program->Write({.json = true})));
    }
  }
  return seeds;
}

void Collect(Json& json, std::vector<Json*>& all) {
  all.push_back(&json);
  for (Json& child : json) {
    if (json.is_structured()) Collect(child, all);
  }
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  size_t Below(size_t n) { return random_() % n; }

  void Mutate(Json& json, const Json& other) {
    std::vector<Json*> all;
    Collect(json, all);
    Json& at = *all[Below(all.size())];
    Json donor = Below(2) == 0 ? other : json;
    std::vector<Json*> parts;
    Collect(donor, parts);
    switch (Below(6)) {
      case 0:  // anything
        at = Json(*parts[Below(parts.size())]);
        return;
      case 1:  // something of the same type
        for (int tries = 0; tries < 50; ++tries) {
          const Json& part = *parts[Below(parts.size())];
          if (part.type() != at.type() || part == at) continue;
          at = Json(part);
          return;
        }
        return;
      case 2:
        if (at.is_structured() && !at.empty()) Remove(at);
        return;
      case 3:
        if (at.is_array() && !at.empty()) {
          at.push_back(Json(at[Below(at.size())]));
        }
        return;
      case 4:
        if (at.is_array() && at.size() > 1) {
          std::swap(at[Below(at.size())], at[Below(at.size())]);
        }
        return;
      default:
        if (at.is_number()) {
          constexpr int64_t kNumbers[] = {0,         -1,        1,        2,
                                          1LL << 40, INT64_MAX, INT64_MIN};
          at = kNumbers[Below(std::size(kNumbers))];
        }
    }
  }

 private:
  void Remove(Json& at) {
    const size_t which = Below(at.size());
    if (at.is_array()) {
      at.erase(which);
    } else {
      at.erase(std::next(at.begin(), static_cast<std::ptrdiff_t>(which)));
    }
  }

  std::mt19937 random_;
};

// Returns whether the JSON is a program. If so, it must survive writing and
// reading.
bool Try(const std::string& json) {
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("mutant", json, options, messages);
  if (!program) {
    EXPECT_FALSE(messages.empty()) << json;
    return false;
  }
  const std::string text = program->Write();
  const std::string again = program->Write({.json = true});
  messages.clear();
  const std::optional<Program> from_json =
      Program::Read("again", again, options, messages);
  EXPECT_TRUE(from_json) << again << messages.at(0).ToString();
  if (from_json) {
    EXPECT_EQ(from_json->Write(), text) << json;
  }
  Program copy = program->Clone();
  copy.Run("sdy-propagation-pipeline", "", {}, messages);
  return true;
}

TEST(JsonMutations, AreReadOrRefused) {
  const std::vector<Json> seeds = Seeds();
  ASSERT_GT(seeds.size(), 50u);
  const char* const wanted = getenv("SHARDFLOW_MUTATIONS");
  const int rounds = wanted != nullptr ? atoi(wanted) : 2000;
  const char* const seed = getenv("SHARDFLOW_MUTATION_SEED");
  Mutator mutator(seed != nullptr ? static_cast<unsigned>(atoi(seed)) : 1);
  int programs = 0;
  for (int round = 0; round < rounds; ++round) {
    Json json = seeds[mutator.Below(seeds.size())];
    const size_t changes = 1 + mutator.Below(2);
    for (size_t i = 0; i < changes; ++i) {
      mutator.Mutate(json, seeds[mutator.Below(seeds.size())]);
    }
    const std::string text = json.dump();
    if (getenv("SHARDFLOW_MUTATION_LOG") != nullptr) {
      std::ofstream("/tmp/json_mutant.json") << text;
    }
    programs += Try(text) ? 1 : 0;
    if (testing::Test::HasFailure()) break;
  }
  if (!testing::Test::HasFailure()) {
    EXPECT_GT(programs, rounds / 20);
    EXPECT_LT(programs, rounds);
  }
}

}  // namespace
}  // namespace shardflow::internal
