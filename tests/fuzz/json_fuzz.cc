// Reads modules in JSON. Every valid input can be written as JSON, and as text,
// and both read back as the same program.

#include <memory>
#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "base/source.h"
#include "fuzz/targets.h"
#include "ir/module.h"
#include "json/input.h"
#include "json/read.h"
#include "json/write.h"
#include "ops/verify.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::fuzz {
namespace {

std::optional<Module> ReadJson(std::string_view text, Error& fault) {
  return ReadModuleJson(
      std::make_shared<const SourceBuffer>("input", std::string(text)),
      {.allow_unregistered_dialects = true}, {}, fault);
}

std::string Text(const Module& m) {
  std::string text;
  PrintModule(m, {}, text);
  return text;
}

}  // namespace

void FuzzJson(std::string_view input) {
  Diagnostics diagnostics;
  Error fault;
  std::optional<Module> m = ReadJson(input, fault);
  if (!m) {
    ReportError(fault, SourceBuffer("input", std::string(input)), diagnostics);
    if (!diagnostics.HasErrors()) Fault("refused without an error", input);
    return;
  }
  if (!VerifyModule(*m, diagnostics)) {
    if (!diagnostics.HasErrors()) Fault("invalid without an error", input);
    return;
  }
  std::string json;
  WriteModuleJson(*m, {.debug_info = true}, json);
  std::optional<Module> again = ReadJson(json, fault);
  if (!again) Fault("what was written is refused", input, json);
  const std::string first = Text(*m), second = Text(*again);
  if (first != second) Fault("the program changes", first, second);
}

}  // namespace shardflow::internal::fuzz
