#include "tool/question.h"

#include <cstddef>
#include <iterator>
#include <utility>

#include "tool/what_if.h"

namespace shardflow {

std::vector<Option> QuestionOptions(FileFlags& flags, AsIs as_is,
                                    AboutXla about_xla) {
  flags.asks = true;
  flags.about_xla = about_xla == AboutXla::kYes;
  std::vector<Option> rows = {
      Flag("--jax",
           "First propagate FILE as JAX does (jaxlib 0.12, CPU), including the "
           "steps that XLA runs before Shardy. This is the default "
           "(docs/jax.md).",
           &flags.jax),
      Flag("-p,--propagate",
           flags.about_xla ? "The same as --jax, because XLA partitions what "
                             "JAX propagated."
                           : "First propagate FILE as Shardy alone does, "
                             "without XLA's steps.",
           &flags.propagate)};
  if (as_is == AsIs::kYes) {
    rows.push_back(Flag("--as-is",
                        "Don't propagate: use the shardings in FILE.",
                        &flags.as_is));
  }
  rows.push_back(Choice("--compat", {"shardy-2026-08", "jaxlib-0.12"},
                        "First propagate FILE as this version of Shardy does, "
                        "without XLA's steps.",
                        &flags.compat));
  rows.push_back(SetOption(flags));
  rows.push_back(SpecOption(flags));
  for (Option& row : RulesOptions(flags)) rows.push_back(std::move(row));
  return rows;
}

std::string WrongPropagation(const FileFlags& flags) {
  if (flags.jax + flags.propagate + flags.as_is > 1) {
    return "at most one of --jax, --propagate and --as-is";
  }
  if (flags.jax && !flags.compat.empty()) return std::string(kJaxOrCompat);
  if (flags.jax && flags.dynamic_shapes) {
    return "--jax excludes --dynamic-shapes, because JAX refuses tensors of "
           "unknown size";
  }
  if (flags.as_is && !flags.compat.empty()) {
    return "--as-is excludes --compat, which is about propagation";
  }
  return "";
}

std::string_view WorkText(const FileFlags& flags) {
  return flags.as_is ? "reading " : "propagating ";
}

void WarnIfUnsharded(const FileFlags& flags, bool is_mostly_unsharded,
                     std::vector<Message>& messages) {
  if (!flags.as_is || !is_mostly_unsharded) return;
  messages.push_back({.kind = MessageKind::kWarning,
                      .text = "most of the program has no sharding; without "
                              "--as-is, it is propagated first"});
}

void WarnIfUnsharded(const FileFlags& flags, const ProgramGraph& graph,
                     std::vector<Message>& messages) {
  if (!flags.as_is) return;
  bool any_argument = false;
  size_t with = 0, without = 0;
  for (const GraphValue& value : graph.values) {
    const bool has =
        !graph.tensors[static_cast<size_t>(value.tensor)].sharding.empty();
    if (value.is_argument) {
      any_argument |= has;
    } else {
      ++(has ? with : without);
    }
  }
  WarnIfUnsharded(flags, any_argument && without > with, messages);
}

}  // namespace shardflow
