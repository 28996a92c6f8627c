#include "ops/verify.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/append.h"
#include "base/check.h"
#include "ir/values.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/sharded_key.h"
#include "ops/verify_structure.h"
#include "sharding/print.h"

namespace shardflow::internal {

// --- the context

void VerifyContext::EnterModule(OpId module_op) {
  Scope scope;
  const BlockId body = m.region_count(module_op) > 0
                           ? m.first_block(m.region(module_op, 0))
                           : BlockId::None();
  if (body) {
    for (const OpId op : m.Ops(body)) {
      const NameId name = m.symbol(op);
      if (name.IsNone() || !HasTrait(m, op, kSymbol)) continue;
      // If two symbols have the same name, the first one counts.
      if (!scope.symbols.emplace(name, op).second) continue;
      const AttrId mesh = m.attr(op, name::kMesh);
      if (m.kind(op) == OpKind::kMesh && m.attrs.Is(mesh, AttrKind::kMesh)) {
        scope.meshes.Set(name, m.attrs.As<MeshAttr>(mesh).mesh);
      }
    }
  }
  scopes_.push_back(std::move(scope));
  scope_index_ = scopes_.size() - 1;
}

bool VerifyContext::Error(OpId op, std::string message) {
  diagnostics.Error(m.Place(op), std::move(message));
  return false;
}

bool VerifyContext::OpError(OpId op, std::string_view message) {
  return Error(op, fmt::format("'{}' op {}", m.op_name(op), message));
}

void VerifyContext::Note(OpId op, std::string message) {
  diagnostics.AddNote(NoteAt(m.Place(op), std::move(message)));
}

void VerifyContext::Note(ValueId value, std::string message) {
  if (!m.IsArg(value)) {
    Note(m.def(value), std::move(message));
    return;
  }
  diagnostics.AddNote(NoteAt(m.Place(m.arg_loc(value)), std::move(message)));
}

void VerifyContext::NoteMesh(ValueId operand, const Mesh& mesh) {
  std::string message = "operand mesh: #sdy.mesh";
  AppendMesh(mesh, m.names, message);
  Note(operand, std::move(message));
}

// --- sdy's attributes on any op

namespace {

bool IsEdgesArray(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kArray)) return false;
  for (size_t i = 0; i < m.attrs.ArraySize(attr); ++i) {
    if (!m.attrs.Is(m.attrs.ArrayItem(attr, i), AttrKind::kPropagationEdges)) {
      return false;
    }
  }
  return true;
}

bool VerifyShardingAttr(VerifyContext& v, OpId op, AttrId attr) {
  const Module& m = v.m;
  if (!m.attrs.Is(attr, AttrKind::kShardingPerValue)) {
    return v.OpError(
        op,
        "should have a sharding attribute of type TensorShardingPerValueAttr");
  }
  const auto all = m.attrs.As<ShardingPerValueAttr>(attr).shardings;
  const std::vector<ShardingId> shardings(all.begin(), all.end());
  return v.CheckPerValue(op, shardings, TypesOf(m, ResultsOf(m, op)),
                         "result ");
}

bool VerifyRuleAttr(VerifyContext& v, OpId op, AttrId attr) {
  const Module& m = v.m;
  if (m.attrs.Is(attr, AttrKind::kRule)) {
    const RuleId rule = m.attrs.As<RuleAttr>(attr).rule;
    return VerifyRule(v, op, m.rules.Get(rule));
  }
  if (m.attrs.Is(attr, AttrKind::kInvalidRule)) {
    return VerifyRule(
        v, op, DecodeRule(m.attrs.As<InvalidRuleAttr>(attr).words.numbers()));
  }
  return v.OpError(op,
                   "should have a sharding rule attribute of type "
                   "OpShardingRuleAttr for attr named 'sdy.sharding_rule'");
}

