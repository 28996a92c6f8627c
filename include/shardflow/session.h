#ifndef SHARDFLOW_SESSION_H_
#define SHARDFLOW_SESSION_H_

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
// What it guarantees. After each Propagate() the program is the same, byte for
// byte, as if the pass sdy-user-priority-propagate had run once on Annotated(),
// which is the imported program with the current annotations. Exported(),
// before any edit, is the same as if sdy-propagation-pipeline had run on the
// original program.
//
// What it costs. The first propagation logs which ops it visits and what
// changes. Later ones visit only ops whose tensors differ from what they were
// at that point of the log; docs/embedding.md has measurements. A session
// propagates from scratch, and gives the reason in SessionStats, if
// - an edit changes more than half of the run;
// - the set of user priorities changes, because then the rounds of propagation
//   change, too;
// - the members of a sharding group have different shardings, or propagation
//   erases unused ops, because then it changes the program itself;
// - you edit the program itself.
//
// A search tries an edit and undoes it:
//
//   const int64_t start = session->Checkpoint();
//   for (...) {
//     session->SetSharding(...);
//     session->Propagate(messages);
//     for (ValueRef value : session->ChangedValues()) ...
//     session->Rollback(start, messages);
//   }
//
// What it does not do. Constraints, groups and calls are imported once, before
// the session, so editing a constraint no longer affects its input.
//
// A session is for one thread at a time; sessions are independent.

namespace shardflow {

struct SessionOptions {
  // The session keeps the contents of the registry. `stop` must outlive the
  // session. If it stops a propagation, the next one starts from scratch.
  // `verify_after` and `dump_directory` take effect after each propagation.
  RunOptions run;
  // The pass option conservative-propagation.
  bool conservative = false;
};

struct SessionStats {
  int64_t propagations = 0;
  // How many of these ran from scratch, including the first.
  int64_t replays = 0;
  // --- the last propagation
  // Why it ran from scratch, or "".
  std::string replay_reason;
  int64_t visits = 0;          // visits of ops
  int64_t values_changed = 0;  // values whose shardings it changed
};

// What a device sends, computes and holds, as Cost (shardflow/cost.h) reports
// it for Result() with XLA's partitioner.
struct SessionPrice {
  int64_t wire_bytes = 0;   // CommunicationCost::wire_bytes
  int64_t collectives = 0;  // number of collectives in the program
  int64_t flops = 0;        // WorkCost::flops
  int64_t arguments = 0;    // MemoryCost::arguments, bytes
  int64_t results = 0;      // MemoryCost::results, bytes
  // CostReport::time; 0 unless PriceOptions::topology is given.
  TimeCost time = {};
  // MemoryCost::temporaries and peak, bytes; 0 unless PriceOptions::peak is
  // set.
  int64_t temporaries = 0;
  int64_t peak = 0;
  // The whole program was priced again, because it is of a kind whose price
  // isn't kept up to date (docs/embedding.md).
  bool from_scratch = false;
};

struct PriceOptions {
  // The machine, as in CostOptions::topology. If empty, no times are computed.
  std::string topology = {};
  // Whether to find the peak of memory.
  bool peak = false;
};

struct ChangedResult {
  OpRef function;
  int result = 0;
};

class SHARDFLOW_EXPORT Session {
 public:
  // For a program that is ready for propagation: sdy-import-for-propagation, or
  // what you use instead, has run.
  explicit Session(Program program, SessionOptions options = {});
  // Does everything that sdy-propagation-pipeline does before it propagates,
  // then makes a session. `messages` has the error if it returns nullopt.
  static std::optional<Session> FromProgram(Program program,
                                            SessionOptions options,
                                            std::vector<Message>& messages);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // --- annotations, set as in Program (shardflow/program.h). They take
  // effect with the next Propagate. Values that share a data-flow edge (the
  // result of a loop, the arguments of its regions, the edge itself) are
  // annotated together. An edit that would make the program invalid is refused.
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding,
                   std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // --- edits of the program itself. An edit that would make the program
  // invalid is refused, with an error. The next Propagate runs from scratch, in
  // a new copy of the program, because the order of ops decides what propagates
  // first. Each edit copies and verifies the program. To replace an op, use
  // AddOp, ReplaceUses and EraseOp.

