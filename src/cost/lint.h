#ifndef SHARDFLOW_COST_LINT_H_
#define SHARDFLOW_COST_LINT_H_

#include <cstdint>
#include <vector>

#include "cost/layout.h"
#include "cost/local_program.h"
#include "ir/module.h"
#include "ops/symbols.h"
#include "shardflow/lint.h"

// Finds probable mistakes. A check is a function that adds findings; their
// codes and levels are in a table in api/lint.cc.

namespace shardflow::internal {

struct LintInput {
  // The program as it was written.
  const Module& written;
  const SymbolTable& written_symbols;
  // The program with its final shardings.
  const Module& m;
  const SymbolTable& symbols;
  const DigitMesh& mesh;
  // The program that each device runs, without dead nodes.
  const LocalProgram& program;
  int64_t large = 0;
};

// Returns the findings, in any order and without levels.
std::vector<LintFinding> FindAll(const LintInput& input);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_LINT_H_
