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

// Ops that were parsed before.
//
//   %7 = stablehlo.add %5, %6 {note = "x"} : tensor<8xf32>
//   %9 = stablehlo.add %8, %8 {note = "x"} : tensor<8xf32>
//
// What the parser makes of a line depends on its text, but for the names of
// values. So the second line is looked up by its *skeleton*, the text without
// those names, and costs no parsing of attributes and types: equal layers of a
// model are parsed once.
//
// Only ops that end with their line are remembered, without regions and
// without `loc(...)`. The token that follows is part of the key: it is all that
// the parser may look at beyond the line (and a word, which might continue the
// op, is never among them).

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

  // Of the line that `begin` is in, from there on. False if its text is none
  // that is worth remembering (long, or with comments in it).
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

  // Off: nothing is found and nothing is to be added. That is so when few of
  // the ops so far had been there before.
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
