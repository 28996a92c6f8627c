#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/compare.h"
#include "evaluator/random_program.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"

// Damages per-device programs in every way that a faulty partitioner might:
// drops each collective, changes its groups or pairs, and shifts the tables
// indexed by device number. The evaluator has to notice the damage, because
// otherwise tests that rely on it would pass for incorrect programs.

namespace shardflow::internal {
namespace {

using Ids = std::vector<int64_t>;

// Replaces the numbers in an attribute. The shape of its table stays the same.
void SetIds(Module& m, OpId op, const char* name, const Ids& ids) {
  const AttrId attr = FindAttr(m, op, name);
  const std::span<const int64_t> of = m.types.dims(ElementsType(m, attr));
  const std::vector<int64_t> dims(of.begin(), of.end());
  m.SetAttr(op, m.names.Intern(name), MakeDenseI64(m, dims, ids));
}

Ids Rotated(Ids ids) {
  std::rotate(ids.begin(), ids.begin() + 1, ids.end());
  return ids;
}

// Lists all ways to damage one program.
class Damager {
 public:
  explicit Damager(const Module& m) : m_(m) {
    for (const OpId op : m.Ops(m.body())) {
      if (m.kind(op) != OpKind::kMesh) continue;
      const SymbolTable symbols(m);
      devices_ = std::max(
          devices_,
          m.shardings.mesh(symbols.FindMesh(m, m.symbol(op))).TotalSize());
    }
  }

  std::vector<Damage> All() {
    int number = 0;
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      const std::string_view name = m_.op_name(op);
      if (!name.starts_with("stablehlo.")) return;
      place_ = fmt::format("{} {}", name.substr(10), number++);
      Visit(op);
    });
    return std::move(list_);
  }

 private:
  void Add(OpId op, std::string_view what, std::function<void(Module&)> apply) {
    list_.push_back(
        {fmt::format("{}: {}", place_, what), op, std::move(apply)});
  }

  void Visit(OpId op) {
    switch (m_.kind(op)) {
      case OpKind::kAllReduce:
        Drop(op);
        RegroupDevices(op);
        break;
      case OpKind::kAllGather:
      case OpKind::kReduceScatter:
      case OpKind::kAllToAll:
        RegroupDevices(op);
        ReorderGroups(op);
        break;
      case OpKind::kCollectivePermute:
        Drop(op);
        ChangePairs(op);
        break;
      case OpKind::kConstant:
        ShiftTable(op);
        break;
      default:
        break;
    }
  }

  // Turns the collective into one that leaves each device with its own data.
  void Drop(OpId op) {
    const bool is_permute = m_.kind(op) == OpKind::kCollectivePermute;
    Add(op, "dropped", [op, is_permute, devices = devices_](Module& m) {
      Ids ids;
      for (int64_t d = 0; d < devices; ++d) {
        ids.push_back(d);
        if (is_permute) ids.push_back(d);
      }
      const int64_t dims[] = {devices, is_permute ? 2 : 1};
      m.SetAttr(
          op,
          m.names.Intern(is_permute ? "source_target_pairs" : "replica_groups"),
          MakeDenseI64(m, dims, ids));
    });
  }

  // Moves the last device of each group to the next group.
  void RegroupDevices(OpId op) {
    const Ids ids = *DenseI64(m_, op, "replica_groups");
    const AttrId attr = FindAttr(m_, op, "replica_groups");
    const auto count =
        static_cast<size_t>(m_.types.dims(ElementsType(m_, attr))[1]);
    if (count < 2 || count == ids.size()) return;
    Ids last, changed = ids;
    for (size_t i = count - 1; i < ids.size(); i += count) {
      last.push_back(ids[i]);
    }
    last = Rotated(std::move(last));
    for (size_t i = 0; i < last.size(); ++i) {
      changed[i * count + count - 1] = last[i];
    }
    Add(op, "other groups",
        [op, changed](Module& m) { SetIds(m, op, "replica_groups", changed); });
  }

  void ReorderGroups(OpId op) {
    Ids ids = *DenseI64(m_, op, "replica_groups");
    const AttrId attr = FindAttr(m_, op, "replica_groups");
    const auto count =
        static_cast<size_t>(m_.types.dims(ElementsType(m_, attr))[1]);
    if (count < 2) return;
    for (size_t i = 0; i < ids.size(); i += count) {
      std::swap(ids[i], ids[i + 1]);
    }
    Add(op, "groups in another order",
        [op, ids](Module& m) { SetIds(m, op, "replica_groups", ids); });
  }

