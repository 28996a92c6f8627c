#include <cstdio>

#include <shardflow/shardflow.h>

int main() {
  std::vector<shardflow::Message> messages;
  auto program = shardflow::Program::Read("step.mlir", R"(
    sdy.mesh @mesh = <["data"=4]>
    func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> tensor<8xf32> {
      %0 = stablehlo.tanh %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    })",
                                          {}, messages);
  if (!program || !Propagate(*program, {}, messages)) return 1;
  std::printf("%s %s\n", shardflow::Version().data(),
              program->Functions()[0].results[0].sharding.c_str());
}
