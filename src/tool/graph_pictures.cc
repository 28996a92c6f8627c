#include "tool/graph_pictures.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tool/table.h"

namespace shardflow {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kNoSharding = "#ffffff";
constexpr std::string_view kReplicated = "#d9d9d9";
// Light enough for black letters, told apart also by the colour-blind.
constexpr std::string_view kPalette[] = {
    "#a6cee3", "#fdbf6f", "#b2df8a", "#cab2d6", "#fb9a99", "#ffff99",
    "#8dd3c7", "#fccde5", "#80b1d3", "#ccebc5", "#ffed6f", "#e5c494"};

bool IsSharded(const GraphTensor& tensor) {
  return tensor.sharding_info &&
         std::ranges::any_of(tensor.sharding_info->dims,
                             [](const auto& dim) { return !dim.axes.empty(); });
}

// Colours of tensors, by which axes shard which dimension: the first sharding
// of the program gets the first colour.
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

// Which ops have others inside: they are drawn as boxes.
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
  // A mesh is no part of the data flow.
  return op.function >= 0;
}

bool IsFunction(const ProgramGraph& graph, size_t op) {
  const int function = graph.ops[op].function;
  return function >= 0 && graph.functions[static_cast<size_t>(function)].op ==
                              static_cast<int>(op);
}

class DotWriter {
 public:
  explicit DotWriter(const ProgramGraph& graph)
      : graph_(graph), colours_(graph), arguments_(graph.ops.size()) {
    for (size_t v = 0; v < graph.values.size(); ++v) {
      const GraphValue& value = graph.values[v];
      if (value.is_argument && value.op >= 0) {
        arguments_[static_cast<size_t>(value.op)].push_back(
            static_cast<int>(v));
      }
    }
  }

  std::string Write() {
    out_ =
        "digraph program {\n"
        "  node [shape=box, style=filled, fontname=\"monospace\", "
        "fontsize=10];\n"
        "  edge [arrowsize=0.6];\n"
        "  compound=true;\n";
    // The ops around the current one, outermost first: open boxes.
    const Nesting nesting(graph_);
    std::vector<int> open;
    const auto close_to = [&](int parent) {
      while (!open.empty() && open.back() != parent) {
        open.pop_back();
        Indent(open.size());
        out_ += "}\n";
      }
    };
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (!IsDrawn(op)) continue;
      close_to(op.parent);
      // An op with regions has a node for its results, and a box around what
      // is inside.
      if (!IsFunction(graph_, i)) Node(i, open.size());
      if (!nesting.has_inner[i]) continue;
      Indent(open.size());
      out_ += fmt::format("subgraph cluster_{} {{ label={};\n", i,
                          Quoted(BoxLabel(i)));
      open.push_back(static_cast<int>(i));
      for (const int argument : arguments_[i]) Argument(argument, open.size());
    }
    close_to(-1);
    Edges();
    Legend();
    return out_ + "}\n";
  }

 private:
  void Indent(size_t depth) { out_.append(2 * (depth + 1), ' '); }

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
    out_ += fmt::format("op{} [label={}, fillcolor=\"{}\"];\n", i,
                        Quoted(label), colour);
  }

  void Argument(int value, size_t depth) {
    const GraphValue& row = graph_.values[static_cast<size_t>(value)];
    const GraphTensor& tensor = TensorOf(graph_, value);
    std::string label = row.name + "\n" + ShapesOf(tensor);
    if (!tensor.sharding.empty()) label += "\n" + tensor.sharding;
    Indent(depth);
    out_ += fmt::format("v{} [label={}, fillcolor=\"{}\", shape=ellipse];\n",
                        value, Quoted(label), colours_[row.tensor]);
  }

  void Edges() {
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (!IsDrawn(op)) continue;
      for (const int operand : op.operands) {
        if (operand < 0) continue;
        out_ += fmt::format("  {} -> op{};\n", NodeOf(graph_, operand), i);
      }
    }
  }

  // Which colour is which sharding, where it isn't clear from the nodes.
  void Legend() {
    out_ += "  subgraph cluster_legend { label=\"shardings\";\n";
    std::vector<std::string_view> said;
    for (size_t t = 0; t < graph_.tensors.size(); ++t) {
      const GraphTensor& tensor = graph_.tensors[t];
      const std::string_view colour = colours_[static_cast<int>(t)];
      if (std::ranges::find(said, colour) != said.end()) continue;
      said.push_back(colour);
      out_ += fmt::format("    legend{} [label={}, fillcolor=\"{}\"];\n", t,
                          Quoted(tensor.sharding.empty() ? "no sharding"
                                 : IsSharded(tensor)     ? tensor.sharding
                                                         : "replicated"),
                          colour);
    }
    out_ += "  }\n";
  }

  const ProgramGraph& graph_;
  const Colours colours_;
  std::vector<std::vector<int>> arguments_;
  std::string out_;
};

