#include "bytecode/module_writer.h"

#include <algorithm>
#include <tuple>

#include "bytecode/codes.h"
#include "ops/op_def.h"

namespace shardflow::internal::bytecode {

bool ModuleWriter::Write(Error& error) {
  if (WriteAll()) return true;
  error = std::move(error_);
  return false;
}

bool ModuleWriter::WriteAll() {
  if (!UseAll()) return false;
  entries_.Settle();
  // Dialects and ops come before attributes and types, so that their names are
  // the first strings.
  dialects_ = entries_.DialectSection(format_);
  std::tie(attrs_, attr_sizes_) = entries_.EntrySections();
  ir_.VarIntWithFlag(1, false);
  if (!WriteOp(m_.root(), ir_)) return false;
  Push(m_.root(), &ir_);
  while (!frames_.empty()) {
    if (!Step()) return false;
  }
  return true;
}

// --- regions

void ModuleWriter::Push(OpId op, ByteWriter* out) {
  auto frame = std::make_unique<Frame>();
  frame->op = op;
  const bool isolated = IsIsolated(op);
  frame->out = isolated && format_ >= kRegionSections ? &frame->own : out;
  if (!isolated && !frames_.empty()) {
    frame->first_value = frames_.back()->end_value;
  }
  frames_.push_back(std::move(frame));
}

// Writes the next op, block or region of the innermost frame, or completes it.
bool ModuleWriter::Step() {
  Frame& frame = *frames_.back();
  if (frame.next) {
    const OpId op = frame.next;
    frame.next = m_.next_op(op);
    at_ = op;
    if (!WriteOp(op, *frame.out)) return false;
    if (m_.region_count(op) > 0) {
      // The casts of its results come after its regions: EndOp writes them.
      Push(op, frame.out);
    } else {
      WriteCasts(*frame.out, Results(op), IsPortable(op));
    }
    return true;
  }
  if (frame.block && m_.next_block(frame.block)) {
    frame.block = m_.next_block(frame.block);
    StartBlock(frame);
    return true;
  }
  if (frame.next_region < m_.region_count(frame.op)) return StartRegion(frame);
  EndOp();
  return true;
}

bool ModuleWriter::StartRegion(Frame& frame) {
  frame.region = m_.region(frame.op, frame.next_region++);
  frame.block = m_.first_block(frame.region);
  frame.next = OpId::None();
  size_t blocks = 0;
  // All values are numbered first, because in a module's body a value may be
  // used before it is defined.
  int32_t next = frame.first_value;
  for (const BlockId block : m_.Blocks(frame.region)) {
    ++blocks;
    NumberValues(m_.args(block), IsPortable(block), next);
    for (const OpId op : m_.Ops(block)) {
      NumberValues(Results(op), IsPortable(op), next);
    }
  }
  frame.end_value = next;
  frame.out->VarInt(blocks);
  if (blocks == 0) return true;
  frame.out->VarInt(static_cast<uint64_t>(next - frame.first_value));
  StartBlock(frame);
  return true;
}

// Numbers the values of an op or block, then their casts.
void ModuleWriter::NumberValues(std::span<const ValueId> values, bool is_vhlo,
                                int32_t& next) {
  for (const ValueId value : values) numbers_[value.Slot()] = next++;
  if (!has_casts_) return;
  for (const ValueId value : ToCast(values, is_vhlo)) {
    casts_[value.Slot()] = next++;
  }
}

void ModuleWriter::StartBlock(Frame& frame) {
  frame.next = m_.block(frame.block).first;
  const std::span<const ValueId> args = m_.args(frame.block);
  size_t ops = CountCasts(args);
  for (const OpId op : m_.Ops(frame.block)) ops += 1 + CountCasts(Results(op));
  frame.out->VarIntWithFlag(ops, !args.empty());
  WriteArguments(frame);
  WriteCasts(*frame.out, args, IsPortable(frame.block));
}

void ModuleWriter::WriteArguments(Frame& frame) {
  const std::span<const ValueId> args = m_.args(frame.block);
  if (args.empty()) return;
  ByteWriter& out = *frame.out;
  const bool is_vhlo = IsPortable(frame.block);
  out.VarInt(args.size());
  for (const ValueId arg : args) {
    const uint64_t type = entries_.Place(TypeOf(arg, is_vhlo));
    const Loc loc = m_.arg_loc(arg);
    if (format_ < kOptionalArgLocs) {
      out.VarInt(type);
      out.VarInt(entries_.Place(entries_.Location(loc)));
      continue;
    }
    out.VarIntWithFlag(type, !loc.IsUnknown());
    if (!loc.IsUnknown()) out.VarInt(entries_.Place(entries_.Location(loc)));
  }
  if (format_ < kUseOrders) return;
  ByteWriter orders;
  const bool has_orders = UseOrders(args, is_vhlo, orders);
  out.Byte(has_orders ? kHasUseOrders : 0);
  out.Bytes(orders.bytes());
}

void ModuleWriter::EndOp() {
  const std::unique_ptr<Frame> done = std::move(frames_.back());
  frames_.pop_back();
  ByteWriter& out = frames_.empty() ? ir_ : *frames_.back()->out;
  if (done->out == &done->own) out.Section(kIrSection, done->own.bytes());
  if (frames_.empty()) return;
  WriteCasts(out, Results(done->op), IsPortable(done->op));
}

// --- casts between dialects

bool ModuleWriter::IsPortable(OpId op) const {
  return internal::IsPortable(m_.kind(op));
}

bool ModuleWriter::IsPortable(BlockId block) const {
  return IsPortable(m_.parent_op(block));
}

bool ModuleWriter::NeedsCast(ValueId value, bool is_vhlo) const {
  for (const UseId use : m_.Uses(value)) {
    if (IsPortable(m_.use(use).owner) != is_vhlo) return true;
  }
  return false;
}

size_t ModuleWriter::CountCasts(std::span<const ValueId> values) const {
  if (!has_casts_) return 0;
  return static_cast<size_t>(std::ranges::count_if(
      values, [&](ValueId value) { return casts_[value.Slot()] >= 0; }));
}

// Returns the location that the cast of a value has in jaxlib's artifacts. A
// cast to a builtin type has the location of the value's definition; a cast to
// a VHLO type has the location of the value's first use by a VHLO op.
Loc ModuleWriter::CastLoc(ValueId value, bool is_vhlo) const {
  if (!is_vhlo) return m_.loc(m_.use(FirstPortableUse(value)).owner);
  const OpId def = m_.def(value);
  return def ? m_.loc(def) : m_.arg_loc(value);
}

// Returns the first use by a VHLO op. The value must have one.
UseId ModuleWriter::FirstPortableUse(ValueId value) const {
  UseId first;
  for (const UseId use : m_.Uses(value)) {
    if (!IsPortable(m_.use(use).owner)) continue;
    if (!first || PlaceOf(use) < PlaceOf(first)) first = use;
  }
  return first;
}

// Returns the values that need a cast, in the order of jaxlib's casts: jaxlib
// inserts each cast right after the value's definition, before the casts made
// earlier.
std::vector<ValueId> ModuleWriter::ToCast(std::span<const ValueId> values,
                                          bool is_vhlo) const {
  std::vector<ValueId> result;
  for (const ValueId value : values) {
    if (NeedsCast(value, is_vhlo)) result.push_back(value);
  }
  if (result.size() < 2) return result;
  if (is_vhlo) {
    std::ranges::reverse(result);
    return result;
  }
  std::vector<std::pair<std::pair<int32_t, int>, ValueId>> by_use;
  for (const ValueId value : result) {
    by_use.emplace_back(PlaceOf(FirstPortableUse(value)), value);
  }
  std::ranges::stable_sort(
      by_use, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (size_t i = 0; i < result.size(); ++i) result[i] = by_use[i].second;
  return result;
}

void ModuleWriter::WriteCasts(ByteWriter& out, std::span<const ValueId> values,
                              bool is_vhlo) {
  if (!has_casts_) return;
  for (const ValueId value : ToCast(values, is_vhlo)) {
    // In jaxlib a cast to a VHLO type replaces an earlier cast, which reverses
    // the cast's list of uses.
    const size_t uses = is_vhlo ? 0 : CountUses(value, true);
    const bool turned = uses > 1 && format_ >= kUseOrders;
    out.VarInt(entries_.Place(CastName()));
    out.Byte(static_cast<uint8_t>(kHasResults | kHasOperands |
                                  (turned ? kHasUseOrders : 0)));
    out.VarInt(entries_.Place(entries_.Location(CastLoc(value, is_vhlo))));
    out.VarInt(1);
    out.VarInt(entries_.Place(TypeOf(value, !is_vhlo)));
    out.VarInt(1);
    out.VarInt(static_cast<uint64_t>(numbers_[value.Slot()]));
    if (!turned) continue;
    out.VarIntWithFlag(uses, false);
    for (size_t i = uses; i-- > 0;) out.VarInt(i);
  }
}

// Counts the uses of a value by VHLO ops or, if `by_vhlo` is false, by other
// ops.
size_t ModuleWriter::CountUses(ValueId value, bool by_vhlo) const {
  size_t count = 0;
  for (const UseId use : m_.Uses(value)) {
    count += IsPortable(m_.use(use).owner) == by_vhlo ? 1 : 0;
  }
  return count;
}

// Writes the use-list orders. A reader prepends each use to the uses that it
// has read already. If this gives the wrong order, the file has to contain the
// right one. jaxlib makes casts to builtin types last, so such a cast is the
// newest use, although it is the first in the program. Returns false if there
// is nothing to write.
bool ModuleWriter::UseOrders(std::span<const ValueId> values, bool is_vhlo,
                             ByteWriter& out) const {
  if (!has_casts_ || !is_vhlo || format_ < kUseOrders) return false;
  size_t lists = 0;
  ByteWriter orders;
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t others = CountUses(values[i], is_vhlo);
    if (others == 0 || !NeedsCast(values[i], is_vhlo)) continue;
    ++lists;
    if (values.size() > 1) orders.VarInt(i);
    orders.VarIntWithFlag(others + 1, false);
    for (size_t j = 1; j <= others; ++j) orders.VarInt(j);
    orders.VarInt(0);
  }
  if (lists == 0) return false;
  if (values.size() > 1) out.VarInt(lists);
  out.Bytes(orders.bytes());
  return true;
}

std::vector<ValueId> ModuleWriter::Results(OpId op) const {
  std::vector<ValueId> results;
  for (int i = 0; i < m_.result_count(op); ++i) {
    results.push_back(m_.result(op, i));
  }
  return results;
}

// --- the file

std::string ModuleWriter::File(std::string_view producer) {
  ByteWriter resources, properties, file;
  resources.VarInt(0);
  properties.VarInt(property_order_.size());
  for (const uint32_t row : property_order_) {
    ByteWriter w;
    entries_.Finish(properties_[row], w);
    properties.Blob(w.bytes());
  }
  file.Bytes(kMagic);
  file.VarInt(format_);
  file.Bytes(producer);
  file.Byte(0);
  file.Section(kDialectSection, dialects_);
  file.Section(kAttrTypeOffsetSection, attr_sizes_);
  file.Section(kAttrTypeSection, attrs_);
  file.Section(kIrSection, ir_.bytes());
  file.Section(kResourceOffsetSection, resources.bytes());
  file.Section(kResourceSection, "");
  file.Section(kStringSection, entries_.StringSection());
  if (format_ >= kProperties) {
    file.Section(kPropertiesSection, properties.bytes());
  }
  return file.bytes();
}

// Returns the number of a properties row in the file. A row gets its number
// when the first op that has it is written.
uint64_t ModuleWriter::PropertiesPlace(uint32_t row) {
  std::optional<uint32_t>& place = property_place_[row];
  if (!place) {
    place = static_cast<uint32_t>(property_order_.size());
    property_order_.push_back(row);
  }
  return *place;
}

}  // namespace shardflow::internal::bytecode