  void ChangePairs(OpId op) {
    const Ids ids = *DenseI64(m_, op, "source_target_pairs");
    if (ids.size() < 4) return;
    Ids targets, shifted = ids;
    for (size_t i = 1; i < ids.size(); i += 2) targets.push_back(ids[i]);
    targets = Rotated(std::move(targets));
    for (size_t i = 0; i < targets.size(); ++i) shifted[2 * i + 1] = targets[i];
    Add(op, "targets shifted", [op, shifted](Module& m) {
      SetIds(m, op, "source_target_pairs", shifted);
    });
  }

  // Shifts the elements of a table, which is a constant indexed by device
  // number.
  void ShiftTable(OpId op) {
    OpId reader = OpId::None();
    for (const UseId use : m_.Uses(m_.result(op, 0))) {
      const OpId user = m_.use(use).owner;
      if (m_.kind(user) == OpKind::kDynamicSlice &&
          m_.operand_index(use) == 0) {
        reader = user;
      }
    }
    const auto ids = DenseI64(m_, op, "value");
    if (!reader || !ids || ids->size() < 2) return;
    const Ids shifted = Rotated(*ids);
    if (shifted == *ids) return;
    Add(reader, "table shifted",
        [op, shifted](Module& m) { SetIds(m, op, "value", shifted); });
  }

  const Module& m_;
  int64_t devices_ = 1;
  std::string place_;
  std::vector<Damage> list_;
};

std::vector<Damage> DamagesOf(const Module& m) { return Damager(m).All(); }

struct Case {
  const char* name;
  const char* text;
  // Damage that can't be noticed. The comments say why.
  std::set<std::string> equivalent = {};
};

const Case kCases[] = {
    {"product", R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %b: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
})"},
    {"scattered product", R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %b: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
})"},
    {"halo", R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    %k: tensor<3x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>})
    -> (tensor<1x16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x16x3xf32>, tensor<3x3x2xf32>) -> tensor<1x16x2xf32>
  return %0 : tensor<1x16x2xf32>
})"},
    {"ragged", R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %a: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<14x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %a [2:16, 0:3] : (tensor<16x3xf32>) -> tensor<14x3xf32>
  %1 = stablehlo.cosine %0 : tensor<14x3xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<14x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %2, %1 : tensor<3xf32>, tensor<14x3xf32>
})"},
    {"reductions", R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<8x12xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [0]
      : (tensor<8x12xf32>, tensor<f32>) -> tensor<12xf32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<8x12xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<8xf32>, tensor<12xf32>, tensor<f32>
})"},
    {"transposed axes", R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
        tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
        tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y", "x"}]>}) {
  %0 = stablehlo.sine %a : tensor<8x16xf32>
  %1 = stablehlo.cosine %a : tensor<8x16xf32>
  %2 = stablehlo.negate %a : tensor<8x16xf32>
  return %0, %1, %2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
})"},
    {"combined sums", R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<8x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
})"},
    {"roll",
     R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
        tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [3:16] : (tensor<16xf32>) -> tensor<13xf32>
  %1 = stablehlo.slice %a [0:3] : (tensor<16xf32>) -> tensor<3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<13xf32>, tensor<3xf32>) -> tensor<16xf32>
  %3 = stablehlo.reverse %a, dims = [0] : tensor<16xf32>
  return %2, %3 : tensor<16xf32>, tensor<16xf32>
})",
     // With a shifted table, some devices take the end of the roll from the
     // wrong one of two tensors. This has no effect, because the two tensors
     // have the same elements on those devices.
     {"constant 1: table shifted"}},
};

TEST(Mutation, EveryDamageIsNoticed) {
  size_t noticed = 0;
  for (const Case& c : kCases) {
    const DamageReport report = TryDamages(c.text, "propagate=true", DamagesOf);
    EXPECT_EQ(report.undamaged.verdict, Comparison::kEqual)
        << c.name << ": " << report.undamaged.error.message;
    EXPECT_GT(report.noticed, 0u) << c.name;
    const std::set<std::string> unnoticed(report.unnoticed.begin(),
                                          report.unnoticed.end());
    EXPECT_EQ(unnoticed, c.equivalent) << c.name << "\n"
                                       << report.undamaged.local;
    noticed += report.noticed;
  }
  EXPECT_GE(noticed, 30u);
}

// Not all damage to random programs is noticed, because these programs select,
// compare and cut off values, and padding may hold anything.
// (docs/execute.md has the figures for 60 programs.)
TEST(Mutation, MostDamageToRandomProgramsIsNoticed) {
  size_t noticed = 0, unnoticed = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const DamageReport report =
        TryDamages(RandomProgram(seed), "propagate=true", DamagesOf);
    EXPECT_EQ(report.undamaged.verdict, Comparison::kEqual) << seed;
    noticed += report.noticed;
    unnoticed += report.unnoticed.size();
  }
  EXPECT_GE(noticed, 100u);
  EXPECT_LE(unnoticed * 3, noticed);
}

}  // namespace
}  // namespace shardflow::internal
