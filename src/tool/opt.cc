#include "tool/opt.h"

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardflow/shardflow.h"
#include "tool/file_command.h"
#include "tool/opt_flags.h"
#include "tool/pass_times.h"
#include "tool/progress.h"
#include "tool/sections.h"
#include "tool/stopwatch.h"
#include "tool/verify_diagnostics.h"

namespace shardflow {
namespace {

ReadOptions ToReadOptions(const OptFlags& flags, int first_line) {
  ReadOptions read;
  read.allow_unregistered_dialect = flags.allow_unregistered_dialect;
  read.first_line = first_line;
  return read;
}

WriteOptions ToWriteOptions(const OptFlags& flags) {
  WriteOptions write;
  write.debug_info = flags.print_debuginfo;
  write.local_scope = flags.print_local_scope;
  write.generic_form = flags.print_op_generic;
  return write;
}

// Reads a program and runs flags.passes on it. Appends errors and warnings to
// `messages`.
std::optional<Program> RunPasses(const OptFlags& flags,
                                 const OpRegistry& registry, std::string name,
                                 SourceText text, int first_line,
                                 std::vector<Message>& messages) {
  std::optional<Program> program =
      Program::Read(std::move(name), std::move(text),
                    ToReadOptions(flags, first_line), messages);
  if (!program) return std::nullopt;
  RunOptions run;
  run.compat = flags.compat;
  run.registry = &registry;
  run.extra_rules = flags.extra_rules;
  run.dynamic_shapes = flags.dynamic_shapes;
  run.memoize = !flags.no_memo;
  run.time_passes = flags.time_passes;
  run.dump_directory = flags.dump_dir;
  for (const PassSpec& pass : flags.passes) {
    if (!program->Run(pass.name, pass.options, run, messages) ||
        (flags.verify_each && !program->Verify(messages))) {
      return std::nullopt;
    }
  }
  return program;
}

void AppendProduced(const Message& message,
                    std::vector<ProducedDiagnostic>& produced) {
  produced.push_back(
      {message.line, MessageKindName(message.kind), message.text});
  for (const Message& note : message.notes) AppendProduced(note, produced);
}

// Reports where the messages differ from the messages that comments expect.
bool CheckExpected(const std::string& name, const Section& section,
                   const std::vector<Message>& messages, std::ostream& err) {
  std::vector<ProducedDiagnostic> produced;
  for (const Message& message : messages) AppendProduced(message, produced);
  const std::vector<DiagnosticMismatch> mismatches =
      VerifyDiagnostics(section.text, section.first_line, produced);
  for (const DiagnosticMismatch& mismatch : mismatches) {
    err << VisibleText(name);
    if (mismatch.line > 0) err << ':' << mismatch.line;
    err << ": error: " << VisibleText(mismatch.message) << '\n';
  }
  return mismatches.empty();
}

// In the most common case, there is one program of any size. Its text is moved
// into the program, and the result is written piece by piece.
bool RunWhole(const OptFlags& flags, InputText input,
              const OpRegistry& registry, Output& output, Environment& env) {
  PassTimes times;
  std::vector<Message> messages;
  const CpuStopwatch watch;
  std::optional<Program> program;
  {
    const Progress progress(env, flags.quiet, "opt " + input.name);
    program = RunPasses(flags, registry, std::move(input.name),
                        std::move(input.text), 1, messages);
  }
  PrintMessages(env, messages, flags.quiet);
  if (!program) return false;
  times.AddPasses(*program, watch.Seconds());
  times.AddPropagation(program->Propagated());
  const CpuStopwatch write_watch;
  program->Write([&](std::string_view text) { return output.Append(text); },
                 ToWriteOptions(flags));
  times.AddWrite(write_watch.Seconds());
  if (flags.time_passes && !flags.quiet) env.err << times.ToString();
  return true;
}

// Handles small programs in the same file, or programs whose messages are
// compared with comments in the file.
bool RunSections(const OptFlags& flags, const InputText& input,
                 const OpRegistry& registry, Output& output, Environment& env) {
  std::vector<Section> sections;
  if (flags.split_input_file) {
    sections = SplitSections(input.text);
  } else {
    sections.push_back({input.text, 1});
  }
  bool ok = true;
  std::string text;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (i > 0) text += kSectionSeparator;
    const Section& section = sections[i];
    std::vector<Message> messages;
    const std::optional<Program> program =
        RunPasses(flags, registry, input.name, std::string(section.text),
                  section.first_line, messages);
    if (program) text += program->Write(ToWriteOptions(flags));
    if (flags.verify_diagnostics) {
      ok &= CheckExpected(input.name, section, messages, env.err);
    } else {
      PrintMessages(env, messages, flags.quiet);
      ok &= program.has_value();
    }
  }
  if (ok) output.Append(text);
  return ok;
}

// Returns a hint such as "; did you mean -sdy-basic-propagate?", or "".
std::string NearestPass(const std::string& name) {
  std::vector<std::string> known;
  for (const PassInfo& pass : Passes()) known.push_back("-" + pass.name);
  return DidYouMean("-" + name, known);
}

// Runs `flags.passes` over `input`, section by section if the input is split,
// and appends the resulting program to `output`. Messages and times are written
// to standard error. Returns false on any error, and `output` must then be
// discarded.
bool RunOpt(const OptFlags& flags, InputText input, const OpRegistry& registry,
            Output& output, Environment& env) {
  for (const PassSpec& pass : flags.passes) {
    if (IsPass(pass.name)) continue;
    env.err << "shardflow: opt: unknown flag or pass '-"
            << VisibleText(pass.name) << "'" << NearestPass(pass.name)
            << " (see shardflow opt --help)\n";
    return false;
  }
  if (!flags.dump_dir.empty() && flags.split_input_file) {
    env.err << "shardflow: opt: -dump-dir is for one program: it doesn't go "
               "with -split-input-file\n";
    return false;
  }
  return flags.split_input_file || flags.verify_diagnostics
             ? RunSections(flags, input, registry, output, env)
             : RunWhole(flags, std::move(input), registry, output, env);
}

ExitCode RunOptWords(std::span<const std::string> words, Environment& env) {
  Message error;
  const std::optional<OptFlags> flags = ParseOptFlags(words, error);
  if (!flags.has_value()) {
    env.err << "shardflow: opt: " << VisibleText(error.text) << '\n';
    return ExitCode::kFindings;
  }
  if (flags->help) {
    const ExitCode code = PrintText(env, OptFlagsHelp(env.terminal.columns));
    return code == ExitCode::kOk ? code : ExitCode::kFindings;
  }
  FileFlags files;
  files.input = flags->input;
  files.output = flags->output;
  files.rules = flags->rules;
  files.quiet = flags->quiet;
  // Program::Read also reads JSON. Like mlir-opt, `opt` accepts an empty file.
  files.reads_json = true;
  files.may_be_empty = true;
  const ExitCode code = RunOnFile(
      files, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        return RunOpt(*flags, std::move(input), registry, output, env)
                   ? ExitCode::kOk
                   : ExitCode::kFindings;
      });
  return code == ExitCode::kOk ? code : ExitCode::kFindings;
}

}  // namespace

Command MakeOptCommand() {
  Command command = OptTable();
  command.run_words = RunOptWords;
  return command;
}

}  // namespace shardflow
