#ifndef SHARDFLOW_REPORT_H_
#define SHARDFLOW_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Makes an HTML page about a program, to view in a browser: its scopes and
// tensors, which device holds what, where shardings come from, and what is
// communicated.
//
//   auto page = shardflow::Report(program, {.propagate = true}, messages);
//   if (page) write("step.html", *page);
//
// The file makes no network requests, and no name in the program can break out
// of the element that contains it. docs/report.md shows the page.

namespace shardflow {

enum class ReportFormat {
  kPage,  // HTML
  kJson,  // the page's data (schemas/report-1.schema.json)
};

struct ReportOptions {
  RunOptions run = {};  // verify_after and dump_directory are ignored
  // Report on a propagated copy of the program. Then values have explanations,
  // and the communication shown is what InsertReshards and LowerToCollectives
  // (shardflow/passes.h) insert. Otherwise only the communication in the
  // program is shown.
  bool propagate = false;
  // Add the peak memory, and show the communication of XLA's partitioner
  // instead of shardflow's, as Cost computes them (shardflow/cost.h). With
  // `propagate`, the program is propagated as JAX does, so that the whole page
  // is about the same program. Times are shown only if `topology` is set; see
  // CostOptions::topology.
  bool cost = false;
  std::string topology = {};
  // An older program to compare this one with, propagated in the same way, or
  // null.
  const Program* other = nullptr;
  std::string other_name = "before";
  ReportFormat format = ReportFormat::kPage;
  std::string name = "program";  // the title
  // The number of values to explain: first the arguments and results of the
  // main function, then the others, largest first.
  int explained = 1000;
  // A program's text is left out of the page if it has more bytes than this.
  int64_t most_text = int64_t{1} << 20;
};

// Returns the page, or nullopt after an error. Values are named as in the text
// that the program was read from (ReadOptions::keep_names).
SHARDFLOW_EXPORT std::optional<std::string> Report(
    const Program& program, const ReportOptions& options,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_REPORT_H_
