#ifndef SHARDFLOW_OPS_ATTR_MAKE_H_
#define SHARDFLOW_OPS_ATTR_MAKE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ir/module.h"
#include "ops/attr_tables.h"

// Makes op attributes from plain values. ops/attr_read.h does the reverse.

namespace shardflow::internal {

// Return `3 : i64`, `3 : i32`, or `true`.
AttrId MakeInt(Module& m, int64_t value, int width = 64);
AttrId MakeBool(Module& m, bool value);
// Like MakeInt. Returns nullopt if the value has more than `width` bits (1 to
// 64), both as a signed and as an unsigned number.
std::optional<AttrId> MakeFittingInt(Module& m, int64_t value, int width);
// Return `array<i64: 0, 1>`, `array<i32: 0, 1>`, or `array<i1: true>`.
AttrId MakeI64Array(Module& m, std::span<const int64_t> values);
AttrId MakeI32Array(Module& m, std::span<const int32_t> values);
AttrId MakeBoolArray(Module& m, std::span<const int64_t> values);
// Returns `dense<...> : tensor<...xi64>`. `values` lists every element.
AttrId MakeDenseI64(Module& m, std::span<const int64_t> dims,
                    std::span<const int64_t> values);
// Returns the number of bytes that an element occupies in a dense attribute. An
// i1 occupies a whole byte. `element` must not be complex.
size_t DenseElementBytes(const Module& m, TypeId element);
// Returns a dense attribute. `bytes` holds all elements, each `width` bytes
// long, or a single element that stands for all of them. If all elements are
// equal, the attribute is a splat.
AttrId MakeDense(Module& m, TypeId type, std::string_view bytes, size_t width);
// `fields` must be in the order given in ops/attr_tables.def.
AttrId MakeStruct(Module& m, StructId id, std::span<const AttrId> fields);
AttrId MakeEnum(Module& m, EnumId id, int64_t value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ATTR_MAKE_H_
