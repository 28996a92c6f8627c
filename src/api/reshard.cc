#include "shardflow/reshard.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "api/convert.h"
#include "api/plan_names.h"
#include "api/reshard_steps.h"
#include "api/sharding_info.h"
#include "api/topology.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/source.h"
#include "ir/module.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_planner.h"
#include "lower/topology.h"
#include "lower/topology_text.h"
#include "ops/work.h"
#include "sharding/axis.h"
#include "sharding/compat.h"
#include "sharding/parse.h"
#include "sharding/resolved.h"
#include "sharding/verify.h"
#include "text/parser.h"

namespace shardflow {

using namespace internal;
namespace {

// The parts of a request. Each error is about one of them.
enum class Part { kMesh, kTensor, kFrom, kTo, kTopology };

// Reports errors in a request, with the name of the part at fault.
class RequestErrors {
 public:
  // If `as_text` is set, the request is textual, and messages use the names of
  // its parts as file names.
  RequestErrors(bool as_text, std::vector<Message>& messages)
      : as_text_(as_text), messages_(messages) {}

  std::string NameOf(Part part) const {
    switch (part) {
      case Part::kMesh:
        return as_text_ ? "<mesh>" : "mesh";
      case Part::kTensor:
        return as_text_ ? "<type>" : "tensor";
      case Part::kFrom:
        return as_text_ ? "<from>" : "from";
      case Part::kTo:
        return as_text_ ? "<to>" : "to";
      case Part::kTopology:
        return as_text_ ? "<topology>" : "topology";
    }
    return "";
  }
  // `line` is the line within the text of the part; 0 if unknown.
  void Add(Part part, std::string text, int line = 0) const {
    Message& message = messages_.emplace_back();
    message.code = ErrorCode::kInvalidInput;
    message.line = line;
    if (line > 0) message.column = 1;
    if (as_text_) {
      message.file = NameOf(part);
      message.text = std::move(text);
    } else {
      message.text = NameOf(part) + ": " + text;
    }
  }
  // Adds an error at a place in the text of a part.
  void Add(Part part, const Error& error, const std::string& text) const {
    AddError(error, NameOf(part), text, messages_);
  }
  std::vector<Message>& messages() const { return messages_; }

