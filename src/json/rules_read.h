#ifndef SHARDFLOW_JSON_RULES_READ_H_
#define SHARDFLOW_JSON_RULES_READ_H_

#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ops/extensions.h"
#include "text/rules_file.h"

// Reads sharding rules from JSON (schemas/rules-1.schema.json):
//
//   {"version": 1,
//    "rules": [{"op": "my.matmul",
//               "rule": "([i, k], [k, j])->([i, j]) reduction={k}"},
//              {"target": "my_kernel", "where": {"axis": 1}, "rule": "..."}]}

namespace shardflow::internal {

// Adds all rules of a file, or no rules on error. A file that begins with '{'
// is read as JSON, and any other file as text (text/rules_file.h).
[[nodiscard]] bool ReadRules(const SourceBuffer& source, OpExtensions& into,
                             Diagnostics& diagnostics);

[[nodiscard]] bool ReadRulesJson(const SourceBuffer& source,
                                 std::vector<RuleEntry>& entries,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_RULES_READ_H_
