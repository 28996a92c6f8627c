#include <utility>

#include "ir/uses.h"
#include "passes/gspmd/marks.h"
#include "passes/pass.h"

// The steps that the XLA in jaxlib applies to JAX's programs before Shardy's
// passes, in XLA's order.

namespace shardflow::internal {

bool XlaClientPipeline(Module& m, const NoOptions&, PassContext& c) {
  // In XLA, these run on MLIR, one function at a time: calls are not inlined
  // yet. Once loops have captured their invariants, more can be simplified.
  return Run<XlaLegalizeChlo>(m, c) && Run<XlaSimplify>(m, c) &&
         Run<XlaCaptureLoopInvariants>(m, c) && Run<XlaSimplify>(m, c) &&
         Run<XlaMergeConstants>(m, c) && Run<XlaExpandBroadcasts>(m, c) &&
         // In XLA, these run on HLO.
         Run<XlaInlineCalls>(m, c) && Run<SymbolDce>(m, c) &&
         Run<XlaDropEmptyValues>(m, c) && Run<XlaPostOrder>(m, c);
}

bool XlaImportPipeline(Module& m, const NoOptions&, PassContext& c) {
  if (FindGspmdOnly(m) &&
      !Run<StablehloImportPipeline>(m, ImportShardingsOptions{}, c)) {
    return false;
  }
  // In XLA, the passes after XlaClientPipeline run on MLIR again. Invariants
  // are captured again, because inlining may have removed a call through which
  // a loop's body passed an argument before returning it.
  if (!Run<XlaClientPipeline>(m, c) || !Run<XlaCaptureLoopInvariants>(m, c) ||
      !Run<XlaOpenFreeValues>(m, c)) {
    return false;
  }
  RenewUses(m);
  return true;
}

bool XlaPropagationPipeline(Module& m, const NoOptions&, PassContext& c) {
  const Compat compat = std::exchange(c.compat, Compat::kJaxlib012);
  const bool extra_rules = std::exchange(c.extra_rules, true);
  // Otherwise propagation would run the same steps again.
  const bool jax = std::exchange(c.jax, false);
  const bool ok = Run<XlaImportPipeline>(m, c) &&
                  Run<PropagationPipeline>(m, PipelineOptions{}, c);
  c.compat = compat;
  c.extra_rules = extra_rules;
  c.jax = jax;
  return ok;
}

bool XlaHloImportPipeline(Module& m, const NoOptions&, PassContext& c) {
  return Run<XlaSimplifyImport>(m, c) &&
         Run<StablehloImportPipeline>(m, ImportShardingsOptions{}, c) &&
         Run<XlaCaptureLoopInvariants>(m, c) && Run<XlaOpenFreeValues>(m, c) &&
         Run<XlaImportConstants>(m, c) &&
         Run<ImportPipeline>(m, PipelineOptions{}, c);
}

}  // namespace shardflow::internal
