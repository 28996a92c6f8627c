#include "ops/work.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

Contraction DotOf(const Module& m, OpId op) {
  const StructReader dims(m, op, "dot_dimension_numbers", StructId::kDot);
  Contraction c;
  const auto lhs_rank = static_cast<int64_t>(Shape(m, m.operand(op, 0)).size());
  const auto rhs_rank = static_cast<int64_t>(Shape(m, m.operand(op, 1)).size());
  if (!dims.ok()) {  // it is a stablehlo.dot
    if (lhs_rank == 0 || rhs_rank == 0) return c;
    int64_t out = 0;
    if (lhs_rank == 2) c.lhs_free.push_back({0, -1, out++});
    if (rhs_rank == 2) c.rhs_free.push_back({-1, 1, out++});
    c.contracting.push_back({lhs_rank - 1, 0, -1});
    return c;
  }
  const Dims lhs_batch = dims.Dims("lhs_batching_dimensions");
  const Dims rhs_batch = dims.Dims("rhs_batching_dimensions");
  const Dims lhs_contract = dims.Dims("lhs_contracting_dimensions");
  const Dims rhs_contract = dims.Dims("rhs_contracting_dimensions");
  if (lhs_batch.size() != rhs_batch.size() ||
      lhs_contract.size() != rhs_contract.size()) {
    return c;
  }
  int64_t out = 0;
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    c.batch.push_back({lhs_batch[i], rhs_batch[i], out++});
  }
  for (int64_t d = 0; d < lhs_rank; ++d) {
    if (Contains(lhs_batch, d) || Contains(lhs_contract, d)) continue;
    c.lhs_free.push_back({d, -1, out++});
  }
  for (int64_t d = 0; d < rhs_rank; ++d) {
    if (Contains(rhs_batch, d) || Contains(rhs_contract, d)) continue;
    c.rhs_free.push_back({-1, d, out++});
  }
  for (size_t i = 0; i < lhs_contract.size(); ++i) {
    c.contracting.push_back({lhs_contract[i], rhs_contract[i], -1});
  }
  return c;
}

// Groups of features (or batches) are treated as a batch dimension, because
// each group is a convolution of its own.
Contraction ConvolutionOf(const Module& m, OpId op) {
  const StructReader dims(m, op, "dimension_numbers", StructId::kConv);
  Contraction c;
  if (!dims.ok()) return c;
  const int64_t in_batch = dims.Int("input_batch_dimension");
  const int64_t in_feature = dims.Int("input_feature_dimension");
  const int64_t kernel_in = dims.Int("kernel_input_feature_dimension");
  const int64_t kernel_out = dims.Int("kernel_output_feature_dimension");
  const int64_t out_batch = dims.Int("output_batch_dimension");
  const int64_t out_feature = dims.Int("output_feature_dimension");
  if (Int(m, op, "feature_group_count").value_or(1) > 1) {
    c.batch.push_back({in_feature, kernel_out, out_feature});
    c.lhs_free.push_back({in_batch, -1, out_batch});
    c.contracting.push_back({-1, kernel_in, -1});
  } else if (Int(m, op, "batch_group_count").value_or(1) > 1) {
    c.batch.push_back({in_batch, kernel_out, out_feature});
    c.lhs_free.push_back({-1, -1, out_batch});
    c.contracting.push_back({in_feature, kernel_in, -1});
  } else {
    c.lhs_free.push_back({in_batch, -1, out_batch});
    c.rhs_free.push_back({-1, kernel_out, out_feature});
    c.contracting.push_back({in_feature, kernel_in, -1});
  }
  const Dims in = dims.Dims("input_spatial_dimensions");
  const Dims kernel = dims.Dims("kernel_spatial_dimensions");
  const Dims out = dims.Dims("output_spatial_dimensions");
  const size_t rank = std::min({in.size(), kernel.size(), out.size()});
  for (size_t i = 0; i < rank; ++i) {
    c.window.push_back({in[i], kernel[i], out[i]});
  }
  for (const int64_t hole : I64Array(m, op, "lhs_dilation")) {
    if (hole > 1) c.share /= static_cast<double>(hole);
  }
  return c;
}

}  // namespace

