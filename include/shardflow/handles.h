#ifndef SHARDFLOW_HANDLES_H_
#define SHARDFLOW_HANDLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>

// Names for the things of a program: values, ops and blocks.
//
// A handle is 16 bytes, copied freely and hashable. Those of a builder are
// good for the program that it makes, and for every clone of that program,
// also after passes: they name the same thing until a pass removes it. What is
// removed is never another thing later: views answer as for an empty handle.

namespace shardflow {

template <class Tag>
struct Handle {
  const void* origin = nullptr;  // whose it is
  int32_t index = -1;

  // False: of nothing.
  explicit operator bool() const { return origin != nullptr && index >= 0; }
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
    return std::hash<const void*>()(handle.origin) ^
           (static_cast<std::size_t>(handle.index) * 0x9E3779B97F4A7C15ull);
  }
};

#endif  // SHARDFLOW_HANDLES_H_
