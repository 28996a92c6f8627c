#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/extensions.h"
#include "ops/op_def.h"
#include "ops/present.h"
#include "passes/pass.h"

// Like MLIR's pass of the same name, erases private symbols (mostly functions)
// to which no live op refers. A symbol is live if it is visible from outside,
// or if an attribute of a live op refers to it.

namespace shardflow::internal {
namespace {

bool IsSymbol(const Module& m, OpId op) {
  return HasTrait(m, op, kSymbol) && m.symbol(op);
}

bool HasVisibility(const Module& m, OpId op, NameId visibility) {
  const AttrId attr = m.attr(op, name::kSymVisibility);
  return m.attrs.Is(attr, AttrKind::kString) &&
         m.attrs.StringValue(attr) == visibility;
}

bool IsPublicSymbol(const Module& m, OpId op) {
  return !HasVisibility(m, op, name::kPrivate) &&
         !HasVisibility(m, op, name::kNested);
}

// Whether the op is unknown and defines symbols in its region, so that
// references inside it may have to be looked up in it. MLIR considers every
// unregistered op with one region a possible symbol table, and rejects it. If
// no symbols are inside, it makes no difference whether it is one.
bool MayBeSymbolTable(const Module& m, OpId op) {
  if (!IsUnregistered(m, op) || m.region_count(op) != 1) return false;
  for (const BlockId block : m.Blocks(m.region(op, 0))) {
    for (const OpId inner : m.Ops(block)) {
      if (m.symbol(inner)) return true;
    }
  }
  return false;
}

// A set of ids. The set for the program's own symbol table may contain nearly
// all ids, so it has a bit for each id. There may be as many other symbol
// tables as ids, so their sets are hash sets.
template <class IdT>
class SeenIds {
 public:
  // Ids below `dense` are stored as bits.
  explicit SeenIds(size_t dense) : bits_(dense) {}
  // Returns false if the id was in the set before.
  bool Insert(IdT id) {
    if (id.Slot() >= bits_.size()) return others_.insert(id).second;
    const bool is_new = !bits_[id.Slot()];
    bits_[id.Slot()] = true;
    return is_new;
  }

 private:
  std::vector<bool> bits_;
  absl::flat_hash_set<IdT> others_;
};

// Symbols by name. For the program's own symbol table, this is an array with an
// element for each name; for others, a hash map.
class Symbols {
 public:
  explicit Symbols(size_t dense) : ops_(dense) {}
  void Add(NameId name, OpId op) {
    OpId& at = name.Slot() < ops_.size() ? ops_[name.Slot()] : others_[name];
    if (at.IsNone()) at = op;  // if two have the same name, the first counts
  }
  OpId Find(NameId name) const {
    if (name.Slot() < ops_.size()) return ops_[name.Slot()];
    const auto at = others_.find(name);
    return at == others_.end() ? OpId::None() : at->second;
  }

 private:
  std::vector<OpId> ops_;
  absl::flat_hash_map<NameId, OpId> others_;
};

struct Reference {
  std::vector<NameId> path;  // e.g. @root::@nested
};

// Finds the symbols to which an op refers. Attributes are shared, so each is
// searched only once per symbol table.
class ReferenceFinder {
 public:
  ReferenceFinder(const Module& m, bool dense)
      : m_(m),
        seen_attrs_(dense ? m.attrs.size() : 0),
        seen_shardings_(dense ? m.shardings.sharding_count() : 0) {}

  // Appends the symbols to which `op` and the ops inside it refer, but skips
  // the contents of nested symbol tables. Returns false if it finds an
  // unregistered op that might be a symbol table, and stores it in `unknown`.
  bool Find(OpId op, std::vector<Reference>& found, OpId& unknown) {
    return WalkPreOrder(m_, op, [&](OpId inner) {
      FindInOp(inner, found);
      if (MayBeSymbolTable(m_, inner)) {
        unknown = inner;
        return WalkResult::kStop;
      }
      return HasTrait(m_, inner, kSymbolTable) ? WalkResult::kSkip
                                               : WalkResult::kAdvance;
    });
  }

