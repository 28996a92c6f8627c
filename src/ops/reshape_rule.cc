#include "ops/reshape_rule.h"

#include <numeric>

namespace shardflow::internal {
namespace {

// The shape on one side of the reshape, read from left to right.
class Side {
 public:
  explicit Side(std::span<const int64_t> shape) : shape_(shape) {}

  bool AtEnd() const { return dim_ == shape_.size(); }
  int64_t dim() const { return static_cast<int64_t>(dim_); }
  bool AtUnitDim() const { return !AtEnd() && left_ == 0 && shape_[dim_] == 1; }
  void SkipUnitDim() { ++dim_; }

  // Returns the size of the current dimension divided by the factors taken from
  // it.
  int64_t Remaining() {
    if (left_ == 0 && !AtEnd()) left_ = shape_[dim_];
    return left_ == 0 ? 1 : left_;
  }
  // Returns the product of the factors taken so far.
  int64_t taken() const { return taken_; }
  // Takes a factor, which must divide Remaining().
  void Take(int64_t factor) {
    taken_ *= factor;
    left_ /= factor;
    if (left_ == 1) {
      left_ = 0;
      ++dim_;
    }
  }

 private:
  std::span<const int64_t> shape_;
  size_t dim_ = 0;
  int64_t left_ = 0;  // 0 if the dimension hasn't been started
  int64_t taken_ = 1;
};

// Returns the next factor of the side whose product of factors is smaller
// (`behind`). The factor makes the products equal if possible; otherwise it
// leaves the common divisor for the next factor.
int64_t FactorToCatchUp(int64_t remaining, int64_t divisor, int64_t behind,
                        int64_t ahead) {
  if (ahead % behind == 0 && remaining % (ahead / behind) == 0) {
    return ahead / behind;
  }
  return remaining > divisor ? remaining / divisor : remaining;
}

}  // namespace

bool ReshapeRule(const RuleContext& c, RuleBuilder& rule) {
  if (c.operand_count() != 1 || c.result_count() != 1 ||
      !c.m.types.IsTensor(c.m.type(c.m.operand(c.op, 0))) ||
      !c.m.types.IsTensor(c.m.type(c.m.result(c.op, 0)))) {
    return false;
  }
  const int64_t elements =
      c.m.types.ElementCount(c.m.type(c.m.operand(c.op, 0)));
  // With these checks, products can't exceed the number of elements, and no
  // factor is 0.
  if (elements == 0 || elements == INT64_MAX ||
      elements != c.m.types.ElementCount(c.m.type(c.m.result(c.op, 0)))) {
    return false;
  }
  const bool permutes = ReshapePermutesWhereShapesPart(c.options.compat);
  const FactorType one_sided =
      permutes ? FactorType::kNeedReplication : FactorType::kPassThrough;
  Side in(c.operand(0));
  Side out(c.result(0));
  while (!in.AtEnd() || !out.AtEnd()) {
    if (in.AtUnitDim()) {
      rule.AddFactor({in.dim()}, {kNullDim}, 1, one_sided);
      in.SkipUnitDim();
      continue;
    }
    if (out.AtUnitDim()) {
      rule.AddFactor({kNullDim}, {out.dim()}, 1, one_sided);
      out.SkipUnitDim();
      continue;
    }
    const int64_t in_left = in.Remaining();
    const int64_t out_left = out.Remaining();
    const int64_t divisor = std::gcd(in_left, out_left);
    const bool together = in.taken() == out.taken();
    if (together && divisor > 1) {
      rule.AddFactor({in.dim()}, {out.dim()}, divisor);
      in.Take(divisor);
      out.Take(divisor);
    } else if (together) {
      if (permutes) {
        rule.AddFactor({in.dim()}, {out.dim()}, in_left,
                       FactorType::kPermutation);
      } else {
        rule.AddFactor({in.dim()}, {kNullDim}, in_left);
        rule.AddFactor({kNullDim}, {out.dim()}, out_left);
      }
      in.Take(in_left);
      out.Take(out_left);
    } else if (in.taken() < out.taken()) {
      const int64_t factor =
          FactorToCatchUp(in_left, divisor, in.taken(), out.taken());
      rule.AddFactor({in.dim()}, {kNullDim}, factor, one_sided);
      in.Take(factor);
    } else {
      const int64_t factor =
          FactorToCatchUp(out_left, divisor, out.taken(), in.taken());
      rule.AddFactor({kNullDim}, {out.dim()}, factor, one_sided);
      out.Take(factor);
    }
  }
  return true;
}

}  // namespace shardflow::internal
