// Runs the built program as a process, to test behaviour that needs a real
// standard output, a terminal, signals or a shell. (file_test.cc tests its
// output.)

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_config.h"
#include "tool/commands.h"
#include "tool/manual.h"
#include "tool/terminal.h"

// GCC defines macros for sanitizers; Clang has __has_feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHARDFLOW_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SHARDFLOW_SANITIZED
#endif
#endif

namespace shardflow::internal {
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
  int code = -1;  // the shell's exit code: 128 + N for signal N
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

  // Runs `script` at the top of the source tree; `shardflow` is the program,
  // and $T a scratch folder.
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

  // Returns the number of files in the folder, except for those that Shell
  // writes.
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
    EXPECT_FALSE(command.examples.empty()) << command.name;
  }
  EXPECT_GT(examples, 5u);
  EXPECT_EQ(FileCount(), 0u);
}

// Shardings and programs are distinguished by their contents, because they may
// begin with the same byte.
TEST_F(Cli, GspmdImportsProgramsOfAllKinds) {
  const std::string program = "examples/gspmd_train_step.mlir";
  const Outcome text = Shell("shardflow gspmd import " + program);
  EXPECT_EQ(text.code, 0);
  const Outcome json = Shell("shardflow convert --to json " + program +
                             " | shardflow gspmd import -");
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(json.out, text.out);
  const Outcome bytes =
      Shell("printf '<\\000\\000\\0008' | shardflow gspmd import -");
  EXPECT_EQ(bytes.code, 3);
  EXPECT_THAT(bytes.err, HasSubstr("<stdin>:1:1: error: "));
}

// A program has no differences from its own golden file, even if some of its
// arguments and results have no labels.
TEST_F(Cli, GoldenFilesMatchWhatTheyWereWrittenFrom) {
  const std::string golden =
      "shardflow diff examples/gpt_train_step.mlir "
      "--golden $T/a.json";
  EXPECT_EQ(Shell(golden + " --update").code, 0);
  const Outcome same = Shell(golden);
  EXPECT_EQ(same.code, 0) << same.out;
  EXPECT_THAT(same.out, HasSubstr("no differences in"));
}

// A program is compared with itself after a change, which also works for
// standard input. A topology that doesn't fit is an error even if nothing
// differs.
TEST_F(Cli, DiffWithSet) {
  const std::string diff = "shardflow diff --set \"arg/0=P('data')\" ";
  const std::string example = "examples/mlp_train_step.mlir";
  const Outcome file = Shell(diff + example);
  EXPECT_EQ(file.code, 1) << file.err;
  EXPECT_THAT(file.out, HasSubstr("changed in the program"));
  EXPECT_THAT(file.out, HasSubstr("a device sends "));
  const Outcome input = Shell(diff + "- < " + example);
  EXPECT_EQ(input.code, 1) << input.err;
  EXPECT_THAT(input.out, HasSubstr("<stdin> with --set: "));
  EXPECT_THAT(input.out, HasSubstr("a device sends "));
  const Outcome priced = Shell(diff + "--topology h100 " + example);
  EXPECT_EQ(priced.code, 1) << priced.err;
  EXPECT_THAT(priced.out, HasSubstr("a step takes "));
  const Outcome too_large =
      Shell("shardflow diff --topology h100:2x3 " + example + " " + example);
  EXPECT_EQ(too_large.code, 3) << too_large.out;
  EXPECT_EQ(too_large.out, "");
  EXPECT_THAT(too_large.err, HasSubstr("it has 6 devices"));
}