 private:
  void FindInOp(OpId op, std::vector<Reference>& found) {
    FindInAttr(m_.attr_dict(op), found);
    for (int i = 0; i < m_.result_count(op); ++i) {
      FindInSharding(m_.sharding(m_.result(op, i)), found);
    }
    for (int r = 0; r < m_.region_count(op); ++r) {
      for (const BlockId block : m_.Blocks(m_.region(op, r))) {
        for (const ValueId arg : m_.args(block)) {
          FindInSharding(m_.sharding(arg), found);
        }
      }
    }
    if (!m_.HasFuncRow(op)) return;
    const FuncRow& row = m_.func(op);
    for (const AttrId attr : row.arg_attrs) FindInAttr(attr, found);
    for (const AttrId attr : row.res_attrs) FindInAttr(attr, found);
    for (const ShardingId s : row.arg_shardings) FindInSharding(s, found);
    for (const ShardingId s : row.res_shardings) FindInSharding(s, found);
  }

  void FindInSharding(ShardingId sharding, std::vector<Reference>& found) {
    if (sharding.IsNone() || !seen_shardings_.Insert(sharding)) return;
    const MeshRef mesh = m_.shardings.Get(sharding).mesh;
    if (!mesh.IsInlined()) found.push_back({{mesh.symbol()}});
  }

  void FindInAttr(AttrId root, std::vector<Reference>& found) {
    // A stack instead of recursion: attributes may nest deeply.
    std::vector<AttrId>& todo = todo_;
    todo.push_back(root);
    while (!todo.empty()) {
      const AttrId attr = todo.back();
      todo.pop_back();
      if (attr.IsNone() || !seen_attrs_.Insert(attr)) continue;
      switch (m_.attrs.kind(attr)) {
        case AttrKind::kSymbolRef: {
          const WordList<NameId> path = m_.attrs.As<SymbolRefAttr>(attr).path;
          found.push_back({{path.begin(), path.end()}});
          break;
        }
        case AttrKind::kSharding:
          FindInSharding(m_.attrs.As<ShardingAttr>(attr).sharding, found);
          break;
        case AttrKind::kShardingPerValue:
          for (const ShardingId sharding :
               m_.attrs.As<ShardingPerValueAttr>(attr).shardings) {
            FindInSharding(sharding, found);
          }
          break;
        default:
          PushHeldAttrs(m_.attrs, attr, todo);
          break;
      }
    }
  }

  const Module& m_;
  SeenIds<AttrId> seen_attrs_;
  SeenIds<ShardingId> seen_shardings_;
  std::vector<AttrId> todo_;
};

// The symbols of a symbol table, and a finder for the references inside it.
struct UseTable {
  Symbols symbols;
  ReferenceFinder references;
};

class Liveness {
 public:
  Liveness(const Module& m, Diagnostics& diagnostics)
      : m_(m), diagnostics_(diagnostics), live_(m.op_table_size()) {}

  // Finds all live ops. Reports an error and returns false if they can't be
  // determined.
  bool Compute() {
    Open(m_.root(), /*is_hidden=*/true);
    while (!todo_.empty()) {
      const Item item = todo_.back();
      todo_.pop_back();
      if (HasTrait(m_, item.op, kSymbolTable)) {
        Open(item.op, item.is_hidden || !IsSymbol(m_, item.op) ||
                          HasVisibility(m_, item.op, name::kPrivate));
      }
      if (!FollowReferences(item)) return false;
    }
    return true;
  }

  bool IsLive(OpId op) const { return live_[op.Slot()]; }

 private:
  struct Item {
    OpId op;
    bool is_hidden;  // whether the op's symbol table is hidden
  };