 private:
  const bool as_text_;
  std::vector<Message>& messages_;
};

// A reshard to plan. The ids refer to `shardings`; both shardings are on
// `mesh`.
struct PlanningRequest {
  StringStore& names;
  ShardingStore& shardings;
  MeshId mesh;
  TensorShape tensor;
  ShardingId from, to;
  PlanOptions options;
};

bool CheckMesh(const PlanningRequest& r, const RequestErrors& errors) {
  const Mesh& mesh = r.shardings.mesh(r.mesh);
  if (const std::optional<Error> fault = CheckMesh(mesh, r.names)) {
    errors.Add(Part::kMesh, fault->message);
    return false;
  }
  if (mesh.IsMaximal()) {
    errors.Add(Part::kMesh, "there is one device, and nothing to reshard");
    return false;
  }
  return true;
}

bool Check(const PlanningRequest& r, const RequestErrors& errors) {
  if (!CheckMesh(r, errors)) return false;
  const TensorShape& tensor = r.tensor;
  if (std::any_of(tensor.dims.begin(), tensor.dims.end(),
                  [](int64_t size) { return size < 0; })) {
    errors.Add(Part::kTensor, "expected a static shape");
    return false;
  }
  if (tensor.element_bits < 1) {
    errors.Add(Part::kTensor, "expected elements of at least one bit");
    return false;
  }
  const std::vector<int64_t> one_shard(tensor.dims.size(), 1);
  if (LocalBytes(tensor.dims, one_shard, tensor.element_bits) == INT64_MAX) {
    errors.Add(Part::kTensor, "the tensor has 2^60 bytes or more");
    return false;
  }
  for (const Part part : {Part::kFrom, Part::kTo}) {
    const ShardingView view =
        r.shardings.Get(part == Part::kFrom ? r.from : r.to);
    const std::optional<Error> fault = CheckSharding(
        view, tensor.dims, r.shardings.mesh(r.mesh), r.shardings, r.names);
    if (!fault) continue;
    errors.Add(part, fault->message);
    return false;
  }
  return true;
}

std::optional<CostModel> ModelOf(const std::string& topology_text,
                                 const Mesh& mesh, const StringStore& names,
                                 const RequestErrors& errors) {
  if (topology_text.empty()) return CostModel();
  Error error;
  const std::optional<Topology> topology =
      ReadTopology(topology_text, mesh, names, error);
  if (!topology) {
    errors.Add(Part::kTopology, error.message,
               PlaceInTopology(topology_text, error).line);
    return std::nullopt;
  }
  return CostModel(*topology, mesh);
}

std::optional<ReshardReport> ReportOf(const PlanningRequest& r,
                                      const RequestErrors& errors) {
  if (PlanName(r.options.plan).empty()) {
    AddError("unknown plan " + std::to_string(static_cast<int>(r.options.plan)),
             errors.messages(), ErrorCode::kInvalidArgument);
    return std::nullopt;
  }
  if (!Check(r, errors)) return std::nullopt;
  ResolvedMesh mesh(r.shardings, r.mesh);
  const ShardingView from = r.shardings.Get(r.from);
  const ShardingView to = r.shardings.Get(r.to);
  // The axis lists were checked before, so all of them resolve.
  const auto resolve = [&](AxisListId list) {
    return mesh.Resolve(list).value_or(ResolvedList());
  };
  std::vector<ResolvedList> from_dims, to_dims;
  for (const DimSharding& dim : from.dims)
    from_dims.push_back(resolve(dim.axes));
  for (const DimSharding& dim : to.dims) to_dims.push_back(resolve(dim.axes));
  const ReshardProblem problem{.mesh = &mesh.mesh(),
                               .shape = r.tensor.dims,
                               .element_bits = r.tensor.element_bits,
                               .from = from_dims,
                               .to = to_dims,
                               .unreduced_from = resolve(from.unreduced),
                               .unreduced_to = resolve(to.unreduced),
                               .reduction_from = from.reduction,
                               .reduction_to = to.reduction,
                               .replicate_repadded = ReshardsReplicateRepadded(
                                   ToCompat(r.options.compat))};
  const std::optional<CostModel> model =
      ModelOf(r.options.topology, mesh.mesh(), r.names, errors);
  if (!model) return std::nullopt;
  ReshardPlanner planner(*model);
  ReshardPlan plan;
  if (const char* const fault = planner.Plan(problem, r.options.plan, plan)) {
    errors.Add(Part::kTo, fault);
    return std::nullopt;
  }
  return ReportOf(problem, plan, planner.model(), mesh, r.names);
}

// Reads the parts of a textual request into the stores of one module.
class PartReader {
 public:
  explicit PartReader(const RequestErrors& errors) : errors_(errors) {}

  Module& module() { return m_; }

