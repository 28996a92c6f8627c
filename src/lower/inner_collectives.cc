#include "lower/inner_collectives.h"

#include <utility>

#include <fmt/format.h>

#include "base/error_format.h"
#include "lower/axes.h"
#include "ops/op_kind.h"

namespace shardflow::internal {

MeshId OnlyMesh(const Module& m, const SymbolTable& symbols) {
  MeshId only;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
    if (mesh.IsNone() || m.shardings.mesh(mesh).axes.empty()) continue;
    if (only) return MeshId::None();
    only = mesh;
  }
  return only;
}

namespace {

// Whether the step moves data between devices.
bool IsCollective(StepKind kind) {
  return IsCommunication(kind) || kind == StepKind::kCollectivePermute;
}

class Checker {
 public:
  Checker(const Module& m, const SymbolTable& symbols)
      : m_(m), symbols_(symbols) {}

  // Returns nullopt and sets error() if the collective is invalid.
  std::optional<ToldCollective> Check(const InnerCollective& told) {
    if (told.error) return Fail(told.error->message.substr(0, 200));
    const std::optional<StepKind> kind = FindStep(told.kind);
    if (!kind || !IsCollective(*kind)) {
      return Fail(fmt::format("'{}' is not the name of a collective",
                              told.kind.substr(0, 200)));
    }
    if (told.bytes < 0 || told.times < 0) {
      return Fail(fmt::format("{} bytes, {} times", told.bytes, told.times));
    }
    ToldCollective made;
    made.kind = *kind;
    made.mesh = told.mesh.empty()
                    ? OnlyMesh(m_, symbols_)
                    : symbols_.FindMesh(m_, m_.names.Find(told.mesh));
    if (made.mesh.IsNone()) {
      return Fail(told.mesh.empty() ? "the program has no mesh, or several"
                                    : fmt::format("there is no mesh @{}",
                                                  told.mesh.substr(0, 200)));
    }
    for (const InnerCollective::Axis& axis : told.axes) {
      if (!AddAxis(axis, made)) return std::nullopt;
    }
    made.held = made.after = told.bytes;
    if (*kind == StepKind::kAllGather) {
      made.after = SaturatingProduct(told.bytes, made.group);
    } else if (*kind == StepKind::kReduceScatter) {
      made.after = told.bytes / made.group + (told.bytes % made.group != 0);
    }
    made.times = told.times;
    return made;
  }
  const Error& error() const { return error_; }

 private:
  std::nullopt_t Fail(std::string message) {
    error_.Set(0, std::move(message));
    return std::nullopt;
  }

  bool AddAxis(const InnerCollective::Axis& told, ToldCollective& made) {
    const Mesh& mesh = m_.shardings.mesh(made.mesh);
    const NameId name = m_.names.Find(told.name);
    const int index = name ? mesh.AxisIndex(name) : -1;
    const bool is_whole = told.pre_size == 0 && told.size == 0;
    bool fits = index >= 0;
    if (fits && !is_whole) {
      const int64_t whole = mesh.axes[static_cast<size_t>(index)].size;
      fits = told.pre_size >= 1 && told.size >= 1 &&
             whole % told.pre_size == 0 &&
             whole / told.pre_size % told.size == 0;
    }
    if (!fits) {
      Fail(fmt::format(
          "the mesh has no axis \"{}\"{}", told.name.substr(0, 200),
          is_whole ? "" : fmt::format(":({}){}", told.pre_size, told.size)));
      return false;
    }
    const AxisRef axis = {name, 0, told.pre_size, told.size};
    for (const AxisRef& other : made.axes) {
      if (!Overlaps(other, axis)) continue;
      Fail(fmt::format("axis \"{}\" is given twice", told.name));
      return false;
    }
    made.group = SaturatingProduct(
        made.group,
        is_whole ? mesh.axes[static_cast<size_t>(index)].size : told.size);
    made.axes.push_back(axis);
    return true;
  }

  const Module& m_;
  const SymbolTable& symbols_;
  Error error_;
};

}  // namespace

std::optional<std::vector<ToldCollective>> ToldCollectives(
    const Module& m, const SymbolTable& symbols,
    const BoundExtensions& extensions, OpId op, Error& error) {
  std::vector<ToldCollective> made;
  const OpExtension* const extension = extensions.WithCommunication(m, op);
  if (extension == nullptr) return made;
  Checker checker(m, symbols);
  for (const InnerCollective& told :
       extension->communication(m, op, extensions.all())) {
    std::optional<ToldCollective> one = checker.Check(told);
    if (!one) {
      error = ErrorOf("collectives of '{}': {}", m.op_name(op),
                      checker.error().message);
      return std::nullopt;
    }
    // Nothing is sent within a group of one device.
    if (one->group > 1 && one->times > 0) made.push_back(*std::move(one));
  }
  return made;
}

}  // namespace shardflow::internal
