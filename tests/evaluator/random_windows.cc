#include <algorithm>
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

// How a window slides along one dimension.
struct WindowDim {
  int64_t size = 1;  // of the operand
  int64_t window = 1;
  int64_t stride = 1;
  int64_t dilation = 1;         // of the operand
  int64_t window_dilation = 1;  // of the window
  int64_t low = 0, high = 0;

  int64_t Reach() const { return (window - 1) * window_dilation + 1; }
  int64_t Spread() const { return (size - 1) * dilation + 1 + low + high; }
  int64_t Windows() const { return (Spread() - Reach()) / stride + 1; }
};

class WindowMaker {
 public:
  explicit WindowMaker(uint64_t seed) : random_(seed) {
    axes_ = random_.Of(std::vector<std::vector<int64_t>>{
        {2, 4}, {4, 2}, {8}, {4}, {2}, {3}, {2, 3}, {2, 2, 2}});
  }

  std::string Make() {
    switch (random_.Below(8)) {
      case 0:
        MakePad();
        break;
      case 1:
        MakeReduceWindow();
        break;
      case 2:
      case 3:
        MakeScatter();
        break;
      default:
        MakeConvolution();
        break;
    }
    return OneOpProgram(axes_, arguments_, result_, text_);
  }

 private:
  static std::string Type(const Sizes& dims) {
    return dims.empty() ? "tensor<f32>"
                        : fmt::format("tensor<{}xf32>", fmt::join(dims, "x"));
  }

  // Puts most of the axes on dimension `first` and the dimensions after it.
  std::string Sharding(const Sizes& dims, size_t first) {
    std::vector<std::string> lists(dims.size());
    for (size_t i = 0; i < axes_.size(); ++i) {
      if (random_.Chance(15)) continue;
      const size_t d = random_.Chance(80)
                           ? first + random_.Below(dims.size() - first)
                           : random_.Below(dims.size());
      std::string axis = fmt::format("\"{}\"", "xyz"[i]);
      if (axes_[i] % 4 == 0 && random_.Chance(25)) {
        axis +=
            random_.Chance(50) ? ":(1)2" : fmt::format(":(2){}", axes_[i] / 2);
      }
      lists[d] += (lists[d].empty() ? "" : ", ") + axis;
    }
    return fmt::format("<@mesh, [{{{}}}]>", fmt::join(lists, "}, {"));
  }
  // Arguments must be sharded evenly, so the shardings are set by constraints.
  std::string Argument(const Sizes& dims, size_t first) {
    const std::string name = fmt::format("%a{}", arguments_.size());
    arguments_.push_back(fmt::format("{}: {}", name, Type(dims)));
    if (random_.Chance(15)) return name;
    const std::string sharded = name + "_s";
    text_ += fmt::format("    {} = sdy.sharding_constraint {} {} : {}\n",
                         sharded, name, Sharding(dims, first), Type(dims));
    return sharded;
  }
  std::string Marked(const Sizes& dims, size_t first) {
    if (random_.Chance(25)) return "";
    return fmt::format("sdy.sharding = #sdy.sharding_per_value<[{}]>",
                       Sharding(dims, first));
  }
  void Emit(std::string text, const Sizes& dims) {
    text_ += "    %r = " + std::move(text) + "\n";
    result_ = Type(dims);
  }

  // Returns a window that fits into the dimension at least once.
  WindowDim Window(int64_t most_dilation, bool negative) {
    for (;;) {
      WindowDim dim;
      dim.size = random_.In(1, random_.Chance(50) ? 40 : 12);
      dim.window = random_.Chance(30) ? 1 : random_.In(1, 5);
      dim.stride = random_.Chance(50) ? 1 : random_.In(1, 4);
      dim.dilation = random_.Chance(50) ? 1 : random_.In(1, most_dilation);
      if (random_.Chance(30)) dim.window_dilation = random_.In(1, 3);
      dim.low = random_.Chance(30) ? 0 : random_.In(negative ? -3 : 0, 5);
      dim.high = random_.Chance(30) ? 0 : random_.In(negative ? -3 : 0, 5);
      if (dim.Spread() >= dim.Reach()) return dim;
    }
  }

