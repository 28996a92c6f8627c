#include "c_test.h"

// Reshards, explanations, JSON, and GSPMD shardings.

static void reshards(shardflow_messages* messages) {
  shardflow_reshard_request request = {.struct_size = sizeof(request),
                                       .mesh = "<[\"x\"=2, \"y\"=4]>",
                                       .type = "16x8xf32",
                                       .from = "[{\"x\"}, {\"y\"}]",
                                       .to = "[{\"x\"}, {}]"};
  shardflow_reshard_plan* plan =
      shardflow_reshard_plan_create(&request, messages);
  CHECK_SILENT(messages);
  CHECK(shardflow_reshard_plan_local_bytes(plan) == 64);
  CHECK(shardflow_reshard_plan_step_count(plan) == 1);
  const shardflow_reshard_step* step = shardflow_reshard_plan_step(plan, 0);
  CHECK_SAME(step->op, "all_gather");
  CHECK_SAME(step->axes, "[{}, {\"y\"}]");
  CHECK_SAME(step->sharding, "[{\"x\"}, {}]");
  CHECK(step->local_bytes == 256 && step->group == 4);
  CHECK(step->times == 1 && step->seconds == 0);
  CHECK(step->bytes_sent == 192 && step->bytes_received == 192);
  CHECK(shardflow_reshard_plan_step(plan, 1) == NULL);
  shardflow_reshard_plan_destroy(plan);

  // Request the default plan, then the best plan in each of two ways.
  request.to = "[{\"y\"}, {}]";
  for (int way = 0; way < 3; ++way) {
    request.best = way == 1;
    request.plan = way == 2 ? SHARDFLOW_PLAN_BEST : SHARDFLOW_PLAN_DEFAULT;
    plan = shardflow_reshard_plan_create(&request, messages);
    CHECK_SILENT(messages);
    int64_t bytes = 0;
    for (size_t i = 0; i < shardflow_reshard_plan_step_count(plan); ++i) {
      bytes += shardflow_reshard_plan_step(plan, i)->bytes_received;
    }
    CHECK(bytes == (way == 0 ? 160 : 152));
    shardflow_reshard_plan_destroy(plan);
  }
  // On a machine, steps take time, and the best plan takes the least.
  double of_plan[2] = {0, 0};
  request.best = false;
  request.topology = "h100";
  for (int best = 0; best < 2; ++best) {
    request.plan = best ? SHARDFLOW_PLAN_BEST : SHARDFLOW_PLAN_DEFAULT;
    plan = shardflow_reshard_plan_create(&request, messages);
    CHECK_SILENT(messages);
    for (size_t i = 0; i < shardflow_reshard_plan_step_count(plan); ++i) {
      of_plan[best] += shardflow_reshard_plan_step(plan, i)->seconds;
    }
    shardflow_reshard_plan_destroy(plan);
  }
  CHECK(of_plan[1] > 0 && of_plan[1] < of_plan[0]);
  // The mesh's axes may have links of their own. There is a time for them too,
  // if each has.
  request.topology =
      "kind = \"axes\"\naxes.x = { bandwidth = 1e9 }\n"
      "axes.y = { bandwidth = 2e9 }\n";
  plan = shardflow_reshard_plan_create(&request, messages);
  CHECK_SILENT(messages);
  CHECK(plan != NULL && shardflow_reshard_plan_step(plan, 0)->seconds > 0);
  shardflow_reshard_plan_destroy(plan);
  request.topology = "kind = \"axes\"\naxes.x = { bandwidth = 1e9 }\n";
  CHECK(shardflow_reshard_plan_create(&request, messages) == NULL);
  CHECK_ERROR(messages, "'axes.y' is missing");
  request.topology = "abacus";
  CHECK(shardflow_reshard_plan_create(&request, messages) == NULL);
  CHECK_ERROR(messages, "abacus");
  request.topology = NULL;

  const int unknown_plan = 7;
  memcpy(&request.plan, &unknown_plan, sizeof unknown_plan);
  CHECK(shardflow_reshard_plan_create(&request, messages) == NULL);
  CHECK_ERROR(messages, "shardflow_reshard_plan_create: unknown plan 7");
  request.plan = SHARDFLOW_PLAN_DEFAULT;

  request.to = "[{\"z\"}, {}]";
  CHECK(shardflow_reshard_plan_create(&request, messages) == NULL);
  CHECK_ERROR(messages, "z");
  request.to = NULL;
  CHECK(shardflow_reshard_plan_create(&request, messages) == NULL);
  CHECK_ERROR(messages, "shardflow_reshard_plan_create: to is NULL");
}

