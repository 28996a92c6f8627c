// Runs the built program as a process: what needs a real standard output, a
// terminal, signals or a shell. (What it prints is tested by file_test.cc.)

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_config.h"
#include "tool/commands.h"

namespace shardflow {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kExample[] = "examples/mlp_train_step.mlir";

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

struct Outcome {
  int code = -1;  // of the shell: 128 + N for a signal
  std::string out;
  std::string err;
};

class Cli : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "shardflow.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    setenv("SHARDFLOW", SHARDFLOW_PROGRAM, 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // `script` at the top of the source tree; `shardflow` is the program, and
  // $T a folder.
  Outcome Shell(const std::string& script) {
    const std::string command =
        "cd '" SHARDFLOW_SOURCE_ROOT "' && T='" + folder_.string() +
        "' && shardflow() { \"$SHARDFLOW\" \"$@\"; } && exec >'" +
        (folder_ / ".out").string() + "' 2>'" + (folder_ / ".err").string() +
        "'\n" + script;
    setenv("SCRIPT", command.c_str(), 1);
    const int status = system("exec bash -c \"$SCRIPT\"");
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.out = ReadFile(folder_ / ".out");
    outcome.err = ReadFile(folder_ / ".err");
    return outcome;
  }

  // Files in the folder but for what Shell writes.
  size_t FileCount() {
    size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
      count += !entry.path().filename().string().starts_with(".");
    }
    return count;
  }

  fs::path folder_;
};

TEST_F(Cli, ExamplesOfHelpRun) {
  size_t examples = 0;
  for (const Command& command : MakeCommands()) {
    for (const std::string& example : command.examples) {
      ++examples;
      const Outcome outcome = Shell("set -o pipefail\n" + example);
      EXPECT_EQ(outcome.code, 0) << example << "\n" << outcome.err;
      EXPECT_FALSE(outcome.out.empty()) << example;
    }
    EXPECT_EQ(command.hidden, command.examples.empty()) << command.name;
  }
  EXPECT_GT(examples, 5u);
  EXPECT_EQ(FileCount(), 0u);
}

TEST_F(Cli, ExitCodes) {
  const std::string example = kExample;
  const struct {
    std::string script;
    int code;
    std::string message;
  } cases[] = {
      {"shardflow propagate -q " + example, 0, ""},
      {"shardflow propagate -q - <" + example, 0, ""},
      {"shardflow", 2, "shardflow: a command is required\n"},
      {"shardflow propagate", 2, "shardflow: propagate: FILE is required\n"},
      {"shardflow propagate --fast " + example, 2,
       "shardflow: propagate: '--fast' was not expected\n"},
      {"shardflow propagate $T/no", 3, "No such file or directory"},
      {"shardflow propagate $T", 3, "Is a directory"},
      {"shardflow propagate - <$T", 3,
       "shardflow: cannot read standard input: Is a directory\n"},
      {"echo nonsense | shardflow propagate -", 3, "<stdin>:1:1: error: "},
      {"shardflow propagate -q " + example + " -o $T", 4, "Is a directory"},
      {"shardflow propagate -q " + example + " -o $T/no/a", 4,
       "No such file or directory"},
      {"shardflow propagate -q " + example + " -o /dev/full", 4,
       "shardflow: cannot write '/dev/full': No space left on device\n"},
      {"shardflow propagate -q " + example + " >/dev/full", 4,
       "shardflow: cannot write to standard output: No space left on device\n"},
      {"shardflow --help >/dev/full", 4, "No space left on device"},
      {"shardflow opt --help >/dev/full", 1, "No space left on device"},
      {"shardflow propagate -q " + example + " | true; exit ${PIPESTATUS[0]}",
       4, "shardflow: cannot write to standard output: Broken pipe\n"},
      {"shardflow opt " + example + " | true; exit ${PIPESTATUS[0]}", 1,
       "shardflow: cannot write to standard output: Broken pipe\n"},
  };
  for (const auto& c : cases) {
    const Outcome outcome = Shell(c.script);
    EXPECT_EQ(outcome.code, c.code) << c.script << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(c.message)) << c.script;
    EXPECT_EQ(c.code == 0, outcome.err.empty()) << c.script;
    EXPECT_EQ(FileCount(), 0u) << c.script;
  }
}

// Whoever may read anything cannot test this.
TEST_F(Cli, AnUnreadableFile) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const Outcome outcome =
      Shell("touch $T/a; chmod 0 $T/a; shardflow show $T/a");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("Permission denied"));
}

TEST_F(Cli, AFileSurvivesAFailure) {
  std::ofstream(folder_ / "a") << "old";
  for (const char* script :
       {"echo nonsense | shardflow propagate - -o $T/a",
        "shardflow propagate $T/no -o $T/a",
        // The file system is full after the first kilobyte.
        "trap '' XFSZ; ulimit -f 1; "
        "shardflow propagate -q examples/mlp_train_step.mlir -o $T/a"}) {
    EXPECT_NE(Shell(script).code, 0) << script;
    EXPECT_EQ(ReadFile(folder_ / "a"), "old") << script;
    EXPECT_EQ(FileCount(), 1u) << script;
  }
}

