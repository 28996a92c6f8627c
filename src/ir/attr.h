#ifndef SHARDFLOW_IR_ATTR_H_
#define SHARDFLOW_IR_ATTR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/intern.h"
#include "ir/attr_kinds.h"
#include "ir/ids.h"

// Interned attributes: equal attributes have equal ids. For each kind of
// attribute, a struct in ir/attr_kinds.h defines the contents.

namespace shardflow::internal {

class AttrStore {
 public:
  AttrKind kind(AttrId attr) const {
    return static_cast<AttrKind>(words_.Get(attr)[0]);
  }
  bool Is(AttrId attr, AttrKind k) const { return attr && kind(attr) == k; }
  template <class T>
  bool Is(AttrId attr) const {
    return Is(attr, T::kKind);
  }

  // Returns the contents of the attribute, which must be of T's kind. A list in
  // the contents is a view of the store.
  template <class T>
  T As(AttrId attr) const {
    SHARDFLOW_DCHECK(Is<T>(attr));
    return layout::Read<T>(words_.Get(attr).subspan(1));
  }
  template <class T>
  AttrId Make(const T& value) requires(!layout::HasList<T>) {
    int64_t words[1 + layout::FieldCount<T>()];
    layout::Writer writer{words};
    writer.push_back(static_cast<int64_t>(T::kKind));
    layout::AppendFixed(value, writer);
    return words_.Intern(words);
  }
  // Makes an attribute whose struct ends with a list. `value` holds the other
  // fields, and `items` the items of the list.
  template <class T>
  AttrId Make(const T& value, std::span<const layout::ItemOf<T>> items) {
    // FieldCount counts the list as one word, although the list itself needs
    // none. That word is used for the kind.
    const size_t size = layout::FieldCount<T>() +
                        items.size() * layout::WordsOf<layout::ItemOf<T>>();
    int64_t few[kFewWords];
    std::unique_ptr<int64_t[]> many;
    if (size > kFewWords) many = std::make_unique<int64_t[]>(size);
    int64_t* const words = many ? many.get() : few;
    layout::Writer writer{words};
    writer.push_back(static_cast<int64_t>(T::kKind));
    layout::AppendFixed(value, writer);
    for (const layout::ItemOf<T>& item : items) layout::Append(item, writer);
    return words_.Intern({words, size});
  }

  AttrId Unit() { return Make(UnitAttr{}); }
  AttrId Integer(TypeId type, int64_t value) {
    return Make(IntegerAttr{type, value});
  }
  AttrId String(NameId text) { return Make(StringAttr{text}); }
  AttrId Type(TypeId type) { return Make(TypeAttr{type}); }
  AttrId SymbolRef(NameId name) {
    return Make(SymbolRefAttr{}, std::span(&name, 1));
  }
  AttrId Array(std::span<const AttrId> items) {
    return Make(ArrayAttr{}, items);
  }
  // Makes a dictionary of `items`, which must be sorted by the text of their
  // names and have distinct names.
  AttrId SortedDict(std::span<const NamedAttr> items) {
    return Make(DictAttr{}, items);
  }
  // Makes a dictionary of items in any order. If several have the same name,
  // the last one is kept.
  AttrId Dict(std::vector<NamedAttr> items, const StringStore& names);
  AttrId EmptyDict() {
    if (empty_dict_.IsNone()) empty_dict_ = SortedDict({});
    return empty_dict_;
  }
  AttrId Sharding(ShardingId sharding) { return Make(ShardingAttr{sharding}); }
  AttrId ShardingPerValue(std::span<const ShardingId> shardings) {
    return Make(ShardingPerValueAttr{}, shardings);
  }
  AttrId Mesh(MeshId mesh) { return Make(MeshAttr{mesh}); }
  AttrId Rule(RuleId rule) { return Make(RuleAttr{rule}); }

  // --- reading
  //
  // The attribute must be of the kind in the function's name.

  int64_t IntegerValue(AttrId attr) const {
    return As<IntegerAttr>(attr).value;
  }
  NameId StringValue(AttrId attr) const { return As<StringAttr>(attr).text; }
  NameId SymbolRoot(AttrId attr) const {
    return As<SymbolRefAttr>(attr).path.front();
  }
  TypeId TypeValue(AttrId attr) const { return As<TypeAttr>(attr).type; }
  size_t ArraySize(AttrId attr) const {
    return As<ArrayAttr>(attr).items.size();
  }
  AttrId ArrayItem(AttrId attr, size_t i) const {
    return As<ArrayAttr>(attr).items[i];
  }
  size_t DictSize(AttrId dict) const { return As<DictAttr>(dict).items.size(); }
  NamedAttr DictItem(AttrId dict, size_t i) const {
    return As<DictAttr>(dict).items[i];
  }
  // Returns the value of `key`, or None if there is no such key or if `dict` is
  // None.
  AttrId DictGet(AttrId dict, NameId key) const;
  // Returns the dictionary with `key` set to `value`, or without `key` if
  // `value` is None.
  AttrId DictSet(AttrId dict, NameId key, AttrId value,
                 const StringStore& names);
  std::vector<NamedAttr> DictItems(AttrId dict) const;

  // Returns the number of words that the fields and the list occupy.
  size_t WordCount(AttrId attr) const { return words_.Get(attr).size() - 1; }

  size_t size() const { return words_.size(); }
  size_t MemoryBytes() const { return words_.MemoryBytes(); }

 private:
  static constexpr size_t kFewWords = 17;

  // For each attribute: its kind as a number, then its fields.
  ArrayStore<AttrId, int64_t> words_;
  AttrId empty_dict_;  // None until it is first needed
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_ATTR_H_
