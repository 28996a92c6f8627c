#ifndef SHARDFLOW_BYTECODE_CODES_H_
#define SHARDFLOW_BYTECODE_CODES_H_

#include <cstdint>
#include <string_view>

// The numeric codes of the format. Comments show what follows a code: `attr`
// and `type` are indices into the file's lists, and `[]` is a count followed by
// that many items.

namespace shardflow::internal::bytecode {

inline constexpr std::string_view kMagic = "ML\xefR";

// What each version of the format added. The newest is 6.
enum Version : uint64_t {
  kDialectVersions = 1,
  kRegionSections = 2,  // the regions of isolated ops are sections
  kUseOrders = 3,
  kOptionalArgLocs = 4,
  kProperties = 5,
  kSegmentLists = 6,  // sizes of operand groups, formerly attributes
  kNewestVersion = 6,
};

enum SectionId : uint8_t {
  kStringSection,
  kDialectSection,
  kAttrTypeSection,
  kAttrTypeOffsetSection,
  kIrSection,
  kResourceSection,
  kResourceOffsetSection,
  kDialectVersionSection,
  kPropertiesSection,
  kSectionCount,
};

// Bits for the optional parts that an op has.
enum OpMask : uint8_t {
  kHasAttrs = 1,
  kHasResults = 2,
  kHasOperands = 4,
  kHasSuccessors = 8,
  kHasRegions = 16,
  kHasUseOrders = 32,
  kHasProperties = 64,
};

namespace builtin {
enum AttrCode : uint64_t {
  kArray = 0,           // attr[]
  kDict = 1,            // (name attr, attr)[]
  kString = 2,          // string
  kTypedString = 3,     // string, type
  kFlatSymbol = 4,      // name attr
  kSymbol = 5,          // name attr, flat symbol attr[]
  kType = 6,            // type
  kUnit = 7,            //
  kInteger = 8,         // type, value
  kFloat = 9,           // type, bits
  kCallSiteLoc = 10,    // callee attr, caller attr
  kFileLoc = 11,        // name attr, line, column
  kFusedLoc = 12,       // attr[]
  kFusedLocMeta = 13,   // attr[], metadata attr
  kNameLoc = 14,        // name attr, child attr
  kUnknownLoc = 15,     //
  kDenseResource = 16,  // type, resource
  kDenseArray = 17,     // type, count, blob
  kDense = 18,          // type, blob
  kDenseStrings = 19,   // type, splat, string[]
  kRangeLoc = 22,       // name attr, number[] (start and end)
  kAffineMap = 23,      // rank << 2 for an identity; others are rejected
  kStrided = 25,        // signed offset, signed[]: strides
};
enum TypeCode : uint64_t {
  kIntegerType = 0,  // width << 2 | signedness
  kIndex = 1,
  kFunction = 2,  // type[], type[]
  // 3 to 8, 21 to 32: floats, see type_codes.h
  kComplex = 9,  // type
  kMemRef = 10,  // dim[], type, layout attr
  kNone = 12,
  kTensor = 13,          // dim[], type
  kEncodedTensor = 14,   // attr, dim[], type
  kTuple = 15,           // type[]
  kUnrankedMemRef = 16,  // type
  kUnrankedTensor = 18,  // type
  kVector = 19,          // dim[], type
  kScalableVector = 20,  // flag[], dim[], type
};
}  // namespace builtin

namespace vhlo {
enum AttrCode : uint64_t {
  kArray = 1,                // attr[]
  kBoolean = 2,              // 0 or 1
  kComparisonDirection = 3,  // value, as for all enumerations below
  kComparisonType = 4,
  kCustomCallApiVersion = 5,
  kDict = 6,  // (name attr, attr)[]
  kFftType = 7,
  kFloat = 8,                // type, bits
  kInteger = 9,              // type, value
  kOutputOperandAlias = 10,  // signed[], signed, signed[]
  kPrecision = 11,
  kRngAlgorithm = 12,
  kRngDistribution = 13,
  kString = 14,  // string
  kTensor = 15,  // type, blob
  kTranspose = 16,
  kType = 17,            // type
  kTypeExtensions = 18,  // signed[]
  kResultAccuracyMode = 19,
  kResultAccuracy = 20,        // f64, f64, signed, attr
  kSubAxisInfo = 21,           // signed, signed
  kAxisRef = 22,               // attr, flag, attr if the flag is 1
  kReplicaGroupMeshAxes = 23,  // attr, attr
  kMeshAxis = 24,              // attr, signed
  kMesh = 25,                  // attr, optional attr
};
enum TypeCode : uint64_t {
  kBooleanType = 0,
  kComplex = 1,   // type
  kFunction = 8,  // type[], type[]
  kIndex = 9,
  kRankedTensor = 20,         // dim[], type
  kEncodedRankedTensor = 21,  // attr, dim[], type
  kToken = 22,
  kTuple = 23,             // type[]
  kUniformQuantized = 24,  // flags, type, type, f64, signed, signed, signed
  kUnrankedTensor = 25,    // type
  kWitness = 26,
  kQuantizedPerAxis = 30,  // flags, type, type, dimension, signed, signed,
                           // f64[], signed[]
  kNone = 33,
  kBuffer = 41,  // dim[], type
  kFuture = 42,  // type[]
};
}  // namespace vhlo

// These codes are followed by the same data as vhlo::kUniformQuantized and
// vhlo::kQuantizedPerAxis.
namespace quant {
enum TypeCode : uint64_t { kUniform = 4, kPerAxis = 5 };
}  // namespace quant

namespace stablehlo {
enum TypeCode : uint64_t { kToken = 0, kFuture = 1 };  // kFuture: type[]
}  // namespace stablehlo

namespace sdy {
enum AttrCode : uint64_t {
  kManualAxes = 0,           // name attr[]
  kMeshAxis = 1,             // string, signed
  kMesh = 2,                 // axis attr[], signed[]
  kSubAxisInfo = 3,          // signed, signed
  kAxisRef = 4,              // string, optional attr
  kDimSharding = 5,          // axis attr[], closed, optional number
  kSharding = 6,             // mesh attr, dim attr[], axis attr[]
  kShardingPerValue = 7,     // attr[]
  kDimMapping = 8,           // signed[]
  kTensorMapping = 9,        // attr[]
  kRule = 10,                // sizes, operands, results, four lists, custom
  kAxisRefList = 11,         // attr[]
  kListOfAxisRefLists = 12,  // attr[]
  kAllToAllParam = 13,       // axis attr[], signed, signed
  kAllToAllParamList = 14,   // attr[]
  kShardingV2 = 15,          // as kSharding, then unreduced axis attr[]
  kShardingPerValueV2 = 16,  // as kShardingPerValue
  kShardingV3 = 17,          // as kShardingV2, then signed reduction
};
}  // namespace sdy

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_CODES_H_
