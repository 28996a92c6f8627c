#include "api/reshard_steps.h"

#include <string>
#include <string_view>
#include <vector>

#include "lower/reshard_cost.h"
#include "lower/reshard_lowering.h"
#include "sharding/axis.h"
#include "sharding/print.h"

namespace shardflow {
namespace {

// The lists of axes that the op is about, and their text.
struct StepAxes {
  std::vector<AxisListId> lists;
  std::string text;
};

StepAxes AxesOf(const Module& m, OpId op) {
  StepAxes axes;
  const auto append = [&](AxisListId list) {
    axes.lists.push_back(list);
    axes.text += '{';
    AppendAxes(m.shardings.axes(axes.lists.back()), m.names, axes.text);
    axes.text += '}';
  };
  const AttrId dict = m.attr_dict(op);
  for (size_t i = 0; i < m.attrs.DictSize(dict); ++i) {
    const AttrId attr = m.attrs.DictItem(dict, i).value;
    bool first = true;
    const auto comma = [&] {
      if (!first) axes.text += ", ";
      first = false;
    };
    if (m.attrs.Is<AxisRefListAttr>(attr)) {
      append(m.attrs.As<AxisRefListAttr>(attr).axes);
    } else if (m.attrs.Is<ListOfAxisRefListsAttr>(attr)) {
      axes.text += '[';
      for (const AxisListId list :
           m.attrs.As<ListOfAxisRefListsAttr>(attr).lists) {
        comma();
        append(list);
      }
      axes.text += ']';
    } else if (m.attrs.Is<AllToAllParamListAttr>(attr)) {
      axes.text += '[';
      for (const AllToAllParamAttr& param :
           m.attrs.As<AllToAllParamListAttr>(attr).params) {
        comma();
        append(param.axes);
        axes.text += ": " + std::to_string(param.source) + "->" +
                     std::to_string(param.target);
      }
      axes.text += ']';
    }
  }
  return axes;
}

}  // namespace

std::string DimsText(const Module& m, ShardingId sharding) {
  const std::string text =
      ShardingText(m.shardings.Get(sharding), m.shardings, m.names);
  const size_t begin = text.find('[');
  // The end is the `>` of the sharding.
  return begin == std::string::npos
             ? text
             : text.substr(begin, text.size() - begin - 1);
}

StepReporter::StepReporter(const Module& m, const Mesh& mesh, TypeId type)
    : m_(m), mesh_(mesh), type_(type), bits_(ElementBits(m.types, type)) {}

int64_t StepReporter::LocalBytesOf(ShardingId sharding) const {
  const std::span<const int64_t> shape = m_.types.dims(type_);
  std::vector<int64_t> shards(shape.size(), 1);
  if (sharding) {
    const std::span<const DimSharding> dims = m_.shardings.Get(sharding).dims;
    for (size_t d = 0; d < dims.size() && d < shards.size(); ++d) {
      shards[d] = TotalSize(m_.shardings.axes(dims[d].axes), mesh_);
    }
  }
  return LocalBytes(shape, shards, bits_);
}

std::optional<ReshardStep> StepReporter::Step(OpId op) const {
  std::string_view name = m_.op_name(op);
  if (!name.starts_with("sdy.")) return std::nullopt;
  name.remove_prefix(4);
  const std::optional<StepKind> kind = FindStep(name);
  if (!kind) return std::nullopt;
  const StepAxes axes = AxesOf(m_, op);
  const ShardingId before = m_.sharding(m_.operand(op, 0));
  const ShardingId after = m_.sharding(m_.result(op, 0));
  ReshardStep step;
  step.op = name;
  step.axes = axes.text;
  step.sharding = DimsText(m_, after);
  if (IsCommunication(*kind)) {
    for (AxisListId list : axes.lists) {
      step.group = SaturatingProduct(step.group,
                                     TotalSize(m_.shardings.axes(list), mesh_));
    }
  }
  step.local_bytes = LocalBytesOf(after);
  step.bytes_received =
      StepBytes(*kind, LocalBytesOf(before), step.local_bytes, step.group);
  step.bytes_sent = step.bytes_received;
  return step;
}

}  // namespace shardflow
