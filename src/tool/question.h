#ifndef SHARDFLOW_TOOL_QUESTION_H_
#define SHARDFLOW_TOOL_QUESTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"
#include "shardflow/message.h"
#include "tool/file_command.h"
#include "tool/options.h"

// Options shared by the commands that answer a question about a program. They
// determine how FILE is propagated before the question is answered: as in JAX
// (the default), as in plain Shardy (-p, unless the question is about XLA), or
// not at all (--as-is).

namespace shardflow {

// Whether the question makes sense without propagation, so that the command has
// the option --as-is. (The origin of a sharding, for example, is only known
// after propagation.)
enum class AsIs { kYes, kNo };
// Whether the question is about how XLA partitions FILE.
enum class AboutXla { kYes, kNo };

// Returns `--jax`, `--propagate`, `--as-is`, `--compat`, `--set`, `--spec`,
// `--rules` and `--extra-rules`. Also sets `flags.asks` and `flags.about_xla`.
std::vector<Option> QuestionOptions(FileFlags& flags, AsIs as_is = AsIs::kYes,
                                    AboutXla about_xla = AboutXla::kNo);

// Returns the reason why these flags can't be combined, or "" if they can.
std::string WrongPropagation(const FileFlags& flags);

// Returns the beginning of the text that Progress shows: "propagating " or
// "reading ".
std::string_view WorkText(const FileFlags& flags);

// With --as-is, adds a warning if the program clearly hasn't been propagated:
// some arguments have shardings, but most other values have none.
void WarnIfUnsharded(const FileFlags& flags, const ProgramGraph& graph,
                     std::vector<Message>& messages);
void WarnIfUnsharded(const FileFlags& flags, bool is_mostly_unsharded,
                     std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_QUESTION_H_
