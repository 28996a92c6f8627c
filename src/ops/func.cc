#include "ops/op_def.h"

// Functions and modules.

namespace shardflow {

constinit const OpDef kFuncDef{
    .traits = kSymbol | kIsolated | kNoRule,
};

constinit const OpDef kCallDef{
    .traits = kNoRule,
};

constinit const OpDef kFuncReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kModuleDef{
    .traits = kSymbol | kIsolated | kSymbolTable | kNoRule,
};

}  // namespace shardflow
