#include "api/c_common.h"

namespace {

using shardflow::Message;

// A shardflow_message is a Message under a name that C has.
const Message* From(const shardflow_message* message) {
  return reinterpret_cast<const Message*>(message);
}

const shardflow_message* To(const Message& message) {
  return reinterpret_cast<const shardflow_message*>(&message);
}

}  // namespace

shardflow_messages* shardflow_messages_create(void) noexcept {
  return new shardflow_messages;
}

void shardflow_messages_destroy(shardflow_messages* messages) noexcept {
  delete messages;
}

void shardflow_messages_clear(shardflow_messages* messages) noexcept {
  if (messages != nullptr) messages->list.clear();
}

size_t shardflow_messages_count(const shardflow_messages* messages) noexcept {
  return messages == nullptr ? 0 : messages->list.size();
}

bool shardflow_messages_has_error(const shardflow_messages* messages) noexcept {
  if (messages == nullptr) return false;
  for (const Message& message : messages->list) {
    if (message.kind == shardflow::MessageKind::kError) return true;
  }
  return false;
}

const shardflow_message* shardflow_messages_at(
    const shardflow_messages* messages, size_t i) noexcept {
  return i < shardflow_messages_count(messages) ? To(messages->list[i])
                                                : nullptr;
}

shardflow_message_kind shardflow_message_get_kind(
    const shardflow_message* message) noexcept {
  if (message == nullptr) return SHARDFLOW_MESSAGE_ERROR;
  switch (From(message)->kind) {
    case shardflow::MessageKind::kError:
      return SHARDFLOW_MESSAGE_ERROR;
    case shardflow::MessageKind::kWarning:
      return SHARDFLOW_MESSAGE_WARNING;
    case shardflow::MessageKind::kRemark:
      return SHARDFLOW_MESSAGE_REMARK;
    case shardflow::MessageKind::kNote:
      return SHARDFLOW_MESSAGE_NOTE;
  }
  return SHARDFLOW_MESSAGE_ERROR;
}

shardflow_error_code shardflow_message_get_code(
    const shardflow_message* message) noexcept {
  if (message == nullptr) return SHARDFLOW_ERROR_NONE;
  switch (From(message)->code) {
    case shardflow::ErrorCode::kNone:
      return SHARDFLOW_ERROR_NONE;
    case shardflow::ErrorCode::kInvalidInput:
      return SHARDFLOW_ERROR_INVALID_INPUT;
    case shardflow::ErrorCode::kInvalidArgument:
      return SHARDFLOW_ERROR_INVALID_ARGUMENT;
    case shardflow::ErrorCode::kLimitExceeded:
      return SHARDFLOW_ERROR_LIMIT_EXCEEDED;
    case shardflow::ErrorCode::kReadFailed:
      return SHARDFLOW_ERROR_READ_FAILED;
    case shardflow::ErrorCode::kWriteFailed:
      return SHARDFLOW_ERROR_WRITE_FAILED;
    case shardflow::ErrorCode::kStopped:
      return SHARDFLOW_ERROR_STOPPED;
    case shardflow::ErrorCode::kInternal:
      return SHARDFLOW_ERROR_INTERNAL;
  }
  return SHARDFLOW_ERROR_INTERNAL;
}

const char* shardflow_message_file(const shardflow_message* message) noexcept {
  return message == nullptr ? "" : From(message)->file.c_str();
}

int shardflow_message_line(const shardflow_message* message) noexcept {
  return message == nullptr ? 0 : From(message)->line;
}

int shardflow_message_column(const shardflow_message* message) noexcept {
  return message == nullptr ? 0 : From(message)->column;
}

const char* shardflow_message_text(const shardflow_message* message) noexcept {
  return message == nullptr ? "" : From(message)->text.c_str();
}

const char* shardflow_message_excerpt(
    const shardflow_message* message) noexcept {
  return message == nullptr ? "" : From(message)->excerpt.c_str();
}

size_t shardflow_message_note_count(const shardflow_message* message) noexcept {
  return message == nullptr ? 0 : From(message)->notes.size();
}

const shardflow_message* shardflow_message_note(
    const shardflow_message* message, size_t i) noexcept {
  return i < shardflow_message_note_count(message) ? To(From(message)->notes[i])
                                                   : nullptr;
}

char* shardflow_message_print(const shardflow_message* message) noexcept {
  return shardflow::internal::c::NewText(
      message == nullptr ? std::string() : From(message)->ToString());
}
