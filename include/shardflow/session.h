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
// - the program has user priorities or sharding groups, which set shardings
//   between the visits;
// - propagation erases unused ops, because the order of visits depends on when
//   it does.
//
// What it does not do. Import (constraints, groups, calls) happens once, before
// the session, so editing a constraint doesn't change its input again.
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
  // --- of the last one
  // Why it ran from scratch, or "".
  std::string replay_reason;
  int64_t visits = 0;          // visits of ops
  int64_t values_changed = 0;  // values whose shardings it changed
};

class SHARDFLOW_EXPORT Session {
 public:
  // For a program that is ready for propagation: sdy-import-for-propagation, or
  // what you use instead, has run.
  explicit Session(Program program, SessionOptions options = {});
  // Does everything that sdy-propagation-pipeline does before it propagates,
  // then makes a session. Nullopt after an error, which is in `messages`.
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

  // Returns false after an error, which is in `messages`. Each warning is given
  // once in the life of a session.
  bool Propagate(std::vector<Message>& messages);

  // Returns the original program with the current annotations.
  const Program& Annotated() const;
  // Returns a view of the program as the last Propagate left it (before the
  // first one, as it was given). Handles are those of the original program. The
  // view is valid until the next Propagate.
  ProgramView View() const;
  // Returns a copy of that program, to write or to run passes on.
  Program Result() const;
  // Returns a copy after everything that sdy-propagation-pipeline does after
  // propagation (the pass sdy-export-after-propagation). Returns nullopt after
  // an error, which is in `messages`.
  std::optional<Program> Exported(std::vector<Message>& messages) const;

  SessionStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_SESSION_H_
