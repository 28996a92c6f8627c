#include <utility>

#include "api/c_common.h"

using shardflow::ErrorCode;
using shardflow::MessageKind;
using shardflow::internal::c::StoredMessage;

namespace shardflow::internal::c {
namespace {

// The enums of the C and C++ APIs have the same numbers.
template <class C, class Cpp>
constexpr bool Same(C c, Cpp cpp) {
  return static_cast<int>(c) == static_cast<int>(cpp);
}
static_assert(Same(SHARDFLOW_MESSAGE_ERROR, MessageKind::kError) &&
              Same(SHARDFLOW_MESSAGE_WARNING, MessageKind::kWarning) &&
              Same(SHARDFLOW_MESSAGE_REMARK, MessageKind::kRemark) &&
              Same(SHARDFLOW_MESSAGE_NOTE, MessageKind::kNote));
static_assert(Same(SHARDFLOW_ERROR_NONE, ErrorCode::kNone) &&
              Same(SHARDFLOW_ERROR_INVALID_INPUT, ErrorCode::kInvalidInput) &&
              Same(SHARDFLOW_ERROR_INVALID_ARGUMENT,
                   ErrorCode::kInvalidArgument) &&
              Same(SHARDFLOW_ERROR_LIMIT_EXCEEDED, ErrorCode::kLimitExceeded) &&
              Same(SHARDFLOW_ERROR_READ_FAILED, ErrorCode::kReadFailed) &&
              Same(SHARDFLOW_ERROR_WRITE_FAILED, ErrorCode::kWriteFailed) &&
              Same(SHARDFLOW_ERROR_STOPPED, ErrorCode::kStopped) &&
              Same(SHARDFLOW_ERROR_INTERNAL, ErrorCode::kInternal));

}  // namespace

StoredMessage::StoredMessage(Message given)
    : shardflow_message{}, message(std::move(given)) {
  kind = static_cast<shardflow_message_kind>(message.kind);
  code = static_cast<shardflow_error_code>(message.code);
  file = message.file.c_str();
  line = message.line;
  column = message.column;
  text = message.text.c_str();
  excerpt = message.excerpt.c_str();
  note_count = message.notes.size();
  for (const Message& note : message.notes) notes.emplace_back(note);
}

}  // namespace shardflow::internal::c

shardflow_messages* shardflow_messages_create(void) {
  return new shardflow_messages;
}

void shardflow_messages_destroy(shardflow_messages* messages) {
  delete messages;
}

void shardflow_messages_clear(shardflow_messages* messages) {
  if (messages != nullptr) messages->list.clear();
}

size_t shardflow_messages_count(const shardflow_messages* messages) {
  return messages == nullptr ? 0 : messages->list.size();
}

bool shardflow_messages_has_error(const shardflow_messages* messages) {
  if (messages == nullptr) return false;
  for (const StoredMessage& stored : messages->list) {
    if (stored.kind == SHARDFLOW_MESSAGE_ERROR) return true;
  }
  return false;
}

const shardflow_message* shardflow_messages_at(
    const shardflow_messages* messages, size_t i) {
  return i < shardflow_messages_count(messages) ? &messages->list[i] : nullptr;
}

const shardflow_message* shardflow_message_note(
    const shardflow_message* message, size_t i) {
  if (message == nullptr || i >= message->note_count) return nullptr;
  return &static_cast<const StoredMessage*>(message)->notes[i];
}

char* shardflow_message_print(const shardflow_message* message) {
  if (message == nullptr) return shardflow::internal::c::NewText("");
  return shardflow::internal::c::NewText(
      static_cast<const StoredMessage*>(message)->message.ToString());
}
