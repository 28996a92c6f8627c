#include <algorithm>

#include "bytecode/codes.h"
#include "bytecode/module_reader.h"
#include "bytecode/portable_attrs.h"
#include "ops/dialects.h"
#include "ops/op_def.h"

// Reads ops.

namespace shardflow::internal::bytecode {
namespace {

// The maximum number of operand or result groups of an op.
constexpr uint64_t kMaxSegments = 256;

}  // namespace

bool ModuleReader::StartOp(Frame& parent) {
  ByteReader& in = *parent.in;
  const uint64_t name = in.VarInt();
  if (!FindMeaning(in, name)) return false;
  const uint8_t mask = in.Byte();
  // This doesn't invalidate `parent`, because frames_ holds pointers.
  Frame& frame = Push();
  frame.meaning = meanings_[name].get();
  frame.kind = frame.meaning->kind;
  frame.name = frame.meaning->name;
  frame.loc = entries_.Location(in);
  // Attributes come first in the file, but reading them depends on later
  // fields.
  ByteReader attrs = in;
  if ((mask & kHasAttrs) != 0) in.VarInt();
  if ((mask & kHasProperties) != 0) in.VarInt();
  if ((mask & kHasResults) != 0) {
    const size_t count = in.Count();
    for (size_t i = 0; i < count && in.ok(); ++i) {
      frame.results.push_back(entries_.Type(in));
    }
  }
  if ((mask & kHasOperands) != 0 && !ReadOperands(in, frame)) return false;
  if ((mask & kHasSuccessors) != 0) return in.Fail("an op with successors");
  if ((mask & kHasUseOrders) != 0 && c_.version >= kUseOrders &&
      !SkipUseOrders(in, frame.results.size())) {
    return false;
  }
  if ((mask & kHasRegions) != 0) {
    frame.region_count = in.VarIntWithFlag(frame.isolated);
    if (in.ok() && frame.region_count > in.left()) in.Fail("it ends too early");
    if (frame.region_count > UINT16_MAX) in.Fail("more than 65535 regions");
  }
  if (!in.ok() || !ReadAttrs(attrs, frame, mask)) return false;

  frame.first_result = parent.next_value;
  if (frame.meaning->sort == OpMeaning::kCast) {
    // A cast between a VHLO type and the corresponding builtin type.
    if (frame.operands.size() != frame.results.size()) {
      return in.Fail("a cast of several values to one");
    }
    for (const ValueId value : frame.operands) {
      if (placeholders_.contains(value.index)) {
        return in.Fail("a cast of a value that comes later");
      }
      if (!Define(parent, in, value)) return false;
    }
    --depth_;
    return true;
  }
  for (size_t i = 0; i < frame.results.size(); ++i) {
    if (!Define(parent, in, ValueId::None())) return false;
  }
  frame.in = &in;
  if (frame.isolated && frame.region_count > 0) {
    scopes_.push_back(values_.size());
    if (c_.version >= kRegionSections) {
      if ((in.Byte() & 0x7f) != kIrSection) {
        return in.Fail("expected a section with the op's regions");
      }
      frame.own = in.Piece(in.VarInt());
      frame.in = &frame.own;
    } else {
      frame.own = ByteReader({}, in.offset(), in.part(), in.error());
    }
  }
  return in.ok();
}

bool ModuleReader::ReadOperands(ByteReader& in, Frame& frame) {
  const size_t count = in.Count();
  for (size_t i = 0; i < count && in.ok(); ++i) {
    const uint64_t number = in.VarInt();
    if (!in.ok()) return false;
    if (number >= values_.size() - scopes_.back()) {
      return in.Fail("no value has the number " + std::to_string(number));
    }
    ValueId& value = values_[scopes_.back() + number];
    if (!value) {
      // The value is used before its definition; the verifier checks whether
      // this is allowed.
      const TypeId types[] = {m_.types.None()};
      const OpId op = m_.CreateOp(
          {.name = m_.names.Intern("builtin.unrealized_conversion_cast"),
           .result_types = types});
      value = m_.result(op, 0);
      placeholders_.insert(value.index);
    }
    frame.operands.push_back(value);
  }
  return in.ok();
}

// --- names

bool ModuleReader::FindMeaning(ByteReader& in, uint64_t index) {
  if (!in.ok()) return false;
  if (index >= meanings_.size()) {
    return in.Fail("no op has the number " + std::to_string(index));
  }
  if (meanings_[index]) return true;
  const OpName& op = c_.op_names[index];
  const std::string_view dialect = c_.dialects[op.dialect];
  auto meaning = std::make_unique<OpMeaning>();
  meaning->registered = op.registered;
  std::string name(dialect);
  name += '.';
  name += op.name;
  if (dialect == "vhlo") {
    const std::optional<PortableName> portable = ParsePortableName(op.name);
    if (portable) {
      meaning->sort = OpMeaning::kPortable;
      meaning->kind = portable->kind;
      meaning->form = FindPortableOp(portable->kind, portable->number);
    }
    if (!meaning->form) return UnknownOp(in, dialect, op.name);
    name = OpMnemonic(meaning->kind);
  } else if (name == "builtin.unrealized_conversion_cast") {
    meaning->sort = OpMeaning::kCast;
  } else {
    meaning->kind = FindOpKind(name);
    if (name.find('\0') != std::string::npos) {
      return in.Fail("an op with a NUL byte in its name");
    }
    if (meaning->kind == OpKind::kUnknown) {
      if (!options_.allow_unregistered_dialects || IsKnownDialect(dialect)) {
        return UnknownOp(in, dialect, op.name);
      }
    } else {
      meaning->form = PlainOp(meaning->kind);
    }
  }
  meaning->name = m_.names.Intern(name);
  meanings_[index] = std::move(meaning);
  return true;
}

bool ModuleReader::UnknownOp(ByteReader& in, std::string_view dialect,
                             std::string_view name) {
  return in.Fail("unknown op '" + std::string(dialect) + "." +
                 std::string(name) + "' in a file by " +
                 std::string(c_.producer) +
                 "; this shardflow knows the ops up to version " +
                 PortableVersionText(kNewestPortable));
}

// --- attributes

bool ModuleReader::ReadAttrs(ByteReader& in, Frame& frame, uint8_t mask) {
  if ((mask & (kHasAttrs | kHasProperties)) == 0) return true;
  // Ops with equal attributes refer to them by the same numbers, so these
  // numbers serve as a cache key.
  ByteReader ahead = in;
  AttrKey key{reinterpret_cast<uintptr_t>(frame.meaning), 0, 0,
              frame.results.size()};
  if ((mask & kHasAttrs) != 0) key.dict = ahead.VarInt() + 1;
  if ((mask & kHasProperties) != 0) key.properties = ahead.VarInt() + 1;
  const bool remember = frame.region_count == 0;
  if (remember) {
    const auto [it, is_new] =
        known_.try_emplace(key, static_cast<uint32_t>(known_attrs_.size()));
    frame.attr_key = it->second;
    if (!is_new) return true;
    known_attrs_.emplace_back();
  }
  AttrId dict;
  if ((mask & kHasAttrs) != 0) {
    dict = entries_.Attr(in);
    if (!dict) return false;
    if (!m_.attrs.Is(dict, AttrKind::kDict)) {
      return in.Fail("attributes that aren't a dictionary");
    }
  }
  if (!ReadSlots(in, frame, mask, dict)) return false;
  if (!remember) return true;
  KnownAttrs& known = known_attrs_[frame.attr_key];
  if (!frame.attrs.empty()) {
    known.taken = TakeShardings(
        m_, {.kind = frame.kind, .results = frame.results.size()}, frame.attrs);
  }
  known.dict = m_.attrs.Dict(frame.attrs, m_.names);
  return true;
}

bool ModuleReader::ReadSlots(ByteReader& in, Frame& frame, uint8_t mask,
                             AttrId dict) {
  const std::optional<PortableOp>& form = frame.meaning->form;
  if (dict) frame.attrs = m_.attrs.DictItems(dict);
  const bool has_properties = (mask & kHasProperties) != 0;
  if (!form) {
    if (!has_properties) return true;
    if (frame.meaning->registered) {
      return in.Fail("'" + std::string(m_.names.Get(frame.name)) +
                     "' has properties of a form that is not known");
    }
    const AttrId properties = PropertiesDict(in);
    if (properties) frame.attrs.push_back({name::kEmpty, properties});
    return in.ok();
  }
  slots_.assign(form->slots.size(), AttrId::None());
  if (has_properties && !frame.meaning->registered) {
    const AttrId properties = PropertiesDict(in);
    if (!in.ok()) return false;
    if (!m_.attrs.Is(properties, AttrKind::kDict)) {
      return in.Fail("properties that aren't a dictionary");
    }
    for (const NamedAttr& attr : m_.attrs.DictItems(properties)) {
      frame.attrs.push_back(attr);
    }
  } else if (has_properties && !ReadProperties(in, frame, slots_)) {
    return false;
  }
  // In versions of the format without properties, the dictionary contains all
  // attributes.
  std::erase_if(frame.attrs, [&](const NamedAttr& attr) {
    const std::string_view name = m_.names.Get(attr.name);
    const auto at =
        std::ranges::lower_bound(form->slots, name, {}, &PortableSlot::name);
    if (at == form->slots.end() || at->name != name) return false;
    slots_[static_cast<size_t>(at - form->slots.begin())] = attr.value;
    return true;
  });
  if (frame.meaning->sort == OpMeaning::kPortable) {
    const std::optional<std::string_view> wrong =
        FromPortable(m_, *form, slots_, frame.attrs);
    return !wrong ||
           in.Fail("'" + std::string(m_.names.Get(frame.name)) +
                   "' has a wrong attribute '" + std::string(*wrong) + "'");
  }
  for (size_t i = 0; i < slots_.size(); ++i) {
    const std::string_view name = form->slots[i].name;
    if (!slots_[i] && name == Def(frame.kind).empty_by_default) {
      slots_[i] = m_.attrs.String(name::kEmpty);
    }
    if (slots_[i]) frame.attrs.push_back({m_.names.Intern(name), slots_[i]});
  }
  return true;
}

// Reads the index of an op's properties and returns their bytes, or no bytes on
// error.
ByteReader ModuleReader::Properties(ByteReader& in) {
  const uint64_t index = in.VarInt();
  if (index < c_.properties.size()) return c_.properties[index];
  in.Fail("no properties have the number " + std::to_string(index));
  return ByteReader({}, in.offset(), in.part(), in.error());
}

// Reads the properties of an op that the writer of the file didn't know.
AttrId ModuleReader::PropertiesDict(ByteReader& in) {
  ByteReader properties = Properties(in);
  return entries_.Attr(properties);
}

bool ModuleReader::ReadProperties(ByteReader& in, Frame& frame,
                                  std::vector<AttrId>& values) {
  ByteReader properties = Properties(in);
  if (!properties.ok()) return false;
  const PortableOp& form = *frame.meaning->form;
  // The sizes of operand and result groups come last, as lists of numbers.
  const auto are_segments = [&](size_t i) {
    return c_.version >= kSegmentLists &&
           (form.slots[i].name == m_.names.Get(name::kOperandSegmentSizes) ||
            form.slots[i].name == m_.names.Get(name::kResultSegmentSizes));
  };
  for (size_t i = 0; i < values.size() && properties.ok(); ++i) {
    if (are_segments(i)) continue;
    const int attr = form.slots[i].attr;
    const bool optional = frame.meaning->sort != OpMeaning::kPortable &&
                          attr >= 0 &&
                          form.attrs[static_cast<size_t>(attr)].missing !=
                              PortableDefault::kRequired;
    values[i] = optional ? entries_.OptionalAttr(properties)
                         : entries_.Attr(properties);
  }
  for (size_t i = 0; i < values.size() && properties.ok(); ++i) {
    if (are_segments(i)) values[i] = SegmentSizes(properties);
  }
  if (!properties.ok()) return false;
  return properties.left() == 0 ||
         properties.Fail("'" + std::string(m_.names.Get(frame.name)) +
                         "' has more properties than are known");
}

// Reads a list of 32-bit numbers. If its flag is set, only the nonzero numbers
// are stored, each with its position in the low bits.
AttrId ModuleReader::SegmentSizes(ByteReader& in) {
  bool sparse = false;
  const uint64_t size = in.VarIntWithFlag(sparse);
  if (size > kMaxSegments) in.Fail("too many groups of values");
  if (!in.ok()) return {};
  std::vector<int32_t> sizes(size);
  const uint64_t bits = sparse ? in.VarInt() : 0;
  const uint64_t count = sparse ? in.VarInt() : size;
  if (bits > 8 || count > size) in.Fail("a wrong list of groups of values");
  for (uint64_t i = 0; i < count && in.ok(); ++i) {
    const uint64_t number = in.VarInt();
    const uint64_t at = sparse ? number & ((uint64_t{1} << bits) - 1) : i;
    const uint64_t value = number >> bits;
    if (at >= size || value > INT32_MAX) {
      in.Fail("a wrong list of groups of values");
      break;
    }
    sizes[at] = static_cast<int32_t>(value);
  }
  if (!in.ok()) return {};
  return m_.attrs.Make(DenseArrayAttr{
      m_.types.Integer(32),
      m_.names.Intern({reinterpret_cast<const char*>(sizes.data()),
                       sizes.size() * sizeof(int32_t)})});
}

// --- creation

bool ModuleReader::MakeOp(Frame& frame, OpId& id) {
  // VHLO's return op becomes func.return at the end of a function.
  if (frame.meaning->sort == OpMeaning::kPortable &&
      (Def(frame.kind).traits & kTerminator) != 0 &&
      frames_[depth_ - 2]->kind == OpKind::kFunc) {
    frame.kind = OpKind::kFuncReturn;
    frame.name = m_.names.Intern(OpMnemonic(frame.kind));
  }
  // A module always has a block, even if its region in the file is empty.
  if (frame.kind == OpKind::kModule) {
    if (frame.regions.size() != 1) {
      return frame.in->Fail("a module must have exactly one region");
    }
    if (m_.RegionIsEmpty(frame.regions[0])) m_.AppendBlock(frame.regions[0]);
  }
  TakenShardings taken;
  AttrId attrs = empty_dict_;
  FuncRow func;
  const bool is_function = frame.kind == OpKind::kFunc;
  if (is_function && !MakeFunction(frame, func)) return false;
  if (frame.attr_key != 0 && !is_function) {
    attrs = known_attrs_[frame.attr_key].dict;
    taken = known_attrs_[frame.attr_key].taken;
  } else if (!frame.attrs.empty()) {
    OpOutline outline{.kind = frame.kind, .results = frame.results.size()};
    if (frame.regions.size() == 1) {
      const BlockId entry = m_.first_block(frame.regions[0]);
      outline.body_args = entry ? m_.args(entry).size() : 0;
    }
    taken = TakeShardings(m_, outline, frame.attrs);
    const size_t count = frame.attrs.size();
    attrs = m_.attrs.Dict(frame.attrs, m_.names);
    if (m_.attrs.DictSize(attrs) != count) {
      return frame.in->Fail("an op with a duplicate attribute");
    }
  }
  id = m_.CreateOp({.kind = frame.kind,
                    .name = frame.name,
                    .operands = frame.operands,
                    .result_types = frame.results,
                    .attrs = attrs,
                    .region_count = static_cast<int>(frame.regions.size()),
                    .loc = frame.loc});
  for (size_t i = 0; i < frame.regions.size(); ++i) {
    m_.MoveBlocks(frame.regions[i], m_.region(id, static_cast<int>(i)));
    free_regions_.push_back(frame.regions[i]);
  }
  PlaceShardings(m_, id, taken);
  if (is_function) m_.CreateFuncRow(id) = std::move(func);
  return true;
}

AttrId ModuleReader::FrameAttr(const Frame& frame, NameId key) const {
  for (const NamedAttr& attr : frame.attrs) {
    if (attr.name == key) return attr.value;
  }
  return {};
}

// Moves the attributes and shardings of arguments (`key` is arg_attrs) or
// results (res_attrs) from the frame to `attrs` and `shardings`. In the frame
// they are an array of dictionaries, one for each value, or an empty array.
bool ModuleReader::TakeFuncAttrs(Frame& frame, NameId key, size_t count,
                                 std::vector<AttrId>& attrs,
                                 std::vector<ShardingId>& shardings) {
  attrs.resize(count);
  shardings.resize(count);
  const AttrId array = FrameAttr(frame, key);
  if (!array) return true;
  if (!m_.attrs.Is(array, AttrKind::kArray) ||
      (m_.attrs.ArraySize(array) != 0 && m_.attrs.ArraySize(array) != count)) {
    return frame.in->Fail("a function with attributes for too many values");
  }
  for (size_t i = 0; i < m_.attrs.ArraySize(array); ++i) {
    const AttrId dict = m_.attrs.ArrayItem(array, i);
    if (!m_.attrs.Is(dict, AttrKind::kDict)) {
      return frame.in->Fail("attributes that aren't a dictionary");
    }
    attrs[i] = WithoutSharding(m_, dict, shardings[i]);
    // An empty dictionary has no meaning, but is kept so that the array isn't
    // lost when the program is written as an artifact again.
    if (!attrs[i]) attrs[i] = empty_dict_;
  }
  std::erase_if(frame.attrs, [&](const NamedAttr& a) { return a.name == key; });
  return true;
}

bool ModuleReader::MakeFunction(Frame& frame, FuncRow& func) {
  const AttrId type = FrameAttr(frame, name::kFunctionType);
  if (!m_.attrs.Is(type, AttrKind::kType) ||
      m_.types.kind(m_.attrs.TypeValue(type)) != TypeKind::kFunction ||
      !m_.attrs.Is(FrameAttr(frame, name::kSymName), AttrKind::kString) ||
      frame.regions.size() != 1 || !frame.results.empty()) {
    return frame.in->Fail("a function without name, type or region");
  }
  const TypeId function = m_.attrs.TypeValue(type);
  if (!TakeFuncAttrs(frame, name::kArgAttrs, m_.types.input_count(function),
                     func.arg_attrs, func.arg_shardings) ||
      !TakeFuncAttrs(frame, name::kResAttrs, m_.types.result_count(function),
                     func.res_attrs, func.res_shardings)) {
    return false;
  }
  // The shardings of a function's arguments are stored in its entry block, if
  // it has a body.
  const BlockId entry = m_.first_block(frame.regions[0]);
  if (!entry) return true;
  const std::span<const ValueId> args = m_.args(entry);
  if (args.size() != func.arg_shardings.size()) {
    return frame.in->Fail("the arguments of a function don't match its type");
  }
  for (size_t i = 0; i < args.size(); ++i) {
    m_.SetSharding(args[i], func.arg_shardings[i]);
  }
  func.arg_shardings.clear();
  return true;
}

}  // namespace shardflow::internal::bytecode
