#ifndef SHARDFLOW_PASSES_EXPORT_MAIN_FUNCTION_H_
#define SHARDFLOW_PASSES_EXPORT_MAIN_FUNCTION_H_

#include "base/diagnostics.h"
#include "ops/functions.h"

namespace shardflow {

// MainFunction(), or None after an error that says that there is none (the
// reference ends the process there).
inline OpId RequireMainFunction(const Module& m, Diagnostics& diagnostics) {
  const OpId function = MainFunction(m);
  if (!function) {
    diagnostics.Error(m.Place(m.root()),
                      "there are several functions and none is @main");
  }
  return function;
}

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_EXPORT_MAIN_FUNCTION_H_
