#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/cost.h"
#include "shardflow/lint.h"
#include "shardflow/program.h"
#include "shardflow/report.h"
#include "shardflow/session.h"

// Tests module-dump-directory, to which propagation writes a numbered file
// after each user priority except the last.

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;

constexpr char kProgram[] = R"(
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1, {?}]>},
    %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}p3, {}]>})
    -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})";

class ModuleDump : public testing::Test {
 public:
  ModuleDump() : folder_(testing::TempDir() + "shardflow_module_dump") {
    fs::remove_all(folder_);
  }
  ~ModuleDump() override { fs::remove_all(folder_); }

  std::optional<Program> ReadProgram() {
    return Program::Read("t.mlir", kProgram, {}, messages_);
  }
  std::vector<std::string> FilesOf(const std::string& pass) {
    std::optional<Program> program = ReadProgram();
    EXPECT_TRUE(program &&
                program->Run(pass, "module-dump-directory=" + folder_.string(),
                             {}, messages_));
    return Files();
  }
  std::vector<std::string> Files() {
    std::vector<std::string> files;
    if (fs::exists(folder_)) {
      for (const fs::directory_entry& e : fs::directory_iterator(folder_)) {
        files.push_back(e.path().filename().string());
      }
    }
    std::ranges::sort(files);
    return files;
  }
  std::string folder() const { return folder_; }
  std::string Read(const std::string& file) {
    std::ifstream stream(folder_ / file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

 protected:
  std::vector<Message> messages_;

 private:
  fs::path folder_;
};

TEST_F(ModuleDump, AfterEachUserPriority) {
  EXPECT_THAT(
      FilesOf("sdy-user-priority-propagate"),
      testing::ElementsAre("00.propagation_after_user_priority_0.mlir",
                           "00.propagation_after_user_priority_1.mlir"));
  // Priority 1 shards %0 along "a"; priority 0 does not.
  const std::string kSharded = "sdy.sharding_per_value<[<@mesh, [{\"a\"";
  EXPECT_THAT(Read("00.propagation_after_user_priority_0.mlir"),
              testing::Not(testing::HasSubstr(kSharded)));
  EXPECT_THAT(Read("00.propagation_after_user_priority_1.mlir"),
              testing::HasSubstr(kSharded));
}

TEST_F(ModuleDump, NothingWithoutUserPriorities) {
  EXPECT_THAT(FilesOf("sdy-op-priority-propagate"), testing::IsEmpty());
  EXPECT_THAT(FilesOf("sdy-basic-propagate"), testing::IsEmpty());
}

// RunOptions::dump_directory writes the same files as XLA does for Shardy, with
// the same numbering.
TEST_F(ModuleDump, BetweenThePartsOfThePipeline) {
  RunOptions options;
  options.dump_directory = folder();
  std::optional<Program> program = ReadProgram();
  ASSERT_TRUE(program.has_value());
  const std::string input = program->Write();
  ASSERT_TRUE(program->Run("sdy-propagation-pipeline", "", options, messages_));
  EXPECT_THAT(Files(),
              testing::ElementsAre(
                  "00.input_module.mlir", "01.before_propagation.mlir",
                  "02.after_propagation.mlir",
                  "02.propagation_after_user_priority_0.mlir",
                  "02.propagation_after_user_priority_1.mlir",
                  "03.after_minimal_partitioner_with_global_shapes.mlir"));
  EXPECT_EQ(Read("00.input_module.mlir"), input);
  EXPECT_THAT(Read("02.after_propagation.mlir"),
              testing::HasSubstr("sdy.sharding_per_value<[<@mesh, [{\"a\""));
}

// A session writes a file after each propagation, and the numbers go on.
TEST_F(ModuleDump, OfSessions) {
  SessionOptions options;
  options.run.dump_directory = folder();
  options.run.verify_after = true;
  std::optional<Session> session =
      Session::FromProgram(*ReadProgram(), options, messages_);
  ASSERT_TRUE(session.has_value());
  const std::vector<std::string> before = Files();
  ASSERT_TRUE(session->Propagate(messages_));
  ASSERT_TRUE(session->Propagate(messages_));
  std::vector<std::string> written = Files();
  std::erase_if(written, [&](const std::string& file) {
    return std::ranges::find(before, file) != before.end();
  });
  EXPECT_THAT(written, testing::ElementsAre("00.after_session_propagate.mlir",
                                            "01.after_session_propagate.mlir"));
  EXPECT_EQ(Read(written.back()), session->Result().Write());
}

// Report ignores RunOptions::dump_directory.
TEST_F(ModuleDump, ReportsWriteNone) {
  const std::optional<Program> program = ReadProgram();
  ASSERT_TRUE(program.has_value());
  for (const bool cost : {false, true}) {
    ReportOptions options;
    options.run.dump_directory = folder();
    options.propagate = true;
    options.cost = cost;
    EXPECT_TRUE(Report(*program, options, messages_)) << messages_.size();
    EXPECT_THAT(Files(), testing::IsEmpty());
  }
}

// The passes that these functions run internally don't write dumps.
TEST_F(ModuleDump, PricesAndFindingsWriteNone) {
  const std::optional<Program> program = ReadProgram();
  ASSERT_TRUE(program.has_value());
  RunOptions run;
  run.dump_directory = folder();
  for (const CostLowering lowering :
       {CostLowering::kXla, CostLowering::kShardflow}) {
    EXPECT_TRUE(Cost(*program,
                     {.lowering = lowering, .propagate = true, .run = run},
                     messages_));
  }
  EXPECT_TRUE(Lint(*program, {.propagate = true, .run = run}, messages_));
  std::optional<Session> session =
      Session::FromProgram(program->Clone(), {}, messages_);
  ASSERT_TRUE(session && session->Propagate(messages_));
  EXPECT_TRUE(session->Price({}, messages_));
  EXPECT_THAT(Files(), testing::IsEmpty());
  EXPECT_THAT(messages_, testing::IsEmpty());
}

// If several passes run in a row, each leaves at least one file, and none is
// overwritten.
TEST_F(ModuleDump, RunsGoOnCounting) {
  RunOptions options;
  options.dump_directory = folder();
  std::optional<Program> program = ReadProgram();
  ASSERT_TRUE(program.has_value());
  ASSERT_TRUE(program->Run("sdy-close-shardings", "", options, messages_));
  ASSERT_TRUE(program->Run("sdy-basic-propagate", "", options, messages_));
  EXPECT_EQ(Read("02.after_sdy-basic-propagate.mlir"), program->Write());
  ASSERT_TRUE(program->Run("sdy-export-pipeline", "", options, messages_));
  EXPECT_THAT(
      Files(),
      testing::ElementsAre(
          "00.input_module.mlir", "01.after_sdy-close-shardings.mlir",
          "02.after_sdy-basic-propagate.mlir", "03.after_propagation.mlir",
          "04.after_minimal_partitioner_with_global_shapes.mlir"));
}

TEST_F(ModuleDump, AFolderThatCannotBeMade) {
  RunOptions options;
  options.dump_directory = "/dev/null/x";
  std::optional<Program> program = ReadProgram();
  ASSERT_TRUE(program.has_value());
  EXPECT_FALSE(
      program->Run("sdy-propagation-pipeline", "", options, messages_));
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_THAT(messages_[0].text,
              testing::StartsWith("cannot write '/dev/null/x/00.input_module"));
}

}  // namespace
}  // namespace shardflow::internal
