#ifndef SHARDFLOW_MESSAGE_H_
#define SHARDFLOW_MESSAGE_H_

#include <string>
#include <vector>

#include "shardflow/export.h"

// Errors, warnings, remarks and notes. Every function that can fail adds the
// reason to a list of messages. A message has a code, for programs, and text,
// for people.

namespace shardflow {

enum class MessageKind { kError, kWarning, kRemark, kNote };

enum class ErrorCode {
  kNone,             // not an error
  kInvalidInput,     // an invalid program, sharding, rule or request
  kInvalidArgument,  // an incorrect call: an unknown pass or option, a handle
                     // of another program, a null pointer, ...
  kLimitExceeded,    // too large, nested too deeply, or needs more memory than
                     // RunOptions::memory_limit
  kReadFailed,       // a file cannot be read
  kWriteFailed,      // a file cannot be written: no such folder, disk full, ...
  kStopped,          // RunOptions::stop became true
  kInternal,         // a bug in shardflow
};

// A location in the text of a program, or in an embedder's own source.
struct SourceLocation {
  std::string file = {};  // empty if unknown
  int line = 0;           // from 1; 0 if unknown
  int column = 0;         // from 1, in bytes; 0 if unknown
};

struct SHARDFLOW_EXPORT Message {
  MessageKind kind = MessageKind::kError;
  // The place, as in SourceLocation.
  std::string file = {};
  int line = 0;
  int column = 0;
  std::string text = {};
  // The source line, and below it a caret that marks the column. May be empty.
  std::string excerpt = {};
  std::vector<Message> notes = {};  // notes on this message
  // The kind of error, or kNone if this isn't an error.
  ErrorCode code = ErrorCode::kNone;
  // For the functions of shardflow/gspmd.h, which take several strings: the
  // index of the string at fault, or -1 for the mesh. Otherwise 0.
  int input = 0;

  // Returns the message as human-readable text: "file:line:column: error:
  // text", then the excerpt and the notes. Each line ends in '\n'.
  std::string ToString() const;
};

// Returns "error", "warning", "remark" or "note".
SHARDFLOW_EXPORT const char* MessageKindName(MessageKind kind);

}  // namespace shardflow

#endif  // SHARDFLOW_MESSAGE_H_
