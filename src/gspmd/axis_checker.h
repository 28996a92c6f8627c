#ifndef SHARDFLOW_GSPMD_AXIS_CHECKER_H_
#define SHARDFLOW_GSPMD_AXIS_CHECKER_H_

#include <string>
#include <string_view>
#include <vector>

#include "gspmd/hlo_sharding.h"
#include "gspmd/scanner.h"

// The axes of one text, V3 or Shardy's: parsed, bound to the mesh and checked.

namespace shardflow::gspmd {

class AxisChecker {
 public:
  // Both outlive the checker.
  AxisChecker(Scanner& s, const NamedMesh& mesh) : s_(s), mesh_(mesh) {}

  // `'x', 'y':(1)2` up to `}`, which is taken. In a dimension (`dim` is not
  // null) the last may be `?`.
  bool ParseList(std::vector<ResolvedAxis>& axes, DimAxes* dim);
  // The same for a list that has to be in the order of the mesh.
  bool ParseSortedList(std::string_view what, std::vector<ResolvedAxis>& axes);
  // `[{...}, {...}]` from the bracket on.
  bool ParseDims(std::vector<DimAxes>& dims);
  // After all: no two overlap.
  bool CheckOverlaps();
  // A full axis by its name, as of the list `axes`.
  bool AddFull(std::string_view name, size_t offset,
               std::vector<ResolvedAxis>& axes);

 private:
  bool ParseRef(ResolvedAxis& axis);
  bool FindAxis(std::string_view name, size_t offset, ResolvedAxis& axis);
  bool See(const ResolvedAxis& axis, size_t offset, std::string_view text);
  bool ParseSubAxis(size_t offset, ResolvedAxis& axis);

  struct Seen {
    ResolvedAxis axis;
    size_t offset;
    std::string_view text;
  };
  Scanner& s_;
  const NamedMesh& mesh_;
  std::vector<Seen> seen_;
};

// `'x'=2, 'y'=4` up to `close`, which is taken; names are distinct.
bool ParseMeshAxes(Scanner& s, std::string_view close, NamedMesh& mesh);
// A device list of the mesh, as many as it has.
bool CheckMeshDevices(Scanner& s, size_t offset, const NamedMesh& mesh);

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_AXIS_CHECKER_H_
