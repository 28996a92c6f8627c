#include "unit/answers.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "shardflow/shardflow.h"

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;

struct PassRun {
  std::string_view pass;
  std::string_view options;
};

// These passes write propagation's debug records, whose order is the easiest
// thing to get wrong.
constexpr PassRun kRecords[] = {
    {"sdy-import-pipeline", ""},
    {"sdy-op-priority-propagate",
     "debug-sharding-origins=true debug-propagation-edge-sharding=true"},
    {"sdy-export-pipeline", "enable-insert-explicit-collectives=true"},
};
constexpr PassRun kPropagation[] = {
    {"sdy-propagation-pipeline", ""},
    {"xla-sdy-stablehlo-export-pipeline", ""},
};

void Run(const TestProgram& test, std::span<const PassRun> passes,
         CompatMode compat, std::string& out) {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read(
      test.name, test.text, {.allow_unregistered_dialect = true}, messages);
  bool ok = program.has_value();
  RunOptions options;
  options.compat = compat;
  for (const PassRun& run : passes) {
    ok = ok && program->Run(run.pass, run.options, options, messages);
    if (ok) out += program->Write({.debug_info = true});
  }
  for (const Message& message : messages) out += message.ToString();
}

}  // namespace

std::vector<TestProgram> TestPrograms() {
  std::vector<fs::path> paths;
  for (const char* folder : {"tests/files", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  constexpr std::string_view kSplit = "// -----";
  std::vector<TestProgram> programs;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find(kSplit, begin), text.size());
      programs.push_back({path.generic_string() + ":" + std::to_string(begin),
                          text.substr(begin, end - begin)});
      begin = end + kSplit.size();
    }
  }
  return programs;
}

std::string Answers(const TestProgram& program) {
  std::string out = "=== " + program.name + "\n";
  for (CompatMode compat :
       {CompatMode::kShardy202608, CompatMode::kJaxlib012}) {
    Run(program, kPropagation, compat, out);
    Run(program, kRecords, compat, out);
  }
  return out;
}

std::string AnswersOfAll() {
  std::string answers;
  for (const TestProgram& program : TestPrograms()) {
    answers += Answers(program);
  }
  return answers;
}

}  // namespace shardflow::internal
