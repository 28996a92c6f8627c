#ifndef SHARDFLOW_BASE_INTERN_H_
#define SHARDFLOW_BASE_INTERN_H_

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"

// Interning: a store keeps a single copy of equal contents and gives it an id,
// so that contents can be compared by comparing ids.
//
//   StringStore names;
//   NameId a = names.Intern("x"), b = names.Intern("x");   // a == b
//   names.Get(a)                                           // "x"
//
// Contents never move: a view stays valid for the lifetime of the store, even
// as the store grows. Ids are dense, in order of first appearance, so an id can
// index another array.

namespace shardflow::internal {

// The implementation that all stores share. It interns byte strings and aligns
// them to 8 bytes.
class BlobInterner {
 public:
  BlobInterner() = default;
  BlobInterner(const BlobInterner& other);
  BlobInterner& operator=(const BlobInterner& other);
  // The moved-from object becomes empty.
  BlobInterner(BlobInterner&& other) noexcept { Swap(other); }
  BlobInterner& operator=(BlobInterner&& other) noexcept {
    BlobInterner moved(std::move(other));
    Swap(moved);
    return *this;
  }

  int32_t Intern(std::string_view bytes);
  // Returns the id of `bytes`, or -1 if they were never interned.
  int32_t Find(std::string_view bytes) const;
  std::string_view Get(int32_t id) const {
    SHARDFLOW_DCHECK(static_cast<size_t>(id) < views_.size());
    return views_[static_cast<size_t>(id)];
  }
  size_t size() const { return views_.size(); }
  // Returns the number of bytes that the contents and the index occupy.
  size_t MemoryBytes() const {
    return bytes_ + slots_.size() * sizeof(slots_[0]) +
           views_.size() * (sizeof(views_[0]) + sizeof(hashes_[0]));
  }

 private:
  // A hash table with open addressing: the hash of a blob determines where the
  // search for its slot begins, and the first free slot (-1) ends it. The size
  // is a power of two, and at most half of the slots are in use. (It isn't an
  // absl::flat_hash_set because every file includes this header, and including
  // Abseil's would take up two thirds of a file's compile time.)
  size_t FindSlot(std::string_view bytes, uint32_t hash) const;
  void Grow();
  std::string_view Copy(std::string_view bytes);
  void Swap(BlobInterner& other) noexcept;

  std::vector<int32_t> slots_;
  std::vector<std::string_view> views_;
  std::vector<uint32_t> hashes_;  // parallel to views_
  std::vector<std::unique_ptr<uint64_t[]>> chunks_;
  size_t chunk_left_ = 0;  // 8-byte words free at chunk_next_
  uint64_t* chunk_next_ = nullptr;
  size_t bytes_ = 0;
};

struct NameTag {};
// An interned string: an identifier, an axis name, a symbol, or raw bytes.
using NameId = Id<NameTag>;

class StringStore {
 public:
  NameId Intern(std::string_view text) { return NameId(blobs_.Intern(text)); }
  NameId Find(std::string_view text) const { return NameId(blobs_.Find(text)); }
  std::string_view Get(NameId id) const { return blobs_.Get(id.index); }
  size_t size() const { return blobs_.size(); }
  size_t MemoryBytes() const { return blobs_.MemoryBytes(); }

 private:
  BlobInterner blobs_;
};

// Returns the bytes of an array, as BlobInterner stores them.
template <class T>
std::string_view ArrayBytes(std::span<const T> items) {
  return {reinterpret_cast<const char*>(items.data()), items.size_bytes()};
}

// Interned arrays of T, which must be trivially copyable, have no padding
// (arrays are compared as bytes) and need an alignment of at most 8.
template <class IdT, class T>
class ArrayStore {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
  static_assert(std::has_unique_object_representations_v<T>);

 public:
  IdT Intern(std::span<const T> items) {
    return IdT(blobs_.Intern(ArrayBytes(items)));
  }
  // Returns the id of `items`, or None if they were never interned.
  IdT Find(std::span<const T> items) const {
    return IdT(blobs_.Find(ArrayBytes(items)));
  }
  std::span<const T> Get(IdT id) const {
    const std::string_view v = blobs_.Get(id.index);
    return {reinterpret_cast<const T*>(v.data()), v.size() / sizeof(T)};
  }
  size_t size() const { return blobs_.size(); }
  size_t MemoryBytes() const { return blobs_.MemoryBytes(); }

 private:
  BlobInterner blobs_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_INTERN_H_
