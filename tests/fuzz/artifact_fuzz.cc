// Reads portable artifacts. Every valid input can be printed, and can be
// written as an artifact that reads back as the same program.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

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

void EraseAll(std::string& text, std::string_view what) {
  size_t at = 0;
  while ((at = text.find(what, at)) != std::string::npos) {
    text.erase(at, what.size());
  }
}

// Artifacts store only the numbers of most channels, not their types, and 0
// stands for none (docs/artifacts.md).
std::string WithoutChannelTypes(std::string text) {
  constexpr std::string_view kHandle = "#stablehlo.channel_handle<handle = ";
  constexpr std::string_view kType = ", type = ";
  size_t at = 0;
  while ((at = text.find(kHandle, at)) != std::string::npos) {
    at += kHandle.size();
    const size_t type = text.find(kType, at);
    const size_t end = text.find('>', at);
    if (type < end && end != std::string::npos) text.erase(type, end - type);
  }
  const std::string none =
      "channel_handle = #stablehlo.channel_handle<handle = 0>";
  EraseAll(text, " <{" + none + "}>");
  EraseAll(text, " {" + none + "}");
  EraseAll(text, none + ", ");
  EraseAll(text, ", " + none);
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
  if (WithoutChannelTypes(text) != WithoutChannelTypes(second)) {
    Fault("the program changes", text, second);
  }
}

}  // namespace shardflow::internal::fuzz
