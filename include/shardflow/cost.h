#ifndef SHARDFLOW_COST_H_
#define SHARDFLOW_COST_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Estimates the cost of a program on a device, without compiling it: memory,
// communication, work and time.
//
//   shardflow::CostOptions options;
//   options.topology = "h100:2x8";
//   auto report = shardflow::Cost(program, options, messages);
//   if (report) std::cout << report->memory.peak << "\n";
//
// Bytes, flops and seconds are those of one device in one run of the main
// function. docs/cost.md says how they are computed and how accurate they are.

namespace shardflow {

// Which partitioner produces the program that a device runs.
enum class CostLowering {
  kXla,        // XLA's SPMD partitioner, as in jaxlib 0.12 (CPU)
  kShardflow,  // shardflow's own, as in `shardflow partition`
};

struct CostOptions {
  CostLowering lowering = CostLowering::kXla;
  // Propagate a copy of the program first: for kXla with the pipeline that JAX
  // runs (xla-propagation-pipeline), else with sdy-propagation-pipeline. If
  // false, the program's own shardings are used.
  bool propagate = false;
  // Use sdy-propagation-pipeline for kXla, too: Shardy without the steps that
  // JAX adds.
  bool plain_shardy = false;
  // The machine: a name ("h100", "h100:2x8", "v5e:4x4", "v5p:2x2x4") or the
  // text of a TOML file (docs/cost.md). If empty, no times are computed.
  std::string topology = {};
  // The number of values to list that are in memory at the peak, largest first.
  int largest = 10;
  // Whether to fill MemoryCost::curve, which has a point for each kernel.
  bool curve = false;
  RunOptions run = {};
};

// A place in the program.
struct CostPlace {
  std::string op;  // "stablehlo.dot_general", or "argument 3"
  // The user's name for it, "block0/attention/mul", if the program has one
  // (shardflow/names.h).
  std::string name;
  std::string type;  // the type of the whole tensor; may be empty
  std::string file;
  int line = 0;  // 0 if unknown
  int column = 0;
};

struct CostValue {
  CostPlace place;
  int64_t bytes = 0;
};

struct MemoryCost {
  int64_t arguments = 0;
  int64_t results = 0;  // plus a pointer for each if there are several
  int64_t aliased = 0;  // results in the memory of donated arguments
  int64_t temporaries = 0;
  int64_t peak = 0;  // arguments + results - aliased + temporaries
  CostPlace peak_at;
  std::vector<CostValue> largest;  // temporaries at the peak, largest first
  // Temporaries during each kernel of the main function, in the order of the
  // schedule. Only filled with CostOptions::curve.
  std::vector<CostValue> curve;
};

// A value, by its name in the text that the program was read from.
struct ValueInText {
  std::string function;  // "main"
  std::string name;      // "%5"; empty if unknown

