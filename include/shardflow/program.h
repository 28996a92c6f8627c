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

// A tensor program: read it, run passes on it, look at it, write it.

namespace shardflow {

namespace internal {
struct ProgramAccess;
struct SourceTextAccess;
}  // namespace internal

// The text of a program to read, in memory or in a mapped file.
//
//   Program::Read("step.mlir", "module {}", options, messages);
//   Program::Read("step.mlir", SourceText::Map(descriptor), options, messages);
class SHARDFLOW_EXPORT SourceText {
 public:
  SourceText() = default;
  // Implicit, because texts are usually strings.
  SourceText(std::string text) : text_(std::move(text)) {}
  SourceText(const char* text) : text_(text) {}

  // Maps a large regular file: its contents aren't copied, and their memory is
  // released once they have been parsed. The descriptor may be closed
  // afterwards. The file must not shrink while a program read from it exists
  // (replace it by renaming another over it). Returns an empty text for small
  // and non-regular files, which should be read instead.
  static SourceText Map(int descriptor);

  std::string_view view() const;
  operator std::string_view() const { return view(); }
  bool empty() const { return view().empty(); }

 private:
  friend struct internal::SourceTextAccess;
  struct Mapping;
  std::string text_;
  std::shared_ptr<Mapping> mapping_;  // used instead of text_
};

struct ReadOptions {
  // Accept ops of unknown dialects, in generic form.
  bool allow_unregistered_dialect = false;
  // Check what the parser does not: mesh names, ranks, axes, ...
  bool verify = true;
  // The number of the text's first line, for messages.
  int first_line = 1;
  // Remember the name of each value in the text ("%5"), for Explain and
  // MakeGraph. This takes about 24 bytes per value. Without it, they use the
  // names that Write prints.
  bool keep_names = false;
};

struct WriteOptions {
  bool debug_info = false;    // print locations
  bool local_scope = false;   // print no aliases
  bool generic_form = false;  // print every op as "dialect.op"(...)
  bool json = false;          // print JSON; local_scope and generic_form have
                              // no meaning then
};

// The version of Shardy whose behaviour to follow where versions differ; see
// docs/differences.md.
enum class CompatMode { kShardy202608, kJaxlib012 };

// Parses "shardy-2026-08" or "jaxlib-0.12".
SHARDFLOW_EXPORT std::optional<CompatMode> ParseCompatMode(
    std::string_view name);

class OpRegistry;  // shardflow/extend.h

class Program;

// Chooses shardings for values that propagation left without one. It is called
// between two parts of the pipeline: values have their propagated shardings,
// and data-flow edges are still ops. It returns false after an error, which it
// may add to `messages`; the run then fails.
using AutoPartitioner =
    std::function<bool(Program& program, std::vector<Message>& messages)>;

// How far a run is.
struct RunProgress {
  // The pass that runs, valid while the callback does.
  std::string_view pass = {};
  int64_t passes_done = 0;  // passes of this run that have ended
  // The share of the pass that is done, from 0 to 1; -1 if it isn't known. It
  // is known for propagation (of one user priority; there is a new count for
  // the next).
  double done = -1;
  int64_t bytes = 0;   // memory that the program takes
  double seconds = 0;  // since the run began
};
using ProgressFunction = std::function<void(const RunProgress& progress)>;

struct RunOptions {
  CompatMode compat = CompatMode::kShardy202608;
  // Rules for your own ops, or null. The registry must outlive the run.
  const OpRegistry* registry = nullptr;
  // Also use sharding rules for ops for which Shardy has none: all of chlo.
  bool extra_rules = false;
  // Also propagate through tensors with dimensions of unknown size ("?", or a
  // bound), which Shardy refuses: docs/rules.md says through which ops. Pass
  // the same value to all runs of a program. Ignored if `jax` is set.
  bool dynamic_shapes = false;
  // Predict what JAX (jaxlib 0.12, on CPU) does with the program. Propagation
  // then starts with the steps that XLA takes before Shardy (docs/jax.md) and
  // uses kJaxlib012 and the extra rules, regardless of `compat` and
  // `extra_rules`. If the only shardings are GSPMD's, they are imported.
  // Pipelines that propagate do the same when they are run by name, and
  // sessions do when they are created.
  bool jax = false;
  // Reuse rules and propagation steps that were computed before. The result is
  // the same without this; false is for tests of that.
  bool memoize = true;
  // Verify the program after the pass, as Program::Verify does. Verification
  // errors have the code kInternal, except in sessions.
  bool verify_after = false;
  // The folder to which to write the program between the parts of a pipeline,
  // with the names that XLA uses: 00.input_module.mlir,
  // 01.before_propagation.mlir, ... A single pass writes NN.after_FLAG.mlir.
  // The folder is created if necessary. If empty, nothing is written.
  std::string dump_directory = {};
  // Whether options of passes may name files and folders. Set it to false if
  // the options come from someone who must not write files on this machine: an
  // option that is a path (PassOption::is_path) is then an error.
  bool allow_path_options = true;
  // The auto-partitioner, which Shardy has in a registry and enables with
  // `enable-auto-partitioning`. sdy-propagation-pipeline calls it after
  // propagation, before it inserts reshards at calls. May be empty.
  AutoPartitioner auto_partitioner = {};
  // Set it to true from any thread to end the run soon, with the error
  // kStopped. It must outlive the run.
  const std::atomic<bool>* stop = nullptr;
  // Called by the thread of the run, at most once in `progress_milliseconds`
  // and not before they have passed. It is called between passes and, if they
  // take long, in the middle of propagation, inlining and what inserts or
  // lowers reshards. May be empty.
  ProgressFunction progress = {};
  int64_t progress_milliseconds = 100;
  // The most bytes of memory that the program may take (PassReport::bytes); 0
  // for no limit. A run that exceeds it ends with the error kLimitExceeded. The
  // program is measured where `progress` could be called, so it may be larger
  // for a moment, and the tables of a running pass, which are proportional to
  // it, come on top (docs/embedding.md).
  int64_t memory_limit = 0;
};

// A pass that has run. The passes of a pipeline come before the pipeline. The
// first report is "read"; the second is "verify" if the program was verified.
struct PassReport {
  std::string name;
  double seconds = 0;  // CPU time of the thread
  int64_t ops = 0;     // number of ops in the program afterwards
  int64_t bytes = 0;   // memory that the program takes afterwards
};

struct PropagationCounts {
  int64_t visits = 0;  // visits of ops
  // Steps through an op's tensors, and how many of them were computed. Equal
  // steps are computed once, however often a program's layers repeat.
  int64_t steps = 0;
  int64_t steps_computed = 0;
};

struct TensorInfo {
  // The user's name for it, if the program has one: for an argument the name in
  // its location, "params['layer0']['wq']", for a result its jax.result_info.
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

