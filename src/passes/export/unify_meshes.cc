#include "passes/export/unify_meshes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/sharding_walk.h"
#include "ops/symbols.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// A common axis, as the digits of a place in one of the program's meshes.
struct Piece {
  NameId axis;
  Digits digits;
};

// A mesh of the program, and what becomes of it.
struct OldMesh {
  NameId symbol;
  Mesh mesh;
  std::vector<Piece> pieces = {};  // major to minor
  MeshRef now = {};
};

// The meshes with one number of devices on which the program has shardings.
using MeshGroup = std::vector<OldMesh>;

bool HasDifferentAxes(const MeshGroup& group) {
  return std::ranges::any_of(group, [&](const OldMesh& old) {
    return old.mesh.axes != group.front().mesh.axes;
  });
}

// Returns the symbols of the meshes that shardings are on.
absl::flat_hash_set<NameId> UsedMeshes(const Module& m) {
  absl::flat_hash_set<NameId> used;
  WalkShardings(m, m.root(), [&](ShardingId sharding, const ShardedTensor&) {
    const MeshRef ref = m.shardings.Get(sharding).mesh;
    if (!ref.IsInlined()) used.insert(ref.symbol());
  });
  return used;
}

// Returns the groups with different axes, in the order of the meshes.
std::vector<MeshGroup> DifferentMeshes(const Module& m) {
  if (m.op_count(OpKind::kMesh) < 2) return {};
  const absl::flat_hash_set<NameId> used = UsedMeshes(m);
  std::map<int64_t, MeshGroup> by_size;
  const SymbolTable symbols(m);
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh || !used.contains(m.symbol(op))) continue;
    const MeshId id = symbols.FindMesh(m, m.symbol(op));
    if (!id) continue;
    const Mesh& mesh = m.shardings.mesh(id);
    if (mesh.axes.empty() || mesh.TotalSize() == INT64_MAX) continue;
    by_size[mesh.TotalSize()].push_back({m.symbol(op), mesh});
  }
  std::vector<MeshGroup> groups;
  for (auto& [size, group] : by_size) {
    if (HasDifferentAxes(group)) groups.push_back(std::move(group));
  }
  return groups;
}

class Unifier {
 public:
  Unifier(Module& m, MeshGroup& group) : m_(m), group_(group), symbols_(m) {}

  void Run(RewrittenBorders& borders) {
    if (!Split() || !Rewrite()) return;
    AddMeshes(borders);
    Apply(borders);
    borders.any = true;
  }

 private:
  // --- the common axes

  // Splits all meshes into common axes. Returns false if the meshes are too
  // large for a table of their devices.
  bool Split() {
    const std::vector<int64_t> places = Places();
    for (size_t i = 1; i < places.size(); ++i) {
      if (places[i] % places[i - 1] != 0) return SplitIntoPrimes();
    }
    for (size_t i = places.size(); i-- > 1;) {
      pieces_.push_back(
          {.divisor = places[i - 1], .size = places[i] / places[i - 1]});
    }
    const OldMesh* const like = MeshWithThesePieces();
    for (const Digits& piece : pieces_) {
      axes_.push_back(
          {.name = like != nullptr ? NameIn(like->mesh, piece) : NewName(piece),
           .size = piece.size});
    }
    for (OldMesh& old : group_) {
      for (size_t i = 0; i < pieces_.size(); ++i) {
        old.pieces.push_back({axes_[i].name, pieces_[i]});
      }
    }
    return true;
  }