  friend auto operator<=>(const ValueInText&, const ValueInText&) = default;
};

struct CollectiveCost {
  std::string kind;  // "all_gather", "all_reduce", "reduce_scatter", ...
  std::string axes;  // axes along which a group's members differ: {"data"}
  int64_t group = 1;
  // The links between the devices of a group: "node" if they are in one node,
  // else "network"; in a torus, the dimensions in which they differ, "dim 1" or
  // "dims 0, 1". Empty without a topology.
  std::string links = {};
  int64_t held = 0;        // bytes on a device before the collective
  int64_t after = 0;       // bytes on a device after the collective
  int64_t wire_bytes = 0;  // bytes that a device sends in one execution
  int64_t executions = 1;
  double seconds = 0;  // of one execution
  // Why it is there: "operand" (an op needs it sharded differently), "product"
  // (a matrix product), "partial sums", "result" (an op's result), "reshard" (a
  // reshard in the program), "program" (a collective in the program), "inside"
  // (an op of yours runs it inside, see OpRegistry::SetCommunication).
  std::string cause;
  // XLA finds no better way to reshard the tensor than to replicate it first.
  bool full_rematerialization = false;
  CostPlace place;  // the op that needs it
  // The user's name for the tensor that is moved: "params['wq']", or the label
  // of the op that computes it. May be empty.
  std::string value = {};
  // The tensor that is moved, and the first result of the op that needs it, if
  // the program was read with ReadOptions::keep_names.
  ValueInText moved = {};
  ValueInText needed_by = {};
};

// A subtotal of the communication or of the work, over all executions.
struct CostTotal {
  std::string name;
  int64_t count = 0;  // of collectives, or of kernels
  int64_t bytes = 0;  // sent, or read and written in memory
  int64_t flops = 0;
  double seconds = 0;
};

struct CommunicationCost {
  int64_t wire_bytes = 0;
  double seconds = 0;
  std::vector<CollectiveCost> collectives;  // in program order
  std::vector<CostTotal> by_kind;           // most bytes first
  std::vector<CostTotal> by_axes;
  std::vector<CostTotal> by_links;  // empty without a topology
  std::vector<CostTotal> by_scope;  // scopes of op names, up to two steps
};

struct WorkCost {
  // Counts matrix products, convolutions, and ops whose rules state their flops
  // (docs/rules.md).
  int64_t flops = 0;
  int64_t bytes = 0;  // memory that kernels read and write
  double seconds = 0;
  std::vector<CostTotal> by_kind;  // by op, most seconds (or bytes) first
};

struct TimeCost {
  double work = 0;
  double communication = 0;
  double sum = 0;  // work and communication one after the other
  double max = 0;  // work and communication fully overlapped
  // What limits the time: "communication" if it takes longer than the work;
  // otherwise "arithmetic" or "memory", whichever takes longer. Empty without a
  // topology.
  std::string bound;
};

struct CostReport {
  CostLowering lowering = CostLowering::kXla;
  std::string mesh;  // <["data"=4, "model"=2]>
  int64_t devices = 1;
  std::string topology;      // as given in the options
  double device_memory = 0;  // bytes; 0 without a topology
  MemoryCost memory;
  CommunicationCost communication;
  WorkCost work;
  TimeCost time;
  // Loops with an unknown trip count. Their bodies are counted once.
  std::vector<CostPlace> unknown_loops;
  // Whether the program seems not to have been propagated: arguments have
  // shardings, but most computed values have none.
  bool is_mostly_unsharded = false;
};

// Returns the cost of the program, which is left unchanged, or nullopt after an
// error, which is in `messages`.
SHARDFLOW_EXPORT std::optional<CostReport> Cost(const Program& program,
                                                const CostOptions& options,
                                                std::vector<Message>& messages);

// Whether the collective combines partial results of devices.
SHARDFLOW_EXPORT bool IsReduction(const CollectiveCost& collective);
// Returns "block0/mul at step.py:12 needs it in another sharding" or the like.
SHARDFLOW_EXPORT std::string CauseText(const CollectiveCost& collective);
// Returns the user's name for the op and its place: "block0/mul at step.py:12".
SHARDFLOW_EXPORT std::string OpText(const CostPlace& place);

// Returns a size as all reports print it: "512 KiB", "1.50 GiB", or "?" for a
// negative number, which stands for an unknown size.
SHARDFLOW_EXPORT std::string BytesText(int64_t bytes);
// Returns a time as all reports print it: "12.5 us", "1.250 ms".
SHARDFLOW_EXPORT std::string SecondsText(double seconds);

struct CostTextOptions {
  bool spec = false;   // the mesh's axes as JAX writes them, 'x' instead of "x"
  bool color = false;  // for a terminal
  // Drop the first steps of long names so that lines have at most this many
  // columns; 0 for no limit.
  size_t columns = 0;
};
// Returns the report as text for people, with a newline at the end.
SHARDFLOW_EXPORT std::string CostText(const CostReport& report,
                                      const CostTextOptions& options = {});
// Returns the report as JSON (schemas/cost-1.schema.json), with a newline at
// the end.
SHARDFLOW_EXPORT std::string CostJson(const CostReport& report);

}  // namespace shardflow

#endif  // SHARDFLOW_COST_H_
