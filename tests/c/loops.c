#include "c_test.h"

// Loops: a stablehlo.while, and a loop of the caller's own with the same edges.
// Their arguments and results show the sharding of the edge, in programs and in
// sessions.

static const char kRows[] = "#sdy.sharding<@mesh, [{\"x\"}, {}]>";
static const char kOpenRows[] = "#sdy.sharding<@mesh, [{\"x\", ?}, {?}]>";
static const char kSquare[] = "tensor<8x16xf32>";

// The initial value and the value that the body returns flow to the result and
// to the arguments of both regions.
static void edges_like_while(void* user, const shardflow_op_view* op,
                             shardflow_edges_answer* answer) {
  (void)user;
  for (int i = 0; i < shardflow_op_view_result_count(op); ++i) {
    const shardflow_edge_end targets[] = {{0, i}, {1, i}};
    const shardflow_edge_end sources[] = {{-1, i}, {1, i}};
    shardflow_edges_answer_add(answer, (shardflow_edge_end){-1, i}, targets, 2,
                               sources, 2);
  }
}

struct loop {
  shardflow_program* program;
  shardflow_op function;
  // The input, the arguments of the condition and of the body, the result of
  // the body's op, the result of the loop, and the result of the program.
  shardflow_value tied[6];
};

enum { kTied = sizeof(((struct loop*)0)->tied) / sizeof(shardflow_value) };

// Builds main(x) { return negate(loop(x)) }. The body of the loop is a tanh,
// and its condition is constant.
static struct loop build(const char* name, const char* annotation,
                         shardflow_messages* messages) {
  struct loop made;
  const char* type = kSquare;
  const char* const boolean = "tensor<i1>";
  shardflow_builder* b = shardflow_builder_create();
  const shardflow_mesh_axis axes[] = {{"x", 2}, {"y", 4}};
  shardflow_builder_add_mesh(b, "mesh", axes, 2, NULL, 0);
  made.function = shardflow_builder_add_function(b, "main", &type, 1, false);
  const shardflow_block body = shardflow_builder_body(b, made.function);
  made.tied[0] = shardflow_builder_argument(b, body, 0);
  const shardflow_op_spec repeat = {.struct_size = sizeof(repeat),
                                    .name = name,
                                    .operands = &made.tied[0],
                                    .operand_count = 1,
                                    .result_types = &type,
                                    .result_count = 1,
                                    .regions = 2};
  const shardflow_op loop = shardflow_builder_add_op(b, body, &repeat);
  const shardflow_block condition =
      shardflow_builder_add_block(b, loop, 0, &type, 1);
  made.tied[1] = shardflow_builder_argument(b, condition, 0);
  const shardflow_attribute truth = {"value", "dense<true> : tensor<i1>"};
  const shardflow_op_spec constant = {.struct_size = sizeof(constant),
                                      .name = "stablehlo.constant",
                                      .result_types = &boolean,
                                      .result_count = 1,
                                      .attributes = &truth,
                                      .attribute_count = 1};
  const shardflow_value forever = shardflow_builder_result(
      b, shardflow_builder_add_op(b, condition, &constant), 0);
  shardflow_op_spec end = {.struct_size = sizeof(end),
                           .name = "stablehlo.return",
                           .operands = &forever,
                           .operand_count = 1};
  shardflow_builder_add_op(b, condition, &end);
  const shardflow_block inside =
      shardflow_builder_add_block(b, loop, 1, &type, 1);
  made.tied[2] = shardflow_builder_argument(b, inside, 0);
  const shardflow_op_spec tanh = {.struct_size = sizeof(tanh),
                                  .name = "stablehlo.tanh",
                                  .operands = &made.tied[2],
                                  .operand_count = 1,
                                  .result_types = &type,
                                  .result_count = 1};
  made.tied[3] = shardflow_builder_result(
      b, shardflow_builder_add_op(b, inside, &tanh), 0);
  end.operands = &made.tied[3];
  shardflow_builder_add_op(b, inside, &end);
  made.tied[4] = shardflow_builder_result(b, loop, 0);
  if (annotation != NULL) {
    CHECK(shardflow_builder_set_sharding(b, made.tied[4], annotation));
  }
  const shardflow_op_spec negate = {.struct_size = sizeof(negate),
                                    .name = "stablehlo.negate",
                                    .operands = &made.tied[4],
                                    .operand_count = 1,
                                    .result_types = &type,
                                    .result_count = 1};
  made.tied[5] = shardflow_builder_result(
      b, shardflow_builder_add_op(b, body, &negate), 0);
  shardflow_builder_return(b, made.function, &made.tied[5], 1);
  made.program = shardflow_builder_finish(b, messages);
  CHECK(made.program != NULL);
  CHECK_SILENT(messages);
  shardflow_builder_destroy(b);
  return made;
}

