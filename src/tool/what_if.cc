#include "tool/what_if.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "shardflow/graph.h"
#include "shardflow/names.h"
#include "shardflow/views.h"

namespace shardflow {
namespace {

void Fail(std::string text, std::vector<Message>& messages) {
  messages.push_back(
      {.text = std::move(text), .code = ErrorCode::kInvalidArgument});
}

class Setter {
 public:
  Setter(const NamedSpec& set, Program& program, std::vector<Message>& messages)
      : set_(set), program_(program), messages_(messages), view_(program) {}

  bool Run() {
    main_ = view_.FindFunction("main");
    const std::vector<OpRef> functions = view_.Functions();
    if (!main_ && functions.size() == 1) main_ = functions.front();
    if (!main_) {
      Fail("--set: the program has no @main", messages_);
      return false;
    }
    const std::vector<ValueRef> returned = view_.Returned(main_);
    const ProgramView::Named named = view_.FindNamed(main_, set_.pattern);
    bool ok = true;
    for (const ValueRef value : Values(named)) ok = ok && SetValue(value);
    for (const int i : named.results) {
      ok = ok && SetResult(returned[static_cast<size_t>(i)], i);
    }
    if (!named.values.empty() || !named.results.empty()) return ok;
    Fail(fmt::format("--set {}: nothing has this name{}", set_.text, Known()),
         messages_);
    return false;
  }

 private:
  // Returns the arguments in `named`. If there are neither arguments nor
  // function results, returns the op results.
  std::vector<ValueRef> Values(const ProgramView::Named& named) const {
    std::vector<ValueRef> meant;
    for (const ValueRef value : named.values) {
      if (!view_.DefiningOp(value)) meant.push_back(value);
    }
    return meant.empty() && named.results.empty() ? named.values : meant;
  }

  // Returns a hint about the names that the user may have meant, to add to the
  // error.
  std::string Known() const {
    std::vector<Message> ignored;
    const std::optional<ProgramGraph> graph = MakeGraph(program_, {}, ignored);
    return graph ? OtherNames(*graph, set_.pattern) : "";
  }

  // Returns the spec as a sharding with a mesh name and as many dimensions as
  // the tensor has. Returns nullopt on error.
  std::optional<ShardingInfo> For(ValueRef value,
                                  const std::optional<ShardingInfo>& now) {
    ShardingInfo sharding = set_.spec;
    const std::optional<std::vector<int64_t>> shape = view_.Shape(value);
    if (!shape || sharding.dims.size() > shape->size()) {
      Fail(fmt::format("--set {}: {} dimensions, but the tensor is {}",
                       set_.text, sharding.dims.size(), view_.Type(value)),
           messages_);
      return std::nullopt;
    }
    sharding.dims.resize(shape->size());
    const std::vector<MeshInfo> meshes = view_.Meshes();
    if (now && !now->mesh.empty()) {
      sharding.mesh = now->mesh;
    } else if (meshes.size() == 1) {
      sharding.mesh = meshes.front().name;
    } else if (const MeshInfo* mesh = MeshOfAxes(meshes)) {
      sharding.mesh = mesh->name;
    } else {
      Fail(fmt::format("--set {}: which mesh? The program has {}", set_.text,
                       meshes.size()),
           messages_);
      return std::nullopt;
    }
    return CheckAxes(meshes, sharding) ? std::optional(sharding) : std::nullopt;
  }

  // Returns the only mesh that has all axes of the spec, or null.
  const MeshInfo* MeshOfAxes(const std::vector<MeshInfo>& meshes) const {
    const MeshInfo* found = nullptr;
    for (const MeshInfo& mesh : meshes) {
      bool all = true;
      for (const DimShardingInfo& dim : set_.spec.dims) {
        for (const AxisInfo& axis : dim.axes) all = all && Has(mesh, axis.name);
      }
      if (!all) continue;
      if (found != nullptr) return nullptr;
      found = &mesh;
    }
    return found;
  }

  static bool Has(const MeshInfo& mesh, const std::string& axis) {
    return std::any_of(mesh.axes.begin(), mesh.axes.end(),
                       [&](const auto& a) { return a.name == axis; });
  }

