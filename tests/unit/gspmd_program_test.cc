// Converts whole programs from GSPMD shardings to Shardy's and back.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

namespace shardflow::internal {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Text(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) text += message.ToString();
  return text;
}

Program Read(const std::string& text) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("train_step.mlir", text, {}, messages);
  EXPECT_TRUE(program) << Text(messages);
  return std::move(*program);
}

void RunPass(Program& program, const char* pass) {
  std::vector<Message> messages;
  RunOptions options;
  options.verify_after = true;
  EXPECT_TRUE(program.Run(pass, "", options, messages)) << pass << "\n"
                                                        << Text(messages);
}

// Returns the program that JAX lowers with the Shardy partitioner off.
std::string TrainStep() {
  std::ifstream file("examples/gspmd_train_step.mlir");
  EXPECT_TRUE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> ShardingsOf(const Program& program) {
  std::vector<std::string> shardings;
  for (const FunctionInfo& function : program.Functions()) {
    if (function.name != "main") continue;
    for (const TensorInfo& tensor : function.arguments) {
      shardings.push_back(tensor.sharding);
    }
    for (const TensorInfo& tensor : function.results) {
      shardings.push_back(tensor.sharding);
    }
  }
  return shardings;
}

constexpr char kImport[] = "xla-sdy-stablehlo-import-pipeline";
constexpr char kExport[] = "xla-sdy-stablehlo-export-pipeline";

TEST(GspmdProgram, TrainStepGoesAround) {
  Program program = Read(TrainStep());
  RunPass(program, kImport);
  const std::string imported = program.Write();
  EXPECT_THAT(imported, HasSubstr("<[\"_axis_0\"=4, \"_axis_1\"=2]>"));
  EXPECT_THAT(imported, HasSubstr("sdy.manual_computation"));
  EXPECT_THAT(imported, Not(HasSubstr("mhlo.sharding")));
  EXPECT_THAT(imported, Not(HasSubstr("SPMD")));

  RunPass(program, "sdy-propagation-pipeline");
  const std::vector<std::string> propagated = ShardingsOf(program);
  // The momenta had no shardings; now each has the sharding of its parameter.
  ASSERT_GE(propagated.size(), 6u);
  for (const size_t weight : {0u, 1u}) {
    EXPECT_FALSE(propagated[weight].empty());
    EXPECT_EQ(propagated[weight + 2], propagated[weight]);
  }

  RunPass(program, kExport);
  const std::string exported = program.Write();
  EXPECT_THAT(exported, Not(HasSubstr("sdy.sharding")));
  EXPECT_THAT(exported, HasSubstr("@SPMDFullToShardShape"));

  Program back = Read(exported);
  RunPass(back, kImport);
  EXPECT_EQ(ShardingsOf(back), propagated);
  // A second round trip results in the same text.
  RunPass(back, kExport);
  Program again = Read(back.Write());
  RunPass(again, kImport);
  RunPass(again, kExport);
  EXPECT_EQ(again.Write(), back.Write());
}

TEST(GspmdProgram, TrainStepInTheRoundTripForm) {
  Program program = Read(TrainStep());
  RunPass(program, kImport);
  const std::string imported = program.Write();
  RunPass(program, "xla-sdy-round-trip-export-pipeline");
  const std::string exported = program.Write();
  EXPECT_THAT(exported, Not(HasSubstr(" sdy.sharding")));
  EXPECT_THAT(exported, HasSubstr("xla.sdy.meshes"));
  EXPECT_THAT(exported, HasSubstr("@xla.sdy.GlobalToLocalShape"));
  Program back = Read(exported);
  RunPass(back, "xla-sdy-round-trip-import-pipeline");
  EXPECT_EQ(back.Write(), imported);
}

}  // namespace
}  // namespace shardflow::internal
