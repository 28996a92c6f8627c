#include "passes/pass.h"

// Pipelines to and from programs with GSPMD's shardings.

namespace shardflow::internal {

bool StablehloImportPipeline(Module& m, const ImportShardingsOptions& o,
                             PassContext& c) {
  // Shardings in Shardy's form are imported first, because they are richer.
  return Run<XlaFlattenTuples>(m, c) && Run<XlaSplitBrackets>(m, c) &&
         Run<XlaOutlineManualBodies>(m, c) && Run<RoundTripImport>(m, c) &&
         Run<ImportShardings>(m, o, c);
}

bool StablehloExportPipeline(Module& m, const ExportShardingsOptions& o,
                             PassContext& c) {
  return Run<ExportShardings>(m, o, c);
}

}  // namespace shardflow::internal
