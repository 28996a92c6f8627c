#ifndef SHARDFLOW_TESTS_FUZZ_PROGRAM_H_
#define SHARDFLOW_TESTS_FUZZ_PROGRAM_H_

#include <string>

#include "fuzz/bytes.h"

namespace shardflow::internal::fuzz {

// The text of a program that the bytes stand for: meshes, functions that call
// each other, shardings of every kind, ops with regions, and ops of most kinds
// of sharding rules. It always parses, and most often it is valid.
std::string MakeProgram(Bytes& bytes);

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_PROGRAM_H_
