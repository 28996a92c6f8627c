#include "c_test.h"

// Programs built without text, and custom ops.

static const shardflow_mesh_axis kAxes[] = {{"data", 4}, {"model", 2}};

// Passes a struct of a newer version, which has a field that this version
// doesn't know.
static void newer_op(shardflow_messages* messages) {
  struct newer {
    shardflow_op_spec op;
    int unknown;
  } newer;
  memset(&newer, 0, sizeof newer);
  newer.op.struct_size = sizeof newer;
  newer.op.name = "my.nothing";
  newer.unknown = 1;
  shardflow_builder* b = shardflow_builder_create();
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", NULL, 0, false);
  const shardflow_block body = shardflow_builder_body(b, f);
  CHECK(shardflow_builder_add_op(b, body, &newer.op).origin == 0);
  shardflow_builder_return(b, f, NULL, 0);
  CHECK(shardflow_builder_finish(b, messages) == NULL);
  CHECK_ERROR(messages, "does not know");
  shardflow_builder_destroy(b);
}

// Builds a program that applies my.matmul to two arguments. The rows of x are
// sharded along "data".
static shardflow_program* build(shardflow_messages* messages,
                                shardflow_value* y) {
  shardflow_builder* b = shardflow_builder_create();
  CHECK(shardflow_builder_add_mesh(b, "mesh", kAxes, 2, NULL, 0));
  const char* types[] = {"tensor<8x16xf32>", "tensor<16x4xf32>"};
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", types, 2, false);
  const shardflow_block body = shardflow_builder_body(b, f);
  const shardflow_value operands[] = {shardflow_builder_argument(b, body, 0),
                                      shardflow_builder_argument(b, body, 1)};
  const char* result_type = "tensor<8x4xf32>";
  const shardflow_attribute transposed = {"transposed", "0 : i64"};
  const shardflow_op_spec matmul = {.struct_size = sizeof(matmul),
                                    .name = "my.matmul",
                                    .operands = operands,
                                    .operand_count = 2,
                                    .result_types = &result_type,
                                    .result_count = 1,
                                    .attributes = &transposed,
                                    .attribute_count = 1};
  const shardflow_op op = shardflow_builder_add_op(b, body, &matmul);
  *y = shardflow_builder_result(b, op, 0);
  shardflow_builder_return(b, f, y, 1);
  CHECK(shardflow_builder_set_sharding(
      b, operands[0], "#sdy.sharding<@mesh, [{\"data\"}, {}]>"));
  shardflow_program* program = shardflow_builder_finish(b, messages);
  CHECK(program != NULL);
  CHECK_SILENT(messages);
  shardflow_builder_destroy(b);
  return program;
}

static void rules_as_text(shardflow_messages* messages) {
  shardflow_registry* registry = shardflow_registry_create();
  CHECK(!shardflow_registry_add_rule(registry, "my.matmul",
                                     "([i, k], [k, j])->([i, j", messages));
  CHECK_ERROR(messages, "rule of 'my.matmul', column");
  static const char kWrong[] = "my.matmul: ([i)->([i])\n";
  CHECK(!shardflow_registry_read_rules(registry, "my.rules", kWrong,
                                       strlen(kWrong), messages));
  CHECK_SAME(shardflow_messages_at(messages, 0)->file, "my.rules");
  CHECK(shardflow_messages_at(messages, 0)->line == 1);
  shardflow_messages_clear(messages);
  CHECK(!shardflow_registry_set_traits(registry, "my.matmul", 64, messages));
  CHECK_ERROR(messages, "unknown traits 64");
  CHECK(!shardflow_registry_set_traits(registry, "@my_call", 1, messages));
  CHECK_ERROR(messages, "not the target \"@my_call\"");

  static const char kRules[] =
      "my.matmul: ([i, k], [k, j])->([i, j]) reduction={k}\n";
  CHECK(shardflow_registry_read_rules(registry, "my.rules", kRules,
                                      strlen(kRules), messages));
  CHECK(shardflow_registry_set_traits(
      registry, "my.matmul", SHARDFLOW_OP_PURE | SHARDFLOW_OP_ELEMENTWISE,
      messages));
  CHECK_SILENT(messages);

  shardflow_value y;
  shardflow_program* program = build(messages, &y);
  const shardflow_run_options options = {.struct_size = sizeof(options),
                                         .registry = registry,
                                         .verify_after = true};
  CHECK(shardflow_program_propagate(program, &options, messages));
  CHECK_SILENT(messages);
  CHECK_TEXT(shardflow_value_sharding(program, y),
             "#sdy.sharding<@mesh, [{\"data\"}, {}]>");
  shardflow_program_destroy(program);

  // Without the registry, nothing is known about the op.
  program = build(messages, &y);
  CHECK(shardflow_program_propagate(program, NULL, messages));
  shardflow_messages_clear(messages);
  CHECK(shardflow_value_sharding(program, y) == NULL);
  shardflow_program_destroy(program);
  shardflow_registry_destroy(registry);
}

