/* A compiler of a toy language, with an IR of its own, that asks shardflow how
 * to distribute a program: toyc.cc in C.
 *
 *   cc -std=c11 toyc.c $(pkg-config --cflags --libs shardflow) -o toyc
 *   ./toyc mlp.toy
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <shardflow/c.h>

/* --- the compiler: its IR, and its parser */

enum { kNodes = 64, kWord = 64, kAxes = 8, kText = 256 };

struct node { /* a tensor, and how it is computed */
  char name[kWord];
  char op[kWord + 4]; /* "toy.matmul", ...; empty: an input */
  int operands[2];
  size_t operand_count;
  int64_t shape[2];
  char axis[2][kWord]; /* of each dimension, as the user wrote them; or "-" */
  int line;
  shardflow_value value; /* what shardflow calls it */
};

struct graph {
  char axis_names[kAxes][kWord];
  shardflow_mesh_axis axes[kAxes];
  size_t axis_count;
  struct node nodes[kNodes];
  int node_count;
  int result;
};

static int find(const struct graph* graph, const char* name) {
  for (int i = 0; i < graph->node_count; ++i) {
    if (strcmp(graph->nodes[i].name, name) == 0) return i;
  }
  return -1;
}

static int read_mesh(const char* text, struct graph* graph) {
  int used = 0;
  for (; graph->axis_count < kAxes; ++graph->axis_count, text += used) {
    shardflow_mesh_axis* axis = &graph->axes[graph->axis_count];
    char* name = graph->axis_names[graph->axis_count];
    if (sscanf(text, " %63[^= ]=%" SCNd64 "%n", name, &axis->size, &used) != 2)
      break;
    axis->name = name;
  }
  return graph->axis_count > 0;
}

static int read_line(const char* text, int line, struct graph* graph) {
  char keyword[kWord] = "", name[kWord] = "", op[kWord] = "",
       operands[2][kWord];
  struct node* node = &graph->nodes[graph->node_count];
  if (sscanf(text, "%63s %63s", keyword, name) < 1 || keyword[0] == '#')
    return 1;
  if (strcmp(keyword, "mesh") == 0)
    return read_mesh(text + strlen("mesh"), graph);
  if (strcmp(keyword, "return") == 0)
    return (graph->result = find(graph, name)) >= 0;
  if (graph->node_count == kNodes) return 0;
  memset(node, 0, sizeof(*node));
  strcpy(node->name, name);
  node->line = line;
  if (strcmp(keyword, "input") == 0) {
    if (sscanf(text, "%*s %*s %" SCNd64 "x%" SCNd64 " %63[^, ],%63s",
               &node->shape[0], &node->shape[1], node->axis[0],
               node->axis[1]) < 2) {
      return 0;
    }
  } else {
    const int words =
        sscanf(text, "let %*s = %59s %63s %63s", op, operands[0], operands[1]);
    if (words < 2) return 0;
    snprintf(node->op, sizeof(node->op), "toy.%s", op);
    for (int i = 0; i < words - 1; ++i) {
      node->operands[i] = find(graph, operands[i]);
      if (node->operands[i] < 0) return 0;
      node->operand_count = (size_t)i + 1;
    }
    memcpy(node->shape, graph->nodes[node->operands[0]].shape,
           sizeof(node->shape));
    if (strcmp(op, "matmul") == 0)
      node->shape[1] = graph->nodes[node->operands[words - 2]].shape[1];
  }
  ++graph->node_count;
  return 1;
}

/* --- the embedding */

static const char kRules[] =
    "toy.matmul: ([i, k], [k, j])->([i, j]) reduction={k}\n"
    "toy.relu: ([i, j])->([i, j])\n"
    "toy.add: ([i, j], [i, j])->([i, j])\n";

static void type_of(const struct node* node, char* text) {
  snprintf(text, kText, "tensor<%" PRId64 "x%" PRId64 "xf32>", node->shape[0],
           node->shape[1]);
}

static void annotate(shardflow_builder* builder, const struct node* node) {
  char text[kText] = "#sdy.sharding<@mesh, [";
  for (int d = 0; d < 2; ++d) {
    const int split = strcmp(node->axis[d], "-") != 0;
    strcat(strcat(text, split ? "{\"" : "{"), split ? node->axis[d] : "");
    strcat(strcat(text, split ? "\"}" : "}"), d == 0 ? ", " : "]>");
  }
  shardflow_builder_set_sharding(builder, node->value, text);
}

static void add_op(shardflow_builder* builder, shardflow_block body,
                   struct graph* graph, struct node* node, const char* file) {
  char type[kText];
  const char* types = type;
  shardflow_value operands[2];
  type_of(node, type);
  for (size_t i = 0; i < node->operand_count; ++i) {
    operands[i] = graph->nodes[node->operands[i]].value;
  }
  const shardflow_op_spec op = {.struct_size = sizeof(op),
                                .name = node->op,
                                .operands = operands,
                                .operand_count = node->operand_count,
                                .result_types = &types,
                                .result_count = 1,
                                .file = file,
                                .line = node->line,
                                .column = 1};
  node->value = shardflow_builder_result(
      builder, shardflow_builder_add_op(builder, body, &op), 0);
}

