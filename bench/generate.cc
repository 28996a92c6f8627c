#include "generate.h"

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "generate_body.h"
#include "generate_transformer.h"

namespace shardflow::internal::bench {
namespace {

constexpr std::string_view kX = "tensor<64x1024xf32>";
constexpr std::string_view kShardedX =
    "%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{\"data\"}, {\"model\", ?}]>}";

// Returns a long chain of unary and binary ops.
std::string Elementwise(int64_t ops, uint64_t) {
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  while (body.ops() < ops) {
    const int64_t squared =
        body.Add("stablehlo.multiply %{0}, %{0} : {1}", at, kX);
    at = body.Add("stablehlo.add %{}, %{} : {}", squared, at, kX);
  }
  return Main(kShardedX, kX, body, at);
}

// Returns many ops that all use the argument, and a running sum of their
// results.
std::string Wide(int64_t ops, uint64_t) {
  Body body;
  int64_t sum = body.Add("stablehlo.negate %x : {}", kX);
  while (body.ops() < ops) {
    const int64_t use = body.Add("stablehlo.tanh %x : {}", kX);
    sum = body.Add("stablehlo.add %{}, %{} : {}", sum, use, kX);
  }
  return Main(kShardedX, kX, body, sum);
}

// How Mlp builds its program.
struct Parameters {
  // The number of sets of weights. Layer i uses set i modulo this number.
  int sets = 8;
  // Whether to put each layer's result and last product in a sharding group.
  bool groups = false;
  // The number of user priorities. Set i has priority i modulo this number.
  int priorities = 1;
  // Whether to constrain the result of every fourth layer.
  bool constraints = false;
};

// Returns a chain of pairs of dense layers (a dot, a bias, and an activation
// like gelu). The weights are split over the model axis, as in Megatron.
std::string Mlp(int64_t ops, const Parameters& parameters) {
  std::string arguments(
      "%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"data\"}, {?}]>}");
  for (int i = 0; i < parameters.sets; ++i) {
    const std::string priority =
        parameters.priorities > 1
            ? fmt::format("p{}", i % parameters.priorities)
            : "";
    fmt::format_to(
        std::back_inserter(arguments),
        ", %w{0}: tensor<1024x4096xf32> {{sdy.sharding = #sdy.sharding<@mesh, "
        "[{{?}}, {{\"model\", ?}}{1}]>}}, %b{0}: tensor<4096xf32>, "
        "%v{0}: tensor<4096x1024xf32>",
        i, priority);
  }
  constexpr std::string_view kHidden = "tensor<64x4096xf32>";
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  for (int layer = 0; body.ops() < ops; ++layer) {
    const int set = layer % parameters.sets;
    const int64_t up = body.Add(
        "stablehlo.dot_general %{}, %w{}, contracting_dims = [1] x [0] : ({}, "
        "tensor<1024x4096xf32>) -> {}",
        at, set, kX, kHidden);
    const int64_t bias = body.Add(
        "stablehlo.broadcast_in_dim %b{}, dims = [1] : (tensor<4096xf32>) -> "
        "{}",
        set, kHidden);
    const int64_t sum =
        body.Add("stablehlo.add %{}, %{} : {}", up, bias, kHidden);
    const int64_t gate = body.Add("stablehlo.logistic %{} : {}", sum, kHidden);
    const int64_t active =
        body.Add("stablehlo.multiply %{}, %{} : {}", sum, gate, kHidden);
    const int64_t down = body.Add(
        "stablehlo.dot_general %{}, %v{}, contracting_dims = [1] x [0] : ({}, "
        "tensor<4096x1024xf32>) -> {}",
        active, set, kHidden, kX);
    at = body.Add("stablehlo.add %{}, %{} : {}", down, at, kX);
    if (parameters.groups) {
      body.AddNone("sdy.sharding_group %{} group_id={} : {}", at, layer, kX);
      body.AddNone("sdy.sharding_group %{} group_id={} : {}", down, layer, kX);
    }
    if (parameters.constraints && layer % 4 == 0) {
      at = body.Add(
          "sdy.sharding_constraint %{} <@mesh, [{{\"data\"}}, {{\"seq\"}}]> : "
          "{}",
          at, kX);
    }
  }
  return Main(arguments, kX, body, at);
}

// Returns layers that reshape a tensor into heads and back, with transposes.
std::string Reshape(int64_t ops, uint64_t) {
  constexpr std::string_view kHeads = "tensor<64x16x64xf32>";
  constexpr std::string_view kTurned = "tensor<16x64x64xf32>";
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  while (body.ops() < ops) {
    const int64_t split =
        body.Add("stablehlo.reshape %{} : ({}) -> {}", at, kX, kHeads);
    const int64_t turned =
        body.Add("stablehlo.transpose %{}, dims = [1, 0, 2] : ({}) -> {}",
                 split, kHeads, kTurned);
    const int64_t active = body.Add("stablehlo.tanh %{} : {}", turned, kTurned);
    const int64_t back =
        body.Add("stablehlo.transpose %{}, dims = [1, 0, 2] : ({}) -> {}",
                 active, kTurned, kHeads);
    at = body.Add("stablehlo.reshape %{} : ({}) -> {}", back, kHeads, kX);
  }
  return Main(kShardedX, kX, body, at);
}

// Returns a chain of ops, half of which use the same scalar constant.
std::string Constant(int64_t ops, uint64_t) {
  Body body;
  const int64_t c = body.Add("stablehlo.constant dense<2.0> : tensor<f32>");
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  while (body.ops() < ops) {
    const int64_t filled = body.Add(
        "stablehlo.broadcast_in_dim %{}, dims = [] : (tensor<f32>) -> {}", c,
        kX);
    at = body.Add("stablehlo.multiply %{}, %{} : {}", at, filled, kX);
  }
  return Main(kShardedX, kX, body, at);
}

// Returns a chain of loops of ten ops each.
std::string While(int64_t ops, uint64_t) {
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  const int64_t zero = body.Add("stablehlo.constant dense<0> : tensor<i32>");
  int64_t inside = 0;
  while (body.ops() + inside < ops) {
    const int64_t loop = body.Add(
        "\"stablehlo.while\"(%{}, %{}) ({{\n"
        "    ^bb0(%i: tensor<i32>, %c: {}):\n"
        "      %n = stablehlo.constant dense<9> : tensor<i32>\n"
        "      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) "
        "-> tensor<i1>\n"
        "      stablehlo.return %p : tensor<i1>\n"
        "    }}, {{\n"
        "    ^bb0(%i: tensor<i32>, %c: {}):\n"
        "      %one = stablehlo.constant dense<1> : tensor<i32>\n"
        "      %j = stablehlo.add %i, %one : tensor<i32>\n"
        "      %d = stablehlo.cosine %c : {}\n"
        "      %e = stablehlo.multiply %d, %c : {}\n"
        "      stablehlo.return %j, %e : tensor<i32>, {}\n"
        "    }}) : (tensor<i32>, {}) -> (tensor<i32>, {})",
        zero, at, kX, kX, kX, kX, kX, kX, kX);
    inside += 7;
    // Uses the second result of the loop. Add() assumes that an op has one
    // result, so the text with the names of the results is corrected here.
    at = body.Add("stablehlo.sine %{}#1 : {}", loop, kX);
    std::string& text = body.text();
    const size_t name = text.rfind(fmt::format("%{} = \"", loop));
    text.insert(name + fmt::format("%{}", loop).size(), ":2");
  }
  return Main(kShardedX, kX, body, at);
}

// Returns a chain of calls, each to a private function of eight ops.
std::string Functions(int64_t ops, uint64_t) {
  std::string functions;
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  for (int64_t i = 0; i * 9 < ops; ++i) {
    Body callee;
    int64_t inner = callee.Add("stablehlo.cosine %x : {}", kX);
    for (int k = 0; k < 6; ++k) {
      inner = callee.Add("stablehlo.add %{}, %x : {}", inner, kX);
    }
    fmt::format_to(std::back_inserter(functions),
                   "func.func private @f{0}(%x: {1}) -> {1} {{\n{2}    return "
                   "%{3} : {1}\n}}\n",
                   i, kX, callee.text(), inner);
    at = body.Add("func.call @f{0}(%{1}) : ({2}) -> {2}", i, at, kX);
  }
  return Main(kShardedX, kX, body, at) + functions;
}

// Returns a chain of reshards between random shardings.
std::string Reshards(int64_t ops, uint64_t seed) {
  constexpr std::array<std::string_view, 6> kParts = {
      "",        "\"data\"",       "\"model\"",
      "\"seq\"", "\"model\":(1)2", "\"model\":(2)4"};
  // Whether two of the axes in kParts overlap, so that a sharding can't have
  // both.
  constexpr auto kOverlap = [](size_t a, size_t b) {
    return a != 0 && (a == b || (std::min(a, b) == 2 && std::max(a, b) >= 4));
  };
  std::mt19937_64 random(seed);  // the same numbers on every platform
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  while (body.ops() < ops) {
    const size_t first = random() % kParts.size();
    size_t second = random() % kParts.size();
    if (kOverlap(first, second)) second = 0;
    at = body.Add("sdy.reshard %{} <@mesh, [{{{}}}, {{{}}}]> : {}", at,
                  kParts[first], kParts[second], kX);
  }
  return Main(kShardedX, kX, body, at);
}

// Returns nested calls: each function except the last calls the next one before
// it returns.
std::string Calls(int64_t ops, uint64_t) {
  constexpr int64_t kOps = 10;
  const int64_t depth = std::max<int64_t>(ops / kOps, 1);
  std::string functions;
  for (int64_t i = 0; i < depth; ++i) {
    Body callee;
    int64_t at = callee.Add("stablehlo.cosine %x : {}", kX);
    for (int k = 0; k < 6; ++k) {
      at = callee.Add("stablehlo.add %{}, %x : {}", at, kX);
    }
    if (i + 1 < depth) {
      at = callee.Add("func.call @f{0}(%{1}) : ({2}) -> {2}", i + 1, at, kX);
    }
    fmt::format_to(std::back_inserter(functions),
                   "func.func private @f{0}(%x: {1}) -> {1} {{\n{2}    return "
                   "%{3} : {1}\n}}\n",
                   i, kX, callee.text(), at);
  }
  Body body;
  const int64_t at = body.Add("func.call @f0(%x) : ({0}) -> {0}", kX);
  return Main(kShardedX, kX, body, at) + functions;
}

// Returns a sequence of nests of loops, each a hundred loops deep.
std::string Deep(int64_t ops, uint64_t) {
  constexpr int kDepth = 100;
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  for (int64_t nest = 0; nest * 5 * kDepth < ops; ++nest) {
    std::string indent = "    ";
    std::string name = fmt::format("%{}", at);
    const auto add = std::back_inserter(body.text());
    for (int depth = 0; depth < kDepth; ++depth) {
      fmt::format_to(add,
                     "{0}%r{1}_{2} = \"stablehlo.while\"({3}) ({{\n"
                     "{0}^bb0(%c: {4}):\n"
                     "{0}  %p = stablehlo.constant dense<true> : tensor<i1>\n"
                     "{0}  stablehlo.return %p : tensor<i1>\n"
                     "{0}}}, {{\n{0}^bb0(%a{1}: {4}):\n"
                     "{0}  %d{1} = stablehlo.cosine %a{1} : {4}\n",
                     indent, depth, nest, name, kX);
      name = fmt::format("%d{}", depth);
      indent += ' ';
    }
    for (int depth = kDepth - 1; depth >= 0; --depth) {
      indent.pop_back();
      fmt::format_to(add,
                     "{0}  stablehlo.return {1} : {2}\n"
                     "{0}}}) : ({2}) -> {2}\n",
                     indent, name, kX);
      name = fmt::format("%r{}_{}", depth, nest);
    }
    at = body.Add("stablehlo.sine {} : {}", name, kX);
  }
  return Main(kShardedX, kX, body, at);
}

// Returns a chain of ops with one sharded argument for every four ops.
std::string Arguments(int64_t ops, uint64_t) {
  std::string arguments(kShardedX);
  Body body;
  int64_t at = body.Add("stablehlo.tanh %x : {}", kX);
  for (int64_t i = 0; body.ops() < ops; ++i) {
    fmt::format_to(std::back_inserter(arguments),
                   ", %y{}: {} {{sdy.sharding = #sdy.sharding<@mesh, "
                   "[{{?}}, {{\"model\", ?}}]>}}",
                   i, kX);
    at = body.Add("stablehlo.add %{}, %y{} : {}", at, i, kX);
    at = body.Add("stablehlo.tanh %{} : {}", at, kX);
    at = body.Add("stablehlo.multiply %{}, %y{} : {}", at, i, kX);
    at = body.Add("stablehlo.cosine %{} : {}", at, kX);
  }
  return Main(arguments, kX, body, at);
}

// Returns layers of eight ops. The tensors have a different size in each layer,
// so no two layers are equal.
std::string Distinct(int64_t ops, uint64_t) {
  Body body;
  std::string type = "tensor<64x1024xf32>";
  int64_t at = body.Add("stablehlo.tanh %x : {}", type);
  for (int64_t layer = 0; body.ops() < ops; ++layer) {
    const std::string next = fmt::format("tensor<64x{}xf32>", 1032 + 8 * layer);
    const int64_t zero =
        body.Add("stablehlo.constant dense<0.0> : tensor<f32>");
    at = body.Add(
        "stablehlo.pad %{}, %{}, low = [0, 0], high = [0, 8], interior = [0, "
        "0] : ({}, tensor<f32>) -> {}",
        at, zero, type, next);
    for (int k = 0; k < 6; ++k)
      at = body.Add("stablehlo.cosine %{} : {}", at, next);
    type = next;
  }
  return Main(kShardedX, type, body, at);
}

constexpr Family kFamilies[] = {
    {"arguments", "a function with thousands of arguments", Arguments},
    {"calls", "calls nested in calls", Calls},
    {"constant", "one scalar constant with many uses", Constant},
    {"deep", "loops in loops, a hundred deep", Deep},
    {"distinct", "layers that have a size of their own each", Distinct},
    {"elementwise", "one chain of unary and binary ops", Elementwise},
    {"functions", "a chain of calls, each to a function of its own", Functions},
    {"groups", "mlp, with two sharding groups a layer",
     [](int64_t ops, uint64_t) { return Mlp(ops, {.groups = true}); }},
    {"mlp", "a chain of pairs of dense layers, eight sets of weights",
     [](int64_t ops, uint64_t) { return Mlp(ops, {.constraints = true}); }},
    {"priorities", "mlp, with ten user priorities",
     [](int64_t ops, uint64_t) {
       return Mlp(ops, {.sets = 10, .priorities = 10});
     }},
    {"reshape", "reshapes to heads and back, and transposes", Reshape},
    {"reshards", "a chain of reshards between random shardings", Reshards},
    {"transformer", "layers of attention and dense ones, 48 sets of weights",
     Transformer},
    {"while", "loops, one after the other", While},
    {"wide", "an argument with many uses", Wide},
};

}  // namespace

std::span<const Family> Families() { return kFamilies; }

const Family* FindFamily(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kFamilies), std::end(kFamilies),
                   [&](const Family& family) { return family.name == name; });
  return found == std::end(kFamilies) ? nullptr : found;
}

}  // namespace shardflow::internal::bench