struct rule_user {
  int calls;
  int destroyed;
};

static void matmul_rule(void* user, const shardflow_op_view* op,
                        shardflow_rule_answer* answer) {
  ++((struct rule_user*)user)->calls;
  CHECK_TEXT(shardflow_op_view_name(op), "my.matmul");
  CHECK(shardflow_op_view_operand_count(op) == 2);
  CHECK(shardflow_op_view_result_count(op) == 1);
  int64_t shape[2] = {0, 0};
  CHECK(shardflow_op_view_operand_shape(op, 1, shape, 2) == 2);
  CHECK(shape[0] == 16 && shape[1] == 4);
  CHECK(shardflow_op_view_operand_shape(op, 2, shape, 2) == -1);
  CHECK(shardflow_op_view_result_shape(op, 0, shape, 1) == 2);
  CHECK(shape[0] == 8 && shape[1] == 4);
  int64_t transposed = 7;
  CHECK(shardflow_op_view_integer(op, "transposed", &transposed));
  CHECK(!shardflow_op_view_integer(op, "axis", &transposed));
  CHECK(shardflow_op_view_string(op, "transposed") == NULL);
  shardflow_rule_answer_set(answer, transposed == 0
                                        ? "([i, k], [k, j])->([i, j])"
                                        : "([k, i], [k, j])->([i, j])");
}

static void no_rule(void* user, const shardflow_op_view* op,
                    shardflow_rule_answer* answer) {
  (void)op;
  (void)answer;
  ++((struct rule_user*)user)->calls;
}

static void count_destroyed(void* user) {
  ++((struct rule_user*)user)->destroyed;
}

static void rules_as_functions(shardflow_messages* messages) {
  struct rule_user none = {0, 0};
  struct rule_user user = {0, 0};
  shardflow_registry* registry = shardflow_registry_create();
  CHECK(shardflow_registry_add_rule_function(registry, "my.matmul", no_rule,
                                             &none, count_destroyed, messages));
  CHECK(shardflow_registry_add_rule_function(registry, "my.matmul", matmul_rule,
                                             &user, count_destroyed, messages));
  shardflow_value y;
  shardflow_program* program = build(messages, &y);
  const shardflow_run_options options = {.struct_size = sizeof(options),
                                         .registry = registry};
  CHECK(shardflow_program_propagate(program, &options, messages));
  CHECK_SILENT(messages);
  CHECK_TEXT(shardflow_value_sharding(program, y),
             "#sdy.sharding<@mesh, [{\"data\"}, {}]>");
  CHECK(none.calls > 0 && user.calls > 0);
  shardflow_program_destroy(program);
  CHECK(user.destroyed == 0);
  shardflow_registry_destroy(registry);
  CHECK(user.destroyed == 1 && none.destroyed == 1);
  // A failed call also destroys its user data.
  CHECK(!shardflow_registry_add_rule_function(
      NULL, "my.matmul", matmul_rule, &user, count_destroyed, messages));
  CHECK_ERROR(messages, "registry is NULL");
  CHECK(user.destroyed == 2);
}

// Adds a permute of the rows, which runs three times.
static void matmul_permutes(void* user, const shardflow_op_view* op,
                            const shardflow_op_shardings* shardings,
                            shardflow_communication_answer* answer) {
  const bool good = *(const bool*)user;
  CHECK_TEXT(shardflow_op_view_name(op), "my.matmul");
  CHECK_TEXT(shardflow_op_shardings_operand(shardings, 0),
             "#sdy.sharding<@mesh, [{\"data\"}, {}]>");
  CHECK(shardflow_op_shardings_operand(shardings, 2) == NULL);
  CHECK(shardflow_op_shardings_result(shardings, 1) == NULL);
  int64_t shape[2] = {0, 0};
  CHECK(shardflow_op_shardings_result_local_shape(shardings, 0, shape, 2) == 2);
  CHECK(shardflow_op_shardings_operand_local_shape(shardings, 0, shape, 2) ==
        2);
  CHECK(shape[0] == 2 && shape[1] == 16);
  const shardflow_op_collective permute = {.struct_size = sizeof(permute),
                                           .kind = "collective_permute",
                                           .axes = good ? "{\"data\"}" : "data",
                                           .bytes = shape[0] * shape[1] * 4,
                                           .times = 3};
  shardflow_communication_answer_add(answer, &permute);
}

