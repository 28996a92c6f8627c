#include "api/annotate.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "api/sharding_info.h"
#include "base/diagnostics.h"
#include "base/error_format.h"
#include "ir/values.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/manual_fit.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "ops/verify.h"
#include "sharding/verify.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

std::string TypeText(const Module& m, TypeId type) {
  std::string text;
  PrintType(m, type, text);
  return text;
}

Error UnknownMesh(const Module& m, const std::string& name) {
  std::string known;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    known += fmt::format("{}@{}", known.empty() ? "" : ", ",
                         m.names.Get(m.symbol(op)));
  }
  return ErrorOf("unknown mesh: @{}; {}", name,
                 known.empty() ? "there is none" : "there is " + known);
}

Message ErrorAt(SourcePlace place, std::string text) {
  Message message =
      MessageAt(MessageKind::kError, std::move(place), std::move(text));
  message.code = ErrorCode::kInvalidArgument;
  return message;
}

}  // namespace

std::string Describe(const Module& m, ValueId value) {
  const int index = m.index(value);
  if (const OpId def = m.def(value)) {
    return fmt::format("result {} of '{}'", index, m.op_name(def));
  }
  const OpId op = OwningOp(m, value);
  if (op && m.HasFuncRow(op)) {
    return fmt::format("argument {} of @{}", index, m.names.Get(m.symbol(op)));
  }
  return fmt::format("argument {} of a block of '{}'", index,
                     op ? m.op_name(op) : "");
}

ShardingId CheckAnnotation(Module& m, TypeId type, const ShardingInfo& info,
                           Error& error) {
  const auto fail = [&](Error wrong) {
    error = std::move(wrong);
    return ShardingId::None();
  };
  // Check this here, because FromInfo would take -1 to mean no priority.
  for (size_t d = 0; d < info.dims.size(); ++d) {
    if (info.dims[d].priority.value_or(0) >= 0) continue;
    return fail(ErrorOf("dim {} has a negative priority", d));
  }
  const auto made = FromInfo(info, m.shardings, m.names);
  if (!made) return fail(ErrorOf("unknown reduction: '{}'", info.reduction));
  const MeshId mesh_id = Meshes(m).Find(made->mesh);
  if (!mesh_id) return fail(UnknownMesh(m, info.mesh));
  const Mesh& mesh = m.shardings.mesh(mesh_id);
  const ShardingId id = m.shardings.Intern(*made);
  const ShardingView view = m.shardings.Get(id);
  if (mesh.IsMaximal() || !m.types.IsTensor(type)) {
    if (HasRankZeroAndNoAxes(view)) return id;
    if (!mesh.IsMaximal()) {
      return fail(ErrorOf("only ranked tensors can have a sharding. type: '{}'",
                          TypeText(m, type)));
    }
    return fail(
        ErrorOf("a maximal sharding can only have rank 0 and no axes: {}",
                ToText(info)));
  }
  std::optional<Error> wrong =
      CheckSharding(view, m.types.dims(type), mesh, m.shardings, m.names);
  return wrong ? fail(*std::move(wrong)) : id;
}

namespace {

// Returns the other values whose shardings an annotation of `value` may set.
std::vector<ValueId> Siblings(const Module& m, ValueId value) {
  std::vector<ValueId> all;
  if (const OpId def = m.def(value)) {
    all = ResultsOf(m, def);
  } else if (!m.HasFuncRow(OwningOp(m, value))) {
    const auto args = m.args(m.arg_block(value));
    all.assign(args.begin(), args.end());
  }
  std::erase(all, value);
  return all;
}

// Whether the value's own sharding is in the module's column of shardings.
bool OwnsItsSharding(const Module& m, ValueId value) {
  if (!m.IsArg(value)) return true;
  const OpId op = OwningOp(m, value);
  return m.HasFuncRow(op) ||
         Def(m.kind(op)).spelling == ShardingSpelling::kInOutShardings;
}

// Whether the value is the result of an op that must have a sharding, such as
// sdy.sharding_constraint.
bool NeedsSharding(const Module& m, ValueId value) {
  if (m.IsArg(value)) return false;
  const ShardingSpelling spelling = Def(m.kind(m.def(value))).spelling;
  return spelling == ShardingSpelling::kSharding ||
         spelling == ShardingSpelling::kOutSharding;
}

class AnnotationPlanner {
 public:
  // `memo` may be null. `imported`: whether the module was imported.
  AnnotationPlanner(Module& m, const ColumnReader& column, AnnotationMemo* memo,
                    bool imported)
      : m_(m), column_(column), memo_(memo), imported_(imported) {}

