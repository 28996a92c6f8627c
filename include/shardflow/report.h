#ifndef SHARDFLOW_REPORT_H_
#define SHARDFLOW_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Makes an HTML page about a program, to view in a browser. It shows the
// program's scopes and tensors, which device holds what, where shardings come
// from, and what is communicated.
//
//   auto page = shardflow::Report(program, {.propagate = true}, messages);
//   if (page) write("step.html", *page);
//
// The page makes no network requests, and names in the program can't break out
// of the HTML elements that contain them. docs/report.md shows the page.

namespace shardflow {

enum class ReportFormat {
  kPage,  // HTML
  kJson,  // the page's data (schemas/report-1.schema.json)
};

struct ReportOptions {
  RunOptions run = {};  // verify_after and dump_directory are ignored
  // Whether to report on a propagated copy of the program. If so, the page
  // explains where the shardings of values come from, and shows the
  // communication that InsertReshards and LowerToCollectives
  // (shardflow/passes.h) insert. If not, it shows only the communication that
  // is already in the program.
  bool propagate = false;
  // Whether to add the peak memory, and to show the communication of XLA's
  // partitioner instead of shardflow's; Cost (shardflow/cost.h) computes both.
  // If `propagate` is also set, the report propagates the program as JAX does,
  // so that the whole page is about the same program.
  bool cost = false;
  // The machine, as in CostOptions::topology. If empty, no times are shown.
  std::string topology = {};
  // An older program to compare with, or null. It is propagated in the same
  // way.
  const Program* other = nullptr;
  // The name of the older program on the page.
  std::string other_name = "before";
  ReportFormat format = ReportFormat::kPage;
  std::string name = "program";  // the title
  // The maximum number of values to explain: first the arguments and results of
  // the main function, then the others, largest first.
  int explained = 1000;
  // The maximum size of a program's text in bytes. A longer text is left out of
  // the page.
  int64_t most_text = int64_t{1} << 20;
};

// Returns the page or its data, or nullopt on error. If ReadOptions::keep_names
// was set, values have the names from the text that was read.
SHARDFLOW_EXPORT std::optional<std::string> Report(
    const Program& program, const ReportOptions& options,
    std::vector<Message>& messages);
// Like the overload above, but may take over the program instead of copying it,
// which saves time and memory.
SHARDFLOW_EXPORT std::optional<std::string> Report(
    Program&& program, const ReportOptions& options,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_REPORT_H_
