#include "bytecode/module_writer.h"

#include <algorithm>

#include "bytecode/codes.h"
#include "ops/op_def.h"

namespace shardflow::internal::bytecode {

bool ModuleWriter::Fail(std::string message) {
  if (error_.empty()) error_ = std::move(message);
  return false;
}

bool ModuleWriter::Write() {
  entries_.Dialect("builtin");
  entries_.Dialect("vhlo");
  ir_.VarIntWithFlag(1, false);
  if (!WriteOp(m_.root(), ir_)) return false;
  Push(m_.root(), &ir_);
  while (!frames_.empty()) {
    if (!Step()) return false;
  }
  return entries_.error().empty() || Fail(entries_.error());
}

// --- regions

void ModuleWriter::Push(OpId op, ByteWriter* out) {
  auto frame = std::make_unique<Frame>();
  frame->op = op;
  const bool isolated =
      !IsPortable(op) && (Def(m_.kind(op)).traits & kIsolated) != 0;
  frame->out = isolated && format_ >= kRegionSections ? &frame->own : out;
  if (!isolated && !frames_.empty()) {
    frame->first_value = frames_.back()->end_value;
  }
  frames_.push_back(std::move(frame));
}

// The next op, block or region of the innermost frame; or it is complete.
bool ModuleWriter::Step() {
  Frame& frame = *frames_.back();
  if (frame.next) {
    const OpId op = frame.next;
    frame.next = m_.next_op(op);
    at_ = op;
    if (!WriteOp(op, *frame.out)) return false;
    if (!entries_.error().empty()) return Fail(entries_.error());
    if (m_.region_count(op) > 0) {
      // Casts of its results follow its regions.
      Push(op, frame.out);
    } else {
      WriteCasts(*frame.out, Results(op), IsPortable(op), m_.loc(op));
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
  // All values are numbered first: in the body of a module one may be used
  // before it is defined.
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

// The values of an op or block, then their casts.
void ModuleWriter::NumberValues(std::span<const ValueId> values, bool is_vhlo,
                                int32_t& next) {
  for (const ValueId value : values) numbers_[value.Slot()] = next++;
  for (const ValueId value : values) {
    if (NeedsCast(value, is_vhlo)) casts_[value.Slot()] = next++;
  }
}

void ModuleWriter::StartBlock(Frame& frame) {
  frame.next = m_.block(frame.block).first;
  const std::span<const ValueId> args = m_.args(frame.block);
  size_t ops = CountCasts(args);
  for (const OpId op : m_.Ops(frame.block)) ops += 1 + CountCasts(Results(op));
  frame.out->VarIntWithFlag(ops, !args.empty());
  WriteArguments(frame);
  WriteCasts(*frame.out, args, IsPortable(frame.block), Loc());
}

void ModuleWriter::WriteArguments(Frame& frame) {
  const std::span<const ValueId> args = m_.args(frame.block);
  if (args.empty()) return;
  ByteWriter& out = *frame.out;
  const bool is_vhlo = IsPortable(frame.block);
  out.VarInt(args.size());
  for (const ValueId arg : args) {
    const uint32_t type = TypeOf(arg, is_vhlo);
    const Loc loc = m_.arg_loc(arg);
    if (format_ < kOptionalArgLocs) {
      out.VarInt(type);
      out.VarInt(entries_.Location(loc));
      continue;
    }
    out.VarIntWithFlag(type, !loc.IsUnknown());
    if (!loc.IsUnknown()) out.VarInt(entries_.Location(loc));
  }
  if (format_ >= kUseOrders) out.Byte(0);
}

void ModuleWriter::EndOp() {
  const std::unique_ptr<Frame> done = std::move(frames_.back());
  frames_.pop_back();
  ByteWriter& out = frames_.empty() ? ir_ : *frames_.back()->out;
  if (done->out == &done->own) out.Section(kIrSection, done->own.bytes());
  if (frames_.empty()) return;
  WriteCasts(out, Results(done->op), IsPortable(done->op), m_.loc(done->op));
}

// --- values of two dialects

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
  return static_cast<size_t>(std::ranges::count_if(
      values, [&](ValueId value) { return casts_[value.Slot()] >= 0; }));
}

void ModuleWriter::WriteCasts(ByteWriter& out, std::span<const ValueId> values,
                              bool is_vhlo, Loc loc) {
  for (const ValueId value : values) {
    if (casts_[value.Slot()] < 0) continue;
    out.VarInt(OpNameNumber("builtin", "unrealized_conversion_cast"));
    out.Byte(kHasResults | kHasOperands);
    out.VarInt(entries_.Location(loc));
    out.VarInt(1);
    out.VarInt(TypeOf(value, !is_vhlo));
    out.VarInt(1);
    out.VarInt(static_cast<uint64_t>(numbers_[value.Slot()]));
  }
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
  ByteWriter names, attrs, offsets, properties, strings, file;
  // Groups of one dialect: the number of the first beyond each.
  const auto groups = [](const auto& rows, const auto& dialect_of, auto entry,
                         ByteWriter& out) {
    for (size_t i = 0; i < rows.size();) {
      size_t end = i;
      while (end < rows.size() &&
             dialect_of(rows[end]) == dialect_of(rows[i])) {
        ++end;
      }
      out.VarInt(dialect_of(rows[i]));
      out.VarInt(end - i);
      for (; i < end; ++i) entry(rows[i]);
    }
  };
  names.VarInt(entries_.dialects().size());
  for (const uint32_t dialect : entries_.dialects()) {
    if (format_ < kDialectVersions) {
      names.VarInt(dialect);
    } else {
      names.VarIntWithFlag(dialect, false);
    }
  }
  if (format_ >= kOptionalArgLocs) names.VarInt(op_names_.size());
  groups(
      op_names_, [](const auto& row) { return row.first; },
      [&](const auto& row) {
        if (format_ < kProperties) return names.VarInt(row.second);
        names.VarIntWithFlag(row.second, true);
      },
      names);
  offsets.VarInt(entries_.attrs().size());
  offsets.VarInt(entries_.types().size());
  for (const auto* rows : {&entries_.attrs(), &entries_.types()}) {
    groups(
        *rows, [](const EntryWriter::Row& row) { return row.dialect; },
        [&](const EntryWriter::Row& row) {
          offsets.VarIntWithFlag(row.bytes.size(), row.is_code);
          attrs.Bytes(row.bytes);
        },
        offsets);
  }
  properties.VarInt(properties_.size());
  for (const std::string& row : properties_) properties.Blob(row);
  strings.VarInt(entries_.strings().size());
  for (size_t i = entries_.strings().size(); i-- > 0;) {
    strings.VarInt(entries_.strings()[i].size() + 1);
  }
  for (const std::string& text : entries_.strings()) {
    strings.Bytes(text);
    strings.Byte(0);
  }
  file.Bytes(kMagic);
  file.VarInt(format_);
  file.Bytes(producer);
  file.Byte(0);
  file.Section(kDialectSection, names.bytes());
  file.Section(kAttrTypeSection, attrs.bytes());
  file.Section(kAttrTypeOffsetSection, offsets.bytes());
  file.Section(kIrSection, ir_.bytes());
  file.Section(kStringSection, strings.bytes());
  if (format_ >= kProperties) {
    file.Section(kPropertiesSection, properties.bytes());
  }
  return file.bytes();
}

}  // namespace shardflow::internal::bytecode
