#ifndef SHARDFLOW_TOOL_VERIFY_DIAGNOSTICS_H_
#define SHARDFLOW_TOOL_VERIFY_DIAGNOSTICS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

// Implements `opt -verify-diagnostics`. Like mlir-opt, compares the diagnostics
// for an input with the diagnostics that comments in the input expect:
//
//   // expected-error@+1 {{unknown mesh: @m}}     the next line has this error
//   %0 = ...  // expected-warning {{unused}}      the same line
//   // expected-error@above {{..}}, @below        the nearest line above, below
//                                                 that has no such comment
//   // expected-note@unknown {{..}}               a diagnostic without a line
//   // expected-error-re {{rank {{[0-9]+}}}}      the inner {{}} is a POSIX
//                                                 extended regular expression
//   // expected-error@+1 2 {{..}}                 exactly twice
//
// A comment must be the last thing on its line, and a line has at most one. The
// text must be a part of the diagnostic's message. Without a count, at least
// one such diagnostic is expected. Notes need their own comments.

namespace shardflow {

struct ProducedDiagnostic {
  int line = 0;               // in the file, from 1; 0 if unknown
  std::string_view severity;  // "error", "warning", "remark" or "note"
  std::string_view message;
};

struct DiagnosticMismatch {
  int line = 0;  // the line of the diagnostic or comment; 0 if unknown
  std::string message;
};

// Compares the diagnostics for one section of the input (tool/sections.h) with
// the diagnostics that its comments expect. `first_line` is the line of the
// file where the section begins. Returns the unexpected diagnostics, in order,
// followed by the missing diagnostics, in the order of their comments. The list
// is empty if all diagnostics are as expected.
[[nodiscard]] std::vector<DiagnosticMismatch> VerifyDiagnostics(
    std::string_view section, int first_line,
    std::span<const ProducedDiagnostic> produced);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_VERIFY_DIAGNOSTICS_H_
