#include "explain/explain.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include <fmt/format.h>

#include "explain/absent.h"
#include "explain/chain.h"
#include "explain/describe.h"
#include "explain/find.h"
#include "explain/render.h"
#include "explain/value_names.h"
#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "propagate/propagation.h"
#include "propagate/why_not.h"
#include "sharding/axis.h"
#include "sharding/print.h"
#include "sharding/tensor.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

std::string ShardingString(const Module& m, ShardingId id) {
  return id ? ShardingText(m.shardings.Get(id), m.shardings, m.names) : "";
}

bool IsGone(const Module& m, const TensorPlace& place) {
  if (place.value.IsNone()) return false;
  const OpId home = OwningOp(m, place.value);
  return home.IsNone() || m.IsErased(home);
}

// The place that holds a value's sharding, the sharding there, and the sharding
// as seen by the ops that use the value.
struct Holder {
  TensorPlace place;
  ShardingId held;
  ShardingId seen;
};

Holder HolderOf(const Described& d, const TensorPlace& asked) {
  if (asked.value.IsNone()) {
    const ShardingId sharding = d.ShardingOf(asked);
    return {asked, sharding, sharding};
  }
  Module& m = d.s.m;
  const ValueId holder = GetShardableValue(m, asked.value);
  return {{holder, -1},
          holder ? m.sharding(holder) : ShardingId::None(),
          GetSharding(m, asked.value)};
}

// Writes chains as lines. Chains are long, and those of neighbouring values are
// nearly equal, so common lines are stored only once.
class ChainWriter {
 public:
  explicit ChainWriter(ChainLines& out) : out_(out) {}

  // The end of a chain, and the part of the axis that came the whole way.
  struct End {
    int line = -1;
    AxisRef axis;
  };
  // Adds the chain of a part of an axis in dimension `dim` of `place`, which is
  // a value in `function`.
  End Add(const Described& d, const TensorPlace& place, int32_t dim,
          const AxisRef& part, const std::string& function) {
    const int home =
        functions_.try_emplace(function, static_cast<int>(functions_.size()))
            .first->second;
    // Go back until the rest of the way is known from another chain.
    AxisOrigin at{part, place, dim, {}};
    size_t end = d.history.size();
    const End* known = nullptr;
    steps_.clear();
    while (known == nullptr && d.history.Back(at, end) != nullptr) {
      const Step step = {home, static_cast<int64_t>(end), at.axis.name.index,
                         at.axis.pre_size, at.axis.size};
      const auto before = ends_.find(step);
      if (before != ends_.end()) {
        known = &before->second;
      } else {
        steps_.push_back(step);
      }
    }
    End last;
    if (known != nullptr) {
      last = *known;
    } else {
      const TensorPlace& start = at.annotated;
      last = {
          At({home, -1, start.value ? start.value.index : ~start.result,
              at.dim},
             [&] { return LineOf(DescribeAnnotation(d, at), function, {}); }),
          at.axis};
    }
    for (size_t i = steps_.size(); i > 0; --i) {
      const Step& step = steps_[i - 1];
      last.line = At({home, last.line, step[1], 0}, [&] {
        const AxisMove& move = d.history.move(static_cast<size_t>(step[1]));
        return LineOf(DescribeMove(d, move), function, {});
      });
      ends_.emplace(step, last);
    }
    return last;
  }

 private:
  // Identifies a line: its function, the previous line, and two numbers for the
  // move or annotation that it describes.
  using Key = std::array<int64_t, 4>;

  template <class MakeText>
  int At(const Key& key, MakeText text) {
    const auto [at, added] =
        known_.try_emplace(key, static_cast<int>(out_.lines.size()));
    if (added) out_.lines.push_back({text(), static_cast<int>(key[1])});
    return at->second;
  }

