#ifndef SHARDFLOW_API_COST_JSON_H_
#define SHARDFLOW_API_COST_JSON_H_

#include <vector>

#include "json/emit.h"
#include "shardflow/cost.h"
#include "shardflow/lint.h"

namespace shardflow::internal {

// Adds the keys of a place ("op", "name", "line", ...) to the object that `e`
// is writing, without those whose values are unknown.
void EmitPlace(const CostPlace& place, JsonEmitter& e);
// Writes the member "time".
void EmitTime(const TimeCost& time, JsonEmitter& e);
// Write JSON values, as described by schemas/cost-1.schema.json and
// schemas/lint-1.schema.json.
void EmitCost(const CostReport& report, JsonEmitter& e);
void EmitFindings(const std::vector<LintFinding>& findings, JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_COST_JSON_H_
