#include "passes/gspmd/sharding_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gspmd/bind.h"
#include "gspmd/canonical.h"
#include "gspmd/parse.h"
#include "ops/edit.h"
#include "ops/symbols.h"
#include "passes/gspmd/marks.h"

namespace shardflow::internal {

using gspmd::AxisSharding;
using gspmd::HloSharding;
using gspmd::HloShardingKind;

namespace {

// Whether the sharding is {mesh[], replicated}.
bool IsOnEmptyMesh(const HloSharding& leaf) {
  return leaf.kind == HloShardingKind::kNamed && leaf.named.mesh.axes.empty() &&
         !leaf.named.mesh.HasDeviceOrder();
}

}  // namespace

bool ShardingReader::Fail(OpId op, std::string message) {
  diagnostics_.Error(m_.Place(op), std::move(message));
  return false;
}

bool ShardingReader::Fail(OpId op, NameId text, const Error& error) {
  Fail(op, fmt::format("sharding '{}', offset {}: {}", m_.names.Get(text),
                       error.offset, error.message));
  if (!error.hint.empty()) {
    diagnostics_.AddNote(NoteAt(m_.Place(op), error.hint));
  }
  return false;
}

bool ShardingReader::Collect(NameId text, OpId op) {
  if (by_text_.contains(text)) return true;
  Error error;
  std::optional<HloSharding> sharding =
      gspmd::ParseHloSharding(m_.names.Get(text), error);
  if (!sharding) return Fail(op, text, error);
  Canonicalize(*sharding);
  by_text_[text] = texts_.size();
  texts_.push_back(text);
  first_op_.push_back(op);
  shardings_.push_back(std::move(*sharding));
  return true;
}

// Makes the mesh of `mesh_op` the common mesh.
bool ShardingReader::UseMeshOf(OpId mesh_op) {
  const MeshId id = m_.attrs.As<MeshAttr>(m_.attr(mesh_op, name::kMesh)).mesh;
  module_mesh_ = m_.shardings.mesh(id);
  Error error;
  if (!UseMesh(gspmd::NamedMeshOf(module_mesh_, m_.names), mesh_, error)) {
    return Fail(mesh_op, error.message);
  }
  mesh_ref_ = MeshRef::Symbol(m_.symbol(mesh_op));
  return true;
}

NameId ShardingReader::AddMeshOp(const Mesh& mesh, std::string_view name) {
  const OpId op = CreateMesh(m_, m_.names.Intern(name),
                             m_.shardings.InternMesh(mesh), m_.loc(m_.root()));
  SymbolTable symbols(m_);
  // Inserted after the meshes that the module already has.
  OpId anchor = m_.block(m_.body()).first;
  while (anchor && m_.kind(anchor) == OpKind::kMesh) {
    anchor = m_.next_op(anchor);
  }
  const NameId symbol =
      anchor ? symbols.InsertBefore(m_, anchor, op) : symbols.Insert(m_, op);
  if (mesh.IsMaximal()) {
    single_device_meshes_[mesh.device_ids.front()] = symbol;
  }
  return symbol;
}

bool ShardingReader::HasNamed() const {
  return std::ranges::any_of(shardings_, [](const HloSharding& sharding) {
    return sharding.kind == HloShardingKind::kNamed;
  });
}

bool ShardingReader::FindMesh() {
  OpId existing;
  for (const OpId op : m_.Ops(m_.body())) {
    if (m_.kind(op) != OpKind::kMesh) continue;
    const MeshId id = m_.attrs.As<MeshAttr>(m_.attr(op, name::kMesh)).mesh;
    if (!m_.shardings.mesh(id).axes.empty() && !existing) existing = op;
  }
  gspmd::ImportMesh inferred;
  size_t failed = 0;
  Error error;
  const bool ok = InferMesh(shardings_, inferred, failed, error);
  mesh_.single_devices = inferred.single_devices;
  if (existing) {
    if (!UseMeshOf(existing)) return false;
  } else if (!ok) {
    return Fail(first_op_[failed], texts_[failed], error);
  } else {
    mesh_ = std::move(inferred);
    module_mesh_ = gspmd::MeshOf(mesh_.mesh, m_.names);
    mesh_ref_ = MeshRef::Symbol(AddMeshOp(module_mesh_, "mesh"));
  }
  for (const int64_t device : mesh_.single_devices) {
    AddMeshOp({{}, {device}}, fmt::format("single_device_{}", device));
  }
  return true;
}

MeshRef ShardingReader::EmptyMesh() {
  if (!empty_mesh_) empty_mesh_ = AddMeshOp({}, "empty_mesh");
  return MeshRef::Symbol(empty_mesh_);
}

ShardingId ShardingReader::Convert(const HloSharding& leaf, size_t rank,
                                   OpId op, bool keep_open) {
  if (leaf.kind == HloShardingKind::kMaximal) {
    return m_.shardings.FullyClosed(
        MeshRef::Symbol(single_device_meshes_.at(leaf.device)), 0);
  }
  if (IsOnEmptyMesh(leaf)) {
    return m_.shardings.FullyClosed(EmptyMesh(), rank);
  }
  AxisSharding axes;
  Error error;
  if (!ToAxes(leaf, mesh_, rank, axes, error)) {
    Fail(op, error.message);
    return ShardingId::None();
  }
  if (!keep_open && leaf.kind != HloShardingKind::kUnknown) {
    for (gspmd::DimAxes& dim : axes.dims) dim.open = false;
  }
  return m_.shardings.Intern(
      gspmd::Unbind(axes, module_mesh_, mesh_ref_, m_.shardings));
}

bool ShardingReader::ManualAxes(const HloSharding& leaf, OpId op,
                                std::vector<NameId>& names) {
  AxisSharding axes;
  Error error;
  if (leaf.kind == HloShardingKind::kTuple ||
      leaf.kind == HloShardingKind::kMaximal) {
    return true;
  }
  if (!ToAxes(leaf, mesh_, std::nullopt, axes, error)) {
    return Fail(op, error.message);
  }
  for (const ResolvedAxis& axis : axes.manual) {
    const AxisRef ref = gspmd::Unbind(axis, module_mesh_);
    if (!ref.IsFull()) {
      return Fail(op, fmt::format("manual along a part of axis \"{}\"",
                                  m_.names.Get(ref.name)));
    }
    names.push_back(ref.name);
  }
  return true;
}

}  // namespace shardflow::internal