  ChainLines& out_;
  absl::flat_hash_map<std::string, int> functions_;
  absl::flat_hash_map<Key, int> known_;
  // A function, a move, and the part of an axis that it moved. They determine
  // the chain up to the move.
  using Step = std::array<int64_t, 5>;
  absl::flat_hash_map<Step, End> ends_;  // after the move
  std::vector<Step> steps_;              // scratch memory
};

// Receives one value's chains if many values are explained.
struct SharedChains {
  ChainWriter& writer;
  // For each axis of the value, the last line of its chain.
  std::vector<int>& ends;
};

// Explains the value's axes. Their chains are written to `shared` unless it is
// null.
void ExplainAxes(const Described& d, const Holder& holder,
                 const SharedChains* shared, ExplainedValue& value) {
  if (holder.seen.IsNone()) return;
  const ShardingView sharding = d.s.m.shardings.Get(holder.seen);
  for (size_t dim = 0; dim < sharding.rank(); ++dim) {
    const std::span<const AxisRef> axes =
        d.s.m.shardings.axes(sharding.dims[dim].axes);
    for (const AxisRef& axis : std::vector<AxisRef>(axes.begin(), axes.end())) {
      const auto index = static_cast<int32_t>(dim);
      if (shared == nullptr) {
        for (const AxisOrigin& origin :
             d.history.Origins(holder.place, index, axis)) {
          value.axes.push_back(DescribeOrigin(d, origin, index));
        }
        continue;
      }
      for (const AxisRef& part : d.history.Parts(holder.place, index, axis)) {
        const ChainWriter::End end = shared->writer.Add(
            d, holder.place, index, part, value.tensor.function);
        ExplainedAxis& out = value.axes.emplace_back();
        out.axis = AxisRefText(end.axis, d.s.m.names);
        out.dimension = index;
        shared->ends.push_back(end.line);
      }
    }
  }
}

// Adds the manual axes of the computations that enclose the value, because
// shardings inside them don't mention these axes.
void AddManualAxes(const Described& d, const TensorPlace& asked,
                   ExplainedValue& value) {
  const Module& m = d.s.m;
  if (asked.value.IsNone()) return;
  OpId op = OwningOp(m, asked.value);
  if (m.def(asked.value)) op = m.parent_op(op);
  for (; op && op != m.root(); op = m.parent_op(op)) {
    if (m.kind(op) != OpKind::kManualComputation) continue;
    std::string axes;
    const AttrId manual = m.attr(op, name::kManualAxes);
    if (!m.attrs.Is(manual, AttrKind::kManualAxes)) continue;
    for (const NameId axis : m.attrs.As<ManualAxesAttr>(manual).axes) {
      value.manual_axes.emplace_back(m.names.Get(axis));
      axes +=
          fmt::format("{}\"{}\"", axes.empty() ? "" : ", ", m.names.Get(axis));
    }
    if (axes.empty()) continue;
    const ExplainedPlace place = d.names.Place(op);
    value.notes.push_back(fmt::format(
        "it is inside of the sdy.manual_computation (shard_map) at {}:{}, "
        "which is manual over {}: it is a per-device value, and its shape is "
        "that of one device's part",
        place.file, place.line, axes));
  }
}

// Records an annotation such as P(), which has no axes and allows none.
void AddClosed(const Described& d, const Holder& holder,
               ExplainedValue& value) {
  const ShardingId id = d.ShardingBefore(holder.place);
  if (id.IsNone()) return;
  const ShardingView written = d.s.m.shardings.Get(id);
  if (written.rank() == 0) return;
  for (size_t i = 0; i < written.rank(); ++i) {
    if (!written.dims[i].closed ||
        !d.s.m.shardings.axes(written.dims[i].axes).empty()) {
      return;
    }
  }
  value.notes.push_back(fmt::format(
      "{} has no axes and is closed, as P() is: it says that the tensor is "
      "whole on every device. Without it, or with open dimensions "
      "(P.UNCONSTRAINED), propagation decides",
      AnnotationKind(d, holder.place)));
}

