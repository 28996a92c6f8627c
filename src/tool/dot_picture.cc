#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tool/graph_pictures.h"
#include "tool/naming.h"
#include "tool/scope_tree.h"
#include "tool/table.h"

// Writes the graph for Graphviz.

namespace shardflow {
namespace {

std::string DotQuoted(std::string_view text) {
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

class DotWriter {
 public:
  DotWriter(const ProgramGraph& graph, const DotOptions& options,
            const PictureSink& sink)
      : graph_(graph),
        options_(options),
        colours_(graph),
        scopes_(graph),
        ops_(graph.ops.size(), !options.part),
        arguments_(graph.values.size(), !options.part),
        out_(sink) {
    if (options.part) {
      for (const int op : options.part->ops) {
        ops_[static_cast<size_t>(op)] = true;
      }
      for (const int value : options.part->arguments) {
        arguments_[static_cast<size_t>(value)] = true;
      }
    }
    FindClosed();
    FillBoxes();
  }

  void Write() {
    out_.text() =
        "digraph program {\n"
        "  node [shape=box, style=filled, fontname=\"monospace\", "
        "fontsize=10];\n"
        "  edge [arrowsize=0.6];\n"
        "  compound=true;\n";
    // The size of a landscape page. Graphviz scales larger pictures down.
    if (options_.part) out_.text() += "  size=\"10.5,7.5\";\n";
    Boxes();
    Edges();
    if (options_.part && options_.part->left_out > 0) {
      out_.Print(
          "  left_out [label=\"... {} more that are as near\", "
          "shape=plaintext, style=\"\"];\n",
          options_.part->left_out);
    }
    if (!options_.part) Legend();
    out_.text() += "}\n";
    out_.Flush(0);
  }

 private:
  // What a node stands for: an op, or an argument of a function or block.
  struct NodeRef {
    bool is_argument = false;
    int row = 0;  // in ProgramGraph::values for an argument, otherwise in ops
  };
  // A box that is drawn as one node.
  struct Closed {
    size_t ops = 0;
    size_t arguments = 0;
    int64_t bytes = 0;  // bytes of the box's arguments on a device
  };

  static size_t At(int row) { return static_cast<size_t>(row); }

  // For each box, finds the outermost closed box around it, or -1.
  void FindClosed() {
    closed_in_.assign(scopes_.boxes().size(), -1);
    left_out_.assign(scopes_.boxes().size(), false);
    if (options_.depth < 0 || options_.part) return;
    for (size_t b = 0; b < scopes_.boxes().size(); ++b) {
      const ScopeBox& box = scopes_.boxes()[b];
      left_out_[b] = (box.op >= 0 && !IsPath(box.op)) ||
                     (box.parent >= 0 && left_out_[At(box.parent)]);
      if (box.parent >= 0 && closed_in_[At(box.parent)] >= 0) {
        closed_in_[b] = closed_in_[At(box.parent)];
      } else if (box.op < 0 && box.scopes >= std::max(options_.depth, 1)) {
        closed_in_[b] = static_cast<int>(b);
      }
    }
  }

  // Whether the program's data flows through the op's regions. It doesn't for a
  // reduction, whose regions only compute scalars. In a picture of scopes, it
  // doesn't for functions other than main.
  bool IsPath(int op) const {
    const GraphOp& row = graph_.ops[At(op)];
    if (IsFunction(graph_, At(op))) {
      return graph_.functions.size() == 1 ||
             graph_.functions[At(row.function)].name == "main";
    }
    constexpr std::string_view kControl[] = {
        "while", "case", "if", "manual_computation", "named_computation"};
    return std::ranges::find(kControl, ShortOpName(row)) != std::end(kControl);
  }

  // Whether the op has no box of its own in a picture of scopes. All such ops
  // in an open box are drawn as one node.
  bool IsOther(int op) const {
    if (options_.depth < 0 || options_.part || op < 0) return false;
    const int inside = scopes_.Inside(op);
    return scopes_.OfOp(op) >= 0 && (inside < 0 || left_out_[At(inside)]);
  }

  int ClosedAround(int box) const { return box < 0 ? -1 : closed_in_[At(box)]; }

  // Finds the nodes that are drawn in each box, and the boxes that aren't
  // empty.
  void FillBoxes() {
    const size_t count = scopes_.boxes().size();
    nodes_.resize(count + 1);
    children_.resize(count + 1);
    closed_.resize(count);
    others_.resize(count);
    std::vector<bool> drawn(count, false);
    const auto put = [&](int box, NodeRef node) {
      if (box >= 0 && left_out_[At(box)]) return;
      if (const int closed = ClosedAround(box); closed >= 0) {
        Closed& row = closed_[At(closed)];
        if (!node.is_argument) {
          ++row.ops;
        } else if (IsFunction(graph_, At(graph_.values[At(node.row)].op))) {
          ++row.arguments;
          row.bytes =
              AddBytes(row.bytes, TensorOf(graph_, node.row).local_bytes);
        }
        box = closed;
      } else if (!node.is_argument && IsOther(node.row)) {
        ++others_[At(box)];
      } else {
        nodes_[At(box + 1)].push_back(node);
      }
      for (; box >= 0 && !drawn[At(box)];
           box = scopes_.boxes()[At(box)].parent) {
        drawn[At(box)] = true;
      }
    };
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (!value.is_argument || value.op < 0 || !arguments_[v]) continue;
      const int row = static_cast<int>(v);
      put(scopes_.OfArgument(row), {.is_argument = true, .row = row});
    }
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      if (!IsDrawn(graph_.ops[i]) || IsFunction(graph_, i) || !ops_[i]) {
        continue;
      }
      const int row = static_cast<int>(i);
      put(scopes_.OfOp(row), {.is_argument = false, .row = row});
    }
    for (size_t b = 0; b < count; ++b) {
      const int row = static_cast<int>(b);
      if (!drawn[b]) continue;
      const int parent = scopes_.boxes()[b].parent;
      if (ClosedAround(parent) < 0) children_[At(parent + 1)].push_back(row);
    }
  }

