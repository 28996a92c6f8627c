#ifndef SHARDFLOW_API_SESSION_ACCESS_H_
#define SHARDFLOW_API_SESSION_ACCESS_H_

#include <optional>
#include <string>
#include <vector>

#include "shardflow/message.h"
#include "shardflow/program.h"
#include "shardflow/session.h"

namespace shardflow::internal {

struct SessionAccess {
  // Like Session::Partitioned, but takes the options of
  // shardflow-partition-pipeline as text, as requests have them.
  static std::optional<Program> Partitioned(const Session& session,
                                            const std::string& pass_options,
                                            bool check,
                                            std::vector<Message>& messages);
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_SESSION_ACCESS_H_
