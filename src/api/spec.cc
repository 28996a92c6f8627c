#include "shardflow/spec.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/convert.h"
#include "base/error.h"

namespace shardflow {

using namespace internal;
namespace {

std::string AxisText(const AxisInfo& axis) {
  std::string text = fmt::format("'{}'", axis.name);
  if (axis.size > 0) {
    text += fmt::format(":({}){}", axis.pre_size, axis.size);
  }
  return text;
}

void AppendAxes(const std::vector<AxisInfo>& axes, std::string& text) {
  for (size_t i = 0; i < axes.size(); ++i) {
    text += (i > 0 ? ", " : "") + AxisText(axes[i]);
  }
}

// Parses a JAX PartitionSpec, such as `P('x', ('y', 'z'), None)`.
class SpecParser {
 public:
  SpecParser(std::string_view text, Error& error)
      : size_(text.size()), text_(text), error_(error) {}

  bool Parse(ShardingInfo& spec) {
    SkipSpace();
    if (!Take("PartitionSpec") && !Take("P")) return Fail("begin with P(");
    if (!Take("(")) return Fail("have a ( after P");
    while (!Take(")")) {
      if (Take("unreduced")) {
        if (!Take("=") || !Take("{")) return Fail("have ={ after unreduced");
        if (!Axes("}", spec.unreduced)) return false;
      } else if (!Dimension(spec.dims.emplace_back())) {
        return false;
      }
      if (!Take(",") && !At(")")) return Fail("have a , or ) there");
    }
    return text_.empty() || Fail("end after )");
  }

 private:
  bool Fail(std::string_view what) {
    std::string message =
        fmt::format("a sharding like P('x', ('y', 'z'), None) has to {}", what);
    if (!text_.empty()) message += fmt::format(", at \"{}\"", text_);
    return error_.Set(size_ - text_.size(), std::move(message));
  }
  void SkipSpace() {
    const size_t at = text_.find_first_not_of(" \t");
    text_.remove_prefix(at == std::string_view::npos ? text_.size() : at);
  }
  bool At(std::string_view word) const { return text_.starts_with(word); }
  bool Take(std::string_view word) {
    if (!At(word)) return false;
    text_.remove_prefix(word.size());
    SkipSpace();
    return true;
  }

  bool Number(int64_t& number) {
    const char* const begin = text_.data();
    const auto [end, status] =
        std::from_chars(begin, begin + text_.size(), number);
    if (status != std::errc() || number < 1) {
      return Fail("say a part of an axis as 'x':(1)2");
    }
    text_.remove_prefix(static_cast<size_t>(end - begin));
    SkipSpace();
    return true;
  }

  bool Axis(std::vector<AxisInfo>& axes) {
    const char quote = text_.empty() ? '\0' : text_.front();
    const size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1)
                                                     : std::string_view::npos;
    if (end == std::string_view::npos) return Fail("name axes in quotes");
    AxisInfo& axis = axes.emplace_back();
    axis.name = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    SkipSpace();
    if (!Take(":")) return true;
    if (!Take("(")) return Fail("say a part of an axis as 'x':(1)2");
    if (!Number(axis.pre_size)) return false;
    if (!Take(")")) return Fail("say a part of an axis as 'x':(1)2");
    return Number(axis.size);
  }

  bool Axes(std::string_view close, std::vector<AxisInfo>& axes) {
    while (!Take(close)) {
      if (!Axis(axes)) return false;
      if (!Take(",") && !At(close)) {
        return Fail(fmt::format("have a , or {} there", close));
      }
    }
    return true;
  }

  bool Dimension(DimShardingInfo& dim) {
    if (Take("None")) return true;
    if (Take("P.UNCONSTRAINED") || Take("UNCONSTRAINED")) {
      dim.closed = false;
      return true;
    }
    return Take("(") ? Axes(")", dim.axes) : Axis(dim.axes);
  }

  const size_t size_;      // of the whole text
  std::string_view text_;  // the part not yet read
  Error& error_;
};

}  // namespace

std::string SpecText(const ShardingInfo& sharding) {
  std::string text = "P(";
  for (size_t i = 0; i < sharding.dims.size(); ++i) {
    if (i > 0) text += ", ";
    const std::vector<AxisInfo>& axes = sharding.dims[i].axes;
    if (axes.empty()) {
      text += "None";
    } else if (axes.size() == 1) {
      text += AxisText(axes.front());
    } else {
      text += '(';
      AppendAxes(axes, text);
      text += ')';
    }
  }
  if (!sharding.unreduced.empty()) {
    text += sharding.dims.empty() ? "unreduced={" : ", unreduced={";
    AppendAxes(sharding.unreduced, text);
    text += '}';
  }
  return text + ")";
}

std::optional<ShardingInfo> ParseSpec(std::string_view text, std::string mesh,
                                      std::vector<Message>& messages) {
  ShardingInfo spec;
  spec.mesh = std::move(mesh);
  Error error;
  if (SpecParser(text, error).Parse(spec)) return spec;
  AddError(error, "<spec>", text, messages);
  return std::nullopt;
}

bool SameSpec(const ShardingInfo& a, const ShardingInfo& b) {
  const std::vector<AxisInfo> none;
  const auto axes = [&](const ShardingInfo& s, size_t i) -> const auto& {
    return i < s.dims.size() ? s.dims[i].axes : none;
  };
  for (size_t i = 0; i < std::max(a.dims.size(), b.dims.size()); ++i) {
    if (axes(a, i) != axes(b, i)) return false;
  }
  return a.unreduced == b.unreduced;
}

}  // namespace shardflow
