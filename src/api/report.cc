#include "shardflow/report.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "api/convert.h"
#include "api/extend.h"
#include "api/graph_maker.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "base/diagnostics.h"
#include "base/source.h"
#include "cost/place.h"
#include "explain/explain.h"
#include "explain/render.h"
#include "explain/value_names.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "json/emit.h"
#include "lower/axes.h"
#include "lower/reshard_lowering.h"
#include "ops/code_places.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/pass.h"
#include "report/baseline.h"
#include "report/page.h"
#include "report/tables.h"
#include "shardflow/cost.h"
#include "shardflow/diff.h"
#include "shardflow/graph.h"
#include "shardflow/passes.h"
#include "shardflow/version.h"
#include "shardflow/views.h"
#include "sharding/axis.h"

namespace shardflow {

using namespace internal;
namespace {

// Returns at most `most` places: the arguments and results of the main
// function, followed by the op results with the most elements.
std::vector<TensorPlace> ChoosePlaces(const Module& m, size_t most) {
  std::vector<TensorPlace> places;
  const OpId main = MainFunction(m);
  if (main.IsNone() || IsDeclaration(m, main)) return places;
  for (const ValueId arg : m.args(EntryBlock(m, main))) {
    places.push_back({arg, -1});
  }
  const size_t results = m.types.result_count(FunctionType(m, main));
  for (size_t i = 0; i < results; ++i) {
    places.push_back({ValueId::None(), static_cast<int32_t>(i)});
  }
  if (places.size() > most) places.resize(most);
  // The largest results so far, as a heap. The smallest of them is at the front
  // and is dropped first.
  std::vector<std::pair<int64_t, ValueId>> others;
  const auto comes_first = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first
                              : a.second.index < b.second.index;
  };
  const size_t room = most - places.size();
  WalkPreOrder(m, main, [&](OpId op) {
    for (int i = 0; i < m.result_count(op) && room > 0; ++i) {
      const ValueId value = m.result(op, i);
      if (!m.types.HasStaticShape(m.type(value))) continue;
      int64_t elements = 1;
      for (const int64_t size : m.types.dims(m.type(value))) {
        elements = SaturatingProduct(elements, size);
      }
      const std::pair<int64_t, ValueId> other = {elements, value};
      if (others.size() == room) {
        if (!comes_first(other, others.front())) continue;
        std::pop_heap(others.begin(), others.end(), comes_first);
        others.pop_back();
      }
      others.push_back(other);
      std::push_heap(others.begin(), others.end(), comes_first);
    }
  });
  std::sort_heap(others.begin(), others.end(), comes_first);
  for (const auto& [elements, value] : others) places.push_back({value, -1});
  return places;
}

// Returns the options to use. Cost() propagates as JAX does, so the rest of the
// report must do the same.
ReportOptions Resolved(ReportOptions options) {
  options.run = WithoutDumps(std::move(options.run));
  options.run.verify_after = false;
  options.run.jax |= options.cost && options.propagate;
  return options;
}

// Returns the axis names that occur in text such as "[{}, {"x"}]".
std::vector<std::string> AxesIn(std::string_view text) {
  std::vector<std::string> axes;
  for (size_t at = text.find('"'); at != std::string_view::npos;
       at = text.find('"', at + 1)) {
    const size_t end = text.find('"', at + 1);
    if (end == std::string_view::npos) break;
    axes.emplace_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return axes;
}

// Finds values by their place in the program and their name, as reported by
// Cost. (Ids can't be used, because Cost lowers a copy, in which they differ.)
class PlaceRows {
 public:
  PlaceRows(const Module& m, const ProgramGraph& graph,
            const std::vector<ReportValue>& values, const GraphRows& rows)
      : graph_(graph) {
    for (size_t v = 0; v < graph.values.size(); ++v) {
      if (!values[v].shown) continue;
      const int row = static_cast<int>(v);
      if (!values[v].label.empty()) Add(labels_[values[v].label], row);
      const OpId op = m.def(rows.ids[v]);
      if (op) Add(places_[Key(PlaceOf(m, op))], row);
    }
  }

  // Returns the row of the only value defined at the place, or -1 if there is
  // none or more than one.
  int Find(const CostPlace& place) const {
    int found = -1;
    for (const int row : At(places_, Key(place))) {
      if (!place.type.empty() && TypeOf(row) != place.type) continue;
      if (found >= 0) return -1;
      found = row;
    }
    return found;
  }

  // Returns the only value with this name. If there are several, returns the
  // only one among the operands of the op at the place. Returns -1 if there is
  // no such value.
  int FindMoved(std::string_view label, const CostPlace& place) const {
    const std::vector<int>& called = At(labels_, label);
    if (called.size() == 1) return called.front();
    const int user = called.empty() ? -1 : Find(place);
    if (user < 0) return -1;
    int found = -1;
    const int op = graph_.values[static_cast<size_t>(user)].op;
    for (const int operand : graph_.ops[static_cast<size_t>(op)].operands) {
      if (operand < 0 || operand == found ||
          std::find(called.begin(), called.end(), operand) == called.end()) {
        continue;
      }
      if (found >= 0) return -1;
      found = operand;
    }
    return found;
  }

 private:
  // The maximum number of rows in a list. Longer lists are truncated;
  // several matches usually give -1 anyway.
  static constexpr size_t kMostTwins = 64;
  static void Add(std::vector<int>& rows, int row) {
    if (rows.size() < kMostTwins) rows.push_back(row);
  }
  static std::string Key(const CostPlace& place) {
    // For "all_reduce for stablehlo.reduce", the value is the result of
    // stablehlo.reduce.
    constexpr std::string_view kFor = " for ";
    const size_t cut = place.op.find(kFor);
    std::string key = cut == std::string::npos
                          ? place.op
                          : place.op.substr(cut + kFor.size());
    key += '\n';
    key += place.name;
    key += '\n';
    key += place.file;
    key +=
        '\n' + std::to_string(place.line) + ':' + std::to_string(place.column);
    return key;
  }
  const std::string& TypeOf(int row) const {
    const int tensor = graph_.values[static_cast<size_t>(row)].tensor;
    return graph_.tensors[static_cast<size_t>(tensor)].type;
  }
  template <class Map, class Key>
  const std::vector<int>& At(const Map& map, const Key& key) const {
    const auto at = map.find(key);
    return at == map.end() ? none_ : at->second;
  }

  const ProgramGraph& graph_;
  absl::flat_hash_map<std::string, std::vector<int>> places_;
  absl::flat_hash_map<std::string_view, std::vector<int>> labels_;
  const std::vector<int> none_;
};

class Reporter {
 public:
  // Consumes the program.
  Reporter(Program program, const ReportOptions& options)
      : options_(Resolved(options)),
        origin_(ProgramAccess::origin(program)),
        m_(std::move(ProgramAccess::module(program))),
        source_(m_.source),
        names_(m_, ProgramAccess::TakeNames(program)) {}

  // `written` is the program as it was given. It may be null unless there is
  // another program to compare with.
  std::optional<std::string> Run(const Program* written,
                                 std::vector<Message>& messages) {
    if (!Make(messages)) return std::nullopt;
    if (options_.other != nullptr && !Compare(*written, messages)) {
      return std::nullopt;
    }
    std::string json = ReportJson(input_);
    return options_.format == ReportFormat::kJson ? json + "\n"
                                                  : ReportPage(json);
  }

 private:
  // Makes the report, except for the comparison with another program.
  bool Make(std::vector<Message>& messages) {
    Diagnostics diagnostics;
    const bool made = MakeTables(diagnostics);
    AppendMessages(diagnostics, source_.get(), messages);
    if (!made) return false;
    if (options_.cost) return AddCost(messages);
    AddMoves();
    return true;
  }

  bool MakeTables(Diagnostics& diagnostics) {
    RuleWarnings warnings;
    RunContext run(m_, options_.run, warnings, diagnostics);
    return !diagnostics.HasErrors() && MakeTables(run.context());
  }

  bool MakeTables(PassContext& context) {
    std::vector<PlaceExplanation> explained;
    ChainLines chains;
    // The explanation doesn't include XLA's steps before propagation.
    const bool before_propagation = context.jax && options_.propagate;
    if (!(before_propagation ? internal::Run<XlaImportPipeline>(m_, context)
                             : RequireShardy(m_, context))) {
      return false;
    }
    context.jax = false;
    if (options_.propagate && !Propagate(context, explained, chains)) {
      return false;
    }
    graph_ = GraphOf(m_, names_, /*frames=*/false, nullptr, &rows_);
    input_.name = options_.name;
    input_.generator = "shardflow " + std::string(Version());
    input_.propagated = options_.propagate;
    AddValues();
    AddText();
    AddExplanations(explained, chains);
    return true;
  }

  bool Propagate(PassContext& context, std::vector<PlaceExplanation>& explained,
                 ChainLines& chains) {
    const auto most = static_cast<size_t>(std::max(options_.explained, 0));
    const auto choose = [&] { return ChoosePlaces(m_, most); };
    return PropagateAndExplain(m_, names_, choose, context, explained,
                               chains) &&
           ExportAfterPropagation(m_, PipelineOptions{}, context);
  }

  void AddValues() {
    input_.values.resize(graph_.values.size());
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      ReportValue& value = input_.values[v];
      const ValueId id = rows_.ids[v];
      value.label = LabelOf(graph_, static_cast<int>(v));
      value.line = names_.TextLine(id);
      const OpId def = m_.def(id);
      value.is_constant = def && IsConstantLike(m_, def);
      // Values inside the body of a reduction aren't shown.
      const OpId home = def ? m_.parent_op(def) : OwningOp(m_, id);
      value.shown =
          home && (IsFunction(m_, home) || DataFlow(m_, home) != nullptr ||
                   (def && home == m_.root()));
    }
  }

  void AddText() {
    if (m_.source == nullptr) return;
    const std::string_view text = m_.source->text();
    if (static_cast<int64_t>(text.size()) <= options_.most_text &&
        IsUtf8(text) && text.find('\0') == std::string_view::npos) {
      input_.text = text;
    }
  }

  void AddExplanations(std::vector<PlaceExplanation>& explained,
                       const ChainLines& chains) {
    std::vector<int> links(chains.lines.size(), -1);
    for (PlaceExplanation& one : explained) AddExplanation(one, chains, links);
  }

  // Returns the link for a line of `chains`, adding it if `links` has -1 there.
  int LinkOf(int line, const ChainLines& chains, std::vector<int>& links) {
    std::vector<size_t> lines;
    int before = -1;
    for (; line >= 0; line = chains.lines[lines.back()].before) {
      before = links[static_cast<size_t>(line)];
      if (before >= 0) break;
      lines.push_back(static_cast<size_t>(line));
    }
    for (; !lines.empty(); lines.pop_back()) {
      before = input_.chains.Add(before, chains.lines[lines.back()].text);
      links[lines.back()] = before;
    }
    return before;
  }

  void AddExplanation(PlaceExplanation& one, const ChainLines& chains,
                      std::vector<int>& links) {
    ReportExplanation row;
    row.result = one.place.result;
    if (one.place.value) {
      if (one.place.value.Slot() >= rows_.values.size()) return;
      row.value = rows_.values[one.place.value.Slot()];
      if (row.value < 0) return;
    }
    ExplanationLines& lines = one.lines;
    row.notes = std::move(lines.notes);
    row.stops = std::move(lines.stops);
    row.absent = std::move(lines.absent);
    for (size_t i = 0; i < lines.axes.size(); ++i) {
      row.axes.push_back(
          {std::move(lines.axes[i]), LinkOf(one.chains[i], chains, links)});
    }
    input_.explanations.push_back(std::move(row));
  }

  // Lowers the module and lists its communication. The module can't be used
  // afterwards.
  void AddMoves() {
    Program program = ProgramAccess::Make(std::move(m_), origin_);
    std::vector<Message> messages;
    std::optional<std::vector<PlannedReshard>> plan;
    if (!options_.propagate ||
        (InsertReshards(program, {.run = options_.run}, messages) &&
         LowerToCollectives(program, {.run = options_.run}, messages))) {
      const OpRegistry* const registry = options_.run.registry;
      plan = registry != nullptr
                 ? CommunicationPlan(program, *registry, messages)
                 : CommunicationPlan(program);
    }
    if (!plan) {
      for (const Message& message : messages) {
        if (message.kind == MessageKind::kError) {
          input_.moves_error = message.text;
        }
      }
      return;
    }
    const ProgramView view(program, options_.run.registry);
    for (const PlannedReshard& reshard : *plan) {
      for (const ReshardStep& step : reshard.steps) {
        ReportMove& move = input_.moves.emplace_back();
        move.kind = step.op;
        move.axes = AxesIn(step.axes);
        move.group = step.group;
        move.bytes_sent = step.bytes_sent;
        move.local_bytes = step.local_bytes;
        move.seconds = step.seconds;
        move.times = step.times;
        move.value = RowOf(program, reshard.value);
        AddCause(view, reshard, move);
      }
    }
  }

  bool AddCost(std::vector<Message>& messages) {
    CostOptions options;
    options.run = options_.run;
    options.topology = options_.topology;
    options.largest = 500;
    options.curve = true;
    // Uses a copy of m_, which already has its shardings.
    const std::optional<CostReport> cost =
        Cost(ProgramAccess::Make(Module(m_), origin_), options, messages);
    if (!cost) return false;
    const PlaceRows rows(m_, graph_, input_.values, rows_);
    ReportMemory& memory = input_.memory.emplace();
    memory.arguments = cost->memory.arguments;
    memory.results = cost->memory.results;
    memory.aliased = cost->memory.aliased;
    memory.temporaries = cost->memory.temporaries;
    memory.peak = cost->memory.peak;
    memory.peak_at = rows.Find(cost->memory.peak_at);
    memory.curve = CurveOf(cost->memory);
    for (const CostValue& value : cost->memory.largest) {
      const int row = rows.Find(value.place);
      if (row >= 0) memory.alive.push_back({row, value.bytes});
    }
    AddArguments(memory);
    for (const CollectiveCost& collective : cost->communication.collectives) {
      ReportMove& move = input_.moves.emplace_back();
      move.kind = collective.kind;
      move.axes = AxesIn(collective.axes);
      move.group = collective.group;
      move.bytes_sent = collective.wire_bytes;
      move.local_bytes = collective.after;
      move.seconds = collective.seconds;
      move.times = collective.executions;
      move.value = IsReduction(collective)
                       ? rows.Find(collective.place)
                       : rows.FindMoved(collective.value, collective.place);
      // If the tensor is unknown, its scope is shown instead.
      move.label = internal::StackLabel(collective.place.name);
      move.cause = CauseText(collective);
      if (collective.full_rematerialization) {
        move.cause += ", by a full rematerialization";
      }
    }
    return true;
  }

  // Adds the arguments, which are in memory throughout the program.
  void AddArguments(ReportMemory& memory) const {
    const int main = MainOf(graph_);
    if (main < 0) return;
    for (const int value :
         graph_.functions[static_cast<size_t>(main)].arguments) {
      const GraphValue& row = graph_.values[static_cast<size_t>(value)];
      const int64_t bytes =
          graph_.tensors[static_cast<size_t>(row.tensor)].local_bytes;
      if (bytes > 0) memory.alive.push_back({value, bytes});
    }
  }

  // Splits the curve into at most 400 parts and returns the maximum of each.
  static std::vector<int64_t> CurveOf(const MemoryCost& memory) {
    constexpr size_t kMostPoints = 400;
    const size_t count = memory.curve.size();
    const size_t points = std::min(count, kMostPoints);
    std::vector<int64_t> curve(points, 0);
    const int64_t always = memory.peak - memory.temporaries;
    for (size_t i = 0; i < count; ++i) {
      int64_t& point = curve[i * points / count];
      point = std::max(point, always + memory.curve[i].bytes);
    }
    return curve;
  }

  // Compares with the other program, as `shardflow diff` does.
  bool Compare(const Program& written, std::vector<Message>& messages) {
    ReportOptions options = options_;
    options.other = nullptr;
    options.explained = 0;
    options.most_text = 0;
    options.name = options_.other_name;
    Reporter before(options_.other->Clone(), options);
    if (!before.Make(messages)) return false;
    const ShardingList a = ListShardings(before.graph_);
    const ShardingList b = ListShardings(graph_);
    ShardingDiff diff = DiffShardings(a, b);
    if (options_.propagate) {
      const auto was = Written(*options_.other), is = Written(written);
      if (was && is) MarkRoots(*was, *is, b, diff);
    }
    absl::flat_hash_map<std::pair<int, int>, const ReportExplanation*> known;
    for (const ReportExplanation& one : input_.explanations) {
      known.try_emplace({one.value, one.value < 0 ? one.result : -1}, &one);
    }
    const auto because = [&](const ReportPlace& place) {
      const auto at = known.find({place.value, place.result});
      return at == known.end() ? "" : CauseOf(*at->second);
    };
    ReportBaseline& baseline = input_.baseline.emplace(
        CompareWith({before.graph_, a, b, diff, because}, graph_));
    baseline.name = options_.other_name;
    before.AddBytes(baseline.before);
    AddBytes(baseline.after);
    return true;
  }

  static std::optional<ShardingList> Written(const Program& program) {
    std::vector<Message> ignored;
    const std::optional<ProgramGraph> graph = MakeGraph(program, {}, ignored);
    if (!graph) return std::nullopt;
    return ListShardings(*graph);
  }

  // Returns a description of where the axes of a value came from.
  std::string CauseOf(const ReportExplanation& explanation) const {
    std::vector<std::string_view> causes;
    for (const ReportExplanation::Axis& axis : explanation.axes) {
      if (axis.last < 0) continue;
      const auto& links = input_.chains.links();
      const int first = links[static_cast<size_t>(axis.last)].first;
      std::string_view text = links[static_cast<size_t>(first)].text;
      // Example: "    %arg0 dimension 0: annotated, ...  at step.mlir:3:26\n".
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      text = text.substr(0, text.find_first_of(",\n"));
      if (std::find(causes.begin(), causes.end(), text) == causes.end()) {
        causes.push_back(text);
      }
    }
    std::string text;
    for (const std::string_view cause : causes) {
      if (!text.empty()) text += "; ";
      text += cause;
    }
    return text;
  }

  void AddBytes(ReportBaseline::Bytes& bytes) const {
    if (input_.memory) bytes.peak = input_.memory->peak;
    if (!input_.moves_error.empty()) return;
    bytes.sent = 0;
    for (const ReportMove& move : input_.moves) {
      bytes.sent = SaturatingSum(
          bytes.sent, SaturatingProduct(move.bytes_sent, move.times));
    }
  }

  int RowOf(const Program& program, ValueRef ref) const {
    const ValueId value = ToId(ProgramAccess::module(program),
                               ProgramAccess::origin(program), ref);
    return value && value.Slot() < rows_.values.size()
               ? rows_.values[value.Slot()]
               : -1;
  }

  // Finds the op that needs the tensor in another sharding, or that runs the
  // collective internally.
  void AddCause(const ProgramView& view, const PlannedReshard& reshard,
                ReportMove& move) const {
    if (reshard.inside) {
      const OpRef op = reshard.ops.front();
      const std::vector<ValueRef> results = view.Results(op);
      move.cause = "inside " + std::string(view.Name(op));
      if (!results.empty()) {
        move.user = RowOf(view.program(), results.front());
      }
      return;
    }
    const std::vector<OpRef> users = view.Users(reshard.result);
    if (users.empty()) return;
    // The order of users is arbitrary, so take the one that comes first in the
    // text.
    OpRef first = users.back();
    for (const OpRef user : users) {
      const std::vector<ValueRef> results = view.Results(user);
      const int row =
          results.empty() ? -1 : RowOf(view.program(), results.front());
      if (row < 0 || (move.user >= 0 && move.user <= row)) continue;
      move.user = row;
      first = user;
    }
    move.cause = users.size() == 1
                     ? "for "
                     : "for " + std::to_string(users.size()) + " ops, first ";
    move.cause += view.Name(first);
  }

  const ReportOptions options_;
  const Origin origin_;
  Module m_;
  // Keeps the program's text, to which input_ refers, alive when m_ is gone.
  const std::shared_ptr<const SourceBuffer> source_;
  const ValueNames names_;
  ProgramGraph graph_;
  GraphRows rows_;
  ReportInput input_{.graph = graph_};
};

}  // namespace

std::optional<std::string> Report(const Program& program,
                                  const ReportOptions& options,
                                  std::vector<Message>& messages) {
  return Reporter(program.Clone(), options).Run(&program, messages);
}

std::optional<std::string> Report(Program&& program,
                                  const ReportOptions& options,
                                  std::vector<Message>& messages) {
  if (options.other != nullptr) {
    return Report(std::as_const(program), options, messages);
  }
  return Reporter(std::move(program), options).Run(nullptr, messages);
}

}  // namespace shardflow
