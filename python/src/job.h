#ifndef SHARDFLOW_PYTHON_JOB_H_
#define SHARDFLOW_PYTHON_JOB_H_

#include <atomic>
#include <functional>

// Long calls: without Python's lock, and with an ear for Ctrl-C.

namespace shardflow::python {

// When it becomes true, the work is to end soon: see RunOptions::stop.
using Stop = std::atomic<bool>;

// Runs `work` while other Python threads go on. Python's main thread runs it in
// a thread of its own and looks for signals meanwhile. After one whose handler
// raises (Ctrl-C), `work` is told to stop, and the call throws at once even
// where the work can't: so `work` owns all it uses, and holds no Python object.
// What `work` throws is thrown here.
void RunJob(std::function<void(const Stop&)> work);

// Waits for work that was told to stop and didn't yet. At the end of the
// process, when its destructors are about to run.
void JoinAbandonedJobs();

}  // namespace shardflow::python

#endif  // SHARDFLOW_PYTHON_JOB_H_
