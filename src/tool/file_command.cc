#include "tool/file_command.h"

#include <algorithm>
#include <iterator>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "shardflow/json.h"
#include "shardflow/views.h"
#include "tool/question.h"
#include "tool/what_if.h"

namespace shardflow {

CompatMode FileFlags::compat_mode() const {
  return ParseCompatMode(compat).value_or(CompatMode::kShardy202608);
}

bool FileFlags::like_jax() const {
  return jax || (asks && (!propagate || about_xla) && !as_is &&
                 compat.empty() && !dynamic_shapes);
}

Option InputOperand(FileFlags& flags) {
  return File("FILE", "The program; - is standard input.", &flags.input);
}

Option OutputOption(FileFlags& flags) {
  return File("-o,--output",
              "Write to FILE instead of standard output. After an error, an "
              "existing file stays as it was.",
              &flags.output);
}

Option QuietOption(FileFlags& flags, std::string help) {
  return Flag("-q,--quiet", std::move(help), &flags.quiet);
}

Option CompatOption(FileFlags& flags) {
  return Choice("--compat", {"shardy-2026-08", "jaxlib-0.12"},
                "Which answers to give where versions of Shardy differ "
                "(default: shardy-2026-08).",
                &flags.compat);
}

Option PlanOption(std::string help, PlanChoice* to) {
  std::vector<std::string> names;
  for (const PlanChoiceName& choice : kPlanChoiceNames) {
    names.emplace_back(choice.name);
  }
  Option option =
      Choice("--plan", std::move(names), std::move(help), /*to=*/nullptr);
  option.set = [to](const std::string& name) {
    // The option parser has checked that this choice exists.
    for (const PlanChoiceName& choice : kPlanChoiceNames) {
      if (name == choice.name) *to = choice.value;
    }
    return std::string();
  };
  return option;
}

std::vector<Option> RulesOptions(FileFlags& flags) {
  return {
      Files(
          "--rules",
          "A file of sharding rules for your own ops and custom calls. Ops of "
          "unknown dialects are then accepted. May be given several times.",
          &flags.rules),
      Flag("--extra-rules",
           "Also use sharding rules for ops that have none in Shardy: chlo.",
           &flags.extra_rules),
      Flag(
          "--dynamic-shapes",
          "Also propagate through tensors with dimensions of unknown size. JAX "
          "and Shardy refuse such tensors; this is an extension of shardflow.",
          &flags.dynamic_shapes)};
}

Option JaxOption(FileFlags& flags) {
  return Flag("--jax",
              "Propagate as JAX does (jaxlib 0.12, CPU): first run the steps "
              "that XLA runs before Shardy, then propagate with "
              "--compat=jaxlib-0.12 --extra-rules (docs/jax.md).",
              &flags.jax);
}

Option SpecOption(FileFlags& flags) {
  return Flag("--spec",
              "Print shardings in JAX's notation, such as P('fsdp', ('tp', "
              "'sp'), None).",
              &flags.spec);
}

Option DebugInfoOption(FileFlags& flags) {
  return Choice("--debug-info", {"auto", "always", "never"},
                "Whether to write locations. By default (auto), they are "
                "written if FILE has any, which keeps the names of arguments "
                "and the lines of Python code.",
                &flags.debug_info);
}

bool WritesDebugInfo(const FileFlags& flags, const Program& program) {
  return flags.debug_info == "always" ||
         (flags.debug_info == "auto" && program.HasDebugInfo());
}

Option FramesOption(FileFlags& flags) {
  return Choice("--frames", {"user", "all"},
                "Which frames of an op's Python stack to show: the innermost "
                "frame outside of libraries (default), or all.",
                &flags.frames);
}

void AddOptions(Command& command, std::vector<Option> rows) {
  command.options.insert(command.options.end(),
                         std::make_move_iterator(rows.begin()),
                         std::make_move_iterator(rows.end()));
}

void Complain(Environment& env, std::string_view text) {
  if (text.empty()) return;  // a broken pipe isn't an error
  env.err << FitError(fmt::format("shardflow: {}\n", text), env.terminal);
}

ExitCode UsageError(Environment& env, std::string_view command,
                    std::string_view text) {
  const std::string of =
      command.empty() ? std::string() : fmt::format("{}: ", command);
  env.err << FitError(
      fmt::format("shardflow: {}{}\nRun with --help for more.\n", of, text),
      env.terminal);
  return ExitCode::kUsage;
}

void PrintMessages(Environment& env, std::span<const Message> messages,
                   bool quiet) {
  std::vector<Message> shown;
  for (const Message& message : messages) {
    if (!quiet || message.kind == MessageKind::kError) shown.push_back(message);
  }
  env.err << MessagesText(shown, env.terminal.color_err,
                          env.terminal.columns_err);
}

ExitCode ExitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNone:
      return ExitCode::kOk;
    case ErrorCode::kWriteFailed:
    case ErrorCode::kInternal:
      return ExitCode::kInternal;
    case ErrorCode::kInvalidInput:
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kLimitExceeded:
    case ErrorCode::kReadFailed:
    case ErrorCode::kStopped:
      return ExitCode::kBadInput;
  }
  return ExitCode::kInternal;
}

