#ifndef SHARDFLOW_API_COST_JSON_H_
#define SHARDFLOW_API_COST_JSON_H_

#include <vector>

#include "json/emit.h"
#include "shardflow/cost.h"
#include "shardflow/lint.h"

namespace shardflow::internal {

// Adds the keys of a place ("op", "name", "line", ...) to the object that `e`
// is writing; keys whose values are unknown are left out.
void EmitPlace(const CostPlace& place, JsonEmitter& e);
// Writes the member "time".
void EmitTime(const TimeCost& time, JsonEmitter& e);
// Write JSON values: schemas/cost-1.schema.json, schemas/lint-1.schema.json.
void EmitCost(const CostReport& report, JsonEmitter& e);
void EmitFindings(const std::vector<LintFinding>& findings, JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_COST_JSON_H_
