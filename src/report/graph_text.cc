#include <cstddef>
#include <string>
#include <string_view>

#include "shardflow/diff.h"
#include "shardflow/graph.h"

namespace shardflow {

int MainOf(const ProgramGraph& graph) {
  if (graph.functions.size() == 1) return 0;
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    if (graph.functions[i].name == "main") return static_cast<int>(i);
  }
  return -1;
}

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

namespace {

std::string PlaceText(std::string_view file, int line) {
  if (line <= 0) return "";
  std::string text(file.substr(file.rfind('/') + 1));
  return text.append(":").append(std::to_string(line));
}

}  // namespace

std::string PlaceText(const GraphOp& op) {
  return PlaceText(op.file(), op.line);
}

std::string ShardedItem::Where() const { return PlaceText(file, line); }

}  // namespace shardflow