static void communication_inside(shardflow_messages* messages) {
  bool good = true;
  shardflow_registry* registry = shardflow_registry_create();
  CHECK(shardflow_registry_set_communication_function(
      registry, "my.matmul", matmul_permutes, &good, NULL, messages));
  shardflow_value y;
  shardflow_program* program = build(messages, &y);
  shardflow_communication* plan =
      shardflow_communication_create_with(program, registry, messages);
  CHECK_SILENT(messages);
  CHECK(shardflow_communication_count(plan) == 1);
  const shardflow_planned_reshard* inside = shardflow_communication_at(plan, 0);
  CHECK(inside->inside.index == shardflow_value_defining_op(program, y).index);
  CHECK(inside->before.origin == 0 && inside->after.origin == 0);
  const shardflow_reshard_step* step =
      shardflow_reshard_plan_step(inside->plan, 0);
  CHECK_SAME(step->op, "collective_permute");
  CHECK_SAME(step->axes, "{\"data\"}");
  CHECK(step->bytes_sent == 128 && step->times == 3 && step->group == 4);
  shardflow_communication_destroy(plan);

  const shardflow_run_options run = {.struct_size = sizeof(run),
                                     .registry = registry};
  const shardflow_cost_request request = {
      .struct_size = sizeof(request), .json = true, .run = &run};
  char* cost = shardflow_cost(program, &request, messages);
  CHECK_SILENT(messages);
  CHECK(cost != NULL && strstr(cost, "\"inside\"") != NULL);
  shardflow_free(cost);

  good = false;
  CHECK(shardflow_communication_create_with(program, registry, messages) ==
        NULL);
  CHECK_ERROR(messages,
              "collectives of 'my.matmul': shardflow_communication_answer_add: "
              "axes is not a list of axes");
  shardflow_program_destroy(program);
  shardflow_registry_destroy(registry);
}

// Builds a loop, a constraint and a group, and checks the text.
static void everything(shardflow_messages* messages) {
  shardflow_builder* b = shardflow_builder_create();
  const int64_t ids[] = {7, 6, 5, 4, 3, 2, 1, 0};
  CHECK(shardflow_builder_add_mesh(b, "mesh", kAxes, 2, ids, 8));
  const char* type = "tensor<8xf32>";
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", &type, 1, false);
  const shardflow_block body = shardflow_builder_body(b, f);
  const shardflow_value x = shardflow_builder_argument(b, body, 0);
  const shardflow_op_spec repeat = {.struct_size = sizeof(repeat),
                                    .name = "my.repeat",
                                    .operands = &x,
                                    .operand_count = 1,
                                    .result_types = &type,
                                    .result_count = 1,
                                    .regions = 1};
  const shardflow_op loop = shardflow_builder_add_op(b, body, &repeat);
  const shardflow_block inside =
      shardflow_builder_add_block(b, loop, 0, &type, 1);
  const shardflow_value state = shardflow_builder_argument(b, inside, 0);
  const shardflow_op_spec yield = {.struct_size = sizeof(yield),
                                   .name = "my.yield",
                                   .operands = &state,
                                   .operand_count = 1};
  CHECK(shardflow_builder_add_op(b, inside, &yield).origin != 0);
  const shardflow_value y =
      shardflow_builder_constrain(b, body, shardflow_builder_result(b, loop, 0),
                                  "#sdy.sharding<@mesh, [{\"model\"}]>");
  CHECK(shardflow_builder_add_to_group(b, x, 3));
  CHECK(shardflow_builder_return(b, f, &y, 1).origin != 0);
  CHECK(shardflow_builder_set_result_sharding(
      b, f, 0, "#sdy.sharding<@mesh, [{\"data\", ?}]>"));
  shardflow_program* program = shardflow_builder_finish(b, messages);
  CHECK_SILENT(messages);
  char* text = shardflow_program_print(program, NULL, NULL);
  CHECK(text != NULL);
  if (text != NULL) {
    CHECK_HAS(text, "device_ids=[7, 6, 5, 4, 3, 2, 1, 0]");
    CHECK_HAS(text, "\"my.repeat\"(%arg0) ({");
    CHECK_HAS(text, "sdy.sharding_constraint %0 <@mesh, [{\"model\"}]>");
    CHECK_HAS(text, "sdy.sharding_group %arg0 group_id=3");
    CHECK_HAS(text,
              "-> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
              "[{\"data\", ?}]>})");
  }
  shardflow_free(text);
  shardflow_program_destroy(program);
  // The builder is empty now.
  CHECK(shardflow_builder_add_function(b, "f", NULL, 0, false).origin == 0);
  shardflow_builder_destroy(b);
}

