#include "c_test.h"

// Calls every function with NULL or an empty value for each of its parameters.
// tests/install/check.py checks that no function is missing here.

static const shardflow_value kNoValue = {0, -1};
static const shardflow_op kNoOp = {0, -1};
static const shardflow_block kNoBlock = {0, -1};

static void lists(void) {
  shardflow_free(NULL);
  shardflow_messages_destroy(NULL);
  shardflow_messages_clear(NULL);
  CHECK(shardflow_messages_count(NULL) == 0);
  CHECK(!shardflow_messages_has_error(NULL));
  CHECK(shardflow_messages_at(NULL, 0) == NULL);
  CHECK(shardflow_message_note(NULL, 0) == NULL);
  CHECK_TEXT(shardflow_message_print(NULL), "");
}

static void registries(shardflow_registry* registry,
                       shardflow_messages* messages) {
  shardflow_registry_destroy(NULL);
  CHECK(!shardflow_registry_add_rule(registry, NULL, NULL, messages));
  CHECK(!shardflow_registry_read_rules(registry, NULL, NULL, 0, messages));
  CHECK(!shardflow_registry_set_traits(registry, NULL, 0, messages));
  CHECK(!shardflow_registry_add_rule_function(registry, NULL, NULL, NULL, NULL,
                                              messages));
  CHECK(!shardflow_registry_add_rule_function(registry, "my.op", NULL, NULL,
                                              NULL, messages));
  CHECK(!shardflow_registry_set_edges_function(registry, NULL, NULL, NULL, NULL,
                                               messages));
  CHECK(!shardflow_registry_set_edges_function(registry, "my.op", NULL, NULL,
                                               NULL, messages));
  shardflow_rule_answer_set(NULL, "([i])->([i])");
  shardflow_edges_answer_add(NULL, (shardflow_edge_end){-1, 0}, NULL, 1, NULL,
                             1);
  CHECK(!shardflow_registry_set_communication_function(registry, NULL, NULL,
                                                       NULL, NULL, messages));
  CHECK(!shardflow_registry_set_communication_function(registry, "my.op", NULL,
                                                       NULL, NULL, messages));
  shardflow_communication_answer_add(NULL, NULL);
  CHECK(shardflow_op_shardings_operand(NULL, 0) == NULL);
  CHECK(shardflow_op_shardings_result(NULL, 0) == NULL);
  CHECK(shardflow_op_shardings_operand_local_shape(NULL, 0, NULL, 7) == -1);
  CHECK(shardflow_op_shardings_result_local_shape(NULL, 0, NULL, 7) == -1);
  CHECK(shardflow_op_view_name(NULL) == NULL);
  CHECK(shardflow_op_view_operand_count(NULL) == 0);
  CHECK(shardflow_op_view_result_count(NULL) == 0);
  CHECK(shardflow_op_view_operand_shape(NULL, 0, NULL, 0) == -1);
  CHECK(shardflow_op_view_result_shape(NULL, 0, NULL, 0) == -1);
  CHECK(!shardflow_op_view_integer(NULL, NULL, NULL));
  CHECK(shardflow_op_view_string(NULL, NULL) == NULL);
  CHECK(shardflow_op_view_integers(NULL, NULL, NULL, 7) == 0);
  CHECK(shardflow_op_view_region_count(NULL) == 0);
  CHECK(shardflow_op_view_argument_count(NULL, 0) == 0);
  CHECK(shardflow_op_view_terminator_operand_count(NULL, 0) == 0);
}

