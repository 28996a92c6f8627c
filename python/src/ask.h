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

// The C++ part of a Python program object, and helpers that run its methods.

namespace shardflow::python {

// A program that several Python threads may use; the mutex lets in one at a
// time. Jobs share ownership, because a job abandoned after Ctrl-C may outlive
// the Python object.
struct Shared {
  explicit Shared(Program p) : program(std::move(p)) {}
  std::mutex mutex;
  std::atomic<std::thread::id> owner;  // the thread that holds the mutex
  Program program;
};

class Turn {
 public:
  // Throws if this thread already holds the mutex. (A Python rule that uses the
  // program for which it was called would wait forever.)
  explicit Turn(Shared& shared) : shared_(shared) {
    if (shared.owner == std::this_thread::get_id()) {
      throw std::runtime_error(
          "a rule can't use the program that it is being called for");
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

// The result of a job. The job may outlive the call that started it.
template <class T>
struct Found {
  std::vector<Message> messages;
  T value{};
};

// Runs `work(program, found, stop)` as a job. If `work` returns false, raises
// an error with the messages in `found`.
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

// The version of Shardy to agree with by default.
inline constexpr const char* kCompat = "shardy-2026-08";

// How to run passes. Keeps the rules alive.
struct How {
  CompatMode compat;
  bool extra_rules;
  bool jax;
  bool dynamic_shapes;
  std::shared_ptr<OpRegistry> registry;  // or null

  RunOptions Options(const Stop& stop) const {
    RunOptions run;
    run.compat = compat;
    run.extra_rules = extra_rules;
    run.jax = jax;
    run.dynamic_shapes = dynamic_shapes;
    run.registry = registry.get();
    run.stop = &stop;
    return run;
  }
};

// Raises ValueError if `compat` is not a known version.
How HowOf(const std::string& compat, bool extra_rules, bool jax,
          bool dynamic_shapes, std::optional<const Rules*> rules);
// Rethrows the exception that a Python rule raised during the run, if any.
void RethrowFrom(std::optional<const Rules*> rules);

// Converts text that may not be valid UTF-8.
nanobind::str ToStr(const std::string& text);

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_ASK_H_
