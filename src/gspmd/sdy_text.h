#ifndef SHARDFLOW_GSPMD_SDY_TEXT_H_
#define SHARDFLOW_GSPMD_SDY_TEXT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Converts Shardy's notation for meshes and shardings (sharding/parse.h) to and
// from the types of this folder.

namespace shardflow::internal::gspmd {

// Parses a mesh. A mesh with no axes and one device id stands for that single
// device.
std::optional<NamedMesh> ParseSdyMesh(std::string_view text, Error& error);
inline bool IsSingleDevice(const NamedMesh& mesh) {
  return mesh.axes.empty() && mesh.devices.IsList();
}

struct SdyShardings {
  std::vector<NamedSharding> items;
  // Whether there is one sharding for each element of a tuple.
  bool is_list = false;
};
// Parses and verifies shardings. A sharding with a mesh symbol, or without a
// mesh, refers to `mesh`, which must come from ParseSdyMesh. `manual` lists the
// axes that are manual where the sharding is used.
std::optional<SdyShardings> ParseSdySharding(
    std::string_view text, const NamedMesh& mesh,
    std::span<const std::string> manual, Error& error);

void AppendSdyMesh(const NamedMesh& mesh, std::string& out);
// Appends an axis, such as `"x"` or `"y":(1)2`.
void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out);
// Appends a sharding, such as `[{"x", ?}, {}], replicated={"z"}`. Manual axes
// are left out, because the notation can't express them.
void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_SDY_TEXT_H_
