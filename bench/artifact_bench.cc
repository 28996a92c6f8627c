// Portable artifacts of generated programs: reading them, reading the text of
// the same program without locations and with those of the artifact, and
// writing them. Reported are bytes and ops a second.
//
//   artifact_bench --benchmark_filter='/mlp/100000'
//
// Before it reports, the artifact is read and written again and compared.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "bytecode/read.h"
#include "bytecode/write.h"
#include "generate.h"
#include "register.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::bench {
namespace {

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "artifact_bench: %s\n", what.c_str());
  std::exit(1);
}

using Source = std::shared_ptr<const SourceBuffer>;

Module Read(const Source& source) {
  Diagnostics diagnostics;
  std::optional<Module> m = ReadModule(source, {}, diagnostics);
  if (!m) Fail(diagnostics.all()[0].text);
  return std::move(*m);
}

std::string Write(const Module& m) {
  Diagnostics diagnostics;
  std::string bytes;
  if (!WriteArtifact(m, "", bytes, diagnostics)) {
    Fail(diagnostics.all()[0].text);
  }
  return bytes;
}

enum class What { kText, kLocatedText, kRead, kWrite };

void Run(benchmark::State& state, What what, const std::string& family,
         int64_t ops) {
  const auto text = std::make_shared<const SourceBuffer>(
      family, FindFamily(family)->write(ops, /*seed=*/1));
  const Module m = Read(text);
  const std::string bytes = Write(m);
  const auto artifact = std::make_shared<const SourceBuffer>(family, bytes);
  const std::string second = Write(Read(artifact));
  const auto again = std::make_shared<const SourceBuffer>(family, second);
  if (Write(Read(again)) != second) Fail("the artifact is not the same again");
  Source source = what == What::kText ? text : artifact;
  if (what == What::kLocatedText) {
    std::string printed;
    PrintModule(Read(artifact), {.debug_info = true}, printed);
    source = std::make_shared<const SourceBuffer>(family, std::move(printed));
  }
  const size_t size = source->text().size();
  for (auto _ : state) {
    if (what == What::kWrite) {
      benchmark::DoNotOptimize(Write(m));
    } else {
      benchmark::DoNotOptimize(Read(source));
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(size));
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(m.op_count()));
}

void Register(const char* name, What what) {
  RegisterSizes(name, [what](benchmark::State& state, const std::string& family,
                             int64_t ops) { Run(state, what, family, ops); });
}

[[maybe_unused]] const bool kRegistered = [] {
  Register("text", What::kText);
  Register("located", What::kLocatedText);
  Register("read", What::kRead);
  Register("write", What::kWrite);
  return true;
}();

}  // namespace
}  // namespace shardflow::internal::bench