  UseTable& TableOf(OpId op) {
    const auto at = tables_.find(op);
    if (at != tables_.end()) return *at->second;
    const bool dense = op == m_.root();
    auto table = std::make_unique<UseTable>(UseTable{
        Symbols(dense ? m_.names.size() : 0), ReferenceFinder(m_, dense)});
    for (const BlockId block : m_.Blocks(m_.region(op, 0))) {
      for (const OpId inner : m_.Ops(block)) {
        if (IsSymbol(m_, inner)) table->symbols.Add(m_.symbol(inner), inner);
      }
    }
    return *tables_.emplace(op, std::move(table)).first->second;
  }

  // Begins the search in a table: queues the ops in it that aren't symbols, and
  // marks as live the symbols that must be kept.
  void Open(OpId table, bool is_hidden) {
    for (const BlockId block : m_.Blocks(m_.region(table, 0))) {
      for (const OpId op : m_.Ops(block)) {
        if (!IsSymbol(m_, op)) {
          todo_.push_back({op, is_hidden});
          continue;
        }
        const bool discardable =
            (is_hidden || HasVisibility(m_, op, name::kPrivate)) &&
            !IsPublicSymbol(m_, op);
        if (!discardable) MarkLive(op, is_hidden);
      }
    }
  }

  void MarkLive(OpId op, bool is_hidden) {
    if (live_[op.Slot()]) return;
    live_[op.Slot()] = true;
    todo_.push_back({op, is_hidden});
  }

  bool FollowReferences(const Item& item) {
    const OpId parent = m_.parent_op(item.op);
    UseTable& table = TableOf(parent);
    std::vector<Reference> references;
    OpId unknown;
    if (!table.references.Find(item.op, references, unknown)) {
      Message& error = diagnostics_.Error(
          m_.Place(item.op),
          "operation contains potentially unknown symbol table, meaning that "
          "we can't reliable compute symbol uses");
      error.notes.push_back(
          NoteAt(m_.Place(unknown),
                 fmt::format(
                     "'{}' has symbols in its region, and nothing says what "
                     "kind of op it is; if it is not a symbol table, a rule or "
                     "traits of it (OpRegistry) say so",
                     m_.op_name(unknown))));
      return false;
    }
    for (const Reference& reference : references) {
      // All symbols along the path become live, or none if one of them is
      // unknown.
      std::vector<OpId> path;
      OpId scope = parent;
      for (const NameId symbol : reference.path) {
        if (scope.IsNone() || !HasTrait(m_, scope, kSymbolTable)) break;
        scope = TableOf(scope).symbols.Find(symbol);
        // Private symbols are not visible outside their symbol table.
        if (scope.IsNone() ||
            (!path.empty() && HasVisibility(m_, scope, name::kPrivate))) {
          break;
        }
        path.push_back(scope);
      }
      if (path.size() != reference.path.size()) continue;
      for (const OpId op : path) MarkLive(op, item.is_hidden);
    }
    return true;
  }

  const Module& m_;
  Diagnostics& diagnostics_;
  std::vector<bool> live_;  // indexed by op
  absl::flat_hash_map<OpId, std::unique_ptr<UseTable>> tables_;
  std::vector<Item> todo_;
};

// Whether all symbols are visible from outside and in one table, so that
// nothing is dead.
bool AllSymbolsArePublic(const Module& m) {
  for (const OpId op : m.Ops(m.body())) {
    if (IsSymbol(m, op) && !IsPublicSymbol(m, op)) return false;
  }
  return m.op_count(OpKind::kUnknown) == 0 && !HasOpsWith(m, kSymbolTable);
}

}  // namespace

bool SymbolDce(Module& m, const NoOptions&, PassContext& context) {
  if (AllSymbolsArePublic(m)) return true;
  Liveness liveness(m, context.diagnostics);
  if (!liveness.Compute()) return false;
  WalkPostOrder(m, m.root(), [&](OpId table) {
    if (!HasTrait(m, table, kSymbolTable)) return;
    for (const BlockId block : m.Blocks(m.region(table, 0))) {
      for (const OpId op : m.Ops(block)) {
        if (IsSymbol(m, op) && !liveness.IsLive(op)) m.Erase(op);
      }
    }
  });
  return true;
}

}  // namespace shardflow::internal
