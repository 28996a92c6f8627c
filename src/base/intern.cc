#include "base/intern.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace shardflow::internal {
namespace {

// Chunks of 32 KiB. A long entry gets a chunk of its own.
constexpr size_t kChunkWords = 4096;

constexpr size_t kFirstSlots = 64;

// Most contents are a few words long. Hashing them here, inline, takes a third
// of the instructions of a call to absl's hash.
uint32_t HashOf(std::string_view bytes) {
  constexpr size_t kMostWords = 16;
  if (bytes.size() > kMostWords * sizeof(uint64_t)) {
    return static_cast<uint32_t>(
        absl::HashOf(absl::string_view(bytes.data(), bytes.size())));
  }
  uint64_t hash = bytes.size();
  const auto add = [&](const char* at, size_t size) {
    uint64_t word = 0;
    std::memcpy(&word, at, size);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  };
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= bytes.size(); at += sizeof(uint64_t)) {
    add(bytes.data() + at, sizeof(uint64_t));
  }
  if (at < bytes.size()) add(bytes.data() + at, bytes.size() - at);
  hash *= 0xD6E8FEB86659FD93u;
  return static_cast<uint32_t>(hash >> 32);
}

// Returns the contents of a slot: the id in the low bits, and part of the hash
// above it. The hash bits tell most entries apart without looking at their
// bytes. (Ids are less than half the number of slots, so the two don't
// overlap.)
int32_t Entry(int32_t id, uint32_t hash, size_t mask) {
  const uint32_t rest = (hash & ~static_cast<uint32_t>(mask)) >> 1;
  return static_cast<int32_t>(rest | static_cast<uint32_t>(id));
}

int32_t IdIn(int32_t entry, size_t mask) {
  return entry & static_cast<int32_t>(mask >> 1);
}

}  // namespace

BlobInterner::BlobInterner(const BlobInterner& other) { *this = other; }

BlobInterner& BlobInterner::operator=(const BlobInterner& other) {
  if (this == &other) return *this;
  *this = BlobInterner();
  views_.reserve(other.views_.size());
  for (std::string_view v : other.views_) views_.push_back(Copy(v));
  hashes_ = other.hashes_;
  slots_ = other.slots_;
  return *this;
}

void BlobInterner::Swap(BlobInterner& other) noexcept {
  slots_.swap(other.slots_);
  views_.swap(other.views_);
  hashes_.swap(other.hashes_);
  chunks_.swap(other.chunks_);
  std::swap(chunk_left_, other.chunk_left_);
  std::swap(chunk_next_, other.chunk_next_);
  std::swap(bytes_, other.bytes_);
}

// Returns the slot that holds `bytes`, or the free slot to store them in. Most
// other entries that the search passes have different hash bits, so their bytes
// needn't be compared; in a large store, each comparison would be a cache miss.
size_t BlobInterner::FindSlot(std::string_view bytes, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  while (slots_[slot] >= 0) {
    const auto id = static_cast<size_t>(IdIn(slots_[slot], mask));
    if (slots_[slot] == Entry(static_cast<int32_t>(id), hash, mask) &&
        views_[id] == bytes) {
      break;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

void BlobInterner::Grow() {
  slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), -1);
  const size_t mask = slots_.size() - 1;
  for (size_t id = 0; id < hashes_.size(); ++id) {
    size_t slot = hashes_[id] & mask;
    while (slots_[slot] >= 0) slot = (slot + 1) & mask;
    slots_[slot] = Entry(static_cast<int32_t>(id), hashes_[id], mask);
  }
}

int32_t BlobInterner::Intern(std::string_view bytes) {
  if (2 * (views_.size() + 1) > slots_.size()) Grow();
  const size_t mask = slots_.size() - 1;
  const uint32_t hash = HashOf(bytes);
  const size_t slot = FindSlot(bytes, hash);
  if (slots_[slot] >= 0) return IdIn(slots_[slot], mask);
  SHARDFLOW_CHECK(views_.size() < INT32_MAX);
  const auto id = static_cast<int32_t>(views_.size());
  views_.push_back(Copy(bytes));
  hashes_.push_back(hash);
  slots_[slot] = Entry(id, hash, mask);
  return id;
}

int32_t BlobInterner::Find(std::string_view bytes) const {
  if (slots_.empty()) return -1;
  const int32_t entry = slots_[FindSlot(bytes, HashOf(bytes))];
  return entry < 0 ? -1 : IdIn(entry, slots_.size() - 1);
}

std::string_view BlobInterner::Copy(std::string_view bytes) {
  // An empty blob still gets a non-null address of its own.
  const size_t words = std::max<size_t>(1, (bytes.size() + 7) / 8);
  bytes_ += words * 8;
  uint64_t* to;
  if (words > kChunkWords / 4) {
    chunks_.push_back(std::make_unique_for_overwrite<uint64_t[]>(words));
    to = chunks_.back().get();
  } else {
    if (words > chunk_left_) {
      chunks_.push_back(
          std::make_unique_for_overwrite<uint64_t[]>(kChunkWords));
      chunk_next_ = chunks_.back().get();
      chunk_left_ = kChunkWords;
    }
    to = chunk_next_;
    chunk_next_ += words;
    chunk_left_ -= words;
  }
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  return {reinterpret_cast<const char*>(to), bytes.size()};
}

}  // namespace shardflow::internal
