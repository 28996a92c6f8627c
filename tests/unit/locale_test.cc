#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/cost.h"
#include "shardflow/program.h"

// A program that embeds the library may have set a locale that uses a decimal
// comma. No answer may depend on that, neither numbers that are read nor those
// that are written. (tests/house_test.cc forbids functions that use the
// locale.)

namespace shardflow {
namespace {

// Sets a locale with a decimal comma while it exists. The locale is made for
// the test, because few machines have one installed.
class CommaLocale {
 public:
  CommaLocale()
      : folder_(testing::TempDir() + "shardflow_locale_" +
                std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "comma")
        << "LC_CTYPE\ncopy \"POSIX\"\nEND LC_CTYPE\n"
           "LC_COLLATE\ncopy \"POSIX\"\nEND LC_COLLATE\n"
           "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
           "grouping 3;3\nEND LC_NUMERIC\n";
    const std::string command = "localedef -c -i " +
                                (folder_ / "comma").string() + " " +
                                (folder_ / "made").string() + " 2>&1";
    // (Its exit code only says that it has warned of the other categories.)
    if (FILE* const made = popen(command.c_str(), "r")) pclose(made);
    setenv("LOCPATH", folder_.c_str(), 1);
    is_set_ = std::setlocale(LC_NUMERIC, "made") != nullptr &&
              std::string(std::localeconv()->decimal_point) == ",";
  }
  ~CommaLocale() {
    std::setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    std::filesystem::remove_all(folder_);
  }
  bool is_set() const { return is_set_; }

 private:
  std::filesystem::path folder_;
  bool is_set_ = false;
};

// Returns what is written for a program with floats, and for its cost.
std::string Answers() {
  constexpr char kProgram[] = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %a: tensor<4x1000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> tensor<4x4xf32> {
  %0 = stablehlo.constant dense<[[0.1], [1.2345], [2.5e-40], [1.0e30]]>
      : tensor<4x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1]
      : (tensor<4x1xf32>) -> tensor<4x1000xf32>
  %2 = stablehlo.dot_general %a, %1, contracting_dims = [1] x [1]
      : (tensor<4x1000xf32>, tensor<4x1000xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
})";
  std::vector<Message> messages;
  const std::optional<Program> program =
      Program::Read("a.mlir", kProgram, {}, messages);
  CostOptions options;
  options.topology = "h100:1x2";
  options.propagate = true;
  const std::optional<CostReport> cost =
      program ? Cost(*program, options, messages) : std::nullopt;
  EXPECT_TRUE(cost) << (messages.empty() ? "" : messages[0].ToString());
  return cost ? program->Write() + CostText(*cost, {}) + CostJson(*cost) : "";
}

TEST(Locale, AnswersDoNotDependOnIt) {
  const std::string plain = Answers();
  EXPECT_NE(plain.find("1.2345"), std::string::npos) << plain;
  const CommaLocale locale;
  if (!locale.is_set()) GTEST_SKIP() << "localedef can't make a locale here";
  EXPECT_EQ(Answers(), plain);
}

}  // namespace
}  // namespace shardflow
