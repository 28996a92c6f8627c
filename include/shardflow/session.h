#ifndef SHARDFLOW_SESSION_H_
#define SHARDFLOW_SESSION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"
#include "shardflow/views.h"

// A program that is propagated again and again while its annotations change:
// for a search over annotations, or for an editor.
//
//   std::optional<Session> session =
//       Session::FromProgram(std::move(program), {}, messages);
//   session->Propagate(messages);
//   session->SetSharding(w, ClosedSharding("mesh", {{}, {"model"}}), messages);
//   session->Propagate(messages);
//   session->View().LocalShape(y);
//   std::optional<Program> done = session->Exported(messages);
//
// What it promises. After each Propagate() the program is the same, byte for
// byte, as if the pass sdy-user-priority-propagate had run once on Annotated(),
// the imported program with the annotations as they are now. Exported(), before
// any edit, is the same as if sdy-propagation-pipeline had run on the program
// that was given.
//
// What it costs. The first propagation logs which ops it visits and what
// changes. Later ones visit only ops whose tensors are not as they were at that
// point of the log; docs/embedding.md has measurements. A session propagates
// anew, and says why in SessionStats, if
// - an edit changes more than half of the run;
// - the program has user priorities or sharding groups, which set shardings
//   between the visits;
// - propagation erases unused ops: when it does so shows in the order.
//
// What it does not do. Import (constraints, groups, calls) happens once, before
// the session: editing a constraint doesn't change its input again.
//
// A session is for one thread at a time; sessions are independent.

namespace shardflow {

struct SessionOptions {
  // The session keeps what the registry has. `stop` must outlive the session;
  // it ends a propagation, and the next one then begins anew. `verify_after`
  // and `dump_directory` take effect after each propagation.
  RunOptions run;
  // The pass's option conservative-propagation.
  bool conservative = false;
};

struct SessionStats {
  int64_t propagations = 0;
  // Of these, how many ran everything; the first is one of them.
  int64_t replays = 0;
  // --- of the last one
  // Why it ran everything; empty: it did not.
  std::string replay_reason;
  int64_t visits = 0;          // of ops
  int64_t values_changed = 0;  // shardings that are not as before it
};

class SHARDFLOW_EXPORT Session {
 public:
  // For a program that is ready to be propagated: after the passes of the
  // import, sdy-import-for-propagation or what you run in its place.
  explicit Session(Program program, SessionOptions options = {});
  // Does everything that sdy-propagation-pipeline does before it propagates,
  // then begins like that. Nullopt after an error, which is in `messages`.
  static std::optional<Session> FromProgram(Program program,
                                            SessionOptions options,
                                            std::vector<Message>& messages);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // --- annotations, as those of Program (shardflow/program.h). They take
  // effect with the next Propagate. Values that share a data-flow edge (the
  // result of a loop, the arguments of its regions, the edge itself) are
  // annotated together. An edit that would make the program invalid is refused.
  bool SetSharding(ValueRef value, const std::optional<ShardingInfo>& sharding,
                   std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // False after an error, which is in `messages`. Each warning is given once in
  // the life of a session.
  bool Propagate(std::vector<Message>& messages);

  // The program as it was given, with the annotations as they are now.
  const Program& Annotated() const;
  // As the last Propagate left it (before the first: as it was given). Handles
  // are those of the program that was given. Valid until the next Propagate.
  ProgramView View() const;
  // A copy of it, to write or to run passes on.
  Program Result() const;
  // A copy after everything that sdy-propagation-pipeline does once it has
  // propagated (the pass sdy-export-after-propagation). Nullopt after an error,
  // which is in `messages`.
  std::optional<Program> Exported(std::vector<Message>& messages) const;

  SessionStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_SESSION_H_