// If `fixes` isn't null, explains in depth: also finds causes that are farther
// away, and where both axes of a conflict come from.
ExplainedValue ExplainInstance(const Described& d, const TensorPlace& asked,
                               std::vector<FixPlace>* fixes,
                               const SharedChains* shared = nullptr) {
  ExplainedValue value;
  Module& m = d.s.m;
  value.tensor = d.Tensor(asked);
  if (IsGone(m, asked)) {
    value.notes.push_back(
        "nothing needs it: it is erased before or during propagation");
    return value;
  }
  const TypeId type =
      asked.value ? m.type(asked.value)
                  : m.types.result(FunctionType(m, d.s.main_results.function),
                                   static_cast<size_t>(asked.result));
  PrintType(m, type, value.type);
  const Holder holder = HolderOf(d, asked);
  if (asked.value && holder.place.value.IsNone()) {
    value.notes.push_back("such a value can have no sharding");
    return value;
  }
  value.sharding = ShardingString(m, holder.seen);
  if (m.types.IsTensor(type) && m.types.dims(type).empty()) {
    value.notes.push_back("a scalar has no dimension that could be split");
  }
  ExplainAxes(d, holder, shared, value);
  const std::vector<MissingAxis> stops =
      WhyNot(d.s, d.nodes, holder.place, d.traces);
  for (const MissingAxis& stop : stops) {
    value.stopped.push_back(DescribeStop(d, stop));
    if (fixes != nullptr) AddOrigins(d, stop, value.stopped.back());
  }
  AddManualAxes(d, asked, value);
  AddClosed(d, holder, value);
  std::vector<FixPlace> ignored;
  ExplainAbsent(d, holder.place, stops, /*look_far=*/fixes != nullptr, value,
                fixes != nullptr ? *fixes : ignored);
  return value;
}

std::vector<ShardingId> ResultShardingsOf(const Module& m, OpId function) {
  std::vector<ShardingId> shardings;
  if (function.IsNone()) return shardings;
  const size_t count = m.types.result_count(FunctionType(m, function));
  for (size_t i = 0; i < count; ++i) {
    shardings.push_back(ResultSharding(m, function, i));
  }
  return shardings;
}

std::vector<ShardingId> Column(const Module& m) {
  std::vector<ShardingId> column(m.value_table_size());
  for (size_t i = 0; i < column.size(); ++i) {
    column[i] = m.sharding(ValueId(i));
  }
  return column;
}

// The shardings of all values, and of the arguments and results of functions.
class KeptShardings {
 public:
  explicit KeptShardings(const Module& m) : values_(Column(m)) {
    for (const OpId function : Functions(m)) {
      if (m.HasFuncRow(function)) {
        functions_.emplace_back(function, m.func(function));
      }
    }
  }
  // Restores the shardings. Nothing else may have changed in the meantime.
  void Restore(Module& m) const {
    for (size_t i = 0; i < values_.size(); ++i) {
      const ValueId value(i);
      if (m.sharding(value) != values_[i]) m.SetSharding(value, values_[i]);
    }
    for (const auto& [function, row] : functions_) {
      m.mutable_func(function) = row;
    }
  }

 private:
  std::vector<ShardingId> values_;
  std::vector<std::pair<OpId, FuncRow>> functions_;
};

