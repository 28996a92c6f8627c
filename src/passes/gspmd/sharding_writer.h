#ifndef SHARDFLOW_PASSES_GSPMD_SHARDING_WRITER_H_
#define SHARDFLOW_PASSES_GSPMD_SHARDING_WRITER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/symbols.h"
#include "passes/options.h"

// Writes the shardings of a program in HloSharding's text form.

namespace shardflow::internal {

// The number of a list of manual axes; 0 for the empty list.
using ManualId = int32_t;

class ShardingWriter {
 public:
  ShardingWriter(Module& m, const ExportShardingsOptions& options,
                 Diagnostics& diagnostics)
      : m_(m),
        options_(options),
        diagnostics_(diagnostics),
        symbols_(m),
        manual_axes_(1) {}

  ManualId AddManualAxes(std::vector<NameId> axes);
  const std::vector<NameId>& manual_axes(ManualId id) const {
    return manual_axes_[static_cast<size_t>(id)];
  }

  // Returns the text of the sharding; nullopt on error. Errors are reported at
  // `op`.
  std::optional<NameId> Text(ShardingId sharding, ManualId manual, OpId op);
  // Does the same for the shardings of all results of an op. If there are
  // several, the text is a tuple of shardings.
  std::optional<NameId> Text(std::span<const ShardingId> shardings,
                             ManualId manual, OpId op);

  bool Fail(OpId op, std::string message);

 private:
  Module& m_;
  const ExportShardingsOptions& options_;
  Diagnostics& diagnostics_;
  SymbolTable symbols_;
  std::vector<std::vector<NameId>> manual_axes_;
  absl::flat_hash_map<std::pair<ShardingId, ManualId>, NameId> texts_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GSPMD_SHARDING_WRITER_H_
