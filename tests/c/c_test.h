#ifndef SHARDFLOW_TESTS_C_C_TEST_H_
#define SHARDFLOW_TESTS_C_C_TEST_H_

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shardflow/c.h"

// Checks for tests in C. A check that fails says where and goes on; each thread
// may check.

// How many checks failed.
int failures(void);
void check(bool ok, const char* file, int line, const char* what);
// Takes `got`, which may be NULL, and frees it.
void check_text(char* got, const char* wanted, const char* file, int line);

#define CHECK(condition) check(condition, __FILE__, __LINE__, #condition)
// Text that the caller owns.
#define CHECK_TEXT(got, wanted) check_text(got, wanted, __FILE__, __LINE__)
// Text that somebody else owns.
#define CHECK_SAME(got, wanted) CHECK(strcmp(got, wanted) == 0)
#define CHECK_HAS(text, part) CHECK(strstr(text, part) != NULL)

// A list of messages that holds one error and nothing else, with this text in
// it; forgets it.
void check_one_error(shardflow_messages* messages, const char* part,
                     const char* file, int line);
#define CHECK_ERROR(messages, part) \
  check_one_error(messages, part, __FILE__, __LINE__)
// Nothing was said; shows what was.
#define CHECK_SILENT(messages) check_silent(messages, __FILE__, __LINE__)
void check_silent(const shardflow_messages* messages, const char* file,
                  int line);

// The tests, one a file.
void test_programs(void);
void test_ops(void);
void test_sessions(void);
void test_tools(void);
void test_nothing(void);  // NULL for everything
void test_threads(void);

#endif  // SHARDFLOW_TESTS_C_C_TEST_H_
