#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/attr_write.h"
#include "json/emit.h"
#include "json/write.h"
#include "ops/op_def.h"
#include "text/print_memo.h"
#include "text/ssa_names.h"

// Writes the document, ops and regions.

namespace shardflow::internal {
namespace {

// Whether the program's text contains the location as loc(...), including
// loc(unknown).
bool IsStated(Loc loc) { return !loc.IsOffset(); }

// When the text reaches this size, it is passed to the sink.
constexpr size_t kFlushSize = 64 * 1024;

class ModuleWriter {
 public:
  ModuleWriter(const Module& m, const JsonWriteOptions& options,
               std::string& out, const JsonSink* sink)
      : m_(m),
        options_(options),
        sink_(sink),
        names_(m, m.root(), /*generic=*/false),
        attrs_(m),
        e_(out, options.one_line) {}

  bool Write();

 private:
  // The parts of an op that haven't been written yet: the ops starting with
  // `op`, then the blocks after `block`, and finally the regions starting with
  // `region`.
  struct Frame {
    OpId owner;
    int region = 0;  // the next region
    BlockId block;   // the current block
    OpId op;         // the next op
    // Whether this is a function whose only block is written as an array of
    // ops.
    bool is_body = false;
    // Whether the region is written as a list of blocks.
    bool has_blocks = false;
  };

  void Ops();
  void Step();
  void Op(OpId op);
  void NewOp(OpId op, bool has_signature);
  void KnownOp(OpId op, std::span<const PrintMemo::Piece> pieces);
  static constexpr int32_t kNoSlot = -1;
  void Name(ValueId value, int32_t slot);
  void Signature(OpId op);
  void Regions(OpId op);
  void NextRegion(Frame& frame);
  void OpenRegion(Frame& frame, RegionId region);
  void OpenBlock(Frame& frame, BlockId block);
  void CloseBlock(Frame& frame);
  void Attributes(OpId op, bool has_signature);
  void Value(ValueId value, int32_t slot, AttrId attrs, bool is_arg,
             bool has_sharding = true);
  void Declared(TypeId type, AttrId attrs, ShardingId sharding);
  void AttrDict(AttrId dict);
  void NamedString(OpId op, NameId key, std::string_view as);
  bool IsWrittenAsWord(OpId op, NameId key) const;
  bool HasSignature(OpId op) const;
  void OpLocation(Loc loc);
  void Resources();
  bool Flush();

