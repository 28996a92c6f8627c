#ifndef SHARDFLOW_API_REQUEST_SESSION_H_
#define SHARDFLOW_API_REQUEST_SESSION_H_

#include <cstdint>
#include <functional>
#include <optional>
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
  ExplainRequest value;  // says which
  std::optional<ShardingInfo> sharding;
  JsonRef value_at, sharding_at;
};

// Reads [{"value": "%5", "sharding": {...}}, ...]; a null sharding removes the
// annotation. Returns false after an error.
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
  std::optional<ProgramForm> form;  // nullopt: that of the first request
  // The places of some of these members in the request.
  JsonRef method_at, id_at, value_at, checkpoint_at;
};

// Writes the result of session.export. Returns false after an error.
using ExportWriter =
    std::function<bool(Program& program, const ValueNames& names,
                       ProgramForm form, Answering& answering)>;

// Whether one more session may be opened; asked before the program is read. If
// not, `ending` says why.
bool MayOpen(JsonRef method_at, Answering& answering, Ending& ending);
// session.open: opens a session for a program as it was read. `method_at` is
// where the request has its method.
Ending AnswerOpen(Program program, const SessionOptions& options,
                  ProgramForm form, JsonRef method_at, Answering& answering);
// Answers the methods about an open session.
Ending AnswerSession(const SessionRequest& request, const ExportWriter& write,
                     Answering& answering);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_SESSION_H_
