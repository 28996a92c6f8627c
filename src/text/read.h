#ifndef SHARDFLOW_TEXT_READ_H_
#define SHARDFLOW_TEXT_READ_H_

#include <memory>
#include <optional>
#include <string_view>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"

// MLIR text to a module.
//
//   Diagnostics diagnostics;
//   auto source = std::make_shared<const SourceBuffer>("a.mlir", text);
//   std::optional<Module> m = ParseModule(source, {}, diagnostics);

namespace shardflow {

struct ParseOptions {
  // Keep ops, attributes and types of dialects that are not known.
  bool allow_unregistered_dialects = false;
  // Top-level ops need no `module`; one is put around them.
  bool implicit_module = true;
};

// The parsed module, not yet verified, or nothing and the reasons.
std::optional<Module> ParseModule(std::shared_ptr<const SourceBuffer> source,
                                  const ParseOptions& options,
                                  Diagnostics& diagnostics);

// An attribute that stands alone, `#sdy.sharding<@mesh, [{}]>`. None after an
// error.
AttrId ParseAttr(Module& m, std::string_view text, Diagnostics& diagnostics);

}  // namespace shardflow

#endif  // SHARDFLOW_TEXT_READ_H_
