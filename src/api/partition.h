#ifndef SHARDFLOW_API_PARTITION_H_
#define SHARDFLOW_API_PARTITION_H_

#include <string>
#include <vector>

#include "shardflow/message.h"
#include "shardflow/passes.h"
#include "shardflow/program.h"

// Partitions a program or the program of a session.

namespace shardflow::internal {

// Returns the options of shardflow-partition-pipeline, except `propagate`.
std::string PassOptionsOf(const PartitionOptions& options);

// Runs shardflow-partition-pipeline and, if `check` is set, the checks of its
// result. Returns false on error.
bool RunPartition(Program& program, const std::string& pass_options, bool check,
                  const RunOptions& options, std::vector<Message>& messages);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_PARTITION_H_
