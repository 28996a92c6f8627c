#include "bytecode/write.h"

#include <optional>

#include "base/error.h"
#include "bytecode/codes.h"
#include "bytecode/module_writer.h"
#include "ops/portable.h"

namespace shardflow::internal {
namespace {

// Returns the MLIR bytecode version in which artifacts for a StableHLO version
// are written.
uint64_t FormatOf(PortableVersion version) {
  if (version < PortableVersion{0, 10}) return 0;
  if (version < PortableVersion{0, 12}) return 1;
  if (version < PortableVersion{0, 14}) return 3;
  if (version < PortableVersion{0, 15}) return 4;
  return bytecode::kNewestVersion;
}

}  // namespace

bool WriteArtifact(const Module& m, std::string_view version, std::string& out,
                   Diagnostics& diagnostics) {
  const std::string text(version.empty() ? PortableVersionText(kNewestPortable)
                                         : std::string(version));
  const std::optional<PortableVersion> target = ParsePortableVersion(text);
  if (!target || *target < kOldestPortable || *target > kNewestPortable) {
    diagnostics.Error({}, "unknown artifact version '" + text +
                              "'; the versions are " +
                              PortableVersionText(kOldestPortable) + " to " +
                              PortableVersionText(kNewestPortable));
    return false;
  }
  bytecode::ModuleWriter writer(m, *target, FormatOf(*target));
  Error error;
  if (!writer.Write(error)) {
    diagnostics.Error(writer.op() ? m.Place(writer.op()) : SourcePlace(),
                      "can't be written as an artifact: " + error.message);
    return false;
  }
  out += writer.File("StableHLO_v" + text);
  return true;
}

}  // namespace shardflow::internal
