#include "c_test.h"

// Programs from text: reading, running, inspecting, changing, writing.

static const char kStep[] =
    "sdy.mesh @mesh = <[\"data\"=4, \"model\"=2]>\n"
    "func.func @main(\n"
    "    %x: tensor<10x8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{\"data\"}, {}]>},\n"
    "    %w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, "
    "{\"model\"}]>}) -> tensor<10x16xf32> {\n"
    "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]\n"
    "      : (tensor<10x8xf32>, tensor<8x16xf32>) -> tensor<10x16xf32>\n"
    "  %1 = stablehlo.tanh %0 : tensor<10x16xf32>\n"
    "  return %1 : tensor<10x16xf32>\n"
    "}\n";

static shardflow_program* read_step(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("step.mlir", kStep, strlen(kStep), NULL, messages);
  CHECK(program != NULL);
  CHECK_SILENT(messages);
  return program;
}

struct text {
  char bytes[4096];
  size_t size;
  size_t limit;  // once it has this many bytes, it accepts no more
};

static bool take(void* user, const char* bytes, size_t size) {
  struct text* text = user;
  if (text->size + size >= sizeof(text->bytes)) return false;
  memcpy(text->bytes + text->size, bytes, size);
  text->size += size;
  text->bytes[text->size] = '\0';
  return text->size < text->limit;
}

static void prints(shardflow_program* program) {
  size_t size = 0;
  char* whole = shardflow_program_print(program, NULL, &size);
  CHECK(whole != NULL && size == strlen(whole));
  struct text pieces = {.size = 0, .limit = sizeof(pieces.bytes)};
  CHECK(shardflow_program_print_to(program, NULL, take, &pieces));
  CHECK_SAME(pieces.bytes, whole);
  struct text little = {.size = 0, .limit = 1};
  CHECK(!shardflow_program_print_to(program, NULL, take, &little));

  // The printed text reads back as the same program.
  shardflow_program* again =
      shardflow_program_read("again", whole, size, NULL, NULL);
  CHECK_TEXT(shardflow_program_print(again, NULL, NULL), whole);
  shardflow_program_destroy(again);
  shardflow_free(whole);

  shardflow_print_options options = {.struct_size = sizeof(options),
                                     .generic_form = true};
  char* generic = shardflow_program_print(program, &options, NULL);
  CHECK_HAS(generic, "\"stablehlo.tanh\"(");
  shardflow_free(generic);
}

// Returns the op's only result.
static shardflow_value result(const shardflow_program* program,
                              shardflow_op op) {
  shardflow_value value = {0, -1};
  CHECK(shardflow_op_results(program, op, &value, 1) == 1);
  return value;
}

static void looks(shardflow_program* program) {
  CHECK(shardflow_program_functions(program, NULL, 0) == 1);
  shardflow_op functions[2] = {{0, -1}, {0, -1}};
  CHECK(shardflow_program_functions(program, functions, 2) == 1);
  const shardflow_op main_function =
      shardflow_program_find_function(program, "main");
  CHECK(main_function.origin != 0 && main_function.index == functions[0].index);
  CHECK(shardflow_program_find_function(program, "other").origin == 0);
  CHECK_TEXT(shardflow_op_name(program, main_function), "func.func");
  CHECK_TEXT(shardflow_op_symbol(program, main_function), "main");
  CHECK(shardflow_op_region_count(program, main_function) == 1);

  const shardflow_block body = shardflow_op_body(program, main_function);
  shardflow_block blocks[1] = {{0, -1}};
  CHECK(shardflow_op_blocks(program, main_function, 0, blocks, 1) == 1);
  CHECK(blocks[0].index == body.index);
  CHECK(shardflow_op_blocks(program, main_function, 1, blocks, 1) == 0);
  shardflow_value arguments[2];
  CHECK(shardflow_block_arguments(program, body, arguments, 2) == 2);
  CHECK(shardflow_value_defining_op(program, arguments[0]).origin == 0);

  shardflow_op ops[3];
  CHECK(shardflow_block_ops(program, body, ops, 3) == 3);
  CHECK_TEXT(shardflow_op_name(program, ops[0]), "stablehlo.dot_general");
  CHECK(shardflow_op_symbol(program, ops[0]) == NULL);
  char* numbers =
      shardflow_op_attribute(program, ops[0], "dot_dimension_numbers");
  CHECK_HAS(numbers, "lhs_contracting_dimensions = [1]");
  shardflow_free(numbers);
  CHECK(shardflow_op_attribute(program, ops[0], "axis") == NULL);
  shardflow_value operands[2];
  CHECK(shardflow_op_operands(program, ops[0], operands, 2) == 2);
  CHECK(operands[1].index == arguments[1].index);
  const shardflow_value dot = result(program, ops[0]);
  CHECK(shardflow_value_defining_op(program, dot).index == ops[0].index);
  shardflow_op users[1];
  CHECK(shardflow_value_users(program, dot, users, 1) == 1);
  CHECK(users[0].index == ops[1].index);
  shardflow_value returned[1];
  CHECK(shardflow_function_returned(program, main_function, returned, 1) == 1);
  CHECK(returned[0].index == result(program, ops[1]).index);
}

