#include "tool/serve.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <istream>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "shardflow/json.h"
#include "tool/file_command.h"

// JSON Lines: one request per line, one reply per line.
//
// One thread reads requests and another thread answers them, so that a request
// can be cancelled while it runs. The queue between the threads is limited.
// When it is full, reading pauses. Only the answering thread uses sessions.

namespace shardflow {
namespace {

struct ServeFlags {
  bool stdio = false;
  bool quiet = false;
  int max_request_mib = 256;
  int max_waiting = 1024;
  int max_waiting_mib = 512;
  int max_depth = 100000;
  int max_sessions = 16;
  int max_sessions_mib = 2048;
};

constexpr size_t kMebi = size_t{1} << 20;

// How much of an overlong line is kept to find the request's id.
constexpr size_t kPrefixBytes = 4096;

enum class LineKind { kEnd, kLine, kTooLong };

// Reads a whole line. If it is longer than `limit`, keeps only the beginning.
LineKind ReadLine(std::streambuf& in, size_t limit, std::string& line) {
  line.clear();
  constexpr int kEof = std::streambuf::traits_type::eof();
  int c = in.sbumpc();
  if (c == kEof) return LineKind::kEnd;
  for (; c != kEof && c != '\n'; c = in.sbumpc()) {
    line.push_back(static_cast<char>(c));
    if (line.size() > limit) break;
  }
  if (line.size() <= limit) return LineKind::kLine;
  line.resize(std::min(line.size(), kPrefixBytes));
  line.shrink_to_fit();
  while (c != kEof && c != '\n') c = in.sbumpc();
  return LineKind::kTooLong;
}

bool IsBlankLine(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class Server {
 public:
  Server(const ServeFlags& flags, Environment& env)
      : flags_(flags),
        env_(env),
        sessions_({.count = flags.max_sessions,
                   .bytes = int64_t{flags.max_sessions_mib} *
                            static_cast<int64_t>(kMebi)}) {}

  ExitCode Run() {
    // Reading must not flush `out`, which another thread writes to.
    env_.in.tie(nullptr);
    std::thread reader([this] { ReadAll(); });
    while (std::unique_ptr<Job> job = Next()) AnswerOne(*job);
    reader.join();
    if (write_failed_) {
      Complain(env_, StandardOutputError(0).text);
      return ExitCode::kInternal;
    }
    return ExitCode::kOk;
  }

 private:
  struct Job {
    Job(Request r, size_t b) : request(std::move(r)), bytes(b) {}

    Request request;
    size_t bytes;
    std::atomic<bool> cancelled = false;
    // Whether the job is changing a session, and so can't be cancelled.
    bool committed = false;
  };

  // --- the reading thread
  void ReadAll() {
    const size_t limit = static_cast<size_t>(flags_.max_request_mib) * kMebi;
    std::string line;
    while (true) {
      const LineKind kind = ReadLine(*env_.in.rdbuf(), limit, line);
      if (kind == LineKind::kEnd || Stopped()) break;
      if (kind == LineKind::kTooLong) {
        Write(ErrorReply(IdOfPrefix(line), "too-large",
                         "the request is longer than " +
                             std::to_string(flags_.max_request_mib) + " MiB"));
      } else if (!IsBlankLine(line)) {
        Take(std::move(line));
      }
      line = std::string();
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  void Take(std::string line) {
    const size_t bytes = line.size();
    Request request(std::move(line), static_cast<size_t>(flags_.max_depth));
    if (request.is_cancel()) return Cancel(request);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() || HasRoom(bytes); });
    waiting_.push_back(std::make_unique<Job>(std::move(request), bytes));
    waiting_bytes_ += bytes;
    changed_.notify_all();
  }

  bool HasRoom(size_t bytes) const {
    return waiting_.size() < static_cast<size_t>(flags_.max_waiting) &&
           waiting_bytes_ + bytes <=
               static_cast<size_t>(flags_.max_waiting_mib) * kMebi;
  }

  // A waiting request is answered immediately, with an error. A running request
  // stops when it notices the cancellation. (If it ends without noticing, its
  // result is dropped, because the reply to the cancel request has already
  // confirmed the cancellation. A request that has changed a session can't be
  // cancelled.)
  void Cancel(const Request& request) {
    const std::string& target = request.target();
    bool waits = false, runs = false;
    {
      const std::lock_guard lock(mutex_);
      if (target != "null") {
        runs = running_ != nullptr && !running_->cancelled &&
               !running_->committed && running_->request.id() == target;
        if (runs) {
          running_->cancelled = true;
        } else {
          waits = RemoveWaiting(target);
        }
      }
    }
    if (waits) Write(Cancelled(target));
    Write(CancelReply(request.id(), waits || runs));
  }

  // Removes the oldest waiting request with this id. Returns false if there is
  // none.
  bool RemoveWaiting(const std::string& id) {
    for (auto it = waiting_.begin(); it != waiting_.end(); ++it) {
      if ((*it)->request.id() != id) continue;
      waiting_bytes_ -= (*it)->bytes;
      waiting_.erase(it);
      changed_.notify_all();
      return true;
    }
    return false;
  }

  static std::string Cancelled(const std::string& id) {
    return ErrorReply(id, "cancelled", "the request was cancelled");
  }

  bool Stopped() {
    const std::lock_guard lock(mutex_);
    return write_failed_;
  }

  // --- the answering thread
  std::unique_ptr<Job> Next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return !waiting_.empty() || ended_ || write_failed_; });
    if (waiting_.empty() || write_failed_) return nullptr;
    std::unique_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= job->bytes;
    running_ = job.get();
    changed_.notify_all();
    return job;
  }

