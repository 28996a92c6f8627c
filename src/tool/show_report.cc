#include "tool/show_report.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tool/device_grid.h"
#include "tool/json_text.h"
#include "tool/naming.h"
#include "tool/show_groups.h"
#include "tool/table.h"

namespace shardflow {
namespace {

const GraphTensor& TensorAt(const ProgramGraph& graph, int tensor) {
  return graph.tensors[static_cast<size_t>(tensor)];
}

const GraphValue& ValueAt(const ProgramGraph& graph, int value) {
  return graph.values[static_cast<size_t>(value)];
}

bool HasShards(const GraphTensor& tensor) {
  return std::ranges::any_of(tensor.shards,
                             [](int64_t shards) { return shards > 1; });
}

std::string LocalShown(const GraphTensor& tensor) {
  if (!tensor.shape) return "?";
  return tensor.local_shape == *tensor.shape && !tensor.shape->empty()
             ? "all"
             : ShapeText(tensor.local_shape);
}

// Returns the name to show. For a value made by a pass, this is the name of the
// original value, followed by the op.
std::string NameShown(const ProgramGraph& graph, int row) {
  const GraphValue& value = ValueAt(graph, row);
  const GraphOp& op = graph.ops[static_cast<size_t>(value.op)];
  const std::string path = PathOfValue(graph, row);
  if (!path.empty()) return path;
  if (!value.named) return std::string(op.name);
  std::string name(value.name);
  // A value made by a pass.
  if (op.sdy) name.append(" ").append(op.name);
  return name;
}

// Returns a note that supplements the row's name, such as "%5 at step.py:12".
std::string NoteOf(const ProgramGraph& graph, int row) {
  const GraphValue& value = ValueAt(graph, row);
  const GraphOp& op = graph.ops[static_cast<size_t>(value.op)];
  std::string note;
  if (value.named && !LabelOf(graph, row).empty()) note = value.name;
  const std::string manual = ManualShown(graph, row);
  if (!manual.empty()) {
    note += fmt::format("{}manual over {}", note.empty() ? "" : ", ", manual);
  }
  const std::string place = PlaceShown(op);
  if (!place.empty()) note += (note.empty() ? "at " : " at ") + place;
  return note;
}

// If `per_device` is set, the type is the type of one device's part, as inside
// a shard_map.
std::vector<Cell> RowOf(const ProgramGraph& graph, std::string name, int tensor,
                        bool spec, std::string note = {},
                        bool per_device = false) {
  const GraphTensor& row = TensorAt(graph, tensor);
  const bool sharded = HasShards(row);
  const std::string local =
      per_device && row.shape ? ShapeText(row.local_shape) : LocalShown(row);
  return {{std::move(name)},
          {std::string(TypeText(row))},
          {local, sharded ? std::optional(Color::kGreen) : std::nullopt},
          {BytesText(row.local_bytes)},
          {ShardingShown(graph, row, spec),
           row.sharding.empty() ? Color::kDim : Color::kCyan, std::move(note)}};
}

Table NewTable(std::string name) {
  std::vector<Table::Column> columns = {{std::move(name)}};
  for (const char* heading : {"type", "shard"}) {
    columns.push_back({heading});
  }
  columns.push_back({"bytes", true});
  columns.push_back({"sharding"});
  return Table(std::move(columns));
}

// Returns the `count` op results that take up the most bytes on a device,
// largest first. Omits results whose size is 0 or unknown.
std::vector<int> LargestValues(const ProgramGraph& graph, size_t count) {
  std::vector<int> values;
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const GraphValue& value = graph.values[v];
    const GraphTensor& tensor = TensorAt(graph, value.tensor);
    if (!value.is_argument && tensor.local_bytes > 0) {
      values.push_back(static_cast<int>(v));
    }
  }
  const auto larger = [&](int a, int b) {
    const int64_t bytes_a =
        TensorAt(graph, ValueAt(graph, a).tensor).local_bytes;
    const int64_t bytes_b =
        TensorAt(graph, ValueAt(graph, b).tensor).local_bytes;
    return bytes_a != bytes_b ? bytes_a > bytes_b : a < b;
  };
  const size_t kept = std::min(count, values.size());
  std::partial_sort(values.begin(),
                    values.begin() + static_cast<std::ptrdiff_t>(kept),
                    values.end(), larger);
  values.resize(kept);
  return values;
}

// Returns the result's label, such as "result/0/loss", or its number.
std::string ResultCalled(const GraphFunction& function, size_t result) {
  const std::string& label = function.result_labels[result];
  return label.empty() ? std::to_string(result) : LabelPath(label);
}

struct Totals {
  int64_t bytes = 0;
  int64_t local_bytes = 0;
  bool is_partial = false;  // whether there are tensors of unknown size
};

Totals Sum(const ProgramGraph& graph, const std::vector<int>& tensors) {
  Totals totals;
  for (const int tensor : tensors) {
    const GraphTensor& row = TensorAt(graph, tensor);
    const auto add = [](int64_t& sum, int64_t bytes) {
      if (bytes <= 0) return;
      sum = bytes > INT64_MAX - sum ? INT64_MAX : sum + bytes;
    };
    add(totals.bytes, row.bytes);
    add(totals.local_bytes, row.local_bytes);
    totals.is_partial |= row.bytes < 0 && !row.element.empty();
  }
  return totals;
}

std::vector<int> TensorsOf(const ProgramGraph& graph,
                           const std::vector<int>& values) {
  std::vector<int> tensors;
  for (const int value : values) {
    tensors.push_back(ValueAt(graph, value).tensor);
  }
  return tensors;
}

void AppendSection(const ProgramGraph& graph, const std::string& what,
                   const std::vector<int>& tensors,
                   const std::vector<std::string>& names,
                   const ShowSizes& sizes, const Terminal& terminal,
                   std::string& out) {
  if (tensors.empty()) return;
  Table table = NewTable(what);
  const size_t shown =
      sizes.all ? tensors.size() : std::min(sizes.rows, tensors.size());
  for (size_t i = 0; i < shown; ++i) {
    table.Add(RowOf(graph, names[i], tensors[i], sizes.spec));
  }
  out += table.ToString(terminal);
  if (shown < tensors.size()) {
    out += fmt::format("  ... {} more (--all)\n", tensors.size() - shown);
  }
  const Totals totals = Sum(graph, tensors);
  out +=
      fmt::format("  in all {} on each device, of {}{}\n",
                  BytesText(totals.local_bytes), BytesText(totals.bytes),
                  totals.is_partial ? ", without those of unknown size" : "");
}

void AppendMeshes(const ProgramGraph& graph, const ShowSizes& sizes,
                  const Terminal& terminal, std::string& out) {
  for (const GraphMesh& mesh : graph.meshes) {
    const std::string name =
        mesh.mesh.name.empty() ? "(inlined)" : "@" + mesh.mesh.name;
    const std::string text = sizes.all ? mesh.text : ShortMesh(mesh.text);
    const std::string devices = fmt::format("  {} device{}\n", mesh.devices,
                                            mesh.devices == 1 ? "" : "s");
    const size_t width = DisplayWidth("mesh " + name + "  " + text + devices);
    const bool fits =  // + 1: `devices` ends in a newline
        !terminal.fits || width <= terminal.columns + 1;
    out += "mesh " + Paint(name, Color::kBold, terminal.color_out);
    if (fits) out += "  " + text;
    out += devices;
    if (!fits) out += HangingText(text, terminal);
  }
  if (graph.meshes.empty()) out += "no mesh\n";
}

// Returns the groups of arguments or of op results if they deserve a table:
// there must be several groups, and at least one must have a scope and two or
// more tensors.
std::vector<TensorGroup> ShownGroups(std::vector<TensorGroup> groups,
                                     bool arguments) {
  std::erase_if(groups, [&](const TensorGroup& group) {
    return group.arguments != arguments;
  });
  const bool any_scope =
      std::ranges::any_of(groups, [](const TensorGroup& group) {
        return !group.scope.empty() && group.tensors > 1;
      });
  return any_scope && groups.size() > 1 ? groups : std::vector<TensorGroup>();
}

void AppendGroups(const ProgramGraph& graph, const ShowSizes& sizes,
                  const Terminal& terminal, std::string& out) {
  if (sizes.depth <= 0) return;
  const std::vector<TensorGroup> all = GroupsOf(graph, sizes.depth);
  for (const bool arguments : {true, false}) {
    const std::vector<TensorGroup> groups = ShownGroups(all, arguments);
    if (groups.empty()) continue;
    Table table({{arguments ? "arguments" : "made by ops"},
                 {"tensors", true},
                 {"whole", true},
                 {"bytes", true},
                 {"on a device", true}});
    const size_t shown =
        sizes.all ? groups.size() : std::min(sizes.rows, groups.size());
    for (size_t i = 0; i < shown; ++i) {
      const TensorGroup& group = groups[i];
      table.Add(
          {{group.scope.empty() ? "(no scope)" : group.scope},
           {std::to_string(group.tensors)},
           {group.unsharded == 0 ? "-" : std::to_string(group.unsharded),
            group.unsharded == 0 ? std::optional(Color::kDim) : std::nullopt},
           {BytesText(group.bytes)},
           {BytesText(group.local_bytes)}});
    }
    out += "\n" + table.ToString(terminal);
    if (shown < groups.size()) {
      out += fmt::format("  ... {} more (--all)\n", groups.size() - shown);
    }
  }
}

// Returns how many op results are tensors, and how many of these have no
// sharding.
std::pair<size_t, size_t> CountTensors(const ProgramGraph& graph) {
  size_t all = 0, without = 0;
  for (const GraphValue& value : graph.values) {
    const GraphTensor& tensor = TensorAt(graph, value.tensor);
    if (value.is_argument || !tensor.shape) continue;
    ++all;
    without += tensor.sharding.empty();
  }
  return {all, without};
}

Json JsonOf(const GraphTensor& tensor) {
  Json json;
  json["type"] = tensor.type;
  if (tensor.shape) {
    json["shape"] = *tensor.shape;
    json["local_shape"] = tensor.local_shape;
  }
  if (tensor.bytes >= 0) {
    json["bytes"] = tensor.bytes;
    json["local_bytes"] = tensor.local_bytes;
  }
  if (!tensor.sharding.empty()) {
    json["sharding"] = tensor.sharding;
    json["spec"] = tensor.spec;
  }
  return json;
}

Json JsonOf(const ProgramGraph& graph, std::string_view name,
            std::string_view label, int tensor) {
  Json json = {{"name", name}};
  if (!label.empty()) json["label"] = label;
  json.update(JsonOf(TensorAt(graph, tensor)));
  return json;
}

Json NewDocument(const ProgramGraph& graph) {
  Json json = {{"format", "shardflow-show"}, {"version", 1}};
  json["meshes"] = Json::array();
  for (const GraphMesh& mesh : graph.meshes) {
    Json row;
    if (!mesh.mesh.name.empty()) row["name"] = mesh.mesh.name;
    row["mesh"] = mesh.text;
    row["devices"] = mesh.devices;
    json["meshes"].push_back(std::move(row));
  }
  return json;
}

}  // namespace

