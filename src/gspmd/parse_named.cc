#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gspmd/axis_checker.h"
#include "gspmd/parse.h"

// V3: {mesh['x'=2,'y'=4], [{'y':(1)2, ?}, {}], replicated={'x'}}

namespace shardflow::gspmd {
namespace {

std::vector<ResolvedAxis> AllAxes(const NamedMesh& mesh) {
  std::vector<ResolvedAxis> axes;
  for (const NamedAxis& axis : mesh.axes) {
    axes.push_back({1, axis.size, static_cast<int64_t>(axes.size())});
  }
  return axes;
}

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
  if (sharding.device < 0) {
    return s.Fail(offset, fmt::format("device id must be non-negative, got: {}",
                                      sharding.device));
  }
  return s.Expect("]", "to end the device") &&
         s.Expect("}", "to end sharding attribute");
}

// After `, device_ids`.
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

void ParseReduction(Scanner& s, AxisSharding& axes) {
  if (s.TryWord("max")) {
    axes.reduction = ReductionKind::kMax;
  } else if (s.TryWord("min")) {
    axes.reduction = ReductionKind::kMin;
  } else {
    s.TryWord("sum");
  }
}

// `replicated`, `manual`, `unreduced` or `unreduced=max`, said of all axes.
// False without an error: the text is none of these.
bool ParseWhole(Scanner& s, NamedSharding& named, bool& is_whole) {
  const size_t offset = s.Offset();
  is_whole = true;
  if (s.TryWord("replicated")) return true;
  std::vector<ResolvedAxis>* list = nullptr;
  if (s.TryWord("manual")) {
    list = &named.axes.manual;
  } else if (s.TryWord("unreduced")) {
    list = &named.axes.unreduced;
    if (s.Try("=")) ParseReduction(s, named.axes);
  } else {
    is_whole = false;
    return true;
  }
  if (named.mesh.axes.empty()) {
    return s.Fail(offset, "a mesh without axes can only be replicated");
  }
  *list = AllAxes(named.mesh);
  return true;
}

bool ParseAttr(Scanner& s, AxisChecker& checker, AxisSharding& axes,
               HloSharding& sharding) {
  struct List {
    std::string_view word;
    std::vector<ResolvedAxis>* axes;
  };
  const List lists[] = {{"replicated", &axes.replicated},
                        {"unreduced", &axes.unreduced},
                        {"manual", &axes.manual}};
  const size_t offset = s.Offset();
  for (const List& list : lists) {
    if (!s.TryWord(list.word)) continue;
    if (!list.axes->empty()) {
      return s.Fail(offset, fmt::format("a second '{}'", list.word));
    }
    if (!s.Expect("=", "before the list of axes")) return false;
    if (list.axes == &axes.unreduced) ParseReduction(s, axes);
    return checker.ParseSortedList(list.word, *list.axes);
  }
  if (s.TryWord("metadata")) {
    return s.Expect("=", "after 'metadata'") &&
           ParseMetadata(s, sharding.metadata);
  }
  return s.FailHere("unexpected token",
                    "after the dimensions: replicated, unreduced, manual, "
                    "metadata, separated by ','");
}

}  // namespace

bool ParseNamed(Scanner& s, HloSharding& sharding) {
  if (s.NextWord() != "mesh") return ParseSingleDevice(s, sharding);
  sharding.kind = HloShardingKind::kNamed;
  NamedSharding& named = sharding.named;
  s.TryWord("mesh");
  if (!s.Expect("[", "to start the mesh") ||
      !ParseMeshAxes(s, "]", named.mesh) || !s.Expect(",", "after the mesh")) {
    return false;
  }
  if (s.TryWord("device_ids") && (!ParseMeshDevices(s, named.mesh) ||
                                  !s.Expect(",", "after the device ids"))) {
    return false;
  }
  bool is_whole = false;
  if (!ParseWhole(s, named, is_whole)) return false;
  AxisChecker checker(s, named.mesh);
  if (!is_whole && !checker.ParseDims(named.axes.dims)) return false;
  while (s.Try(",")) {
    if (!ParseAttr(s, checker, named.axes, sharding)) return false;
  }
  if (s.Next() != '}') {
    return s.FailHere("expected ',' before next attribute");
  }
  s.Try("}");
  return checker.CheckOverlaps();
}

}  // namespace shardflow::gspmd
