#include <string>
#include <utility>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/device_groups.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "passes/gspmd/marks.h"
#include "passes/gspmd/round_trip.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

class RoundTripExporter {
 public:
  RoundTripExporter(Module& m, Diagnostics& diagnostics)
      : m_(m), diagnostics_(diagnostics), symbols_(m) {}

  bool Run() {
    std::vector<OpId> ops, computations;
    WalkPostOrder(m_, m_.root(), [&](OpId op) {
      if (m_.kind(op) == OpKind::kManualComputation) {
        // The walk is in post-order, so nested computations come first.
        computations.push_back(op);
      } else if (op != m_.root()) {
        ops.push_back(op);
      }
    });
    for (const OpId op : ops) {
      if (IsFunction(m_, op)) {
        ExportFunction(op);
      } else if (!ExportOp(op)) {
        return false;
      }
    }
    for (const OpId op : computations) ExportManualComputation(op);
    if (const OpId op = ListDeviceGroups(m_)) {
      diagnostics_.Error(
          m_.Place(op),
          std::string(m_.op_name(op)) +
              ": its replica_groups can't be written as lists of devices");
      return false;
    }
    ExportMeshes();
    return true;
  }

 private:
  void AddTo(OpId op, std::string_view name, AttrId value) {
    m_.SetAttrDict(op, WithRoundTripAttr(m_, m_.attr_dict(op), name, value));
  }

  void ExportMeshes() {
    std::vector<NamedAttr> meshes;
    std::vector<OpId> ops;
    for (const OpId op : m_.Ops(m_.body())) {
      if (m_.kind(op) != OpKind::kMesh) continue;
      meshes.push_back({m_.symbol(op), m_.attr(op, name::kMesh)});
      ops.push_back(op);
    }
    for (const OpId op : ops) m_.Erase(op);
    if (meshes.empty()) return;
    AddTo(m_.root(), kRoundTripMeshes,
          m_.attrs.Dict(std::move(meshes), m_.names));
  }

