#include <algorithm>
#include <memory>
#include <utility>

#include "base/similar.h"
#include "json/module_reader.h"
#include "json/read.h"

// Reads the fields of the module, and then its ops with their regions and
// blocks. They are read in depth-first order, but without recursion.

namespace shardflow::internal {
namespace json_internal {

// --- the module

bool ModuleReader::Read(JsonRef root) {
  JsonRef ops;
  if (!ReadHead(root, ops)) return false;
  // The first frame holds the ops of the module. It is never finished.
  Frame& frame = Push();
  frame.next_op = Children(ops);
  frame.block = m_.body();
  scopes_.Push();
  while (depth_ > 1 || !frames_[0]->next_op.Done()) {
    if (!Step()) return false;
  }
  return scopes_.CheckDefined(0);
}

bool ModuleReader::ReadHead(JsonRef root, JsonRef& ops) {
  enum {
    kSchema,
    kFormat,
    kVersion,
    kSymbol,
    kModuleVisibility,
    kModuleAttributes,
    kModuleLocation,
    kModuleOps,
    kResources
  };
  static constexpr std::array<std::string_view, 9> kKeys = {
      "$schema",    "format",   "version", "symbol",   "visibility",
      "attributes", "location", "ops",     "resources"};
  std::array<JsonRef, 9> at;
  int64_t version = 0;
  if (!in_.Fields(root, kKeys, at) || !in_.Needs(root, at[kFormat], "format") ||
      !in_.Needs(root, at[kVersion], "version") ||
      !in_.Needs(root, at[kModuleOps], "ops") ||
      !in_.Expect(at[kFormat], JsonKind::kString)) {
    return false;
  }
  if (d_.String(at[kFormat], room_) != "shardflow-module") {
    return in_.Fail(at[kFormat], "expected \"shardflow-module\"");
  }
  if (!in_.Integer(at[kVersion], version)) return false;
  if (version != 1) {
    return in_.Fail(at[kVersion],
                    "expected version 1: this is all that this "
                    "shardflow reads");
  }
  std::vector<NamedAttr> attrs;
  if (!AddWord(at[kSymbol], name::kSymName, attrs) ||
      !AddWord(at[kModuleVisibility], name::kSymVisibility, attrs) ||
      (at[kModuleAttributes] && !attrs_.Attrs(at[kModuleAttributes], attrs))) {
    return false;
  }
  m_.SetAttrDict(m_.root(), m_.attrs.Dict(std::move(attrs), m_.names));
  Loc loc = Loc::Offset(d_.offset(root));
  if (at[kModuleLocation] && !attrs_.Location(at[kModuleLocation], loc)) {
    return false;
  }
  m_.SetLoc(m_.root(), loc);
  if (at[kResources] && !ReadResources(at[kResources])) return false;
  ops = at[kModuleOps];
  return in_.Expect(ops, JsonKind::kArray);
}

bool ModuleReader::ReadResources(JsonRef list) {
  if (!in_.Expect(list, JsonKind::kArray)) return false;
  static constexpr std::array<std::string_view, 3> kKeys = {"dialect", "key",
                                                            "value"};
  for (const JsonRef item : d_.Items(list)) {
    std::array<JsonRef, 3> at;
    NameId names[3];
    if (!in_.Fields(item, kKeys, at)) return false;
    for (size_t i = 0; i < 3; ++i) {
      if (!in_.Needs(item, at[i], kKeys[i]) ||
          !in_.Expect(at[i], JsonKind::kString)) {
        return false;
      }
      names[i] = m_.names.Intern(d_.String(at[i], room_));
    }
    const std::string_view value = m_.names.Get(names[2]);
    if (value.size() < 2 || value.front() != '"' || value.back() != '"' ||
        value.find_first_of("\"\\\n", 1) != value.size() - 1) {
      return in_.Fail(at[2],
                      "expected the text of a string with its quotes: "
                      "\"\\\"0x08000000\\\"\"");
    }
    m_.resources.push_back({names[0], names[1], names[2]});
  }
  return true;
}

// --- ops, regions and blocks

Frame& ModuleReader::Push() {
  if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
  Frame& frame = *frames_[depth_++];
  frame.at.fill(JsonRef::None());
  frame.regions.clear();
  frame.arguments.clear();
  frame.next_region = frame.next_block = frame.next_op = Cursor();
  frame.block = BlockId::None();
  frame.pending = scopes_.pending_count();
  return frame;
}

// Reads the next op, block or region of the innermost op. If there are no more,
// finishes that op.
bool ModuleReader::Step() {
  Frame& frame = *frames_[depth_ - 1];
  if (!frame.next_op.Done()) {
    const JsonRef op = Take(frame.next_op);
    return d_.IsFolded(op) ? AddFoldedOp(frame, op) : StartOp(op);
  }
  if (!frame.next_block.Done()) {
    return StartBlock(frame, Take(frame.next_block));
  }
  if (frame.block && !EndRegion(frame)) return false;
  if (!frame.next_region.Done()) {
    return StartRegion(frame, Take(frame.next_region));
  }
  return FinishOp();
}

bool ModuleReader::StartOp(JsonRef node) {
  Frame& frame = Push();
  frame.node = node;
  if (!in_.Fields(node, kOpKeys, frame.at) ||
      !in_.Needs(node, frame.at[kOp], "op") || !FindKind(frame)) {
    return false;
  }
  return StartRegions(frame);
}

bool ModuleReader::FindKind(Frame& frame) {
  const JsonRef op = frame.at[kOp];
  if (!in_.Expect(op, JsonKind::kString)) return false;
  const std::string_view name = d_.String(op, room_);
  if (name.empty() || name.find('\0') != std::string_view::npos) {
    return in_.Fail(op, "empty operation name is invalid");
  }
  frame.kind = FindOpKind(name);
  frame.name = m_.names.Intern(name);
  if (frame.kind != OpKind::kUnknown || options_.allow_unregistered_dialects) {
    return true;
  }
  std::vector<std::string_view> known;
#define OP(enumerator, mnemonic, arity, form) known.push_back(mnemonic);
#include "ops/op_kind.def"
#undef OP
  const std::string_view nearest = Nearest(name, known);
  return in_.Fail(op, "unknown op \"" + std::string(name) + "\"",
                  nearest.empty()
                      ? "ops of other dialects need "
                        "--allow-unregistered-dialect"
                      : "did you mean \"" + std::string(nearest) + "\"?");
}

bool ModuleReader::StartRegions(Frame& frame) {
  const bool is_function = frame.kind == OpKind::kFunc;
  if (is_function) {
    if (frame.at[kOperands]) {
      return in_.Fail(frame.at[kOperands], "a function has no operands");
    }
    if (frame.at[kArguments] &&
        !ReadList(frame.at[kArguments], /*named=*/false, frame.arguments)) {
      return false;
    }
    if (!frame.at[kRegions]) return StartBody(frame);
    if (frame.at[kBody]) {
      return in_.Fail(frame.node,
                      "\"body\" and \"regions\" do not go together");
    }
  } else {
    for (const OpKey key : {kArguments, kBody}) {
      if (!frame.at[key]) continue;
      return in_.Fail(
          frame.at[key],
          "only a function has \"" + std::string(kOpKeys[key]) + "\"",
          "{\"regions\": [{\"arguments\": [...], \"ops\": [...]}]}");
    }
  }
  const JsonRef regions = frame.at[kRegions];
  if (!regions) return true;
  if (!in_.Expect(regions, JsonKind::kArray)) return false;
  // The printer indents ops by their depth, so the text of n nested ops has
  // about n * n bytes. This limit keeps that number small enough.
  constexpr size_t kMaxDepth = 2000;
  if (depth_ - 1 > kMaxDepth && d_.Count(regions) > 0) {  // 1: the module's own
    return in_.Fail(regions,
                    "regions nest deeper than " + std::to_string(kMaxDepth));
  }
  if (d_.Count(regions) > UINT16_MAX) {
    return in_.Fail(regions, "more than 65535 regions");
  }
  frame.next_region = Children(regions);
  return true;
}

// Begins to read the only region of a function.
bool ModuleReader::StartBody(Frame& frame) {
  frame.regions.push_back(m_.CreateRegion());
  const JsonRef body = frame.at[kBody];
  if (!body) return true;
  if (!in_.Expect(body, JsonKind::kArray)) return false;
  scopes_.Push();
  frame.block = m_.AppendBlock(frame.regions[0]);
  frame.next_op = Children(body);
  return AddFunctionArguments(frame, frame.block);
}

bool ModuleReader::StartRegion(Frame& frame, JsonRef node) {
  if (free_regions_.empty()) {
    frame.regions.push_back(m_.CreateRegion());
  } else {
    frame.regions.push_back(free_regions_.back());
    free_regions_.pop_back();
  }
  std::array<JsonRef, kBlockKeys.size()> at;
  if (!in_.Fields(node, kBlockKeys, at)) return false;
  if (!at[kBlocks]) {
    scopes_.Push();
    return StartBlock(frame, node);
  }
  if (at[kOps] || at[kBlockArguments]) {
    return in_.Fail(node, "a region with \"blocks\" has no other members");
  }
  if (!in_.Expect(at[kBlocks], JsonKind::kArray)) return false;
  frame.next_block = Children(at[kBlocks]);
  if (!frame.next_block.Done()) {
    scopes_.Push();
    return StartBlock(frame, Take(frame.next_block));
  }
  return true;
}

bool ModuleReader::StartBlock(Frame& frame, JsonRef node) {
  std::array<JsonRef, kBlockKeys.size()> at;
  if (!in_.Fields(node, kBlockKeys, at)) return false;
  if (at[kBlocks]) return in_.Fail(at[kBlocks], "a block has no blocks");
  if (!in_.Needs(node, at[kOps], "ops") ||
      !in_.Expect(at[kOps], JsonKind::kArray)) {
    return false;
  }
  const bool is_entry = frame.block.IsNone();
  frame.block = m_.AppendBlock(frame.regions.back());
  frame.next_op = Children(at[kOps]);
  if (is_entry && frame.kind == OpKind::kFunc) {
    if (at[kBlockArguments]) {
      return in_.Fail(at[kBlockArguments],
                      "a function's arguments are listed with the function, "
                      "not in its block");
    }
    return AddFunctionArguments(frame, frame.block);
  }
  return !at[kBlockArguments] || AddArguments(frame.block, at[kBlockArguments],
                                              Def(frame.kind).spelling);
}

bool ModuleReader::AddFunctionArguments(Frame& frame, BlockId block) {
  for (const Declared& arg : frame.arguments) {
    if (!in_.Needs(arg.node, arg.name, "name") || !AddArgument(block, arg)) {
      return false;
    }
  }
  return true;
}

bool ModuleReader::AddArgument(BlockId block, const Declared& arg) {
  const ValueId value = m_.AddArg(block, arg.type);
  m_.SetArgLoc(value, arg.loc);
  m_.SetSharding(value, arg.sharding);
  return scopes_.Define(arg.name, value);
}

bool ModuleReader::AddArguments(BlockId block, JsonRef list,
                                ShardingSpelling spelling) {
  std::vector<Declared> args;
  if (!ReadList(list, /*named=*/true, args)) return false;
  if (spelling == ShardingSpelling::kInOutShardings) OpenOthers(args);
  for (const Declared& arg : args) {
    if (arg.attrs) {
      return in_.Fail(arg.node,
                      "only arguments of functions have \"attributes\"");
    }
    if (arg.sharding && spelling != ShardingSpelling::kInOutShardings) {
      return in_.Fail(arg.node,
                      "only arguments of functions and of manual or named "
                      "computations have a sharding");
    }
    if (!AddArgument(block, arg)) return false;
  }
  return true;
}

bool ModuleReader::EndRegion(Frame& frame) {
  const bool isolated = (Def(frame.kind).traits & kIsolated) != 0;
  if (isolated && !scopes_.CheckDefined(frame.pending)) return false;
  scopes_.Pop();
  frame.block = BlockId::None();
  return true;
}

bool ModuleReader::FinishOp() {
  Frame& frame = *frames_[depth_ - 1];
  OpId id;
  if (!CreateOp(frame, id)) return false;
  --depth_;
  m_.Append(frames_[depth_ - 1]->block, id);
  for (size_t i = 0; i < results_.size() && frame.kind != OpKind::kFunc; ++i) {
    const ValueId value = m_.result(id, static_cast<int>(i));
    m_.SetSharding(value, results_[i].sharding);
    if (!scopes_.Define(results_[i].name, value)) return false;
  }
  return true;
}

}  // namespace json_internal

std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const JsonDocument& document, JsonRef at,
                                     const ParseOptions& options,
                                     Error& error) {
  const size_t names = options.names != nullptr ? options.names->size() : 0;
  std::optional<Module> m = NewModule();
  m->source = source;
  if (json_internal::ModuleReader(*m, document, options, error).Read(at)) {
    return m;
  }
  if (!document.has_folded()) return std::nullopt;
  // The error may be in a folded op, so reading without folded ops finds its
  // exact place. (This may also find no error, because folded ops can't be read
  // if the first op of their form is in a key that is ignored.)
  error = Error();
  if (options.names != nullptr) options.names->resize(names);
  const JsonDocument unfolded = document.Unfolded(at);
  return ReadModuleJson(std::move(source), unfolded, at, options, error);
}

std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const ParseOptions& options,
                                     const JsonLimits& limits, Error& error) {
  const std::optional<JsonDocument> document =
      JsonDocument::ParseFolded(source->text(), limits, error);
  if (!document) return std::nullopt;
  return ReadModuleJson(std::move(source), *document, document->root(), options,
                        error);
}

}  // namespace shardflow::internal
