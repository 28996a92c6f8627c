#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ansi.h"
#include "base/size_text.h"
#include "explain/render.h"

namespace shardflow::internal {
namespace {

// The maximum numbers of stopped axes and of values shown. The others are only
// counted, but JSON has them all.
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
    Line(
        0,
        fmt::format("{}{} in @{}", Painted(Labelled(value.tensor), ansi::kBold),
                    value.type.empty() ? "" : " : " + value.type, function_),
        value.tensor.place);
    Line(1,
         !value.sharding.empty()     ? Painted(Shown(value), ansi::kCyan)
         : value.manual_axes.empty() ? "no sharding"
                                     : ManualText(value),
         {});
    Notes(value);
    for (const ExplainedAxis& axis : value.axes) {
      out_ += '\n';
      AxisTitle(axis);
      for (const ChainLink& link : axis.chain) Link(link);
    }
    if (!value.stopped.empty()) out_ += '\n';
    Stops(value);
    Absent(value);
    Fixes(value);
  }

  ExplanationLines Lines(const ExplainedValue& value) {
    function_ = value.tensor.function;
    ExplanationLines lines;
    const auto take = [&] { return std::exchange(out_, {}); };
    Notes(value);
    lines.notes = take();
    for (const ExplainedAxis& axis : value.axes) {
      AxisTitle(axis);
      lines.axes.push_back(take());
    }
    Stops(value);
    lines.stops = take();
    Absent(value);
    lines.absent = take();
    return lines;
  }

  void LinkOf(const ChainLink& link, const std::string& function) {
    function_ = function;
    Link(link);
  }

 private:
  void Line(int depth, std::string_view text, const ExplainedPlace& place) {
    const std::string at = PlaceText(place);
    fmt::format_to(std::back_inserter(out_), "{:{}}{}{}{}\n", "", 2 * depth,
                   text, at.empty() ? "" : "  ",
                   at.empty() ? "" : Painted("at " + at, ansi::kDim));
  }

  std::string Painted(std::string_view text, std::string_view code) const {
    return ansi::Painted(text, code, options_.color);
  }

  template <class T>
  const std::string& Shown(const T& item) const {
    return options_.spec ? item.spec : item.sharding;
  }

  // Returns text such as `manual over "data": a per-device value`.
  static std::string ManualText(const ExplainedValue& value) {
    std::string axes;
    for (const std::string& axis : value.manual_axes) {
      axes += fmt::format("{}\"{}\"", axes.empty() ? "" : ", ", axis);
    }
    return fmt::format("manual over {}: a per-device value", axes);
  }

  // Returns the label and name, such as "params['w'] (%arg0)", or just the
  // name.
  static std::string Labelled(const ExplainedTensor& tensor) {
    if (tensor.label.empty()) return tensor.name;
    return fmt::format("{} ({})", tensor.label, tensor.name);
  }