static shardflow_program* build(struct graph* graph, const char* file,
                                shardflow_messages* messages) {
  static char types[kNodes][kText];
  const char* inputs[kNodes];
  size_t input_count = 0;
  int argument = 0;
  shardflow_builder* builder = shardflow_builder_create();
  shardflow_builder_add_mesh(builder, "mesh", graph->axes, graph->axis_count,
                             NULL, 0);
  for (int i = 0; i < graph->node_count; ++i) {
    if (graph->nodes[i].op[0] != '\0') continue;
    type_of(&graph->nodes[i], types[input_count]);
    inputs[input_count] = types[input_count];
    ++input_count;
  }
  const shardflow_op function = shardflow_builder_add_function(
      builder, "main", inputs, input_count, false);
  const shardflow_block body = shardflow_builder_body(builder, function);
  for (int i = 0; i < graph->node_count; ++i) {
    struct node* node = &graph->nodes[i];
    if (node->op[0] == '\0') {
      node->value = shardflow_builder_argument(builder, body, argument++);
    } else {
      add_op(builder, body, graph, node, file);
    }
    if (node->axis[1][0] != '\0') annotate(builder, node);
  }
  shardflow_builder_return(builder, function,
                           &graph->nodes[graph->result].value, 1);
  shardflow_program* program = shardflow_builder_finish(builder, messages);
  shardflow_builder_destroy(builder);
  return program;
}

static void report(const struct graph* graph,
                   const shardflow_program* program) {
  for (int i = 0; i < graph->node_count; ++i) {
    const struct node* node = &graph->nodes[i];
    char* sharding = shardflow_value_sharding(program, node->value);
    int64_t local[2] = {node->shape[0], node->shape[1]};
    shardflow_value_local_shape(program, node->value, local, 2);
    printf("%s: %s, on each device %" PRId64 "x%" PRId64 "\n", node->name,
           sharding == NULL ? "" : sharding, local[0], local[1]);
    shardflow_free(sharding);
  }
}

static void report_communication(const shardflow_program* program) {
  shardflow_communication* all = shardflow_communication_create(program);
  shardflow_reshard_step step;
  for (size_t i = 0; i < shardflow_communication_count(all); ++i) {
    const shardflow_reshard_plan* plan = shardflow_communication_plan(all, i);
    for (size_t s = 0;
         shardflow_reshard_plan_step(plan, s, &step, sizeof(step)); ++s) {
      printf("%s %s: %" PRId64 " bytes\n", step.op, step.axes, step.bytes_sent);
    }
  }
  shardflow_communication_destroy(all);
}

static int compile(struct graph* graph, const char* file,
                   shardflow_messages* messages) {
  shardflow_registry* ops = shardflow_registry_create();
  const shardflow_run_options options = {.struct_size = sizeof(options),
                                         .registry = ops};
  int ok = shardflow_registry_read_rules(ops, "toy rules", kRules,
                                         strlen(kRules), messages);
  shardflow_program* program = ok ? build(graph, file, messages) : NULL;
  ok = program != NULL &&
       shardflow_program_propagate(program, &options, messages);
  if (ok) {
    report(graph, program);
    ok =
        shardflow_program_run(program, "sdy-insert-explicit-reshards",
                              "enable-full-version=true", &options, messages) &&
        shardflow_program_run(program, "sdy-reshard-to-collectives", NULL,
                              &options, messages);
  }
  if (ok) report_communication(program);
  shardflow_program_destroy(program);
  shardflow_registry_destroy(ops);
  return ok;
}

int main(int argc, char** argv) {
  const char* file = argc > 1 ? argv[1] : "mlp.toy";
  static struct graph graph = {.result = -1};
  char text[kText];
  FILE* stream = fopen(file, "r");
  for (int line = 1;
       stream != NULL && fgets(text, sizeof(text), stream) != NULL; ++line) {
    if (!read_line(text, line, &graph)) {
      fprintf(stderr, "%s:%d: wrong\n", file, line);
      return 1;
    }
  }
  if (stream == NULL || graph.result < 0) return 1;
  fclose(stream);
  shardflow_messages* messages = shardflow_messages_create();
  const int ok = compile(&graph, file, messages);
  for (size_t i = 0; i < shardflow_messages_count(messages); ++i) {
    char* message = shardflow_message_print(shardflow_messages_at(messages, i));
    fputs(message, stderr);
    shardflow_free(message);
  }
  shardflow_messages_destroy(messages);
  return ok ? 0 : 1;
}
