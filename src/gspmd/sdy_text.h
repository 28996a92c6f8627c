#ifndef SHARDFLOW_GSPMD_SDY_TEXT_H_
#define SHARDFLOW_GSPMD_SDY_TEXT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Converts Shardy's notation of meshes and shardings (sharding/parse.h) to and
// from the types of this folder.

namespace shardflow::internal::gspmd {

// Parses a mesh. A mesh with no axes but one device id is that single device.
std::optional<NamedMesh> ParseSdyMesh(std::string_view text, Error& error);
inline bool IsSingleDevice(const NamedMesh& mesh) {
  return mesh.axes.empty() && mesh.devices.IsList();
}

struct SdyShardings {
  std::vector<NamedSharding> items;
  bool is_list = false;  // one sharding for each element of a tuple
};
// Parses and verifies shardings. A sharding with a mesh symbol, or without a
// mesh, is on `mesh`, which must come from ParseSdyMesh. `manual` lists the
// axes that are manual where the sharding is used.
std::optional<SdyShardings> ParseSdySharding(
    std::string_view text, const NamedMesh& mesh,
    std::span<const std::string> manual, Error& error);

void AppendSdyMesh(const NamedMesh& mesh, std::string& out);
// Appends "x" or "y":(1)2.
void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out);
// Appends [{"x", ?}, {}], replicated={"z"}. This notation can't express manual
// axes, so they are left out.
void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_SDY_TEXT_H_
