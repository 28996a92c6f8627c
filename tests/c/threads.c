#include <pthread.h>
#include <stdatomic.h>

#include "c_test.h"

// Many threads, each with its own programs, share one registry and one finished
// program that they only read. With the thread sanitizer, this tests that
// programs share no state. Without it, this tests that the answers are the same
// as on a single thread.

enum { kThreads = 8, kPrograms = 6, kMaxText = 1 << 16 };

struct shared {
  shardflow_registry* registry;
  shardflow_program* program;  // not changed by any thread
  char* expected[kPrograms];   // the expected text of program i
  // The sharding of the program's result without an annotation.
  const char* cleared;
  atomic_int calls;  // number of calls to the rule
};

static void relu_rule(void* user, const shardflow_op_view* op,
                      shardflow_rule_answer* answer) {
  (void)op;
  atomic_fetch_add((atomic_int*)user, 1);
  shardflow_rule_answer_set(answer, "([i, j])->([i, j])");
}

// Returns a program with a chain of `layers` pairs of a dot and my.relu.
static char* source(int layers) {
  char* text = malloc(kMaxText);
  if (text == NULL) abort();
  int n = snprintf(text, kMaxText,
                   "sdy.mesh @mesh = <[\"a%d\"=4, \"b\"=2]>\n"
                   "func.func @main(%%x: tensor<16x16xf32> {sdy.sharding = "
                   "#sdy.sharding<@mesh, [{\"a%d\"}, {}]>}, %%w: "
                   "tensor<16x16xf32>) -> tensor<16x16xf32> {\n",
                   layers, layers);
  const char* value = "%x";
  char names[2][16];
  for (int i = 0; i < layers; ++i) {
    n += snprintf(text + n, (size_t)(kMaxText - n),
                  "  %%d%d = stablehlo.dot_general %s, %%w, contracting_dims = "
                  "[1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> "
                  "tensor<16x16xf32>\n"
                  "  %%r%d = \"my.relu\"(%%d%d) : (tensor<16x16xf32>) -> "
                  "tensor<16x16xf32>\n",
                  i, value, i, i);
    snprintf(names[i % 2], sizeof(names[0]), "%%r%d", i);
    value = names[i % 2];
  }
  snprintf(text + n, (size_t)(kMaxText - n),
           "  return %s : tensor<16x16xf32>\n}\n", value);
  return text;
}

static shardflow_program* read_layers(int layers,
                                      shardflow_messages* messages) {
  const shardflow_read_options options = {.struct_size = sizeof(options),
                                          .allow_unregistered_dialect = true};
  char* text = source(layers);
  shardflow_program* program = shardflow_program_read(
      "layers.mlir", text, strlen(text), &options, messages);
  free(text);
  return program;
}

// Returns the program after propagation. The caller frees it.
static char* answer(int layers, const shardflow_registry* registry) {
  shardflow_messages* messages = shardflow_messages_create();
  shardflow_program* program = read_layers(layers, messages);
  const shardflow_run_options options = {.struct_size = sizeof(options),
                                         .registry = registry};
  CHECK(shardflow_program_propagate(program, &options, messages));
  CHECK_SILENT(messages);
  char* text = shardflow_program_print(program, NULL, NULL);
  shardflow_program_destroy(program);
  // Errors belong to the thread whose call failed.
  CHECK(shardflow_program_read("wrong", "func", 4, NULL, messages) == NULL);
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_destroy(messages);
  return text;
}

static void look(const struct shared* shared) {
  const shardflow_op function =
      shardflow_program_find_function(shared->program, "main");
  shardflow_value value;
  CHECK(shardflow_function_returned(shared->program, function, &value, 1) == 1);
  int64_t shape[2];
  CHECK(shardflow_value_local_shape(shared->program, value, shape, 2) == 2);
  CHECK(shape[0] == 4 && shape[1] == 16);
  CHECK_TEXT(shardflow_program_print(shared->program, NULL, NULL),
             shared->expected[1]);
  CHECK_TEXT(shardflow_to_hlo_sharding("<[\"x\"=2]>", "[{\"x\"}]",
                                       SHARDFLOW_HLO_V2, NULL, 0, NULL),
             "{devices=[2]<=[2]}");
}

// Each thread has its own session, but they all share the program and the
// rules.
static void edit(const struct shared* shared) {
  const shardflow_run_options run = {.struct_size = sizeof(run),
                                     .registry = shared->registry};
  const shardflow_session_options options = {
      .struct_size = sizeof(options), .run = &run, .imported = true};
  shardflow_session* session =
      shardflow_session_create(shared->program, &options, NULL);
  const shardflow_op function =
      shardflow_program_find_function(shared->program, "main");
  shardflow_value value;
  CHECK(shardflow_function_returned(shared->program, function, &value, 1) == 1);
  char* before = shardflow_value_sharding(shared->program, value);
  CHECK(shardflow_session_propagate(session, NULL));
  CHECK_TEXT(
      shardflow_value_sharding(shardflow_session_program(session), value),
      before);
  CHECK(shardflow_session_set_sharding(session, value, NULL, NULL));
  CHECK(shardflow_session_propagate(session, NULL));
  CHECK_TEXT(
      shardflow_value_sharding(shardflow_session_program(session), value),
      shared->cleared);
  shardflow_free(before);
  shardflow_session_destroy(session);
}

static void* work(void* user) {
  const struct shared* shared = user;
  for (int i = 0; i < kPrograms; ++i) {
    CHECK_TEXT(answer(i + 1, shared->registry), shared->expected[i]);
    look(shared);
    edit(shared);
  }
  return NULL;
}

void test_threads(void) {
  struct shared shared = {.registry = shardflow_registry_create()};
  atomic_init(&shared.calls, 0);
  CHECK(shardflow_registry_add_rule_function(
      shared.registry, "my.relu", relu_rule, &shared.calls, NULL, NULL));
  for (int i = 0; i < kPrograms; ++i) {
    shared.expected[i] = answer(i + 1, shared.registry);
  }
  const int calls = atomic_load(&shared.calls);
  CHECK(calls > 0);
  const shardflow_run_options options = {.struct_size = sizeof(options),
                                         .registry = shared.registry};
  shared.program = read_layers(2, NULL);
  CHECK(shardflow_program_propagate(shared.program, &options, NULL));

  shared.cleared = "#sdy.sharding<@mesh, [{\"a2\", ?}, {?}]>";

  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    CHECK(pthread_create(&threads[i], NULL, work, &shared) == 0);
  }
  for (int i = 0; i < kThreads; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  CHECK(atomic_load(&shared.calls) > calls);
  for (int i = 0; i < kPrograms; ++i) shardflow_free(shared.expected[i]);
  shardflow_program_destroy(shared.program);
  shardflow_registry_destroy(shared.registry);
}
