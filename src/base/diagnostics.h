#ifndef SHARDFLOW_BASE_DIAGNOSTICS_H_
#define SHARDFLOW_BASE_DIAGNOSTICS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/source.h"
#include "shardflow/message.h"

// A list of errors, warnings and notes about an input, each with its place in
// the source.
//
// A function that can fail on bad input takes a Diagnostics& and returns a
// [[nodiscard]] bool, optional or id (None on failure). If it stops at the
// first error and doesn't know the file's name, it fills an Error instead
// (base/error.h).
//
// The wording of messages is part of the interface. Where Shardy reports the
// same mistake, we use its words.

namespace shardflow::internal {

// Returns a message about `place`, without an excerpt of the source.
Message MessageAt(MessageKind kind, SourcePlace place, std::string text);
inline Message NoteAt(SourcePlace place, std::string text) {
  return MessageAt(MessageKind::kNote, std::move(place), std::move(text));
}

class Diagnostics {
 public:
  // Appends an error and returns a reference to it, so that notes can be added.
  // The reference is valid until the next message is added.
  Message& Error(SourcePlace place, std::string text,
                 ErrorCode code = ErrorCode::kInvalidInput);
  Message& Warning(SourcePlace place, std::string text);
  // Appends an error with the message and code of `error`, and adds its hint as
  // a note.
  Message& Error(const SourcePlace& place, const internal::Error& error);

  // Adds a note to the last message; there must be one.
  void AddNote(Message note) { all_.back().notes.push_back(std::move(note)); }

  bool HasErrors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  const std::vector<Message>& all() const { return all_; }
  bool empty() const { return all_.empty(); }

 private:
  std::vector<Message> all_;
  size_t errors_ = 0;
};

// Appends the source line of `place`, and below it a line with a caret under
// the column, each ending in '\n'. Appends nothing if there is no such line.
// Long lines are cut to a window around the column.
void AppendExcerpt(const SourcePlace& place, const SourceBuffer& source,
                   std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_DIAGNOSTICS_H_
