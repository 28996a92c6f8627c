#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "shardflow/sharding.h"
#include "shardflow/spec.h"
#include "shardflow/views.h"

// The C functions that read the values, ops and blocks of a program, and those
// that read and set shardings.

using shardflow::ProgramView;
using shardflow::ShardingInfo;
using shardflow::internal::c::CopyOut;
using shardflow::internal::c::CopyShape;
using shardflow::internal::c::From;
using shardflow::internal::c::Report;
using shardflow::internal::c::ShardingText;
using shardflow::internal::c::TextOrNull;
using shardflow::internal::c::ToBlock;
using shardflow::internal::c::ToOp;
using shardflow::internal::c::ToValue;

namespace {

// Returns the result of `ask` if the program can be queried, otherwise an empty
// value.
template <class Ask>
auto AskOf(const shardflow_program* program, Ask ask)
    -> decltype(ask(std::declval<const ProgramView&>())) {
  if (!shardflow::internal::c::IsUsable(program)) return {};
  if (program->session != nullptr && !program->annotated) {
    return ask(program->session->View());
  }
  return ask(ProgramView(program->session != nullptr
                             ? program->session->Annotated()
                             : *program->program,
                         program->registry ? &*program->registry : nullptr));
}

}  // namespace

size_t shardflow_program_functions(const shardflow_program* program,
                                   shardflow_op* out, size_t capacity) {
  return CopyOut(
      AskOf(program, [](const ProgramView& v) { return v.Functions(); }), out,
      capacity, ToOp);
}

shardflow_op shardflow_program_find_function(const shardflow_program* program,
                                             const char* name) {
  return ToOp(AskOf(program, [&](const ProgramView& v) {
    return name == nullptr ? shardflow::OpRef() : v.FindFunction(name);
  }));
}

size_t shardflow_function_returned(const shardflow_program* program,
                                   shardflow_op function, shardflow_value* out,
                                   size_t capacity) {
  return CopyOut(
      AskOf(program,
            [&](const ProgramView& v) { return v.Returned(From(function)); }),
      out, capacity, ToValue);
}

char* shardflow_function_result_sharding(const shardflow_program* program,
                                         shardflow_op function, int i) {
  return ShardingText(AskOf(program, [&](const ProgramView& v) {
    return v.ResultSharding(From(function), i);
  }));
}

char* shardflow_function_result_label(const shardflow_program* program,
                                      shardflow_op function, int i) {
  return TextOrNull(AskOf(program, [&](const ProgramView& v) {
    return v.ResultLabel(From(function), i);
  }));
}

size_t shardflow_function_find_labelled(const shardflow_program* program,
                                        shardflow_op function,
                                        const char* pattern,
                                        shardflow_value* out, size_t capacity) {
  return CopyOut(AskOf(program,
                       [&](const ProgramView& v) {
                         return pattern == nullptr
                                    ? std::vector<shardflow::ValueRef>()
                                    : v.FindLabelled(From(function), pattern);
                       }),
                 out, capacity, ToValue);
}

char* shardflow_op_name_stack(const shardflow_program* program,
                              shardflow_op op) {
  return TextOrNull(AskOf(
      program, [&](const ProgramView& v) { return v.NameStack(From(op)); }));
}

char* shardflow_op_name(const shardflow_program* program, shardflow_op op) {
  return TextOrNull(
      AskOf(program, [&](const ProgramView& v) { return v.Name(From(op)); }));
}

char* shardflow_op_symbol(const shardflow_program* program, shardflow_op op) {
  return TextOrNull(
      AskOf(program, [&](const ProgramView& v) { return v.Symbol(From(op)); }));
}

char* shardflow_op_attribute(const shardflow_program* program, shardflow_op op,
                             const char* name) {
  return TextOrNull(AskOf(program, [&](const ProgramView& v) {
    return name == nullptr ? std::string() : v.Attribute(From(op), name);
  }));
}

size_t shardflow_op_operands(const shardflow_program* program, shardflow_op op,
                             shardflow_value* out, size_t capacity) {
  return CopyOut(
      AskOf(program,
            [&](const ProgramView& v) { return v.Operands(From(op)); }),
      out, capacity, ToValue);
}

size_t shardflow_op_results(const shardflow_program* program, shardflow_op op,
                            shardflow_value* out, size_t capacity) {
  return CopyOut(
      AskOf(program, [&](const ProgramView& v) { return v.Results(From(op)); }),
      out, capacity, ToValue);
}

int shardflow_op_region_count(const shardflow_program* program,
                              shardflow_op op) {
  return AskOf(program,
               [&](const ProgramView& v) { return v.RegionCount(From(op)); });
}

