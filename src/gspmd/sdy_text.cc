#include "gspmd/sdy_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/append.h"
#include "gspmd/axis_checker.h"
#include "gspmd/scanner.h"
#include "sharding/print.h"

namespace shardflow::gspmd {
namespace {

// After `device_ids=[`.
bool ParseDeviceIds(Scanner& s, size_t offset, NamedMesh& mesh) {
  if (!s.Try("]") && !s.Ints("]", mesh.devices.list)) return false;
  if (!mesh.axes.empty()) return CheckMeshDevices(s, offset, mesh);
  if (mesh.devices.list.size() > 1) {
    return s.Fail(offset,
                  "axes is empty and device_ids has more than one element");
  }
  if (mesh.devices.IsList() && mesh.devices.list.front() < 0) {
    return s.Fail(offset, fmt::format("device id must be non-negative, got: {}",
                                      mesh.devices.list.front()));
  }
  return true;
}

// <["x"=2], device_ids=[...]>
bool ParseMeshBody(Scanner& s, NamedMesh& mesh) {
  if (!s.Expect("<", "to start a mesh") ||
      !s.Expect("[", "to start the axes of the mesh") ||
      !ParseMeshAxes(s, "]", mesh)) {
    return false;
  }
  if (s.Try(",")) {
    const size_t offset = s.Offset();
    if (!s.TryWord("device_ids")) return s.FailHere("expected 'device_ids'");
    if (!s.Expect("=", "after 'device_ids'") ||
        !s.Expect("[", "to start the device ids") ||
        !ParseDeviceIds(s, offset, mesh)) {
      return false;
    }
  }
  return s.Expect(">", "to end the mesh");
}

// `@name` or `@"any name"`, after the '@'.
bool ParseSymbol(Scanner& s) {
  if (s.Next() == '"') {
    std::string name;
    return s.String(name);
  }
  if (s.NextWord().empty()) return s.FailHere("expects a name after '@'");
  // MLIR's names may hold '$', '.' and '-' as well.
  do {
    s.TryWord(s.NextWord());
  } while (s.Try("$") || s.Try(".") || s.Try("-"));
  return true;
}

bool SkipMeshPrefix(Scanner& s) {
  if (s.Try("#")) {
    return (s.TryWord("sdy") && s.Try(".") && s.TryWord("mesh")) ||
           s.FailHere("expected 'sdy.mesh'");
  }
  if (s.TryWord("sdy") && !(s.Try(".") && s.TryWord("mesh"))) {
    return s.FailHere("expected 'sdy.mesh'");
  }
  s.TryWord("mesh");
  if (!s.Try("@")) return true;
  return ParseSymbol(s) && s.Expect("=", "after the name of the mesh");
}

// A priority, `}p1`, means nothing to GSPMD.
bool SkipPriority(Scanner& s) {
  const std::string_view word = s.NextWord();
  if (!word.starts_with('p')) return true;
  for (const char c : word.substr(1)) {
    if (c < '0' || c > '9') return s.FailHere("expected a priority, as in p1");
  }
  if (word.size() == 1) return s.FailHere("expected a priority, as in p1");
  s.TryWord(word);
  return true;
}

bool ParseDimList(Scanner& s, AxisChecker& checker,
                  std::vector<DimAxes>& dims) {
  if (!s.Expect("[", "to start the dimensions")) return false;
  if (s.Try("]")) return true;
  do {
    DimAxes& dim = dims.emplace_back();
    if (!s.Expect("{", "to start a dimension") ||
        !checker.ParseList(dim.axes, &dim) || !SkipPriority(s)) {
      return false;
    }
  } while (s.Try(","));
  return s.Expect("]", "to end the dimensions");
}

bool ParseLists(Scanner& s, AxisChecker& checker, AxisSharding& axes) {
  while (s.Try(",")) {
    if (s.TryWord("replicated")) {
      if (!s.Expect("=", "before the list of axes") ||
          !checker.ParseSortedList("replicated", axes.replicated)) {
        return false;
      }
      continue;
    }
    if (!s.TryWord("unreduced")) {
      return s.FailHere("expected 'replicated' or 'unreduced'");
    }
    if (!s.Expect("=", "before the list of axes")) return false;
    if (s.TryWord("max")) {
      axes.reduction = ReductionKind::kMax;
    } else if (s.TryWord("min")) {
      axes.reduction = ReductionKind::kMin;
    }
    if (!checker.ParseSortedList("unreduced", axes.unreduced)) return false;
  }
  return true;
}

// Where one sharding is parsed.
struct Surroundings {
  const NamedMesh& mesh;
  std::span<const std::string> manual;
};

// Dimensions and lists, on `named.mesh`.
bool ParseBody(Scanner& s, const Surroundings& around, NamedSharding& named) {
  const size_t offset = s.Offset();
  AxisChecker checker(s, named.mesh);
  for (const std::string& name : around.manual) {
    if (!checker.AddFull(name, offset, named.axes.manual)) return false;
  }
  return ParseDimList(s, checker, named.axes.dims) &&
         ParseLists(s, checker, named.axes) && checker.CheckOverlaps();
}

// <@mesh, [...]> or the same after #sdy.sharding.
bool ParseWithMesh(Scanner& s, const Surroundings& around,
                   NamedSharding& named) {
  if (!s.Expect("<", "to start a sharding")) return false;
  if (s.Try("@")) {
    if (!ParseSymbol(s)) return false;
    named.mesh = around.mesh;
  } else if (!s.TryWord("mesh")) {
    return s.FailHere("expected a mesh: @name or mesh<[...]>");
  } else if (!ParseMeshBody(s, named.mesh)) {
    return false;
  }
  return s.Expect(",", "after the mesh") && ParseBody(s, around, named) &&
         s.Expect(">", "to end the sharding");
}

// `[` of a list is followed by '<', that of dimensions by '{' or ']'.
bool StartsList(std::string_view text) {
  TextError ignored;
  Scanner s(text, ignored);
  return s.Try("[") && s.Next() == '<';
}

bool ParseShardingList(Scanner& s, const Surroundings& around,
                       SdyShardings& shardings) {
  shardings.is_list = true;
  if (!s.Expect("[", "to start the list of shardings")) return false;
  do {
    if (!ParseWithMesh(s, around, shardings.items.emplace_back())) return false;
  } while (s.Try(","));
  return s.Expect("]", "to end the list of shardings");
}

bool ParseAny(Scanner& s, std::string_view text, const Surroundings& around,
              SdyShardings& shardings) {
  if (s.Try("#")) {
    if (!s.TryWord("sdy") || !s.Try(".")) return s.FailHere("expected 'sdy.'");
    if (s.TryWord("sharding_per_value")) {
      return s.Expect("<", "to start the list") &&
             ParseShardingList(s, around, shardings) &&
             s.Expect(">", "to end the list");
    }
    if (!s.TryWord("sharding")) return s.FailHere("expected 'sharding'");
    return ParseWithMesh(s, around, shardings.items.emplace_back());
  }
  if (StartsList(text)) return ParseShardingList(s, around, shardings);
  if (s.Next() == '<') {
    return ParseWithMesh(s, around, shardings.items.emplace_back());
  }
  NamedSharding& named = shardings.items.emplace_back();
  named.mesh = around.mesh;
  return ParseBody(s, around, named);
}

void AppendSdyAxes(const std::vector<ResolvedAxis>& axes, const NamedMesh& mesh,
                   std::string& out) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (i > 0) out += ", ";
    AppendSdyAxis(axes[i], mesh, out);
  }
}

}  // namespace

