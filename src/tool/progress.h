#ifndef SHARDFLOW_TOOL_PROGRESS_H_
#define SHARDFLOW_TOOL_PROGRESS_H_

#include <memory>
#include <string>

#include "tool/environment.h"

namespace shardflow {

// While it lives, and from a second on, a line on standard error says what goes
// on and for how long, if that is a terminal; then the line is cleared. Nobody
// else writes there meanwhile.
class Progress {
 public:
  // Nothing is shown if `quiet`.
  Progress(const Environment& env, bool quiet, std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

 private:
  struct Watcher;
  std::unique_ptr<Watcher> watcher_;  // null: nothing is shown
};

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PROGRESS_H_
