#include "ops/sdy_verify.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/append.h"
#include "ir/type_text.h"
#include "ir/values.h"
#include "ops/attr_read.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/unreduced.h"
#include "sharding/axis.h"
#include "sharding/direction.h"
#include "sharding/print.h"

// Verifiers of sdy's ops with regions and of those with a single operand.

namespace shardflow::internal {
namespace {

using Names = WordList<NameId>;

BlockId Body(const Module& m, OpId op) {
  return m.first_block(m.region(op, 0));
}

std::vector<ValueId> Returned(const Module& m, OpId op) {
  return OperandsOf(m, m.terminator(Body(m, op)));
}

// Returns the op's in_shardings or out_shardings, or nullopt if there are none.
// They are in the attribute `key` if their number is wrong, and otherwise in
// the module's sharding column.
std::optional<std::vector<ShardingId>> Spelled(
    const Module& m, OpId op, NameId key, std::span<const ValueId> values) {
  std::vector<ShardingId> shardings;
  if (const AttrId attr = m.attr(op, key)) {
    const auto spelled = m.attrs.As<ShardingPerValueAttr>(attr).shardings;
    shardings.assign(spelled.begin(), spelled.end());
    return shardings;
  }
  bool any = false;
  for (const ValueId value : values) {
    shardings.push_back(m.sharding(value));
    any |= static_cast<bool>(m.sharding(value));
  }
  return any ? std::optional(shardings) : std::nullopt;
}

std::string TypeList(const Module& m, std::span<const TypeId> types) {
  std::string text;
  for (const TypeId type : types) {
    if (!text.empty()) text.append(", ");
    text.append(QuotedType(m, type));
  }
  return text;
}

// --- manual_computation

// One side of a manual computation: its operands and the body's arguments, or
// its results and the values that the body returns.
struct ManualSide {
  std::string_view kind;  // "operand" or "result"
  std::vector<TypeId> global;
  std::vector<TypeId> local;
  std::vector<ShardingId> shardings;
};

class ManualChecker {
 public:
  ManualChecker(VerifyContext& v, OpId op, Names manual)
      : v_(v), m_(v.m), op_(op), manual_(manual) {}

  bool Check(const ManualSide& side) const;

 private:
  bool CheckOrder(const ManualSide& side, size_t index) const;
  bool CheckType(const ManualSide& side, size_t index) const;
  // Divides `size`, the size of `dim`, by the sizes of its manual axes. Reports
  // an error and returns false if they don't divide it.
  bool LocalSize(const ManualSide& side, const DimSharding& dim,
                 const Mesh& mesh, int64_t& size) const;

