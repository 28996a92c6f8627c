#ifndef SHARDFLOW_JSON_WRITE_H_
#define SHARDFLOW_JSON_WRITE_H_

#include <functional>
#include <string>
#include <string_view>

#include "ir/module.h"

// A module to JSON (docs/json.md, schemas/module-1.schema.json).
//
// The order of keys, the layout and the names of values (those that the text
// shows) follow from the module alone: equal modules are equal texts.

namespace shardflow::internal {

struct JsonWriteOptions {
  // The locations of all ops and arguments; else only those that the program
  // states itself (`loc(...)` in its text).
  bool debug_info = false;
  // Without line breaks, for JSON Lines.
  bool one_line = false;
};

// Takes the text piece by piece; false: no more of it is wanted.
using JsonSink = std::function<bool(std::string_view)>;

// Appends the module, ended by a newline unless it is one line.
void WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     std::string& out);
// The same in pieces of some 64 KiB. False if the sink did not want all of it.
bool WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     const JsonSink& sink);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_WRITE_H_
