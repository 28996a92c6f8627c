#include "shardflow/graph.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "api/convert.h"
#include "api/graph_maker.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/sharding_info.h"
#include "base/diagnostics.h"
#include "base/either.h"
#include "base/line_finder.h"
#include "base/text_pool.h"
#include "explain/value_names.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "lower/reshard_cost.h"
#include "ops/code_places.h"
#include "ops/custom_call.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/gradients.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/symbols.h"
#include "ops/user_names.h"
#include "ops/work.h"
#include "passes/pass.h"
#include "shardflow/spec.h"
#include "sharding/print.h"
#include "sharding/tensor.h"
#include "text/write.h"

namespace shardflow {

using namespace internal;
namespace {

// Owns the data that a graph's rows refer to.
struct GraphMemory {
  TextPool texts;
  std::vector<int> operands;
  std::deque<GraphPlace> places;
  std::deque<GraphOpDetails> details;
  std::deque<std::vector<SourceFrame>> frames;
  std::deque<std::vector<std::string>> axes;
};

class GraphMaker {
 public:
  GraphMaker(Module& m, const ValueNames& names, bool frames, GraphRows* rows)
      : m_(m),
        names_(names),
        frames_(frames),
        rows_(rows),
        symbols_(m),
        op_rows_(m.op_table_size(), -1),
        value_rows_(m.value_table_size(), -1),
        gradients_(GradientNames(m, MainFunction(m))),
        op_names_(m.names.size()) {}

  ProgramGraph Make(RuleLookup* rules) {
    graph_.ops.reserve(m_.op_count());
    graph_.values.reserve(m_.value_table_size());
    AddNamedMeshes();
    op_ids_.reserve(m_.op_count());
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      if (op != m_.root()) AddOp(op, rules);
    });
    // Operands come last, because in an MLIR graph region an op may come before
    // the one that defines its operand.
    memory_->operands.reserve(operand_count_);
    for (size_t row = 0; row < op_ids_.size(); ++row) AddOperands(row);
    graph_.memory = std::move(memory_);
    for (const OpId function : Functions(m_)) AddFunction(function);
    if (rows_ != nullptr) rows_->values = std::move(value_rows_);
    return std::move(graph_);
  }

 private:
  void AddNamedMeshes() {
    for (const OpId op : m_.Ops(m_.body())) {
      const NameId symbol = m_.symbol(op);
      if (symbol.IsNone()) continue;
      const MeshId mesh = symbols_.FindMesh(m_, symbol);
      if (mesh) AddMesh(mesh, symbol);
    }
  }

  int AddMesh(MeshId id, NameId symbol) {
    const auto [at, added] =
        mesh_rows_.try_emplace(symbol ? MeshKey(symbol) : MeshKey(id),
                               static_cast<int>(graph_.meshes.size()));
    if (!added) return at->second;
    const Mesh& mesh = m_.shardings.mesh(id);
    GraphMesh& row = graph_.meshes.emplace_back();
    row.mesh = ToInfo(mesh, m_.names);
    if (symbol) row.mesh.name = m_.names.Get(symbol);
    AppendMesh(mesh, m_.names, row.text);
    row.devices = mesh.TotalSize();
    return at->second;
  }

  int AddTensor(TypeId type, ShardingId sharding) {
    const uint64_t key = (uint64_t{static_cast<uint32_t>(type.index)} << 32) |
                         static_cast<uint32_t>(sharding.index);
    const auto [at, added] =
        tensor_rows_.try_emplace(key, static_cast<int>(graph_.tensors.size()));
    if (!added) return at->second;
    const int added_row = at->second;
    GraphTensor row;
    PrintType(m_, type, row.type);
    if (m_.types.IsTensor(type)) {
      PrintType(m_, m_.types.element(type), row.element);
    }
    if (sharding) AddSharding(sharding, row);
    if (m_.types.HasStaticShape(type)) AddShape(type, sharding, row);
    graph_.tensors.push_back(std::move(row));
    return added_row;
  }

  void AddSharding(ShardingId id, GraphTensor& row) {
    const ShardingView view = m_.shardings.Get(id);
    row.sharding = ShardingText(view, m_.shardings, m_.names);
    const MeshId mesh = symbols_.FindMesh(m_, view.mesh);
    if (mesh) {
      row.mesh = AddMesh(
          mesh, view.mesh.IsInlined() ? NameId::None() : view.mesh.symbol());
    }
    row.sharding_info = ToInfo(m_.shardings, m_.names, id);
    row.spec = SpecText(*row.sharding_info);
  }

