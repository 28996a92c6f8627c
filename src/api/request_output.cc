#include "api/request_output.h"

#include <utility>

#include "absl/strings/escaping.h"

#include "api/program_impl.h"
#include "bytecode/read.h"
#include "json/write.h"
#include "shardflow/json.h"

namespace shardflow::internal {
namespace {

// The first bytes of an artifact, encoded in base64.
constexpr std::string_view kEncodedArtifact = "TUzvU";

}  // namespace

bool IsEncodedArtifact(std::string_view text) {
  if (text.starts_with(kEncodedArtifact)) return true;
  constexpr size_t kBegin = 64;
  std::string bytes;
  const auto decode = [&](std::string_view part) {
    return absl::Base64Unescape(absl::string_view(part.data(), part.size()),
                                &bytes);
  };
  // Decoding the beginning first rejects programs in text form quickly, because
  // their first line contains characters that base64 doesn't use.
  return text.size() > kBegin && decode(text.substr(0, kBegin)) &&
         decode(text) && LooksLikeArtifact(bytes);
}

bool ReadForm(JsonInput& in, JsonRef value, ProgramForm& form) {
  std::string word;
  if (!in.Text(value, word)) return false;
  if (word == "json") {
    form = ProgramForm::kJson;
  } else if (word == "text") {
    form = ProgramForm::kText;
  } else if (word == "artifact") {
    form = ProgramForm::kArtifact;
  } else if (word == "none") {
    form = ProgramForm::kNone;
  } else {
    return in.Fail(value,
                   "expected \"json\", \"text\", \"artifact\" or \"none\"");
  }
  return true;
}

ProgramForm FormOf(const JsonDocument& d, JsonRef program) {
  if (d.Is(program, JsonKind::kObject)) return ProgramForm::kJson;
  std::string room;
  const std::string_view text = d.String(program, room);
  return LooksLikeJson(text)       ? ProgramForm::kJson
         : IsEncodedArtifact(text) ? ProgramForm::kArtifact
                                   : ProgramForm::kText;
}

bool ProgramOutput::Prepare(const Program& program,
                            std::vector<Message>& messages) {
  if (form_ != ProgramForm::kArtifact) return true;
  std::optional<std::string> artifact = program.WriteArtifact("", messages);
  if (!artifact) return false;
  artifact_ = std::move(*artifact);
  return true;
}

void ProgramOutput::Write(const Program& program, JsonEmitter& e) const {
  if (form_ == ProgramForm::kNone) return;
  e.Key("program");
  if (form_ == ProgramForm::kArtifact) {
    return e.String(absl::Base64Escape(artifact_));
  }
  if (form_ == ProgramForm::kText) {
    WriteOptions write;
    write.debug_info = debug_info_;
    return e.String(program.Write(write));
  }
  std::string text;
  WriteModuleJson(ProgramAccess::module(program),
                  {.debug_info = debug_info_, .one_line = true}, text);
  e.Raw(text);
}

}  // namespace shardflow::internal
