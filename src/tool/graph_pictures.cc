#include "tool/graph_pictures.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tool/table.h"

namespace shardflow {
namespace {

using Json = nlohmann::ordered_json;

// Text that is handed to its sink from time to time.
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
  // Called between lines. False: the sink wants no more.
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
constexpr std::string_view kReplicated = "#d9d9d9";
// Light enough for black letters, and distinguishable for the colour-blind.
constexpr std::string_view kPalette[] = {
    "#a6cee3", "#fdbf6f", "#b2df8a", "#cab2d6", "#fb9a99", "#ffff99",
    "#8dd3c7", "#fccde5", "#80b1d3", "#ccebc5", "#ffed6f", "#e5c494"};

bool IsSharded(const GraphTensor& tensor) {
  return tensor.sharding_info &&
         std::ranges::any_of(tensor.sharding_info->dims,
                             [](const auto& dim) { return !dim.axes.empty(); });
}

// The colour of a tensor follows from which axes shard which dimension: the
// first sharding of the program gets the first colour.
class Colours {
 public:
  explicit Colours(const ProgramGraph& graph) {
    for (const GraphTensor& tensor : graph.tensors) {
      of_tensors_.push_back(ColourOf(tensor));
    }
  }
  std::string_view operator[](int tensor) const {
    return of_tensors_[static_cast<size_t>(tensor)];
  }

 private:
  std::string_view ColourOf(const GraphTensor& tensor) {
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

  std::unordered_map<std::string, std::string_view> known_;
  std::vector<std::string_view> of_tensors_;
};

const GraphTensor& TensorOf(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  return graph.tensors[static_cast<size_t>(row.tensor)];
}

// "add", "custom_call @kernel"
std::string LabelOf(const GraphOp& op) {
  const size_t dot = op.name.find('.');
  std::string label =
      dot == std::string::npos ? op.name : op.name.substr(dot + 1);
  if (!op.target.empty()) label += " " + op.target;
  return label;
}

// "8x16xf32", "8x16xf32, a device: 4x16"
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

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + '"';
}

// The ops that contain others: they are drawn as boxes.
struct Nesting {
  explicit Nesting(const ProgramGraph& graph)
      : has_inner(graph.ops.size(), false) {
    for (const GraphOp& op : graph.ops) {
      if (op.parent >= 0) has_inner[static_cast<size_t>(op.parent)] = true;
    }
  }
  std::vector<bool> has_inner;
};

// The id of the node that makes the value.
std::string NodeOf(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  return row.is_argument ? fmt::format("v{}", value)
                         : fmt::format("op{}", row.op);
}

bool IsDrawn(const GraphOp& op) {
  // A mesh is not part of the data flow.
  return op.function >= 0;
}

bool IsFunction(const ProgramGraph& graph, size_t op) {
  const int function = graph.ops[op].function;
  return function >= 0 && graph.functions[static_cast<size_t>(function)].op ==
                              static_cast<int>(op);
}

class DotWriter {
 public:
  DotWriter(const ProgramGraph& graph, const PictureSink& sink)
      : graph_(graph),
        colours_(graph),
        arguments_(graph.ops.size()),
        out_(sink) {
    for (size_t v = 0; v < graph.values.size(); ++v) {
      const GraphValue& value = graph.values[v];
      if (value.is_argument && value.op >= 0) {
        arguments_[static_cast<size_t>(value.op)].push_back(
            static_cast<int>(v));
      }
    }
  }

