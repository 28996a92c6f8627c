#ifndef SHARDFLOW_TOOL_QUESTION_H_
#define SHARDFLOW_TOOL_QUESTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"
#include "shardflow/message.h"
#include "tool/file_command.h"
#include "tool/options.h"

// The options that select the program which a question is about, shared by all
// commands that answer questions. By default, FILE is first propagated as JAX
// does it; with -p, as Shardy alone does it (unless the question is about XLA);
// with --as-is, it isn't propagated.

namespace shardflow {

// Whether the answer can be about FILE as it is. (Only propagation knows where
// a sharding comes from.)
enum class AsIs { kYes, kNo };
// Whether the answer is about how XLA partitions FILE.
enum class AboutXla { kYes, kNo };

// Returns `--jax`, `--propagate`, `--as-is`, `--compat`, `--set`, `--spec`,
// `--rules` and `--extra-rules`. Also sets `flags.asks` and `flags.about_xla`.
std::vector<Option> QuestionOptions(FileFlags& flags, AsIs as_is = AsIs::kYes,
                                    AboutXla about_xla = AboutXla::kNo);

// Returns why these flags can't be combined; empty if they can.
std::string WrongPropagation(const FileFlags& flags);

// Returns "propagating " or "reading ", for Progress.
std::string_view WorkText(const FileFlags& flags);

// With --as-is, adds a warning if the program plainly wasn't propagated: some
// values have shardings, but most have none.
void WarnIfUnsharded(const FileFlags& flags, const ProgramGraph& graph,
                     std::vector<Message>& messages);
void WarnIfUnsharded(const FileFlags& flags, bool is_mostly_unsharded,
                     std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_QUESTION_H_
