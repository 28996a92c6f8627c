#include "ops/custom_call.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/extensions.h"
#include "ops/op_def.h"
#include "ops/properties.h"

namespace shardflow::internal {
namespace {

bool HasCounts(const RuleContext& c, int operands, int results) {
  return c.operand_count() == operands && c.result_count() == results;
}

// Adds a factor for each batch dimension: all but the last two, which are the
// rows and columns of a matrix. Returns the dimension of the rows, or kNullDim
// (and fails the rule) if the rank is below two.
int64_t AddBatchDims(Dims shape, RuleBuilder& rule) {
  if (shape.size() < 2) {
    rule.Fail();
    return kNullDim;
  }
  rule.AddPointwise(shape.first(shape.size() - 2));
  return static_cast<int64_t>(shape.size()) - 2;
}

// The op maps a matrix to eigenvectors and eigenvalues. The eigenvectors have
// the matrix's two dimensions; the eigenvalues have only the last one.
bool EighRule(const RuleContext& c, RuleBuilder& rule) {
  if (!HasCounts(c, 1, 2)) return false;
  const Dims in = c.operand(0);
  const int64_t rows = AddBatchDims(in, rule);
  if (rows == kNullDim) return false;
  rule.AddFactor({rows}, {rows, kNullDim}, DimSize(in, rows));
  rule.AddFactor({rows + 1}, {rows + 1, rows}, DimSize(in, rows + 1));
  return true;
}

// The op maps a matrix to a matrix and a vector. The vector has the size of the
// smaller dimension.
bool QrRule(const RuleContext& c, RuleBuilder& rule) {
  if (!HasCounts(c, 1, 2)) return false;
  const Dims in = c.operand(0);
  const int64_t rows = AddBatchDims(in, rule);
  if (rows == kNullDim) return false;
  for (const int64_t dim : {rows, rows + 1}) {
    rule.AddFactor({dim}, {dim, kNullDim}, DimSize(in, dim),
                   FactorType::kNeedReplication);
  }
  rule.AddFactor({kNullDim}, {kNullDim, rows}, DimSize(c.result(1), rows),
                 FactorType::kNeedReplication);
  return true;
}

// The op maps a matrix and a vector to a matrix.
bool HouseholderProductRule(const RuleContext& c, RuleBuilder& rule) {
  if (!HasCounts(c, 2, 1)) return false;
  const Dims in = c.operand(0);
  const int64_t rows = AddBatchDims(in, rule);
  if (rows == kNullDim) return false;
  for (const int64_t dim : {rows, rows + 1}) {
    rule.AddFactor({dim, kNullDim}, {dim}, DimSize(in, dim),
                   FactorType::kNeedReplication);
  }
  rule.AddFactor({kNullDim, rows}, {kNullDim}, DimSize(c.operand(1), rows),
                 FactorType::kNeedReplication);
  return true;
}

// The op maps its operand to values and their indices.
bool TopKRule(const RuleContext& c, RuleBuilder& rule) {
  if (!HasCounts(c, 1, 2)) return false;
  rule.AddPointwise(c.operand(0), c.result(0),
                    {FactorType::kNeedReplication, /*b=*/true});
  return true;
}

// The operands are the input, an iota, an initial value and an initial
// argument. The results are values and indices.
bool ApproxTopKRule(const RuleContext& c, RuleBuilder& rule) {
  if (!HasCounts(c, 4, 2)) return false;
  const Dims in = c.operand(0);
  const Dims out = c.result(0);
  if (in.size() != out.size()) return false;
  for (size_t d = 0; d < in.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (in[d] == out[d]) {
      rule.AddToAll(dim, in[d]);
      continue;
    }
    rule.AddFactor({dim, dim, kNullDim, kNullDim}, {kNullDim, kNullDim}, in[d]);
    rule.AddFactor({kNullDim, kNullDim, kNullDim, kNullDim}, {dim, dim}, out[d],
                   {FactorType::kNeedReplication, /*b=*/true});
  }
  return true;
}

bool IsUsedByRngBitGenerator(const RuleContext& c) {
  for (int r = 0; r < c.result_count(); ++r) {
    for (const UseId use : c.m.Uses(c.m.result(c.op, r))) {
      if (c.m.kind(c.m.use(use).owner) == OpKind::kRngBitGenerator) return true;
    }
  }
  return false;
}

// The op joins the two 32-bit halves of 64-bit values. If its result is the
// state of a random generator, the result must be replicated, because the
// generator requires it and 64-bit values can't be resharded.
bool X64CombineRule(const RuleContext& c, RuleBuilder& rule) {
  if (!IsUsedByRngBitGenerator(c)) return PointwiseRule(c, rule);
  if (c.result(0).size() != 1) return false;
  rule.AddToAll(0, c.result(0)[0], {FactorType::kNeedReplication, /*b=*/true});
  return true;
}

// Sorted by target, in byte order.
constexpr CustomCallRule kRules[] = {
    {"ApproxTopK", ApproxTopKRule, MixedDims::kReduced},
    {"Cholesky", PointwiseRule, MixedDims::kMatrix},
    {"CompactWyHelper", PointwiseRule, MixedDims::kMatrix},
    {"Eigh", EighRule, MixedDims::kMatrix},
    {"InspectSharding", PointwiseRule},
    {"InvertDiagBlocksLowerTriangular", PointwiseRule, MixedDims::kMatrix},
    {"InvertDiagBlocksUpperTriangular", PointwiseRule, MixedDims::kMatrix},
    {"LayoutConstraint", PointwiseRule},
    {"MoveToDevice", PointwiseRule},
    {"MoveToHost", PointwiseRule},
    {"PartialReduce", ApproxTopKRule, MixedDims::kReduced},
    {"ProductOfElementaryHouseholderReflectors", HouseholderProductRule},
    {"Qr", QrRule},
    {"QrDecompositionBlock", QrRule},
    {"X64Combine", X64CombineRule},
    {"X64SplitHigh", PointwiseRule},
    {"X64SplitLow", PointwiseRule},
    {"_SPMDInternalOp_MultiPad", PointwiseRule, MixedDims::kAll},
    {"_SPMDInternalOp_MultiRotate", PointwiseRule, MixedDims::kAll},
    {"_SPMDInternalOp_MultiSlice", PointwiseRule, MixedDims::kAll},
    {"_SPMDInternalOp_RotateRight", PointwiseRule, MixedDims::kAll},
    {"_SPMDInternalOp_Wrap", PointwiseRule, MixedDims::kAll},
    {"annotate_device_placement", PointwiseRule},
    {"mhlo.erf", PointwiseRule},
    {"mhlo.topk", TopKRule, MixedDims::kLast},
    {"sdy_testonly", nullptr},
    {"tpu_custom_call", nullptr},
    {"xla.debug.Log", nullptr},
    {"xla.megascale.provide_metadata", PointwiseRule},
    {"xla_ffi_python_cpu_callback", nullptr},
    {"xla_ffi_python_gpu_callback", nullptr},
    {"xla_python_cpu_callback", nullptr},
    {"xla_python_gpu_callback", nullptr},
};
static_assert(std::ranges::is_sorted(kRules, {}, &CustomCallRule::target));

}  // namespace

const CustomCallRule* FindCustomCallRule(std::string_view target) {
  const auto* const at =
      std::ranges::lower_bound(kRules, target, {}, &CustomCallRule::target);
  return at != std::end(kRules) && at->target == target ? at : nullptr;
}

std::string_view CallTarget(const Module& m, OpId op) {
  const AttrId target = m.attr(op, name::kCallTargetName);
  if (!m.attrs.Is(target, AttrKind::kString)) return {};
  return m.names.Get(m.attrs.StringValue(target));
}

size_t BatchDimsOf(const Module& m, OpId op) {
  if (m.operand_count(op) == 0) return 0;
  const size_t rank = Shape(m, m.operand(op, 0)).size();
  if (m.kind(op) == OpKind::kFft) {
    return rank - std::min(rank, I64Array(m, op, "fft_length").size());
  }
  if (m.kind(op) != OpKind::kCustomCall) return 0;
  // (JAX gives this attribute to calls that are registered with XLA as
  // partitionable along batches.)
  const AttrId attr = AttrAt(m, op, "mhlo.frontend_attributes/num_batch_dims");
  if (!m.attrs.Is(attr, AttrKind::kString)) return 0;
  size_t count = 0;
  const std::string_view text = m.names.Get(m.attrs.StringValue(attr));
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), count);
  return read.ec == std::errc() ? std::min(count, rank) : 0;
}

