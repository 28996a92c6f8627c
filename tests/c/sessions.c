#include "c_test.h"

// As annotations change, a session gives the same shardings as propagating the
// annotated program from scratch.

static const char kStep[] =
    "sdy.mesh @mesh = <[\"data\"=4, \"model\"=2]>\n"
    "func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x16xf32>, "
    "%v: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {\n"
    "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]\n"
    "      : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>\n"
    "  %1 = stablehlo.tanh %0 : tensor<8x16xf32>\n"
    "  %2 = stablehlo.tanh %v : tensor<8x16xf32>\n"
    "  %3 = stablehlo.tanh %2 : tensor<8x16xf32>\n"
    "  %4 = stablehlo.tanh %3 : tensor<8x16xf32>\n"
    "  return %1, %4 : tensor<8x16xf32>, tensor<8x16xf32>\n"
    "}\n";

static const char kRows[] = "#sdy.sharding<@mesh, [{\"data\"}, {}]>";
static const char kColumns[] = "#sdy.sharding<@mesh, [{}, {\"model\"}]>";

// Compares a session with propagating the annotated program from scratch.
static void check_as_from_scratch(const shardflow_session* session,
                                  shardflow_program* annotated) {
  shardflow_program* expected = shardflow_program_clone(annotated);
  CHECK(shardflow_program_run(expected, "sdy-user-priority-propagate", NULL,
                              NULL, NULL));
  shardflow_program* got =
      shardflow_program_clone(shardflow_session_program(session));
  char* text = shardflow_program_print(expected, NULL, NULL);
  CHECK_TEXT(shardflow_program_print(got, NULL, NULL), text);
  CHECK_TEXT(
      shardflow_program_print(shardflow_session_program(session), NULL, NULL),
      text);
  shardflow_free(text);
  shardflow_program_destroy(got);
  shardflow_program_destroy(expected);
}

