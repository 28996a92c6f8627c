#include "report/tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <span>

#include "absl/container/flat_hash_map.h"

#include "base/either.h"
#include "base/id.h"
#include "json/emit.h"
#include "ops/user_names.h"
#include "report/columns.h"
#include "report/paths.h"

namespace shardflow::internal {
namespace {

// web/src/data.js uses the same numbers.
enum class Kind : int32_t {
  kParameter,
  kOptimizer,
  kInput,
  kResult,
  kActivation,
  kConstant,
};

bool IsOneOf(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Guesses the kind of an argument from the names that JAX users give, such as
// "params/layer0/w", "opt_state/0/mu/layer0/w" or "variables/params/kernel".
Kind KindOfArgument(std::string_view path) {
  constexpr std::array<std::string_view, 5> kOptimizer = {
      "mu", "nu", "momentum", "velocity", "trace"};
  constexpr std::array<std::string_view, 5> kParameter = {
      "params", "parameters", "variables", "weights", "model"};
  Kind kind = Kind::kInput;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view step = path.substr(0, slash);
    if (step.starts_with("opt") || IsOneOf(step, kOptimizer)) {
      return Kind::kOptimizer;
    }
    if (IsOneOf(step, kParameter)) kind = Kind::kParameter;
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return kind;
}

// Returns n for the name "%n", or nullopt for other names.
std::optional<int32_t> NumberOf(std::string_view name) {
  if (name.size() < 2 || name.size() > 8 || name[0] != '%') return std::nullopt;
  if (name[1] == '0' && name.size() > 2) return std::nullopt;
  int32_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [at, status] = std::from_chars(name.data() + 1, end, number);
  if (status != std::errc() || at != end || name[1] == '-') return std::nullopt;
  return number;
}

class TablesMaker {
 public:
  explicit TablesMaker(const ReportInput& input)
      : in_(input),
        graph_(input.graph),
        main_(MainOf(input.graph)),
        paths_(strings_),
        rows_(input.graph.values.size(), -1) {}

  std::string Make() {
    const size_t count = graph_.values.size();
    for (std::vector<int32_t>* column :
         {&row_values_, &kind_, &layout_, &scope_, &op_, &line_, &file_,
          &file_line_, &counts_}) {
      column->reserve(count);
    }
    name_.reserve(count);
    value_.reserve(count);
    back_.reserve(2 * count);
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      if (in_.values[v].shown) AddValue(static_cast<int>(v));
    }
    AddResults();
    AddOperands();
    AddMoves();
    AddChanges();
    for (const ReportExplanation& explanation : in_.explanations) {
      absent_.push_back(strings_.Intern(explanation.absent));
    }
    // WriteTensors needs to know the number of strings, and by now all have
    // been added.
    std::string out;
    // Reserving too much is harmless: pages that are never touched take no
    // memory.
    constexpr size_t kUsual = 64;  // bytes per value
    out.reserve(kUsual * count + in_.text.size());
    JsonEmitter e(out, /*one_line=*/true);
    e.BeginObject();
    e.String("format", "shardflow-report");
    e.Int("version", 1);
    WriteProgram(e);
    WriteMeshes(e);
    WriteLayouts(e);
    WriteTensors(e);
    WriteExplanations(e);
    WriteMoves(e);
    WriteMemory(e);
    e.Key("text");
    if (in_.text.empty()) {
      e.Null();
    } else {
      e.String(in_.text);
    }
    WriteBaseline(e);
    e.Key("strings");
    e.BeginArray();
    for (const std::string& text : strings_.all()) e.String(text);
    e.EndArray();
    e.EndObject();
    return out;
  }

 private:
  int FunctionOf(const GraphValue& value) const {
    return value.op < 0 ? -1
                        : graph_.ops[static_cast<size_t>(value.op)].function;
  }
  bool IsFunctionArgument(const GraphValue& value, int function) const {
    return value.is_argument && function >= 0 &&
           graph_.functions[static_cast<size_t>(function)].op == value.op;
  }

  // A row of the string table or, for a name such as "%12", the number.
  struct StringTag {};
  struct NumberTag {};
  using StringId = Id<StringTag>;
  using NumberId = Id<NumberTag>;
  using Name = Either<StringId, NumberId>;

  Name NameOf(std::string_view name) {
    if (const std::optional<int32_t> n = NumberOf(name)) return NumberId(*n);
    return StringId(strings_.Intern(name));
  }

  // Returns the row of an op's name in the string table. Ops with equal names
  // store them at the same address.
  int32_t OpRow(std::string_view name) {
    const auto [at, added] = op_rows_.try_emplace(name.data(), 0);
    if (added) at->second = strings_.Intern(name);
    return at->second;
  }

  // Returns the scope that contains all values of a function. For the main
  // function this is -1, the root.
  int32_t Around(int function) {
    if (function < 0 || function == main_) return -1;
    const std::string& name =
        graph_.functions[static_cast<size_t>(function)].name;
    return paths_.Add("@" + name + "/x").scope;
  }

  void AddValue(int v) {
    const GraphValue& value = graph_.values[static_cast<size_t>(v)];
    const ReportValue& more = in_.values[static_cast<size_t>(v)];
    rows_[static_cast<size_t>(v)] = static_cast<int32_t>(name_.size());
    row_values_.push_back(v);
    const int function = FunctionOf(value);
    const std::string path =
        more.label.empty() ? std::string() : NamePath(more.label);
    const Paths::Place place = paths_.Add(path, Around(function));
    const bool is_result = !value.is_argument && value.op >= 0;
    const GraphOp* op =
        value.op < 0 ? nullptr : &graph_.ops[static_cast<size_t>(value.op)];
    scope_.push_back(place.scope);
    name_.push_back(NameOf(path.empty() ? value.name : place.leaf));
    value_.push_back(path.empty() ? name_.back() : NameOf(value.name));
    op_.push_back(OpRow(is_result ? op->name : ""));
    layout_.push_back(value.tensor);
    line_.push_back(more.line);
    AddPlace(is_result ? op : nullptr);
    Kind kind = more.is_constant ? Kind::kConstant : Kind::kActivation;
    if (function == main_ && IsFunctionArgument(value, function)) {
      kind = KindOfArgument(path);
    }
    kind_.push_back(static_cast<int32_t>(kind));
  }

  // Adds the op's source location, unless it is in the program's own text.
  void AddPlace(const GraphOp* op) {
    const bool is_known =
        op != nullptr && op->line > 0 && op->file() != in_.name;
    file_.push_back(is_known ? strings_.Intern(op->file()) : -1);
    file_line_.push_back(is_known ? op->line : 0);
  }

  void AddResults() {
    if (main_ < 0) return;
    const GraphFunction& main = graph_.functions[static_cast<size_t>(main_)];
    first_result_ = name_.size();
    for (size_t i = 0; i < main.results.size(); ++i) {
      std::string path =
          i < main.result_labels.size() ? NamePath(main.result_labels[i]) : "";
      const std::string number = "result " + std::to_string(i);
      if (path.empty()) path = number;
      const Paths::Place place = paths_.Add(path);
      row_values_.push_back(-1);
      scope_.push_back(place.scope);
      name_.push_back(StringId(strings_.Intern(place.leaf)));
      value_.push_back(StringId(strings_.Intern(number)));
      op_.push_back(strings_.Intern(""));
      layout_.push_back(main.results[i]);
      kind_.push_back(static_cast<int32_t>(Kind::kResult));
      line_.push_back(0);
      file_.push_back(-1);
      file_line_.push_back(0);
    }
  }

  // For each row, lists the rows that it is computed from, as distances back
  // from the row.
  void AddOperands() {
    const GraphOp* last = nullptr;  // the main function's return op
    if (main_ >= 0) {
      const int home = graph_.functions[static_cast<size_t>(main_)].op;
      for (const GraphOp& op : graph_.ops) {
        if (op.terminator && op.parent == home) last = &op;
      }
    }
    for (size_t row = 0; row < name_.size(); ++row) {
      const size_t before = back_.size();
      if (row_values_[row] < 0) {
        if (last != nullptr) {
          AddOperand(row, *last, row - first_result_);
        }
      } else {
        AddOperandsOf(row,
                      graph_.values[static_cast<size_t>(row_values_[row])]);
      }
      counts_.push_back(static_cast<int32_t>(back_.size() - before));
    }
  }

  void AddOperandsOf(size_t row, const GraphValue& value) {
    if (value.op < 0) return;
    const GraphOp& op = graph_.ops[static_cast<size_t>(value.op)];
    // A region's argument is computed from the operand with the same index,
    // which the loop or manual computation passes to the region.
    if (value.is_argument) {
      AddOperand(row, op, static_cast<size_t>(value.index));
      return;
    }
    for (size_t k = 0; k < op.operands.size(); ++k) AddOperand(row, op, k);
  }

  void AddOperand(size_t row, const GraphOp& op, size_t k) {
    if (k >= op.operands.size() || op.operands[k] < 0) return;
    const int32_t from = rows_[static_cast<size_t>(op.operands[k])];
    if (from >= 0) back_.push_back(static_cast<int32_t>(row) - from);
  }

  // --- output

  // Writes a number of bytes, clamped so that JavaScript, whose integers are
  // exact up to 2^53, can represent it.
  static void Bytes(JsonEmitter& e, int64_t bytes) {
    e.Int(std::min(bytes, kMaxJsonInt));
  }

  void WriteProgram(JsonEmitter& e) const {
    int64_t devices = 1;
    for (const GraphMesh& mesh : graph_.meshes) {
      devices = std::max(devices, mesh.devices);
    }
    e.Key("program");
    e.BeginObject();
    e.String("name", in_.name);
    e.String("generator", in_.generator);
    e.Key("devices");
    Bytes(e, devices);
    e.Bool("propagated", in_.propagated);
    e.EndObject();
  }

  void WriteMeshes(JsonEmitter& e) const {
    e.Key("meshes");
    e.BeginArray();
    for (const GraphMesh& mesh : graph_.meshes) {
      e.BeginObject();
      e.String("name", mesh.mesh.name);
      e.Key("axes");
      e.BeginArray();
      for (const MeshAxisInfo& axis : mesh.mesh.axes) {
        e.BeginObject();
        e.String("name", axis.name);
        e.Key("size");
        Bytes(e, axis.size);
        e.EndObject();
      }
      e.EndArray();
      if (!mesh.mesh.device_ids.empty()) {
        e.Key("device_ids");
        e.BeginArray();
        for (const int64_t id : mesh.mesh.device_ids) Bytes(e, id);
        e.EndArray();
      }
      e.EndObject();
    }
    e.EndArray();
  }

  int64_t AxisSize(const AxisInfo& axis, int mesh) const {
    if (axis.size > 0) return axis.size;
    if (mesh < 0) return 1;
    for (const MeshAxisInfo& known :
         graph_.meshes[static_cast<size_t>(mesh)].mesh.axes) {
      if (known.name == axis.name) return known.size;
    }
    return 1;
  }

  void WriteAxes(JsonEmitter& e, const std::vector<AxisInfo>& axes,
                 int mesh) const {
    e.BeginArray();
    for (const AxisInfo& axis : axes) {
      e.BeginObject();
      e.String("name", axis.name);
      e.Key("size");
      Bytes(e, AxisSize(axis, mesh));
      if (axis.size > 0) {
        e.Key("pre");
        Bytes(e, axis.pre_size);
      }
      e.EndObject();
    }
    e.EndArray();
  }

  void WriteSharding(JsonEmitter& e, const GraphTensor& tensor) const {
    e.BeginObject();
    e.String("text", ShardingText(graph_, tensor));
    e.String("spec", tensor.spec);
    e.Int("mesh", tensor.mesh);
    e.Key("dims");
    e.BeginArray();
    for (const DimShardingInfo& dim : tensor.sharding_info->dims) {
      e.BeginObject();
      e.Key("axes");
      WriteAxes(e, dim.axes, tensor.mesh);
      e.Bool("open", !dim.closed);
      e.EndObject();
    }
    e.EndArray();
    e.Key("replicated");
    WriteAxes(e, tensor.sharding_info->replicated, tensor.mesh);
    e.Key("unreduced");
    WriteAxes(e, tensor.sharding_info->unreduced, tensor.mesh);
    e.EndObject();
  }

  static void WriteShape(JsonEmitter& e, const std::vector<int64_t>& shape) {
    e.BeginArray();
    for (const int64_t size : shape) Bytes(e, size);
    e.EndArray();
  }

  void WriteLayouts(JsonEmitter& e) {
    absl::flat_hash_map<std::string_view, int64_t> types, shardings;
    std::vector<const GraphTensor*> first_of_type, first_of_sharding;
    const auto row_of = [](auto& rows, std::string_view key, auto& firsts,
                           const GraphTensor& tensor) {
      const auto [at, added] =
          rows.try_emplace(key, static_cast<int64_t>(firsts.size()));
      if (added) firsts.push_back(&tensor);
      return at->second;
    };
    e.Key("layouts");
    e.BeginArray();
    for (const GraphTensor& tensor : graph_.tensors) {
      e.BeginObject();
      e.Int("type", row_of(types, tensor.type, first_of_type, tensor));
      e.Key("sharding");
      e.Int(tensor.sharding_info && tensor.mesh >= 0
                ? row_of(shardings, tensor.sharding, first_of_sharding, tensor)
                : -1);
      e.Key("local");
      if (tensor.shape) {
        WriteShape(e, tensor.local_shape);
      } else {
        e.Null();
      }
      e.Key("bytes");
      Bytes(e, tensor.bytes);
      e.Key("local_bytes");
      Bytes(e, tensor.local_bytes);
      e.EndObject();
    }
    e.EndArray();
    e.Key("types");
    e.BeginArray();
    for (const GraphTensor* tensor : first_of_type) {
      e.BeginObject();
      e.String("text", TypeText(*tensor));
      e.Key("shape");
      if (tensor->shape) {
        WriteShape(e, *tensor->shape);
      } else {
        e.Null();
      }
      e.String("element", tensor->element);
      e.EndObject();
    }
    e.EndArray();
    e.Key("shardings");
    e.BeginArray();
    for (const GraphTensor* tensor : first_of_sharding) {
      WriteSharding(e, *tensor);
    }
    e.EndArray();
  }

  static void WriteColumn(JsonEmitter& e, std::string_view key,
                          std::span<const int32_t> values) {
    e.Key(key);
    e.Raw("");
    AppendColumn(values, e.out());
  }

  // Writes the name "%n" as the number of strings plus n.
  void WriteNames(JsonEmitter& e, std::string_view key,
                  std::span<const Name> names) const {
    const auto count = static_cast<int32_t>(strings_.all().size());
    std::vector<int32_t> column(names.size());
    for (size_t i = 0; i < names.size(); ++i) {
      column[i] = names[i].Is<NumberId>()
                      ? count + names[i].Get<NumberId>().index
                      : names[i].Get<StringId>().index;
    }
    WriteColumn(e, key, column);
  }

  void WriteTensors(JsonEmitter& e) {
    e.Key("scopes");
    e.BeginObject();
    e.Int("count", static_cast<int64_t>(paths_.names().size()));
    WriteColumn(e, "name", paths_.names());
    WriteColumn(e, "parent", paths_.parents());
    e.EndObject();
    e.Int("count", static_cast<int64_t>(name_.size()));
    e.Key("tensors");
    e.BeginObject();
    WriteNames(e, "name", name_);
    WriteNames(e, "value", value_);
    WriteColumn(e, "kind", kind_);
    WriteColumn(e, "layout", layout_);
    WriteColumn(e, "scope", scope_);
    WriteColumn(e, "op", op_);
    WriteColumn(e, "line", line_);
    WriteColumn(e, "file", file_);
    WriteColumn(e, "file_line", file_line_);
    e.EndObject();
    e.Key("operands");
    e.BeginObject();
    WriteColumn(e, "counts", counts_);
    WriteColumn(e, "back", back_);
    e.EndObject();
  }

  int32_t RowOf(int value) const {
    return value < 0 ? -1 : rows_[static_cast<size_t>(value)];
  }

  void WriteExplanations(JsonEmitter& e) const {
    e.Key("explanations");
    e.BeginArray();
    for (size_t i = 0; i < in_.explanations.size(); ++i) {
      const ReportExplanation& explanation = in_.explanations[i];
      const auto result =
          static_cast<int64_t>(first_result_) + explanation.result;
      const int64_t row =
          explanation.value >= 0 ? RowOf(explanation.value) : result;
      if (row < 0 || row >= static_cast<int64_t>(name_.size())) continue;
      e.BeginObject();
      e.Int("tensor", row);
      e.String("notes", explanation.notes);
      e.Key("axes");
      e.BeginArray();
      for (const ReportExplanation::Axis& axis : explanation.axes) {
        e.BeginObject();
        e.String("title", axis.title);
        e.Int("last", axis.last);
        e.EndObject();
      }
      e.EndArray();
      e.String("stops", explanation.stops);
      e.Int("absent", absent_[i]);
      e.EndObject();
    }
    e.EndArray();
    e.Key("chains");
    e.BeginObject();
    e.Key("text");
    e.BeginArray();
    std::vector<int32_t> before;
    for (const ReportChains::Link& link : in_.chains.links()) {
      e.String(link.text);
      before.push_back(link.before);
    }
    e.EndArray();
    WriteColumn(e, "before", before);
    e.EndObject();
  }

  void WriteMemory(JsonEmitter& e) const {
    e.Key("memory");
    if (!in_.memory) return e.Null();
    const ReportMemory& memory = *in_.memory;
    e.BeginObject();
    const auto number = [&](std::string_view key, int64_t bytes) {
      e.Key(key);
      Bytes(e, bytes);
    };
    number("arguments", memory.arguments);
    number("results", memory.results);
    number("aliased", memory.aliased);
    number("temporaries", memory.temporaries);
    number("peak", memory.peak);
    number("peak_at", RowOf(memory.peak_at));
    e.Key("curve");
    e.BeginArray();
    for (const int64_t bytes : memory.curve) Bytes(e, bytes);
    e.EndArray();
    e.Key("alive");
    e.BeginArray();
    for (const auto& [value, bytes] : memory.alive) {
      if (RowOf(value) < 0) continue;
      e.BeginObject();
      number("tensor", RowOf(value));
      number("bytes", bytes);
      e.EndObject();
    }
    e.EndArray();
    e.EndObject();
  }

  // Returns, as JSON, the fields of a move that are often the same in all
  // layers.
  static std::string TransferText(const ReportMove& move) {
    std::string out;
    JsonEmitter e(out, /*one_line=*/true);
    e.BeginObject();
    e.String("kind", move.kind);
    e.Key("axes");
    e.BeginArray();
    for (const std::string& axis : move.axes) e.String(axis);
    e.EndArray();
    e.Key("group");
    Bytes(e, move.group);
    e.Key("bytes_held");
    Bytes(e, move.local_bytes);
    e.Key("bytes_sent");
    Bytes(e, move.bytes_sent);
    e.Key("times");
    Bytes(e, move.times);
    if (move.seconds > 0) {
      e.Double("seconds", move.seconds);
    }
    e.EndObject();
    return out;
  }

  // Must be called before scopes and strings are written.
  void AddMoves() {
    for (const ReportMove& move : in_.moves) {
      const int32_t row = RowOf(move.value);
      moves_.transfer.push_back(transfers_.Intern(TransferText(move)));
      moves_.tensor.push_back(row);
      moves_.scope.push_back(row >= 0 ? scope_[static_cast<size_t>(row)]
                                      : paths_.Add(NamePath(move.label)).scope);
      moves_.cause.push_back(strings_.Intern(move.cause));
      moves_.user.push_back(RowOf(move.user));
    }
  }

  void WriteMoves(JsonEmitter& e) const {
    e.Key("transfers");
    e.BeginArray();
    for (const std::string& transfer : transfers_.all()) e.Raw(transfer);
    e.EndArray();
    e.Key("communication");
    e.BeginObject();
    e.Int("count", static_cast<int64_t>(moves_.tensor.size()));
    WriteColumn(e, "transfer", moves_.transfer);
    WriteColumn(e, "tensor", moves_.tensor);
    WriteColumn(e, "scope", moves_.scope);
    WriteColumn(e, "cause", moves_.cause);
    WriteColumn(e, "user", moves_.user);
    e.EndObject();
    e.Key("communication_error");
    if (in_.moves_error.empty()) {
      e.Null();
    } else {
      e.String(in_.moves_error);
    }
  }

  int32_t RowOf(const ReportPlace& place) const {
    if (place.value >= 0) return RowOf(place.value);
    return place.result < 0
               ? -1
               : static_cast<int32_t>(first_result_) + place.result;
  }

  // Lists only tensors that the report shows, but `roots` and `follow` count
  // all changes.
  void WriteBaseline(JsonEmitter& e) const {
    e.Key("baseline");
    if (!in_.baseline) return e.Null();
    const ReportBaseline& baseline = *in_.baseline;
    e.BeginObject();
    e.String("name", baseline.name);
    e.Int("roots", static_cast<int64_t>(baseline.roots));
    e.Int("follow", static_cast<int64_t>(baseline.follow));
    for (const auto& [key, bytes] :
         {std::pair("before", &baseline.before), {"after", &baseline.after}}) {
      e.Key(key);
      e.BeginObject();
      e.Key("border");
      Bytes(e, bytes->border);
      e.Key("sent");
      Bytes(e, bytes->sent);
      e.Key("peak");
      Bytes(e, bytes->peak);
      e.EndObject();
    }
    WriteChanges(e);
    e.Key("added");
    e.BeginObject();
    e.Int("count", static_cast<int64_t>(added_.size()));
    WriteColumn(e, "tensor", added_);
    e.EndObject();
    e.Key("removed");
    e.BeginObject();
    e.Int("count", static_cast<int64_t>(removed_.size()));
    WriteColumn(e, "name", removed_);
    e.EndObject();
    e.EndObject();
  }

  void WriteChanges(JsonEmitter& e) const {
    e.Key("changes");
    e.BeginObject();
    e.Int("count", static_cast<int64_t>(changed_.size()));
    WriteColumn(e, "tensor", changed_);
    WriteColumn(e, "before", before_);
    WriteColumn(e, "root", root_);
    WriteColumn(e, "because", because_);
    e.EndObject();
  }

  // Copies what the comparison found about tensors that are rows of the report.
  void AddChanges() {
    if (!in_.baseline) return;
    for (const ReportBaseline::Change& change : in_.baseline->changes) {
      const int32_t row = RowOf(change.place);
      if (row < 0) continue;
      changed_.push_back(row);
      before_.push_back(change.before);
      root_.push_back(change.root ? 1 : 0);
      because_.push_back(strings_.Intern(change.because));
    }
    for (const ReportPlace& place : in_.baseline->added) {
      if (RowOf(place) >= 0) added_.push_back(RowOf(place));
    }
    for (const std::string& name : in_.baseline->removed) {
      removed_.push_back(strings_.Intern(name));
    }
  }

  const ReportInput& in_;
  const ProgramGraph& graph_;
  const int main_;
  Strings strings_;
  Paths paths_;
  // The row of each value, or -1 if it isn't shown.
  std::vector<int32_t> rows_;
  // The value of each row; -1 for a result of the main function.
  std::vector<int32_t> row_values_;
  size_t first_result_ = 0;
  // Columns, indexed by row.
  std::vector<Name> name_, value_;
  std::vector<int32_t> kind_, layout_, scope_, op_, line_, file_, file_line_;
  std::vector<int32_t> counts_, back_;
  absl::flat_hash_map<const char*, int32_t> op_rows_;
  std::vector<int32_t> absent_;  // indexed by explanation: index of a string
  // Columns of the comparison.
  std::vector<int32_t> changed_, before_, root_, because_, added_, removed_;
  Strings transfers_;
  struct {
    std::vector<int32_t> transfer, tensor, scope, cause, user;
  } moves_;  // columns, indexed by move
};

}  // namespace

int ReportChains::Add(int before, const std::string& text) {
  const int row = static_cast<int>(links_.size());
  const auto [at, added] = rows_.try_emplace({before, text}, row);
  if (added) {
    const int first =
        before < 0 ? row : links_[static_cast<size_t>(before)].first;
    links_.push_back({text, before, first});
  }
  return at->second;
}

std::string ReportJson(const ReportInput& input) {
  return TablesMaker(input).Make();
}

}  // namespace shardflow::internal
