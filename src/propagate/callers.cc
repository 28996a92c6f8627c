#include "propagate/callers.h"

#include "ops/functions.h"
#include "ops/symbols.h"

namespace shardflow::internal {

Callers::Callers(const Module& m) {
  for (const OpId f : Functions(m)) functions_.emplace(m.symbol(f), f);
  // A stack of the regions that are still to be walked.
  std::vector<RegionId> regions;
  for (const OpId top : m.Ops(m.body())) {
    const auto push_regions = [&](OpId op) {
      for (int r = 0; r < m.region_count(op); ++r) {
        regions.push_back(m.region(op, r));
      }
    };
    AddUses(m, top);
    push_regions(top);
    while (!regions.empty()) {
      const RegionId region = regions.back();
      regions.pop_back();
      for (const BlockId block : m.Blocks(region)) {
        for (const OpId op : m.Ops(block)) {
          AddUses(m, op);
          push_regions(op);
        }
      }
    }
  }
}

void Callers::AddUses(const Module& m, OpId op) {
  if (IsCall(m, op)) {
    const auto function = functions_.find(Callee(m, op));
    if (function == functions_.end()) return;
    callee_.emplace(op, function->second);
    users_[function->second].push_back(op);
    return;
  }
  // For ops other than calls, it only matters whether any of them names a
  // function. So each dictionary is searched only once; most ops share theirs
  // with an earlier op.
  const AttrId dict = m.attr_dict(op);
  if (dict.Slot() < attr_seen_.size() && attr_seen_[dict.Slot()]) return;
  std::vector<AttrId> stack = {dict};
  while (!stack.empty()) {
    const AttrId attr = stack.back();
    stack.pop_back();
    if (attr.IsNone()) continue;
    if (attr.Slot() >= attr_seen_.size()) {
      attr_seen_.resize(m.attrs.size(), false);
    }
    if (attr_seen_[attr.Slot()]) continue;
    attr_seen_[attr.Slot()] = true;
    if (m.attrs.kind(attr) == AttrKind::kSymbolRef) {
      const auto function = functions_.find(m.attrs.SymbolRoot(attr));
      if (function != functions_.end()) users_.try_emplace(function->second);
    }
    PushHeldAttrs(m.attrs, attr, stack);
  }
}

}  // namespace shardflow::internal