// For unsupported kinds of input that users often try, the error says where the
// input is, what it is, and what to do.
TEST_F(Cli, InputOfOtherKinds) {
  const struct {
    std::string input;  // a command that prints it
    std::string message;
  } cases[] = {
      {"printf ''", "<stdin> is empty\n"},
      {"printf ' \\n\\n'", "<stdin> is empty\n"},
      {"echo HloModule jit_f",
       "<stdin>:1:1: error: this is HLO, not StableHLO; in JAX, print "
       "lowered.as_text(); jaxlib converts HLO (docs/jax.md)\n"},
      {"echo '{ lambda ; a:f32[8]. let b:f32[8] = sin a in (b,) }'",
       "<stdin>:1:1: error: this is not StableHLO; if it is a jaxpr, print the "
       "lowered "
       "program: jax.jit(f).lower(...).as_text(debug_info=True)\n"},
      {"printf '\\nimport jax\\n'",
       "<stdin>:2:1: error: this is Python, not StableHLO"},
      {"printf '\"\"\"A model.\"\"\"\\n'",
       "<stdin>:1:1: error: this is Python, not StableHLO"},
      {"echo hello, world", "<stdin>:1:1: error: this is not StableHLO; "},
      {"echo '<!DOCTYPE html>'", "<stdin>:1:1: error: this is not StableHLO; "},
      {"echo '{}'", "<stdin>:1:1: error: "},
      {"echo '{\"module\": '", "<stdin>:2:1: error: /module: expected a value"},
  };
  const std::string commands[] = {
      "propagate", "show",           "explain --arg 0",
      "comms",     "diff $T/a.json", "check --expect \"arg/0=P('x')\"",
      "cost"};
  ASSERT_EQ(Shell("shardflow convert --to json " + std::string(kExample) +
                  " -o $T/a.json")
                .code,
            0);
  for (const auto& c : cases) {
    for (const std::string& command : commands) {
      const std::string script = c.input + " | shardflow " + command + " -";
      const Outcome outcome = Shell(script);
      EXPECT_EQ(outcome.code, 3) << script << "\n" << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr(c.message)) << script;
      EXPECT_EQ(outcome.out, "") << script;
    }
  }
  // Our JSON is read like any other program.
  for (const std::string command :
       {"show", "explain --arg 0", "comms", "propagate -q", "rules"}) {
    const Outcome text = Shell("shardflow " + command + " " + kExample);
    const Outcome json = Shell("shardflow " + command + " $T/a.json");
    EXPECT_EQ(json.code, 0) << command << json.err;
    EXPECT_EQ(json.out.substr(0, 10), text.out.substr(0, 10)) << command;
  }
}

TEST_F(Cli, ExitCodes) {
  const std::string example = kExample;
  // Writes to a pipe until its reader has gone, and only then runs the command.
  const std::string reader_gone =
      "{ trap '' PIPE; while echo; do :; done 2>/dev/null; ";
  const std::string into_closed = "; } | true; exit ${PIPESTATUS[0]}";
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
      {"shardflow propagate -q " + example + " --dump-dir /dev/null/x", 4,
       "cannot write '/dev/null/x/00.input_module.mlir': "},
      {"shardflow --help >/dev/full", 4, "No space left on device"},
      {"shardflow opt --help >/dev/full", 1, "No space left on device"},
      {reader_gone + "shardflow propagate -q " + example + into_closed, 4, ""},
      {reader_gone + "shardflow opt " + example + into_closed, 1, ""},
  };
  for (const auto& c : cases) {
    const Outcome outcome = Shell(c.script);
    EXPECT_EQ(outcome.code, c.code) << c.script << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(c.message)) << c.script;
    // If the reader of a pipe has gone, as after `| head`, there is no message.
    const bool is_silent = c.code == 0 || c.script.ends_with("PIPESTATUS[0]}");
    EXPECT_EQ(is_silent, outcome.err.empty()) << c.script;
    EXPECT_EQ(FileCount(), 0u) << c.script;
  }
}

// The result is the same for standard input, except for the name of the input.
TEST_F(Cli, StandardInputIsAFile) {
  const std::string example = kExample;
  for (const std::string& command :
       {std::string("propagate -q"), std::string("show --arg 0"),
        std::string("explain --arg 0"), std::string("validate"),
        std::string("rules"), std::string("convert --to json"),
        std::string("opt -sdy-propagation-pipeline"), "diff " + example,
        std::string("gspmd import")}) {
    const std::string run = "shardflow " + command;
    const Outcome file = Shell(run + " " + example);
    Outcome dash = Shell(run + " - <" + example);
    EXPECT_EQ(file.code, 0) << command << file.err;
    EXPECT_EQ(dash.code, 0) << command << dash.err;
    for (size_t at = 0; (at = dash.out.find("<stdin>")) != std::string::npos;) {
      dash.out.replace(at, 7, example);
    }
    EXPECT_EQ(dash.out, file.out) << command;
  }
}

