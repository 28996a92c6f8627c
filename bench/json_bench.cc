// Measures how fast the JSON of generated programs is handled: parsing the
// document alone, reading a program from it, and writing it. Reports bytes of
// JSON per second and ops per second.
//
//   json_bench --benchmark_filter='read/mlp/100000'
//
// Before measuring, each benchmark checks that reading the JSON and writing it
// again results in the same text.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "generate.h"
#include "json/read.h"
#include "json/write.h"
#include "register.h"
#include "text/read.h"

namespace shardflow::internal::bench {
namespace {

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "json_bench: %s\n", what.c_str());
  std::exit(1);
}

Module FromText(const std::string& family, int64_t ops) {
  Diagnostics diagnostics;
  std::optional<Module> m =
      ParseModule(std::make_shared<const SourceBuffer>(
                      family, FindFamily(family)->write(ops, /*seed=*/1)),
                  {}, diagnostics);
  if (!m) Fail("the text cannot be read");
  return std::move(*m);
}

Module FromJson(const std::shared_ptr<const SourceBuffer>& source) {
  Error fault;
  std::optional<Module> m = ReadModuleJson(source, {}, {}, fault);
  if (!m) Fail(fault.pointer + ": " + fault.message);
  return std::move(*m);
}

std::string ToJson(const Module& m) {
  std::string json;
  WriteModuleJson(m, {}, json);
  return json;
}

enum class What { kDocument, kRead, kWrite };

void Run(benchmark::State& state, What what, const std::string& family,
         int64_t ops) {
  const Module m = FromText(family, ops);
  const std::string json = ToJson(m);
  const auto source = std::make_shared<const SourceBuffer>("json", json);
  if (ToJson(FromJson(source)) != json) Fail("the JSON is not the same again");
  std::string out;
  for (auto _ : state) {
    if (what == What::kDocument) {
      Error fault;
      benchmark::DoNotOptimize(JsonDocument::Parse(json, {}, fault));
    } else if (what == What::kRead) {
      benchmark::DoNotOptimize(FromJson(source));
    } else {
      out.clear();
      WriteModuleJson(m, {}, out);
      benchmark::DoNotOptimize(out.data());
    }
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(json.size()));
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(m.op_count()));
}

void Register(const char* name, What what) {
  RegisterSizes(name, [what](benchmark::State& state, const std::string& family,
                             int64_t ops) { Run(state, what, family, ops); });
}

[[maybe_unused]] const bool kRegistered = [] {
  Register("document", What::kDocument);
  Register("read", What::kRead);
  Register("write", What::kWrite);
  return true;
}();

}  // namespace
}  // namespace shardflow::internal::bench
