#include "tool/process.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "tool/files.h"
#include "tool/tool.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The command runs in a thread of its own. The main thread waits until the
// command ends, or until a signal asks the process to end. In the latter case
// it removes half-written files, which wouldn't be safe in a signal handler.

namespace shardflow {
namespace {

// Sent by the command's thread when it has ended.
constexpr int kEnded = SIGUSR1;
// Sent when a mapped input file was truncated.
constexpr int kInputEnded = SIGUSR2;

// The main thread, for a signal handler, which has no other way to find it.
pthread_t waiting_thread;

// Memory blocks of at least this size come directly from the system: they are
// returned to it when they are freed, and grow without being copied. (By
// default, glibc raises the limit when such a block is freed, and then keeps
// the memory.)
constexpr int kOwnBlockBytes = 1 << 17;

struct RunningCommand {
  std::vector<std::string> args;
  TemporaryFiles temporaries;
  Interrupt interrupt;
  pthread_t waiting = {};  // kept until the process ends
  int exit_code = 0;
};

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

// Signals that end a process, unless it was started to ignore them (nohup).
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

// Somebody truncated a mapped input file: the thread that was reading it stops
// here, and the waiting thread ends the process.
void OnBusError(int /*number*/) {
  pthread_kill(waiting_thread, kInputEnded);
  for (;;) pause();
}

[[noreturn]] void EndOfInput(RunningCommand& command) {
  command.temporaries.RemoveAll();
  std::cerr << "shardflow: an input became shorter while it was read\n"
            << std::flush;
  _exit(static_cast<int>(ExitCode::kBadInput));
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
  std::ios::sync_with_stdio(false);
  // This makes writing to a pipe without a reader, or beyond the limit on file
  // sizes, an error with a message instead of a signal that ends the process.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, kOwnBlockBytes);
#endif
  RunningCommand command;
  command.args.assign(argv + 1, argv + argc);
  command.waiting = pthread_self();

  sigset_t signals = EndingSignals();
  sigaddset(&signals, kEnded);
  sigaddset(&signals, kInputEnded);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  waiting_thread = command.waiting;
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
  if (number == kInputEnded) EndOfInput(command);
  if (number != kEnded) EndBy(number, command, signals);
  pthread_join(thread, nullptr);
  std::cout.flush();
  return command.exit_code;
}

}  // namespace shardflow