  // Not recursive, because regions may be deeply nested.
  void Boxes() {
    struct Open {
      int box;
      size_t next;  // index of the next child
    };
    std::vector<Open> open = {{-1, 0}};
    Nodes(-1, 0);
    while (!open.empty() && out_.Flush()) {
      Open& top = open.back();
      const std::vector<int>& children = children_[At(top.box + 1)];
      if (top.next == children.size()) {
        open.pop_back();
        if (open.empty()) break;
        Indent(open.size() - 1);
        out_.text() += "}\n";
        continue;
      }
      const int box = children[top.next++];
      if (ClosedAround(box) == box) {
        ClosedNode(box, open.size() - 1);
        continue;
      }
      Indent(open.size() - 1);
      out_.Print("subgraph cluster_{} {{ label={};\n", box,
                 DotQuoted(scopes_.boxes()[At(box)].label));
      Nodes(box, open.size());
      open.push_back({box, 0});
    }
  }

  void Indent(size_t depth) { out_.text().append(2 * (depth + 1), ' '); }

  void Nodes(int box, size_t depth) {
    for (const NodeRef node : nodes_[At(box + 1)]) {
      if (!out_.Flush()) return;
      if (node.is_argument) {
        Argument(node.row, depth);
      } else {
        Node(At(node.row), depth);
      }
    }
    if (box < 0 || others_[At(box)] == 0) return;
    Indent(depth);
    out_.Print("others{} [label=\"{} other op{}\", fillcolor=\"#ffffff\"];\n",
               box, others_[At(box)], others_[At(box)] == 1 ? "" : "s");
  }

  // Returns the attribute for a thick border if the picture is about this node,
  // or "" otherwise.
  static std::string_view BorderOf(bool is_centre) {
    return is_centre ? ", penwidth=3" : "";
  }

  bool IsCentreOp(int op) const {
    return std::ranges::any_of(options_.centre, [&](int value) {
      const GraphValue& row = graph_.values[At(value)];
      return !row.is_argument && row.op == op;
    });
  }

  // Returns the shapes, each on its own line if the picture is for a page.
  std::string ShapeLines(const GraphTensor& tensor) const {
    std::string text = ShapesOf(tensor);
    const size_t comma = text.find(", a device");
    if (options_.part && comma != std::string::npos) {
      text.replace(comma, 2, "\n");
    }
    return text;
  }

  void AppendSharding(const GraphTensor& tensor, std::string& label) const {
    if (tensor.sharding.empty()) return;
    label += "\n" + ShardingShown(graph_, tensor, options_.spec);
  }

  void Node(size_t i, size_t depth) {
    const GraphOp& op = graph_.ops[i];
    std::string label = OpCalled(op);
    std::string_view colour = kNoSharding;
    for (int r = 0; r < op.result_count; ++r) {
      const int value = op.first_result + r;
      const GraphTensor& tensor = TensorOf(graph_, value);
      if (r == 0) colour = colours_[graph_.values[At(value)].tensor];
      label += "\n" + ShapeLines(tensor);
      AppendSharding(tensor, label);
    }
    Indent(depth);
    out_.Print("op{} [label={}, fillcolor=\"{}\"{}];\n", i, DotQuoted(label),
               colour, BorderOf(IsCentreOp(static_cast<int>(i))));
  }

  void Argument(int value, size_t depth) {
    const GraphTensor& tensor = TensorOf(graph_, value);
    std::string label =
        scopes_.ArgumentLabel(value) + "\n" + ShapeLines(tensor);
    AppendSharding(tensor, label);
    Indent(depth);
    const bool is_centre =
        std::ranges::find(options_.centre, value) != options_.centre.end();
    out_.Print("v{} [label={}, fillcolor=\"{}\", shape=ellipse{}];\n", value,
               DotQuoted(label), colours_[graph_.values[At(value)].tensor],
               BorderOf(is_centre));
  }

