#include "tool/gspmd_flags.h"

#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

namespace shardflow {
namespace {

struct Action {
  std::string_view name;
  GspmdAction action;
};
constexpr Action kActions[] = {
    {"export", GspmdAction::kExport},
    {"import", GspmdAction::kImport},
    {"print", GspmdAction::kPrint},
    {"explain", GspmdAction::kExplain},
};

bool SetForm(std::string_view text, GspmdFlags& flags) {
  if (text == "v1") flags.form = HloShardingForm::kV1;
  if (text == "v2") flags.form = HloShardingForm::kV2;
  if (text == "v3") flags.form = HloShardingForm::kV3;
  return flags.form.has_value();
}

bool SetRank(std::string_view text, GspmdFlags& flags) {
  size_t rank = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, rank);
  flags.rank = rank;
  return code == std::errc() && stop == end &&
         rank <= FromHloShardingOptions::kMaxRank;
}

bool SetFormat(std::string_view text, GspmdFlags& flags) {
  flags.json = text == "json";
  return flags.json || text == "text";
}

void SetManual(std::string_view text, GspmdFlags& flags) {
  while (!text.empty()) {
    const size_t comma = text.find(',');
    if (comma != 0) flags.manual_axes.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
  }
}

// Handles a flag that has a value. On failure, sets `error` to the reason.
bool SetFlag(std::string_view name, std::string_view value, GspmdFlags& flags,
             Message& error) {
  const bool exports = flags.action == GspmdAction::kExport;
  const bool imports = flags.action == GspmdAction::kImport;
  const bool prints = flags.action == GspmdAction::kPrint;
  bool ok = true;
  if (name == "--mesh" && !prints) {
    flags.mesh = value;
  } else if (name == "--to" && (exports || prints)) {
    ok = SetForm(value, flags);
  } else if (name == "--manual" && exports) {
    SetManual(value, flags);
  } else if (name == "--rank" && imports) {
    ok = SetRank(value, flags);
  } else if (name == "--format") {
    ok = SetFormat(value, flags);
  } else if (name == "-o" || name == "--output") {
    flags.output = value;
  } else {
    error.text = "unknown flag '" + std::string(name) + "'";
    return false;
  }
  if (!ok) {
    error.text =
        "bad value of " + std::string(name) + ": '" + std::string(value) + "'";
  }
  return ok;
}

// Handles the flag args[i]. Its value may be the next word.
bool ParseFlag(std::span<const std::string> args, size_t& i, GspmdFlags& flags,
               Message& error) {
  const std::string_view word = args[i];
  if (word == "-h" || word == "--help") {
    flags.help = true;
    return true;
  }
  if (word == "-q" || word == "--quiet") {
    flags.quiet = true;
    return true;
  }
  if (word == "--metadata" && flags.action == GspmdAction::kPrint) {
    flags.metadata = true;
    return true;
  }
  const size_t equals = word.find('=');
  if (equals != std::string_view::npos) {
    return SetFlag(word.substr(0, equals), word.substr(equals + 1), flags,
                   error);
  }
  if (i + 1 == args.size()) {
    error.text = "'" + std::string(word) + "' is not a flag, or has no value";
    return false;
  }
  return SetFlag(word, args[++i], flags, error);
}

}  // namespace

std::optional<GspmdFlags> ParseGspmdFlags(std::span<const std::string> args,
                                          Message& error) {
  GspmdFlags flags;
  if (args.empty() || args.front() == "-h" || args.front() == "--help") {
    flags.help = true;
    return flags;
  }
  const Action* found = nullptr;
  for (const Action& action : kActions) {
    if (args.front() == action.name) found = &action;
  }
  if (found == nullptr) {
    error.text = "unknown command '" + args.front() +
                 "' (one of export, import, print, explain)";
    return std::nullopt;
  }
  flags.action = found->action;
  for (size_t i = 1; i < args.size(); ++i) {
    const bool is_flag = args[i].size() > 1 && args[i].front() == '-';
    if (!is_flag) {
      flags.inputs.push_back(args[i]);
    } else if (!ParseFlag(args, i, flags, error)) {
      return std::nullopt;
    }
  }
  if (!flags.help && flags.inputs.empty()) {
    error.text =
        "nothing to " + std::string(found->name) + " (- reads standard input)";
    return std::nullopt;
  }
  return flags;
}

Command GspmdTable() {
  Command command;
  command.name = "gspmd";
  command.summary =
      "Convert between GSPMD's shardings (HloSharding) and Shardy's";
  command.description =
      R"(  export   Shardy's shardings, [{"x"}, {}], as HloShardings, one per line
  import   HloShardings, {devices=[4,2]<=[8]}, as Shardy's: the first line
           is the mesh that they share, each other line a sharding
  print    HloShardings in canonical form, one per line
  explain  a drawing of the devices, and which axis shards which dimension

Given a file, import and export convert the shardings of a whole program. Given -, they read standard input (a program, or strings, one per line).
)";
  command.operands = {
      Documented("ACTION", "", "See above.",
                 {"export", "import", "print", "explain"}),
      Documented("SHARDING|FILE", "FILE",
                 "The shardings, or a file that contains a program.")};
  command.operands[0].required = true;
  command.operands[1].required = true;
  command.operands[1].repeated = true;
  command.options = {
      Documented("--mesh", "MESH",
                 "The mesh, such as <[\"x\"=2, \"y\"=4]>. export needs it."),
      Documented("--to", "",
                 "The form that export and print write: devices=[..]0,1,.., "
                 "devices=[..]<=[..] (default) or mesh[..], [..].",
                 {"v1", "v2", "v3"}),
      Documented("--manual", "AXES",
                 "For export: the axes of the enclosing manual computation, "
                 "such as x,y."),
      Documented("--rank", "N",
                 "import: the rank of the tensors, for strings that don't "
                 "tell: {replicated}"),
      Documented("--metadata", "", "For print: also print metadata."),
      Documented("--format", "", "The output format.", {"text", "json"}),
      Documented("-o,--output", "FILE",
                 "Write to FILE instead of standard output."),
      Documented("-q,--quiet", "", "No warnings."),
  };
  command.examples = {
      "shardflow gspmd export --mesh '<[\"x\"=2,\"y\"=4]>' "
      "'[{\"y\"}, {\"x\"}]'",
      "shardflow gspmd import '{devices=[4,2]0,4,1,5,2,6,3,7}'",
      "shardflow gspmd explain '{devices=[4,2]<=[2,4]T(1,0)}'",
      "shardflow gspmd import examples/gspmd_train_step.mlir"};
  return command;
}

}  // namespace shardflow
