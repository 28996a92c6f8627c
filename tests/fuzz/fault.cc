#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.h"

namespace shardflow::internal::fuzz {

void Fault(std::string_view what, std::string_view first,
           std::string_view second) {
  std::fprintf(stderr, "fault: %.*s\n--- first\n%.*s\n--- second\n%.*s\n",
               static_cast<int>(what.size()), what.data(),
               static_cast<int>(first.size()), first.data(),
               static_cast<int>(second.size()), second.data());
  std::abort();
}

}  // namespace shardflow::internal::fuzz
