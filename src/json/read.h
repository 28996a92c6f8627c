#ifndef SHARDFLOW_JSON_READ_H_
#define SHARDFLOW_JSON_READ_H_

#include <memory>
#include <optional>

#include "base/source.h"
#include "ir/module.h"
#include "json/document.h"
#include "text/read.h"

// Reads a module from JSON (docs/json.md, schemas/module-1.schema.json).
//
//   Error error;
//   std::optional<Module> m = ReadModuleJson(source, {}, {}, error);
//   if (!m) ReportError(error, *source, diagnostics);   // json/input.h
//
// Reading stops at the first error. Like ParseModule, this doesn't verify the
// module. Ops are created in the same order as in the parser for MLIR text, so
// both readers return the same module, including the order of use lists.

namespace shardflow::internal {

std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const ParseOptions& options,
                                     const JsonLimits& limits, Error& error);

// Reads the module at the value `at` of a document. `source` contains the
// document's text.
std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const JsonDocument& document, JsonRef at,
                                     const ParseOptions& options, Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_READ_H_
