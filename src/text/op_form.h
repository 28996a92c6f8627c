#ifndef SHARDFLOW_TEXT_OP_FORM_H_
#define SHARDFLOW_TEXT_OP_FORM_H_

#include "text/parser.h"
#include "text/printer.h"

// The ops' own syntax, as the third column of ops/op_kind.def says it.

namespace shardflow {

// The op has a form of its own (else: MLIR's generic form only).
bool HasOpForm(OpKind kind);

// Parses what follows the op's name into `op` (kind, name, offset and loc are
// set); a trailing loc(...) is not part of it.
bool ParseOpForm(Parser& p, ParsedOp& op);

// Prints what follows the op's name.
void PrintOpForm(Printer& p, OpId op);

}  // namespace shardflow

#endif  // SHARDFLOW_TEXT_OP_FORM_H_
