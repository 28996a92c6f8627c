#include "text/op_memo.h"

namespace shardflow::internal {

void OpMemo::Add(int32_t line, Entry entry, std::span<const Operand> operands,
                 std::span<const TypeId> types,
                 std::span<const Result> results) {
  const auto slot = static_cast<size_t>(line);
  if (slot >= index_.size()) index_.resize(slot + 1, -1);
  index_[slot] = static_cast<int32_t>(entries_.size());
  const auto append = [](auto& all, auto added, uint32_t& first,
                         uint32_t& count) {
    first = static_cast<uint32_t>(all.size());
    count = static_cast<uint32_t>(added.size());
    all.insert(all.end(), added.begin(), added.end());
  };
  append(operands_, operands, entry.first_operand, entry.operand_count);
  append(types_, types, entry.first_type, entry.type_count);
  append(results_, results, entry.first_result, entry.result_count);
  entries_.push_back(entry);
}

}  // namespace shardflow::internal
