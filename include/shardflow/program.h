#ifndef SHARDFLOW_PROGRAM_H_
#define SHARDFLOW_PROGRAM_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"
#include "shardflow/source_text.h"

// A tensor program: read it, run passes on it, look at it, write it.

namespace shardflow {

struct ReadOptions {
  // Accept ops of dialects that are not known, in generic form.
  bool allow_unregistered_dialect = false;
  // Check what the parser cannot (mesh names, ranks, axes, ...).
  bool verify = true;
  // The line number of the first line, for messages.
  int first_line = 1;
};

struct WriteOptions {
  bool debug_info = false;    // locations
  bool local_scope = false;   // no aliases
  bool generic_form = false;  // "dialect.op"(...) for every op
};

// Which version of the reference to agree with where its versions differ; see
// docs/differences.md.
enum class CompatMode { kShardy202608, kJaxlib012 };

// "shardy-2026-08" and "jaxlib-0.12". Nullopt: no such name.
SHARDFLOW_EXPORT std::optional<CompatMode> ParseCompatMode(
    std::string_view name);

class OpRegistry;  // shardflow/extend.h

struct RunOptions {
  CompatMode compat = CompatMode::kShardy202608;
  // What is said about ops of your own; null: nothing. It outlives the run.
  const OpRegistry* registry = nullptr;
  // Also sharding rules of ops for which the reference has none: all of chlo.
  bool extra_rules = false;
  // Remember the steps of propagation, and the rules of ops, that were
  // computed. Off for tests: the answer is the same.
  bool memoize = true;
  // Verify the program after the pass. An error then is a fault of shardflow.
  bool verify_after = false;
  // Where pipelines write the program between their parts, as numbered files:
  // 00.input_module.mlir, 01.before_propagation.mlir, ... (those that XLA's
  // dumps have, too). A pass without parts writes 01.after_FLAG.mlir, and what
  // runs next goes on counting. It is made if it isn't there. Empty: nowhere.
  std::string dump_directory = {};
  // Looked at now and then, between passes and while shardings propagate: when
  // it has become true, the run ends with the error "the run was stopped".
  // Null: nobody stops it. It outlives the run.
  const std::atomic<bool>* stop = nullptr;
};

// One pass that ran (a pipeline's passes come before the pipeline itself).
// The first is "read", and the second "verify" if the program was verified.
struct PassReport {
  std::string name;
  double seconds = 0;  // of CPU time of the thread
  int64_t ops = 0;     // in the program afterwards
  int64_t bytes = 0;   // that the program then holds
};

struct PropagationCounts {
  int64_t visits = 0;  // of ops
  // Steps through an op's tensors. Those that equal an earlier one are looked
  // up: as many are computed as the program has different ones, however often
  // its layers repeat.
  int64_t steps = 0;
  int64_t steps_computed = 0;
};

struct TensorInfo {
  // What the user calls it, as far as the program says: an argument by its
  // location, "params['layer0']['wq']", a result by its jax.result_info.
  std::string label;
  std::string type;      // "tensor<8x16xf32>"
  std::string sharding;  // "#sdy.sharding<@mesh, [...]>" or empty
};

struct FunctionInfo {
  std::string name;
  std::vector<TensorInfo> arguments;
  std::vector<TensorInfo> results;
};

class SHARDFLOW_EXPORT Program {
 public:
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();
  // A deep copy.
  Program Clone() const;

  // Reads StableHLO + sdy text. `name` is what messages call it. Nullopt after
  // an error, which is in `messages`; warnings are added there as well.
  static std::optional<Program> Read(std::string name, SourceText text,
                                     const ReadOptions& options,
                                     std::vector<Message>& messages);

  // The same from JSON (docs/json.md). A message begins with the JSON pointer
  // of what is wrong.
  static std::optional<Program> ReadJson(std::string name, std::string text,
                                         const ReadOptions& options,
                                         std::vector<Message>& messages);

  // Runs a pass or pipeline by its name; `options` as in "a=true b=3". False
  // after an error: the program is then unspecified, but safe to destroy.
  bool Run(std::string_view pass, std::string_view options,
           const RunOptions& run_options, std::vector<Message>& messages);

  // The program as text, byte for byte as MLIR prints it.
  std::string Write(const WriteOptions& options = {}) const;
  // The same in pieces of some 64 KiB, for files: the whole text (twice the
  // size of the program) never stands in memory. `sink` returns false when it
  // wants no more; so does this then.
  bool Write(const std::function<bool(std::string_view)>& sink,
             const WriteOptions& options = {}) const;

  // The program as JSON, in which nothing is lost: ReadJson gives the same
  // program. Of the options `debug_info` counts.
  std::string WriteJson(const WriteOptions& options = {}) const;
  bool WriteJson(const std::function<bool(std::string_view)>& sink,
                 const WriteOptions& options = {}) const;

  // The functions at the top level, in order.
  std::vector<FunctionInfo> Functions() const;

  // Sets, or takes away, the sharding of a value, or of result `i` of a
  // function; see ProgramBuilder (shardflow/builder.h) for what is checked and
  // for ops of several results. False after an error, which is in `messages`;
  // nothing is changed then. shardflow/views.h reads shardings.
  bool SetSharding(ValueRef value, const ShardingInfo& sharding,
                   std::vector<Message>& messages);
  bool ClearSharding(ValueRef value, std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // Operations in the program, the module itself not counted.
  int64_t OpCount() const;
  // Visits of ops by propagation in all runs so far.
  int64_t OpsVisited() const;
  // What propagation did in all runs so far.
  PropagationCounts Propagated() const;
  // What ran so far.
  std::vector<PassReport> Reports() const;

 private:
  friend struct ProgramAccess;
  struct Impl;
  explicit Program(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROGRAM_H_
