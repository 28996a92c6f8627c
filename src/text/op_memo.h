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

// Remembers ops that were parsed, to parse equal ones faster.
//
//   %7 = stablehlo.add %5, %6 {note = "x"} : tensor<8xf32>
//   %9 = stablehlo.add %8, %8 {note = "x"} : tensor<8xf32>
//
// Apart from the names of values, the op that a line is parsed to depends only
// on its text. So the second line is looked up by its *skeleton*, the text
// without those names, and its attributes and types need not be parsed again:
// equal layers of a model are parsed once.
//
// Only ops on a single line are remembered, without regions and without
// `loc(...)`. The token after the line is part of the key, because the parser
// may look at it. It is never a word, which could continue the op.

namespace shardflow::internal {

// `%name` or `%name#number`, not yet looked up.
struct OperandRef {
  const char* at = nullptr;  // the '%'
  uint32_t length = 0;       // of the name, '%' included
  int32_t number = 0;

  std::string_view name() const { return {at, length}; }
};

struct OpSkeleton {
  std::string text;               // empty: none
  std::vector<OperandRef> names;  // what was left out
  const char* end = nullptr;      // of the op in the source

  // Makes the skeleton of a line from `begin` to its end. False if it isn't
  // worth remembering: it is long or has comments.
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
    // Attributes that stand in the module's columns.
    AttrId result_shardings, rule;
    uint32_t first_operand = 0, operand_count = 0;
    uint32_t first_result = 0, result_count = 0;
  };

  // If off, nothing is found and nothing should be added. It turns itself off
  // when few of the ops so far were equal to earlier ones.
  bool on() const { return on_; }
  // Null: a new one.
  const Entry* Find(const OpSkeleton& skeleton);
  // The entry's lists are given here.
  void Add(const OpSkeleton& skeleton, Entry entry,
           std::span<const Operand> operands, std::span<const TypeId> results);

  std::span<const Operand> operands(const Entry& entry) const {
    return {operands_.data() + entry.first_operand, entry.operand_count};
  }
  std::span<const TypeId> results(const Entry& entry) const {
    return {results_.data() + entry.first_result, entry.result_count};
  }

 private:
  bool on_ = true;
  uint64_t hits_ = 0, misses_ = 0;
  StringStore skeletons_;  // ids index entries_
  std::vector<Entry> entries_;
  std::vector<Operand> operands_;
  std::vector<TypeId> results_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OP_MEMO_H_
