#ifndef SHARDFLOW_TEXT_STRUCT_STYLE_H_
#define SHARDFLOW_TEXT_STRUCT_STYLE_H_

#include <string_view>

#include "ops/attr_tables.h"

// How structure and enum attributes are written.

namespace shardflow::internal {

enum class StructStyle {
  kElided,  // <a = 1, b = [2]> without zeros and empty lists
  kNamed,   // <a = 1, b = [2]> with all fields
  kCustom,  // parsed and printed by special functions
};

inline StructStyle StyleOf(StructId id) {
  switch (id) {
    case StructId::kScatter:
    case StructId::kGather:
    case StructId::kDot:
    case StructId::kRaggedDot:
    case StructId::kResultAccuracy:
      return StructStyle::kElided;
    case StructId::kConv:
    case StructId::kTypeExtensions:
    case StructId::kStablehloSubAxisInfo:
    case StructId::kStablehloMesh:
      return StructStyle::kCustom;
    default:
      return StructStyle::kNamed;
  }
}

// Returns the words between "failed parsing" and "attribute" in the error
// message, or "" if the structure has no such message.
inline std::string_view StructWords(StructId id) {
  switch (id) {
    case StructId::kScatter:
      return "scatter dimension numbers";
    case StructId::kGather:
      return "gather dimension numbers";
    case StructId::kDot:
      return "dot dimension numbers";
    case StructId::kRaggedDot:
      return "ragged dot dimension numbers";
    default:
      return {};
  }
}

// Whether the case of an enum is written #dialect.mnemonic<CASE> instead of
// #dialect<mnemonic CASE>.
inline bool EnumHasBrackets(EnumId id) {
  return id == EnumId::kResultAccuracyMode;
}

// Returns the C++ type that MLIR's error messages mention.
inline std::string_view EnumCppName(std::string_view name) {
  struct Row {
    std::string_view name, cpp;
  };
  static constexpr Row kRows[] = {
      {"chlo.comparison_direction", "::mlir::chlo::ComparisonDirection"},
      {"chlo.comparison_type", "::mlir::chlo::ComparisonType"},
      {"chlo.precision", "::mlir::chlo::Precision"},
      {"stablehlo.comparison_direction",
       "::mlir::stablehlo::ComparisonDirection"},
      {"stablehlo.comparison_type", "::mlir::stablehlo::ComparisonType"},
      {"stablehlo.fft_type", "::mlir::stablehlo::FftType"},
      {"stablehlo.precision", "::mlir::stablehlo::Precision"},
      {"stablehlo.result_accuracy_mode",
       "::mlir::stablehlo::ResultAccuracyMode"},
      {"stablehlo.rng_algorithm", "::mlir::stablehlo::RngAlgorithm"},
      {"stablehlo.rng_distribution", "::mlir::stablehlo::RngDistribution"},
      {"stablehlo.transpose", "::mlir::stablehlo::Transpose"},
  };
  for (const Row& row : kRows) {
    if (row.name == name) return row.cpp;
  }
  return name;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_STRUCT_STYLE_H_
