#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/c_common.h"
#include "shardflow/auto.h"
#include "shardflow/cost.h"
#include "shardflow/explain.h"
#include "shardflow/gspmd.h"
#include "shardflow/json.h"
#include "shardflow/lint.h"

// The C functions for tools (explain, cost, auto, lint), JSON requests and
// GSPMD shardings.

using shardflow::HloShardingForm;
using shardflow::internal::c::Complete;
using shardflow::internal::c::ExplanationOut;
using shardflow::internal::c::IntOf;
using shardflow::internal::c::NewText;
using shardflow::internal::c::Report;
using shardflow::internal::c::View;
using shardflow::internal::c::Whole;

struct shardflow_imported_shardings {
  explicit shardflow_imported_shardings(shardflow::ImportedShardings made);
  shardflow_imported_shardings(const shardflow_imported_shardings&) = delete;
  shardflow_imported_shardings& operator=(const shardflow_imported_shardings&) =
      delete;

  const shardflow::ImportedShardings imported;
  // The rows point to strings in `imported` and to lists in `manual_axes`.
  std::vector<shardflow_imported_sharding> rows;
  std::vector<std::vector<const char*>> manual_axes;
};

shardflow_imported_shardings::shardflow_imported_shardings(
    shardflow::ImportedShardings made)
    : imported(std::move(made)) {
  for (const shardflow::ImportedSharding& sharding : imported.shardings) {
    std::vector<const char*>& axes = manual_axes.emplace_back();
    for (const std::string& axis : sharding.manual_axes) {
      axes.push_back(axis.c_str());
    }
    // The pointer stays valid: moving a vector doesn't move its elements.
    rows.push_back({sharding.sharding.c_str(), axes.data(), axes.size()});
  }
}

namespace {

bool ToForm(const shardflow_hlo_form& form, std::optional<HloShardingForm>& out,
            Report& report) {
  const int value = IntOf(form);
  switch (value) {
    case SHARDFLOW_HLO_V1:
      out = HloShardingForm::kV1;
      return true;
    case SHARDFLOW_HLO_V2:
      out = HloShardingForm::kV2;
      return true;
    case SHARDFLOW_HLO_V3:
      out = HloShardingForm::kV3;
      return true;
    case SHARDFLOW_HLO_AS_GIVEN:
      out.reset();
      return true;
  }
  return report.Fail("unknown form " + std::to_string(value));
}

bool HasAll(const char* const* texts, size_t count, const char* name,
            Report& report) {
  if (count > 0 && !report.Has(texts, name)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (texts[i] == nullptr) {
      return report.Fail(std::string(name) + "[" + std::to_string(i) +
                         "] is NULL");
    }
  }
  return true;
}

}  // namespace

char* shardflow_explain(const shardflow_program* program,
                        const shardflow_explain_request* given,
                        shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_explain_request request;
  if (!report.Has(program) || !report.Has(given, "request") ||
      !Complete(given, request, report)) {
    return nullptr;
  }
  shardflow::ExplainRequest asked;
  asked.function = View(request.function);
  if (request.value != nullptr) {
    asked.value = request.value;
  } else if (request.index < 0) {
    report.Fail("index is negative");
    return nullptr;
  } else {
    (request.is_result ? asked.result : asked.argument) = request.index;
  }
  asked.line = request.line;
  asked.conservative = request.conservative;
  asked.fixes = request.fixes;
  if (!shardflow::internal::c::ToRunOptions(request.run, asked.run, report)) {
    return nullptr;
  }
  return ExplanationOut(
      shardflow::Explain(*Whole(*program), asked, report.messages()),
      request.json, request.spec);
}

char* shardflow_cost(const shardflow_program* program,
                     const shardflow_cost_request* given,
                     shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_cost_request request;
  if (!report.Has(program) || !report.Has(given, "request") ||
      !Complete(given, request, report)) {
    return nullptr;
  }
  shardflow::CostOptions options;
  options.topology = View(request.topology);
  if (request.lowered_by_shardflow) {
    options.lowering = shardflow::CostLowering::kShardflow;
  }
  options.propagate = request.propagate;
  options.curve = request.curve;
  if (!shardflow::internal::c::ToRunOptions(request.run, options.run, report)) {
    return nullptr;
  }
  const std::optional<shardflow::CostReport> cost =
      shardflow::Cost(*Whole(*program), options, report.messages());
  if (!cost) return nullptr;
  return NewText(request.json ? shardflow::CostJson(*cost)
                              : shardflow::CostText(*cost));
}

shardflow_program* shardflow_auto(const shardflow_program* program,
                                  const shardflow_auto_request* given,
                                  bool* fits, shardflow_messages* messages) {
  if (fits != nullptr) *fits = false;
  Report report(__func__, messages);
  shardflow_auto_request request;
  if (!report.Has(program) || !report.Has(given, "request") ||
      !Complete(given, request, report)) {
    return nullptr;
  }
  if (request.memory < 0 || !(request.seconds >= 0)) {
    report.Fail(request.memory < 0 ? "memory is negative"
                                   : "seconds are negative");
    return nullptr;
  }
  shardflow::AutoOptions options;
  options.mesh = View(request.mesh);
  options.topology = View(request.topology);
  options.memory = request.memory;
  options.limits.seed = request.seed;
  if (request.steps > 0) options.limits.steps = request.steps;
  if (request.seconds > 0) options.limits.seconds = request.seconds;
  options.reconsider = request.reconsider;
  if (request.stop != nullptr) options.limits.stop = &request.stop->stopped;
  if (!shardflow::internal::c::ToRunOptions(request.run, options.run, report)) {
    return nullptr;
  }
  std::optional<shardflow::AutoReport> found =
      shardflow::FindShardings(*Whole(*program), options, report.messages());
  if (!found) return nullptr;
  if (fits != nullptr) *fits = found->fits;
  return new shardflow_program(std::move(found->program));
}

