#include "evaluator/compare.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/error_format.h"
#include "base/source.h"
#include "evaluator/evaluator.h"
#include "evaluator/random_source.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

Error FirstError(const Diagnostics& diagnostics) {
  for (const Message& message : diagnostics.all()) {
    if (message.kind == MessageKind::kError) {
      return ErrorOf("{}:{}: {}", message.line, message.column, message.text);
    }
  }
  return {};
}

bool HasPlace(const Diagnostics& diagnostics) {
  for (const Message& message : diagnostics.all()) {
    if (message.kind == MessageKind::kError) return message.line > 0;
  }
  return false;
}

std::optional<Module> Read(std::string_view text, Error& error) {
  Diagnostics diagnostics;
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>("input", std::string(text)), {},
      diagnostics);
  if (m && !VerifyModule(*m, diagnostics)) m.reset();
  if (!m) error = FirstError(diagnostics);
  return m;
}

OpId MainOf(const Module& m) {
  const SymbolTable symbols(m);
  return symbols.Find(m.names.Find("main"));
}

Tensor RandomInput(RandomSource& random, ElementKind kind, Dims shape) {
  Tensor made(kind, std::move(shape));
  for (size_t at = 0; at < made.size(); ++at) {
    if (kind.is_float) {
      made.f[at] = static_cast<double>(random.In(-4, 4));
    } else {
      made.i[at] = Wrapped(random.In(-2, 12), kind);
    }
  }
  return made;
}

// Returns the mesh that the sharding refers to; null if there is none.
const Mesh* MeshOf(const Module& m, const SymbolTable& symbols,
                   ShardingId sharding) {
  if (sharding.IsNone()) return nullptr;
  const MeshId mesh = symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  return mesh ? &m.shardings.mesh(mesh) : nullptr;
}

int64_t DevicesOf(const Module& m) {
  int64_t devices = 1;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const SymbolTable symbols(m);
    const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
    int64_t count = 1;
    for (const MeshAxis& axis : m.shardings.mesh(mesh).axes) count *= axis.size;
    devices = std::max(devices, count);
  }
  return devices;
}

// Runs the per-device program on the parts of `inputs`, and joins its results.
// `kept` receives the results of the op `watched`.
bool RunLocal(const Module& m, int64_t devices,
              const std::vector<Tensor>& inputs,
              const std::vector<Tensor>& expected, OpId watched,
              std::vector<PerDevice>& kept, Error& error) {
  const SymbolTable symbols(m);
  const OpId main = MainOf(m);
  const BlockId block = m.first_block(m.region(main, 0));
  std::vector<PerDevice> parts;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ShardingId sharding = m.sharding(m.args(block)[i]);
    const Mesh* const mesh = MeshOf(m, symbols, sharding);
    PerDevice part;
    for (int64_t d = 0; d < devices; ++d) {
      part.push_back(mesh == nullptr ? inputs[i]
                                     : ShardOf(inputs[i], m, *mesh, sharding, d,
                                               Tensor(inputs[i].kind, {1})));
    }
    parts.push_back(std::move(part));
  }
  Evaluator evaluator(m, static_cast<int>(devices));
  evaluator.Watch(watched);
  std::vector<PerDevice> results;
  const bool ran = evaluator.Run(main, std::move(parts), results);
  kept = evaluator.watched_values();
  if (!ran) {
    return error.Set(0, "the per-device program: " + evaluator.error().message);
  }
  const FuncRow& row = m.func(main);
  for (size_t i = 0; i < results.size(); ++i) {
    const ShardingId sharding = i < row.res_shardings.size()
                                    ? row.res_shardings[i]
                                    : ShardingId::None();
    const Mesh* const mesh = MeshOf(m, symbols, sharding);
    Tensor whole(expected[i].kind, expected[i].shape);
    const Mesh nothing;
    if (!JoinShards(m, mesh == nullptr ? nothing : *mesh,
                    mesh == nullptr ? ShardingId::None() : sharding, results[i],
                    whole)) {
      return error.Set(0, fmt::format("result {}: replicas differ", i));
    }
    const double difference = Difference(expected[i], whole);
    if (difference > 1e-5) {
      return error.Set(
          0, fmt::format("result {} differs by {:.3g}", i, difference));
    }
  }
  return true;
}