static void programs(shardflow_program* program, shardflow_messages* messages) {
  shardflow_compat compat = SHARDFLOW_COMPAT_JAXLIB_0_12;
  shardflow_program_destroy(NULL);
  CHECK(shardflow_program_read(NULL, NULL, 0, NULL, messages) == NULL);
  CHECK(shardflow_program_clone(NULL) == NULL);
  CHECK(!shardflow_program_set_registry(NULL, NULL, messages));
  CHECK(!shardflow_program_run(program, NULL, NULL, NULL, messages));
  CHECK(!shardflow_program_propagate(NULL, NULL, messages));
  CHECK(!shardflow_is_pass(NULL));
  CHECK(!shardflow_parse_compat(NULL, &compat));
  CHECK(!shardflow_parse_compat("jaxlib-0.12", NULL));
  size_t size = 9;
  CHECK(shardflow_program_print(NULL, NULL, &size) == NULL && size == 0);
  size = 9;
  CHECK(shardflow_program_write_artifact(NULL, NULL, &size, messages) == NULL &&
        size == 0);
  CHECK(shardflow_program_write_artifact(program, NULL, NULL, messages) ==
        NULL);
  CHECK(!shardflow_program_print_to(program, NULL, NULL, NULL));
  CHECK(shardflow_program_op_count(NULL) == 0);
}

// `program` is NULL, or lacks the objects that are looked up here.
static void views(shardflow_program* program, shardflow_messages* messages) {
  CHECK(shardflow_program_functions(NULL, NULL, 7) == 0);
  CHECK(shardflow_program_find_function(program, NULL).origin == 0);
  CHECK(shardflow_function_returned(program, kNoOp, NULL, 7) == 0);
  CHECK(shardflow_function_result_sharding(program, kNoOp, 0) == NULL);
  CHECK(shardflow_function_result_label(program, kNoOp, 0) == NULL);
  CHECK(shardflow_function_find_labelled(program, kNoOp, NULL, NULL, 0) == 0);
  CHECK(shardflow_op_name_stack(program, kNoOp) == NULL);
  CHECK(shardflow_op_name(program, kNoOp) == NULL);
  CHECK(shardflow_op_symbol(program, kNoOp) == NULL);
  CHECK(shardflow_op_attribute(program, kNoOp, NULL) == NULL);
  CHECK(shardflow_op_operands(program, kNoOp, NULL, 7) == 0);
  CHECK(shardflow_op_results(program, kNoOp, NULL, 7) == 0);
  CHECK(shardflow_op_region_count(program, kNoOp) == 0);
  CHECK(shardflow_op_blocks(program, kNoOp, 0, NULL, 7) == 0);
  CHECK(shardflow_op_body(program, kNoOp).origin == 0);
  CHECK(shardflow_block_ops(program, kNoBlock, NULL, 7) == 0);
  CHECK(shardflow_block_arguments(program, kNoBlock, NULL, 7) == 0);
  CHECK(shardflow_value_defining_op(program, kNoValue).origin == 0);
  CHECK(shardflow_value_users(program, kNoValue, NULL, 7) == 0);
  CHECK(shardflow_value_type(program, kNoValue) == NULL);
  CHECK(shardflow_value_shape(program, kNoValue, NULL, 7) == -1);
  CHECK(shardflow_value_sharding(program, kNoValue) == NULL);
  CHECK(shardflow_value_spec(program, kNoValue) == NULL);
  CHECK(shardflow_value_label(program, kNoValue) == NULL);
  CHECK(shardflow_value_local_shape(program, kNoValue, NULL, 7) == -1);
  CHECK(shardflow_value_slices(program, kNoValue, NULL, NULL, NULL, 7) == 0);
  CHECK(shardflow_value_slice(program, kNoValue, 0, NULL, NULL, 7) == -1);
  CHECK(!shardflow_value_set_sharding(program, kNoValue, NULL, messages));
  CHECK(!shardflow_function_set_result_sharding(program, kNoOp, 0, NULL,
                                                messages));
}