static void shardings(shardflow_program* program,
                      shardflow_messages* messages) {
  const shardflow_op function =
      shardflow_program_find_function(program, "main");
  shardflow_value value;
  CHECK(shardflow_function_returned(program, function, &value, 1) == 1);
  CHECK(shardflow_value_sharding(program, value) == NULL);
  CHECK(shardflow_function_result_sharding(program, function, 0) == NULL);

  CHECK(shardflow_program_propagate(program, NULL, messages));
  CHECK_SILENT(messages);
  CHECK_TEXT(shardflow_value_sharding(program, value),
             "#sdy.sharding<@mesh, [{\"data\"}, {\"model\"}]>");
  // The rows of the result aren't sharded, because 10 isn't divisible by 4.
  CHECK_TEXT(shardflow_function_result_sharding(program, function, 0),
             "#sdy.sharding<@mesh, [{}, {\"model\"}]>");
  CHECK_TEXT(shardflow_value_type(program, value), "tensor<10x16xf32>");

  int64_t shape[3] = {-7, -7, -7};
  CHECK(shardflow_value_shape(program, value, shape, 1) == 2);
  CHECK(shape[0] == 10 && shape[1] == -7);
  CHECK(shardflow_value_local_shape(program, value, shape, 3) == 2);
  CHECK(shape[0] == 3 && shape[1] == 8 && shape[2] == -7);

  // 10 rows on 4 devices: 3, 3, 3 and 1.
  int64_t devices[8];
  int64_t offsets[16];
  int64_t sizes[16];
  CHECK(shardflow_value_slices(program, value, NULL, NULL, NULL, 0) == 8);
  CHECK(shardflow_value_slices(program, value, devices, offsets, sizes, 8) ==
        8);
  CHECK(devices[7] == 7 && offsets[14] == 9 && offsets[15] == 8);
  CHECK(sizes[14] == 1 && sizes[15] == 8 && sizes[0] == 3);
  // Request only the slice of device 7.
  CHECK(shardflow_value_slice(program, value, 7, offsets, sizes, 1) == 2);
  CHECK(offsets[0] == 9 && sizes[0] == 1 && sizes[1] == 8);
  CHECK(shardflow_value_slice(program, value, 8, offsets, sizes, 2) == -1);
}

