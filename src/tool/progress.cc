#include "tool/progress.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace shardflow {

struct Progress::Watcher {
  Watcher(std::ostream& e, std::string w) : err(e), what(std::move(w)) {}

  void Watch() {
    using std::chrono::milliseconds;
    const auto start = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex);
    bool shown = false;
    milliseconds wait(1000);
    while (!finished.wait_for(lock, wait, [this] { return done; })) {
      const std::chrono::duration<double> took =
          std::chrono::steady_clock::now() - start;
      err << fmt::format("\r\x1b[K{} ... {:.0f} s", what, took.count())
          << std::flush;
      shown = true;
      wait = milliseconds(500);
    }
    if (shown) err << "\r\x1b[K" << std::flush;
  }

  std::ostream& err;
  const std::string what;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  std::thread thread;
};

Progress::Progress(const Environment& env, bool quiet, std::string what) {
  if (quiet || !env.terminal.progress) return;
  watcher_ = std::make_unique<Watcher>(env.err, std::move(what));
  watcher_->thread = std::thread([this] { watcher_->Watch(); });
}

Progress::~Progress() {
  if (watcher_ == nullptr) return;
  {
    const std::lock_guard lock(watcher_->mutex);
    watcher_->done = true;
  }
  watcher_->finished.notify_one();
  watcher_->thread.join();
}

}  // namespace shardflow
