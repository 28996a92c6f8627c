#ifndef SHARDFLOW_TESTS_C_C_TEST_H_
#define SHARDFLOW_TESTS_C_C_TEST_H_

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shardflow/c.h"

// Checks for tests in C. A failed check prints its place, and the test
// continues. Checks may run on any thread.

// Returns the number of failed checks.
int failures(void);
void check(bool ok, const char* file, int line, const char* what);
// Compares `got`, which may be NULL, with `wanted`, and frees `got`.
void check_text(char* got, const char* wanted, const char* file, int line);

#define CHECK(condition) check(condition, __FILE__, __LINE__, #condition)
// Checks a string that the caller owns, and frees it.
#define CHECK_TEXT(got, wanted) check_text(got, wanted, __FILE__, __LINE__)
// Checks a string that the caller doesn't own.
#define CHECK_SAME(got, wanted) CHECK(strcmp(got, wanted) == 0)
#define CHECK_HAS(text, part) CHECK(strstr(text, part) != NULL)

// Checks that there is exactly one message, an error whose text contains
// `part`. Then clears the list.
void check_one_error(shardflow_messages* messages, const char* part,
                     const char* file, int line);
#define CHECK_ERROR(messages, part) \
  check_one_error(messages, part, __FILE__, __LINE__)
// Checks that there are no messages. Prints them if there are any.
#define CHECK_SILENT(messages) check_silent(messages, __FILE__, __LINE__)
void check_silent(const shardflow_messages* messages, const char* file,
                  int line);

// The tests, one per file.
void test_programs(void);
void test_ops(void);
void test_sessions(void);
void test_loops(void);
void test_structs(void);
void test_tools(void);
void test_nothing(void);  // NULL arguments
void test_threads(void);

#endif  // SHARDFLOW_TESTS_C_C_TEST_H_
