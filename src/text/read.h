#ifndef SHARDFLOW_TEXT_READ_H_
#define SHARDFLOW_TEXT_READ_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"

// Reads a module from MLIR text.
//
//   Diagnostics diagnostics;
//   auto source = std::make_shared<const SourceBuffer>("a.mlir", text);
//   std::optional<Module> m = ParseModule(source, {}, diagnostics);

namespace shardflow::internal {

// A name in the text. It refers to one value or to several results of an op.
struct NamedValues {
  std::string_view name;  // "%12", a view of the source
  ValueId first;
  int32_t count = 1;
};

struct ParseOptions {
  // Accepts ops, attributes and types of unknown dialects.
  bool allow_unregistered_dialects = false;
  // Accepts top-level ops without a `module`, and wraps them in one.
  bool implicit_module = true;
  // If not null, receives all names of values, in the order of the text.
  std::vector<NamedValues>* names = nullptr;
};

// Returns the module, not yet verified, or nullopt on error.
std::optional<Module> ParseModule(std::shared_ptr<const SourceBuffer> source,
                                  const ParseOptions& options,
                                  Diagnostics& diagnostics);

// Parses a single attribute, such as `#sdy.sharding<@mesh, [{}]>`. Returns None
// on error.
AttrId ParseAttr(Module& m, std::string_view text, Diagnostics& diagnostics,
                 const ParseOptions& options = {});

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_READ_H_
