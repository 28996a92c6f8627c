#ifndef SHARDFLOW_TOOL_CHECK_REPORT_H_
#define SHARDFLOW_TOOL_CHECK_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tool/terminal.h"

// The findings of `shardflow check`, and their output as text, JSON and XML.

namespace shardflow {

// A tensor that is not sharded as required.
struct CheckFinding {
  std::string tensor;  // "argument 3 params['w'] : tensor<8xf32>"; may be empty
  std::string has;     // the actual sharding, P(...); empty if `text` is set
  std::string wants;   // the required sharding; empty if `text` is set
  std::string text;    // what is wrong, if it isn't only the sharding
  std::vector<std::string> why;  // the reasons, as sentences
};

// A requirement that was checked: an expectation, or a rule such as
// --max-replicated.
struct CheckCase {
  std::string text;  // as written by the user
  std::vector<CheckFinding> findings;
};

struct CheckReport {
  std::vector<CheckCase> cases;
  size_t compared = 0;  // number of tensors that were compared

  size_t wrong() const {
    size_t count = 0;
    for (const CheckCase& check : cases) count += check.findings.size();
    return count;
  }
};

// Returns the report as human-readable text.
std::string CheckText(const CheckReport& report, const Terminal& terminal);
// Returns the report as JSON (schemas/check-1.schema.json).
std::string CheckJson(const CheckReport& report);
// Returns the report in JUnit's XML format, with a test case for each
// requirement. `program` is the name of the program.
std::string CheckJUnit(const CheckReport& report, std::string_view program);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CHECK_REPORT_H_
