#ifndef SHARDFLOW_REPORT_BASELINE_H_
#define SHARDFLOW_REPORT_BASELINE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/diff.h"
#include "shardflow/graph.h"

// Compares a report's program with another program, and expresses the
// differences that DiffShardings (shardflow/diff.h) finds in terms of the
// report's graph.

namespace shardflow::internal {

// A value of the graph or, if `value` is -1, a result of the main function.
struct ReportPlace {
  int value = -1;
  int result = -1;
};

struct ReportBaseline {
  std::string name;
  size_t roots = 0, follow = 0;
  // Bytes per device: the arguments and results (`border`), the data sent over
  // the network (`sent`) and the peak memory (`peak`). -1 if unknown.
  struct Bytes {
    int64_t border = -1, sent = -1, peak = -1;
  };
  Bytes before, after;

  struct Change {
    ReportPlace place;
    int before = -1;  // its old type and sharding, as a tensor of the graph
    bool root = false;
    std::string because = {};
  };
  std::vector<Change> changes;
  std::vector<ReportPlace> added;
  std::vector<std::string> removed;
};

struct BaselineInput {
  const ProgramGraph& other;
  const ShardingList& a;  // the shardings of `other`
  const ShardingList& b;  // the shardings of the report's graph
  const ShardingDiff& diff;
  // Returns why a value is now sharded as it is; may return an empty string.
  // Called only for a value whose change follows from a change of another
  // value.
  std::function<std::string(const ReportPlace&)> because;
};

// Adds to `graph` the tensors and meshes that only the other program has.
ReportBaseline CompareWith(const BaselineInput& input, ProgramGraph& graph);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_BASELINE_H_
