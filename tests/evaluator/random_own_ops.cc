#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/random_program.h"
#include "evaluator/random_source.h"

namespace shardflow::internal {
namespace {

using Sizes = std::vector<int64_t>;

class OwnOpMaker {
 public:
  explicit OwnOpMaker(uint64_t seed) : random_(seed) {
    axes_ = random_.Of(
        std::vector<Sizes>{{2, 4}, {4, 2}, {8}, {4}, {2}, {3}, {2, 3}});
  }

  std::string Make() {
    if (random_.Chance(30)) {
      MakeRaggedDot();
    } else {
      MakeCall();
    }
    return OneOpProgram(axes_, arguments_, result_, text_);
  }

 private:
  static std::string Type(const Sizes& dims) {
    return fmt::format("tensor<{}xf32>", fmt::join(dims, "x"));
  }
  std::string Sharding(const Sizes& dims) {
    std::vector<std::string> lists(dims.size());
    for (size_t i = 0; i < axes_.size(); ++i) {
      if (random_.Chance(15)) continue;
      const size_t d = random_.Below(dims.size());
      lists[d] +=
          fmt::format("{}\"{}\"", lists[d].empty() ? "" : ", ", "xy"[i]);
    }
    return fmt::format("<@mesh, [{{{}}}]>", fmt::join(lists, "}, {"));
  }
  // Arguments must be sharded evenly, so the shardings are set by constraints.
  std::string Argument(const Sizes& dims) {
    const std::string name = fmt::format("%a{}", arguments_.size());
    arguments_.push_back(fmt::format("{}: {}", name, Type(dims)));
    if (random_.Chance(15)) return name;
    const std::string sharded = name + "_s";
    text_ += fmt::format("    {} = sdy.sharding_constraint {} {} : {}\n",
                         sharded, name, Sharding(dims), Type(dims));
    return sharded;
  }
  std::string Marked(const Sizes& dims) {
    if (random_.Chance(40)) return "";
    return fmt::format(", sdy.sharding = #sdy.sharding_per_value<[{}]>",
                       Sharding(dims));
  }
  int64_t Size() { return random_.In(1, 12); }

  void MakeCall() {
    struct Call {
      std::string_view target;
      std::string_view rule;
      std::string_view types;       // of the factors
      std::vector<size_t> factors;  // indices into `sizes`
    };
    // (Shardy names factors in the order of their first appearance.)
    static const std::vector<Call> kCalls = {
        {"own_matmul",
         "([i, j], [j, k])->([i, k])",
         " reduction={j}",
         {0, 1, 2}},
        {"own_sum", "([i, j])->([j])", " reduction={i}", {0, 1}},
        {"own_flip", "([i, j])->([i, j])", " permutation={i}", {0, 1}},
        {"own_cumulate", "([i, j])->([i, j])", " need_replication={i}", {0, 1}},
        // Calls of LAPACK have such rules.
        {"own_cumulate", "([i, j])->([k, l])", "", {0, 1, 0, 1}},
        {"own_add", "([i, j], [i, j])->([i, j])", "", {0, 1}},
    };
    const Call& call = kCalls[random_.Below(kCalls.size())];
    const Sizes sizes = {Size(), Size(), Size()};
    const bool is_product = call.target == "own_matmul";
    const Sizes in = {sizes[0], sizes[1]};
    const Sizes out = is_product                 ? Sizes{sizes[0], sizes[2]}
                      : call.target == "own_sum" ? Sizes{sizes[1]}
                                                 : in;
    std::vector<std::string> factors;
    for (size_t f = 0; f < call.factors.size(); ++f) {
      factors.push_back(
          fmt::format("{}={}", "ijkl"[f], sizes[call.factors[f]]));
    }
    std::string operands = Argument(in), operand_types = Type(in);
    if (is_product || call.target == "own_add") {
      const Sizes other = is_product ? Sizes{sizes[1], sizes[2]} : in;
      operands += ", " + Argument(other);
      operand_types += ", " + Type(other);
    }
    text_ += fmt::format(
        "    %r = stablehlo.custom_call @{}({}) {{sdy.sharding_rule = "
        "#sdy.op_sharding_rule<{} {{{}}}{}, custom>{}}} : ({}) -> {}\n",
        call.target, operands, call.rule, fmt::join(factors, ", "), call.types,
        Marked(out), operand_types, Type(out));
    result_ = Type(out);
  }

  void MakeRaggedDot() {
    const int64_t rows = Size(), k = Size(), columns = Size();
    const int64_t groups = random_.In(1, 4);
    const Sizes lhs = {rows, k}, rhs = {groups, k, columns};
    const Sizes out = {rows, columns};
    Sizes sizes;
    int64_t rest = rows;
    for (int64_t g = 0; g < groups; ++g) {
      sizes.push_back(random_.In(0, rest));
      rest -= sizes.back();
    }
    text_ += fmt::format(
        "    %sizes = stablehlo.constant dense<[{}]> : tensor<{}xi64>\n",
        fmt::join(sizes, ", "), groups);
    const std::string a = Argument(lhs), b = Argument(rhs);
    const std::string marked = Marked(out);
    text_ += fmt::format(
        "    %r = \"chlo.ragged_dot\"({}, {}, %sizes) "
        "<{{ragged_dot_dimension_numbers = "
        "#chlo.ragged_dot<lhs_contracting_dimensions = [1], "
        "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
        "rhs_group_dimensions = [0]>, precision_config = [#chlo<precision "
        "DEFAULT>, #chlo<precision DEFAULT>]}}> {{{}}} : ({}, {}, "
        "tensor<{}xi64>) -> {}\n",
        a, b, marked.empty() ? marked : marked.substr(2), Type(lhs), Type(rhs),
        groups, Type(out));
    result_ = Type(out);
  }

  RandomSource random_;
  Sizes axes_;
  std::vector<std::string> arguments_;
  std::string text_, result_;
};

}  // namespace

std::string RandomOwnOps(uint64_t seed) { return OwnOpMaker(seed).Make(); }

}  // namespace shardflow::internal
