#ifndef SHARDFLOW_BYTECODE_READ_H_
#define SHARDFLOW_BYTECODE_READ_H_

#include <memory>
#include <optional>
#include <string_view>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"
#include "text/read.h"

// Portable artifacts of StableHLO to a module: MLIR bytecode whose ops are
// those of VHLO and sdy, as `jax.export` and torch_xla write them. In jax's
// `Exported.serialize()` the artifact is a part of a FlatBuffer, which is found
// there.

namespace shardflow::internal {

// The text begins as bytecode, or as what has some in it.
bool LooksLikeArtifact(std::string_view bytes);

// The module, not yet verified, or nothing and the reason.
std::optional<Module> ReadArtifact(std::shared_ptr<const SourceBuffer> source,
                                   const ParseOptions& options,
                                   Diagnostics& diagnostics);

// Text or an artifact, told by its first bytes. If names of values are asked
// for, an artifact has those of the text that it is printed as.
std::optional<Module> ReadModule(std::shared_ptr<const SourceBuffer> source,
                                 const ParseOptions& options,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BYTECODE_READ_H_
