#include <string>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/custom_call.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "passes/gspmd/marks.h"
#include "passes/gspmd/round_trip.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

class RoundTripImporter {
 public:
  RoundTripImporter(Module& m, Diagnostics& diagnostics)
      : m_(m), diagnostics_(diagnostics) {}

  bool Run() {
    std::vector<OpId> ops;
    WalkPreOrder(m_, m_.root(), [&](OpId op) { ops.push_back(op); });
    if (!ImportMeshes()) return false;
    for (const OpId op : ops) {
      if (m_.IsErased(op) || op == m_.root()) continue;
      if (!(IsFunction(m_, op) ? ImportFunction(op) : ImportOp(op))) {
        return false;
      }
    }
    return ImportTupleResults() && ImportManualComputations();
  }

 private:
  bool Fail(OpId op, std::string message) {
    diagnostics_.Error(m_.Place(op), std::move(message));
    return false;
  }

  // Returns a frontend attribute of the op, or None; nullopt on error.
  std::optional<AttrId> Attr(OpId op, std::string_view name) {
    return RoundTripAttr(m_, m_.attr_dict(op), name, op, diagnostics_);
  }
  void Remove(OpId op, std::string_view name) {
    const AttrId dict = WithoutRoundTripAttr(m_, m_.attr_dict(op), name);
    m_.SetAttrDict(op, dict ? dict : m_.attrs.EmptyDict());
  }

  // Imports the meshes in the attribute xla.sdy.meshes, which is a string such
  // as "{mesh = #sdy.mesh<[...]>}".
  bool ImportMeshes() {
    const OpId root = m_.root();
    const std::optional<AttrId> meshes = Attr(root, kRoundTripMeshes);
    if (!meshes) return false;
    if (!*meshes) return true;
    Remove(root, kRoundTripMeshes);
    has_meshes_ = true;
    if (!m_.attrs.Is(*meshes, AttrKind::kDict)) {
      return Fail(root, "xla.sdy.meshes is not a dictionary");
    }
    SymbolTable symbols(m_);
    const OpId first = m_.block(m_.body()).first;
    for (const NamedAttr& mesh : m_.attrs.DictItems(*meshes)) {
      if (!m_.attrs.Is(mesh.value, AttrKind::kMesh)) {
        return Fail(root, "xla.sdy.meshes has an item that is not a mesh");
      }
      if (symbols.Contains(mesh.name)) continue;
      const OpId op = CreateMesh(
          m_, mesh.name, m_.attrs.As<MeshAttr>(mesh.value).mesh, m_.loc(root));
      if (first) {
        symbols.InsertBefore(m_, first, op);
      } else {
        symbols.Insert(m_, op);
      }
    }
    return true;
  }

  bool ImportFunction(OpId function) {
    FuncRow& row = m_.mutable_func(function);
    for (size_t i = 0; i < row.arg_attrs.size(); ++i) {
      const std::optional<AttrId> attr = RoundTripAttr(
          m_, row.arg_attrs[i], kRoundTripSharding, function, diagnostics_);
      if (!attr) return false;
      if (m_.attrs.Is(*attr, AttrKind::kSharding)) {
        SetArgSharding(m_, function, i, ShardingOf(*attr, 0));
        row.arg_attrs[i] = Without(
            m_, WithoutRoundTripAttr(m_, row.arg_attrs[i], kRoundTripSharding),
            kMhloSharding);
      }
    }
    // Removes XLA's own copies (mhlo.sharding) of the shardings that are in
    // FuncResultSharding calls.
    for (AttrId& dict : row.res_attrs) {
      if (has_meshes_) dict = Without(m_, dict, kMhloSharding);
    }
    return true;
  }

  // Returns the attribute itself if it is a sharding, or sharding `i` if it is
  // a list.
  ShardingId ShardingOf(AttrId attr, size_t i) const {
    if (m_.attrs.Is<ShardingAttr>(attr)) {
      return m_.attrs.As<ShardingAttr>(attr).sharding;
    }
    return m_.attrs.As<ShardingPerValueAttr>(attr).shardings[i];
  }

