// Measures how fast portable artifacts of generated programs are read and
// written and, for comparison, how fast the same programs are read as text.
// Each of these is measured for programs without locations ("bare_") and for
// programs with a different location for each op. Reports bytes and ops per
// second.
//
//   artifact_bench --benchmark_filter='/mlp/100000'
//
// Before measuring, each benchmark checks that reading the artifact and writing
// it again results in the same bytes.

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

// Removes the locations of all ops and block arguments.
void DropLocations(Module& m) {
  for (size_t i = 0; i < m.op_table_size(); ++i) m.SetLoc(OpId(i), Loc());
  for (size_t i = 0; i < m.value_table_size(); ++i) {
    if (m.IsArg(ValueId(i))) m.SetArgLoc(ValueId(i), Loc());
  }
}

enum class What { kBareText, kBareArtifact, kText, kArtifact, kWrite };

void Run(benchmark::State& state, What what, const std::string& family,
         int64_t ops) {
  const bool bare = what == What::kBareText || what == What::kBareArtifact;
  Module m = Read(std::make_shared<const SourceBuffer>(
      family, FindFamily(family)->write(ops, /*seed=*/1)));
  if (bare) DropLocations(m);
  std::string bytes = Write(m);
  const auto artifact = std::make_shared<const SourceBuffer>(family, bytes);
  if (Write(Read(artifact)) != bytes)
    Fail("the artifact is not the same again");
  Source source = artifact;
  if (what == What::kBareText || what == What::kText) {
    std::string printed;
    PrintModule(m, {.debug_info = !bare}, printed);
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
  Register("bare_text", What::kBareText);
  Register("bare_artifact", What::kBareArtifact);
  Register("text", What::kText);
  Register("artifact", What::kArtifact);
  Register("write", What::kWrite);
  return true;
}();

}  // namespace
}  // namespace shardflow::internal::bench
