#ifndef SHARDFLOW_TOOL_FILES_H_
#define SHARDFLOW_TOOL_FILES_H_

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/extend.h"

// The tool's input and output. "-" is standard input or output.

namespace shardflow {

struct InputText {
  std::string name;  // as messages show it
  std::string text;
};

// On failure `error` says why, with the path.
[[nodiscard]] std::optional<InputText> ReadInput(const std::string& path,
                                                 std::istream& in,
                                                 std::string& error);

// Adds the rules of the files, in order. False after an error, which is
// written to `err` with the warnings.
[[nodiscard]] bool ReadRuleFiles(const std::vector<std::string>& paths,
                                 std::istream& in, OpRegistry& registry,
                                 std::ostream& err);

// All or nothing: a file is written beside its final place and then moved
// there, so that a reader never sees half of it and a failure leaves the old
// one as it was.
[[nodiscard]] bool WriteOutput(const std::string& path, std::string_view text,
                               std::ostream& out, std::string& error);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_FILES_H_
