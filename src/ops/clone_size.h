#ifndef SHARDFLOW_OPS_CLONE_SIZE_H_
#define SHARDFLOW_OPS_CLONE_SIZE_H_

#include <cstdint>
#include <vector>

#include "ir/module.h"

// How much a clone of ops adds to a program. Cloning functions for their calls
// can double a program with every function, so it has a limit, and the size is
// known before anything is cloned.

namespace shardflow::internal {

// Both numbers saturate far above any limit.
struct CloneSize {
  int64_t ops = 0;
  // What the rows of the ops take in memory, and their attributes and types as
  // text. Memory holds each attribute once, but every clone prints its own.
  int64_t bytes = 0;

  CloneSize& operator+=(CloneSize other);
  bool IsWithin(CloneSize limit) const {
    return ops <= limit.ops && bytes <= limit.bytes;
  }
};

// What the clones of one pass may add to the program: two million ops and half
// a gigabyte, or, to a large program, 16 times what it is.
CloneSize MaxCloned(const Module& m);

class CloneSizes {
 public:
  explicit CloneSizes(const Module& m) : m_(m) {}
  // Of the op alone, without what its regions hold.
  CloneSize Of(OpId op);

 private:
  int64_t AttrBytes(AttrId attr);
  int64_t TypeBytes(TypeId type) const;

  const Module& m_;
  std::vector<int64_t> attr_bytes_;  // by attribute
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CLONE_SIZE_H_
