#ifndef SHARDFLOW_GSPMD_SDY_TEXT_H_
#define SHARDFLOW_GSPMD_SDY_TEXT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Shardy's texts of meshes and shardings (their grammar is in
// sharding/parse.h) from and to the values of this folder.

namespace shardflow::internal::gspmd {

// A mesh without axes and with one device id stands for that device.
std::optional<NamedMesh> ParseSdyMesh(std::string_view text, Error& error);
inline bool IsSingleDevice(const NamedMesh& mesh) {
  return mesh.axes.empty() && mesh.devices.IsList();
}

struct SdyShardings {
  std::vector<NamedSharding> items;
  bool is_list = false;  // a list of shardings, one for each value of a tuple
};
// Verified. A mesh symbol, or no mesh, means `mesh`, which ParseSdyMesh
// returned; `manual` names the axes that are manual around the sharding.
std::optional<SdyShardings> ParseSdySharding(
    std::string_view text, const NamedMesh& mesh,
    std::span<const std::string> manual, Error& error);

void AppendSdyMesh(const NamedMesh& mesh, std::string& out);
// "x" or "y":(1)2
void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out);
// [{"x", ?}, {}], replicated={"z"}; manual axes have no place in it.
void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_SDY_TEXT_H_
