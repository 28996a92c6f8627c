#include "tool/partition_spec.h"

#include <algorithm>

#include <fmt/format.h>

namespace shardflow {
namespace {

// Reads a spec from the left; the rest is in `text`.
class SpecParser {
 public:
  SpecParser(std::string_view text, std::string& error)
      : text_(text), error_(error) {}

  std::optional<PartitionSpec> Parse() {
    PartitionSpec spec;
    SkipSpace();
    if (!Take("PartitionSpec") && !Take("P")) return Fail("begin with P(");
    if (!Take("(")) return Fail("have a ( after P");
    while (!Take(")")) {
      std::vector<std::string> axes;
      if (!Dimension(axes)) return std::nullopt;
      spec.push_back(std::move(axes));
      if (!Take(",") && !At(")")) return Fail("have a , or ) there");
    }
    if (!text_.empty()) return Fail("end after )");
    return spec;
  }

 private:
  std::nullopt_t Fail(std::string_view what) {
    error_ =
        fmt::format("a sharding like P('x', ('y', 'z'), None) has to {}", what);
    if (!text_.empty()) error_ += fmt::format(", at \"{}\"", text_);
    return std::nullopt;
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

  bool Axis(std::vector<std::string>& axes) {
    const char quote = text_.empty() ? '\0' : text_.front();
    const size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1)
                                                     : std::string_view::npos;
    if (end == std::string_view::npos) {
      Fail("name axes in quotes");
      return false;
    }
    axes.emplace_back(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    SkipSpace();
    return true;
  }

  bool Dimension(std::vector<std::string>& axes) {
    if (Take("None")) return true;
    if (!Take("(")) return Axis(axes);
    while (!Take(")")) {
      if (!Axis(axes)) return false;
      if (!Take(",") && !At(")")) {
        Fail("have a , or ) there");
        return false;
      }
    }
    return true;
  }

  std::string_view text_;
  std::string& error_;
};

// The text from the first `open` on to the `close` that belongs to it, without
// the two; strings are passed over. Empty if there is no such thing.
std::string_view Inside(std::string_view text, char open, char close) {
  const size_t begin = text.find(open);
  if (begin == std::string_view::npos) return {};
  int depth = 0;
  bool in_string = false;
  for (size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (in_string) continue;
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) {
      return text.substr(begin + 1, i - begin - 1);
    }
  }
  return {};
}

// `"x", "y":(1)2, ?` -> x, y:(1)2
std::vector<std::string> AxesOf(std::string_view dimension) {
  std::vector<std::string> axes;
  while (true) {
    const size_t begin = dimension.find('"');
    if (begin == std::string_view::npos) return axes;
    const size_t end = dimension.find('"', begin + 1);
    if (end == std::string_view::npos) return axes;
    std::string axis(dimension.substr(begin + 1, end - begin - 1));
    dimension.remove_prefix(end + 1);
    if (dimension.starts_with(':')) {
      const size_t stop =
          std::min(dimension.find_first_of(",} "), dimension.size());
      axis += dimension.substr(0, stop);
    }
    axes.push_back(std::move(axis));
  }
}

}  // namespace

std::optional<PartitionSpec> ParsePartitionSpec(std::string_view text,
                                                std::string& error) {
  return SpecParser(text, error).Parse();
}

PartitionSpec SpecOfSharding(std::string_view sharding) {
  PartitionSpec spec;
  // After the mesh, which may be spelled out and then has brackets, too.
  const size_t mesh = sharding.find("mesh<");
  if (mesh != std::string_view::npos) {
    const std::string_view inside = Inside(sharding.substr(mesh), '<', '>');
    sharding.remove_prefix(mesh + 5 + inside.size());
  }
  std::string_view dims = Inside(sharding, '[', ']');
  while (!dims.empty()) {
    const size_t begin = dims.find('{');
    if (begin == std::string_view::npos) break;
    const std::string_view dimension = Inside(dims, '{', '}');
    spec.push_back(AxesOf(dimension));
    dims.remove_prefix(begin + dimension.size() + 2);
  }
  return spec;
}

bool SameSpec(const PartitionSpec& a, const PartitionSpec& b) {
  static const std::vector<std::string> kNone;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if ((i < a.size() ? a[i] : kNone) != (i < b.size() ? b[i] : kNone)) {
      return false;
    }
  }
  return true;
}

std::string SpecText(const PartitionSpec& spec, size_t rank) {
  std::string text = "P(";
  for (size_t i = 0; i < std::max(rank, spec.size()); ++i) {
    if (i > 0) text += ", ";
    if (i >= spec.size() || spec[i].empty()) {
      text += "None";
    } else if (spec[i].size() == 1) {
      text += fmt::format("'{}'", spec[i].front());
    } else {
      text += '(';
      for (size_t k = 0; k < spec[i].size(); ++k) {
        text += fmt::format("{}'{}'", k > 0 ? ", " : "", spec[i][k]);
      }
      text += ')';
    }
  }
  return text + ")";
}

}  // namespace shardflow