static void sets(shardflow_messages* messages) {
  shardflow_program* program = read_step(messages);
  const shardflow_op function =
      shardflow_program_find_function(program, "main");
  shardflow_value x;
  shardflow_block_arguments(program, shardflow_op_body(program, function), &x,
                            1);
  CHECK(shardflow_value_set_sharding(
      program, x, "#sdy.sharding<@mesh, [{\"model\"}, {?}]>", messages));
  CHECK_TEXT(shardflow_value_sharding(program, x),
             "#sdy.sharding<@mesh, [{\"model\"}, {?}]>");
  CHECK(shardflow_function_set_result_sharding(
      program, function, 0, "#sdy.sharding<@mesh, [{}, {\"data\"}]>",
      messages));
  CHECK_TEXT(shardflow_function_result_sharding(program, function, 0),
             "#sdy.sharding<@mesh, [{}, {\"data\"}]>");
  CHECK_SILENT(messages);

  // Errors change nothing.
  CHECK(!shardflow_value_set_sharding(
      program, x, "#sdy.sharding<@mesh, [{\"model\"}]>", messages));
  CHECK_ERROR(messages, "rank");
  CHECK(!shardflow_value_set_sharding(
      program, x, "#sdy.sharding<@mesh, [{\"pipe\"}, {}]>", messages));
  CHECK_ERROR(messages, "pipe");
  CHECK(!shardflow_value_set_sharding(
      program, x, "#sdy.sharding<@other, [{}, {}]>", messages));
  CHECK_ERROR(messages, "other");
  CHECK(!shardflow_value_set_sharding(program, x, "[{}", messages));
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  CHECK_TEXT(shardflow_value_sharding(program, x),
             "#sdy.sharding<@mesh, [{\"model\"}, {?}]>");

  CHECK(shardflow_value_set_sharding(program, x, NULL, messages));
  CHECK(shardflow_value_sharding(program, x) == NULL);
  CHECK(shardflow_function_set_result_sharding(program, function, 0, NULL,
                                               messages));
  CHECK(shardflow_function_result_sharding(program, function, 0) == NULL);
  CHECK_SILENT(messages);
  shardflow_program_destroy(program);
}

static void copies(shardflow_messages* messages) {
  shardflow_program* program = read_step(messages);
  shardflow_program* copy = shardflow_program_clone(program);
  char* before = shardflow_program_print(program, NULL, NULL);
  CHECK(shardflow_program_propagate(copy, NULL, messages));
  CHECK_TEXT(shardflow_program_print(program, NULL, NULL), before);
  // A handle refers to the same object in a clone.
  const shardflow_op function =
      shardflow_program_find_function(program, "main");
  CHECK_TEXT(shardflow_function_result_sharding(copy, function, 0),
             "#sdy.sharding<@mesh, [{}, {\"model\"}]>");
  CHECK(shardflow_program_op_count(program) == 5);
  shardflow_program_destroy(program);
  shardflow_program_destroy(copy);
  shardflow_free(before);
}

static void messages_have_places(shardflow_messages* messages) {
  static const char kWrong[] =
      "func.func @main(%x: tensor<8xf32>) {\n  stablehlo.tanh %y : "
      "tensor<8xf32>\n  return\n}\n";
  shardflow_read_options options = {.struct_size = sizeof(options),
                                    .first_line = 11};
  CHECK(shardflow_program_read("wrong.mlir", kWrong, strlen(kWrong), &options,
                               messages) == NULL);
  CHECK(shardflow_messages_has_error(messages));
  const shardflow_message* message = shardflow_messages_at(messages, 0);
  CHECK(message != NULL && message->kind == SHARDFLOW_MESSAGE_ERROR);
  CHECK_SAME(message->file, "wrong.mlir");
  CHECK(message->line == 12);
  CHECK(message->column == 18);
  CHECK_HAS(message->text, "undeclared SSA value");
  CHECK_HAS(message->excerpt, "stablehlo.tanh %y");
  char* text = shardflow_message_print(message);
  CHECK_HAS(text, "wrong.mlir:12:18: error: ");
  shardflow_free(text);
  shardflow_messages_clear(messages);
  CHECK(!shardflow_messages_has_error(messages));

  // A redefinition has a note that points to the first definition.
  static const char kTwice[] =
      "func.func private @f()\nfunc.func private @f()\n";
  CHECK(shardflow_program_read("twice", kTwice, strlen(kTwice), NULL,
                               messages) == NULL);
  message = shardflow_messages_at(messages, 0);
  CHECK(message->note_count == 1);
  CHECK(shardflow_message_note(message, 0)->line == 1);
  CHECK(shardflow_message_note(message, 0)->kind == SHARDFLOW_MESSAGE_NOTE);
  CHECK(shardflow_message_note(message, 1) == NULL);
  shardflow_messages_clear(messages);

  // An unregistered dialect.
  static const char kOwn[] =
      "func.func @main(%x: tensor<8xf32>) {\n  \"my.op\"(%x) : "
      "(tensor<8xf32>) -> ()\n  return\n}\n";
  options.allow_unregistered_dialect = true;
  shardflow_program* program =
      shardflow_program_read("own", kOwn, strlen(kOwn), &options, messages);
  CHECK(program != NULL);
  CHECK_SILENT(messages);
  shardflow_program_destroy(program);
  CHECK(shardflow_program_read("own", kOwn, strlen(kOwn), NULL, messages) ==
        NULL);
  shardflow_messages_clear(messages);
}

