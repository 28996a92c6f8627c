#ifndef SHARDFLOW_TEXT_OP_FORM_H_
#define SHARDFLOW_TEXT_OP_FORM_H_

#include "text/parser.h"
#include "text/printer.h"

// The custom syntax of ops, as opposed to MLIR's generic form.
//
// A form, the last column of ops/op_kind.def, is the text that follows an op's
// name. It is spelled exactly as it is printed, with placeholders for the
// variable parts:
//
//   OP(Iota, "stablehlo.iota", " dim = $iota_dimension:i64<attrs> : <results>")
//
//   %0 = stablehlo.iota dim = 0 {note = "x"} : tensor<8xi32>
//
// The printer copies the text and fills in the placeholders. The parser expects
// the tokens of the text (spaces don't matter) and reads the placeholders. Both
// follow the same string, so parsing is the inverse of printing by
// construction.
//
//   %              the next operand
//   %*             all operands from here on: `%a, %b`
//   %*,            the same, with a comma after each: `%a, %b,`
//   $name:kind     an attribute. Kinds:
//                    i64, i32, bool, string, dims ([0, 1], an array<i64>),
//                    symbol (a string as @name), symbol_ref (@name),
//                    an enum of ops/attr_tables.def ("stablehlo.precision"), an
//                    sdy attribute ("sdy.axis_ref_list")
//   <attrs>        all attributes that the form doesn't spell out: ` {...}`;
//                  <attrs a=false b=[]>: without those equal to a default.
//                  Defaults: false, true, a number, [], {}, accuracy
//   <types>        types of operands and results
//   <other>        see text/form_directives.h, which also lists the directives
//                  of single ops (<slice>, <window>)
//   ?(...)         an optional part. It is printed if the op has the first
//                  attribute in it; for $name:kind=default, only if the value
//                  isn't the default. A part without attributes is printed if
//                  the op has operands (or regions, or a sharding, if the part
//                  has a placeholder for these). The parser decides by the
//                  first token.
//   ?(...|...)     the second text if the part is absent
//
// "custom name" refers to functions in text/custom_forms.h, for regions and
// other syntax that only one op has. "" means that the op has only MLIR's
// generic form.
//
// A mistake in a form does not compile: forms are translated to steps
// (text/form_program.h) at build time.

namespace shardflow::internal {

// Returns the dialect that ops in the regions of such an op leave out of their
// names, or "".
std::string_view DefaultDialect(OpKind kind);

// Whether the op has a form of its own in addition to MLIR's generic form.
bool HasOpForm(OpKind kind);

// Whether the op has everything that its form prints. Otherwise the op is
// invalid, and is printed in the generic form.
bool FitsOpForm(const Module& m, OpId op);

// Whether the op's operands are printed in order. Only custom forms may use
// another order.
bool PrintsOperandsInOrder(OpKind kind);

// Parses the text after the op's name, except for loc(...). The kind, name,
// offset and loc of `op` must already be set.
bool ParseOpForm(Parser& p, ParsedOp& op);

// Prints the text after the op's name. FitsOpForm must be true.
void PrintOpForm(Printer& p, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OP_FORM_H_