  // Returns the place values at which an axis or a sub-axis begins or ends.
  std::vector<int64_t> Places() const {
    std::vector<int64_t> places = {1};
    const auto add = [&](const AxisRef& axis, const Mesh& mesh) {
      const Digits digits = DigitsOf(axis, mesh);
      places.push_back(digits.divisor);
      places.push_back(digits.divisor * digits.size);
    };
    for (const OldMesh& old : group_) {
      for (const MeshAxis& axis : old.mesh.axes) {
        add({.name = axis.name}, old.mesh);
      }
    }
    WalkShardings(m_, m_.root(), [&](ShardingId id, const ShardedTensor&) {
      const ShardingView sharding = m_.shardings.Get(id);
      const OldMesh* const old = Find(sharding.mesh);
      if (old == nullptr) return;
      ForEachAxis(m_.shardings, sharding, [&](const AxisRef& axis) {
        if (!axis.IsFull()) add(axis, old->mesh);
      });
    });
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  // Returns the first mesh that has the pieces as its axes, or null.
  const OldMesh* MeshWithThesePieces() const {
    for (const OldMesh& old : group_) {
      size_t i = 0;
      bool same = true;
      for (const MeshAxis& axis : old.mesh.axes) {
        if (axis.size == 1) continue;
        same = same && i < pieces_.size() && pieces_[i].size == axis.size;
        ++i;
      }
      if (same && i == pieces_.size()) return &old;
    }
    return nullptr;
  }

  // Returns the axis of the mesh that selects these digits, or None.
  static NameId NameIn(const Mesh& mesh, const Digits& piece) {
    for (const MeshAxis& axis : mesh.axes) {
      const Digits digits = DigitsOf({.name = axis.name}, mesh);
      if (axis.size > 1 && digits.divisor == piece.divisor &&
          digits.size == piece.size) {
        return axis.name;
      }
    }
    return NameId::None();
  }

  // Returns a name for a common axis: that of an equal axis, or of an axis that
  // contains it, with a suffix.
  NameId NewName(const Digits& piece) {
    for (const OldMesh& old : group_) {
      const NameId name = NameIn(old.mesh, piece);
      if (name && !IsTaken(name)) return name;
    }
    const Mesh& mesh = group_.front().mesh;
    std::string base = "axis";
    for (const MeshAxis& axis : mesh.axes) {
      const Digits digits = DigitsOf({.name = axis.name}, mesh);
      if (digits.divisor <= piece.divisor &&
          piece.divisor < digits.divisor * digits.size) {
        base = m_.names.Get(axis.name);
      }
    }
    for (int i = 1;; ++i) {
      const NameId name = m_.names.Intern(fmt::format("{}_{}", base, i));
      if (!IsTaken(name)) return name;
    }
  }
  bool IsTaken(NameId name) const {
    return std::ranges::any_of(
        axes_, [&](const MeshAxis& axis) { return axis.name == name; });
  }

  bool SplitIntoPrimes() {
    const int64_t devices = group_.front().mesh.TotalSize();
    if (devices > kMaxTabledDevices) return false;
    for (int64_t left = devices, prime = 2; left > 1;) {
      if (left % prime != 0) {
        ++prime;
        continue;
      }
      left /= prime;
      axes_.push_back({.name = NewName({.divisor = 0}), .size = prime});
    }
    for (OldMesh& old : group_) SplitIntoPrimes(old);
    return true;
  }

  // Splits each axis of the mesh into common axes, and orders the devices such
  // that each of these selects the same digits as before.
  void SplitIntoPrimes(OldMesh& old) const {
    std::vector<Digits> was(axes_.size());  // indexed like axes_
    std::vector<bool> taken(axes_.size());
    int64_t end = old.mesh.TotalSize();
    for (const MeshAxis& axis : old.mesh.axes) {
      int64_t left = axis.size;
      for (size_t i = 0; i < axes_.size() && left > 1; ++i) {
        if (taken[i] || left % axes_[i].size != 0) continue;
        taken[i] = true;
        left /= axes_[i].size;
        end /= axes_[i].size;
        was[i] = {.divisor = end, .size = axes_[i].size};
        old.pieces.push_back({axes_[i].name, was[i]});
      }
    }
    std::vector<int64_t> ids;
    for (int64_t place = 0; place < old.mesh.TotalSize(); ++place) {
      int64_t before = 0, rest = place;
      for (size_t i = axes_.size(); i-- > 0;) {
        before += rest % axes_[i].size * was[i].divisor;
        rest /= axes_[i].size;
      }
      ids.push_back(old.mesh.device_ids.empty()
                        ? before
                        : old.mesh.device_ids[static_cast<size_t>(before)]);
    }
    old.mesh.device_ids = std::move(ids);
  }

  // --- the new shardings

  const OldMesh* Find(MeshRef ref) const {
    if (ref.IsInlined()) return nullptr;
    for (const OldMesh& old : group_) {
      if (old.symbol == ref.symbol()) return &old;
    }
    return nullptr;
  }

  // Appends the common axes of which `axis` consists. Returns false if it isn't
  // a list of them.
  static bool Append(const OldMesh& old, const AxisRef& axis,
                     std::vector<NameId>& names) {
    const Digits digits = DigitsOf(axis, old.mesh);
    int64_t end = digits.divisor * digits.size;
    for (const Piece& piece : old.pieces) {
      if (piece.digits.divisor * piece.digits.size != end ||
          end == digits.divisor) {
        continue;
      }
      names.push_back(piece.axis);
      end = piece.digits.divisor;
    }
    return end == digits.divisor;
  }

  std::optional<AxisListId> Rewritten(const OldMesh& old, AxisListId list) {
    if (!list) return list;
    std::vector<NameId> names;
    for (const AxisRef& axis : m_.shardings.axes(list)) {
      if (!Append(old, axis, names)) return std::nullopt;
    }
    std::vector<AxisRef> axes;
    for (const NameId name : names) axes.push_back(AxisRef::Full(name));
    return m_.shardings.InternAxes(axes);
  }

  // Finds the new axes of all shardings and manual computations. Returns false
  // if there are none, without having changed anything.
  bool Rewrite() {
    std::vector<ShardingId> all;
    WalkShardings(m_, m_.root(), [&](ShardingId id, const ShardedTensor&) {
      if (Find(m_.shardings.Get(id).mesh) == nullptr) return;
      if (rewritten_.try_emplace(id).second) all.push_back(id);
    });
    const Mesh common{.axes = axes_, .device_ids = {}};
    for (const ShardingId id : all) {
      TensorSharding sharding(m_.shardings.Get(id));
      const OldMesh& old = *Find(sharding.mesh);
      for (DimSharding& dim : sharding.dims) {
        const std::optional<AxisListId> axes = Rewritten(old, dim.axes);
        if (!axes) return false;
        dim.axes = *axes;
      }
      for (AxisListId* list : {&sharding.replicated, &sharding.unreduced}) {
        const std::optional<AxisListId> axes = Rewritten(old, *list);
        if (!axes) return false;
        std::vector<AxisRef> sorted(m_.shardings.axes(*axes).begin(),
                                    m_.shardings.axes(*axes).end());
        SortAndMerge(sorted, common);
        *list = m_.shardings.InternAxes(sorted);
      }
      rewritten_[id] = std::move(sharding);
    }
    return FindManualAxes();
  }

  bool FindManualAxes() {
    bool ok = true;
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      const AttrId attr = m_.attr(op, name::kManualAxes);
      if (!m_.attrs.Is(attr, AttrKind::kManualAxes)) return;
      const OldMesh* old = nullptr;
      for (const ValueId arg : m_.args(m_.first_block(m_.region(op, 0)))) {
        if (old == nullptr) old = MeshOf(arg);
      }
      for (int i = 0; i < m_.result_count(op); ++i) {
        if (old == nullptr) old = MeshOf(m_.result(op, i));
      }
      if (old == nullptr) return;
      std::vector<NameId> names;
      for (const NameId axis : m_.attrs.As<ManualAxesAttr>(attr).axes) {
        ok = ok && Append(*old, {.name = axis}, names);
      }
      manual_.emplace_back(op, std::move(names));
    });
    return ok;
  }
  const OldMesh* MeshOf(ValueId value) const {
    const ShardingId sharding = m_.sharding(value);
    return sharding ? Find(m_.shardings.Get(sharding).mesh) : nullptr;
  }

  // --- the changes

  // Finds or adds the new mesh for each old one.
  void AddMeshes(RewrittenBorders& borders) {
    std::vector<std::pair<Mesh, MeshRef>> made;
    const OldMesh* const like =
        pieces_.empty() ? nullptr : MeshWithThesePieces();
    for (OldMesh& old : group_) {
      Mesh mesh{.axes = like != nullptr ? like->mesh.axes : axes_,
                .device_ids = old.mesh.device_ids};
      if (IsIota(mesh.device_ids)) mesh.device_ids.clear();
      const auto same = [&](const auto& entry) { return entry.first == mesh; };
      if (const auto at = std::ranges::find_if(made, same); at != made.end()) {
        old.now = at->second;
        continue;
      }
      old.now = FindOrAdd(mesh, borders);
      made.emplace_back(std::move(mesh), old.now);
    }
  }

  MeshRef FindOrAdd(const Mesh& mesh, RewrittenBorders& borders) {
    const MeshId wanted = m_.shardings.InternMesh(mesh);
    if (const NameId known = SymbolOfMesh(m_, symbols_, wanted)) {
      return MeshRef::Symbol(known);
    }
    OpId last;
    for (const OpId op : m_.Ops(m_.body())) {
      if (m_.kind(op) == OpKind::kMesh) last = op;
    }
    const OpId op =
        CreateMesh(m_, m_.names.Intern("common_mesh"), wanted, m_.loc(last));
    const NameId symbol = symbols_.InsertBefore(m_, m_.next_op(last), op);
    borders.made.push_back(symbol);
    return MeshRef::Symbol(symbol);
  }

  void Apply(RewrittenBorders& borders) {
    // In the order of the ids, because the new shardings get ids, too.
    std::vector<ShardingId> order;
    for (const auto& [id, sharding] : rewritten_) order.push_back(id);
    std::ranges::sort(order, {}, &ShardingId::index);
    absl::flat_hash_map<ShardingId, ShardingId> now;
    for (const ShardingId id : order) {
      TensorSharding& sharding = rewritten_.at(id);
      sharding.mesh = Find(sharding.mesh)->now;
      now[id] = m_.shardings.Intern(sharding);
    }
    const auto of = [&](ShardingId id) {
      const auto at = id ? now.find(id) : now.end();
      return at == now.end() ? id : at->second;
    };
    const OpId main = MainFunction(m_);
    if (const TypeId type = main ? FunctionType(m_, main) : TypeId::None()) {
      borders.args.resize(m_.types.input_count(type));
      for (size_t i = 0; i < borders.args.size(); ++i) {
        Record(ArgSharding(m_, main, i), of, borders.args[i]);
      }
      borders.results.resize(m_.types.result_count(type));
      for (size_t i = 0; i < borders.results.size(); ++i) {
        Record(ResultSharding(m_, main, i), of, borders.results[i]);
      }
    }
    TransformShardings(m_, m_.root(), [&](ShardingId id, const ShardedTensor&) {
      return of(id);
    });
    for (const auto& [op, names] : manual_) {
      m_.SetAttr(op, name::kManualAxes, m_.attrs.Make(ManualAxesAttr{}, names));
    }
  }
  // Records a changed sharding. If nothing changed, keeps any record made for
  // another group of meshes.
  template <class Of>
  static void Record(ShardingId before, Of of,
                     RewrittenBorders::Sharding& border) {
    if (of(before) != before) border = {before, of(before)};
  }

  Module& m_;
  MeshGroup& group_;
  SymbolTable symbols_;
  std::vector<Digits> pieces_;  // the common axes; empty if they are primes
  std::vector<MeshAxis> axes_;  // the common axes
  absl::flat_hash_map<ShardingId, TensorSharding> rewritten_;
  std::vector<std::pair<OpId, std::vector<NameId>>> manual_;
};

