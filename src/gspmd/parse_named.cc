#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gspmd/bind.h"
#include "gspmd/parse.h"
#include "sharding/parse.h"
#include "sharding/verify.h"

// Parses V3, e.g. `{mesh['x'=2,'y'=4], [{'y':(1)2, ?}, {}], replicated={'x'}}`.

namespace shardflow::internal::gspmd {
namespace {

bool ParseSingleDevice(Scanner& s, HloSharding& sharding) {
  if (!s.TryWord("single_device")) s.TryWord("maximal_mesh");
  sharding.kind = HloShardingKind::kMaximal;
  sharding.single_device_spelling = true;
  if (!s.Expect("[", "to start the device") || !s.TryWord("device_id")) {
    return s.FailHere("expected 'device_id'",
                      "such as {single_device[device_id=0]}");
  }
  if (!s.Expect("=", "after 'device_id'")) return false;
  const size_t offset = s.Offset();
  if (!s.Int(sharding.device)) return false;
  if (const std::optional<Error> wrong = CheckDeviceId(sharding.device)) {
    return s.Fail(offset, wrong->message);
  }
  return s.Expect("]", "to end the device") &&
         s.Expect("}", "to end sharding attribute");
}

// Checks that the device order of a mesh, if any, is valid and fits the mesh.
bool CheckMeshDevices(Scanner& s, size_t offset, const NamedMesh& mesh) {
  if (!mesh.HasDeviceOrder()) return true;
  if (const std::optional<Error> wrong =
          CheckDeviceCount(mesh.TotalSize(), mesh.devices.Count())) {
    return s.Fail(offset, wrong->message);
  }
  if (!mesh.devices.IsList()) return true;
  if (!CheckDeviceList(s, offset, mesh.devices.list)) return false;
  return !IsIota(mesh.devices.list) ||
         s.Fail(offset,
                "if the ordered device ids are the same as "
                "iota(product(axes)), no need to specify them for simplicity");
}

// Parses what follows `, device_ids`.
bool ParseMeshDevices(Scanner& s, NamedMesh& mesh) {
  if (!s.Expect("=", "after 'device_ids'")) return false;
  const size_t offset = s.Offset();
  if (!s.Expect("(", "to start the device ids")) return false;
  if (s.Next() == '[') {
    if (!ParseIota(s, mesh.devices) ||
        !s.Expect(")", "to end the device ids")) {
      return false;
    }
  } else if (!s.Ints(")", mesh.devices.list)) {
    return false;
  }
  return CheckMeshDevices(s, offset, mesh);
}

// A V3 sharding being parsed.
struct V3 {
  V3(Scanner& scanner, HloSharding& hlo)
      : s(scanner),
        source(s, names, /*priorities=*/false),
        grammar(source, names, store),
        sharding(hlo) {}

