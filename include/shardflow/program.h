#ifndef SHARDFLOW_PROGRAM_H_
#define SHARDFLOW_PROGRAM_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"

// A tensor program, with functions to read it, run passes on it, inspect it and
// write it.

namespace shardflow {

namespace internal {
struct ProgramAccess;
struct SourceTextAccess;
}  // namespace internal

// The text of a program to read, either in memory or in a memory-mapped file.
//
//   Program::Read("step.mlir", "module {}", options, messages);
//   Program::Read("step.mlir", SourceText::Map(descriptor), options, messages);
class SHARDFLOW_EXPORT SourceText {
 public:
  SourceText() = default;
  // Implicit, because callers usually have a string.
  SourceText(std::string text) : text_(std::move(text)) {}
  SourceText(const char* text) : text_(text) {}

  // Maps a file into memory, so that its contents needn't be copied. The memory
  // is released once the text has been parsed. The descriptor may be closed
  // after the call. The file must not shrink while a program that was read from
  // it exists; to replace it, rename another file over it. Returns an empty
  // text if the file should be read instead, because it is small, isn't a
  // regular file, fills its last page, or can't be mapped.
  static SourceText Map(int descriptor);

  std::string_view view() const;
  operator std::string_view() const { return view(); }
  bool empty() const { return view().empty(); }

 private:
  friend struct internal::SourceTextAccess;
  struct Mapping;
  std::string text_;
  std::shared_ptr<Mapping> mapping_;  // if set, used instead of text_
};

struct ReadOptions {
  // Accept ops of unknown dialects, in generic form.
  bool allow_unregistered_dialect = false;
  // Check what the parser doesn't: mesh names, ranks, axes and more.
  bool verify = true;
  // The line number of the text's first line, for use in messages.
  int first_line = 1;
  // Remember the name of each value in the text, such as "%5". Explain,
  // MakeGraph and ProgramView::FindNamed then use these names instead of those
  // that Write prints. This takes about 24 bytes per value.
  bool keep_names = false;
};

struct WriteOptions {
  bool debug_info = false;    // print locations
  bool local_scope = false;   // print attributes in full, without aliases
  bool generic_form = false;  // print every op as "dialect.op"(...)
  // Print JSON (docs/json.md). local_scope and generic_form are then ignored.
  bool json = false;
};

// Which version of Shardy to follow where versions differ
// (docs/differences.md).
enum class CompatMode { kShardy202608, kJaxlib012 };

// Parses "shardy-2026-08" or "jaxlib-0.12". Returns nullopt for any other name.
SHARDFLOW_EXPORT std::optional<CompatMode> ParseCompatMode(
    std::string_view name);

class OpRegistry;  // shardflow/extend.h

class Program;

// A callback that chooses a sharding for each value that propagation left
// without one. It runs in the middle of a pipeline: propagated shardings have
// been set, and the ops that stand for data-flow edges have not been removed
// yet. On error, it returns false, and may add the error to `messages`; the run
// then fails.
using AutoPartitioner =
    std::function<bool(Program& program, std::vector<Message>& messages)>;

// How far a run has got.
struct RunProgress {
  // The running pass. Valid only during the callback.
  std::string_view pass = {};
  int64_t passes_done = 0;  // passes of this run that have ended
  // The fraction of the pass that is done, from 0 to 1, or -1 if unknown. It is
  // known only for propagation, where it restarts from 0 for each user
  // priority.
  double done = -1;
  int64_t bytes = 0;   // memory used by the program
  double seconds = 0;  // time since the run began
};
using ProgressFunction = std::function<void(const RunProgress& progress)>;

struct RunOptions {
  CompatMode compat = CompatMode::kShardy202608;
  // The rules for your own ops, or null. The registry must outlive the run.
  const OpRegistry* registry = nullptr;
  // Also use sharding rules for chlo ops, which have none in Shardy.
  bool extra_rules = false;
  // Also propagate through tensors with dimensions of unknown size ("?", or a
  // bound), which Shardy rejects; docs/rules.md lists the ops for which this
  // works. All runs on a program must use the same value. Ignored if `jax` is
  // set.
  bool dynamic_shapes = false;
  // Predict what JAX (jaxlib 0.12, on CPU) does with the program.
  // Session::FromProgram, and all pipelines that propagate, then begin with the
  // steps that XLA takes before Shardy (docs/jax.md). This includes pipelines
  // that Program::Run runs by name. If the program has only GSPMD shardings,
  // these are imported. `compat` and `extra_rules` are ignored: kJaxlib012 and
  // the extra rules are used.
  bool jax = false;
  // Reuse rules and propagation steps that were computed before. This never
  // changes the result; false is for tests that check just that.
  bool memoize = true;
  // Measure the CPU time of each pass (PassReport::seconds). This takes two
  // system calls per pass. For a program of a few ops, they take most of a
  // run's time.
  bool time_passes = false;
  // Verify the program after the pass, as Program::Verify does. Errors found
  // have the code kInternal, except in sessions.
  bool verify_after = false;
  // The folder in which to dump the program between the parts of a pipeline; if
  // empty, nothing is written. The files are named as in XLA:
  // 00.input_module.mlir, 01.before_propagation.mlir, ... For a single pass,
  // they are the input and NN.after_FLAG.mlir, where FLAG is the name of the
  // pass. The folder is created if necessary.
  std::string dump_directory = {};
  // Whether pass options may name files and folders. If false, an option that
  // is a path (PassOption::is_path) is an error. Set this to false if the
  // options come from someone who must not write files on this machine.
  bool allow_path_options = true;
  // The auto-partitioner; may be empty. If it is set, sdy-propagation-pipeline
  // calls it after propagation and before reshards are inserted at calls.
  // (Shardy has a registry of auto-partitioners and an option instead.)
  AutoPartitioner auto_partitioner = {};
  // A flag that any thread may set to true to end the run, which then soon
  // fails with the error kStopped. The flag must outlive the run. May be null.
  const std::atomic<bool>* stop = nullptr;
  // Called on the thread of the run, between passes and in the middle of long
  // ones: propagation, inlining, and passes that insert or lower reshards. At
  // least `progress_milliseconds` elapse before each call, including the first.
  // May be empty.
  ProgressFunction progress = {};
  int64_t progress_milliseconds = 100;
  // The maximum memory of the program in bytes (PassReport::bytes); 0 for no
  // limit. A run that exceeds it ends with the error kLimitExceeded. The
  // program may exceed it for a moment, because the limit is only checked where
  // `progress` could be called. The running pass's own tables, which are
  // proportional to the program, aren't counted (docs/embedding.md).
  int64_t memory_limit = 0;
};

// The time and memory that a pass took. The reports of a pipeline's passes come
// before the report of the pipeline itself. Reading a program counts as a pass
// named "read", and verifying it as one named "verify".
struct PassReport {
  std::string name;
  double seconds = 0;  // CPU time of the thread; 0 without `time_passes`
  int64_t ops = 0;     // number of ops in the program after the pass
  int64_t bytes = 0;   // memory of the program after the pass
};

// Counts of the work that propagation did.
struct PropagationCounts {
  int64_t visits = 0;  // how often an op was visited
  // The number of propagation steps (docs/glossary.md).
  int64_t steps = 0;
  // The number of steps that were computed. Equal steps are computed only once,
  // however often a program's layers repeat.
  int64_t steps_computed = 0;
};

// An argument or a result of a function.
struct TensorInfo {
  // The user's name, or empty if the program doesn't contain one. For an
  // argument, this is the name in its location, such as
  // "params['layer0']['wq']"; for a result, the value of its attribute
  // jax.result_info.
  std::string label;
  std::string type;      // "tensor<8x16xf32>"
  std::string sharding;  // "#sdy.sharding<@mesh, [...]>"; may be empty
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
  // Returns a deep copy.
  Program Clone() const;