  void AddShape(TypeId type, ShardingId id, GraphTensor& row) {
    const std::span<const int64_t> dims = m_.types.dims(type);
    row.shape.emplace(dims.begin(), dims.end());
    row.shards.assign(dims.size(), 1);
    row.local_shape = *row.shape;
    if (id && row.mesh >= 0) {
      const ShardingView view = m_.shardings.Get(id);
      const Mesh& mesh = m_.shardings.mesh(symbols_.FindMesh(m_, view.mesh));
      for (size_t d = 0; d < view.rank() && d < dims.size(); ++d) {
        const int64_t shards = ShardedSize(m_.shardings, view.dims[d], mesh);
        row.shards[d] = shards;
        row.local_shape[d] = dims[d] / shards + (dims[d] % shards != 0);
      }
    }
    int64_t bits = ElementBits(m_.types, type);
    if (bits <= 0) return;
    if (bits == 1) bits = 8;
    row.local_bytes = LocalBytes(*row.shape, row.shards, bits);
    row.bytes =
        LocalBytes(*row.shape, std::vector<int64_t>(dims.size(), 1), bits);
  }

  int AddValue(ValueId value, int op, int index) {
    const int row = static_cast<int>(graph_.values.size());
    value_rows_[value.Slot()] = row;
    if (rows_ != nullptr) rows_->ids.push_back(value);
    const int tensor = AddTensor(m_.type(value), GetSharding(m_, value));
    GraphValue& added = graph_.values.emplace_back();
    added.tensor = tensor;
    added.op = op;
    added.is_argument = m_.IsArg(value);
    name_.clear();
    names_.AppendName(value, name_);
    if (name_.empty()) name_ = names_.PlaceName(value);
    added.name = Text(name_);
    if (added.is_argument) {
      const ValueId original = names_.Original(value);
      if (original) added.label = Text(names_.LabelOf(original));
    }
    if (!added.is_argument && !gradients_.empty()) {
      const auto gradient = gradients_.find(value);
      if (gradient != gradients_.end()) added.label = Text(gradient->second);
    }
    added.named = added.name.starts_with('%');
    added.index = index;
    return row;
  }

  void AddOp(OpId op, RuleLookup* rules) {
    const int row = static_cast<int>(graph_.ops.size());
    op_rows_[op.Slot()] = row;
    op_ids_.push_back(op);
    const int result_count = m_.result_count(op);
    {
      GraphOp& added = graph_.ops.emplace_back();
      added.name = OpName(op);
      const OpId parent = m_.parent_op(op);
      if (parent && parent != m_.root()) {
        added.parent = op_rows_[parent.Slot()];
      }
      added.terminator = HasTrait(m_, op, kTerminator);
      added.sdy = IsSdy(m_, op) && !IsConstantLeaf(m_, op);
      AddPlace(op, added);
      operand_count_ += static_cast<size_t>(m_.operand_count(op));
      added.result_count = result_count;
      AddDetails(op, rules, added);
      if (result_count > 0) {
        added.first_result = static_cast<int>(graph_.values.size());
      }
    }
    for (int i = 0; i < result_count; ++i) AddValue(m_.result(op, i), row, i);
    for (int r = 0; r < m_.region_count(op); ++r) {
      for (const BlockId block : m_.Blocks(m_.region(op, r))) {
        int index = 0;
        for (const ValueId arg : m_.args(block)) AddValue(arg, row, index++);
      }
    }
  }

  void AddDetails(OpId op, RuleLookup* rules, GraphOp& row) {
    if (rules != nullptr) AddRule(op, *rules, row);
    GraphOpDetails more = *row.details;
    const NameId callee = IsCall(m_, op) ? Callee(m_, op) : NameId::None();
    const std::string_view target =
        callee ? m_.names.Get(callee) : CallTarget(m_, op);
    if (!target.empty()) {
      more.target = memory_->texts.Intern("@" + std::string(target));
    }
    if (m_.kind(op) == OpKind::kManualComputation) {
      const AttrId manual = m_.attr(op, name::kManualAxes);
      if (m_.attrs.Is(manual, AttrKind::kManualAxes)) {
        std::vector<std::string>& axes = memory_->axes.emplace_back();
        for (const NameId axis : m_.attrs.As<ManualAxesAttr>(manual).axes) {
          axes.emplace_back(m_.names.Get(axis));
        }
        more.manual_axes = axes;
      }
    }
    if (more.target.empty() && more.manual_axes.empty()) return;
    row.details = &memory_->details.emplace_back(more);
  }

  std::string_view Text(std::string_view text) {
    return memory_->texts.Add(text);
  }

