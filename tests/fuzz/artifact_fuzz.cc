// Portable artifacts. Every valid input can be printed, and can be written as
// an artifact that reads back as the same program.

#include <memory>
#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "base/source.h"
#include "bytecode/read.h"
#include "bytecode/write.h"
#include "fuzz/targets.h"
#include "ir/module.h"
#include "ops/verify.h"
#include "text/write.h"

namespace shardflow::internal::fuzz {
namespace {

std::optional<Module> Read(std::string_view bytes, Diagnostics& diagnostics) {
  return ReadArtifact(
      std::make_shared<const SourceBuffer>("input", std::string(bytes)),
      {.allow_unregistered_dialects = true}, diagnostics);
}

std::string Text(const Module& m) {
  std::string text;
  PrintModule(m, {.debug_info = true}, text);
  return text;
}

}  // namespace

void FuzzArtifact(std::string_view input) {
  Diagnostics diagnostics;
  std::optional<Module> m = Read(input, diagnostics);
  if (!m) {
    if (!diagnostics.HasErrors()) Fault("refused without an error", input);
    return;
  }
  const std::string text = Text(*m);
  if (!VerifyModule(*m, diagnostics)) {
    if (!diagnostics.HasErrors()) Fault("invalid without an error", input);
    return;
  }
  std::string bytes;
  if (!WriteArtifact(*m, "", bytes, diagnostics)) {
    if (!diagnostics.HasErrors()) Fault("not written without an error", input);
    return;
  }
  const std::optional<Module> again = Read(bytes, diagnostics);
  if (!again) {
    Fault("what was written is refused", text, diagnostics.all()[0].text);
  }
  const std::string second = Text(*again);
  if (text != second) Fault("the program changes", text, second);
}

}  // namespace shardflow::internal::fuzz