Json Attributes(const GraphTensor& tensor) {
  Json attributes = Json::array();
  const auto add = [&](const char* key, const std::string& value) {
    attributes.push_back({{"key", key}, {"value", value}});
  };
  add("type", tensor.type);
  if (!tensor.sharding.empty()) add("sharding", tensor.sharding);
  if (tensor.shape) {
    add("local shape", ShapeText(tensor.local_shape));
    add("bytes per device", BytesText(tensor.local_bytes));
  }
  return attributes;
}

class ModelExplorerWriter {
 public:
  explicit ModelExplorerWriter(const ProgramGraph& graph)
      : graph_(graph), colours_(graph), namespaces_(graph.ops.size()) {}

  Json Write(const std::string& name) {
    Json nodes = Json::array();
    std::vector<bool> has_inner = Nesting(graph_).has_inner;
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (!IsDrawn(op)) continue;
      const std::string around =
          op.parent >= 0 ? namespaces_[static_cast<size_t>(op.parent)] : "";
      const std::string slash = around.empty() ? "" : "/";
      if (IsFunction(graph_, i)) {
        const auto function = static_cast<size_t>(op.function);
        namespaces_[i] = around + slash + "@" + graph_.functions[function].name;
        continue;
      }
      namespaces_[i] = fmt::format("{}{}{}_{}", around, slash, LabelOf(op), i);
      nodes.push_back(OpNode(i, around));
    }
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (value.is_argument && value.op >= 0) {
        nodes.push_back(ArgumentNode(static_cast<int>(v)));
      }
    }
    Json graph = {{"id", name}, {"nodes", std::move(nodes)}};
    Json document;
    document["label"] = name;
    document["graphs"] = Json::array({std::move(graph)});
    return document;
  }

 private:
  Json OpNode(size_t i, const std::string& around) const {
    const GraphOp& op = graph_.ops[i];
    Json node = {{"id", fmt::format("op{}", i)},
                 {"label", LabelOf(op)},
                 {"namespace", around}};
    node["attrs"] = Json::array({{{"key", "op"}, {"value", op.name}}});
    if (op.line > 0) {
      node["attrs"].push_back(
          {{"key", "at"},
           {"value", fmt::format("{}:{}:{}", op.file, op.line, op.column)}});
    }
    node["incomingEdges"] = Json::array();
    for (size_t k = 0; k < op.operands.size(); ++k) {
      if (op.operands[k] < 0) continue;
      const GraphValue& source =
          graph_.values[static_cast<size_t>(op.operands[k])];
      node["incomingEdges"].push_back(
          {{"sourceNodeId", NodeOf(graph_, op.operands[k])},
           {"sourceNodeOutputId",
            std::to_string(source.is_argument ? 0 : source.index)},
           {"targetNodeInputId", std::to_string(k)}});
    }
    node["outputsMetadata"] = Json::array();
    std::string_view colour = kNoSharding;
    for (int r = 0; r < op.result_count; ++r) {
      const int value = op.first_result + r;
      if (r == 0) {
        colour = colours_[graph_.values[static_cast<size_t>(value)].tensor];
      }
      node["outputsMetadata"].push_back(
          {{"id", std::to_string(r)},
           {"attrs", Attributes(TensorOf(graph_, value))}});
    }
    node["style"] = {{"backgroundColor", colour}};
    return node;
  }

  Json ArgumentNode(int value) const {
    const GraphValue& row = graph_.values[static_cast<size_t>(value)];
    Json node = {{"id", fmt::format("v{}", value)},
                 {"label", row.name},
                 {"namespace", namespaces_[static_cast<size_t>(row.op)]},
                 {"incomingEdges", Json::array()}};
    node["outputsMetadata"] = Json::array(
        {{{"id", "0"}, {"attrs", Attributes(TensorOf(graph_, value))}}});
    node["style"] = {{"backgroundColor", colours_[row.tensor]}};
    return node;
  }

  const ProgramGraph& graph_;
  const Colours colours_;
  std::vector<std::string> namespaces_;  // of what is inside an op
};

}  // namespace

std::string DotText(const ProgramGraph& graph) {
  return DotWriter(graph).Write();
}

std::string ModelExplorerJson(const ProgramGraph& graph,
                              const std::string& name) {
  return ModelExplorerWriter(graph).Write(name).dump(
             1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace shardflow
