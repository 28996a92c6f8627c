// Reads single attributes: shardings, meshes, rules, numbers, dense elements.

#include <string>

#include "base/diagnostics.h"
#include "fuzz/targets.h"
#include "ir/module.h"
#include "ops/op_def.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::fuzz {

void FuzzAttribute(std::string_view input) {
  Module m = NewModule();
  Diagnostics diagnostics;
  const AttrId attr = ParseAttr(m, input, diagnostics);
  if (!attr) {
    if (!diagnostics.HasErrors()) Fault("refused without an error", input);
    return;
  }
  std::string first;
  PrintAttr(m, attr, first);
  const AttrId again = ParseAttr(m, first, diagnostics);
  if (!again) {
    Fault("what was written does not parse", first,
          diagnostics.all().back().text);
  }
  std::string second;
  PrintAttr(m, again, second);
  if (first != second) Fault("the text changes", first, second);
}

}  // namespace shardflow::internal::fuzz
