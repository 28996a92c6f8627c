#include "bytecode/codes.h"
#include "bytecode/module_writer.h"
#include "ir/walk.h"

// The first walk: counts the uses of attributes, types and op names in the same
// order as MLIR's writer. All ops of a region come before the ops of its nested
// regions, and the nested regions are visited from last to first.

namespace shardflow::internal::bytecode {

bool ModuleWriter::UseAll() {
  int32_t position = 0;
  WalkPreOrder(m_, m_.root(),
               [&](OpId op) { positions_[op.Slot()] = position++; });
  if (!UseOp(m_.root())) return false;
  std::vector<RegionId> regions;
  const auto add = [&](OpId op) {
    for (int i = 0; i < m_.region_count(op); ++i) {
      regions.push_back(m_.region(op, i));
    }
  };
  add(m_.root());
  while (!regions.empty()) {
    const RegionId region = regions.back();
    regions.pop_back();
    if (!UseRegion(region)) return false;
    for (const BlockId block : m_.Blocks(region)) {
      for (const OpId op : m_.Ops(block)) add(op);
    }
  }
  return true;
}

bool ModuleWriter::UseRegion(RegionId region) {
  for (const BlockId block : m_.Blocks(region)) {
    const bool is_vhlo = IsPortable(block);
    for (const ValueId arg : m_.args(block)) {
      entries_.Use(entries_.Location(m_.arg_loc(arg)));
      entries_.Use(TypeOf(arg, is_vhlo));
    }
    UseCasts(m_.args(block), is_vhlo);
    for (const OpId op : m_.Ops(block)) {
      if (!UseOp(op)) return false;
      FindCaptures(op);
      UseCasts(Results(op), IsPortable(op));
    }
  }
  return true;
}

// Marks the ops that capture an operand of `op`: they enclose `op`, but not the
// definition of the operand.
void ModuleWriter::FindCaptures(OpId op) {
  const RegionId region = m_.block(m_.op(op).parent).parent;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const RegionId home = m_.block(m_.home_block(m_.operand(op, i))).parent;
    for (RegionId at = region; at != home;) {
      const OpId around = m_.region_row(at).parent;
      if (around == m_.root()) break;
      parts_[around.Slot()].captures = true;
      at = m_.block(m_.op(around).parent).parent;
    }
  }
}

void ModuleWriter::UseCasts(std::span<const ValueId> values, bool is_vhlo) {
  for (const ValueId value : ToCast(values, is_vhlo)) {
    has_casts_ = true;
    entries_.Use(CastName());
    entries_.Use(TypeOf(value, !is_vhlo));
    entries_.Use(entries_.Location(CastLoc(value, is_vhlo)));
  }
}

bool ModuleWriter::UseOp(OpId op) {
  at_ = op;
  const Form* const form = FormOf(m_.kind(op));
  if (form == nullptr || !CheckOp(op)) return false;
  Named discardable, inherent;
  std::string properties;
  if (!Attributes(op, *form, discardable, properties, inherent)) return false;
  entries_.Use(form->name);
  for (const ValueId result : Results(op)) {
    entries_.Use(TypeOf(result, form->is_vhlo));
  }
  Parts& parts = parts_[op.Slot()];
  // In versions of the format without properties, the dictionary contains all
  // attributes.
  if (format_ < kProperties) {
    discardable.insert(discardable.end(), inherent.begin(), inherent.end());
  }
  if (!discardable.empty()) {
    parts.has_dict = true;
    parts.dict = entries_.Dict(std::move(discardable));
    entries_.Use(parts.dict);
  }
  if (format_ >= kProperties && !form->op->slots.empty()) {
    const auto [it, is_new] = property_index_.try_emplace(
        properties, static_cast<uint32_t>(properties_.size()));
    if (is_new) properties_.push_back(properties);
    property_place_.resize(properties_.size());
    parts.has_properties = true;
    parts.properties = it->second;
    Draft::ForEach(
        properties, [&](AttrNumber attr) { entries_.Use(attr); },
        [&](TypeNumber type) { entries_.Use(type); });
  }
  parts.location = entries_.Location(m_.loc(op));
  entries_.Use(parts.location);
  return !entries_.error() || FailAsEntriesDid();
}

}  // namespace shardflow::internal::bytecode