  size_t Count(AttrId attr) const {
    return m_.attrs.As<ShardingPerValueAttr>(attr).shardings.size();
  }

  // Whether there is one sharding for each result. If not, ImportOp() drops the
  // attribute.
  bool FitsResults(OpId op, AttrId attr) const {
    return m_.attrs.Is<ShardingPerValueAttr>(attr) &&
           Count(attr) == static_cast<size_t>(m_.result_count(op));
  }

  bool ImportOp(OpId op) {
    const std::optional<AttrId> rule = Attr(op, kRoundTripRule);
    if (!rule) return false;
    if (m_.attrs.Is(*rule, AttrKind::kRule)) {
      m_.SetRule(op, m_.attrs.As<RuleAttr>(*rule).rule);
      Remove(op, kRoundTripRule);
    }
    const std::string_view target = CallTarget(m_, op);
    if (target == kShardingGroupTarget) return ImportGroup(op);
    const std::optional<AttrId> sharding = Attr(op, kRoundTripSharding);
    if (!sharding) return false;
    if (!*sharding) return true;
    Remove(op, kRoundTripSharding);
    RemoveAttr(m_, op, kMhloSharding);
    if (m_.result_count(op) == 0 && target != kFuncResultShardingTarget &&
        m_.attrs.Is(*sharding, AttrKind::kShardingPerValue)) {
      m_.SetAttr(op, name::kSdySharding, *sharding);
      return true;
    }
    if (!FitsResults(op, *sharding)) return true;
    if (target == kFuncResultShardingTarget) {
      return ImportFuncResult(op, *sharding);
    }
    if (IsShardingMark(m_, op)) {
      const OpId constraint =
          CreatePassOn(m_, OpKind::kShardingConstraint, m_.operand(op, 0),
                       m_.loc(op), ShardingOf(*sharding, 0));
      m_.InsertBefore(op, constraint);
      m_.ReplaceAllUses(m_.result(op, 0), m_.result(constraint, 0));
      m_.Erase(op);
      return true;
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      m_.SetSharding(m_.result(op, i),
                     ShardingOf(*sharding, static_cast<size_t>(i)));
    }
    return true;
  }

  // Sets the sharding of the function's result. If the op's result has other
  // uses, because its function was inlined, they use a constraint with open
  // dimensions instead.
  bool ImportFuncResult(OpId op, AttrId attr) {
    if (m_.operand_count(op) != 1 || m_.result_count(op) != 1) {
      return Fail(op,
                  "xla.sdy.FuncResultSharding takes one operand and gives one "
                  "result");
    }
    const ShardingId sharding = ShardingOf(attr, 0);
    const ValueId result = m_.result(op, 0);
    std::vector<UseId> others;
    for (const UseId use : m_.Uses(result)) {
      const OpId owner = m_.use(use).owner;
      if (m_.kind(owner) != OpKind::kFuncReturn) {
        others.push_back(use);
        continue;
      }
      SetResultSharding(m_, m_.parent_op(owner),
                        static_cast<size_t>(m_.operand_index(use)), sharding);
    }
    ValueId value = m_.operand(op, 0);
    if (!others.empty()) {
      const OpId constraint =
          CreatePassOn(m_, OpKind::kShardingConstraint, value, m_.loc(op),
                       OpenLike(m_.shardings, sharding));
      m_.InsertBefore(op, constraint);
      value = m_.result(constraint, 0);
    }
    m_.ReplaceAllUses(result, value);
    m_.Erase(op);
    return true;
  }

