#include "passes/export/exchange_windows.h"

#include <span>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "ir/walk.h"
#include "lower/permutation.h"
#include "ops/sliding.h"
#include "ops/symbols.h"

namespace shardflow::internal {

void ExchangeWindows(Module& m, std::span<const OpId> unseen_pads) {
  std::vector<OpId> joins, ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (JoinsTensors(m, op)) joins.push_back(op);
    if (Slides(m, op) || ScattersWindows(m, op) || UpdatesPart(m, op)) {
      ops.push_back(op);
    }
  });
  if (joins.empty() && ops.empty()) return;
  const absl::flat_hash_set<OpId> unseen(unseen_pads.begin(),
                                         unseen_pads.end());
  SymbolTable symbols(m);
  PermutationResolver resolver(m, symbols, /*by_replica=*/false);
  // Concatenations come first: resolving one may also resolve, and erase, the
  // slices that it joins.
  for (const OpId op : joins) resolver.ResolveConcatenate(op);
  for (const OpId op : ops) {
    if (m.IsErased(op)) continue;
    resolver.ResolveWindow(op, /*padding_matters=*/!unseen.contains(op));
  }
}

void TakeParts(Module& m, bool keep_gathered) {
  std::vector<OpId> ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (TakesPart(m, op) && m.rule(op).IsNone()) ops.push_back(op);
  });
  if (ops.empty()) return;
  SymbolTable symbols(m);
  PermutationResolver resolver(m, symbols, /*by_replica=*/false);
  for (const OpId op : ops) resolver.ResolveTake(op, keep_gathered);
}

}  // namespace shardflow::internal
