#ifndef SHARDFLOW_BASE_CHECK_H_
#define SHARDFLOW_BASE_CHECK_H_

// Checks for faults of our own. Wrong *input* never ends here: it becomes a
// Diagnostic (base/diagnostics.h). SHARDFLOW_CHECK is on in release builds and
// guards post-conditions; SHARDFLOW_DCHECK guards hot loops and is compiled
// only when SHARDFLOW_DCHECKS is defined (sanitizer builds define it).

namespace shardflow {

// Prints `condition` with its place and ends the process.
[[noreturn]] void CheckFailed(const char* file, int line,
                              const char* condition);

}  // namespace shardflow

#define SHARDFLOW_CHECK(condition)                   \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::shardflow::CheckFailed(__FILE__, __LINE__, #condition))

#ifdef SHARDFLOW_DCHECKS
#define SHARDFLOW_DCHECK(condition) SHARDFLOW_CHECK(condition)
#else
#define SHARDFLOW_DCHECK(condition) static_cast<void>(0)
#endif

#endif  // SHARDFLOW_BASE_CHECK_H_