Work WorkOf(OpKind kind) {
  switch (kind) {
    case OpKind::kConstant:
    case OpKind::kSdyConstant:
    case OpKind::kChloConstant:
    case OpKind::kPartitionId:
    case OpKind::kReplicaId:
    case OpKind::kAfterAll:
    case OpKind::kCreateToken:
    case OpKind::kStablehloReturn:
    case OpKind::kSdyReturn:
    case OpKind::kFuncReturn:
    case OpKind::kGetDimensionSize:
    case OpKind::kMesh:
    case OpKind::kFunc:
    case OpKind::kShardingGroup:
      return Work::kNone;
    case OpKind::kReshape:
    case OpKind::kBitcastConvert:
    case OpKind::kDynamicReshape:
    case OpKind::kSetDimensionSize:
    case OpKind::kShardingConstraint:
    case OpKind::kReshard:
    case OpKind::kDataFlowEdge:
    case OpKind::kFuncDataFlowEdge:
    case OpKind::kPropagationBarrier:
      return Work::kView;
    case OpKind::kOptimizationBarrier:
      return Work::kBarrier;
    case OpKind::kTuple:
    case OpKind::kGetTupleElement:
      return Work::kTuple;
    case OpKind::kBroadcast:
    case OpKind::kBroadcastInDim:
    case OpKind::kDynamicBroadcastInDim:
    case OpKind::kIota:
    case OpKind::kDynamicIota:
    case OpKind::kChloConstantLike:
      return Work::kBroadcast;
    case OpKind::kTranspose:
    case OpKind::kReverse:
      return Work::kTranspose;
    case OpKind::kReduce:
      return Work::kReduce;
    case OpKind::kReduceWindow:
    case OpKind::kSelectAndScatter:
      return Work::kReduceWindow;
    case OpKind::kDot:
    case OpKind::kDotGeneral:
    case OpKind::kConvolution:
      return Work::kContraction;
    case OpKind::kConcatenate:
      return Work::kConcatenate;
    case OpKind::kPad:
    case OpKind::kDynamicPad:
      return Work::kPad;
    case OpKind::kSlice:
    case OpKind::kRealDynamicSlice:
      return Work::kSlice;
    case OpKind::kDynamicSlice:
      return Work::kDynamicSlice;
    case OpKind::kGather:
    case OpKind::kDynamicGather:
    case OpKind::kTorchIndexSelect:
      return Work::kGather;
    case OpKind::kDynamicUpdateSlice:
      return Work::kUpdateSlice;
    case OpKind::kScatter:
      return Work::kScatter;
    case OpKind::kSort:
    case OpKind::kChloTopK:
    case OpKind::kMhloTopK:
      return Work::kSort;
    case OpKind::kRng:
    case OpKind::kRngBitGenerator:
      return Work::kRandom;
    case OpKind::kWhile:
      return Work::kLoop;
    case OpKind::kIf:
    case OpKind::kCase:
      return Work::kBranches;
    case OpKind::kCall:
    case OpKind::kNamedComputation:
    case OpKind::kManualComputation:
      return Work::kCall;
    case OpKind::kAllReduce:
    case OpKind::kSdyAllReduce:
    case OpKind::kCrossReplicaSum:
      return Work::kAllReduce;
    case OpKind::kAllGather:
    case OpKind::kSdyAllGather:
      return Work::kAllGather;
    case OpKind::kReduceScatter:
    case OpKind::kSdyReduceScatter:
      return Work::kReduceScatter;
    case OpKind::kAllToAll:
    case OpKind::kSdyAllToAll:
      return Work::kAllToAll;
    case OpKind::kCollectivePermute:
    case OpKind::kSdyCollectivePermute:
      return Work::kPermute;
    case OpKind::kSdyAllSlice:
      return Work::kDynamicSlice;
    case OpKind::kAtan2:
    case OpKind::kCbrt:
    case OpKind::kCosine:
    case OpKind::kDivide:
    case OpKind::kExponential:
    case OpKind::kExponentialMinusOne:
    case OpKind::kLog:
    case OpKind::kLogPlusOne:
    case OpKind::kLogistic:
    case OpKind::kPower:
    case OpKind::kRemainder:
    case OpKind::kRsqrt:
    case OpKind::kSine:
    case OpKind::kSqrt:
    case OpKind::kTan:
    case OpKind::kTanh:
    case OpKind::kMhloErf:
      return Work::kExpensive;
    default:
      break;
  }
  const OpDef& def = Def(kind);
  if ((def.traits & kElementwise) != 0) {
    return OpMnemonic(kind).substr(0, 5) == "chlo." ? Work::kExpensive
                                                    : Work::kElementwise;
  }
  if ((def.traits & kConstantLike) != 0) return Work::kNone;
  if ((def.traits & kElementwiseForPropagation) != 0) return Work::kElementwise;
  return Work::kOther;
}

