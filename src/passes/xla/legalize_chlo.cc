#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/custom_call.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/next_after.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "passes/pass.h"

// XLA expands chlo ops to StableHLO before Shardy runs, except erf and top_k.
// This pass expands only those ops whose expansion propagates differently from
// a single elementwise op (--extra-rules has rules for the others). It also
// expands ApproxTopK into a sort and slices, for platforms that have no op for
// it.

namespace shardflow::internal {
namespace {

void ReplaceBy(Module& m, OpId op, int i, ValueId value) {
  m.SetSharding(value, m.sharding(m.result(op, i)));
  m.ReplaceAllUses(m.result(op, i), value);
}

// Expands a square to x * x.
void ExpandSquare(Module& m, OpId op) {
  Builder b = Builder::Before(m, op);
  const ValueId operands[] = {m.operand(op, 0), m.operand(op, 0)};
  const TypeId type = m.type(m.result(op, 0));
  const OpId product = b.Create(OpKind::kMultiply, operands, {&type, 1});
  ReplaceBy(m, op, 0, m.result(product, 0));
  m.Erase(op);
}

// Warns that propagation depends on the expansion that XLA chooses for the op.
void WarnOfOneOp(const Module& m, OpId op, Diagnostics& diagnostics) {
  const std::string_view target = CallTarget(m, op);
  diagnostics.Warning(m.Place(op),
                      "XLA may expand " +
                          std::string(target.empty() ? m.op_name(op) : target) +
                          " differently than shardflow does; the shardings of "
                          "its results are uncertain");
}

class ApproxTopK {
 public:
  ApproxTopK(Module& m, const SymbolTable& symbols)
      : m_(m), symbols_(symbols) {}

  // Expands an op whose operands are inputs followed by as many initial values.
  // Returns false if the platform has its own op, or if `op` has an unexpected
  // form.
  bool Expand(OpId op) {
    const int inputs = m_.result_count(op);
    const OpId comparator = Comparator(op);
    const std::optional<int64_t> dim = Option(op, "reduction_dim");
    if (Option(op, "is_fallback") != 1 || !dim || !comparator ||
        m_.operand_count(op) != 2 * inputs) {
      return false;
    }
    Builder b = Builder::Before(m_, op);
    std::vector<ValueId> operands = OperandsOf(m_, op);
    operands.resize(static_cast<size_t>(inputs));
    const OpId sort = b.Create(OpKind::kSort, operands, TypesOf(m_, operands),
                               {{name::kDimension, MakeInt(m_, *dim)},
                                {name::kIsStable, MakeBool(m_, true)}},
                               /*region_count=*/1);
    Module::ValueMap map;
    m_.CloneRegionInto(m_.region(comparator, 0), m_.region(sort, 0), map);
    const BlockId body = m_.first_block(m_.region(sort, 0));
    ChangeKind(m_, m_.terminator(body), OpKind::kStablehloReturn);
    for (int i = 0; i < inputs; ++i) {
      const ValueId sorted = m_.result(sort, i);
      const TypeId type = m_.type(m_.result(op, i));
      const auto shape = m_.types.dims(type);
      const std::vector<int64_t> limit(shape.begin(), shape.end());
      const std::vector<int64_t> zeros(limit.size(), 0), ones(limit.size(), 1);
      const OpId slice =
          b.Create(OpKind::kSlice, {&sorted, 1}, {&type, 1},
                   {{name::kStartIndices, MakeI64Array(m_, zeros)},
                    {name::kLimitIndices, MakeI64Array(m_, limit)},
                    {name::kStrides, MakeI64Array(m_, ones)}});
      ReplaceBy(m_, op, i, m_.result(slice, 0));
    }
    m_.Erase(op);
    return true;
  }

 private:
  std::optional<int64_t> Option(OpId op, std::string_view name) {
    const AttrId dict = FindAttr(m_, op, "mhlo.backend_config");
    if (!m_.attrs.Is(dict, AttrKind::kDict)) return std::nullopt;
    const AttrId value = m_.attrs.DictGet(dict, m_.names.Intern(name));
    if (!m_.attrs.Is(value, AttrKind::kInteger)) return std::nullopt;
    return m_.attrs.IntegerValue(value);
  }

  OpId Comparator(OpId op) const {
    const AttrId called = m_.attr(op, name::kCalledComputations);
    if (!m_.attrs.Is(called, AttrKind::kArray) ||
        m_.attrs.ArraySize(called) != 1) {
      return OpId::None();
    }
    const AttrId symbol = m_.attrs.ArrayItem(called, 0);
    if (!m_.attrs.Is(symbol, AttrKind::kSymbolRef)) return OpId::None();
    const OpId function = symbols_.Find(m_.attrs.SymbolRoot(symbol));
    if (!function || !IsFunction(m_, function)) return OpId::None();
    return HasBody(function) ? function : OpId::None();
  }
  // Whether the function's body is a single block with a terminator.
  bool HasBody(OpId function) const {
    const BlockId entry = EntryBlock(m_, function);
    return entry && m_.next_block(entry).IsNone() && m_.terminator(entry);
  }

  Module& m_;
  const SymbolTable& symbols_;
};

}  // namespace

bool XlaLegalizeChlo(Module& m, const NoOptions&, PassContext& context) {
  const SymbolTable symbols(m);
  ApproxTopK top_k(m, symbols);
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kChloSquare) {
      ExpandSquare(m, op);
    } else if (m.kind(op) == OpKind::kChloNextAfter) {
      if (!ExpandNextAfter(m, op)) WarnOfOneOp(m, op, context.diagnostics);
    } else if (CallTarget(m, op) == "ApproxTopK") {
      if (!top_k.Expand(op)) WarnOfOneOp(m, op, context.diagnostics);
    }
  });
  return true;
}

}  // namespace shardflow::internal
