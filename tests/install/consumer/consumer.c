#include <stdio.h>
#include <string.h>

#include <shardflow/c.h>

int main(void) {
  const char* text =
      "sdy.mesh @mesh = <[\"data\"=4]>\n"
      "func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"data\"}]>}) -> tensor<8xf32> {\n"
      "  return %x : tensor<8xf32>\n}\n";
  shardflow_program* program =
      shardflow_program_read("step.mlir", text, strlen(text), NULL, NULL);
  if (!shardflow_program_propagate(program, NULL, NULL)) return 1;
  char* sharding = shardflow_function_result_sharding(
      program, shardflow_program_find_function(program, "main"), 0);
  printf("%s %s\n", shardflow_version(), sharding);
  shardflow_free(sharding);
  shardflow_program_destroy(program);
}
