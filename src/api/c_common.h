#ifndef SHARDFLOW_API_C_COMMON_H_
#define SHARDFLOW_API_C_COMMON_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error_format.h"
#include "shardflow/c.h"
#include "shardflow/explain.h"
#include "shardflow/extend.h"
#include "shardflow/message.h"
#include "shardflow/passes.h"
#include "shardflow/plan_choice.h"
#include "shardflow/program.h"
#include "shardflow/session.h"
#include "shardflow/sharding.h"

// Shared by the files of the C API: the objects behind its pointers, error
// reporting, and conversions.

namespace shardflow::internal::c {

// A message as a C struct. Its pointers point into `message`.
struct StoredMessage : shardflow_message {
  explicit StoredMessage(Message given);
  StoredMessage(const StoredMessage&) = delete;
  StoredMessage& operator=(const StoredMessage&) = delete;

  const Message message;
  std::deque<StoredMessage> notes;
};

}  // namespace shardflow::internal::c

struct shardflow_messages {
  // A deque, because elements must not move when others are added.
  std::deque<shardflow::internal::c::StoredMessage> list;
};

struct shardflow_registry {
  shardflow::OpRegistry registry;
};

struct shardflow_program {
  explicit shardflow_program(shardflow::Program owned)
      : program(std::move(owned)) {}
  // Makes a program that shows a session's last result or, if `is_annotated`,
  // what the session propagates. The session must outlive it.
  shardflow_program(const shardflow::Session* shown, bool is_annotated)
      : session(shown), annotated(is_annotated) {}

  // Returns a copy of what a session's program shows, without the session's
  // data for its next propagation.
  shardflow::Program CopyShown() const {
    return annotated ? session->Annotated().Clone() : session->Result();
  }

  std::optional<shardflow::Program> program;
  const shardflow::Session* session = nullptr;
  const bool annotated = false;
  // Describes the caller's ops to views. (A session's result is shown with the
  // session's own registry.)
  std::optional<shardflow::OpRegistry> registry;
};

struct shardflow_stop {
  std::atomic<bool> stopped = false;
};

namespace shardflow::internal::c {

// Returns the number of an enumerator by copying its bytes. A C caller can pass
// any int as an enum, and reading an int that isn't an enumerator as the enum
// would be undefined behavior.
template <typename Enum>
int IntOf(const Enum& given) {
  static_assert(std::is_enum_v<Enum> && sizeof(given) == sizeof(int));
  int value = 0;
  std::memcpy(&value, &given, sizeof(value));
  return value;
}

// Adds an error of the form "FUNCTION: WHAT", without a source location, and
// returns false. `function` is the name of the C function.
bool Fail(std::vector<Message>& messages, const char* function,
          std::string_view what);

// The messages of one call. When the call ends, they are added to the caller's
// list, if there is one.
class Report {
 public:
  // `function` is the name of the C function.
  Report(const char* function, shardflow_messages* list)
      : function_(function), list_(list) {}
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  ~Report();

  std::vector<Message>& messages() { return messages_; }
  // Adds an error with the function's name, and returns false.
  bool Fail(std::string_view what);
  // Reports an error and returns false if the argument is NULL.
  template <class T>
  bool Has(const T* argument, const char* name) {
    return argument != nullptr || Fail(std::string(name) + " is NULL");
  }
  // Reports an error and returns false if the program is NULL or a pass has
  // failed on it.
  bool Has(const shardflow_program* program);
  // Also reports an error if the program belongs to a session, which alone may
  // change it. Bindings for other languages often lose the `const` of
  // shardflow_session_program.
  bool MayChange(const shardflow_program* program);

 private:
  const char* function_;
  shardflow_messages* list_;
  std::vector<Message> messages_;
};

// Whether the program can be queried: no pass failed on it.
inline bool IsUsable(const shardflow_program* program) {
  return program != nullptr && (!program->program || program->program->ok());
}

// The program to copy or print; for a session's program, a copy of it.
class Whole {
 public:
  explicit Whole(const shardflow_program& program)
      : copy_(program.session != nullptr
                  ? std::optional<Program>(program.CopyShown())
                  : std::nullopt),
        program_(copy_ ? *copy_ : *program.program) {}
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;

