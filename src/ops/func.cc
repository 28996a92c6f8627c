#include "ops/op_def.h"
#include "ops/verify_structure.h"

// Functions and modules.

namespace shardflow::internal {

constinit const OpDef kFuncDef{
    .traits = kSymbol | kIsolated | kNoRule,
    .inherent = kStrings<"arg_attrs", "function_type", "no_inline", "res_attrs",
                         "sym_name", "sym_visibility">,
    .verify = VerifyFunc,
};

namespace {

constexpr AttrRule kCallAttrs[] = {
    {.name = name::kCallee,
     .kind = AttrKind::kSymbolRef,
     .summary = "flat symbol reference attribute"}};
constexpr OpShape kModuleShape = {.regions = 1};
constexpr OpShape kCallShape = {.attrs = kCallAttrs};

}  // namespace

constinit const OpDef kCallDef{
    .traits = kNoRule,
    .inherent = kStrings<"arg_attrs", "callee", "no_inline", "res_attrs">,
    .shape = &kCallShape,
    .verify_uses = VerifyCallUses,
};

constinit const OpDef kFuncReturnDef{
    .traits = kPure | kTerminator,
    .verify = VerifyFuncReturn,
};

constinit const OpDef kModuleDef{
    .traits = kSymbol | kIsolated | kSymbolTable | kNoRule,
    .inherent = kStrings<"sym_name", "sym_visibility">,
    .shape = &kModuleShape,
    .verify = VerifyBuiltinModule,
};

}  // namespace shardflow::internal
