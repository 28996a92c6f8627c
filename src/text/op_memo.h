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
// Only ops on a single line are remembered, and only without regions and
// without `loc(...)`. The token after the line is part of the key, because the
// parser may look at it. It is never a word, which could continue the op.

namespace shardflow::internal {

// A name `%name` or `%name#number` whose value hasn't been looked up yet.
struct OperandRef {
  const char* at = nullptr;  // the '%'
  uint32_t length = 0;       // of the name, including '%'
  int32_t number = 0;

  std::string_view name() const { return {at, length}; }
};

struct OpSkeleton {
  std::string text;               // empty if there is no skeleton
  std::vector<OperandRef> names;  // the names that were left out
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
    uint32_t first_operand = 0, operand_count = 0;
    uint32_t first_result = 0, result_count = 0;
  };

  // If false, Find finds nothing and Add must not be called. The memo turns
  // itself off if few of the first ops were equal to earlier ones.
  bool on() const { return on_; }
  // Returns null for a new op.
  const Entry* Find(const OpSkeleton& skeleton);
  // Adds an entry, whose lists are passed separately.
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
  StringStore skeletons_;  // the ids are indices into entries_
  std::vector<Entry> entries_;
  std::vector<Operand> operands_;
  std::vector<TypeId> results_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OP_MEMO_H_