// After propagation, export trims the shardings of the main function's
// arguments and results: it removes parts of axes, and axes that don't divide
// their dimensions. Calls `add` with the index of each affected place and a
// note. Leaves the module as it was, because the rest of the pipeline will trim
// it.
void NoteWhatExportTrims(
    Module& m, const std::vector<TensorPlace>& places, PassContext& context,
    const std::function<void(size_t i, std::string note)>& add) {
  const OpId main = MainFunction(m);
  if (main.IsNone()) return;
  const auto sharding = [&](const TensorPlace& place) {
    if (place.value.IsNone()) {
      return ResultSharding(m, main, static_cast<size_t>(place.result));
    }
    return m.sharding(place.value);
  };
  std::vector<ShardingId> before;
  for (const TensorPlace& place : places) before.push_back(sharding(place));
  Diagnostics ignored;
  PassContext quiet(ignored);
  quiet.compat = context.compat;
  quiet.dynamic_shapes = context.dynamic_shapes;
  const KeptShardings kept(m);
  const bool trimmed = Run<UpdateNonDivisibleInputOutputShardings>(m, quiet) &&
                       Run<RemoveSubAxesInInputOutputShardings>(m, quiet);
  for (size_t i = 0; trimmed && i < places.size(); ++i) {
    const ShardingId after = sharding(places[i]);
    if (after == before[i] || after.IsNone()) continue;
    add(i, fmt::format("at the end it becomes {}: shardings of the main "
                       "function's arguments and results have to divide the "
                       "dimensions and have no parts of axes",
                       ShardingString(m, after)));
  }
  kept.Restore(m);
}

void NoteWhatExportTrims(Module& m, const std::vector<TensorPlace>& places,
                         PassContext& context, Explanation& explanation) {
  NoteWhatExportTrims(m, places, context, [&](size_t i, std::string note) {
    explanation.values[i].notes.push_back(std::move(note));
  });
}

bool IsThere(const Module& m, ValueId value) {
  const OpId home = OwningOp(m, value);
  return home && !m.IsErased(home) && (m.op(home).parent || home == m.root());
}

// Returns the value or, if it no longer exists, the copies that replaced it.
// (An op of an inlined function has a copy for each call.)
std::vector<AskedValue> CopiesOf(const Module& m, const ValueNames& names,
                                 const AskedValue& asked) {
  if (asked.value.IsNone() || IsThere(m, asked.value)) return {asked};
  std::vector<AskedValue> copies;
  for (const OpId function : Functions(m)) {
    WalkPreOrder(m, function, [&](OpId op) {
      for (int i = 0; i < m.result_count(op); ++i) {
        if (names.Original(m.result(op, i)) == asked.value) {
          copies.push_back({function, m.result(op, i), -1});
        }
      }
    });
  }
  return copies;
}

// Called at the end of a propagation, with everything that was recorded.
using AtEnd = std::function<void(const Described&)>;

// Imports and propagates the module as sdy-propagation-pipeline does, and
// records the moves. Calls `imported` after the import and `at_end` at the end
// of propagation.
bool PropagateRecorded(Module& m, const ValueNames& names, bool conservative,
                       bool with_rules, PassContext& context,
                       const std::function<void()>& imported,
                       const AtEnd& at_end) {
  Recorder recorder(m, {.history = true});
  PropagationWitness witness;
  witness.recorder = &recorder;
  // The caller's functions for stopping and progress also apply to this run.
  const PropagationWitness* const outer = context.witness;
  if (outer != nullptr) {
    witness.stopped = outer->stopped;
    witness.reason = outer->reason;
    witness.done = outer->done;
  }
  context.witness = &witness;
  const std::vector<ShardingId> read = Column(m);
  bool ok = ImportForPropagation(m, PipelineOptions{}, context);
  if (ok) {
    const std::vector<ShardingId> before = Column(m);
    const std::vector<ShardingId> results_before =
        ResultShardingsOf(m, MainFunction(m));
    imported();
    witness.at_end = [&](PropagationState& s) {
      const History history(recorder.history());
      const NodesByValue nodes(s);
      StepTraces traces;
      at_end(Described{s, names, history, nodes, traces, read, before,
                       results_before, with_rules});
    };
    PriorityPropagateOptions options;
    options.keep_sharding_rules = true;
    options.conservative_propagation = conservative;
    ok = Run<UserPriorityPropagate>(m, options, context);
  }
  context.witness = outer;
  return ok;
}

