#ifndef SHARDFLOW_GSPMD_SDY_TEXT_H_
#define SHARDFLOW_GSPMD_SDY_TEXT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Shardy's spelling of meshes and shardings, one text at a time and without a
// module (src/text reads and writes it inside of programs).

namespace shardflow::gspmd {

// <["x"=2, "y"=4], device_ids=[...]>; `sdy.mesh @mesh =` or `#sdy.mesh` in
// front, or `mesh`, don't matter. A mesh without axes and with one device id
// stands for that device.
std::optional<NamedMesh> ParseSdyMesh(std::string_view text, TextError& error);
inline bool IsSingleDevice(const NamedMesh& mesh) {
  return mesh.axes.empty() && mesh.devices.IsList();
}

struct SdyShardings {
  std::vector<NamedSharding> items;
  bool is_list = false;  // a list of shardings, one for each value of a tuple
};
// [{"x", "y":(1)2, ?}p1, {}], replicated={"z"}, unreduced=max{"w"} or, with a
// mesh reference, <@mesh, [...]> and <mesh<["x"=2]>, [...]>, or #sdy.sharding
// with that; or a list of these, [<@mesh, [...]>, <@mesh, [...]>]. A mesh
// symbol means `mesh`, and `manual` names the axes that are manual around it.
std::optional<SdyShardings> ParseSdySharding(
    std::string_view text, const NamedMesh& mesh,
    std::span<const std::string> manual, TextError& error);

void AppendSdyMesh(const NamedMesh& mesh, std::string& out);
// "x" or "y":(1)2
void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out);
// [{"x", ?}, {}], replicated={"z"}; manual axes have no place in it.
void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out);

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_SDY_TEXT_H_
