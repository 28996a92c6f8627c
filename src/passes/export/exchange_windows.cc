#include "passes/export/exchange_windows.h"

#include <vector>

#include "ir/walk.h"
#include "lower/permutation.h"
#include "ops/sliding.h"
#include "ops/symbols.h"

namespace shardflow::internal {

void ExchangeWindows(Module& m, bool by_replica) {
  std::vector<OpId> ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (Slides(m, op) || ScattersWindows(m, op) || UpdatesPart(m, op)) {
      ops.push_back(op);
    }
  });
  if (ops.empty()) return;
  SymbolTable symbols(m);
  PermutationResolver resolver(m, symbols, by_replica);
  for (const OpId op : ops) resolver.ResolveWindow(op);
}

}  // namespace shardflow::internal
