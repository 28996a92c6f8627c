#include "gspmd/print.h"

#include <span>
#include <string_view>

#include "base/append.h"
#include "sharding/print.h"

namespace shardflow::internal::gspmd {
namespace {

void AppendInts(std::span<const int64_t> values, std::string& out) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    AppendInt(values[i], out);
  }
}

// Appends an iota form, such as `[2,4]T(1,0)`.
void AppendIota(const DeviceOrder& order, std::string& out) {
  out += '[';
  AppendInts(order.reshape, out);
  out += ']';
  if (order.reshape.size() < 2) return;
  out += "T(";
  AppendInts(order.permutation, out);
  out += ')';
}

// Appends the text in quotes. Quotes and backslashes in it are escaped as the
// scanner expects.
void AppendString(std::string_view text, char quote, std::string& out) {
  out += quote;
  for (const char c : text) {
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
  out += quote;
}

std::string_view TypeName(SubgroupType type) {
  switch (type) {
    case SubgroupType::kManual:
      return "manual";
    case SubgroupType::kUnreduced:
      return "unreduced";
    case SubgroupType::kReplicated:
      return "replicated";
  }
  return "";
}

void AppendTiled(const HloSharding& sharding, std::string& out) {
  out += "devices=[";
  AppendInts(sharding.tile, out);
  out += ']';
  if (sharding.devices.IsList()) {
    AppendInts(sharding.devices.list, out);
  } else {
    out += "<=";
    AppendIota(sharding.devices, out);
  }
  const std::vector<SubgroupType>& types = sharding.subgroups;
  if (types.empty()) return;
  if (types.size() == 1 && types.front() == SubgroupType::kReplicated) {
    out += " last_tile_dim_replicate";
    return;
  }
  out += " last_tile_dims={";
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) out += ", ";
    out += TypeName(types[i]);
  }
  out += '}';
}

void AppendAxes(const std::vector<ResolvedAxis>& axes, const NamedMesh& mesh,
                std::string& out) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (i > 0) out += ", ";
    const NamedAxis& axis = mesh.axes[static_cast<size_t>(axes[i].axis)];
    AppendString(axis.name, '\'', out);
    if (axes[i].lo == 1 && axes[i].hi == axis.size) continue;
    out += ":(";
    AppendInt(axes[i].lo, out);
    out += ')';
    AppendInt(axes[i].size(), out);
  }
}

void AppendNamedMesh(const NamedMesh& mesh, std::string& out) {
  out += "mesh[";
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (i > 0) out += ',';
    AppendString(mesh.axes[i].name, '\'', out);
    out += '=';
    AppendInt(mesh.axes[i].size, out);
  }
  out += ']';
  if (!mesh.HasDeviceOrder()) return;
  out += ", device_ids=(";
  if (mesh.devices.IsList()) {
    AppendInts(mesh.devices.list, out);
  } else {
    AppendIota(mesh.devices, out);
  }
  out += ')';
}

bool AreAllAxes(const std::vector<ResolvedAxis>& axes, const NamedMesh& mesh) {
  if (axes.size() != mesh.axes.size() || axes.empty()) return false;
  for (size_t i = 0; i < axes.size(); ++i) {
    const ResolvedAxis full{1, mesh.axes[i].size, static_cast<int64_t>(i)};
    if (!(axes[i] == full)) return false;
  }
  return true;
}

void AppendReduction(ReductionKind kind, std::string& out) {
  if (kind != ReductionKind::kSum) out += ReductionName(kind);
}

// Appends a sharding without dimensions that treats all axes alike. Returns
// false for any other sharding.
bool AppendWhole(const NamedSharding& named, std::string& out) {
  const AxisSharding& axes = named.axes;
  if (!axes.dims.empty() || !axes.replicated.empty()) return false;
  if (axes.unreduced.empty() && axes.manual.empty()) {
    out += "replicated";
  } else if (axes.unreduced.empty() && AreAllAxes(axes.manual, named.mesh)) {
    out += "manual";
  } else if (axes.manual.empty() && AreAllAxes(axes.unreduced, named.mesh)) {
    out += "unreduced";
    if (axes.reduction != ReductionKind::kSum) {
      out += '=';
      AppendReduction(axes.reduction, out);
    }
  } else {
    return false;
  }
  return true;
}