  void ClosedNode(int box, size_t depth) {
    const Closed& row = closed_[At(box)];
    std::string label = scopes_.boxes()[At(box)].label;
    if (row.arguments > 0) {
      label += fmt::format("\n{} tensor{}, {} on a device", row.arguments,
                           row.arguments == 1 ? "" : "s", BytesText(row.bytes));
    }
    if (row.ops > 0) {
      label += fmt::format("\n{} op{}", row.ops, row.ops == 1 ? "" : "s");
    }
    Indent(depth);
    out_.Print("box{} [label={}, fillcolor=\"#ffffff\", peripheries=2];\n", box,
               DotQuoted(label));
  }

  // Returns the node that represents an op or an argument, or "" if it isn't
  // drawn.
  std::string Shown(int box, const std::string& node, bool drawn,
                    bool is_other) const {
    if (!drawn || (box >= 0 && left_out_[At(box)])) return "";
    const int closed = ClosedAround(box);
    if (closed >= 0) return fmt::format("box{}", closed);
    return is_other ? fmt::format("others{}", box) : node;
  }

  void Edges() {
    // There can be many edges between two closed boxes. Only one is drawn.
    std::map<std::pair<std::string, std::string>, size_t> between;
    for (size_t i = 0; i < graph_.ops.size() && out_.Flush(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (!IsDrawn(op)) continue;
      const int row = static_cast<int>(i);
      const std::string to = Shown(scopes_.OfOp(row), fmt::format("op{}", i),
                                   ops_[i], IsOther(row));
      if (to.empty()) continue;
      for (const int operand : op.operands) {
        if (operand < 0) continue;
        const GraphValue& source = graph_.values[At(operand)];
        const int box = source.is_argument ? scopes_.OfArgument(operand)
                                           : scopes_.OfOp(source.op);
        const std::string from = Shown(
            box, NodeOf(graph_, operand),
            source.is_argument ? arguments_[At(operand)] : ops_[At(source.op)],
            !source.is_argument && IsOther(source.op));
        if (from.empty()) continue;
        if (options_.depth >= 0 && !options_.part) {
          if (from != to) ++between[{from, to}];
        } else {
          out_.Print("  {} -> {};\n", from, to);
        }
      }
    }
    for (const auto& [ends, count] : between) {
      out_.Print("  {} -> {}", ends.first, ends.second);
      if (count > 1) out_.Print(" [label=\"{}\", fontsize=9]", count);
      out_.text() += ";\n";
    }
  }

  bool IsTensorShown(size_t tensor) const {
    return tensors_shown_.empty() || tensors_shown_[tensor];
  }

  void FindTensorsShown() {
    tensors_shown_.assign(graph_.tensors.size(), false);
    for (const std::vector<NodeRef>& nodes : nodes_) {
      for (const NodeRef node : nodes) {
        if (node.is_argument) {
          tensors_shown_[At(graph_.values[At(node.row)].tensor)] = true;
          continue;
        }
        const GraphOp& op = graph_.ops[At(node.row)];
        for (int r = 0; r < op.result_count; ++r) {
          const GraphValue& value = graph_.values[At(op.first_result + r)];
          tensors_shown_[At(value.tensor)] = true;
        }
      }
    }
  }

  // Writes the colour key, which has an entry for each colour in the picture.
  void Legend() {
    FindTensorsShown();
    out_.text() += "  subgraph cluster_legend { label=\"shardings\";\n";
    std::vector<std::string_view> said;
    for (size_t t = 0; t < graph_.tensors.size(); ++t) {
      if (!IsTensorShown(t)) continue;
      const GraphTensor& tensor = graph_.tensors[t];
      const std::string_view colour = colours_[static_cast<int>(t)];
      if (std::ranges::find(said, colour) != said.end()) continue;
      said.push_back(colour);
      out_.Print("    legend{} [label={}, fillcolor=\"{}\"];\n", t,
                 DotQuoted(tensor.sharding.empty() ? "no sharding"
                           : IsSharded(tensor)
                               ? ShardingShown(graph_, tensor, options_.spec)
                               : "replicated"),
                 colour);
    }
    out_.text() += "  }\n";
  }

  const ProgramGraph& graph_;
  const DotOptions& options_;
  const Colours colours_;
  const ScopeTree scopes_;
  std::vector<bool> ops_, arguments_;  // whether they are drawn
  std::vector<int> closed_in_;
  // Whether nothing in the box is drawn, indexed by box.
  std::vector<bool> left_out_;
  std::vector<Closed> closed_;
  std::vector<size_t> others_;  // indexed by box
  // The nodes and the boxes directly in each box, indexed by box + 1.
  std::vector<std::vector<NodeRef>> nodes_;
  std::vector<std::vector<int>> children_;
  std::vector<bool> tensors_shown_;
  Pieces out_;
};

}  // namespace

void WriteDot(const ProgramGraph& graph, const DotOptions& options,
              const PictureSink& sink) {
  DotWriter(graph, options, sink).Write();
}

}  // namespace shardflow
