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

// Helpers for drawing pictures of graphs.

namespace shardflow {

// Receives a picture piece by piece, because a picture takes up more memory
// than its program. Returns false to stop.
using PictureSink = std::function<bool(std::string_view)>;

// Collects text, and passes it to a sink in large pieces.
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
  // Passes the text to the sink if there is enough text. Call this between
  // lines. Returns false once the sink has asked to stop.
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

// The colour of tensors without a sharding.
constexpr std::string_view kNoSharding = "#ffffff";

// Assigns colours to tensors, in program order. Tensors whose dimensions are
// sharded along the same axes have the same colour. Replicated tensors are
// grey, and tensors without a sharding are white.
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

// Returns the type of a tensor as text, such as "8x16xf32". If the tensor is
// sharded, the text includes the local shape, as in "8x16xf32, a device: 4x16".
std::string ShapesOf(const GraphTensor& tensor);

// Returns the id of the node that represents the value in a picture, such as
// "op3" for a result of op 3, or "v5" for an argument.
std::string NodeOf(const ProgramGraph& graph, int value);

// Whether pictures show the op. They don't show ops outside functions, such as
// meshes.
bool IsDrawn(const GraphOp& op);
bool IsFunction(const ProgramGraph& graph, size_t op);

// Returns the op's name without its dialect: "add" for "stablehlo.add".
std::string_view ShortOpName(const GraphOp& op);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PICTURE_H_
