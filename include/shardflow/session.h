#ifndef SHARDFLOW_SESSION_H_
#define SHARDFLOW_SESSION_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/builder.h"
#include "shardflow/cost.h"
#include "shardflow/explain.h"
#include "shardflow/export.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/passes.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"
#include "shardflow/views.h"

// A program that is propagated again and again while its annotations change,
// for example by a search over annotations, or by an editor.
//
//   std::optional<Session> session =
//       Session::FromProgram(std::move(program), {}, messages);
//   session->Propagate(messages);
//   session->SetSharding(w, ClosedSharding("mesh", {{}, {"model"}}), messages);
//   session->Propagate(messages);
//   session->View().LocalShape(y);
//   std::optional<Program> done = session->Exported(messages);
//
// What a session guarantees. After each Propagate(), the program is the same,
// byte for byte, as if the pass sdy-user-priority-propagate had run once on
// Annotated(), which is the imported program with the current annotations. If
// no annotation was edited, Exported() is the same as if
// sdy-propagation-pipeline had run on the original program.
//
// What it costs. The first propagation logs which ops it visits and what
// changes. Later propagations visit only ops whose tensors differ from what
// they were at the same point in the log. (docs/embedding.md has measurements.)
// A session propagates from scratch, and gives the reason in SessionStats, if
// - an edit changes a large part of the run (then from the point where this
//   becomes clear);
// - the set of user priorities changes, and with it the rounds of propagation;
// - an edit changes which sharding groups have members with different
//   shardings;
// - propagation erases unused ops;
// - an edit of the program itself adds an op, changes edges, calls or sharding
//   groups, may change the rules of other ops, or is made while the members of
//   a group have different shardings.
//
// A search that tries an edit and then undoes it:
//
//   const int64_t start = session->Checkpoint();
//   for (...) {
//     session->SetSharding(...);
//     session->Propagate(messages);
//     for (ValueRef value : session->ChangedValues()) ...
//     session->Rollback(start, messages);
//   }
//
// What it doesn't do. Constraints, groups and calls are imported once, before
// the first propagation. Editing a constraint after that no longer affects the
// constraint's input.
//
// Only one thread at a time may use a session; different sessions are
// independent.

namespace shardflow {

namespace internal {
struct SessionAccess;
}  // namespace internal

struct SessionOptions {
  // The session shares the registry's contents, so the registry itself may be
  // destroyed. `stop` must outlive the session. If `stop` ends a propagation
  // from scratch, the next propagation also runs from scratch. `verify_after`
  // and `dump_directory` take effect after each propagation.
  RunOptions run;
  // The pass option conservative-propagation. Price is then computed from
  // scratch each time.
  bool conservative = false;
};

// Statistics of a session and of its last propagation.
struct SessionStats {
  int64_t propagations = 0;
  // The number of propagations from scratch, including the first.
  int64_t replays = 0;
  // --- the last propagation

  std::string replay_reason;  // why it ran from scratch, or ""
  int64_t visits = 0;         // number of op visits
  // The number of values and results of functions whose shardings changed. An
  // edge and the values that share its sharding count once.
  int64_t values_changed = 0;
};

// What one device sends, computes and holds in one run of the program. Cost
// (shardflow/cost.h), with XLA's partitioner, reports the same numbers for
// Exported() and for Result() (with SessionOptions::conservative, only for
// Exported(): Result() doesn't have the option).
struct SessionPrice {
  int64_t wire_bytes = 0;   // CommunicationCost::wire_bytes, in bytes
  int64_t collectives = 0;  // number of collectives in the program
  int64_t flops = 0;        // WorkCost::flops
  int64_t arguments = 0;    // MemoryCost::arguments, in bytes
  int64_t results = 0;      // MemoryCost::results, in bytes
  // CostReport::time, in seconds. All 0 unless PriceOptions::topology is set.
  TimeCost time = {};
  // MemoryCost::temporaries and MemoryCost::peak, in bytes. 0 unless
  // PriceOptions::peak is set.
  int64_t temporaries = 0;
  int64_t peak = 0;
  // Whether the whole program was priced again, because its price can't be
  // updated incrementally (docs/embedding.md).
  bool from_scratch = false;
};

struct PriceOptions {
  // The machine, as in CostOptions::topology. If empty, no times are computed.
  std::string topology = {};
  // Whether to also find the peak memory.
  bool peak = false;
};

// Result `result` of a function, counted from 0.
struct ChangedResult {
  OpRef function;
  int result = 0;
};

class SHARDFLOW_EXPORT Session {
 public:
  // Makes a session for a program that is ready for propagation:
  // sdy-import-for-propagation, or a pass that you use in its place, must have
  // run on it.
  explicit Session(Program program, SessionOptions options = {});
  // Makes a session for any program, after doing everything that
  // sdy-propagation-pipeline does before it propagates. On error, returns
  // nullopt and adds the error to `messages`.
  static std::optional<Session> FromProgram(Program program,
                                            SessionOptions options,
                                            std::vector<Message>& messages);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // --- annotations

  // Work like the functions of Program (shardflow/program.h), but take effect
  // at the next Propagate. Values that share a data-flow edge (the result of a
  // loop, the arguments of its regions, the edge itself) are annotated
  // together. As in the text of a program, the sharding of a manual
  // computation's operand or result may leave out manual axes along which it is
  // replicated. If an edit would make the program invalid, these add an error,
  // return false, and change nothing.
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding,
                   std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // --- edits of the program itself
  //
  // If an edit would make the program invalid, it adds an error, returns false
  // or an empty handle, and changes nothing. Each edit verifies only the ops
  // that it changes, and View() shows it after the next Propagate. That updates
  // the last run, except after AddOp and in the cases above: then it runs from
  // scratch, on a new copy of the program. It also does so if the edit leaves
  // an unused op that propagation would erase, so erase such ops first.