static void edits(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  const shardflow_op f = shardflow_program_find_function(program, "main");
  shardflow_value arguments[3];
  shardflow_value y[2];
  CHECK(shardflow_block_arguments(program, shardflow_op_body(program, f),
                                  arguments, 3) == 3);
  CHECK(shardflow_function_returned(program, f, y, 2) == 2);

  const shardflow_run_options run = {.struct_size = sizeof(run)};
  const shardflow_session_options options = {
      .struct_size = sizeof(options), .run = &run, .imported = true};
  shardflow_session* session =
      shardflow_session_create(program, &options, messages);
  CHECK(session != NULL);
  const shardflow_program* now = shardflow_session_program(session);
  CHECK(shardflow_value_sharding(now, y[0]) == NULL);
  // Bindings that lose the const can't change the session's program either.
  shardflow_program* const held = (shardflow_program*)(size_t)now;
  CHECK(!shardflow_program_propagate(held, NULL, messages));
  CHECK_ERROR(messages, "the program belongs to a session");
  CHECK(!shardflow_program_run(held, "canonicalize", NULL, NULL, messages));
  CHECK_ERROR(messages, "the program belongs to a session");
  CHECK(!shardflow_value_set_sharding(held, y[0], kRows, messages));
  CHECK_ERROR(messages, "the program belongs to a session");
  CHECK(!shardflow_function_set_result_sharding(held, f, 0, kRows, messages));
  CHECK_ERROR(messages, "the program belongs to a session");
  const shardflow_partition_options partition = {.struct_size =
                                                     sizeof(partition)};
  CHECK(!shardflow_program_partition(held, &partition, messages));
  CHECK_ERROR(messages, "the program belongs to a session");
  CHECK(shardflow_session_set_sharding(session, arguments[0], kRows, messages));
  CHECK(shardflow_session_set_sharding(session, arguments[2], kRows, messages));
  CHECK(shardflow_session_propagate(session, messages));
  CHECK_SILENT(messages);
  CHECK_TEXT(shardflow_value_sharding(now, y[0]),
             "#sdy.sharding<@mesh, [{\"data\", ?}, {?}]>");
  shardflow_session_stats stats = *shardflow_session_get_stats(session);
  CHECK(stats.propagations == 1 && stats.replays == 1 && stats.visits > 0);
  CHECK_SAME(stats.replay_reason, "it is the first");
  const int64_t all = stats.visits;
  // The session only copied the program.
  CHECK(shardflow_value_sharding(program, y[0]) == NULL);
  CHECK(shardflow_value_set_sharding(program, arguments[0], kRows, messages));
  CHECK(shardflow_value_set_sharding(program, arguments[2], kRows, messages));
  check_as_from_scratch(session, program);

  // After another annotation, only ops near the changed values are visited.
  CHECK(shardflow_session_set_sharding(session, arguments[1], kColumns,
                                       messages));
  CHECK(shardflow_session_propagate(session, messages));
  stats = *shardflow_session_get_stats(session);
  CHECK(stats.propagations == 2 && stats.replays == 1);
  CHECK_SAME(stats.replay_reason, "");
  CHECK(stats.visits > 0 && stats.visits < all);
  CHECK(stats.values_changed == 4);  // %w, %0, %1 and result 0
  CHECK_TEXT(shardflow_value_sharding(now, y[0]),
             "#sdy.sharding<@mesh, [{\"data\", ?}, {\"model\", ?}]>");
  CHECK_TEXT(shardflow_function_result_sharding(now, f, 0),
             "#sdy.sharding<@mesh, [{\"data\", ?}, {\"model\", ?}]>");
  shardflow_value changed[4];
  CHECK(shardflow_session_changed_values(session, changed, 4) == 3);
  CHECK(changed[0].index == arguments[1].index);
  CHECK(changed[2].index == y[0].index);
  const shardflow_session_price* price =
      shardflow_session_find_price(session, NULL, messages);
  CHECK(price != NULL && price->flops > 0 && price->arguments > 0);
  CHECK(price->sum_seconds == 0 && price->peak == 0);
  shardflow_price_request request = {sizeof request, "h100", true};
  price = shardflow_session_find_price(session, &request, messages);
  CHECK(price != NULL && price->peak >= price->arguments);
  CHECK(price->sum_seconds >= price->max_seconds && price->max_seconds > 0);
  CHECK(price->sum_seconds ==
        price->work_seconds + price->communication_seconds);
  shardflow_op function;
  int result;
  CHECK(shardflow_session_changed_results(session, &function, &result, 1) == 1);
  CHECK(function.index == f.index && result == 0);
  int64_t shape[2];
  CHECK(shardflow_value_local_shape(now, y[0], shape, 2) == 2);
  CHECK(shape[0] == 2 && shape[1] == 8);
  int64_t offsets[16];
  CHECK(shardflow_value_slices(now, y[0], NULL, offsets, NULL, 8) == 8);
  CHECK(offsets[14] == 6 && offsets[15] == 8);
  CHECK(
      shardflow_value_set_sharding(program, arguments[1], kColumns, messages));
  check_as_from_scratch(session, program);

  // The annotation is removed again, and a result is annotated.
  CHECK(shardflow_session_set_sharding(session, arguments[1], NULL, messages));
  CHECK(shardflow_session_set_result_sharding(session, f, 1, kRows, messages));
  CHECK(shardflow_session_propagate(session, messages));
  CHECK(shardflow_value_set_sharding(program, arguments[1], NULL, messages));
  CHECK(shardflow_function_set_result_sharding(program, f, 1, kRows, messages));
  check_as_from_scratch(session, program);
  CHECK_SILENT(messages);

  // A trial edit is undone.
  const int64_t checkpoint = shardflow_session_checkpoint(session);
  CHECK(checkpoint > 0);
  CHECK(shardflow_session_set_sharding(session, arguments[0], NULL, messages));
  CHECK(shardflow_session_propagate(session, messages));
  CHECK(shardflow_value_sharding(now, y[0]) == NULL);
  CHECK(shardflow_session_rollback(session, checkpoint, messages));
  CHECK(shardflow_session_changed_values(session, NULL, 0) == 3);
  check_as_from_scratch(session, program);
  shardflow_session* fork = shardflow_session_fork(session);
  CHECK(shardflow_session_propagate(fork, messages));
  check_as_from_scratch(fork, program);
  shardflow_session_destroy(fork);
  CHECK(shardflow_session_release(session, checkpoint, messages));
  CHECK_SILENT(messages);
  CHECK(!shardflow_session_rollback(session, checkpoint, messages));
  CHECK_ERROR(messages, "there is no checkpoint 1");

  // Errors change nothing.
  CHECK(
      !shardflow_session_set_sharding(session, arguments[0], "[{}", messages));
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  CHECK(!shardflow_session_set_sharding(
      session, arguments[0], "#sdy.sharding<@other, [{}, {}]>", messages));
  CHECK_ERROR(messages, "other");
  CHECK(!shardflow_session_set_result_sharding(session, f, 2, kRows, messages));
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  CHECK(shardflow_session_propagate(session, messages));
  check_as_from_scratch(session, program);
  CHECK(shardflow_session_get_stats(session)->propagations == 5);
  // A copy of the session's program is an ordinary program.
  shardflow_program* copy = shardflow_program_clone(now);
  shardflow_session_destroy(session);
  CHECK(shardflow_value_set_sharding(copy, y[1], kColumns, messages));
  shardflow_program_destroy(copy);
  shardflow_program_destroy(program);
}

