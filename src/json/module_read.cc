#include <algorithm>
#include <memory>
#include <utility>

#include "json/attr_read.h"
#include "json/input.h"
#include "json/read.h"
#include "json/scopes.h"
#include "ops/op_def.h"

// Ops, regions and the document.

namespace shardflow {
namespace {

enum OpKey {
  kOp,
  kSymbolKey,
  kVisibility,
  kArguments,
  kOperands,
  kResults,
  kRule,
  kAttributes,
  kLocation,
  kBody,
  kRegions,
  kOpKeyCount
};
constexpr std::array<std::string_view, kOpKeyCount> kOpKeys = {
    "op",   "symbol",     "visibility", "arguments", "operands", "results",
    "rule", "attributes", "location",   "body",      "regions"};

enum ValueKey { kName, kType, kSharding, kValueAttributes, kValueLocation };
constexpr std::array<std::string_view, 5> kValueKeys = {
    "name", "type", "sharding", "attributes", "location"};

enum BlockKey { kBlockArguments, kOps, kBlocks };
constexpr std::array<std::string_view, 3> kBlockKeys = {"arguments", "ops",
                                                        "blocks"};

// Children of a container that are still to be read.
struct Cursor {
  JsonRef at, end;
  bool Done() const { return at == end; }
};

// An argument or result as it is declared.
struct Declared {
  JsonRef node;
  JsonRef name;  // or None
  TypeId type;
  ShardingId sharding;
  AttrId attrs;
  Loc loc;
};

// An op whose regions are being read. Frames are used again, with the room of
// their lists.
struct Frame {
  JsonRef node;
  std::array<JsonRef, kOpKeyCount> at;
  OpKind kind{};
  NameId name;
  size_t pending = 0;  // names without definition before it
  std::vector<RegionId> regions;
  std::vector<Declared> arguments;  // of a function
  Cursor next_region, next_block, next_op;
  BlockId block;  // the current one
};

class ModuleReader {
 public:
  ModuleReader(Module& m, const JsonDocument& d, const ParseOptions& options,
               JsonFault& fault)
      : m_(m),
        options_(options),
        in_(d, fault),
        d_(d),
        attrs_(m, in_, options),
        scopes_(m, in_) {}

  bool Read(JsonRef root);

 private:
  bool ReadHead(JsonRef root, JsonRef& ops);
  bool ReadResources(JsonRef list);

  Frame& Push();
  bool Step();
  bool StartOp(JsonRef node);
  bool FindKind(Frame& frame);
  bool StartRegions(Frame& frame);
  bool StartRegion(Frame& frame, JsonRef node);
  bool StartBlock(Frame& frame, JsonRef node);
  bool StartBody(Frame& frame);
  bool AddFunctionArguments(Frame& frame, BlockId block);
  bool AddArguments(BlockId block, JsonRef list, ShardingSpelling spelling);
  bool EndRegion(Frame& frame);
  bool FinishOp();
  bool CreateOp(Frame& frame, OpId& id);
  bool ReadFunction(const Frame& frame, std::vector<NamedAttr>& attrs,
                    FuncRow& func);
  bool CheckModule(const Frame& frame);
  bool ReadAttrs(const Frame& frame, std::vector<NamedAttr>& attrs);
  bool CheckNoSharding(const Frame& frame, const std::vector<NamedAttr>& attrs,
                       size_t results);

  bool AddWord(JsonRef value, NameId key, std::vector<NamedAttr>& attrs);
  void OpenOthers(std::vector<Declared>& values);
  bool ReadDeclared(JsonRef node, bool named, Declared& value);
  bool ReadList(JsonRef list, bool named, std::vector<Declared>& values);
  Cursor Children(JsonRef container) const {
    return {d_.First(container), d_.Next(container)};
  }
  JsonRef Take(Cursor& cursor) const {
    const JsonRef at = cursor.at;
    cursor.at = d_.Next(at);
    return at;
  }