  const Module& m_;
  const JsonWriteOptions& options_;
  const JsonSink* const sink_;
  const SsaNames names_;
  AttrWriter attrs_;
  JsonEmitter e_;
  std::vector<Frame> frames_;
  // The text of ops without regions, up to their locations. The names in an
  // op's text (the memo's slots) are the names of the operands, followed by
  // those of the results.
  PrintMemo memo_;
  std::vector<PrintMemo::Slot> slots_;  // slots of the op being written
  bool sink_ok_ = true;
};

bool ModuleWriter::Write() {
  const OpId root = m_.root();
  e_.BeginObjectLines();
  e_.String("format", "shardflow-module");
  e_.Int("version", 1);
  NamedString(root, name::kSymName, "symbol");
  NamedString(root, name::kSymVisibility, "visibility");
  Attributes(root, false);
  const Loc loc = m_.loc(root);
  // If the text has no `module` op, the location has line 0 and isn't written.
  const bool stated =
      loc.IsAttr() && !(m_.attrs.Is(loc.attr(), AttrKind::kLocFile) &&
                        m_.attrs.As<LocFileAttr>(loc.attr()).line == 0);
  if (stated || options_.debug_info) OpLocation(loc);
  e_.Key("ops");
  e_.BeginArrayLines();
  Ops();
  e_.EndArray();
  Resources();
  e_.EndObject();
  if (!options_.one_line) e_.out().push_back('\n');
  return sink_ == nullptr || Flush();
}

bool ModuleWriter::Flush() {
  if (sink_ok_) sink_ok_ = (*sink_)(e_.out());
  e_.out().clear();
  return sink_ok_;
}

void ModuleWriter::Ops() {
  const BlockId body = m_.body();
  for (OpId op : m_.Ops(body)) {
    Op(op);
    while (!frames_.empty()) Step();
  }
}

// Writes the next op of the innermost frame, or ends a block, a region or the
// op.
void ModuleWriter::Step() {
  if (sink_ != nullptr && e_.out().size() >= kFlushSize) Flush();
  Frame& frame = frames_.back();
  if (frame.op) {
    const OpId op = frame.op;
    frame.op = m_.next_op(op);
    return Op(op);  // may push a frame
  }
  if (frame.block) {
    CloseBlock(frame);
    const BlockId next = m_.next_block(frame.block);
    frame.block = BlockId::None();
    if (next) return OpenBlock(frame, next);
    if (frame.has_blocks) {
      e_.EndArray();
      e_.EndObject();
    }
  }
  NextRegion(frame);
}

void ModuleWriter::NextRegion(Frame& frame) {
  if (frame.region < m_.region_count(frame.owner)) {
    return OpenRegion(frame, m_.region(frame.owner, frame.region++));
  }
  if (!frame.is_body) e_.EndArray();
  e_.EndObject();  // the op
  frames_.pop_back();
}

void ModuleWriter::OpenRegion(Frame& frame, RegionId region) {
  const BlockId first = m_.first_block(region);
  frame.has_blocks = first.IsNone() || static_cast<bool>(m_.next_block(first));
  if (frame.has_blocks) {
    e_.BeginObject();
    e_.Key("blocks");
    e_.BeginArrayLines();
  }
  if (first) return OpenBlock(frame, first);
  e_.EndArray();
  e_.EndObject();
}

void ModuleWriter::OpenBlock(Frame& frame, BlockId block) {
  if (!frame.is_body) {
    e_.BeginObject();
    // The arguments of a function are written with the function.
    const bool is_entry = m_.first_block(m_.block(block).parent) == block;
    if (!m_.args(block).empty() && !(is_entry && m_.HasFuncRow(frame.owner))) {
      e_.Key("arguments");
      e_.BeginArray();
      // As in MLIR text, only the arguments of ops like this have shardings.
      const bool has_shardings = Def(m_.kind(frame.owner)).spelling ==
                                 ShardingSpelling::kInOutShardings;
      for (ValueId arg : m_.args(block)) {
        Value(arg, kNoSlot, AttrId::None(), true, has_shardings);
      }
      e_.EndArray();
    }
    e_.Key("ops");
  }
  e_.BeginArrayLines();
  frame.block = block;
  frame.op = m_.block(block).first;
}

void ModuleWriter::CloseBlock(Frame& frame) {
  e_.EndArray();
  if (!frame.is_body) e_.EndObject();
}

void ModuleWriter::Op(OpId op) {
  const bool has_signature = m_.HasFuncRow(op);
  e_.BeginObject();
  if (m_.region_count(op) > 0 || !memo_.on()) {
    NewOp(op, has_signature);
  } else {
    const std::span<const PrintMemo::Piece> pieces =
        memo_.Find(m_, op, /*dialect=*/"", /*applied=*/OpId::None());
    if (pieces.empty()) {
      const size_t begin = e_.out().size();
      slots_.clear();
      NewOp(op, has_signature);
      for (PrintMemo::Slot& slot : slots_) {
        slot.begin -= begin;
        slot.end -= begin;
      }
      memo_.Add(std::string_view(e_.out()).substr(begin), slots_);
    } else {
      KnownOp(op, pieces);
    }
  }
  if (IsStated(m_.loc(op)) || options_.debug_info) OpLocation(m_.loc(op));
  Regions(op);
}

// Writes an op whose text is known, and inserts the op's own names.
void ModuleWriter::KnownOp(OpId op, std::span<const PrintMemo::Piece> pieces) {
  const int operands = m_.operand_count(op);
  for (const PrintMemo::Piece& piece : pieces) {
    e_.out().append(memo_.text(piece));
    if (piece.operand < 0) continue;
    const ValueId value = piece.operand < operands
                              ? m_.operand(op, piece.operand)
                              : m_.result(op, piece.operand - operands);
    if (value) names_.Append(value, e_.out());
  }
  e_.Appended();
}

// Writes the name of a value. Nothing has to be escaped, because names consist
// of letters, digits, '%', '_' and '#'.
void ModuleWriter::Name(ValueId value, int32_t slot) {
  e_.Raw("\"");
  const size_t begin = e_.out().size();
  if (value) names_.Append(value, e_.out());
  slots_.push_back({begin, e_.out().size(), slot});
  e_.out().push_back('"');
}

void ModuleWriter::NewOp(OpId op, bool has_signature) {
  e_.String("op", m_.op_name(op));
  NamedString(op, name::kSymName, "symbol");
  NamedString(op, name::kSymVisibility, "visibility");
  if (has_signature) {
    Signature(op);
  } else {
    if (m_.operand_count(op) > 0) {
      e_.Key("operands");
      e_.BeginArray();
      for (int i = 0; i < m_.operand_count(op); ++i) {
        Name(m_.operand(op, i), i);
      }
      e_.EndArray();
    }
    if (m_.result_count(op) > 0) {
      e_.Key("results");
      e_.BeginArray();
      for (int i = 0; i < m_.result_count(op); ++i) {
        Value(m_.result(op, i), m_.operand_count(op) + i, AttrId::None(),
              false);
      }
      e_.EndArray();
    }
  }
  if (m_.rule(op)) {
    e_.Key("rule");
    WriteRule(m_.rules.Get(m_.rule(op)), e_);
  }
  Attributes(op, has_signature);
}

// Ends an op without regions, or a declaration. For any other op, begins the
// regions and pushes a frame, so that Step writes the rest and ends the op.
void ModuleWriter::Regions(OpId op) {
  const int count = m_.region_count(op);
  Frame frame;
  frame.owner = op;
  if (m_.HasFuncRow(op) && count == 1) {
    const BlockId entry = m_.first_block(m_.region(op, 0));
    if (!entry) return e_.EndObject();  // a declaration
    frame.is_body = m_.next_block(entry).IsNone();
  } else if (count == 0) {
    return e_.EndObject();
  }
  e_.Key(frame.is_body ? "body" : "regions");
  if (!frame.is_body) e_.BeginArray();
  frames_.push_back(frame);
  if (!frame.is_body) return;
  frames_.back().region = 1;
  OpenBlock(frames_.back(), m_.first_block(m_.region(op, 0)));
}

// --- functions

// Whether function_type is a function type that fits the entry block, if any.
bool ModuleWriter::HasSignature(OpId op) const {
  const AttrId attr = m_.attr(op, name::kFunctionType);
  if (!m_.attrs.Is(attr, AttrKind::kType)) return false;
  const TypeId type = m_.attrs.TypeValue(attr);
  if (m_.types.kind(type) != TypeKind::kFunction) return false;
  const BlockId entry = m_.first_block(m_.region(op, 0));
  if (!entry) return true;
  const std::span<const ValueId> args = m_.args(entry);
  if (args.size() != m_.types.input_count(type)) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    if (m_.type(args[i]) != m_.types.input(type, i)) return false;
  }
  return true;
}

void ModuleWriter::Signature(OpId op) {
  const FuncRow& func = m_.func(op);
  const BlockId entry = m_.first_block(m_.region(op, 0));
  const AttrId attr = m_.attr(op, name::kFunctionType);
  const bool has_type =
      m_.attrs.Is(attr, AttrKind::kType) &&
      m_.types.kind(m_.attrs.TypeValue(attr)) == TypeKind::kFunction;
  const TypeId type = has_type ? m_.attrs.TypeValue(attr) : TypeId::None();
  const auto at = [](const auto& list, size_t i) {
    return i < list.size()
               ? list[i]
               : typename std::decay_t<decltype(list)>::value_type();
  };
  const size_t args = entry      ? m_.args(entry).size()
                      : has_type ? m_.types.input_count(type)
                                 : 0;
  if (args > 0) {
    e_.Key("arguments");
    e_.BeginArrayLines();
    for (size_t i = 0; i < args; ++i) {
      if (entry) {
        Value(m_.args(entry)[i], kNoSlot, at(func.arg_attrs, i), true);
      } else {
        Declared(m_.types.input(type, i), at(func.arg_attrs, i),
                 at(func.arg_shardings, i));
      }
    }
    e_.EndArray();
  }
  if (!has_type || m_.types.result_count(type) == 0) return;
  e_.Key("results");
  e_.BeginArrayLines();
  for (size_t i = 0; i < m_.types.result_count(type); ++i) {
    Declared(m_.types.result(type, i), at(func.res_attrs, i),
             at(func.res_shardings, i));
  }
  e_.EndArray();
}

// --- values

void ModuleWriter::Value(ValueId value, int32_t slot, AttrId attrs, bool is_arg,
                         bool has_sharding) {
  e_.BeginObject();
  e_.Key("name");
  Name(value, slot);
  e_.Key("type");
  attrs_.Type(m_.type(value), e_);
  if (has_sharding && m_.sharding(value)) {
    e_.Key("sharding");
    attrs_.Sharding(m_.sharding(value), e_);
  }
  AttrDict(attrs);
  if (is_arg) {
    const Loc loc = m_.arg_loc(value);
    if (IsStated(loc) || options_.debug_info) OpLocation(loc);
  }
  e_.EndObject();
}

// Writes a value without a name: an argument of a function without a body, or a
// result of a function.
void ModuleWriter::Declared(TypeId type, AttrId attrs, ShardingId sharding) {
  e_.BeginObject();
  e_.Key("type");
  attrs_.Type(type, e_);
  if (sharding) {
    e_.Key("sharding");
    attrs_.Sharding(sharding, e_);
  }
  AttrDict(attrs);
  e_.EndObject();
}

// --- attributes

bool ModuleWriter::IsWrittenAsWord(OpId op, NameId key) const {
  const AttrId attr = m_.attr(op, key);
  if (!m_.attrs.Is<StringAttr>(attr)) return false;
  const auto string = m_.attrs.As<StringAttr>(attr);
  return string.type.IsNone() && IsUtf8(m_.names.Get(string.text));
}

void ModuleWriter::NamedString(OpId op, NameId key, std::string_view as) {
  if (!IsWrittenAsWord(op, key)) return;
  e_.String(as, m_.names.Get(m_.attrs.StringValue(m_.attr(op, key))));
}

void ModuleWriter::Attributes(OpId op, bool has_signature) {
  const AttrId dict = m_.attr_dict(op);
  bool any = false;
  for (size_t i = 0; i < m_.attrs.DictSize(dict); ++i) {
    const NamedAttr item = m_.attrs.DictItem(dict, i);
    if ((item.name == name::kSymName || item.name == name::kSymVisibility) &&
        IsWrittenAsWord(op, item.name)) {
      continue;
    }
    if (has_signature && item.name == name::kFunctionType && HasSignature(op)) {
      continue;
    }
    if (!any) {
      e_.Key("attributes");
      e_.BeginObject();
    }
    any = true;
    e_.AnyKey(m_.names.Get(item.name));
    attrs_.Attr(item.value, e_);
  }
  if (any) e_.EndObject();
}

void ModuleWriter::AttrDict(AttrId dict) {
  if (!m_.attrs.Is(dict, AttrKind::kDict) || m_.attrs.DictSize(dict) == 0) {
    return;
  }
  e_.Key("attributes");
  e_.BeginObject();
  for (size_t i = 0; i < m_.attrs.DictSize(dict); ++i) {
    const NamedAttr item = m_.attrs.DictItem(dict, i);
    e_.AnyKey(m_.names.Get(item.name));
    attrs_.Attr(item.value, e_);
  }
  e_.EndObject();
}

void ModuleWriter::OpLocation(Loc loc) {
  e_.Key("location");
  attrs_.Location(loc, e_);
}

void ModuleWriter::Resources() {
  if (m_.resources.empty()) return;
  e_.Key("resources");
  e_.BeginArrayLines();
  for (const Resource& resource : m_.resources) {
    e_.BeginObject();
    e_.String("dialect", m_.names.Get(resource.dialect));
    e_.String("key", m_.names.Get(resource.key));
    e_.String("value", m_.names.Get(resource.value));
    e_.EndObject();
  }
  e_.EndArray();
}

}  // namespace

void WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     std::string& out) {
  ModuleWriter(m, options, out, nullptr).Write();
}

bool WriteModuleJson(const Module& m, const JsonWriteOptions& options,
                     const JsonSink& sink) {
  std::string buffer;
  return ModuleWriter(m, options, buffer, &sink).Write();
}

}  // namespace shardflow::internal
