#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/id_column.h"
#include "base/intern.h"
#include "ir/module.h"

// Tests the tables of a module. Rows are narrow where possible, which must not
// be visible from outside.

namespace shardflow::internal {
namespace {

// Returns `count` values: the results of a new detached op.
std::vector<ValueId> MakeValues(Module& m, size_t count) {
  const std::vector<TypeId> types(count, TypeId(0));
  const OpId op = m.CreateOp({.name = NameId(0), .result_types = types});
  std::vector<ValueId> values;
  for (int i = 0; i < m.result_count(op); ++i) {
    values.push_back(m.result(op, i));
  }
  return values;
}

std::vector<ValueId> Operands(const Module& m, OpId op) {
  std::vector<ValueId> operands;
  for (int i = 0; i < m.operand_count(op); ++i) {
    EXPECT_EQ(m.operand_index(m.operand_use(op, i)), i);
    EXPECT_EQ(m.use(m.operand_use(op, i)).owner, op);
    operands.push_back(m.operand(op, i));
  }
  return operands;
}

// Numbers of operands and results on both sides of the limits of a narrow row.
const size_t kCounts[] = {0, 1, 2, 253, 254, 255, 256, 1000};

// The two stores don't share memory.
TEST(ModuleTablesTest, AMovedFromStoreIsEmptyAndCanBeUsed) {
  StringStore from;
  const NameId first = from.Intern("first");
  StringStore to = std::move(from);
  EXPECT_EQ(from.size(), 0u);
  const NameId other = from.Intern("other");
  const NameId second = to.Intern("second");
  EXPECT_EQ(from.Get(other), "other");
  EXPECT_EQ(to.Get(first), "first");
  EXPECT_EQ(to.Get(second), "second");
}

TEST(ModuleTablesTest, AnOpHasAnyNumberOfOperandsAndResults) {
  Module m;
  const std::vector<ValueId> values = MakeValues(m, 1000);
  ASSERT_EQ(values.size(), 1000u);
  for (const size_t operands : kCounts) {
    for (const size_t results : kCounts) {
      const std::vector<ValueId> taken(
          values.begin(),
          values.begin() + static_cast<std::ptrdiff_t>(operands));
      const std::vector<TypeId> types(results, TypeId(1));
      const OpId op = m.CreateOp(
          {.name = NameId(0), .operands = taken, .result_types = types});
      EXPECT_EQ(Operands(m, op), taken);
      EXPECT_EQ(m.result_count(op), static_cast<int>(results));
      EXPECT_EQ(m.region_count(op), 0);
      for (int i = 0; i < m.result_count(op); ++i) {
        EXPECT_EQ(m.def(m.result(op, i)), op);
        EXPECT_EQ(m.index(m.result(op, i)), i);
        EXPECT_EQ(m.type(m.result(op, i)), TypeId(1));
      }
    }
  }
}

TEST(ModuleTablesTest, OperandListsGrowAndShrink) {
  for (const int regions : {0, 2}) {
    for (const size_t from : kCounts) {
      for (const size_t to : kCounts) {
        Module m;
        const std::vector<ValueId> values = MakeValues(m, 1000);
        const std::vector<ValueId> before(
            values.begin(), values.begin() + static_cast<std::ptrdiff_t>(from));
        const std::vector<ValueId> after(
            values.end() - static_cast<std::ptrdiff_t>(to), values.end());
        const OpId op = m.CreateOp(
            {.name = NameId(0), .operands = before, .region_count = regions});
        m.SetOperands(op, after);
        EXPECT_EQ(Operands(m, op), after);
        EXPECT_EQ(m.region_count(op), regions);
        const std::vector<TypeId> types(to, TypeId(0));
        m.SetResultTypes(op, types);
        EXPECT_EQ(m.result_count(op), static_cast<int>(to));
        EXPECT_EQ(Operands(m, op), after);
        m.Erase(op);
        EXPECT_TRUE(m.IsErased(op));
        EXPECT_EQ(m.operand_count(op), 0);
        for (const ValueId value : values) EXPECT_FALSE(m.HasUses(value));
      }
    }
  }
}

TEST(ModuleTablesTest, RegionsAreNumbered) {
  Module m;
  const OpId plain = m.CreateOp({.name = NameId(0)});
  const OpId many = m.CreateOp({.name = NameId(0), .region_count = 300});
  EXPECT_EQ(m.region_count(plain), 0);
  ASSERT_EQ(m.region_count(many), 300);
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(m.region_row(m.region(many, i)).parent, many);
    EXPECT_EQ(m.region_index(m.region(many, i)), i);
  }
  m.CreateFuncRow(many);
  EXPECT_TRUE(m.HasFuncRow(many));
  EXPECT_FALSE(m.HasFuncRow(plain));
  m.Erase(many);
  EXPECT_FALSE(m.HasFuncRow(many));
}

// The arguments of a block stay contiguous even if arguments are added to other
// blocks in between.
TEST(ModuleTablesTest, ArgumentsGrowLater) {
  Module m;
  const OpId op = m.CreateOp({.name = NameId(0), .region_count = 2});
  const BlockId a = m.AppendBlock(m.region(op, 0));
  const BlockId b = m.AppendBlock(m.region(op, 1));
  std::vector<ValueId> of_a;
  std::vector<ValueId> of_b;
  for (int i = 0; i < 3; ++i) {
    of_a.push_back(m.AddArg(a, TypeId(i)));
    of_b.push_back(m.AddArg(b, TypeId(i)));
  }
  const auto args = [&](BlockId block) {
    const std::span<const ValueId> found = m.args(block);
    return std::vector<ValueId>(found.begin(), found.end());
  };
  EXPECT_EQ(args(a), of_a);
  EXPECT_EQ(args(b), of_b);
  m.EraseArg(a, 1);
  EXPECT_EQ(args(a), (std::vector<ValueId>{of_a[0], of_a[2]}));
  EXPECT_EQ(m.index(of_a[2]), 1);
  EXPECT_EQ(args(b), of_b);
}

// Moved blocks come after the blocks that are already there.
TEST(ModuleTablesTest, BlocksMoveBehindOthers) {
  Module m;
  const OpId op = m.CreateOp({.name = NameId(0), .region_count = 2});
  const RegionId from = m.region(op, 0);
  const RegionId to = m.region(op, 1);
  const std::vector<BlockId> expected = {m.AppendBlock(to), m.AppendBlock(from),
                                         m.AppendBlock(from)};
  m.MoveBlocks(from, to);
  EXPECT_TRUE(m.RegionIsEmpty(from));
  std::vector<BlockId> found;
  for (const BlockId block : m.Blocks(to)) found.push_back(block);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(m.region_row(to).last, expected[2]);
  m.MoveBlocks(from, to);
  EXPECT_EQ(m.region_row(to).last, expected[2]);
}

TEST(IdColumnTest, KeepsIdsOfAnySize) {
  // The largest id that two bytes can hold is 65534.
  for (const int32_t largest : {65534, 65535, 65536, INT32_MAX}) {
    for (const bool by_set : {false, true}) {
      IdColumn<TypeId> column;
      std::vector<TypeId> model;
      for (int32_t i = 0; i < 1000; ++i) {
        model.push_back(i % 3 == 0 ? TypeId::None() : TypeId(i));
        column.push_back(model.back());
      }
      EXPECT_EQ(column.MemoryBytes(), 2000u);
      if (by_set) {
        column.Set(17, TypeId(largest));
        model[17] = TypeId(largest);
      } else {
        column.push_back(TypeId(largest));
        model.push_back(TypeId(largest));
      }
      const size_t bytes = largest < 65535 ? 2 : 4;
      EXPECT_EQ(column.MemoryBytes(), bytes * model.size());
      column.Set(18, TypeId(7));
      model[18] = TypeId(7);
      column.push_back(TypeId::None());
      model.push_back(TypeId::None());
      column.resize(1500);
      model.resize(1500, TypeId::None());
      ASSERT_EQ(column.size(), model.size());
      for (size_t i = 0; i < model.size(); ++i) EXPECT_EQ(column[i], model[i]);
      column.clear();
      EXPECT_EQ(column.size(), 0u);
      column.push_back(TypeId(3));
      EXPECT_EQ(column.MemoryBytes(), 2u);
      EXPECT_EQ(column[0], TypeId(3));
    }
  }
}

}  // namespace
}  // namespace shardflow::internal