bool VerifyAttr(VerifyContext& v, OpId op, const NamedAttr& attr) {
  if (attr.name == name::kSdySharding) {
    return VerifyShardingAttr(v, op, attr.value);
  }
  if (attr.name == name::kSdyShardingRule) {
    return VerifyRuleAttr(v, op, attr.value);
  }
  if (attr.name == name::kSdyPropagationEdges) {
    if (v.m.attrs.Is(attr.value, AttrKind::kPropagationEdges)) {
      return VerifyPropagationEdges(v, op, attr.value);
    }
    return v.OpError(op,
                     "should have a propagation edges attribute of type "
                     "PropagationEdgesAttr for attr named "
                     "'sdy.propagation_edges'");
  }
  if ((attr.name == name::kSdyResultPropagationEdges ||
       attr.name == name::kSdyBlockArgPropagationEdges) &&
      !IsEdgesArray(v.m, attr.value)) {
    return v.OpError(op,
                     "should have a propagation edges attribute of type "
                     "ArrayAttr<PropagationEdgesAttr> for attr named "
                     "'sdy.result_propagation_edges' or "
                     "'sdy.block_arg_propagation_edges'");
  }
  return true;
}

}  // namespace

bool VerifySdyAttributes(VerifyContext& v, OpId op, bool look_at_dictionary) {
  const Module& m = v.m;
  // As in MLIR, errors are reported in the order of the dictionary, which is
  // sorted by name. sdy.sharding and sdy.sharding_rule, which are stored in
  // columns of the module, would come last in it, so they are checked last.
  if (look_at_dictionary) {
    for (const NamedAttr& attr : m.attrs.DictItems(m.attr_dict(op))) {
      if (!VerifyAttr(v, op, attr)) return false;
    }
  }
  if (Def(m.kind(op)).spelling == ShardingSpelling::kDiscardable) {
    for (int i = 0; i < m.result_count(op); ++i) {
      const ValueId result = m.result(op, i);
      const ShardingId sharding = m.sharding(result);
      if (sharding.IsNone()) continue;
      if (!v.inside_manual() && v.IsGood(sharding, m.type(result))) continue;
      if (!v.CheckSharding(
              op, sharding, m.type(result),
              VerifyContext::ValuePrefix(
                  "result ", static_cast<size_t>(m.result_count(op)),
                  static_cast<size_t>(i)))) {
        return false;
      }
    }
  }
  const RuleId rule = m.rule(op);
  return rule.IsNone() || VerifyRule(v, op, m.rules.Get(rule));
}

// --- the walk

namespace {

// Makes a key of everything that VerifySdyAttributes and VerifyStructure look
// at, except for the rule. Returns false for an op whose checks depend on
// anything else.
bool MakeGoodKey(const VerifyContext& v, OpId op, const OpDef& def,
                 OpKey& key) {
  if ((def.traits & kTerminator) != 0 || v.inside_manual() ||
      !MakeOpKey(v.m, op, key)) {
    return false;
  }
  const OpRow& row = v.m.op(op);
  const ShardingId sharding = row.result_count == 1
                                  ? v.m.sharding(row.first_result)
                                  : ShardingId::None();
  key[kOwnKeyWord] = KeyWord(static_cast<uint32_t>(sharding.index),
                             static_cast<uint32_t>(v.scope_index()));
  return true;
}

class ModuleVerifier {
 public:
  explicit ModuleVerifier(VerifyContext& v) : v_(v), m_(v.m) {}

  bool Run();

 private:
  // The position of the walk in the regions of `op`.
  struct Frame {
    OpId op;
    int region = 0;
    BlockId block;
    OpId next;
    size_t scope = 0;
    bool isolated = false;
    bool manual = false;
  };
  struct Use {
    OpId op;
    size_t scope;
    bool inside_manual;
  };
  struct Undominated {
    OpId op;
    int operand;
  };

