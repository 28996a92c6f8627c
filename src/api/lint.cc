#include "shardflow/lint.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/convert.h"
#include "api/cost_json.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "base/error.h"
#include "cost/layout.h"
#include "cost/lint.h"
#include "cost/passes.h"
#include "cost/spmd.h"
#include "json/emit.h"
#include "ops/symbols.h"
#include "shardflow/names.h"
#include "shardflow/version.h"

namespace shardflow {

using namespace internal;
namespace {

constexpr std::array<LintCode, 10> kCodes = {{
    {"conflicting-annotations", LintLevel::kWarning,
     "A value is annotated in two ways at once."},
    {"donation-mismatch", LintLevel::kWarning,
     "A result is sharded differently than the argument that is donated to "
     "it."},
    {"full-rematerialization", LintLevel::kWarning,
     "XLA gathers a whole tensor on every device, because it knows no better "
     "way."},
    {"gather-then-slice", LintLevel::kWarning,
     "A tensor is gathered, and little of it is read."},
    {"indivisible-dimension", LintLevel::kWarning,
     "A dimension is annotated with shards that don't divide it."},
    {"large-constant", LintLevel::kNote, "A constant is large."},
    {"large-replicated", LintLevel::kNote,
     "Every device holds all of a large tensor."},
    {"redundant-annotation", LintLevel::kNote,
     "A constraint says what the value is annotated with already."},
    {"reshard-in-loop", LintLevel::kWarning,
     "The same value is resharded in every round of a loop."},
    {"unused-axis", LintLevel::kWarning,
     "No annotation uses an axis of the mesh."},
}};

// An entry of LintOptions::allow: "CODE" or "CODE@PLACE".
struct Allowed {
  std::string_view code, place;
};
Allowed ReadAllowed(std::string_view entry) {
  const size_t at = entry.find('@');
  if (at == std::string_view::npos) return {entry, {}};
  return {entry.substr(0, at), entry.substr(at + 1)};
}

// Whether `name` is the path `file`, or the end of it without some leading
// folders.
bool IsFile(std::string_view name, std::string_view file) {
  if (name.empty() || !file.ends_with(name)) return false;
  return file.size() == name.size() ||
         file[file.size() - name.size() - 1] == '/';
}

// Whether an entry's place ("FILE", "FILE:LINE" or a pattern for names) matches
// the place of the finding.
bool IsPlace(std::string_view place, const CostPlace& found) {
  if (IsFile(place, found.file)) return true;
  const size_t colon = place.rfind(':');
  if (colon != std::string_view::npos &&
      place.substr(colon + 1) == std::to_string(found.line) &&
      IsFile(place.substr(0, colon), found.file)) {
    return true;
  }
  return !found.name.empty() &&
         (MatchesLabel(place, found.name) ||
          MatchesLabel(place, shardflow::StackLabel(found.name)));
}

bool IsAllowed(const std::vector<std::string>& allow,
               const LintFinding& finding) {
  return std::any_of(allow.begin(), allow.end(), [&](const std::string& entry) {
    const auto [code, place] = ReadAllowed(entry);
    return code == finding.code &&
           (entry.size() == code.size() || IsPlace(place, finding.place));
  });
}

const char* LevelName(LintLevel level) {
  return level == LintLevel::kWarning ? "warning" : "note";
}

}  // namespace

std::vector<LintCode> LintCodes() { return {kCodes.begin(), kCodes.end()}; }

std::optional<std::vector<LintFinding>> Lint(const Program& program,
                                             const LintOptions& options,
                                             std::vector<Message>& messages) {
  for (const std::string& entry : options.allow) {
    const std::string_view code = ReadAllowed(entry).code;
    const bool known =
        std::any_of(kCodes.begin(), kCodes.end(),
                    [&](const LintCode& row) { return row.code == code; });
    if (known) continue;
    AddError("there is no finding '" + std::string(code) + "'", messages,
             ErrorCode::kInvalidArgument);
    return std::nullopt;
  }
  if (!CanBePriced(program, "the program's cost", messages)) {
    return std::nullopt;
  }
  Program copy = program.Clone();
  const RunOptions run = WithoutDumps(options.run);
  if (!PrepareForXla(copy, run, options.propagate, !options.plain_shardy,
                     messages)) {
    return std::nullopt;
  }
  const Module& written = ProgramAccess::module(program);
  Module& m = ProgramAccess::module(copy);
  const KnownOps known(m, options.run);
  const SymbolTable written_symbols(written);
  const SymbolTable symbols(m);
  Error error;
  std::optional<PartitionedProgram> local = PartitionLikeXla(m, symbols, error);
  if (!local) {
    AddError("can't lint: " + error.message, messages);
    return std::nullopt;
  }
  RemoveDeadNodes(local->program);
  std::vector<LintFinding> findings =
      FindAll({.written = written,
               .written_symbols = written_symbols,
               .m = m,
               .symbols = symbols,
               .mesh = local->mesh,
               .program = local->program,
               .large = options.large});
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](const LintFinding& finding) {
                                  return IsAllowed(options.allow, finding);
                                }),
                 findings.end());
  for (LintFinding& finding : findings) {
    for (const LintCode& row : kCodes) {
      if (row.code == finding.code) finding.level = row.level;
    }
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const LintFinding& a, const LintFinding& b) {
                     if (a.level != b.level) return a.level > b.level;
                     return a.bytes > b.bytes;
                   });
  return findings;
}

