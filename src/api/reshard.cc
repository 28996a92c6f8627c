#include "shardflow/reshard.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "api/convert.h"
#include "base/source.h"
#include "ir/walk.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_lowering.h"
#include "ops/functions.h"
#include "ops/symbols.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/print.h"
#include "text/read.h"

// The plan is read off a program of one reshard, after the passes that a
// program with this reshard would go through.

namespace shardflow {
namespace {

std::string ProgramText(const ReshardRequest& r) {
  const std::string type = "tensor<" + r.type + ">";
  const auto sharding = [](const std::string& dims) {
    return "#sdy.sharding<@mesh, " + dims + ">";
  };
  return "sdy.mesh @mesh = " + r.mesh + "\nfunc.func @main(%from: " + type +
         " {sdy.sharding = " + sharding(r.from) + "}) -> (" + type +
         " {sdy.sharding = " + sharding(r.to) +
         "}) {\n  %to = sdy.reshard %from <@mesh, " + r.to + "> : " + type +
         "\n  return %to : " + type + "\n}\n";
}

bool RunPasses(Module& m, bool best, PassContext& context) {
  InsertExplicitReshardsOptions full;
  full.enable_full_version = true;
  ReshardToCollectivesOptions collectives;
  if (best) collectives.plan = "best";
  CanonicalizeOptions canonicalize;
  canonicalize.enable_patterns = kCollectiveLabel;
  return Run<CloseShardings>(m, context) &&
         Run<InsertExplicitReshards>(m, full, context) &&
         Run<ReshardToCollectives>(m, collectives, context) &&
         Run<Canonicalize>(m, canonicalize, context);
}

// The lists of axes that the op is about, and their text.
struct StepAxes {
  std::vector<AxisListId> lists;
  std::string text;
};

StepAxes AxesOf(const Module& m, OpId op) {
  StepAxes axes;
  const auto append = [&](int64_t word) {
    axes.lists.push_back(AxisListId(static_cast<int32_t>(word)));
    axes.text += '{';
    AppendAxes(m.shardings.axes(axes.lists.back()), m.names, axes.text);
    axes.text += '}';
  };
  const AttrId dict = m.attr_dict(op);
  for (size_t i = 0; i < m.attrs.DictSize(dict); ++i) {
    const AttrId attr = m.attrs.DictItem(dict, i).value;
    const std::span<const int64_t> words = m.attrs.words(attr);
    const AttrKind kind = m.attrs.kind(attr);
    if (kind == AttrKind::kAxisRefList) {
      append(words[0]);
    } else if (kind == AttrKind::kListOfAxisRefLists) {
      axes.text += '[';
      for (size_t d = 0; d < words.size(); ++d) {
        if (d > 0) axes.text += ", ";
        append(words[d]);
      }
      axes.text += ']';
    } else if (kind == AttrKind::kAllToAllParamList) {
      axes.text += '[';
      for (size_t p = 0; p + 2 < words.size(); p += 3) {
        if (p > 0) axes.text += ", ";
        append(words[p]);
        axes.text += ": " + std::to_string(words[p + 1]) + "->" +
                     std::to_string(words[p + 2]);
      }
      axes.text += ']';
    }
  }
  return axes;
}

class Reporter {
 public:
  Reporter(const Module& m, const Mesh& mesh, TypeId type)
      : m_(m), mesh_(mesh), type_(type), bits_(ElementBits(m.types, type)) {}

  int64_t LocalBytesOf(ShardingId sharding) const {
    std::vector<int64_t> shards;
    for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
      shards.push_back(TotalSize(m_.shardings.axes(dim.axes), mesh_));
    }
    return LocalBytes(m_.types.dims(type_), shards, bits_);
  }