  Module& m_;
  const ParseOptions& options_;
  JsonInput in_;
  const JsonDocument& d_;
  AttrReader attrs_;
  ValueScopes scopes_;
  std::vector<std::unique_ptr<Frame>> frames_;
  size_t depth_ = 0;  // frames in use
  std::vector<RegionId> free_regions_;
  std::vector<Declared> results_;
  std::vector<ValueId> operands_;
  std::string room_;
};

// --- the document

bool ModuleReader::Read(JsonRef root) {
  JsonRef ops;
  if (!ReadHead(root, ops)) return false;
  // A frame that is never finished holds the module's ops.
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

// --- the order of things

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

// The next op, block or region of the innermost op; or the op is complete.
bool ModuleReader::Step() {
  Frame& frame = *frames_[depth_ - 1];
  if (!frame.next_op.Done()) return StartOp(Take(frame.next_op));
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
#define OP(enumerator, mnemonic, form) known.push_back(mnemonic);
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
  if (d_.Count(regions) > UINT16_MAX) {
    return in_.Fail(regions, "more than 65535 regions");
  }
  frame.next_region = Children(regions);
  return true;
}

// A function's only region.
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
    return in_.Fail(node, "\"blocks\" stands alone in a region");
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
                      "the arguments of a function stand with the function");
    }
    return AddFunctionArguments(frame, frame.block);
  }
  return !at[kBlockArguments] || AddArguments(frame.block, at[kBlockArguments],
                                              Def(frame.kind).spelling);
}