static void fails(shardflow_messages* messages) {
  static const char kDynamic[] =
      "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n"
      "  %0 = stablehlo.abs %a : tensor<?xf32>\n"
      "  return %0 : tensor<?xf32>\n}\n";
  shardflow_program* program = shardflow_program_read(
      "dynamic", kDynamic, strlen(kDynamic), NULL, messages);
  shardflow_session_options options = {.struct_size = sizeof(options),
                                       .imported = true};
  shardflow_session* session =
      shardflow_session_create(program, &options, messages);
  CHECK(!shardflow_session_propagate(session, messages));
  CHECK_ERROR(messages, "only supports ranked tensors with a static shape");
  shardflow_session_destroy(session);
  options.struct_size = 0;
  CHECK(shardflow_session_create(program, &options, messages) == NULL);
  CHECK_ERROR(messages, "struct_size is not set");
  const shardflow_run_options run = {.struct_size = 0};
  const shardflow_session_options wrong_run = {.struct_size = sizeof(wrong_run),
                                               .run = &run};
  CHECK(shardflow_session_create(program, &wrong_run, messages) == NULL);
  CHECK_ERROR(messages, "struct_size is not set");
  shardflow_program_destroy(program);
}

// A session on a program that was only read runs the whole pipeline.
static void whole(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  shardflow_session* session =
      shardflow_session_create(program, NULL, messages);
  CHECK(session != NULL);
  CHECK(shardflow_session_export(session, NULL) == NULL);  // too early
  CHECK(shardflow_session_propagate(session, messages));
  shardflow_program* done = shardflow_session_export(session, messages);
  CHECK(done != NULL);
  CHECK(shardflow_program_propagate(program, NULL, messages));
  char* text = shardflow_program_print(program, NULL, NULL);
  CHECK_TEXT(shardflow_program_print(done, NULL, NULL), text);
  CHECK_SILENT(messages);
  shardflow_free(text);
  shardflow_program_destroy(done);
  shardflow_session_destroy(session);
  shardflow_program_destroy(program);
}

