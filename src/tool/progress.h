#ifndef SHARDFLOW_TOOL_PROGRESS_H_
#define SHARDFLOW_TOOL_PROGRESS_H_

#include <memory>
#include <string>

#include "tool/environment.h"

namespace shardflow {

// While this object lives, and after the first second, a line on standard error
// says what is going on and for how long, if that is a terminal. The line is
// cleared at the end. Nothing else may write there in the meantime.
class Progress {
 public:
  // Shows nothing if `quiet`.
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
