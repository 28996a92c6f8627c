#ifndef SHARDFLOW_OPS_SHARDING_WALK_H_
#define SHARDFLOW_OPS_SHARDING_WALK_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "ir/module.h"
#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"

// Visits every sharding in a program, wherever the text spells it: function
// arguments and results, op results, constraints, in_shardings and
// out_shardings, and the sharding of an op without results.
//
//   TransformShardings(m, m.root(), [&](ShardingId s, const ShardedTensor&) {
//     return ClosedLike(m.shardings, s);
//   });
//
// Shardings are visited in the order of the text (ops in pre-order; arguments
// of an op before its results), because passes assign names in this order. The
// shardings come from the module's sharding column: the in_shardings of a
// manual computation include their manual axes, and the owner of a data-flow
// edge is visited separately from its edge op.

namespace shardflow::internal {

// The tensor that has the sharding.
struct ShardedTensor {
  OpId op = OpId::None();  // the function, for its arguments and results
  // An op result or block argument, or None.
  ValueId value = ValueId::None();
  // The index of a function's result, or kNone.
  int result = kNone;

  static constexpr int kNone = -1;
};

namespace detail {

// Calls `fn(ShardingId, const ShardedTensor&) -> ShardingId` for the op's own
// shardings. In a mutable module, the sharding that `fn` returns replaces the
// old one. With `kAll`, `fn` is also called for values without a sharding.
template <class M, class Fn, bool kAll = false>
class ShardingVisitor {
 public:
  ShardingVisitor(M& m, Fn& fn)
      : m_(m), fn_(fn), any_in_attrs_(AnyInAttrs(m)) {}

  void Visit(OpId op) {
    if (m_.region_count(op) == 0 && !any_in_attrs_) {
      VisitResults(op);
      return;
    }
    if (m_.HasFuncRow(op)) {
      VisitFunction(op);
      return;
    }
    if (Def(m_.kind(op)).spelling == ShardingSpelling::kInOutShardings) {
      VisitAttr(op, name::kInShardings);
      if (const BlockId body = m_.first_block(m_.region(op, 0))) {
        VisitArgs(op, body);
      }
      VisitAttr(op, name::kOutShardings);
    } else {
      VisitAttr(op, name::kSdySharding);
      VisitOwnersInCallersOp(op);
    }
    VisitResults(op);
  }

 private:
  static constexpr bool kMutable = !std::is_const_v<M>;

  // Whether any attribute holds shardings. If not, ops need not be searched for
  // shardings.
  static bool AnyInAttrs(const Module& m) {
    for (size_t i = 0; i < m.attrs.size(); ++i) {
      if (m.attrs.Is(AttrId(i), AttrKind::kShardingPerValue)) return true;
    }
    return false;
  }

  void VisitResults(OpId op) {
    for (int i = 0; i < m_.result_count(op); ++i) {
      VisitValue(op, m_.result(op, i));
    }
  }

  void VisitValue(OpId op, ValueId value) {
    const ShardingId old = m_.sharding(value);
    if (!kAll && old.IsNone()) return;
    const ShardingId now = fn_(old, ShardedTensor{op, value});
    if constexpr (kMutable) {
      if (now != old) m_.SetSharding(value, now);
    }
  }

  void VisitArgs(OpId op, BlockId block) {
    const size_t count = m_.args(block).size();
    for (size_t i = 0; i < count; ++i) VisitValue(op, m_.args(block)[i]);
  }

  // Visits the arguments that own edges in an op that a caller added.
  void VisitOwnersInCallersOp(OpId op) {
    if (m_.extensions == nullptr || m_.kind(op) != OpKind::kUnknown) return;
    for (const ValueId owner : ArgEdgeOwners(m_, op)) VisitValue(op, owner);
  }

  void VisitFunction(OpId op) {
    if (const BlockId entry = m_.first_block(m_.region(op, 0))) {
      VisitArgs(op, entry);
    } else {
      const FuncRow& row = m_.func(op);
      for (size_t i = 0; i < row.arg_shardings.size(); ++i) {
        const ShardingId old = row.arg_shardings[i];
        if (old.IsNone()) continue;
        const ShardingId now = fn_(old, ShardedTensor{op});
        if constexpr (kMutable) m_.mutable_func(op).arg_shardings[i] = now;
      }
    }
    const FuncRow& row = m_.func(op);
    for (size_t i = 0; i < row.res_shardings.size(); ++i) {
      const ShardingId old = row.res_shardings[i];
      if (old.IsNone()) continue;
      const ShardingId now =
          fn_(old, ShardedTensor{op, ValueId::None(), static_cast<int>(i)});
      if constexpr (kMutable) m_.mutable_func(op).res_shardings[i] = now;
    }
  }

  // Visits shardings that don't belong to a value, such as `[<@mesh, []>]` on
  // an op without results.
  void VisitAttr(OpId op, NameId key) {
    const AttrId attr = m_.attr(op, key);
    if (!m_.attrs.Is(attr, AttrKind::kShardingPerValue)) return;
    std::vector<ShardingId> shardings;
    bool changed = false;
    for (const ShardingId old :
         m_.attrs.template As<ShardingPerValueAttr>(attr).shardings) {
      shardings.push_back(fn_(old, ShardedTensor{op}));
      changed |= shardings.back() != old;
    }
    if constexpr (kMutable) {
      if (changed) m_.SetAttr(op, key, m_.attrs.ShardingPerValue(shardings));
    }
  }

  M& m_;
  Fn& fn_;
  const bool any_in_attrs_;
};

}  // namespace detail

// `fn` is called as fn(ShardingId, const ShardedTensor&).
template <class Fn>
void WalkShardings(const Module& m, OpId root, Fn fn) {
  auto keep = [&](ShardingId sharding, const ShardedTensor& tensor) {
    fn(sharding, tensor);
    return sharding;
  };
  detail::ShardingVisitor<const Module, decltype(keep)> visitor(m, keep);
  WalkPreOrder(m, root, [&](OpId op) { visitor.Visit(op); });
}

// `fn` is called as fn(ValueId) for every value that the other walks would
// visit if it had a sharding.
template <class Fn>
void WalkShardableValues(const Module& m, OpId root, Fn fn) {
  auto keep = [&](ShardingId sharding, const ShardedTensor& tensor) {
    if (tensor.value) fn(tensor.value);
    return sharding;
  };
  detail::ShardingVisitor<const Module, decltype(keep), true> visitor(m, keep);
  WalkPreOrder(m, root, [&](OpId op) { visitor.Visit(op); });
}

// `fn` is called as fn(ShardingId, const ShardedTensor&) and returns a
// ShardingId. `fn` may intern data and add ops to the module's body, but must
// not change the ops that are being visited.
template <class Fn>
void TransformShardings(Module& m, OpId root, Fn fn) {
  detail::ShardingVisitor<Module, Fn> visitor(m, fn);
  WalkPreOrder(m, root, [&](OpId op) { visitor.Visit(op); });
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARDING_WALK_H_
