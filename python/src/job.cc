#include "job.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace shardflow::python {
namespace {

// How often to check for Ctrl-C, and how long to wait after it for the work to
// end.
constexpr std::chrono::milliseconds kPoll{20};
constexpr std::chrono::milliseconds kPatience{40};

struct Job {
  std::function<void(const Stop&)> work;
  Stop stop{false};
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr error;

  void Run() {
    try {
      work(stop);
    } catch (...) {
      error = std::current_exception();
    }
    work = nullptr;
    const std::lock_guard lock(mutex);
    done = true;
    ended.notify_all();
  }

  bool WaitFor(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, time, [this] { return done; });
  }
};

struct AbandonedJobs {
  std::mutex mutex;
  std::vector<std::thread> threads;
};

AbandonedJobs& Abandoned() {
  static AbandonedJobs* const jobs = new AbandonedJobs;
  return *jobs;
}

// Python runs signal handlers only in its main thread.
bool InMainThread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return nb::cast<unsigned long>(threading.attr("main_thread")().attr(
             "ident")) == PyThread_get_thread_ident();
}

}  // namespace

void RunJob(std::function<void(const Stop&)> work) {
  const auto job = std::make_shared<Job>();
  job->work = std::move(work);
  if (!InMainThread()) {
    const nb::gil_scoped_release release;
    job->Run();
  } else {
    std::thread thread([job] { job->Run(); });
    for (;;) {
      {
        const nb::gil_scoped_release release;
        if (job->WaitFor(kPoll)) {
          thread.join();
          break;
        }
      }
      if (PyErr_CheckSignals() == 0) continue;
      nb::python_error interrupted;
      job->stop = true;
      {
        const nb::gil_scoped_release release;
        if (job->WaitFor(kPatience)) {
          thread.join();
        } else {
          AbandonedJobs& abandoned = Abandoned();
          const std::lock_guard lock(abandoned.mutex);
          abandoned.threads.push_back(std::move(thread));
        }
      }
      throw interrupted;
    }
  }
  if (job->error) std::rethrow_exception(job->error);
}

void JoinAbandonedJobs() {
  const nb::gil_scoped_release release;
  AbandonedJobs& abandoned = Abandoned();
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(abandoned.mutex);
    threads.swap(abandoned.threads);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace shardflow::python
