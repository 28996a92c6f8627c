// Writes a generated program: generate FAMILY OPS [SEED] > FILE

#include <charconv>
#include <cstdio>
#include <cstring>

#include "generate.h"

namespace {

bool ParseNumber(const char* text, int64_t& number) {
  const char* const end = text + std::strlen(text);
  return std::from_chars(text, end, number) ==
             std::from_chars_result{end, std::errc()} &&
         number >= 0;
}

}  // namespace

int main(int argc, char** argv) {
  using shardflow::internal::bench::Family;
  int64_t ops = 0;
  int64_t seed = 1;
  const Family* const family =
      argc > 1 ? shardflow::internal::bench::FindFamily(argv[1]) : nullptr;
  if (family == nullptr || argc < 3 || argc > 4 || !ParseNumber(argv[2], ops) ||
      (argc == 4 && !ParseNumber(argv[3], seed))) {
    std::fputs("usage: generate FAMILY OPS [SEED] > FILE\n\nfamilies\n",
               stderr);
    for (const Family& known : shardflow::internal::bench::Families()) {
      std::fprintf(stderr, "  %-12s %s\n", known.name.data(),
                   known.what.data());
    }
    return 2;
  }
  const std::string text = family->write(ops, static_cast<uint64_t>(seed));
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
                 std::fflush(stdout) == 0
             ? 0
             : 4;
}
