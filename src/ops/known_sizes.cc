#include "ops/known_sizes.h"

#include <string>

#include <fmt/format.h>

#include "ir/type_text.h"
#include "ir/walk.h"

namespace shardflow::internal {
namespace {

bool IsUnknown(const Module& m, TypeId type) {
  const TypeKind kind = m.types.kind(type);
  return kind == TypeKind::kUnrankedTensor ||
         (kind == TypeKind::kTensor && !m.types.HasStaticShape(type));
}

// Whether the module has any type of unknown size, which is rare.
bool HasUnknown(const Module& m) {
  for (size_t i = 0; i < m.types.size(); ++i) {
    if (IsUnknown(m, TypeId(i))) return true;
  }
  return false;
}

// Returns the type of the first value of unknown size among the op's results
// and the arguments of its regions; None if there is no such value.
TypeId UnknownTypeOf(const Module& m, OpId op) {
  for (int i = 0; i < m.result_count(op); ++i) {
    const TypeId type = m.type(m.result(op, i));
    if (IsUnknown(m, type)) return type;
  }
  for (int i = 0; i < m.region_count(op); ++i) {
    for (BlockId block = m.first_block(m.region(op, i)); block;
         block = m.block(block).next) {
      for (const ValueId value : m.args(block)) {
        if (IsUnknown(m, m.type(value))) return m.type(value);
      }
    }
  }
  return TypeId::None();
}

}  // namespace

bool SizesAreKnown(const Module& m, std::string_view unknown,
                   Diagnostics& diagnostics) {
  if (!HasUnknown(m)) return true;
  return WalkPreOrder(m, m.root(), [&](OpId op) {
    const TypeId type = UnknownTypeOf(m, op);
    if (type.IsNone()) return WalkResult::kAdvance;
    diagnostics.Error(
        m.Place(op),
        fmt::format(
            "the size of {} is unknown, so {} can't be computed: write the "
            "sizes of one run instead of '?'",
            QuotedType(m, type), unknown));
    return WalkResult::kStop;
  });
}

}  // namespace shardflow::internal
