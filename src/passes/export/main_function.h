#ifndef SHARDFLOW_PASSES_EXPORT_MAIN_FUNCTION_H_
#define SHARDFLOW_PASSES_EXPORT_MAIN_FUNCTION_H_

#include "base/diagnostics.h"
#include "ops/functions.h"

namespace shardflow::internal {

// Sets `function` to the main function (see MainFunction in ops/functions.h),
// or to None if the program has no functions. Reports an error and returns
// false if there are several functions and none is main. (Shardy crashes in
// both cases.)
[[nodiscard]] inline bool FindMainFunction(const Module& m,
                                           Diagnostics& diagnostics,
                                           OpId& function) {
  function = MainFunction(m);
  if (function || Functions(m).empty()) return true;
  diagnostics.Error(m.Place(m.root()),
                    "there are several functions and none is @main");
  return false;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_MAIN_FUNCTION_H_
