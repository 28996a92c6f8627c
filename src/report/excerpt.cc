#include "shardflow/excerpt.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "ops/code_places.h"
#include "ops/user_names.h"

namespace shardflow {
namespace {

// Lists of numbers, one for each row.
class Lists {
 public:
  explicit Lists(size_t rows) : first_(rows + 1, 0) {}

  // Call it for every pair, then Begin(), and then Add() for every pair.
  void Count(int row) { ++first_[static_cast<size_t>(row) + 1]; }
  void Begin() {
    for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    items_.resize(first_.back());
    at_.assign(first_.begin(), first_.end() - 1);
  }
  void Add(int row, int item) {
    items_[at_[static_cast<size_t>(row)]++] = item;
  }

  template <class Visit>
  void Each(int row, Visit visit) const {
    const auto i = static_cast<size_t>(row);
    for (size_t k = first_[i]; k < first_[i + 1]; ++k) visit(items_[k]);
  }

 private:
  std::vector<size_t> first_, at_;
  std::vector<int> items_;
};

bool IsBelow(std::string_view path, std::string_view scope) {
  return path.starts_with(scope) &&
         (path.size() == scope.size() || path[scope.size()] == '/');
}

// What is drawn as one node: an op with its results, or an argument of a block.
// Numbers below the number of ops are ops, others arguments' values.
class Nodes {
 public:
  explicit Nodes(const ProgramGraph& graph)
      : graph_(graph), sources_(Count()), users_(Count()) {
    EachEdge([&](int from, int to) {
      sources_.Count(to);
      users_.Count(from);
    });
    sources_.Begin();
    users_.Begin();
    EachEdge([&](int from, int to) {
      sources_.Add(to, from);
      users_.Add(from, to);
    });
  }

  size_t Count() const { return graph_.ops.size() + graph_.values.size(); }
  int OfValue(int value) const {
    const GraphValue& row = graph_.values[static_cast<size_t>(value)];
    return row.is_argument || row.op < 0
               ? static_cast<int>(graph_.ops.size()) + value
               : row.op;
  }
  const Lists& sources() const { return sources_; }
  const Lists& users() const { return users_; }

 private:
  const GraphOp& Op(int op) const {
    return graph_.ops[static_cast<size_t>(op)];
  }
  bool IsFunction(int op) const {
    const int function = Op(op).function;
    return function >= 0 &&
           graph_.functions[static_cast<size_t>(function)].op == op;
  }

  template <class Visit>
  void EachEdge(Visit visit) const {
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      const GraphOp& op = graph_.ops[i];
      int to = static_cast<int>(i);
      if (op.terminator) {
        // What a region gives back is its op's result.
        if (op.parent < 0 || IsFunction(op.parent)) continue;
        to = op.parent;
      }
      for (const int operand : op.operands) {
        if (operand >= 0) visit(OfValue(operand), to);
      }
    }
    // What is carried into a region.
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (!value.is_argument || value.op < 0 || IsFunction(value.op)) continue;
      const std::vector<int>& operands = Op(value.op).operands;
      const auto k = static_cast<size_t>(value.index);
      if (k < operands.size() && operands[k] >= 0) {
        visit(OfValue(operands[k]), OfValue(static_cast<int>(v)));
      }
    }
  }

  const ProgramGraph& graph_;
  Lists sources_, users_;
};

class Chooser {
 public:
  Chooser(const ProgramGraph& graph, const ExcerptRequest& request)
      : graph_(graph),
        request_(request),
        nodes_(graph),
        chosen_(nodes_.Count(), false) {}

  void Choose() {
    std::vector<int> begin;
    for (const int value : request_.around) {
      begin.push_back(nodes_.OfValue(value));
    }
    for (const int node : begin) Take(node);
    Walk(begin, nodes_.sources());
    Walk(begin, nodes_.users());
    if (!request_.scope.empty()) TakeScope();
  }

  bool Has(int node) const { return chosen_[static_cast<size_t>(node)]; }
  const Nodes& nodes() const { return nodes_; }
  size_t left_out() const { return left_out_; }

 private:
  // False: it was there, or there is no room.
  bool Take(int node) {
    if (Has(node)) return false;
    if (taken_ == request_.most) {
      ++left_out_;
      return false;
    }
    chosen_[static_cast<size_t>(node)] = true;
    ++taken_;
    return true;
  }

  // In one direction, so that the other users of an argument, which may be all
  // of the program, are not near.
  void Walk(std::vector<int> nodes, const Lists& next) {
    std::vector<bool> seen(nodes_.Count(), false);
    for (const int node : nodes) seen[static_cast<size_t>(node)] = true;
    for (int step = 0; step < request_.depth && !nodes.empty(); ++step) {
      std::vector<int> reached;
      for (const int node : nodes) {
        next.Each(node, [&](int other) {
          if (seen[static_cast<size_t>(other)]) return;
          seen[static_cast<size_t>(other)] = true;
          if (Take(other) || Has(other)) reached.push_back(other);
        });
      }
      nodes = std::move(reached);
    }
  }

