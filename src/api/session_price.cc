#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/session_impl.h"
#include "api/topology.h"
#include "cost/estimate.h"
#include "cost/price.h"
#include "lower/axes.h"
#include "ops/functions.h"
#include "shardflow/cost.h"

// Prices the program of a session.

namespace shardflow {

using namespace internal;

namespace {

// Returns the cost of the program. If that fails, prices a copy made from the
// program's text. The copy's tables contain only shardings in use; the module's
// also contain earlier ones, whose sub-axes may be incompatible with the
// current ones.
std::optional<CostReport> CostFromScratch(const Program& program,
                                          const CostOptions& options,
                                          std::vector<Message>& messages) {
  std::optional<CostReport> report = Cost(program, options, messages);
  if (report) return report;
  std::vector<Message> of_copy;
  const std::optional<Program> copy = Program::Read(
      "", program.Write(), {.allow_unregistered_dialect = true}, of_copy);
  if (!copy) return std::nullopt;
  report = Cost(*copy, options, of_copy);
  if (report) messages = std::move(of_copy);
  return report;
}

}  // namespace

std::optional<Program> Session::Impl::ProgramToPrice(
    std::vector<Message>& messages) const {
  // Cost doesn't know the option conservative-propagation, but export uses the
  // rules that propagation made with it. So export has to run here.
  Program program = CopyOfWork(/*with_rules=*/options.conservative);
  if (options.conservative &&
      !program.Run("sdy-export-after-propagation", "",
                   WithoutDumps(options.run), messages)) {
    return std::nullopt;
  }
  return program;
}

void Session::Impl::Work::NoteChanges() {
  if (price == nullptr) return;
  for (const SlotWrite& write : engine->changed()) {
    const ValueId value = engine->slots().Value(write.slot);
    if (value) price->NoteChange(value);
  }
}

std::optional<SessionPrice> Session::Price(const PriceOptions& options,
                                           std::vector<Message>& messages) {
  Impl& s = *impl_;
  if (!s.work) {
    messages.push_back(WrongArgument("nothing has been propagated yet"));
    return std::nullopt;
  }
  if (!s.work->price &&
      !CanBePriced(s.work->program, "the program's cost", messages)) {
    return std::nullopt;
  }
  SessionPrice price;
  std::unique_ptr<ProgramPrice>& kept = s.work->price;
  if (!kept) {
    kept = std::make_unique<ProgramPrice>(s.work_module());
    WarnOfUnpricedRegions(s.work_module(), messages);
  }
  if (!s.options.conservative && kept->Update()) {
    const ProgramPrice::Totals totals = kept->totals();
    price.wire_bytes = totals.wire_bytes;
    price.collectives = totals.collectives;
    price.flops = totals.flops;
    price.arguments = totals.arguments;
    price.results = totals.results;
    if (options.topology.empty() && !options.peak) return price;
    std::optional<Topology> topology;
    if (!TopologyToPrice(options.topology, kept->mesh().mesh(),
                         s.work_module().names, topology, messages)) {
      return std::nullopt;
    }
    const CostReport report = Estimate({.m = s.work_module(),
                                        .symbols = kept->symbols(),
                                        .mesh = kept->mesh(),
                                        .program = kept->Local(),
                                        .topology = std::move(topology),
                                        .totals_only = true,
                                        .is_live = true,
                                        .memory = options.peak});
    price.time = report.time;
    price.temporaries = report.memory.temporaries;
    price.peak = report.memory.peak;
    return price;
  }
  std::vector<Message> of_cost;
  const std::optional<Program> program = s.ProgramToPrice(of_cost);
  std::optional<CostReport> report;
  if (program) {
    report = CostFromScratch(
        *program,
        {.topology = options.topology, .run = WithoutDumps(s.options.run)},
        of_cost);
  }
  for (Message& message : of_cost) {
    // Warnings are dropped, because the first price has already reported them.
    if (message.kind == MessageKind::kError) {
      messages.push_back(std::move(message));
    }
  }
  if (!report) return std::nullopt;
  price.wire_bytes = report->communication.wire_bytes;
  price.collectives =
      static_cast<int64_t>(report->communication.collectives.size());
  price.flops = report->work.flops;
  price.arguments = report->memory.arguments;
  price.results = report->memory.results;
  price.time = report->time;
  if (options.peak) {
    price.temporaries = report->memory.temporaries;
    price.peak = report->memory.peak;
  }
  price.from_scratch = true;
  return price;
}

}  // namespace shardflow
