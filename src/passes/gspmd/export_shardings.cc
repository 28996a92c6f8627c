#include <string>
#include <utility>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/device_groups.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/gspmd/manual_context.h"
#include "passes/gspmd/manual_export.h"
#include "passes/gspmd/marks.h"
#include "passes/gspmd/sharding_writer.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

// Turns shardings into `mhlo.sharding` attributes and custom calls, so that
// nothing of sdy is left in the program.

namespace shardflow::internal {
namespace {

class Exporter {
 public:
  Exporter(Module& m, const ExportShardingsOptions& options,
           ShardingWriter& writer, const ManualContext& context)
      : m_(m), options_(options), writer_(writer), context_(context) {}

  bool ExportFunction(OpId function) {
    const TypeId type = FunctionType(m_, function);
    FuncRow& row = m_.mutable_func(function);
    row.arg_attrs.resize(m_.types.input_count(type));
    row.res_attrs.resize(m_.types.result_count(type));
    for (size_t i = 0; i < m_.types.input_count(type); ++i) {
      const ShardingId sharding = Known(ArgSharding(m_, function, i),
                                        m_.types.input(type, i), function);
      if (sharding && !AddAttr(row.arg_attrs[i], sharding, function)) {
        return false;
      }
      SetArgSharding(m_, function, i, ShardingId::None());
    }
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      const ShardingId sharding = Known(ResultSharding(m_, function, i),
                                        m_.types.result(type, i), function);
      if (sharding && !AddAttr(row.res_attrs[i], sharding, function)) {
        return false;
      }
      SetResultSharding(m_, function, i, ShardingId::None());
    }
    return true;
  }

  bool ExportOp(OpId op) {
    switch (m_.kind(op)) {
      case OpKind::kNamedComputation:
        return writer_.Fail(op,
                            "named computations are exported first: "
                            "sdy-export-named-computations");
      case OpKind::kShardingGroup:
        return ExportGroup(op);
      case OpKind::kDataFlowEdge:
      case OpKind::kFuncDataFlowEdge:
      case OpKind::kPropagationBarrier:
      case OpKind::kSdyAllReduce:
        m_.ReplaceAllUses(m_.result(op, 0), m_.operand(op, 0));
        m_.Erase(op);
        return true;
      case OpKind::kSdyConstant:
        ChangeKind(m_, op, OpKind::kConstant);
        break;
      default:
        break;
    }
    const ShardingSpelling spelling = Def(m_.kind(op)).spelling;
    if (spelling == ShardingSpelling::kSharding ||
        spelling == ShardingSpelling::kOutSharding) {
      return ExportReshard(op);
    }
    return HasTrait(m_, op, kTerminator) || ExportAttr(op);
  }

 private:
  // Returns the sharding to export. Inside a manual computation, XLA needs
  // every value to have a sharding on the computation's mesh. A value without
  // one (for example a value on a single device) gets a fully closed one.
  ShardingId Known(ShardingId sharding, TypeId type, OpId op) {
    const bool is_manual = context_.At(op) != 0;
    if (!is_manual) return sharding;
    if (sharding && m_.shardings.Get(sharding).mesh == context_.MeshAt(op)) {
      return sharding;
    }
    return m_.shardings.FullyClosed(context_.MeshAt(op), RankOf(m_, type));
  }

  bool AddAttr(AttrId& dict, ShardingId sharding, OpId op) {
    const std::optional<NameId> text =
        writer_.Text(sharding, context_.At(op), op);
    if (!text) return false;
    if (!dict) dict = m_.attrs.EmptyDict();
    dict = m_.attrs.DictSet(dict, m_.names.Intern(kMhloSharding),
                            m_.attrs.String(*text), m_.names);
    return true;
  }

  bool ExportReshard(OpId op) {
    const ValueId result = m_.result(op, 0);
    const ShardingId sharding = m_.sharding(result);
    if (!sharding) return writer_.Fail(op, "a reshard without a sharding");
    const ValueId marked =
        InsertShardingMark(m_, op, m_.operand(op, 0), sharding, context_.At(op),
                           options_.use_mhlo_copy, writer_);
    if (!marked) return false;
    m_.ReplaceAllUses(result, marked);
    m_.Erase(op);
    return true;
  }

