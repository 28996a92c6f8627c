#ifndef SHARDFLOW_API_SESSION_IMPL_H_
#define SHARDFLOW_API_SESSION_IMPL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/annotate.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/session_changes.h"
#include "base/diagnostics.h"
#include "cost/price.h"
#include "explain/value_names.h"
#include "ops/extensions.h"
#include "ops/rule_lookup.h"
#include "passes/options.h"
#include "propagate/incremental.h"
#include "propagate/schedule.h"
#include "propagate/slots.h"
#include "shardflow/session.h"

namespace shardflow {

struct SHARDFLOW_HIDDEN Session::Impl {
  Impl(Program program, SessionOptions session_options);
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // Returns the state of a session that has been moved from.
  static std::unique_ptr<Impl> Nothing();

  struct SavedState;
  // A propagated copy of the program, and the state of its propagation.
  struct Work {
    // Warnings that are already in `given` aren't repeated.
    Work(Program copy, const RunOptions& options, internal::RuleWarnings given,
         internal::Diagnostics& diagnostics);
    internal::Module& module() {
      return internal::ProgramAccess::module(program);
    }
    // Notes the engine's latest changes in the price.
    void NoteChanges();
    // Restores a state that was saved from this object.
    void Return(const SavedState& state);
    size_t MemoryBytes() const;

    Program program;
    internal::RuleWarnings warnings;
    internal::RunContext run;
    // If null, incremental updates aren't possible (`obstacle` says why), and
    // each propagation starts from scratch.
    std::unique_ptr<internal::IncrementalPropagation> engine;
    std::string obstacle;
    // Created on first use.
    std::optional<internal::ShownShardings> shown;
    std::optional<internal::ValueNames> names;
    std::unique_ptr<internal::ProgramPrice> price;
  };

  internal::Module& base_module() {
    return internal::ProgramAccess::module(base);
  }
  internal::Module& work_module() { return work->module(); }
  internal::IncrementalPropagation* engine() const {
    return work == nullptr ? nullptr : work->engine.get();
  }
  // The engine, if it can still update the program.
  internal::IncrementalPropagation* live_engine() const {
    return restructured ? nullptr : engine();
  }

  // --- edits
  bool Edit(ValueRef ref, const std::optional<ShardingInfo>& sharding,
            std::vector<Message>& messages);
  bool EditResult(OpRef ref, int i, const std::optional<ShardingInfo>& sharding,
                  std::vector<Message>& messages);
  void EditStarted(internal::ValueId value,
                   const std::optional<ShardingInfo>& sharding);
  void EditStartedResult(internal::OpId function, int i,
                         const std::optional<ShardingInfo>& sharding);

  // --- edits of the program itself (session_edit.cc)
  //
  // An edit of `base` is a list of steps. The next Propagate applies the same
  // steps to `work`, where all ids are the same.
  struct UseStep {
    internal::UseId use;
    internal::ValueId value;
  };
  struct EraseStep {
    internal::OpId op;
  };
  // Later annotations are pending steps, too, because the values that they are
  // written to may depend on the program.
  struct SetStep {
    internal::ValueId value;
    std::optional<ShardingInfo> sharding;
  };
  struct SetResultStep {
    internal::FunctionResult result;
    std::optional<ShardingInfo> sharding;
  };
  using Step = std::variant<UseStep, EraseStep, SetStep, SetResultStep>;
  class Edits;
  bool CheckAll(std::vector<Message>& messages);
  // Applies the pending steps to `work`. Returns "", or the reason why that
  // isn't possible.
  std::string_view MakeSteps();
  // Call after the propagation that follows MakeSteps().
  void FinishSteps();
  internal::OpId EditableOp(OpRef ref, std::vector<Message>& messages);
  void Rebind();

  // --- propagation (session_run.cc); errors are in `diagnostics`
  bool Propagate();
  std::string WhyReplay();
  bool Update();
  bool Replay();
  bool RunAll();
  bool RunPass();
  bool Check();
  // Reports that the caller stopped the run. Returns false.
  bool ReportStopped();
  // Replaces `work` with a fresh copy of the program; returns the previous one.
  std::unique_ptr<Work> FreshWork();
  const internal::ChangedShardings& Changed();
  std::optional<Explanation> Explain(const internal::TensorPlace& place,
                                     std::vector<Message>& messages);

  // Returns a copy of the propagated program, not bound to the caller's ops,
  // with or without the rules that propagation made.
  Program CopyOfWork(bool with_rules) const;
  // Returns the program that Price prices if it can't update the last price.
  std::optional<Program> ProgramToPrice(std::vector<Message>& messages) const;

  internal::PriorityPropagateOptions PassOptions() const;
  static internal::Schedule PassSchedule(
      const internal::PriorityPropagateOptions& pass);

  // --- undo (session_undo.cc)
  struct UndoResult {
    internal::FunctionResult result;
    internal::ShardingId sharding;
  };
  struct UndoAdd {
    internal::OpId op;
  };
  // The price of a `work` whose program was then edited.
  struct ParkedPrice {
    const Work* owner = nullptr;
    std::unique_ptr<internal::ProgramPrice> price;
  };
  // How to undo an edit of `base`.
  using Undo =
      std::variant<internal::ColumnWrite, UndoResult, internal::UsePlace,
                   internal::ErasedOp, UndoAdd, ParkedPrice>;
  struct SavedState {
    int64_t id = 0;
    size_t undos = 0;
    size_t parked = 0;
    // `work` at the time of saving and, if it had an engine, the engine's mark.
    const Work* work = nullptr;
    std::optional<internal::IncrementalPropagation::Mark> mark;
    // The price of `work` and its mark, if it had been priced.
    const internal::ProgramPrice* priced = nullptr;
    std::optional<internal::ProgramPrice::Mark> price;
    bool restructured = false;
    bool is_valid = false;
    std::vector<Step> steps;
  };
  bool is_saving() const { return !saved.empty(); }
  int64_t Save();
  SavedState* FindSaved(int64_t id, std::vector<Message>& messages);
  void Return(SavedState& state);
  // Forgets the last saved state.
  void ForgetLast();
  void TakeBack(Undo& undo, const SavedState& state);

  Program base;
  // The names in the text from which `base` was read, if they were kept.
  std::shared_ptr<const internal::ValueNames> text_names;
  SessionOptions options;
  // A copy of the caller's registry, which may be destroyed before the session.
  std::optional<OpRegistry> registry;
  std::optional<internal::BoundExtensions> bound;  // bound to names of `base`
  internal::Diagnostics diagnostics;  // outlives `work`, which refers to it
  SessionStats stats;
  int dump_index = 0;

  std::unique_ptr<Work> work;
  // Whether `base` was edited in a way that `work` can't follow.
  bool restructured = false;
  // The steps that the next Propagate applies to `work` first.
  std::vector<Step> steps;
  // Whether `base` was found to be valid. All edits leave it valid.
  bool is_valid = false;
  // Why the next propagation must run from scratch; "" if it needn't.
  std::string_view must_replay;
  // The warnings given by a failed propagation.
  internal::RuleWarnings warned;
  // The changes of the last propagation. Computed by Changed() if nullopt.
  std::optional<internal::ChangedShardings> changed;

  int64_t last_saved_id = 0;
  std::vector<SavedState> saved;
  std::vector<Undo> undos;
  // Earlier values of `work`, replaced since the first saved state.
  std::vector<std::unique_ptr<Work>> parked;
};

namespace internal {

Message WrongArgument(std::string text);

}  // namespace internal

}  // namespace shardflow

#endif  // SHARDFLOW_API_SESSION_IMPL_H_