static const char kTanh[] =
    "sdy.mesh @mesh = <[\"x\"=2]>\n"
    "func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{}]>}) {\n"
    "  %0 = stablehlo.tanh %a : tensor<8xf32>\n"
    "  return %0 : tensor<8xf32>\n"
    "}\n";

static void communication(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("tanh.mlir", kTanh, strlen(kTanh), NULL, messages);
  shardflow_communication* none = shardflow_communication_create(program);
  CHECK(none != NULL && shardflow_communication_count(none) == 0);
  shardflow_communication_destroy(none);

  CHECK(shardflow_program_propagate(program, NULL, messages));
  CHECK(shardflow_program_run(program, "sdy-close-shardings", NULL, NULL,
                              messages));
  CHECK(shardflow_program_run(program, "sdy-insert-explicit-reshards",
                              "enable-full-version=true", NULL, messages));
  CHECK(shardflow_program_run(program, "sdy-reshard-to-collectives", NULL, NULL,
                              messages));
  CHECK_SILENT(messages);
  shardflow_communication* all = shardflow_communication_create(program);
  CHECK(shardflow_communication_count(all) == 1);
  const shardflow_planned_reshard* reshard = shardflow_communication_at(all, 0);
  CHECK(shardflow_reshard_plan_step_count(reshard->plan) == 1);
  CHECK_SAME(shardflow_reshard_plan_step(reshard->plan, 0)->op, "all_gather");
  CHECK(shardflow_reshard_plan_local_bytes(reshard->plan) > 0);
  CHECK(shardflow_reshard_plan_step(reshard->plan, 0)->local_bytes ==
        2 * shardflow_reshard_plan_local_bytes(reshard->plan));
  CHECK_TEXT(shardflow_value_sharding(program, reshard->before),
             "#sdy.sharding<@mesh, [{\"x\"}]>");
  CHECK_TEXT(shardflow_value_sharding(program, reshard->after),
             "#sdy.sharding<@mesh, [{}]>");
  CHECK(shardflow_communication_at(all, 1) == NULL);
  shardflow_communication_destroy(all);
  shardflow_program_destroy(program);
}

