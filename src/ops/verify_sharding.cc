#include <algorithm>

#include <fmt/format.h>

#include "base/error_format.h"
#include "ir/type_text.h"
#include "ops/op_def.h"
#include "ops/verify.h"
#include "sharding/print.h"
#include "sharding/tensor.h"

// Checks shardings against meshes and types.

namespace shardflow::internal {
namespace {

bool IsShaped(const Module& m, TypeId type) {
  const TypeKind kind = m.types.kind(type);
  return kind == TypeKind::kTensor || kind == TypeKind::kUnrankedTensor;
}

// Returns the element type of a tuple with one element, None for other tuples,
// and the type itself if it isn't a tuple.
TypeId WithoutTuple(const Module& m, TypeId type) {
  if (m.types.kind(type) != TypeKind::kTuple) return type;
  const TypeSpan elements = m.types.members(type);
  return elements.size() == 1 ? elements[0] : TypeId::None();
}

}  // namespace

std::optional<struct Error> VerifyContext::FindFault(ShardingId sharding,
                                                     TypeId type) const {
  const ShardingView view = m.shardings.Get(sharding);
  const Mesh* const mesh = FindMesh(view.mesh);
  if (mesh == nullptr) {
    struct Error fault;
    fault.message = "unknown mesh: ";
    AppendMeshRef(view.mesh, m.shardings, m.names, fault.message);
    return fault;
  }
  if (mesh->IsMaximal() || type.IsNone()) {
    if (HasRankZeroAndNoAxes(view)) return std::nullopt;
    return ErrorOf(
        "a maximal sharding can only have a sharding with rank 0 and no "
        "replicated or unreduced axes.");
  }
  const TypeId tensor = WithoutTuple(m, type);
  if (tensor.IsNone()) {
    return ErrorOf("ops can only have a sharding for a tuple of size 1: {}",
                   QuotedType(m, type));
  }
  if (!IsShaped(m, tensor)) {
    if (HasRankZeroAndNoAxes(view)) return std::nullopt;
    return ErrorOf(
        "non-shaped tensors can only have a sharding with rank 0 and no "
        "replicated or unreduced axes. type: {}, sharding: #sdy.sharding{}",
        QuotedType(m, type), ShardingText(view, m.shardings, m.names));
  }
  if (!m.types.IsTensor(tensor)) {
    return ErrorOf("only ranked tensors can have a sharding. type: {}",
                   QuotedType(m, type));
  }
  return internal::CheckSharding(view, m.types.dims(tensor), *mesh, m.shardings,
                                 m.names);
}

bool VerifyContext::IsGood(ShardingId sharding, TypeId type) {
  const GoodKey key((static_cast<int64_t>(scope_index_) << 32) | sharding.index,
                    type.index);
  GoodKey& recent =
      recent_[(static_cast<size_t>(sharding.index) * 7 + type.Slot()) %
              recent_.size()];
  if (recent == key) return true;
  const auto [at, inserted] = good_.try_emplace(key, true);
  if (inserted) at->second = !FindFault(sharding, type).has_value();
  if (at->second) recent = key;
  return at->second;
}

bool VerifyContext::CheckSharding(OpId op, ShardingId sharding, TypeId type,
                                  std::string_view prefix) {
  if (!IsGood(sharding, type)) {
    return OpError(op,
                   std::string(prefix) + FindFault(sharding, type)->message);
  }
  return CheckManualAxes(op, sharding, prefix);
}

OpId VerifyContext::ManualOwner(OpId op, NameId axis) const {
  OpId owner;
  for (OpId at = m.parent_op(op); at; at = m.parent_op(at)) {
    if (m.kind(at) != OpKind::kManualComputation) continue;
    const AttrId axes = m.attr(at, name::kManualAxes);
    if (!m.attrs.Is(axes, AttrKind::kManualAxes)) continue;
    if (m.attrs.As<ManualAxesAttr>(axes).axes.Contains(axis)) {
      owner = at;  // the outermost one is reported
    }
  }
  return owner;
}

bool VerifyContext::ManualAxisError(OpId op, std::string_view prefix,
                                    NameId axis, OpId owner) {
  OpError(op, fmt::format("{}operates on axis \"{}\" which is already bound by "
                          "a parent sdy.manual_computation op",
                          prefix, m.names.Get(axis)));
  Note(owner, "parent bounding this axis as manual");
  return false;
}

bool VerifyContext::CheckManualAxes(OpId op, ShardingId sharding,
                                    std::string_view prefix) {
  if (!inside_manual_) return true;
  const ShardingView view = m.shardings.Get(sharding);
  const auto check = [&](AxisListId list) {
    for (const AxisRef& axis : m.shardings.axes(list)) {
      const OpId owner = ManualOwner(op, axis.name);
      if (owner) return ManualAxisError(op, prefix, axis.name, owner);
    }
    return true;
  };
  for (const DimSharding& dim : view.dims) {
    if (!check(dim.axes)) return false;
  }
  return check(view.replicated) && check(view.unreduced);
}

std::string VerifyContext::ValuePrefix(std::string_view what, size_t count,
                                       size_t index) {
  return count == 1 ? fmt::format("{}- ", what)
                    : fmt::format("{}{} - ", what, index);
}

bool VerifyContext::CheckPerValue(OpId op,
                                  std::span<const ShardingId> shardings,
                                  std::span<const TypeId> types,
                                  std::string_view what) {
  if (types.empty() && shardings.size() == 1) {
    // An op without results may have a sharding, which gives the device on
    // which it runs.
    const ShardingView view = m.shardings.Get(shardings[0]);
    const Mesh* const mesh = FindMesh(view.mesh);
    if ((mesh != nullptr && mesh->IsMaximal()) || IsFullyReplicated(view)) {
      return CheckSharding(op, shardings[0], TypeId::None(),
                           ValuePrefix(what, 0, 0));
    }
  }
  if (shardings.size() != types.size()) {
    return OpError(op, fmt::format("{}shardings don't match number of values: "
                                   "{} shardings vs {} values",
                                   what, shardings.size(), types.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    // There is rarely anything to report, so the prefix is made only when
    // needed.
    if (shardings[i].IsNone()) continue;
    if (!inside_manual_ && IsGood(shardings[i], types[i])) continue;
    if (!CheckSharding(op, shardings[i], types[i],
                       ValuePrefix(what, types.size(), i))) {
      return false;
    }
  }
  return true;
}

}  // namespace shardflow::internal
