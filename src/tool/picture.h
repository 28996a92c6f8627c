#ifndef SHARDFLOW_TOOL_PICTURE_H_
#define SHARDFLOW_TOOL_PICTURE_H_

#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/graph.h"

// Shared by everything that draws pictures of graphs.

namespace shardflow {

// Receives a picture piece by piece, because a picture is larger than its
// program. Returns false if it wants no more.
using PictureSink = std::function<bool(std::string_view)>;

// Collects text and passes it on to a sink in pieces.
class Pieces {
 public:
  explicit Pieces(const PictureSink& sink) : sink_(sink) {}

  std::string& text() { return text_; }
  template <class... Arguments>
  void Print(fmt::format_string<Arguments...> format,
             Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format,
                   std::forward<Arguments>(arguments)...);
  }
  // To be called between lines. Returns false if the sink wants no more.
  bool Flush(size_t at_least = kPieceBytes) {
    if (text_.size() < at_least || !wanted_) return wanted_;
    wanted_ = sink_(text_);
    text_.clear();
    return wanted_;
  }

 private:
  static constexpr size_t kPieceBytes = size_t{1} << 16;
  const PictureSink& sink_;
  std::string text_;
  bool wanted_ = true;
};

constexpr std::string_view kNoSharding = "#ffffff";

// The colours of tensors. Tensors whose dimensions are sharded along the same
// axes have the same colour; colours are assigned in the order of the program.
// Replicated tensors are grey, those without a sharding white.
class Colours {
 public:
  explicit Colours(const ProgramGraph& graph);
  std::string_view operator[](int tensor) const {
    return of_tensors_[static_cast<size_t>(tensor)];
  }

 private:
  std::string_view ColourOf(const GraphTensor& tensor);

  std::unordered_map<std::string, std::string_view> known_;
  std::vector<std::string_view> of_tensors_;
};

// Whether any axis shards a dimension of the tensor.
bool IsSharded(const GraphTensor& tensor);

const GraphTensor& TensorOf(const ProgramGraph& graph, int value);

// Returns "8x16xf32", or "8x16xf32, a device: 4x16" if it is sharded.
std::string ShapesOf(const GraphTensor& tensor);

// Returns the id of the node that makes the value: "op3", or "v5" for an
// argument.
std::string NodeOf(const ProgramGraph& graph, int value);

// Whether the op is drawn. Ops outside functions, such as meshes, aren't.
bool IsDrawn(const GraphOp& op);
bool IsFunction(const ProgramGraph& graph, size_t op);

// Returns "add" for "stablehlo.add".
std::string_view ShortOpName(const GraphOp& op);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PICTURE_H_
