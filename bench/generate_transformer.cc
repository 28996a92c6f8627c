#include "generate_transformer.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "generate_body.h"

namespace shardflow::internal::bench {
namespace {

constexpr int kSets = 48;

constexpr std::string_view kHidden = "tensor<32x1024x2048xf32>";
constexpr std::string_view kRow = "tensor<32x1024xf32>";
constexpr std::string_view kSquare = "tensor<2048x2048xf32>";
constexpr std::string_view kHeads = "tensor<32x1024x16x128xf32>";
constexpr std::string_view kTurned = "tensor<32x16x1024x128xf32>";
constexpr std::string_view kHalf = "tensor<32x16x1024x64xf32>";
constexpr std::string_view kScores = "tensor<32x16x1024x1024xf32>";
constexpr std::string_view kScoreRow = "tensor<32x16x1024xf32>";
constexpr std::string_view kUp = "tensor<2048x8192xf32>";
constexpr std::string_view kDown = "tensor<8192x2048xf32>";
constexpr std::string_view kWide = "tensor<32x1024x8192xf32>";
constexpr std::string_view kTable = "tensor<1024x128xf32>";

class Writer {
 public:
  std::string Write(int64_t ops) {
    int64_t at = body_.Add("stablehlo.tanh %x : {}", kHidden);
    for (int layer = 0; body_.ops() < ops; ++layer) {
      set_ = layer % kSets;
      at = Unary2("add", Attention(Norm(at, "n")), at, kHidden);
      at = Unary2("add", Dense(Norm(at, "m")), at, kHidden);
    }
    return Main(Arguments(), kHidden, body_, at);
  }

 private:
  static std::string Arguments() {
    std::string text = fmt::format(
        "%x: {} {{sdy.sharding = #sdy.sharding<@mesh, [{{\"data\"}}, {{?}}, "
        "{{?}}]>}}, %cos: {}, %sin: {}",
        kHidden, kTable, kTable);
    const auto weight = [&](std::string_view name, int set,
                            std::string_view type, std::string_view dims) {
      fmt::format_to(std::back_inserter(text), ", %{}{}: {}", name, set, type);
      if (dims.empty()) return;
      fmt::format_to(std::back_inserter(text),
                     " {{sdy.sharding = #sdy.sharding<@mesh, [{}]>}}", dims);
    };
    for (int set = 0; set < kSets; ++set) {
      for (const char* const name : {"q", "k", "v"}) {
        weight(name, set, kSquare, "{?}, {\"model\", ?}");
      }
      weight("o", set, kSquare, "{\"model\", ?}, {?}");
      weight("g", set, kUp, "{?}, {\"model\", ?}");
      weight("u", set, kUp, "{?}, {\"model\", ?}");
      weight("d", set, kDown, "{\"model\", ?}, {?}");
      weight("n", set, "tensor<2048xf32>", "");
      weight("m", set, "tensor<2048xf32>", "");
    }
    return text;
  }

  int64_t Unary(std::string_view op, int64_t x, std::string_view type) {
    return body_.Add("stablehlo.{} %{} : {}", op, x, type);
  }
  int64_t Unary2(std::string_view op, int64_t x, int64_t y,
                 std::string_view type) {
    return body_.Add("stablehlo.{} %{}, %{} : {}", op, x, y, type);
  }
  int64_t Constant(std::string_view value) {
    return body_.Add("stablehlo.constant dense<{}> : tensor<f32>", value);
  }
  int64_t Fill(std::string_view value, std::string_view type) {
    const int64_t c = Constant(value);
    return body_.Add(
        "stablehlo.broadcast_in_dim %{}, dims = [] : (tensor<f32>) -> {}", c,
        type);
  }
  int64_t Broadcast(int64_t x, std::string_view dims, std::string_view from,
                    std::string_view to) {
    return body_.Add("stablehlo.broadcast_in_dim %{}, dims = [{}] : ({}) -> {}",
                     x, dims, from, to);
  }
  int64_t Reduce(std::string_view op, std::string_view init, int64_t x, int dim,
                 std::string_view from, std::string_view to) {
    const int64_t c = Constant(init);
    return body_.Add(
        "stablehlo.reduce(%{} init: %{}) applies stablehlo.{} across "
        "dimensions = [{}] : ({}, tensor<f32>) -> {}",
        x, c, op, dim, from, to);
  }

  int64_t Norm(int64_t x, std::string_view weight) {
    const int64_t squares = Unary2("multiply", x, x, kHidden);
    const int64_t sum = Reduce("add", "0.0", squares, 2, kHidden, kRow);
    const int64_t mean = Unary2("divide", sum, Fill("2048.0", kRow), kRow);
    const int64_t shifted = Unary2("add", mean, Fill("1.0e-06", kRow), kRow);
    const int64_t scale =
        Broadcast(Unary("rsqrt", shifted, kRow), "0, 1", kRow, kHidden);
    const int64_t weights = body_.Add(
        "stablehlo.broadcast_in_dim %{}{}, dims = [2] : (tensor<2048xf32>) -> "
        "{}",
        weight, set_, kHidden);
    return Unary2("multiply", Unary2("multiply", x, scale, kHidden), weights,
                  kHidden);
  }

