#include "shardflow/spec.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/convert.h"
#include "base/error.h"
#include "base/scanner.h"

namespace shardflow {

using namespace internal;
namespace {

// Returns the name as a string of Python: in single quotes, unless it contains
// one.
std::string QuotedName(std::string_view name) {
  const char quote = name.find('\'') == std::string_view::npos ||
                             name.find('"') != std::string_view::npos
                         ? '\''
                         : '"';
  std::string text(1, quote);
  for (const char c : name) {
    if (c == quote || c == '\\') text += '\\';
    text += c;
  }
  return text + quote;
}

std::string AxisText(const AxisInfo& axis) {
  std::string text = QuotedName(axis.name);
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
      : text_(text), s_(text, error) {}

  bool Parse(ShardingInfo& spec) {
    if (!s_.TryWord("PartitionSpec") && !s_.TryWord("P")) {
      return Fail("begin with P(");
    }
    if (!s_.Try("(")) return Fail("have a ( after P");
    while (!s_.Try(")")) {
      if (s_.TryWord("unreduced")) {
        if (!s_.Try("=") || !s_.Try("{")) {
          return Fail("have ={ after unreduced");
        }
        if (!Axes("}", spec.unreduced)) return false;
      } else if (!Dimension(spec.dims.emplace_back())) {
        return false;
      }
      if (!s_.Try(",") && s_.Next() != ')') {
        return Fail("have a , or ) there");
      }
    }
    return s_.AtEnd() || Fail("end after )");
  }

 private:
  bool Fail(std::string_view what) {
    std::string message =
        fmt::format("a sharding like P('x', ('y', 'z'), None) has to {}", what);
    const std::string_view rest = text_.substr(s_.Offset());
    if (!rest.empty()) message += fmt::format(", at \"{}\"", rest);
    return s_.FailHere(std::move(message));
  }

  bool Axis(std::vector<AxisInfo>& axes) {
    AxisInfo& axis = axes.emplace_back();
    if (!s_.String(axis.name)) return Fail("name axes in quotes");
    if (!s_.Try(":")) return true;
    return (s_.Try("(") && s_.Int(axis.pre_size) && axis.pre_size > 0 &&
            s_.Try(")") && s_.Int(axis.size) && axis.size > 0) ||
           Fail("say a part of an axis as 'x':(1)2");
  }

  bool Axes(std::string_view close, std::vector<AxisInfo>& axes) {
    while (!s_.Try(close)) {
      if (!Axis(axes)) return false;
      if (!s_.Try(",") && s_.Next() != close[0]) {
        return Fail(fmt::format("have a , or {} there", close));
      }
    }
    return true;
  }

  bool Dimension(DimShardingInfo& dim) {
    if (s_.TryWord("None")) return true;
    const bool is_attribute = s_.TryWord("P");
    if ((!is_attribute || s_.Try(".")) && s_.TryWord("UNCONSTRAINED")) {
      dim.closed = false;
      return true;
    }
    if (is_attribute) return Fail("have .UNCONSTRAINED after P");
    return s_.Try("(") ? Axes(")", dim.axes) : Axis(dim.axes);
  }

  const std::string_view text_;
  Scanner s_;
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
