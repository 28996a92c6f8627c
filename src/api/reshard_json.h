#ifndef SHARDFLOW_API_RESHARD_JSON_H_
#define SHARDFLOW_API_RESHARD_JSON_H_

#include "json/emit.h"
#include "shardflow/reshard.h"

namespace shardflow::internal {

// Writes a JSON value: schemas/reshard-1.schema.json.
void EmitReshard(const ReshardRequest& request, const ReshardReport& report,
                 JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RESHARD_JSON_H_