// Edits the ops of a session's program, and compares it after each propagation
// with a run from scratch.
static void edits_of_ops(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  const shardflow_op f = shardflow_program_find_function(program, "main");
  const shardflow_block body = shardflow_op_body(program, f);
  shardflow_value arguments[3];
  shardflow_op ops[6];
  shardflow_block_arguments(program, body, arguments, 3);
  CHECK(shardflow_block_ops(program, body, ops, 6) == 6);
  shardflow_value old = {0, 0};
  CHECK(shardflow_op_results(program, ops[2], &old, 1) == 1);
  shardflow_session* session =
      shardflow_session_create(program, NULL, messages);
  const shardflow_program* annotated = shardflow_session_annotated(session);
  CHECK(shardflow_session_set_sharding(session, arguments[2], kRows, messages));
  CHECK(shardflow_session_propagate(session, messages));
  CHECK(shardflow_session_memory_bytes(session) > 0);
  CHECK_SILENT(messages);

  // Replaces %2 by an op with another name.
  const char* type = "tensor<8x16xf32>";
  const shardflow_op_spec exponential = {.struct_size = sizeof(exponential),
                                         .name = "stablehlo.exponential",
                                         .operands = &arguments[2],
                                         .operand_count = 1,
                                         .result_types = &type,
                                         .result_count = 1};
  const shardflow_op added =
      shardflow_session_add_op(session, ops[2], &exponential, messages);
  shardflow_value of_added = {0, 0};
  CHECK(shardflow_op_results(annotated, added, &of_added, 1) == 1);
  CHECK(!shardflow_session_erase_op(session, ops[2], messages));
  CHECK_ERROR(messages, "is still used");
  CHECK(shardflow_session_replace_uses(session, old, of_added, messages));
  CHECK(shardflow_session_erase_op(session, ops[2], messages));
  CHECK(shardflow_op_name(annotated, ops[2]) == NULL);
  CHECK(shardflow_session_explain(session, of_added, NULL, messages) == NULL);
  CHECK_ERROR(messages, "was edited since the last propagation");
  CHECK(shardflow_session_propagate(session, messages));
  CHECK_SILENT(messages);
  CHECK_SAME(shardflow_session_get_stats(session)->replay_reason,
             "an op was added");
  shardflow_program* copy = shardflow_program_clone(annotated);
  check_as_from_scratch(session, copy);
  CHECK_TEXT(
      shardflow_value_sharding(shardflow_session_program(session), of_added),
      "#sdy.sharding<@mesh, [{\"data\", ?}, {?}]>");
  shardflow_program_destroy(copy);

  // The session's text and JSON are those of an explanation of the program.
  shardflow_explanation_options options = {.struct_size = sizeof(options)};
  shardflow_explain_request request = {
      .struct_size = sizeof(request), .is_result = true, .index = 1};
  for (int form = 0; form < 3; ++form) {
    options.json = request.json = form == 1;
    options.spec = request.spec = form == 2;
    char* text = shardflow_explain(annotated, &request, messages);
    CHECK(text != NULL);
    CHECK_TEXT(shardflow_session_explain_result(session, 1, &options, messages),
               text);
    shardflow_free(text);
  }
  char* text = shardflow_session_explain(session, of_added, NULL, messages);
  CHECK(text != NULL && strstr(text, "data") != NULL);
  shardflow_free(text);
  CHECK_SILENT(messages);

  // Errors change nothing.
  CHECK(!shardflow_session_set_operand(session, added, 1, arguments[2],
                                       messages));
  CHECK_ERROR(messages, "there is no operand 1");
  CHECK(!shardflow_session_replace_uses(session, arguments[0], arguments[1],
                                        messages));
  CHECK_ERROR(messages, "different types");
  const shardflow_op_spec nameless = {.struct_size = sizeof(nameless)};
  CHECK(shardflow_session_add_op(session, added, &nameless, messages).origin ==
        0);
  CHECK_ERROR(messages, "shardflow_session_add_op: name is NULL");
  CHECK(
      shardflow_session_set_operand(session, added, 0, arguments[1], messages));
  CHECK(shardflow_session_propagate(session, messages));
  copy = shardflow_program_clone(annotated);
  check_as_from_scratch(session, copy);
  shardflow_program_destroy(copy);

  // A flag that is set later ends a call, until it is replaced.
  shardflow_stop* stop = shardflow_stop_create();
  shardflow_stop_set(stop, true);
  shardflow_session_set_stop(session, stop);
  CHECK(shardflow_session_set_sharding(session, arguments[0], kRows, messages));
  CHECK(!shardflow_session_propagate(session, messages));
  CHECK_ERROR(messages, "the run was stopped");
  shardflow_session_set_stop(session, NULL);
  shardflow_stop_destroy(stop);
  CHECK(shardflow_session_propagate(session, messages));
  CHECK_SILENT(messages);
  shardflow_session_destroy(session);
  shardflow_program_destroy(program);
}

