#include <stdatomic.h>

#include "c_test.h"

// Tests the C API as C11 programs use it, through the shared library.

static atomic_int failed;

int failures(void) { return atomic_load(&failed); }

void check(bool ok, const char* file, int line, const char* what) {
  if (ok) return;
  atomic_fetch_add(&failed, 1);
  fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
}

void check_text(char* got, const char* wanted, const char* file, int line) {
  const bool ok = got != NULL && strcmp(got, wanted) == 0;
  check(ok, file, line, wanted);
  if (!ok) fprintf(stderr, "  got: %s\n", got == NULL ? "(NULL)" : got);
  shardflow_free(got);
}

static void show(const shardflow_messages* messages) {
  for (size_t i = 0; i < shardflow_messages_count(messages); ++i) {
    char* text = shardflow_message_print(shardflow_messages_at(messages, i));
    fprintf(stderr, "  said: %s", text);
    shardflow_free(text);
  }
}

void check_one_error(shardflow_messages* messages, const char* part,
                     const char* file, int line) {
  const bool ok =
      shardflow_messages_count(messages) == 1 &&
      shardflow_messages_has_error(messages) &&
      strstr(shardflow_messages_at(messages, 0)->text, part) != NULL;
  check(ok, file, line, part);
  if (!ok) show(messages);
  shardflow_messages_clear(messages);
}

void check_silent(const shardflow_messages* messages, const char* file,
                  int line) {
  const bool ok = shardflow_messages_count(messages) == 0;
  check(ok, file, line, "nothing is said");
  if (!ok) show(messages);
}

int main(void) {
  test_programs();
  test_ops();
  test_sessions();
  test_loops();
  test_structs();
  test_tools();
  test_nothing();
  test_threads();
  if (failures() > 0) fprintf(stderr, "%d checks failed\n", failures());
  return failures() > 0;
}