std::optional<NamedMesh> ParseSdyMesh(std::string_view text, TextError& error) {
  Scanner s(text, error);
  NamedMesh mesh;
  if (!SkipMeshPrefix(s) || !ParseMeshBody(s, mesh)) return std::nullopt;
  if (!s.AtEnd()) {
    s.FailHere("unexpected text after the mesh");
    return std::nullopt;
  }
  return mesh;
}

std::optional<SdyShardings> ParseSdySharding(
    std::string_view text, const NamedMesh& mesh,
    std::span<const std::string> manual, TextError& error) {
  Scanner s(text, error);
  SdyShardings shardings;
  if (!ParseAny(s, text, {mesh, manual}, shardings) || !s.ExpectEnd()) {
    return std::nullopt;
  }
  return shardings;
}

void AppendSdyMesh(const NamedMesh& mesh, std::string& out) {
  out += "<[";
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (i > 0) out += ", ";
    AppendQuoted(mesh.axes[i].name, out);
    out += '=';
    AppendInt(mesh.axes[i].size, out);
  }
  out += ']';
  if (mesh.HasDeviceOrder()) {
    out += ", device_ids=[";
    const std::optional<std::vector<int64_t>> list = Expand(mesh.devices);
    for (size_t i = 0; list && i < list->size(); ++i) {
      if (i > 0) out += ", ";
      AppendInt((*list)[i], out);
    }
    out += ']';
  }
  out += '>';
}

void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out) {
  const NamedAxis& named = mesh.axes[static_cast<size_t>(axis.axis)];
  AppendQuoted(named.name, out);
  if (axis.lo == 1 && axis.hi == named.size) return;
  out += ":(";
  AppendInt(axis.lo, out);
  out += ')';
  AppendInt(axis.size(), out);
}

void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out) {
  out += '[';
  for (size_t i = 0; i < axes.dims.size(); ++i) {
    out += i > 0 ? ", {" : "{";
    AppendSdyAxes(axes.dims[i].axes, mesh, out);
    if (axes.dims[i].open) out += axes.dims[i].axes.empty() ? "?" : ", ?";
    out += '}';
  }
  out += ']';
  if (!axes.replicated.empty()) {
    out += ", replicated={";
    AppendSdyAxes(axes.replicated, mesh, out);
    out += '}';
  }
  if (axes.unreduced.empty()) return;
  out += ", unreduced=";
  if (axes.reduction != ReductionKind::kSum) {
    out += ReductionName(axes.reduction);
  }
  out += '{';
  AppendSdyAxes(axes.unreduced, mesh, out);
  out += '}';
}

}  // namespace shardflow::gspmd