static void check_local(const shardflow_program* program,
                        const struct loop* loop, int64_t rows) {
  for (int i = 0; i < kTied; ++i) {
    int64_t shape[2] = {0, 0};
    CHECK(shardflow_value_local_shape(program, loop->tied[i], shape, 2) == 2);
    CHECK(shape[0] == rows && shape[1] == 16);
    if (rows == 8) continue;
    int64_t offsets[16];
    CHECK(shardflow_value_slices(program, loop->tied[i], NULL, offsets, NULL,
                                 8) == 8);
    CHECK(offsets[6] == 0 && offsets[8] == 4);
  }
}

// The annotation of a loop's result reaches everything that is tied to it.
static void propagates(const char* name, shardflow_registry* registry,
                       shardflow_messages* messages) {
  const struct loop loop = build(name, kRows, messages);
  const shardflow_run_options run = {.struct_size = sizeof(run),
                                     .registry = registry};
  CHECK(shardflow_program_set_registry(loop.program, registry, messages));
  CHECK_TEXT(shardflow_value_sharding(loop.program, loop.tied[1]), kRows);
  CHECK_TEXT(shardflow_value_sharding(loop.program, loop.tied[2]), kRows);
  CHECK(shardflow_value_sharding(loop.program, loop.tied[3]) == NULL);
  CHECK(shardflow_program_propagate(loop.program, &run, messages));
  for (int i = 0; i < kTied; ++i) {
    CHECK_TEXT(shardflow_value_sharding(loop.program, loop.tied[i]), kRows);
  }
  CHECK_TEXT(shardflow_function_result_sharding(loop.program, loop.function, 0),
             kRows);
  check_local(loop.program, &loop, 4);
  CHECK_SILENT(messages);
  shardflow_program_destroy(loop.program);
}

// In a session, an annotation of an argument of the body or of the result is
// one of the edge.
static void in_a_session(const char* name, shardflow_registry* registry,
                         shardflow_messages* messages) {
  const struct loop loop = build(name, NULL, messages);
  const shardflow_run_options run = {.struct_size = sizeof(run),
                                     .registry = registry};
  const shardflow_session_options options = {.struct_size = sizeof(options),
                                             .run = &run};
  shardflow_session* session =
      shardflow_session_create(loop.program, &options, messages);
  CHECK(shardflow_session_propagate(session, messages));
  const shardflow_program* shown = shardflow_session_program(session);
  check_local(shown, &loop, 8);
  for (int edited = 1; edited <= 4; ++edited) {
    if (edited == 3) continue;  // an op in the body
    const shardflow_value value = loop.tied[edited];
    CHECK(shardflow_session_set_sharding(session, value, kRows, messages));
    CHECK_TEXT(shardflow_value_sharding(shardflow_session_annotated(session),
                                        loop.tied[4]),
               kRows);
    CHECK(shardflow_session_propagate(session, messages));
    shown = shardflow_session_program(session);
    check_local(shown, &loop, 4);
    for (int i = 0; i < kTied; ++i) {
      CHECK_TEXT(shardflow_value_sharding(shown, loop.tied[i]),
                 i == 1 || i == 2 || i == 4 ? kRows : kOpenRows);
    }
    // The tied values, and the edge itself.
    shardflow_value changed[kTied + 1];
    CHECK(shardflow_session_changed_values(session, changed, kTied + 1) ==
          kTied + 1);
    CHECK(shardflow_session_set_sharding(session, value, NULL, messages));
    CHECK(shardflow_session_propagate(session, messages));
    CHECK(shardflow_session_changed_values(session, NULL, 0) == kTied + 1);
    check_local(shardflow_session_program(session), &loop, 8);
  }
  CHECK_SILENT(messages);
  shardflow_session_destroy(session);
  shardflow_program_destroy(loop.program);
}

void test_loops(void) {
  shardflow_messages* messages = shardflow_messages_create();
  shardflow_registry* registry = shardflow_registry_create();
  CHECK(shardflow_registry_set_edges_function(
      registry, "my.loop", edges_like_while, NULL, NULL, messages));
  static const char* const kNames[] = {"stablehlo.while", "my.loop"};
  for (int i = 0; i < 2; ++i) {
    propagates(kNames[i], registry, messages);
    in_a_session(kNames[i], registry, messages);
  }
  shardflow_registry_destroy(registry);
  shardflow_messages_destroy(messages);
}
