#ifndef SHARDFLOW_TOOL_PROGRESS_H_
#define SHARDFLOW_TOOL_PROGRESS_H_

#include <memory>
#include <string>

#include "tool/environment.h"

namespace shardflow {

// Shows progress on standard error, if that is a terminal. One second after
// construction, a line appears that describes the current work and how long it
// has been running. The destructor clears the line. Nothing else may write to
// standard error in between.
class Progress {
 public:
  // `what` describes the current work. If `quiet` is set, shows nothing.
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