  std::string_view OpName(OpId op) {
    std::string_view& name = op_names_[m_.name(op).Slot()];
    if (name.empty()) name = Text(m_.op_name(op));
    return name;
  }

  void AddPlace(OpId op, GraphOp& row) {
    const Loc loc = m_.loc(op);
    if (loc.IsAttr()) {
      const auto [at, added] = places_.try_emplace(loc.attr());
      if (added) at->second = PlaceAt(loc);
      const Place& place = at->second;
      row.place = place.place;
      row.line = place.line;
      row.column = place.column;
      return;
    }
    // The place in the text, as returned by Module::Place.
    if (m_.source == nullptr) return;
    if (text_place_ == nullptr) {
      text_place_ = &memory_->places.emplace_back(
          GraphPlace{.file = File(m_.source->name())});
    }
    row.place = text_place_;
    if (!loc.IsOffset()) return;
    const auto at = lines_.Find(*m_.source, loc.offset());
    row.line = at.line;
    row.column = at.column;
  }

  struct Place {
    const GraphPlace* place = nullptr;
    int line = 0, column = 0;
  };
  Place PlaceAt(Loc loc) {
    const SourcePlace user = UserPlace(m_, loc);
    GraphPlace& place = memory_->places.emplace_back();
    // Many locations have the same name stack and differ only in their frames.
    place.stack = memory_->texts.Intern(NameStack(m_, loc));
    const auto [at, added] = labels_.try_emplace(place.stack.data());
    if (added) at->second = Text(internal::StackLabel(place.stack));
    place.label = at->second;
    place.file = File(user.file);
    if (frames_) {
      std::vector<SourceFrame>& frames = memory_->frames.emplace_back();
      for (const CodeFrame& frame : FramesOf(m_, loc)) {
        frames.push_back({std::string(frame.function), std::string(frame.file),
                          frame.line, frame.column});
      }
      place.frames = frames;
    }
    return {&place, user.line, user.column};
  }

  // Interns the file name. Most ops are in the same file as the previous one.
  std::string_view File(std::string_view file) {
    if (file != last_file_) last_file_ = memory_->texts.Intern(file);
    return last_file_;
  }

  void AddRule(OpId op, RuleLookup& rules, GraphOp& row) {
    for (int i = 0; i < m_.result_count(op); ++i) {
      row.has_tensors |= m_.types.IsTensor(m_.type(m_.result(op, i)));
    }
    row.wants_rule =
        row.has_tensors && !HasTrait(m_, op, kNoRule | kTerminator);
    const RuleId rule = rules.Get(op);
    if (!rule) return;
    if (rule.Slot() >= rule_rows_.size()) rule_rows_.resize(rule.Slot() + 1);
    const GraphOpDetails*& known = rule_rows_[rule.Slot()];
    if (known == nullptr) {
      std::string whole;
      AppendRule(m_.rules.Get(rule), whole);
      // AppendRule writes angle brackets around the rule.
      std::string_view inner = whole;
      if (inner.starts_with('<') && inner.ends_with('>')) {
        inner = inner.substr(1, inner.size() - 2);
      }
      known =
          &memory_->details.emplace_back(GraphOpDetails{.rule = Text(inner)});
    }
    row.details = known;
  }

  // memory_->operands must not be reallocated, because rows hold spans into it.
  void AddOperands(size_t row) {
    const OpId op = op_ids_[row];
    std::vector<int>& rows = memory_->operands;
    const size_t begin = rows.size();
    const int count = m_.operand_count(op);
    for (int i = 0; i < count; ++i) {
      const ValueId operand = m_.operand(op, i);
      rows.push_back(operand ? value_rows_[operand.Slot()] : -1);
    }
    graph_.ops[row].operands = std::span<const int>(rows).subspan(begin);
  }

