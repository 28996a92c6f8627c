#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "shardflow/builder.h"
#include "shardflow/sharding.h"

using shardflow::Message;
using shardflow::ShardingInfo;
using shardflow::TypeSpec;
using shardflow::internal::c::CopyKnown;
using shardflow::internal::c::From;
using shardflow::internal::c::ToBlock;
using shardflow::internal::c::ToOp;
using shardflow::internal::c::ToValue;
using shardflow::internal::c::View;

struct shardflow_builder {
  shardflow::ProgramBuilder builder;
  // Errors found before the builder was called.
  std::vector<Message> messages;
};

namespace {

bool Fail(shardflow_builder* builder, const char* function,
          const std::string& what) {
  builder->messages.push_back({.text = std::string(function) + ": " + what,
                               .code = shardflow::ErrorCode::kInvalidArgument});
  return false;
}

// Reports an error and returns false if `list` is NULL but `count` isn't zero.
bool HasList(shardflow_builder* builder, const char* function, const void* list,
             size_t count, const char* name) {
  return list != nullptr || count == 0 ||
         Fail(builder, function, std::string(name) + " is NULL");
}

bool ReadTypes(shardflow_builder* builder, const char* function,
               const char* const* types, size_t count,
               std::vector<TypeSpec>& out) {
  if (!HasList(builder, function, types, count, "list of types")) return false;
  for (size_t i = 0; i < count; ++i) {
    if (types[i] == nullptr) {
      return Fail(builder, function, "type " + std::to_string(i) + " is NULL");
    }
    out.emplace_back(types[i]);
  }
  return true;
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

bool ReadOp(shardflow_builder* builder, const char* function,
            const shardflow_op_spec& given,
            shardflow::OpSpecification& specification) {
  if (given.name == nullptr) return Fail(builder, function, "name is NULL");
  if (!HasList(builder, function, given.operands, given.operand_count,
               "list of operands") ||
      !HasList(builder, function, given.attributes, given.attribute_count,
               "list of attributes") ||
      !ReadTypes(builder, function, given.result_types, given.result_count,
                 specification.results)) {
    return false;
  }
  specification.name = given.name;
  for (size_t i = 0; i < given.operand_count; ++i) {
    specification.operands.push_back(From(given.operands[i]));
  }
  for (size_t i = 0; i < given.attribute_count; ++i) {
    const shardflow_attribute& attribute = given.attributes[i];
    if (attribute.name == nullptr || attribute.value == nullptr) {
      return Fail(builder, function,
                  "attribute " + std::to_string(i) + " is NULL");
    }
    specification.attributes.push_back(
        {attribute.name, shardflow::AttributeSpec::Text(attribute.value)});
  }
  specification.regions = given.regions;
  specification.location = {std::string(View(given.file)), given.line,
                            given.column};
  return true;
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
  if (!HasList(builder, __func__, axes, axis_count, "list of axes") ||
      !HasList(builder, __func__, device_ids, device_count, "device_ids")) {
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
  if (!ReadTypes(builder, __func__, argument_types, argument_count, types)) {
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
  if (builder == nullptr) return ToOp({});
  shardflow_op_spec op = {};
  shardflow::OpSpecification specification;
  const std::optional<std::string> wrong =
      given == nullptr ? std::optional<std::string>("op is NULL")
                       : CopyKnown(*given, op);
  if (wrong) {
    Fail(builder, __func__, *wrong);
    return ToOp({});
  }
  if (!ReadOp(builder, __func__, op, specification)) return ToOp({});
  return ToOp(builder->builder.AddOp(From(block), specification));
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
  if (builder == nullptr ||
      !ReadTypes(builder, __func__, argument_types, argument_count, types)) {
    return ToBlock({});
  }
  return ToBlock(builder->builder.AddBlock(From(op), region, types));
}

shardflow_op shardflow_builder_return(shardflow_builder* builder,
                                      shardflow_op function,
                                      const shardflow_value* values,
                                      size_t count) {
  if (builder == nullptr ||
      !HasList(builder, __func__, values, count, "list of values")) {
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