// The files are numbered and named like XLA's dumps, and none is half-written.
TEST_F(Cli, DumpsTheStages) {
  const Outcome outcome = Shell(
      "shardflow propagate -q --dump-dir $T/a examples/mlp_train_step.mlir | "
      "sed -n 1p; shardflow opt -q -sdy-propagation-pipeline -dump-dir $T/b "
      "examples/mlp_train_step.mlir | sed -n 1p; diff -r $T/a $T/b && ls $T/a; "
      "shardflow validate $T/a/*");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("00.input_module.mlir\n01.before_propagation.mlir\n"
                        "02.after_propagation.mlir\n"
                        "03.after_minimal_partitioner_with_global_shapes.mlir\n"
                        "4 files, 0 errors\n"));
}

TEST_F(Cli, AnUnreadableFile) {
  // Even root can't read page 0 of a process's memory.
  const Outcome page = Shell("shardflow show /proc/self/mem");
  EXPECT_EQ(page.code, 3);
  EXPECT_EQ(page.err,
            "shardflow: cannot read '/proc/self/mem': Input/output error\n");
  // Root may read any file, so another user tries.
  std::string other;
  if (geteuid() == 0) {
    other = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    if (Shell(other + "\"$SHARDFLOW\" --version").code != 0) return;
  }
  const Outcome outcome = Shell("chmod 755 $T; touch $T/a; chmod 0 $T/a; " +
                                other + "\"$SHARDFLOW\" show $T/a");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("Permission denied"));
}

TEST_F(Cli, AFileSurvivesAFailure) {
  std::ofstream(folder_ / "a") << "old";
  for (const char* script :
       {"echo nonsense | shardflow propagate - -o $T/a",
        "shardflow propagate $T/no -o $T/a",
        // Write as if the file system were full after the first kilobyte.
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
      // In place: the input is read before it is replaced.
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

// Writing to a dangling link creates the file that it points to; the link stays
// a link.
TEST_F(Cli, ADanglingLinkIsWrittenThrough) {
  const Outcome outcome = Shell(
      "mkdir $T/d\nln -s d/new.mlir $T/one\nln -s one $T/link\n"
      "shardflow propagate -q -o $T/link " +
      std::string(kExample));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "one"));
  EXPECT_THAT(ReadFile(folder_ / "d" / "new.mlir"), HasSubstr("sdy.mesh"));
  EXPECT_EQ(FileCount(), 3u);
}

// The output would exceed the file size limit.
TEST_F(Cli, AFileThatMayNotGrowIsAnError) {
  const Outcome outcome = Shell(
      "ulimit -f 1\nexec 2>/dev/null\n"
      "shardflow propagate -q -o $T/out.mlir " +
      std::string(kExample) +
      " 2>&1 | head -c 500 >/dev/null\n"
      "exit ${PIPESTATUS[0]}");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(FileCount(), 0u);
}

TEST_F(Cli, RulesWithoutAnEnd) {
  std::string command =
      "shardflow propagate --rules /dev/zero " + std::string(kExample);
#ifndef SHARDFLOW_SANITIZED
  // Sanitizers need terabytes of address space, which no useful limit allows.
  command = "ulimit -v 2000000\n" + command;
#endif
  const Outcome outcome = Shell(command);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err,
              HasSubstr("cannot read '/dev/zero': it is longer than 64 MiB"));
}

// The signal arrives while the temporary file exists, or a little later.
// Afterwards there must be the old file or the complete new one, and no other
// files.
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