  void MakePad() {
    Sizes in, low, high, interior, out;
    const int64_t rank = random_.In(1, 2);
    for (int64_t d = 0; d < rank; ++d) {
      WindowDim dim = Window(5, true);
      dim.window = dim.window_dilation = dim.stride = 1;
      in.push_back(dim.size);
      low.push_back(dim.low);
      high.push_back(dim.high);
      interior.push_back(dim.dilation - 1);
      out.push_back(dim.Windows());
    }
    const std::string a = Argument(in, 0);
    arguments_.emplace_back("%p: tensor<f32>");
    Emit(fmt::format("stablehlo.pad {}, %p, low = [{}], high = [{}], interior "
                     "= [{}] {{{}}} : ({}, tensor<f32>) -> {}",
                     a, fmt::join(low, ", "), fmt::join(high, ", "),
                     fmt::join(interior, ", "), Marked(out, 0), Type(in),
                     Type(out)),
         out);
  }

  void MakeReduceWindow() {
    Sizes in, window, strides, base, dilation, out;
    std::vector<std::string> padding;
    const int64_t rank = random_.In(1, 2);
    for (int64_t d = 0; d < rank; ++d) {
      // Every window must have an element, or else the result is infinite.
      const WindowDim dim = Window(3, false);
      in.push_back(dim.size);
      window.push_back(dim.window);
      strides.push_back(dim.stride);
      base.push_back(dim.dilation);
      dilation.push_back(dim.window_dilation);
      padding.push_back(fmt::format("[{}, {}]", dim.low, dim.high));
      out.push_back(dim.Windows());
    }
    const bool sums = random_.Chance(50);
    const std::string a = Argument(in, 0);
    text_ +=
        fmt::format("    %p = stablehlo.constant dense<{}> : tensor<f32>\n",
                    sums ? "0.0" : "-9.0");
    const auto array = [](std::string_view name, const Sizes& values) {
      return fmt::format("{} = array<i64: {}>", name, fmt::join(values, ", "));
    };
    Emit(
        fmt::format(
            "\"stablehlo.reduce_window\"({}, %p) <{{{}, {}, {}, {}, padding = "
            "dense<[{}]> : tensor<{}x2xi64>}}> ({{\n    ^bb0(%x: tensor<f32>, "
            "%y: tensor<f32>):\n      %z = stablehlo.{} %x, %y : "
            "tensor<f32>\n      stablehlo.return %z : tensor<f32>\n    }}) "
            "{{{}}} : ({}, tensor<f32>) -> {}",
            a, array("window_dimensions", window),
            array("window_strides", strides), array("base_dilations", base),
            array("window_dilations", dilation), fmt::join(padding, ", "), rank,
            sums ? "add" : "maximum", Marked(out, 0), Type(in), Type(out)),
        out);
  }

  void MakeScatter() {
    Sizes in, window, strides, source;
    const int64_t rank = random_.In(1, 2);
    for (int64_t d = 0; d < rank; ++d) {
      WindowDim dim = Window(1, false);
      while (dim.size < dim.window) dim = Window(1, false);
      dim.low = dim.high = 0;
      dim.window_dilation = dim.dilation = 1;
      in.push_back(dim.size);
      window.push_back(dim.window);
      strides.push_back(dim.stride);
      source.push_back(dim.Windows());
    }
    const std::string a = Argument(in, 0), b = Argument(source, 0);
    text_ +=
        fmt::format("    %p = stablehlo.constant dense<{}> : tensor<f32>\n",
                    random_.Chance(80) ? "0.0" : "3.0");
    Emit(fmt::format(
             "\"stablehlo.select_and_scatter\"({}, {}, %p) "
             "<{{window_dimensions = array<i64: {}>, window_strides = "
             "array<i64: {}>}}> ({{\n    ^bb0(%x: tensor<f32>, %y: "
             "tensor<f32>):\n      %z = stablehlo.compare GE, %x, %y : "
             "(tensor<f32>, tensor<f32>) -> tensor<i1>\n      "
             "stablehlo.return %z : tensor<i1>\n    }}, {{\n    ^bb0(%x: "
             "tensor<f32>, %y: tensor<f32>):\n      %z = stablehlo.add %x, %y "
             ": tensor<f32>\n      stablehlo.return %z : tensor<f32>\n    }}) "
             "{{{}}} : ({}, {}, tensor<f32>) -> {}",
             a, b, fmt::join(window, ", "), fmt::join(strides, ", "),
             Marked(in, 0), Type(in), Type(source), Type(in)),
         in);
  }

