#ifndef SHARDFLOW_MESSAGE_H_
#define SHARDFLOW_MESSAGE_H_

#include <string>
#include <vector>

#include "shardflow/export.h"

// What shardflow has to say about an input.

namespace shardflow {

enum class MessageKind { kError, kWarning, kRemark, kNote };

struct SHARDFLOW_EXPORT Message {
  MessageKind kind = MessageKind::kError;
  std::string file;  // empty: no place is known
  int line = 0;      // counts from 1; 0: unknown
  int column = 0;    // counts from 1, in bytes
  std::string text;
  // The source line with a caret line under it, or empty.
  std::string excerpt;
  // Notes that belong to it.
  std::vector<Message> notes;

  // "file:line:column: error: text", the excerpt and the notes, each line
  // ending in '\n'.
  std::string ToString() const;
};

// "error", "warning", "remark" or "note".
SHARDFLOW_EXPORT const char* MessageKindName(MessageKind kind);

}  // namespace shardflow

#endif  // SHARDFLOW_MESSAGE_H_
