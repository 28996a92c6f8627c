#ifndef SHARDFLOW_IR_ATTR_H_
#define SHARDFLOW_IR_ATTR_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "ir/ids.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// Attributes, interned: equal attributes have equal ids. An attribute is a
// kind and 64-bit words; the comment at each kind says what they are.

namespace shardflow {

enum class AttrKind : int64_t {
  // --- builtin
  kUnit,           // unit
  kInteger,        // {type, value}: 3 : i64, true (type i1), up to 64 bits
  kFloat,          // {type, bits in the type's own format}
  kString,         // {NameId of the bytes, type|-1}
  kType,           // {type}
  kSymbolRef,      // {NameId root, NameId nested...}
  kArray,          // {attrs...}
  kDict,           // {NameId, attr, NameId, attr...} sorted by name text
  kDenseElements,  // {type, NameId of raw bytes, 1 if splat}
  kDenseArray,     // {element type, NameId of raw bytes (i1: a byte each)}
  kDenseResource,  // {type, NameId key}
  kOpaque,         // {NameId}: any other attribute, verbatim text
  // --- locations
  kLocUnknown,   // {}
  kLocFile,      // {NameId file, line, column}; with a range also
                 // {end line, end column}
  kLocName,      // {NameId name, child loc}
  kLocCallSite,  // {callee loc, caller loc}
  kLocFused,     // {metadata attr|-1, locs...}
  // --- dialect attributes with fixed fields (ops/attr_tables.def)
  kStruct,  // {struct number, field attrs (-1: absent)...}
  kEnum,    // {enum number, value}
  // --- sdy
  kSharding,            // {ShardingId}
  kShardingPerValue,    // {ShardingId...}
  kMesh,                // {MeshId}
  kMeshAxis,            // {NameId, size}
  kAxisRef,             // {NameId, pre_size, size} as in AxisRef
  kSubAxisInfo,         // {pre_size, size}
  kAxisRefList,         // {AxisListId}
  kListOfAxisRefLists,  // {AxisListId...}
  kAllToAllParam,       // {AxisListId, source dim, target dim}
  kAllToAllParamList,   // {AxisListId, source dim, target dim...}
  kDimSharding,         // {AxisListId, closed, priority}
  kManualAxes,          // {NameId...}
  kDimMapping,          // {factors...}
  kTensorMapping,       // {dim count, (factor count, factors...)...}
  kRule,                // {RuleId}
  kInvalidRule,    // an op_sharding_rule that is no Rule: EncodeRule's words
  kEdgeValueRef,   // {edge node type, index}
  kAxisToDetails,  // {AxisRef attr, source attr, target attrs...}
  kPropagationOneStep,  // {step, entry attrs...}
  kPropagationEdges,    // {step attrs...}
};

struct NamedAttr {
  NameId name;
  AttrId value;
  friend bool operator==(const NamedAttr&, const NamedAttr&) = default;
};

class AttrStore {
 public:
  AttrKind kind(AttrId attr) const {
    return static_cast<AttrKind>(words_.Get(attr)[0]);
  }
  bool Is(AttrId attr, AttrKind k) const { return attr && kind(attr) == k; }
  // The payload after the kind.
  std::span<const int64_t> words(AttrId attr) const {
    return words_.Get(attr).subspan(1);
  }
  AttrId Make(AttrKind kind, std::span<const int64_t> payload);

  AttrId Unit() { return Make(AttrKind::kUnit, {}); }
  AttrId Integer(TypeId type, int64_t value) {
    const int64_t w[] = {type.index, value};
    return Make(AttrKind::kInteger, w);
  }
  AttrId String(NameId text) {
    const int64_t w[] = {text.index, -1};
    return Make(AttrKind::kString, w);
  }
  AttrId Type(TypeId type) {
    const int64_t w[] = {type.index};
    return Make(AttrKind::kType, w);
  }
  AttrId SymbolRef(NameId name) {
    const int64_t w[] = {name.index};
    return Make(AttrKind::kSymbolRef, w);
  }
  AttrId Array(std::span<const AttrId> items);
  // `items` sorted by the text of their names, names distinct.
  AttrId SortedDict(std::span<const NamedAttr> items);
  // Sorts; of equal names the last wins.
  AttrId Dict(std::vector<NamedAttr> items, const StringStore& names);
  AttrId EmptyDict() { return SortedDict({}); }
  AttrId Sharding(ShardingId sharding) {
    const int64_t w[] = {sharding.index};
    return Make(AttrKind::kSharding, w);
  }
  AttrId ShardingPerValue(std::span<const ShardingId> shardings);
  AttrId Mesh(MeshId mesh) {
    const int64_t w[] = {mesh.index};
    return Make(AttrKind::kMesh, w);
  }
  AttrId Rule(RuleId rule) {
    const int64_t w[] = {rule.index};
    return Make(AttrKind::kRule, w);
  }

  // --- reading; the attribute is of the kind named
  int64_t IntegerValue(AttrId attr) const { return words(attr)[1]; }
  NameId StringValue(AttrId attr) const { return Name(attr, 0); }
  NameId SymbolRoot(AttrId attr) const { return Name(attr, 0); }
  TypeId TypeValue(AttrId attr) const {
    return TypeId(static_cast<int32_t>(words(attr)[0]));
  }
  size_t ArraySize(AttrId attr) const { return words(attr).size(); }
  AttrId ArrayItem(AttrId attr, size_t i) const {
    return AttrId(static_cast<int32_t>(words(attr)[i]));
  }
  size_t DictSize(AttrId dict) const { return words(dict).size() / 2; }
  NamedAttr DictItem(AttrId dict, size_t i) const {
    const std::span<const int64_t> w = words(dict);
    return {NameId(static_cast<int32_t>(w[2 * i])),
            AttrId(static_cast<int32_t>(w[2 * i + 1]))};
  }
  // None if there is no such key (or no dictionary).
  AttrId DictGet(AttrId dict, NameId key) const;
  // The dictionary with `key` set (added, replaced; removed if value is None).
  AttrId DictSet(AttrId dict, NameId key, AttrId value,
                 const StringStore& names);
  std::vector<NamedAttr> DictItems(AttrId dict) const;

  size_t size() const { return words_.size(); }
  size_t MemoryBytes() const { return words_.MemoryBytes(); }

 private:
  NameId Name(AttrId attr, size_t i) const {
    return NameId(static_cast<int32_t>(words(attr)[i]));
  }
  ArrayStore<AttrId, int64_t> words_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_IR_ATTR_H_
