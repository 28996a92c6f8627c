#include "shardflow/passes.h"

#include "passes/pass.h"

namespace shardflow {

std::vector<PassInfoEntry> Passes() {
  std::vector<PassInfoEntry> entries;
  for (const PassInfo& pass : AllPasses()) {
    PassInfoEntry& entry = entries.emplace_back();
    entry.name = pass.flag;
    entry.summary = pass.summary;
    for (OptionHelp& option : pass.options()) {
      entry.options.push_back({std::move(option.name), std::move(option.value),
                               std::move(option.help), option.is_path});
    }
  }
  return entries;
}

bool IsPass(std::string_view name) { return FindPass(name) != nullptr; }

}  // namespace shardflow
