#include "tool/gspmd.h"

#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/shardflow.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/json_text.h"
#include "tool/progress.h"

namespace shardflow {
namespace {

constexpr std::string_view kActionNames[] = {"export", "import", "print",
                                             "explain"};

std::string_view NameOf(GspmdAction action) {
  return kActionNames[static_cast<size_t>(action)];
}

Json NewDocument(const GspmdFlags& flags) {
  Json json;
  json["format"] = "shardflow-gspmd";
  json["version"] = 1;
  json["command"] = NameOf(flags.action);
  return json;
}

bool IsAboutMesh(const Message& error) { return error.input < 0; }

constexpr std::string_view kSpace = " \t\r\n";

// Whether a word of the command line is a sharding rather than a file name.
bool IsShardingText(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return true;
  text.remove_prefix(first);
  return text.front() == '{' || text.front() == '[' || text.front() == '<' ||
         text.starts_with("#sdy.");
}

// Whether a file contains shardings rather than a program. Both can begin with
// the same byte if the program is in JSON or was written by jax.export.
bool HoldsShardings(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return false;
  const size_t brace = text.find_first_not_of(kSpace);
  if (brace != std::string_view::npos && text[brace] == '{') {
    const size_t second = text.find_first_not_of(kSpace, brace + 1);
    if (second != std::string_view::npos && text[second] == '"') return false;
  }
  return IsShardingText(text);
}

void AppendLines(std::string_view text, std::vector<std::string>& lines) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      lines.emplace_back(line);
    }
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void Report(const GspmdFlags& flags, const Message& error, std::ostream& err) {
  const int offset = error.column - 1;
  if (flags.json) {
    Json json = NewDocument(flags);
    json["error"] = {
        {"input", error.input}, {"offset", offset}, {"message", error.text}};
    for (const Message& note : error.notes) json["error"]["hint"] = note.text;
    err << IndentedLines(json);
    return;
  }
  const std::string text =
      IsAboutMesh(error) ? "mesh" : fmt::format("sharding {}", error.input + 1);
  err << fmt::format("shardflow: gspmd: {}, offset {}: error: {}\n{}", text,
                     offset, VisibleText(error.text), error.excerpt);
  for (const Message& note : error.notes) {
    err << "hint: " << VisibleText(note.text) << '\n';
  }
}

// Calls `one(input, messages)`, which returns a bool, for each input. Reports
// all errors.
template <class One>
bool ForEach(const GspmdFlags& flags, const std::vector<std::string>& inputs,
             std::ostream& err, const One& one) {
  bool ok = true;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<Message> messages;
    if (one(inputs[i], messages)) continue;
    ok = false;
    Message& error = messages.back();
    const bool is_mesh = IsAboutMesh(error);
    if (!is_mesh) error.input = static_cast<int>(i);
    Report(flags, error, err);
    if (is_mesh) break;  // all other inputs would fail in the same way
  }
  return ok;
}

bool Export(const GspmdFlags& flags, const std::vector<std::string>& inputs,
            Json& json, std::string& text, std::ostream& err) {
  ToHloShardingOptions options;
  options.form = flags.form.value_or(HloShardingForm::kV2);
  options.manual_axes = flags.manual_axes;
  json["mesh"] = flags.mesh;
  json["shardings"] = Json::array();
  return ForEach(
      flags, inputs, err,
      [&](const std::string& input, std::vector<Message>& messages) {
        const std::optional<std::string> hlo =
            ToHloSharding(flags.mesh, input, options, messages);
        if (!hlo) return false;
        json["shardings"].push_back({{"input", input}, {"hlo_sharding", *hlo}});
        text += *hlo + '\n';
        return true;
      });
}