  // Wraps each result in a custom call, because XLA drops the attributes of
  // results.
  void ExportFunction(OpId function) {
    const TypeId type = FunctionType(m_, function);
    FuncRow& row = m_.mutable_func(function);
    row.arg_attrs.resize(m_.types.input_count(type));
    for (size_t i = 0; i < m_.types.input_count(type); ++i) {
      const ShardingId sharding = ArgSharding(m_, function, i);
      if (!sharding) continue;
      row.arg_attrs[i] =
          WithRoundTripAttr(m_, row.arg_attrs[i], kRoundTripSharding,
                            m_.attrs.Sharding(sharding));
      SetArgSharding(m_, function, i, ShardingId::None());
    }
    const OpId returned = ReturnOp(m_, function);
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      const ShardingId sharding = ResultSharding(m_, function, i);
      if (!sharding) continue;
      SetResultSharding(m_, function, i, ShardingId::None());
      if (!returned) continue;
      const int index = static_cast<int>(i);
      const ValueId value = m_.operand(returned, index);
      const OpId call = InsertMark(returned, kFuncResultShardingTarget, value,
                                   m_.attrs.ShardingPerValue({&sharding, 1}));
      m_.SetAttr(call, name::kHasSideEffect, True());
      m_.SetOperand(m_.operand_use(returned, index), m_.result(call, 0));
    }
  }

  AttrId True() { return MakeBool(m_, true); }

  OpId InsertMark(OpId anchor, std::string_view target, ValueId value,
                  AttrId shardings) {
    const TypeId type = m_.type(value);
    const OpId call =
        InsertCustomCall(m_, anchor, target, {&value, 1}, {&type, 1});
    AddTo(call, kRoundTripSharding, shardings);
    return call;
  }

  bool ExportOp(OpId op) {
    switch (m_.kind(op)) {
      case OpKind::kMesh:
        return true;
      case OpKind::kShardingGroup:
        ExportGroup(op);
        return true;
      case OpKind::kNamedComputation:
      case OpKind::kDataFlowEdge:
      case OpKind::kFuncDataFlowEdge:
      case OpKind::kPropagationBarrier:
        diagnostics_.Error(m_.Place(op), std::string(m_.op_name(op)) +
                                             " has no form for the round trip");
        return false;
      case OpKind::kSdyConstant:
        ChangeKind(m_, op, OpKind::kConstant);
        break;
      default:
        break;
    }
    if (m_.rule(op)) {
      AddTo(op, kRoundTripRule, m_.attrs.Rule(m_.rule(op)));
      m_.SetRule(op, RuleId::None());
    }
    // An op without results has its shardings in an attribute.
    const AttrId of_effects = m_.attr(op, name::kSdySharding);
    if (m_.result_count(op) == 0 &&
        m_.attrs.Is(of_effects, AttrKind::kShardingPerValue)) {
      m_.SetAttr(op, name::kSdySharding, AttrId::None());
      AddTo(op, kRoundTripSharding, of_effects);
      return true;
    }
    if (!m_.HasResultShardings(op)) return true;
    std::vector<ShardingId> shardings;
    for (const ValueId result : ResultsOf(m_, op)) {
      shardings.push_back(m_.sharding(result));
      // The verifier rejects an op if only some of its results have shardings.
      if (!shardings.back()) return true;
    }
    const AttrId attr = m_.attrs.ShardingPerValue(shardings);
    if (Def(m_.kind(op)).spelling == ShardingSpelling::kDiscardable) {
      for (const ValueId result : ResultsOf(m_, op)) {
        m_.SetSharding(result, ShardingId::None());
      }
      AddTo(op, kRoundTripSharding, attr);
      return true;
    }
    const OpId call = InsertMark(op, kShardingTarget, m_.operand(op, 0), attr);
    m_.ReplaceAllUses(m_.result(op, 0), m_.result(call, 0));
    m_.Erase(op);
    return true;
  }

  void ExportGroup(OpId op) {
    const ValueId value = m_.operand(op, 0);
    const OpId call =
        InsertCustomCall(m_, op, kShardingGroupTarget, {&value, 1}, {});
    m_.SetAttr(call, name::kHasSideEffect, True());
    AddTo(call, kRoundTripGroupId, m_.attr(op, name::kGroupId));
    m_.Erase(op);
  }

  // Exports a manual computation as three ops: GlobalToLocalShape, a call to
  // a function with the body, and LocalToGlobalShape.
  void ExportManualComputation(OpId op) {
    const AttrId axes = m_.attr(op, name::kManualAxes);
    const BlockId body = m_.first_block(m_.region(op, 0));
    const std::vector<ValueId> args(m_.args(body).begin(), m_.args(body).end());
    std::vector<ShardingId> in, out;
    for (const ValueId arg : args) {
      in.push_back(m_.sharding(arg));
      m_.SetSharding(arg, ShardingId::None());
    }
    const std::vector<ValueId> results = ResultsOf(m_, op);
    for (const ValueId result : results) out.push_back(m_.sharding(result));
    const std::vector<TypeId> local_results =
        TypesOf(m_, OperandsOf(m_, m_.terminator(body)));

    std::vector<ValueId> locals;
    if (!args.empty()) {
      const std::vector<ValueId> operands = OperandsOf(m_, op);
      const OpId enter = InsertCustomCall(m_, op, kGlobalToLocalTarget,
                                          operands, TypesOf(m_, args));
      m_.SetAttr(enter, name::kHasSideEffect, True());
      AddTo(enter, kRoundTripInShardings, m_.attrs.ShardingPerValue(in));
      AddTo(enter, kRoundTripManualAxes, axes);
      locals = ResultsOf(m_, enter);
    }
    const OpId call = CreateOp(
        m_, OpKind::kCall,
        {.operands = locals,
         .result_types = local_results,
         .attrs = m_.attrs.Dict(
             {{name::kCallee, m_.attrs.SymbolRef(Outline(op, local_results))}},
             m_.names),
         .loc = m_.loc(op)});
    m_.InsertBefore(op, call);
    if (!results.empty()) {
      const std::vector<ValueId> values = ResultsOf(m_, call);
      const OpId leave = InsertCustomCall(m_, op, kLocalToGlobalTarget, values,
                                          TypesOf(m_, results));
      m_.SetAttr(leave, name::kHasSideEffect, True());
      AddTo(leave, kRoundTripOutShardings, m_.attrs.ShardingPerValue(out));
      AddTo(leave, kRoundTripManualAxes, axes);
      for (size_t i = 0; i < results.size(); ++i) {
        m_.ReplaceAllUses(results[i], m_.result(leave, static_cast<int>(i)));
      }
    }
    m_.Erase(op);
  }

  NameId Outline(OpId op, const std::vector<TypeId>& results) {
    return symbols_.Insert(
        m_, OutlineBody(m_, op, m_.names.Intern(kManualBodyName), results));
  }

  Module& m_;
  Diagnostics& diagnostics_;
  SymbolTable symbols_;
};

}  // namespace

bool RoundTripExport(Module& m, const NoOptions& /*options*/,
                     PassContext& context) {
  return RoundTripExporter(m, context.diagnostics).Run();
}

}  // namespace shardflow::internal
