#ifndef SHARDFLOW_API_OPEN_SESSIONS_H_
#define SHARDFLOW_API_OPEN_SESSIONS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "api/request_output.h"
#include "base/error.h"
#include "explain/value_names.h"
#include "shardflow/handles.h"
#include "shardflow/json.h"
#include "shardflow/session.h"

// The sessions that requests have opened.
//
//   Error error;
//   if (SessionUse use = sessions.Take(7, error)) {
//     use->session.Propagate(messages);   // no other request can use it now
//   }

namespace shardflow::internal {

struct OpenSession {
  OpenSession(Session s, ValueNames n, ProgramForm f)
      : session(std::move(s)), names(std::move(n)), form(f) {}

  Session session;
  // The names of values in the request's program. They refer to the program
  // that session.Annotated() returns.
  ValueNames names;
  ProgramForm form;  // of the program in the request
  // The values and results that the last propagation or rollback changed. (The
  // session's own lists also contain changes by cancelled propagations.)
  std::vector<ValueRef> changed_values;
  std::vector<ChangedResult> changed_results;
};

class OpenSessions;

// The exclusive use of a session by one request.
class SessionUse {
 public:
  SessionUse() = default;
  SessionUse(OpenSessions* owner, int64_t id, OpenSession* session)
      : owner_(owner), id_(id), session_(session) {}
  SessionUse(SessionUse&& other) noexcept
      : owner_(std::exchange(other.owner_, nullptr)),
        id_(other.id_),
        session_(other.session_) {}
  SessionUse& operator=(SessionUse&&) = delete;
  ~SessionUse();

  explicit operator bool() const { return owner_ != nullptr; }
  OpenSession& operator*() const { return *session_; }
  OpenSession* operator->() const { return session_; }
  int64_t id() const { return id_; }
  void CloseSession();

 private:
  OpenSessions* owner_ = nullptr;
  int64_t id_ = 0;
  OpenSession* session_ = nullptr;
};

// Several threads may call the public members at once.
class OpenSessions {
 public:
  explicit OpenSessions(const SessionLimits& limits) : limits_(limits) {}

  enum class Refusal { kNone, kUnknown, kInUse };
  // Returns the session with this id. If the result is empty, `refusal` and
  // `error` say why.
  SessionUse Take(int64_t id, Refusal& refusal, Error& error);

  // Whether another session that needs `bytes` bytes may be opened. If not,
  // `error` says why, and what can be done about it.
  bool HasRoom(int64_t bytes, Error& error) const;
  // Whether open sessions may grow.
  bool MayGrow(Error& error) const;
  // Opens a session and returns its id, or 0 if there is no room.
  int64_t Add(std::unique_ptr<OpenSession> session, Error& error);

  size_t Count() const;
  int64_t MemoryBytes() const;

 private:
  friend class SessionUse;

  struct Slot {
    std::unique_ptr<OpenSession> session;
    int64_t bytes = 0;
    bool in_use = false;
  };

  // Ends the use of a session.
  void Return(int64_t id, const OpenSession& session);
  void Erase(int64_t id);
  // These functions require the mutex to be locked.
  bool HasRoomNow(int64_t bytes, Error& error) const;
  bool MayGrowNow(Error& error) const;
  int64_t BytesNow() const;
  std::string IdsNow() const;

  const SessionLimits limits_;
  mutable std::mutex mutex_;  // guards the fields below
  std::map<int64_t, Slot> slots_;
  int64_t last_id_ = 0;
};

struct SessionStoreAccess {
  static OpenSessions& Get(SessionStore& store);
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_OPEN_SESSIONS_H_