// Returns the tensor's sharding, closed, with the axis added to the dimension
// (or as its only axis, if `fix.alone` is set) and removed from all others.
// Returns None if the dimension wouldn't divide into equal shards.
ShardingId WithAxis(const Described& d, const FixPlace& fix) {
  Module& m = d.s.m;
  const ShardingId now = d.ShardingOf(fix.place);
  const TypeId type =
      fix.place.value
          ? m.type(fix.place.value)
          : m.types.result(FunctionType(m, d.s.main_results.function),
                           static_cast<size_t>(fix.place.result));
  if (!m.types.HasStaticShape(type)) return ShardingId::None();
  const std::vector<int64_t> shape(m.types.dims(type).begin(),
                                   m.types.dims(type).end());
  TensorSharding sharding;
  if (now) {
    sharding = TensorSharding(m.shardings.Get(now));
  } else {
    sharding.mesh = m.shardings.Get(fix.like).mesh;
    sharding.dims.resize(shape.size());
  }
  sharding.replicated = sharding.unreduced = ShardingStore::kEmptyAxes;
  const MeshId mesh_id = Meshes(m).Find(sharding.mesh);
  if (mesh_id.IsNone() || sharding.dims.size() != shape.size()) {
    return ShardingId::None();
  }
  for (size_t i = 0; i < sharding.dims.size(); ++i) {
    DimSharding& dim = sharding.dims[i];
    std::vector<AxisRef> axes;
    if (dim.axes) {
      const std::span<const AxisRef> had = m.shardings.axes(dim.axes);
      axes.assign(had.begin(), had.end());
    }
    std::erase_if(
        axes, [&](const AxisRef& axis) { return Overlaps(axis, fix.axis); });
    if (static_cast<int32_t>(i) == fix.dim) {
      if (fix.alone) axes.clear();
      axes.push_back(fix.axis);
    }
    dim.axes = m.shardings.InternAxes(axes);
    dim.closed = 1;
    dim.priority = kNoPriority;
    if (static_cast<int32_t>(i) != fix.dim) continue;
    const int64_t shards =
        ShardedSize(m.shardings, dim, m.shardings.mesh(mesh_id));
    if (shards <= 0 || shape[i] % shards != 0) return ShardingId::None();
  }
  return m.shardings.Intern(sharding);
}

void AddCandidates(const Described& d, size_t value,
                   const std::vector<FixPlace>& fixes,
                   std::vector<FixCandidate>& candidates) {
  for (const FixPlace& fix : fixes) {
    const ShardingId sharding = WithAxis(d, fix);
    if (sharding.IsNone()) continue;
    FixCandidate candidate{value, ValueId::None(), fix.place.result, sharding,
                           d.Tensor(fix.place)};
    if (fix.place.value) {
      candidate.place = d.names.Original(fix.place.value);
      if (candidate.place.IsNone()) continue;  // a pass added the value
    }
    const bool is_known =
        std::ranges::any_of(candidates, [&](const FixCandidate& known) {
          return known.place == candidate.place &&
                 known.result == candidate.result &&
                 known.sharding == candidate.sharding;
        });
    if (!is_known) candidates.push_back(std::move(candidate));
  }
}

bool ExplainAsked(Module& m, const ValueNames& names, const AskedValue& asked,
                  const ExplainRequest& request, PassContext& context,
                  Explanation& explanation,
                  std::vector<FixCandidate>& candidates) {
  std::vector<Marker> markers;
  for (const AskedValue& copy : CopiesOf(m, names, asked)) {
    markers.emplace_back(m, copy, markers.size());
  }
  std::vector<TensorPlace> places;
  const auto find = [&] {
    for (const Marker& marker : markers) {
      const std::vector<TensorPlace> instances = marker.Instances();
      places.insert(places.end(), instances.begin(), instances.end());
    }
  };
  const auto explain = [&](const Described& described) {
    for (const TensorPlace& place : places) {
      std::vector<FixPlace> fixes;
      explanation.values.push_back(ExplainInstance(described, place, &fixes));
      AddCandidates(described, explanation.values.size() - 1, fixes,
                    candidates);
      // The explained place may be a copy of the value, made by an op that the
      // user has never seen, so describe the original value instead.
      if (asked.value) {
        explanation.values.back().tensor = names.Describe(asked.value);
      }
    }
  };
  if (!PropagateRecorded(m, names, request.conservative, /*with_rules=*/true,
                         context, find, explain)) {
    return false;
  }
  if (places.empty()) {
    ExplainedValue& value = explanation.values.emplace_back();
    value.tensor = names.Describe(asked.value);
    value.notes.push_back(
        markers.empty() ? "XLA's steps before Shardy removed it: its users now "
                          "use another value, or nothing needs it"
                        : "nothing needs it: it is erased before or during "
                          "propagation");
    return true;
  }
  NoteWhatExportTrims(m, places, context, explanation);
  return true;
}

}  // namespace

