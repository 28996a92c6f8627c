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

// The other program that a report compares its own with: the differences that
// DiffShardings (shardflow/diff.h) finds, as rows of the report's graph.

namespace shardflow::internal {

// A value of the graph or, if `value` is -1, a result of the main function.
struct ReportPlace {
  int value = -1;
  int result = -1;
};

struct ReportBaseline {
  std::string name;
  size_t roots = 0, follow = 0;
  // Bytes of arguments and results on a device, sent by a device, and at the
  // peak of its memory; -1 if unknown.
  struct Bytes {
    int64_t border = -1, sent = -1, peak = -1;
  };
  Bytes before, after;

  struct Change {
    ReportPlace place;
    int before = -1;  // what it was: a tensor of the graph
    bool root = false;
    std::string because = {};
  };
  std::vector<Change> changes;
  std::vector<ReportPlace> added;
  std::vector<std::string> removed;
};

struct BaselineInput {
  const ProgramGraph& other;
  const ShardingList& a;  // of `other`
  const ShardingList& b;  // of the report's graph
  const ShardingDiff& diff;
  // Says why a value is sharded as it is now, if its change follows from that
  // of another value. May be empty.
  std::function<std::string(const ReportPlace&)> because;
};

// Adds to `graph` the tensors, and the meshes, that only the other program has.
ReportBaseline CompareWith(const BaselineInput& input, ProgramGraph& graph);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_BASELINE_H_