std::string LintText(const std::vector<LintFinding>& findings) {
  std::string out;
  for (const LintFinding& finding : findings) {
    const CostPlace& place = finding.place;
    if (place.line > 0) {
      out += fmt::format("{}:{}:{}: ", place.file, place.line, place.column);
    }
    out += fmt::format("{}: {} [{}]\n", LevelName(finding.level), finding.text,
                       finding.code);
    out += fmt::format("  {}{}: {}\n", place.op,
                       place.name.empty() ? "" : " " + place.name, finding.fix);
  }
  out += fmt::format("{} finding{}\n", findings.size(),
                     findings.size() == 1 ? "" : "s");
  return out;
}

namespace internal {

void EmitFindings(const std::vector<LintFinding>& findings, JsonEmitter& e) {
  e.BeginObjectLines();
  e.String("format", "shardflow-lint");
  e.Int("version", 1);
  e.Key("findings");
  e.BeginArrayLines();
  for (const LintFinding& finding : findings) {
    e.BeginObject();
    e.String("code", finding.code);
    e.String("level", LevelName(finding.level));
    e.Int("bytes", finding.bytes);
    e.String("text", finding.text);
    e.String("fix", finding.fix);
    EmitPlace(finding.place, e);
    e.EndObject();
  }
  e.EndArray();
  e.EndObject();
}

}  // namespace internal

std::string LintJson(const std::vector<LintFinding>& findings) {
  std::string out;
  JsonEmitter e(out);
  EmitFindings(findings, e);
  return out + "\n";
}

std::string LintSarif(const std::vector<LintFinding>& findings) {
  std::string out;
  JsonEmitter e(out);
  const auto message = [&](std::string_view key, std::string_view value) {
    e.Key(key);
    e.BeginObject();
    e.String("text", value);
    e.EndObject();
  };
  e.BeginObjectLines();
  e.String("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  e.String("version", "2.1.0");
  e.Key("runs");
  e.BeginArray();
  e.BeginObjectLines();
  e.Key("tool");
  e.BeginObject();
  e.Key("driver");
  e.BeginObjectLines();
  e.String("name", "shardflow lint");
  e.String("version", Version());
  e.Key("rules");
  e.BeginArrayLines();
  for (const LintCode& code : kCodes) {
    e.BeginObject();
    e.String("id", code.code);
    message("shortDescription", code.summary);
    e.EndObject();
  }
  e.EndArray();
  e.EndObject();
  e.EndObject();
  e.Key("results");
  e.BeginArrayLines();
  for (const LintFinding& finding : findings) {
    e.BeginObject();
    e.String("ruleId", finding.code);
    e.String("level", LevelName(finding.level));
    message("message", finding.text + "; " + finding.fix + ".");
    e.Key("locations");
    e.BeginArray();
    if (finding.place.line > 0) {
      e.BeginObject();
      e.Key("physicalLocation");
      e.BeginObject();
      e.Key("artifactLocation");
      e.BeginObject();
      e.String("uri", finding.place.file);
      e.EndObject();
      e.Key("region");
      e.BeginObject();
      e.Int("startLine", finding.place.line);
      e.Int("startColumn", std::max(1, finding.place.column));
      e.EndObject();
      e.EndObject();
      e.EndObject();
    }
    e.EndArray();
    e.EndObject();
  }
  e.EndArray();
  e.EndObject();
  e.EndArray();
  e.EndObject();
  out += '\n';
  return out;
}

}  // namespace shardflow
