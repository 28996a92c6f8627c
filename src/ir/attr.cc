#include "ir/attr.h"

#include <algorithm>
#include <utility>

namespace shardflow::internal {

AttrId AttrStore::Dict(std::vector<NamedAttr> items, const StringStore& names) {
  if (items.empty()) return EmptyDict();
  const auto less = [&](const NamedAttr& a, const NamedAttr& b) {
    return names.Get(a.name) < names.Get(b.name);
  };
  constexpr size_t kFewItems = 8;
  if (items.size() <= kFewItems) {
    // An insertion sort, because std::stable_sort allocates memory.
    for (size_t i = 1; i < items.size(); ++i) {
      for (size_t j = i; j > 0 && less(items[j], items[j - 1]); --j) {
        std::swap(items[j], items[j - 1]);
      }
    }
  } else {
    std::stable_sort(items.begin(), items.end(), less);
  }
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i + 1 < items.size() && items[i + 1].name == items[i].name) continue;
    items[kept++] = items[i];
  }
  return SortedDict({items.data(), kept});
}

AttrId AttrStore::DictGet(AttrId dict, NameId key) const {
  if (!dict) return AttrId::None();
  for (const NamedAttr item : As<DictAttr>(dict).items) {
    if (item.name == key) return item.value;
  }
  return AttrId::None();
}

std::vector<NamedAttr> AttrStore::DictItems(AttrId dict) const {
  std::vector<NamedAttr> items;
  if (!dict) return items;
  const WordList<NamedAttr> list = As<DictAttr>(dict).items;
  items.assign(list.begin(), list.end());
  return items;
}

AttrId AttrStore::DictSet(AttrId dict, NameId key, AttrId value,
                          const StringStore& names) {
  std::vector<NamedAttr> items = DictItems(dict);
  std::erase_if(items, [&](const NamedAttr& a) { return a.name == key; });
  if (!value) return SortedDict(items);  // still sorted
  items.push_back({key, value});
  return Dict(std::move(items), names);
}

}  // namespace shardflow::internal
