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
// All bytes, flops (floating-point operations) and seconds are for one device
// and one run of the main function. docs/cost.md says how they are computed and
// how accurate they are.

namespace shardflow {

// Which partitioner makes the program that a device runs.
enum class CostLowering {
  kXla,        // XLA's SPMD partitioner, as in jaxlib 0.12 (CPU)
  kShardflow,  // shardflow's own partitioner, as in `shardflow partition`
};

struct CostOptions {
  CostLowering lowering = CostLowering::kXla;
  // Propagate a copy of the program first. For kXla this runs the pipeline that
  // JAX runs (xla-propagation-pipeline), otherwise sdy-propagation-pipeline. If
  // false, the program's own shardings are used.
  bool propagate = false;
  // Propagate with sdy-propagation-pipeline even for kXla. This is Shardy
  // without the steps that JAX adds.
  bool plain_shardy = false;
  // The machine: a name, such as "h100", "h100:2x8", "v5e:4x4" or "v5p:2x2x4",
  // or the text of a TOML file (docs/cost.md). If empty, no times are computed.
  std::string topology = {};
  // The maximum number of values in MemoryCost::largest.
  int largest = 10;
  // Whether to fill in MemoryCost::curve, which has a point for each kernel.
  bool curve = false;
  RunOptions run = {};
};

// An op or an argument of the program, as reports show it.
struct CostPlace {
  std::string op;  // e.g. "stablehlo.dot_general" or "argument 3"
  // The user's name for the op or argument (see shardflow/names.h), e.g.
  // "block0/attention/mul"; empty if the program doesn't contain one.
  std::string name;
  std::string type;  // the type of the whole tensor; may be empty
  std::string file;
  int line = 0;    // from 1; 0 if unknown
  int column = 0;  // from 1; 0 if unknown
};

// The size of a value, or of all temporaries at some point.
struct CostValue {
  CostPlace place;
  int64_t bytes = 0;
};

// The memory of a device, in bytes.
struct MemoryCost {
  int64_t arguments = 0;
  int64_t results = 0;  // with a pointer to each result if there are several
  int64_t aliased = 0;  // results that reuse the memory of donated arguments
  int64_t temporaries = 0;  // bytes of temporaries at the peak
  int64_t peak = 0;         // arguments + results - aliased + temporaries
  CostPlace peak_at;        // the op that runs at the peak
  std::vector<CostValue> largest;  // temporaries at the peak, largest first
  // The size of the temporaries during each kernel of the main function, in the
  // order in which the kernels run. Empty unless CostOptions::curve is set.
  std::vector<CostValue> curve;
};

// Identifies a value by its name in the text from which the program was read.
struct ValueInText {
  std::string function;  // "main"
  std::string name;      // "%5"; empty if the value is unknown

