#include "cost/product_order.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

struct Case {
  std::string name;
  // The left operand's dimensions of each kind, as indices.
  std::vector<int64_t> batch, free, contracted;
  std::vector<int64_t> local;
  OperandOrder expected;
};

std::vector<ContractedDim> Dims(const std::vector<int64_t>& lhs) {
  std::vector<ContractedDim> dims;
  for (const int64_t d : lhs) dims.push_back({.lhs = d, .rhs = d, .out = -1});
  return dims;
}

TEST(ProductOrder, OfTheLeftOperand) {
  const Case cases[] = {
      {"rows by columns", {}, {0}, {1}, {8, 4}, OperandOrder::kInOrder},
      {"columns by rows", {}, {1}, {0}, {4, 8}, OperandOrder::kSwapped},
      {"two contracted", {}, {2}, {0, 1}, {2, 4, 8}, OperandOrder::kCopied},
      {"two free", {}, {1, 2}, {0}, {4, 2, 8}, OperandOrder::kCopied},
      {"with batch", {0, 1}, {2}, {3}, {2, 2, 8, 4}, OperandOrder::kInOrder},
      {"swapped", {0, 1}, {3}, {2}, {2, 2, 4, 8}, OperandOrder::kSwapped},
      {"thin batch", {0, 1}, {3}, {2}, {1, 2, 4, 8}, OperandOrder::kCopied},
      {"size unknown", {0, 1}, {3}, {2}, {}, OperandOrder::kSwapped},
      {"batch behind", {0, 2}, {3}, {1}, {2, 4, 2, 8}, OperandOrder::kInOrder},
      {"a vector", {}, {}, {0}, {4}, OperandOrder::kInOrder},
  };
  for (const Case& c : cases) {
    Contraction contraction;
    contraction.batch = Dims(c.batch);
    contraction.lhs_free = Dims(c.free);
    contraction.contracting = Dims(c.contracted);
    EXPECT_EQ(OrderOf(contraction, /*is_left=*/true, c.local), c.expected)
        << c.name;
  }
}

TEST(ProductOrder, OfTheRightOperand) {
  Contraction c;
  c.rhs_free = Dims({1});
  c.contracting = Dims({0});
  EXPECT_EQ(OrderOf(c, /*is_left=*/false, {}), OperandOrder::kInOrder);
  c.rhs_free = Dims({0});
  c.contracting = Dims({1, 2});
  EXPECT_EQ(OrderOf(c, /*is_left=*/false, {}), OperandOrder::kCopied);
}

}  // namespace
}  // namespace shardflow::internal
