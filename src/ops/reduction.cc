#include "ops/reduction.h"

#include <cstdint>
#include <span>
#include <unordered_map>

#include "ir/type.h"
#include "ops/known_values.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

bool Combines(OpKind kind) {
  switch (kind) {
    case OpKind::kAdd:
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kAnd:
    case OpKind::kOr:
    case OpKind::kXor:
      return true;
    default:
      return false;
  }
}

// Whether the op combines these two values, in any order.
bool CombinesBoth(const Module& m, OpId op, ValueId left, ValueId right) {
  if (!Combines(m.kind(op))) return false;
  const ValueId a = m.operand(op, 0), b = m.operand(op, 1);
  return (a == left && b == right) || (a == right && b == left);
}

// Returns the terminator of the body. Returns None if the body doesn't have two
// arguments and one returned value for each result.
OpId BodyEnd(const Module& m, OpId reduce) {
  const BlockId body = m.region_count(reduce) == 1
                           ? m.first_block(m.region(reduce, 0))
                           : BlockId::None();
  const OpId end = body ? m.terminator(body) : OpId::None();
  const auto results = static_cast<size_t>(m.result_count(reduce));
  if (!end || m.kind(end) != OpKind::kStablehloReturn ||
      m.args(body).size() != 2 * results ||
      m.operand_count(end) != m.result_count(reduce)) {
    return OpId::None();
  }
  return end;
}

bool IsZeroNeutral(OpKind kind) {
  return kind == OpKind::kAdd || kind == OpKind::kOr || kind == OpKind::kXor;
}

// Returns the neutral element's bits for a multiply, `and`, maximum or minimum.
std::optional<uint64_t> NeutralBits(const Module& m, OpKind kind,
                                    TypeId element) {
  const bool smallest = kind == OpKind::kMaximum;
  if (m.types.kind(element) == TypeKind::kInteger) {
    const bool is_unsigned =
        m.types.IsUnsigned(element) || m.types.IsInteger(element, 1);
    const auto bits = static_cast<uint64_t>(m.types.width(element));
    const uint64_t all = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    if (kind == OpKind::kAnd) return all;
    if (kind == OpKind::kMinimum) return is_unsigned ? all : all >> 1;
    if (smallest) return is_unsigned ? 0 : all ^ (all >> 1);
    return 1;
  }
  if (m.types.kind(element) != TypeKind::kFloat) return std::nullopt;
  struct Row {
    FloatKind kind;
    uint64_t one, infinity, sign;
  };
  constexpr Row kRows[] = {
      {FloatKind::kF16, 0x3C00, 0x7C00, 0x8000},
      {FloatKind::kBF16, 0x3F80, 0x7F80, 0x8000},
      {FloatKind::kF32, 0x3F800000, 0x7F800000, 0x80000000},
      {FloatKind::kF64, 0x3FF0000000000000, 0x7FF0000000000000,
       0x8000000000000000},
  };
  for (const Row& row : kRows) {
    if (row.kind != m.types.float_kind(element)) continue;
    if (kind == OpKind::kMultiply) return row.one;
    return row.infinity | (smallest ? row.sign : 0);
  }
  return std::nullopt;
}

bool IsBoolean(const Module& m, ValueId value) {
  const TypeId element = m.types.element(m.type(value));
  return m.types.IsInteger(element, 1);
}

std::optional<ReductionKind> CollectiveOf(const Module& m, OpKind kind,
                                          ValueId value) {
  switch (kind) {
    case OpKind::kAdd:
      return ReductionKind::kSum;
    case OpKind::kMultiply:
      // Each shard's product starts with 1, so it must be known how the element
      // type represents 1.
      if (NeutralBits(m, kind, m.types.element(m.type(value)))) {
        return ReductionKind::kProduct;
      }
      break;
    case OpKind::kMaximum:
      return ReductionKind::kMax;
    case OpKind::kMinimum:
      return ReductionKind::kMin;
    case OpKind::kAnd:
      if (IsBoolean(m, value)) return ReductionKind::kMin;
      break;
    case OpKind::kOr:
      if (IsBoolean(m, value)) return ReductionKind::kMax;
      break;
    default:
      break;
  }
  return std::nullopt;
}

// Whether combining an element with itself changes nothing, because the body
// only chooses one of the two, as for argmax.
bool IsIdempotent(const Module& m, OpId reduce) {
  const OpId end = BodyEnd(m, reduce);
  if (!end) return false;
  const BlockId body = m.first_block(m.region(reduce, 0));
  // `element_of[v] == i` means that if the two elements of result i are equal,
  // then v equals them.
  std::unordered_map<ValueId, size_t> element_of;
  const auto results = static_cast<size_t>(m.result_count(reduce));
  const std::span<const ValueId> args = m.args(body);
  for (size_t i = 0; i < args.size(); ++i) element_of[args[i]] = i % results;
  const auto chooses = [&](OpId op, int first) {
    const auto a = element_of.find(m.operand(op, first));
    const auto b = element_of.find(m.operand(op, first + 1));
    if (a == element_of.end() || b == element_of.end() ||
        a->second != b->second) {
      return;
    }
    element_of[m.result(op, 0)] = a->second;
  };
  for (OpId op = m.block(body).first; op; op = m.op(op).next) {
    switch (m.kind(op)) {
      case OpKind::kMaximum:
      case OpKind::kMinimum:
      case OpKind::kAnd:
      case OpKind::kOr:
        chooses(op, 0);
        break;
      case OpKind::kSelect:
        chooses(op, 1);
        break;
      default:
        break;
    }
  }
  for (size_t i = 0; i < results; ++i) {
    const auto found = element_of.find(m.operand(end, static_cast<int>(i)));
    if (found == element_of.end() || found->second != i) return false;
  }
  return true;
}

}  // namespace

