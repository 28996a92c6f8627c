#ifndef SHARDFLOW_TESTS_FUZZ_PROGRAM_H_
#define SHARDFLOW_TESTS_FUZZ_PROGRAM_H_

#include <string>

#include "fuzz/bytes.h"

namespace shardflow::internal::fuzz {

// Returns the text of a program made from the bytes: meshes, functions that
// call each other, shardings of every kind, ops with regions, and ops with most
// kinds of sharding rules. It always parses, and is usually valid.
std::string MakeProgram(Bytes& bytes);

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_PROGRAM_H_
