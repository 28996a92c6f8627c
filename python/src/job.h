#ifndef SHARDFLOW_PYTHON_JOB_H_
#define SHARDFLOW_PYTHON_JOB_H_

#include <atomic>
#include <functional>

// Runs long calls without Python's global lock, and lets Ctrl-C interrupt them.

namespace shardflow::python {

// When the flag becomes true, the work must end soon; see RunOptions::stop.
using Stop = std::atomic<bool>;

// Runs `work` while other Python threads continue. If called in Python's main
// thread, it runs `work` in a new thread and checks for signals until `work`
// ends. If a signal's handler raises (Ctrl-C), it tells `work` to stop and soon
// throws, even if `work` hasn't ended yet. So `work` must own everything that
// it uses, and must not hold Python objects. Exceptions of `work` are rethrown
// here.
void RunJob(std::function<void(const Stop&)> work);

// Waits for work that was told to stop but hasn't ended yet. Must be called at
// the end of the process, before static destructors run.
void JoinAbandonedJobs();

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_JOB_H_