  // Marks a value that is in a sharding group, for example with `@Sharding
  // "{unknown shard_as 3}"` if it is in group 3.
  bool ExportGroup(OpId op) {
    const ValueId value = m_.operand(op, 0);
    const AttrId id = m_.attr(op, name::kGroupId);
    const std::string text =
        "{unknown shard_as " + std::to_string(m_.attrs.IntegerValue(id)) + "}";
    const TypeId type = m_.type(value);
    const OpId mark = InsertCustomCall(
        m_, op, kShardingTarget, {&value, 1}, {&type, 1},
        {{std::string(kMhloSharding), m_.attrs.String(m_.names.Intern(text))}});
    // All uses of the value become uses of the mark, so the mark must come
    // right after the value.
    m_.Unlink(mark);
    InsertAfterValue(m_, value, mark);
    m_.Erase(op);
    ReplaceUsesExcept(m_, value, m_.result(mark, 0), mark);
    return true;
  }

  bool ExportAttr(OpId op) {
    std::vector<ShardingId> shardings = ShardingsOf(op);
    bool any = false;
    for (const ShardingId sharding : shardings) any |= !sharding.IsNone();
    m_.SetAttr(op, name::kSdySharding, AttrId::None());
    for (const ValueId result : ResultsOf(m_, op)) {
      m_.SetSharding(result, ShardingId::None());
    }
    if (!any) return true;
    MeshRef mesh;
    for (const ShardingId sharding : shardings) {
      if (sharding) mesh = m_.shardings.Get(sharding).mesh;
    }
    for (size_t i = 0; i < shardings.size(); ++i) {
      if (shardings[i]) continue;
      shardings[i] = m_.shardings.FullyClosed(
          mesh, RankOf(m_, m_.type(m_.result(op, static_cast<int>(i)))));
    }
    const std::optional<NameId> text =
        writer_.Text(shardings, context_.At(op), op);
    if (text) SetStringAttr(m_, op, kMhloSharding, m_.names.Get(*text));
    return text.has_value();
  }

  // Returns the shardings of the op's results or, if it has no results, the
  // sharding of the op itself.
  std::vector<ShardingId> ShardingsOf(OpId op) {
    std::vector<ShardingId> shardings;
    for (const ValueId result : ResultsOf(m_, op)) {
      shardings.push_back(Known(m_.sharding(result), m_.type(result), op));
    }
    const AttrId attr = m_.attr(op, name::kSdySharding);
    if (shardings.empty() && m_.attrs.Is<ShardingPerValueAttr>(attr)) {
      const auto all = m_.attrs.As<ShardingPerValueAttr>(attr).shardings;
      if (!all.empty()) shardings.push_back(all.front());
    }
    return shardings;
  }

  Module& m_;
  const ExportShardingsOptions& options_;
  ShardingWriter& writer_;
  const ManualContext& context_;
};

}  // namespace

bool ExportShardings(Module& m, const ExportShardingsOptions& options,
                     PassContext& context) {
  ShardingWriter writer(m, options, context.diagnostics);
  ManualContext manual;
  if (!FindManualContext(m, writer, manual)) return false;

  std::vector<OpId> ops, computations, meshes;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    m.SetRule(op, RuleId::None());
    if (m.kind(op) == OpKind::kManualComputation) {
      // The walk is in post-order, so nested computations come first.
      computations.push_back(op);
    } else if (m.kind(op) == OpKind::kMesh) {
      meshes.push_back(op);
    } else if (op != m.root()) {
      ops.push_back(op);
    }
  });
  Exporter exporter(m, options, writer, manual);
  for (const OpId op : ops) {
    const bool ok =
        IsFunction(m, op) ? exporter.ExportFunction(op) : exporter.ExportOp(op);
    if (!ok) return false;
  }
  SymbolTable symbols(m);
  for (const OpId op : computations) {
    if (!ExportManualComputation(m, op, manual, options.use_mhlo_copy, symbols,
                                 writer)) {
      return false;
    }
  }
  if (const OpId op = ListDeviceGroups(m)) {
    return writer.Fail(
        op, "its replica_groups can't be written as lists of devices");
  }
  for (const OpId op : meshes) m.Erase(op);
  return true;
}

}  // namespace shardflow::internal
