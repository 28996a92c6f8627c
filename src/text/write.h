#ifndef SHARDFLOW_TEXT_WRITE_H_
#define SHARDFLOW_TEXT_WRITE_H_

#include <functional>
#include <string>
#include <string_view>

#include "ir/module.h"

// A module to MLIR text, byte for byte as MLIR's printer writes it.

namespace shardflow::internal {

struct PrintOptions {
  bool generic = false;      // every op in the generic form
  bool debug_info = false;   // loc(...) after each op
  bool local_scope = false;  // no aliases: everything inline
};

// Takes the text piece by piece; false: no more of it is wanted.
using TextSink = std::function<bool(std::string_view)>;

// Appends the text of the module, ended by a newline.
void PrintModule(const Module& m, const PrintOptions& options,
                 std::string& out);
// The same in pieces of some 64 KiB, so that the whole text never stands in
// memory. False if the sink did not want all of it.
bool PrintModule(const Module& m, const PrintOptions& options,
                 const TextSink& sink);
void PrintType(const Module& m, TypeId type, std::string& out);
void PrintAttr(const Module& m, AttrId attr, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_WRITE_H_