  bool ImportGroup(OpId op) {
    const std::optional<AttrId> id = Attr(op, kRoundTripGroupId);
    if (!id) return false;
    if (!m_.attrs.Is(*id, AttrKind::kInteger) || m_.operand_count(op) != 1 ||
        m_.OpHasUses(op)) {
      return Fail(op,
                  "xla.sdy.ShardingGroup takes one operand, a group id "
                  "and has no uses");
    }
    const ValueId value = m_.operand(op, 0);
    const OpId group =
        CreateOp(m_, OpKind::kShardingGroup,
                 {.operands = {&value, 1},
                  .attrs = m_.attrs.Dict({{name::kGroupId, *id}}, m_.names),
                  .loc = m_.loc(op)});
    m_.InsertBefore(op, group);
    m_.Erase(op);
    return true;
  }

  // Imports the result shardings of a @main whose results were packed into a
  // tuple.
  bool ImportTupleResults() {
    const OpId root = m_.root();
    const std::optional<AttrId> attr = Attr(root, kRoundTripTupleResults);
    if (!attr) return false;
    if (!*attr) return true;
    Remove(root, kRoundTripTupleResults);
    const OpId main = MainFunction(m_);
    if (!main || !m_.attrs.Is(*attr, AttrKind::kShardingPerValue) ||
        Count(*attr) != m_.types.result_count(FunctionType(m_, main))) {
      return Fail(root, "xla.sdy.tuple_results_shardings does not fit @main");
    }
    for (size_t i = 0; i < Count(*attr); ++i) {
      SetResultSharding(m_, main, i, ShardingOf(*attr, i));
    }
    return true;
  }

  bool ImportManualComputations();
  bool ImportManualComputation(OpId call);

  Module& m_;
  Diagnostics& diagnostics_;
  bool has_meshes_ = false;  // whether the program has xla.sdy.meshes
};

OpId OnlyUserOf(const Module& m, OpId op) {
  OpId user;
  for (const ValueId result : ResultsOf(m, op)) {
    for (const UseId use : m.Uses(result)) {
      const OpId owner = m.use(use).owner;
      if (user && owner != user) return OpId::None();
      user = owner;
    }
  }
  return user;
}

// Whether the operands of `to` are exactly the results of `from`, in order.
bool TakesResultsOf(const Module& m, OpId to, OpId from) {
  return OperandsOf(m, to) == ResultsOf(m, from);
}

// Imports a call between GlobalToLocalShape and LocalToGlobalShape. The former
// may be missing if the call has no operands, the latter if it has no results.
bool RoundTripImporter::ImportManualComputation(OpId call) {
  const SymbolTable symbols(m_);
  const OpId function = symbols.Find(Callee(m_, call));
  if (!function || !IsFunction(m_, function) || IsDeclaration(m_, function)) {
    return Fail(call, "the body of a manual computation is missing");
  }
  const OpId enter =
      m_.operand_count(call) > 0 ? m_.def(m_.operand(call, 0)) : OpId::None();
  const OpId leave = OnlyUserOf(m_, call);
  const OpId any = enter ? enter : leave;
  // In jax 0.4, the manual axes and all shardings are attributes of the call.
  const auto attr_of = [&](OpId op, std::string_view name) {
    const std::optional<AttrId> attr = op ? Attr(op, name) : AttrId::None();
    return attr && !*attr ? Attr(call, name) : attr;
  };
  const std::optional<AttrId> axes = attr_of(any, kRoundTripManualAxes);
  const std::optional<AttrId> in = attr_of(enter, kRoundTripInShardings);
  const std::optional<AttrId> out = attr_of(leave, kRoundTripOutShardings);
  if (!axes || !in || !out) return false;
  const auto count = [&](AttrId attr) {
    return m_.attrs.Is(attr, AttrKind::kShardingPerValue)
               ? static_cast<int>(Count(attr))
               : 0;
  };
  if (!m_.attrs.Is(*axes, AttrKind::kManualAxes) ||
      count(*in) != m_.operand_count(call) ||
      count(*out) != m_.result_count(call) ||
      (enter && (m_.operand_count(enter) != m_.operand_count(call) ||
                 !TakesResultsOf(m_, call, enter))) ||
      (leave && (m_.result_count(leave) != m_.result_count(call) ||
                 !TakesResultsOf(m_, leave, call)))) {
    return Fail(call, "a manual computation whose shardings don't fit it");
  }
  const std::vector<ValueId> operands =
      enter ? OperandsOf(m_, enter) : std::vector<ValueId>();
  const std::vector<ValueId> results =
      leave ? ResultsOf(m_, leave) : std::vector<ValueId>();
  const OpId op =
      CreateOp(m_, OpKind::kManualComputation,
               {.operands = operands,
                .result_types = TypesOf(m_, results),
                .attrs = m_.attrs.Dict({{name::kManualAxes, *axes}}, m_.names),
                .region_count = 1,
                .loc = m_.loc(call)});
  m_.InsertBefore(call, op);
  Module::ValueMap map;
  m_.CloneRegionInto(m_.region(function, 0), m_.region(op, 0), map);
  const BlockId body = m_.first_block(m_.region(op, 0));
  ChangeKind(m_, m_.terminator(body), OpKind::kSdyReturn);
  for (size_t i = 0; i < operands.size(); ++i) {
    m_.SetSharding(m_.args(body)[i], ShardingOf(*in, i));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    m_.SetSharding(m_.result(op, static_cast<int>(i)), ShardingOf(*out, i));
    m_.ReplaceAllUses(results[i], m_.result(op, static_cast<int>(i)));
  }
  if (leave) m_.Erase(leave);
  m_.Erase(call);
  if (enter) m_.Erase(enter);
  return true;
}

