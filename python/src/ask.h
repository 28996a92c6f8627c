#ifndef SHARDFLOW_PYTHON_ASK_H_
#define SHARDFLOW_PYTHON_ASK_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "job.h"
#include "messages.h"
#include "rules.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// A program as Python holds it, and how a call asks it something.

namespace shardflow::python {

// A program is for one thread at a time, and Python has many. Jobs share it:
// one that Ctrl-C left behind may outlive the object in Python.
struct Shared {
  explicit Shared(Program p) : program(std::move(p)) {}
  std::mutex mutex;
  std::atomic<std::thread::id> owner;  // the thread that holds the mutex
  Program program;
};

class Turn {
 public:
  // A rule in Python that asks the very program which asks the rule would wait
  // for itself.
  explicit Turn(Shared& shared) : shared_(shared) {
    if (shared.owner == std::this_thread::get_id()) {
      throw std::runtime_error("a rule can't use the program that it is for");
    }
    shared.mutex.lock();
    shared.owner = std::this_thread::get_id();
  }
  ~Turn() {
    shared_.owner = std::thread::id();
    shared_.mutex.unlock();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Shared& shared_;
};

struct PyProgram {
  std::shared_ptr<Shared> shared;
};

// What a job found: it may outlive the call that asked.
template <class T>
struct Found {
  std::vector<Message> messages;
  T value{};
};

// Runs `work(program, found, stop)` as a job; it returns false after an error.
template <class T, class Work>
std::shared_ptr<Found<T>> Ask(const PyProgram& self, Work work) {
  auto found = std::make_shared<Found<T>>();
  auto ok = std::make_shared<bool>(false);
  RunJob([shared = self.shared, found, ok,
          work = std::move(work)](const Stop& stop) {
    const Turn turn(*shared);
    *ok = !stop && work(shared->program, *found, stop);
  });
  if (!*ok) RaiseError(found->messages);
  return found;
}

// The version of Shardy to agree with, unless a call says another one.
inline constexpr const char* kCompat = "shardy-2026-08";

// How to run. The rules are kept alive by whoever holds this.
struct How {
  CompatMode compat;
  bool extra_rules;
  bool jax;
  std::shared_ptr<OpRegistry> registry;  // or null

  RunOptions Options(const Stop& stop) const {
    RunOptions run;
    run.compat = compat;
    run.extra_rules = extra_rules;
    run.jax = jax;
    run.registry = registry.get();
    run.stop = &stop;
    return run;
  }
};

// Raises ValueError if there is no such version.
How HowOf(const std::string& compat, bool extra_rules, bool jax,
          std::optional<const Rules*> rules);
// Throws what a rule in Python raised meanwhile.
void RethrowFrom(std::optional<const Rules*> rules);

// Text that need not be UTF-8.
nanobind::str ToStr(const std::string& text);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_ASK_H_
