#ifndef SHARDFLOW_BASE_ID_H_
#define SHARDFLOW_BASE_ID_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

// A typed 32-bit index into a table. Entities refer to each other by id, never
// by pointer, and the type of the id says which table is meant. `None` (-1)
// means that there is no such entity.
//
//   struct OpTag {};
//   using OpId = Id<OpTag>;
//   OpId op = OpId::None();
//   if (op) ...                      // false: it is None

namespace shardflow::internal {

template <class Tag>
struct Id {
  int32_t index = -1;

  constexpr Id() = default;
  constexpr explicit Id(int32_t i) : index(i) {}
  constexpr explicit Id(size_t i) : index(static_cast<int32_t>(i)) {}

  static constexpr Id None() { return Id(); }
  constexpr bool IsNone() const { return index < 0; }
  constexpr explicit operator bool() const { return index >= 0; }
  constexpr size_t Slot() const { return static_cast<size_t>(index); }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;

  template <class H>
  friend H AbslHashValue(H state, Id id) {
    return H::combine(std::move(state), id.index);
  }
};

}  // namespace shardflow::internal

template <class Tag>
struct std::hash<shardflow::internal::Id<Tag>> {
  size_t operator()(shardflow::internal::Id<Tag> id) const {
    return static_cast<size_t>(id.index) * 0x9E3779B97F4A7C15ull;
  }
};

#endif  // SHARDFLOW_BASE_ID_H_
