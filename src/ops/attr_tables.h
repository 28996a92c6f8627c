#ifndef SHARDFLOW_OPS_ATTR_TABLES_H_
#define SHARDFLOW_OPS_ATTR_TABLES_H_

#include <cstdint>
#include <span>
#include <string_view>

// The structures and enumerations in attr_tables.def.

namespace shardflow::internal {

enum class StructId : int32_t {
#define STRUCT(enumerator, name, ...) k##enumerator,
#include "ops/attr_tables.def"
#undef STRUCT
  kCount,
};

enum class EnumId : int32_t {
#define ENUM(enumerator, name, ...) k##enumerator,
#include "ops/attr_tables.def"
#undef ENUM
  kCount,
};

// The kind of attribute that a field of a structure holds.
enum class FieldKind : uint8_t {
  kDims,    // kDenseArray of i64, such as [0, 1]
  kInt,     // kInteger of type i64
  kBool,    // kInteger of type i1
  kType,    // kType
  kFloat,   // kFloat of type f64
  kString,  // kString
  kAttr,    // any attribute; may be absent
};

struct FieldRow {
  std::string_view name;
  FieldKind kind;
};

struct StructRow {
  std::string_view name;  // such as "stablehlo.gather"
  std::span<const FieldRow> fields;
};

struct EnumCaseRow {
  std::string_view name;
  int64_t value;
};

struct EnumRow {
  std::string_view name;
  std::span<const EnumCaseRow> cases;
};

const StructRow& Struct(StructId id);
const EnumRow& Enum(EnumId id);
// Return the id of "dialect.mnemonic", or kCount if there is none.
StructId FindStruct(std::string_view name);
EnumId FindEnum(std::string_view name);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ATTR_TABLES_H_
