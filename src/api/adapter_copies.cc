#include "api/adapter_copies.h"

#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "api/program_impl.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "ops/internal_attrs.h"
#include "ops/symbols.h"

namespace shardflow::internal {
namespace {

// A copy of a function: a function, or a call that an import pass has turned
// into an sdy.named_computation.
struct Copy {
  int function = 0;
  int number = 0;  // the copy's number among the copies of this function
  OpId op;
};

class Teller {
 public:
  Teller(const ProgramView& view, std::span<const GraphFunctionView> functions,
         std::span<const NumberedOp> ops, EmbeddedGraph& graph,
         ToldShardings* all_told)
      : view_(view),
        m_(ProgramAccess::module(view.program())),
        origin_(ProgramAccess::origin(view.program())),
        symbols_(m_),
        functions_(functions),
        ops_(ops),
        graph_(graph),
        all_told_(all_told),
        copies_(functions.size()) {}

  void Run(OpId main) {
    queue_.push_back({0, 0, main});
    for (size_t i = 0; i < queue_.size(); ++i) {
      const Copy copy = queue_[i];
      told_.clear();
      if (copy.function > 0) TellSignature(copy);
      WalkPreOrder(m_, copy.op, [&](OpId op) {
        return op == copy.op ? WalkResult::kAdvance : Visit(copy, op);
      });
    }
  }

 private:
  bool IsComputation(OpId op) const {
    return m_.kind(op) == OpKind::kNamedComputation;
  }

  void Tell(const Copy& copy, EmbeddedValue value, ValueId found) {
    // An op may occur several times, because constants are copied for each use.
    if (!told_.insert(value).second) return;
    const std::optional<ShardingInfo> sharding =
        view_.Sharding(ToRef(origin_, found));
    if (!sharding) return;
    if (copy.number == 0) {
      graph_.SetSharding(value, *sharding);
      if (all_told_ != nullptr) all_told_->values.insert(value);
    } else {
      graph_.SetCopySharding(Of(copy).name, copy.number, value, *sharding);
    }
  }

  void TellAll(const Copy& copy, std::span<const EmbeddedValue> values,
               std::span<const ValueId> found) {
    for (size_t i = 0; i < values.size() && i < found.size(); ++i) {
      Tell(copy, values[i], found[i]);
    }
  }

  void TellSignature(const Copy& copy) {
    const GraphFunctionView& function = Of(copy);
    const BlockId body = m_.first_block(m_.region(copy.op, 0));
    if (body) TellAll(copy, function.inputs, m_.args(body));
    for (int i = 0; i < function.outputs; ++i) {
      const std::optional<ShardingInfo> sharding =
          IsComputation(copy.op)
              ? view_.Sharding(ToRef(origin_, m_.result(copy.op, i)))
              : view_.ResultSharding(ToRef(origin_, copy.op), i);
      if (!sharding) continue;
      if (copy.number == 0) {
        graph_.SetFunctionOutputSharding(function.name, i, *sharding);
        if (all_told_ != nullptr) all_told_->outputs.emplace(copy.function, i);
      } else {
        graph_.SetCopyOutputSharding(function.name, copy.number, i, *sharding);
      }
    }
  }

  WalkResult Visit(const Copy& copy, OpId op) {
    const std::optional<int64_t> number = IntegerAt(m_, op, kOpNumber);
    if (!number || *number < 0 || static_cast<size_t>(*number) >= ops_.size()) {
      return WalkResult::kAdvance;
    }
    const NumberedOp& row = ops_[static_cast<size_t>(*number)];
    for (size_t i = 0; i < row.results.size(); ++i) {
      if (static_cast<int>(i) >= m_.result_count(op)) break;
      Tell(copy, row.results[i], m_.result(op, static_cast<int>(i)));
    }
    if (row.callee >= 0) {
      VisitCall(copy, row, op);
      return WalkResult::kSkip;
    }
    for (size_t r = 0; r < row.arguments.size(); ++r) {
      if (static_cast<int>(r) >= m_.region_count(op)) break;
      const BlockId block = m_.first_block(m_.region(op, static_cast<int>(r)));
      if (block) TellAll(copy, row.arguments[r], m_.args(block));
    }
    return WalkResult::kAdvance;
  }

  void VisitCall(const Copy& copy, const NumberedOp& row, OpId op) {
    const OpId callee = IsComputation(op) ? op : FindCallee(m_, symbols_, op);
    if (callee.IsNone() || m_.region_count(callee) == 0) return;
    const auto function = static_cast<size_t>(row.callee);
    const auto [known, is_new] =
        numbers_.try_emplace(callee, copies_[function]);
    if (is_new) {
      queue_.push_back({row.callee, copies_[function]++, callee});
    }
    const int number = known->second;
    if (copy.number != 0 || number != 0 || all_told_ != nullptr) {
      graph_.SetCallee(row.op, copy.number, number);
    }
  }

  const GraphFunctionView& Of(const Copy& copy) const {
    return functions_[static_cast<size_t>(copy.function)];
  }

  const ProgramView& view_;
  const Module& m_;
  const Origin origin_;
  const SymbolTable symbols_;
  const std::span<const GraphFunctionView> functions_;
  const std::span<const NumberedOp> ops_;
  EmbeddedGraph& graph_;
  ToldShardings* const all_told_;  // may be null
  std::vector<int> copies_;        // number of copies found of each function
  std::vector<Copy> queue_;
  // The number of each copy of a function, keyed by the copy.
  absl::flat_hash_map<OpId, int> numbers_;
  // Values of this copy that were passed to SetSharding.
  absl::flat_hash_set<EmbeddedValue> told_;
};

}  // namespace

void TellCopies(const ProgramView& view, OpRef main,
                std::span<const GraphFunctionView> functions,
                std::span<const NumberedOp> ops, EmbeddedGraph& graph,
                ToldShardings* told) {
  const Module& m = ProgramAccess::module(view.program());
  const OpId op = ToId(m, ProgramAccess::origin(view.program()), main);
  if (op) Teller(view, functions, ops, graph, told).Run(op);
}

}  // namespace shardflow::internal
