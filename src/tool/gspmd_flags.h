#ifndef SHARDFLOW_TOOL_GSPMD_FLAGS_H_
#define SHARDFLOW_TOOL_GSPMD_FLAGS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shardflow/gspmd.h"
#include "shardflow/message.h"
#include "tool/options.h"

// Parses the command line of `shardflow gspmd`. Words that don't begin with '-'
// are either shardings or a single file. "-" is standard input.

namespace shardflow {

enum class GspmdAction { kExport, kImport, kPrint, kExplain };

struct GspmdFlags {
  GspmdAction action = GspmdAction::kPrint;
  bool help = false;
  bool json = false;
  bool metadata = false;
  bool quiet = false;
  std::string mesh;
  std::optional<HloShardingForm> form;
  std::vector<std::string> manual_axes;
  std::optional<size_t> rank;
  std::string output = "-";
  std::vector<std::string> inputs;
};

// Parses the words after `gspmd`. On failure, returns nullopt, with the reason
// in `error`.
[[nodiscard]] std::optional<GspmdFlags> ParseGspmdFlags(
    std::span<const std::string> args, Message& error);

// Returns a command that only serves to print help. It can't be run.
Command GspmdTable();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GSPMD_FLAGS_H_