TEST_F(Cli, AFileIsReplacedAndKeepsItsMode) {
  const Outcome outcome = Shell(
      "echo old >$T/a; chmod 640 $T/a; "
      "shardflow propagate -q examples/mlp_train_step.mlir -o $T/a && "
      "shardflow propagate -q examples/mlp_train_step.mlir | cmp - $T/a && "
      "stat -c %a $T/a && "
      // In place: the file is read before it is replaced.
      "shardflow propagate -q $T/a -o $T/a && shardflow propagate -q $T/a | "
      "cmp - $T/a");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "640\n");
}

// A chain of `count` adds.
void WriteChain(const fs::path& path, int count) {
  std::ofstream file(path);
  file << "func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {\n";
  std::string last = "%arg0";
  for (int i = 0; i < count; ++i) {
    const std::string next = "%" + std::to_string(i);
    file << "  " << next << " = stablehlo.add " << last << ", " << last
         << " : tensor<8xf32>\n";
    last = next;
  }
  file << "  return " << last << " : tensor<8xf32>\n}\n";
}

// The signal comes while the temporary file is there, or a little later: the
// old file or the whole new one is there afterwards, and nothing else.
TEST_F(Cli, ASignalLeavesNoHalfFile) {
  WriteChain(folder_ / "in", 100000);
  const std::string whole = [&] {
    EXPECT_EQ(Shell("shardflow opt $T/in -o $T/out").code, 0);
    return ReadFile(folder_ / "out");
  }();
  ASSERT_FALSE(whole.empty());
  int stopped = 0;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    std::ofstream(folder_ / "out") << "old";
    const pid_t child = fork();
    if (child == 0) {
      const std::string in = folder_ / "in", out = folder_ / "out";
      execl(SHARDFLOW_PROGRAM, "shardflow", "opt", in.c_str(), "-o",
            out.c_str(), nullptr);
      _exit(127);
    }
    ASSERT_GT(child, 0);
    int status = 0;
    while (FileCount() == 2 && waitpid(child, &status, WNOHANG) == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    kill(child, number);
    waitpid(child, &status, 0);
    EXPECT_EQ(FileCount(), 2u);
    const std::string text = ReadFile(folder_ / "out");
    EXPECT_TRUE(text == "old" || text == whole);
    if (text != "old") continue;
    ++stopped;
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number);
  }
  EXPECT_GT(stopped, 0) << "no signal came in time";
}

// Whatever it was doing when memory ended: the old file is there or the new
// one, and nothing beside it.
TEST_F(Cli, MemoryEnds) {
  WriteChain(folder_ / "in", 20000);
  const auto run = [&](const std::string& command, int megabytes) {
    std::ofstream(folder_ / "out") << "old";
    return Shell("ulimit -v " + std::to_string(megabytes << 10) +
                 "; shardflow " + command + " $T/in -o $T/out");
  };
  for (const std::string command :
       {"propagate -q", "opt -sdy-propagation-pipeline"}) {
    const int code = command.starts_with("opt") ? 1 : 4;
    int ended = 0, finished = 0;
    // The program by itself takes some ten.
    for (int megabytes = 16; megabytes <= 512 && finished < 2;
         megabytes += megabytes / 4) {
      const Outcome outcome = run(command, megabytes);
      EXPECT_EQ(FileCount(), 2u);
      const std::string out = ReadFile(folder_ / "out");
      if (outcome.code == 0) {
        ++finished;
        EXPECT_THAT(out, HasSubstr("return %19999 : tensor<8xf32>"));
        continue;
      }
      EXPECT_EQ(out, "old") << megabytes;
      if (outcome.code == 127) continue;  // not even loaded
      ++ended;
      EXPECT_EQ(outcome.code, code) << megabytes << ": " << outcome.err;
      EXPECT_EQ(outcome.err, "shardflow: out of memory\n") << megabytes;
    }
    EXPECT_GT(ended, 0);
    EXPECT_GT(finished, 0);
  }
}

// The program in a terminal of 80 or 200 columns, by script(1).
std::string InTerminal(const std::string& command, int columns) {
  return "script -qec 'stty cols " + std::to_string(columns) + "; " + command +
         "' /dev/null </dev/null";
}

bool HasScript() { return system("command -v script >/dev/null") == 0; }

TEST_F(Cli, ColourOnlyOnATerminal) {
  if (!HasScript()) GTEST_SKIP() << "no script(1)";
  std::ofstream(folder_ / "in") << "nonsense\n";
  const std::string run = "$SHARDFLOW propagate " + (folder_ / "in").string();
  EXPECT_THAT(Shell(InTerminal(run, 80)).out, HasSubstr("\x1b["));
  EXPECT_THAT(Shell(run).err, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(Shell("export NO_COLOR=1; " + InTerminal(run, 80)).out,
              Not(HasSubstr("\x1b[")));
  EXPECT_THAT(Shell("export TERM=dumb; " + InTerminal(run, 80)).out,
              Not(HasSubstr("\x1b[")));
}

}  // namespace
}  // namespace shardflow
