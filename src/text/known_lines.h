#ifndef SHARDFLOW_TEXT_KNOWN_LINES_H_
#define SHARDFLOW_TEXT_KNOWN_LINES_H_

#include <cstdint>
#include <vector>

#include "ir/ids.h"
#include "text/line_memo.h"

namespace shardflow::internal {

// What the parser knows about the lines that it has read so far.
class KnownLines {
 public:
  explicit KnownLines(const char* text_end) : memo_(text_end) {}

  bool on() const { return memo_.on(); }
  // Reads the line at `at`; see LineMemo::Read.
  bool Read(const char* at) { return memo_.Read(at, line_); }
  // The line that was read last.
  const OpLine& line() const { return line_; }
  // Notes that `loc(` was found at `at`, after an op that ends at `op_end`.
  void SetLoc(const char* at, const char* op_end) {
    if (at == line_.next && op_end == line_.end) located_ = line_.id;
  }
  // Whether the op on the line ended right before the line's location.
  bool HasLoc() const { return line_.id >= 0 && line_.id == located_; }

  std::vector<ValueId> operands;  // operands of the op being repeated

 private:
  LineMemo memo_;
  OpLine line_;
  int32_t located_ = -1;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_KNOWN_LINES_H_
