// Preloaded into a program to make one allocation fail. The environment
// variable FAILING_MALLOC is the number of that allocation, counted from 0.
// Allocations of the main thread don't count: it only initializes libraries,
// and then waits for the command's thread. The C library's own functions are
// called by their internal names, which glibc exports.

#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void* __libc_malloc(size_t size);
void* __libc_realloc(void* block, size_t size);

static int Fails(void) {
  static long number = 0;
  static long failing = -2;
  if (failing == -2) {
    const char* const text = getenv("FAILING_MALLOC");
    failing = text == NULL ? -1 : atol(text);
  }
  if (syscall(SYS_gettid) == getpid() || number++ != failing) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return Fails() ? NULL : __libc_malloc(size); }

void* realloc(void* block, size_t size) {
  return Fails() ? NULL : __libc_realloc(block, size);
}
