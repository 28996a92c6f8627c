// Tests the partitioner and the costs. A valid program must be partitioned, or
// rejected with a reason. The per-device program must be valid, and must read
// back as the same program. Costs must be computed, or there must be an error
// that says why not.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.h"
#include "shardflow/cost.h"
#include "shardflow/passes.h"
#include "shardflow/program.h"

namespace shardflow::internal::fuzz {
namespace {

bool HasError(const std::vector<Message>& messages) {
  for (const Message& message : messages) {
    if (message.kind == MessageKind::kError) return true;
  }
  return false;
}

std::optional<Program> Read(std::string_view text,
                            std::vector<Message>& messages) {
  return Program::Read("input", SourceText(std::string(text)), {}, messages);
}

void CheckCost(const Program& program, CostLowering lowering,
               std::string_view input) {
  std::vector<Message> messages;
  CostOptions options;
  options.propagate = true;
  options.lowering = lowering;
  const std::optional<CostReport> report =
      shardflow::Cost(program, options, messages);
  if (!report && !HasError(messages)) Fault("no cost and no error", input);
  if (report && CostJson(*report).empty()) Fault("no text of a cost", input);
}

void CheckPartition(Program program, std::string_view input) {
  std::vector<Message> messages;
  PartitionOptions options;
  // The length of the input selects options. The fuzzer varies the length, so
  // it tries each of them.
  options.no_halo = input.size() % 4 == 1;
  options.always_gather = input.size() % 4 == 2;
  if (input.size() % 8 == 3) options.combine_bytes = 64;
  options.combine_gathers = input.size() % 3 == 0;
  if (!shardflow::Partition(program, options, messages)) {
    if (!HasError(messages)) Fault("not partitioned without an error", input);
    return;
  }
  const std::string local = program.Write();
  if (!program.Verify(messages)) {
    Fault("the partitioned program is not valid", input, local);
  }
  const std::optional<Program> again = Read(local, messages);
  if (!again) {
    Fault("the partitioned program does not read back", local,
          messages.back().text);
  }
  if (again->Write() != local) Fault("the text changes", local);
}

}  // namespace

void FuzzPartition(std::string_view input) {
  std::vector<Message> messages;
  std::optional<Program> program = Read(input, messages);
  if (!program) return;
  CheckCost(
      *program,
      input.size() % 2 == 0 ? CostLowering::kXla : CostLowering::kShardflow,
      input);
  CheckPartition(*std::move(program), input);
}

}  // namespace shardflow::internal::fuzz
