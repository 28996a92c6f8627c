#ifndef SHARDFLOW_BASE_DIAGNOSTICS_H_
#define SHARDFLOW_BASE_DIAGNOSTICS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"

// What is wrong with an input, and where. Functions that can fail on input
// take a Diagnostics& and return a [[nodiscard]] bool, optional or None id.
// Messages are an interface: where the reference has one for the same mistake,
// ours has its words.

namespace shardflow {

enum class Severity { kError, kWarning, kRemark, kNote };

struct Diagnostic {
  Severity severity = Severity::kError;
  SourcePlace place;
  std::string message;
  // Notes belong to the diagnostic and are printed after it.
  std::vector<Diagnostic> notes;
};

class Diagnostics {
 public:
  // Appends and returns the new diagnostic (to add notes); the reference is
  // valid until the next call.
  Diagnostic& Add(Severity severity, SourcePlace place, std::string message);
  Diagnostic& Error(SourcePlace place, std::string message) {
    return Add(Severity::kError, std::move(place), std::move(message));
  }
  Diagnostic& Warning(SourcePlace place, std::string message) {
    return Add(Severity::kWarning, std::move(place), std::move(message));
  }

  // To the last diagnostic; there is one.
  void AddNote(Diagnostic note) {
    all_.back().notes.push_back(std::move(note));
  }

  bool HasErrors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  bool empty() const { return all_.empty(); }

 private:
  std::vector<Diagnostic> all_;
  size_t errors_ = 0;
};

// Appends the source line of `place` and a line with a caret under its column,
// each ending in '\n'; nothing if there is no such line. Long lines are shown
// as a window around the column.
void AppendExcerpt(const SourcePlace& place, const SourceBuffer& source,
                   std::string& out);
std::string_view SeverityName(Severity severity);

}  // namespace shardflow

#endif  // SHARDFLOW_BASE_DIAGNOSTICS_H_
