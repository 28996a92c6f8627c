#ifndef SHARDFLOW_OPS_ATTR_READ_H_
#define SHARDFLOW_OPS_ATTR_READ_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/attr_tables.h"

// Typed reading of attributes. An attribute that is missing or of another
// kind reads as if it were empty: verifiers report it, readers get along.

namespace shardflow::internal {

// The attribute of an op by the text of its name; None if it has none.
AttrId FindAttr(const Module& m, OpId op, std::string_view name);

// The type of `dense<...> : type` or `dense_resource<...> : type`; None of any
// other attribute.
TypeId ElementsType(const Module& m, AttrId attr);

// Whether the attribute is a kStruct of this number (ops/attr_tables.def); one
// of its fields, by position.
bool IsStruct(const Module& m, AttrId attr, StructId id);
AttrId StructField(const Module& m, AttrId attr, size_t field);

// `array<i64: 0, 1>`; empty if it is anything else. Valid for the life of the
// module's attributes.
std::span<const int64_t> I64Array(const Module& m, AttrId attr);
std::span<const int64_t> I64Array(const Module& m, OpId op,
                                  std::string_view name);

// Elements of a dense integer attribute of 64-bit elements,
// `dense<[[0, 1]]> : tensor<1x2xi64>`, row-major, splats expanded; nothing if
// it is anything else.
std::optional<std::vector<int64_t>> DenseI64(const Module& m, OpId op,
                                             std::string_view name);

// `3 : i64`, `true`.
std::optional<int64_t> Int(const Module& m, OpId op, std::string_view name);
bool Bool(const Module& m, OpId op, std::string_view name, bool missing);
// The value of a case of `id`.
std::optional<int64_t> EnumValue(const Module& m, OpId op,
                                 std::string_view name, EnumId id);

// A kStruct of ops/attr_tables.def, by the names of its fields:
//   StructReader dims(m, op, "dot_dimension_numbers", StructId::kDot);
//   dims.Dims("lhs_batching_dimensions")
class StructReader {
 public:
  StructReader(const Module& m, OpId op, std::string_view name, StructId id);

  // The attribute is there and is of this structure.
  bool ok() const { return !fields_.empty(); }
  // As I64Array; a field that isn't there is empty.
  std::span<const int64_t> Dims(std::string_view field) const;
  // -1 if it isn't there.
  int64_t Int(std::string_view field) const;

 private:
  AttrId Field(std::string_view field) const;

  const Module& m_;
  StructId id_;
  WordList<AttrId> fields_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ATTR_READ_H_