static void prices(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("tanh.mlir", kTanh, strlen(kTanh), NULL, messages);
  shardflow_cost_request request = {
      .struct_size = sizeof(request), .topology = "h100", .propagate = true};
  char* text = shardflow_cost(program, &request, messages);
  CHECK(text != NULL);
  if (text != NULL) CHECK_HAS(text, "memory of a device");
  shardflow_free(text);
  request.json = true;
  request.topology = NULL;
  text = shardflow_cost(program, &request, messages);
  CHECK(text != NULL);
  if (text != NULL) CHECK_HAS(text, "\"shardflow-cost\"");
  shardflow_free(text);
  CHECK_SILENT(messages);
  request.topology = "abacus";
  CHECK(shardflow_cost(program, &request, messages) == NULL);
  CHECK_ERROR(messages, "expected h100");

  shardflow_lint_request lint = {.struct_size = sizeof(lint),
                                 .form = SHARDFLOW_LINT_SARIF};
  size_t warnings = 77;
  text = shardflow_lint(program, &lint, &warnings, messages);
  CHECK(text != NULL && warnings < 77);
  if (text != NULL) CHECK_HAS(text, "2.1.0");
  shardflow_free(text);
  const char* codes[] = {"no-such-code"};
  lint.allow = codes;
  lint.allow_count = 1;
  CHECK(shardflow_lint(program, &lint, &warnings, messages) == NULL);
  CHECK_ERROR(messages, "there is no finding 'no-such-code'");
  lint.form = (shardflow_lint_form)9;
  CHECK(shardflow_lint(program, &lint, NULL, messages) == NULL);
  CHECK_ERROR(messages, "unknown form 9");

  shardflow_auto_request search = {
      .struct_size = sizeof(search), .topology = "h100", .steps = 20};
  bool fits = false;
  shardflow_program* found = shardflow_auto(program, &search, &fits, messages);
  CHECK(found != NULL && fits);
  text = shardflow_program_print(found, NULL, NULL);
  CHECK(text != NULL);
  if (text != NULL) CHECK_HAS(text, "sdy.sharding = ");
  shardflow_free(text);
  shardflow_program_destroy(found);
  search.reconsider = true;
  found = shardflow_auto(program, &search, &fits, messages);
  CHECK(found != NULL && fits);
  shardflow_program_destroy(found);
  search.memory = 1;
  found = shardflow_auto(program, &search, &fits, messages);
  CHECK(found != NULL && !fits);
  shardflow_program_destroy(found);
  CHECK_SILENT(messages);
  search.memory = -1;
  CHECK(shardflow_auto(program, &search, &fits, messages) == NULL);
  CHECK_ERROR(messages, "memory is negative");
  search.memory = 0;
  search.mesh = "abacus";
  CHECK(shardflow_auto(program, &search, &fits, messages) == NULL);
  CHECK_ERROR(messages, "mesh: ");
  shardflow_program_destroy(program);
}