// A search can be interrupted at any time and still gives an answer.
TEST_F(Cli, CtrlCEndsASearch) {
  const std::string out = folder_ / "out";
  const pid_t child = fork();
  if (child == 0) {
    freopen("/dev/null", "w", stderr);
    execl(SHARDFLOW_PROGRAM, "shardflow", "auto", "--time", "1000000",
          "--topology", "h100", "examples/gpt_train_step.mlir", "-o",
          out.c_str(), nullptr);
    _exit(127);
  }
  ASSERT_GT(child, 0);
  // Waits for the program to install its handler; without one, the signal would
  // kill it.
  std::this_thread::sleep_for(std::chrono::seconds(2));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_THAT(ReadFile(out), HasSubstr("sdy.sharding"));
}

// When memory runs out, the old file or the new one remains, and no other
// files.
TEST_F(Cli, MemoryEnds) {
#ifdef SHARDFLOW_SANITIZED
  GTEST_SKIP() << "sanitizers map terabytes, whatever the limit";
#endif
  // Set by ./dev coverage.
  if (getenv("LLVM_PROFILE_FILE") != nullptr) {
    GTEST_SKIP() << "a profile can't be written without memory";
  }
  WriteChain(folder_ / "in", 20000);
  const auto shell = [&](const std::string& command, int megabytes) {
    return Shell("ulimit -v " + std::to_string(megabytes << 10) +
                 "; shardflow " + command);
  };
  const auto run = [&](const std::string& command, int megabytes) {
    std::ofstream(folder_ / "out") << "old";
    return shell(command + " $T/in -o $T/out", megabytes);
  };
  // The smallest memory limit that lets the program run, plus some room for an
  // exception.
  int least = 8;
  while (least < 128 && shell("--version", least).code != 0) ++least;
  least += 2;
  for (const std::string command :
       {"propagate -q", "opt -sdy-propagation-pipeline"}) {
    const int code = command.starts_with("opt") ? 1 : 4;
    int ended = 0, finished = 0;
    for (int megabytes = least; megabytes <= 512 && finished < 2;
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
      ++ended;
      EXPECT_EQ(outcome.code, code) << megabytes << ": " << outcome.err;
      EXPECT_EQ(outcome.err, "shardflow: out of memory\n") << megabytes;
    }
    EXPECT_GT(ended, 0);
    EXPECT_GT(finished, 0);
  }
}

// Lets one allocation fail, chosen by its number. Afterwards, the old file or
// the new one remains, and no other files.
#if defined(SHARDFLOW_FAILING_MALLOC) && !defined(SHARDFLOW_SANITIZED)
TEST_F(Cli, AnyAllocationMayFail) {
  if (getenv("LLVM_PROFILE_FILE") != nullptr) {
    GTEST_SKIP() << "a profile can't be written without memory";
  }
  WriteChain(folder_ / "in", 2000);
  for (const std::string command :
       {"propagate -q", "opt -sdy-propagation-pipeline"}) {
    const int code = command.starts_with("opt") ? 1 : 4;
    const std::string run = "LD_PRELOAD=" SHARDFLOW_FAILING_MALLOC
                            " shardflow " +
                            command + " $T/in -o $T/out";
    int ended = 0, finished = 0;
    for (int failing = 0; finished < 8; failing += 1 + failing / 24) {
      std::ofstream(folder_ / "out") << "old";
      const Outcome outcome = Shell(
          "export FAILING_MALLOC=" + std::to_string(failing) + "; " + run);
      EXPECT_EQ(FileCount(), 2u) << failing;
      if (outcome.code == 0) {
        ++finished;
        EXPECT_THAT(ReadFile(folder_ / "out"), HasSubstr("return %1999"));
        continue;
      }
      ++ended;
      EXPECT_EQ(ReadFile(folder_ / "out"), "old") << failing;
      EXPECT_EQ(outcome.code, code) << failing << ": " << outcome.err;
      EXPECT_EQ(outcome.err, "shardflow: out of memory\n") << failing;
    }
    EXPECT_GT(ended, 80);
  }
}
#endif

