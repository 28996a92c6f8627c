#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/auto_limits.h"
#include "api/auto_words.h"
#include "api/convert.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "auto/annotate.h"
#include "auto/colours.h"
#include "auto/plan.h"
#include "auto/plan_changes.h"
#include "auto/plan_search.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "cost/estimate.h"
#include "cost/exported.h"
#include "cost/spmd.h"
#include "lower/topology_text.h"
#include "ops/attr_tables.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/rule_lookup.h"
#include "ops/sharding_walk.h"
#include "ops/symbols.h"
#include "shardflow/auto.h"
#include "sharding/parse.h"
#include "sharding/print.h"

namespace shardflow {

using namespace internal;
namespace {

// The default limit on how many ops a search visits to price its plans, so that
// it tries fewer plans for large programs. If memory is tight, good plans are
// rare, so the search tries more.
constexpr uint64_t kDefaultVisits = 3'500'000;
constexpr uint64_t kLeastSteps = 120;
constexpr uint64_t kMostSteps = 1000;
constexpr uint64_t kTightFactor = 3;
// The maximum number of colours (see auto/colours.h) that a search shards. It
// chooses the colours with the most bytes.
constexpr size_t kMostColours = 24;
// The maximum number of plans that are realised, that is, propagated and priced
// once more.
constexpr size_t kMostRealised = 6;
// The maximum number of rounds that add constraints to a plan.
constexpr size_t kMostRounds = 8;
// Factors for comparing plans that fit; see Value.
constexpr double kConstraintsCost = 1.03;
constexpr double kComfortable = 0.93;
constexpr double kTightCost = 0.6;
// Weights of costs that are hard to predict; see Seconds.
constexpr double kRematerializationDoubt = 2;
constexpr double kOperandDoubt = 0.5;

class Sharder {
 public:
  // `searches` is the number of searches among which the default number of
  // steps is divided.
  Sharder(const Program& program, const AutoOptions& options,
          std::vector<Message>& messages, uint64_t searches)
      : options_(options),
        messages_(messages),
        searches_(searches),
        base_(program.Clone()) {
    run_ = LikeJaxlib(WithoutDumps(options.run));
    if (options.reconsider) {
      given_ = program.Clone();
      RemoveShardings(ProgramAccess::module(base_));
    }
  }

  std::optional<AutoReport> Run() {
    if (!CheckMain() || !SetMesh() || !ReadMachine()) return std::nullopt;
    // SetMesh has added the mesh to `base_` if it was missing.
    if (!options_.reconsider) given_ = base_.Clone();
    // The program as XLA's partitioner sees it: simplified and without calls.
    // Values keep their ids.
    Program work = base_.Clone();
    if (!work.Run("xla-client-pipeline", "", run_, messages_)) {
      return std::nullopt;
    }
    Module& m = ProgramAccess::module(work);
    const KnownOps known(m, run_);
    RuleWarnings warnings;
    Diagnostics ignored;
    RuleLookup rules(m, {.compat = Compat::kJaxlib012, .extra = true}, warnings,
                     ignored);
    colours_ = FindColours(m, rules, kMostColours);
    PlanShardings shardings(m, colours_, mesh_ref_, mesh_);
    FixGiven(m, shardings);
    PlanSearch search = MakeSearch(work, shardings);
    const std::vector<ScoredPlan> front = search.Run();
    // Explaining the plan takes further steps, which the report doesn't count.
    const uint64_t steps = search.steps();
    std::optional<Realised> best = Realise(shardings, front);
    if (!best) return std::nullopt;
    return Report(*std::move(best), front, search, steps,
                  shardings.has_parameters());
  }

 private:
  std::nullopt_t Fail(std::string text) {
    AddError(std::move(text), messages_);
    return std::nullopt;
  }

  bool CheckMain() {
    const Module& m = ProgramAccess::module(base_);
    const OpId main = MainFunction(m);
    if (main && !IsDeclaration(m, main) && ReturnOp(m, main)) return true;
    Fail("auto: the program has no main function with a body");
    return false;
  }