bool Import(const GspmdFlags& flags, const std::vector<std::string>& inputs,
            Json& json, std::string& text, std::ostream& err) {
  FromHloShardingOptions options;
  options.rank = flags.rank;
  options.mesh = flags.mesh;
  std::vector<Message> messages;
  const std::optional<ImportedShardings> imported =
      FromHloShardings(inputs, options, messages);
  if (!imported) {
    Report(flags, messages.back(), err);
    return false;
  }
  json["mesh"] = imported->mesh;
  json["shardings"] = Json::array();
  text += imported->mesh + '\n';
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ImportedSharding& sharding = imported->shardings[i];
    Json row = {{"input", inputs[i]}, {"sharding", sharding.sharding}};
    if (!sharding.manual_axes.empty()) {
      row["manual_axes"] = sharding.manual_axes;
    }
    json["shardings"].push_back(std::move(row));
    text += sharding.sharding + '\n';
  }
  return true;
}

bool Print(const GspmdFlags& flags, const std::vector<std::string>& inputs,
           Json& json, std::string& text, std::ostream& err) {
  const PrintHloShardingOptions options{flags.form, flags.metadata};
  json["shardings"] = Json::array();
  return ForEach(
      flags, inputs, err,
      [&](const std::string& input, std::vector<Message>& messages) {
        const std::optional<std::string> hlo =
            NormalizeHloSharding(input, options, messages);
        if (!hlo) return false;
        json["shardings"].push_back({{"input", input}, {"hlo_sharding", *hlo}});
        text += *hlo + '\n';
        return true;
      });
}

void AppendExplanation(const HloShardingExplanation& explanation,
                       std::string& out) {
  if (!out.empty()) out += '\n';
  out += explanation.canonical + "\n\n";
  const auto append = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out += fmt::format("{:10}{}\n", name, value);
  };
  append("mesh", explanation.mesh);
  append("sharding", explanation.sharding);
  append("V1", explanation.v1);
  append("V2", explanation.v2);
  append("V3", explanation.v3);
  if (!explanation.grid.empty()) out += '\n' + explanation.grid;
  out += '\n';
  for (const std::string& words : explanation.words) out += words + '\n';
}

bool Explain(const GspmdFlags& flags, const std::vector<std::string>& inputs,
             Json& json, std::string& text, std::ostream& err) {
  json["shardings"] = Json::array();
  return ForEach(
      flags, inputs, err,
      [&](const std::string& input, std::vector<Message>& messages) {
        const std::optional<HloShardingExplanation> explanation =
            ExplainHloSharding(input, flags.mesh, messages);
        if (!explanation) return false;
        Json row = {{"input", input}, {"hlo_sharding", explanation->canonical}};
        const auto add = [&](const char* name, const std::string& value) {
          if (!value.empty()) row[name] = value;
        };
        add("v1", explanation->v1);
        add("v2", explanation->v2);
        add("v3", explanation->v3);
        row["mesh"] = explanation->mesh;
        row["sharding"] = explanation->sharding;
        add("grid", explanation->grid);
        row["words"] = explanation->words;
        json["shardings"].push_back(std::move(row));
        AppendExplanation(*explanation, text);
        return true;
      });
}

// Converts a whole program, by running the import or export pipeline.
ExitCode RunOnProgram(const GspmdFlags& flags, const InputText& input,
                      std::string& output, std::ostream& err) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read(input.name, input.text, {}, messages);
  bool ok = program.has_value();
  if (ok && flags.action == GspmdAction::kImport) {
    ok = program->Run("xla-sdy-stablehlo-import-pipeline", "", {}, messages);
  } else if (ok) {
    const bool v3 = flags.form == HloShardingForm::kV3;
    const bool v1 = flags.form == HloShardingForm::kV1;
    ok = program->Run("xla-sdy-stablehlo-export-pipeline",
                      v3   ? "enable-hlo-sharding-v3=true"
                      : v1 ? "list-devices=true"
                           : "",
                      {}, messages);
  }
  for (const Message& message : messages) {
    const bool is_error = message.kind == MessageKind::kError;
    if (is_error || !flags.quiet) err << message.ToString();
  }
  if (!ok) return ExitCode::kBadInput;
  if (!flags.json) {
    output += program->Write();
    return ExitCode::kOk;
  }
  Json json = NewDocument(flags);
  json["program"] = program->Write();
  output += IndentedLines(json);
  return ExitCode::kOk;
}