  void Walk();
  // Moves the frame to the next block of the op's regions. Returns false at the
  // end.
  bool NextBlock(Frame& frame);
  void EnterBlock(BlockId block);
  void Visit(OpId op);
  // Checks the op on its own. Returns false on error.
  bool CheckAlone(OpId op, const OpDef& def);
  // The keys with shardings of ops that passed a check, each with the scope of
  // the op's symbols, plus 1.
  using VerifiedKeys = OpCache<size_t, 11>;
  // Runs `check` on the op, unless an op with the same key (kVerifiedByKey) is
  // in `good`, to which the op is added if it passes.
  bool CheckByKey(OpId op, VerifyFn check, VerifiedKeys& good);
  void PushFrame(OpId op);
  void PopFrame();
  bool HasSdyAttr(AttrId dict);
  void CheckOperands(OpId op);
  bool CheckOperand(OpId op, int i);
  void CheckSymbols(OpId module_op);
  void ReportUndominated(const Undominated& u);

  VerifyContext& v_;
  Module& m_;
  std::vector<Frame> frames_;
  // The number of isolated ops around the current op.
  int32_t isolation_ = 0;
  int32_t manual_depth_ = 0;
  // For each block: 1 + `isolation_` while the walk is inside the block,
  // otherwise 0.
  std::vector<int32_t> active_;
  // For each op: whether its visit is over, so that its results may be used.
  std::vector<bool> defined_;
  // For each attribute: 0 if it hasn't been looked at, 2 if it is a dictionary
  // that contains sdy attributes, and 1 otherwise.
  std::vector<uint8_t> dict_kind_;
  // The keys of ops that passed the checks (see MakeGoodKey), each with the
  // op's rule or None.
  OpCache<RuleId> good_ops_;
  VerifiedKeys verified_, verified_uses_;  // by `verify` and `verify_uses`
  std::vector<Use> uses_;
  std::vector<OpId> modules_;
  std::vector<Undominated> undominated_;
};

bool ModuleVerifier::HasSdyAttr(AttrId dict) {
  if (dict.Slot() >= dict_kind_.size()) {
    dict_kind_.resize(std::max(m_.attrs.size(), dict.Slot() + 1));
  }
  uint8_t& kind = dict_kind_[dict.Slot()];
  if (kind == 0) {
    kind = 1;
    for (size_t i = 0; i < m_.attrs.DictSize(dict); ++i) {
      const NameId key = m_.attrs.DictItem(dict, i).name;
      if (key == name::kSdySharding || key == name::kSdyShardingRule ||
          key == name::kSdyPropagationEdges ||
          key == name::kSdyResultPropagationEdges ||
          key == name::kSdyBlockArgPropagationEdges) {
        kind = 2;
      }
    }
  }
  return kind == 2;
}

bool ModuleVerifier::CheckOperand(OpId op, int i) {
  const ValueId value = m_.operand(op, i);
  if (value.IsNone()) return v_.OpError(op, "null operand found");
  const BlockId home = m_.home_block(value);
  const int32_t active = home ? active_[home.Slot()] : 0;
  if (active == 0) {
    // In a region with several blocks, control may flow from `home` to the op.
    const RegionId region = home ? m_.block(home).parent : RegionId::None();
    const bool flow =
        region && m_.region_row(region).first != m_.region_row(region).last;
    if (!flow) undominated_.push_back({op, i});
    return true;
  }
  if (active != isolation_ + 1) {
    v_.OpError(op, "using value defined outside the region");
    for (size_t f = frames_.size(); f > 0; --f) {
      if (!frames_[f - 1].isolated) continue;
      v_.Note(frames_[f - 1].op, "required by region isolation constraints");
      break;
    }
    return false;
  }
  const OpId def = m_.def(value);
  if (def && !defined_[def.Slot()] && IsOrdered(m_, m_.parent_op(home))) {
    undominated_.push_back({op, i});
  }
  return true;
}

void ModuleVerifier::CheckOperands(OpId op) {
  const BlockId here = m_.op(op).parent;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const ValueId value = m_.operand(op, i);
    const OpId def = value ? m_.def(value) : OpId::None();
    // Almost always, the value is defined further up in the same block.
    if (def && m_.op(def).parent == here && defined_[def.Slot()]) continue;
    if (!CheckOperand(op, i)) return;
  }
}