// Truncates a file while it is mapped. Parsing may finish first, so there are
// several attempts.
TEST_F(Cli, InputBecomesShorter) {
  const std::string script =
      "\"$SHARDFLOW\" propagate -q $T/in -o $T/out & pid=$!\n"
      "until grep -q $T/in /proc/$pid/maps; do\n"
      "  kill -0 $pid 2>/dev/null || break\n"
      "done\n"
      ": >$T/in; wait $pid";
  Outcome outcome;
  for (int attempt = 0; attempt < 20 && outcome.code != 3; ++attempt) {
    WriteChain(folder_ / "in", 300000);
    std::ofstream(folder_ / "out") << "old";
    outcome = Shell(script);
  }
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_EQ(outcome.err,
            "shardflow: an input became shorter while it was read\n");
  EXPECT_EQ(ReadFile(folder_ / "out"), "old");
  EXPECT_EQ(FileCount(), 2u);
}

// Returns a shell command that runs `command` in a terminal of `columns`
// columns, by means of script(1).
std::string InTerminal(const std::string& command, int columns) {
  return "script -qec 'stty cols " + std::to_string(columns) + "; " + command +
         "' /dev/null </dev/null";
}

bool HasProgram(const std::string& name) {
  return system(("command -v " + name + " >/dev/null").c_str()) == 0;
}

TEST_F(Cli, ColourOnlyOnATerminal) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  std::ofstream(folder_ / "in") << "nonsense\n";
  const std::string run = "$SHARDFLOW propagate " + (folder_ / "in").string();
  EXPECT_THAT(Shell(InTerminal(run, 80)).out, HasSubstr("\x1b["));
  EXPECT_THAT(Shell(run).err, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(Shell("export NO_COLOR=1; " + InTerminal(run, 80)).out,
              Not(HasSubstr("\x1b[")));
  EXPECT_THAT(Shell("export TERM=dumb; " + InTerminal(run, 80)).out,
              Not(HasSubstr("\x1b[")));
}

// Returns the widest line, as displayed on a terminal.
size_t WidestLine(const std::string& text) {
  std::istringstream lines(text);
  size_t widest = 0;
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, '\r');
    widest = std::max(widest, DisplayWidth(line));
  }
  return widest;
}

TEST_F(Cli, NoPageOnATerminal) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  const std::string run = "$SHARDFLOW report examples/mlp_train_step.mlir";
  EXPECT_THAT(Shell(InTerminal(run, 80)).out, HasSubstr("-o page.html"));
  EXPECT_THAT(Shell(run).out, HasSubstr("<html"));
}

TEST_F(Cli, MessagesFitTheTerminal) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  const std::string run =
      "$SHARDFLOW comms examples/mlp_train_step.mlir --set \"nothing=P()\"";
  EXPECT_GT(WidestLine(Shell(run).err), 80u);
  EXPECT_LE(WidestLine(Shell(InTerminal(run, 80)).out), 80u);
}

TEST_F(Cli, ErrorsFitTheTerminal) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  const std::string run =
      "$SHARDFLOW lint examples/mlp_train_step.mlir --allow foo";
  EXPECT_GT(WidestLine(Shell(run).err), 80u);
  EXPECT_LE(WidestLine(Shell(InTerminal(run, 80)).out), 80u);
}

// If work takes more than a second, its name is shown on a terminal and erased
// afterwards. If the output isn't a terminal, nothing is shown.
TEST_F(Cli, LongWorkShowsProgress) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  // Repeat the work more often, until even a fast machine takes a second.
  std::string run, shown;
  for (int repeat = 1000; shown.empty() && repeat <= 64000; repeat *= 4) {
    run = "$SHARDFLOW bench --layers 500 --repeat " + std::to_string(repeat) +
          " -o " + (folder_ / "times").string();
    shown = Shell(InTerminal(run, 80)).out;
  }
  EXPECT_THAT(shown, HasSubstr("\r\x1b[Kmeasuring <500 layers> ... 1 s"));
  EXPECT_TRUE(shown.ends_with("\r\x1b[K")) << shown;
  EXPECT_EQ(Shell(run).err, "");
  EXPECT_EQ(Shell(InTerminal(run + " -q", 80)).out, "");
}