std::string OverviewText(const ProgramGraph& graph, const ShowSizes& sizes,
                         const Terminal& terminal) {
  std::string out;
  AppendMeshes(graph, sizes, terminal, out);
  AppendGroups(graph, sizes, terminal, out);
  size_t left_out = 0;
  const int main = MainOf(graph);
  for (size_t f = 0; f < graph.functions.size(); ++f) {
    if (!sizes.all && static_cast<int>(f) != main) {
      ++left_out;
      continue;
    }
    const GraphFunction& function = graph.functions[f];
    out += "\n" + Paint("@" + function.name, Color::kBold, terminal.color_out) +
           "\n";
    std::vector<std::string> names;
    for (const int argument : function.arguments) {
      names.push_back(CalledValue(graph, argument));
    }
    AppendSection(graph, "parameter", TensorsOf(graph, function.arguments),
                  names, sizes, terminal, out);
    names.clear();
    for (size_t i = 0; i < function.results.size(); ++i) {
      names.push_back(ResultCalled(function, i));
    }
    AppendSection(graph, "result", function.results, names, sizes, terminal,
                  out);
  }
  if (left_out > 0) {
    out += fmt::format("\n{} more function{} (--all)\n", left_out,
                       left_out == 1 ? "" : "s");
  }
  const std::vector<int> largest = LargestValues(graph, sizes.top);
  if (!largest.empty()) {
    out += "\n" + Paint("largest tensors", Color::kBold, terminal.color_out) +
           "\n";
    Table table = NewTable("value");
    for (const int value : largest) {
      table.Add(RowOf(graph, NameShown(graph, value),
                      ValueAt(graph, value).tensor, sizes.spec,
                      NoteOf(graph, value),
                      !ManualAxesAround(graph, value).empty()));
    }
    out += table.ToString(terminal);
  }
  const auto [all, without] = CountTensors(graph);
  if (without > 0) {
    out +=
        fmt::format("\n{} of {} tensors inside have no sharding{}\n", without,
                    all, sizes.as_is ? " (--as-is: not propagated)" : "");
  }
  return out;
}

