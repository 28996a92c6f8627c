#ifndef SHARDFLOW_TESTS_FUZZ_PASS_OPTIONS_H_
#define SHARDFLOW_TESTS_FUZZ_PASS_OPTIONS_H_

#include <string_view>

namespace shardflow::internal::fuzz {

// Parses the text as options of the pass; does nothing if there is no such
// pass.
void ReadPassOptions(std::string_view pass, std::string_view text);

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_PASS_OPTIONS_H_
