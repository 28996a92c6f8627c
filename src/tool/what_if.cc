#include "tool/what_if.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "shardflow/names.h"
#include "shardflow/views.h"

namespace shardflow {
namespace {

void Fail(std::string text, std::vector<Message>& messages) {
  messages.push_back(
      {.text = std::move(text), .code = ErrorCode::kInvalidArgument});
}

// Returns 3 for "arg/3", or nullopt if the text isn't of this form.
std::optional<size_t> NumberAfter(std::string_view pattern,
                                  std::string_view prefix) {
  if (!pattern.starts_with(prefix)) return std::nullopt;
  pattern.remove_prefix(prefix.size());
  size_t number = 0;
  const auto [end, status] =
      std::from_chars(pattern.data(), pattern.data() + pattern.size(), number);
  if (status != std::errc() || end != pattern.data() + pattern.size()) {
    return std::nullopt;
  }
  return number;
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
    results_ = returned.size();
    bool ok = true, any = false;
    for (const ValueRef value : Values()) {
      any = true;
      ok = ok && SetValue(value);
    }
    for (size_t i = 0; i < results_; ++i) {
      if (!IsMeantResult(i)) continue;
      any = true;
      ok = ok && SetResult(returned[i], static_cast<int>(i));
    }
    if (any) return ok;
    Fail(fmt::format("--set {}: nothing is called so{}", set_.text,
                     DidYouMean(LabelPath(set_.pattern), Names())),
         messages_);
    return false;
  }

 private:
  // Returns the matching arguments; if there are none, the matching results of
  // ops.
  std::vector<ValueRef> Values() const {
    const std::vector<ValueRef> arguments = view_.Arguments(view_.Body(main_));
    if (const auto number = NumberAfter(set_.pattern, "arg/")) {
      if (*number < arguments.size()) return {arguments[*number]};
      return {};
    }
    const std::vector<ValueRef> found = view_.FindLabelled(main_, set_.pattern);
    std::vector<ValueRef> meant;
    for (const ValueRef value : found) {
      if (!view_.DefiningOp(value)) meant.push_back(value);
    }
    if (!meant.empty() || AnyResult()) return meant;
    return found;
  }

  bool IsMeantResult(size_t i) const {
    if (const auto number = NumberAfter(set_.pattern, "res/")) {
      return *number == i;
    }
    const std::string label = view_.ResultLabel(main_, static_cast<int>(i));
    return !label.empty() && MatchesLabel(set_.pattern, label);
  }

  bool AnyResult() const {
    for (size_t i = 0; i < results_; ++i) {
      if (IsMeantResult(i)) return true;
    }
    return false;
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const ValueRef value : view_.Arguments(view_.Body(main_))) {
      const std::string label = view_.Label(value);
      if (!label.empty()) names.push_back(LabelPath(label));
    }
    for (size_t i = 0; i < results_; ++i) {
      const std::string label = view_.ResultLabel(main_, static_cast<int>(i));
      if (!label.empty()) names.push_back(LabelPath(label));
    }
    return names;
  }

  // Returns the spec with the name of its mesh, and with as many dimensions as
  // the tensor has.
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

  bool SetValue(ValueRef value) {
    const auto sharding = For(value, view_.Sharding(value));
    return sharding && program_.SetSharding(value, *sharding, messages_);
  }

  bool SetResult(ValueRef returned, int i) {
    const auto sharding = For(returned, view_.ResultSharding(main_, i));
    return sharding &&
           program_.SetResultSharding(main_, i, *sharding, messages_);
  }

  const NamedSpec& set_;
  Program& program_;
  std::vector<Message>& messages_;
  const ProgramView view_;
  OpRef main_;
  size_t results_ = 0;
};

}  // namespace

Option SetOption(FileFlags& flags) {
  Option option = Text(
      "--set", "NAME=SPEC",
      "What if? Put this sharding on the program first: \"batch/*=P('data')\". "
      "NAME is that of an argument, a result or an op, * for anything in a "
      "step, or arg/0, res/0. May be given several times.",
      nullptr);
  option.repeated = true;
  option.set = [&flags](const std::string& text) {
    NamedSpec set;
    std::string error;
    if (!ParseNamedSpec(text, set, error)) return error;
    flags.sets.push_back(std::move(set));
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