// An op that is added with handles of its type and attributes, a barrier, and a
// priority are as in the text that spells them out.
static void interned(shardflow_messages* messages) {
  shardflow_builder* b = shardflow_builder_create();
  CHECK(shardflow_builder_add_mesh(b, "mesh", kAxes, 2, NULL, 0));
  const char* text_type = "tensor<8xf32>";
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", &text_type, 1, false);
  const shardflow_block body = shardflow_builder_body(b, f);
  const shardflow_value x = shardflow_builder_argument(b, body, 0);
  const shardflow_type type = shardflow_builder_type(b, text_type);
  CHECK(type.origin != 0);
  CHECK(shardflow_builder_type(b, text_type).index == type.index);
  const shardflow_attribute scale = {"scale", "3 : i64"};
  shardflow_interned_op op = {
      .struct_size = sizeof(op),
      .name = "my.scale",
      .operands = &x,
      .operand_count = 1,
      .result_types = &type,
      .result_count = 1,
      .attributes = shardflow_builder_attributes(b, &scale, 1),
      .file = "own.lang",
      .line = 7};
  const shardflow_value y = shardflow_builder_result(
      b, shardflow_builder_add_interned(b, body, &op), 0);
  const shardflow_value z =
      shardflow_builder_barrier(b, body, y, SHARDFLOW_FLOW_BACKWARD);
  shardflow_builder_return(b, f, &z, 1);
  CHECK(shardflow_builder_set_sharding(b, x,
                                       "#sdy.sharding<@mesh, [{\"data\"}]>"));
  CHECK(shardflow_builder_set_priority(b, x, 0, 2));
  shardflow_program* program = shardflow_builder_finish(b, messages);
  CHECK_SILENT(messages);
  const shardflow_print_options print = {
      .struct_size = sizeof(print), .debug_info = true, .local_scope = true};
  char* text = shardflow_program_print(program, &print, NULL);
  CHECK(text != NULL);
  if (text != NULL) {
    CHECK_HAS(text, "[{\"data\"}p2]");
    CHECK_HAS(text, "\"my.scale\"(%arg0) {scale = 3 : i64}");
    CHECK_HAS(text, "loc(\"own.lang\":7:0)");
    CHECK_HAS(text, "allowed_direction=BACKWARD");
  }
  shardflow_free(text);
  shardflow_program_destroy(program);
  shardflow_builder_destroy(b);

  b = shardflow_builder_create();
  const shardflow_op g =
      shardflow_builder_add_function(b, "main", &text_type, 1, false);
  const shardflow_block in_g = shardflow_builder_body(b, g);
  // A type of another builder.
  op.operand_count = 0;
  CHECK(shardflow_builder_add_interned(b, in_g, &op).origin == 0);
  shardflow_flow flow = SHARDFLOW_FLOW_NONE;
  const int unknown = 3;
  memcpy(&flow, &unknown, sizeof flow);
  const shardflow_value a = shardflow_builder_argument(b, in_g, 0);
  CHECK(shardflow_builder_barrier(b, in_g, a, flow).origin == 0);
  CHECK(!shardflow_builder_set_priority(b, a, 0, 1));  // it has no sharding
  CHECK(shardflow_builder_finish(b, messages) == NULL);
  CHECK_SAME(shardflow_messages_at(messages, 0)->text,
             "shardflow_builder_barrier: unknown flow 3");
  CHECK(shardflow_messages_count(messages) == 3);
  shardflow_messages_clear(messages);
  shardflow_builder_destroy(b);
}

