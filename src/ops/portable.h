#ifndef SHARDFLOW_OPS_PORTABLE_H_
#define SHARDFLOW_OPS_PORTABLE_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/attr_tables.h"
#include "ops/op_def.h"

// The ops of portable artifacts.
//
// An artifact holds a program in VHLO, a dialect like StableHLO in which the
// names of ops contain a version number: `vhlo.dot_general_v2`. In VHLO, no
// attribute has a default value, and the fields of a structure are separate
// attributes:
//
//   stablehlo.gather   dimension_numbers = #stablehlo.gather<offset_dims = [1],
//                      ...>
//   vhlo.gather_v2     offset_dims = ..., collapsed_slice_dims = ..., ...,
//                      indices_are_sorted = false, slice_sizes = ...
//
// So a VHLO op has the attributes of the corresponding op in this project
// (OpDef::inherent; "our" attributes below), apart from the differences listed
// in ops/portable.def. They are stored in alphabetical order, without their
// names.

namespace shardflow::internal {

// A version of StableHLO. Patch versions never change the format.
struct PortableVersion {
  int32_t major = 0;
  int32_t minor = 0;
  friend auto operator<=>(PortableVersion, PortableVersion) = default;
};

// The oldest and the newest supported version.
inline constexpr PortableVersion kOldestPortable{0, 9};
inline constexpr PortableVersion kNewestPortable{1, 22};

// How one of our attributes is stored in VHLO.
enum class PortableForm : uint8_t {
  kPlain,      // unchanged
  kArray,      // array<i64: ...> becomes a tensor
  kBoolArray,  // array<i1: ...> becomes a tensor
  kFlag,       // a unit attribute becomes true, its absence false
  kSymbol,     // @name becomes a string
  kSymbols,    // [@name] becomes an array of strings
  kApi,        // an i32 becomes an enum
  // Only the handle of a #stablehlo.channel_handle remains: channel_id.
  kChannel,
  // A structure, which becomes an attribute for each field.
  kChannelAndType,  // the fields are channel_id and channel_type
  kConv,
  kDot,
  kDotAlgorithm,
  kGather,
  kScatter,
};

// The value that VHLO stores if the attribute is missing in our op. This also
// states which attributes an op must have (ops/attribute_names.h).
enum class PortableDefault : uint8_t {
  kRequired,  // our attribute can't be missing
  // Optional in other dialects, but always stored by VHLO.
  kOptional,
  kFalse,
  kZero,
  kMinusOne,
  kEmptyString,
  kEmptyArray,
  kEmptyDict,
  kEmptyTensor,
  kNoLayouts,      // an empty array, if the other layouts are also missing
  kOnes,           // 1 for each window dimension
  kFalses,         // false for each window dimension
  kZeroPairs,      // two zeros for each window dimension
  kNoCompareType,  // NOTYPE
  kOriginalApi,
  kDefaultPrecision,  // DEFAULT for each operand
  kNoAlgorithm,       // a `none` type in each field
  kDefaultAccuracy,
};

// An attribute of an op in this project.
struct PortableAttr {
  std::string_view name;
  PortableForm form = PortableForm::kPlain;
  PortableDefault missing = PortableDefault::kRequired;
};

// An attribute in VHLO: an attribute of this project, or one of its fields.
struct PortableSlot {
  std::string_view name;
  int attr = 0;    // index into PortableOp::attrs
  int field = -1;  // index of the field; -1 for a whole attribute
};

// One version of an op.
struct PortableOp {
  OpKind kind{};
  int number = 1;
  std::vector<PortableAttr> attrs;
  std::vector<PortableSlot> slots;  // in alphabetical order
};

// Returns the structure whose fields become separate attributes with this form;
// kCount if there is none.
StructId PortableStruct(PortableForm form);

// Returns how VHLO stores an attribute in OpDef::inherent of the op's kind.
PortableAttr FindPortableAttr(OpKind kind, std::string_view name);

// Returns version `number` of an op in VHLO, or nullopt if there is none.
std::optional<PortableOp> FindPortableOp(OpKind kind, int number);
// Returns the op with its attributes as they are outside VHLO, in StableHLO,
// sdy and other dialects. Attributes that aren't kRequired may be missing.
PortableOp PlainOp(OpKind kind);

// Returns the op's newest version number in StableHLO `version`, or 0 if the op
// didn't exist yet.
int PortableNumber(OpKind kind, PortableVersion version);
// Returns the first version of StableHLO with this version of the op.
PortableVersion PortableSince(OpKind kind, int number);
// Returns which feature of `op`, apart from attributes, doesn't exist in
// version 1 of the op, such as "of several operands"; "" if there is no such
// feature.
std::string_view NewPortableFeature(const Module& m, OpId op);

// Whether the op exists in VHLO. StableHLO's ops, functions, calls and returns
// do.
bool IsPortable(OpKind kind);

// The name of an op in VHLO: `dot_general_v2` is {kDotGeneral, 2}. `return_v1`
// is StableHLO's return; VHLO also uses it in place of func.return. If VHLO has
// no such op, ParsePortableName returns nullopt, and PortableNameOf returns "".
struct PortableName {
  OpKind kind{};
  int number = 0;
};
std::optional<PortableName> ParsePortableName(std::string_view name);
std::string PortableNameOf(OpKind kind, int number);

// Convert between "1.20.0" and {1, 20}.
std::optional<PortableVersion> ParsePortableVersion(std::string_view text);
std::string PortableVersionText(PortableVersion version);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PORTABLE_H_
