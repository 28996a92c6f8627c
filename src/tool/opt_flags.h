#ifndef SHARDFLOW_TOOL_OPT_FLAGS_H_
#define SHARDFLOW_TOOL_OPT_FLAGS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/message.h"
#include "shardflow/program.h"
#include "tool/options.h"

// Parses the command line of `shardflow opt`, which is like the command lines
// of mlir-opt and Shardy's sdy_opt. Flags have one or two dashes, and passes
// are flags as well. For example,
//
//   opt FILE -split-input-file -sdy-basic-propagate='keep-sharding-rules=true'
//
// sets split_input_file to true and `passes` to {{"sdy-basic-propagate",
// "keep-sharding-rules=true"}}. The parser doesn't check that the pass exists,
// but the command does.

namespace shardflow {

struct PassSpec {
  std::string name;     // without dashes
  std::string options;  // the text after '=' or between the braces

  friend bool operator==(const PassSpec&, const PassSpec&) = default;
};

struct OptFlags {
  std::string input = "-";         // a path, or "-" for standard input
  std::string output = "-";        // a path, or "-" for standard output
  std::vector<std::string> rules;  // -rules=FILE, in order
  std::string dump_dir;            // -dump-dir=FOLDER
  bool extra_rules = false;
  bool dynamic_shapes = false;
  bool no_memo = false;
  bool help = false;
  bool allow_unregistered_dialect = false;
  bool no_implicit_module = false;
  bool print_debuginfo = false;
  bool print_local_scope = false;
  bool print_op_generic = false;
  bool quiet = false;
  bool split_input_file = false;
  bool time_passes = false;
  bool verify_diagnostics = false;
  bool verify_each = true;
  CompatMode compat = CompatMode::kShardy202608;  // -compat=NAME
  std::vector<PassSpec> passes;  // in the order of the command line
};

// Parses the words after `opt`. On failure, returns nullopt, with the reason in
// `error`.
[[nodiscard]] std::optional<OptFlags> ParseOptFlags(
    std::span<const std::string> args, Message& error);

// Appends the passes of a textual pipeline, such as `builtin.module(a,b{x=1
// y=2})`, to `passes`. Nested anchors are ignored: `func.func(a)` is the same
// as `a`. On failure, returns false, with the reason in `error`.
[[nodiscard]] bool ParsePassPipeline(std::string_view text,
                                     std::vector<PassSpec>& passes,
                                     Message& error);

// Returns a command that only serves to print help. It can't be run.
Command OptTable();
// Returns the help of `opt`, which lists all passes.
std::string OptFlagsHelp(size_t columns = 80);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPT_FLAGS_H_