  bool SetMesh() {
    Module& m = ProgramAccess::module(base_);
    std::optional<MeshId> wanted;
    if (!options_.mesh.empty()) {
      Error error;
      wanted = ParseMesh(options_.mesh, m.names, m.shardings, error);
      if (!wanted) {
        Fail("mesh: " + error.message);
        return false;
      }
    }
    std::vector<OpId> others;
    const SymbolTable symbols(m);
    for (const OpId op : m.Ops(m.body())) {
      if (m.kind(op) != OpKind::kMesh) continue;
      const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
      if (!wanted || mesh == *wanted) {
        return UseMesh(m.symbol(op), m.shardings.mesh(mesh));
      }
      if (!m.shardings.mesh(mesh).axes.empty()) others.push_back(op);
    }
    if (!wanted) {
      Fail("auto: the program has no mesh, and none was given");
      return false;
    }
    return LeaveMeshes(m, others, *wanted) && AddMesh(m, *wanted);
  }

  // Erases `meshes`, the meshes of the given program. Plans use only the mesh
  // `wanted`, so this fails if a value is still sharded on one of `meshes`.
  bool LeaveMeshes(Module& m, std::span<const OpId> meshes, MeshId wanted) {
    const MeshTable known = Meshes(m);
    std::optional<Mesh> used;
    WalkShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
      const MeshId mesh =
          id ? known.Find(m.shardings.Get(id).mesh) : MeshId::None();
      if (mesh && !m.shardings.mesh(mesh).axes.empty()) {
        used = m.shardings.mesh(mesh);
      }
    });
    if (used) {
      Fail(fmt::format(
          "auto: the program has shardings on the mesh {}, not on {}: {}",
          MeshAxesText(*used, m.names),
          MeshAxesText(m.shardings.mesh(wanted), m.names),
          options_.reconsider
              ? "those of manual computations can't be reconsidered"
              : "give that mesh, or let them be reconsidered (--reconsider)"));
      return false;
    }
    for (const OpId mesh : meshes) m.Erase(mesh);
    if (!meshes.empty()) given_.reset();  // the given program uses another mesh
    return true;
  }

  bool AddMesh(Module& m, MeshId mesh) {
    SymbolTable symbols(m);
    const OpId op =
        CreateMesh(m, m.names.Intern("mesh"), mesh, m.loc(m.root()));
    const NameId symbol = symbols.InsertBefore(m, m.block(m.body()).first, op);
    return UseMesh(symbol, m.shardings.mesh(mesh));
  }

  bool UseMesh(NameId symbol, const Mesh& mesh) {
    if (mesh.axes.empty() || mesh.axes.size() > 8) {
      Fail("mesh: expected 1 to 8 axes");
      return false;
    }
    mesh_ref_ = MeshRef::Symbol(symbol);
    mesh_ = mesh;
    return true;
  }

  bool ReadMachine() {
    Error error;
    topology_ = ReadTopology(options_.topology, mesh_,
                             ProgramAccess::module(base_).names, error);
    if (topology_) return true;
    Fail("topology: " + error.message);
    return false;
  }

  // Returns the cost of a module in which every value has its sharding, or
  // nullopt if it can't be priced; `unpriced_` then says why.
  std::optional<CostReport> Price(Module& m) {
    const SymbolTable symbols(m);
    std::optional<PartitionedProgram> local =
        PartitionLikeXla(m, symbols, unpriced_);
    if (!local) return std::nullopt;
    return Estimate({.m = m,
                     .symbols = symbols,
                     .mesh = local->mesh,
                     .program = std::move(local->program),
                     .topology = topology_,
                     .largest = 0});
  }

  uint64_t DefaultSteps(const Module& m) const {
    const auto ops = std::max<uint64_t>(1, m.op_count());
    return std::clamp(kDefaultVisits / ops / searches_, kLeastSteps,
                      kMostSteps);
  }

  // Makes the search keep the shardings that the user gave. Values have the
  // same ids in all clones of the program, including `work`.
  void FixGiven(const Module& work, PlanShardings& shardings) {
    const Module& base = ProgramAccess::module(base_);
    const OpId main = MainFunction(base);
    WalkShardings(
        base, base.root(), [&](ShardingId given, const ShardedTensor& tensor) {
          if (tensor.op == main && tensor.result >= 0) {
            const auto i = static_cast<size_t>(tensor.result);
            if (i >= results_.size()) results_.resize(i + 1);
            results_[i] = given;
          }
          const ValueId value = tensor.value;
          if (value.IsNone() ||
              (!work.IsArg(value) && work.IsErased(work.def(value)))) {
            return;
          }
          shardings.Fix(value, given);
        });
  }

