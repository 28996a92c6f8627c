#include "api/open_sessions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/size_text.h"

namespace shardflow {

namespace internal {
namespace {

constexpr char kMoreMemory[] =
    "close one (session.close), release checkpoints, or give serve a larger "
    "--max-sessions-mib (SessionLimits::bytes)";

}  // namespace

SessionUse::~SessionUse() {
  if (owner_ != nullptr) owner_->Return(id_, *session_);
}

void SessionUse::CloseSession() { std::exchange(owner_, nullptr)->Erase(id_); }

SessionUse OpenSessions::Take(int64_t id, Refusal& refusal, Error& error) {
  const std::lock_guard lock(mutex_);
  refusal = Refusal::kNone;
  const auto at = slots_.find(id);
  if (at == slots_.end()) {
    refusal = Refusal::kUnknown;
    error.message = fmt::format(
        "there is no session {}: {}", id,
        id > 0 && id <= last_id_ ? "it was closed" : "it was never opened");
    error.hint = IdsNow();
    return {};
  }
  if (at->second.in_use) {
    refusal = Refusal::kInUse;
    error.message = fmt::format("session {} is answering another request", id);
    error.hint = "a session answers one request at a time: wait for the reply";
    return {};
  }
  at->second.in_use = true;
  return SessionUse(this, id, at->second.session.get());
}

// Returns a hint that lists the ids of open sessions, or some of them if there
// are many.
std::string OpenSessions::IdsNow() const {
  constexpr size_t kShown = 10;
  if (slots_.empty()) return "no session is open; session.open opens one";
  std::string text = "these are open:";
  size_t count = 0;
  for (const auto& [id, slot] : slots_) {
    if (++count > kShown) break;
    text += fmt::format("{} {}", count == 1 ? "" : ",", id);
  }
  if (slots_.size() > kShown) {
    text += fmt::format(" and {} more", slots_.size() - kShown);
  }
  return text;
}

int64_t OpenSessions::BytesNow() const {
  int64_t bytes = 0;
  for (const auto& [id, slot] : slots_) bytes += slot.bytes;
  return bytes;
}

bool OpenSessions::HasRoomNow(int64_t bytes, Error& error) const {
  if (slots_.size() >= static_cast<size_t>(std::max(limits_.count, 0))) {
    error.message =
        fmt::format("{} session{} open, and no more may be", slots_.size(),
                    slots_.size() == 1 ? " is" : "s are");
    error.hint =
        "close one (session.close), or give serve a larger --max-sessions "
        "(SessionLimits::count)";
    return false;
  }
  if (!MayGrowNow(error)) return false;
  const int64_t now = BytesNow();
  if (bytes <= limits_.bytes - now) return true;
  error.message = fmt::format(
      "open sessions take {}, this one would take {} more, and all together "
      "may take {}",
      SizeText(now), SizeText(bytes), SizeText(limits_.bytes));
  error.hint = kMoreMemory;
  return false;
}

bool OpenSessions::MayGrowNow(Error& error) const {
  const int64_t now = BytesNow();
  if (now <= limits_.bytes) return true;
  error.message = fmt::format("open sessions take {}, and may take {}",
                              SizeText(now), SizeText(limits_.bytes));
  error.hint = kMoreMemory;
  return false;
}

bool OpenSessions::HasRoom(int64_t bytes, Error& error) const {
  const std::lock_guard lock(mutex_);
  return HasRoomNow(bytes, error);
}

bool OpenSessions::MayGrow(Error& error) const {
  const std::lock_guard lock(mutex_);
  return MayGrowNow(error);
}

int64_t OpenSessions::Add(std::unique_ptr<OpenSession> session, Error& error) {
  const int64_t bytes = session->session.MemoryBytes();
  const std::lock_guard lock(mutex_);
  // Another thread may have opened a session in the meantime.
  if (!HasRoomNow(bytes, error)) return 0;
  slots_.emplace(++last_id_, Slot{std::move(session), bytes, false});
  return last_id_;
}

void OpenSessions::Return(int64_t id, const OpenSession& session) {
  const int64_t bytes = session.session.MemoryBytes();
  const std::lock_guard lock(mutex_);
  Slot& slot = slots_.find(id)->second;
  slot.bytes = bytes;
  slot.in_use = false;
}

void OpenSessions::Erase(int64_t id) {
  std::unique_ptr<OpenSession> session;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  const auto at = slots_.find(id);
  session = std::move(at->second.session);
  slots_.erase(at);
}

size_t OpenSessions::Count() const {
  const std::lock_guard lock(mutex_);
  return slots_.size();
}

int64_t OpenSessions::MemoryBytes() const {
  const std::lock_guard lock(mutex_);
  return BytesNow();
}

}  // namespace internal

using namespace internal;

struct SHARDFLOW_HIDDEN SessionStore::Impl {
  explicit Impl(const SessionLimits& limits) : sessions(limits) {}

  // Returns the state of a store that was moved from. Such a store opens no
  // sessions.
  static std::unique_ptr<Impl> Moved() {
    return std::make_unique<Impl>(SessionLimits{.count = 0});
  }

  OpenSessions sessions;
};

OpenSessions& internal::SessionStoreAccess::Get(SessionStore& store) {
  return store.impl_->sessions;
}

SessionStore::SessionStore(const SessionLimits& limits)
    : impl_(std::make_unique<Impl>(limits)) {}
SessionStore::SessionStore(SessionStore&& other) noexcept
    : impl_(std::exchange(other.impl_, Impl::Moved())) {}
SessionStore& SessionStore::operator=(SessionStore&& other) noexcept {
  if (this != &other) impl_ = std::exchange(other.impl_, Impl::Moved());
  return *this;
}
SessionStore::~SessionStore() = default;

size_t SessionStore::Count() const { return impl_->sessions.Count(); }
int64_t SessionStore::MemoryBytes() const {
  return impl_->sessions.MemoryBytes();
}

}  // namespace shardflow