// A sharding that doesn't fit beside the other columns is put below them. On a
// wide terminal, it fits.
TEST_F(Cli, TablesFitTheTerminal) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  const std::string run = "$SHARDFLOW show tests/files/tool/wide.mlir";
  const std::string narrow = Shell(InTerminal(run, 80)).out;
  const std::string wide = Shell(InTerminal(run, 200)).out;
  EXPECT_LE(WidestLine(narrow), 80u) << narrow;
  EXPECT_GT(WidestLine(wide), 80u) << wide;
  EXPECT_LE(WidestLine(wide), 200u);
  EXPECT_LT(std::ranges::count(wide, '\n'), std::ranges::count(narrow, '\n'));
  // In a pipe each row is one line, whatever its length.
  const std::string piped = Shell(run).out;
  EXPECT_GT(WidestLine(piped), 80u) << piped;
  EXPECT_LE(std::ranges::count(piped, '\n'), std::ranges::count(wide, '\n'));
}

// Sentences are wrapped too, but only on a terminal.
TEST_F(Cli, LinesFitTheTerminal) {
  if (!HasProgram("script")) GTEST_SKIP() << "no script(1)";
  const std::string example = kExample;
  for (const std::string& command :
       {"explain " + example + " --arg 0",
        "propagate -q " + example + " -o /dev/null",
        "propagate " + example + " -o /dev/null",
        std::string("reshard --mesh \"<[\\\"x\\\"=2,\\\"y\\\"=4]>\" "
                    "--shape 16x8xf32 --from \"[{\\\"x\\\"},{\\\"y\\\"}]\" "
                    "--to \"[{\\\"y\\\"},{}]\""),
        std::string("gspmd explain \"{devices=[4,2]<=[2,4]T(1,0)}\""),
        std::string("rules ") + example, std::string("passes"),
        std::string("--help")}) {
    const std::string run = "$SHARDFLOW " + command;
    const Outcome narrow = Shell(InTerminal(run, 80));
    EXPECT_EQ(narrow.code, 0) << command << narrow.out;
    EXPECT_LE(WidestLine(narrow.out), 80u) << command << "\n" << narrow.out;
  }
  const std::string run = "$SHARDFLOW explain " + example + " --arg 0";
  EXPECT_GT(WidestLine(Shell(run).out), 80u);
}

// Returns a script that prints bash's completions of the last word.
std::string BashOffers(const std::vector<std::string>& words) {
  std::string script = "source <(shardflow completion bash); COMP_WORDS=(";
  for (const std::string& word : words) script += "'" + word + "' ";
  return script + "); COMP_CWORD=" + std::to_string(words.size() - 1) +
         "; _shardflow; printf '%s\\n' \"${COMPREPLY[@]}\"";
}

TEST_F(Cli, BashCompletes) {
  const struct {
    std::vector<std::string> words;
    std::string offers;
  } cases[] = {
      {{"shardflow", "re"}, "report\nreshard\n"},
      {{"shardflow", "show", "--to"}, "--top\n"},
      {{"shardflow", "show", "--format", ""}, "text\njson\n"},
      {{"shardflow", "show", "--format", "="}, "text\njson\n"},
      {{"shardflow", "show", "--format", "=", "j"}, "json\n"},
      {{"shardflow", "show", "a.mlir", "--format", "t"}, "text\n"},
      {{"shardflow", "gspmd", "ex"}, "export\nexplain\n"},
      {{"shardflow", "gspmd", "export", ""}, "\n"},
      {{"shardflow", "completion", "f"}, "fish\n"},
      {{"shardflow", "opt", "-sdy-close"}, "-sdy-close-shardings\n"},
      {{"shardflow", "opt", "--compat", "j"}, "jaxlib-0.12\n"},
      // Files are left to bash.
      {{"shardflow", "show", "ex"}, "\n"},
      {{"shardflow", "show", "-o", "ex"}, "\n"},
  };
  for (const auto& c : cases) {
    const Outcome outcome = Shell(BashOffers(c.words));
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out, c.offers) << testing::PrintToString(c.words);
  }
}

