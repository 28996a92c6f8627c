#ifndef SHARDFLOW_JSON_H_
#define SHARDFLOW_JSON_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "shardflow/export.h"

// Answers requests in JSON with replies in JSON: those of `shardflow propagate
// --json` and `shardflow serve` (docs/json.md).
//
//   shardflow::Request request(R"({"id": 1, "program": "func.func ..."})");
//   std::cout << request.Answer({}).json;   // {"id": 1, "result": {...}}
//
// Program::Read and Write (shardflow/program.h) handle single programs.

namespace shardflow {

namespace internal {
struct SessionStoreAccess;
}  // namespace internal

// Whether the text of a program is JSON, because it begins like a JSON object.
SHARDFLOW_EXPORT bool LooksLikeJson(std::string_view program);

// Limits on open sessions.
struct SessionLimits {
  int count = 16;  // open at once
  // The memory of all sessions together, in bytes (Session::MemoryBytes). Once
  // they take more, requests that can make a session grow are refused. The last
  // request before that may exceed the limit.
  int64_t bytes = int64_t{2} << 30;
};

// The sessions that requests have opened (`session.open`, docs/json.md). Ids
// count from 1 and are never reused. Several threads may answer requests with
// one store; a request for a session that is answering another request is
// refused.
class SHARDFLOW_EXPORT SessionStore {
 public:
  explicit SessionStore(const SessionLimits& limits = {});
  SessionStore(SessionStore&&) noexcept;
  SessionStore& operator=(SessionStore&&) noexcept;
  // Closes all sessions. No request may be using them.
  ~SessionStore();

  size_t Count() const;         // number of open sessions
  int64_t MemoryBytes() const;  // memory of all open sessions

 private:
  friend struct internal::SessionStoreAccess;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

struct ReplyOptions {
  bool one_line = false;  // no line breaks
  // A flag that any thread may set to true to cancel the request. The reply is
  // then the error "cancelled". The flag must outlive the call of Answer. May
  // be null.
  const std::atomic<bool>* stop = nullptr;
  // The sessions that the request can use and open. If null, requests about
  // sessions are refused.
  SessionStore* sessions = nullptr;
  // Called once before a request opens, changes or closes a session, after all
  // slow work. If it returns false, the request is cancelled and the session
  // doesn't change. If it returns true, the request is carried out, even if
  // `stop` becomes true later. If empty, only `stop` can cancel the request.
  std::function<bool()> commit = {};
};

struct Reply {
  std::string json;  // without a line break at its end
  bool ok = false;   // whether the reply is a result and not an error
  // Whether the reply is an error because something is wrong with the request,
  // or because the request was cancelled.
  bool bad_input = false;
};

// A request. Errors in its text become part of the reply. Different threads may
// use different requests, because requests share nothing but sessions.
class SHARDFLOW_EXPORT Request {
 public:
  // Reads a request from its text. If arrays and objects are nested deeper than
  // `max_depth`, the reply will be an error.
  explicit Request(std::string text, size_t max_depth = 100000);
  Request(Request&&) noexcept;
  Request& operator=(Request&&) noexcept;
  ~Request();

  // Returns the id of the request as JSON: 7, "a" or null.
  const std::string& id() const;
  // Whether this is a request to cancel another one, whose id is target(). Only
  // callers that run several requests at once need this (see CancelReply).
  bool is_cancel() const;
  const std::string& target() const;

  // Carries out the request.
  Reply Answer(const ReplyOptions& options) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Returns an error, as the reply to a request that can't be answered. `id` is
// the request's id as JSON.
SHARDFLOW_EXPORT std::string ErrorReply(std::string_view id,
                                        std::string_view code,
                                        std::string_view message);
// Returns the reply to a request to cancel another one. `id` is its own id as
// JSON. `cancelled` says whether the other request had no reply yet.
SHARDFLOW_EXPORT std::string CancelReply(std::string_view id, bool cancelled);
// Returns the id of a request, as JSON, given only the beginning of its text.
// Returns "null" unless the id is the first member in `prefix` and complete.
SHARDFLOW_EXPORT std::string IdOfPrefix(std::string_view prefix);

}  // namespace shardflow

#endif  // SHARDFLOW_JSON_H_
