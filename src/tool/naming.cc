#include "tool/naming.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "shardflow/names.h"

namespace shardflow {
namespace {

std::string FileName(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::string PathOfValue(const ProgramGraph& graph, int value) {
  return LabelPath(LabelOf(graph, value));
}

std::string CalledValue(const ProgramGraph& graph, int value) {
  std::string path = PathOfValue(graph, value);
  return path.empty()
             ? std::string(graph.values[static_cast<size_t>(value)].name)
             : path;
}

std::string PlaceShown(const GraphOp& op, bool all_frames) {
  if (op.line <= 0 || !all_frames || op.frames().empty()) return PlaceText(op);
  std::string text;
  for (const SourceFrame& frame : op.frames()) {
    if (!text.empty()) text += " < ";
    text += fmt::format("{}:{}", FileName(frame.file), frame.line);
  }
  return text;
}

std::string ManualShown(const ProgramGraph& graph, int value) {
  std::string text;
  for (const std::string& axis : ManualAxesAround(graph, value)) {
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", axis);
  }
  return text;
}

std::string ShortMesh(const std::string& text) {
  constexpr std::string_view kList = "device_ids=[";
  constexpr size_t kShown = 16;
  std::string out;
  size_t copied = 0;  // number of bytes of `text` copied so far
  for (size_t at = text.find(kList); at != std::string::npos;
       at = text.find(kList, at + 1)) {
    const size_t begin = at + kList.size();
    const size_t end = std::min(text.find(']', begin), text.size());
    const auto commas = [&](size_t from) {
      return static_cast<size_t>(
          std::count(text.begin() + static_cast<std::ptrdiff_t>(from),
                     text.begin() + static_cast<std::ptrdiff_t>(end), ','));
    };
    if (commas(begin) < 2 * kShown) continue;
    size_t last = begin;  // the end of the ids shown
    for (size_t i = 0; i < kShown; ++i) last = text.find(',', last) + 1;
    out.append(text, copied, last - copied);
    out += fmt::format(" ... {} more", commas(last) + 1);
    copied = end;
  }
  return out.append(text, copied);
}

std::string ShardingShown(const ProgramGraph& graph, const GraphTensor& tensor,
                          bool spec) {
  if (tensor.sharding.empty()) return "-";
  if (spec) return tensor.spec;
  const std::string_view text = ShardingText(graph, tensor);
  return text.size() < tensor.sharding.size() ? std::string(text)
                                              : ShortMesh(tensor.sharding);
}

}  // namespace shardflow
