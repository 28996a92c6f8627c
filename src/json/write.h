#ifndef SHARDFLOW_JSON_WRITE_H_
#define SHARDFLOW_JSON_WRITE_H_

#include <functional>
#include <string>
#include <string_view>

#include "ir/module.h"

// Writes a module as JSON (docs/json.md, schemas/module-1.schema.json).
//
// The order of keys, the layout and the names of values (the same as in MLIR
// text) follow from the module alone: equal modules give equal texts.

namespace shardflow::internal {

struct JsonWriteOptions {
  // Writes the locations of all ops and arguments, not only those that the
  // program itself states (as `loc(...)` in its text).
  bool debug_info = false;
  // Writes no line breaks, as JSON Lines requires.
  bool one_line = false;
};

// Receives the text in pieces. Returns false to stop writing.
using JsonSink = std::function<bool(std::string_view)>;

// Appends the module, followed by a newline unless it is on one line.
void WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     std::string& out);
// Passes the same text to `sink` in pieces of about 64 KiB. Returns false if
// the sink returned false.
bool WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     const JsonSink& sink);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_WRITE_H_
