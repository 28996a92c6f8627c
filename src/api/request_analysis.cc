#include "api/request_analysis.h"

#include <cstdint>
#include <limits>
#include <string>

#include "api/cost_json.h"
#include "api/plan_names.h"
#include "explain/render.h"

namespace shardflow::internal {
namespace {

enum AnalysisKey {
  kPropagate,
  kLowering,
  kTopology,
  kLargest,
  kCurve,
  kAllow,
  kLarge,
  kMesh,
  kMemory,
  kSteps,
  kSeed,
  kSeconds,
  kExplain,
  kReconsider,
  kConservative,
  kFixes,
  kAllFrames,
  kPlan,
  kPeak,
};

class OptionReader {
 public:
  OptionReader(JsonInput& in, std::span<const JsonRef> at) : in_(in), at_(at) {}

  bool Flag(AnalysisKey key, bool& to) {
    return !at_[key] || in_.ExpectBool(at_[key], to);
  }
  bool Text(AnalysisKey key, std::string& to) {
    return !at_[key] || in_.Text(at_[key], to);
  }
  template <class T>
  bool Number(AnalysisKey key, T& to, int64_t least, int64_t most) {
    if (!at_[key]) return true;
    int64_t number = 0;
    if (!in_.Integer(at_[key], least, most, number)) return false;
    to = static_cast<T>(number);
    return true;
  }
  template <class T>
  bool Number(AnalysisKey key, std::optional<T>& to, int64_t least,
              int64_t most) {
    return !at_[key] || Number(key, to.emplace(), least, most);
  }
  bool Texts(AnalysisKey key, std::vector<std::string>& to) {
    if (!at_[key]) return true;
    if (!in_.Expect(at_[key], JsonKind::kArray)) return false;
    const JsonDocument& d = in_.d;
    for (JsonRef item = d.First(at_[key]); item != d.Next(at_[key]);
         item = d.Next(item)) {
      if (!in_.Expect(item, JsonKind::kString)) return false;
      std::string room;
      to.emplace_back(d.String(item, room));
    }
    return true;
  }

 private:
  JsonInput& in_;
  const std::span<const JsonRef> at_;
};

bool ReadPlan(JsonInput& in, JsonRef value, PlanChoice& plan) {
  if (!value) return true;
  std::string word;
  if (!in.Text(value, word)) return false;
  const std::optional<PlanChoice> named = ParsePlan(word);
  if (!named) return in.Fail(value, "expected \"default\" or \"best\"");
  plan = *named;
  return true;
}

void WritePlan(const AutoPlan& plan, JsonEmitter& e) {
  e.Double("seconds", plan.seconds);
  e.Int("peak", plan.peak);
  e.Key("axes");
  e.BeginArray();
  for (const std::string& axis : plan.axes) e.String(axis);
  e.EndArray();
}

void WriteDecision(const AutoDecision& decision, JsonEmitter& e) {
  e.BeginObject();
  e.String("dimension", decision.dimension);
  e.String("axis", decision.axis);
  e.Key("alternatives");
  e.BeginArray();
  for (const AutoAlternative& other : decision.alternatives) {
    e.BeginObject();
    e.String("change", other.change);
    e.Double("seconds", other.seconds);
    e.Int("peak", other.peak);
    e.Bool("fits", other.fits);
    e.EndObject();
  }
  e.EndArray();
  e.EndObject();
}

}  // namespace

bool Analysis::Read(JsonInput& in, std::span<const JsonRef> at) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMostListed = 1'000'000;
  constexpr int64_t kMostSeconds = 1'000'000;
  OptionReader options(in, at);
  std::string lowering = "xla";
  if (!options.Flag(kPropagate, cost.propagate) ||
      !options.Text(kLowering, lowering) ||
      !options.Text(kTopology, cost.topology) ||
      !options.Number(kLargest, cost.largest, 0, kMostListed) ||
      !options.Flag(kCurve, cost.curve) || !options.Texts(kAllow, lint.allow) ||
      !options.Number(kLarge, lint.large, 1, kMost) ||
      !options.Text(kMesh, search.mesh) ||
      !options.Number(kMemory, search.memory, 1, kMost) ||
      !options.Number(kSteps, search.limits.steps, 0, kMost) ||
      !options.Number(kSeed, search.limits.seed, 0, kMost) ||
      !options.Number(kSeconds, search.limits.seconds, 0, kMostSeconds) ||
      !options.Flag(kExplain, search.explain) ||
      !options.Flag(kReconsider, search.reconsider) ||
      !options.Flag(kConservative, explain.conservative) ||
      !options.Flag(kFixes, explain.fixes) ||
      !options.Flag(kAllFrames, explain.all_frames) ||
      !ReadPlan(in, at[kPlan], reshard.plan) ||
      !options.Flag(kPeak, price.peak)) {
    return false;
  }
  if (lowering != "xla" && lowering != "shardflow") {
    return in.Fail(at[kLowering], "expected \"xla\" or \"shardflow\"");
  }
  cost.lowering =
      lowering == "xla" ? CostLowering::kXla : CostLowering::kShardflow;
  search.topology = price.topology = reshard.topology = cost.topology;
  return true;
}