size_t shardflow_op_blocks(const shardflow_program* program, shardflow_op op,
                           int region, shardflow_block* out, size_t capacity) {
  return CopyOut(
      AskOf(program,
            [&](const ProgramView& v) { return v.Blocks(From(op), region); }),
      out, capacity, ToBlock);
}

shardflow_block shardflow_op_body(const shardflow_program* program,
                                  shardflow_op op) {
  return ToBlock(
      AskOf(program, [&](const ProgramView& v) { return v.Body(From(op)); }));
}

size_t shardflow_block_ops(const shardflow_program* program,
                           shardflow_block block, shardflow_op* out,
                           size_t capacity) {
  return CopyOut(
      AskOf(program, [&](const ProgramView& v) { return v.Ops(From(block)); }),
      out, capacity, ToOp);
}

size_t shardflow_block_arguments(const shardflow_program* program,
                                 shardflow_block block, shardflow_value* out,
                                 size_t capacity) {
  return CopyOut(
      AskOf(program,
            [&](const ProgramView& v) { return v.Arguments(From(block)); }),
      out, capacity, ToValue);
}

shardflow_op shardflow_value_defining_op(const shardflow_program* program,
                                         shardflow_value value) {
  return ToOp(AskOf(program, [&](const ProgramView& v) {
    return v.DefiningOp(From(value));
  }));
}

size_t shardflow_value_users(const shardflow_program* program,
                             shardflow_value value, shardflow_op* out,
                             size_t capacity) {
  return CopyOut(
      AskOf(program,
            [&](const ProgramView& v) { return v.Users(From(value)); }),
      out, capacity, ToOp);
}

char* shardflow_value_type(const shardflow_program* program,
                           shardflow_value value) {
  return TextOrNull(AskOf(
      program, [&](const ProgramView& v) { return v.Type(From(value)); }));
}

int shardflow_value_shape(const shardflow_program* program,
                          shardflow_value value, int64_t* out,
                          size_t capacity) {
  return CopyShape(
      AskOf(program,
            [&](const ProgramView& v) { return v.Shape(From(value)); }),
      out, capacity);
}

char* shardflow_value_sharding(const shardflow_program* program,
                               shardflow_value value) {
  return TextOrNull(AskOf(program, [&](const ProgramView& v) {
    return v.ShardingText(From(value));
  }));
}

char* shardflow_value_spec(const shardflow_program* program,
                           shardflow_value value) {
  return TextOrNull(AskOf(program, [&](const ProgramView& v) {
    const std::optional<ShardingInfo> sharding = v.Sharding(From(value));
    return sharding ? shardflow::SpecText(*sharding) : std::string();
  }));
}

char* shardflow_value_label(const shardflow_program* program,
                            shardflow_value value) {
  return TextOrNull(AskOf(
      program, [&](const ProgramView& v) { return v.Label(From(value)); }));
}

int shardflow_value_local_shape(const shardflow_program* program,
                                shardflow_value value, int64_t* out,
                                size_t capacity) {
  return CopyShape(
      AskOf(program,
            [&](const ProgramView& v) { return v.LocalShape(From(value)); }),
      out, capacity);
}

size_t shardflow_value_slices(const shardflow_program* program,
                              shardflow_value value, int64_t* devices,
                              int64_t* offsets, int64_t* sizes,
                              size_t capacity) {
  return shardflow::internal::c::CopySlices(
      AskOf(program,
            [&](const ProgramView& v) { return v.Slices(From(value)); }),
      devices, offsets, sizes, capacity);
}

int shardflow_value_slice(const shardflow_program* program,
                          shardflow_value value, int64_t device,
                          int64_t* offsets, int64_t* sizes, size_t capacity) {
  const std::optional<shardflow::DeviceSlice> slice = AskOf(
      program,
      [&](const ProgramView& v) { return v.SliceOf(From(value), device); });
  if (!slice) return -1;
  CopyShape(slice->offsets, offsets, capacity);
  return CopyShape(slice->sizes, sizes, capacity);
}

bool shardflow_value_set_sharding(shardflow_program* program,
                                  shardflow_value value, const char* sharding,
                                  shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.MayChange(program)) return false;
  std::optional<ShardingInfo> info;
  if (!shardflow::internal::c::ToSharding(sharding, info, report)) return false;
  return program->program->SetSharding(From(value), info, report.messages());
}

bool shardflow_function_set_result_sharding(shardflow_program* program,
                                            shardflow_op function, int i,
                                            const char* sharding,
                                            shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.MayChange(program)) return false;
  std::optional<ShardingInfo> info;
  if (!shardflow::internal::c::ToSharding(sharding, info, report)) return false;
  return program->program->SetResultSharding(From(function), i, info,
                                             report.messages());
}
