#include "ops/op_def.h"
#include "ops/verify_structure.h"

// Functions and modules.

namespace shardflow {

constinit const OpDef kFuncDef{
    .traits = kSymbol | kIsolated | kNoRule,
    .verify = VerifyFunc,
};

constinit const OpDef kCallDef{
    .traits = kNoRule,
    .verify_uses = VerifyCallUses,
};

constinit const OpDef kFuncReturnDef{
    .traits = kPure | kTerminator,
    .verify = VerifyFuncReturn,
};

constinit const OpDef kModuleDef{
    .traits = kSymbol | kIsolated | kSymbolTable | kNoRule,
    .verify = VerifyBuiltinModule,
};

}  // namespace shardflow