  int64_t Project(int64_t x, std::string_view weight, std::string_view from,
                  std::string_view by, std::string_view to) {
    return body_.Add(
        "stablehlo.dot_general %{}, %{}{}, contracting_dims = [2] x [0], "
        "precision = [DEFAULT, DEFAULT] : ({}, {}) -> {}",
        x, weight, set_, from, by, to);
  }

  // Splits into heads: batch, head, position, feature.
  int64_t ToHeads(int64_t x) {
    const int64_t split =
        body_.Add("stablehlo.reshape %{} : ({}) -> {}", x, kHidden, kHeads);
    return body_.Add(
        "stablehlo.transpose %{}, dims = [0, 2, 1, 3] : ({}) -> {}", split,
        kHeads, kTurned);
  }

  int64_t Rotate(int64_t x) {
    const auto half = [&](int from) {
      return body_.Add(
          "stablehlo.slice %{} [0:32, 0:16, 0:1024, {}:{}] : ({}) -> {}", x,
          from, from + 64, kTurned, kHalf);
    };
    const auto table = [&](std::string_view name) {
      return body_.Add(
          "stablehlo.broadcast_in_dim %{}, dims = [2, 3] : ({}) -> {}", name,
          kTable, kTurned);
    };
    const int64_t low = half(0);
    const int64_t high = Unary("negate", half(64), kHalf);
    const int64_t turned =
        body_.Add("stablehlo.concatenate %{}, %{}, dim = 3 : ({}, {}) -> {}",
                  high, low, kHalf, kHalf, kTurned);
    const int64_t even = Unary2("multiply", x, table("cos"), kTurned);
    const int64_t odd = Unary2("multiply", turned, table("sin"), kTurned);
    return Unary2("add", even, odd, kTurned);
  }

  int64_t Softmax(int64_t x) {
    const int64_t most =
        Reduce("maximum", "0xFF800000", x, 3, kScores, kScoreRow);
    const int64_t shifted = Unary2(
        "subtract", x, Broadcast(most, "0, 1, 2", kScoreRow, kScores), kScores);
    const int64_t e = Unary("exponential", shifted, kScores);
    const int64_t sum = Reduce("add", "0.0", e, 3, kScores, kScoreRow);
    return Unary2("divide", e, Broadcast(sum, "0, 1, 2", kScoreRow, kScores),
                  kScores);
  }

  int64_t Attention(int64_t x) {
    const int64_t q =
        Rotate(ToHeads(Project(x, "q", kHidden, kSquare, kHidden)));
    const int64_t k =
        Rotate(ToHeads(Project(x, "k", kHidden, kSquare, kHidden)));
    const int64_t v = ToHeads(Project(x, "v", kHidden, kSquare, kHidden));
    const int64_t scores = body_.Add(
        "stablehlo.dot_general %{}, %{}, batching_dims = [0, 1] x [0, 1], "
        "contracting_dims = [3] x [3] : ({}, {}) -> {}",
        q, k, kTurned, kTurned, kScores);
    const int64_t scaled =
        Unary2("multiply", scores, Fill("0.0883883461", kScores), kScores);
    const int64_t mixed = body_.Add(
        "stablehlo.dot_general %{}, %{}, batching_dims = [0, 1] x [0, 1], "
        "contracting_dims = [3] x [2] : ({}, {}) -> {}",
        Softmax(scaled), v, kScores, kTurned, kTurned);
    const int64_t back =
        body_.Add("stablehlo.transpose %{}, dims = [0, 2, 1, 3] : ({}) -> {}",
                  mixed, kTurned, kHeads);
    const int64_t joined =
        body_.Add("stablehlo.reshape %{} : ({}) -> {}", back, kHeads, kHidden);
    return Project(joined, "o", kHidden, kSquare, kHidden);
  }

  int64_t Dense(int64_t x) {
    const int64_t gate = Project(x, "g", kHidden, kUp, kWide);
    const int64_t up = Project(x, "u", kHidden, kUp, kWide);
    const int64_t silu =
        Unary2("multiply", gate, Unary("logistic", gate, kWide), kWide);
    return Project(Unary2("multiply", silu, up, kWide), "d", kWide, kDown,
                   kHidden);
  }

  Body body_;
  int set_ = 0;
};

}  // namespace

std::string Transformer(int64_t ops, uint64_t) { return Writer().Write(ops); }

}  // namespace shardflow::internal::bench