// A per-device program, and the inputs and results of the global program.
struct Experiment {
  std::optional<Module> local;
  int64_t devices = 1;
  std::vector<Tensor> inputs, expected;
};

// Partitions the program and runs the global one on random inputs. On error,
// returns false and describes the error in `out`.
bool Prepare(std::string_view text, std::string_view options, Experiment& made,
             Comparison& out) {
  const std::optional<Module> global = Read(text, out.error);
  if (!global) return false;
  Module partitioned = *global;
  Diagnostics diagnostics;
  PassContext context(diagnostics);
  if (!FindPass("shardflow-partition-pipeline")
           ->run(partitioned, options, context)) {
    out.error = FirstError(diagnostics);
    if (HasPlace(diagnostics)) out.verdict = Comparison::kRefused;
    return false;
  }
  PrintModule(partitioned, {}, out.local);
  made.local = Read(out.local, out.error);
  if (!made.local) {
    return out.error.Set(
        0, "the per-device program isn't valid: " + out.error.message);
  }
  made.devices = DevicesOf(*global);

  RandomSource random(1);
  std::vector<PerDevice> whole;
  const OpId main = MainOf(*global);
  for (const ValueId arg :
       global->args(global->first_block(global->region(main, 0)))) {
    const TypeId type = global->type(arg);
    ElementKind kind;
    if (!global->types.HasStaticShape(type) ||
        !ReadElement(*global, global->types.element(type), kind)) {
      return out.error.Set(0, "an argument of a type that isn't evaluated");
    }
    const std::span<const int64_t> dims = global->types.dims(type);
    made.inputs.push_back(
        RandomInput(random, kind, Dims(dims.begin(), dims.end())));
    whole.push_back({made.inputs.back()});
  }
  Evaluator evaluator(*global, 1);
  std::vector<PerDevice> results;
  if (!evaluator.Run(main, std::move(whole), results)) {
    return out.error.Set(0, "the global program: " + evaluator.error().message);
  }
  for (PerDevice& result : results) {
    made.expected.push_back(std::move(result[0]));
  }
  return true;
}

// Whether the per-device program, which may be damaged, returns the expected
// results.
bool IsEqual(const Experiment& made, const Module& local, Error& error,
             OpId watched = OpId::None(),
             std::vector<PerDevice>* kept = nullptr) {
  std::vector<PerDevice> values;
  const bool equal = RunLocal(local, made.devices, made.inputs, made.expected,
                              watched, values, error);
  if (kept != nullptr) *kept = std::move(values);
  return equal;
}

// Whether the watched op has the same results on each device in both runs.
bool GivesTheSame(const std::vector<PerDevice>& a,
                  const std::vector<PerDevice>& b) {
  const auto same = [](const Tensor& x, const Tensor& y) {
    return x.shape == y.shape && x.f == y.f && x.i == y.i;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const PerDevice& x, const PerDevice& y) {
                      return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                                        same);
                    });
}

}  // namespace

Comparison ComparePartitioned(std::string_view text, std::string_view options,
                              const std::function<void(Module&)>& damage) {
  Comparison out;
  Experiment made;
  if (!Prepare(text, options, made, out)) return out;
  if (damage) damage(*made.local);
  out.verdict = IsEqual(made, *made.local, out.error) ? Comparison::kEqual
                                                      : Comparison::kWrong;
  return out;
}

DamageReport TryDamages(std::string_view text, std::string_view options,
                        const DamageList& damages) {
  DamageReport report;
  Comparison& out = report.undamaged;
  Experiment made;
  if (!Prepare(text, options, made, out)) return report;
  out.verdict = IsEqual(made, *made.local, out.error) ? Comparison::kEqual
                                                      : Comparison::kWrong;
  if (out.verdict != Comparison::kEqual) return report;
  for (const Damage& damage : damages(*made.local)) {
    Module damaged = *made.local;
    damage.apply(damaged);
    Error ignored;
    std::vector<PerDevice> before, after;
    if (!IsEqual(made, damaged, ignored, damage.op, &after)) {
      ++report.noticed;
      continue;
    }
    IsEqual(made, *made.local, ignored, damage.op, &before);
    if (GivesTheSame(before, after)) {
      ++report.without_effect;
    } else {
      report.unnoticed.push_back(damage.what);
    }
  }
  return report;
}

}  // namespace shardflow::internal
