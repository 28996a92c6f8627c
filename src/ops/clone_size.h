#ifndef SHARDFLOW_OPS_CLONE_SIZE_H_
#define SHARDFLOW_OPS_CLONE_SIZE_H_

#include <cstdint>
#include <vector>

#include "ir/module.h"

// How much clones add to a program. In a chain of functions that each call the
// next one twice, giving every call its own clone doubles the program with each
// function. So the size is limited, and it is computed before anything is
// cloned.

namespace shardflow::internal {

// Both fields saturate at values far above any limit.
struct CloneSize {
  int64_t ops = 0;
  // The memory of the ops' rows, plus the length of their attributes and types
  // as text. (An attribute is stored once, but every clone prints it again.)
  int64_t bytes = 0;

  CloneSize& operator+=(CloneSize other);
  bool IsWithin(CloneSize limit) const {
    return ops <= limit.ops && bytes <= limit.bytes;
  }
};

// Returns how much the clones of one pass may add to the program: two million
// ops and half a gigabyte, or, for a large program, 16 times its size.
CloneSize MaxCloned(const Module& m);

class CloneSizes {
 public:
  explicit CloneSizes(const Module& m) : m_(m) {}
  // Returns the size of the op without the ops in its regions.
  CloneSize Of(OpId op);

 private:
  int64_t AttrBytes(AttrId attr);
  int64_t TypeBytes(TypeId type) const;

  const Module& m_;
  std::vector<int64_t> attr_bytes_;  // indexed by AttrId
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CLONE_SIZE_H_