// Replaces calls between GlobalToLocalShape and LocalToGlobalShape with copies
// of their bodies. The bodies may also contain such calls, so this repeats
// until there are none left. Then erases the bodies that are no longer called.
bool RoundTripImporter::ImportManualComputations() {
  std::vector<OpId> bodies;
  while (true) {
    std::vector<OpId> calls;
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      if (!IsCall(m_, op)) return;
      const OpId enter =
          m_.operand_count(op) > 0 ? m_.def(m_.operand(op, 0)) : OpId::None();
      const OpId leave = OnlyUserOf(m_, op);
      const bool inside =
          (enter && CallTarget(m_, enter) == kGlobalToLocalTarget &&
           OnlyUserOf(m_, enter) == op) ||
          (m_.operand_count(op) == 0 && leave &&
           CallTarget(m_, leave) == kLocalToGlobalTarget);
      if (inside) calls.push_back(op);
    });
    if (calls.empty()) break;
    // If a function comes before its callers, the calls in it are imported
    // before it is copied. Otherwise the next round finds them in the copies.
    const SymbolTable symbols(m_);
    for (const OpId call : calls) {
      const OpId function = symbols.Find(Callee(m_, call));
      for (OpId around = call; around; around = m_.parent_op(around)) {
        if (around == function) {
          return Fail(call, "a manual computation that calls itself");
        }
      }
      if (function) bodies.push_back(function);
      if (!ImportManualComputation(call)) return false;
    }
  }
  std::vector<OpId> used;
  WalkPreOrder(m_, m_.root(), [&](OpId op) {
    if (IsCall(m_, op)) used.push_back(op);
  });
  for (const OpId body : bodies) {
    if (m_.IsErased(body)) continue;
    const std::string_view name = m_.names.Get(m_.symbol(body));
    if (IsPublic(m_, body) && !name.starts_with(kManualBodyName)) continue;
    bool called = false;
    for (const OpId call : used) {
      called |= !m_.IsErased(call) && Callee(m_, call) == m_.symbol(body);
    }
    if (!called) m_.Erase(body);
  }
  return true;
}

}  // namespace

bool RoundTripImport(Module& m, const NoOptions& /*options*/,
                     PassContext& context) {
  return RoundTripImporter(m, context.diagnostics).Run();
}

}  // namespace shardflow::internal
