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

// State and helpers shared by all methods that answer requests.

namespace shardflow::internal {

// How answering a request ended. Unless it is kDone, nothing has been written
// yet, and the caller writes the error.
enum class Ending : uint8_t {
  kDone,
  kCancelled,
  kBadRequest,  // Answering::error says where; `messages` has notes
  kBadRules,    // kBadRules, kBadProgram, kFailed: `messages` says why
  kBadProgram,
  kFailed,
  kLimit,  // kLimit, kBusy: `error` says why
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
  // How the answer ends after a library call has reported an error. The call
  // may have failed only because the request was cancelled.
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