std::vector<OpKind> CombiningOps(const Module& m, OpId reduce) {
  std::vector<OpKind> kinds(static_cast<size_t>(m.result_count(reduce)),
                            OpKind::kUnknown);
  const OpId end = BodyEnd(m, reduce);
  if (!end) return kinds;
  const std::span<const ValueId> args =
      m.args(m.first_block(m.region(reduce, 0)));
  for (size_t i = 0; i < kinds.size(); ++i) {
    const OpId def = m.def(m.operand(end, static_cast<int>(i)));
    if (def && CombinesBoth(m, def, args[i], args[i + kinds.size()])) {
      kinds[i] = m.kind(def);
    }
  }
  return kinds;
}

OpKind CombiningOp(const Module& m, RegionId region) {
  const BlockId body = m.first_block(region);
  const OpId end = body ? m.terminator(body) : OpId::None();
  if (!end || m.kind(end) != OpKind::kStablehloReturn ||
      m.args(body).size() != 2 || m.operand_count(end) != 1) {
    return OpKind::kUnknown;
  }
  const OpId def = m.def(m.operand(end, 0));
  return def && CombinesBoth(m, def, m.args(body)[0], m.args(body)[1])
             ? m.kind(def)
             : OpKind::kUnknown;
}

std::optional<ReductionKind> CollectiveOf(const Module& m, OpId reduce) {
  std::optional<ReductionKind> common;
  const std::vector<OpKind> kinds = CombiningOps(m, reduce);
  for (size_t i = 0; i < kinds.size(); ++i) {
    const std::optional<ReductionKind> own =
        CollectiveOf(m, kinds[i], m.result(reduce, static_cast<int>(i)));
    if (!own || (common && common != own)) return std::nullopt;
    common = own;
  }
  return common;
}

ValueId Neutral(Module& m, Builder& b, OpKind kind, TypeId element) {
  const TypeId scalar = m.types.Tensor({}, element);
  if (IsZeroNeutral(kind)) return b.Zero(scalar);
  const std::optional<uint64_t> bits = NeutralBits(m, kind, element);
  return bits ? b.Splat(scalar, static_cast<int64_t>(*bits)) : ValueId::None();
}

void FillReduction(Module& m, OpId reduce, OpKind kind, TypeId scalar) {
  const BlockId block = m.AppendBlock(m.region(reduce, 0));
  m.AddArg(block, scalar);
  m.AddArg(block, scalar);
  const ValueId lhs = m.args(block)[0], rhs = m.args(block)[1];
  Builder body(m, block, OpId::None(), m.loc(reduce));
  const ValueId both = body.Binary(kind, lhs, rhs);
  body.Return({&both, 1});
}

bool IsNeutral(const Module& m, OpKind kind, ValueId value) {
  if (IsZeroNeutral(kind)) return IsZero(m, value);
  switch (kind) {
    case OpKind::kMultiply:
      return IsOne(m, value);
    case OpKind::kAnd:
      return IsAllOnes(m, value);
    case OpKind::kMaximum:
    case OpKind::kMinimum: {
      const std::optional<uint64_t> bits = SplatBits(m, value);
      return bits &&
             bits == NeutralBits(m, kind, m.types.element(m.type(value)));
    }
    default:
      return false;
  }
}

std::vector<ValueId> NeutralStarts(Module& m, Builder& b, OpId reduce) {
  std::vector<ValueId> starts;
  if (m.kind(reduce) != OpKind::kReduce) return starts;
  const bool idempotent = IsIdempotent(m, reduce);
  const std::vector<OpKind> kinds = CombiningOps(m, reduce);
  const int count = m.result_count(reduce);
  for (int i = 0; i < count; ++i) {
    const ValueId init = m.operand(reduce, count + i);
    const OpKind kind = kinds[static_cast<size_t>(i)];
    if (idempotent || kind == OpKind::kMaximum || kind == OpKind::kMinimum ||
        IsNeutral(m, kind, init)) {
      starts.push_back(init);
      continue;
    }
    const ValueId neutral =
        kind == OpKind::kUnknown
            ? ValueId::None()
            : Neutral(m, b, kind, m.types.element(m.type(init)));
    if (neutral.IsNone()) return {};
    starts.push_back(neutral);
  }
  return starts;
}

}  // namespace shardflow::internal
