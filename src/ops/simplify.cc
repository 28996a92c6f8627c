#include "ops/simplify.h"

#include <algorithm>
#include <utility>

#include "ops/builder.h"

namespace shardflow::internal {

ValueId CreateValue(Rewriter& r, OpId op, OpKind kind,
                    std::span<const ValueId> operands, TypeId type,
                    std::vector<NamedAttr> attrs) {
  Builder builder(r.m, r.m.op(op).parent, op, r.m.loc(op));
  const OpId created =
      builder.Create(kind, operands, {&type, 1}, std::move(attrs));
  r.touched.push_back(created);
  return r.m.result(created, 0);
}

void ReplaceByNew(Rewriter& r, OpId op, OpKind kind,
                  std::span<const ValueId> operands,
                  std::vector<NamedAttr> attrs) {
  const TypeId type = r.m.type(r.m.result(op, 0));
  r.Replace(op, CreateValue(r, op, kind, operands, type, std::move(attrs)));
}

bool AreDimsOf(std::span<const int64_t> dims, size_t rank) {
  return std::ranges::all_of(dims, [&](int64_t dim) {
    return dim >= 0 && static_cast<size_t>(dim) < rank;
  });
}

}  // namespace shardflow::internal