std::string OverviewJson(const ProgramGraph& graph, const ShowSizes& sizes) {
  Json json = NewDocument(graph);
  json["functions"] = Json::array();
  for (const GraphFunction& function : graph.functions) {
    Json row = {{"name", function.name},
                {"parameters", Json::array()},
                {"results", Json::array()}};
    for (const int argument : function.arguments) {
      const GraphValue& value = ValueAt(graph, argument);
      row["parameters"].push_back(
          JsonOf(graph, value.name, value.label, value.tensor));
    }
    for (size_t i = 0; i < function.results.size(); ++i) {
      row["results"].push_back(JsonOf(graph, std::to_string(i),
                                      function.result_labels[i],
                                      function.results[i]));
    }
    json["functions"].push_back(std::move(row));
  }
  json["groups"] = Json::array();
  for (const TensorGroup& group : sizes.depth > 0
                                      ? GroupsOf(graph, sizes.depth)
                                      : std::vector<TensorGroup>()) {
    json["groups"].push_back({{"scope", group.scope},
                              {"arguments", group.arguments},
                              {"tensors", group.tensors},
                              {"whole", group.unsharded},
                              {"bytes", group.bytes},
                              {"local_bytes", group.local_bytes}});
  }
  json["largest"] = Json::array();
  for (const int value : LargestValues(graph, sizes.top)) {
    const GraphValue& row = ValueAt(graph, value);
    const GraphOp& op = graph.ops[static_cast<size_t>(row.op)];
    Json tensor = JsonOf(graph, row.name, op.label(), row.tensor);
    tensor["op"] = op.name;
    if (op.line > 0) {
      tensor["line"] = op.line;
      tensor["at"] = fmt::format("{}:{}", op.file(), op.line);
    }
    json["largest"].push_back(std::move(tensor));
  }
  const auto [all, without] = CountTensors(graph);
  json["tensors"] = all;
  json["without_sharding"] = without;
  return IndentedLines(json);
}