// Describes the edges of my.loop: operand i, and value i that the body returns,
// flow to result i and argument i.
static void loop_edges(void* user, const shardflow_op_view* op,
                       shardflow_edges_answer* answer) {
  ++((struct rule_user*)user)->calls;
  CHECK(shardflow_op_view_region_count(op) == 1);
  CHECK(shardflow_op_view_argument_count(op, 0) == 1);
  CHECK(shardflow_op_view_argument_count(op, 1) == 0);
  CHECK(shardflow_op_view_terminator_operand_count(op, 0) == 1);
  int64_t carried[2] = {-7, -7};
  CHECK(shardflow_op_view_integers(op, "carried", carried, 2) == 1);
  CHECK(carried[0] == 0 && carried[1] == -7);
  CHECK(shardflow_op_view_integers(op, "other", carried, 2) == 0);
  for (int i = 0; i < shardflow_op_view_result_count(op); ++i) {
    const shardflow_edge_end argument = {0, i};
    const shardflow_edge_end sources[] = {{-1, i}, {0, i}};
    shardflow_edges_answer_add(answer, (shardflow_edge_end){-1, i}, &argument,
                               1, sources, 2);
  }
}

static void data_flow(shardflow_messages* messages) {
  static const char kLoop[] =
      "sdy.mesh @mesh = <[\"x\"=2]>\n"
      "func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"x\"}]>}) -> tensor<8xf32> {\n"
      "  %0 = \"my.loop\"(%a) ({\n"
      "  ^bb0(%b: tensor<8xf32>):\n"
      "    %1 = stablehlo.tanh %b : tensor<8xf32>\n"
      "    \"my.yield\"(%1) : (tensor<8xf32>) -> ()\n"
      "  }) {carried = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>\n"
      "  return %0 : tensor<8xf32>\n"
      "}\n";
  struct rule_user user = {0, 0};
  shardflow_registry* registry = shardflow_registry_create();
  CHECK(shardflow_registry_set_edges_function(
      registry, "my.loop", loop_edges, &user, count_destroyed, messages));
  CHECK(shardflow_registry_set_traits(registry, "my.yield",
                                      SHARDFLOW_OP_TERMINATOR, messages));
  const shardflow_read_options read = {.struct_size = sizeof(read),
                                       .allow_unregistered_dialect = true};
  const shardflow_run_options run = {.struct_size = sizeof(run),
                                     .registry = registry};
  shardflow_program* program = shardflow_program_read(
      "loop.mlir", kLoop, strlen(kLoop), &read, messages);
  const shardflow_op f = shardflow_program_find_function(program, "main");
  CHECK(shardflow_program_propagate(program, &run, messages));
  CHECK_SILENT(messages);
  CHECK(user.calls > 0);
  // Shardings flow through the loop, and into its body.
  CHECK_TEXT(shardflow_function_result_sharding(program, f, 0),
             "#sdy.sharding<@mesh, [{\"x\"}]>");
  shardflow_op ops[3];
  shardflow_block inside;
  CHECK(shardflow_block_ops(program, shardflow_op_body(program, f), ops, 3) ==
        2);
  CHECK(shardflow_op_blocks(program, ops[0], 0, &inside, 1) == 1);
  // The body's argument has no sharding of its own, only the edge's.
  shardflow_value argument;
  CHECK(shardflow_block_arguments(program, inside, &argument, 1) == 1);
  int64_t size = 0;
  CHECK(shardflow_value_local_shape(program, argument, &size, 1) == 1);
  CHECK(size == 8);  // without the registry, the edge is unknown
  CHECK(shardflow_program_set_registry(program, registry, messages));
  shardflow_program* copy = shardflow_program_clone(program);
  for (int i = 0; i < 2; ++i) {
    const shardflow_program* const shown = i == 0 ? program : copy;
    CHECK_TEXT(shardflow_value_sharding(shown, argument),
               "#sdy.sharding<@mesh, [{\"x\"}]>");
    CHECK(shardflow_value_local_shape(shown, argument, &size, 1) == 1);
    CHECK(size == 4);
    CHECK(shardflow_value_slices(shown, argument, NULL, NULL, NULL, 0) == 2);
  }
  // So does each program of a session with the registry.
  const shardflow_session_options in_session = {
      .struct_size = sizeof(in_session), .run = &run, .imported = true};
  shardflow_session* session =
      shardflow_session_create(program, &in_session, messages);
  CHECK(shardflow_session_propagate(session, messages));
  CHECK_TEXT(
      shardflow_value_sharding(shardflow_session_program(session), argument),
      "#sdy.sharding<@mesh, [{\"x\"}]>");
  shardflow_session* fork = shardflow_session_fork(session);
  shardflow_session_destroy(session);
  CHECK_TEXT(
      shardflow_value_sharding(shardflow_session_annotated(fork), argument),
      "#sdy.sharding<@mesh, [{\"x\"}]>");
  shardflow_session_destroy(fork);
  CHECK_SILENT(messages);
  CHECK(shardflow_program_set_registry(program, NULL, messages));
  CHECK(shardflow_value_sharding(program, argument) == NULL);
  CHECK(shardflow_block_ops(program, inside, ops, 3) == 2);
  shardflow_value tanh_result;
  CHECK(shardflow_op_results(program, ops[0], &tanh_result, 1) == 1);
  CHECK_TEXT(shardflow_value_sharding(program, tanh_result),
             "#sdy.sharding<@mesh, [{\"x\"}]>");
  shardflow_program_destroy(program);
  shardflow_registry_destroy(registry);
  CHECK(user.destroyed == 0);  // the copy still uses it
  CHECK_TEXT(shardflow_value_sharding(copy, argument),
             "#sdy.sharding<@mesh, [{\"x\"}]>");
  shardflow_program_destroy(copy);
  CHECK(user.destroyed == 1);
  CHECK(!shardflow_registry_set_edges_function(
      NULL, "my.loop", loop_edges, &user, count_destroyed, messages));
  CHECK_ERROR(messages, "registry is NULL");
  CHECK(user.destroyed == 2);
}

