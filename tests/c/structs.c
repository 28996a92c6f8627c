#include <stddef.h>

#include "c_test.h"

// Tests every struct that has a `struct_size`, as passed by a caller that was
// compiled against an older or a newer version of the library. Also tests
// registries that are destroyed while programs and sessions that used them live
// on.

static const char kProgram[] =
    "sdy.mesh @mesh = <[\"x\"=2]>\n"
    "func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{}]>}) {\n"
    "  %0 = stablehlo.tanh %a : tensor<8xf32>\n"
    "  return %0 : tensor<8xf32>\n"
    "}\n";

static shardflow_program* read_program(shardflow_messages* messages) {
  return shardflow_program_read("tanh.mlir", kProgram, strlen(kProgram), NULL,
                                messages);
}

// --- functions that take a struct with a `struct_size`
//
// Each of these passes the struct, and returns whether it was accepted.

static bool use_op_spec(const void* given, shardflow_messages* messages) {
  shardflow_builder* b = shardflow_builder_create();
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", NULL, 0, false);
  const shardflow_op op =
      shardflow_builder_add_op(b, shardflow_builder_body(b, f), given);
  CHECK(shardflow_builder_return(b, f, NULL, 0).origin != 0 || op.origin == 0);
  shardflow_program* program = shardflow_builder_finish(b, messages);
  CHECK((program != NULL) == (op.origin != 0));
  shardflow_program_destroy(program);
  shardflow_builder_destroy(b);
  return op.origin != 0;
}

static bool use_interned_op(const void* given, shardflow_messages* messages) {
  shardflow_builder* b = shardflow_builder_create();
  const shardflow_op f =
      shardflow_builder_add_function(b, "main", NULL, 0, false);
  const shardflow_op op =
      shardflow_builder_add_interned(b, shardflow_builder_body(b, f), given);
  shardflow_builder_return(b, f, NULL, 0);
  shardflow_program* program = shardflow_builder_finish(b, messages);
  CHECK((program != NULL) == (op.origin != 0));
  shardflow_program_destroy(program);
  shardflow_builder_destroy(b);
  return op.origin != 0;
}

// A callback that adds the collective that `user` points to.
static void add_collective(void* user, const shardflow_op_view* op,
                           const shardflow_op_shardings* shardings,
                           shardflow_communication_answer* answer) {
  CHECK(op != NULL && shardings != NULL);
  shardflow_communication_answer_add(answer, user);
}

static bool use_op_collective(const void* given, shardflow_messages* messages) {
  shardflow_registry* registry = shardflow_registry_create();
  // The callback only reads the struct, so casting away const is safe.
  void* const user = (void*)(size_t)given;
  CHECK(shardflow_registry_set_communication_function(
      registry, "stablehlo.tanh", add_collective, user, NULL, messages));
  shardflow_program* program = read_program(messages);
  shardflow_communication* plan =
      shardflow_communication_create_with(program, registry, messages);
  const bool ok = plan != NULL && shardflow_communication_count(plan) == 1;
  shardflow_communication_destroy(plan);
  shardflow_program_destroy(program);
  shardflow_registry_destroy(registry);
  return ok;
}

static bool use_read_options(const void* given, shardflow_messages* messages) {
  shardflow_program* program = shardflow_program_read(
      "tanh.mlir", kProgram, strlen(kProgram), given, messages);
  shardflow_program_destroy(program);
  return program != NULL;
}

static bool use_run_options(const void* given, shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  const bool ok = shardflow_program_propagate(program, given, messages);
  shardflow_program_destroy(program);
  return ok;
}

static bool use_print_options(const void* given, shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  char* text = shardflow_program_print(program, given, NULL);
  shardflow_free(text);
  shardflow_program_destroy(program);
  return text != NULL;
}

static bool use_partition_options(const void* given,
                                  shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  const bool ok = shardflow_program_partition(program, given, messages);
  shardflow_program_destroy(program);
  return ok;
}

static bool use_session_options(const void* given,
                                shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  shardflow_session* session =
      shardflow_session_create(program, given, messages);
  const bool ok = session != NULL;
  shardflow_session_destroy(session);
  shardflow_program_destroy(program);
  return ok;
}

static bool use_price_request(const void* given, shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  shardflow_session* session =
      shardflow_session_create(program, NULL, messages);
  CHECK(shardflow_session_propagate(session, messages));
  const bool ok =
      shardflow_session_find_price(session, given, messages) != NULL;
  shardflow_session_destroy(session);
  shardflow_program_destroy(program);
  return ok;
}