void AppendNamed(const NamedSharding& named, std::string& out) {
  AppendNamedMesh(named.mesh, out);
  out += ", ";
  if (AppendWhole(named, out)) return;
  const AxisSharding& axes = named.axes;
  out += '[';
  for (size_t i = 0; i < axes.dims.size(); ++i) {
    out += i > 0 ? ", {" : "{";
    AppendAxes(axes.dims[i].axes, named.mesh, out);
    if (axes.dims[i].open) out += axes.dims[i].axes.empty() ? "?" : ", ?";
    out += '}';
  }
  out += ']';
  const auto append_list = [&](std::string_view name,
                               const std::vector<ResolvedAxis>& list) {
    if (list.empty()) return;
    out += ", ";
    out += name;
    if (&list == &axes.unreduced) AppendReduction(axes.reduction, out);
    out += '{';
    AppendAxes(list, named.mesh, out);
    out += '}';
  };
  append_list("replicated=", axes.replicated);
  append_list("unreduced=", axes.unreduced);
  append_list("manual=", axes.manual);
}

void AppendEntry(const Metadata& entry, std::string& out) {
  out += '{';
  for (size_t i = 0; i < entry.size(); ++i) {
    if (i > 0) out += ' ';
    out += entry[i].key;
    out += '=';
    if (entry[i].quoted) {
      AppendString(entry[i].value, '"', out);
    } else {
      out += entry[i].value;
    }
  }
  out += '}';
}

void AppendMetadata(const HloSharding& sharding, std::string& out) {
  out +=
      sharding.kind == HloShardingKind::kNamed ? ", metadata=" : " metadata=";
  const bool several = sharding.metadata.size() > 1;
  if (several) out += '{';
  for (size_t i = 0; i < sharding.metadata.size(); ++i) {
    if (i > 0) out += ", ";
    AppendEntry(sharding.metadata[i], out);
  }
  if (several) out += '}';
}

void AppendBody(const HloSharding& sharding, std::string& out) {
  switch (sharding.kind) {
    case HloShardingKind::kReplicated:
      out += "replicated";
      break;
    case HloShardingKind::kManual:
      out += "manual";
      break;
    case HloShardingKind::kUnknown:
      out += "unknown";
      break;
    case HloShardingKind::kUnreduced:
      out += "unreduced";
      break;
    case HloShardingKind::kMaximal:
      out += sharding.single_device_spelling ? "single_device[device_id="
                                             : "maximal device=";
      AppendInt(sharding.device, out);
      if (sharding.single_device_spelling) out += ']';
      break;
    case HloShardingKind::kTiled:
      AppendTiled(sharding, out);
      break;
    case HloShardingKind::kNamed:
      AppendNamed(sharding.named, out);
      break;
    case HloShardingKind::kTuple:
      break;
  }
}

void AppendOne(const HloSharding& sharding, const PrintOptions& options,
               std::string& out) {
  out += '{';
  AppendBody(sharding, out);
  if (sharding.group != ShardGroupKind::kNone) {
    out +=
        sharding.group == ShardGroupKind::kAs ? " shard_as " : " shard_like ";
    AppendInt(sharding.group_id, out);
  }
  if (options.metadata && !sharding.metadata.empty()) {
    AppendMetadata(sharding, out);
  }
  out += '}';
}

}  // namespace

void AppendHloSharding(const HloSharding& sharding, const PrintOptions& options,
                       std::string& out) {
  if (sharding.kind != HloShardingKind::kTuple) {
    AppendOne(sharding, options, out);
    return;
  }
  out += '{';
  for (size_t i = 0; i < sharding.elements.size(); ++i) {
    if (i > 0) out += ", ";
    if (i > 0 && i % 5 == 0) {
      out += "/*index=";
      AppendInt(static_cast<int64_t>(i), out);
      out += "*/";
    }
    AppendOne(sharding.elements[i], options, out);
  }
  out += '}';
}

}  // namespace shardflow::internal::gspmd