std::string TensorText(const ProgramGraph& graph, const ShownTensor& shown,
                       bool spec, const Terminal& terminal) {
  const GraphTensor& tensor = TensorAt(graph, shown.tensor);
  std::string out = Paint(shown.label.empty()
                              ? shown.name
                              : fmt::format("{} ({})", shown.label, shown.name),
                          Color::kBold, terminal.color_out) +
                    "  " + tensor.type;
  if (!shown.op.empty()) out += "  " + shown.op;
  if (!shown.where.empty()) out += "  " + shown.where;
  out += "\n";
  if (!shown.manual.empty()) {
    out += fmt::format(
        "manual over {}: a per-device value, of which each has its own\n",
        shown.manual);
  }
  if (tensor.sharding.empty() || tensor.mesh < 0) {
    if (!shown.manual.empty()) {
      return out + (tensor.shape ? fmt::format("a device holds {}\n",
                                               BytesText(tensor.local_bytes))
                                 : "");
    }
    return out + "no sharding" +
           (tensor.shape ? ": each device holds all of it, " +
                               BytesText(tensor.local_bytes)
                         : "") +
           "\n";
  }
  const GraphMesh& mesh = graph.meshes[static_cast<size_t>(tensor.mesh)];
  out += (spec ? tensor.spec : ShortMesh(tensor.sharding)) + "\n" + "mesh " +
         ShortMesh(mesh.text) + "\n";
  if (!tensor.shape) return out;
  out += fmt::format("each device holds {}, {} of {}\n",
                     ShapeText(tensor.local_shape),
                     BytesText(tensor.local_bytes), BytesText(tensor.bytes));
  const std::string picture = DrawDeviceGrid(tensor, mesh, terminal);
  if (picture.empty()) {
    return out + fmt::format("{} devices are too many to draw\n", mesh.devices);
  }
  return out + "\n" + picture;
}

std::string TensorsJson(const ProgramGraph& graph,
                        const std::vector<ShownTensor>& shown) {
  Json json = NewDocument(graph);
  json["values"] = Json::array();
  for (const ShownTensor& item : shown) {
    Json row = JsonOf(graph, item.name, item.label, item.tensor);
    if (!item.op.empty()) row["op"] = item.op;
    if (!item.where.empty()) row["at"] = item.where;
    if (!item.manual.empty()) row["manual"] = item.manual;
    const GraphTensor& tensor = TensorAt(graph, item.tensor);
    if (tensor.mesh >= 0) {
      row["device_parts"] = Json::array();
      for (const DeviceSlice& part :
           SlicesOf(tensor, graph.meshes[static_cast<size_t>(tensor.mesh)])) {
        row["device_parts"].push_back({{"device", part.device},
                                       {"offsets", part.offsets},
                                       {"sizes", part.sizes}});
      }
    }
    json["values"].push_back(std::move(row));
  }
  return IndentedLines(json);
}

}  // namespace shardflow
