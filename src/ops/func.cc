#include "ops/op_def.h"

// Functions and modules.

namespace shardflow {

constinit const OpDef kFuncDef{
    .traits = kSymbol | kIsolated | kNoRule,
    .inherent = kStrings<"arg_attrs", "function_type", "no_inline", "res_attrs",
                         "sym_name", "sym_visibility">,
};

constinit const OpDef kCallDef{
    .traits = kNoRule,
    .inherent = kStrings<"arg_attrs", "callee", "no_inline", "res_attrs">,
};

constinit const OpDef kFuncReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kModuleDef{
    .traits = kSymbol | kIsolated | kSymbolTable | kNoRule,
    .inherent = kStrings<"sym_name", "sym_visibility">,
};

}  // namespace shardflow
