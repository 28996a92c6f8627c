#include "answers.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "shardflow/shardflow.h"
#include "tool/comms.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {
namespace {

CostOptions CostOptionsOf(const std::string& topology,
                          const std::string& lowering, int largest) {
  if (lowering != "xla" && lowering != "shardflow") {
    throw nb::value_error("lowering must be 'xla' or 'shardflow'");
  }
  CostOptions options;
  options.lowering =
      lowering == "xla" ? CostLowering::kXla : CostLowering::kShardflow;
  options.topology = topology;
  options.largest = largest;
  return options;
}

std::pair<std::string, std::string> CostOf(
    const PyProgram& self, const std::string& topology,
    const std::string& lowering, int largest, const std::string& compat,
    bool extra_rules, bool jax, bool dynamic_shapes,
    std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  const CostOptions options = CostOptionsOf(topology, lowering, largest);
  using Answer = std::pair<std::string, std::string>;
  const auto found = Ask<Answer>(
      self, [how, options](Program& program, auto& out, const Stop& stop) {
        CostOptions asked = options;
        asked.run = how.Options(stop);
        const std::optional<CostReport> report =
            Cost(program, asked, out.messages);
        if (!report) return false;
        out.value = {CostText(*report), CostJson(*report)};
        return true;
      });
  RethrowFrom(rules);
  return found->value;
}

nb::str ReportOf(const PyProgram& self, const std::string& title,
                 const std::string& compat, bool extra_rules, bool jax,
                 bool dynamic_shapes, std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  const auto found = Ask<std::string>(
      self, [how, title](Program& program, auto& out, const Stop& stop) {
        ReportOptions options;
        options.run = how.Options(stop);
        options.propagate = true;
        options.name = title;
        std::optional<std::string> page =
            Report(program, options, out.messages);
        if (!page) return false;
        out.value = *std::move(page);
        return true;
      });
  RethrowFrom(rules);
  return ToStr(found->value);
}

std::pair<std::string, std::string> CommsOf(
    const PyProgram& self, const std::vector<std::string>& names,
    const std::string& lowering, int top, const std::string& compat,
    bool extra_rules, bool jax, bool dynamic_shapes,
    std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  const CostOptions options = CostOptionsOf("", lowering, 0);
  const size_t shown = top < 0 ? SIZE_MAX : static_cast<size_t>(top);
  using Answer = std::pair<std::string, std::string>;
  const auto found =
      Ask<Answer>(self, [=](Program& program, auto& out, const Stop& stop) {
        CostOptions asked = options;
        asked.run = how.Options(stop);
        std::optional<CostReport> report = Cost(program, asked, out.messages);
        if (!report) return false;
        const auto meant = FindAllMeant(names, program, out.messages);
        if (!meant) return false;
        if (!meant->empty()) KeepMeant(*meant, *report);
        // The lines aren't numbered: numbers are for `shardflow explain
        // --reshard`.
        out.value = {CommsText(*report, shown, /*spec=*/false, Terminal(),
                               /*numbered=*/false),
                     CostJson(*report)};
        return true;
      });
  RethrowFrom(rules);
  return found->value;
}

std::tuple<std::string, std::string, std::string> LintOf(
    const PyProgram& self, const std::vector<std::string>& allow, int64_t large,
    const std::string& compat, bool extra_rules, bool jax, bool dynamic_shapes,
    std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  using Answer = std::tuple<std::string, std::string, std::string>;
  const auto found =
      Ask<Answer>(self, [=](Program& program, auto& out, const Stop& stop) {
        LintOptions options;
        options.allow = allow;
        options.large = large;
        options.run = how.Options(stop);
        const std::optional<std::vector<LintFinding>> findings =
            Lint(program, options, out.messages);
        if (!findings) return false;
        out.value = {LintText(*findings), LintJson(*findings),
                     LintSarif(*findings)};
        return true;
      });
  RethrowFrom(rules);
  return found->value;
}

// A sharding constraint that the search for shardings added.
struct Constraint {
  std::string label;     // the user's name for the value, or empty
  std::string producer;  // the op that makes the value; empty for an argument
  std::string type;
  ShardingInfo sharding;
  SourceFrame place;  // of `producer`; line 0 if unknown
};

Constraint ConstraintOf(const ProgramView& view, OpRef op) {
  Constraint row;
  const std::vector<ValueRef> operands = view.Operands(op);
  const std::vector<ValueRef> results = view.Results(op);
  if (operands.empty() || results.empty()) return row;
  const ValueRef value = operands.front();
  row.label = view.Label(value);
  row.type = view.Type(value);
  row.sharding = view.Sharding(results.front()).value_or(ShardingInfo());
  const OpRef producer = view.DefiningOp(value);
  if (!producer) return row;
  row.producer = view.Name(producer);
  for (SourceFrame& frame : view.Frames(producer)) {
    if (IsLibraryFile(frame.file)) continue;
    row.place = std::move(frame);
    break;
  }
  return row;
}

// Returns the constraints in `found`, a copy of `given`, that `given` lacks.
std::vector<Constraint> AddedConstraints(const Program& given,
                                         const Program& found) {
  const ProgramView before(given);
  const ProgramView view(found);
  std::vector<Constraint> rows;
  std::vector<OpRef> left = view.Functions();
  while (!left.empty()) {
    const OpRef op = left.back();
    left.pop_back();
    if (view.Name(op) == "sdy.sharding_constraint" && !before.Contains(op)) {
      rows.push_back(ConstraintOf(view, op));
    }
    std::vector<OpRef> inside;
    for (int region = 0; region < view.RegionCount(op); ++region) {
      for (const BlockRef block : view.Blocks(op, region)) {
        for (const OpRef child : view.Ops(block)) inside.push_back(child);
      }
    }
    // Push them in reverse, so that ops are popped in program order.
    left.insert(left.end(), inside.rbegin(), inside.rend());
  }
  return rows;
}

struct AutoAnswer {
  PyProgram program;
  bool fits = false;
  AutoPlan plan;
  std::vector<AutoPlan> front;
  std::vector<AutoDecision> decisions;
  bool keeps_given = false;
  std::vector<Constraint> constraints;
  std::string cost_text, cost_json;
  uint64_t steps = 0;
};

AutoAnswer FindOf(const PyProgram& self, const std::string& mesh,
                  const std::string& topology, int64_t memory,
                  std::optional<uint64_t> steps, std::optional<double> seconds,
                  uint64_t seed, bool reconsider, bool explain,
                  const std::string& compat, bool extra_rules, bool jax,
                  bool dynamic_shapes, std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  auto found =
      Ask<AutoAnswer>(self, [=](Program& program, auto& out, const Stop& stop) {
        AutoOptions options;
        options.mesh = mesh;
        options.topology = topology;
        options.memory = memory;
        options.limits.steps = steps;
        options.limits.seconds = seconds;
        options.limits.seed = seed;
        options.limits.stop = &stop;
        options.reconsider = reconsider;
        options.explain = explain;
        options.run = how.Options(stop);
        std::optional<AutoReport> report =
            FindShardings(program, options, out.messages);
        if (!report) return false;
        AutoAnswer& answer = out.value;
        answer.fits = report->fits;
        answer.plan = std::move(report->plan);
        answer.front = std::move(report->front);
        answer.decisions = std::move(report->decisions);
        answer.keeps_given = report->keeps_given;
        answer.constraints = AddedConstraints(program, report->program);
        answer.cost_text = CostText(report->cost);
        answer.cost_json = CostJson(report->cost);
        answer.steps = report->steps;
        answer.program.shared =
            std::make_shared<Shared>(std::move(report->program));
        return true;
      });
  RethrowFrom(rules);
  return std::move(found->value);
}

void BindAuto(nb::module_& m) {
  nb::class_<AutoPlan>(m, "AutoPlan", "A plan that the search priced.")
      .def_ro("axes", &AutoPlan::axes, "What is sharded along each axis.")
      .def_ro("seconds", &AutoPlan::seconds)
      .def_ro("peak", &AutoPlan::peak, "Bytes on a device.");
  nb::class_<AutoAlternative>(m, "AutoAlternative",
                              "The plan with one decision changed.")
      .def_ro("change", &AutoAlternative::change)
      .def_ro("seconds", &AutoAlternative::seconds)
      .def_ro("peak", &AutoAlternative::peak, "Bytes on a device.")
      .def_ro("fits", &AutoAlternative::fits);
  nb::class_<AutoDecision>(m, "AutoDecision", "A decision in a plan.")
      .def_ro("dimension", &AutoDecision::dimension)
      .def_ro("axis", &AutoDecision::axis)
      .def_ro("alternatives", &AutoDecision::alternatives);
  nb::class_<Constraint>(m, "AutoConstraint",
                         "A sharding constraint that the search added.")
      .def_ro("label", &Constraint::label,
              "The user's name for the value, or ''.")
      .def_ro("producer", &Constraint::producer,
              "The op that defines the value, or '' for an argument.")
      .def_ro("type", &Constraint::type)
      .def_ro("sharding", &Constraint::sharding)
      .def_prop_ro(
          "file", [](const Constraint& row) { return ToStr(row.place.file); },
          "The op's place in the user's program, or ''.")
      .def_prop_ro("line",
                   [](const Constraint& row) { return row.place.line; });
  nb::class_<AutoAnswer>(m, "AutoAnswer", "The result of a search.")
      .def_ro("program", &AutoAnswer::program,
              "The annotated program, before propagation.")
      .def_ro("fits", &AutoAnswer::fits)
      .def_ro("plan", &AutoAnswer::plan)
      .def_ro("front", &AutoAnswer::front,
              "Plans that no other plan beats in both time and memory.")
      .def_ro("decisions", &AutoAnswer::decisions)
      .def_ro("keeps_given", &AutoAnswer::keeps_given)
      .def_ro("constraints", &AutoAnswer::constraints)
      .def_ro("cost_text", &AutoAnswer::cost_text)
      .def_ro("cost_json", &AutoAnswer::cost_json)
      .def_ro("steps", &AutoAnswer::steps);
}

}  // namespace

