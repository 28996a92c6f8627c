#ifndef SHARDFLOW_TEXT_OP_MEMO_H_
#define SHARDFLOW_TEXT_OP_MEMO_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/intern.h"
#include "ir/ids.h"

// Remembers what was parsed from a line, so that equal lines needn't be parsed
// again. Apart from the names of values, the result of parsing a line depends
// only on its skeleton (text/line_memo.h), and is found by the skeleton's
// number. The layers of a model are often equal, so only the first is parsed in
// full.
//
// Only ops on a single line are remembered, and only without `loc(...)` and
// without regions, except for a `stablehlo.reduce` that names its body.

namespace shardflow::internal {

// The body of a reduce whose text names only one op, such as `applies
// stablehlo.add`.
struct AppliedBody {
  OpKind kind{};  // kind of that op; kUnknown if there is no such body
  NameId name, return_name;
  TypeId type;  // type of the op's operands and result
};

class OpMemo {
 public:
  struct Operand {
    uint32_t name = 0;  // index into the names of the line
    TypeId type;
  };
  // Result names on the line: the name with index `name` stands for `count`
  // results.
  struct Result {
    uint32_t name = 0;
    int32_t count = 1;
  };
  struct Entry {
    OpKind kind{};
    NameId name;
    AttrId attrs;
    // Attributes that the module keeps in columns.
    AttrId result_shardings, rule;
    AppliedBody body;  // if its kind is kUnknown, the op has no region
    // The distance to the op's location, measured from the beginning of the
    // line, or, if results are named, from the end of their last name.
    uint32_t loc_offset = 0;
    uint32_t first_operand = 0, operand_count = 0;
    uint32_t first_type = 0, type_count = 0;
    uint32_t first_result = 0, result_count = 0;
  };

  // Returns null if nothing is known about the line.
  const Entry* Find(int32_t line) const {
    const auto slot = static_cast<size_t>(line);
    if (slot >= index_.size() || index_[slot] < 0) return nullptr;
    return &entries_[static_cast<size_t>(index_[slot])];
  }
  void Add(int32_t line, Entry entry, std::span<const Operand> operands,
           std::span<const TypeId> types, std::span<const Result> results);

  std::span<const Operand> operands(const Entry& entry) const {
    return {operands_.data() + entry.first_operand, entry.operand_count};
  }
  // The types of the op's results.
  std::span<const TypeId> types(const Entry& entry) const {
    return {types_.data() + entry.first_type, entry.type_count};
  }
  std::span<const Result> results(const Entry& entry) const {
    return {results_.data() + entry.first_result, entry.result_count};
  }

 private:
  std::vector<int32_t> index_;  // indexed by line; -1 if unknown
  std::vector<Entry> entries_;
  std::vector<Operand> operands_;
  std::vector<TypeId> types_;
  std::vector<Result> results_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OP_MEMO_H_