  // Prices the program as export leaves it. Usually the estimate accounts for
  // the changes that export makes. If it can't (because of unreduced axes or
  // tensors on a single device, which only the user can have asked for), a copy
  // is exported and priced instead.
  std::optional<CostReport> PriceExported(Program& program) {
    Module& m = ProgramAccess::module(program);
    if (!HasUnknownExport(m)) return Price(m);
    Program copy = program.Clone();
    std::vector<Message> of_export;
    if (!copy.Run("sdy-export-after-propagation", "", run_, of_export)) {
      unpriced_.message = of_export.empty() ? "" : of_export.back().text;
      return std::nullopt;
    }
    Module& exported = ProgramAccess::module(copy);
    const KnownOps known(exported, run_);
    return Price(exported);
  }

  // Returns a search that prices its plans on `work`. It keeps references to
  // `work` and `shardings`.
  PlanSearch MakeSearch(Program& work, const PlanShardings& shardings) {
    Module& m = ProgramAccess::module(work);
    PlanSearchOptions search;
    search.seed = options_.limits.seed;
    search.steps = options_.limits.steps     ? *options_.limits.steps
                   : options_.limits.seconds ? UINT64_MAX
                                             : DefaultSteps(m);
    search.steps_if_tight = search.steps;
    if (!options_.limits.steps && !options_.limits.seconds) {
      search.steps_if_tight = kTightFactor * search.steps;
    }
    search.memory = options_.memory;
    search.axes = mesh_.axes.size();
    search.colours = colours_.colours.size();
    search.may_spare_parameters = shardings.has_parameters();
    search.exceptions = [&](const Plan& plan, size_t axis) {
      return shardings.ExceptionsFor(plan, axis);
    };
    search.stop = StopOf(options_.limits);
    return {search, [&](const Plan& plan) { return shardings.WordsOf(plan); },
            [&work, &m, &shardings, this](const Plan& plan) {
              SetAllShardings(m, shardings.ShardingsOf(plan, m), results_);
              const std::optional<CostReport> cost = PriceExported(work);
              PlanScore score{std::numeric_limits<double>::infinity(),
                              std::numeric_limits<int64_t>::max()};
              if (cost) score = {Seconds(*cost), cost->memory.peak};
              return score;
            }};
  }

  // Returns the time of one run of the program. Full rematerializations and
  // reshards of operands count more, because they are hard to predict.
  static double Seconds(const CostReport& cost) {
    double seconds = cost.time.sum;
    for (const CollectiveCost& c : cost.communication.collectives) {
      const double its = c.seconds * static_cast<double>(c.executions);
      if (c.full_rematerialization) {
        seconds += kRematerializationDoubt * its;
      } else if (c.cause == "operand") {
        seconds += kOperandDoubt * its;
      }
    }
    return seconds;
  }

  bool Fits(int64_t peak) const {
    return options_.memory <= 0 || peak <= options_.memory;
  }

  struct Realised {
    Program program;
    CostReport cost;
    int64_t constraints = 0;
    // Index into the front; nullopt if the shardings are the user's own.
    std::optional<size_t> plan = std::nullopt;
  };
  // Returns the score for comparing plans that fit; lower is better. The memory
  // estimate isn't exact, so a plan that nearly fills the memory is penalized:
  // to win, it must be clearly faster than the others.
  double Value(const PlanScore& score) const {
    if (options_.memory <= 0) return score.seconds;
    const double used =
        static_cast<double>(score.peak) / static_cast<double>(options_.memory);
    return score.seconds *
           (1 + kTightCost * std::max(0.0, used - kComfortable));
  }
  // Plans with constraints count as slower, because they leave more to XLA's
  // partitioner.
  double Value(const CostReport& cost, size_t constraints) const {
    return Value(PlanScore{Seconds(cost), cost.memory.peak}) *
           (constraints > 0 ? kConstraintsCost : 1);
  }
  bool Better(const CostReport& a, size_t constraints,
              const Realised& b) const {
    const bool fits = Fits(a.memory.peak);
    if (fits != Fits(b.cost.memory.peak)) return fits;
    if (!fits) return a.memory.peak < b.cost.memory.peak;
    return Value(a, constraints) <
           Value(b.cost, static_cast<size_t>(b.constraints));
  }