bool ModuleVerifier::CheckAlone(OpId op, const OpDef& def) {
  const bool has_sdy_attr = HasSdyAttr(m_.attr_dict(op));
  OpKey key;
  const bool has_key = !has_sdy_attr && MakeGoodKey(v_, op, def, key);
  const RuleId rule = m_.rule(op);
  const RuleId* good = has_key ? good_ops_.Find(key) : nullptr;
  if (good == nullptr || *good != rule) {
    if (!VerifySdyAttributes(v_, op, has_sdy_attr) ||
        !VerifyStructure(v_, op, def)) {
      return false;
    }
    if (has_key) good_ops_.Put(key, rule);
  }
  return def.verify == nullptr || CheckByKey(op, def.verify, verified_);
}

bool ModuleVerifier::CheckByKey(OpId op, VerifyFn check, VerifiedKeys& good) {
  OpKey key;
  const bool has_key = HasTrait(m_, op, kVerifiedByKey) &&
                       !v_.inside_manual() && MakeShardedKey(m_, op, key);
  const size_t scope = v_.scope_index() + 1;
  const size_t* const known = has_key ? good.Find(key) : nullptr;
  if (known != nullptr && *known == scope) return true;
  if (!check(v_, op)) return false;
  if (has_key) good.Put(key, scope);
  return true;
}

void ModuleVerifier::Visit(OpId op) {
  const OpDef& def = Def(m_.kind(op));
  v_.SetInsideManual(manual_depth_ > 0);
  if (CheckAlone(op, def)) CheckOperands(op);
  if (def.verify_uses != nullptr) {
    uses_.push_back({op, v_.scope_index(), manual_depth_ > 0});
  }
}

void ModuleVerifier::EnterBlock(BlockId block) {
  active_[block.Slot()] = isolation_ + 1;
}

bool ModuleVerifier::NextBlock(Frame& frame) {
  if (frame.block) {
    active_[frame.block.Slot()] = 0;
    frame.block = m_.block(frame.block).next;
    if (frame.block.IsNone()) ++frame.region;
  }
  while (frame.block.IsNone() && frame.region < m_.region_count(frame.op)) {
    frame.block = m_.first_block(m_.region(frame.op, frame.region));
    if (frame.block.IsNone()) ++frame.region;
  }
  if (frame.block.IsNone()) return false;
  EnterBlock(frame.block);
  frame.next = m_.block(frame.block).first;
  return true;
}

void ModuleVerifier::PushFrame(OpId op) {
  Frame frame;
  frame.op = op;
  frame.scope = v_.scope_index();
  frame.isolated = HasTrait(m_, op, kIsolated);
  frame.manual = m_.kind(op) == OpKind::kManualComputation;
  isolation_ += frame.isolated ? 1 : 0;
  manual_depth_ += frame.manual ? 1 : 0;
  if (m_.kind(op) == OpKind::kModule) {
    if (op != m_.root()) v_.EnterModule(op);
    modules_.push_back(op);
  }
  frames_.push_back(frame);
}

void ModuleVerifier::PopFrame() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  isolation_ -= frame.isolated ? 1 : 0;
  manual_depth_ -= frame.manual ? 1 : 0;
  v_.SetScope(frame.scope);
  defined_[frame.op.Slot()] = true;
}

void ModuleVerifier::Walk() {
  Visit(m_.root());
  PushFrame(m_.root());
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.next.IsNone()) {
      if (!NextBlock(frame)) PopFrame();
      continue;
    }
    const OpId op = frame.next;
    frame.next = m_.next_op(op);
    Visit(op);
    if (m_.region_count(op) > 0) {
      PushFrame(op);
    } else {
      defined_[op.Slot()] = true;
    }
  }
}

void ModuleVerifier::CheckSymbols(OpId module_op) {
  absl::flat_hash_map<NameId, OpId> seen;
  for (const BlockId block : m_.Blocks(m_.region(module_op, 0))) {
    for (const OpId op : m_.Ops(block)) {
      const NameId name = m_.symbol(op);
      if (name.IsNone()) continue;
      if (name == name::kEmpty) v_.Error(op, "a symbol needs a name");
      const auto [at, is_new] = seen.emplace(name, op);
      if (is_new) continue;
      v_.Error(op, fmt::format("redefinition of symbol named '{}'",
                               m_.names.Get(name)));
      v_.Note(at->second, "see existing symbol definition here");
    }
  }
}

