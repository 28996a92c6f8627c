#ifndef SHARDFLOW_JSON_WRITE_H_
#define SHARDFLOW_JSON_WRITE_H_

#include <functional>
#include <string>
#include <string_view>

#include "ir/module.h"

// Writes a module as JSON (docs/json.md, schemas/module-1.schema.json).
//
// The order of keys, the layout and the names of values (the same as in MLIR
// text) depend only on the module, so equal modules produce equal text.

namespace shardflow::internal {

struct JsonWriteOptions {
  // Whether to write the locations of all ops and arguments. If false, only
  // locations in the program's text, `loc(...)`, are written.
  bool debug_info = false;
  // Whether to omit line breaks, as JSON Lines requires.
  bool one_line = false;
};

// Receives the text in pieces. Returns false to stop writing.
using JsonSink = std::function<bool(std::string_view)>;

// Appends the module's JSON text, followed by a newline unless it is on one
// line.
void WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     std::string& out);
// Passes the JSON text to `sink` in pieces of about 64 KiB. Returns false if
// the sink returned false.
bool WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     const JsonSink& sink);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_WRITE_H_
