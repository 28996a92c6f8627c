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

// Answers JSON requests with JSON replies, as `shardflow propagate --json` and
// `shardflow serve` do (docs/json.md).
//
//   shardflow::Request request(R"({"id": 1, "program": "func.func ..."})");
//   std::cout << request.Answer({}).json;   // {"id": 1, "result": {...}}
//
// Program::Read and Write (shardflow/program.h) handle single programs.

namespace shardflow {

namespace internal {
struct SessionStoreAccess;
}  // namespace internal

// Whether the text of a program looks like JSON, that is, begins like a JSON
// object.
SHARDFLOW_EXPORT bool LooksLikeJson(std::string_view program);

// Limits on open sessions.
struct SessionLimits {
  int count = 16;  // maximum number of sessions open at once
  // The maximum memory of all sessions together, in bytes (see
  // Session::MemoryBytes). Once it is exceeded, requests that can make a
  // session grow are refused. A request that grows a session past the limit is
  // still carried out.
  int64_t bytes = int64_t{2} << 30;
};

// The sessions that requests have opened (`session.open`, docs/json.md).
// Session ids count from 1 and are never reused. Several threads may answer
// requests with the same store; a request for a session that is busy with
// another request is refused.
class SHARDFLOW_EXPORT SessionStore {
 public:
  explicit SessionStore(const SessionLimits& limits = {});
  SessionStore(SessionStore&&) noexcept;
  SessionStore& operator=(SessionStore&&) noexcept;
  // Closes all sessions, which no request may still be using.
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
  // then the error "cancelled". The flag must outlive the call to Answer. May
  // be null.
  const std::atomic<bool>* stop = nullptr;
  // The store in which the request finds and opens sessions. If null, requests
  // about sessions are refused.
  SessionStore* sessions = nullptr;
  // Called once, after all slow work, before a request opens, changes or closes
  // a session. If it returns false, the request is cancelled and the session
  // doesn't change. If it returns true, the request is carried out, even if
  // `stop` becomes true later. If empty, only `stop` can cancel the request.
  std::function<bool()> commit = {};
};

struct Reply {
  std::string json;  // without a line break at the end
  bool ok = false;   // whether the reply is a result, not an error
  // Whether the reply is an error because the request is invalid or was
  // cancelled.
  bool bad_input = false;
};

// A request. Errors in its text become part of the reply. Requests share only
// sessions, so different threads may use different requests.
class SHARDFLOW_EXPORT Request {
 public:
  // Reads a request from its text. If arrays and objects are nested deeper than
  // `max_depth`, the reply will be an error.
  explicit Request(std::string text, size_t max_depth = 100000);
  Request(Request&&) noexcept;
  Request& operator=(Request&&) noexcept;
  ~Request();

  // Returns the request's id as JSON, such as `7`, `"a"` or `null`.
  const std::string& id() const;
  // Return whether this request cancels another request, and the id of that
  // request. Only callers that run several requests at once need these
  // functions (see CancelReply).
  bool is_cancel() const;
  const std::string& target() const;

  // Carries out the request.
  Reply Answer(const ReplyOptions& options) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Returns an error reply, for a request that can't be answered. `id` is the
// request's id as JSON.
SHARDFLOW_EXPORT std::string ErrorReply(std::string_view id,
                                        std::string_view code,
                                        std::string_view message);
// Returns the reply to a request to cancel another one. `id` is the id of the
// cancelling request, as JSON. `cancelled` says whether the other request was
// cancelled in time, before it had a reply.
SHARDFLOW_EXPORT std::string CancelReply(std::string_view id, bool cancelled);
// Returns a request's id, as JSON, given only the beginning of the request's
// text. Returns "null" unless the first member in `prefix` is a complete id.
SHARDFLOW_EXPORT std::string IdOfPrefix(std::string_view prefix);

}  // namespace shardflow

#endif  // SHARDFLOW_JSON_H_