  const Program& operator*() const { return program_; }
  const Program* operator->() const { return &program_; }

 private:
  std::optional<Program> copy_;
  const Program& program_;
};

// Copies a struct to the size that this version knows. Fields that the caller's
// struct lacks become zero, their default. Returns an error if the struct's
// size is too small to be valid, or if a field is set that only a newer version
// knows.
template <class Struct>
std::optional<Error> CopyKnown(const Struct& given, Struct& out) {
  static_assert(std::is_trivially_copyable_v<Struct>);
  out = {};
  if (given.struct_size < sizeof(given.struct_size)) {
    return ErrorOf("struct_size is not set");
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(&given);
  for (size_t i = sizeof(Struct); i < given.struct_size; ++i) {
    if (bytes[i] == 0) continue;
    return ErrorOf(
        "struct_size is {}, but a field is set that this version (struct_size "
        "{}) does not know",
        given.struct_size, sizeof(Struct));
  }
  std::memcpy(&out, &given, std::min(given.struct_size, sizeof(Struct)));
  out.struct_size = sizeof(Struct);
  return std::nullopt;
}

// Like CopyKnown, but for options, where NULL means all defaults. Reports an
// error and returns false if the struct is invalid.
template <class Options>
bool Complete(const Options* given, Options& out, Report& report) {
  out = {};
  if (given == nullptr) return true;
  const std::optional<Error> wrong = CopyKnown(*given, out);
  return !wrong || report.Fail(wrong->message);
}

// Returns a copy of the text, for the caller to free.
char* NewText(std::string_view text);
// Like NewText, but returns NULL for an empty text.
inline char* TextOrNull(std::string_view text) {
  return text.empty() ? nullptr : NewText(text);
}

inline std::string_view View(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// Writes as many elements to `out` as fit, and returns how many there are.
template <class List, class Out, class Convert>
size_t CopyOut(const List& list, Out* out, size_t capacity, Convert convert) {
  if (out != nullptr) {
    for (size_t i = 0; i < std::min(capacity, list.size()); ++i) {
      out[i] = convert(list[i]);
    }
  }
  return list.size();
}

// Writes as many sizes as fit. Returns the rank, or -1 if there is no shape.
int CopyShape(const std::optional<std::vector<int64_t>>& shape, int64_t* out,
              size_t capacity);

// Writes each slice's device, offsets and sizes. Any of the arrays may be NULL.
size_t CopySlices(const std::vector<DeviceSlice>& slices, int64_t* devices,
                  int64_t* offsets, int64_t* sizes, size_t capacity);

// Converts the mode from C to C++. Reports an error and returns false for an
// unknown version.
bool ToCompatMode(const shardflow_compat& compat, CompatMode& out,
                  Report& report);
// Converts the choice from C to C++. If `best` is set, the best plan is chosen,
// whatever `plan` is. Reports an error and returns false for an unknown plan.
bool ToPlanChoice(const shardflow_plan_choice& plan, bool best, PlanChoice& out,
                  Report& report);
// Converts the options from C to C++. Reports an error and returns false if
// they are invalid.
bool ToRunOptions(const shardflow_run_options* given, RunOptions& out,
                  Report& report);
// Returns the explanation as JSON or text, or NULL if there is none.
char* ExplanationOut(const std::optional<Explanation>& explanation, bool json,
                     bool spec);
// Unless `with_run` is set, ignores the options of the run.
bool ToPartitionOptions(const shardflow_partition_options* given,
                        PartitionOptions& out, Report& report,
                        bool with_run = true);
// Returns the sharding as text, or NULL if there is none.
char* ShardingText(const std::optional<ShardingInfo>& sharding);
// Parses `text`; NULL becomes nullopt. Reports an error and returns false if
// the text isn't a sharding.
bool ToSharding(const char* text, std::optional<ShardingInfo>& out,
                Report& report);

}  // namespace shardflow::internal::c

#endif  // SHARDFLOW_API_C_COMMON_H_