  void AnswerOne(Job& job) {
    const auto commit = [&] {
      const std::lock_guard lock(mutex_);
      job.committed = !job.cancelled;
      return job.committed;
    };
    const Reply reply = job.request.Answer({.one_line = true,
                                            .stop = &job.cancelled,
                                            .sessions = &sessions_,
                                            .commit = commit});
    bool cancelled = false;
    {
      const std::lock_guard lock(mutex_);
      cancelled = job.cancelled;
      running_ = nullptr;
    }
    Write(cancelled ? Cancelled(job.request.id()) : reply.json);
  }

  // Writes a line. Either thread may call this.
  void Write(std::string line) {
    line += '\n';
    const std::lock_guard out_lock(out_mutex_);
    env_.out.write(line.data(), static_cast<std::streamsize>(line.size()));
    env_.out.flush();
    if (env_.out) return;
    const std::lock_guard lock(mutex_);
    write_failed_ = true;
    waiting_.clear();
    waiting_bytes_ = 0;
    changed_.notify_all();
  }

  const ServeFlags& flags_;
  Environment& env_;
  SessionStore sessions_;
  std::mutex out_mutex_;  // locked before mutex_ if both are needed
  std::mutex mutex_;      // guards the fields below
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Job>> waiting_;
  size_t waiting_bytes_ = 0;
  Job* running_ = nullptr;
  bool ended_ = false;  // the input has ended
  bool write_failed_ = false;
};

}  // namespace

Command MakeServeCommand() {
  auto flags = std::make_shared<ServeFlags>();
  Command command;
  command.name = "serve";
  command.summary = "Answer requests in JSON, one per line";
  command.description =
      "Requests are the same as for propagate --json. Each reply is one line "
      "with the request's id, also for errors. Requests are answered in order, "
      "except that a request to cancel another one is answered at once. "
      "Sessions stay open until they are closed. The command ends at the end "
      "of standard input. docs/json.md describes requests and replies.";
  Option stdio =
      Flag("--stdio", "Read standard input and write standard output.",
           &flags->stdio);
  command.options = {
      stdio,
      Number("--max-request-mib",
             "The maximum size of a request, in MiB (default: 256).",
             &flags->max_request_mib, 1),
      Number("--max-waiting",
             "The number of requests to read ahead (default: 1024).",
             &flags->max_waiting, 1),
      Number(
          "--max-waiting-mib",
          "The maximum total size of waiting requests, in MiB (default: 512).",
          &flags->max_waiting_mib, 1),
      Number(
          "--max-depth",
          "The maximum nesting depth of arrays and objects (default: 100000).",
          &flags->max_depth, 1),
      Number("--max-sessions",
             "The maximum number of open sessions (default: 16; 0: none).",
             &flags->max_sessions, 0),
      Number("--max-sessions-mib",
             "The maximum total memory of sessions, in MiB (default: 2048).",
             &flags->max_sessions_mib, 1),
      Flag("-q,--quiet",
           "Has no effect, because warnings are part of the replies.",
           &flags->quiet),
  };
  command.examples = {"shardflow serve --stdio < examples/requests.jsonl"};
  command.run = [flags](Environment& env) {
    if (!flags->stdio) {
      return UsageError(env, "serve", "--stdio is needed");
    }
    return Server(*flags, env).Run();
  };
  return command;
}

}  // namespace shardflow