// All commands and options are in each shell's completions and in the manual.
TEST_F(Cli, CompletionsAndManualHaveEveryOption) {
  for (const Command& command : MakeCommands()) {
    if (command.hidden) continue;
    const std::string offers =
        Shell(BashOffers({"shardflow", command.name, "-"})).out;
    const std::string zsh = Shell("shardflow completion zsh").out;
    const std::string fish = Shell("shardflow completion fish").out;
    std::string manual = Shell("shardflow man").out;
    std::erase(manual, '\\');
    EXPECT_THAT(manual, HasSubstr("\n.SS " + UsageOf(command) + "\n"));
    for (const Option& option : command.options) {
      EXPECT_THAT(manual, HasSubstr("\n.B " + Heading(option) + "\n"));
      for (const std::string& name : NamesOf(option)) {
        EXPECT_THAT("\n" + offers, HasSubstr("\n" + name + "\n"));
        EXPECT_THAT(zsh, HasSubstr(name));
        EXPECT_THAT(
            fish, HasSubstr(name.starts_with("--") ? " -l " + name.substr(2)
                                                   : " -s " + name.substr(1)));
      }
    }
  }
}

// Types words and a tab into a zsh that runs in a terminal of its own, where
// `shardflow` prints the arguments that it was called with.
constexpr char kZshTypes[] = R"(
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D
shardflow() { print -r \"got:\$*:\" }; print rea''dy"
zpty -r -m z line '*ready*'
shift
for typed in $@; do
  zpty -w z "shardflow $typed"$'\t'
  zpty -r -m z line '*got:*:*'
  print -r -- ${${line##*got:}%%:*}
done
zpty -d z
)";

TEST_F(Cli, ZshCompletes) {
  if (!HasProgram("zsh")) GTEST_SKIP() << "no zsh";
  std::ofstream(folder_ / "type") << kZshTypes;
  const Outcome outcome = Shell(
      "export TERM=dumb HOME=$T; mkdir $T/z; "
      "shardflow completion zsh >$T/z/_shardflow && "
      "timeout 60 zsh -f $T/type $T/z resh 'show --mod' 'opt --compat j' "
      "'opt -sdy-close-' 'gspmd im'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "reshard\nshow --model-explorer\nopt --compat jaxlib-0.12\n"
            "opt -sdy-close-shardings\ngspmd import\n");
}

TEST_F(Cli, FishCompletes) {
  if (!HasProgram("fish")) GTEST_SKIP() << "no fish";
  const Outcome outcome = Shell(
      "export HOME=$T; shardflow completion fish >$T/s.fish && "
      "fish -c \"source $T/s.fish; complete -C 'shardflow res'; "
      "complete -C 'shardflow show --mod'; "
      "complete -C 'shardflow opt --compat j'\"");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("reshard\t"));
  EXPECT_THAT(outcome.out, HasSubstr("--model-explorer\t"));
  EXPECT_THAT(outcome.out, HasSubstr("jaxlib-0.12"));
}

TEST_F(Cli, ManReadsTheManual) {
  if (!HasProgram("man") || !HasProgram("groff")) GTEST_SKIP() << "no man";
  const Outcome outcome = Shell(
      "shardflow man >$T/shardflow.1 && "
      "MANWIDTH=80 man --warnings -l $T/shardflow.1 | col -b");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("shardflow show [options] FILE"));
  EXPECT_THAT(outcome.out, HasSubstr("--model-explorer"));
}

TEST_F(Cli, GraphvizReadsTheGraph) {
  if (!HasProgram("dot")) GTEST_SKIP() << "no dot";
  const Outcome outcome = Shell(
      "shardflow show -p tests/files/tool/show.mlir -q --dot | "
      "dot -Tplain");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("node op3 "));
}

}  // namespace
}  // namespace shardflow::internal
