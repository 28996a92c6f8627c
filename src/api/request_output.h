#ifndef SHARDFLOW_API_REQUEST_OUTPUT_H_
#define SHARDFLOW_API_REQUEST_OUTPUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/value_names.h"
#include "json/document.h"
#include "json/emit.h"
#include "json/input.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// The forms of programs in requests and replies.

namespace shardflow::internal {

// The form of a program in a request or reply.
enum class ProgramForm : uint8_t { kJson, kText, kArtifact, kNone };

// Reads "json", "text", "artifact" or "none". Returns false on error.
bool ReadForm(JsonInput& in, JsonRef value, ProgramForm& form);
// Returns the form of the program in a request.
ProgramForm FormOf(const JsonDocument& d, JsonRef program);
// Whether `text` is the base64 encoding of an artifact or of jax.export's
// output.
bool IsEncodedArtifact(std::string_view text);

// A program that is written into a reply.
class ProgramOutput {
 public:
  ProgramOutput(ProgramForm form, bool debug_info)
      : form_(form), debug_info_(debug_info) {}

  // Does everything that can fail. On error, returns false and adds the error
  // to `messages`.
  bool Prepare(const Program& program, std::vector<Message>& messages);
  // Writes the member "program", unless the form is kNone.
  void Write(const Program& program, JsonEmitter& e) const;

 private:
  ProgramForm form_;
  bool debug_info_;
  std::string artifact_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_OUTPUT_H_
