#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "explain/render.h"

namespace shardflow::internal {
namespace {

// The most entries shown for one value. The rest are counted; JSON has them
// all.
constexpr size_t kShownStops = 40;
constexpr size_t kShownValues = 16;

std::string PlaceText(const ExplainedPlace& place) {
  if (place.line == 0) return "";
  if (!place.frames.empty()) {
    std::string text;
    for (const SourceFrame& frame : place.frames) {
      if (!text.empty()) text += " < ";
      text += fmt::format("{}:{}:{}", frame.file, frame.line, frame.column);
    }
    return text;
  }
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

class TextWriter {
 public:
  TextWriter(const ExplanationTextOptions& options, std::string& out)
      : options_(options), out_(out) {}

  void Value(const ExplainedValue& value) {
    function_ = value.tensor.function;
    Line(0,
         fmt::format("{}{} in @{}", Labelled(value.tensor),
                     value.type.empty() ? "" : " : " + value.type, function_),
         value.tensor.place);
    Line(1, value.sharding.empty() ? "no sharding" : Shown(value), {});
    Notes(value);
    for (const ExplainedAxis& axis : value.axes) {
      out_ += '\n';
      AxisTitle(axis);
      for (const ChainLink& link : axis.chain) Link(link);
    }
    if (!value.stopped.empty()) out_ += '\n';
    Stops(value);
  }

  ExplanationLines Lines(const ExplainedValue& value) {
    function_ = value.tensor.function;
    ExplanationLines lines;
    const auto take = [&] { return std::exchange(out_, {}); };
    Notes(value);
    lines.notes = take();
    for (const ExplainedAxis& axis : value.axes) {
      ExplanationLines::Axis& row = lines.axes.emplace_back();
      AxisTitle(axis);
      row.title = take();
      for (const ChainLink& link : axis.chain) {
        Link(link);
        row.chain.push_back(take());
      }
    }
    Stops(value);
    lines.stops = take();
    return lines;
  }

 private:
  void Line(int depth, std::string_view text, const ExplainedPlace& place) {
    const std::string at = PlaceText(place);
    fmt::format_to(std::back_inserter(out_), "{:{}}{}{}{}\n", "", 2 * depth,
                   text, at.empty() ? "" : "  at ", at);
  }

  template <class T>
  const std::string& Shown(const T& item) const {
    return options_.spec ? item.spec : item.sharding;
  }

  // "params['w'] (%arg0)", or the name alone.
  static std::string Labelled(const ExplainedTensor& tensor) {
    if (tensor.label.empty()) return tensor.name;
    return fmt::format("{} ({})", tensor.label, tensor.name);
  }

  // The values of other functions are shown with the name of their function.
  std::string Name(const ExplainedTensor& tensor) const {
    if (tensor.function.empty() || tensor.function == function_ ||
        !tensor.name.starts_with('%')) {
      return Labelled(tensor);
    }
    return fmt::format("{} of @{}", Labelled(tensor), tensor.function);
  }

  static std::string OpText(const ExplainedOp& op) {
    if (op.name.empty()) return "the value that @main returns";
    std::string text = op.name;
    if (!op.factor.empty()) {
      text += fmt::format(", factor {}", op.factor);
      if (op.factor_type != "pass-through") {
        text += fmt::format(" ({})", op.factor_type);
      }
      text += fmt::format(", {} -> {}", op.from, op.to);
    }
    return text;
  }

  void Notes(const ExplainedValue& value) {
    for (const std::string& note : value.notes) Line(1, "note: " + note, {});
  }

  void AxisTitle(const ExplainedAxis& axis) {
    Line(1, fmt::format("dimension {} has {}:", axis.dimension, axis.axis), {});
  }

  void Link(const ChainLink& link) {
    std::string text =
        fmt::format("{} dimension {}", Name(link.tensor), link.dimension);
    if (link.kind == "annotation") {
      text += fmt::format(": annotated, {} {}", link.annotation, Shown(link));
      return Line(2, text, link.tensor.place);
    }
    if (link.kind == "group") {
      return Line(2, text + ": the same sharding group", {});
    }
    if (link.kind == "constraint") {
      return Line(2, text + ": the constraint is its sharding", link.op.place);
    }
    text += ": through " + OpText(link.op);
    text += fmt::format(", step {}", link.step);
    if (link.user_priority != 0)
      text += fmt::format(", p{}", link.user_priority);
    Line(2, text, link.op.place);
  }

  void Stops(const ExplainedValue& value) {
    if (value.stopped.empty()) return;
    Line(1, "did not come:", {});
    size_t shown = 0;
    for (const StoppedAxis& stop : value.stopped) {
      if (shown++ == kShownStops) {
        Line(2, fmt::format("... {} more", value.stopped.size() - kShownStops),
             {});
        return;
      }
      std::string text = fmt::format("{} of {} dimension {}", stop.axis,
                                     Name(stop.source), stop.source_dimension);
      if (stop.dimension >= 0) {
        text += fmt::format(" to dimension {}", stop.dimension);
      }
      if (!stop.part.empty()) text += fmt::format(" (but for {})", stop.part);
      text += ": through " + OpText(stop.op);
      Line(2, text, stop.op.place);
      Line(3, fmt::format("{}: {}", stop.reason, stop.text), {});
    }
  }

  const ExplanationTextOptions options_;
  std::string& out_;
  std::string function_;
};

}  // namespace

ExplanationLines LinesOf(const ExplainedValue& value,
                         const ExplanationTextOptions& options) {
  std::string out;
  return TextWriter(options, out).Lines(value);
}

void AppendExplanationText(const Explanation& explanation,
                           const ExplanationTextOptions& options,
                           std::string& out) {
  TextWriter writer(options, out);
  const size_t count = explanation.values.size();
  if (count > 1) {
    fmt::format_to(std::back_inserter(out),
                   "{} values: a function has one for each call, a constant "
                   "one for each use\n\n",
                   count);
  }
  for (size_t i = 0; i < std::min(count, kShownValues); ++i) {
    if (i > 0) out += '\n';
    writer.Value(explanation.values[i]);
  }
  if (count > kShownValues) {
    fmt::format_to(std::back_inserter(out), "\n... {} more\n",
                   count - kShownValues);
  }
}

}  // namespace shardflow::internal