void BindAnswers(nb::module_& m, nb::class_<PyProgram>& program) {
  program
      .def("cost", &CostOf, nb::kw_only(), "topology"_a = "",
           "lowering"_a = "xla", "largest"_a = 10, "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "dynamic_shapes"_a = false,
           "rules"_a = nb::none(),
           "Returns the cost on a device as text and as JSON.")
      .def("report", &ReportOf, nb::kw_only(), "title"_a = "program",
           "compat"_a = kCompat, "extra_rules"_a = false, "jax"_a = false,
           "dynamic_shapes"_a = false, "rules"_a = nb::none(),
           "Returns an HTML page about a propagated copy of the program.")
      .def("comms", &CommsOf, nb::kw_only(),
           "names"_a = std::vector<std::string>(), "lowering"_a = "xla",
           "top"_a = 20, "compat"_a = kCompat, "extra_rules"_a = false,
           "jax"_a = false, "dynamic_shapes"_a = false, "rules"_a = nb::none(),
           "Returns what devices send each other: the `top` largest (-1: all) "
           "as text, and the JSON of the cost with the collectives of these "
           "names.")
      .def("lint", &LintOf, nb::kw_only(),
           "allow"_a = std::vector<std::string>(),
           "large"_a = int64_t{64} << 20, "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "dynamic_shapes"_a = false,
           "rules"_a = nb::none(),
           "Returns likely mistakes as text, JSON and SARIF.");
  BindAuto(m);
  program.def(
      "find_shardings", &FindOf, nb::kw_only(), "mesh"_a = "",
      "topology"_a = "", "memory"_a = 0, "steps"_a = nb::none(),
      "seconds"_a = nb::none(), "seed"_a = 0, "reconsider"_a = false,
      "explain"_a = false, "compat"_a = kCompat, "extra_rules"_a = false,
      "jax"_a = false, "dynamic_shapes"_a = false, "rules"_a = nb::none(),
      "Finds shardings for the program, which must not be propagated yet.");
}

}  // namespace shardflow::python
