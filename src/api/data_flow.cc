#include "api/data_flow.h"

#include <utility>

#include "api/edges.h"
#include "api/op_view.h"
#include "api/sharding_info.h"
#include "sharding/sharding.h"

namespace shardflow {
namespace {

// The mesh cannot be changed, nor can the rank.
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

BlockId Entry(const Module& m, OpId op, int region) {
  if (region < 0 || region >= m.region_count(op)) return BlockId::None();
  return m.first_block(m.region(op, region));
}

// The number of the region that the block is in, among those of its op.
int RegionOf(const Module& m, BlockId block) {
  return m.region_index(m.block(block).parent);
}

EdgeEnd EndOf(const Module& m, ValueId target) {
  const int index = m.index(target);
  if (!m.IsArg(target)) return {-1, index};
  return {RegionOf(m, m.arg_block(target)), index};
}

EdgeEnd EndOf(const Module& m, OpId op, UseId source) {
  const OpId owner = m.use(source).owner;
  const int index = m.operand_index(source);
  return {owner == op ? -1 : RegionOf(m, m.op(owner).parent), index};
}

// None: the op has no such value.
ValueId TargetAt(const Module& m, OpId op, EdgeEnd end) {
  if (end.index < 0) return ValueId::None();
  if (end.region < 0) {
    return end.index < m.result_count(op) ? m.result(op, end.index)
                                          : ValueId::None();
  }
  const BlockId block = Entry(m, op, end.region);
  const auto index = static_cast<size_t>(end.index);
  return block && index < m.args(block).size() ? m.args(block)[index]
                                               : ValueId::None();
}

UseId SourceAt(const Module& m, OpId op, EdgeEnd end) {
  if (end.region >= 0) {
    const BlockId block = Entry(m, op, end.region);
    op = block ? m.terminator(block) : OpId::None();
  }
  return op && end.index >= 0 && end.index < m.operand_count(op)
             ? m.operand_use(op, end.index)
             : UseId::None();
}

class Adapter final : public DataFlowInterface {
 public:
  explicit Adapter(std::shared_ptr<const DataFlowOp> op) : op_(std::move(op)) {}

  void AppendArgOwners(const Module& m, OpId op,
                       std::vector<ValueId>& owners) const override {
    AppendTargets(m, op, op_->ArgumentEdgeOwners(OpViewAccess::Make(m, op)),
                  owners);
  }
  void AppendResultOwners(const Module& m, OpId op,
                          std::vector<ValueId>& owners) const override {
    AppendTargets(m, op, op_->ResultEdgeOwners(OpViewAccess::Make(m, op)),
                  owners);
  }
  void AppendSources(const Module& m, OpId op, ValueId owner,
                     std::vector<UseId>& sources) const override {
    for (const EdgeEnd end :
         op_->EdgeSources(OpViewAccess::Make(m, op), EndOf(m, owner))) {
      if (const UseId source = SourceAt(m, op, end)) sources.push_back(source);
    }
  }
  void AppendNonOwnerTargets(const Module& m, OpId op, ValueId owner,
                             std::vector<ValueId>& targets) const override {
    AppendTargets(
        m, op, op_->NonOwnerTargets(OpViewAccess::Make(m, op), EndOf(m, owner)),
        targets);
  }
  ValueId OwnerFromTarget(const Module& m, OpId op,
                          ValueId target) const override {
    const auto owner =
        op_->OwnerFromTarget(OpViewAccess::Make(m, op), EndOf(m, target));
    return owner ? TargetAt(m, op, *owner) : ValueId::None();
  }
  ValueId OwnerFromSource(const Module& m, OpId op,
                          UseId source) const override {
    const auto owner =
        op_->OwnerFromSource(OpViewAccess::Make(m, op), EndOf(m, op, source));
    return owner ? TargetAt(m, op, *owner) : ValueId::None();
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
  static void AppendTargets(const Module& m, OpId op,
                            const std::vector<EdgeEnd>& ends,
                            std::vector<ValueId>& targets) {
    for (const EdgeEnd end : ends) {
      if (const ValueId target = TargetAt(m, op, end)) {
        targets.push_back(target);
      }
    }
  }

  std::shared_ptr<const DataFlowOp> op_;
};

}  // namespace

std::shared_ptr<const DataFlowInterface> AdaptDataFlow(
    std::shared_ptr<const DataFlowOp> op) {
  return std::make_shared<Adapter>(std::move(op));
}

DataFlowOp::~DataFlowOp() = default;

std::vector<EdgeEnd> DataFlowOp::ArgumentEdgeOwners(const OpView& op) const {
  return ArgumentOwners(Edges(op));
}

std::vector<EdgeEnd> DataFlowOp::ResultEdgeOwners(const OpView& op) const {
  return ResultOwners(Edges(op));
}

std::vector<EdgeEnd> DataFlowOp::EdgeSources(const OpView& op,
                                             EdgeEnd owner) const {
  return SourcesOf(Edges(op), owner);
}

std::vector<EdgeEnd> DataFlowOp::NonOwnerTargets(const OpView& op,
                                                 EdgeEnd owner) const {
  return OtherTargetsOf(Edges(op), owner);
}

std::optional<EdgeEnd> DataFlowOp::OwnerFromTarget(const OpView& op,
                                                   EdgeEnd target) const {
  return OwnerOfTarget(Edges(op), target);
}

std::optional<EdgeEnd> DataFlowOp::OwnerFromSource(const OpView& op,
                                                   EdgeEnd source) const {
  return OwnerOfSource(Edges(op), source);
}

ShardingInfo DataFlowOp::TransformTargetSharding(
    const OpView& /*op*/, EdgeEnd /*target*/, ShardingInfo sharding,
    EdgeDirection /*direction*/) const {
  return sharding;
}

bool DataFlowOp::KeepEdgeOwnerShardingsDivisible() const { return false; }

std::string DataFlowOp::ArgumentShardingsAttribute() const { return {}; }

}  // namespace shardflow
