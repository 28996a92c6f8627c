#ifndef SHARDFLOW_TEXT_WRITE_H_
#define SHARDFLOW_TEXT_WRITE_H_

#include <functional>
#include <string>
#include <string_view>

#include "ir/module.h"

// Writes a module as MLIR text, byte for byte as MLIR's printer does.

namespace shardflow::internal {

struct PrintOptions {
  bool generic = false;      // every op in the generic form
  bool debug_info = false;   // loc(...) after each op
  bool local_scope = false;  // no aliases: everything is written inline
};

// Receives the text in pieces. Returns false to stop printing.
using TextSink = std::function<bool(std::string_view)>;

// Appends the text of the module, followed by a newline.
void PrintModule(const Module& m, const PrintOptions& options,
                 std::string& out);
// Passes the text to `sink` in pieces of about 64 KiB, so that the whole text
// is never in memory. Returns false if the sink returned false.
bool PrintModule(const Module& m, const PrintOptions& options,
                 const TextSink& sink);
void PrintType(const Module& m, TypeId type, std::string& out);
void PrintAttr(const Module& m, AttrId attr, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_WRITE_H_
