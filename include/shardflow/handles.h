#ifndef SHARDFLOW_HANDLES_H_
#define SHARDFLOW_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>

// Handles identify the values, ops and blocks of a program.
//
// A handle is 16 bytes and hashable. A builder's handles are valid in the
// program that it returns and in clones of that program, before and after
// passes, until a pass removes what they refer to. No other program accepts
// them, not even one that is made after theirs was destroyed. (Handles of what
// a pass adds to a clone are valid only in that clone.)

namespace shardflow {

template <class Tag>
struct Handle {
  uint64_t origin = 0;  // identifies its builder or program
  int32_t index = -1;

  // Whether the handle isn't empty. Its value, op or block may have been
  // removed since.
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
