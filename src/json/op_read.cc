#include <algorithm>
#include <utility>

#include "json/module_reader.h"
#include "ops/properties.h"

// Reads ops and values.

namespace shardflow::internal::json_internal {

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
  types_.clear();
  for (const Declared& result : results_) {
    if (!is_function) types_.push_back(result.type);
  }
  id = m_.CreateOp({.kind = frame.kind,
                    .name = frame.name,
                    .operands = operands_,
                    .result_types = types_,
                    .attrs = m_.attrs.Dict(std::move(attrs), m_.names),
                    .region_count = static_cast<int>(frame.regions.size()),
                    .loc = loc});
  for (size_t i = 0; i < frame.regions.size(); ++i) {
    m_.MoveBlocks(frame.regions[i], m_.region(id, static_cast<int>(i)));
    free_regions_.push_back(frame.regions[i]);
  }
  if (rule) m_.SetRule(id, rule);
  if (is_function) m_.CreateFuncRow(id) = std::move(func);
  if (!is_function && d_.form(frame.node) != OpForms::kNone) {
    Remember(frame, id);
  }
  return true;
}

// Remembers the op that was just created, for later ops of the same form.
void ModuleReader::Remember(const Frame& frame, OpId id) {
  const size_t form = d_.form(frame.node);
  if (form >= known_.size()) known_.resize(form + 1);
  KnownOp& op = known_[form];
  op.known = true;
  op.kind = frame.kind;
  op.results_first = frame.at[kOperands] && frame.at[kResults] &&
                     frame.at[kResults] < frame.at[kOperands];
  op.name = frame.name;
  op.attrs = m_.attr_dict(id);
  op.rule = m_.rule(id);
  if (frame.at[kLocation]) op.loc = m_.loc(id);
  op.first_result = static_cast<uint32_t>(known_results_.size());
  op.result_count = static_cast<uint32_t>(results_.size());
  for (const Declared& result : results_) {
    known_results_.push_back({result.type, result.sharding});
  }
}

// Adds an op that has the form of an earlier op. If this fails, the document is
// read again without folded ops (see ReadModuleJson).
bool ModuleReader::AddFoldedOp(Frame& parent, JsonRef node) {
  const size_t form = d_.form(node);
  if (form >= known_.size() || !known_[form].known) {
    return in_.Fail(node, "the first op of this form wasn't read");
  }
  const KnownOp& op = known_[form];
  d_.Names(node, names_);
  const std::span<const std::string_view> names(names_);
  const size_t results = op.result_count;
  const size_t operands = names.size() - results;
  operands_.clear();
  for (const std::string_view name :
       names.subspan(op.results_first ? results : 0, operands)) {
    operands_.push_back(scopes_.Use(node, name));
  }
  types_.clear();
  for (size_t i = 0; i < results; ++i) {
    types_.push_back(known_results_[op.first_result + i].type);
  }
  Loc loc = op.loc.value_or(Loc::Offset(d_.offset(node)));
  const JsonRef location = d_.Location(node);
  if (location && !attrs_.Location(location, loc)) return false;
  const OpId id = m_.CreateOp({.kind = op.kind,
                               .name = op.name,
                               .operands = operands_,
                               .result_types = types_,
                               .attrs = op.attrs,
                               .loc = loc});
  if (op.rule) m_.SetRule(id, op.rule);
  m_.Append(parent.block, id);
  for (size_t i = 0; i < results; ++i) {
    const ValueId value = m_.result(id, static_cast<int>(i));
    if (const ShardingId sharding =
            known_results_[op.first_result + i].sharding) {
      m_.SetSharding(value, sharding);
    }
    const size_t at = op.results_first ? i : operands + i;
    if (!scopes_.Define(node, names[at], value)) return false;
  }
  return true;
}

// Checks that a module has exactly one region. If the region is empty, adds a
// block.
bool ModuleReader::CheckModule(const Frame& frame) {
  if (frame.regions.size() != 1) {
    return in_.Fail(frame.node, "a module must have exactly one region");
  }
  if (m_.RegionIsEmpty(frame.regions[0])) m_.AppendBlock(frame.regions[0]);
  return true;
}

// Builds the function's type and the attributes of its arguments and results.
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

// Adds `value`, which is the op's symbol name or visibility, to the attributes.
bool ModuleReader::AddWord(JsonRef value, NameId key,
                           std::vector<NamedAttr>& attrs) {
  if (!value) return true;
  if (!in_.Expect(value, JsonKind::kString)) return false;
  const std::string_view text = d_.String(value, room_);
  if (key == name::kSymName && text.empty()) {
    return in_.Fail(value, "a symbol needs a name");
  }
  for (const NamedAttr& attr : attrs) {
    if (attr.name != key) continue;
    return in_.Fail(value, "also among the attributes, as \"" +
                               std::string(m_.names.Get(key)) + "\"");
  }
  attrs.push_back({key, m_.attrs.String(m_.names.Intern(text))});
  return true;
}

// Checks that the attributes contain neither a sharding rule nor shardings of
// values, because these have their own keys. Shardings that don't fit the
// values are accepted as attributes, so that the verifier can report them.
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
    const size_t count =
        is_list ? m_.attrs.As<ShardingPerValueAttr>(attr.value).shardings.size()
                : 0;
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

// If any of the values has a sharding, gives the values without one a fully
// open sharding, as setShardings does in Shardy.
void ModuleReader::OpenOthers(std::vector<Declared>& values) {
  const auto given = std::find_if(
      values.begin(), values.end(),
      [](const Declared& v) { return static_cast<bool>(v.sharding); });
  if (given == values.end()) return;
  const MeshRef mesh = m_.shardings.Get(given->sharding).mesh;
  for (Declared& value : values) {
    if (value.sharding) continue;
    const size_t rank = RankOf(m_, value.type);
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

}  // namespace shardflow::internal::json_internal