static bool use_explanation_options(const void* given,
                                    shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  shardflow_session* session =
      shardflow_session_create(program, NULL, messages);
  CHECK(shardflow_session_propagate(session, messages));
  char* text = shardflow_session_explain_result(session, 0, given, messages);
  shardflow_free(text);
  shardflow_session_destroy(session);
  shardflow_program_destroy(program);
  return text != NULL;
}

static bool use_reshard_request(const void* given,
                                shardflow_messages* messages) {
  shardflow_reshard_plan* plan = shardflow_reshard_plan_create(given, messages);
  const bool ok = plan != NULL;
  shardflow_reshard_plan_destroy(plan);
  return ok;
}

static bool use_explain_request(const void* given,
                                shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  char* text = shardflow_explain(program, given, messages);
  shardflow_free(text);
  shardflow_program_destroy(program);
  return text != NULL;
}

static bool use_cost_request(const void* given, shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  char* text = shardflow_cost(program, given, messages);
  shardflow_free(text);
  shardflow_program_destroy(program);
  return text != NULL;
}

static bool use_lint_request(const void* given, shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  char* text = shardflow_lint(program, given, NULL, messages);
  shardflow_free(text);
  shardflow_program_destroy(program);
  return text != NULL;
}

static bool use_auto_request(const void* given, shardflow_messages* messages) {
  shardflow_program* program = read_program(messages);
  bool fits = false;
  shardflow_program* found = shardflow_auto(program, given, &fits, messages);
  const bool ok = found != NULL;
  shardflow_program_destroy(found);
  shardflow_program_destroy(program);
  return ok;
}

// --- the table

// A struct, followed by the fields of a newer version.
typedef union {
  size_t struct_size;  // the first field of each struct
  shardflow_op_spec op_spec;
  shardflow_interned_op interned_op;
  shardflow_op_collective op_collective;
  shardflow_read_options read_options;
  shardflow_run_options run_options;
  shardflow_print_options print_options;
  shardflow_partition_options partition_options;
  shardflow_session_options session_options;
  shardflow_price_request price_request;
  shardflow_explanation_options explanation_options;
  shardflow_reshard_request reshard_request;
  shardflow_explain_request explain_request;
  shardflow_cost_request cost_request;
  shardflow_lint_request lint_request;
  shardflow_auto_request auto_request;
  unsigned char bytes[512];
} any_struct;

typedef struct {
  const char* name;
  size_t size;
  // The size of the oldest version that has the fields in `filled`.
  size_t oldest;
  bool (*use)(const void* given, shardflow_messages* messages);
  any_struct filled;
  bool silent;  // the call has no list of messages
} struct_case;

