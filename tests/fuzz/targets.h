#ifndef SHARDFLOW_TESTS_FUZZ_TARGETS_H_
#define SHARDFLOW_TESTS_FUZZ_TARGETS_H_

#include <string_view>

// What is fuzzed. A target takes any bytes; it ends the process where it finds
// a fault of ours (and so do the sanitizers). Each is a libFuzzer program, see
// libfuzzer_main.cc, and a test over the inputs in its folder, corpus_test.cc.

namespace shardflow::internal::fuzz {

#define TARGET(name, function) void function(std::string_view input);
#include "fuzz_targets.def"
#undef TARGET

// Prints `what` with the texts that show it, and ends the process.
[[noreturn]] void Fault(std::string_view what, std::string_view first,
                        std::string_view second = {});

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_TARGETS_H_
