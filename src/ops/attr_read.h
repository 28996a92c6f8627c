#ifndef SHARDFLOW_OPS_ATTR_READ_H_
#define SHARDFLOW_OPS_ATTR_READ_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/attr_tables.h"

// Reads attributes of known types. An attribute that is missing or of the wrong
// kind isn't an error: it reads as empty or None.

namespace shardflow::internal {

// Returns the attribute with this name, or None if the op has none.
AttrId FindAttr(const Module& m, OpId op, std::string_view name);

// Returns the type in `dense<...> : type` or `dense_resource<...> : type`, or
// None for other attributes.
TypeId ElementsType(const Module& m, AttrId attr);

// IsStruct returns whether the attribute is a structure of type `id`
// (ops/attr_tables.def). StructField returns its field at the given position.
bool IsStruct(const Module& m, AttrId attr, StructId id);
AttrId StructField(const Module& m, AttrId attr, size_t field);

// Returns the values of an attribute such as `array<i64: 0, 1>`; empty for any
// other attribute. The span stays valid while the module's attributes exist.
std::span<const int64_t> I64Array(const Module& m, AttrId attr);
std::span<const int64_t> I64Array(const Module& m, OpId op,
                                  std::string_view name);

// Returns the lists of axes in the attribute `name`, one for each dimension.
std::vector<AxisListId> AxisListsOf(const Module& m, OpId op, NameId name);
// Returns the names of a manual computation's manual axes.
WordList<NameId> ManualAxisNames(const Module& m, OpId op);

// Returns the elements of a dense attribute of 64-bit integers, such as
// `dense<[[0, 1]]> : tensor<1x2xi64>`, in row-major order. Splats are expanded.
// Returns nullopt for any other attribute, and for a splat with more than 65536
// elements.
std::optional<std::vector<int64_t>> DenseI64(const Module& m, OpId op,
                                             std::string_view name);
std::optional<std::vector<int64_t>> DenseI64(const Module& m, AttrId attr);

// Read an attribute such as `3 : i64` or `true`. If the op lacks it, Int
// returns nullopt, and Bool returns `missing`.
std::optional<int64_t> Int(const Module& m, OpId op, std::string_view name);
bool Bool(const Module& m, OpId op, std::string_view name, bool missing);
// Returns the value of an enum attribute; nullopt if it isn't of the enum `id`.
std::optional<int64_t> EnumValue(const Module& m, OpId op,
                                 std::string_view name, EnumId id);

// Whether the type is i<width>, not si<width> or ui<width>. Attributes of valid
// ops never have the latter types. A format that doesn't store the type of an
// integer must check this, since an integer of another type would change its
// type when it is read back.
bool IsSignlessInteger(const Module& m, TypeId type, int width);
// Whether the attribute is a number of type i<width>.
bool IsIntAttr(const Module& m, AttrId attr, int width);

// Reads the fields of a structure in ops/attr_tables.def by name:
//
//   StructReader dims(m, op, "dot_dimension_numbers", StructId::kDot);
//   dims.Dims("lhs_batching_dimensions")
class StructReader {
 public:
  StructReader(const Module& m, OpId op, std::string_view name, StructId id);

  // Whether the attribute exists and is the structure `id`.
  bool ok() const { return !fields_.empty(); }
  // Like I64Array; a missing field reads as empty.
  std::span<const int64_t> Dims(std::string_view field) const;
  // Returns -1 if the field is missing.
  int64_t Int(std::string_view field) const;

 private:
  AttrId Field(std::string_view field) const;

  const Module& m_;
  StructId id_;
  WordList<AttrId> fields_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ATTR_READ_H_
