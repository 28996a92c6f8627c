#ifndef SHARDFLOW_TEXT_OP_MEMO_H_
#define SHARDFLOW_TEXT_OP_MEMO_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/intern.h"
#include "ir/ids.h"

// Remembers the result of parsing a line, so that equal lines needn't be parsed
// again. Apart from the names of values, the result depends only on the line's
// skeleton (text/line_memo.h), so it can be found by the skeleton's number. The
// layers of a model are often equal. Then only the first layer is parsed in
// full.
//
// Only an op on a single line is remembered, and only if it has no region,
// except for a `stablehlo.reduce` that names its body. The location,
// `loc(...)`, isn't remembered.

namespace shardflow::internal {

// The body of a reduce whose text names only one op, such as `applies
// stablehlo.add`.
struct AppliedBody {
  OpKind kind{};  // kind of the op; kUnknown if there is no such body
  NameId name, return_name;
  TypeId type;  // type of the op's operands and result
};

class OpMemo {
 public:
  struct Operand {
    uint32_t name = 0;  // index into the names of the line
    TypeId type;
  };
  // The names of results on the line. The name with index `name` refers to
  // `count` results.
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
    // The distance to the op's location. It is measured from the beginning of
    // the line or, if results are named, from the end of the last result's
    // name.
    uint32_t loc_offset = 0;
    uint32_t first_operand = 0, operand_count = 0;
    uint32_t first_type = 0, type_count = 0;
    uint32_t first_result = 0, result_count = 0;
  };

  // Returns null if the result of parsing the line isn't known.
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