static void partition(shardflow_messages* messages) {
  shardflow_program* program = read_step(messages);
  shardflow_partition_options options;
  memset(&options, 0, sizeof options);
  CHECK(!shardflow_program_partition(program, &options, messages));
  CHECK(shardflow_messages_has_error(messages));  // no struct_size
  shardflow_messages_clear(messages);
  options.struct_size = sizeof options;
  options.check = true;
  const int unknown_plan = -1;
  memcpy(&options.plan, &unknown_plan, sizeof unknown_plan);
  CHECK(!shardflow_program_partition(program, &options, messages));
  CHECK_ERROR(messages, "shardflow_program_partition: unknown plan -1");
  options.plan = SHARDFLOW_PLAN_BEST;
  CHECK(shardflow_program_partition(program, &options, messages));
  CHECK_SILENT(messages);
  // A device holds 3 rows and 8 columns.
  char* text = shardflow_program_print(program, NULL, NULL);
  CHECK_HAS(text, "(tensor<3x8xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>");
  shardflow_free(text);
  shardflow_program_destroy(program);
}

// A program on which each option of partitioning has an effect of its own.
static const char kOptions[] =
    "sdy.mesh @mesh = <[\"x\"=4]>\n"
    "func.func @main(\n"
    "    %v: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh,"
    " [{\"x\"}, {}]>},\n"
    "    %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh,"
    " [{\"x\"}, {}]>},\n"
    "    %q: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},"
    " {\"x\"}]>},\n"
    "    %r: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},"
    " {}]>},\n"
    "    %t: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh,"
    " [{\"x\"}]>},\n"
    "    %a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"},"
    " {}]>},\n"
    "    %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"},"
    " {}]>},\n"
    "    %c: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"},"
    " {}]>},\n"
    "    %d: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"},"
    " {}]>}) -> (\n"
    "    tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"},"
    " {}]>},\n"
    "    tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"},"
    " {}]>},\n"
    "    tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},\n"
    "    tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>},\n"
    "    tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},\n"
    "    tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},\n"
    "    tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},\n"
    "    tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {\n"
    // Operands are gathered. One of them has two uses, for save_memory.
    "  %0 = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0]"
    " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>} :"
    " (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n"
    "  %1 = stablehlo.dot_general %v, %q, contracting_dims = [1] x [0]"
    " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>} :"
    " (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n"
    // Computed in shards, or as a whole.
    "  %2 = stablehlo.tanh %r {sdy.sharding ="
    " #sdy.sharding_per_value<[<@mesh, [{}, {\"x\"}]>]>} : tensor<6x8xf32>\n"
    // Shifted.
    "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %3 = stablehlo.pad %t, %zero, low = [1], high = [-1], interior = [0]"
    " {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"x\"}]>]>} :"
    " (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>\n"
    // Two sums, and two gathered tensors.
    "  %4 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across"
    " dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>\n"
    "  %5 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across"
    " dimensions = [0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<2xf32>\n"
    "  %6 = stablehlo.abs %c : tensor<8x4xf32>\n"
    "  %7 = stablehlo.abs %d : tensor<8x2xf32>\n"
    "  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<16x16xf32>,"
    " tensor<16x16xf32>, tensor<6x8xf32>, tensor<8xf32>, tensor<4xf32>,"
    " tensor<2xf32>, tensor<8x4xf32>, tensor<8x2xf32>\n"
    "}\n";