  friend auto operator<=>(const ValueInText&, const ValueInText&) = default;
};

// A collective that the program runs.
struct CollectiveCost {
  std::string kind;  // "all_gather", "all_reduce", "reduce_scatter", ...
  // The axes along which a group's devices differ, e.g. {"data"}.
  std::string axes;
  int64_t group = 1;  // number of devices in a group
  // The links that connect the devices of a group: "node" if they are all in
  // one node, otherwise "network". In a torus, these are the dimensions in
  // which the devices differ, such as "dim 1" or "dims 0, 1"; if the topology
  // gives a bandwidth for each axis, these are the axes, such as "axis data".
  // Empty without a topology.
  std::string links = {};
  int64_t held = 0;        // bytes on a device before the collective
  int64_t after = 0;       // bytes on a device after the collective
  int64_t wire_bytes = 0;  // bytes that a device sends in one execution
  int64_t executions = 1;  // number of times it runs; may exceed 1 in a loop
  double seconds = 0;      // time of one execution; 0 without a topology
  // Why the collective is there:
  // - "operand": an op needs an operand in another sharding;
  // - "product": a matrix product needs it;
  // - "partial sums": it adds up partial sums;
  // - "result": an op's result gets another sharding;
  // - "reshard": the program has a reshard there;
  // - "program": the program contains this collective itself;
  // - "inside": one of your ops runs it internally (see
  //   OpRegistry::SetCommunication).
  std::string cause;
  // Whether XLA finds no better way to reshard the tensor than to replicate it
  // first.
  bool full_rematerialization = false;
  CostPlace place;  // the op that needs the collective
  // The user's name for the tensor that the collective moves, such as
  // "params['wq']", or the label of the op that computes it. May be empty.
  std::string value = {};
  // The tensor that the collective moves. Empty unless the program was read
  // with ReadOptions::keep_names.
  ValueInText moved = {};
  // The tensors that `moved` is a part or a copy of. They are found by
  // following it back through slices, reshapes and the like, and through loops
  // to their initial values. Tensors without a name aren't listed. Empty unless
  // the program was read with ReadOptions::keep_names.
  std::vector<ValueInText> origins = {};
  // The first result of the op that needs the collective. Empty unless the
  // program was read with ReadOptions::keep_names.
  ValueInText needed_by = {};
};

// A subtotal of the communication or of the work, counting every execution.
struct CostTotal {
  std::string name;
  int64_t count = 0;   // number of collectives or kernels
  int64_t bytes = 0;   // bytes sent, or bytes of memory read and written
  int64_t flops = 0;   // floating-point operations of kernels
  double seconds = 0;  // 0 without a topology
};

// The bytes that a device sends in one run of the program, and the time this
// takes.
struct CommunicationCost {
  int64_t wire_bytes = 0;                   // bytes sent in all collectives
  double seconds = 0;                       // 0 without a topology
  std::vector<CollectiveCost> collectives;  // the collectives, in program order
  std::vector<CostTotal> by_kind;           // most bytes first
  std::vector<CostTotal> by_axes;
  std::vector<CostTotal> by_links;  // empty without a topology
  std::vector<CostTotal> by_scope;  // scopes of op names, up to two steps
};

// The work of a device in one run of the program.
struct WorkCost {
  // The floating-point operations of matrix products, of convolutions, and of
  // ops whose rules state their flops (docs/rules.md).
  int64_t flops = 0;
  int64_t bytes = 0;   // bytes of memory that kernels read and write
  double seconds = 0;  // 0 without a topology
  std::vector<CostTotal> by_kind;  // by kind of op; most seconds or bytes first
};

// The time of one run of the program, in seconds; 0 without a topology.
struct TimeCost {
  double work = 0;
  double communication = 0;
  double sum = 0;  // work and communication one after the other
  double max = 0;  // work and communication fully overlapped
  // The bottleneck: "communication" if it takes longer than the work, otherwise
  // "arithmetic" or "memory". Empty without a topology.
  std::string bound;
};

struct CostReport {
  CostLowering lowering = CostLowering::kXla;  // as given in the options
  std::string mesh;                            // <["data"=4, "model"=2]>
  int64_t devices = 1;
  std::string topology;  // as given in the options
  // The memory of a device in bytes; 0 without a topology.
  double device_memory = 0;
  MemoryCost memory;
  CommunicationCost communication;
  WorkCost work;
  TimeCost time;
  // Loops with unknown trip counts. The cost of their bodies is counted once.
  std::vector<CostPlace> unknown_loops;
  // Whether the given program looks as if it hasn't been propagated: some
  // arguments have shardings, but most computed values have none.
  bool is_mostly_unsharded = false;
};

// Returns the cost of the program, which stays unchanged. On error, returns
// nullopt and adds the error to `messages`.
SHARDFLOW_EXPORT std::optional<CostReport> Cost(const Program& program,
                                                const CostOptions& options,
                                                std::vector<Message>& messages);
// Like the overload above, but takes over the program instead of copying it,
// which saves time and memory.
SHARDFLOW_EXPORT std::optional<CostReport> Cost(Program&& program,
                                                const CostOptions& options,
                                                std::vector<Message>& messages);

// Whether the collective combines the partial results that an op computes.
// Returns false for a collective or a reshard that the given program already
// contains.
SHARDFLOW_EXPORT bool IsReduction(const CollectiveCost& collective);
// Returns the cause of a collective as human-readable text, such as "block0/mul
// at step.py:12 needs it in another sharding".
SHARDFLOW_EXPORT std::string CauseText(const CollectiveCost& collective);
// Returns a human-readable description of an op, with its place if known, e.g.
// "block0/mul at step.py:12". If the op has no user name, the text begins with
// CostPlace::op.
SHARDFLOW_EXPORT std::string OpText(const CostPlace& place);

// Formats a size for reports, e.g. "512 KiB" or "1.50 GiB". A negative number,
// which stands for an unknown size, becomes "?".
SHARDFLOW_EXPORT std::string BytesText(int64_t bytes);
// Formats a time for reports, e.g. "12.5 us" or "1.250 ms".
SHARDFLOW_EXPORT std::string SecondsText(double seconds);

struct CostTextOptions {
  bool spec = false;   // write axes in JAX's notation: 'x' instead of "x"
  bool color = false;  // add escape sequences for colors in a terminal
  // The maximum width of a line in columns; 0 for no limit. To fit, long names
  // lose their first steps.
  size_t columns = 0;
};
// Returns the report as human-readable text, with a newline at the end.
SHARDFLOW_EXPORT std::string CostText(const CostReport& report,
                                      const CostTextOptions& options = {});
// Returns the report as JSON (schemas/cost-1.schema.json), with a newline at
// the end.
SHARDFLOW_EXPORT std::string CostJson(const CostReport& report);

}  // namespace shardflow

#endif  // SHARDFLOW_COST_H_
