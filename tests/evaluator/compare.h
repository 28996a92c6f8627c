#ifndef SHARDFLOW_TESTS_EVALUATOR_COMPARE_H_
#define SHARDFLOW_TESTS_EVALUATOR_COMPARE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/module.h"

// Checks whether a per-device program computes the same results as the global
// one.

namespace shardflow::internal {

struct Comparison {
  enum Verdict : uint8_t {
    kEqual,
    kWrong,    // different numbers, or the per-device program can't run
    kRefused,  // partitioning reported an error that has a location
    // The input can't be used, or partitioning reported an error without a
    // location, or its output can't be read.
    kFault,
  };
  Verdict verdict = kFault;
  Error error;  // unless they are equal
  // The per-device program as text, if there is one.
  std::string local;
};

// Partitions the program (`options` are passed to
// shardflow-partition-pipeline), prints the result and reads it back, lets
// `damage` change it, and runs the global and the per-device program on random
// inputs.
Comparison ComparePartitioned(
    std::string_view text, std::string_view options,
    const std::function<void(Module&)>& damage = nullptr);

// A change to a per-device program that should change its results.
struct Damage {
  std::string what;
  OpId op;  // whose results the change affects
  std::function<void(Module&)> apply;
};
using DamageList = std::function<std::vector<Damage>(const Module&)>;

struct DamageReport {
  Comparison undamaged;
  size_t noticed = 0;
  // The number of damaged programs in which the op still has the same results
  // on every device, for example because other groups hold copies of them.
  size_t without_effect = 0;
  // The damage that changed the op's results, but not those of the program.
  std::vector<std::string> unnoticed;
};
// Compares the undamaged program with the global one and, if their results are
// equal, also one damaged program for each item of the list.
DamageReport TryDamages(std::string_view text, std::string_view options,
                        const DamageList& damages);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_COMPARE_H_
