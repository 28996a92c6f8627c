#include "ir/attr.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"

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
  items.reserve(list.size());
  for (const NamedAttr item : list) items.push_back(item);
  return items;
}

AttrId AttrStore::DictSet(AttrId dict, NameId key, AttrId value,
                          const StringStore& names) {
  if (dict && value && DictGet(dict, key) == value) return dict;
  absl::InlinedVector<NamedAttr, 8> items;
  if (value && DictGet(dict, key)) {
    for (NamedAttr item : As<DictAttr>(dict).items) {
      if (item.name == key) item.value = value;
      items.push_back(item);
    }
    return SortedDict(items);
  }
  bool is_set = value.IsNone();
  const auto set = [&] {
    if (!is_set) items.push_back({key, value});
    is_set = true;
  };
  if (dict) {
    for (const NamedAttr item : As<DictAttr>(dict).items) {
      if (item.name == key) {
        set();
        continue;
      }
      if (!is_set && names.Get(key) < names.Get(item.name)) set();
      items.push_back(item);
    }
  }
  set();
  return SortedDict(items);
}

}  // namespace shardflow::internal
