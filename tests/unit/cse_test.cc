#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Compares -cse with an elimination that simply looks up the text of every op.
// (The pass hashes few ops: the uses of an operand usually show that no two of
// its users can be equal.)

namespace shardflow::internal {
namespace {

// An op with one result, or with regions that return one value each. Values are
// numbers; the arguments of the function are 0 to kArgs - 1.
struct Op {
  std::string kind;
  std::vector<int> operands;
  int result = 0;
  struct Region {
    std::vector<Op> ops;
    int returned = 0;
  };
  std::vector<Region> regions;
};
constexpr int kArgs = 2;
constexpr std::string_view kEffect = "custom_call";

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  std::vector<Op> Ops(int count, int depth) {
    std::vector<Op> ops;
    for (int i = 0; i < count; ++i) ops.push_back(Next(depth));
    return ops;
  }
  int Value() { return values_[Below(values_.size())]; }

 private:
  size_t Below(size_t limit) { return random_() % limit; }

  Op Next(int depth) {
    static constexpr std::array<std::string_view, 7> kKinds = {
        "constant", "negate", "abs", "negate", "add", "multiply", kEffect};
    Op op;
    if (depth > 0 && Below(5) == 0) {
      op.kind = "if";
      const std::vector<int> outer = values_;
      for (int r = 0; r < 2; ++r) {
        op.regions.emplace_back();
        op.regions.back().ops = Ops(static_cast<int>(Below(4)), depth - 1);
        op.regions.back().returned = Value();
        values_ = outer;
      }
    } else {
      op.kind = kKinds[Below(kKinds.size())];
      const bool binary = op.kind == "add" || op.kind == "multiply";
      const int operands = op.kind == "constant" ? 0 : binary ? 2 : 1;
      for (int i = 0; i < operands; ++i) op.operands.push_back(Value());
    }
    op.result = next_++;
    values_.push_back(op.result);
    return op;
  }

  std::mt19937 random_;
  int next_ = kArgs;
  std::vector<int> values_ = {0, 1};
};

// Writes ops. If `local` is set, values in regions are numbered in the order in
// which they are written.
class Writer {
 public:
  explicit Writer(bool local) : local_(local) {}

  std::string Text(const Op& op, std::string_view result) {
    std::string text = result.empty() ? "" : fmt::format("{} = ", result);
    constexpr std::string_view kType = "tensor<4xf32>";
    if (op.kind == "constant") {
      return text + "stablehlo.constant dense<1.0> : tensor<4xf32>\n";
    }
    if (op.kind == "if") {
      text += "\"stablehlo.if\"(%p) (";
      for (size_t r = 0; r < op.regions.size(); ++r) {
        text += (r > 0 ? ", {\n" : "{\n") + Text(op.regions[r].ops);
        text += fmt::format("stablehlo.return {} : {}\n}}",
                            Name(op.regions[r].returned), kType);
      }
      return text + fmt::format(") : (tensor<i1>) -> {}\n", kType);
    }
    if (op.kind == kEffect) {
      return text + fmt::format(
                        "stablehlo.custom_call @f({}) "
                        "{{has_side_effect = true}} : ({}) -> {}\n",
                        Name(op.operands[0]), kType, kType);
    }
    text += "stablehlo." + op.kind;
    std::string_view separator = " ";
    for (const int operand : op.operands) {
      text += fmt::format("{}{}", separator, Name(operand));
      separator = ", ";
    }
    return text + fmt::format(" : {}\n", kType);
  }
  std::string Text(const std::vector<Op>& ops) {
    std::string text;
    for (const Op& op : ops) {
      if (local_) names_[op.result] = fmt::format("%l{}", names_.size());
      text += Text(op, Name(op.result));
    }
    return text;
  }

 private:
  std::string Name(int value) const {
    const auto at = names_.find(value);
    return at != names_.end() ? at->second : fmt::format("%v{}", value);
  }

  const bool local_;  // whether to number values in regions by position
  std::map<int, std::string> names_;
};

bool HasEffects(const Op& op) {
  for (const Op::Region& region : op.regions) {
    for (const Op& inner : region.ops) {
      if (HasEffects(inner)) return true;
    }
  }
  return op.kind == kEffect;
}

void AddUses(const std::vector<Op>& ops, std::set<int>& used) {
  for (const Op& op : ops) {
    used.insert(op.operands.begin(), op.operands.end());
    for (const Op::Region& region : op.regions) {
      AddUses(region.ops, used);
      used.insert(region.returned);
    }
  }
}

class Reference {
 public:
  explicit Reference(std::set<int> used) : used_(std::move(used)) {}

  void Run(std::vector<Op>& ops) {
    std::vector<Op> kept;
    for (Op& op : ops) {
      for (int& operand : op.operands) operand = Now(operand);
      for (Op::Region& region : op.regions) {
        const std::map<std::string, int> outer = known_;
        Run(region.ops);
        region.returned = Now(region.returned);
        known_ = outer;
      }
      if (!HasEffects(op)) {
        if (!used_.contains(op.result)) continue;
        const auto [at, is_new] =
            known_.emplace(Writer(/*local=*/true).Text(op, ""), op.result);
        if (!is_new) {
          replaced_[op.result] = at->second;
          continue;
        }
      }
      kept.push_back(std::move(op));
    }
    ops = std::move(kept);
  }
  int Now(int value) const {
    const auto at = replaced_.find(value);
    return at == replaced_.end() ? value : at->second;
  }

 private:
  const std::set<int> used_;
  std::map<std::string, int> known_;
  std::map<int, int> replaced_;
};

std::string Function(const std::vector<Op>& ops, int returned) {
  return fmt::format(
      "func.func @main(%v0: tensor<4xf32>, %v1: tensor<4xf32>, %p: "
      "tensor<i1>) -> tensor<4xf32> {{\n{}return %v{} : tensor<4xf32>\n}}\n",
      Writer(/*local=*/false).Text(ops), returned);
}

std::string After(const std::string& text, std::string_view pass) {
  std::vector<Message> messages;
  auto program = Program::Read("cse.mlir", text, {}, messages);
  if (!program || (!pass.empty() && !program->Run(pass, "", {}, messages))) {
    return messages.empty() ? "no message" : messages.front().ToString();
  }
  return program->Write();
}

TEST(CseTest, RandomProgramsAgreeWithLookupsOfTexts) {
  size_t merged = 0;
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    Generator generator(seed);
    std::vector<Op> ops = generator.Ops(5 + static_cast<int>(seed % 40), 2);
    int returned = generator.Value();
    const std::string text = Function(ops, returned);
    std::set<int> used = {returned};
    AddUses(ops, used);
    Reference reference(used);
    reference.Run(ops);
    returned = reference.Now(returned);
    const std::string wanted = After(Function(ops, returned), "");
    ASSERT_EQ(After(text, "cse"), wanted) << "seed " << seed << "\n" << text;
    merged += wanted != After(text, "");
  }
  EXPECT_GT(merged, 300u);
}

}  // namespace
}  // namespace shardflow::internal
