#ifndef SHARDFLOW_BASE_CHECK_H_
#define SHARDFLOW_BASE_CHECK_H_

// Checks for bugs in shardflow itself. Bad *input* never fails a check; it is
// reported as an error (base/diagnostics.h). SHARDFLOW_CHECK is always on and
// guards post-conditions. SHARDFLOW_DCHECK is for hot loops: it is evaluated
// only in unoptimised builds and where SHARDFLOW_DCHECKS is defined, which
// meson.build does for sanitized and debug builds.

namespace shardflow::internal {

// Prints `condition` and its location in the source, and aborts the process.
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
// Compiles the condition without evaluating it, so that variables and functions
// used only in checks don't cause warnings.
#define SHARDFLOW_DCHECK(condition) \
  static_cast<void>(false && static_cast<bool>(condition))
#endif

#endif  // SHARDFLOW_BASE_CHECK_H_
