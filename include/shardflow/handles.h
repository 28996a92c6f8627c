#ifndef SHARDFLOW_HANDLES_H_
#define SHARDFLOW_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>

// Handles name the things in a program: values, ops and blocks.
//
// A handle is 16 bytes and hashable. A builder's handles are valid in the
// program it makes and in clones of that program, before and after passes: they
// name the same thing until a pass removes it, and nothing afterwards. Other
// programs never accept them, not even one made after theirs is gone. (Handles
// of what a pass adds to a clone are valid for that clone only.)

namespace shardflow {

template <class Tag>
struct Handle {
  uint64_t origin = 0;  // identifies its builder or program
  int32_t index = -1;

  // Whether it isn't empty. What it names may have been removed since.
  explicit operator bool() const { return origin != 0 && index >= 0; }
  friend bool operator==(const Handle&, const Handle&) = default;
};

struct ValueHandleTag;
struct OpHandleTag;
struct BlockHandleTag;

// The result of an op, or the argument of a block.
using ValueRef = Handle<ValueHandleTag>;
// An operation; functions are operations.
using OpRef = Handle<OpHandleTag>;
// A list of operations, with arguments: the body of a function or of a loop.
using BlockRef = Handle<BlockHandleTag>;

}  // namespace shardflow

template <class Tag>
struct std::hash<shardflow::Handle<Tag>> {
  std::size_t operator()(const shardflow::Handle<Tag>& handle) const {
    return static_cast<std::size_t>(
        (handle.origin + static_cast<uint64_t>(handle.index)) *
        0x9E3779B97F4A7C15ull);
  }
};

#endif  // SHARDFLOW_HANDLES_H_