  PlannedAnnotation Plan(ValueId value,
                         const std::optional<ShardingInfo>& info) {
    PlannedAnnotation plan;
    const ValueId owner = OwnerOf(value);
    if (!OwnsItsSharding(m_, owner)) {
      plan.error = AnnotationError(
          m_, value,
          " has no sharding of its own; annotate what flows into it");
    } else if (info) {
      Error error;
      if (const ShardingId id = Check(m_.type(value), *info, error)) {
        Set(value, owner, id);
      } else {
        plan.error = AnnotationError(m_, value, error);
      }
    } else if (NeedsSharding(m_, owner)) {
      plan.error = AnnotationError(m_, value, " cannot be without a sharding");
    } else {
      Clear(owner);
    }
    plan.writes = std::move(writes_);
    return plan;
  }

 private:
  // Returns the value to annotate for `value`: the owner of its data-flow edge
  // if it has one, otherwise `value` itself.
  ValueId OwnerOf(ValueId value) const {
    const OpId def = m_.def(value);
    if (def && m_.kind(def) == OpKind::kDataFlowEdge &&
        DataFlow(m_, OwningOp(m_, m_.operand(def, 0))) != nullptr) {
      value = m_.operand(def, 0);
    }
    const ValueId owner = EdgeOwnerFromTarget(m_, value);
    return owner ? owner : value;
  }

  ShardingId Check(TypeId type, const ShardingInfo& info, Error& error) const {
    if (memo_ == nullptr) return CheckAnnotation(m_, type, info, error);
    const ShardingId known = memo_->Find(type, info);
    if (known) return known;
    const ShardingId id = CheckAnnotation(m_, type, info, error);
    if (id) memo_->Add(type, info, id);
    return id;
  }

  // Returns a fully open sharding for `value`, on the mesh of `like`.
  ShardingId OpenLike(ShardingId like, ValueId value) {
    return m_.shardings.FullyOpen(m_.shardings.Get(like).mesh,
                                  RankOf(m_, m_.type(value)));
  }

  // Plans the write for `owner` and, if its edge has an op, for the result of
  // that op.
  void Write(ValueId owner, ShardingId sharding) {
    if (imported_) sharding = WithManualAxes(m_, owner, sharding);
    writes_.push_back({owner, sharding});
    const OpId edge = EdgeOfTarget(m_, owner);
    if (!edge) return;
    writes_.push_back(
        {m_.result(edge, 0), SeenEdgeOwnerSharding(m_, owner, sharding)});
  }

  void Set(ValueId value, ValueId owner, ShardingId sharding) {
    // An annotation of a manual computation's argument is written as seen from
    // inside the computation, so it lacks the manual axes.
    const AttrId hidden = HiddenManualAxes(m_, owner);
    if (value != owner && hidden && column_(owner)) {
      sharding = AddManualAxes(m_, column_(owner), sharding, hidden);
    }
    Write(owner, sharding);
    for (const ValueId other : Siblings(m_, owner)) {
      if (!column_(other)) Write(other, OpenLike(sharding, other));
    }
  }

  void Clear(ValueId owner) {
    const ShardingId old = column_(owner);
    if (old.IsNone()) return;
    const std::vector<ValueId> siblings = Siblings(m_, owner);
    const bool keeps =
        std::any_of(siblings.begin(), siblings.end(), [&](ValueId other) {
          const ShardingId id = column_(other);
          return id && id != OpenLike(id, other);
        });
    if (keeps) return Write(owner, OpenLike(old, owner));
    Write(owner, ShardingId::None());
    for (const ValueId other : siblings) Write(other, ShardingId::None());
  }