  // Annotates a copy of the program with each of the best plans, propagates it
  // and prices it. Returns the best of these copies.
  std::optional<Realised> Realise(const PlanShardings& shardings,
                                  std::span<const ScoredPlan> front) {
    std::vector<size_t> chosen;
    for (size_t i = 0; i < front.size(); ++i) {
      if (Fits(front[i].score.peak)) chosen.push_back(i);
    }
    std::stable_sort(chosen.begin(), chosen.end(), [&](size_t a, size_t b) {
      return Value(front[a].score) < Value(front[b].score);
    });
    if (chosen.size() > kMostRealised) chosen.resize(kMostRealised);
    // Also try the plans with the least memory, in case no plan fits, or none
    // still fits after propagation.
    const size_t leanest = chosen.empty() ? 3 : 1;
    for (size_t i = 0; i < std::min(leanest, front.size()); ++i) {
      const size_t at = front.size() - 1 - i;
      if (std::find(chosen.begin(), chosen.end(), at) == chosen.end()) {
        chosen.push_back(at);
      }
    }
    std::optional<Realised> best;
    if (given_ && !RealiseGiven(best)) return std::nullopt;
    for (const size_t i : chosen) {
      if (!RealiseOne(shardings, front[i].plan, i, best)) return std::nullopt;
    }
    if (!best) Fail("auto: the program can't be priced: " + unpriced_.message);
    return best;
  }

  std::optional<AutoReport> Report(Realised best,
                                   std::span<const ScoredPlan> front,
                                   PlanSearch& search, uint64_t steps,
                                   bool may_spare_parameters) {
    const Module& m = ProgramAccess::module(base_);
    const PlanWords words(m, mesh_, colours_);
    AutoReport report{.program = std::move(best.program),
                      .fits = Fits(best.cost.memory.peak),
                      .cost = std::move(best.cost),
                      .plan = {},
                      .constraints = best.constraints,
                      .front = {},
                      .decisions = {},
                      .steps = steps,
                      .keeps_given = false,
                      .given = std::move(given_price_)};
    report.cost.mesh = MeshAxesText(mesh_, m.names);
    report.cost.topology = options_.topology;
    for (const ScoredPlan& plan : front) {
      report.front.push_back(words.Describe(plan));
    }
    if (!best.plan) {
      report.keeps_given = true;
      report.plan.seconds = Seconds(report.cost);
      report.plan.peak = report.cost.memory.peak;
      return report;
    }
    const ScoredPlan& found = front[*best.plan];
    report.plan = words.Describe(found);
    if (options_.explain) {
      report.decisions = words.Describe(
          DecisionsOf(found.plan, colours_.colours.size(), may_spare_parameters,
                      [&](const Plan& plan) { return search.Score(plan); }),
          options_.memory);
    }
    return report;
  }

  // Prices the given program and makes it the `best` so far. Returns false on
  // error.
  bool RealiseGiven(std::optional<Realised>& best) {
    Program lowered = given_->Clone();
    std::optional<CostReport> cost;
    if (!PropagateAndPrice(lowered, cost)) return false;
    if (!cost) return true;
    given_price_ = AutoPlan{{}, cost->time.sum, cost->memory.peak};
    best.emplace(Realised{*std::move(given_), *std::move(cost)});
    return true;
  }

  // Sets `cost`, or leaves it empty if the program can't be priced. Returns
  // false on error.
  bool PropagateAndPrice(Program& program, std::optional<CostReport>& cost) {
    if (!PrepareForXla(program, run_, /*propagate=*/true, /*as_jax=*/true,
                       messages_)) {
      return false;
    }
    Module& m = ProgramAccess::module(program);
    const KnownOps known(m, run_);
    cost = Price(m);
    return true;
  }

  // Realises a plan, first with shardings on arguments only, then with more and
  // more constraints where propagation departs from the plan. Returns false on
  // error.
  bool RealiseOne(const PlanShardings& shardings, const Plan& plan,
                  size_t index, std::optional<Realised>& best) {
    std::vector<ValueId> constrained;
    const size_t known = ProgramAccess::module(base_).value_table_size();
    for (size_t round = 0; round <= kMostRounds; ++round) {
      Program program = base_.Clone();
      {
        Module& m = ProgramAccess::module(program);
        Annotate(m, shardings.ShardingsOf(plan, m), constrained);
      }
      Program lowered = program.Clone();
      std::optional<CostReport> cost;
      if (!PropagateAndPrice(lowered, cost)) return false;
      Module& m = ProgramAccess::module(lowered);
      if (cost && (!best || Better(*cost, constrained.size(), *best))) {
        best.emplace(Realised{std::move(program), *std::move(cost),
                              static_cast<int64_t>(constrained.size()), index});
      }
      const std::vector<ValueId> more = ConstraintsToAdd(
          m, shardings.ShardingsOf(plan, m), constrained, known);
      if (more.empty()) break;
      constrained.insert(constrained.end(), more.begin(), more.end());
    }
    return true;
  }

