// Measures a propagation step, both when it is computed and when it is found in
// the memo, and its parts: converting shardings to a projection and back, and
// the axis algebra. The argument of a benchmark is the number of different
// inputs, which it uses in turn.

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "propagate/step.h"
#include "sharding/axis.h"
#include "sharding/projection.h"

namespace shardflow::internal {
namespace {

// Different inputs of a step: a layer's dot, sharded in various ways on a mesh
// with three axes.
struct Inputs {
  explicit Inputs(int64_t count) {
    Mesh mesh;
    for (const char* name : {"data", "model", "seq"}) {
      mesh.axes.push_back({names.Intern(name), 0, 4});
    }
    mesh_id = store.InternMesh(mesh);
    const NameId mesh_name = names.Intern("mesh");
    meshes.Set(mesh_name, mesh_id);
    ref = MeshRef::Symbol(mesh_name);

    // ([b, s, k],[k, j])->([b, s, j])
    Rule dot;
    for (const int64_t size : {64, 2048, 4096, 16384}) dot.AddFactor(size);
    dot.SetFactorType(2, FactorType::kReduction);
    const auto tensor = [&](std::initializer_list<int32_t> factors) {
      for (const int32_t f : factors) dot.AddDim({&f, 1});
    };
    dot.AddOperand();
    tensor({0, 1, 2});
    dot.AddOperand();
    tensor({2, 3});
    dot.AddResult();
    tensor({0, 1, 3});
    rule = rules.Intern(dot);

    for (int64_t i = 0; i < count; ++i) {
      // The bits of `i` choose the shardings. Bit 4 says whether the result has
      // a sharding, and every other bit says whether a dimension is closed.
      const auto bit = [&](int n) { return static_cast<int>(i >> n & 1); };
      shardings.push_back({Make({{0, bit(0)}, {-1, bit(1)}, {-1, 0}}),
                           Make({{-1, bit(2)}, {1, bit(3)}}),
                           bit(4) ? Make({{-1, 0}, {2, 0}, {-1, bit(5)}})
                                  : ShardingId::None()});
    }
  }

  struct Dim {
    int axis;
    int closed;
  };
  ShardingId Make(std::initializer_list<Dim> dims) {
    TensorSharding sharding;
    sharding.mesh = ref;
    for (const Dim& dim : dims) {
      std::vector<AxisRef> axes;
      if (dim.axis >= 0) {
        axes.push_back(AxisRef::Full(
            store.mesh(mesh_id).axes[static_cast<size_t>(dim.axis)].name));
      }
      sharding.dims.push_back(
          {store.InternAxes(axes), dim.closed, kNoPriority});
    }
    return store.Intern(sharding);
  }

  StepInput Get(size_t i) const { return {rule, shardings[i], {}}; }

  StringStore names;
  ShardingStore store;
  RuleStore rules;
  MeshTable meshes;
  MeshId mesh_id;
  MeshRef ref;
  RuleId rule;
  std::vector<std::vector<ShardingId>> shardings;
};

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "wrong answer: %s\n", what);
  std::abort();
}

void Visit(benchmark::State& state, bool memo, Strategy strategy) {
  Inputs inputs(state.range(0));
  Stepper stepper(inputs.store, inputs.rules, inputs.meshes);
  stepper.SetMemo(memo);
  StepInput first = inputs.Get(0);
  first.strategy = strategy;
  // In the first input all dimensions are open, so the result gets the row axes
  // of the first operand and the column axes of the second.
  Require(stepper.Step(first).size() == 1, "changes of the first input");
  size_t i = 0;
  for (auto _ : state) {
    StepInput input = inputs.Get(i);
    input.strategy = strategy;
    benchmark::DoNotOptimize(stepper.Step(input));
    if (++i == inputs.shardings.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

void BM_VisitFromMemo(benchmark::State& state) {
  Visit(state, /*memo=*/true, Strategy::kAggressive);
}
BENCHMARK(BM_VisitFromMemo)->Arg(1)->Arg(8)->Arg(64);

void BM_VisitComputedAggressive(benchmark::State& state) {
  Visit(state, /*memo=*/false, Strategy::kAggressive);
}
BENCHMARK(BM_VisitComputedAggressive)->Arg(1)->Arg(64);

void BM_VisitComputedBasic(benchmark::State& state) {
  Visit(state, /*memo=*/false, Strategy::kBasic);
}
BENCHMARK(BM_VisitComputedBasic)->Arg(1)->Arg(64);

void BM_Project(benchmark::State& state) {
  Inputs inputs(state.range(0));
  ResolvedMesh mesh(inputs.store, inputs.mesh_id);
  const Rule& rule = inputs.rules.Get(inputs.rule);
  Projection projection;
  size_t i = 0;
  for (auto _ : state) {
    const bool ok =
        projection.Build(inputs.store, rule, mesh, inputs.shardings[i]);
    benchmark::DoNotOptimize(ok);
    if (++i == inputs.shardings.size()) i = 0;
  }
}
BENCHMARK(BM_Project)->Arg(1)->Arg(64);

void BM_ProjectBack(benchmark::State& state) {
  Inputs inputs(state.range(0));
  ResolvedMesh mesh(inputs.store, inputs.mesh_id);
  const Rule& rule = inputs.rules.Get(inputs.rule);
  Projection projection;
  Require(projection.Build(inputs.store, rule, mesh, inputs.shardings[0]),
          "the projection");
  Require(projection.ToSharding(0, inputs.ref, inputs.store) ==
              inputs.shardings[0][0],
          "there and back");
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        projection.ToSharding(0, inputs.ref, inputs.store));
  }
}
BENCHMARK(BM_ProjectBack)->Arg(1);

void BM_AxisPrefixLiteral(benchmark::State& state) {
  const AxisRef a = AxisRef::Sub(NameId(0), 2, 8);
  const AxisRef b = AxisRef::Sub(NameId(0), 4, 2);
  for (auto _ : state) {
    AxisRef x = a;
    benchmark::DoNotOptimize(x);
    benchmark::DoNotOptimize(PrefixWithoutOverlap(x, b));
  }
}
BENCHMARK(BM_AxisPrefixLiteral)->Arg(1);

void BM_AxisPrefixResolved(benchmark::State& state) {
  const ResolvedAxis a = {2, 16, 0};
  const ResolvedAxis b = {4, 8, 0};
  for (auto _ : state) {
    ResolvedAxis x = a;
    benchmark::DoNotOptimize(x);
    benchmark::DoNotOptimize(PrefixWithoutOverlap(x, b));
  }
}
BENCHMARK(BM_AxisPrefixResolved)->Arg(1);

}  // namespace
}  // namespace shardflow::internal