  Module& m_;
  const ColumnReader& column_;
  AnnotationMemo* const memo_;
  const bool imported_;
  std::vector<ColumnWrite> writes_;
};

// Returns the writes that would undo `writes`.
std::vector<ColumnWrite> ColumnAt(const Module& m,
                                  std::span<const ColumnWrite> writes) {
  std::vector<ColumnWrite> now;
  for (const ColumnWrite& write : writes) {
    now.push_back({write.value, m.sharding(write.value)});
  }
  return now;
}

void Apply(Module& m, std::span<const ColumnWrite> writes) {
  for (const ColumnWrite& write : writes) {
    m.SetSharding(write.value, write.sharding);
  }
}

PlannedAnnotation PlanOnColumn(Module& m, ValueId value,
                               const std::optional<ShardingInfo>& info,
                               AnnotationMemo* memo, bool imported) {
  const ColumnReader column = [&](ValueId v) { return m.sharding(v); };
  return AnnotationPlanner(m, column, memo, imported).Plan(value, info);
}

// Returns the first error that the verifier finds in the ops that depend on
// these values' shardings: each value's own op, and the sdy ops that use it (a
// collective has to match its operand).
std::optional<Error> FindFault(Module& m, std::span<const ColumnWrite> writes) {
  Diagnostics diagnostics;
  OpId last;
  for (const ColumnWrite& write : writes) {
    const OpId op = OwningOp(m, write.value);
    bool ok = m.HasFuncRow(op) || op == last || VerifyOp(m, op, diagnostics);
    last = op;
    for (const UseId use : m.Uses(write.value)) {
      const OpId user = m.use(use).owner;
      const OpDef& def = Def(m.kind(user));
      ok = ok && (def.verify_uses == nullptr || m.HasFuncRow(user) ||
                  IsCall(m, user) || VerifyOp(m, user, diagnostics));
    }
    if (ok) continue;
    return ErrorOf("{}", diagnostics.all().empty()
                             ? "the program would not be valid"
                             : diagnostics.all().front().text);
  }
  return std::nullopt;
}

}  // namespace

PlannedAnnotation PlanImportedAnnotation(
    Module& m, const ColumnReader& column, ValueId value,
    const std::optional<ShardingInfo>& info) {
  return AnnotationPlanner(m, column, /*memo=*/nullptr, /*imported=*/true)
      .Plan(value, info);
}

std::optional<Message> Annotate(Module& m, ValueId value,
                                const std::optional<ShardingInfo>& info,
                                AnnotationMemo* memo) {
  PlannedAnnotation plan =
      PlanOnColumn(m, value, info, memo, /*imported=*/false);
  Apply(m, plan.writes);
  return std::move(plan.error);
}

VerifiedAnnotation AnnotateVerified(Module& m, ValueId value,
                                    const std::optional<ShardingInfo>& info,
                                    bool imported) {
  PlannedAnnotation plan =
      PlanOnColumn(m, value, info, /*memo=*/nullptr, imported);
  if (plan.error) return {std::move(plan.error), {}};
  std::vector<ColumnWrite> before = ColumnAt(m, plan.writes);
  Apply(m, plan.writes);
  const std::optional<Error> fault = FindFault(m, plan.writes);
  if (!fault) return {std::nullopt, std::move(before)};
  Apply(m, before);
  return {AnnotationError(m, value, *fault), {}};
}

Message AnnotationError(const Module& m, ValueId value, const Error& error) {
  return AnnotationError(m, value, " - " + error.message);
}

Message AnnotationError(const Module& m, ValueId value, std::string_view text) {
  const OpId def = m.def(value);
  return ErrorAt(def ? m.Place(def) : m.Place(m.arg_loc(value)),
                 Describe(m, value) + std::string(text));
}

PlannedResult PlanResultAnnotation(Module& m, OpId function, int i,
                                   const std::optional<ShardingInfo>& info) {
  const TypeId type = function ? FunctionType(m, function) : TypeId::None();
  if (type.IsNone() || !m.HasFuncRow(function)) {
    return {ErrorAt({}, "there is no function"), {}};
  }
  const auto index = static_cast<size_t>(i);
  if (i < 0 || index >= m.types.result_count(type)) {
    return {ErrorAt(m.Place(function),
                    fmt::format("@{} has {} results; there is no result {}",
                                m.names.Get(m.symbol(function)),
                                m.types.result_count(type), i)),
            {}};
  }
  if (!info) return {};
  Error error;
  const ShardingId id =
      CheckAnnotation(m, m.types.result(type, index), *info, error);
  if (id) return {std::nullopt, id};
  return {ErrorAt(m.Place(function),
                  fmt::format("result {} of @{} - {}", i,
                              m.names.Get(m.symbol(function)), error.message)),
          {}};
}

std::optional<Message> AnnotateResult(Module& m, OpId function, int i,
                                      const std::optional<ShardingInfo>& info) {
  PlannedResult plan = PlanResultAnnotation(m, function, i, info);
  if (!plan.error) {
    SetResultSharding(m, function, static_cast<size_t>(i), plan.sharding);
  }
  return std::move(plan.error);
}

}  // namespace shardflow::internal