// Whether an op names axes in other places than shardings, as sdy's collectives
// do.
bool NamesAxes(const Module& m, OpId op) {
  if (!IsSdy(m, op)) return false;
  for (const NamedAttr& attr : m.attrs.DictItems(m.attr_dict(op))) {
    for (const AttrKind kind :
         {AttrKind::kAxisRefList, AttrKind::kListOfAxisRefLists,
          AttrKind::kAllToAllParamList}) {
      if (m.attrs.Is(attr.value, kind)) return true;
    }
  }
  return false;
}

// Erases those of `meshes` on which there is no sharding.
void EraseUnused(Module& m, std::span<const NameId> meshes) {
  const absl::flat_hash_set<NameId> used = UsedMeshes(m);
  const SymbolTable symbols(m);
  for (const NameId mesh : meshes) {
    const OpId op = symbols.Find(mesh);
    if (op && !used.contains(mesh)) m.Erase(op);
  }
}

}  // namespace

bool HasDifferentMeshes(const Module& m) { return !DifferentMeshes(m).empty(); }

void UnifyMeshes(Module& m, RewrittenBorders& borders) {
  std::vector<MeshGroup> groups = DifferentMeshes(m);
  if (groups.empty()) return;
  bool names_axes = false;
  WalkPreOrder(m, m.root(), [&](OpId op) { names_axes |= NamesAxes(m, op); });
  if (names_axes) return;
  for (MeshGroup& group : groups) Unifier(m, group).Run(borders);
}