ExitCode ExitCodeOf(std::span<const Message> messages) {
  ExitCode worst = ExitCode::kBadInput;
  for (const Message& message : messages) {
    worst = std::max(worst, ExitCodeOf(message.code));
  }
  return worst;
}

Terminal TerminalOf(const FileFlags& flags, const Environment& env) {
  if (flags.output == "-") return env.terminal;
  Terminal file;
  file.color_out = env.terminal.color_files;
  return file;
}

ExitCode Finish(Output& output, ExitCode code, Environment& env) {
  Message error;
  if (output.Commit(error)) return code;
  Complain(env, error.text);
  return ExitCodeOf(error.code);
}

bool ReadTopologyFile(const std::string& name, Environment& env,
                      std::string& topology) {
  topology = name;
  if (!name.ends_with(".toml")) return true;
  Message error;
  const std::optional<InputText> file = ReadInput(name, env.in, error);
  if (!file) {
    Complain(env, error.text);
    return false;
  }
  topology = file->text.view();
  return true;
}

RunOptions RunOptionsOf(const FileFlags& flags, const OpRegistry& registry) {
  RunOptions run;
  run.compat = flags.compat_mode();
  run.extra_rules = flags.extra_rules;
  run.dynamic_shapes = flags.dynamic_shapes;
  run.jax = flags.like_jax();
  if (!flags.rules.empty()) run.registry = &registry;
  return run;
}

namespace {

// Returns an op that shows that a program with a mesh is already a per-device
// program, or "" if there is no such op.
std::string PerDeviceOp(const Program& program) {
  for (const MeshInfo& mesh : ProgramView(program).Meshes()) {
    if (!mesh.axes.empty()) return std::string(FindPerDeviceOp(program));
  }
  return "";
}

}  // namespace

std::optional<Program> ReadProgram(const FileFlags& flags, InputText input,
                                   std::vector<Message>& messages,
                                   bool keep_names) {
  ReadOptions options;
  options.allow_unregistered_dialect = !flags.rules.empty();
  options.keep_names = keep_names || !flags.sets.empty();
  const std::string name = input.name;
  std::optional<Program> program = Program::Read(
      std::move(input.name), std::move(input.text), options, messages);
  const std::string op =
      program && flags.asks ? PerDeviceOp(*program) : std::string();
  if (!op.empty()) {
    messages.push_back(
        {.kind = MessageKind::kWarning,
         .text =
             fmt::format("{} seems to be a per-device program already ({} "
                         "outside of a shard_map), as `shardflow partition` "
                         "writes it; this answer splits its tensors once more",
                         name, op)});
  }
  if (program && !ApplySets(flags.sets, *program, messages)) program.reset();
  return program;
}

namespace {

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::optional<Program> ReadNamed(const FileFlags& flags, InputText input,
                                 std::vector<Message>& messages) {
  if (!flags.may_be_empty && IsBlank(input.text)) {
    messages.push_back(
        {.text = input.name + " is empty", .code = ErrorCode::kInvalidInput});
    return std::nullopt;
  }
  return ReadProgram(flags, std::move(input), messages, /*keep_names=*/true);
}

ExitCode PrintText(Environment& env, std::string_view text) {
  Output output("-", env.out);
  output.Append(text);
  return Finish(output, ExitCode::kOk, env);
}

namespace {

// Replaces a program in JSON with its text. Returns false on error.
bool TextOfJson(const FileFlags& flags, InputText& input, Environment& env) {
  std::vector<Message> messages;
  ReadOptions read;
  read.allow_unregistered_dialect = !flags.rules.empty();
  const std::optional<Program> program =
      Program::Read(input.name, input.text, read, messages);
  PrintMessages(env, messages, flags.quiet);
  if (!program) return false;
  input.text = SourceText(program->Write({.debug_info = true}));
  return true;
}

}  // namespace

ExitCode RunOnFile(
    const FileFlags& flags, Environment& env,
    const std::function<ExitCode(InputText, const OpRegistry&, Output&)>& run) {
  if (const std::string wrong = WrongPropagation(flags); !wrong.empty()) {
    return UsageError(env, "", wrong);
  }
  OpRegistry registry;
  if (!ReadRuleFiles(flags.rules, env.in, registry, env.err)) {
    return ExitCode::kBadInput;
  }
  Message error;
  std::optional<InputText> input = ReadInput(flags.input, env.in, error);
  if (!input.has_value()) {
    Complain(env, error.text);
    return ExitCodeOf(error.code);
  }
  if (!flags.may_be_empty && IsBlank(input->text)) {
    Complain(env, input->name + " is empty");
    return ExitCode::kBadInput;
  }
  if (!flags.reads_json && LooksLikeJson(input->text) &&
      !TextOfJson(flags, *input, env)) {
    return ExitCode::kBadInput;
  }
  Output output(flags.output, env.out, env.temporaries);
  const ExitCode code = run(std::move(*input), registry, output);
  if (code != ExitCode::kOk && code != ExitCode::kFindings) return code;
  return Finish(output, code, env);
}

}  // namespace shardflow
