#include "text/op_form.h"

namespace shardflow {

bool HasOpForm(OpKind) { return false; }
bool ParseOpForm(Parser& p, ParsedOp& op) { return p.ParseGenericTail(op); }
void PrintOpForm(Printer& p, OpId op) { p.GenericOp(op, false); }

}  // namespace shardflow
