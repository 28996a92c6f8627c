#ifndef SHARDFLOW_TEXT_LINE_MEMO_H_
#define SHARDFLOW_TEXT_LINE_MEMO_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "text/operand_ref.h"

// Finds lines that are equal except for the names of values:
//
//   %7 = stablehlo.add %5, %6 {note = "x"} : tensor<8xf32>
//   %9 = stablehlo.add %8, %8 {note = "x"} : tensor<8xf32>
//
// Such lines have the same *skeleton*, which is the text without those names,
// and therefore get the same number. The skeleton includes the token after the
// line, because the parser may look at it. It doesn't include the op's
// location, `loc(...)`.
//
// Programs also repeat sequences of lines. If a line is equal to an earlier
// one, the next line is first compared with the lines that followed the earlier
// one. Comparing a line with a known skeleton is faster than making its
// skeleton and looking that up.
//
// Nothing here depends on the meaning of the lines. The result of parsing them
// is in text/op_memo.h.

namespace shardflow::internal {

// The token after a line.
enum class NextToken : uint8_t {
  kOther,  // the line isn't remembered
  kPercent,
  kDottedWord,  // a name like `stablehlo.return`
  kBrace,       // the '}' that ends a region
  kCaret,
  kEnd,  // the end of the text
  kLoc,  // `loc(`, on the same line: the location of the op
};

// A line with an op, as found in the text. It doesn't include a location that
// follows on the same line.
struct OpLine {
  // The number shared by all lines whose text is equal apart from the names; -1
  // if this line isn't equal to an earlier one.
  int32_t id = -1;
  const char* begin = nullptr;
  const char* end = nullptr;   // the line's end, not counting blanks
  const char* next = nullptr;  // the token after the line
  NextToken next_token{};
  // The names in the line, in order, are the first `name_count` entries.
  size_t name_count = 0;
  std::vector<OperandRef> name_rows;

  std::span<const OperandRef> names() const {
    return {name_rows.data(), name_count};
  }
  void ClearNames() { name_count = 0; }
  OperandRef& AddName() {
    if (name_count == name_rows.size()) name_rows.resize(2 * name_count + 8);
    return name_rows[name_count++];
  }
};

class LineMemo {
 public:
  // A NUL byte must follow the text, which ends at `text_end`.
  explicit LineMemo(const char* text_end) : text_end_(text_end) {}

  // If false, Read does nothing. The memo turns itself off when few lines
  // repeat.
  bool on() const { return on_; }
  // Reads the line at `begin`, where an op begins. Returns false if the line
  // isn't worth remembering. This is the case if the line is long or has a
  // comment, if the op's name has no dialect (its meaning then depends on the
  // enclosing op), or if the next token may continue the op.
  bool Read(const char* begin, OpLine& line);

 private:
  struct Row {
    std::string_view text;  // the skeleton, without the token after the line
    NextToken next{};
    uint32_t first_cut = 0, cut_count = 0;
    // The lines that most recently came after this one, latest first. Unused
    // entries are -1.
    std::array<int32_t, 4> followers = {-1, -1, -1, -1};
  };

  // Among the lines of ops with the same name (or the same hash of the name):
  // how many were new, and how many were known.
  struct NameCount {
    uint32_t new_lines = 0, known_lines = 0;
  };

  bool Guess(const char* begin, OpLine& line);
  NameCount& CountOf(const char* begin);
  bool Matches(const Row& row, const char* begin, const char* after_name,
               OpLine& line) const;
  bool MakeSkeleton(const char* begin, OpLine& line);
  void Follow(int32_t id);

  const char* const text_end_;
  bool on_ = true;
  uint64_t known_ = 0, new_ = 0;
  uint64_t guessed_ = 0, missed_guesses_ = 0;
  StringStore skeletons_;  // the ids are indices into rows_
  std::vector<Row> rows_;
  // The positions after each '%' in the skeletons, where names were left out.
  std::vector<uint16_t> cuts_;
  int32_t last_ = -1;  // the last line that was read
  std::array<NameCount, 64> name_counts_;
  // The skeleton that is being built.
  std::string skeleton_;
  std::vector<uint16_t> skeleton_cuts_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_LINE_MEMO_H_