static void builders(shardflow_builder* builder) {
  shardflow_builder_destroy(NULL);
  CHECK(!shardflow_builder_add_mesh(builder, NULL, NULL, 1, NULL, 1));
  CHECK(!shardflow_builder_add_mesh(builder, "mesh", NULL, 1, NULL, 0));
  CHECK(shardflow_builder_add_function(builder, NULL, NULL, 1, false).origin ==
        0);
  CHECK(shardflow_builder_body(builder, kNoOp).origin == 0);
  CHECK(shardflow_builder_argument(builder, kNoBlock, 0).origin == 0);
  CHECK(shardflow_builder_add_op(builder, kNoBlock, NULL).origin == 0);
  const shardflow_op_spec op = {.struct_size = sizeof(op)};
  CHECK(shardflow_builder_add_op(builder, kNoBlock, &op).origin == 0);
  CHECK(shardflow_builder_result(builder, kNoOp, 0).origin == 0);
  CHECK(shardflow_builder_add_block(builder, kNoOp, 0, NULL, 1).origin == 0);
  CHECK(shardflow_builder_return(builder, kNoOp, NULL, 1).origin == 0);
  CHECK(!shardflow_builder_set_sharding(builder, kNoValue, NULL));
  CHECK(!shardflow_builder_set_result_sharding(builder, kNoOp, 0, NULL));
  CHECK(shardflow_builder_constrain(builder, kNoBlock, kNoValue, NULL).origin ==
        0);
  CHECK(!shardflow_builder_add_to_group(builder, kNoValue, 0));
  CHECK(shardflow_builder_barrier(builder, kNoBlock, kNoValue,
                                  SHARDFLOW_FLOW_NONE)
            .origin == 0);
  CHECK(!shardflow_builder_set_priority(builder, kNoValue, 0, 0));
  CHECK(shardflow_builder_type(builder, NULL).origin == 0);
  CHECK(shardflow_builder_attributes(builder, NULL, 1).origin == 0);
  CHECK(shardflow_builder_add_interned(builder, kNoBlock, NULL).origin == 0);
  const shardflow_interned_op interned = {.struct_size = sizeof(interned)};
  CHECK(shardflow_builder_add_interned(builder, kNoBlock, &interned).origin ==
        0);
}

// `session` is NULL, or its program lacks the objects that are looked up here.
static void sessions(shardflow_session* session, shardflow_messages* messages) {
  CHECK(shardflow_session_create(NULL, NULL, messages) == NULL);
  shardflow_session_destroy(NULL);
  CHECK(!shardflow_session_set_sharding(session, kNoValue, NULL, messages));
  CHECK(!shardflow_session_set_result_sharding(session, kNoOp, 0, NULL,
                                               messages));
  CHECK(!shardflow_session_propagate(NULL, messages));
  CHECK(shardflow_session_program(NULL) == NULL);
  CHECK(shardflow_session_get_stats(NULL) == NULL);
  CHECK(shardflow_session_find_price(NULL, NULL, messages) == NULL);
  CHECK(shardflow_session_export(NULL, messages) == NULL);
  CHECK(shardflow_session_partition(NULL, NULL, messages) == NULL);
  CHECK(shardflow_session_changed_values(session, NULL, 0) == 0);
  CHECK(shardflow_session_changed_results(session, NULL, NULL, 0) == 0);
  CHECK(shardflow_session_checkpoint(NULL) == 0);
  CHECK(!shardflow_session_rollback(session, 7, messages));
  CHECK(!shardflow_session_release(session, 7, messages));
  CHECK(shardflow_session_fork(NULL) == NULL);
  CHECK(shardflow_session_annotated(NULL) == NULL);
  CHECK(shardflow_session_add_op(session, kNoOp, NULL, messages).origin == 0);
  CHECK(!shardflow_session_set_operand(session, kNoOp, 0, kNoValue, messages));
  CHECK(!shardflow_session_replace_uses(session, kNoValue, kNoValue, messages));
  CHECK(!shardflow_session_erase_op(session, kNoOp, messages));
  CHECK(shardflow_session_explain(session, kNoValue, NULL, messages) == NULL);
  CHECK(shardflow_session_explain_result(session, 0, NULL, messages) == NULL);
  shardflow_session_set_stop(session, NULL);
  CHECK(shardflow_session_memory_bytes(NULL) == 0);
}

