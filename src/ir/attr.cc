#include "ir/attr.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"

namespace shardflow {
namespace {

using Words = absl::InlinedVector<int64_t, 16>;

}  // namespace

AttrId AttrStore::Make(AttrKind kind, std::span<const int64_t> payload) {
  Words words;
  words.reserve(payload.size() + 1);
  words.push_back(static_cast<int64_t>(kind));
  words.insert(words.end(), payload.begin(), payload.end());
  return words_.Intern(words);
}

AttrId AttrStore::Array(std::span<const AttrId> items) {
  Words payload;
  payload.reserve(items.size());
  for (AttrId item : items) payload.push_back(item.index);
  return Make(AttrKind::kArray, payload);
}

AttrId AttrStore::SortedDict(std::span<const NamedAttr> items) {
  Words payload;
  payload.reserve(2 * items.size());
  for (const NamedAttr& item : items) {
    payload.push_back(item.name.index);
    payload.push_back(item.value.index);
  }
  return Make(AttrKind::kDict, payload);
}

AttrId AttrStore::Dict(std::vector<NamedAttr> items, const StringStore& names) {
  std::stable_sort(items.begin(), items.end(),
                   [&](const NamedAttr& a, const NamedAttr& b) {
                     return names.Get(a.name) < names.Get(b.name);
                   });
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i + 1 < items.size() && items[i + 1].name == items[i].name) continue;
    items[kept++] = items[i];
  }
  return SortedDict({items.data(), kept});
}

AttrId AttrStore::ShardingPerValue(std::span<const ShardingId> shardings) {
  Words payload;
  for (ShardingId sharding : shardings) payload.push_back(sharding.index);
  return Make(AttrKind::kShardingPerValue, payload);
}

AttrId AttrStore::DictGet(AttrId dict, NameId key) const {
  if (!dict) return AttrId::None();
  const std::span<const int64_t> w = words(dict);
  for (size_t i = 0; i + 1 < w.size(); i += 2) {
    if (w[i] == key.index) return AttrId(static_cast<int32_t>(w[i + 1]));
  }
  return AttrId::None();
}

std::vector<NamedAttr> AttrStore::DictItems(AttrId dict) const {
  std::vector<NamedAttr> items;
  if (!dict) return items;
  items.reserve(DictSize(dict));
  for (size_t i = 0; i < DictSize(dict); ++i)
    items.push_back(DictItem(dict, i));
  return items;
}

AttrId AttrStore::DictSet(AttrId dict, NameId key, AttrId value,
                          const StringStore& names) {
  std::vector<NamedAttr> items = DictItems(dict);
  std::erase_if(items, [&](const NamedAttr& a) { return a.name == key; });
  if (value) items.push_back({key, value});
  return Dict(std::move(items), names);
}

}  // namespace shardflow