  Scanner& s;
  StringStore names;
  ShardingStore store;
  ScannerSource source;
  ShardingGrammar<ScannerSource> grammar;
  HloSharding& sharding;
  Mesh mesh;
  TensorSharding axes;
  AxisListId manual;
};

// One of the lists of axes that may follow the dimensions.
struct AxisList {
  std::string_view word;
  AxisListRole role;
  AxisListId* axes;
};
std::array<AxisList, 3> ListsOf(V3& v) {
  return {{{"replicated", AxisListRole::kReplicated, &v.axes.replicated},
           {"unreduced", AxisListRole::kUnreduced, &v.axes.unreduced},
           {"manual", AxisListRole::kManual, &v.manual}}};
}

// Parses the axes, such as `['x'=2,'y'=4]`, then `device_ids=(...)` if given,
// with a comma after each.
bool ParseMesh(V3& v) {
  Error error;
  const size_t offset = v.s.Offset();
  if (!v.grammar.MeshAxes(v.mesh.axes)) return false;
  const std::vector<size_t>& offsets = v.source.mesh_axis_offsets();
  size_t axis = 0;
  if (std::optional<Error> fault = CheckMesh(v.mesh, v.names, &axis)) {
    return v.source.FailMesh(offset, axis, std::move(fault->message));
  }
  NamedMesh& named = v.sharding.named.mesh;
  if (!ToNamedMesh(v.mesh, v.names, offsets, named, error)) {
    return v.s.Fail(error.offset, std::move(error.message));
  }
  if (!v.s.Expect(",", "after the mesh")) return false;
  return !v.s.TryWord("device_ids") ||
         (ParseMeshDevices(v.s, named) &&
          v.s.Expect(",", "after the device ids"));
}

// Parses `replicated`, `manual`, `unreduced` or `unreduced=max` in place of the
// dimensions. The word then applies to all axes. Sets `is_whole` to false if
// there is no such word.
bool ParseWhole(V3& v, bool& is_whole) {
  const size_t offset = v.s.Offset();
  is_whole = true;
  for (const AxisList& list : ListsOf(v)) {
    if (!v.s.TryWord(list.word)) continue;
    if (list.role == AxisListRole::kReplicated) return true;
    if (list.role == AxisListRole::kUnreduced && v.s.Try("=")) {
      v.grammar.Reduction(v.axes.reduction);
    }
    if (v.mesh.axes.empty()) {
      return v.s.Fail(offset, "a mesh without axes can only be replicated");
    }
    std::vector<AxisRef> all;
    for (const MeshAxis& axis : v.mesh.axes) {
      all.push_back(AxisRef::Full(axis.name));
      v.source.SawAxis(list.role, offset);
    }
    *list.axes = v.store.InternAxes(all);
    return true;
  }
  is_whole = false;
  return true;
}

bool ParseAttr(V3& v) {
  Scanner& s = v.s;
  const size_t offset = s.Offset();
  for (const AxisList& list : ListsOf(v)) {
    if (!s.TryWord(list.word)) continue;
    if (*list.axes) {
      return s.Fail(offset, fmt::format("'{}' is given twice", list.word));
    }
    if (!s.Expect("=", "before the list of axes")) return false;
    if (list.role == AxisListRole::kUnreduced) {
      v.grammar.Reduction(v.axes.reduction);
    }
    return v.grammar.NamedAxes(list.role, /*allow_empty=*/true, *list.axes);
  }
  if (s.TryWord("metadata")) {
    return s.Expect("=", "after 'metadata'") &&
           ParseMetadata(s, v.sharding.metadata);
  }
  return s.FailHere("unexpected token",
                    "after the dimensions: replicated, unreduced, manual, "
                    "metadata, separated by ','");
}

// Verifies the axes and binds them to the mesh.
bool Bind(V3& v, size_t offset) {
  const ShardingId id = v.store.Intern(v.axes);
  const ParsedSharding parsed{id, offset, v.source.TakeAxisOffsets()};
  Error error;
  const std::span<const AxisRef> manual =
      v.store.axes(v.manual ? v.manual : ShardingStore::kEmptyAxes);
  AxisChecker checker(v.mesh, v.names);
  if (std::optional<Error> fault = checker.AddSorted(manual, "manual")) {
    const size_t first = parsed.axis_offsets.size() - manual.size();
    return v.s.Fail(parsed.axis_offsets[first + checker.blamed()],
                    std::move(fault->message), fault->hint);
  }
  if (!BindSharding(parsed, v.mesh, manual, v.store, v.names,
                    v.sharding.named.axes, error)) {
    return v.s.Fail(error.offset, std::move(error.message),
                    std::move(error.hint));
  }
  return true;
}

}  // namespace

bool ParseNamed(Scanner& s, HloSharding& sharding) {
  if (s.NextWord() != "mesh") return ParseSingleDevice(s, sharding);
  sharding.kind = HloShardingKind::kNamed;
  s.TryWord("mesh");
  V3 v(s, sharding);
  if (!ParseMesh(v)) return false;
  const size_t offset = s.Offset();
  bool is_whole = false;
  if (!ParseWhole(v, is_whole)) return false;
  if (!is_whole && !v.grammar.Dims(v.axes.dims)) return false;
  while (s.Try(",")) {
    if (!ParseAttr(v)) return false;
  }
  if (s.Next() != '}') {
    return s.FailHere("expected ',' before next attribute");
  }
  s.Try("}");
  return Bind(v, offset);
}

}  // namespace shardflow::internal::gspmd
