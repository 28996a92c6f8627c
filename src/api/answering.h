#ifndef SHARDFLOW_API_ANSWERING_H_
#define SHARDFLOW_API_ANSWERING_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "json/document.h"
#include "json/emit.h"
#include "json/input.h"
#include "shardflow/json.h"
#include "shardflow/message.h"

// The data that all methods need to answer a request.

namespace shardflow::internal {

// How the answer to a request ends. Except for kDone, the caller writes the
// error; nothing else has been written yet.
enum class Ending : uint8_t {
  kDone,
  kCancelled,
  kBadRequest,  // Answering::error says where; notes are in `messages`
  kBadRules,    // for these and the next two, `messages` says why
  kBadProgram,
  kFailed,
  kLimit,  // for these two, `error` says why
  kBusy,
};

struct Answering {
  Answering(const JsonDocument& document, const ReplyOptions& reply_options,
            JsonEmitter& emitter)
      : options(reply_options), e(emitter), in(document, error) {}
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;

  bool IsCancelled() const {
    return options.stop != nullptr &&
           options.stop->load(std::memory_order_relaxed);
  }
  // Whether the request may change its session. See ReplyOptions::commit.
  bool Commit() const {
    return options.commit ? options.commit() : !IsCancelled();
  }
  // A call of the library that reported an error did so either because the
  // request was cancelled, or for another reason.
  Ending Failed() const {
    return IsCancelled() ? Ending::kCancelled : Ending::kFailed;
  }

  const ReplyOptions& options;
  JsonEmitter& e;
  Error error;
  JsonInput in;
  std::vector<Message> messages;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_ANSWERING_H_
