#include "base/size_text.h"

#include <cstddef>
#include <iterator>

#include <fmt/format.h>

namespace shardflow::internal {

std::string SizeText(int64_t bytes) {
  if (bytes < 0) return "?";
  constexpr const char* kUnits[] = {"B",   "KiB", "MiB", "GiB",
                                    "TiB", "PiB", "EiB"};
  size_t unit = 0;
  auto amount = static_cast<double>(bytes);
  // Without this, 1023.999 would print as 1024.00.
  while (amount >= 1023.995 && unit + 1 < std::size(kUnits)) {
    amount /= 1024;
    ++unit;
  }
  const bool whole =
      amount == static_cast<double>(static_cast<int64_t>(amount));
  return whole ? fmt::format("{:.0f} {}", amount, kUnits[unit])
               : fmt::format("{:.2f} {}", amount, kUnits[unit]);
}

}  // namespace shardflow::internal