// Each option of the struct, and the option of the pipeline that it stands for.
static void partition_options(shardflow_messages* messages) {
  const struct {
    shardflow_partition_options given;
    const char* pass_options;
  } cases[] = {
      {{.propagated = false}, "propagate=true"},
      {{.propagated = true}, ""},
      {{.no_halo = true}, "propagate=true enable-halo-exchange=false"},
      {{.always_gather = true}, "propagate=true compute-again=false"},
      {{.save_memory = true}, "propagate=true keep-gathered=false"},
      {{.replicas = true}, "propagate=true replica-count=2"},
      {{.combine_bytes = -1}, "propagate=true combine-bytes=0"},
      {{.combine_gathers = true}, "propagate=true combine-gathers=true"},
  };
  enum { kCount = sizeof(cases) / sizeof(cases[0]) };
  char* texts[kCount];
  for (int i = 0; i < kCount; ++i) {
    shardflow_program* program = shardflow_program_read(
        "options", kOptions, strlen(kOptions), NULL, messages);
    shardflow_program* expected = shardflow_program_clone(program);
    shardflow_partition_options options = cases[i].given;
    options.struct_size = sizeof options;
    CHECK(shardflow_program_partition(program, &options, messages));
    CHECK(shardflow_program_run(expected, "shardflow-partition-pipeline",
                                cases[i].pass_options, NULL, messages));
    CHECK_SILENT(messages);
    texts[i] = shardflow_program_print(program, NULL, NULL);
    char* text = shardflow_program_print(expected, NULL, NULL);
    CHECK_SAME(texts[i], text);
    shardflow_free(text);
    // If two cases had the same result, swapped fields could pass.
    for (int j = 0; j < i; ++j) {
      const bool differ = strcmp(texts[i], texts[j]) != 0;
      CHECK(differ);
      if (!differ) fprintf(stderr, "  cases %d and %d\n", j, i);
    }
    shardflow_program_destroy(expected);
    shardflow_program_destroy(program);
  }
  for (int i = 0; i < kCount; ++i) shardflow_free(texts[i]);
}

static void partition_for_devices(shardflow_messages* messages) {
  shardflow_partition_options options = {.struct_size = sizeof options,
                                         .devices = 4};
  shardflow_program* program = shardflow_program_read(
      "options", kOptions, strlen(kOptions), NULL, messages);
  shardflow_program* other = shardflow_program_clone(program);
  CHECK(shardflow_program_partition(program, &options, messages));
  CHECK_SILENT(messages);
  shardflow_program_destroy(program);
  options.devices = -4;
  CHECK(!shardflow_program_partition(other, &options, messages));
  CHECK_ERROR(messages, "devices is negative");
  options.devices = 8;
  CHECK(!shardflow_program_partition(other, &options, messages));
  CHECK_ERROR(messages, "the mesh has 4 devices, not 8");
  shardflow_program_destroy(other);
}

