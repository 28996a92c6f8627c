#ifndef SHARDFLOW_API_REQUEST_SESSION_H_
#define SHARDFLOW_API_REQUEST_SESSION_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "api/answering.h"
#include "api/open_sessions.h"
#include "api/request_method.h"
#include "api/request_output.h"
#include "json/input.h"
#include "shardflow/explain.h"
#include "shardflow/program.h"
#include "shardflow/session.h"
#include "shardflow/sharding.h"

// The request methods about sessions (docs/json.md).

namespace shardflow::internal {

// An annotation that a request changes.
struct SessionEdit {
  ExplainRequest value;  // identifies the value
  std::optional<ShardingInfo> sharding;
  JsonRef value_at, sharding_at;
};

// Reads [{"value": "%5", "sharding": {...}}, ...]; a null sharding removes the
// annotation. Returns false on error.
bool ReadEdits(JsonInput& in, JsonRef list, std::vector<SessionEdit>& edits);

// A request about an open session. Members that its method doesn't use are
// ignored.
struct SessionRequest {
  Method method = Method::kSessionClose;
  int64_t id = 0;
  std::vector<SessionEdit> edits;
  ExplainRequest value;
  int64_t checkpoint = 0;
  PriceOptions price;
  // For session.partition: the options of shardflow-partition-pipeline, and
  // whether to check its result.
  std::string pass_options;
  bool check = false;
  // nullopt means the form in the first request.
  std::optional<ProgramForm> form;
  // The places of some of the members in the request.
  JsonRef method_at, id_at, value_at, checkpoint_at;
};

// Writes the result of session.export or session.partition. Returns false on
// error.
using ExportWriter =
    std::function<bool(Program& program, const ValueNames& names,
                       ProgramForm form, Answering& answering)>;

// Whether another session may be opened; if not, `ending` says why. Called
// before the program is read.
bool MayOpen(JsonRef method_at, Answering& answering, Ending& ending);
// Answers session.open: opens a session for a program that was just read.
// `method_at` is the place of the method in the request.
Ending AnswerOpen(Program program, const SessionOptions& options,
                  ProgramForm form, JsonRef method_at, Answering& answering);
// Answers the methods about an open session.
Ending AnswerSession(const SessionRequest& request, const ExportWriter& write,
                     Answering& answering);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_SESSION_H_