  void Write() {
    out_.text() =
        "digraph program {\n"
        "  node [shape=box, style=filled, fontname=\"monospace\", "
        "fontsize=10];\n"
        "  edge [arrowsize=0.6];\n"
        "  compound=true;\n";
    // The ops around the current one, outermost first: the boxes that are open.
    const Nesting nesting(graph_);
    std::vector<int> open;
    const auto close_to = [&](int parent) {
      while (!open.empty() && open.back() != parent) {
        open.pop_back();
        Indent(open.size());
        out_.text() += "}\n";
      }
    };
    for (size_t i = 0; i < graph_.ops.size() && out_.Flush(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (!IsDrawn(op)) continue;
      close_to(op.parent);
      // An op with regions has a node for its results, and a box around its
      // contents.
      if (!IsFunction(graph_, i)) Node(i, open.size());
      if (!nesting.has_inner[i]) continue;
      Indent(open.size());
      out_.Print("subgraph cluster_{} {{ label={};\n", i, Quoted(BoxLabel(i)));
      open.push_back(static_cast<int>(i));
      for (const int argument : arguments_[i]) Argument(argument, open.size());
    }
    close_to(-1);
    Edges();
    Legend();
    out_.text() += "}\n";
    out_.Flush(0);
  }

 private:
  void Indent(size_t depth) { out_.text().append(2 * (depth + 1), ' '); }

  std::string BoxLabel(size_t op) const {
    return IsFunction(graph_, op) ? "@" + graph_
                                              .functions[static_cast<size_t>(
                                                  graph_.ops[op].function)]
                                              .name
                                  : LabelOf(graph_.ops[op]);
  }

  void Node(size_t i, size_t depth) {
    const GraphOp& op = graph_.ops[i];
    std::string label = LabelOf(op);
    std::string_view colour = kNoSharding;
    for (int r = 0; r < op.result_count; ++r) {
      const int value = op.first_result + r;
      const GraphTensor& tensor = TensorOf(graph_, value);
      if (r == 0) {
        colour = colours_[graph_.values[static_cast<size_t>(value)].tensor];
      }
      label += "\n" + ShapesOf(tensor);
      if (!tensor.sharding.empty()) label += "\n" + tensor.sharding;
    }
    Indent(depth);
    out_.Print("op{} [label={}, fillcolor=\"{}\"];\n", i, Quoted(label),
               colour);
  }

  void Argument(int value, size_t depth) {
    const GraphValue& row = graph_.values[static_cast<size_t>(value)];
    const GraphTensor& tensor = TensorOf(graph_, value);
    std::string label = row.name + "\n" + ShapesOf(tensor);
    if (!tensor.sharding.empty()) label += "\n" + tensor.sharding;
    Indent(depth);
    out_.Print("v{} [label={}, fillcolor=\"{}\", shape=ellipse];\n", value,
               Quoted(label), colours_[row.tensor]);
  }

  void Edges() {
    for (size_t i = 0; i < graph_.ops.size() && out_.Flush(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (!IsDrawn(op)) continue;
      for (const int operand : op.operands) {
        if (operand < 0) continue;
        out_.Print("  {} -> op{};\n", NodeOf(graph_, operand), i);
      }
    }
  }

  // The key of colours, for shardings that the nodes don't show.
  void Legend() {
    out_.text() += "  subgraph cluster_legend { label=\"shardings\";\n";
    std::vector<std::string_view> said;
    for (size_t t = 0; t < graph_.tensors.size(); ++t) {
      const GraphTensor& tensor = graph_.tensors[t];
      const std::string_view colour = colours_[static_cast<int>(t)];
      if (std::ranges::find(said, colour) != said.end()) continue;
      said.push_back(colour);
      out_.Print("    legend{} [label={}, fillcolor=\"{}\"];\n", t,
                 Quoted(tensor.sharding.empty() ? "no sharding"
                        : IsSharded(tensor)     ? tensor.sharding
                                                : "replicated"),
                 colour);
    }
    out_.text() += "  }\n";
  }

  const ProgramGraph& graph_;
  const Colours colours_;
  std::vector<std::vector<int>> arguments_;
  Pieces out_;
};

// `text` as a JSON string.
std::string JsonText(std::string_view text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) {
    return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
  });
  if (is_plain) return fmt::format("\"{}\"", text);
  // Shows replacement characters for what is not UTF-8.
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What Model Explorer shows of a tensor.
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
        namespaces_(graph.ops.size()),
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
    const std::string around =
        op.parent >= 0 ? namespaces_[static_cast<size_t>(op.parent)] : "";
    const std::string slash = around.empty() ? "" : "/";
    if (IsFunction(graph_, i)) {
      const auto function = static_cast<size_t>(op.function);
      namespaces_[i] = around + slash + "@" + graph_.functions[function].name;
      return;
    }
    namespaces_[i] = fmt::format("{}{}{}_{}", around, slash, LabelOf(op), i);
    BeginNode(fmt::format("op{}", i), LabelOf(op), around);
    out_.Print("\"attrs\": [{{\"key\": \"op\", \"value\": {}}}",
               JsonText(op.name));
    if (op.line > 0) {
      out_.Print(
          ", {{\"key\": \"at\", \"value\": {}}}",
          JsonText(fmt::format("{}:{}:{}", op.file, op.line, op.column)));
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
    BeginNode(fmt::format("v{}", value), row.name,
              namespaces_[static_cast<size_t>(row.op)]);
    out_.text() += "\"incomingEdges\": [], \"outputsMetadata\": [";
    Output(0, row.tensor);
    EndNode(colours_[row.tensor]);
  }

  void BeginNode(std::string_view id, std::string_view label,
                 std::string_view around) {
    out_.Print("{}\n{{\"id\": \"{}\", \"label\": {}, \"namespace\": {}, ",
               std::exchange(any_node_, true) ? "," : "", id, JsonText(label),
               JsonText(around));
  }
  // After the outputs.
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
    // Programs have few different tensors, so descriptions are shared.
    std::string& attributes = attributes_[static_cast<size_t>(tensor)];
    if (attributes.empty()) {
      attributes = Attributes(graph_.tensors[static_cast<size_t>(tensor)]);
    }
    out_.Print("{{\"id\": \"{}\", \"attrs\": {}}}", index, attributes);
  }

  const ProgramGraph& graph_;
  const Colours colours_;
  std::vector<std::string> namespaces_;  // of the contents of an op
  // of tensors that were described before
  std::vector<std::string> attributes_;
  Pieces out_;
  bool any_node_ = false;
};

}  // namespace

void WriteDot(const ProgramGraph& graph, const PictureSink& sink) {
  DotWriter(graph, sink).Write();
}

void WriteModelExplorer(const ProgramGraph& graph, std::string_view name,
                        const PictureSink& sink) {
  ModelExplorerWriter(graph, sink).Write(name);
}

}  // namespace shardflow
