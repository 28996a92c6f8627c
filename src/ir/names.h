#ifndef SHARDFLOW_IR_NAMES_H_
#define SHARDFLOW_IR_NAMES_H_

#include <string_view>

#include "base/intern.h"

// The ids of well-known names, such as name::kSymName, as compile-time
// constants.

namespace shardflow::internal::name {

namespace detail {
enum : int32_t {
#define NAME(identifier, text) kIndexOf##identifier,
#include "ir/names.def"
#undef NAME
  kCount
};
}  // namespace detail

#define NAME(identifier, text) \
  inline constexpr NameId k##identifier{detail::kIndexOf##identifier};
#include "ir/names.def"
#undef NAME

// Interns all well-known names into an empty store.
void Populate(StringStore& names);

}  // namespace shardflow::internal::name

#endif  // SHARDFLOW_IR_NAMES_H_
