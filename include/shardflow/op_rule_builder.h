#ifndef SHARDFLOW_OP_RULE_BUILDER_H_
#define SHARDFLOW_OP_RULE_BUILDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/extend.h"

// Makes the text of a sharding rule factor by factor, for callbacks that would
// otherwise paste strings together.
//
//   ops.AddRule("my.matmul", [](const OpView& op) {
//     return OpRuleBuilder(op)
//         .AddFactor({0, kNoDimension}, {0})
//         .AddFactor({1, 0}, {kNoDimension}, FactorKind::kReduction)
//         .AddFactor({kNoDimension, 1}, {1})
//         .Text();  // ([i, j], [j, k])->([i, k]) reduction={j}
//   });

namespace shardflow {

// Instead of a dimension: the factor is in none of this tensor's.
inline constexpr int kNoDimension = -1;

// What sharding along a factor means for the op (docs/rules.md).
enum class FactorKind {
  kPassThrough,
  kReduction,
  kNeedReplication,
  kPermutation,
};

// The rule of one op. After a wrong call (a list of the wrong length, a
// dimension that a tensor does not have) there is no text.
class SHARDFLOW_EXPORT OpRuleBuilder {
 public:
  // Of an op with operands and results of these ranks.
  OpRuleBuilder(std::vector<int> operand_ranks, std::vector<int> result_ranks);
  // Of this one. It is wrong if a tensor has no known rank.
  explicit OpRuleBuilder(const OpView& op);

  // Adds a factor: the dimension that it is in, for each operand and result.
  // Factors that share a dimension are added major to minor, with their `size`s
  // in elements; one may be 0, which is the rest of the dimension.
  OpRuleBuilder& AddFactor(const std::vector<int>& operand_dimensions,
                           const std::vector<int>& result_dimensions,
                           FactorKind kind = FactorKind::kPassThrough,
                           int64_t size = 0);
  // Adds a factor for each dimension, the same of every tensor; all tensors
  // have the rank of the first result.
  OpRuleBuilder& AddPointwise(FactorKind kind = FactorKind::kPassThrough);
  // Blocks propagation along the factor that was added last.
  OpRuleBuilder& BlockPropagation();

  // Nullopt: a call was wrong. Dimensions without a factor are `*`.
  std::optional<std::string> Text() const;

 private:
  struct Factor {
    FactorKind kind;
    int64_t size;
    bool blocked = false;
  };
  using Tensors = std::vector<std::vector<std::vector<int>>>;
  void Place(const std::vector<int>& dimensions, Tensors& tensors);

  Tensors operands_, results_;  // factors of each dimension of each tensor
  std::vector<Factor> factors_;
  bool wrong_ = false;
};

}  // namespace shardflow

#endif  // SHARDFLOW_OP_RULE_BUILDER_H_
