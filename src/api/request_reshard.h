#ifndef SHARDFLOW_API_REQUEST_RESHARD_H_
#define SHARDFLOW_API_REQUEST_RESHARD_H_

#include "api/answering.h"
#include "json/input.h"
#include "shardflow/reshard.h"

// The request method `reshard`.

namespace shardflow::internal {

// Where in the request the parts of the reshard are.
struct ReshardPlaces {
  JsonRef mesh, type, from, to;
  JsonRef topology;  // may be None
};

// Reads the mesh and the shardings as text, or as JSON objects, which become
// text. Returns false on error.
bool ReadReshard(JsonInput& in, const ReshardPlaces& places,
                 ReshardRequest& request);

Ending AnswerReshard(const ReshardRequest& request, const ReshardPlaces& places,
                     Answering& answering);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_RESHARD_H_
