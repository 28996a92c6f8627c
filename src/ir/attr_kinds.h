#ifndef SHARDFLOW_IR_ATTR_KINDS_H_
#define SHARDFLOW_IR_ATTR_KINDS_H_

#include <cstdint>

#include "base/intern.h"
#include "ir/attr_layout.h"
#include "ir/ids.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// The kinds of attributes. For each kind, a struct defines the contents of
// attributes of that kind.
//
//   attrs.Make(IntegerAttr{type, 3})             // the id of 3 : i64
//   attrs.As<IntegerAttr>(id).value              // 3
//   attrs.Make(ArrayAttr{}, items)               // a list is passed as a span
//   for (AttrId item : attrs.As<ArrayAttr>(id).items) ...

namespace shardflow::internal {

enum class AttrKind : int64_t {
  // --- builtin
  kUnit,
  kInteger,
  kFloat,
  kString,
  kType,
  kSymbolRef,
  kArray,
  kDict,
  kDenseElements,
  kDenseArray,
  kDenseResource,
  kOpaque,
  // --- locations
  kLocUnknown,
  kLocFile,
  kLocName,
  kLocCallSite,
  kLocFused,
  // --- dialect attributes with fixed fields (ops/attr_tables.def)
  kStruct,
  kEnum,
  // --- sdy
  kSharding,
  kShardingPerValue,
  kMesh,
  kMeshAxis,
  kAxisRef,
  kSubAxisInfo,
  kAxisRefList,
  kListOfAxisRefLists,
  kAllToAllParam,
  kAllToAllParamList,
  kDimSharding,
  kManualAxes,
  kDimMapping,
  kTensorMapping,
  kRule,
  kInvalidRule,
  kEdgeValueRef,
  kAxisToDetails,
  kPropagationOneStep,
  kPropagationEdges,
};

struct NamedAttr {
  NameId name;
  AttrId value;
  friend bool operator==(const NamedAttr&, const NamedAttr&) = default;
};

// --- builtin

// The attribute `unit`.
struct UnitAttr {
  static constexpr AttrKind kKind = AttrKind::kUnit;
};
// An integer of at most 64 bits, such as `3 : i64`, or `true`, which is of type
// i1.
struct IntegerAttr {
  static constexpr AttrKind kKind = AttrKind::kInteger;
  TypeId type;
  int64_t value = 0;
};
struct FloatAttr {
  static constexpr AttrKind kKind = AttrKind::kFloat;
  TypeId type;
  int64_t bits = 0;  // encoded in the type's own format
};
struct StringAttr {
  static constexpr AttrKind kKind = AttrKind::kString;
  NameId text;
  TypeId type = {};  // the type in `"text" : type`; usually None
};
struct TypeAttr {
  static constexpr AttrKind kKind = AttrKind::kType;
  TypeId type;
};
// A symbol reference, such as `@a` or `@a::@b`.
struct SymbolRefAttr {
  static constexpr AttrKind kKind = AttrKind::kSymbolRef;
  WordList<NameId> path = {};  // at least one name
};
struct ArrayAttr {
  static constexpr AttrKind kKind = AttrKind::kArray;
  WordList<AttrId> items = {};
};
struct DictAttr {
  static constexpr AttrKind kKind = AttrKind::kDict;
  WordList<NamedAttr> items = {};  // sorted by the text of the names
};
struct DenseElementsAttr {
  static constexpr AttrKind kKind = AttrKind::kDenseElements;
  TypeId type;
  NameId bytes;        // bytes of all elements, or of a single one for a splat
  bool splat = false;  // whether all elements are equal
};
struct DenseArrayAttr {
  static constexpr AttrKind kKind = AttrKind::kDenseArray;
  TypeId element;
  NameId bytes;  // the bytes of the elements; one byte for each i1
};
struct DenseResourceAttr {
  static constexpr AttrKind kKind = AttrKind::kDenseResource;
  TypeId type;
  NameId key;
};
// Any other attribute, kept as text.
struct OpaqueAttr {
  static constexpr AttrKind kKind = AttrKind::kOpaque;
  NameId text;
};

// --- locations

struct LocUnknownAttr {
  static constexpr AttrKind kKind = AttrKind::kLocUnknown;
};
// A place or range in a file: `"file":line:column`, or `"file":line:column to
// end_line:end_column`.
struct LocFileAttr {
  static constexpr AttrKind kKind = AttrKind::kLocFile;
  NameId file;
  int64_t line = 0;
  int64_t column = 0;
  WordList<int64_t> end = {};  // line and column of the end, or nothing
};
struct LocNameAttr {
  static constexpr AttrKind kKind = AttrKind::kLocName;
  NameId name;
  AttrId child;
};
struct LocCallSiteAttr {
  static constexpr AttrKind kKind = AttrKind::kLocCallSite;
  AttrId callee;
  AttrId caller;
};
struct LocFusedAttr {
  static constexpr AttrKind kKind = AttrKind::kLocFused;
  AttrId metadata;  // may be None
  WordList<AttrId> locs = {};
};

// --- dialect attributes with fixed fields (ops/attr_tables.def)

struct StructAttr {
  static constexpr AttrKind kKind = AttrKind::kStruct;
  int64_t number = 0;            // a StructId
  WordList<AttrId> fields = {};  // None for an absent field
};
struct EnumAttr {
  static constexpr AttrKind kKind = AttrKind::kEnum;
  int64_t number = 0;  // an EnumId
  int64_t value = 0;
};

// --- sdy

struct ShardingAttr {
  static constexpr AttrKind kKind = AttrKind::kSharding;
  ShardingId sharding;
};
struct ShardingPerValueAttr {
  static constexpr AttrKind kKind = AttrKind::kShardingPerValue;
  WordList<ShardingId> shardings = {};
};
struct MeshAttr {
  static constexpr AttrKind kKind = AttrKind::kMesh;
  MeshId mesh;
};
struct MeshAxisAttr {
  static constexpr AttrKind kKind = AttrKind::kMeshAxis;
  NameId name;
  int64_t size = 0;
};
// Like AxisRef (sharding/sharding.h): pre_size and size are 0 for a full axis.
struct AxisRefAttr {
  static constexpr AttrKind kKind = AttrKind::kAxisRef;
  NameId name;
  int64_t pre_size = 0;
  int64_t size = 0;
};
struct SubAxisInfoAttr {
  static constexpr AttrKind kKind = AttrKind::kSubAxisInfo;
  int64_t pre_size = 0;
  int64_t size = 0;
};
struct AxisRefListAttr {
  static constexpr AttrKind kKind = AttrKind::kAxisRefList;
  AxisListId axes;
};
struct ListOfAxisRefListsAttr {
  static constexpr AttrKind kKind = AttrKind::kListOfAxisRefLists;
  WordList<AxisListId> lists = {};
};
// A parameter of an all_to_all. For example, `{"a", "b"}: 0->1` moves the axes
// from dimension 0 to dimension 1.
struct AllToAllParamAttr {
  static constexpr AttrKind kKind = AttrKind::kAllToAllParam;
  AxisListId axes;
  int64_t source = 0;
  int64_t target = 0;
};
struct AllToAllParamListAttr {
  static constexpr AttrKind kKind = AttrKind::kAllToAllParamList;
  WordList<AllToAllParamAttr> params = {};
};
// Like DimSharding (sharding/sharding.h).
struct DimShardingAttr {
  static constexpr AttrKind kKind = AttrKind::kDimSharding;
  AxisListId axes;
  int32_t closed = 1;
  int32_t priority = kNoPriority;
};
struct ManualAxesAttr {
  static constexpr AttrKind kKind = AttrKind::kManualAxes;
  WordList<NameId> axes = {};
};
struct DimMappingAttr {
  static constexpr AttrKind kKind = AttrKind::kDimMapping;
  WordList<int64_t> factors = {};
};
struct TensorMappingAttr {
  static constexpr AttrKind kKind = AttrKind::kTensorMapping;
  // Encoded by EncodeMapping (sharding/rule_text.h).
  WordList<int64_t> words = {};
};
struct RuleAttr {
  static constexpr AttrKind kKind = AttrKind::kRule;
  RuleId rule;
};
// An op_sharding_rule that a Rule can't represent. It is kept so that the
// verifier can report it.
struct InvalidRuleAttr {
  static constexpr AttrKind kKind = AttrKind::kInvalidRule;
  // Encoded by EncodeRule (sharding/rule_text.h).
  WordList<int64_t> words = {};
};
// An edge value reference, such as `operand-0` or `result-1`.
struct EdgeValueRefAttr {
  static constexpr AttrKind kKind = AttrKind::kEdgeValueRef;
  bool is_result = false;
  int64_t index = 0;
};
// The source and targets of an axis, such as `{"x" = operand-0 -> [result-0]}`.
struct AxisToDetailsAttr {
  static constexpr AttrKind kKind = AttrKind::kAxisToDetails;
  AttrId axis;                    // an AxisRefAttr
  AttrId source;                  // an EdgeValueRefAttr
  WordList<AttrId> targets = {};  // EdgeValueRefAttrs
};
// The entries of one step, such as `{step-1 = [{"x" = ...}, ...]}`.
struct PropagationOneStepAttr {
  static constexpr AttrKind kKind = AttrKind::kPropagationOneStep;
  int64_t step = 0;
  WordList<AttrId> entries = {};  // AxisToDetailsAttrs
};
struct PropagationEdgesAttr {
  static constexpr AttrKind kKind = AttrKind::kPropagationEdges;
  WordList<AttrId> steps = {};  // PropagationOneStepAttrs
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_ATTR_KINDS_H_
