#ifndef SHARDFLOW_BENCH_FAIL_H_
#define SHARDFLOW_BENCH_FAIL_H_

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "shardflow/message.h"

namespace shardflow::internal::bench {

// Ends the benchmark with the first message.
[[noreturn]] inline void Fail(const std::vector<Message>& messages) {
  std::fprintf(stderr, "%s\n",
               messages.empty() ? "failed" : messages[0].text.c_str());
  std::exit(1);
}

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_FAIL_H_
