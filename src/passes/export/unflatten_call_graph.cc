#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/functions.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

// Functions with equal keys are copies of each other.
struct FunctionKey {
  NameId origin;
  // Named computations with the same name may have different types. (Shardy
  // calls the first of them regardless of the type.)
  TypeId type;
  AttrId manual_axes;
  // The shardings of arguments and results. None if there are none, or if the
  // key leaves them out.
  AttrId in, out;

  friend bool operator==(const FunctionKey&, const FunctionKey&) = default;
  template <class H>
  friend H AbslHashValue(H h, const FunctionKey& k) {
    return H::combine(std::move(h), k.origin, k.type, k.manual_axes, k.in,
                      k.out);
  }
};

// Computes the keys of functions. Full keys are cached.
class Keys {
 public:
  Keys(Module& m, const SymbolTable& symbols)
      : m_(m), symbols_(symbols), places_(m.op_table_size(), -1) {}

  FunctionKey WithoutShardings(OpId function) const {
    return {OriginalFunctionName(m_, function),
            FunctionType(m_, function),
            m_.attr(function, name::kFuncManualAxes),
            {},
            {}};
  }
  FunctionKey Full(OpId function) {
    int32_t& place = places_[function.Slot()];
    if (place < 0) {
      place = static_cast<int32_t>(full_.size());
      FunctionKey key = WithoutShardings(function);
      key.in = AttrOf(ArgShardings(m_, symbols_, function));
      key.out = AttrOf(ResultShardings(m_, symbols_, function));
      full_.push_back(key);
    }
    return full_[static_cast<size_t>(place)];
  }

 private:
  AttrId AttrOf(const std::vector<ShardingId>& shardings) {
    return shardings.empty() ? AttrId::None()
                             : m_.attrs.ShardingPerValue(shardings);
  }

  Module& m_;
  const SymbolTable& symbols_;
  // For each op, the index of its key in `full_`, or -1 if the key isn't
  // computed yet.
  std::vector<int32_t> places_;
  std::vector<FunctionKey> full_;
};

struct Call {
  OpId op;
  OpId function;
  OpId target;  // the function that is called from now on
};

// Merges functions with equal keys: redirects their calls to the one that is
// called first.
void ChooseFirst(Keys& keys, std::vector<Call>& calls) {
  absl::flat_hash_map<FunctionKey, OpId> chosen;
  chosen.reserve(calls.size());
  for (Call& call : calls) {
    call.target = chosen.try_emplace(keys.Full(call.function), call.function)
                      .first->second;
  }
}

// Merges all copies of a function: redirects their calls to a single copy,
// whose shardings are the most common among these calls. Used if shardings
// don't matter.
void ChooseMostCalled(Keys& keys, std::vector<Call>& calls) {
  absl::flat_hash_map<FunctionKey, OpId> chosen;
  absl::flat_hash_map<FunctionKey, int64_t> counts;
  for (const Call& call : calls) {
    chosen.try_emplace(keys.WithoutShardings(call.function), call.function);
  }
  for (const Call& call : calls) {
    const int64_t count = ++counts[keys.Full(call.function)];
    OpId& best = chosen[keys.WithoutShardings(call.function)];
    if (count > counts[keys.Full(best)]) best = call.function;
  }
  for (Call& call : calls) {
    call.target = chosen.at(keys.WithoutShardings(call.function));
  }
}

}  // namespace

// Merges copies of functions that were made to flatten the call graph and that
// ended up with the same shardings (with dedup-functions-fully, all copies).
// symbol-dce then removes those that are no longer called.
bool UnflattenCallGraph(Module& m, const UnflattenCallGraphOptions& options,
                        PassContext& context) {
  const SymbolTable symbols(m);
  std::vector<Call> calls;
  const bool ok = !HasCalls(m) || WalkPostOrder(m, m.root(), [&](OpId op) {
    if (!IsCall(m, op)) return WalkResult::kAdvance;
    const OpId function = FindCallee(m, symbols, op);
    if (function.IsNone()) {
      context.diagnostics.Error(m.Place(op), "the callee is not a function");
      return WalkResult::kStop;
    }
    calls.push_back({op, function, OpId::None()});
    return WalkResult::kAdvance;
  });
  if (!ok) return false;
  Keys keys(m, symbols);
  if (options.dedup_functions_fully) {
    ChooseMostCalled(keys, calls);
  } else {
    ChooseFirst(keys, calls);
  }
  for (const Call& call : calls) {
    if (call.target != call.function) {
      SetCallee(m, call.op, m.symbol(call.target));
    }
  }
  for (OpId function : Functions(m)) {
    m.SetAttr(function, name::kOriginalFuncName, AttrId::None());
    m.SetAttr(function, name::kFuncManualAxes, AttrId::None());
  }
  return true;
}

}  // namespace shardflow::internal
