// Measures edits of a session and, for comparison, the same work from scratch:
//
//   session_bench --benchmark_filter='/100000/'
//
// The names of benchmarks are CASE/FAMILY/OPS/manual_time. An iteration
// annotates one value of the program, propagates, and undoes both with
// Rollback. The case determines which CPU time is reported. It is the time of
//
//   scratch       a propagation from scratch
//   cost          pricing from scratch
//   rollback      Rollback
//   priced_...    Propagate, Price and the Rollback of both
//   timed_...     like priced_..., but Price also finds the times
//   peak_...      like timed_..., but Price also finds the peak memory
//   edit_...      an edit of the program itself (which also erases the ops that
//                 are no longer used), Propagate, and the Rollback of both; the
//                 counters have the parts in milliseconds
//   others        Propagate
//
// `worst_ms` is the time of the slowest iteration in milliseconds. The first
// iteration isn't counted.

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "fail.h"
#include "generate.h"
#include "shardflow/shardflow.h"

namespace shardflow::internal::bench {
namespace {

// Returns the CPU time of this process.
double CpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Program Imported(std::string_view family, int64_t ops, bool priorities) {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read(
      "bench", FindFamily(family)->write(ops, /*seed=*/1), {}, messages);
  if (!program ||
      !program->Run("sdy-import-for-propagation", "", {}, messages)) {
    Fail(messages);
  }
  if (!priorities) return *std::move(program);
  // The annotations of arguments cycle through the priorities 0 to 2.
  const ProgramView view(*program);
  const OpRef main = view.FindFunction("main");
  int i = 0;
  for (const ValueRef value : view.Arguments(view.Body(main))) {
    std::optional<ShardingInfo> sharding = view.Sharding(value);
    if (!sharding || sharding->dims.empty()) continue;
    for (DimShardingInfo& dim : sharding->dims) {
      if (!dim.axes.empty()) dim.priority = i++ % 3;
    }
    if (!program->SetSharding(value, sharding, messages)) Fail(messages);
  }
  return *std::move(program);
}

// Returns the values to annotate: the arguments of main if `arguments` is set,
// otherwise the results of its ops. Leaves out scalars.
std::vector<ValueRef> Targets(const ProgramView& view, bool arguments) {
  const BlockRef body = view.Body(view.FindFunction("main"));
  std::vector<ValueRef> targets;
  if (arguments) {
    targets = view.Arguments(body);
  } else {
    for (const OpRef op : view.Ops(body)) {
      for (const ValueRef value : view.Results(op)) targets.push_back(value);
    }
  }
  std::erase_if(targets, [&](ValueRef value) {
    return view.Shape(value).value_or(std::vector<int64_t>()).empty();
  });
  return targets;
}

ShardingInfo RandomSharding(const ProgramView& view, ValueRef value,
                            std::mt19937& random) {
  ShardingInfo info;
  const std::vector<MeshInfo> meshes = view.Meshes();
  info.mesh = meshes[0].name;
  info.dims.resize(view.Shape(value)->size());
  for (DimShardingInfo& dim : info.dims) dim.closed = random() % 2 == 0;
  for (const auto& axis : meshes[0].axes) {
    if (random() % 2 == 0) continue;
    info.dims[random() % info.dims.size()].axes.push_back({axis.name, 0, 0});
  }
  return info;
}

void Scratch(benchmark::State& state, std::string_view family, int64_t ops) {
  const Program program = Imported(family, ops, false);
  std::vector<Message> messages;
  for (auto _ : state) {
    Program copy = program.Clone();
    const double start = CpuSeconds();
    if (!copy.Run("sdy-user-priority-propagate", "", {}, messages)) {
      Fail(messages);
    }
    state.SetIterationTime(CpuSeconds() - start);
  }
}

// Prices the program from scratch.
void FromScratch(benchmark::State& state, std::string_view family,
                 int64_t ops) {
  Session session(Imported(family, ops, false));
  std::vector<Message> messages;
  if (!session.Propagate(messages)) Fail(messages);
  for (auto _ : state) {
    const double start = CpuSeconds();
    if (!Cost(session.Result(), {.topology = "h100"}, messages)) Fail(messages);
    state.SetIterationTime(CpuSeconds() - start);
  }
}

struct Case {
  const char* name;
  bool arguments = false;
  bool rollback = false;    // measure Rollback, not Propagate
  bool priorities = false;  // give the program user priorities
  bool priced = false;      // price each edit
  bool timed = false;       // when pricing, also find the times
  bool peak = false;        // when pricing, also find the peak memory
};

void Edit(benchmark::State& state, const Case& what, std::string_view family,
          int64_t ops) {
  Session session(Imported(family, ops, what.priorities));
  std::vector<Message> messages;
  if (!session.Propagate(messages)) Fail(messages);
  const ProgramView given(session.Annotated());
  const std::vector<ValueRef> targets = Targets(given, what.arguments);
  std::mt19937 random(1);
  const auto price = [&] {
    const std::optional<SessionPrice> found = session.Price(
        {.topology = what.timed ? "h100" : "", .peak = what.peak}, messages);
    if (!found || found->from_scratch) Fail(messages);
  };
  if (what.priced) price();
  const int64_t checkpoint = session.Checkpoint();
  double worst = 0, changed = 0;
  bool first = true;
  for (auto _ : state) {
    const ValueRef value = targets[random() % targets.size()];
    if (!session.SetSharding(value, RandomSharding(given, value, random),
                             messages)) {
      Fail(messages);
    }
    double start = CpuSeconds();
    if (!session.Propagate(messages)) Fail(messages);
    if (what.priced) price();
    double took = CpuSeconds() - start;
    changed += static_cast<double>(session.Stats().values_changed);
    start = CpuSeconds();
    if (!session.Rollback(checkpoint, messages)) Fail(messages);
    const double back = CpuSeconds() - start;
    if (what.rollback) {
      took = back;
    } else if (what.priced) {
      took += back;
    }
    state.SetIterationTime(took);
    // The first iteration isn't counted, because it also builds tables that
    // later iterations reuse.
    if (!std::exchange(first, false)) worst = std::max(worst, took);
  }
  const auto iterations = static_cast<double>(state.iterations());
  state.counters["worst_ms"] = worst * 1e3;
  state.counters["changed"] = changed / iterations;
  state.counters["replays"] = static_cast<double>(session.Stats().replays);
}

// The edits of the program itself that are measured.
enum class Structural : uint8_t {
  kOperand,  // gives an op another operand
  kErase,    // replaces all uses of an op's result, and erases the op
  kAdd,      // puts a new op between an op and one of its operands
};

// Makes random edits of the main function's body. A value is only replaced with
// an earlier value of the same type.
class ProgramEditor {
 public:
  ProgramEditor(Session& session, Structural what)
      : session_(session), what_(what), view_(session.Annotated()) {
    const BlockRef body = view_.Body(view_.FindFunction("main"));
    ops_ = view_.Ops(body);
    ops_.pop_back();  // the return
    for (const ValueRef value : view_.Arguments(body)) Add(value, -1);
    for (size_t i = 0; i < ops_.size(); ++i) {
      for (const ValueRef value : view_.Results(ops_[i])) {
        Add(value, static_cast<int>(i));
      }
    }
  }

