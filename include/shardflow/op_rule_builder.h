#ifndef SHARDFLOW_OP_RULE_BUILDER_H_
#define SHARDFLOW_OP_RULE_BUILDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/extend.h"

// The text of a sharding rule, made factor by factor: for callbacks that would
// otherwise put strings together.
//
//   ops.AddRule("my.matmul", [](const OpView& op) {
//     return OpRuleBuilder(op)
//         .AddFactor({0, kNoDimension}, {0})
//         .AddFactor({1, 0}, {kNoDimension}, FactorKind::kReduction)
//         .AddFactor({kNoDimension, 1}, {1})
//         .Text();  // ([i, j], [j, k])->([i, k]) reduction={j}
//   });

namespace shardflow {

// In place of a dimension: the factor is in none of this tensor.
inline constexpr int kNoDimension = -1;

// What becomes of an op that is sharded along a factor; docs/rules.md tells.
enum class FactorKind {
  kPassThrough,
  kReduction,
  kNeedReplication,
  kPermutation,
};

// The rule of one op. Calls that are wrong (a list of another length than there
// are operands or results, a dimension that a tensor hasn't) are remembered:
// there is no text then.
class SHARDFLOW_EXPORT OpRuleBuilder {
 public:
  // Of an op with operands and results of these ranks.
  OpRuleBuilder(std::vector<int> operand_ranks, std::vector<int> result_ranks);
  // Of this one. It is wrong if a tensor has no known rank.
  explicit OpRuleBuilder(const OpView& op);

  // A factor: the dimension that it is in, for each operand and each result.
  // Several factors of one dimension are added major to minor; then their
  // `size`s are given, in elements, all but one that follows from the
  // dimension. 0: as large as the dimension, or as is left of it.
  OpRuleBuilder& AddFactor(const std::vector<int>& operand_dimensions,
                           const std::vector<int>& result_dimensions,
                           FactorKind kind = FactorKind::kPassThrough,
                           int64_t size = 0);
  // For each dimension of the first result a factor that is in the same
  // dimension of every tensor; all have its rank.
  OpRuleBuilder& AddPointwise(FactorKind kind = FactorKind::kPassThrough);
  // Nothing propagates along the factor that was added last.
  OpRuleBuilder& BlockPropagation();

  // Nullopt: a call was wrong. Dimensions without a factor stay as they are,
  // `*`.
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
