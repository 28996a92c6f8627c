#ifndef SHARDFLOW_BASE_DIAGNOSTICS_H_
#define SHARDFLOW_BASE_DIAGNOSTICS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/source.h"
#include "shardflow/message.h"

// What is wrong with an input, and where. Functions that can fail on input
// take a Diagnostics& and return a [[nodiscard]] bool, optional or None id.
// Messages are an interface: where the reference has one for the same mistake,
// ours has its words. (A function that stops at the first error and does not
// know the file fills an Error instead: base/error.h.)

namespace shardflow::internal {

// A message about `place`, without an excerpt.
Message MessageAt(MessageKind kind, SourcePlace place, std::string text);
inline Message NoteAt(SourcePlace place, std::string text) {
  return MessageAt(MessageKind::kNote, std::move(place), std::move(text));
}

class Diagnostics {
 public:
  // Appends and returns the new message (to add notes); the reference is valid
  // until the next call.
  Message& Error(SourcePlace place, std::string text,
                 ErrorCode code = ErrorCode::kInvalidInput);
  Message& Warning(SourcePlace place, std::string text);
  // The error's hint becomes a note.
  Message& Error(const SourcePlace& place, const internal::Error& error);

  // To the last message; there is one.
  void AddNote(Message note) { all_.back().notes.push_back(std::move(note)); }

  bool HasErrors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  const std::vector<Message>& all() const { return all_; }
  bool empty() const { return all_.empty(); }

 private:
  std::vector<Message> all_;
  size_t errors_ = 0;
};

// Appends the source line of `place` and a line with a caret under its column,
// each ending in '\n'; nothing if there is no such line. Long lines are shown
// as a window around the column.
void AppendExcerpt(const SourcePlace& place, const SourceBuffer& source,
                   std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_DIAGNOSTICS_H_