bool SplitsOnlyBatches(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kFft;
}

DimList MixedDimsOf(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kCustomCall) return {};
  const CustomCallRule* found = FindCustomCallRule(CallTarget(m, op));
  if (found == nullptr || m.operand_count(op) == 0) return {};
  const auto rank = static_cast<int64_t>(Shape(m, m.operand(op, 0)).size());
  int64_t first = rank;
  switch (found->mixed) {
    case MixedDims::kNone:
      break;
    case MixedDims::kAll:
      first = 0;
      break;
    case MixedDims::kLast:
      first = rank - 1;
      break;
    case MixedDims::kMatrix:
      first = rank - 2;
      break;
    case MixedDims::kReduced: {
      const std::optional<int64_t> dim =
          IntegerAt(m, op, "mhlo.backend_config/reduction_dim");
      if (dim && *dim >= 0 && *dim < rank) return {*dim};
      first = 0;
      break;
    }
  }
  DimList dims;
  for (int64_t d = std::max<int64_t>(first, 0); d < rank; ++d) {
    dims.push_back(d);
  }
  return dims;
}

bool CustomCallOpRule(const RuleContext& c, RuleBuilder& rule) {
  const CustomCallRule* found = FindCustomCallRule(CallTarget(c.m, c.op));
  return found != nullptr && found->rule != nullptr && found->rule(c, rule);
}

}  // namespace shardflow::internal