static void wrong_calls(shardflow_messages* messages) {
  shardflow_builder* b = shardflow_builder_create();
  const char* type = "tensor<8xf32>";
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", &type, 1, false);
  const shardflow_block body = shardflow_builder_body(b, f);
  const shardflow_value x = shardflow_builder_argument(b, body, 0);
  const shardflow_op_spec wrong = {
      .struct_size = sizeof(wrong), .name = "my.op", .operand_count = 1};
  CHECK(shardflow_builder_add_op(b, body, &wrong).origin == 0);
  CHECK(!shardflow_builder_set_sharding(b, x, "nonsense"));
  CHECK(!shardflow_builder_set_sharding(b, x, "#sdy.sharding<@nowhere, [{}]>"));
  shardflow_builder_return(b, f, &x, 1);
  CHECK(shardflow_builder_finish(b, messages) == NULL);
  CHECK(shardflow_messages_count(messages) >= 3);
  CHECK_SAME(shardflow_messages_at(messages, 0)->text,
             "shardflow_builder_add_op: list of operands is NULL");
  shardflow_messages_clear(messages);
  shardflow_builder_destroy(b);

  // Errors of the verifiers have locations in the caller's source.
  b = shardflow_builder_create();
  const shardflow_op g =
      shardflow_builder_add_function(b, "main", &type, 1, false);
  const shardflow_value y =
      shardflow_builder_argument(b, shardflow_builder_body(b, g), 0);
  const shardflow_attribute sharding = {"sharding",
                                        "#sdy.sharding<@nowhere, [{}]>"};
  const shardflow_op_spec reshard = {.struct_size = sizeof(reshard),
                                     .name = "sdy.reshard",
                                     .operands = &y,
                                     .operand_count = 1,
                                     .result_types = &type,
                                     .result_count = 1,
                                     .attributes = &sharding,
                                     .attribute_count = 1,
                                     .file = "model.toy",
                                     .line = 4,
                                     .column = 2};
  const shardflow_value z = shardflow_builder_result(
      b, shardflow_builder_add_op(b, shardflow_builder_body(b, g), &reshard),
      0);
  shardflow_builder_return(b, g, &z, 1);
  CHECK(shardflow_builder_finish(b, messages) == NULL);
  const shardflow_message* message = shardflow_messages_at(messages, 0);
  CHECK_SAME(message->file, "model.toy");
  CHECK(message->line == 4);
  CHECK(message->column == 2);
  shardflow_messages_clear(messages);
  shardflow_builder_destroy(b);
}

void test_ops(void) {
  shardflow_messages* messages = shardflow_messages_create();
  newer_op(messages);
  rules_as_text(messages);
  rules_as_functions(messages);
  communication_inside(messages);
  everything(messages);
  interned(messages);
  data_flow(messages);
  wrong_calls(messages);
  shardflow_messages_destroy(messages);
}
