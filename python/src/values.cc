#include "values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "messages.h"
#include "shardflow/graph.h"
#include "shardflow/names.h"
#include "shardflow/reshard.h"
#include "shardflow/sharding.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {
namespace {

void BindMeshes(nb::module_& m) {
  nb::class_<MeshAxisInfo>(m, "MeshAxis", "An axis of a mesh.")
      .def(nb::init<std::string, int64_t>(), "name"_a, "size"_a)
      .def_ro("name", &MeshAxisInfo::name)
      .def_ro("size", &MeshAxisInfo::size,
              "The number of devices along the axis.")
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"));
  nb::class_<MeshInfo>(
      m, "Mesh",
      "A mesh of devices. `device_ids` is empty if they are 0, 1, 2, ...")
      .def(nb::init<std::string, std::vector<MeshAxisInfo>,
                    std::vector<int64_t>>(),
           "name"_a, "axes"_a, "device_ids"_a = std::vector<int64_t>())
      .def_ro("name", &MeshInfo::name)
      .def_ro("axes", &MeshInfo::axes)
      .def_ro("device_ids", &MeshInfo::device_ids)
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

void BindShardings(nb::module_& m) {
  nb::class_<AxisInfo>(m, "Axis",
                       "An axis in a sharding. With a `size`, it is a "
                       "sub-axis: \"x\":(pre_size)size.")
      .def(nb::init<std::string, int64_t, int64_t>(), "name"_a,
           "pre_size"_a = 0, "size"_a = 0)
      .def_ro("name", &AxisInfo::name)
      .def_ro("pre_size", &AxisInfo::pre_size)
      .def_ro("size", &AxisInfo::size)
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"));
  nb::class_<DimShardingInfo>(m, "DimSharding", "One dimension of a sharding.")
      .def(nb::init<std::vector<AxisInfo>, bool, std::optional<int>>(),
           "axes"_a = std::vector<AxisInfo>(), "closed"_a = true,
           "priority"_a = nb::none())
      .def_ro("axes", &DimShardingInfo::axes, "From major to minor.")
      .def_ro("closed", &DimShardingInfo::closed,
              "Whether propagation must not add axes.")
      .def_ro("priority", &DimShardingInfo::priority)
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"));
  nb::class_<ShardingInfo>(m, "Sharding", "The sharding of a tensor.")
      .def(
          "__init__",
          [](ShardingInfo* self, std::string mesh,
             std::vector<DimShardingInfo> dims,
             std::optional<MeshInfo> inlined_mesh) {
            new (self) ShardingInfo{
                std::move(mesh),        std::move(dims), {}, {}, "",
                std::move(inlined_mesh)};
          },
          "mesh"_a, "dims"_a, "inlined_mesh"_a = nb::none())
      .def_static(
          "parse",
          [](const std::string& text) {
            std::vector<Message> messages;
            std::optional<ShardingInfo> sharding =
                ParseSharding(text, messages);
            if (!sharding) RaiseError(messages);
            return *sharding;
          },
          "text"_a,
          "Parses text such as `#sdy.sharding<@mesh, [{\"x\"}, {?}]>`.")
      .def_ro("mesh", &ShardingInfo::mesh, "The mesh's name, or ''.")
      .def_ro("dims", &ShardingInfo::dims)
      .def_ro("replicated", &ShardingInfo::replicated)
      .def_ro("unreduced", &ShardingInfo::unreduced)
      .def_ro("reduction", &ShardingInfo::reduction,
              "How to reduce an unreduced tensor: 'max', 'min', or '' (sum).")
      .def_ro("inlined_mesh", &ShardingInfo::inlined_mesh)
      .def("__str__",
           [](const ShardingInfo& sharding) { return ToText(sharding); })
      .def("__repr__",
           [](const ShardingInfo& sharding) { return ToText(sharding); })
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"));
}

void BindGraph(nb::module_& m) {
  nb::class_<GraphMesh>(m, "GraphMesh", "A mesh of a graph.")
      .def_ro("mesh", &GraphMesh::mesh)
      .def_ro("devices", &GraphMesh::devices);
  nb::class_<GraphTensor>(
      m, "GraphTensor",
      "A type with a sharding. Sizes are in elements. Bytes are -1 if unknown.")
      .def_ro("type", &GraphTensor::type)
      .def_ro("element", &GraphTensor::element)
      .def_ro("shape", &GraphTensor::shape)
      .def_ro("sharding_text", &GraphTensor::sharding)
      .def_ro("spec", &GraphTensor::spec, "\"P('x', None)\", or ''.")
      .def_ro("sharding", &GraphTensor::sharding_info)
      .def_ro("mesh", &GraphTensor::mesh, "A row of Graph.meshes, or -1.")
      .def_ro("shards", &GraphTensor::shards)
      .def_ro("local_shape", &GraphTensor::local_shape)
      .def_ro("bytes", &GraphTensor::bytes)
      .def_ro("local_bytes", &GraphTensor::local_bytes);
  nb::class_<GraphValue>(m, "GraphValue", "A value of a graph.")
      .def_ro("name", &GraphValue::name)
      .def_ro("tensor", &GraphValue::tensor, "A row of Graph.tensors.")
      .def_ro("op", &GraphValue::op, "A row of Graph.ops, or -1.")
      .def_ro("is_argument", &GraphValue::is_argument)
      .def_ro("index", &GraphValue::index);
  nb::class_<GraphOp>(m, "GraphOp", "An op of a graph.")
      .def_ro("name", &GraphOp::name)
      .def_prop_ro("target", &GraphOp::target)
      .def_ro("parent", &GraphOp::parent)
      .def_ro("function", &GraphOp::function)
      .def_prop_ro("operands",
                   [](const GraphOp& op) {
                     return std::vector<int>(op.operands.begin(),
                                             op.operands.end());
                   })
      .def_ro("first_result", &GraphOp::first_result)
      .def_ro("result_count", &GraphOp::result_count)
      .def_prop_ro("file", &GraphOp::file)
      .def_ro("line", &GraphOp::line)
      .def_ro("column", &GraphOp::column);
  nb::class_<GraphFunction>(m, "GraphFunction", "A function of a graph.")
      .def_ro("name", &GraphFunction::name)
      .def_ro("arguments", &GraphFunction::arguments, "Rows of Graph.values.")
      .def_ro("results", &GraphFunction::results, "Rows of Graph.tensors.");
  nb::class_<ProgramGraph>(m, "Graph", "A program as flat tables.")
      .def_ro("meshes", &ProgramGraph::meshes)
      .def_ro("functions", &ProgramGraph::functions)
      // Rows are returned one by one, since the tables of a large program would
      // be too many Python objects.
      .def_prop_ro("value_count",
                   [](const ProgramGraph& g) { return g.values.size(); })
      .def_prop_ro("op_count",
                   [](const ProgramGraph& g) { return g.ops.size(); })
      .def(
          "tensor",
          [](const ProgramGraph& g, size_t i) -> const GraphTensor& {
            return g.tensors.at(i);
          },
          "row"_a, nb::rv_policy::reference_internal)
      .def(
          "value",
          [](const ProgramGraph& g, size_t i) -> const GraphValue& {
            return g.values.at(i);
          },
          "row"_a, nb::rv_policy::reference_internal)
      .def(
          "op",
          [](const ProgramGraph& g, size_t i) -> const GraphOp& {
            return g.ops.at(i);
          },
          "row"_a, nb::rv_policy::reference_internal)
      .def(
          "find_values",
          [](const ProgramGraph& g, const std::string& name) {
            std::vector<size_t> rows;
            for (size_t i = 0; i < g.values.size(); ++i) {
              if (g.values[i].named && g.values[i].name == name) {
                rows.push_back(i);
              }
            }
            return rows;
          },
          "name"_a, "Returns the rows of the values with a name such as '%5'.")
      .def(
          "find_labelled",
          [](const ProgramGraph& g, const std::string& pattern) {
            std::vector<int> rows;
            for (int i = 0; i < static_cast<int>(g.values.size()); ++i) {
              const std::string_view label = LabelOf(g, i);
              if (!label.empty() && MatchesLabel(pattern, label)) {
                rows.push_back(i);
              }
            }
            return rows;
          },
          "pattern"_a,
          "Returns the rows of the values whose labels match a pattern.")
      .def(
          "label",
          [](const ProgramGraph& g, int value) {
            (void)g.values.at(static_cast<size_t>(value));
            return std::string(LabelOf(g, value));
          },
          "row"_a, "Returns the user's name for a value, or ''.");
}

void BindSteps(nb::module_& m) {
  nb::class_<ReshardStep>(m, "ReshardStep",
                          "A collective, with bytes per device.")
      .def_ro("op", &ReshardStep::op)
      .def_ro("axes", &ReshardStep::axes)
      .def_ro("sharding", &ReshardStep::sharding)
      .def_ro("bytes_sent", &ReshardStep::bytes_sent)
      .def_ro("bytes_received", &ReshardStep::bytes_received)
      .def_ro("local_bytes", &ReshardStep::local_bytes)
      .def_ro("group", &ReshardStep::group);
}

}  // namespace

void BindValues(nb::module_& m) {
  BindMeshes(m);
  BindShardings(m);
  BindGraph(m);
  BindSteps(m);
}

}  // namespace shardflow::python
