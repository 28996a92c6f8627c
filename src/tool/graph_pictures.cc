#include "tool/graph_pictures.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tool/json_text.h"
#include "tool/scope_tree.h"
#include "tool/table.h"

namespace shardflow {
namespace {

// Returns `text` as a JSON string.
std::string JsonText(std::string_view text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) {
    return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
  });
  if (is_plain) return fmt::format("\"{}\"", text);
  // Replaces bytes that are not valid UTF-8 with U+FFFD.
  return OneLine(Json(text));
}

// Returns the tensor attributes that Model Explorer shows.
std::string Attributes(const GraphTensor& tensor) {
  std::string out;
  const auto add = [&](std::string_view key, std::string_view value) {
    out += fmt::format("{}{{\"key\": \"{}\", \"value\": {}}}",
                       out.empty() ? "[" : ", ", key, JsonText(value));
  };
  add("type", tensor.type);
  if (!tensor.sharding.empty()) add("sharding", tensor.sharding);
  if (tensor.shape) {
    add("local shape", ShapeText(tensor.local_shape));
    add("bytes per device", BytesText(tensor.local_bytes));
  }
  return out + ']';
}

class ModelExplorerWriter {
 public:
  ModelExplorerWriter(const ProgramGraph& graph, const PictureSink& sink)
      : graph_(graph),
        colours_(graph),
        scopes_(graph),
        attributes_(graph.tensors.size()),
        out_(sink) {}

  void Write(std::string_view name) {
    const std::string label = JsonText(name);
    out_.Print("{{\n\"label\": {},\n\"graphs\": [{{\"id\": {}, \"nodes\": [",
               label, label);
    for (size_t i = 0; i < graph_.ops.size() && out_.Flush(); ++i) Op(i);
    for (size_t v = 0; v < graph_.values.size() && out_.Flush(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (value.is_argument && value.op >= 0) Argument(static_cast<int>(v));
    }
    out_.text() += "\n]}]\n}\n";
    out_.Flush(0);
  }

 private:
  void Op(size_t i) {
    const GraphOp& op = graph_.ops[i];
    if (!IsDrawn(op)) return;
    if (IsFunction(graph_, i)) return;
    BeginNode(fmt::format("op{}", i), OpCalled(op),
              Namespace(scopes_.OfOp(static_cast<int>(i))));
    out_.Print("\"attrs\": [{{\"key\": \"op\", \"value\": {}}}",
               JsonText(op.name));
    if (op.line > 0) {
      out_.Print(
          ", {{\"key\": \"at\", \"value\": {}}}",
          JsonText(fmt::format("{}:{}:{}", op.file(), op.line, op.column)));
    }
    out_.text() += "], ";
    Edges(op);
    std::string_view colour = kNoSharding;
    out_.text() += "\"outputsMetadata\": [";
    for (int r = 0; r < op.result_count; ++r) {
      const auto value = static_cast<size_t>(op.first_result + r);
      if (r > 0) out_.text() += ", ";
      Output(r, graph_.values[value].tensor);
      if (r == 0) colour = colours_[graph_.values[value].tensor];
    }
    EndNode(colour);
  }

  void Argument(int value) {
    const GraphValue& row = graph_.values[static_cast<size_t>(value)];
    BeginNode(fmt::format("v{}", value), scopes_.ArgumentLabel(value),
              Namespace(scopes_.OfArgument(value)));
    out_.text() += "\"incomingEdges\": [], \"outputsMetadata\": [";
    Output(0, row.tensor);
    EndNode(colours_[row.tensor]);
  }

  // Returns the path of a box. Caches the last path, because most ops are in
  // the same box as the previous op.
  const std::string& Namespace(int box) {
    if (box != last_box_) {
      last_box_ = box;
      namespace_ = scopes_.PathOf(box);
    }
    return namespace_;
  }

  void BeginNode(std::string_view id, std::string_view label,
                 std::string_view around) {
    out_.Print("{}\n{{\"id\": \"{}\", \"label\": {}, \"namespace\": {}, ",
               std::exchange(any_node_, true) ? "," : "", id, JsonText(label),
               JsonText(around));
  }
  // Must be called after the node's outputs have been written.
  void EndNode(std::string_view colour) {
    out_.Print("], \"style\": {{\"backgroundColor\": \"{}\"}}}}", colour);
  }

  void Edges(const GraphOp& op) {
    out_.text() += "\"incomingEdges\": [";
    const char* comma = "";
    for (size_t k = 0; k < op.operands.size(); ++k) {
      if (op.operands[k] < 0) continue;
      const GraphValue& source =
          graph_.values[static_cast<size_t>(op.operands[k])];
      out_.Print(
          "{}{{\"sourceNodeId\": \"{}\", \"sourceNodeOutputId\": \"{}\", "
          "\"targetNodeInputId\": \"{}\"}}",
          std::exchange(comma, ", "), NodeOf(graph_, op.operands[k]),
          source.is_argument ? 0 : source.index, k);
    }
    out_.text() += "], ";
  }

  void Output(int index, int tensor) {
    // Programs have few different tensors, so descriptions are cached.
    std::string& attributes = attributes_[static_cast<size_t>(tensor)];
    if (attributes.empty()) {
      attributes = Attributes(graph_.tensors[static_cast<size_t>(tensor)]);
    }
    out_.Print("{{\"id\": \"{}\", \"attrs\": {}}}", index, attributes);
  }

  const ProgramGraph& graph_;
  const Colours colours_;
  const ScopeTree scopes_;
  int last_box_ = -2;  // no box has this number
  std::string namespace_;
  // The description of each tensor, made on first use.
  std::vector<std::string> attributes_;
  Pieces out_;
  bool any_node_ = false;
};

}  // namespace

void WriteModelExplorer(const ProgramGraph& graph, std::string_view name,
                        const PictureSink& sink) {
  ModelExplorerWriter(graph, sink).Write(name);
}

}  // namespace shardflow