  VerifyContext& v_;
  const Module& m_;
  const OpId op_;
  const Names manual_;
};

bool ManualChecker::CheckOrder(const ManualSide& side, size_t index) const {
  const ShardingView view = m_.shardings.Get(side.shardings[index]);
  for (size_t d = 0; d < view.rank(); ++d) {
    const std::span<const AxisRef> axes = m_.shardings.axes(view.dims[d].axes);
    for (size_t i = 1; i < axes.size(); ++i) {
      if (manual_.Contains(axes[i - 1].name) ||
          !manual_.Contains(axes[i].name)) {
        continue;
      }
      return v_.OpError(
          op_,
          fmt::format(
              "{} sharding at index {} must have all manual axes come before "
              "free axes in its dimension sharding at index {}. Saw manual "
              "axis {} after free axis {}",
              side.kind, index, d, AxisRefText(axes[i], m_.names),
              AxisRefText(axes[i - 1], m_.names)));
    }
  }
  return true;
}

bool ManualChecker::LocalSize(const ManualSide& side, const DimSharding& dim,
                              const Mesh& mesh, int64_t& size) const {
  if (size == kDynamicDim) return true;
  int64_t shards = 1;
  for (const AxisRef& axis : m_.shardings.axes(dim.axes)) {
    if (manual_.Contains(axis.name)) {
      shards = SaturatingProduct(shards, AxisSize(axis, mesh));
    }
  }
  if (size % shards != 0) {
    return v_.OpError(op_, fmt::format("{} dimension size {} is not divisible "
                                       "by the manual axes size {}",
                                       side.kind, size, shards));
  }
  size /= shards;
  return true;
}

bool ManualChecker::CheckType(const ManualSide& side, size_t index) const {
  const TypeId global = side.global[index];
  if (!m_.types.IsTensor(global)) return true;  // such as a token
  const ShardingView view = m_.shardings.Get(side.shardings[index]);
  const Mesh& mesh = *v_.FindMesh(view.mesh);
  std::vector<int64_t> dims(m_.types.dims(global).begin(),
                            m_.types.dims(global).end());
  for (size_t d = 0; d < view.rank() && d < dims.size(); ++d) {
    if (!LocalSize(side, view.dims[d], mesh, dims[d])) return false;
  }
  const TypeId expected = v_.m.types.Tensor(dims, m_.types.element(global));
  if (expected == side.local[index]) return true;
  return v_.OpError(
      op_, fmt::format("{} shape, corresponding sharding, and region {} shape "
                       "at index {} must match. Expected local shape {}, "
                       "actual local shape {}",
                       side.kind, side.kind, index, QuotedType(m_, expected),
                       QuotedType(m_, side.local[index])));
}

bool ManualChecker::Check(const ManualSide& side) const {
  if (side.global.empty() && side.local.empty() && side.shardings.empty()) {
    return true;
  }
  if (!v_.CheckPerValue(op_, side.shardings, side.global,
                        fmt::format("{} ", side.kind))) {
    return false;
  }
  if (side.global.size() != side.local.size()) {
    return v_.OpError(
        op_, fmt::format("number of op {}s and region {}s must match. Op has "
                         "{} op {}s and {} region {}s",
                         side.kind, side.kind, side.global.size(), side.kind,
                         side.local.size(), side.kind));
  }
  for (size_t i = 0; i < side.global.size(); ++i) {
    if (side.shardings[i].IsNone()) continue;
    if (!CheckOrder(side, i) || !CheckType(side, i)) return false;
  }
  return true;
}

// Checks that all shardings are on the same mesh, and that the mesh has the
// manual axes.
bool CheckCommonMesh(VerifyContext& v, OpId op,
                     std::span<const ShardingId> shardings) {
  if (shardings.empty()) return true;
  const Names manual = ManualAxisNames(v.m, op);
  const std::optional<MeshRef> ref =
      CommonMesh(v.m.shardings, v.meshes(), shardings);
  if (!ref) {
    return manual.empty() ||
           v.OpError(op,
                     "all in and out shardings must be bound to the same "
                     "mesh or an empty mesh.");
  }
  const Mesh* const mesh = v.FindMesh(*ref);
  for (const NameId axis : manual) {
    if (mesh == nullptr || mesh->AxisIndex(axis) >= 0) continue;
    std::string message = "unknown manual axis: ";
    AppendQuoted(v.m.names.Get(axis), message);
    return v.OpError(op, message);
  }
  return true;
}

// Returns the op that defines the value if it is an sdy op without data flow,
// otherwise None.
OpId PlainSdyDefiner(const Module& m, ValueId value) {
  const OpId def = m.def(value);
  const bool plain = def && IsSdy(m, def) && DataFlow(m, def) == nullptr;
  return plain ? def : OpId::None();
}

}  // namespace

bool VerifyManualComputation(VerifyContext& v, OpId op) {
  if (!v.inside_manual()) return true;
  for (const NameId axis : ManualAxisNames(v.m, op)) {
    const OpId owner = v.ManualOwner(op, axis);
    if (owner) return v.ManualAxisError(op, "", axis, owner);
  }
  return true;
}

bool VerifyManualComputationUses(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const std::span<const ValueId> args = m.args(Body(m, op));
  const std::vector<ValueId> results = ResultsOf(m, op);
  ManualSide in{"operand", TypesOf(m, OperandsOf(m, op)), TypesOf(m, args),
                Spelled(m, op, name::kInShardings, args)
                    .value_or(std::vector<ShardingId>())};
  ManualSide out{"result", TypesOf(m, results), TypesOf(m, Returned(m, op)),
                 Spelled(m, op, name::kOutShardings, results)
                     .value_or(std::vector<ShardingId>())};
  const ManualChecker checker(v, op, ManualAxisNames(m, op));
  if (!checker.Check(in) || !checker.Check(out)) return false;
  std::vector<ShardingId> all = std::move(in.shardings);
  all.insert(all.end(), out.shardings.begin(), out.shardings.end());
  return CheckCommonMesh(v, op, all);
}

bool VerifyNamedComputation(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const std::vector<TypeId> inferred = TypesOf(m, Returned(m, op));
  const std::vector<TypeId> given = TypesOf(m, ResultsOf(m, op));
  if (inferred == given) return true;
  v.OpError(op, fmt::format("inferred type(s) {} are incompatible with return "
                            "type(s) of operation {}",
                            TypeList(m, inferred), TypeList(m, given)));
  return v.OpError(op, "failed to infer returned types");
}

bool VerifyNamedComputationUses(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const std::span<const ValueId> args = m.args(Body(m, op));
  const std::vector<ValueId> operands = OperandsOf(m, op);
  if (args.size() != operands.size()) {
    return v.Error(op, fmt::format("number of block arguments must match the "
                                   "number of operands: {} != {}",
                                   args.size(), operands.size()));
  }
  for (size_t i = 0; i < args.size(); ++i) {
    const TypeId inner = m.type(args[i]);
    const TypeId outer = m.type(operands[i]);
    if (inner == outer) continue;
    return v.Error(
        op, fmt::format("expected the type of the {}'th block argument to "
                        "match the type of the corresponding operand: {} vs {}",
                        i, QuotedType(m, inner), QuotedType(m, outer)));
  }
  const auto in = Spelled(m, op, name::kInShardings, args);
  if (in && !v.CheckPerValue(op, *in, TypesOf(m, operands), "in_shardings ")) {
    return false;
  }
  const std::vector<ValueId> results = ResultsOf(m, op);
  const auto out = Spelled(m, op, name::kOutShardings, results);
  return !out ||
         v.CheckPerValue(op, *out, TypesOf(m, results), "out_shardings ");
}

bool VerifyPropagationBarrier(VerifyContext& v, OpId op) {
  const AttrId direction = v.m.attr(op, name::kAllowedDirection);
  if (v.m.attrs.IntegerValue(direction) !=
      static_cast<int64_t>(Direction::kBoth)) {
    return true;
  }
  return v.OpError(op,
                   "cannot specify `BOTH` as the direction. Not blocking "
                   "propagation direction makes the op redundant.");
}

bool VerifyShardingGroup(VerifyContext& v, OpId op) {
  const AttrId id = v.m.attr(op, name::kGroupId);
  const TypeId type = v.m.attrs.As<IntegerAttr>(id).type;
  return type == v.m.types.Integer(64) ||
         v.OpError(op,
                   "attribute 'group_id' failed to satisfy constraint: "
                   "64-bit signless integer attribute");
}

bool VerifySdyConstant(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const AttrId value = m.attr(op, name::kValue);
  const TypeId inferred = ElementsType(m, value);
  if (!inferred) return true;
  const TypeId given = m.type(m.result(op, 0));
  if (inferred == given) return true;
  v.OpError(op, fmt::format("inferred type(s) {} are incompatible with return "
                            "type(s) of operation {}",
                            QuotedType(m, inferred), QuotedType(m, given)));
  return v.OpError(op, "failed to infer returned types");
}

bool VerifyMeshOp(VerifyContext& v, OpId op) {
  const OpId parent = v.m.parent_op(op);
  if (parent && v.m.kind(parent) == OpKind::kModule) return true;
  return v.OpError(op, "expects parent op 'builtin.module'");
}

bool VerifyReshardUses(VerifyContext& v, OpId op) {
  Module& m = v.m;
  const ValueId result = m.result(op, 0);
  const ShardingId sharding = m.sharding(result);
  if (!v.CheckSharding(op, sharding, m.type(result), "")) return false;
  const ValueId input = SkipBarriers(m, m.operand(op, 0));
  const ShardingId source = GetSharding(m, input);
  if (source.IsNone() || !v.IsGood(source, m.type(input))) return true;
  const ShardingId before[] = {source};
  const ShardingId after[] = {sharding};
  const std::optional<Error> fault = FindUnreducedFault(
      m.shardings, m.names, v.meshes(), before, after,
      {ReductionKind::kSum, m.shardings.Get(source).reduction});
  return fault ? v.OpError(op, fault->message) : true;
}

bool VerifyDataFlowEdgeUses(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const ValueId result = m.result(op, 0);
  const TypeId type = m.type(result);
  if (!IsShardable(m, type)) {
    return v.OpError(op,
                     "expected sdy.data_flow_edge to have a static-shaped "
                     "result. type: " +
                         QuotedType(m, type));
  }
  const ValueId input = m.operand(op, 0);
  if (!m.HasOneUse(input)) {
    return v.OpError(
        op, "expected input of sdy.data_flow_edge to have a single user");
  }
  if (const OpId definer = PlainSdyDefiner(m, input)) {
    v.OpError(op,
              "expected input of sdy.data_flow_edge to not be defined by an "
              "SdyDialect op (other than an sdy.named_computation).");
    v.Note(definer, "sdy op defining the input of the sdy.data_flow_edge");
    return false;
  }
  const ShardingId sharding = m.sharding(result);
  return sharding.IsNone() || v.CheckSharding(op, sharding, type, "");
}

bool VerifyFuncDataFlowEdgeUses(VerifyContext& v, OpId op) {
  const Module& m = v.m;
  const TypeId type = m.type(m.result(op, 0));
  if (!IsShardable(m, type)) {
    return v.OpError(op,
                     "expected sdy.func_data_flow_edge to have a static-shaped "
                     "result. type: " +
                         QuotedType(m, type));
  }
  const ValueId operand = m.operand(op, 0);
  if (!m.HasOneUse(operand)) {
    return v.OpError(
        op,
        "expected operand of sdy.func_data_flow_edge to have a single user");
  }
  const OpId owner = OwningOp(m, operand);
  if (m.IsArg(operand)) {
    return (owner && m.HasFuncRow(owner)) ||
           v.OpError(op,
                     "expected operand of sdy.func_data_flow_edge to be a "
                     "block argument of a func op.");
  }
  return m.kind(owner) == OpKind::kCall ||
         v.OpError(op,
                   "expected operand of sdy.func_data_flow_edge to be a "
                   "result of call op.");
}

}  // namespace shardflow::internal
