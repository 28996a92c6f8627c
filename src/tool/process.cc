#include "tool/process.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "tool/files.h"
#include "tool/tool.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The command runs in its own thread. The main thread waits until the command
// ends, or until a signal asks the process to end. In that case, it removes
// half-written files, which a signal handler couldn't do safely.

namespace shardflow {
namespace {

// Sent by the command's thread when the command has ended.
constexpr int kEnded = SIGUSR1;
// Sent by a thread that can't continue and waits for the process to end.
constexpr int kStuck = SIGUSR2;

// Memory blocks of at least this size come directly from the system. So they
// are returned to the system when freed, and grow without being copied. (By
// default, glibc raises this limit when such a block is freed, and then keeps
// the memory.)
constexpr int kOwnBlockBytes = 1 << 17;
// How much memory of smaller blocks is kept after it is freed. (Once the limit
// above is set, glibc would keep only 128 KiB, so a command that handles many
// small programs would request memory from the system again for each of them.)
constexpr int kKeptBytes = 1 << 26;

struct RunningCommand {
  std::vector<std::string> args;
  std::string_view name;  // the first of args; set before memory can run out
  TemporaryFiles temporaries;
  Interrupt interrupt;
  pthread_t waiting = {};  // kept until the process ends
  // Why a thread is stuck: either memory ran out (true), or a mapped input file
  // was truncated (false).
  std::atomic<bool> memory_ended{false};
  int exit_code = 0;
};

// For signal handlers and the out-of-memory handler, which have no other way to
// find the command.
RunningCommand* running = nullptr;

int RunHere(RunningCommand& command) {
  Environment env{std::cin,
                  std::cout,
                  std::cerr,
                  DetectTerminal(),
                  &command.temporaries,
                  &command.interrupt};
  return RunTool(command.args, env);
}

void* Run(void* argument) {
  RunningCommand& command = *static_cast<RunningCommand*>(argument);
  command.exit_code = RunHere(command);
  pthread_kill(command.waiting, kEnded);
  return nullptr;
}

// Signals that end a process, except signals that the process was started to
// ignore (nohup).
sigset_t EndingSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    if (sigaction(number, nullptr, &action) == 0 &&
        action.sa_handler != SIG_IGN) {
      sigaddset(&signals, number);
    }
  }
  return signals;
}

[[noreturn]] void End(std::string_view message, int exit_code) {
  // Streams aren't used here, because they may need memory.
  while (!message.empty()) {
    const ssize_t count = write(STDERR_FILENO, message.data(), message.size());
    if (count < 0 && errno != EINTR) break;
    if (count > 0) message.remove_prefix(static_cast<size_t>(count));
  }
  _exit(exit_code);
}

[[noreturn]] void EndStuck(RunningCommand& command) {
  command.temporaries.RemoveAll();
  if (command.memory_ended) End(kOutOfMemory, OutOfMemoryCode(command.name));
  End("shardflow: an input became shorter while it was read\n",
      static_cast<int>(ExitCode::kBadInput));
}

// Called when a mapped input file has been truncated. The thread that was
// reading the file stops here, and the waiting thread ends the process.
void OnBusError(int /*number*/) {
  pthread_kill(running->waiting, kStuck);
  for (;;) pause();
}

// Called by operator new instead of throwing an exception. The stack can't be
// unwound, because an Abseil table that has failed to grow crashes when it is
// destroyed.
void OnMemoryEnd() {
  running->memory_ended = true;
  // If this is the waiting thread, it is the only one: the other thread hasn't
  // started yet, or couldn't be started.
  if (pthread_equal(pthread_self(), running->waiting) != 0) EndStuck(*running);
  pthread_kill(running->waiting, kStuck);
  for (;;) pause();
}

[[noreturn]] void EndBy(int number, RunningCommand& command, sigset_t signals) {
  command.temporaries.RemoveAll();
  signal(number, SIG_DFL);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  _exit(128 + number);
}

}  // namespace

int RunProcess(int argc, char** argv) {
  RunningCommand command;
  command.waiting = pthread_self();
  if (argc > 1) command.name = argv[1];
  running = &command;
  std::set_new_handler(OnMemoryEnd);
  std::ios::sync_with_stdio(false);
  // Writing to a pipe without a reader, or beyond the file size limit, should
  // cause an error with a message, instead of a signal that ends the process.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, kOwnBlockBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
#endif
  command.args.assign(argv + 1, argv + argc);

  sigset_t signals = EndingSignals();
  sigaddset(&signals, kEnded);
  sigaddset(&signals, kStuck);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGBUS, OnBusError);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, Run, &command) != 0) {
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    signal(SIGBUS, SIG_DFL);
    return RunHere(command);
  }
  int number = 0;
  for (;;) {
    if (sigwait(&signals, &number) != 0) continue;
    const bool caught =
        number == SIGINT && command.interrupt.is_caught.exchange(false);
    if (!caught) break;
    command.interrupt.happened = true;
  }
  if (number == kStuck) EndStuck(command);
  if (number != kEnded) EndBy(number, command, signals);
  pthread_join(thread, nullptr);
  std::cout.flush();
  return command.exit_code;
}

}  // namespace shardflow
