#ifndef SHARDFLOW_BENCH_REGISTER_H_
#define SHARDFLOW_BENCH_REGISTER_H_

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

namespace shardflow::internal::bench {

// Registers a benchmark `NAME/FAMILY/OPS` for each of several sizes, from a
// thousand to a million ops, and for each of two very different families of
// generated programs: one has no regions, and the other consists of loops. Each
// benchmark calls `run(state, family, ops)`.
template <class Run>
void RegisterSizes(const std::string& name, Run run) {
  for (const std::string family : {"mlp", "while"}) {
    for (const int64_t ops : {1'000, 10'000, 100'000, 1'000'000}) {
      benchmark::RegisterBenchmark(
          (name + "/" + family + "/" + std::to_string(ops)).c_str(),
          [=](benchmark::State& state) { run(state, family, ops); })
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_REGISTER_H_
