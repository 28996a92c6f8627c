#ifndef SHARDFLOW_COST_NAMED_COPIES_H_
#define SHARDFLOW_COST_NAMED_COPIES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/intern.h"
#include "ir/module.h"

// The named computations of a program, which export turns into functions. It
// makes one function for all computations of one name whose arguments and
// results are sharded alike, even if they are sharded differently inside
// (unflatten_call_graph.cc), and then calls the first one's body for all.

namespace shardflow::internal {

class NamedCopies {
 public:
  // `m` must outlive this object. While this object exists, only the shardings
  // in `m` may change.
  explicit NamedCopies(const Module& m);

  // Call this when the sharding of a value changes.
  void NoteChange(ValueId value);
  // Whether export calls one function for computations that differ. Looks only
  // at computations around values that were noted since the last call.
  bool AnyDiffer();
  size_t MemoryBytes() const;

 private:
  static constexpr int32_t kUnknown = -1;

  struct Copy {
    OpId op;
    int32_t function = kUnknown;  // equal numbers: the same function
    int32_t ops = 0;              // equal numbers: the same ops in the body
    std::vector<ShardingId> shardings;  // of the values in the body
    bool is_noted = false;
  };

  void Note(size_t i);
  int32_t FunctionOf(OpId op);
  int32_t OpsOf(OpId computation, BlobInterner& ids);
  bool FindDifference() const;

  const Module& m_;
  std::vector<Copy> copies_;
  absl::flat_hash_map<OpId, size_t> index_;
  std::vector<size_t> noted_;
  BlobInterner functions_;
  bool any_differ_ = false;            // as of the last call of AnyDiffer()
  std::vector<int32_t> key_;           // scratch
  std::vector<ShardingId> shardings_;  // scratch
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_NAMED_COPIES_H_
