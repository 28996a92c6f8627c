#ifndef SHARDFLOW_TESTS_FUZZ_TARGETS_H_
#define SHARDFLOW_TESTS_FUZZ_TARGETS_H_

#include <string_view>

// The fuzz targets. A target accepts any bytes, and ends the process if it
// finds a bug in shardflow (as the sanitizers do). Each one is built as a
// libFuzzer program (libfuzzer_main.cc), and runs in a test on the inputs in
// its folder (corpus_test.cc).

namespace shardflow::internal::fuzz {

#define TARGET(name, function) void function(std::string_view input);
#include "fuzz_targets.def"
#undef TARGET

// Reports a bug: prints `what` went wrong and the text that shows it, and ends
// the process.
[[noreturn]] void Fault(std::string_view what, std::string_view first,
                        std::string_view second = {});

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_TARGETS_H_
