#ifndef SHARDFLOW_JSON_H_
#define SHARDFLOW_JSON_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "shardflow/export.h"

// JSON in, JSON out: requests and their replies, as `shardflow propagate
// --json` and `shardflow serve` take and give them (docs/json.md).
//
//   shardflow::Request request(R"({"id": 1, "program": "func.func ..."})");
//   std::cout << request.Answer({}).json;   // {"id": 1, "result": {...}}
//
// Programs alone are read and written by Program::ReadJson and
// Program::WriteJson (shardflow/program.h).

namespace shardflow {

// Whether a program is JSON rather than text: it begins with an object.
SHARDFLOW_EXPORT bool LooksLikeJson(std::string_view program);

struct RequestLimits {
  size_t depth = 100000;  // of arrays and objects in each other
};

struct ReplyOptions {
  bool one_line = false;  // without line breaks
  // When it has become true, the answer is soon the error "cancelled" (see
  // RunOptions::stop; it is also looked at between reading, running and
  // writing). It may be null, and outlives the answer.
  const std::atomic<bool>* stop = nullptr;
};

struct Reply {
  std::string json;  // without a line break at its end
  // It is a result, not an error.
  bool ok = false;
  // The request or its program is wrong (or it was cancelled); an error that
  // is not its fault otherwise.
  bool bad_input = false;
};

// A request. Whatever is wrong with the text is said in the reply. Requests
// share nothing: they may be read and answered by several threads.
class SHARDFLOW_EXPORT Request {
 public:
  explicit Request(std::string text, const RequestLimits& limits = {});
  Request(Request&&) noexcept;
  Request& operator=(Request&&) noexcept;
  ~Request();

  // As JSON: 7, "a" or null.
  const std::string& id() const;
  // A request to cancel the one whose id is target(): this is for whoever runs
  // several, see CancelReply.
  bool is_cancel() const;
  const std::string& target() const;

  // Does what it asks for.
  Reply Answer(const ReplyOptions& options) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Replies to requests that are not answered. `id` is JSON.
SHARDFLOW_EXPORT std::string ErrorReply(std::string_view id,
                                        std::string_view code,
                                        std::string_view message);
// To a request to cancel: whether its target had no reply yet.
SHARDFLOW_EXPORT std::string CancelReply(std::string_view id, bool cancelled);
// The id of a request of which only the beginning was read, if the id stands
// first in it; else "null".
SHARDFLOW_EXPORT std::string IdOfPrefix(std::string_view prefix);

}  // namespace shardflow

#endif  // SHARDFLOW_JSON_H_
