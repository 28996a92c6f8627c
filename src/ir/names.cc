#include "ir/names.h"

namespace shardflow::internal::name {

void Populate(StringStore& names) {
  SHARDFLOW_CHECK(names.size() == 0);
#define NAME(identifier, text)            \
  {                                       \
    const NameId id = names.Intern(text); \
    SHARDFLOW_CHECK(id == k##identifier); \
  }
#include "ir/names.def"
#undef NAME
}

}  // namespace shardflow::internal::name
