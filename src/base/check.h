#ifndef SHARDFLOW_BASE_CHECK_H_
#define SHARDFLOW_BASE_CHECK_H_

// Checks for faults of our own. Wrong *input* never ends here: it becomes a
// Diagnostic (base/diagnostics.h). SHARDFLOW_CHECK is always on and guards
// post-conditions. SHARDFLOW_DCHECK guards hot loops: it is compiled where
// SHARDFLOW_DCHECKS is defined (by meson.build, in sanitized and debug builds)
// and where nothing is optimised.

namespace shardflow::internal {

// Prints `condition` with its place and ends the process.
[[noreturn]] void CheckFailed(const char* file, int line,
                              const char* condition);

}  // namespace shardflow::internal

#define SHARDFLOW_CHECK(condition)                   \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::shardflow::internal::CheckFailed(__FILE__, __LINE__, #condition))

#if defined(SHARDFLOW_DCHECKS) || !defined(__OPTIMIZE__)
#define SHARDFLOW_DCHECK(condition) SHARDFLOW_CHECK(condition)
#else
// Not evaluated, but compiled: its names stay in use.
#define SHARDFLOW_DCHECK(condition) \
  static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif

#endif  // SHARDFLOW_BASE_CHECK_H_