  // The following functions return None or nullopt on error.
  MeshId Mesh(const std::string& text) {
    Error error;
    const std::optional<MeshId> mesh =
        ParseMesh(text, m_.names, m_.shardings, error);
    if (!mesh) errors_.Add(Part::kMesh, error, text);
    return mesh.value_or(MeshId::None());
  }
  // Parses a sharding such as `[{"x"}, {}]` or, with a mesh, `<@mesh, [{"x"},
  // {}]>`. Any mesh name is accepted and stands for `mesh`.
  ShardingId Sharding(Part part, const std::string& text, MeshId mesh) {
    Error error;
    const std::optional<ParsedShardings> parsed = ParseShardings(
        text, MeshRef::Inlined(mesh), m_.names, m_.shardings, error);
    if (parsed && IsOne(*parsed, mesh, error)) return parsed->items.front().id;
    errors_.Add(part, error, text);
    return ShardingId::None();
  }
  std::optional<TensorShape> Tensor(const std::string& text) {
    const SourceBuffer source(errors_.NameOf(Part::kTensor), text);
    Diagnostics diagnostics;
    const ParseOptions options;
    Parser parser(m_, source, options, diagnostics);
    const TypeId type = parser.ParseBareTensor();
    AppendMessages(diagnostics, &source, errors_.messages());
    if (!type || parser.failed()) return std::nullopt;
    if (!m_.types.HasStaticShape(type)) {
      errors_.Add(Part::kTensor, "expected one tensor of static shape");
      return std::nullopt;
    }
    const std::span<const int64_t> dims = m_.types.dims(type);
    return TensorShape{{dims.begin(), dims.end()}, ElementBits(m_.types, type)};
  }

 private:
  // Whether `parsed` is a single sharding that is valid on `mesh`.
  bool IsOne(const ParsedShardings& parsed, MeshId mesh, Error& error) const {
    if (parsed.is_list) {
      return error.Set(0, "expected one sharding, not a list");
    }
    const ParsedSharding& sharding = parsed.items.front();
    const MeshRef ref = m_.shardings.Get(sharding.id).mesh;
    if (ref.IsInlined() && ref.inlined() != mesh) {
      return error.Set(sharding.offset, "it is on a different mesh");
    }
    return CheckParsed(sharding, m_.shardings.mesh(mesh), /*manual=*/{},
                       m_.shardings, m_.names, error);
  }

  const RequestErrors& errors_;
  Module m_;
};

}  // namespace

std::optional<ReshardReport> PlanReshard(const MeshInfo& mesh,
                                         const TensorShape& tensor,
                                         const ShardingInfo& from,
                                         const ShardingInfo& to,
                                         const PlanOptions& options,
                                         std::vector<Message>& messages) {
  const RequestErrors errors(/*as_text=*/false, messages);
  StringStore names;
  ShardingStore shardings;
  PlanningRequest request{.names = names,
                          .shardings = shardings,
                          .mesh = shardings.InternMesh(FromInfo(mesh, names)),
                          .tensor = tensor,
                          .from = {},
                          .to = {},
                          .options = options};
  for (const Part part : {Part::kFrom, Part::kTo}) {
    const ShardingInfo& info = part == Part::kFrom ? from : to;
    if (info.inlined_mesh && info.inlined_mesh->axes != mesh.axes) {
      errors.Add(part, "it is on a different mesh");
      return std::nullopt;
    }
    const auto made = FromInfo(info, shardings, names);
    if (!made) {
      errors.Add(part, "'" + info.reduction + "' is not a reduction");
      return std::nullopt;
    }
    (part == Part::kFrom ? request.from : request.to) = shardings.Intern(*made);
  }
  return ReportOf(request, errors);
}

std::optional<ReshardReport> PlanReshard(const ReshardRequest& request,
                                         std::vector<Message>& messages) {
  const RequestErrors errors(/*as_text=*/true, messages);
  PartReader reader(errors);
  const MeshId mesh = reader.Mesh(request.mesh);
  if (!mesh) return std::nullopt;
  std::optional<TensorShape> tensor = reader.Tensor(request.type);
  if (!tensor) return std::nullopt;
  const ShardingId from = reader.Sharding(Part::kFrom, request.from, mesh);
  if (!from) return std::nullopt;
  const ShardingId to = reader.Sharding(Part::kTo, request.to, mesh);
  if (!to) return std::nullopt;
  return ReportOf({.names = reader.module().names,
                   .shardings = reader.module().shardings,
                   .mesh = mesh,
                   .tensor = *std::move(tensor),
                   .from = from,
                   .to = to,
                   .options = request.options},
                  errors);
}

}  // namespace shardflow