  // Prepares an edit, and returns false if the chosen op doesn't allow it.
  bool Choose(std::mt19937& random) {
    at_ = random() % ops_.size();
    const OpRef op = ops_[at_];
    const std::vector<ValueRef> operands = view_.Operands(op);
    const std::vector<ValueRef> results = view_.Results(op);
    if (operands.empty() || results.size() != 1) return false;
    operand_ = static_cast<int>(random() % operands.size());
    old_ = what_ == Structural::kErase
               ? results[0]
               : operands[static_cast<size_t>(operand_)];
    type_ = view_.Type(old_);
    const std::vector<Place>& all = by_type_[type_];
    const auto end =
        std::ranges::lower_bound(all, static_cast<int>(at_), {}, &Place::op);
    if (end == all.begin()) return false;
    new_ = all[random() % static_cast<size_t>(end - all.begin())].value;
    return new_ != old_ || what_ == Structural::kAdd;
  }

  bool Edit(std::vector<Message>& messages) {
    const OpRef op = ops_[at_];
    switch (what_) {
      case Structural::kOperand:
        return session_.SetOperand(op, operand_, new_, messages) &&
               EraseUnused(view_.DefiningOp(old_), messages);
      case Structural::kErase:
        return session_.ReplaceUses(old_, new_, messages) &&
               EraseUnused(op, messages);
      case Structural::kAdd: {
        const OpRef added = session_.AddOp(op,
                                           {.name = "stablehlo.negate",
                                            .operands = {old_},
                                            .results = {TypeSpec(type_)}},
                                           messages);
        const ProgramView now(session_.Annotated());
        return added && session_.SetOperand(op, operand_, now.Results(added)[0],
                                            messages);
      }
    }
    return false;
  }

