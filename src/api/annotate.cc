#include "api/annotate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "api/sharding_info.h"
#include "base/diagnostics.h"
#include "ir/values.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "sharding/verify.h"
#include "text/write.h"

namespace shardflow {

std::vector<ValueId> AnnotatedTogether(const Module& m, ValueId value) {
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

namespace {

std::string TypeText(const Module& m, TypeId type) {
  std::string text;
  PrintType(m, type, text);
  return text;
}

std::string UnknownMesh(const Module& m, const std::string& name) {
  std::string known;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    known += fmt::format("{}@{}", known.empty() ? "" : ", ",
                         m.names.Get(m.symbol(op)));
  }
  return fmt::format("unknown mesh: @{}; {}", name,
                     known.empty() ? "there is none" : "there is " + known);
}

bool OwnsItsSharding(const Module& m, ValueId value) {
  if (!m.IsArg(value)) return true;
  const OpId op = OwningOp(m, value);
  return m.HasFuncRow(op) ||
         Def(m.kind(op)).spelling == ShardingSpelling::kInOutShardings;
}

// Of an op such as sdy.sharding_constraint, which says nothing without one.
bool NeedsSharding(const Module& m, ValueId value) {
  if (m.IsArg(value)) return false;
  const ShardingSpelling spelling = Def(m.kind(m.def(value))).spelling;
  return spelling == ShardingSpelling::kSharding ||
         spelling == ShardingSpelling::kOutSharding;
}

Message ErrorAt(SourcePlace place, std::string text) {
  Message message =
      MessageAt(MessageKind::kError, std::move(place), std::move(text));
  message.code = ErrorCode::kInvalidArgument;
  return message;
}

size_t RankOf(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  return m.types.IsTensor(type) ? m.types.dims(type).size() : 0;
}

bool IsFullyOpen(Module& m, ShardingId id, size_t rank) {
  return id == m.shardings.FullyOpen(m.shardings.Get(id).mesh, rank);
}

void Set(Module& m, ValueId value, ShardingId sharding) {
  m.SetSharding(value, sharding);
  for (const ValueId other : AnnotatedTogether(m, value)) {
    if (m.sharding(other)) continue;
    m.SetSharding(other, m.shardings.FullyOpen(m.shardings.Get(sharding).mesh,
                                               RankOf(m, other)));
  }
}

void Clear(Module& m, ValueId value) {
  if (m.sharding(value).IsNone()) return;
  const std::vector<ValueId> siblings = AnnotatedTogether(m, value);
  const bool keeps =
      std::any_of(siblings.begin(), siblings.end(), [&](ValueId other) {
        const ShardingId id = m.sharding(other);
        return id && !IsFullyOpen(m, id, RankOf(m, other));
      });
  if (keeps) {
    m.SetSharding(value,
                  m.shardings.FullyOpen(m.shardings.Get(m.sharding(value)).mesh,
                                        RankOf(m, value)));
    return;
  }
  m.SetSharding(value, ShardingId::None());
  for (const ValueId other : siblings) m.SetSharding(other, {});
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

CheckedSharding CheckAnnotation(Module& m, TypeId type,
                                const ShardingInfo& info) {
  // Here, as -1 would pass for none.
  for (size_t d = 0; d < info.dims.size(); ++d) {
    if (info.dims[d].priority.value_or(0) >= 0) continue;
    return {{}, fmt::format("dim {} has a negative priority", d)};
  }
  const auto made = FromInfo(info, m.shardings, m.names);
  if (!made) {
    return {{}, fmt::format("unknown reduction: '{}'", info.reduction)};
  }
  const MeshId mesh_id = Meshes(m).Find(made->mesh);
  if (!mesh_id) return {{}, UnknownMesh(m, info.mesh)};
  const Mesh& mesh = m.shardings.mesh(mesh_id);
  const ShardingId id = m.shardings.Intern(*made);
  const ShardingView view = m.shardings.Get(id);
  if (mesh.IsMaximal() || !m.types.IsTensor(type)) {
    if (HasRankZeroAndNoAxes(view)) return {id, std::nullopt};
    if (!mesh.IsMaximal()) {
      return {{},
              "only ranked tensors can have a sharding. type: '" +
                  TypeText(m, type) + "'"};
    }
    return {
        {},
        "a maximal sharding can only have rank 0 and no axes: " + ToText(info)};
  }
  return {id,
          CheckSharding(view, m.types.dims(type), mesh, m.shardings, m.names)};
}

Message AnnotationError(const Module& m, ValueId value, std::string_view text) {
  const OpId def = m.def(value);
  return ErrorAt(def ? m.Place(def) : m.Place(m.arg_loc(value)),
                 Describe(m, value) + std::string(text));
}

std::optional<Message> Annotate(Module& m, ValueId value,
                                const std::optional<ShardingInfo>& info) {
  if (!OwnsItsSharding(m, value)) {
    return AnnotationError(
        m, value, " has no sharding of its own; annotate what flows into it");
  }
  if (!info) {
    if (NeedsSharding(m, value)) {
      return AnnotationError(m, value, " cannot be without a sharding");
    }
    Clear(m, value);
    return std::nullopt;
  }
  const CheckedSharding checked = CheckAnnotation(m, m.type(value), *info);
  if (checked.why_not) {
    return AnnotationError(m, value, " - " + *checked.why_not);
  }
  Set(m, value, checked.id);
  return std::nullopt;
}

std::optional<Message> AnnotateResult(Module& m, OpId function, int i,
                                      const std::optional<ShardingInfo>& info) {
  const TypeId type = function ? FunctionType(m, function) : TypeId::None();
  if (type.IsNone() || !m.HasFuncRow(function)) {
    return ErrorAt({}, "there is no function");
  }
  const auto index = static_cast<size_t>(i);
  if (i < 0 || index >= m.types.result_count(type)) {
    return ErrorAt(m.Place(function),
                   fmt::format("@{} has {} results, there is no result {}",
                               m.names.Get(m.symbol(function)),
                               m.types.result_count(type), i));
  }
  ShardingId id;
  if (info) {
    const CheckedSharding checked =
        CheckAnnotation(m, m.types.result(type, index), *info);
    if (checked.why_not) {
      return ErrorAt(
          m.Place(function),
          fmt::format("result {} of @{} - {}", i,
                      m.names.Get(m.symbol(function)), *checked.why_not));
    }
    id = checked.id;
  }
  SetResultSharding(m, function, index, id);
  return std::nullopt;
}

}  // namespace shardflow
