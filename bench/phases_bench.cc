// Measures each phase of a compilation by itself, on generated programs:
//
//   phases_bench --benchmark_filter='propagate/mlp/100000'
//
// The names of benchmarks are PHASE/FAMILY/OPS. Reports ops per second, bytes
// of text per second (for read and write), the module's memory in bytes per op
// and, for propagation, the visits per op. Before measuring, a benchmark
// compares the hash of its output with answers.txt; `phases_bench --record
// FILE` writes a new file of hashes.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "generate.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::bench {
namespace {

constexpr int64_t kSizes[] = {1'000, 10'000, 100'000, 1'000'000};
// The outputs of larger programs aren't compared: recording them would take too
// long, and bugs also show in smaller programs.
constexpr int64_t kLargestRecorded = 10'000;

// A phase to measure: the passes that have to run before it, and its own pass,
// or "" if the phase isn't a pass.
struct Phase {
  std::string_view name;
  std::vector<std::string_view> before;
  std::string_view pass;
};

const std::vector<Phase>& Phases() {
  static const auto& phases = *new std::vector<Phase>{
      {"read", {}, ""},
      {"verify", {}, ""},
      {"import", {}, "sdy-import-pipeline"},
      {"propagate", {"sdy-import-pipeline"}, "sdy-basic-propagate"},
      {"reshards",
       {"sdy-import-pipeline", "sdy-basic-propagate", "sdy-close-shardings"},
       "sdy-insert-explicit-reshards"},
      {"collectives",
       {"sdy-import-pipeline", "sdy-basic-propagate", "sdy-close-shardings",
        "sdy-insert-explicit-reshards", "sdy-sharding-constraint-to-reshard"},
       "sdy-reshard-to-collectives"},
      {"pipeline", {}, "sdy-propagation-pipeline"},
      {"write", {"sdy-propagation-pipeline"}, ""},
  };
  return phases;
}

[[noreturn]] void Fail(std::string_view what, const Diagnostics& diagnostics) {
  std::fprintf(
      stderr, "%.*s failed: %s\n", static_cast<int>(what.size()), what.data(),
      diagnostics.all().empty() ? "no message"
                                : diagnostics.all().front().text.c_str());
  std::exit(1);
}

std::shared_ptr<const SourceBuffer> Source(const Family& family, int64_t ops) {
  return std::make_shared<const SourceBuffer>(std::string(family.name),
                                              family.write(ops, /*seed=*/1));
}

Module Read(const std::shared_ptr<const SourceBuffer>& source) {
  Diagnostics diagnostics;
  std::optional<Module> module = ParseModule(source, {}, diagnostics);
  if (!module) Fail(source->name(), diagnostics);
  return std::move(*module);
}

// Runs the pass and returns how often propagation visited an op.
int64_t RunPass(Module& module, std::string_view flag) {
  Diagnostics diagnostics;
  PassContext context(diagnostics);
  const PassRow* const pass = FindPass(flag);
  if (pass == nullptr || !pass->run(module, "", context)) {
    Fail(flag, diagnostics);
  }
  return context.ops_visited;
}

void Verify(Module& module) {
  Diagnostics diagnostics;
  if (!VerifyModule(module, diagnostics)) Fail("verification", diagnostics);
}

std::string Write(const Module& module) {
  std::string text;
  PrintModule(module, {}, text);
  return text;
}

// Returns the 64-bit FNV-1a hash of the text.
uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

std::string NameOf(const Phase& phase, const Family& family, int64_t ops) {
  return fmt::format("{}/{}/{}", phase.name, family.name, ops);
}

// Returns the hash of the program that the phase outputs.
uint64_t Answer(const Phase& phase, const Family& family, int64_t ops) {
  Module module = Read(Source(family, ops));
  for (const std::string_view pass : phase.before) RunPass(module, pass);
  if (!phase.pass.empty()) RunPass(module, phase.pass);
  Verify(module);
  return HashOf(Write(module));
}

using Answers = std::map<std::string, uint64_t, std::less<>>;

Answers ReadAnswers() {
  Answers answers;
  std::ifstream file(SHARDFLOW_BENCH_ANSWERS);
  std::string name;
  uint64_t hash = 0;
  while (file >> name >> std::hex >> hash) answers[name] = hash;
  return answers;
}

void Record(const char* path) {
  std::ostringstream text;
  for (const Phase& phase : Phases()) {
    for (const Family& family : Families()) {
      for (const int64_t ops : kSizes) {
        if (ops > kLargestRecorded) continue;
        text << NameOf(phase, family, ops) << ' '
             << fmt::format("{:016x}", Answer(phase, family, ops)) << '\n';
      }
    }
  }
  std::ofstream(path) << text.str();
}

// Measures a phase. Returns false, and measures nothing, if its output isn't
// the recorded one.
bool BM_Phase(benchmark::State& state, const Phase& phase, const Family& family,
              int64_t ops, const Answers& answers) {
  if (ops <= kLargestRecorded) {
    const auto expected = answers.find(NameOf(phase, family, ops));
    if (expected == answers.end() ||
        expected->second != Answer(phase, family, ops)) {
      state.SkipWithError("the answer is not the recorded one");
      return false;
    }
  }
  const std::shared_ptr<const SourceBuffer> source = Source(family, ops);
  Module start = Read(source);
  const auto op_count = static_cast<int64_t>(start.op_count());
  for (const std::string_view pass : phase.before) RunPass(start, pass);

  size_t bytes = source->text().size();
  size_t memory = start.MemoryBytes();
  int64_t visits = 0;
  for (auto _ : state) {
    if (phase.name == "read") {
      benchmark::DoNotOptimize(Read(source));
    } else if (phase.name == "verify") {
      // Any change makes the module count as unverified.
      start.SetAttrDict(start.root(), start.attr_dict(start.root()));
      Verify(start);
    } else if (phase.name == "write") {
      bytes = 0;
      PrintModule(start, {}, [&](std::string_view text) {
        bytes += text.size();
        benchmark::DoNotOptimize(text.data());
        return true;
      });
    } else {
      state.PauseTiming();
      auto module = std::make_unique<Module>(start);
      state.ResumeTiming();
      visits = RunPass(*module, phase.pass);
      state.PauseTiming();
      memory = module->MemoryBytes();
      module.reset();
      state.ResumeTiming();
    }
  }
  state.SetItemsProcessed(state.iterations() * op_count);
  if (phase.pass.empty()) {
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes));
  }
  const auto per_op = [&](double n) {
    return n / static_cast<double>(op_count);
  };
  state.counters["bytes/op"] = per_op(static_cast<double>(memory));
  if (visits > 0) {
    state.counters["visits/op"] = per_op(static_cast<double>(visits));
  }
  return true;
}

int Run(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--record") {
    Record(argv[2]);
    return 0;
  }
  const Answers answers = ReadAnswers();
  bool ok = true;
  for (const Phase& phase : Phases()) {
    for (const Family& family : Families()) {
      for (const int64_t ops : kSizes) {
        const std::string name = NameOf(phase, family, ops);
        benchmark::RegisterBenchmark(name.c_str(), [&phase, &family, ops,
                                                    &answers,
                                                    &ok](auto& state) {
          ok &= BM_Phase(state, phase, family, ops, answers);
        })->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return ok ? 0 : 1;
}

}  // namespace
}  // namespace shardflow::internal::bench

int main(int argc, char** argv) {
  return shardflow::internal::bench::Run(argc, argv);
}
