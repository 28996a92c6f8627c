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
// An artifact is a program of VHLO: StableHLO whose ops carry the number of
// their form, `vhlo.dot_general_v2`. There, an attribute has no default value,
// and a structure is taken apart:
//
//   stablehlo.gather   dimension_numbers = #stablehlo.gather<offset_dims = [1],
//                      ...>
//   vhlo.gather_v2     offset_dims = ..., collapsed_slice_dims = ..., ...,
//                      indices_are_sorted = false, slice_sizes = ...
//
// The attributes of a VHLO op are therefore those of ours (OpDef::inherent)
// after ops/portable.def, which says how they differ, and are stored in
// alphabetical order without their names.

namespace shardflow::internal {

// A version of StableHLO; patches change no form.
struct PortableVersion {
  int32_t major = 0;
  int32_t minor = 0;
  friend auto operator<=>(PortableVersion, PortableVersion) = default;
};

// The oldest, and the newest that is known here.
inline constexpr PortableVersion kOldestPortable{0, 9};
inline constexpr PortableVersion kNewestPortable{1, 22};

// What our attribute is in VHLO.
enum class PortableForm : uint8_t {
  kPlain,      // the same
  kArray,      // array<i64: ...> is a tensor
  kBoolArray,  // array<i1: ...> is a tensor
  kFlag,       // a unit attribute is true, none is false
  kSymbol,     // @name is a string
  kSymbols,    // [@name] is an array of strings
  kChannel,    // of #stablehlo.channel_handle only the handle: channel_id
  // A structure: an attribute for each field.
  kChannelAndType,  // the fields are channel_id and channel_type
  kConv,
  kDot,
  kDotAlgorithm,
  kGather,
  kScatter,
};

// What stands in VHLO when ours is missing.
enum class PortableDefault : uint8_t {
  kRequired,  // it is never missing
  kOptional,  // it may be missing in other dialects, not in VHLO
  kFalse,
  kZero,
  kMinusOne,
  kEmptyString,
  kEmptyArray,
  kEmptyDict,
  kEmptyTensor,
  kNoLayouts,      // an empty array, if the other layouts are missing as well
  kOnes,           // for each dimension of the window
  kFalses,         // likewise
  kZeroPairs,      // likewise
  kNoCompareType,  // NOTYPE
  kOriginalApi,
  kDefaultPrecision,  // DEFAULT for each operand
  kNoAlgorithm,       // a `none` type in each field
  kDefaultAccuracy,
};

// An attribute of ours.
struct PortableAttr {
  std::string_view name;
  PortableForm form = PortableForm::kPlain;
  PortableDefault missing = PortableDefault::kRequired;
};

// An attribute of VHLO: all of one of ours, or a field of it.
struct PortableSlot {
  std::string_view name;
  int attr = 0;    // into PortableOp::attrs
  int field = -1;  // of the structure; -1: the whole
};

// One form of an op.
struct PortableOp {
  OpKind kind{};
  int number = 1;
  std::vector<PortableAttr> attrs;
  std::vector<PortableSlot> slots;  // in alphabetical order
};

// kCount: none. The structure that a form takes apart.
StructId PortableStruct(PortableForm form);

// Form `number` of an op of VHLO; nullopt if there is none.
std::optional<PortableOp> FindPortableOp(OpKind kind, int number);
// An op as it is, with its own attributes: in StableHLO, sdy and others. All
// that aren't kRequired may be missing.
PortableOp PlainOp(OpKind kind);

// The number of the op's form in `version`; 0: the op is younger.
int PortableNumber(OpKind kind, PortableVersion version);
// The first version that has the op's form.
PortableVersion PortableSince(OpKind kind, int number);

// VHLO has it: StableHLO's ops, functions, calls and returns.
bool IsPortable(OpKind kind);

// `dot_general_v2` <-> kDotGeneral, 2. A return is StableHLO's, also at the end
// of a function. nullopt, empty: no op of VHLO.
struct PortableName {
  OpKind kind{};
  int number = 0;
};
std::optional<PortableName> ParsePortableName(std::string_view name);
std::string PortableNameOf(OpKind kind, int number);

// "1.20.0" <-> {1, 20}.
std::optional<PortableVersion> ParsePortableVersion(std::string_view text);
std::string PortableVersionText(PortableVersion version);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PORTABLE_H_