 private:
  struct Place {
    int op;
    ValueRef value;
  };
  void Add(ValueRef value, int op) {
    by_type_[std::string(view_.Type(value))].push_back({op, value});
  }

  // Erases the op if nothing uses it, and then ops that only it used.
  bool EraseUnused(OpRef op, std::vector<Message>& messages) {
    const ProgramView now(session_.Annotated());
    for (const ValueRef result : now.Results(op)) {
      if (!now.Users(result).empty()) return true;
    }
    if (now.Name(op).empty()) return true;
    const std::vector<ValueRef> operands = now.Operands(op);
    if (!session_.EraseOp(op, messages)) return false;
    return std::ranges::all_of(operands, [&](ValueRef operand) {
      return EraseUnused(now.DefiningOp(operand), messages);
    });
  }

  Session& session_;
  const Structural what_;
  const ProgramView view_;
  std::vector<OpRef> ops_;
  std::map<std::string, std::vector<Place>> by_type_;
  size_t at_ = 0;
  int operand_ = 0;
  ValueRef old_, new_;
  std::string type_;
};

void EditProgram(benchmark::State& state, Structural what,
                 std::string_view family, int64_t ops) {
  Session session(Imported(family, ops, false));
  std::vector<Message> messages;
  if (!session.Propagate(messages)) Fail(messages);
  std::mt19937 random(1);
  ProgramEditor editor(session, what);
  const int64_t checkpoint = session.Checkpoint();
  double edits = 0, updates = 0, backs = 0;
  for (auto _ : state) {
    while (!editor.Choose(random)) continue;
    const double start = CpuSeconds();
    if (!editor.Edit(messages)) Fail(messages);
    const double edited = CpuSeconds();
    if (!session.Propagate(messages)) Fail(messages);
    const double propagated = CpuSeconds();
    if (!session.Rollback(checkpoint, messages)) Fail(messages);
    const double end = CpuSeconds();
    edits += edited - start;
    updates += propagated - edited;
    backs += end - propagated;
    state.SetIterationTime(end - start);
  }
  const auto iterations = static_cast<double>(state.iterations());
  state.counters["edit_ms"] = edits / iterations * 1e3;
  state.counters["propagate_ms"] = updates / iterations * 1e3;
  state.counters["rollback_ms"] = backs / iterations * 1e3;
  state.counters["replays"] =
      static_cast<double>(session.Stats().replays - 1) / iterations;
}

int Register() {
  static constexpr std::pair<const char*, Structural> kStructural[] = {
      {"edit_operand", Structural::kOperand},
      {"edit_erase", Structural::kErase},
      {"edit_add", Structural::kAdd},
  };
  static constexpr Case kCases[] = {
      {"argument", true, false, false},
      {"op", false, false, false},
      {"rollback", false, true, false},
      {"argument_priorities", true, false, true},
      {"op_priorities", false, false, true},
      {"priced_argument", true, false, false, true},
      {"priced_op", false, false, false, true},
      {"timed_argument", true, false, false, true, true},
      {"timed_op", false, false, false, true, true},
      {"peak_argument", true, false, false, true, true, true},
      {"peak_op", false, false, false, true, true, true},
  };
  for (const std::string family : {"transformer", "mlp"}) {
    for (const int64_t ops : {1'000, 100'000}) {
      benchmark::RegisterBenchmark(
          fmt::format("scratch/{}/{}", family, ops).c_str(),
          [=](benchmark::State& state) { Scratch(state, family, ops); })
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
      benchmark::RegisterBenchmark(
          fmt::format("cost/{}/{}", family, ops).c_str(),
          [=](benchmark::State& state) { FromScratch(state, family, ops); })
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
      for (const Case& what : kCases) {
        benchmark::RegisterBenchmark(
            fmt::format("{}/{}/{}", what.name, family, ops).c_str(),
            [=](benchmark::State& state) { Edit(state, what, family, ops); })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
      }
      for (const auto& [name, what] : kStructural) {
        benchmark::RegisterBenchmark(
            fmt::format("{}/{}/{}", name, family, ops).c_str(),
            [=](benchmark::State& state) {
              EditProgram(state, what, family, ops);
            })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
      }
    }
  }
  return 0;
}

const int kRegistered = Register();

}  // namespace
}  // namespace shardflow::internal::bench
