#ifndef SHARDFLOW_JSON_READ_H_
#define SHARDFLOW_JSON_READ_H_

#include <memory>
#include <optional>

#include "base/source.h"
#include "ir/module.h"
#include "json/document.h"
#include "text/read.h"

// JSON to a module (docs/json.md, schemas/module-1.schema.json).
//
//   Error error;
//   std::optional<Module> m = ReadModuleJson(source, {}, {}, error);
//   if (!m) ReportError(error, *source, diagnostics);   // json/input.h
//
// The first error ends the reading. What is read is not yet verified, just as
// after ParseModule. Ops are made in the order in which the text's parser makes
// them, so that both give the same module: use lists and all.

namespace shardflow::internal {

std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const ParseOptions& options,
                                     const JsonLimits& limits, Error& error);

// The module that is the value `at` of a document over `source`'s text.
std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const JsonDocument& document, JsonRef at,
                                     const ParseOptions& options, Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_READ_H_
