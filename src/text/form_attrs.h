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

// Bits of attributes that several forms spell.

namespace shardflow::internal {

using IntList = absl::InlinedVector<int64_t, 8>;

// An `array<i64: ...>`, and its values.
bool IsI64Array(const Module& m, AttrId attr);
std::span<const int64_t> I64Values(const Module& m, AttrId attr);
// Every field is an array or a number, as the table has it.
bool IsDimsStruct(const Module& m, AttrId attr, StructId id);

// `[1, 2]`
bool ParseIntList(Parser& p, IntList& values);
void PrintIntList(Printer& p, std::span<const int64_t> values);

// ` {...}` of all attributes but `spelled`.
void PrintAttrsExcept(Printer& p, OpId op, NameId spelled);
// The op has a sharding or a rule: attributes that stand in columns.
bool HasColumns(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_FORM_ATTRS_H_
