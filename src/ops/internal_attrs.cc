#include "ops/internal_attrs.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ir/walk.h"

namespace shardflow::internal {
namespace {

constexpr std::array<std::string_view, 2> kInternalAttrs = {kInterfaceNumber,
                                                            kOpNumber};

}  // namespace

bool IsInternalAttr(std::string_view name) {
  return std::find(kInternalAttrs.begin(), kInternalAttrs.end(), name) !=
         kInternalAttrs.end();
}

WithoutInternalAttrs::WithoutInternalAttrs(const Module& m) : m_(m) {
  std::vector<NameId> keys;
  for (const std::string_view name : kInternalAttrs) {
    // In most modules, no op has such an attribute, and the names are unknown.
    if (const NameId key = m.names.Find(name)) keys.push_back(key);
  }
  if (keys.empty()) return;
  copy_ = m;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    for (const NameId key : keys) {
      if (m.attr(op, key)) copy_->SetAttr(op, key, AttrId::None());
    }
  });
}

}  // namespace shardflow::internal
