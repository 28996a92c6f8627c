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

// The text of a program to read: in memory, or in a mapped file.
//
//   Program::Read("step.mlir", "module {}", options, messages);
//   Program::Read("step.mlir", SourceText::Map(descriptor), options, messages);
class SHARDFLOW_EXPORT SourceText {
 public:
  SourceText() = default;
  // Implicit: a string is the usual text.
  SourceText(std::string text) : text_(std::move(text)) {}
  SourceText(const char* text) : text_(text) {}

  // Maps a large regular file: its contents are not copied, and their memory is
  // released once they are parsed. The descriptor may be closed afterwards. The
  // file must not shrink while a program read from it exists (replace it by
  // renaming another over it). Empty for small and irregular files: read those.
  static SourceText Map(int descriptor);

  std::string_view view() const;
  operator std::string_view() const { return view(); }
  bool empty() const { return view().empty(); }

 private:
  friend struct internal::SourceTextAccess;
  struct Mapping;
  std::string text_;
  std::shared_ptr<Mapping> mapping_;  // instead of text_
};

struct ReadOptions {
  // Accept ops of unknown dialects, in generic form.
  bool allow_unregistered_dialect = false;
  // Check what the parser does not: mesh names, ranks, axes, ...
  bool verify = true;
  // The number of the text's first line, for messages.
  int first_line = 1;
  // Remember the name of each value in the text ("%5"), for Explain and
  // MakeGraph; this takes some 24 bytes for each. Else they use the names that
  // Write gives.
  bool keep_names = false;
};

struct WriteOptions {
  bool debug_info = false;    // print locations
  bool local_scope = false;   // print no aliases
  bool generic_form = false;  // print every op as "dialect.op"(...)
  bool json = false;          // print JSON; local_scope and generic_form have
                              // no meaning then
};

// Which version of Shardy to agree with where versions differ; see
// docs/differences.md.
enum class CompatMode { kShardy202608, kJaxlib012 };

// Knows "shardy-2026-08" and "jaxlib-0.12".
SHARDFLOW_EXPORT std::optional<CompatMode> ParseCompatMode(
    std::string_view name);

class OpRegistry;  // shardflow/extend.h

class Program;

// Chooses shardings for values that propagation left without one. The program
// is in the state between two parts of the pipeline: values have the propagated
// shardings, and the ops of data-flow edges are there. It returns false after
// an error, which it may have added to `messages`; the run then fails.
using AutoPartitioner =
    std::function<bool(Program& program, std::vector<Message>& messages)>;

struct RunOptions {
  CompatMode compat = CompatMode::kShardy202608;
  // Ops of your own; null: none. It must outlive the run.
  const OpRegistry* registry = nullptr;
  // Also use sharding rules for ops for which Shardy has none: all of chlo.
  bool extra_rules = false;
  // Predict what JAX (jaxlib 0.12, on CPU) makes of the program. Whatever
  // propagates shardings then first runs the steps that XLA runs before Shardy
  // (docs/jax.md), and propagates with kJaxlib012 and `extra_rules`, whatever
  // `compat` and `extra_rules` say here. GSPMD's shardings are imported where
  // there are no others. Pipelines that propagate and are run by name do so,
  // too; a session does so when it begins.
  bool jax = false;
  // Reuse rules and propagation steps that were computed before. The answer is
  // the same without; turn it off only to test that.
  bool memoize = true;
  // Verify the program after the pass, as Program::Verify does.
  bool verify_after = false;
  // Where to write the program between the parts of a pipeline, as XLA names
  // such dumps: 00.input_module.mlir, 01.before_propagation.mlir, ... A single
  // pass writes NN.after_FLAG.mlir. Made if it does not exist; empty: nowhere.
  std::string dump_directory = {};
  // Whether options of passes may name files and folders. Set it to false if
  // the options come from somebody who must not write files here: an option
  // that is a path (PassOption::is_path) is then an error.
  bool allow_path_options = true;
  // What sdy-propagation-pipeline calls after propagation and before it inserts
  // reshards at calls: the auto-partitioner that Shardy has in a registry, with
  // `enable-auto-partitioning`. Empty: none.
  AutoPartitioner auto_partitioner = {};
  // Set it to true from any thread to end the run soon, with the error
  // kStopped. It must outlive the run.
  const std::atomic<bool>* stop = nullptr;
};

// A pass that ran; the passes of a pipeline come before the pipeline. The first
// report is "read", and the second "verify" if the program was verified.
struct PassReport {
  std::string name;
  double seconds = 0;  // CPU time of the thread
  int64_t ops = 0;     // in the program afterwards
  int64_t bytes = 0;   // of memory that the program takes afterwards
};

struct PropagationCounts {
  int64_t visits = 0;  // of ops
  // Steps through one op's tensors, and how many of them were computed: equal
  // steps are computed once, however often a program's layers repeat.
  int64_t steps = 0;
  int64_t steps_computed = 0;
};

struct TensorInfo {
  // The user's name for it, as far as the program has one: for an argument its
  // location, "params['layer0']['wq']", for a result its jax.result_info.
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

  // Reads StableHLO and sdy text, a program as JSON (docs/json.md) or a
  // portable artifact (docs/artifacts.md), recognized by the first bytes.
  // Messages call it `name`; those about JSON begin with the JSON pointer to
  // what is wrong. Nullopt after an error; `messages` gets errors and warnings.
  static std::optional<Program> Read(std::string name, SourceText text,
                                     const ReadOptions& options,
                                     std::vector<Message>& messages);

  // Runs a pass or pipeline by its name (shardflow/passes.h has functions for
  // the usual ones); `options` is text such as "a=true b=3". False after an
  // error. An unknown pass or option changes nothing. A pass that fails leaves
  // no program: from then on ok() is false, other calls fail with a message,
  // and queries return nothing.
  bool Run(std::string_view pass, std::string_view options,
           const RunOptions& run_options, std::vector<Message>& messages);

  // False: a pass failed, or the program was moved to another.
  bool ok() const;

  // Checks whether the program is valid, as Read does. Passes can make invalid
  // programs where Shardy makes the same ones. False after an error, which is
  // in `messages`.
  bool Verify(std::vector<Message>& messages);

  // The program as text, byte for byte as MLIR prints it, or as JSON. Read
  // makes the same program from it.
  std::string Write(const WriteOptions& options = {}) const;
  // The same in pieces of some 64 KiB, so that the whole text is never in
  // memory. When `sink` returns false, this ends and returns false too.
  bool Write(const std::function<bool(std::string_view)>& sink,
             const WriteOptions& options = {}) const;

  // The program as a portable artifact of StableHLO (docs/artifacts.md), for
  // readers of `version` ("1.18.0"; empty: the newest that is known) and newer
  // ones. Nullopt after an error, which is in `messages`: artifacts, at least
  // those of that version, cannot express something in the program.
  std::optional<std::string> WriteArtifact(
      std::string_view version, std::vector<Message>& messages) const;

  // The functions at the top level, in order.
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

  // Operations in the program, without the module itself.
  int64_t OpCount() const;
  // Whether it says where its ops are from or what its arguments are called
  // (locations, as JAX's `as_text(debug_info=True)` writes them).
  bool HasDebugInfo() const;
  // What propagation did in all runs so far.
  PropagationCounts Propagated() const;
  // The passes that ran so far.
  std::vector<PassReport> Reports() const;

 private:
  friend struct internal::ProgramAccess;
  struct Impl;
  explicit Program(std::unique_ptr<Impl> impl);
  // After the program was moved away: that of a program on which a pass failed.
  Impl& impl() const;
  mutable std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROGRAM_H_