static void explains(shardflow_messages* messages) {
  shardflow_read_options read = {.struct_size = sizeof(read),
                                 .keep_names = true};
  shardflow_program* program = shardflow_program_read(
      "tanh.mlir", kTanh, strlen(kTanh), &read, messages);
  shardflow_explain_request request = {.struct_size = sizeof(request),
                                       .value = "%0"};
  char* text = shardflow_explain(program, &request, messages);
  CHECK(text != NULL);
  if (text != NULL) CHECK_HAS(text, "argument 0 of @main");
  shardflow_free(text);
  // The result is closed, so the explanation suggests annotating it as a fix.
  request.value = NULL;
  request.is_result = true;
  request.fixes = true;
  request.spec = true;
  text = shardflow_explain(program, &request, messages);
  CHECK(text != NULL);
  if (text != NULL) CHECK_HAS(text, "P('x') for result 0");
  shardflow_free(text);
  request.fixes = false;
  request.json = true;
  text = shardflow_explain(program, &request, messages);
  CHECK(text != NULL && text[0] == '{');
  shardflow_free(text);
  CHECK_SILENT(messages);
  request.index = 5;
  CHECK(shardflow_explain(program, &request, messages) == NULL);
  CHECK(shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  request.index = -1;
  CHECK(shardflow_explain(program, &request, messages) == NULL);
  CHECK_ERROR(messages, "index is negative");
  // Fields that only a newer version of the library knows are an error if set.
  struct {
    shardflow_explain_request known;
    int new_field;
  } newer = {.known = {.struct_size = sizeof(newer), .value = "%0"}};
  text = shardflow_explain(program, &newer.known, messages);
  CHECK(text != NULL);
  shardflow_free(text);
  newer.new_field = 1;
  CHECK(shardflow_explain(program, &newer.known, messages) == NULL);
  CHECK_ERROR(messages, "but a field is set that this version");
  shardflow_run_options run = {.struct_size = sizeof(run),
                               .compat = (shardflow_compat)77};
  request.index = 0;
  request.run = &run;
  CHECK(shardflow_explain(program, &request, messages) == NULL);
  CHECK_ERROR(messages, "unknown compat 77");
  shardflow_program_destroy(program);
}

static void gspmd(shardflow_messages* messages) {
  const char* mesh = "<[\"x\"=2, \"y\"=4]>";
  CHECK_TEXT(shardflow_to_hlo_sharding(mesh, "[{\"y\"}, {\"x\"}]",
                                       SHARDFLOW_HLO_V2, NULL, 0, messages),
             "{devices=[4,2]<=[2,4]T(1,0)}");
  CHECK_TEXT(shardflow_to_hlo_sharding(mesh, "[{\"y\"}, {\"x\"}]",
                                       SHARDFLOW_HLO_V1, NULL, 0, messages),
             "{devices=[4,2]0,4,1,5,2,6,3,7}");
  const char* manual[] = {"x"};
  CHECK_TEXT(shardflow_to_hlo_sharding(mesh, "[{\"y\"}]", SHARDFLOW_HLO_V2,
                                       manual, 1, messages),
             "{devices=[4,2]<=[2,4]T(1,0) last_tile_dims={manual}}");
  CHECK_SILENT(messages);
  CHECK(shardflow_to_hlo_sharding(mesh, "[{\"y\"}, {\"z\"}]", SHARDFLOW_HLO_V2,
                                  NULL, 0, messages) == NULL);
  const shardflow_message* message = shardflow_messages_at(messages, 0);
  CHECK_SAME(message->file, "<sharding>");
  CHECK(message->column == 10);
  CHECK_ERROR(messages, "z");
  CHECK(shardflow_to_hlo_sharding("<[\"x\"=0]>", "[{}]", SHARDFLOW_HLO_V2, NULL,
                                  0, messages) == NULL);
  message = shardflow_messages_at(messages, 0);
  CHECK_SAME(message->file, "<mesh>");
  shardflow_messages_clear(messages);
  CHECK(shardflow_to_hlo_sharding(mesh, "[{}]", (shardflow_hlo_form)2, NULL, 0,
                                  messages) == NULL);
  CHECK_ERROR(messages, "unknown form 2");
  CHECK(shardflow_normalize_hlo_sharding(
            "{replicated}", (shardflow_hlo_form)1234567, messages) == NULL);
  CHECK_ERROR(messages, "unknown form 1234567");

  const char* tiles[] = {
      "{devices=[4,2]<=[2,4]T(1,0)}",
      "{devices=[4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"};
  shardflow_imported_shardings* imported =
      shardflow_imported_shardings_create(tiles, 2, NULL, -1, messages);
  CHECK_SILENT(messages);
  CHECK(shardflow_imported_shardings_count(imported) == 2);
  CHECK_SAME(shardflow_imported_shardings_mesh(imported),
             "<[\"_axis_0\"=2, \"_axis_1\"=4]>");
  const shardflow_imported_sharding* sharding =
      shardflow_imported_shardings_at(imported, 0);
  CHECK_SAME(sharding->sharding, "[{\"_axis_1\"}, {\"_axis_0\"}]");
  CHECK(sharding->manual_axis_count == 0);
  sharding = shardflow_imported_shardings_at(imported, 1);
  CHECK(sharding->manual_axis_count == 1);
  CHECK_SAME(sharding->manual_axes[0], "_axis_0");
  CHECK(shardflow_imported_shardings_at(imported, 2) == NULL);
  shardflow_imported_shardings_destroy(imported);
  tiles[1] = "{devices=[4,2]";
  CHECK(shardflow_imported_shardings_create(tiles, 2, NULL, -1, messages) ==
        NULL);
  CHECK_SAME(shardflow_messages_at(messages, 0)->file, "<sharding 1>");
  shardflow_messages_clear(messages);
  CHECK(shardflow_imported_shardings_create(tiles, 1, NULL, 2000000000,
                                            messages) == NULL);
  CHECK_ERROR(messages, "rank");

  CHECK_TEXT(shardflow_normalize_hlo_sharding("{devices=[2,1]0,1}",
                                              SHARDFLOW_HLO_AS_GIVEN, messages),
             "{devices=[2,1]0,1}");
  CHECK_TEXT(shardflow_normalize_hlo_sharding("{devices=[2,1]0,1}",
                                              SHARDFLOW_HLO_V2, messages),
             "{devices=[2,1]<=[2]}");
  CHECK(shardflow_normalize_hlo_sharding("{devices", SHARDFLOW_HLO_V2,
                                         messages) == NULL);
  CHECK(shardflow_messages_has_error(messages));
}

static void artifacts(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("tanh.mlir", kTanh, strlen(kTanh), NULL, messages);
  size_t size = 0;
  char* bytes =
      shardflow_program_write_artifact(program, "1.0.0", &size, messages);
  CHECK(bytes != NULL && size > 4 && memcmp(bytes, "ML\xefR", 4) == 0);
  shardflow_program* again =
      shardflow_program_read("tanh.bc", bytes, size, NULL, messages);
  CHECK_SILENT(messages);
  char* printed = shardflow_program_print(program, NULL, NULL);
  CHECK_TEXT(shardflow_program_print(again, NULL, NULL), printed);
  CHECK(shardflow_program_write_artifact(program, "99.0.0", &size, messages) ==
        NULL);
  CHECK(size == 0 && shardflow_messages_has_error(messages));
  shardflow_messages_clear(messages);
  shardflow_program_destroy(again);
  shardflow_program_destroy(program);
  shardflow_free(printed);
  shardflow_free(bytes);
}

static void json(shardflow_messages* messages) {
  shardflow_program* program =
      shardflow_program_read("tanh.mlir", kTanh, strlen(kTanh), NULL, messages);
  size_t size = 0;
  const shardflow_print_options as_json = {.struct_size = sizeof(as_json),
                                           .json = true};
  char* text = shardflow_program_print(program, &as_json, &size);
  CHECK(text != NULL && text[0] == '{' && size == strlen(text));
  shardflow_program* again =
      shardflow_program_read("tanh.json", text, size, NULL, messages);
  CHECK_SILENT(messages);
  char* printed = shardflow_program_print(program, NULL, NULL);
  CHECK_TEXT(shardflow_program_print(again, NULL, NULL), printed);
  shardflow_program_destroy(again);
  CHECK(shardflow_program_read("tanh.json", "{}", 2, NULL, messages) == NULL);
  CHECK(shardflow_messages_has_error(messages));
  CHECK_SAME(shardflow_messages_at(messages, 0)->file, "tanh.json");
  shardflow_messages_clear(messages);
  shardflow_free(printed);
  shardflow_free(text);
  shardflow_program_destroy(program);

  bool ok = false;
  static const char kRequest[] =
      "{\"id\": 7, \"program\": \"func.func @main(%a: tensor<8xf32>) -> "
      "tensor<8xf32> { return %a : tensor<8xf32> }\"}";
  char* reply = shardflow_answer_json(kRequest, strlen(kRequest), &ok);
  CHECK(ok && reply != NULL);
  CHECK_HAS(reply, "{\"id\": 7, ");
  CHECK_HAS(reply, "\"result\":");
  CHECK(strchr(reply, '\n') == NULL);
  shardflow_free(reply);
  reply = shardflow_answer_json("{\"id\": 8}", 9, &ok);
  CHECK(!ok && reply != NULL);
  CHECK_HAS(reply, "\"error\":");
  shardflow_free(reply);
  shardflow_free(shardflow_answer_json("[", 1, NULL));
}

void test_tools(void) {
  shardflow_messages* messages = shardflow_messages_create();
  reshards(messages);
  communication(messages);
  prices(messages);
  explains(messages);
  artifacts(messages);
  json(messages);
  gspmd(messages);
  shardflow_messages_destroy(messages);
}
