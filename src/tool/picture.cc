#include "tool/picture.h"

#include <algorithm>

#include "tool/table.h"

namespace shardflow {
namespace {

constexpr std::string_view kReplicated = "#d9d9d9";
// Light enough for black letters, and distinguishable by colour-blind readers.
constexpr std::string_view kPalette[] = {
    "#a6cee3", "#fdbf6f", "#b2df8a", "#cab2d6", "#fb9a99", "#ffff99",
    "#8dd3c7", "#fccde5", "#80b1d3", "#ccebc5", "#ffed6f", "#e5c494"};

}  // namespace

bool IsSharded(const GraphTensor& tensor) {
  return tensor.sharding_info &&
         std::ranges::any_of(tensor.sharding_info->dims,
                             [](const auto& dim) { return !dim.axes.empty(); });
}

Colours::Colours(const ProgramGraph& graph) {
  for (const GraphTensor& tensor : graph.tensors) {
    of_tensors_.push_back(ColourOf(tensor));
  }
}

std::string_view Colours::ColourOf(const GraphTensor& tensor) {
  if (tensor.sharding.empty()) return kNoSharding;
  if (!IsSharded(tensor)) return kReplicated;
  std::string key = fmt::format("{}", tensor.mesh);
  for (const DimShardingInfo& dim : tensor.sharding_info->dims) {
    key += '/';
    for (const AxisInfo& axis : dim.axes) {
      key += fmt::format("{}:{}:{},", axis.name, axis.pre_size, axis.size);
    }
  }
  const size_t next = known_.size() % std::size(kPalette);
  return known_.try_emplace(key, kPalette[next]).first->second;
}

const GraphTensor& TensorOf(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  return graph.tensors[static_cast<size_t>(row.tensor)];
}

std::string ShapesOf(const GraphTensor& tensor) {
  if (!tensor.shape) return tensor.type;
  std::string text = tensor.shape->empty()
                         ? tensor.element
                         : ShapeText(*tensor.shape) + "x" + tensor.element;
  if (tensor.local_shape != *tensor.shape) {
    text += ", a device: " + ShapeText(tensor.local_shape);
  }
  return text;
}

std::string NodeOf(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  return row.is_argument ? fmt::format("v{}", value)
                         : fmt::format("op{}", row.op);
}

bool IsDrawn(const GraphOp& op) { return op.function >= 0; }

std::string_view ShortOpName(const GraphOp& op) {
  return std::string_view(op.name).substr(op.name.find('.') + 1);
}

bool IsFunction(const ProgramGraph& graph, size_t op) {
  const int function = graph.ops[op].function;
  return function >= 0 && graph.functions[static_cast<size_t>(function)].op ==
                              static_cast<int>(op);
}

}  // namespace shardflow