  void TakeScope() {
    std::vector<int> inside;
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      const GraphOp& op = graph_.ops[i];
      if (op.result_count > 0 && op.function >= 0 &&
          IsBelow(internal::ScopeOfLabel(op.label), request_.scope)) {
        inside.push_back(static_cast<int>(i));
      }
    }
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (value.is_argument && !value.label.empty() &&
          IsBelow(internal::NamePath(value.label), request_.scope)) {
        inside.push_back(nodes_.OfValue(static_cast<int>(v)));
      }
    }
    for (const int node : inside) Take(node);
    for (const int node : inside) {
      nodes_.sources().Each(node, [&](int other) { Take(other); });
    }
  }

  const ProgramGraph& graph_;
  const ExcerptRequest& request_;
  const Nodes nodes_;
  std::vector<bool> chosen_;
  size_t taken_ = 0, left_out_ = 0;
};

// Copies what was chosen, and numbers it anew.
class Copier {
 public:
  Copier(const ProgramGraph& graph, const Chooser& chosen)
      : graph_(graph),
        chosen_(chosen),
        ops_(graph.ops.size(), -1),
        values_(graph.values.size(), -1),
        tensors_(graph.tensors.size(), -1) {}

  GraphExcerpt Copy(const std::vector<int>& around) {
    out_.graph.meshes = graph_.meshes;
    NumberOps();
    NumberValues();
    CopyFunctions();
    CopyOps();
    for (const int value : around) {
      const int copy = values_[static_cast<size_t>(value)];
      if (copy >= 0) out_.around.push_back(copy);
    }
    out_.left_out = chosen_.left_out();
    return std::move(out_);
  }

 private:
  void NumberOps() {
    std::vector<bool> kept(graph_.ops.size(), false);
    const auto keep = [&](int op) {
      for (; op >= 0 && !kept[static_cast<size_t>(op)];
           op = graph_.ops[static_cast<size_t>(op)].parent) {
        kept[static_cast<size_t>(op)] = true;
      }
    };
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      if (chosen_.Has(static_cast<int>(i))) keep(static_cast<int>(i));
    }
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      if (IsKept(static_cast<int>(v))) keep(graph_.values[v].op);
    }
    int count = 0;
    for (size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) ops_[i] = count++;
    }
  }

  bool IsKept(int value) const {
    return chosen_.Has(chosen_.nodes().OfValue(value));
  }

  void NumberValues() {
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      if (!IsKept(static_cast<int>(v))) continue;
      values_[v] = static_cast<int>(out_.graph.values.size());
      GraphValue& value = out_.graph.values.emplace_back(graph_.values[v]);
      value.op = value.op < 0 ? -1 : ops_[static_cast<size_t>(value.op)];
      int& tensor = tensors_[static_cast<size_t>(value.tensor)];
      if (tensor < 0) {
        tensor = static_cast<int>(out_.graph.tensors.size());
        out_.graph.tensors.push_back(
            graph_.tensors[static_cast<size_t>(value.tensor)]);
      }
      value.tensor = tensor;
    }
  }

  void CopyFunctions() {
    functions_.assign(graph_.functions.size(), -1);
    for (size_t f = 0; f < graph_.functions.size(); ++f) {
      const GraphFunction& function = graph_.functions[f];
      const int op =
          function.op < 0 ? -1 : ops_[static_cast<size_t>(function.op)];
      if (op < 0) continue;
      functions_[f] = static_cast<int>(out_.graph.functions.size());
      GraphFunction& copy = out_.graph.functions.emplace_back();
      copy.name = function.name;
      copy.op = op;
      for (const int argument : function.arguments) {
        const int value = values_[static_cast<size_t>(argument)];
        if (value >= 0) copy.arguments.push_back(value);
      }
    }
  }

  void CopyOps() {
    for (size_t i = 0; i < graph_.ops.size(); ++i) {
      if (ops_[i] < 0) continue;
      GraphOp& op = out_.graph.ops.emplace_back(graph_.ops[i]);
      if (op.parent >= 0) op.parent = ops_[static_cast<size_t>(op.parent)];
      if (op.function >= 0) {
        op.function = functions_[static_cast<size_t>(op.function)];
      }
      if (!chosen_.Has(static_cast<int>(i))) {
        op.operands.clear();
        op.result_count = 0;
        op.first_result = -1;
        continue;
      }
      for (int& operand : op.operands) {
        if (operand >= 0) operand = values_[static_cast<size_t>(operand)];
      }
      if (op.first_result >= 0 && op.result_count > 0) {
        op.first_result = values_[static_cast<size_t>(op.first_result)];
      }
    }
  }

  const ProgramGraph& graph_;
  const Chooser& chosen_;
  // The copies' numbers, by the original's; -1: none.
  std::vector<int> ops_, values_, tensors_, functions_;
  GraphExcerpt out_;
};

}  // namespace

GraphExcerpt Excerpt(const ProgramGraph& graph, const ExcerptRequest& request) {
  Chooser chooser(graph, request);
  chooser.Choose();
  return Copier(graph, chooser).Copy(request.around);
}

}  // namespace shardflow
