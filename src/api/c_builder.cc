#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "api/c_ops.h"
#include "shardflow/builder.h"
#include "shardflow/sharding.h"

using shardflow::Message;
using shardflow::ShardingInfo;
using shardflow::TypeSpec;
using shardflow::internal::Error;
using shardflow::internal::ErrorOf;
using shardflow::internal::c::CopyKnown;
using shardflow::internal::c::From;
using shardflow::internal::c::HasList;
using shardflow::internal::c::IntOf;
using shardflow::internal::c::ReadAttributes;
using shardflow::internal::c::ReadOp;
using shardflow::internal::c::ReadTypes;
using shardflow::internal::c::ToAttributes;
using shardflow::internal::c::ToBlock;
using shardflow::internal::c::ToOp;
using shardflow::internal::c::ToType;
using shardflow::internal::c::ToValue;
using shardflow::internal::c::View;
using Flow = shardflow::ProgramBuilder::Flow;

struct shardflow_builder {
  shardflow::ProgramBuilder builder;
  // Errors found before the builder was called.
  std::vector<Message> messages;
  // The parts of an interned op, kept so that adding one allocates nothing.
  std::vector<shardflow::ValueRef> operands;
  std::vector<shardflow::TypeRef> types;
  shardflow::SourceLocation location;
};

namespace {

bool Fail(shardflow_builder* builder, const char* function,
          const std::string& what) {
  return shardflow::internal::c::Fail(builder->messages, function, what);
}

std::optional<ShardingInfo> ReadSharding(shardflow_builder* builder,
                                         const char* function,
                                         const char* sharding) {
  if (sharding == nullptr) {
    Fail(builder, function, "sharding is NULL");
    return std::nullopt;
  }
  return shardflow::ParseSharding(sharding, builder->messages);
}

}  // namespace

shardflow_builder* shardflow_builder_create(void) {
  return new shardflow_builder;
}

void shardflow_builder_destroy(shardflow_builder* builder) { delete builder; }

bool shardflow_builder_add_mesh(shardflow_builder* builder, const char* name,
                                const shardflow_mesh_axis* axes,
                                size_t axis_count, const int64_t* device_ids,
                                size_t device_count) {
  if (builder == nullptr) return false;
  if (name == nullptr) return Fail(builder, __func__, "name is NULL");
  if (!HasList(axes, axis_count, "list of axes", __func__, builder->messages) ||
      !HasList(device_ids, device_count, "device_ids", __func__,
               builder->messages)) {
    return false;
  }
  shardflow::MeshInfo mesh;
  mesh.name = name;
  for (size_t i = 0; i < axis_count; ++i) {
    if (axes[i].name == nullptr) {
      return Fail(builder, __func__,
                  "the name of axis " + std::to_string(i) + " is NULL");
    }
    mesh.axes.push_back({axes[i].name, axes[i].size});
  }
  if (device_count > 0) {
    mesh.device_ids.assign(device_ids, device_ids + device_count);
  }
  return builder->builder.AddMesh(mesh);
}

shardflow_op shardflow_builder_add_function(shardflow_builder* builder,
                                            const char* name,
                                            const char* const* argument_types,
                                            size_t argument_count,
                                            bool is_private) {
  std::vector<TypeSpec> types;
  if (builder == nullptr) return ToOp({});
  if (name == nullptr) {
    Fail(builder, __func__, "name is NULL");
    return ToOp({});
  }
  if (!ReadTypes(argument_types, argument_count, types, __func__,
                 builder->messages)) {
    return ToOp({});
  }
  return ToOp(builder->builder.AddFunction(name, types, is_private));
}

shardflow_block shardflow_builder_body(shardflow_builder* builder,
                                       shardflow_op function) {
  return ToBlock(builder == nullptr ? shardflow::BlockRef()
                                    : builder->builder.Body(From(function)));
}

shardflow_value shardflow_builder_argument(shardflow_builder* builder,
                                           shardflow_block block, int i) {
  return ToValue(builder == nullptr
                     ? shardflow::ValueRef()
                     : builder->builder.Argument(From(block), i));
}

shardflow_op shardflow_builder_add_op(shardflow_builder* builder,
                                      shardflow_block block,
                                      const shardflow_op_spec* given) {
  shardflow::OpSpecification op;
  if (builder == nullptr || !ReadOp(given, op, __func__, builder->messages)) {
    return ToOp({});
  }
  return ToOp(builder->builder.AddOp(From(block), op));
}

shardflow_type shardflow_builder_type(shardflow_builder* builder,
                                      const char* type) {
  std::vector<TypeSpec> types;
  if (builder == nullptr ||
      !ReadTypes(&type, 1, types, __func__, builder->messages)) {
    return ToType({});
  }
  return ToType(builder->builder.Type(types.front()));
}

shardflow_attributes shardflow_builder_attributes(
    shardflow_builder* builder, const shardflow_attribute* attributes,
    size_t count) {
  std::vector<shardflow::NamedAttribute> read;
  if (builder == nullptr ||
      !ReadAttributes(attributes, count, read, __func__, builder->messages)) {
    return ToAttributes({});
  }
  return ToAttributes(builder->builder.Attributes(read));
}

