#ifndef SHARDFLOW_API_GRAPH_IDS_H_
#define SHARDFLOW_API_GRAPH_IDS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "base/table.h"

// Maps from the ids and keys of an embedder's graph (shardflow/adapter.h) to
// the objects created for them.

namespace shardflow::internal {

// Maps the embedder's ids to indices of the program's values or ops. Small ids,
// which most embedders use, index an array. With 1,000,000 entries, the array
// takes a sixth of the time of a hash table, which wouldn't fit into the
// caches.
class GraphIdMap {
 public:
  // Ids below `dense` are kept in an array. Must be called before Insert.
  void SetDense(size_t dense) {
    dense_ = dense;
    indices_.reserve(dense);  // room that stays unused takes no memory
  }
  // Returns false if the id is already in the map.
  bool Insert(uint64_t id, int32_t index) {
    if (id >= dense_) return sparse_.try_emplace(id, index).second;
    if (id >= indices_.size()) {
      // Ids mostly come in order, so room is made for several at once.
      constexpr size_t kMore = 256;
      indices_.resize(std::min(dense_, id + kMore), -1);
    }
    if (indices_[id] >= 0) return false;
    indices_[id] = index;
    return true;
  }
  // Returns -1 if the id isn't in the map.
  int32_t Find(uint64_t id) const {
    if (id < dense_) return id < indices_.size() ? indices_[id] : -1;
    const auto at = sparse_.find(id);
    return at == sparse_.end() ? -1 : at->second;
  }
  // Calls `visit(id, index)` for each id.
  template <class Fn>
  void ForEach(const Fn& visit) const {
    for (size_t id = 0; id < indices_.size(); ++id) {
      if (indices_[id] >= 0) visit(uint64_t{id}, indices_[id]);
    }
    for (const auto& [id, index] : sparse_) visit(id, index);
  }

 private:
  size_t dense_ = 0;
  Table<int32_t> indices_;
  absl::flat_hash_map<uint64_t, int32_t> sparse_;
};

// The objects made for the graph's keys. Recently used keys are also in a small
// table, where they are found without the hash map.
template <class V>
class GraphKeys {
 public:
  // A nonzero number from the embedder, and a number of our own.
  using Key = std::pair<uint64_t, int64_t>;

  // Returns null if nothing was made for the key.
  const V* Find(const Key& key) {
    const uint64_t hash = key.first + static_cast<uint64_t>(key.second);
    Recent& recent = recent_[hash * 0x9E3779B97F4A7C15u >> (64 - kBits)];
    if (recent.key == key) return &recent.value;
    const auto at = all_.find(key);
    if (at == all_.end()) return nullptr;
    recent = {key, at->second};
    return &recent.value;
  }
  void Add(const Key& key, const V& value) { all_.emplace(key, value); }

 private:
  static constexpr int kBits = 6;
  struct Recent {
    Key key = {};
    V value = {};
  };

  std::array<Recent, 1 << kBits> recent_ = {};
  absl::flat_hash_map<Key, V> all_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_GRAPH_IDS_H_