bool ModuleReader::AddFunctionArguments(Frame& frame, BlockId block) {
  for (const Declared& arg : frame.arguments) {
    if (!in_.Needs(arg.node, arg.name, "name")) return false;
    const ValueId value = m_.AddArg(block, arg.type);
    m_.SetArgLoc(value, arg.loc);
    m_.SetSharding(value, arg.sharding);
    if (!scopes_.Define(arg.name, value)) return false;
  }
  return true;
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
    const ValueId value = m_.AddArg(block, arg.type);
    m_.SetArgLoc(value, arg.loc);
    m_.SetSharding(value, arg.sharding);
    if (!scopes_.Define(arg.name, value)) return false;
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

// --- ops

bool ModuleReader::CreateOp(Frame& frame, OpId& id) {
  const bool is_function = frame.kind == OpKind::kFunc;
  operands_.clear();
  if (frame.at[kOperands]) {
    if (!in_.Expect(frame.at[kOperands], JsonKind::kArray)) return false;
    for (const JsonRef name : d_.Items(frame.at[kOperands])) {
      operands_.push_back(scopes_.Use(name));
      if (!operands_.back()) return false;
    }
  }
  results_.clear();
  if (frame.at[kResults] &&
      !ReadList(frame.at[kResults], /*named=*/!is_function, results_)) {
    return false;
  }
  if (!is_function) OpenOthers(results_);
  std::vector<NamedAttr> attrs;
  FuncRow func;
  if (!ReadAttrs(frame, attrs)) return false;
  if (is_function && !ReadFunction(frame, attrs, func)) return false;
  if (frame.kind == OpKind::kModule && !CheckModule(frame)) return false;
  if (!CheckNoSharding(frame, attrs, is_function ? 0 : results_.size())) {
    return false;
  }
  RuleId rule;
  if (frame.at[kRule] && !(rule = attrs_.Rule(frame.at[kRule]))) return false;
  Loc loc = Loc::Offset(d_.offset(frame.node));
  if (frame.at[kLocation] && !attrs_.Location(frame.at[kLocation], loc)) {
    return false;
  }
  std::vector<TypeId> types;
  for (const Declared& result : results_) {
    if (!is_function) types.push_back(result.type);
  }
  id = m_.CreateOp({.kind = frame.kind,
                    .name = frame.name,
                    .operands = operands_,
                    .result_types = types,
                    .attrs = m_.attrs.Dict(std::move(attrs), m_.names),
                    .region_count = static_cast<int>(frame.regions.size()),
                    .loc = loc});
  for (size_t i = 0; i < frame.regions.size(); ++i) {
    m_.MoveBlocks(frame.regions[i], m_.region(id, static_cast<int>(i)));
    free_regions_.push_back(frame.regions[i]);
  }
  if (rule) m_.SetRule(id, rule);
  if (is_function) m_.CreateFuncRow(id) = std::move(func);
  return true;
}

// A module always has its block.
bool ModuleReader::CheckModule(const Frame& frame) {
  if (frame.regions.size() != 1) {
    return in_.Fail(frame.node, "a module has one region");
  }
  if (m_.RegionIsEmpty(frame.regions[0])) m_.AppendBlock(frame.regions[0]);
  return true;
}

// Its type, and what stands at its arguments and results.
bool ModuleReader::ReadFunction(const Frame& frame,
                                std::vector<NamedAttr>& attrs, FuncRow& func) {
  std::vector<TypeId> inputs, results;
  for (const Declared& arg : frame.arguments) {
    inputs.push_back(arg.type);
    func.arg_attrs.push_back(arg.attrs);
    func.arg_shardings.push_back(arg.sharding);
  }
  for (const Declared& result : results_) {
    if (result.name) {
      return in_.Fail(result.name, "a result of a function has no name");
    }
    results.push_back(result.type);
    func.res_attrs.push_back(result.attrs);
    func.res_shardings.push_back(result.sharding);
  }
  if (frame.regions.size() != 1) {
    return in_.Fail(frame.node, "'func.func' op requires one region");
  }
  if (!m_.RegionIsEmpty(frame.regions[0])) func.arg_shardings.clear();
  const AttrId type = m_.attrs.Type(m_.types.Function(inputs, results));
  bool has_symbol = false;
  for (const NamedAttr& attr : attrs) {
    has_symbol |= attr.name == name::kSymName;
    if (attr.name == name::kFunctionType && attr.value != type) {
      return in_.Fail(frame.node,
                      "the arguments and results contradict function_type");
    }
  }
  attrs.push_back({name::kFunctionType, type});
  return has_symbol || in_.Needs(frame.node, JsonRef::None(), "symbol");
}

bool ModuleReader::ReadAttrs(const Frame& frame,
                             std::vector<NamedAttr>& attrs) {
  if (frame.at[kAttributes] && !attrs_.Attrs(frame.at[kAttributes], attrs)) {
    return false;
  }
  if (!AddWord(frame.at[kSymbolKey], name::kSymName, attrs) ||
      !AddWord(frame.at[kVisibility], name::kSymVisibility, attrs)) {
    return false;
  }
  const std::string_view missing = Def(frame.kind).empty_by_default;
  if (missing.empty()) return true;
  const NameId key = m_.names.Intern(missing);
  for (const NamedAttr& attr : attrs) {
    if (attr.name == key) return true;
  }
  attrs.push_back({key, m_.attrs.String(name::kEmpty)});
  return true;
}

// "symbol" and "visibility", which are attributes too.
bool ModuleReader::AddWord(JsonRef value, NameId key,
                           std::vector<NamedAttr>& attrs) {
  if (!value) return true;
  if (!in_.Expect(value, JsonKind::kString)) return false;
  for (const NamedAttr& attr : attrs) {
    if (attr.name != key) continue;
    return in_.Fail(value, "also among the attributes, as \"" +
                               std::string(m_.names.Get(key)) + "\"");
  }
  attrs.push_back(
      {key, m_.attrs.String(m_.names.Intern(d_.String(value, room_)))});
  return true;
}

// The shardings of values stand beside the values; as an attribute only what
// doesn't fit there, for the verifier to say so.
bool ModuleReader::CheckNoSharding(const Frame& frame,
                                   const std::vector<NamedAttr>& attrs,
                                   size_t results) {
  const ShardingSpelling spelling = Def(frame.kind).spelling;
  const auto fail = [&](std::string_view place) {
    return in_.Fail(frame.at[kAttributes],
                    "the shardings of values stand beside their types",
                    "write them in " + std::string(place));
  };
  for (const NamedAttr& attr : attrs) {
    const bool is_list = m_.attrs.Is(attr.value, AttrKind::kShardingPerValue);
    const bool is_one = m_.attrs.Is(attr.value, AttrKind::kSharding);
    const size_t count = is_list ? m_.attrs.words(attr.value).size() : 0;
    if (attr.name == name::kSdyShardingRule &&
        m_.attrs.Is(attr.value, AttrKind::kRule)) {
      return in_.Fail(frame.at[kAttributes],
                      "the sharding rule of an op is its \"rule\"");
    }
    const bool of_results =
        (attr.name == name::kSdySharding &&
         spelling == ShardingSpelling::kDiscardable && is_list && results > 0 &&
         count == results) ||
        (attr.name == name::kSharding &&
         spelling == ShardingSpelling::kSharding && is_one && results == 1) ||
        (attr.name == name::kOutSharding &&
         spelling == ShardingSpelling::kOutSharding && is_one &&
         results == 1) ||
        (attr.name == name::kOutShardings &&
         spelling == ShardingSpelling::kInOutShardings && is_list &&
         count == results);
    if (of_results) return fail("\"results\"");
    if (attr.name != name::kInShardings ||
        spelling != ShardingSpelling::kInOutShardings || !is_list ||
        frame.regions.size() != 1) {
      continue;
    }
    const BlockId entry = m_.first_block(frame.regions[0]);
    if (count == (entry ? m_.args(entry).size() : 0)) {
      return fail("the region's \"arguments\"");
    }
  }
  return true;
}

// --- values

// The values of an op have shardings together, in one list: where one has, the
// others are fully open, as with setShardings in the reference.
void ModuleReader::OpenOthers(std::vector<Declared>& values) {
  const auto given = std::find_if(
      values.begin(), values.end(),
      [](const Declared& v) { return static_cast<bool>(v.sharding); });
  if (given == values.end()) return;
  const MeshRef mesh = m_.shardings.Get(given->sharding).mesh;
  for (Declared& value : values) {
    if (value.sharding) continue;
    const size_t rank =
        m_.types.IsTensor(value.type) ? m_.types.dims(value.type).size() : 0;
    value.sharding = m_.shardings.FullyOpen(mesh, rank);
  }
}

bool ModuleReader::ReadDeclared(JsonRef node, bool named, Declared& value) {
  std::array<JsonRef, kValueKeys.size()> at;
  if (!in_.Fields(node, kValueKeys, at) ||
      (named && !in_.Needs(node, at[kName], "name")) ||
      !in_.Needs(node, at[kType], "type")) {
    return false;
  }
  value.node = node;
  value.name = at[kName];
  value.type = attrs_.Type(at[kType]);
  value.loc = Loc::Offset(d_.offset(node));
  if (!value.type) return false;
  if (at[kSharding]) {
    value.sharding = attrs_.Sharding(at[kSharding]);
    if (!value.sharding) return false;
  }
  if (at[kValueLocation] && !attrs_.Location(at[kValueLocation], value.loc)) {
    return false;
  }
  if (!at[kValueAttributes]) return true;
  std::vector<NamedAttr> attrs;
  if (!attrs_.Attrs(at[kValueAttributes], attrs)) return false;
  for (const NamedAttr& attr : attrs) {
    if (attr.name == name::kSdySharding &&
        m_.attrs.Is(attr.value, AttrKind::kSharding)) {
      return in_.Fail(at[kValueAttributes],
                      "the sharding of a value is its \"sharding\"");
    }
  }
  if (!attrs.empty()) value.attrs = m_.attrs.Dict(std::move(attrs), m_.names);
  return true;
}

bool ModuleReader::ReadList(JsonRef list, bool named,
                            std::vector<Declared>& values) {
  if (!in_.Expect(list, JsonKind::kArray)) return false;
  for (const JsonRef node : d_.Items(list)) {
    if (!ReadDeclared(node, named, values.emplace_back())) return false;
  }
  return true;
}

}  // namespace

std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const JsonDocument& document, JsonRef at,
                                     const ParseOptions& options,
                                     JsonFault& fault) {
  std::optional<Module> m = NewModule();
  m->source = std::move(source);
  ModuleReader reader(*m, document, options, fault);
  if (!reader.Read(at)) return std::nullopt;
  return m;
}

std::optional<Module> ReadModuleJson(std::shared_ptr<const SourceBuffer> source,
                                     const ParseOptions& options,
                                     const JsonLimits& limits,
                                     JsonFault& fault) {
  const std::optional<JsonDocument> document =
      JsonDocument::Parse(source->text(), limits, fault);
  if (!document) return std::nullopt;
  return ReadModuleJson(std::move(source), *document, document->root(), options,
                        fault);
}

}  // namespace shardflow
