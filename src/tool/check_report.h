#ifndef SHARDFLOW_TOOL_CHECK_REPORT_H_
#define SHARDFLOW_TOOL_CHECK_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tool/terminal.h"

// The findings of `shardflow check`, and their text.

namespace shardflow {

// A tensor that is not sharded as required.
struct CheckFinding {
  std::string tensor;  // "argument 3 params['w'] : tensor<8xf32>"; may be empty
  std::string has;     // P(...); empty if `text` says what is wrong
  std::string wants;
  std::string text;
  std::vector<std::string> why;  // sentences
};

// A requirement: an expectation, or a rule like --max-replicated.
struct CheckCase {
  std::string text;  // as it was written
  std::vector<CheckFinding> findings;
};

struct CheckReport {
  std::vector<CheckCase> cases;
  size_t compared = 0;  // tensors

  size_t wrong() const {
    size_t count = 0;
    for (const CheckCase& check : cases) count += check.findings.size();
    return count;
  }
};

std::string CheckText(const CheckReport& report, const Terminal& terminal);
// Returns a document of schemas/check-1.schema.json.
std::string CheckJson(const CheckReport& report);
// Returns JUnit's XML: a test case for each case of the report.
std::string CheckJUnit(const CheckReport& report, std::string_view program);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CHECK_REPORT_H_