void Analysis::SetRun(const RunOptions& run) {
  cost.run = lint.run = search.run = explain.run = run;
  search.limits.stop = run.stop;
}

bool AnswerCost(const Program& program, const Analysis& analysis,
                std::vector<Message>& messages, JsonEmitter& e) {
  const std::optional<CostReport> report =
      Cost(program, analysis.cost, messages);
  if (!report) return false;
  e.Key("result");
  e.BeginObjectLines();
  e.Key("cost");
  EmitCost(*report, e);
  return true;
}

bool AnswerLint(const Program& program, const Analysis& analysis,
                std::vector<Message>& messages, JsonEmitter& e) {
  const std::optional<std::vector<LintFinding>> findings =
      Lint(program, analysis.lint, messages);
  if (!findings) return false;
  e.Key("result");
  e.BeginObjectLines();
  e.Key("lint");
  EmitFindings(*findings, e);
  return true;
}

bool AnswerExplain(const Program& program, const Analysis& analysis,
                   std::vector<Message>& messages, JsonEmitter& e) {
  const std::optional<Explanation> explanation =
      Explain(program, analysis.explain, messages);
  if (!explanation) return false;
  e.Key("result");
  e.BeginObjectLines();
  WriteExplanation(*explanation, e);
  return true;
}

void WriteExplanation(const Explanation& explanation, JsonEmitter& e) {
  std::string json;
  AppendExplanationJson(explanation, json, /*one_line=*/true);
  e.Key("explain");
  e.Raw(json);
}

void WriteAuto(const AutoReport& report, JsonEmitter& e) {
  e.Key("auto");
  e.BeginObjectLines();
  e.Bool("fits", report.fits);
  e.Int("steps", static_cast<int64_t>(report.steps));
  e.Int("constraints", report.constraints);
  e.Key("plan");
  e.BeginObject();
  WritePlan(report.plan, e);
  e.EndObject();
  e.Key("front");
  e.BeginArrayLines();
  for (const AutoPlan& plan : report.front) {
    e.BeginObject();
    WritePlan(plan, e);
    e.EndObject();
  }
  e.EndArray();
  if (!report.decisions.empty()) {
    e.Key("decisions");
    e.BeginArrayLines();
    for (const AutoDecision& decision : report.decisions) {
      WriteDecision(decision, e);
    }
    e.EndArray();
  }
  if (report.keeps_given) {
    e.Bool("keeps_given", true);
  }
  e.EndObject();
  e.Key("cost");
  EmitCost(report.cost, e);
}

}  // namespace shardflow::internal
