#ifndef SHARDFLOW_BASE_EITHER_H_
#define SHARDFLOW_BASE_EITHER_H_

#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/id.h"

namespace shardflow::internal {

// Holds an id of type A, an id of type B, or no id, in a single 32-bit number.
// An id of type A is stored as its index, an id of type B as a number below -1,
// and no id as -1.
//
//   Either<NameId, MeshId> mesh = name;
//   if (mesh.Is<MeshId>()) Use(mesh.Get<MeshId>());
template <class A, class B>
class Either {
  static_assert(!std::is_same_v<A, B>);

 public:
  constexpr Either() = default;
  constexpr Either(A a) : code_(a.index) {}
  constexpr Either(B b) : code_(b ? -2 - b.index : -1) {}

  template <class T>
  constexpr bool Is() const {
    static_assert(std::is_same_v<T, A> || std::is_same_v<T, B>);
    return std::is_same_v<T, A> ? code_ >= 0 : code_ < -1;
  }
  // Returns the id, or None if it isn't a T.
  template <class T>
  constexpr T Get() const {
    if (!Is<T>()) return T::None();
    return T(std::is_same_v<T, A> ? code_ : -2 - code_);
  }
  constexpr bool IsNeither() const { return code_ == -1; }

  // Convert the value to and from a plain number, so that it can be stored
  // elsewhere.
  constexpr int32_t code() const { return code_; }
  static constexpr Either FromCode(int32_t code) {
    Either either;
    either.code_ = code;
    return either;
  }

  friend constexpr bool operator==(Either, Either) = default;
  template <class H>
  friend H AbslHashValue(H state, Either either) {
    return H::combine(std::move(state), either.code_);
  }

 private:
  int32_t code_ = -1;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_EITHER_H_
