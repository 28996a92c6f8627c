#ifndef SHARDFLOW_PASSES_H_
#define SHARDFLOW_PASSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"

// The table of passes and pipelines.

namespace shardflow {

struct PassOptionInfo {
  std::string name;           // "keep-sharding-rules"
  std::string default_value;  // "false"
  std::string help;
  bool is_path = false;  // a folder that the pass writes files to
};

struct PassInfoEntry {
  std::string name;  // "sdy-close-shardings"
  std::string summary;
  std::vector<PassOptionInfo> options;
};

// Every pass and pipeline, sorted by name.
SHARDFLOW_EXPORT std::vector<PassInfoEntry> Passes();
// Also knows older names of passes.
SHARDFLOW_EXPORT bool IsPass(std::string_view name);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_H_
