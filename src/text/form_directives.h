#ifndef SHARDFLOW_TEXT_FORM_DIRECTIVES_H_
#define SHARDFLOW_TEXT_FORM_DIRECTIVES_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "absl/container/inlined_vector.h"

#include "ir/names.h"
#include "text/parser.h"
#include "text/printer.h"

// Directives are the words in angle brackets in a form (text/op_form.h). This
// file has the table of directives, and the functions that parse and print
// them.

namespace shardflow::internal {

// The state of parsing an op by its form.
struct FormState {
  Parser& p;
  ParsedOp& op;
  // The operands read so far. The directive that reads their types resolves
  // them.
  absl::InlinedVector<OperandRef, 6> operands = {};
};

// The part of an op that decides whether an optional text is printed. The text
// is printed only if the op has this part.
enum class FormAnchor : uint8_t { kAttr, kOperands, kRegions, kSharding };

struct FormDirective {
  std::string_view name;
  bool (*parse)(FormState& s);
  void (*print)(Printer& p, OpId op);
  // Returns whether the op has everything that the directive prints. Null if
  // every op does.
  bool (*fits)(const Module& m, OpId op) = nullptr;
  // The attributes that the directive prints.
  std::array<NameId, 5> attrs = {};
  FormAnchor anchor = FormAnchor::kOperands;
};

// --- types (form_types.cc)
bool ParseFunctionForm(FormState& s);
void PrintFunctionForm(Printer& p, OpId op);
bool ParseOperandTypesForm(FormState& s);
void PrintOperandTypesForm(Printer& p, OpId op);
bool ParseResultTypesForm(FormState& s);
void PrintResultTypesForm(Printer& p, OpId op);
bool ParseSameForm(FormState& s);
void PrintSameForm(Printer& p, OpId op);
bool FitsSameForm(const Module& m, OpId op);
bool ParsePairwiseForm(FormState& s);
bool FitsPairwiseForm(const Module& m, OpId op);
bool ParseComplexForm(FormState& s);
void PrintComplexForm(Printer& p, OpId op);
bool ParseSelectForm(FormState& s);
void PrintSelectForm(Printer& p, OpId op);
bool FitsSelectForm(const Module& m, OpId op);
bool ParseTupleForm(FormState& s);
bool FitsTupleForm(const Module& m, OpId op);

// --- StableHLO attributes (form_attrs.cc, form_conv.cc)
bool ParseSliceForm(FormState& s);
void PrintSliceForm(Printer& p, OpId op);
bool FitsSliceForm(const Module& m, OpId op);
bool ParseExponentMantissaForm(FormState& s);
void PrintExponentMantissaForm(Printer& p, OpId op);
bool FitsExponentMantissaForm(const Module& m, OpId op);
bool ParseDotForm(FormState& s);
void PrintDotForm(Printer& p, OpId op);
bool FitsDotForm(const Module& m, OpId op);
bool ParsePrecisionForm(FormState& s);
void PrintPrecisionForm(Printer& p, OpId op);
bool FitsPrecisionForm(const Module& m, OpId op);
bool ParsePrecisionAlgorithmForm(FormState& s);
void PrintPrecisionAlgorithmForm(Printer& p, OpId op);
bool FitsPrecisionAlgorithmForm(const Module& m, OpId op);
bool ParseConvForm(FormState& s);
void PrintConvForm(Printer& p, OpId op);
bool FitsConvForm(const Module& m, OpId op);
bool ParseWindowForm(FormState& s);
void PrintWindowForm(Printer& p, OpId op);
bool FitsWindowForm(const Module& m, OpId op);
bool ParseValueForm(FormState& s);
void PrintValueForm(Printer& p, OpId op);
bool FitsValueForm(const Module& m, OpId op);

// --- sdy (form_sdy.cc)
bool ParseShardingForm(FormState& s);
bool ParseOutShardingForm(FormState& s);
void PrintShardingForm(Printer& p, OpId op);
bool FitsShardingForm(const Module& m, OpId op);
bool ParseDirectionForm(FormState& s);
void PrintDirectionForm(Printer& p, OpId op);
bool FitsDirectionForm(const Module& m, OpId op);
bool ParseReductionForm(FormState& s);
void PrintReductionForm(Printer& p, OpId op);
bool FitsReductionForm(const Module& m, OpId op);

// --- regions (form_attrs.cc)
bool ParseRegionsForm(FormState& s);
void PrintRegionsForm(Printer& p, OpId op);

inline constexpr FormDirective kFormDirectives[] = {
    // `(a, b) -> c`: the types of all operands and results
    {.name = "function",
     .parse = ParseFunctionForm,
     .print = PrintFunctionForm},
    // `a, b`: the types of all operands
    {.name = "operands",
     .parse = ParseOperandTypesForm,
     .print = PrintOperandTypesForm},
    // `a, b`: the types of all results
    {.name = "results",
     .parse = ParseResultTypesForm,
     .print = PrintResultTypesForm},
    // `a`: the type of all operands and the result; like <function> if their
    // types differ
    {.name = "same",
     .parse = ParseSameForm,
     .print = PrintSameForm,
     .fits = FitsSameForm},
    // `a, b`: the types of all operands; the results have the same types
    {.name = "pairwise",
     .parse = ParsePairwiseForm,
     .print = PrintOperandTypesForm,
     .fits = FitsPairwiseForm},
    // `tensor<complex<f32>>`: the type of the result, if both operands have the
    // same type without `complex`; otherwise written like <function>
    {.name = "complex",
     .parse = ParseComplexForm,
     .print = PrintComplexForm,
     .fits = FitsSameForm},
    // `tensor<i1>, a`: the type of the first operand, and the type of the other
    // operands and the result; like <function> if the latter types differ
    {.name = "select",
     .parse = ParseSelectForm,
     .print = PrintSelectForm,
     .fits = FitsSelectForm},
    // `tuple<a, b>`: the type of the result, made of the operands' types
    {.name = "tuple",
     .parse = ParseTupleForm,
     .print = PrintResultTypesForm,
     .fits = FitsTupleForm},
    // `[0:4, 1:8:3]`
    {.name = "slice",
     .parse = ParseSliceForm,
     .print = PrintSliceForm,
     .fits = FitsSliceForm,
     .attrs = {name::kStartIndices, name::kLimitIndices, name::kStrides}},
    // `e8m7`
    {.name = "exponent_mantissa",
     .parse = ParseExponentMantissaForm,
     .print = PrintExponentMantissaForm,
     .fits = FitsExponentMantissaForm,
     .attrs = {name::kExponentBits, name::kMantissaBits}},
    // `batching_dims = [0] x [0], contracting_dims = [2] x [1]`
    {.name = "dot",
     .parse = ParseDotForm,
     .print = PrintDotForm,
     .fits = FitsDotForm,
     .attrs = {name::kDotDimensionNumbers}},
    // `, precision = [DEFAULT, HIGH]` or nothing
    {.name = "precision",
     .parse = ParsePrecisionForm,
     .print = PrintPrecisionForm,
     .fits = FitsPrecisionForm,
     .attrs = {name::kPrecisionConfig}},
    // like <precision>, followed by `, algorithm = <...>` or nothing
    {.name = "precision_algorithm",
     .parse = ParsePrecisionAlgorithmForm,
     .print = PrintPrecisionAlgorithmForm,
     .fits = FitsPrecisionAlgorithmForm,
     .attrs = {name::kPrecisionConfig, name::kAlgorithm}},
    // `[b, 0, f]x[0, i, o]->[b, 0, f]`
    {.name = "conv",
     .parse = ParseConvForm,
     .print = PrintConvForm,
     .fits = FitsConvForm,
     .attrs = {name::kDimensionNumbers}},
    // `stride = [1], pad = [[0, 0]], reverse = [false]`
    {.name = "window",
     .parse = ParseWindowForm,
     .print = PrintWindowForm,
     .fits = FitsWindowForm,
     .attrs = {name::kWindowStrides, name::kPadding, name::kLhsDilation,
               name::kRhsDilation, name::kWindowReversal}},
    // `dense<0> : tensor<4xi32>`: a constant with the type of the result
    {.name = "value",
     .parse = ParseValueForm,
     .print = PrintValueForm,
     .fits = FitsValueForm,
     .attrs = {name::kValue}},
    // `<@mesh, [{"a"}]>`: the result's sharding, which the module keeps in a
    // column
    {.name = "sharding",
     .parse = ParseShardingForm,
     .print = PrintShardingForm,
     .fits = FitsShardingForm,
     .attrs = {name::kSharding},
     .anchor = FormAnchor::kSharding},
    {.name = "out_sharding",
     .parse = ParseOutShardingForm,
     .print = PrintShardingForm,
     .fits = FitsShardingForm,
     .attrs = {name::kOutSharding},
     .anchor = FormAnchor::kSharding},
    // `FORWARD`: the direction of a propagation barrier
    {.name = "direction",
     .parse = ParseDirectionForm,
     .print = PrintDirectionForm,
     .fits = FitsDirectionForm,
     .attrs = {name::kAllowedDirection}},
    // `max `, `min `, or nothing for a sum
    {.name = "reduction",
     .parse = ParseReductionForm,
     .print = PrintReductionForm,
     .fits = FitsReductionForm,
     .attrs = {name::kReductionOp}},
    // `{...}, {...}`: all regions
    {.name = "regions",
     .parse = ParseRegionsForm,
     .print = PrintRegionsForm,
     .anchor = FormAnchor::kRegions},
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_FORM_DIRECTIVES_H_
