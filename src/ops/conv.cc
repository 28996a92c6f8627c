#include <algorithm>
#include <vector>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"

// The rules of convolution and batch normalization.

namespace shardflow::internal {
namespace {

// The scale, offset, mean and variance only have the feature dimension.
bool BatchNormInferenceRule(const RuleContext& c, RuleBuilder& rule) {
  const int64_t feature = Int(c.m, c.op, "feature_index").value_or(kNullDim);
  const Dims shape = c.operand(0);
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    std::vector<int64_t> operand_dims(static_cast<size_t>(c.operand_count()),
                                      dim == feature ? 0 : kNullDim);
    operand_dims[0] = dim;
    const int64_t result_dims[] = {dim};
    rule.AddFactor(operand_dims, result_dims, shape[d]);
  }
  return true;
}

struct ConvShape {
  StructReader dims;
  Dims lhs, rhs, out;
  int64_t feature_groups, batch_groups;

  explicit ConvShape(const RuleContext& c)
      : dims(c.m, c.op, "dimension_numbers", StructId::kConv),
        lhs(c.operand(0)),
        rhs(c.operand(1)),
        out(c.result(0)),
        feature_groups(Int(c.m, c.op, "feature_group_count").value_or(1)),
        batch_groups(Int(c.m, c.op, "batch_group_count").value_or(1)) {}
};

// The index of a spatial dimension in each of the three tensors. The input
// dimension is read in windows. It has two factors: one splits it between
// windows (like the output), the other within windows (like the kernel). The
// larger factor is the major one, and their product is at most the size of the
// input dimension.
struct SpatialDim {
  int64_t lhs, rhs, out;
};

void AddSpatialDim(const ConvShape& conv, SpatialDim dim, Compat compat,
                   RuleBuilder& rule) {
  int64_t remaining = DimSize(conv.lhs, dim.lhs);
  const auto add = [&](bool is_window, int64_t full_size) {
    const int64_t rhs = is_window ? dim.rhs : kNullDim;
    const int64_t out = is_window ? kNullDim : dim.out;
    const int64_t size = std::min(remaining, full_size);
    if (size > 1) {
      rule.AddFactor(
          {dim.lhs, rhs}, {out}, size,
          is_window ? FactorType::kReduction : FactorType::kPermutation);
      remaining /= size;
    } else if (full_size > 1 && ConvolutionPermutesOneSidedDims(compat)) {
      rule.AddFactor({kNullDim, rhs}, {out}, full_size,
                     FactorType::kPermutation);
    }
  };
  const int64_t windows = DimSize(conv.out, dim.out);
  const int64_t window_size = DimSize(conv.rhs, dim.rhs);
  const bool windows_first = windows >= window_size;
  add(!windows_first, windows_first ? windows : window_size);
  add(windows_first, windows_first ? window_size : windows);
}

void AddSpatialDims(const ConvShape& conv, Compat compat, RuleBuilder& rule) {
  const Dims in = conv.dims.Dims("input_spatial_dimensions");
  const Dims kernel = conv.dims.Dims("kernel_spatial_dimensions");
  const Dims out = conv.dims.Dims("output_spatial_dimensions");
  if (kernel.size() != in.size() || out.size() != in.size()) {
    rule.Fail();
    return;
  }
  for (size_t i = 0; i < in.size(); ++i) {
    AddSpatialDim(conv, {in[i], kernel[i], out[i]}, compat, rule);
  }
}

// At most one of the two group counts may be above 1. A dimension that is split
// into groups has the groups as its major factor.
bool ConvolutionRule(const RuleContext& c, RuleBuilder& rule) {
  const ConvShape conv(c);
  if (!conv.dims.ok() || conv.feature_groups < 1 || conv.batch_groups < 1) {
    return false;
  }
  const int64_t in_batch = conv.dims.Int("input_batch_dimension");
  const int64_t in_feature = conv.dims.Int("input_feature_dimension");
  const int64_t kernel_in = conv.dims.Int("kernel_input_feature_dimension");
  const int64_t kernel_out = conv.dims.Int("kernel_output_feature_dimension");
  const int64_t out_batch = conv.dims.Int("output_batch_dimension");
  const int64_t out_feature = conv.dims.Int("output_feature_dimension");

  if (conv.batch_groups > 1) {
    rule.AddFactor({in_batch, kernel_out}, {out_feature}, conv.batch_groups);
  }
  rule.AddFactor({in_batch, kNullDim}, {out_batch},
                 DimSize(conv.out, out_batch));
  if (!c.options.conservative) AddSpatialDims(conv, c.options.compat, rule);
  if (conv.feature_groups > 1) {
    rule.AddFactor({in_feature, kernel_out}, {out_feature},
                   conv.feature_groups);
  }
  rule.AddFactor({in_feature, kernel_in}, {kNullDim},
                 DimSize(conv.rhs, kernel_in), FactorType::kReduction);
  const int64_t group_features =
      DimSize(conv.out, out_feature) / conv.batch_groups / conv.feature_groups;
  if (group_features > 1) {
    rule.AddFactor({kNullDim, kernel_out}, {out_feature}, group_features);
  }
  return true;
}

}  // namespace

constinit const OpDef kBatchNormGradDef{
    .traits = kPure,
    .inherent = kStrings<"epsilon", "feature_index">,
    .result_names = kStrings<"grad_operand", "grad_scale", "grad_offset">,
};

constinit const OpDef kBatchNormInferenceDef{
    .traits = kPure,
    .inherent = kStrings<"epsilon", "feature_index">,
    .rule = BatchNormInferenceRule,
};

constinit const OpDef kBatchNormTrainingDef{
    .traits = kPure,
    .inherent = kStrings<"epsilon", "feature_index">,
    .result_names = kStrings<"output", "batch_mean", "batch_var">,
};

constinit const OpDef kConvolutionDef{
    // The window shares a factor with the image that it slides over, so sizes
    // may contradict the rule.
    .traits = kPure | kLooseTypes,
    .inherent = kStrings<"batch_group_count", "dimension_numbers",
                         "feature_group_count", "lhs_dilation", "padding",
                         "precision_config", "rhs_dilation", "window_reversal",
                         "window_strides">,
    .rule = ConvolutionRule,
};

constinit const OpDef kDynamicConvDef{
    .traits = kPure,
    .inherent =
        kStrings<"batch_group_count", "dimension_numbers",
                 "feature_group_count", "lhs_dilation", "precision_config",
                 "rhs_dilation", "window_reversal", "window_strides">,
};

}  // namespace shardflow::internal