  // Returns the tensor's name, followed by the function's name for values in
  // other functions.
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
    for (const std::string& note : value.notes)
      Line(1, Painted("note:", ansi::kYellow) + " " + note, {});
  }

  void AxisTitle(const ExplainedAxis& axis) {
    Line(1,
         Painted(fmt::format("dimension {} has {}:", axis.dimension, axis.axis),
                 ansi::kBold),
         {});
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
    Line(1, Painted("did not come:", ansi::kBold), {});
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
      Line(
          3,
          fmt::format("{}: {}", Painted(stop.reason, ansi::kYellow), stop.text),
          {});
      Sides(stop, 3);
    }
  }

  // Writes where the axes on both sides of a conflict come from, unless the
  // text has already said so.
  void Sides(const StoppedAxis& stop, int depth) {
    if (!stop.blocker_tensor) return;
    const auto side = [&](const std::string& axis, const ExplainedTensor& at,
                          const std::optional<ChainLink>& from) {
      if (!from || (from->tensor.name == at.name &&
                    from->tensor.function == at.function)) {
        return;
      }
      Line(depth,
           fmt::format("{} is from {}: {} {}{}", axis, Name(from->tensor),
                       from->annotation, Shown(*from),
                       from->user_priority == 0
                           ? ""
                           : fmt::format(", p{}", from->user_priority)),
           from->tensor.place);
    };
    side(stop.axis, stop.source, stop.source_from);
    side(stop.blocker, *stop.blocker_tensor, stop.blocker_from);
  }

  void Absent(const ExplainedValue& value) {
    const bool any = std::any_of(
        value.absent.begin(), value.absent.end(),
        [](const AbsentAxis& absent) { return absent.reason != "stopped"; });
    if (!any) return;
    out_ += '\n';
    Line(1, Painted("why not:", ansi::kBold), {});
    for (size_t i = 0; i < value.absent.size(); ++i) {
      if (value.absent[i].reason == "lost") Lost(value.absent[i]);
      const bool is_last =
          i + 1 == value.absent.size() ||
          value.absent[i + 1].dimension != value.absent[i].dimension;
      if (is_last) ShortReasons(value, value.absent[i].dimension);
    }
  }

  // Writes the axes of a dimension that have only a short reason, on one line:
  // `dimension 1, "x", "y": nothing that shares the dimension has it; "z":
  // dimension 0 has it`.
  void ShortReasons(const ExplainedValue& value, int dimension) {
    // The reasons, each with its axes.
    std::vector<std::pair<std::string_view, std::string>> reasons;
    for (const AbsentAxis& absent : value.absent) {
      if (absent.dimension != dimension || absent.reason == "lost" ||
          absent.reason == "stopped") {
        continue;
      }
      const auto known = std::find_if(
          reasons.begin(), reasons.end(),
          [&](const auto& row) { return row.first == absent.text; });
      if (known == reasons.end()) {
        reasons.emplace_back(absent.text, absent.axis);
      } else {
        known->second += ", " + absent.axis;
      }
    }
    if (reasons.empty()) return;
    std::string text = fmt::format("dimension {}", dimension);
    for (size_t i = 0; i < reasons.size(); ++i) {
      text += fmt::format("{}{}: {}", i == 0 ? ", " : "; ", reasons[i].second,
                          reasons[i].first);
    }
    Line(2, text, {});
  }

  void Lost(const AbsentAxis& absent) {
    const StoppedAxis& lost = *absent.lost;
    Line(2,
         fmt::format("dimension {}, {}: {}, at {}", absent.dimension,
                     absent.axis, absent.text, Name(absent.path.back())),
         absent.path.back().place);
    Line(3,
         fmt::format("{} of {} dimension {} did not come through {}", lost.axis,
                     Name(lost.source), lost.source_dimension, OpText(lost.op)),
         lost.op.place);
    Line(3,
         fmt::format("{}: {}", Painted(lost.reason, ansi::kYellow), lost.text),
         {});
    Sides(lost, 3);
  }

  static std::string Change(std::string_view what, int64_t before,
                            int64_t after) {
    if (before < 0 || after < 0) return "";
    if (before == after) return fmt::format("; {} {}", what, SizeText(after));
    return fmt::format("; {} {} (now {})", what, SizeText(after),
                       SizeText(before));
  }

  void Fixes(const ExplainedValue& value) {
    if (value.fixes.empty()) return;
    out_ += '\n';
    Line(1,
         Painted("what could be asked for", ansi::kBold) +
             " (tried; bytes of one device):",
         {});
    for (const TriedFix& fix : value.fixes) {
      const std::string spec = options_.spec ? fix.spec : fix.sharding;
      std::string text =
          fix.kind == "constraint"
              ? fmt::format("jax.lax.with_sharding_constraint(..., {}) of {}",
                            fix.spec, Name(fix.tensor))
              : fmt::format("{} for {}", spec, Name(fix.tensor));
      Line(2, text, fix.tensor.place);
      text.clear();
      text += Change("it takes", fix.tensor_bytes_before, fix.tensor_bytes);
      text += Change("all collectives send", fix.sent_before, fix.sent);
      text += Change("memory at its peak", fix.peak_before, fix.peak);
      if (fix.changed >= 0) {
        text += fmt::format("; {} tensor{} sharded in another way", fix.changed,
                            fix.changed == 1 ? " is" : "s are");
      }
      if (!text.empty()) Line(3, text.substr(2), {});
    }
  }

  const ExplanationTextOptions options_;
  std::string& out_;
  std::string function_;
};

}  // namespace

std::string LineOf(const ChainLink& link, const std::string& function,
                   const ExplanationTextOptions& options) {
  std::string out;
  TextWriter(options, out).LinkOf(link, function);
  return out;
}

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