std::optional<Explanation> ExplainModule(
    Module& m, std::vector<NamedValues> named, const ExplainRequest& request,
    PassContext& context, std::vector<FixCandidate>& candidates) {
  ValueNames names(m, std::move(named));
  if (request.all_frames) names.UseAllFrames();
  const std::optional<AskedValue> asked =
      FindAsked(m, names, request, context.diagnostics);
  if (!asked || context.diagnostics.HasErrors()) return std::nullopt;
  // XLA's own steps come first. They move and copy values, so the requested
  // value is looked up again afterwards. (The steps aren't part of propagation
  // and aren't explained.)
  const bool ready = context.jax ? Run<XlaImportPipeline>(m, context)
                                 : RequireShardy(m, context);
  if (!ready) return std::nullopt;
  Explanation explanation;
  if (!ExplainAsked(m, names, *asked, request, context, explanation,
                    candidates)) {
    return std::nullopt;
  }
  return explanation;
}

std::optional<ExplainedValue> ExplainPropagated(
    IncrementalPropagation& propagation, Module& m, const ValueNames& names,
    const TensorPlace& place, PassContext& context) {
  Recorder recorder(m, {.history = true});
  std::vector<ShardingId> before, results_before;
  Explanation explanation;
  const auto begin = [&] {
    before = Column(m);
    results_before = ResultShardingsOf(m, MainFunction(m));
  };
  const auto explain = [&](PropagationState& s) {
    const History history(recorder.history());
    const NodesByValue nodes(s);
    StepTraces traces;
    const Described described{s,      names,  history, nodes,
                              traces, before, before,  results_before};
    std::vector<FixPlace> fixes;  // passed only to explain in depth
    explanation.values.push_back(ExplainInstance(described, place, &fixes));
  };
  if (!propagation.RecordAgain(recorder, begin, explain)) return std::nullopt;
  const bool is_at_border =
      place.value.IsNone() ||
      (m.IsArg(place.value) && OwningOp(m, place.value) == MainFunction(m));
  if (is_at_border) NoteWhatExportTrims(m, {place}, context, explanation);
  return std::move(explanation.values[0]);
}

bool PropagateAndExplain(
    Module& m, const ValueNames& names,
    const std::function<std::vector<TensorPlace>()>& choose,
    PassContext& context, std::vector<PlaceExplanation>& explanations,
    ChainLines& chains) {
  std::vector<TensorPlace> places;
  const auto find = [&] {
    places = choose();
    explanations.resize(places.size());
  };
  const auto explain = [&](const Described& described) {
    ChainWriter writer(chains);
    for (size_t i = 0; i < places.size(); ++i) {
      PlaceExplanation& out = explanations[i];
      out.place = places[i];
      const SharedChains shared{writer, out.chains};
      out.lines =
          LinesOf(ExplainInstance(described, places[i], nullptr, &shared), {});
    }
  };
  if (!PropagateRecorded(m, names, /*conservative=*/false,
                         /*with_rules=*/false, context, find, explain)) {
    return false;
  }
  NoteWhatExportTrims(m, places, context, [&](size_t i, std::string note) {
    ExplainedValue only;
    only.notes.push_back(std::move(note));
    explanations[i].lines.notes += LinesOf(only, {}).notes;
  });
  return true;
}

}  // namespace shardflow::internal