  // Adds an op without regions before another one, in a function. Returns an
  // empty handle after an error.
  OpRef AddOp(OpRef before, const OpSpecification& op,
              std::vector<Message>& messages);
  bool SetOperand(OpRef op, int i, ValueRef value,
                  std::vector<Message>& messages);
  // Makes all users of `of` use `by`, which has the same type.
  bool ReplaceUses(ValueRef of, ValueRef by, std::vector<Message>& messages);
  // Erases an op whose results nothing uses. The handles of the op and of its
  // results are then invalid.
  bool EraseOp(OpRef op, std::vector<Message>& messages);

  // Returns false after an error, which is in `messages`. A session gives each
  // warning only once.
  bool Propagate(std::vector<Message>& messages);

  // Returns the original program with the current annotations.
  const Program& Annotated() const;
  // Returns a view of the program as the last Propagate left it (before the
  // first one, as it was given). Handles are those of the original program. The
  // view is valid until the next Propagate.
  ProgramView View() const;
  // Returns a copy of the program that View() shows, to write it or run passes
  // on it.
  Program Result() const;
  // Returns a copy on which the rest of sdy-propagation-pipeline (the pass
  // sdy-export-after-propagation) has run. Returns nullopt after an error,
  // which is in `messages`.
  std::optional<Program> Exported(std::vector<Message>& messages) const;

  // Returns the price of the program that View() shows. The first call prices
  // every op; later ones price only what propagations and rollbacks changed in
  // between. Times and the peak of memory depend on all kernels and collectives
  // together, so a request for them makes each call go through all of these.
  // That is still faster than Cost on Result(), which reuses nothing. Returns
  // nullopt after an error, which is in `messages`.
  std::optional<SessionPrice> Price(const PriceOptions& options,
                                    std::vector<Message>& messages);
  std::optional<SessionPrice> Price(std::vector<Message>& messages) {
    return Price({}, messages);
  }

  // Return the values (in the order of their indices) and the function results
  // whose shardings in View() differ from those before the last Propagate or
  // Rollback; for the first Propagate, from those of the given program. Results
  // of ops that the last two Propagates erased are left out.
  std::vector<ValueRef> ChangedValues() const;
  std::vector<ChangedResult> ChangedResults() const;

  // Explains where the sharding that View() shows for the value comes from, and
  // why other axes are absent. The answer is that of Explain for Annotated()
  // (shardflow/explain.h), but this repeats only visits of the last Propagate
  // that changed something. Returns nullopt, with an error in `messages`, if
  // annotations were edited since then, or if this session always propagates
  // from scratch (SessionStats says why).
  std::optional<Explanation> Explain(ValueRef value,
                                     std::vector<Message>& messages);
  // Does the same for result `i` of the main function.
  std::optional<Explanation> ExplainResult(int i,
                                           std::vector<Message>& messages);

  // --- going back

  // Saves the state: annotations, including those not yet propagated, and
  // everything that View() shows. Returns its number. Nothing is copied: from
  // now on, until Release(), the session records what changes. (If a Propagate
  // runs from scratch in a new copy of the program, the session keeps the old
  // one.)
  int64_t Checkpoint();
  // Restores the saved state, in time proportional to what changed since then.
  // Keeps this checkpoint and forgets later ones; handles of ops that were
  // added since then become invalid. Returns false, with an error in
  // `messages`, if there is no such checkpoint.
  bool Rollback(int64_t checkpoint, std::vector<Message>& messages);
  // Forgets the checkpoint and those made later; the session stays as it is.
  bool Release(int64_t checkpoint, std::vector<Message>& messages);
  // Returns an independent session with the same annotations, for another
  // thread. Handles are valid in both. The new session has a copy of the
  // program, and its first Propagate runs from scratch.
  Session Fork() const;

  SessionStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_SESSION_H_
