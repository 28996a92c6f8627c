#ifndef SHARDFLOW_REPORT_H_
#define SHARDFLOW_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// A program as one HTML file to look at in a browser: its scopes and tensors,
// which device holds what, where shardings come from, and what is communicated.
//
//   auto page = shardflow::Report(program, {.propagate = true}, messages);
//   if (page) write("step.html", *page);
//
// The file makes no requests, and no name in the program can break out of the
// element that holds it. docs/report.md shows it.

namespace shardflow {

enum class ReportFormat {
  kPage,  // HTML
  kJson,  // the data of the page (schemas/report-1.schema.json)
};

struct ReportOptions {
  // Only `compat`, `registry`, `extra_rules` and `jax` are used.
  RunOptions run = {};
  // Report on a propagated copy of the program. Then values have explanations,
  // and the communication is what InsertReshards and LowerToCollectives
  // (shardflow/passes.h) find. Otherwise it is the program's own.
  bool propagate = false;
  // Memory at its peak, and the communication of XLA's partitioner instead of
  // our own: what Cost says (shardflow/cost.h). With `propagate`, shardings are
  // propagated as JAX does, so that the whole page is about one program.
  // Without a machine, see CostOptions::topology, no times are given.
  bool cost = false;
  std::string topology = {};
  // An older program to compare this one with, propagated as this one is; null:
  // none.
  const Program* other = nullptr;
  std::string other_name = "before";
  ReportFormat format = ReportFormat::kPage;
  std::string name = "program";  // the title
  // How many values are explained: arguments and results of the main function,
  // and then the largest others.
  int explained = 1000;
  // The program's text is left out if it has more bytes.
  int64_t most_text = int64_t{1} << 20;
};

// Nullopt after an error. Values have the names of the text that the program
// was read from (ReadOptions::keep_names).
SHARDFLOW_EXPORT std::optional<std::string> Report(
    const Program& program, const ReportOptions& options,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_REPORT_H_
