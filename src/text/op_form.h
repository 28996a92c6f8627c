#ifndef SHARDFLOW_TEXT_OP_FORM_H_
#define SHARDFLOW_TEXT_OP_FORM_H_

#include "text/parser.h"
#include "text/printer.h"

// The ops' own syntax.
//
// A form, the last column of ops/op_kind.def, is what follows an op's name in
// the text, exactly as it is printed, with places in it for what varies:
//
//   OP(Iota, "stablehlo.iota", " dim = $iota_dimension:i64<attrs> : <results>")
//
//   %0 = stablehlo.iota dim = 0 {note = "x"} : tensor<8xi32>
//
// The printer copies the text and fills the places. The parser expects the
// tokens of the text (spaces do not matter to it) and reads the places. Both
// walk the same string, so one is the inverse of the other by construction.
//
//   %              the next operand
//   %*             all operands from here on: `%a, %b`
//   %*,            the same, a comma after each: `%a, %b,`
//   $name:kind     an attribute. Kinds:
//                    i64, i32, bool, string, dims ([0, 1], an array<i64>),
//                    symbol (a string as @name), symbol_ref (@name),
//                    an enum of ops/attr_tables.def ("stablehlo.precision"),
//                    an attribute of sdy ("sdy.axis_ref_list")
//   <attrs>        all attributes that the form does not spell, as ` {...}`;
//                  <attrs a=false b=[]>: without those equal to a default.
//                  Defaults: false, true, a number, [], {}, accuracy
//   <types>        types of operands and results; see text/form_directives.h,
//   <other>        which also has the ops' peculiar bits (<slice>, <window>)
//   ?(...)         a part that may be absent. It is there if its first
//                  attribute is, and, written $name:kind=default, is not that;
//                  a part without attributes is there if the op has operands
//                  (or regions, or a sharding, if those are in it). The parser
//                  looks at the first token.
//   ?(...|...)     the second text if it is absent
//
// "custom name" names a pair of functions of text/custom_forms.h: regions and
// whatever else would need a directive for one op only. "" is no form of its
// own: MLIR's generic one.
//
// A mistake in a form does not compile: forms are translated to steps
// (text/form_program.h) at build time.

namespace shardflow::internal {

// The op has a form of its own (else: MLIR's generic form only).
bool HasOpForm(OpKind kind);

// The op has all that its form spells, so that the form can be printed. An op
// that does not (its verifier would object) prints in the generic form.
bool FitsOpForm(const Module& m, OpId op);

// Operands are printed in their order: the form is no function's.
bool PrintsOperandsInOrder(OpKind kind);

// Parses what follows the op's name into `op` (kind, name, offset and loc are
// set); a trailing loc(...) is not part of it.
bool ParseOpForm(Parser& p, ParsedOp& op);

// Prints what follows the op's name; FitsOpForm holds.
void PrintOpForm(Printer& p, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OP_FORM_H_
