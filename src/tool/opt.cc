#include "tool/opt.h"

#include <ostream>
#include <vector>

#include "shardflow/shardflow.h"
#include "tool/sections.h"
#include "tool/verify_diagnostics.h"

namespace shardflow {
namespace {

// Runs all passes on one section and appends its text. Messages are appended
// also on success (warnings).
bool RunSection(const OptFlags& flags, const OpRegistry& registry,
                const std::string& name, const Section& section,
                std::string& output, std::vector<Message>& messages) {
  ReadOptions read;
  read.allow_unregistered_dialect = flags.allow_unregistered_dialect;
  read.first_line = section.first_line;
  std::optional<Program> program =
      Program::Read(name, std::string(section.text), read, messages);
  if (!program) return false;
  RunOptions run;
  run.compat = flags.compat;
  run.registry = &registry;
  run.extra_rules = flags.extra_rules;
  run.memoize = !flags.no_memo;
  for (const PassSpec& pass : flags.passes) {
    if (!program->Run(pass.name, pass.options, run, messages)) return false;
  }
  WriteOptions write;
  write.debug_info = flags.print_debuginfo;
  write.local_scope = flags.print_local_scope;
  write.generic_form = flags.print_op_generic;
  output += program->Write(write);
  return true;
}

void AppendProduced(const Message& message,
                    std::vector<ProducedDiagnostic>& produced) {
  produced.push_back(
      {message.line, MessageKindName(message.kind), message.text});
  for (const Message& note : message.notes) AppendProduced(note, produced);
}

// Reports where the messages differ from what comments announce.
bool CheckExpected(const std::string& name, const Section& section,
                   const std::vector<Message>& messages, std::ostream& err) {
  std::vector<ProducedDiagnostic> produced;
  for (const Message& message : messages) AppendProduced(message, produced);
  const std::vector<DiagnosticMismatch> mismatches =
      VerifyDiagnostics(section.text, section.first_line, produced);
  for (const DiagnosticMismatch& mismatch : mismatches) {
    err << name;
    if (mismatch.line > 0) err << ':' << mismatch.line;
    err << ": error: " << mismatch.message << '\n';
  }
  return mismatches.empty();
}

}  // namespace

bool RunOpt(const OptFlags& flags, const InputText& input,
            const OpRegistry& registry, std::string& output,
            std::ostream& err) {
  for (const PassSpec& pass : flags.passes) {
    if (IsPass(pass.name)) continue;
    err << "shardflow: opt: unknown flag or pass '-" << pass.name
        << "' (see shardflow opt --help)\n";
    return false;
  }
  std::vector<Section> sections;
  if (flags.split_input_file) {
    sections = SplitSections(input.text);
  } else {
    sections.push_back({input.text, 1});
  }
  bool ok = true;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (i > 0) output += kSectionSeparator;
    std::vector<Message> messages;
    const bool ran =
        RunSection(flags, registry, input.name, sections[i], output, messages);
    if (flags.verify_diagnostics) {
      ok &= CheckExpected(input.name, sections[i], messages, err);
    } else {
      for (const Message& message : messages) err << message.ToString();
      ok &= ran;
    }
  }
  return ok;
}

}  // namespace shardflow
