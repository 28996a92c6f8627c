#include <cstdio>
#include <cstdlib>
#include <string>

#include "evaluator/compare.h"
#include "evaluator/random_program.h"

// random_program NUMBER      prints a program, to run it elsewhere
// random_program FROM TO     partitions and runs the programs FROM to TO
// random_program --file F    partitions and runs the program in file F
//
// --windows before the numbers uses the programs of RandomWindows() instead,
// and
// --own-ops those of RandomOwnOps().

namespace shardflow::internal {
namespace {

int CheckFile(const char* path) {
  std::string text;
  FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return 2;
  char buffer[4096];
  for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) {
    text.append(buffer, n);
  }
  std::fclose(file);
  const Comparison c = ComparePartitioned(text, "propagate=true");
  std::printf("%d %s\n", static_cast<int>(c.verdict), c.error.message.c_str());
  return c.verdict == Comparison::kEqual ? 0 : 1;
}

using Generator = std::string (*)(uint64_t seed);

int CheckMany(Generator generator, uint64_t from, uint64_t to) {
  constexpr const char* kNames[] = {"equal", "wrong", "refused", "fault"};
  size_t counts[4] = {};
  for (uint64_t seed = from; seed <= to; ++seed) {
    const Comparison c = ComparePartitioned(generator(seed), "propagate=true");
    ++counts[c.verdict];
    if (c.verdict == Comparison::kEqual) continue;
    std::printf("%s %llu: %s\n", kNames[c.verdict],
                static_cast<unsigned long long>(seed), c.error.message.c_str());
  }
  std::printf("equal %zu, wrong %zu, refused %zu, fault %zu\n", counts[0],
              counts[1], counts[2], counts[3]);
  return counts[1] + counts[3] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace shardflow::internal

int main(int argc, char** argv) {
  using namespace shardflow::internal;
  Generator generator = RandomProgram;
  const std::string kind = argc > 1 ? argv[1] : "";
  if (kind == "--windows" || kind == "--own-ops") {
    generator = kind == "--windows" ? RandomWindows : RandomOwnOps;
    --argc;
    ++argv;
  }
  const auto number = [&](int i) {
    return std::strtoull(argv[i], nullptr, 10);
  };
  if (argc == 3 && std::string(argv[1]) == "--file") return CheckFile(argv[2]);
  if (argc == 3) return CheckMany(generator, number(1), number(2));
  if (argc != 2) {
    std::fprintf(stderr,
                 "usage: random_program [--windows | --own-ops] NUMBER | FROM "
                 "TO | --file F\n");
    return 2;
  }
  std::fputs(generator(number(1)).c_str(), stdout);
  return 0;
}