bool IsProperAncestor(const Module& m, RegionId outer, RegionId inner) {
  for (OpId op = m.region_row(inner).parent; op; op = m.parent_op(op)) {
    const BlockId block = m.op(op).parent;
    if (block && m.block(block).parent == outer) return true;
  }
  return false;
}

void ModuleVerifier::ReportUndominated(const Undominated& u) {
  v_.Error(u.op,
           fmt::format("operand #{} does not dominate this use", u.operand));
  const ValueId value = m_.operand(u.op, u.operand);
  const BlockId here = m_.op(u.op).parent;
  const BlockId there = m_.home_block(value);
  std::string_view where = "op is neither in a parent nor in a child region";
  if (there.IsNone()) {
    where = "op is not in the module";
  } else if (here == there) {
    where = "op in the same block";
  } else if (m_.block(here).parent == m_.block(there).parent) {
    where = "op in the same region";
  } else if (IsProperAncestor(m_, m_.block(there).parent,
                              m_.block(here).parent)) {
    where = "op in a parent region";
  } else if (IsProperAncestor(m_, m_.block(here).parent,
                              m_.block(there).parent)) {
    where = "op in a child region";
  }
  if (m_.IsArg(value)) {
    v_.Note(m_.parent_op(there), "operand defined as a block argument");
  } else {
    v_.Note(m_.def(value), fmt::format("operand defined here ({})", where));
  }
}

bool ModuleVerifier::Run() {
  active_.resize(m_.block_table_size());
  defined_.resize(m_.op_table_size());
  const size_t before = v_.diagnostics.error_count();
  const auto failed = [&] { return v_.diagnostics.error_count() > before; };
  v_.EnterModule(m_.root());
  Walk();
  if (failed()) return false;
  for (const OpId module_op : modules_) CheckSymbols(module_op);
  if (failed()) return false;
  for (const Use& use : uses_) {
    v_.SetScope(use.scope);
    v_.SetInsideManual(use.inside_manual);
    CheckByKey(use.op, Def(m_.kind(use.op)).verify_uses, verified_uses_);
  }
  if (failed()) return false;
  for (const Undominated& u : undominated_) ReportUndominated(u);
  return !failed();
}

}  // namespace

bool VerifyOp(Module& m, OpId op, Diagnostics& diagnostics) {
  VerifyContext v(m, diagnostics);
  OpId module_op;
  bool inside_manual = false;
  for (OpId at = m.parent_op(op); at; at = m.parent_op(at)) {
    inside_manual |= m.kind(at) == OpKind::kManualComputation;
    if (!module_op && m.kind(at) == OpKind::kModule) module_op = at;
  }
  v.EnterModule(module_op ? module_op : m.root());
  v.SetInsideManual(inside_manual);
  const OpDef& def = Def(m.kind(op));
  return VerifySdyAttributes(v, op, /*look_at_dictionary=*/true) &&
         VerifyStructure(v, op, def) &&
         (def.verify == nullptr || def.verify(v, op)) &&
         (def.verify_uses == nullptr || def.verify_uses(v, op));
}

namespace {

bool Run(Module& m, Diagnostics& diagnostics) {
  VerifyContext v(m, diagnostics);
  return ModuleVerifier(v).Run();
}

// Used to check, in debug builds, that `Module::verified()` is true of valid
// modules only.
bool IsValid(Module& m) {
  Diagnostics unused;
  return Run(m, unused);
}

}  // namespace

bool VerifyModule(Module& m, Diagnostics& diagnostics) {
  if (m.verified()) {
    SHARDFLOW_DCHECK(IsValid(m));
    return true;
  }
  if (!Run(m, diagnostics)) return false;
  m.SetVerified();
  return true;
}

}  // namespace shardflow::internal
