#ifndef SHARDFLOW_REPORT_TABLES_H_
#define SHARDFLOW_REPORT_TABLES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "report/baseline.h"
#include "shardflow/graph.h"

// The data of a report: tables whose rows refer to each other by index
// (schemas/report-1.schema.json). The report of a program with 100,000 tensors
// takes about 2 MB, because equal strings, types, shardings and layouts are
// stored once.

namespace shardflow::internal {

// The report's data about a value, in addition to the graph's.
struct ReportValue {
  bool shown = true;         // whether the report has a row for it
  bool is_constant = false;  // whether its op is a constant
  int line = 0;              // line in the program's text; 0 if unknown
  std::string_view label;    // the user's name for it, or empty
};

struct ReportExplanation {
  int value = -1;  // index in the graph; if -1, see `result`
  int result = -1;
  std::string notes;  // several lines
  // An axis of the sharding: its title, and the last link of its chain, as an
  // index into ReportInput::chains.
  struct Axis {
    std::string title;
    int last = -1;
  };
  std::vector<Axis> axes;
  std::string stops;   // several lines
  std::string absent;  // several lines: why other axes are absent
};

// The links of all chains. Each link is a line and refers to the one before it,
// so chains that begin alike share their first links.
class ReportChains {
 public:
  struct Link {
    std::string text;
    int before = -1;
    int first = -1;  // index of the chain's first link
  };
  // Returns the index of the link `text` that follows link `before` (-1 for
  // none), adding it if it is new.
  int Add(int before, const std::string& text);
  const std::vector<Link>& links() const { return links_; }

 private:
  std::vector<Link> links_;
  absl::flat_hash_map<std::pair<int, std::string>, int> rows_;
};

// A collective, or a reshard that hasn't been lowered to collectives yet.
struct ReportMove {
  std::string kind;  // "all_gather", "reshard"
  std::vector<std::string> axes;
  int64_t group = 1;
  int64_t bytes_sent = 0;   // bytes that a device sends
  int64_t local_bytes = 0;  // bytes that a device holds afterwards
  double seconds = 0;       // 0 if unknown
  int64_t times = 1;        // executions in one run of the program
  int value = -1;           // index of the moved value; -1 if unknown
  std::string label;        // shown if `value` is unknown
  std::string cause;
  int user = -1;  // a result of the op that needs the move, shown after `cause`
};

// The memory that a device uses, in bytes.
struct ReportMemory {
  int64_t arguments = 0, results = 0, aliased = 0, temporaries = 0, peak = 0;
  int peak_at = -1;            // the value computed at the peak; -1 if unknown
  std::vector<int64_t> curve;  // bytes in use over the course of the program
  // The values in memory at the peak, with their sizes in bytes.
  std::vector<std::pair<int, int64_t>> alive;
};

struct ReportInput {
  std::string name = {};       // name of the program
  std::string generator = {};  // "shardflow 0.2.0"
  bool propagated = false;
  const ProgramGraph& graph;
  std::vector<ReportValue> values = {};  // parallel to graph.values
  std::vector<ReportExplanation> explanations = {};
  ReportChains chains = {};
  std::vector<ReportMove> moves = {};
  // Why the moves couldn't be computed; empty if they could.
  std::string moves_error = {};
  std::optional<ReportMemory> memory = {};
  std::optional<ReportBaseline> baseline = {};
  std::string_view text = {};  // text of the program, or empty
};

// Returns the report's data as JSON, on one line.
std::string ReportJson(const ReportInput& input);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_TABLES_H_
