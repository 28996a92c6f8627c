#include "sharding/print.h"

#include "base/append.h"
#include "sharding/rule_text.h"

namespace shardflow::internal {
namespace {

// Factors are named by the letters from 'i' to 'z', and then by z_1, z_2 and so
// on.
constexpr int64_t kLastLetter = 'z' - 'i';

template <class Range, class Fn>
void AppendList(const Range& items, std::string_view separator,
                std::string& out, Fn append) {
  bool first = true;
  for (const auto& item : items) {
    if (!first) out.append(separator);
    first = false;
    append(item);
  }
}

void AppendNamedAxes(std::string_view keyword, AxisListId axes,
                     const ShardingStore& store, const StringStore& names,
                     std::string& out) {
  if (axes == ShardingStore::kEmptyAxes) return;
  out.append(", ").append(keyword).append("{");
  AppendAxes(store.axes(axes), names, out);
  out.push_back('}');
}

// Appends the axes of a mesh, such as `["a"=2, "b"=4]`.
void AppendMeshAxes(const Mesh& mesh, const StringStore& names,
                    std::string& out) {
  out.push_back('[');
  AppendList(mesh.axes, ", ", out, [&](const MeshAxis& axis) {
    AppendQuoted(names.Get(axis.name), out);
    out.push_back('=');
    AppendInt(axis.size, out);
  });
  out.push_back(']');
}

}  // namespace

void AppendMesh(const Mesh& mesh, const StringStore& names, std::string& out) {
  out.push_back('<');
  AppendMeshAxes(mesh, names, out);
  if (!mesh.device_ids.empty()) {
    out.append(", device_ids=[");
    AppendList(mesh.device_ids, ", ", out,
               [&](int64_t device) { AppendInt(device, out); });
    out.push_back(']');
  }
  out.push_back('>');
}

std::string MeshAxesText(const Mesh& mesh, const StringStore& names) {
  std::string out = "<";
  AppendMeshAxes(mesh, names, out);
  return out + ">";
}

void AppendMeshRef(MeshRef mesh, const ShardingStore& store,
                   const StringStore& names, std::string& out) {
  if (mesh.IsInlined()) {
    out.append("mesh");
    AppendMesh(store.mesh(mesh.inlined()), names, out);
  } else {
    AppendSymbol(names.Get(mesh.symbol()), out);
  }
}

void AppendAxis(std::string_view name, int64_t pre_size, int64_t size,
                std::string& out) {
  AppendQuoted(name, out);
  if (pre_size == 0 && size == 0) return;
  out.append(":(");
  AppendInt(pre_size, out);
  out.push_back(')');
  AppendInt(size, out);
}

void AppendAxisRef(const AxisRef& axis, const StringStore& names,
                   std::string& out) {
  AppendAxis(names.Get(axis.name), axis.pre_size, axis.size, out);
}

void AppendAxes(std::span<const AxisRef> axes, const StringStore& names,
                std::string& out) {
  AppendList(axes, ", ", out,
             [&](const AxisRef& axis) { AppendAxisRef(axis, names, out); });
}

void AppendDimSharding(const DimSharding& dim, const ShardingStore& store,
                       const StringStore& names, std::string& out) {
  out.push_back('{');
  AppendAxes(store.axes(dim.axes), names, out);
  if (dim.closed == 0) {
    if (dim.axes != ShardingStore::kEmptyAxes) out.append(", ");
    out.push_back('?');
  }
  out.push_back('}');
  if (dim.priority != kNoPriority) {
    out.push_back('p');
    AppendInt(dim.priority, out);
  }
}

std::string_view ReductionName(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kSum:
      return "sum";
    case ReductionKind::kMax:
      return "max";
    case ReductionKind::kMin:
      return "min";
    case ReductionKind::kProduct:
      return "product";
  }
  return "";
}

void AppendDimsAndLists(const ShardingView& sharding,
                        const ShardingStore& store, const StringStore& names,
                        std::string& out) {
  out.push_back('[');
  AppendList(sharding.dims, ", ", out, [&](const DimSharding& dim) {
    AppendDimSharding(dim, store, names, out);
  });
  out.push_back(']');
  AppendNamedAxes("replicated=", sharding.replicated, store, names, out);
  std::string keyword = "unreduced=";
  // A sum is the default and isn't written.
  if (sharding.reduction != ReductionKind::kSum) {
    keyword.append(ReductionName(sharding.reduction));
  }
  AppendNamedAxes(keyword, sharding.unreduced, store, names, out);
}

void AppendSharding(const ShardingView& sharding, const ShardingStore& store,
                    const StringStore& names, std::string& out) {
  out.push_back('<');
  AppendMeshRef(sharding.mesh, store, names, out);
  out.append(", ");
  AppendDimsAndLists(sharding, store, names, out);
  out.push_back('>');
}

void AppendFactor(int64_t factor, std::string& out) {
  if (factor <= kLastLetter) {
    out.push_back(static_cast<char>('i' + factor));
  } else {
    out.append("z_");
    AppendInt(factor - kLastLetter, out);
  }
}

void AppendRule(const Rule& rule, std::string& out) {
  AppendRule(TextOf(rule), out);
}

std::string AxisRefText(const AxisRef& axis, const StringStore& names) {
  std::string out;
  AppendAxisRef(axis, names, out);
  return out;
}

std::string AxesText(std::span<const AxisRef> axes, const StringStore& names) {
  std::string out;
  AppendAxes(axes, names, out);
  return out;
}

std::string ShardingText(const ShardingView& sharding,
                         const ShardingStore& store, const StringStore& names) {
  std::string out;
  AppendSharding(sharding, store, names, out);
  return out;
}

std::string FactorText(int64_t factor) {
  std::string out;
  AppendFactor(factor, out);
  return out;
}

}  // namespace shardflow::internal
