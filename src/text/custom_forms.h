#ifndef SHARDFLOW_TEXT_CUSTOM_FORMS_H_
#define SHARDFLOW_TEXT_CUSTOM_FORMS_H_

#include <string_view>

#include "text/parser.h"
#include "text/printer.h"

// Functions that parse and print ops whose syntax no form can describe. For
// example, "custom reduce" in ops/op_kind.def refers to the row "reduce" here.

namespace shardflow::internal {

struct CustomForm {
  std::string_view name;
  // See ParseOpForm, PrintOpForm and FitsOpForm (text/op_form.h).
  bool (*parse)(Parser& p, ParsedOp& op);
  void (*print)(Printer& p, OpId op);
  bool (*fits)(const Module& m, OpId op);
};

// The form `dense<0> : tensor<4xi32>`, or the generic form if the types of the
// value and the result differ.
bool ParseConstant(Parser& p, ParsedOp& op);
void PrintConstant(Printer& p, OpId op);
bool FitsConstant(const Module& m, OpId op);
// The form `(%a init: %b) applies dialect.op across dimensions = [1] : ...`.
// Instead of `applies`, there may be a region, `reducer(%x: type, %y: type)
// {...}`.
bool ParseReduce(Parser& p, ParsedOp& op);
void PrintReduce(Printer& p, OpId op);
bool FitsReduce(const Module& m, OpId op);
// Returns the op of a reduce's body if the text only names that op, as in
// `applies stablehlo.add`. Returns None if the body is written out, and for ops
// other than a reduce.
OpId AppliedOp(const Module& m, OpId op);
// Describes the body that `applies kind` means. `input` is the type of the
// first input of the reduce.
AppliedBody MakeAppliedBody(Module& m, OpKind kind, TypeId input);
// Creates the ops of the body, located at `loc`, in a region that doesn't
// belong to an op yet.
RegionId BuildReduceBody(Parser& p, const AppliedBody& body, Loc loc);
// The form `(%arg = %init, ...) : types cond {...} do {...}`.
bool ParseWhile(Parser& p, ParsedOp& op);
void PrintWhile(Printer& p, OpId op);
bool FitsWhile(const Module& m, OpId op);
// The form `(%inputs) inits (%inits) dimension=1 {...} : (types) -> types`.
bool ParseScan(Parser& p, ParsedOp& op);
void PrintScan(Printer& p, OpId op);
bool FitsScan(const Module& m, OpId op);

// The form `(%a) in_shardings=[...] out_shardings=[...] manual_axes={"x"} (%b:
// type) {...} : (types) -> types`.
bool ParseManualComputation(Parser& p, ParsedOp& op);
void PrintManualComputation(Printer& p, OpId op);
bool FitsManualComputation(const Module& m, OpId op);
// The form `<"name">(%a) in_shardings=[...] (%b: type) {...} : (types) ->
// types`.
bool ParseNamedComputation(Parser& p, ParsedOp& op);
void PrintNamedComputation(Printer& p, OpId op);
bool FitsNamedComputation(const Module& m, OpId op);

inline constexpr CustomForm kCustomForms[] = {
    {.name = "constant",
     .parse = ParseConstant,
     .print = PrintConstant,
     .fits = FitsConstant},
    {.name = "reduce",
     .parse = ParseReduce,
     .print = PrintReduce,
     .fits = FitsReduce},
    {.name = "while",
     .parse = ParseWhile,
     .print = PrintWhile,
     .fits = FitsWhile},
    {.name = "scan", .parse = ParseScan, .print = PrintScan, .fits = FitsScan},
    {.name = "manual_computation",
     .parse = ParseManualComputation,
     .print = PrintManualComputation,
     .fits = FitsManualComputation},
    {.name = "named_computation",
     .parse = ParseNamedComputation,
     .print = PrintNamedComputation,
     .fits = FitsNamedComputation},
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_CUSTOM_FORMS_H_
