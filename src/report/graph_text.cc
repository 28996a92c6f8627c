#include <cstddef>
#include <string>
#include <string_view>

#include "shardflow/graph.h"

namespace shardflow {

std::string_view TypeText(const GraphTensor& tensor) {
  constexpr std::string_view kTensor = "tensor<";
  const std::string_view type = tensor.type;
  return type.starts_with(kTensor)
             ? type.substr(kTensor.size(), type.size() - kTensor.size() - 1)
             : type;
}

std::string_view ShardingText(const ProgramGraph& graph,
                              const GraphTensor& tensor) {
  const std::string_view text = tensor.sharding;
  // Meshes with a name come first.
  const auto named = [&](size_t k) {
    return k < graph.meshes.size() && !graph.meshes[k].mesh.name.empty();
  };
  if (tensor.mesh != 0 || !named(0) || named(1)) return text;
  const std::string prefix = "<@" + graph.meshes[0].mesh.name + ", ";
  if (!text.starts_with(prefix)) return text;
  return text.substr(prefix.size(), text.size() - prefix.size() - 1);
}

std::string PlaceText(const GraphOp& op) {
  if (op.line <= 0) return "";
  const size_t file = op.file.rfind('/') + 1;
  return op.file.substr(file) + ":" + std::to_string(op.line);
}

}  // namespace shardflow
