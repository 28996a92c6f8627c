#ifndef SHARDFLOW_COST_H_
#define SHARDFLOW_COST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// What a program costs on a device, before anything is compiled: memory,
// communication, work and time.
//
//   shardflow::CostOptions options;
//   options.topology = "h100:2x8";
//   auto report = shardflow::Cost(program, options, messages);
//   if (report) std::cout << report->memory.peak << "\n";
//
// Bytes, flops and seconds are those of one device in one run of the main
// function. docs/cost.md says how they are computed and how far off they are.

namespace shardflow {

// Who lowers the program to what a device runs.
enum class CostLowering {
  kXla,        // XLA's SPMD partitioner, as in jaxlib 0.12 (CPU)
  kShardflow,  // shardflow partition
};

struct CostOptions {
  CostLowering lowering = CostLowering::kXla;
  // Propagate a copy of the program first: for kXla as JAX does
  // (xla-propagation-pipeline), else by sdy-propagation-pipeline. Without, the
  // program's shardings are taken as they are.
  bool propagate = false;
  // The machine: a name ("h100", "h100:2x8", "v5e:4x4", "v5p:2x2x4") or the
  // text of a TOML file (docs/cost.md). Empty: no times are computed.
  std::string topology = {};
  // How many of the values that are alive at the peak to list, largest first.
  int largest = 10;
  // Also the curve of the memory, a point for each kernel.
  bool curve = false;
  RunOptions run = {};
};

// Where in the program something is.
struct CostPlace {
  std::string op;  // "stablehlo.dot_general"; of an argument: "argument 3"
  // The user's name for it, "block0/attention/mul", as far as the program has
  // one (shardflow/names.h).
  std::string name;
  std::string type;  // of the whole tensor, or empty
  std::string file;
  int line = 0;  // 0: unknown
  int column = 0;
};

struct CostValue {
  CostPlace place;
  int64_t bytes = 0;
};

struct MemoryCost {
  int64_t arguments = 0;
  int64_t results = 0;  // and a pointer for each if there are several
  int64_t aliased = 0;  // results that reuse the memory of donated arguments
  int64_t temporaries = 0;
  int64_t peak = 0;  // arguments + results - aliased + temporaries
  CostPlace peak_at;
  std::vector<CostValue> largest;  // temporaries at the peak, largest first
  // Temporaries while each kernel of the main function runs, in the order of
  // the schedule; only if asked for.
  std::vector<CostValue> curve;
};

struct CollectiveCost {
  std::string kind;  // "all_gather", "all_reduce", "reduce_scatter", ...
  std::string axes;  // along which the members of a group differ: {"data"}
  int64_t group = 1;
  int64_t held = 0;        // bytes on a device before
  int64_t after = 0;       // and after
  int64_t wire_bytes = 0;  // that a device sends, in one execution
  int64_t executions = 1;
  double seconds = 0;  // of one execution
  // "operand": an op needs it in another sharding; "partial sums"; "result";
  // "reshard": the program asks for it; "product"; "program": a collective of
  // the program.
  std::string cause;
  // XLA knows no better way than to replicate the tensor.
  bool full_rematerialization = false;
  CostPlace place;  // the op that asks for it
  // The user's name for the tensor that is moved: "params['wq']", or the label
  // of the op that makes it; may be empty.
  std::string value = {};
};

// A part of the communication or of the work. Executions count.
struct CostTotal {
  std::string name;
  int64_t count = 0;  // of collectives, or of kernels
  int64_t bytes = 0;  // on the wire, or of memory
  int64_t flops = 0;
  double seconds = 0;
};

struct CommunicationCost {
  int64_t wire_bytes = 0;
  double seconds = 0;
  std::vector<CollectiveCost> collectives;  // in the order of the program
  std::vector<CostTotal> by_kind;           // most bytes first
  std::vector<CostTotal> by_axes;
  std::vector<CostTotal> by_scope;  // names in locations, up to two steps
};

struct WorkCost {
  // Of products and convolutions, and of ops whose rules say so (docs/rules.md).
  int64_t flops = 0;
  int64_t bytes = 0;  // of memory that kernels read and write
  double seconds = 0;
  std::vector<CostTotal> by_kind;  // by op, most seconds (or bytes) first
};

struct TimeCost {
  double work = 0;
  double communication = 0;
  double sum = 0;  // nothing overlaps
  double max = 0;  // the longer of the two hides the other one
  // "communication" if that takes longer than work; else "arithmetic" or
  // "memory", whichever takes longer in work; empty without a topology.
  std::string bound;
};

struct CostReport {
  CostLowering lowering = CostLowering::kXla;
  std::string mesh;  // <["data"=4, "model"=2]>
  int64_t devices = 1;
  std::string topology;      // as it was asked for
  double device_memory = 0;  // bytes; 0 without a topology
  MemoryCost memory;
  CommunicationCost communication;
  WorkCost work;
  TimeCost time;
  // Loops whose trip count isn't known: their bodies are counted once.
  std::vector<CostPlace> unknown_loops;
  // Arguments of the program as it was given have shardings, but most of what
  // it computes has none: it wasn't propagated.
  bool is_mostly_unsharded = false;
};

// Nullopt after an error, which is in `messages`; the program isn't changed.
SHARDFLOW_EXPORT std::optional<CostReport> Cost(const Program& program,
                                                const CostOptions& options,
                                                std::vector<Message>& messages);

// Whether it adds up partial results of devices.
SHARDFLOW_EXPORT bool IsReduction(const CollectiveCost& collective);
// "block0/mul at step.py:12 needs it in another sharding"
SHARDFLOW_EXPORT std::string CauseText(const CollectiveCost& collective);
// "block0/mul at step.py:12": the user's name for the op, and its place.
SHARDFLOW_EXPORT std::string OpText(const CostPlace& place);

// For people; ends in a newline.
SHARDFLOW_EXPORT std::string CostText(const CostReport& report);
// schemas/cost-1.schema.json; ends in a newline.
SHARDFLOW_EXPORT std::string CostJson(const CostReport& report);

}  // namespace shardflow

#endif  // SHARDFLOW_COST_H_
