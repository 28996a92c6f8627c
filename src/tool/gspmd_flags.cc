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
  constexpr size_t kMaxRank = 64;
  size_t rank = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, rank);
  flags.rank = rank;
  return code == std::errc() && stop == end && rank <= kMaxRank;
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

// A flag with a value. False: `error` says why.
bool SetFlag(std::string_view name, std::string_view value, GspmdFlags& flags,
             std::string& error) {
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
    error = "unknown flag '" + std::string(name) + "'";
    return false;
  }
  if (!ok) {
    error =
        "bad value of " + std::string(name) + ": '" + std::string(value) + "'";
  }
  return ok;
}

// The flag at args[i]; a value may be the next word.
bool ParseFlag(std::span<const std::string> args, size_t& i, GspmdFlags& flags,
               std::string& error) {
  const std::string_view word = args[i];
  if (word == "-h" || word == "--help") {
    flags.help = true;
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
    error = "'" + std::string(word) + "' is no flag, or has no value";
    return false;
  }
  return SetFlag(word, args[++i], flags, error);
}

}  // namespace

std::optional<GspmdFlags> ParseGspmdFlags(std::span<const std::string> args,
                                          std::string& error) {
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
    error = "unknown command '" + args.front() +
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
    error =
        "nothing to " + std::string(found->name) + " (- reads standard input)";
    return std::nullopt;
  }
  return flags;
}

std::string GspmdFlagsHelp() {
  return R"(Convert between GSPMD's shardings (HloSharding) and Shardy's.

Usage:
  shardflow gspmd export --mesh MESH [--to v1|v2|v3] [--manual AXES] SHARDING...
  shardflow gspmd import [--mesh MESH] [--rank N] STRING...
  shardflow gspmd print [--to v1|v2|v3] [--metadata] STRING...
  shardflow gspmd explain [--mesh MESH] STRING...
  shardflow gspmd import|export FILE.mlir [-o FILE]

  export   Shardy's shardings, [{"x"}, {}], as HloShardings, one a line
  import   HloShardings, {devices=[4,2]<=[8]}: the mesh that they have in common
           on the first line, then one of Shardy's shardings a line
  print    the canonical form, one a line
  explain  the devices as a drawing, and which axis shards which dimension

  With a file, import and export convert the shardings of a whole program;
  - instead of strings or a file reads standard input (strings: one a line).

Options:
  --mesh MESH        the mesh, <["x"=2, "y"=4]>
  --to v1|v2|v3      devices=[..]0,1,..  devices=[..]<=[..]  mesh[..], [..]
  --manual AXES      axes, x,y, of the manual computation around the shardings
  --rank N           of the tensors, for strings that don't tell: {replicated}
  --metadata         print metadata too
  --format text|json
  -o, --output FILE  where to write, - (default) for standard output
  -h, --help
)";
}

}  // namespace shardflow
