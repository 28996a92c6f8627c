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

// MLIR text to a module.
//
//   Diagnostics diagnostics;
//   auto source = std::make_shared<const SourceBuffer>("a.mlir", text);
//   std::optional<Module> m = ParseModule(source, {}, diagnostics);

namespace shardflow::internal {

// Where the text names a value, or the results of one op together.
struct NamedValues {
  std::string_view name;  // "%12", in the source
  ValueId first;
  int32_t count = 1;
};

struct ParseOptions {
  // Keep ops, attributes and types of dialects that are not known.
  bool allow_unregistered_dialects = false;
  // Top-level ops may stand without a `module`; they are wrapped in one.
  bool implicit_module = true;
  // If not null, all names of values, in the order of the text.
  std::vector<NamedValues>* names = nullptr;
};

// The parsed module, not yet verified, or nothing and the reasons.
std::optional<Module> ParseModule(std::shared_ptr<const SourceBuffer> source,
                                  const ParseOptions& options,
                                  Diagnostics& diagnostics);

// An attribute that stands alone, `#sdy.sharding<@mesh, [{}]>`. None after an
// error.
AttrId ParseAttr(Module& m, std::string_view text, Diagnostics& diagnostics,
                 const ParseOptions& options = {});

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_READ_H_