static void tools(shardflow_messages* messages) {
  CHECK(shardflow_reshard_plan_create(NULL, messages) == NULL);
  shardflow_reshard_plan_destroy(NULL);
  CHECK(shardflow_reshard_plan_step_count(NULL) == 0);
  CHECK(shardflow_reshard_plan_step(NULL, 0) == NULL);
  CHECK(shardflow_reshard_plan_local_bytes(NULL) == 0);
  CHECK(shardflow_communication_create(NULL) == NULL);
  CHECK(shardflow_communication_create_with(NULL, NULL, messages) == NULL);
  shardflow_communication_destroy(NULL);
  CHECK(shardflow_communication_count(NULL) == 0);
  CHECK(shardflow_communication_at(NULL, 0) == NULL);
  CHECK(shardflow_explain(NULL, NULL, messages) == NULL);
  CHECK(shardflow_cost(NULL, NULL, messages) == NULL);
  CHECK(shardflow_lint(NULL, NULL, NULL, messages) == NULL);
  CHECK(shardflow_auto(NULL, NULL, NULL, messages) == NULL);
  CHECK(!shardflow_program_insert_reshards(NULL, NULL, messages));
  CHECK(!shardflow_program_lower_to_collectives(NULL, NULL, messages));
  CHECK(!shardflow_program_partition(NULL, NULL, messages));
  bool ok = true;
  CHECK(shardflow_answer_json(NULL, 0, &ok) == NULL && !ok);
  CHECK(shardflow_to_hlo_sharding(NULL, NULL, SHARDFLOW_HLO_V2, NULL, 1,
                                  messages) == NULL);
  CHECK(shardflow_to_hlo_sharding("<[]>", "[]", SHARDFLOW_HLO_V2, NULL, 1,
                                  messages) == NULL);
  CHECK(shardflow_imported_shardings_create(NULL, 1, NULL, -1, messages) ==
        NULL);
  const char* none[] = {NULL};
  CHECK(shardflow_imported_shardings_create(none, 1, NULL, -1, messages) ==
        NULL);
  shardflow_imported_shardings_destroy(NULL);
  CHECK(shardflow_imported_shardings_count(NULL) == 0);
  CHECK(shardflow_imported_shardings_mesh(NULL) == NULL);
  CHECK(shardflow_imported_shardings_at(NULL, 0) == NULL);
  CHECK(shardflow_normalize_hlo_sharding(NULL, SHARDFLOW_HLO_V2, messages) ==
        NULL);
}

// `messages` may be NULL.
static void all(shardflow_messages* messages) {
  static const char kEmpty[] =
      "module {\n  func.func @main() {\n    return\n  }\n}\n";
  shardflow_registry* registry = shardflow_registry_create();
  shardflow_program* program =
      shardflow_program_read(NULL, kEmpty, strlen(kEmpty), NULL, messages);
  CHECK(program != NULL);
  shardflow_builder* builder = shardflow_builder_create();
  registries(NULL, messages);
  registries(registry, messages);
  programs(NULL, messages);
  programs(program, messages);
  views(NULL, messages);
  views(program, messages);
  sessions(NULL, messages);
  shardflow_session* session =
      shardflow_session_create(program, NULL, messages);
  sessions(session, messages);
  shardflow_session_destroy(session);
  builders(NULL);
  builders(builder);
  CHECK(shardflow_builder_finish(NULL, messages) == NULL);
  CHECK(shardflow_builder_finish(builder, messages) == NULL);
  tools(messages);
  // None of the calls has changed the program.
  CHECK(shardflow_program_propagate(program, NULL, messages));
  CHECK_TEXT(shardflow_program_print(program, NULL, NULL), kEmpty);
  shardflow_builder_destroy(builder);
  shardflow_program_destroy(program);
  shardflow_registry_destroy(registry);
}

void test_nothing(void) {
  lists();
  all(NULL);
  shardflow_messages* messages = shardflow_messages_create();
  all(messages);
  // With a list of messages, the caller gets the errors.
  CHECK(shardflow_messages_count(messages) > 20);
  for (size_t i = 0; i < shardflow_messages_count(messages); ++i) {
    const shardflow_message* message = shardflow_messages_at(messages, i);
    CHECK(strlen(message->text) > 0);
  }
  shardflow_messages_destroy(messages);
}