  // Reads StableHLO and sdy text, JSON (docs/json.md) or a portable artifact
  // (docs/artifacts.md); the first bytes determine which. Messages refer to the
  // text as `name`. Errors in JSON begin with a JSON pointer to the invalid
  // value. Returns nullopt on error. Warnings are also added to `messages`.
  static std::optional<Program> Read(std::string name, SourceText text,
                                     const ReadOptions& options,
                                     std::vector<Message>& messages);

  // Runs a pass or pipeline, given its name. (shardflow/passes.h has functions
  // for the usual ones.) `options` is a string such as "a=true b=3". Returns
  // false on error. An unknown pass or option leaves the program unchanged. If
  // the pass itself fails, the program is lost: from then on, ok() is false,
  // other calls fail with a message, and queries return nothing.
  bool Run(std::string_view pass, std::string_view options,
           const RunOptions& run_options, std::vector<Message>& messages);

  // Whether the program is usable: no pass has failed on it, and it hasn't been
  // moved from.
  bool ok() const;

  // Checks whether the program is valid, as Read does. If not, returns false
  // and adds the errors to `messages`; the program is unchanged. (A pass may
  // produce an invalid program where Shardy's pass produces the same one.)
  bool Verify(std::vector<Message>& messages);

  // Returns the program as text, byte for byte as MLIR prints it, or as JSON.
  // Read turns both back into the same program. Returns "" if ok() is false.
  std::string Write(const WriteOptions& options = {}) const;
  // Like the function above, but passes the text to `sink` in pieces of about
  // 64 KiB, so that it is never in memory as a whole. If `sink` returns false,
  // writing stops. Returns false in this case, and if ok() is false.
  bool Write(const std::function<bool(std::string_view)>& sink,
             const WriteOptions& options = {}) const;

  // Returns the program as a portable artifact of StableHLO
  // (docs/artifacts.md), which readers of `version` (such as "1.18.0") and
  // later can read. If `version` is empty, the latest known version is used.
  // Returns nullopt on error, for example if that version can't express
  // something in the program.
  std::optional<std::string> WriteArtifact(
      std::string_view version, std::vector<Message>& messages) const;

  // Returns the top-level functions, in program order.
  std::vector<FunctionInfo> Functions() const;

  // Set the sharding of a value, or of result `i` of a function; nullopt
  // removes it. See ProgramBuilder (shardflow/builder.h) for the checks made,
  // and for how an op's other results change. On error, these return false and
  // change nothing. (To read shardings, use ProgramView in shardflow/views.h.)
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding,
                   std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // Returns the number of operations in the program, not counting the module
  // itself.
  int64_t OpCount() const;
  // Whether the program contains the source locations of its ops, or the names
  // of its arguments (in their locations). JAX's `as_text(debug_info=True)`
  // writes both.
  bool HasDebugInfo() const;
  // Returns the counts of all propagations so far, added up.
  PropagationCounts Propagated() const;
  // Returns a report for each pass that has run so far, in order.
  std::vector<PassReport> Reports() const;

 private:
  friend struct internal::ProgramAccess;
  struct Impl;
  explicit Program(std::unique_ptr<Impl> impl);
  // For a moved-from program, returns the Impl of a program on which a pass has
  // failed.
  Impl& impl() const;
  mutable std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROGRAM_H_
