// Tests the parser, the verifier and the printer. A valid input, printed in one
// of three forms (default, generic, with locations), must parse, verify and
// print as the same text again.

#include <memory>
#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "base/source.h"
#include "fuzz/targets.h"
#include "ir/module.h"
#include "ops/verify.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::fuzz {
namespace {

std::optional<Module> Parse(std::string_view text, Diagnostics& diagnostics) {
  return ParseModule(
      std::make_shared<const SourceBuffer>("input", std::string(text)),
      {.allow_unregistered_dialects = true}, diagnostics);
}

std::string Print(const Module& m, const PrintOptions& options) {
  std::string text;
  PrintModule(m, options, text);
  return text;
}

// Prints, reads and prints again: the text must be the same.
void CheckRoundTrip(const Module& m, const PrintOptions& options) {
  const std::string first = Print(m, options);
  Diagnostics diagnostics;
  std::optional<Module> again = Parse(first, diagnostics);
  if (!again) {
    Fault("what was written does not parse", first,
          diagnostics.all().front().text);
  }
  if (!VerifyModule(*again, diagnostics)) {
    Fault("what was written is not valid", first,
          diagnostics.all().front().text);
  }
  const std::string second = Print(*again, options);
  if (first != second) Fault("the text changes", first, second);
}

}  // namespace

void FuzzText(std::string_view input) {
  Diagnostics diagnostics;
  std::optional<Module> m = Parse(input, diagnostics);
  if (!m) {
    if (!diagnostics.HasErrors()) Fault("refused without an error", input);
    return;
  }
  if (!VerifyModule(*m, diagnostics)) {
    if (!diagnostics.HasErrors()) Fault("invalid without an error", input);
    Print(*m, {.generic = true});
    return;
  }
  // To save time, checks only one form, chosen by the input's length. The
  // fuzzer varies the length, so each form is tested.
  switch (input.size() % 3) {
    case 0:
      return CheckRoundTrip(*m, {});
    case 1:
      return CheckRoundTrip(*m, {.generic = true, .local_scope = true});
    default:
      return CheckRoundTrip(*m, {.debug_info = true});
  }
}

}  // namespace shardflow::internal::fuzz