// The session's per-device program is that of its exported program.
static void partitions(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  shardflow_session* session =
      shardflow_session_create(program, NULL, messages);
  shardflow_partition_options options = {
      .struct_size = sizeof options, .propagated = true, .check = true};
  CHECK(shardflow_session_partition(session, &options, messages) == NULL);
  CHECK_ERROR(messages, "nothing has been propagated yet");
  const shardflow_op f = shardflow_program_find_function(program, "main");
  shardflow_value arguments[3];
  CHECK(shardflow_block_arguments(program, shardflow_op_body(program, f),
                                  arguments, 3) == 3);
  CHECK(shardflow_session_set_sharding(session, arguments[0], kRows, messages));
  CHECK(shardflow_session_set_sharding(session, arguments[1], kColumns,
                                       messages));
  CHECK(shardflow_session_propagate(session, messages));
  shardflow_program* expected = shardflow_session_export(session, messages);
  CHECK(shardflow_program_partition(expected, &options, messages));
  // These are ignored.
  options.propagated = false;
  const shardflow_run_options invalid = {.struct_size = 0};
  options.run = &invalid;
  shardflow_program* local =
      shardflow_session_partition(session, &options, messages);
  CHECK_SILENT(messages);
  char* text = shardflow_program_print(expected, NULL, NULL);
  CHECK_HAS(text, "(tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>");
  CHECK_TEXT(shardflow_program_print(local, NULL, NULL), text);
  shardflow_free(text);
  // The session can still be edited and propagated.
  CHECK(shardflow_session_set_sharding(session, arguments[1], NULL, messages));
  CHECK(shardflow_session_propagate(session, messages));
  shardflow_program* again =
      shardflow_session_partition(session, NULL, messages);
  text = shardflow_program_print(again, NULL, NULL);
  CHECK_HAS(text, "(tensor<2x8xf32>, tensor<8x16xf32>) -> tensor<2x16xf32>");
  shardflow_free(text);
  options.devices = 4;
  CHECK(shardflow_session_partition(session, &options, messages) == NULL);
  CHECK_ERROR(messages, "the mesh has 8 devices, not 4");
  shardflow_program_destroy(again);
  shardflow_program_destroy(local);
  shardflow_program_destroy(expected);
  shardflow_session_destroy(session);
  shardflow_program_destroy(program);
}

static void count_progress(void* user, const shardflow_progress* progress) {
  CHECK(progress->pass[0] != '\0' && progress->bytes > 0);
  CHECK(progress->done <= 1 && progress->seconds > 0);
  ++*(int*)user;
}

static void stops(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  shardflow_stop* stop = shardflow_stop_create();
  const shardflow_run_options run = {.struct_size = sizeof(run), .stop = stop};
  const shardflow_session_options options = {.struct_size = sizeof(options),
                                             .run = &run};
  shardflow_session* session =
      shardflow_session_create(program, &options, messages);
  CHECK_SILENT(messages);
  shardflow_stop_set(stop, true);
  CHECK(!shardflow_session_propagate(session, messages));
  CHECK(shardflow_messages_count(messages) == 1);
  CHECK_SAME(shardflow_messages_at(messages, 0)->text, "the run was stopped");
  shardflow_messages_clear(messages);
  shardflow_stop_set(stop, false);
  CHECK(shardflow_session_propagate(session, messages));
  CHECK_SILENT(messages);
  shardflow_session_destroy(session);
  shardflow_stop_destroy(stop);
  shardflow_stop_set(NULL, true);
  shardflow_stop_destroy(NULL);

  // Try a limit below the program's memory, and a negative limit.
  const shardflow_run_options small = {.struct_size = sizeof(small),
                                       .progress = count_progress,
                                       .progress_milliseconds = 1,
                                       .memory_limit = 1};
  CHECK(!shardflow_program_propagate(program, &small, messages));
  CHECK(shardflow_messages_at(messages, 0)->code ==
        SHARDFLOW_ERROR_LIMIT_EXCEEDED);
  CHECK_ERROR(messages, "more than the limit of 1 B");
  shardflow_program_destroy(program);
  const shardflow_run_options negative = {.struct_size = sizeof(negative),
                                          .memory_limit = -1};
  program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  CHECK(!shardflow_program_propagate(program, &negative, messages));
  CHECK_ERROR(messages, "memory_limit is negative");
  int calls = 0;
  const shardflow_run_options watched = {.struct_size = sizeof(watched),
                                         .progress = count_progress,
                                         .progress_user = &calls,
                                         .progress_milliseconds = 1};
  CHECK(shardflow_program_propagate(program, &watched, messages));
  CHECK_SILENT(messages);
  shardflow_program_destroy(program);
}

void test_sessions(void) {
  shardflow_messages* messages = shardflow_messages_create();
  edits(messages);
  fails(messages);
  whole(messages);
  edits_of_ops(messages);
  partitions(messages);
  stops(messages);
  shardflow_messages_destroy(messages);
}
