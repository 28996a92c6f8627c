/* A compiler for a toy language with its own IR. It asks shardflow how to
 * distribute a program. This is toyc.cc in C.
 *
 *   cc -std=c11 toyc.c $(pkg-config --cflags --libs shardflow) -o toyc
 *   ./toyc mlp.toy
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <shardflow/c.h>

/* --- the compiler: its IR, and its parser */

enum { kNodes = 64, kAxes = 8, kWord = 64, kText = 256 };

struct node {                  /* a matrix, and how it is computed */
  char name[kWord], op[kWord]; /* "toy.matmul", ...; empty for an input */
  int operands[2], operand_count, line;
  int64_t rows, columns;
  char axes[2][kWord];   /* of its dimensions, as the user wrote them, or "" */
  shardflow_value value; /* the handle in shardflow */
};

struct graph {
  const char* file; /* the name of the file */
  char axis_names[kAxes][kWord];
  shardflow_mesh_axis axes[kAxes];
  size_t axis_count;
  struct node nodes[kNodes];
  int node_count, result;
};

static int find(const struct graph* graph, const char* name) {
  int i = graph->node_count - 1;
  while (i >= 0 && strcmp(graph->nodes[i].name, name) != 0) --i;
  return i;
}

static bool read_line(const char* text, int line, struct graph* graph) {
  struct node node = {.line = line};
  char op[kWord - 4], words[2][kWord],
      *axis = graph->axis_names[graph->axis_count];
  if (text[0] == '#' || text[0] == '\n') return true;
  if (graph->axis_count == kAxes - 1 || graph->node_count == kNodes)
    return false;
  if (sscanf(text, "axis %63s %" SCNd64, axis,
             &graph->axes[graph->axis_count].size) == 2) {
    graph->axes[graph->axis_count++].name = axis;
    return true;
  }
  if (sscanf(text, "return %63s", node.name) == 1)
    return (graph->result = find(graph, node.name)) >= 0;
  if (sscanf(text, "input %63s %" SCNd64 " %" SCNd64 " %63s %63s", node.name,
             &node.rows, &node.columns, node.axes[0], node.axes[1]) < 3) {
    const int count = sscanf(text, "let %63s = %59s %63s %63s", node.name, op,
                             words[0], words[1]);
    snprintf(node.op, kWord, "toy.%s", count > 2 ? op : "");
    for (int i = 0; i < count - 2; ++i) {
      const int operand = find(graph, words[i]);
      if (operand < 0) return false;
      if (i == 0) node.rows = graph->nodes[operand].rows;
      node.columns = graph->nodes[operand].columns;
      node.operands[node.operand_count++] = operand;
    }
  }
  graph->nodes[graph->node_count++] = node;
  return node.columns > 0;
}

/* --- the embedding */

static const char kRules[] =
    "toy.matmul: ([i, k], [k, j])->([i, j]) reduction={k}\n"
    "toy.relu: ([i, j])->([i, j])\n"
    "toy.add: ([i, j], [i, j])->([i, j])\n";

static shardflow_value add_op(shardflow_builder* builder, shardflow_block body,
                              const struct graph* graph,
                              const struct node* node, const char* type) {
  shardflow_value operands[2];
  for (int i = 0; i < node->operand_count; ++i)
    operands[i] = graph->nodes[node->operands[i]].value;
  const shardflow_op_spec op = {.struct_size = sizeof(op),
                                .name = node->op,
                                .operands = operands,
                                .operand_count = (size_t)node->operand_count,
                                .result_types = &type,
                                .result_count = 1,
                                .file = graph->file,
                                .line = node->line,
                                .column = 1};
  return shardflow_builder_result(
      builder, shardflow_builder_add_op(builder, body, &op), 0);
}

