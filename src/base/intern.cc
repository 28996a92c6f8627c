#include "base/intern.h"

#include <algorithm>

namespace shardflow {
namespace {

// 32 KiB chunks; a longer entry gets a chunk of its own.
constexpr size_t kChunkWords = 4096;

}  // namespace

BlobInterner::BlobInterner(const BlobInterner& other) { *this = other; }

BlobInterner& BlobInterner::operator=(const BlobInterner& other) {
  if (this == &other) return *this;
  index_.clear();
  views_.clear();
  chunks_.clear();
  chunk_left_ = 0;
  chunk_next_ = nullptr;
  bytes_ = 0;
  views_.reserve(other.views_.size());
  index_.reserve(other.views_.size());
  for (std::string_view v : other.views_) Intern(v);
  return *this;
}

int32_t BlobInterner::Intern(std::string_view bytes) {
  if (auto it = index_.find(bytes); it != index_.end()) return it->second;
  const std::string_view kept = Copy(bytes);
  SHARDFLOW_CHECK(views_.size() < INT32_MAX);
  const auto id = static_cast<int32_t>(views_.size());
  views_.push_back(kept);
  index_.emplace(kept, id);
  return id;
}

int32_t BlobInterner::Find(std::string_view bytes) const {
  const auto it = index_.find(bytes);
  return it == index_.end() ? -1 : it->second;
}

std::string_view BlobInterner::Copy(std::string_view bytes) {
  // An empty blob still gets a non-null address of its own.
  const size_t words = std::max<size_t>(1, (bytes.size() + 7) / 8);
  bytes_ += words * 8;
  uint64_t* to;
  if (words > kChunkWords / 4) {
    chunks_.push_back(std::make_unique<uint64_t[]>(words));
    to = chunks_.back().get();
  } else {
    if (words > chunk_left_) {
      chunks_.push_back(std::make_unique<uint64_t[]>(kChunkWords));
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

}  // namespace shardflow