// The inputs named on the command line: shardings, or a program.
struct Inputs {
  std::vector<std::string> shardings;
  std::optional<InputText> program;
};

bool ReadInputs(const GspmdFlags& flags, std::istream& in, Inputs& inputs,
                Message& error) {
  for (const std::string& word : flags.inputs) {
    if (word != "-" && IsShardingText(word)) {
      inputs.shardings.push_back(word);
      continue;
    }
    std::optional<InputText> input = ReadInput(word, in, error);
    if (!input) return false;
    if (HoldsShardings(input->text)) {
      AppendLines(input->text, inputs.shardings);
    } else if (flags.inputs.size() == 1) {
      inputs.program = std::move(input);
    } else {
      error.text = "'" + word + "' is a program: it must be the only input";
      return false;
    }
  }
  return true;
}

}  // namespace

ExitCode RunGspmd(const GspmdFlags& flags, std::istream& in,
                  std::string& output, std::ostream& err) {
  Inputs inputs;
  Message error;
  if (!ReadInputs(flags, in, inputs, error)) {
    err << "shardflow: gspmd: " << VisibleText(error.text) << '\n';
    return ExitCode::kBadInput;
  }
  const bool converts = flags.action == GspmdAction::kExport ||
                        flags.action == GspmdAction::kImport;
  if (inputs.program) {
    if (converts) return RunOnProgram(flags, *inputs.program, output, err);
    err << "shardflow: gspmd: " << NameOf(flags.action)
        << " takes shardings, not a program\n";
    return ExitCode::kUsage;
  }
  if (flags.action == GspmdAction::kExport && flags.mesh.empty()) {
    err << "shardflow: gspmd: export needs --mesh, such as --mesh "
           "'<[\"x\"=2, \"y\"=4]>'\n";
    return ExitCode::kUsage;
  }
  Json json = NewDocument(flags);
  std::string text;
  using Run = bool (*)(const GspmdFlags&, const std::vector<std::string>&,
                       Json&, std::string&, std::ostream&);
  constexpr Run kRuns[] = {&Export, &Import, &Print, &Explain};
  if (!kRuns[static_cast<size_t>(flags.action)](flags, inputs.shardings, json,
                                                text, err)) {
    return ExitCode::kBadInput;
  }
  output += flags.json ? IndentedLines(json) : text;
  return ExitCode::kOk;
}

Command MakeGspmdCommand() {
  Command command = GspmdTable();
  command.run_words = [](std::span<const std::string> words, Environment& env) {
    Message error;
    const std::optional<GspmdFlags> flags = ParseGspmdFlags(words, error);
    if (!flags.has_value()) return UsageError(env, "gspmd", error.text);
    if (flags->help) {
      return PrintText(env, HelpText(GspmdTable(), env.terminal.columns));
    }
    std::string text;
    // Messages are held back while progress is shown on standard error.
    std::ostringstream messages;
    ExitCode code = ExitCode::kInternal;
    {
      const std::string& input = flags->inputs.front();
      const Progress progress(env, flags->quiet || input == "-",
                              "converting " + input);
      code = RunGspmd(*flags, env.in, text, messages);
    }
    env.err << messages.str();
    if (code != ExitCode::kOk) return code;
    Output output(flags->output, env.out, env.temporaries);
    const bool explains =
        flags->action == GspmdAction::kExplain && flags->output == "-";
    output.Append(explains && !flags->json ? FitLines(text, env.terminal)
                                           : text);
    return Finish(output, code, env);
  };
  return command;
}

}  // namespace shardflow
