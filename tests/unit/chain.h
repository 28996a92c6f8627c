#ifndef SHARDFLOW_TESTS_UNIT_CHAIN_H_
#define SHARDFLOW_TESTS_UNIT_CHAIN_H_

#include <string>

namespace shardflow::internal {

// Returns a chain of `ops` ops, with a sharding at its beginning.
inline std::string Chain(int ops) {
  std::string text = R"(
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
)";
  std::string last = "%arg0";
  for (int i = 0; i < ops; ++i) {
    const std::string name = "%" + std::to_string(i);
    text += "  " + name + " = stablehlo.negate " + last + " : tensor<8xf32>\n";
    last = name;
  }
  return text + "  return " + last + " : tensor<8xf32>\n}\n";
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_CHAIN_H_