  bool CheckAxes(const std::vector<MeshInfo>& meshes,
                 const ShardingInfo& sharding) {
    for (const MeshInfo& mesh : meshes) {
      if (mesh.name != sharding.mesh) continue;
      for (const DimShardingInfo& dim : sharding.dims) {
        for (const AxisInfo& axis : dim.axes) {
          if (Has(mesh, axis.name)) continue;
          std::vector<std::string> names;
          for (const MeshAxisInfo& known : mesh.axes) {
            names.push_back(known.name);
          }
          Fail(fmt::format("--set {}: mesh @{} has no axis '{}'{}", set_.text,
                           mesh.name, axis.name, DidYouMean(axis.name, names)),
               messages_);
          return false;
        }
      }
    }
    return true;
  }

  // Warns of dimensions that the shards don't divide. `what` is the value.
  void WarnIfUneven(ValueRef value, const ShardingInfo& sharding,
                    const std::string& what) {
    const OptionalShape shape = view_.Shape(value);
    const std::vector<MeshInfo> meshes = view_.Meshes();
    const auto mesh = std::ranges::find(meshes, sharding.mesh, &MeshInfo::name);
    if (mesh == meshes.end()) return;
    for (size_t d = 0; shape && d < shape->size(); ++d) {
      int64_t shards = 1;
      for (const AxisInfo& axis : sharding.dims[d].axes) {
        shards *= SizeOf(*mesh, axis);
      }
      if ((*shape)[d] < 0 || (*shape)[d] % shards == 0) continue;
      messages_.push_back(
          {.kind = MessageKind::kWarning,
           .text = fmt::format(
               "--set {}: dimension {} of {}, {}, isn't divisible by its {} "
               "shards; JAX refuses this",
               set_.text, d, what, view_.Type(value), shards)});
    }
  }

  static int64_t SizeOf(const MeshInfo& mesh, const AxisInfo& axis) {
    if (axis.size > 0) return axis.size;
    for (const MeshAxisInfo& known : mesh.axes) {
      if (known.name == axis.name) return known.size;
    }
    return 1;
  }

  // Returns the argument as "argument 2 (batch/tokens)".
  std::string ArgumentText(ValueRef value) const {
    const std::vector<ValueRef> arguments =
        view_.Arguments(view_.OwningBlock(value));
    const auto at = std::find(arguments.begin(), arguments.end(), value);
    return fmt::format("argument {}", at - arguments.begin()) +
           InBrackets(view_.Label(value));
  }

  static std::string InBrackets(const std::string& label) {
    return label.empty() ? "" : " (" + LabelPath(label) + ")";
  }

  bool SetValue(ValueRef value) {
    const auto sharding = For(value, view_.Sharding(value));
    // In the middle of a program, JAX pads.
    if (sharding && !view_.DefiningOp(value)) {
      WarnIfUneven(value, *sharding, ArgumentText(value));
    }
    return sharding && program_.SetSharding(value, *sharding, messages_);
  }

  bool SetResult(ValueRef returned, int i) {
    const auto sharding = For(returned, view_.ResultSharding(main_, i));
    if (sharding) {
      WarnIfUneven(returned, *sharding,
                   fmt::format("result {}", i) +
                       InBrackets(view_.ResultLabel(main_, i)));
    }
    return sharding &&
           program_.SetResultSharding(main_, i, *sharding, messages_);
  }

  const NamedSpec& set_;
  Program& program_;
  std::vector<Message>& messages_;
  const ProgramView view_;
  OpRef main_;
};

}  // namespace

Option SetOption(FileFlags& flags) {
  Option option =
      Text("--set", "NAME=SPEC",
           "First put this sharding on the program, to see its effect: "
           "\"batch/*=P('data')\". NAME is an argument, a result or an op, "
           "where * matches anything within a path step, or arg/0, res/0 or %5 "
           "(docs/names.md). May be given several times.",
           nullptr);
  option.repeated = true;
  option.set = [&flags](const std::string& text) {
    Message error;
    std::optional<NamedSpec> set = ParseNamedSpec(text, error);
    if (!set) return error.text;
    flags.sets.push_back(*std::move(set));
    return std::string();
  };
  return option;
}

bool ApplySets(const std::vector<NamedSpec>& sets, Program& program,
               std::vector<Message>& messages) {
  for (const NamedSpec& set : sets) {
    if (!Setter(set, program, messages).Run()) return false;
  }
  return true;
}

}  // namespace shardflow
