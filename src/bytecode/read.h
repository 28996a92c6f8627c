#ifndef SHARDFLOW_BYTECODE_READ_H_
#define SHARDFLOW_BYTECODE_READ_H_

#include <memory>
#include <optional>
#include <string_view>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"
#include "text/read.h"

// Reads portable artifacts of StableHLO: MLIR bytecode with VHLO and sdy ops,
// as `jax.export` and torch_xla write it. jax's `Exported.serialize()` puts the
// artifact into a FlatBuffer; such a file can also be read.

namespace shardflow::internal {

// Whether the bytes are MLIR bytecode, or a FlatBuffer written by JAX that
// contains bytecode.
bool LooksLikeArtifact(std::string_view bytes);

// Returns the module, not yet verified, or nullopt on error.
std::optional<Module> ReadArtifact(std::shared_ptr<const SourceBuffer> source,
                                   const ParseOptions& options,
                                   Diagnostics& diagnostics);

// Reads text or an artifact, recognized by its first bytes. If options.names
// requests the names of values, values of an artifact get the names that they
// would have in printed text.
std::optional<Module> ReadModule(std::shared_ptr<const SourceBuffer> source,
                                 const ParseOptions& options,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BYTECODE_READ_H_
