#include "ops/attr_tables.h"

#include <cstddef>

namespace shardflow::internal {
namespace {

#define FIELD(name, kind) \
  FieldRow { name, FieldKind::kind }
#define STRUCT(enumerator, name, ...) \
  constexpr FieldRow k##enumerator##Fields[] = {__VA_ARGS__};
#include "ops/attr_tables.def"
#undef STRUCT
#undef FIELD

constexpr StructRow kStructs[] = {
#define STRUCT(enumerator, name, ...) {name, k##enumerator##Fields},
#include "ops/attr_tables.def"
#undef STRUCT
};

#define CASE(name, value) \
  EnumCaseRow { name, value }
#define ENUM(enumerator, name, ...) \
  constexpr EnumCaseRow k##enumerator##Cases[] = {__VA_ARGS__};
#include "ops/attr_tables.def"
#undef ENUM
#undef CASE

constexpr EnumRow kEnums[] = {
#define ENUM(enumerator, name, ...) {name, k##enumerator##Cases},
#include "ops/attr_tables.def"
#undef ENUM
};

}  // namespace

const StructRow& Struct(StructId id) {
  return kStructs[static_cast<size_t>(id)];
}

const EnumRow& Enum(EnumId id) { return kEnums[static_cast<size_t>(id)]; }

StructId FindStruct(std::string_view name) {
  int32_t i = 0;
  while (i < static_cast<int32_t>(StructId::kCount) &&
         kStructs[i].name != name) {
    ++i;
  }
  return static_cast<StructId>(i);
}

EnumId FindEnum(std::string_view name) {
  int32_t i = 0;
  while (i < static_cast<int32_t>(EnumId::kCount) && kEnums[i].name != name) {
    ++i;
  }
  return static_cast<EnumId>(i);
}

}  // namespace shardflow::internal