void RestoreBorders(Module& m, const RewrittenBorders& borders) {
  const OpId main = MainFunction(m);
  if (!borders.any || !main) return;
  const auto old = [&](ShardingId now, const RewrittenBorders::Sharding& was) {
    if (!now || !was.after || !IsEquivalent(m.shardings, now, was.after)) {
      return now;
    }
    return ClosedLike(m.shardings, was.before);
  };
  for (size_t i = 0; i < borders.args.size(); ++i) {
    SetArgSharding(m, main, i, old(ArgSharding(m, main, i), borders.args[i]));
  }
  for (size_t i = 0; i < borders.results.size(); ++i) {
    SetResultSharding(m, main, i,
                      old(ResultSharding(m, main, i), borders.results[i]));
  }
  EraseUnused(m, borders.made);
}

bool CheckSameMesh(Module& m, Diagnostics& diagnostics) {
  if (m.op_count(OpKind::kMesh) < 2) return true;
  const SymbolTable symbols(m);
  const auto text = [&](MeshRef ref) {
    return ref.IsInlined() ? std::string("a mesh")
                           : "@" + std::string(m.names.Get(ref.symbol()));
  };
  return WalkPreOrder(m, m.root(), [&](OpId op) {
    // Ops that only pass tensors on may pass some on each mesh.
    if (m.HasFuncRow(op) || IsSdy(m, op) || HasTrait(m, op, kTerminator) ||
        IsCall(m, op) || DataFlow(m, op) != nullptr) {
      return WalkResult::kAdvance;
    }
    std::optional<MeshRef> first, other;
    bool is_sharded = false;
    // Tensors without axes are the same on all meshes with as many devices.
    const auto look = [&](ValueId value, bool with_axes) {
      const ShardingId id = GetSharding(m, value);
      if (!id || HasNoAxes(m.shardings.Get(id)) == with_axes) return;
      const MeshRef ref = m.shardings.Get(id).mesh;
      const MeshId mesh = symbols.FindMesh(m, ref);
      if (mesh.IsNone() || m.shardings.mesh(mesh).axes.empty()) return;
      is_sharded = is_sharded || with_axes;
      if (!first) first = ref;
      const MeshId of_first = symbols.FindMesh(m, *first);
      const bool fits = with_axes ? mesh == of_first
                                  : m.shardings.mesh(mesh).TotalSize() ==
                                        m.shardings.mesh(of_first).TotalSize();
      if (!fits) other = ref;
    };
    for (const bool with_axes : {true, false}) {
      for (int i = 0; i < m.operand_count(op); ++i) {
        look(m.operand(op, i), with_axes);
      }
      for (int i = 0; i < m.result_count(op); ++i) {
        look(m.result(op, i), with_axes);
      }
      if (!is_sharded) break;
    }
    if (!other) return WalkResult::kAdvance;
    diagnostics.Error(m.Place(op),
                      fmt::format("'{}' op has tensors on {} and on {}, which "
                                  "can't be given common axes",
                                  m.op_name(op), text(*first), text(*other)));
    return WalkResult::kStop;
  });
}

}  // namespace shardflow::internal