  // Reads StableHLO and sdy text, a program as JSON (docs/json.md) or a
  // portable artifact (docs/artifacts.md), recognized by the first bytes.
  // Messages call it `name`; those about JSON begin with the JSON pointer to
  // what is wrong. Returns nullopt after an error. Warnings are messages, too.
  static std::optional<Program> Read(std::string name, SourceText text,
                                     const ReadOptions& options,
                                     std::vector<Message>& messages);

  // Runs a pass or pipeline by its name (shardflow/passes.h has functions for
  // the usual ones); `options` is text such as "a=true b=3". Returns false
  // after an error. An unknown pass or option changes nothing. A pass that
  // fails leaves no program: from then on ok() is false, other calls fail with
  // a message, and queries return nothing.
  bool Run(std::string_view pass, std::string_view options,
           const RunOptions& run_options, std::vector<Message>& messages);

  // Whether the program is usable: no pass failed, and it wasn't moved from.
  bool ok() const;

  // Checks whether the program is valid, as Read does. A pass can produce an
  // invalid program if Shardy's pass produces the same one. Returns false after
  // an error, which is in `messages`.
  bool Verify(std::vector<Message>& messages);

  // Returns the program as text, byte for byte as MLIR prints it, or as JSON.
  // Read turns either back into the same program.
  std::string Write(const WriteOptions& options = {}) const;
  // Writes the same in pieces of about 64 KiB, so that the whole text is never
  // in memory. If `sink` returns false, writing stops and this returns false.
  bool Write(const std::function<bool(std::string_view)>& sink,
             const WriteOptions& options = {}) const;

  // Returns the program as a portable artifact of StableHLO
  // (docs/artifacts.md), for readers of `version` and newer ones ("1.18.0";
  // empty for the newest known version). Returns nullopt, with an error in
  // `messages`, for example if artifacts of that version can't express
  // something in the program.
  std::optional<std::string> WriteArtifact(
      std::string_view version, std::vector<Message>& messages) const;

  // Returns the functions at the top level, in order.
  std::vector<FunctionInfo> Functions() const;

  // Sets or removes the sharding of a value, or of result `i` of a function.
  // ProgramBuilder (shardflow/builder.h) says what is checked, and what becomes
  // of an op's other results. After an error nothing has changed.
  // ProgramView (shardflow/views.h) reads shardings.
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding,
                   std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // Returns the number of operations in the program, without the module itself.
  int64_t OpCount() const;
  // Whether the program contains the source locations of its ops or the names
  // of its arguments (in locations, as JAX's `as_text(debug_info=True)` writes
  // them).
  bool HasDebugInfo() const;
  // Returns the counts of all propagations so far.
  PropagationCounts Propagated() const;
  // Returns the passes that have run so far.
  std::vector<PassReport> Reports() const;

 private:
  friend struct internal::ProgramAccess;
  struct Impl;
  explicit Program(std::unique_ptr<Impl> impl);
  // For a program that was moved from, returns the Impl of a program on which a
  // pass failed.
  Impl& impl() const;
  mutable std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROGRAM_H_
