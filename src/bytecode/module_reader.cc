#include "bytecode/module_reader.h"

#include <algorithm>

#include "bytecode/codes.h"
#include "ops/op_def.h"

namespace shardflow::internal::bytecode {
namespace {

// The same limit as in the parser for text.
constexpr size_t kMaxRegionDepth = 500;

std::string Hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace

bool ModuleReader::Read() {
  empty_dict_ = m_.attrs.EmptyDict();
  known_attrs_.emplace_back();
  ByteReader in = c_.ir;
  // The outermost frame, which is never finished; its block contains the
  // module.
  Frame& frame = Push();
  frame.in = &in;
  frame.block = m_.body();
  bool has_args = false;
  frame.ops_left = in.VarIntWithFlag(has_args);
  if (in.ok() && (has_args || frame.ops_left != 1)) {
    return in.Fail("expected one module");
  }
  scopes_.push_back(0);
  while (depth_ > 1 || frames_[0]->ops_left > 0) {
    if (!Step()) return false;
  }
  return FinishModule();
}

Frame& ModuleReader::Push() {
  if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
  Frame& frame = *frames_[depth_++];
  frame.operands.clear();
  frame.results.clear();
  frame.attrs.clear();
  frame.regions.clear();
  frame.region_count = 0;
  frame.isolated = false;
  frame.attr_key = 0;
  frame.blocks_left = frame.ops_left = 0;
  frame.block = BlockId::None();
  return frame;
}

// Reads the next op, block or region of the innermost op, or completes the op.
bool ModuleReader::Step() {
  Frame& frame = *frames_[depth_ - 1];
  if (frame.ops_left > 0) {
    --frame.ops_left;
    return StartOp(frame);
  }
  if (frame.blocks_left > 0) return ReadBlock(frame);
  if (frame.block && !EndRegion(frame)) return false;
  if (frame.regions.size() < frame.region_count) return StartRegion(frame);
  return FinishOp();
}

bool ModuleReader::StartRegion(Frame& frame) {
  if (depth_ > kMaxRegionDepth) return frame.in->Fail("nesting too deep");
  if (free_regions_.empty()) {
    frame.regions.push_back(m_.CreateRegion());
  } else {
    frame.regions.push_back(free_regions_.back());
    free_regions_.pop_back();
  }
  ByteReader& in = *frame.in;
  frame.blocks_left = in.VarInt();
  if (frame.blocks_left == 0) return in.ok();
  const size_t values = in.Count();
  // Every value, including the values of enclosing regions, takes at least one
  // byte of the file.
  if (in.ok() && (frame.blocks_left > in.left() ||
                  values_.size() + values > c_.file.size())) {
    return in.Fail("it ends too early");
  }
  frame.first_value = frame.next_value = values_.size();
  values_.resize(values_.size() + values);
  return in.ok() && ReadBlock(frame);
}

bool ModuleReader::EndRegion(Frame& frame) {
  for (size_t i = frame.first_value; !placeholders_.empty(); ++i) {
    if (i == values_.size()) break;
    if (placeholders_.contains(values_[i].index)) {
      return frame.in->Fail("a value is used but never defined");
    }
  }
  values_.resize(frame.first_value);
  frame.block = BlockId::None();
  return true;
}

bool ModuleReader::ReadBlock(Frame& frame) {
  --frame.blocks_left;
  ByteReader& in = *frame.in;
  frame.block = m_.AppendBlock(frame.regions.back());
  bool has_args = false;
  frame.ops_left = in.VarIntWithFlag(has_args);
  if (has_args && !ReadArguments(frame)) return false;
  return in.ok();
}

bool ModuleReader::ReadArguments(Frame& frame) {
  ByteReader& in = *frame.in;
  const size_t count = in.Count();
  for (size_t i = 0; i < count && in.ok(); ++i) {
    bool has_loc = true;
    const uint64_t type = c_.version < kOptionalArgLocs
                              ? in.VarInt()
                              : in.VarIntWithFlag(has_loc);
    const TypeId id = entries_.Type(in, type);
    Loc loc;
    if (has_loc) loc = entries_.Location(in);
    if (!in.ok()) return false;
    const ValueId value = m_.AddArg(frame.block, id);
    if (!loc.IsUnknown()) m_.SetArgLoc(value, loc);
    if (!Define(frame, in, value)) return false;
  }
  if (c_.version < kUseOrders || !in.ok() || in.Byte() == 0) return in.ok();
  return SkipUseOrders(in, count);
}

// Skips the use-list orders. A file contains them for values whose uses have a
// different order from the one in which they are read. Text contains no
// use-list orders, and answers mustn't depend on the file's format.
bool ModuleReader::SkipUseOrders(ByteReader& in, size_t values) {
  const size_t lists = values > 1 ? in.Count() : 1;
  for (size_t i = 0; i < lists && in.ok(); ++i) {
    if (values > 1) in.VarInt();
    bool pairs = false;
    const uint64_t numbers = in.VarIntWithFlag(pairs);
    for (uint64_t j = 0; j < numbers && in.ok(); ++j) in.VarInt();
  }
  return in.ok();
}

bool ModuleReader::Define(Frame& frame, ByteReader& in, ValueId value) {
  if (frame.next_value >= values_.size()) {
    return in.Fail("more values than declared");
  }
  const size_t number = frame.next_value++;
  if (value) Resolve(number, value);
  return true;
}

void ModuleReader::Resolve(size_t number, ValueId value) {
  const ValueId placeholder = values_[number];
  values_[number] = value;
  if (!placeholder) return;
  placeholders_.erase(placeholder.index);
  m_.ReplaceAllUses(placeholder, value);
  m_.Erase(m_.def(placeholder));
}

bool ModuleReader::FinishOp() {
  Frame& frame = *frames_[depth_ - 1];
  if (frame.isolated && frame.region_count > 0) {
    if (frame.own.left() > 0) {
      return frame.own.Fail("unexpected bytes at the end of a region");
    }
    scopes_.pop_back();
  }
  OpId id;
  if (!MakeOp(frame, id)) return false;
  --depth_;
  m_.Append(frames_[depth_ - 1]->block, id);
  for (int i = 0; i < m_.result_count(id); ++i) {
    Resolve(frame.first_result + static_cast<size_t>(i), m_.result(id, i));
  }
  return true;
}

// The file's only op is its module, which becomes the root op.
bool ModuleReader::FinishModule() {
  const OpId inner = m_.block(m_.body()).first;
  ByteReader& in = *frames_[0]->in;
  if (!inner || m_.kind(inner) != OpKind::kModule ||
      m_.region_count(inner) != 1 || m_.result_count(inner) != 0 ||
      m_.operand_count(inner) != 0) {
    return in.Fail("expected one module");
  }
  const RegionRow& region = m_.region_row(m_.region(inner, 0));
  if (!region.first || region.first != region.last ||
      !m_.args(region.first).empty()) {
    return in.Fail("a module must have exactly one block");
  }
  m_.MoveOpsBefore(region.first, inner);
  m_.SetAttrDict(m_.root(), m_.attr_dict(inner));
  m_.SetLoc(m_.root(), m_.loc(inner));
  m_.Erase(inner);
  return ReadResources();
}

// Stores resources in the form that they have in MLIR text: "0x", followed by
// the alignment (4 bytes) and the contents in hexadecimal. Like MLIR, omits
// resources that nothing refers to.
bool ModuleReader::ReadResources() {
  for (size_t i = 0; i < c_.resources.size(); ++i) {
    if (!entries_.IsUsedResource(i)) continue;
    const BlobEntry& entry = c_.resources[i];
    ByteReader in = entry.contents;
    if (in.AtEnd()) continue;
    const uint64_t alignment = in.VarInt();
    const uint64_t size = in.VarInt();
    if (alignment > UINT32_MAX) return in.Fail("an alignment beyond 32 bits");
    while (in.left() > size && in.ok()) in.Byte();
    std::string bytes(4, '\0');
    for (size_t i = 0; i < 4; ++i) {
      bytes[i] = static_cast<char>(alignment >> (8 * i));
    }
    bytes += in.Bytes(size);
    if (!in.ok()) return false;
    m_.resources.push_back({m_.names.Intern(c_.dialects[entry.dialect]),
                            m_.names.Intern(entry.key),
                            m_.names.Intern("\"0x" + Hex(bytes) + "\"")});
  }
  return true;
}

}  // namespace shardflow::internal::bytecode
