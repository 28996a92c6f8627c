// The entry point for libFuzzer. SHARDFLOW_FUZZ_TARGET is a function in
// targets.h.

#include <cstddef>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shardflow::internal::fuzz::SHARDFLOW_FUZZ_TARGET(
      {reinterpret_cast<const char*>(data), size});
  return 0;
}
