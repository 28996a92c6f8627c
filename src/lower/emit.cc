#include "lower/emit.h"

#include <utility>

#include "ops/edit.h"
#include "ops/op_def.h"

namespace shardflow::internal {

void Emitter::SetBefore(OpId op) {
  block_ = m_.op(op).parent;
  before_ = op;
}

void Emitter::SetAfter(OpId op) {
  block_ = m_.op(op).parent;
  before_ = m_.op(op).next;
}

void Emitter::SetAfterValue(ValueId value) {
  if (const OpId def = m_.def(value)) {
    SetAfter(def);
  } else {
    block_ = m_.arg_block(value);
    before_ = m_.block(block_).first;
  }
}

ValueId Emitter::Emit(OpKind kind, ValueId value, ShardingId sharding,
                      AttrId attrs) {
  const ValueId operands[] = {value};
  const TypeId types[] = {m_.type(value)};
  const OpId op = m_.CreateOp({.kind = kind,
                               .name = m_.names.Intern(OpMnemonic(kind)),
                               .operands = operands,
                               .result_types = types,
                               .attrs = attrs,
                               .loc = ValueLoc(m_, value)});
  if (before_) {
    m_.InsertBefore(before_, op);
  } else {
    m_.Append(block_, op);
  }
  const ValueId result = m_.result(op, 0);
  m_.SetSharding(result, sharding);
  return result;
}

ValueId Emitter::Reshard(ValueId value, ShardingId sharding) {
  return Emit(OpKind::kReshard, value, sharding, m_.attrs.EmptyDict());
}

ValueId Emitter::AllReduce(ValueId value, std::span<const AxisRef> axes,
                           ReductionKind kind, ShardingId sharding) {
  return AllReduce(value, AllReduceAttrs(axes, kind), sharding);
}

ValueId Emitter::AllReduce(ValueId value, AttrId attrs, ShardingId sharding) {
  return Emit(OpKind::kSdyAllReduce, value, sharding, attrs);
}

AttrId Emitter::AllReduceAttrs(std::span<const AxisRef> axes,
                               ReductionKind kind) {
  const AxisRefListAttr list{m_.shardings.InternAxes(axes)};
  std::vector<NamedAttr> attrs = {
      {name::kReductionAxes, m_.attrs.Make(list)},
      {name::kReductionOp,
       m_.attrs.Integer(m_.types.Integer(32), static_cast<int64_t>(kind))}};
  return m_.attrs.Dict(std::move(attrs), m_.names);
}

ValueId Emitter::ReplicatedToUnreduced(ValueId value,
                                       std::span<const AxisRef> axes,
                                       ShardingId sharding) {
  const AxisRefListAttr list{m_.shardings.InternAxes(axes)};
  const NamedAttr attrs[] = {{name::kAxes, m_.attrs.Make(list)}};
  return Emit(OpKind::kReplicatedToUnreduced, value, sharding,
              m_.attrs.SortedDict(attrs));
}

ValueId Emitter::ShardedToUnreduced(ValueId value,
                                    std::span<const AxisListId> axes_per_dim,
                                    ShardingId sharding) {
  const NamedAttr attrs[] = {
      {name::kAxes, m_.attrs.Make(ListOfAxisRefListsAttr{}, axes_per_dim)}};
  return Emit(OpKind::kShardedToUnreduced, value, sharding,
              m_.attrs.SortedDict(attrs));
}

}  // namespace shardflow::internal