  void AddFunction(OpId function) {
    const int index = static_cast<int>(graph_.functions.size());
    GraphFunction& row = graph_.functions.emplace_back();
    row.name = m_.names.Get(m_.symbol(function));
    row.op = op_rows_[function.Slot()];
    if (!IsDeclaration(m_, function)) {
      for (const ValueId arg : m_.args(EntryBlock(m_, function))) {
        row.arguments.push_back(value_rows_[arg.Slot()]);
      }
    }
    const TypeId type = FunctionType(m_, function);
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      row.results.push_back(
          AddTensor(m_.types.result(type, i), ResultSharding(m_, function, i)));
      row.result_labels.emplace_back(ResultName(m_, function, i));
    }
    // The rows of the ops in the function come right after its own.
    graph_.ops[static_cast<size_t>(row.op)].function = index;
    for (size_t i = static_cast<size_t>(row.op) + 1; i < graph_.ops.size();
         ++i) {
      if (graph_.ops[i].parent < row.op) break;
      graph_.ops[i].function = index;
    }
  }

  Module& m_;
  const ValueNames& names_;
  const bool frames_;
  GraphRows* const rows_;
  const SymbolTable symbols_;
  std::vector<int> op_rows_, value_rows_;
  std::vector<OpId> op_ids_;  // indexed by row
  const absl::flat_hash_map<ValueId, std::string> gradients_;
  // By symbol; a mesh without a symbol by its id.
  using MeshKey = Either<NameId, MeshId>;
  absl::flat_hash_map<MeshKey, int> mesh_rows_;
  absl::flat_hash_map<uint64_t, int> tensor_rows_;
  // The text of op names, rules and locations, cached when it is first needed.
  std::vector<std::string_view> op_names_;
  std::vector<const GraphOpDetails*> rule_rows_;
  const GraphPlace* text_place_ = nullptr;  // for ops located in the text
  LineFinder lines_;
  std::string name_;  // a value's name; temporary
  absl::flat_hash_map<AttrId, Place> places_;
  // Keyed by the address of the interned name stack.
  absl::flat_hash_map<const char*, std::string_view> labels_;
  std::string_view last_file_;
  size_t operand_count_ = 0;
  std::shared_ptr<GraphMemory> memory_ = std::make_shared<GraphMemory>();
  ProgramGraph graph_;
};

// Runs the requested passes on `m` and returns its graph, or nullopt on error.
// `names_in_text` are the names of the values in the text.
std::optional<ProgramGraph> GraphAfterPasses(
    Module& m, std::vector<NamedValues> names_in_text,
    const GraphRequest& request, Diagnostics& diagnostics) {
  // GraphMaker finds the gradients itself, after propagation.
  const ValueNames names(m, std::move(names_in_text), /*gradients=*/false);
  RuleWarnings warnings;
  RunContext run(m, WithoutDumps(request.run), warnings, diagnostics);
  PassContext& context = run.context();
  // (Sharding rules don't depend on shardings.)
  const bool readable = request.rules || RequireShardy(m, context);
  if (!readable || diagnostics.HasErrors() ||
      (request.propagate &&
       !shardflow::Run<PropagationPipeline>(m, PipelineOptions{}, context))) {
    return std::nullopt;
  }
  std::optional<RuleLookup> rules;
  if (request.rules) {
    rules.emplace(m, RuleOptionsOf(context), context.rule_warnings,
                  diagnostics);
  }
  return GraphOf(m, names, request.frames, rules ? &*rules : nullptr, nullptr);
}

std::optional<ProgramGraph> GraphOfParts(Module m,
                                         std::vector<NamedValues> names,
                                         Origin origin,
                                         const GraphRequest& request,
                                         std::vector<Message>& messages) {
  Diagnostics diagnostics;
  std::optional<ProgramGraph> graph =
      GraphAfterPasses(m, std::move(names), request, diagnostics);
  AppendMessages(diagnostics, m.source.get(), messages);
  if (graph && request.propagate && request.propagated != nullptr) {
    *request.propagated = ProgramAccess::Make(std::move(m), origin);
  }
  return graph;
}

}  // namespace

ProgramGraph internal::GraphOf(Module& m, const ValueNames& names, bool frames,
                               RuleLookup* rules, GraphRows* rows) {
  return GraphMaker(m, names, frames, rows).Make(rules);
}

std::string_view LabelOf(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  if (row.is_argument || row.op < 0 || !row.label.empty()) return row.label;
  return graph.ops[static_cast<size_t>(row.op)].label();
}

std::string_view ScopeOf(const GraphOp& op) {
  return internal::ScopeOfLabel(op.label());
}

std::optional<ProgramGraph> MakeGraph(const Program& program,
                                      const GraphRequest& request,
                                      std::vector<Message>& messages) {
  return GraphOfParts(ProgramAccess::module(program),
                      ProgramAccess::names(program),
                      ProgramAccess::origin(program), request, messages);
}

std::optional<ProgramGraph> MakeGraph(Program&& program,
                                      const GraphRequest& request,
                                      std::vector<Message>& messages) {
  Program taken = std::move(program);
  return GraphOfParts(std::move(ProgramAccess::module(taken)),
                      ProgramAccess::TakeNames(taken),
                      ProgramAccess::origin(taken), request, messages);
}

}  // namespace shardflow