  // Some convolutions are like gradients with respect to kernels: their kernel
  // is as long as the image.
  void MakeConvolution() {
    const int64_t spatial = random_.In(1, 2);
    const int64_t groups = random_.Chance(15) ? 2 : 1;
    const int64_t batch_groups = groups == 1 && random_.Chance(10) ? 2 : 1;
    const bool is_gradient = random_.Chance(40);
    Sizes image = {batch_groups * random_.In(1, 3), groups * random_.In(1, 2)};
    Sizes kernel = {image[1] / groups,
                    groups * batch_groups * random_.In(1, 2)};
    Sizes out = {image[0] / batch_groups, kernel[1]};
    std::vector<std::string> padding;
    Sizes strides, lhs, rhs;
    for (int64_t d = 0; d < spatial; ++d) {
      WindowDim dim = Window(4, true);
      if (is_gradient) {
        do {
          dim = Window(random_.Chance(80) ? 1 : 2, true);
          dim.size = random_.In(1, 40);
          dim.window_dilation = random_.Chance(50) ? 1 : random_.In(1, 3);
          dim.window = std::max<int64_t>(
              1, dim.size / dim.window_dilation - random_.In(0, 3));
        } while (dim.Spread() < dim.Reach());
      }
      image.push_back(dim.size);
      kernel.push_back(dim.window);
      strides.push_back(dim.stride);
      lhs.push_back(dim.dilation);
      rhs.push_back(dim.window_dilation);
      padding.push_back(fmt::format("[{}, {}]", dim.low, dim.high));
      out.push_back(dim.Windows());
    }
    const std::string a = Argument(image, 2), b = Argument(kernel, 2);
    const std::string marked = Marked(out, random_.Chance(50) ? 0 : 2);
    const std::string_view places = spatial == 1 ? "0" : "0, 1";
    Emit(
        fmt::format(
            "stablehlo.convolution({}, {}) dim_numbers = [b, f, {}]x[i, o, "
            "{}]->[b, f, {}], window = {{stride = [{}], pad = [{}], lhs_dilate "
            "= [{}], rhs_dilate = [{}], reverse = [{}]}} {{batch_group_count "
            "= {} : i64, feature_group_count = {} : i64{}{}}} : ({}, {}) -> "
            "{}",
            a, b, places, places, places, fmt::join(strides, ", "),
            fmt::join(padding, ", "), fmt::join(lhs, ", "),
            fmt::join(rhs, ", "), Reversal(spatial), batch_groups, groups,
            marked.empty() ? "" : ", ", marked, Type(image), Type(kernel),
            Type(out)),
        out);
  }
  std::string Reversal(int64_t spatial) {
    std::vector<std::string> reversed;
    for (int64_t d = 0; d < spatial; ++d) {
      reversed.emplace_back(random_.Chance(15) ? "true" : "false");
    }
    return fmt::format("{}", fmt::join(reversed, ", "));
  }

  RandomSource random_;
  std::vector<int64_t> axes_;
  std::vector<std::string> arguments_;
  std::string text_, result_;
};

}  // namespace

std::string OneOpProgram(const std::vector<int64_t>& axes,
                         const std::vector<std::string>& arguments,
                         const std::string& result, const std::string& text) {
  std::string mesh;
  for (size_t i = 0; i < axes.size(); ++i) {
    mesh += fmt::format("{}\"{}\"={}", i == 0 ? "" : ", ", "xyz"[i], axes[i]);
  }
  return fmt::format(
      "module @random {{\n  sdy.mesh @mesh = <[{}]>\n  func.func public "
      "@main({}) -> {} {{\n{}    return %r : {}\n  }}\n}}\n",
      mesh, fmt::join(arguments, ", "), result, text, result);
}

std::string RandomWindows(uint64_t seed) { return WindowMaker(seed).Make(); }

}  // namespace shardflow::internal
