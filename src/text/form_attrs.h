#ifndef SHARDFLOW_TEXT_FORM_ATTRS_H_
#define SHARDFLOW_TEXT_FORM_ATTRS_H_

#include <cstdint>
#include <span>

#include "absl/container/inlined_vector.h"

#include "ir/module.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "text/parser.h"
#include "text/printer.h"

// Helpers for attributes that several forms use.

namespace shardflow::internal {

using IntList = absl::InlinedVector<int64_t, 8>;

// IsI64Array returns whether the attribute is an `array<i64: ...>`. I64Values
// returns the values of such an array, or an empty span for any other
// attribute.
bool IsI64Array(const Module& m, AttrId attr);
std::span<const int64_t> I64Values(const Module& m, AttrId attr);
// Whether the attribute is a kStruct of type `id` with an array or a number in
// each field, as its row in ops/attr_tables.def requires.
bool IsDimsStruct(const Module& m, AttrId attr, StructId id);

// Parse and print a list of integers, such as `[1, 2]`.
bool ParseIntList(Parser& p, IntList& values);
void PrintIntList(Printer& p, std::span<const int64_t> values);

// Parses a constant's value, which determines the type of its result.
bool ParseConstantValue(Parser& p, ParsedOp& op);

// Prints ` {...}` with all of the op's attributes except `spelled`.
void PrintAttrsExcept(Printer& p, OpId op, NameId spelled);
// Whether the op has shardings or a rule. The module keeps them in columns, but
// MLIR prints them as attributes.
bool HasColumns(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_FORM_ATTRS_H_