  // Nullopt: the op is no step of a plan.
  std::optional<ReshardStep> Step(OpId op) const {
    std::string_view name = m_.op_name(op);
    if (!name.starts_with("sdy.")) return std::nullopt;
    name.remove_prefix(4);
    const std::optional<StepKind> kind = FindStep(name);
    if (!kind) return std::nullopt;
    const StepAxes axes = AxesOf(m_, op);
    const ShardingId before = m_.sharding(m_.operand(op, 0));
    const ShardingId after = m_.sharding(m_.result(op, 0));
    ReshardStep step;
    step.op = name;
    step.axes = axes.text;
    step.sharding = DimsText(after);
    if (IsCommunication(*kind)) {
      for (AxisListId list : axes.lists) {
        step.group = SaturatingProduct(
            step.group, TotalSize(m_.shardings.axes(list), mesh_));
      }
    }
    step.local_bytes = LocalBytesOf(after);
    step.bytes_received =
        StepBytes(*kind, LocalBytesOf(before), step.local_bytes, step.group);
    step.bytes_sent = step.bytes_received;
    return step;
  }

 private:
  // What stands in `<@mesh, ...>`.
  std::string DimsText(ShardingId sharding) const {
    const std::string text =
        ShardingText(m_.shardings.Get(sharding), m_.shardings, m_.names);
    const size_t begin = text.find('[');
    return begin == std::string::npos
               ? text
               : text.substr(begin, text.size() - begin - 1);
  }

  const Module& m_;
  const Mesh& mesh_;
  TypeId type_;
  int64_t bits_;
};

int64_t Sum(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// The argument whose reshard it is. None if the pieces of the request made
// another program than they should.
ValueId Argument(const Module& m) {
  const OpId function = MainFunction(m);
  const BlockId block = function ? EntryBlock(m, function) : BlockId::None();
  if (!block || m.args(block).size() != 1) return ValueId::None();
  const ValueId argument = m.args(block)[0];
  return m.types.HasStaticShape(m.type(argument)) && m.sharding(argument)
             ? argument
             : ValueId::None();
}

std::optional<ReshardReport> ReadPlan(const Module& m, Diagnostics& d) {
  const OpId function = MainFunction(m);
  const ValueId argument = m.args(EntryBlock(m, function))[0];
  const TypeId type = m.type(argument);
  const SymbolTable symbols(m);
  const MeshId mesh =
      symbols.FindMesh(m, m.shardings.Get(m.sharding(argument)).mesh);
  const Reporter reporter(m, m.shardings.mesh(mesh), type);
  ReshardReport report;
  report.local_bytes = reporter.LocalBytesOf(m.sharding(argument));
  for (OpId op : m.Ops(EntryBlock(m, function))) {
    std::optional<ReshardStep> step = reporter.Step(op);
    if (!step && op != ReturnOp(m, function)) {
      d.Error(m.Place(op), "there is no plan for this reshard");
      return std::nullopt;
    }
    if (!step) continue;
    report.bytes_sent = Sum(report.bytes_sent, step->bytes_sent);
    report.bytes_received = Sum(report.bytes_received, step->bytes_received);
    report.steps.push_back(*std::move(step));
  }
  return report;
}

}  // namespace

std::optional<ReshardReport> PlanReshard(const ReshardRequest& request,
                                         std::vector<Message>& messages) {
  const auto source = std::make_shared<const SourceBuffer>(
      "<reshard>", ProgramText(request), 1);
  Diagnostics diagnostics;
  std::optional<ReshardReport> report;
  std::optional<Module> m = ParseModule(source, ParseOptions{}, diagnostics);
  if (m && VerifyModule(*m, diagnostics)) {
    PassContext context(diagnostics);
    context.compat = ToCompat(request.compat);
    if (!Argument(*m)) {
      diagnostics.Error(m->Place(m->root()),
                        "expected one tensor of static shape");
    } else if (RunPasses(*m, request.best, context)) {
      report = ReadPlan(*m, diagnostics);
    }
  }
  AppendMessages(diagnostics, source.get(), messages);
  return report;
}

}  // namespace shardflow