bool GivesSameResultAgain(const Module& m, OpId op) {
  if (m.kind(op) == OpKind::kCustomCall) {
    return !Bool(m, op, "has_side_effect", /*missing=*/false);
  }
  return HasTrait(m, op, kPure);
}

bool IsTriangular(OpKind kind) {
  return kind == OpKind::kCholesky || kind == OpKind::kTriangularSolve;
}

Contraction ContractionOf(const Module& m, OpId op) {
  if (m.operand_count(op) < 2 || m.result_count(op) != 1) return {};
  return m.kind(op) == OpKind::kConvolution ? ConvolutionOf(m, op)
                                            : DotOf(m, op);
}

int64_t FlopsOf(const Contraction& contraction, Dims rhs, Dims out) {
  double flops = 2 * contraction.share;
  for (const int64_t size : out) flops *= static_cast<double>(size);
  const auto times = [&](const ContractedDim& dim) {
    if (dim.rhs >= 0 && dim.rhs < static_cast<int64_t>(rhs.size())) {
      flops *= static_cast<double>(rhs[static_cast<size_t>(dim.rhs)]);
    }
  };
  for (const ContractedDim& dim : contraction.contracting) times(dim);
  for (const ContractedDim& dim : contraction.window) times(dim);
  return flops < 9e18 ? static_cast<int64_t>(flops) : INT64_MAX;
}

int64_t ElementBits(const TypeStore& types, TypeId type) {
  TypeId element = types.IsTensor(type) ? types.element(type) : type;
  int64_t parts = 1;
  if (types.kind(element) == TypeKind::kComplex) {
    parts = 2;
    element = types.element(element);
  }
  switch (types.kind(element)) {
    case TypeKind::kInteger:
    case TypeKind::kFloat:
    case TypeKind::kIndex:
      return parts * types.NumberBits(element);
    default:
      return 8;
  }
}

int64_t StoredBits(const TypeStore& types, TypeId type) {
  if (!types.IsTensor(type) && types.kind(type) == TypeKind::kToken) return 0;
  const int64_t bits = ElementBits(types, type);
  return bits < 2 ? 8 : bits;
}

int64_t StoredBytes(int64_t elements, int64_t bits) {
  if (bits % 8 == 0) return SaturatingProduct(elements, bits / 8);
  const int64_t all = SaturatingProduct(elements, bits);
  return all == INT64_MAX ? INT64_MAX : CeilDiv(all, 8);
}

int64_t ElementBytes(const TypeStore& types, TypeId type) {
  return StoredBytes(1, StoredBits(types, type));
}

int64_t BytesOf(const Module& m, ValueId value) {
  int64_t elements = 1;
  for (const int64_t size : Shape(m, value)) {
    elements = SaturatingProduct(elements, size);
  }
  return StoredBytes(elements, StoredBits(m.types, m.type(value)));
}

}  // namespace shardflow::internal
