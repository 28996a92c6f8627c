#ifndef SHARDFLOW_BYTECODE_WRITE_H_
#define SHARDFLOW_BYTECODE_WRITE_H_

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"

// A module as a portable artifact of StableHLO, which JAX, torch_xla and XLA's
// plugins read.

namespace shardflow::internal {

// `version`: of StableHLO, "1.18.0"; empty: the newest known. Appends to `out`.
// False after an error: an op or attribute that artifacts haven't got, or not
// in that version.
bool WriteArtifact(const Module& m, std::string_view version, std::string& out,
                   Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BYTECODE_WRITE_H_
