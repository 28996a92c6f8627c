#ifndef SHARDFLOW_HANDLES_H_
#define SHARDFLOW_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>

// Handles identify the values, ops and blocks of a program.
//
// A handle takes 16 bytes and can be hashed. A builder's handles are valid in
// the program that it returns and in clones of that program, before and after
// passes. A handle becomes invalid when a pass removes what it refers to. A
// handle to something that a pass adds to a clone is valid only in that clone.
//
// No other program accepts these handles, not even one created after the
// original was destroyed.

namespace shardflow {

template <class Tag>
struct Handle {
  uint64_t origin = 0;  // identifies the builder or program; 0 if empty
  int32_t index = -1;   // for internal use

  // True unless the handle is empty, even if what it refers to has been removed
  // from the program.
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