  // Adds an op before another op, which must be in a function. The new op must
  // not have regions. Returns the new op.
  OpRef AddOp(OpRef before, const OpSpecification& op,
              std::vector<Message>& messages);
  // Replaces operand `i` of the op, counted from 0.
  bool SetOperand(OpRef op, int i, ValueRef value,
                  std::vector<Message>& messages);
  // Replaces all uses of `of` with `by`. Both values must have the same type.
  bool ReplaceUses(ValueRef of, ValueRef by, std::vector<Message>& messages);
  // Erases an op, which must not be a terminator. Its results must not be used.
  // The handles of the op and its results become invalid.
  bool EraseOp(OpRef op, std::vector<Message>& messages);

  // Propagates the current annotations. On error, returns false and adds the
  // error to `messages`. View() then shows the same as before. The next
  // propagation runs from scratch, unless this one was incremental and was
  // ended by `stop`. A session gives each warning only once.
  bool Propagate(std::vector<Message>& messages);

  // Returns the program that the session was made for, with the current
  // annotations. If FromProgram made the session, this is the imported program.
  const Program& Annotated() const;
  // Returns a view of the program as the last Propagate left it or, before the
  // first Propagate, as it was given. The view accepts handles of the original
  // program, and is valid until the next Propagate or Rollback.
  ProgramView View() const;
  // Returns a copy of the program that View() shows. You can write it, or run
  // passes on it.
  Program Result() const;
  // Returns a copy of the program that View() shows, after running the rest of
  // sdy-propagation-pipeline on it, which is the pass
  // sdy-export-after-propagation. Returns nullopt on error, for example if
  // Propagate hasn't been called yet.
  std::optional<Program> Exported(std::vector<Message>& messages) const;
  // Returns the program that every device runs: what Partition
  // (shardflow/passes.h) makes of Exported() without propagating again. (On the
  // annotated program itself, Partition also propagates further at loops and
  // calls, docs/execute.md.) Runs with the session's RunOptions; `options.run`
  // and `options.propagate` are ignored. Returns nullopt on error.
  std::optional<Program> Partitioned(const PartitionOptions& options,
                                     std::vector<Message>& messages) const;

  // Returns the cost of the program that View() shows. The first call prices
  // every op. Later calls price only what propagations and rollbacks have
  // changed since the previous call. Times and peak memory depend on all
  // kernels and collectives together, so a call that asks for them reads the
  // whole program; this is still faster than Cost on Result(), which reuses
  // nothing. On error, for example if Propagate hasn't been called yet, returns
  // nullopt and adds the error to `messages`.
  std::optional<SessionPrice> Price(const PriceOptions& options,
                                    std::vector<Message>& messages);
  std::optional<SessionPrice> Price(std::vector<Message>& messages) {
    return Price({}, messages);
  }

  // Return the values, and the results of functions, whose shardings in View()
  // changed in the last Propagate or Rollback. (The first Propagate is compared
  // with the given program.) Values are in index order. Results of ops that
  // were erased by either of the last two Propagates are left out.
  std::vector<ValueRef> ChangedValues() const;
  std::vector<ChangedResult> ChangedResults() const;

  // Explains where the value's sharding in View() comes from, and why it lacks
  // other axes. Returns the same answer as Explain (shardflow/explain.h) does
  // for Annotated(), but in less time: only those visits of the last Propagate
  // that changed something are repeated. Returns nullopt, with an error in
  // `messages`, if nothing has been propagated yet, if there were edits since
  // the last Propagate, if this session always propagates from scratch
  // (SessionStats says why), or if the members of a sharding group have
  // different shardings.
  std::optional<Explanation> Explain(ValueRef value,
                                     std::vector<Message>& messages);
  // Explains the sharding of result `i` of the main function, counted from 0.
  std::optional<Explanation> ExplainResult(int i,
                                           std::vector<Message>& messages);

  // --- going back

  // Saves the session's state as a checkpoint, and returns its number: 1, 2,
  // ... The state consists of the annotations (also those not yet propagated),
  // everything that View() shows and, once Price() has been called, its data.
  // Nothing is copied; instead, the session records all changes until
  // Release(). (If a Propagate runs from scratch on a new copy of the program,
  // the session also keeps the old copy. If the last Propagate kept no log,
  // because it changed a large part of the run or looked like a trial edit in a
  // search, this propagates once more so that later edits can be incremental.)
  int64_t Checkpoint();
  // Restores the state saved by a checkpoint, in time proportional to what has
  // changed since. Keeps this checkpoint and forgets later ones. Handles of ops
  // added since then become invalid. Returns false, with an error in
  // `messages`, if there is no such checkpoint.
  bool Rollback(int64_t checkpoint, std::vector<Message>& messages);
  // Forgets the checkpoint and later ones. The session's state doesn't change.
  // Returns false, with an error in `messages`, if there is no such checkpoint.
  bool Release(int64_t checkpoint, std::vector<Message>& messages);
  // Returns an independent session with the same annotations, for use on
  // another thread. Handles are valid in both sessions. The new session has its
  // own copy of the program, and its first Propagate runs from scratch.
  Session Fork() const;

  SessionStats Stats() const;

  // Replaces RunOptions::stop for later calls, e.g. in a server where each
  // request has its own flag. `stop` may be null.
  void SetStop(const std::atomic<bool>* stop);
  // Returns the approximate memory of the session in bytes: its copies of the
  // program, its record of the last run, and its data for Rollback.
  int64_t MemoryBytes() const;

 private:
  friend struct internal::SessionAccess;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_SESSION_H_
