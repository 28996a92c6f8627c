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
// for a search over annotations, or an editor.
//
//   program.Run("sdy-import-pipeline", "", {}, messages);
//   Session session(std::move(program));
//   session.Propagate(messages);
//   session.SetSharding(w, ClosedSharding("mesh", {{}, {"model"}}), messages);
//   session.Propagate(messages);
//   session.View().LocalShape(y);
//   Program done = session.Result();
//   done.Run("sdy-export-pipeline", "", {}, messages);
//
// What it promises. After each Propagate() the program is the same, byte for
// byte, as that of the pass sdy-user-priority-propagate run once on the program
// that the session was made of, with the annotations as they are now.
//
// What it costs. The first propagation is a run of the pass that is written
// down: in which order ops were visited, and what changed. Later ones visit
// only the ops whose tensors, at that point of the order, are not as they were;
// apart from those visits an update is a few passes over flat arrays (for each
// value, and for each change of the recorded run, some nanoseconds; the two
// are in docs/embedding.md, measured). Result() copies the program.
//
// What it cannot do. It begins a new run from the start, and says so in
// SessionStats, where the order of visits leaves nothing to reuse:
// - where an edit changes more than half of the run;
// - in programs with user priorities or sharding groups, as these set shardings
//   between the visits;
// - in programs with ops that propagation erases because nothing uses them:
//   when that happens shows in the order. (Programs without dead code, which a
//   compiler mostly has by then, are free of this.)
// It is about propagation alone: what the import passes make of annotations is
// made before the session, what the export passes do comes after.
//
// A session is for one thread at a time; sessions are independent.

namespace shardflow {

struct SessionOptions {
  // registry: it outlives the session.
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
  explicit Session(Program program, SessionOptions options = {});
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // --- annotations; as those of Program (shardflow/program.h). They show after
  // the next Propagate.
  bool SetSharding(ValueRef value, const ShardingInfo& sharding,
                   std::vector<Message>& messages);
  bool ClearSharding(ValueRef value, std::vector<Message>& messages);
  bool SetResultSharding(OpRef function, int i,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages);

  // False after an error, which is in `messages`. Warnings are said once in the
  // life of a session.
  bool Propagate(std::vector<Message>& messages);

  // The program as it was given, with the annotations as they are now.
  const Program& Annotated() const;
  // As the last Propagate left it (before the first: as it was given). Handles
  // are those of the program that was given. Valid until the next Propagate.
  ProgramView View() const;
  // A copy of it, to write or to run passes on.
  Program Result() const;

  SessionStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_SESSION_H_