char* shardflow_lint(const shardflow_program* program,
                     const shardflow_lint_request* given, size_t* warnings,
                     shardflow_messages* messages) {
  if (warnings != nullptr) *warnings = 0;
  Report report(__func__, messages);
  shardflow_lint_request request;
  if (!report.Has(program) || !report.Has(given, "request") ||
      !Complete(given, request, report) ||
      !HasAll(request.allow, request.allow_count, "allow", report)) {
    return nullptr;
  }
  if (request.large < 0) {
    report.Fail("large is negative");
    return nullptr;
  }
  if (request.form < SHARDFLOW_LINT_TEXT ||
      request.form > SHARDFLOW_LINT_SARIF) {
    report.Fail("unknown form " + std::to_string(request.form));
    return nullptr;
  }
  shardflow::LintOptions options;
  for (size_t i = 0; i < request.allow_count; ++i) {
    options.allow.emplace_back(request.allow[i]);
  }
  if (request.large > 0) options.large = request.large;
  if (!shardflow::internal::c::ToRunOptions(request.run, options.run, report)) {
    return nullptr;
  }
  const std::optional<std::vector<shardflow::LintFinding>> findings =
      shardflow::Lint(*Whole(*program), options, report.messages());
  if (!findings) return nullptr;
  if (warnings != nullptr) {
    for (const shardflow::LintFinding& finding : *findings) {
      if (finding.level == shardflow::LintLevel::kWarning) ++*warnings;
    }
  }
  if (request.form == SHARDFLOW_LINT_JSON) {
    return NewText(shardflow::LintJson(*findings));
  }
  return NewText(request.form == SHARDFLOW_LINT_SARIF
                     ? shardflow::LintSarif(*findings)
                     : shardflow::LintText(*findings));
}

char* shardflow_answer_json(const char* request, size_t size, bool* ok) {
  if (ok != nullptr) *ok = false;
  if (request == nullptr) return nullptr;
  const shardflow::Reply reply =
      shardflow::Request(std::string(request, size)).Answer({.one_line = true});
  if (ok != nullptr) *ok = reply.ok;
  return NewText(reply.json);
}

char* shardflow_to_hlo_sharding(const char* mesh, const char* sharding,
                                shardflow_hlo_form form,
                                const char* const* manual_axes,
                                size_t manual_axis_count,
                                shardflow_messages* messages) {
  Report report(__func__, messages);
  std::optional<HloShardingForm> wanted;
  if (!report.Has(mesh, "mesh") || !report.Has(sharding, "sharding") ||
      !HasAll(manual_axes, manual_axis_count, "manual_axes", report) ||
      !ToForm(form, wanted, report)) {
    return nullptr;
  }
  shardflow::ToHloShardingOptions options;
  options.form = wanted.value_or(HloShardingForm::kV2);
  for (size_t i = 0; i < manual_axis_count; ++i) {
    options.manual_axes.emplace_back(manual_axes[i]);
  }
  const std::optional<std::string> text =
      shardflow::ToHloSharding(mesh, sharding, options, report.messages());
  return text ? NewText(*text) : nullptr;
}

shardflow_imported_shardings* shardflow_imported_shardings_create(
    const char* const* shardings, size_t count, const char* mesh, int rank,
    shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!HasAll(shardings, count, "shardings", report)) return nullptr;
  const std::vector<std::string> texts(shardings, shardings + count);
  shardflow::FromHloShardingOptions options;
  if (rank >= 0) options.rank = static_cast<size_t>(rank);
  options.mesh = View(mesh);
  std::optional<shardflow::ImportedShardings> imported =
      shardflow::FromHloShardings(texts, options, report.messages());
  return imported ? new shardflow_imported_shardings(*std::move(imported))
                  : nullptr;
}

void shardflow_imported_shardings_destroy(
    shardflow_imported_shardings* imported) {
  delete imported;
}

size_t shardflow_imported_shardings_count(
    const shardflow_imported_shardings* imported) {
  return imported == nullptr ? 0 : imported->rows.size();
}

const char* shardflow_imported_shardings_mesh(
    const shardflow_imported_shardings* imported) {
  return imported == nullptr ? nullptr : imported->imported.mesh.c_str();
}

const shardflow_imported_sharding* shardflow_imported_shardings_at(
    const shardflow_imported_shardings* imported, size_t i) {
  return i < shardflow_imported_shardings_count(imported) ? &imported->rows[i]
                                                          : nullptr;
}

char* shardflow_normalize_hlo_sharding(const char* sharding,
                                       shardflow_hlo_form form,
                                       shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow::PrintHloShardingOptions options;
  if (!report.Has(sharding, "sharding") ||
      !ToForm(form, options.form, report)) {
    return nullptr;
  }
  const std::optional<std::string> text =
      shardflow::NormalizeHloSharding(sharding, options, report.messages());
  return text ? NewText(*text) : nullptr;
}
