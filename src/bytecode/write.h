#ifndef SHARDFLOW_BYTECODE_WRITE_H_
#define SHARDFLOW_BYTECODE_WRITE_H_

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"

// Writes a module as a portable artifact of StableHLO, which JAX, torch_xla and
// XLA's plugins read.

namespace shardflow::internal {

// Appends an artifact for a version of StableHLO ("1.18.0"; "" for the newest
// supported one). Returns false, with an error, if the version is unknown or
// its artifacts can't express the module.
bool WriteArtifact(const Module& m, std::string_view version, std::string& out,
                   Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BYTECODE_WRITE_H_