shardflow_op shardflow_builder_add_interned(
    shardflow_builder* builder, shardflow_block block,
    const shardflow_interned_op* given) {
  if (builder == nullptr) return ToOp({});
  shardflow_interned_op op = {};
  const std::optional<Error> wrong =
      given == nullptr ? ErrorOf("op is NULL") : CopyKnown(*given, op);
  if (wrong) Fail(builder, __func__, wrong->message);
  if (!wrong && op.name == nullptr) Fail(builder, __func__, "name is NULL");
  if (op.name == nullptr ||
      !HasList(op.operands, op.operand_count, "list of operands", __func__,
               builder->messages) ||
      !HasList(op.result_types, op.result_count, "list of types", __func__,
               builder->messages)) {
    return ToOp({});
  }
  builder->operands.clear();
  for (size_t i = 0; i < op.operand_count; ++i) {
    builder->operands.push_back(From(op.operands[i]));
  }
  builder->types.clear();
  for (size_t i = 0; i < op.result_count; ++i) {
    builder->types.push_back(From(op.result_types[i]));
  }
  builder->location.file = View(op.file);
  builder->location.line = op.line;
  builder->location.column = op.column;
  return ToOp(builder->builder.AddInterned(
      From(block),
      {.name = op.name,
       .operands = builder->operands,
       .results = builder->types,
       .attributes = From(op.attributes),
       .regions = op.regions,
       .location =
           op.file == nullptr && op.line == 0 ? nullptr : &builder->location}));
}

shardflow_value shardflow_builder_result(shardflow_builder* builder,
                                         shardflow_op op, int i) {
  return ToValue(builder == nullptr ? shardflow::ValueRef()
                                    : builder->builder.Result(From(op), i));
}

shardflow_block shardflow_builder_add_block(shardflow_builder* builder,
                                            shardflow_op op, int region,
                                            const char* const* argument_types,
                                            size_t argument_count) {
  std::vector<TypeSpec> types;
  if (builder == nullptr || !ReadTypes(argument_types, argument_count, types,
                                       __func__, builder->messages)) {
    return ToBlock({});
  }
  return ToBlock(builder->builder.AddBlock(From(op), region, types));
}

shardflow_op shardflow_builder_return(shardflow_builder* builder,
                                      shardflow_op function,
                                      const shardflow_value* values,
                                      size_t count) {
  if (builder == nullptr ||
      !HasList(values, count, "list of values", __func__, builder->messages)) {
    return ToOp({});
  }
  std::vector<shardflow::ValueRef> returned;
  for (size_t i = 0; i < count; ++i) returned.push_back(From(values[i]));
  return ToOp(builder->builder.Return(From(function), returned));
}

bool shardflow_builder_set_sharding(shardflow_builder* builder,
                                    shardflow_value value,
                                    const char* sharding) {
  if (builder == nullptr) return false;
  if (sharding == nullptr) {
    return builder->builder.SetSharding(From(value), std::nullopt);
  }
  const std::optional<ShardingInfo> info =
      ReadSharding(builder, __func__, sharding);
  return info && builder->builder.SetSharding(From(value), *info);
}

bool shardflow_builder_set_result_sharding(shardflow_builder* builder,
                                           shardflow_op function, int i,
                                           const char* sharding) {
  if (builder == nullptr) return false;
  const std::optional<ShardingInfo> info =
      ReadSharding(builder, __func__, sharding);
  return info && builder->builder.SetResultSharding(From(function), i, *info);
}

shardflow_value shardflow_builder_constrain(shardflow_builder* builder,
                                            shardflow_block block,
                                            shardflow_value value,
                                            const char* sharding) {
  if (builder == nullptr) return ToValue({});
  const std::optional<ShardingInfo> info =
      ReadSharding(builder, __func__, sharding);
  return ToValue(
      info ? builder->builder.Constrain(From(block), From(value), *info)
           : shardflow::ValueRef());
}

static_assert(SHARDFLOW_FLOW_NONE == static_cast<int>(Flow::kNone));
static_assert(SHARDFLOW_FLOW_FORWARD == static_cast<int>(Flow::kForward));
static_assert(SHARDFLOW_FLOW_BACKWARD == static_cast<int>(Flow::kBackward));

shardflow_value shardflow_builder_barrier(shardflow_builder* builder,
                                          shardflow_block block,
                                          shardflow_value value,
                                          shardflow_flow allowed) {
  if (builder == nullptr) return ToValue({});
  const int flow = IntOf(allowed);
  if (flow < SHARDFLOW_FLOW_NONE || flow > SHARDFLOW_FLOW_BACKWARD) {
    Fail(builder, __func__, "unknown flow " + std::to_string(flow));
    return ToValue({});
  }
  return ToValue(builder->builder.Barrier(From(block), From(value),
                                          static_cast<Flow>(flow)));
}

bool shardflow_builder_set_priority(shardflow_builder* builder,
                                    shardflow_value value, int dimension,
                                    int priority) {
  return builder != nullptr &&
         builder->builder.SetPriority(From(value), dimension, priority);
}

bool shardflow_builder_add_to_group(shardflow_builder* builder,
                                    shardflow_value value, int64_t group) {
  return builder != nullptr && builder->builder.AddToGroup(From(value), group);
}

shardflow_program* shardflow_builder_finish(shardflow_builder* builder,
                                            shardflow_messages* messages) {
  shardflow::internal::c::Report report(__func__, messages);
  if (!report.Has(builder, "builder")) return nullptr;
  report.messages() = std::move(builder->messages);
  builder->messages.clear();
  bool failed = false;
  for (const Message& message : report.messages()) {
    failed |= message.kind == shardflow::MessageKind::kError;
  }
  std::optional<shardflow::Program> program =
      builder->builder.Finish(report.messages());
  return program && !failed ? new shardflow_program(*std::move(program))
                            : nullptr;
}
