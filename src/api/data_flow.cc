#include "api/data_flow.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/op_view.h"
#include "api/sharding_info.h"
#include "base/error_format.h"
#include "sharding/sharding.h"

namespace shardflow::internal {
namespace {

// Converts a sharding from the caller, putting it on the mesh of `like`.
// Returns `like` if the rank differs.
ShardingId FromInfo(Module& m, ShardingInfo info, ShardingId like) {
  const ShardingView view = m.shardings.Get(like);
  std::optional<TensorSharding> made = FromInfo(info, m.shardings, m.names);
  if (!made) {
    info.reduction.clear();
    made = FromInfo(info, m.shardings, m.names);
    made->reduction = view.reduction;
  }
  if (made->dims.size() != view.rank()) return like;
  made->mesh = view.mesh;
  return m.shardings.Intern(*made);
}

// Returns the index of the block's region in the op.
int RegionOf(const Module& m, BlockId block) {
  return m.region_index(m.block(block).parent);
}

EdgeEnd EndOf(const Module& m, ValueId target) {
  const int index = m.index(target);
  if (!m.IsArg(target)) return {-1, index};
  return {RegionOf(m, m.arg_block(target)), index};
}

// Returns None if the op has no such value.
ValueId TargetAt(const Module& m, OpId op, EdgeEnd end) {
  if (end.index < 0) return ValueId::None();
  if (end.region < 0) {
    return end.index < m.result_count(op) ? m.result(op, end.index)
                                          : ValueId::None();
  }
  const BlockId block = EntryOf(m, op, end.region);
  const auto index = static_cast<size_t>(end.index);
  return block && index < m.args(block).size() ? m.args(block)[index]
                                               : ValueId::None();
}

UseId SourceAt(const Module& m, OpId op, EdgeEnd end) {
  if (end.region >= 0) {
    const BlockId block = EntryOf(m, op, end.region);
    op = block ? m.terminator(block) : OpId::None();
  }
  return op && end.index >= 0 && end.index < m.operand_count(op)
             ? m.operand_use(op, end.index)
             : UseId::None();
}

std::string TargetText(EdgeEnd end) {
  return end.region < 0
             ? fmt::format("result {}", end.index)
             : fmt::format("argument {} of region {}", end.index, end.region);
}

std::string SourceEndText(EdgeEnd end) {
  return end.region < 0 ? fmt::format("operand {}", end.index)
                        : fmt::format("value {} that region {} returns",
                                      end.index, end.region);
}

bool SameRank(const Module& m, ValueId a, ValueId b) {
  return m.types.IsTensor(m.type(b)) &&
         m.types.dims(m.type(a)).size() == m.types.dims(m.type(b)).size();
}

Error Missing(const std::string& end) {
  return ErrorOf("{} doesn't exist", end);
}

Error OtherRank(const std::string& owner, const std::string& end) {
  return ErrorOf("{} and {} don't have the same rank", owner, end);
}

class Adapter final : public DataFlowInterface {
 public:
  explicit Adapter(std::shared_ptr<const OpInterface> op)
      : op_(std::move(op)) {}

  std::vector<FlowEdge> Edges(const Module& m, OpId op) const override {
    std::vector<FlowEdge> edges;
    for (const DataFlowEdge& told : op_->Edges(OpViewAccess::Make(m, op))) {
      const ValueId owner = TargetAt(m, op, told.owner);
      if (!owner) continue;
      FlowEdge& edge = edges.emplace_back();
      edge.owner = owner;
      for (const EdgeEnd end : told.other_targets) {
        const ValueId target = TargetAt(m, op, end);
        if (target) edge.other_targets.push_back(target);
      }
      for (const EdgeEnd end : told.sources) {
        const UseId source = SourceAt(m, op, end);
        if (source) edge.sources.push_back(source);
      }
    }
    return edges;
  }
  std::optional<Error> FindEdgeFault(const Module& m, OpId op) const override {
    std::vector<EdgeEnd> owners;
    for (const DataFlowEdge& told : op_->Edges(OpViewAccess::Make(m, op))) {
      const ValueId owner = TargetAt(m, op, told.owner);
      if (!owner) return Missing(TargetText(told.owner));
      if (std::ranges::count(owners, told.owner) > 0) {
        return ErrorOf("{} owns two edges", TargetText(told.owner));
      }
      owners.push_back(told.owner);
      const bool is_tensor = m.types.IsTensor(m.type(owner));
      for (const EdgeEnd end : told.other_targets) {
        const ValueId target = TargetAt(m, op, end);
        if (!target) return Missing(TargetText(end));
        if (is_tensor && !SameRank(m, owner, target)) {
          return OtherRank(TargetText(told.owner), TargetText(end));
        }
      }
      for (const EdgeEnd end : told.sources) {
        const UseId source = SourceAt(m, op, end);
        if (!source) return Missing(SourceEndText(end));
        if (is_tensor && !SameRank(m, owner, m.use(source).value)) {
          return OtherRank(TargetText(told.owner), SourceEndText(end));
        }
      }
    }
    return std::nullopt;
  }
  ShardingId TransformTargetSharding(Module& m, OpId op, ValueId target,
                                     ShardingId sharding,
                                     EdgeTransform transform) const override {
    const EdgeDirection direction =
        transform == EdgeTransform::kBeforeEdgePropagation
            ? EdgeDirection::kBeforePropagation
            : EdgeDirection::kAfterPropagation;
    return FromInfo(m,
                    op_->TransformTargetSharding(
                        OpViewAccess::Make(m, op), EndOf(m, target),
                        ToInfo(m.shardings, m.names, sharding), direction),
                    sharding);
  }

 private:
  std::shared_ptr<const OpInterface> op_;
};

}  // namespace

std::shared_ptr<const DataFlowInterface> AdaptDataFlow(
    std::shared_ptr<const OpInterface> op) {
  return std::make_shared<Adapter>(std::move(op));
}

}  // namespace shardflow::internal

namespace shardflow {

OpInterface::~OpInterface() = default;

std::optional<std::string> OpInterface::ShardingRule(
    const OpView& /*op*/) const {
  return std::nullopt;
}

std::vector<DataFlowEdge> OpInterface::Edges(const OpView& /*op*/) const {
  return {};
}

ShardingInfo OpInterface::TransformTargetSharding(
    const OpView& /*op*/, EdgeEnd /*target*/, ShardingInfo sharding,
    EdgeDirection /*direction*/) const {
  return sharding;
}

bool OpInterface::KeepEdgeOwnerShardingsDivisible() const { return false; }

std::string OpInterface::ArgumentShardingsAttribute() const { return {}; }

std::vector<OpCollective> OpInterface::Communication(
    const ShardedOpView& /*op*/) const {
  return {};
}

}  // namespace shardflow