  const AutoOptions& options_;
  std::vector<Message>& messages_;
  const uint64_t searches_;
  RunOptions run_;
  Program base_;
  std::optional<Program> given_;  // nullopt if it uses another mesh
  std::optional<AutoPlan> given_price_;
  std::vector<ShardingId> results_;  // the user's shardings of results
  MeshRef mesh_ref_;
  Mesh mesh_;
  std::optional<Topology> topology_;
  Colours colours_;
  Error unpriced_;
};

constexpr std::string_view kAuto = "auto:";

// Returns the mesh with one axis, and a mesh with two axes for each way to
// write `devices` as a product of two factors.
std::vector<std::string> MeshesOf(int64_t devices) {
  std::vector<std::string> meshes = {fmt::format("<[\"data\"={}]>", devices)};
  for (int64_t a = 2; a <= devices / 2; ++a) {
    if (devices % a != 0) continue;
    meshes.push_back(
        fmt::format("<[\"data\"={}, \"model\"={}]>", a, devices / a));
  }
  return meshes;
}

// Searches on each mesh of `devices` devices and returns the best plan. The
// limits on steps and time are divided among the searches.
std::optional<AutoReport> FindMesh(const Program& program,
                                   const AutoOptions& options, int64_t devices,
                                   std::vector<Message>& messages) {
  const std::vector<std::string> meshes = MeshesOf(devices);
  const auto count = static_cast<uint64_t>(meshes.size());
  std::optional<AutoReport> best;
  uint64_t steps = 0;
  for (const std::string& mesh : meshes) {
    AutoOptions one = options;
    one.mesh = mesh;
    if (one.limits.steps) {
      one.limits.steps = std::max<uint64_t>(1, *one.limits.steps / count);
    }
    if (one.limits.seconds) *one.limits.seconds /= static_cast<double>(count);
    std::optional<AutoReport> report =
        Sharder(program, one, messages, count).Run();
    if (!report) return std::nullopt;
    steps += report->steps;
    const bool better =
        !best ||
        (report->fits != best->fits ? report->fits
         : report->fits ? report->cost.time.sum < best->cost.time.sum
                        : report->cost.memory.peak < best->cost.memory.peak);
    if (better) best = std::move(report);
  }
  best->steps = steps;
  return best;
}

}  // namespace

std::optional<int64_t> AutoMeshDevices(std::string_view mesh) {
  if (!mesh.starts_with(kAuto)) return std::nullopt;
  mesh.remove_prefix(kAuto.size());
  int64_t devices = 0;
  const auto [end, status] =
      std::from_chars(mesh.data(), mesh.data() + mesh.size(), devices);
  if (status != std::errc() || end != mesh.data() + mesh.size() ||
      devices < 2 || devices > kMaxAutoDevices) {
    return std::nullopt;
  }
  return devices;
}

std::optional<AutoReport> FindShardings(const Program& program,
                                        const AutoOptions& options,
                                        std::vector<Message>& messages) {
  if (!CanBePriced(program, "the cost of a sharding", messages)) {
    return std::nullopt;
  }
  if (ProgramAccess::module(program).op_count(OpKind::kUnknown) > 0) {
    Program copy = program.Clone();
    Module& m = ProgramAccess::module(copy);
    const KnownOps known(m, options.run);
    WarnOfUnpricedRegions(m, messages);
  }
  if (const std::optional<int64_t> devices = AutoMeshDevices(options.mesh)) {
    return FindMesh(program, options, *devices, messages);
  }
  if (options.mesh.starts_with(kAuto)) {
    messages.push_back(
        {.text = fmt::format("mesh {}: the number of devices has to be between "
                             "2 and {}",
                             options.mesh, kMaxAutoDevices),
         .code = ErrorCode::kInvalidArgument});
    return std::nullopt;
  }
  return Sharder(program, options, messages, 1).Run();
}

}  // namespace shardflow