#define CASE(kind, last_field)                                  \
  .name = "shardflow_" #kind, .size = sizeof(shardflow_##kind), \
  .oldest = offsetof(shardflow_##kind, last_field) +            \
            sizeof(((shardflow_##kind*)NULL)->last_field),      \
  .use = use_##kind

static const struct_case kCases[] = {
    {CASE(op_spec, name), .filled.op_spec = {.name = "my.op"}},
    {CASE(interned_op, name), .filled.interned_op = {.name = "my.op"}},
    {CASE(op_collective, bytes), .filled.op_collective = {.kind = "all_gather",
                                                          .axes = "{\"x\"}",
                                                          .bytes = 8}},
    {CASE(read_options, struct_size)},
    {CASE(run_options, struct_size)},
    {CASE(print_options, struct_size), .silent = true},
    {CASE(partition_options, struct_size)},
    {CASE(session_options, struct_size)},
    {CASE(price_request, struct_size)},
    {CASE(explanation_options, struct_size)},
    {CASE(reshard_request, to),
     .filled.reshard_request = {.mesh = "<[\"x\"=2]>",
                                .type = "8xf32",
                                .from = "[{\"x\"}]",
                                .to = "[{}]"}},
    {CASE(explain_request, value), .filled.explain_request = {.value = "%0"}},
    {CASE(cost_request, struct_size)},
    {CASE(lint_request, struct_size)},
    {CASE(auto_request, steps),
     .filled.auto_request = {.topology = "h100", .steps = 2}},
};
enum { kCaseCount = sizeof(kCases) / sizeof(kCases[0]) };

static void accepts(const struct_case* c, const any_struct* given,
                    shardflow_messages* messages) {
  const bool ok = c->use(given, messages);
  CHECK(ok && !shardflow_messages_has_error(messages));
  if (!ok) {
    fprintf(stderr, "  %s of %zu bytes\n", c->name, given->struct_size);
  }
  shardflow_messages_clear(messages);
}

static void refuses(const struct_case* c, const any_struct* given,
                    const char* part, shardflow_messages* messages) {
  const bool ok = !c->use(given, messages);
  CHECK(ok);
  if (!ok) {
    fprintf(stderr, "  %s of %zu bytes\n", c->name, given->struct_size);
  }
  if (!c->silent) CHECK_ERROR(messages, part);
  shardflow_messages_clear(messages);
}

static void sizes(const struct_case* c, shardflow_messages* messages) {
  any_struct given = c->filled;
  CHECK(c->size + 64 < sizeof(given));
  given.struct_size = c->size;
  accepts(c, &given, messages);

  // A newer version has more fields. They must be zero, or the struct is
  // rejected.
  given.struct_size = c->size + 64;
  accepts(c, &given, messages);
  for (size_t at = c->size; at < c->size + 64; at += 21) {
    given.bytes[at] = 1;
    refuses(c, &given, "does not know", messages);
    given.bytes[at] = 0;
  }

  // An older version has fewer fields. The bytes after them aren't read.
  for (size_t size = c->oldest; size < c->size; size += sizeof(int)) {
    given = c->filled;
    given.struct_size = size;
    memset(given.bytes + size, 0xff, sizeof(given) - size);
    accepts(c, &given, messages);
  }

  given = c->filled;
  for (given.struct_size = 0; given.struct_size < sizeof(size_t);
       given.struct_size += 7) {
    refuses(c, &given, "struct_size is not set", messages);
  }
}

// --- registries

static const char kOwn[] =
    "sdy.mesh @mesh = <[\"x\"=2]>\n"
    "func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{\"x\"}]>}) -> tensor<8xf32> {\n"
    "  %0 = \"my.op\"(%a) : (tensor<8xf32>) -> tensor<8xf32>\n"
    "  return %0 : tensor<8xf32>\n"
    "}\n";

static void rule(void* user, const shardflow_op_view* op,
                 shardflow_rule_answer* answer) {
  CHECK(op != NULL);
  ++*(int*)user;
  shardflow_rule_answer_set(answer, "([i])->([i])");
}

static void forget(void* user) { *(int*)user = -1000; }

// A program keeps no reference to a registry. A session keeps its contents.
static void registry_dies_first(shardflow_messages* messages) {
  int calls = 0;
  shardflow_registry* registry = shardflow_registry_create();
  CHECK(shardflow_registry_add_rule_function(registry, "my.op", rule, &calls,
                                             forget, messages));
  const shardflow_read_options read = {.struct_size = sizeof(read),
                                       .allow_unregistered_dialect = true};
  shardflow_program* program =
      shardflow_program_read("own.mlir", kOwn, strlen(kOwn), &read, messages);
  const shardflow_run_options run = {.struct_size = sizeof(run),
                                     .registry = registry};
  const shardflow_session_options options = {.struct_size = sizeof(options),
                                             .run = &run};
  shardflow_session* session =
      shardflow_session_create(program, &options, messages);
  CHECK(session != NULL);
  CHECK(shardflow_program_propagate(program, &run, messages));
  CHECK_SILENT(messages);
  CHECK(calls > 0);
  shardflow_registry_destroy(registry);
  CHECK(calls > 0);  // the session still needs the callback

  const int before = calls;
  char* text = shardflow_program_print(program, NULL, NULL);
  CHECK(text != NULL && strstr(text, "my.op") != NULL);
  CHECK(shardflow_session_propagate(session, messages));
  CHECK_SILENT(messages);
  CHECK(calls > before);
  shardflow_program* done = shardflow_session_export(session, messages);
  CHECK_TEXT(shardflow_program_print(done, NULL, NULL), text);
  shardflow_program_destroy(done);
  // The program was propagated without a registry this time, so the op has no
  // rule.
  CHECK(shardflow_program_propagate(program, NULL, messages));
  CHECK(!shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  shardflow_free(text);
  shardflow_session_destroy(session);
  CHECK(calls < 0);  // destroyed with the last session
  shardflow_program_destroy(program);
}

void test_structs(void) {
  shardflow_messages* messages = shardflow_messages_create();
  for (int i = 0; i < kCaseCount; ++i) sizes(&kCases[i], messages);
  registry_dies_first(messages);
  shardflow_messages_destroy(messages);
}