static void passes_fail(shardflow_messages* messages) {
  CHECK(shardflow_is_pass("sdy-basic-propagate"));
  CHECK(!shardflow_is_pass("sdy-basic"));
  shardflow_program* program = read_step(messages);
  CHECK(!shardflow_program_run(program, "sdy-basic", NULL, NULL, messages));
  CHECK_ERROR(messages, "unknown pass 'sdy-basic'");
  // No pass ran: the program is unchanged.
  CHECK(shardflow_program_run(program, "sdy-basic-propagate",
                              "keep-sharding-rules=true", NULL, messages));
  CHECK_SILENT(messages);
  char* text = shardflow_program_print(program, NULL, NULL);
  CHECK_HAS(text, "#sdy.op_sharding_rule<([i, k], [k, j])->([i, j])");
  shardflow_free(text);

  CHECK(!shardflow_program_run(program, "sdy-basic-propagate", "keep=maybe",
                               NULL, messages));
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  // Invalid options don't change anything either, because they are parsed
  // before the pass runs.
  text = shardflow_program_print(program, NULL, NULL);
  CHECK(text != NULL);
  shardflow_free(text);
  shardflow_program_destroy(program);

  // If a pass fails halfway, the program is left empty.
  const char* recursive =
      "func.func @main() {\n  call @f() : () -> ()\n  return\n}\n"
      "func.func private @f() {\n  call @f() : () -> ()\n  return\n}\n";
  program = shardflow_program_read("f.mlir", recursive, strlen(recursive), NULL,
                                   messages);
  CHECK(!shardflow_program_run(program, "sdy-flatten-call-graph", "", NULL,
                               messages));
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  CHECK(shardflow_program_print(program, NULL, NULL) == NULL);
  CHECK(shardflow_program_clone(program) == NULL);
  CHECK(shardflow_program_op_count(program) == 0);
  CHECK(shardflow_program_functions(program, NULL, 0) == 0);
  CHECK(!shardflow_program_propagate(program, NULL, messages));
  CHECK_ERROR(messages, "a pass failed on this program before");
  shardflow_program_destroy(program);
}

static void options(shardflow_messages* messages) {
  shardflow_compat compat = SHARDFLOW_COMPAT_SHARDY_2026_08;
  CHECK(shardflow_parse_compat("jaxlib-0.12", &compat));
  CHECK(compat == SHARDFLOW_COMPAT_JAXLIB_0_12);
  CHECK(!shardflow_parse_compat("jaxlib-9", &compat));
  CHECK(compat == SHARDFLOW_COMPAT_JAXLIB_0_12);

  // The caller was compiled with an older, shorter struct. Nothing beyond it is
  // read.
  shardflow_program* program = read_step(messages);
  shardflow_run_options options;
  memset(&options, 0xff, sizeof(options));
  options.struct_size = offsetof(shardflow_run_options, registry);
  options.compat = compat;
  CHECK(shardflow_program_propagate(program, &options, messages));
  CHECK_SILENT(messages);
  shardflow_program_destroy(program);

  program = read_step(messages);
  memset(&options, 0, sizeof(options));
  CHECK(!shardflow_program_propagate(program, &options, messages));
  CHECK_ERROR(messages, "struct_size is not set");
  // The caller was compiled with a newer, longer struct, whose new fields are
  // unset.
  struct {
    shardflow_run_options options;
    char more[64];
  } newer = {.options = {.struct_size = sizeof(newer), .verify_after = true}};
  CHECK(shardflow_program_propagate(program, &newer.options, messages));
  CHECK_SILENT(messages);
  shardflow_program_destroy(program);
}

void test_programs(void) {
  CHECK_SAME(shardflow_version(), SHARDFLOW_VERSION_STRING);
  CHECK(SHARDFLOW_VERSION_NUMBER ==
        SHARDFLOW_MAKE_VERSION(SHARDFLOW_VERSION_MAJOR, SHARDFLOW_VERSION_MINOR,
                               SHARDFLOW_VERSION_PATCH));
  shardflow_messages* messages = shardflow_messages_create();
  shardflow_program* program = read_step(messages);
  prints(program);
  looks(program);
  shardings(program, messages);
  shardflow_program_destroy(program);
  sets(messages);
  copies(messages);
  messages_have_places(messages);
  partition(messages);
  partition_options(messages);
  partition_for_devices(messages);
  passes_fail(messages);
  options(messages);
  shardflow_messages_destroy(messages);
}
