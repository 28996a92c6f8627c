#ifndef SHARDFLOW_TEXT_OP_MEMO_H_
#define SHARDFLOW_TEXT_OP_MEMO_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "ir/ids.h"
#include "text/lexer.h"

// Remembers ops that were parsed, so that equal ones can be parsed faster.
//
//   %7 = stablehlo.add %5, %6 {note = "x"} : tensor<8xf32>
//   %9 = stablehlo.add %8, %8 {note = "x"} : tensor<8xf32>
//
// Apart from the names of values, the result of parsing a line depends only on
// its text. So the second line is looked up by its *skeleton*, the text without
// those names, and its attributes and types need not be parsed again. The
// layers of a model are often equal; they are parsed once.
//
// Only ops on a single line are remembered, and only without `loc(...)` and
// without regions, except for a `stablehlo.reduce` that names its body. The
// token after the line is part of the key, because the parser may look at it.
// It is never a word, which could continue the op.
//
// Programs repeat not only lines but sequences of lines. So the lines that came
// after an earlier line like the previous one are tried first (Guess):
// comparing a line with an entry is faster than making its skeleton and looking
// that up.

namespace shardflow::internal {

// A name `%name` or `%name#number` whose value hasn't been looked up yet.
struct OperandRef {
  const char* at = nullptr;  // the '%'
  uint32_t length = 0;       // length of the name, including '%'
  int32_t number = 0;
  // The 12 of a name like `%12` that was read as a number; -1 for other names.
  int32_t plain = -1;

  std::string_view name() const { return {at, length}; }
};

struct OpSkeleton {
  std::string text;               // empty if there is no skeleton
  std::vector<OperandRef> names;  // the names that were left out
  std::vector<uint16_t> cuts;     // the positions in `text` after each '%'
  const char* end = nullptr;      // the end of the op in the source

  // Makes the skeleton of the line that begins at `begin`. Returns false if the
  // line isn't worth remembering because it is long or has comments.
  bool Scan(const char* begin, const char* text_end);
  void SetNext(Tok next) { text.push_back(static_cast<char>(next)); }
};

class OpMemo {
 public:
  struct Operand {
    uint32_t name = 0;  // index into the skeleton's names
    TypeId type;
  };
  struct Entry {
    OpKind kind{};
    NameId name;
    AttrId attrs;
    // Attributes that the module keeps in columns.
    AttrId result_shardings, rule;
    // The op that the body of a reduce applies; kUnknown: the op has no region.
    OpKind applied{};
    // The distance from the op's name to the op's location.
    uint32_t loc_offset = 0;
    uint32_t first_operand = 0, operand_count = 0;
    uint32_t first_result = 0, result_count = 0;
    // --- for Guess, set by Add
    std::string_view text{};  // text of the skeleton
    Tok next{};               // the token after the skeleton
    uint32_t first_cut = 0, cut_count = 0;
    // The two entries that followed this one last, the latest first; -1: none.
    int32_t followers[2] = {-1, -1};
  };

  // If false, callers skip lookups. The memo turns itself off when it has had
  // many misses and fewer hits.
  bool on() const { return on_; }
  // Returns the entry of the line that begins at `begin` if that line has
  // followed the last op (see Took) before, and sets the names and the end of
  // `skeleton`. The caller must compare the token after the line with the
  // entry's. Otherwise returns null; Find may still find an entry.
  const Entry* Guess(const char* begin, const char* text_end,
                     OpSkeleton& skeleton);
  // Returns null for a new op.
  const Entry* Find(const OpSkeleton& skeleton);
  // Records that the op being parsed has this entry.
  void Took(const Entry& entry);
  // Adds an entry for the op being parsed. Its operands and results are passed
  // separately.
  void Add(const OpSkeleton& skeleton, Entry entry,
           std::span<const Operand> operands, std::span<const TypeId> results);

  std::span<const Operand> operands(const Entry& entry) const {
    return {operands_.data() + entry.first_operand, entry.operand_count};
  }
  std::span<const TypeId> results(const Entry& entry) const {
    return {results_.data() + entry.first_result, entry.result_count};
  }

 private:
  bool Matches(const Entry& entry, const char* begin, const char* text_end,
               OpSkeleton& skeleton) const;
  void Follow(int32_t entry);

  bool on_ = true;
  uint64_t hits_ = 0, misses_ = 0;
  uint64_t guessed_ = 0, missed_guesses_ = 0;
  StringStore skeletons_;  // the ids are indices into entries_
  std::vector<Entry> entries_;
  int32_t last_ = -1;  // the entry of the last op that has one
  std::vector<uint16_t> cuts_;
  std::vector<Operand> operands_;
  std::vector<TypeId> results_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OP_MEMO_H_