static shardflow_program* build(struct graph* graph,
                                shardflow_messages* messages) {
  static char types[kNodes][kText];
  const char* inputs[kNodes];
  size_t input_count = 0;
  int argument = 0;
  for (int i = 0; i < graph->node_count; ++i) {
    const struct node* node = &graph->nodes[i];
    snprintf(types[i], kText, "tensor<%" PRId64 "x%" PRId64 "xf32>", node->rows,
             node->columns);
    if (node->op[0] == '\0') inputs[input_count++] = types[i];
  }
  shardflow_builder* builder = shardflow_builder_create();
  shardflow_builder_add_mesh(builder, "mesh", graph->axes, graph->axis_count,
                             NULL, 0);
  const shardflow_op function = shardflow_builder_add_function(
      builder, "main", inputs, input_count, false);
  const shardflow_block body = shardflow_builder_body(builder, function);
  for (int i = 0; i < graph->node_count; ++i) {
    struct node* node = &graph->nodes[i];
    node->value = node->op[0] == '\0'
                      ? shardflow_builder_argument(builder, body, argument++)
                      : add_op(builder, body, graph, node, types[i]);
    if (node->axes[0][0] == '\0') continue;
    char text[kText] = "#sdy.sharding<@mesh, [";
    for (int d = 0; d < 2; ++d) {
      if (strcmp(node->axes[d], "-") == 0)
        strcat(text, "{}");
      else
        sprintf(text + strlen(text), "{\"%s\"}", node->axes[d]);
      strcat(text, d == 0 ? ", " : "]>");
    }
    shardflow_builder_set_sharding(builder, node->value, text);
  }
  shardflow_builder_return(builder, function,
                           &graph->nodes[graph->result].value, 1);
  shardflow_program* program = shardflow_builder_finish(builder, messages);
  shardflow_builder_destroy(builder);
  return program;
}

static void report(const struct graph* graph,
                   const shardflow_program* program) {
  for (const struct node* n = graph->nodes;
       n != graph->nodes + graph->node_count; ++n) {
    int64_t local[2];
    char* sharding = shardflow_value_sharding(program, n->value);
    shardflow_value_local_shape(program, n->value, local, 2);
    printf("%s: %s, on each device %" PRId64 "x%" PRId64 "\n", n->name,
           sharding == NULL ? "" : sharding, local[0], local[1]);
    shardflow_free(sharding);
  }
}

static void report_communication(const shardflow_program* program) {
  shardflow_communication* all = shardflow_communication_create(program);
  for (size_t i = 0; i < shardflow_communication_count(all); ++i) {
    const shardflow_reshard_plan* plan =
        shardflow_communication_at(all, i)->plan;
    for (size_t s = 0; s < shardflow_reshard_plan_step_count(plan); ++s) {
      const shardflow_reshard_step* step = shardflow_reshard_plan_step(plan, s);
      printf("%s %s: %" PRId64 " bytes\n", step->op, step->axes,
             step->bytes_sent);
    }
  }
  shardflow_communication_destroy(all);
}

static bool compile(struct graph* graph, shardflow_messages* messages) {
  shardflow_registry* ops = shardflow_registry_create();
  shardflow_registry_read_rules(ops, "toy rules", kRules, strlen(kRules),
                                messages);
  const shardflow_run_options options = {.struct_size = sizeof(options),
                                         .registry = ops};
  shardflow_program* program = build(graph, messages);
  bool ok = shardflow_program_propagate(program, &options, messages);
  if (ok) report(graph, program);
  ok = ok && shardflow_program_insert_reshards(program, &options, messages) &&
       shardflow_program_lower_to_collectives(program, &options, messages);
  if (ok) report_communication(program);
  shardflow_program_destroy(program);
  shardflow_registry_destroy(ops);
  return ok;
}

int main(int argc, char** argv) {
  static struct graph graph = {.result = -1};
  char text[kText];
  int line = 0;
  graph.file = argc > 1 ? argv[1] : "mlp.toy";
  FILE* stream = fopen(graph.file, "r");
  bool ok = stream != NULL;
  while (ok && fgets(text, sizeof(text), stream) != NULL)
    ok = read_line(text, ++line, &graph);
  if (stream != NULL) fclose(stream);
  if (!ok || graph.result < 0) {
    fprintf(stderr, "%s:%d: syntax error\n", graph.file, line);
    return 1;
  }
  shardflow_messages* messages = shardflow_messages_create();
  ok = compile(&graph, messages);
  for (size_t i = 0; i < shardflow_messages_count(messages); ++i) {
    char* message = shardflow_message_print(shardflow_messages_at(messages, i));
    fputs(message, stderr);
    shardflow_free(message);
  }
  shardflow_messages_destroy(messages);
  return ok ? 0 : 1;
}
